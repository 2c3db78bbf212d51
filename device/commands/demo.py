"""`tilekeeper demo`: a whole evening on the virtual table, through the code that a Pi runs.

Camera and panel are stand-ins, everything behind them is what `play` uses; the scores are compared
at the end with what was really laid. Tests: tests/device/test_demo.py.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import click

from device.evening import WHAT_THERE_IS, Evening, EveningError, Lay, parse_evening
from device.journal import Journal
from device.loop import OnShown
from device.score_sheet import score_sheet
from device.screenshots import Screenshots
from device.virtual import VirtualCamera
from device.virtual_evening import Outcome, VirtualEvening
from device.virtual_table.motion import BRISK, HURRIED
from engine.variants import Variant, load_variant
from hardware.display import Display, WindowClosed

SEED = 20
"""The table's wood, how the tiles lie, the camera's noise: another number is another evening."""

MOST_SECONDS = 112.0
"""After so long the demo ends, whatever happens."""

LEAVING_SECONDS = 6.0
"""So long it may take to end in good order after that."""

LINGER_SECONDS = 4.0
"""So long the final score stays in the window."""


@click.command(epilog="\b\nAn evening is a text of such lines:\n" + WHAT_THERE_IS)
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
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    default=None,
    help="Play this script in place of the one that ships.",
)
@click.option("--fast", is_flag=True, help="The players hurry.")
def command(headless: bool, output: Path | None, script: Path | None, fast: bool) -> None:
    """Play a whole game on the virtual table: drawn pictures go in at the camera, scores come out.

    Ends by itself within two minutes. Exit status 1 if the table got stuck, or if the score it kept
    isn't what was laid.
    """
    variant = load_variant("classic", "en")
    display = Display(headless=headless)
    if output is None and not display.visible:
        output = Path("demo-output")
    try:
        evening = _evening(script, variant)
        table = VirtualEvening(evening, variant, seed=SEED, pace=HURRIED if fast else BRISK)
        shots = None if output is None else _shots(output, evening, table.camera)
    except (EveningError, OSError) as error:
        raise click.ClickException(str(error)) from error
    with _watchdog(table.camera) as late, tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "demo.db", time.time)
        on_shown: OnShown | None = None if shots is None else shots.shown
        try:
            outcome = table.play(display, say=click.echo, journal=journal, on_shown=on_shown)
            if display.visible:
                _linger(display)
        finally:
            journal.close()
            display.close()
    _tell(outcome, None if shots is None else shots.saved, late.is_set())
    if outcome.differences or outcome.stuck or late.is_set():
        sys.exit(1)


def _evening(script: Path | None, variant: Variant) -> Evening:
    if script is None:
        shipped = files("device") / "data" / "evenings" / "first-light.txt"
        text, name = shipped.read_text(encoding="utf-8"), "first-light.txt"
    else:
        try:
            text, name = script.read_text(encoding="utf-8"), str(script)
        except UnicodeDecodeError as error:
            raise EveningError(f"{script} is no text; an evening is written in UTF-8") from error
    return parse_evening(text, name, variant.layout.size, variant.tile_set)


def _shots(folder: Path, evening: Evening, camera: VirtualCamera) -> Screenshots:
    folder.mkdir(parents=True, exist_ok=True)
    turns = sum(isinstance(step, Lay) for step in evening.steps)
    return Screenshots(folder, turns, lambda: camera.last)


@contextmanager
def _watchdog(camera: VirtualCamera) -> Iterator[threading.Event]:
    """While it lasts: pulls the camera's plug when time is up, which ends the table in good order;
    if that doesn't help, ends the program. The event is set when time was up."""
    late = threading.Event()

    def time_is_up() -> None:
        late.set()
        camera.close()

    def end() -> None:
        click.echo("The table hangs and didn't end by itself: this is a bug.", err=True)
        os._exit(1)

    timers = (
        threading.Timer(MOST_SECONDS, time_is_up),
        threading.Timer(MOST_SECONDS + LEAVING_SECONDS, end),
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
    """Leaves the last picture in the window for a while, unless somebody closes it."""
    until = time.monotonic() + LINGER_SECONDS
    while time.monotonic() < until:
        if any(isinstance(event, WindowClosed) for event in display.events()):
            return
        time.sleep(0.05)


def _tell(outcome: Outcome, saved: list[Path] | None, late: bool) -> None:
    """The score sheet, and honestly how it came about."""
    click.echo()
    click.echo(score_sheet(outcome.kept.state))
    for asked in outcome.asked:
        click.echo(f"Asked (script line {asked.line}): {asked.question} Answer: {asked.answer}.")
    number = len(outcome.asked)
    click.echo(f"The table asked {number} question{'' if number == 1 else 's'}.")
    if outcome.stuck is not None:
        click.echo(f"The players gave up at {outcome.stuck}.")
    if late:
        click.echo(f"Stopped after {MOST_SECONDS:.0f} seconds: the evening wasn't over by then.")
    if outcome.differences:
        click.echo("The score kept is NOT what was laid:")
        for difference in outcome.differences:
            click.echo(f"  {difference}.")
    else:
        click.echo("The score kept is exactly what was laid, play by play.")
    for square in outcome.nameless:
        click.echo(f"The blank on {square.name} was kept without its letter.")
    for path in saved or ():
        click.echo(f"Saved {path}")
