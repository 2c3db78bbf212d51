"""`tilekeeper play`: the table itself. Camera, buttons and screen, as far as they are there.

Plugs real devices (or a recording) into device/table.py and prints the score sheet at the end.
Tests: tests/device/test_play.py, tests/device/test_appliance.py.
"""

from __future__ import annotations

import faulthandler
import sys
import time
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
import msgspec

from device.afterwards import Then
from device.at_home import at_home, checked_sides, hides_points
from device.config import GameSettings, PanelSettings, Settings
from device.corners import Corners, CornersParam
from device.game_options import board_of, chosen_variant, grid_of, layout_option
from device.hung_camera import START_ANEW, FreshStarts
from device.journal import GAMES_FILE, Journal, JournalError
from device.learning import OwnTable
from device.left_behind import leave_behind, taken_up
from device.logs import LogFiles, tell_on_stderr
from device.opening import Opening
from device.own_settings import own_display, own_panel, own_settings
from device.places import logs_directory, runtime_directory, state_directory
from device.play_pictures import PlayPictures, pictures_folder
from device.plugged import Books, Plugged, no_table
from device.power_off import PowerOffError, power_off
from device.score_sheet import score_sheet
from device.sd_notify import ServiceManager
from device.session.setup import has_dice_or_clock
from device.table import Service, run_table
from device.table_files import (
    LearnedTable,
    TableFileError,
    keep_table,
    read_table,
    tables_folder,
)
from device.texts import LANGUAGES, Texts
from device.unattended import Start, no_log, not_kept, not_switched_off, settings_unused
from engine.ending import is_settled
from engine.variants import Variant
from hardware.camera import Camera, CameraError, CameraNameError
from hardware.cameras import kind_of, open_camera
from hardware.late_camera import LateCamera
from hardware.panel import KeyboardPanel, Panel
from hardware.recordings import FolderCamera
from vision.classify import BrokenReaderError, TileNet
from vision.own_tiles import check_styles, shipped_styles
from vision.table_knowledge import TableKnowledge

RECORDINGS = ("folder:", "video:")
"""Cameras whose games are over when they end: they are kept only where --journal asks for it."""


@click.command()
@click.option("--config", type=click.Path(path_type=Path), help="The household's settings (TOML).")
@click.option("--variant", default=None, help="The game whose rules are meant [classic].")
@click.option("--language", default=None, help="en, fr or de: whose tile set [the game's own].")
@layout_option
@click.option("--sides", default=None, metavar="A,B", help="Names of the sides, two to four.")
@click.option(
    "--camera",
    default=None,
    metavar="KIND[:PATH]",
    help="auto (the first there is), csi, usb, v4l2:/dev/v4l/by-id/…, "
    "folder:PATH (one picture a turn) or video:PATH",
)
@click.option("--corners", type=CornersParam(), default=None, help="As `calibrate` prints them.")
@click.option(
    "--enrolled",
    metavar="NAME",
    default=None,
    help="The table: its tiles and board [the household's own; none for recordings].",
)
@click.option("--texts", type=click.Choice(LANGUAGES), default=None, help="Language of the screen.")
@click.option("--journal", type=click.Path(path_type=Path, dir_okay=False), help="Its file.")
@click.option("--new", "anew", is_flag=True, help="Begin anew, even if a game is unfinished.")
@click.option("--headless", is_flag=True, help="No window, even where there is a screen.")
@click.option("--verbose", is_flag=True, help="Tell the story of the game on standard error.")
@click.option(
    "--appliance",
    is_flag=True,
    help="Nobody is at a keyboard: begin whatever can't be used, and say on the screen what.",
)
def command(
    config: Path | None,
    variant: str | None,
    language: str | None,
    layout: str | None,
    sides: str | None,
    camera: str | None,
    corners: Corners | None,
    enrolled: str | None,
    texts: str | None,
    journal: Path | None,
    anew: bool,
    headless: bool,
    verbose: bool,
    appliance: bool,
) -> None:
    """Keep the score of a game at the table.

    \b
    Keys in place of buttons: 1 to 4 a side's turn button, Enter OK, arrows choose,
    U undo, C challenge, P pause, Escape ends the game.
    """
    tell_on_stderr(verbose=verbose)
    start = Start(attended=not appliance, say=_say)
    with ExitStack() as at_the_end:
        manager = at_the_end.enter_context(closing(ServiceManager.of_this_process(time.monotonic)))
        if appliance:
            _write_logs(at_the_end, start)
        own_folder = runtime_directory() if manager.there else None
        if (why := taken_up(own_folder)) is not None:
            start.tell(not_switched_off(why))
        books = at_the_end.enter_context(ExitStack())
        settings = start.or_else(
            lambda: _settings(config, variant, language, board_of(layout), sides, camera, texts),
            Settings,
            settings_unused,
        )
        source = settings.camera.source
        if appliance:
            source = start.or_else(lambda: _live(source or "auto"), lambda: "auto", settings_unused)
        recording = source.startswith(RECORDINGS)
        if recording:
            # Refused, if it can't be counted, before anything is kept.
            game, opening = _recorded(settings)
            kept = None if journal is None else _open_journal(journal, start, books)
        else:
            kept = _open_journal(journal, start, books)
            named = (variant, language, layout, sides) != (None, None, None, None)

            def begun(chosen: Settings) -> tuple[Variant, Opening]:
                """The game that these settings name, and the table as it begins with them."""
                game, seated = _game(chosen.game), sides is not None
                return game, at_home(
                    chosen, game, kept, start, _say, anew=anew, named=named, seated=seated
                )

            others = msgspec.structs.replace(settings, game=GameSettings())
            game, opening = start.or_else(
                lambda: begun(settings), lambda: begun(others), settings_unused
            )
        known = corners if corners is not None else settings.camera.known_corners
        eye = _camera(source)
        opening = replace(
            opening,
            volume=settings.panel.volume,
            theme=settings.screen.theme,
            troubles=start.troubles,
            kept=recording or kept is not None,
            may_switch_off=appliance and manager.there,
            attended=not appliance,
        )
        learned = not recording or enrolled is not None
        pictures = None
        if kept is not None and eye is not None:
            folder = pictures_folder(journal)
            pictures = PlayPictures(folder, settings.pictures.most_bytes, _say)
            books.callback(pictures.close)
        display = own_display(settings.screen, headless=headless)
        at_the_end.callback(display.close)
        plugged = Plugged(
            _panel(settings.panel, recording),
            display,
            eye,
            None if eye is None or recording else lambda: open_camera(source),
        )
        own = partial(_own_table, settings, enrolled) if learned else no_table
        end = run_table(
            opening,
            plugged,
            Books(kept, pictures, own),
            texts=Texts(settings.screen.texts),
            say=_say,
            corners=grid_of(known, game.layout),
            moves=settings.screen.motion,
            service=Service(manager, FreshStarts(own_folder, time.monotonic)),
        )
        hidden = not recording and hides_points(opening, kept)
        books.close()
        if end.then is Then.SWITCH_OFF:
            manager.alive()
            _switch_off(own_folder)
    if hidden and not is_settled(end.game.state):
        _say("Points stay hidden until the game is over.")
    else:
        click.echo(score_sheet(end.game.state), nl=False)
    if end.then is Then.START_ANEW:
        sys.exit(START_ANEW)
    if isinstance(eye, FolderCamera) and not eye.shown_all:
        sys.exit(1)


def _write_logs(at_the_end: ExitStack, start: Start) -> None:
    """A service keeps a log; where it can't, the stacks of a program that hangs are said aloud."""
    folder = logs_directory()
    try:
        if folder is not None:
            at_the_end.enter_context(LogFiles(folder))
            return
    except OSError as error:
        start.tell(no_log(str(error)))
    faulthandler.enable(sys.__stderr__ or 2)


def _switch_off(folder: Path | None) -> None:
    """Switches the machine off, while the screen still says so; exit status 1 if it goes on, and
    whoever starts the program again lets it say why."""
    try:
        power_off()
    except PowerOffError as error:
        _say(str(error))
        leave_behind(folder, str(error))
        sys.exit(1)


def _game(wanted: GameSettings) -> Variant:
    return chosen_variant(wanted.variant, wanted.language or None, wanted.options, wanted.layout)


def _recorded(settings: Settings) -> tuple[Variant, Opening]:
    """A recording begins with its game, if that can be counted from pictures."""
    game, sides = _game(settings.game), settings.game.sides
    _check_countable(game, checked_sides(sides, game))
    return game, replace(Opening.new(game, sides), extras=settings.extras.in_force)


def _panel(settings: PanelSettings, recording: bool) -> Panel:
    """The buttons, lamps and buzzer; for a recording the keyboard."""
    return KeyboardPanel() if recording else own_panel(settings)


def _settings(
    config: Path | None,
    variant: str | None,
    language: str | None,
    layout: tuple[str, ...],
    sides: str | None,
    camera: str | None,
    texts: str | None,
) -> Settings:
    settings = own_settings(config)
    game, screen = settings.game, settings.screen
    if variant is not None:
        # Another game has another language, board and house rules: the settings' were theirs.
        if variant != game.variant:
            game = msgspec.structs.replace(game, language="", options={}, layout=())
        game = msgspec.structs.replace(game, variant=variant)
    if language is not None:
        game = msgspec.structs.replace(game, language=language)
    if layout:
        game = msgspec.structs.replace(game, layout=layout)
    if sides is not None:
        named = tuple(name.strip() for name in sides.split(","))
        game = msgspec.structs.replace(game, sides=named)
    if texts is not None:
        screen = msgspec.structs.replace(screen, texts=texts)
    pictures = settings.camera
    if camera is not None:
        pictures = msgspec.structs.replace(pictures, source=camera)
    return msgspec.structs.replace(settings, game=game, screen=screen, camera=pictures)


def _check_countable(game: Variant, sides: tuple[str, ...]) -> None:
    """A usage error where a recording can't be counted: pictures don't tell all, and nobody can be
    asked."""
    if has_dice_or_clock(game):
        raise click.UsageError(
            f"{game.name} is played with dice or a clock, and pictures don't tell what was rolled "
            "and when the clock was stopped: play it at the table (--camera v4l2:…), or count its "
            "plays with `tilekeeper score`"
        )
    if game.targets is not None:
        try:
            game.targets.of(sides)
        except ValueError as error:
            raise click.UsageError(f"{game.name} can't be kept yet: {error}.") from error


def _live(source: str) -> str:
    """That name of a camera; a usage error if it names none, or a recording: that ends, and its
    games aren't kept."""
    try:
        kind_of(source)
    except CameraNameError as error:
        raise click.UsageError(str(error)) from error
    if source.startswith(RECORDINGS):
        raise click.UsageError(f"{source} is a recording: an appliance needs a camera.")
    return source


def _camera(source: str) -> Camera | None:
    """The camera of that name, a live one not opened yet: the first screen doesn't wait for it, and
    one that isn't there is sought. Without one the game goes on, and it is said."""
    if not source:
        _say("No camera was named (--camera): plays can't be seen.")
        return None
    try:
        kind_of(source)
        if source.startswith(RECORDINGS):
            return open_camera(source, time.monotonic)
    except CameraError as error:
        raise click.UsageError(str(error)) from error
    return LateCamera(lambda: open_camera(source, time.monotonic))


def _own_table(settings: Settings, enrolled: str | None, game: Variant) -> OwnTable | None:
    """What is known of the table so far, maybe nothing; None, and it is said, if its file can't
    be used."""
    name, folder = enrolled or settings.table.name, tables_folder()
    try:
        known = read_table(folder, name)
        check_styles(TileNet(), shipped_styles())
    except (TableFileError, BrokenReaderError) as error:
        _say(f"{error}. The game goes on without what was known of the table.")
        return None
    table = known or LearnedTable(name, game.name, game.language, TableKnowledge())
    keep = partial(keep_table, folder) if settings.table.learn else None
    return OwnTable(table, keep)


def _open_journal(path: Path | None, start: Start, books: ExitStack) -> Journal | None:
    """The journal in its place, closed with the books; without one the game goes on, and that is
    told."""
    try:
        kept = Journal(path if path is not None else state_directory() / GAMES_FILE, time.time)
    except JournalError as error:
        start.tell(not_kept(str(error)))
        return None
    books.callback(kept.close)
    return kept


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
