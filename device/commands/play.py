"""`tilekeeper play`: the table itself. Camera, buttons and screen, as far as they are there.

Plugs real devices (or a recording) into device/table.py and prints the score sheet at the end.
Tests: tests/device/test_play.py.
"""

from __future__ import annotations

import logging
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
import msgspec

from device.config import PanelSettings, Settings
from device.corners import Corners, CornersParam
from device.game_options import board_of, chosen_variant, grid_of, layout_option
from device.household_offers import household_offers
from device.journal import GAMES_FILE, Journal, JournalError
from device.keeper import Resumed, last_setup, names_played, unfinished
from device.learning import OwnTable
from device.opening import Opening
from device.own_settings import own_display, own_panel, own_settings
from device.places import state_directory
from device.play_pictures import PlayPictures, pictures_folder
from device.score_sheet import score_sheet
from device.session.choosing import words_of
from device.session.setup import Setup, has_dice_or_clock, listed
from device.table import no_table, run_table
from device.table_files import (
    LearnedTable,
    TableFileError,
    keep_table,
    read_table,
    tables_folder,
)
from device.texts import LANGUAGES, Texts
from engine.ending import is_settled
from engine.variants import Variant, VariantError
from hardware.camera import AbsentCamera, Camera, CameraError, CameraNameError
from hardware.cameras import open_camera
from hardware.panel import SIDE_BUTTONS, KeyboardPanel, Panel
from hardware.recordings import FolderCamera
from vision.classify import BrokenReaderError, TileNet
from vision.own_tiles import check_styles, shipped_styles
from vision.table_knowledge import TableKnowledge

log = logging.getLogger(__name__)

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
) -> None:
    """Keep the score of a game at the table.

    \b
    Keys in place of buttons: 1 to 4 a side's turn button, Enter OK, arrows choose,
    U undo, C challenge, P pause, Escape ends the game.
    """
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING, format="%(name)s: %(message)s"
    )
    settings = _settings(config, variant, language, board_of(layout), sides, camera, texts)
    wanted = settings.game
    game = chosen_variant(wanted.variant, wanted.language or None, wanted.options, wanted.layout)
    known = corners if corners is not None else settings.camera.known_corners
    source = settings.camera.source
    recording = source.startswith(RECORDINGS)
    if recording:
        _check_countable(game, _checked_sides(wanted.sides, game))
    plugged = _camera(source)
    learned = not recording or enrolled is not None
    kept = _open_journal(journal, recording)
    if recording:
        opening = Opening.new(game, wanted.sides)
        opening = replace(opening, extras=settings.extras.in_force)
    else:
        named = (variant, language, layout, sides) != (None, None, None, None)
        opening = _at_home(settings, game, kept, anew=anew, named=named, seated=sides is not None)
    opening = replace(opening, volume=settings.panel.volume, theme=settings.screen.theme)
    pictures = None
    if kept is not None and plugged is not None:
        pictures = PlayPictures(pictures_folder(journal), settings.pictures.most_bytes, _say)
    display = own_display(settings.screen, headless=headless)
    try:
        end = run_table(
            opening,
            camera=plugged,
            reopen=None if plugged is None or recording else lambda: open_camera(source),
            panel=_panel(settings.panel, recording),
            display=display,
            journal=kept,
            texts=Texts(settings.screen.texts),
            say=_say,
            corners=grid_of(known, game.layout),
            own=partial(_own_table, settings, enrolled) if learned else no_table,
            pictures=pictures,
            moves=settings.screen.motion,
        )
    finally:
        display.close()
        if pictures is not None:
            pictures.close()
        hidden = not recording and _hides_points(opening, kept)
        if kept is not None:
            kept.close()
    if hidden and not is_settled(end.state):
        _say("Points stay hidden until the game is over.")
    else:
        click.echo(score_sheet(end.state), nl=False)
    if isinstance(plugged, FolderCamera) and not plugged.shown_all:
        sys.exit(1)


def _at_home(
    settings: Settings,
    game: Variant,
    kept: Journal | None,
    *,
    anew: bool,
    named: bool,
    seated: bool,
) -> Opening:
    """The unfinished game, else the lobby: with what was played last, or with what the call or the
    settings name. `seated`: the call says who plays, so there may be neither more nor less."""
    offers = household_offers(state_directory(), _say)
    if kept is not None:
        offers = replace(offers, names=names_played(kept))
    resumed = None if kept is None or anew else _unfinished(kept)
    if resumed is not None:
        _say("The unfinished game goes on; --new would begin another one.")
        opening = Opening.again(resumed)
        variant = opening.game.state.variant
        agreed = Setup(variant.name, variant.language, words=listed(opening.extras))
        return replace(opening, words=words_of(agreed, offers, variant), offers=offers)
    wanted = settings.game
    setup = Setup(
        game.name,
        game.language,
        wanted.sides,
        listed(settings.extras),
        wanted.options,
        wanted.layout,
        settings.extras,
    )
    if not seated:
        setup = setup.of_sides(min(max(len(setup.sides), game.sides[0]), _most_sides(game)))
    _checked_sides(setup.sides, game)
    last = None if named or kept is None else last_setup(kept)
    for one in filter(None, (last, setup)):
        try:
            return Opening(one.game(), one.extras, offers=offers, setup=one)
        except (VariantError, ValueError) as error:
            log.info("the lobby can't begin with %s: %s", one, error)
    return Opening.new(game, setup.sides)


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


def _checked_sides(sides: tuple[str, ...], game: Variant) -> tuple[str, ...]:
    fewest, most = game.sides[0], _most_sides(game)
    if not fewest <= len(sides) <= most or len(set(sides)) < len(sides) or not all(sides):
        number = str(fewest) if fewest == most else f"{fewest} to {most}"
        raise click.UsageError(
            f"{game.name} wants {number} sides with different names, "
            f"not {','.join(sides)!r}: use --sides Ann,Ben"
        )
    return sides


def _most_sides(game: Variant) -> int:
    """A side needs a button of its own."""
    return min(game.sides[1], len(SIDE_BUTTONS))


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


def _camera(source: str) -> Camera | None:
    """The camera of that name; without one the game goes on, and it is said. One that can't be
    opened yet is said by the table itself, and sought until it is there."""
    if not source:
        _say("No camera was named (--camera): plays can't be seen.")
        return None
    try:
        return open_camera(source, time.monotonic)
    except CameraNameError as error:
        raise click.UsageError(str(error)) from error
    except CameraError as error:
        if source.startswith(RECORDINGS):
            raise click.UsageError(str(error)) from error
        return AbsentCamera(error)


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


def _open_journal(path: Path | None, recording: bool) -> Journal | None:
    if path is None and recording:
        return None
    where = path if path is not None else state_directory() / GAMES_FILE
    try:
        return Journal(where, time.time)
    except JournalError as error:
        _say(f"{error} The game is not kept.")
        return None


def _unfinished(journal: Journal) -> Resumed | None:
    try:
        return unfinished(journal)
    except JournalError as error:
        raise click.ClickException(f"{error} Use --new to begin another game.") from error


def _hides_points(opening: Opening, kept: Journal | None) -> bool:
    """Whether the points of the game that was played last stay hidden until it is over."""
    last = None if kept is None else last_setup(kept)
    return (opening.extras if last is None else last.extras).hide_scores


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
