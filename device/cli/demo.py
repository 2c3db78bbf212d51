"""`tilekeeper demo`: a whole evening on the virtual table, through the code that a Pi runs.

Camera and panel are stand-ins, everything behind them is what `play` uses; at the end the scores
are compared with the tiles really laid. Tests: tests/device/test_demo.py.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from device.language.texts import N_
from device.score.sheet import score_sheet
from device.settings.config import LEAST_SIZE, MOST_SIZE
from device.settings.options import SizeParam
from device.simulator.camera import VirtualCamera
from device.simulator.hands import BRISK, HURRIED
from device.simulator.line_help import all_lines
from device.simulator.lines import Evening, EveningError, Lay
from device.simulator.run import EveningOutcome, ScreenshotError, Screenshots, VirtualEvening
from device.simulator.script import read_evening
from device.storage.journal import Journal, JournalError
from device.system.files import is_file
from device.system.process import signals_held_back
from device.system.terminal import terminal_texts, translate
from device.table.display import OnShown
from device.themes import THEMES
from engine.sentences import Plural, Sentence
from engine.variants import Variant
from hardware.display import Display, WindowClosed
from hardware.threads import watched

SEED = 20
"""Seed of the table's wood, the lie of the tiles and the camera's noise: another makes another
evening."""

MOST_SECONDS = 112.0
"""Seconds after which the demo ends, whatever happens (docs/evenings.md says so too)."""

LEAVING_SECONDS = 6.0
"""Seconds it may take to end in good order after that."""

LINGER_SECONDS = 4.0
"""Seconds for which the final score stays in the window."""

LARGEST_SCRIPT = 1024 * 1024
"""Bytes; a long evening has some ten thousand."""

USUAL = "first-light"
"""The default evening."""


def shipped_evenings() -> dict[str, Path]:
    """The evenings that ship, by name."""
    folder = Path(__file__).parent.parent / "data" / "evenings"
    return {path.stem: path for path in sorted(folder.glob("*.txt"))}


def _list_evenings(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    for name, path in shipped_evenings().items():
        about = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("#").strip()
        click.echo(f"{name:22}{terminal_texts().of(about)}")
    context.exit()


def _print_line_help(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    texts = terminal_texts()
    begin = texts("An evening is a text file with lines like these:")
    click.echo(f"{begin}\n\n{all_lines(texts)}")
    context.exit()


@click.command()
@click.option("--headless", is_flag=True, help="No window, even where there is a screen.")
@click.option(
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=None,
    help="Where screenshots go [without a window: ./demo-output]",
)
@click.option(
    "--evening",
    "script",
    metavar="NAME|FILE",
    default=USUAL,
    show_default=True,
    help="Play this evening: an included one, or a script of your own.",
)
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_evenings,
    help="List the included evenings.",
)
@click.option(
    "--lines",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_line_help,
    help="Show what can be written in a script.",
)
@click.option("--fast", is_flag=True, help="The players hurry.")
@click.option(
    "--size",
    type=SizeParam(LEAST_SIZE, MOST_SIZE),
    default="800x480",
    show_default=True,
    help="The screen’s size in pixels.",
)
@click.option(
    "--theme",
    type=click.Choice(list(THEMES)),
    default="dark",
    show_default=True,
    help="The screen’s colours.",
)
def command(
    headless: bool,
    output: Path | None,
    script: str,
    fast: bool,
    size: tuple[int, int],
    theme: str,
) -> None:
    """Play a whole game on the virtual table: drawn pictures go in at the camera, scores come out.

    Ends by itself within two minutes. Exit status 1 if it was stopped, if tilekeeper got stuck, if
    its score isn’t what was laid, or if something the script expects doesn’t happen.
    """
    path = shipped_evenings().get(script, Path(script))
    if not is_file(path):
        raise click.UsageError(
            Sentence(
                "there’s no evening {name} and no such file: tilekeeper demo --list names them",
                name=repr(script),
            )
        )
    display = Display(size, headless=headless)
    if output is None and not display.visible:
        output = Path("demo-output")
    try:
        evening, variant = _evening(path)
        table = VirtualEvening(evening, variant, seed=SEED, pace=HURRIED if fast else BRISK)
        shots = None if output is None else _shots(output, evening, table.camera)
    except (EveningError, OSError) as error:
        raise click.ClickException(str(error)) from error
    with _watchdog(table.camera) as late, _journal() as journal, closing(display):
        on_shown: OnShown | None = None if shots is None else shots.shown
        try:
            outcome = table.play(
                display,
                say=click.echo,
                journal=journal,
                on_shown=on_shown,
                theme=theme,
                aloud=terminal_texts(),
            )
        except ScreenshotError as error:
            raise click.ClickException(str(error)) from error
        if display.visible and not outcome.stopped:
            _linger(display)
    texts = terminal_texts()
    if outcome.stopped:
        click.echo(texts("The demo was stopped before its evening was over."), err=True)
    else:
        _print_outcome(outcome, late.is_set())
    for picture in () if shots is None else shots.saved:
        click.echo(texts("Saved {path}", path=str(picture)))
    if outcome.stopped or outcome.differences or outcome.failed or outcome.stuck or late.is_set():
        sys.exit(1)


@contextmanager
def _journal() -> Iterator[Journal]:
    """The file that records the evening while it lasts."""
    try:
        with signals_held_back():
            folder = tempfile.TemporaryDirectory(prefix="tilekeeper-")
    except OSError as error:
        raise click.ClickException(
            Sentence(
                "there’s no folder for the evening’s journal ({why}): make room, or "
                "name one with TMPDIR",
                why=error.strerror or error,
            )
        ) from error
    with folder:
        try:
            journal = Journal(Path(folder.name) / "demo.db", time.time)
        except JournalError as error:
            raise click.ClickException(str(error)) from error
        with closing(journal):
            yield journal


def _evening(path: Path) -> tuple[Evening, Variant]:
    with path.open("rb") as opened:
        data = opened.read(LARGEST_SCRIPT + 1)
    if len(data) > LARGEST_SCRIPT:
        raise EveningError(
            Sentence(
                "{path} is far too large for the script of an evening (1 MB at most)", path=path
            )
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise EveningError(
            Sentence("{path} isn’t text; an evening is written in UTF-8", path=path)
        ) from error
    return read_evening(text, path.name)


def _shots(folder: Path, evening: Evening, camera: VirtualCamera) -> Screenshots:
    folder.mkdir(parents=True, exist_ok=True)
    turns = sum(isinstance(step, Lay) for step in evening.steps)
    return Screenshots(folder, turns, lambda: camera.last)


@contextmanager
def _watchdog(camera: VirtualCamera) -> Iterator[threading.Event]:
    """Meanwhile: pulls the camera's plug when time is up, which ends the table in good order; if
    that doesn't help, ends the program. The event is set once time is up."""
    late = threading.Event()

    def time_is_up() -> None:
        late.set()
        camera.close()

    def end() -> None:
        texts = terminal_texts()
        click.echo(
            texts("tilekeeper has frozen and didn’t end by itself: this is a bug."), err=True
        )
        os._exit(1)

    timers = (
        threading.Timer(MOST_SECONDS, watched(time_is_up)),
        threading.Timer(MOST_SECONDS + LEAVING_SECONDS, watched(end)),
    )
    for timer in timers:
        timer.daemon = True
        timer.start()
    try:
        yield late
    finally:
        for timer in timers:
            timer.cancel()


def _linger(display: Display) -> None:
    """Leaves the last picture in the window for a while, unless the window is closed."""
    until = time.monotonic() + LINGER_SECONDS
    while time.monotonic() < until:
        if any(isinstance(event, WindowClosed) for event in display.events()):
            return
        time.sleep(0.05)


def _print_outcome(outcome: EveningOutcome, late: bool) -> None:
    """The score sheet, with an honest account of how it came about."""
    texts = terminal_texts()
    click.echo()
    click.echo(score_sheet(outcome.kept.state, texts))
    for asked in outcome.asked:
        met = N_("tilekeeper asked: {question} Answer: {answer} (line {n} of the evening).")
        click.echo(texts(met, n=asked.line, question=asked.question, answer=asked.answer))
    number = len(outcome.asked)
    click.echo(
        texts(Plural("tilekeeper asked {n} question.", "tilekeeper asked {n} questions."), n=number)
    )
    if outcome.stuck is not None:
        click.echo(texts("The players gave up at {why}.", why=translate(outcome.stuck)))
    if late:
        ended = Plural(
            "Stopped after {n} second: the evening wasn’t over by then.",
            "Stopped after {n} seconds: the evening wasn’t over by then.",
        )
        click.echo(texts(ended, n=round(MOST_SECONDS)))
    for failed in outcome.failed:
        click.echo(texts("Expected in the script, {why}.", why=translate(failed)))
    if outcome.differences:
        click.echo(texts("The score kept is NOT what was laid:"))
        for difference in outcome.differences:
            click.echo(f"  {translate(difference)}.")
    else:
        click.echo(texts("The score kept is exactly what was laid, play by play."))
    for square in outcome.nameless:
        click.echo(texts("The blank on {square} was saved without its letter.", square=square.name))
