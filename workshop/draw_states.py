"""The page of the states: what every button, and whatever else comes in, does in every state.

Drawn from the session itself: its tables and the first sentence of each docstring, so that the
page can say nothing that the code doesn't. It knows no rule, and runs nothing of the session.
Tests: tests/device/test_states_page.py.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import TypeAlias, get_args

from device.session import step
from device.session.core import inputs
from device.session.core.effects import Effect
from device.session.core.state import Phase
from device.session.presses import PRESSES
from device.session.readings import READINGS
from hardware.panel.port import SIDE_BUTTONS, Button, Press

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/states.md"

Presses: TypeAlias = Mapping[type[Phase], Mapping[Button, Callable[..., object]]]

COLUMNS = {
    "a turn button": SIDE_BUTTONS,
    **{str(button): (button,) for button in Button if button not in SIDE_BUTTONS},
}
"""The four turn buttons differ only in the side that they belong to."""

NOTED = "Notes it, and nothing else happens."
RAISED = "Ends the program with its error."

HEAD = """\
# What every input does in every state

Written by `script/draw-states` from `device/session/presses.py`, `readings.py` and `step.py`; not
to be edited. A table is in one of these states. Every press does what its cell says, or says a
sentence that the players see; from every state at most eight presses lead to the lobby or back to
play (`tests/device/test_random_presses.py`).
"""


def page(presses: Presses = PRESSES) -> str:
    """The whole page, the same for the same code."""
    parts = [HEAD, "\n## Buttons\n\n", _row("state", *COLUMNS), "|---" * (len(COLUMNS) + 1), "|\n"]
    for state in get_args(Phase):
        cells = ("<br>".join(_said(handlers(presses, state, column))) for column in COLUMNS)
        parts.append(_row(f"**{state.__name__}** {first_sentence(state)}", *cells))
    parts += ["\n## Camera, clock and journal\n\n", _row("what comes in", "what it does")]
    parts.append("|---|---|\n")
    parts += [
        _row(f"**{name}** {first_sentence(getattr(inputs, name))}", words)
        for name, words in arrivals().items()
    ]
    parts += ["\n## What a reading means\n\n", _row("state", "what is done with it"), "|---|---|\n"]
    parts += [_row(f"**{name}**", words) for name, words in readings().items()]
    return "".join(parts)


def faults(presses: Presses = PRESSES) -> list[str]:
    """What has no words yet, or no row, a sentence each."""
    found = [f"{s.__name__} is a state without a row." for s in get_args(Phase) if s not in presses]
    for state, row in presses.items():
        if lacking := set(Button) - set(row):
            found.append(f"{state.__name__}: nothing is said of {', '.join(sorted(lacking))}.")
        if not first_sentence(state):
            found.append(f"{state.__name__} is a state without words.")
        for button, handler in row.items():
            if not first_sentence(handler):
                found.append(f"{state.__name__}, {button}: {handler.__name__} has no words.")
    known = {kind.__name__ for kind in get_args(inputs.Input) if kind is not Press}
    found += [f"{name}: nothing is said of this input." for name in sorted(known - {*arrivals()})]
    found += [
        f"{name}: what it does has no words." for name, words in arrivals().items() if not words
    ]
    found += [f"A reading in {name}: no words." for name, words in readings().items() if not words]
    return found


def handlers(presses: Presses, state: type[Phase], column: str) -> list[Callable[..., object]]:
    """What the buttons of a column do in a state, each once."""
    return list(dict.fromkeys(presses[state][button] for button in COLUMNS[column]))


def first_sentence(what: object) -> str:
    """The first sentence of a docstring of its own, on one line; empty if there is none."""
    text = inspect.cleandoc(what.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
    name = getattr(what, "__name__", "")
    if text.startswith(f"{name}("):  # what a dataclass says of itself
        return ""
    sentence, dot, _ = text.partition(". ")
    return sentence + dot.strip()


def arrivals() -> dict[str, str]:
    """What each input but a press does, by its name, as `step` distinguishes them."""
    (match,) = (node for node in ast.walk(_tree(step._step)) if isinstance(node, ast.Match))
    found = {}
    for case in match.cases:
        for name in _classes(case.pattern):
            if hasattr(inputs, name) and name != Press.__name__:
                found[name] = _done(case.body, step)
    return found


def readings() -> dict[str, str]:
    """What a reading does in each state."""
    return {state.__name__: first_sentence(handler) for state, handler in READINGS.items()}


def _tree(function: Callable[..., object]) -> ast.Module:
    return ast.parse(textwrap.dedent(inspect.getsource(function)))


def _classes(pattern: ast.pattern) -> Iterator[str]:
    for node in ast.walk(pattern):
        if isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name):
            yield node.cls.id


def _done(body: list[ast.stmt], module: ModuleType) -> str:
    """What a branch does: the words of the first handler that it calls, else those of the effects
    that it asks for."""
    if isinstance(body[-1], ast.Raise):
        return RAISED
    called = [_named(call.func, module) for call in _calls(body)]
    for function in called:
        if inspect.isfunction(function) and function.__module__.startswith("device.session"):
            return first_sentence(function)
    asked_for = [kind for kind in called if inspect.isclass(kind) and kind in get_args(Effect)]
    return " ".join(map(first_sentence, asked_for)) or NOTED


def _calls(body: list[ast.stmt]) -> Iterator[ast.Call]:
    """All calls in a branch, in the order of its statements."""
    for statement in body:
        yield from (node for node in ast.walk(statement) if isinstance(node, ast.Call))


def _named(function: ast.expr, module: ModuleType) -> object:
    """What a function is called by; None for one that isn't there by a name of the module."""
    match function:
        case ast.Name(name):
            return getattr(module, name, None)
        case ast.Attribute(value, name):
            return getattr(_named(value, module), name, None)
    return None


def _said(functions: list[Callable[..., object]]) -> list[str]:
    return [first_sentence(function) for function in functions]


def _row(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', '/') or '–' for cell in cells)} |\n"


def main() -> int:
    """Writes the page; 1 if something has no words."""
    lacking = faults()
    for sentence in lacking:
        print(sentence, file=sys.stderr)
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {len(PRESSES)} states, {len(arrivals())} other inputs")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
