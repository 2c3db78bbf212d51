"""`tilekeeper play`: the table itself. Camera, buttons and screen, as far as they are there.

Plugs real devices (or a recording) into device/table.py and prints the score sheet at the end.
Tests: tests/device/test_play.py.
"""

from __future__ import annotations

import logging
import sys
import time
from functools import partial
from pathlib import Path

import click
import msgspec

from device.config import ConfigError, Settings, load_settings
from device.corners import Corners, CornersParam
from device.game_options import board_of, chosen_variant, grid_of, layout_option
from device.journal import Journal, JournalError, state_directory
from device.keeper import Resumed, unfinished
from device.learning import OwnTable
from device.score_sheet import score_sheet
from device.table import run_table
from device.table_files import (
    LearnedTable,
    TableFileError,
    keep_table,
    read_table,
    tables_folder,
)
from device.texts import LANGUAGES, Texts
from engine.variants import Variant
from hardware.camera import Camera, CameraError, FolderCamera, open_camera
from hardware.display import Display
from hardware.panel import KeyboardPanel
from vision.classify import BrokenReaderError, TileNet
from vision.own_tiles import check_styles, shipped_styles
from vision.table_knowledge import TableKnowledge

RECORDINGS = ("folder:", "video:")
"""Cameras whose games are over when they end: they are kept only where --journal asks for it."""

HOUSEHOLD = "tilekeeper.toml"


@click.command()
@click.option("--config", type=click.Path(path_type=Path), help="The household's settings (TOML).")
@click.option("--variant", default=None, help="The game whose rules are meant [classic].")
@click.option("--language", default=None, help="en, fr or de: whose tile set [the game's own].")
@layout_option
@click.option("--sides", default=None, metavar="A,B", help="Names of the sides, two to four.")
@click.option(
    "--camera",
    default=None,
    metavar="KIND:PATH",
    help="folder:PATH (one picture a turn), video:PATH, or v4l2:/dev/v4l/by-id/…",
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
    game = _kept_at_the_table(
        chosen_variant(wanted.variant, wanted.language or None, wanted.options, wanted.layout)
    )
    known = corners if corners is not None else settings.camera.known_corners
    plugged = _camera(settings.camera.source)
    source = settings.camera.source
    recording = source.startswith(RECORDINGS)
    own = None if recording and enrolled is None else _own_table(settings, enrolled, game)
    kept = _open_journal(journal, recording)
    names = _checked_sides(settings.game.sides, game)
    resumed = None if kept is None or anew or recording else _unfinished(kept)
    if resumed is not None:
        game, names = resumed.game.state.variant, resumed.game.state.sides
        _say("The unfinished game goes on; --new would begin another one.")
    display = Display((settings.screen.width, settings.screen.height), headless=headless)
    try:
        end = run_table(
            game,
            names,
            camera=plugged,
            reopen=None if plugged is None or recording else lambda: open_camera(source),
            panel=KeyboardPanel(),
            display=display,
            journal=kept,
            texts=Texts(settings.screen.texts),
            say=_say,
            corners=grid_of(known, game.layout),
            resume=resumed,
            own=own,
        )
    finally:
        display.close()
        if kept is not None:
            kept.close()
    click.echo(score_sheet(end.state), nl=False)
    if isinstance(plugged, FolderCamera) and not plugged.shown_all:
        sys.exit(1)


def _settings(
    config: Path | None,
    variant: str | None,
    language: str | None,
    layout: tuple[str, ...],
    sides: str | None,
    camera: str | None,
    texts: str | None,
) -> Settings:
    household = state_directory() / HOUSEHOLD
    path = config if config is not None else (household if household.is_file() else None)
    try:
        settings = load_settings(path)
    except ConfigError as error:
        raise click.UsageError(str(error)) from error
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
    fewest, most = game.sides
    if not fewest <= len(sides) <= most or len(set(sides)) < len(sides) or not all(sides):
        raise click.UsageError(
            f"{game.name} wants {fewest} to {most} sides with different names, "
            f"not {','.join(sides)!r}: use --sides Ann,Ben"
        )
    if game.targets is not None:
        try:
            game.targets.of(sides)
        except ValueError as error:
            raise click.UsageError(f"{game.name} can't be kept yet: {error}.") from error
    return sides


def _kept_at_the_table(game: Variant) -> Variant:
    """The game, if turns of its kind can be kept with a camera and turn buttons alone."""
    if game.letter_dice is not None or game.letter_clock is not None:
        raise click.UsageError(
            f"{game.name} is played with dice or a clock, which this version doesn't have at the "
            "table yet: its plays can be counted with `tilekeeper score`"
        )
    return game


def _camera(source: str) -> Camera | None:
    """The camera of that name; without one, or if it fails, the game goes on, and it is said."""
    if not source:
        _say("No camera was named (--camera): plays can't be seen.")
        return None
    try:
        return open_camera(source, time.monotonic)
    except CameraError as error:
        if source.startswith(RECORDINGS) or ":" not in source:
            raise click.UsageError(str(error)) from error
        _say(f"No camera: {error}")
        return None


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
    where = path if path is not None else state_directory() / "games.sqlite"
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


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
