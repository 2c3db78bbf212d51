"""Every answer of every question is a value: it is found by its name, and can be written down.

The questions are those of walks, of the gallery, and all kinds that their answers lead to. Tests of
device/session/core/written.py too.
"""

from __future__ import annotations

import ast
import json
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from pathlib import Path
from types import FunctionType

import gallery
import numpy as np
import pytest
from beginnings import BEGINNINGS, Did
from standins import Evening, board, reading_of
from walking import Looks, Walk, anything

import device.session
from device.language.texts import Message
from device.session.core.commit import go_on, notify, option
from device.session.core.inputs import Tick
from device.session.core.observation import judged_reading
from device.session.core.setup import Setup
from device.session.core.state import (
    Asking,
    Do,
    Looking,
    Phase,
    Pointing,
    Question,
    Step,
    TableState,
    Then,
)
from device.session.core.written import Arrays, Data, NotWrittenError, as_data, from_data
from engine.squares import Square
from engine.variants import load_variant
from hardware.panel.port import Button, Press
from vision.game.follow import Followed

SESSION = Path(device.session.__file__).parent
STEPS = 15
"""So many things happen in the walk from each beginning."""

A_KIND = 4
"""So many questions of each kind are looked at."""

# --- the questions ---


class Curious(Walk):
    """A walk that is only there for the states that it comes to."""

    met: list[TableState]

    def _check(self) -> None:
        self.met.append(self.state)

    def _looks_different(self, before: TableState) -> bool:
        return True


def _walked() -> Iterator[TableState]:
    looks, Curious.met = Looks(), []
    for seed, beginning in enumerate(BEGINNINGS):
        walk, chance = Curious.begun(beginning, looks), random.Random(seed)
        for _ in range(STEPS):
            if not walk.over:
                walk.do(anything(walk, chance))
                walk.do(Did("arrive", chance.randint(1, 4)))
    yield from Curious.met


def _shown() -> Iterator[TableState]:
    for moments in (gallery.clocked, gallery.turns, gallery.questions, gallery.cares):
        yield from (moment.state for moment in moments().values())


@cache
def asked() -> tuple[Phase, ...]:
    """The states in which something is asked, and those that an answer leads to from there; a few
    of each kind."""
    found, kinds = dict[int, Phase](), Counter[object]()
    waiting = [*_walked(), *_shown()]
    while waiting:
        state = waiting.pop()
        phase = state.phase
        if not isinstance(phase, Asking | Pointing) or kinds[_kind(phase)] >= A_KIND:
            continue
        found[id(phase)] = phase
        if isinstance(phase, Asking) and not kinds[_kind(phase)]:
            here = replace(state, phase=phase.back, message=None)
            waiting += [one.act(here)[0] for one in phase.question.options]
        kinds[_kind(phase)] += 1
    return tuple(found.values())


def _kind(phase: Asking | Pointing) -> object:
    """What questions have in common that differ in letters and numbers alone."""
    asked = phase.question.text if isinstance(phase, Asking) else phase.text
    return asked.text, frozenset(_functions(phase))


def _functions(value: object) -> Iterator[FunctionType]:
    """All functions that a value and its parts hold."""
    if isinstance(value, FunctionType):
        yield value
    elif isinstance(value, tuple | frozenset | Mapping):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _functions(one)
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from _functions(getattr(value, one.name))


ADDONS = {"backup", "export", "hall", "page", "report", "updates"}
"""Those with questions of their own."""


def test_the_questions_are_many_and_from_everywhere() -> None:
    functions = {function for phase in asked() for function in _functions(phase)}
    assert len(asked()) > 300
    assert len(functions) > 100
    rooms = {function.__module__.split(".")[2] for function in functions}
    assert rooms == {"care", "clocked", "core", "lobby", "menu", "turn", *ADDONS}


def test_every_question_goes_to_json_and_back() -> None:
    for phase in asked():
        assert from_data(json.loads(json.dumps(as_data(phase)))) == phase


# --- what is written ---


def stay(state: TableState) -> Step:
    return state, ()


def _nested() -> Callable[[TableState], object]:
    def inside(state: TableState) -> object:
        return state

    return inside


@pytest.mark.parametrize(
    "value",
    [
        lambda state: (state, ()),
        _nested(),
        partial(notify, message=Message("Again")),
        Do(stay),
        Evening().state,
        Evening().state.game.state.variant.judge_word or Evening().state.board,
        np.zeros(3),
        float("nan"),
        object(),
        Question(Message("Well?"), (option("Yes", partial(go_on)),)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_value_is_not_written(value: object) -> None:
    with pytest.raises(NotWrittenError):
        as_data(value)


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        -1,
        0.1,
        float("inf"),
        float("-inf"),
        "é",
        (),
        ((1,), Square(7, 7)),
        frozenset({Square(0, 0), Square(14, 14)}),
        {Square(1, 2): "a", "b": ("c", None)},
        [4, 4],
        {1, 2},
        Tick,
        go_on,
        Message("{n}", {"n": 1}),
        Do(notify, Message("Again")),
        Do(notify, message=Message("Again")),
        Then(notify),
        Do(Then(notify), Message("Again")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_are_written_and_read_again(value: object) -> None:
    again = from_data(json.loads(json.dumps(as_data(value))))
    assert again == value
    assert as_data(again) == as_data(value)


def test_an_answer_that_is_read_again_does_the_same() -> None:
    state = Evening().state
    shown = from_data(as_data(Do(notify, Message("Again"))))(state)
    assert shown == (shown[0], ())
    assert shown[0].message == Message("Again")


DEEP: Data = []
for _ in range(100):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    "data",
    [
        {"is": "function", "with": "os:system"},
        {"is": "function", "with": "device.cli.main:main"},
        {"is": "function", "with": "device.session.core.written:Do"},
        {"is": "function", "with": "device.session.core.commit:nothing"},
        {"is": "function", "with": ["device.session.core.commit:notify"]},
        {"is": "do", "with": []},
        {"is": "do", "with": ["notify"]},
        {"is": "do", "with": [{"is": "class", "with": "device.session.core.inputs:Tick"}]},
        {"is": "class", "with": "subprocess:Popen"},
        {"is": "subprocess:Popen", "with": ["true"]},
        {"is": "device.session.core.inputs:Tick"},
        {"is": "device.language.texts:Message", "text": "Hello", "aloud": True},
        {"is": "device.language.texts:Texts", "with": ["en"]},
        {"is": "enum", "with": ["hardware.panel.port:Button", "SIDE_9"]},
        {"is": "enum", "with": ["device.language.texts:Message", "text"]},
        {"is": "enum", "with": []},
        {"is": "engine.squares:Square", "with": [1, 2, 3]},
        {"is": "number", "with": "nan"},
        {"is": "mapping", "with": [1]},
        {"is": "set", "with": 3},
        {"is": "set", "with": [[{"is": "list", "with": []}]]},
        {"is": ["list"], "with": []},
        {"is": None},
        {},
        DEEP,
    ],
    ids=lambda data: str(data)[:60],
)
def test_data_that_nothing_was_written_as_is_refused(data: Data) -> None:
    with pytest.raises(NotWrittenError):
        from_data(data)


@pytest.mark.parametrize(
    "array",
    [
        ["|O", [1], "eJwDAAAAAAE="],
        ["<f4", [9], "eJwDAAAAAAE="],
        ["<f4", [1 << 40], "eJwDAAAAAAE="],
        ["<f4", [-1], "eJwDAAAAAAE="],
        ["<f4", [1], "!"],
        ["no kind", [1], "eJwDAAAAAAE="],
        ["<f4", 1, ""],
        {"is": "array"},
        None,
    ],
    ids=str,
)
def test_arrays_that_are_none_are_refused(array: Data) -> None:
    with pytest.raises(NotWrittenError):
        from_data({"is": "array", "with": 0}, [array])


def test_what_a_picture_has_shown_comes_back_and_is_written_once() -> None:
    rows = board((7, 6, "across", "QUIZ"))
    sight = judged_reading(
        reading_of(rows), Followed.start(15), None, load_variant("classic", "en")
    )
    arrays = Arrays()
    written = as_data((sight, sight.reading), arrays)
    came, reading = from_data(*json.loads(json.dumps([written, arrays.data()])))
    assert came.now.observed == sight.now.observed
    assert came.reading.probabilities is reading.probabilities
    np.testing.assert_array_equal(reading.probabilities, sight.reading.probabilities)


def test_moments_are_shifted_and_nothing_else() -> None:
    def later(value: object) -> object:
        return from_data(as_data(value), shift=5.0)

    assert later(Looking(since=10.0)) == Looking(since=15.0)
    assert later(Press(Button.OK, 10.0)) == Press(Button.OK, 15.0)
    assert later(Looking(since=-math.inf)) == Looking(since=-math.inf)
    assert later({"at": 1.0}) == {"at": 1.0}
    setup = Setup(sides=("at", "since"))
    assert later(setup) == setup


# --- as it stands in the source ---


@cache
def _source() -> tuple[tuple[str, ast.AST], ...]:
    """All nodes of the session's source, each with its file."""
    return tuple(
        (str(file.relative_to(SESSION)), node)
        for file in sorted(SESSION.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    )


def test_lambdas_only_sort_and_give_defaults() -> None:
    allowed = {
        node.value
        for _, node in _source()
        if isinstance(node, ast.keyword) and node.arg in ("key", "default_factory")
    }
    lambdas = [(file, node) for file, node in _source() if isinstance(node, ast.Lambda)]
    others = [f"{file}:{node.lineno}" for file, node in lambdas if node not in allowed]
    assert others == []


def test_what_is_done_with_a_state_stands_for_itself() -> None:
    """In no other function, but for what a decorator makes, which has the name of what it is of."""
    nested = {
        inner: file
        for file, outer in _source()
        if isinstance(outer, ast.FunctionDef)
        for inner in ast.walk(outer)
        if isinstance(inner, ast.FunctionDef) and inner is not outer and _takes_a_state(inner)
    }
    bare = [f"{file}:{n.lineno}" for n, file in nested.items() if not _is_wrapped(n)]
    assert bare == []


def test_answers_are_no_partials() -> None:
    makers = {"Option", "option", "Question", "Awaited", "Entry", "Do", "Then", "ask"}
    given = [
        f"{file}:{inner.lineno}"
        for file, node in _source()
        if isinstance(node, ast.Call) and ast.unparse(node.func) in makers
        for inner in ast.walk(node)
        if isinstance(inner, ast.Name) and inner.id == "partial"
    ]
    assert given == []


def _takes_a_state(node: ast.FunctionDef) -> bool:
    first = [*node.args.posonlyargs, *node.args.args][:1]
    return [ast.unparse(one.annotation) for one in first if one.annotation] == ["TableState"]


def _is_wrapped(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(one).startswith("wraps(") for one in node.decorator_list)
