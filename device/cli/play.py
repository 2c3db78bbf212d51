"""`tilekeeper play`: the table itself. Camera, buttons and screen, as far as they are there.

Plugs real devices (or a recording) into device/table/run.py and prints the score sheet at the end.
Tests: tests/device/test_play.py, tests/device/test_appliance.py.
"""

from __future__ import annotations

import faulthandler
import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click
import msgspec

from device.language.button_names import names_on
from device.language.command_help import OptionWithValues
from device.language.texts import TEXT_LANGUAGES, Texts
from device.registry import left_out, use_ways_back_alone
from device.score.sheet import HIDDEN, score_sheet
from device.session.care.network import SEE_NETWORK
from device.session.core.effects import ExitAction, Job
from device.session.core.offered import load_menus
from device.session.core.state import TRIED, DeviceState
from device.settings.config import (
    CornersParam,
    GameSettings,
    Settings,
    own_display,
    own_panel,
)
from device.settings.options import (
    called_settings,
    grid_of_corners,
    layout_option,
    rows_of_layout,
    wanted_game,
)
from device.storage.journal import Journal, JournalError, journal_file
from device.storage.pictures import PlayPictures, pictures_folder
from device.storage.screen_language import keep_language, kept_language
from device.storage.sound_card import keep_card, kept_card
from device.storage.state_file import state_file
from device.storage.tables import (
    LearnedTable,
    TableFileError,
    keep_table,
    read_table,
    tables_folder,
)
from device.system.files import (
    NO_HOME,
    PROGRAM,
    is_nowhere,
    keep_to_owner,
    logs_directory,
    runtime_directory,
)
from device.system.given_files import FileParam
from device.system.network import this_network
from device.system.process import Holder, JournalLock, TakenError, hold, hold_patiently
from device.system.service import (
    LEFT_OF_LAST_JOB,
    RESTART_STATUS,
    FreshStarts,
    LogFiles,
    PowerOffError,
    ServiceManager,
    leave_behind,
    left_behind,
    log_to_stderr,
    power_off,
)
from device.system.terminal import either, remark, say_line
from device.system.unfinished import UnfinishedError, finish_all
from device.table.addons import AddOnTable, parts_of_addons
from device.table.console import Console
from device.table.equipment import (
    Equipment,
    Output,
    Storage,
    no_table,
)
from device.table.learning import OwnTable
from device.table.opening import (
    SAFE_START,
    Opening,
    StartupReport,
    addon_left_out,
    at_home,
    camera_named,
    done_last,
    hides_points,
    live_source,
    no_log,
    not_kept,
    not_switched_off,
    recorded,
    settings_unused,
    was_damaged,
)
from device.table.run import Service, run_table
from device.table.snapshots import Snapshots
from engine.sentences import Sentence, with_stop
from engine.tiles import TILE_LANGUAGES
from engine.turns.ending import is_settled
from engine.variants import Variant
from hardware.cameras.kinds import is_recording, kinds_help, open_camera
from hardware.cameras.port import Camera
from hardware.cameras.recordings import FolderCamera
from hardware.display import Display
from hardware.panel.held import ok_is_held
from hardware.panel.port import KeyboardPanel, Panel
from hardware.panel.speaker import sound_cards
from hardware.terminal_keys import TerminalKeys, takes_keys
from vision.household.own_tiles import TableKnowledge, check_styles, shipped_styles
from vision.reading import Corners
from vision.square.classify import TileNet
from vision.square.network import BrokenReaderError

WAIT_FOR_THE_OTHER = 45.0
"""Seconds for which an appliance waits for another table to end: long enough that systemd, which
restarts it, never has eight starts in five minutes (systemd/tilekeeper.service)."""


PACE = 3.0
"""Seconds between two turns of a recording with an audience: time to read what counted."""


NOTHING_TO_PRESS = Sentence(
    "Nothing can be pressed here: no screen, no button panel, no terminal to type in. Start "
    "tilekeeper in a terminal or on a desktop, plug in a screen, or wire up buttons. Ctrl+C stops "
    "it; the game is saved."
)
"""Said where a game can only be waited for."""

TERMINAL_KEYS = Sentence(
    "No screen: play here in the terminal. Type your play, or press a key: OK, the arrows, 1 to 4 "
    "for the players, UNDO, CHALLENGE, PAUSE, END. Ctrl+C stops it; the game is saved."
)
"""Said in a terminal that stands in for a screen."""


@click.command()
@click.option("--config", type=click.Path(path_type=Path), help="Your settings (TOML).")
@click.option(
    "--variant", default=None, metavar="NAME", help="The game whose rules apply [classic]."
)
@click.option(
    "--language",
    cls=OptionWithValues,
    default=None,
    metavar="CODE",
    help=Sentence(
        "{languages}: whose tile set [the table’s, if the game has it].",
        languages=either(TILE_LANGUAGES),
    ),
)
@layout_option
@click.option("--sides", default=None, metavar="A,B", help="Names of the players, two to four.")
@click.option(
    "--camera",
    cls=OptionWithValues,
    default=None,
    metavar="KIND[:PATH]",
    help=kinds_help(),
)
@click.option("--corners", type=CornersParam(), default=None, help="As `calibrate` prints them.")
@click.option(
    "--enrolled",
    metavar="NAME",
    default=None,
    help="The table: its tiles and board [your own; none for recordings].",
)
@click.option(
    "--texts", type=click.Choice(TEXT_LANGUAGES), default=None, help="Language of the screen."
)
@click.option("--journal", type=FileParam(), help="Its file.")
@click.option(
    "--new", "new_game", is_flag=True, help="Start a new game, even if one is unfinished."
)
@click.option("--headless", is_flag=True, help="No window, even where there is a screen.")
@click.option("--verbose", is_flag=True, help="Log the game to standard error.")
@click.option(
    "--appliance",
    is_flag=True,
    help="No keyboard: start even if a part doesn’t work, and say which on the screen.",
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
    new_game: bool,
    headless: bool,
    verbose: bool,
    appliance: bool,
) -> None:
    """Keep the score of a game at the table.

    
    Keys instead of buttons: 1 to 4 the players’ turn buttons, Enter OK, arrows choose,
    U undo, C challenge, P pause, Escape ends the game.
    """
    log_to_stderr(verbose=verbose)
    call = _Call(
        config, variant, language, layout, sides, camera, corners, enrolled, texts, journal
    )
    start = StartupReport(attended=not appliance, say=remark)
    with ExitStack() as at_the_end:
        manager = at_the_end.enter_context(closing(ServiceManager.of_this_process(time.monotonic)))
        if appliance:
            _write_logs(at_the_end, start)
        own_folder = runtime_directory() if manager.there else None
        if (why := left_behind(own_folder)) is not None:
            start.report(not_switched_off(why))
        if (said := left_behind(own_folder, LEFT_OF_LAST_JOB)) is not None:
            start.report(done_last(said))
        for sentence in click.get_current_context().obj or ():
            start.show(done_last(sentence))
        settings = _with_card(_settings(call, start), journal_file(journal).parent)
        recording = is_recording(settings.camera.source)
        # A recording that can't be counted is refused before anything is kept.
        begun = recorded(settings) if recording else None
        kept = None
        if not recording or journal is not None:
            # Released last: the next program finds everything written.
            at_the_end.enter_context(closing(_held(journal, start, service=manager.there)))
        to_close = at_the_end.enter_context(ExitStack())
        if not recording or journal is not None:
            kept = _open_journal(journal, start, to_close)
        panel = own_panel(settings.panel) if appliance else None
        safe = panel is not None and ok_is_held(panel)
        if safe:
            settings = _safe(settings)
            start.report(SAFE_START)
            use_ways_back_alone()
        game, opening = begun or _at_home(call, settings, kept, start, new_game=new_game)
        table_camera = camera_named(
            settings.camera.source,
            remark,
            Texts(settings.screen.texts),
            settings.camera.mains,
        )
        storage = _storage(
            call, settings, kept, to_close, pictures=table_camera is not None, safe=safe
        )
        display = own_display(settings.screen, headless=headless)
        at_the_end.callback(display.close)
        if safe and isinstance(panel, KeyboardPanel):
            display.enter_is_held()
        in_terminal = start.attended and not recording and not display.visible and takes_keys()
        console = Console(say_line) if in_terminal else None
        if in_terminal:
            display.missing = TERMINAL_KEYS
        say = remark if console is None else console.say
        if isinstance(table_camera, FolderCamera) and display.visible:
            table_camera.pace = PACE
        equipment = _equipment(
            call,
            settings,
            game,
            table_camera,
            display,
            TerminalKeys() if in_terminal else None,
            panel,
        )
        here = journal_file(journal).parent
        spoken = Texts(settings.screen.texts, names_on(equipment.panel))
        addons = parts_of_addons(
            AddOnTable(
                settings,
                None if kept is None else kept.path,
                journal is None,
                storage.pictures,
                own_folder,
                spoken,
                remark,
                at_the_end,
            )
        )
        load_menus()
        for one in left_out():
            start.report(addon_left_out(one))
        opening = replace(
            opening,
            device=DeviceState(
                kept=recording or kept is not None,
                volume=settings.panel.volume,
                cards=sound_cards() if settings.panel.speaker else (),
                card=settings.panel.sound_card,
                theme=settings.screen.theme,
                may_switch_off=appliance and manager.there,
                celebrates=settings.screen.celebrate,
                addons=addons.state,
                safe=safe,
            ),
            troubles=start.troubles,
            attended=not appliance,
        )
        opening = _spoken(opening, call, settings, here, equipment)
        end = run_table(
            opening,
            equipment,
            Output(
                spoken,
                say,
                motion=settings.screen.motion,
                keep_language=partial(keep_language, here),
                use_card=partial(_use_card, here),
                jobs={SEE_NETWORK: this_network},
                addons=addons,
                onlookers=() if console is None else (console,),
            ),
            storage,
            service=Service(manager, FreshStarts(own_folder, time.monotonic)),
        )
        hidden = not recording and hides_points(opening, kept)
        to_close.close()
        if end.then is ExitAction.SWITCH_OFF:
            manager.alive()
            _switch_off(own_folder)
        if end.last is not None:
            leave = partial(leave_behind, own_folder, name=LEFT_OF_LAST_JOB)
            _do_last(addons.jobs[end.last.name], end.last, leave, manager)
    if hidden and not is_settled(end.game.state):
        remark(with_stop(HIDDEN))
    elif end.game.state.entries:  # a game in which nothing has counted has no sheet
        click.echo(
            score_sheet(end.game.state, spoken, closed=end.finished and not recording), nl=False
        )
    if end.then is ExitAction.RESTART:
        sys.exit(RESTART_STATUS)
    if isinstance(table_camera, FolderCamera) and not table_camera.shown_all:
        sys.exit(1)


@dataclass(frozen=True)
class _Call:
    """The values from the command line; None where it gives none."""

    config: Path | None
    variant: str | None
    language: str | None
    layout: str | None
    sides: str | None
    camera: str | None
    corners: Corners | None
    enrolled: str | None
    texts: str | None
    journal: Path | None

    @property
    def of_the_game(self) -> tuple[str | None, ...]:
        """Its values for the game and its players."""
        return self.variant, self.language, self.layout, self.sides

    @property
    def names_a_game(self) -> bool:
        """Whether it has any of them."""
        return any(one is not None for one in self.of_the_game)


def _settings(call: _Call, start: StartupReport) -> Settings:
    """The household's settings with the call's values above them; an appliance uses the default
    settings where the household's can't be used, and only a live camera."""
    settings = start.or_else(
        lambda: called_settings(
            call.config,
            call.variant,
            call.language,
            rows_of_layout(call.layout),
            call.sides,
            call.camera,
            call.texts,
        ),
        Settings,
        settings_unused,
    )
    if start.attended:
        return settings
    source = settings.camera.source or "auto"
    source = start.or_else(lambda: live_source(source), lambda: "auto", settings_unused)
    camera = msgspec.structs.replace(settings.camera, source=source)
    return msgspec.structs.replace(settings, camera=camera)


def _safe(settings: Settings) -> Settings:
    """The default settings, but with the panel on which OK was held."""
    camera = msgspec.structs.replace(Settings().camera, source="auto")
    return msgspec.structs.replace(Settings(), camera=camera, panel=settings.panel)


def _at_home(
    call: _Call, settings: Settings, kept: Journal | None, start: StartupReport, *, new_game: bool
) -> tuple[Variant, Opening]:
    """The game in the settings, and the table as it begins with it; another game if that one can't
    be used."""

    def begun(chosen: Settings) -> tuple[Variant, Opening]:
        game, seated = wanted_game(chosen.game), call.sides is not None
        named = call.names_a_game
        return game, at_home(
            chosen, game, kept, start, remark, new_game=new_game, named=named, seated=seated
        )

    others = msgspec.structs.replace(settings, game=GameSettings())
    return start.or_else(lambda: begun(settings), lambda: begun(others), settings_unused)


def _storage(
    call: _Call,
    settings: Settings,
    kept: Journal | None,
    to_close: ExitStack,
    *,
    pictures: bool,
    safe: bool,
) -> Storage:
    """What is kept with the journal; `pictures`: of plays too; `safe`: only the game is taken up
    where it was, not what the screen showed."""
    recording = is_recording(settings.camera.source)
    of_plays = None
    if kept is not None and pictures:
        folder = pictures_folder(call.journal)
        of_plays = PlayPictures(folder, settings.pictures.most_bytes, remark)
        to_close.callback(of_plays.close)
    path = None
    if kept is not None and not recording and not safe:
        path = state_file(journal_file(call.journal))
    called = "" if recording or not call.names_a_game else repr(call.of_the_game)
    snapshots = Snapshots(path, remark, called)
    to_close.callback(snapshots.close)
    learned = not recording or call.enrolled is not None
    own = partial(_own_table, settings, call.enrolled) if learned else no_table
    return Storage(kept, of_plays, own, snapshots)


def _equipment(
    call: _Call,
    settings: Settings,
    game: Variant,
    camera: Camera | None,
    display: Display,
    keys: TerminalKeys | None,
    opened: Panel | None,
) -> Equipment:
    """The devices in use: for a recording the keyboard in place of the panel; `keys`: those of the
    terminal, where it stands in for the screen; `opened`: the panel, if it is open already."""
    source, hertz = settings.camera.source, settings.camera.mains
    recording = is_recording(source)
    known = call.corners if call.corners is not None else settings.camera.known_corners
    panel = KeyboardPanel() if recording else opened or own_panel(settings.panel)
    if isinstance(panel, KeyboardPanel) and not recording and not display.visible:
        panel.missing = NOTHING_TO_PRESS if keys is None else None
    return Equipment(
        panel,
        display,
        camera,
        None if camera is None or recording else lambda: open_camera(source, hertz=hertz),
        mirrored=settings.camera.mirror,
        corners=grid_of_corners(known, game.layout),
        keys=keys,
    )


def _use_card(folder: Path, card: str) -> str | None:
    """Moves tones to another sound card, now and after the next start; returns why it can't be
    had."""
    from hardware.panel.speaker import use_card

    keep_card(folder, card)
    return use_card(card)


def _with_card(settings: Settings, folder: Path) -> Settings:
    """The settings with the sound card chosen at the table, if one was and it is there."""
    card = kept_card(folder)
    if card is None or (card and card not in sound_cards()):
        return settings
    panel = msgspec.structs.replace(settings.panel, sound_card=card)
    return msgspec.structs.replace(settings, panel=panel)


def _spoken(
    opening: Opening, call: _Call, settings: Settings, folder: Path, equipment: Equipment
) -> Opening:
    """The same in the language chosen at the table, unless the call names one; with the buttons
    that exist. It is a first start if no choice or play has been made yet and the screen, or a
    terminal in its place, can be seen."""
    chosen = None if call.texts is not None else kept_language(folder)
    played = opening.offers is not None and opening.offers.names
    named = call.texts is not None or call.names_a_game
    seen = equipment.display.visible or equipment.keys is not None
    first = chosen is None and not played and not named and seen
    width, height = equipment.display.surface.get_size()
    device = replace(
        opening.device,
        texts=chosen or settings.screen.texts,
        keyboard=isinstance(equipment.panel, KeyboardPanel),
        upright=height > width,
    )
    if (parts := equipment.panel.parts) is not None:
        device = replace(device, buzzer=parts.buzzer)
        there = {*parts.buttons, *(("back", "next") if parts.encoder else ())}
        device = replace(device, buttons=tuple(b for b in TRIED if b.value in there))
    opening = opening if chosen is None else opening.spoken(chosen)
    return replace(opening, device=device, first_start=first)


def _write_logs(at_the_end: ExitStack, start: StartupReport) -> None:
    """A service keeps a log; if it can't, the stacks of a hanging program go to standard error."""
    folder = logs_directory()
    try:
        if folder is not None:
            at_the_end.enter_context(LogFiles(folder))
            return
    except OSError as error:
        start.report(no_log(str(error)))
    faulthandler.enable(sys.__stderr__ or 2)


def _switch_off(folder: Path | None) -> None:
    """Switches the machine off while the screen still says so; exit status 1 if it stays on: the
    service manager starts the program again, which then reports why."""
    try:
        power_off()
    except PowerOffError as error:
        remark(str(error))
        leave_behind(folder, str(error))
        sys.exit(1)


def _own_table(settings: Settings, enrolled: str | None, game: Variant) -> OwnTable | None:
    """What is known of the table so far, maybe nothing; None, with a message, if its file can't be
    used."""
    name, folder = enrolled or settings.table.name, tables_folder()
    try:
        known = read_table(folder, name)
        check_styles(TileNet(), shipped_styles())
    except (TableFileError, BrokenReaderError) as error:
        remark(
            Sentence("{why}. The game continues without what was known about the table.", why=error)
        )
        return None
    table = known or LearnedTable(name, game.name, game.language, TableKnowledge())
    keep = partial(keep_table, folder) if settings.table.learn else None
    return OwnTable(table, keep)


def _do_last(
    do: Callable[..., object], job: Job, leave: Callable[[str], None], manager: ServiceManager
) -> None:
    """Runs the last job of a table while the screen says so; the program that starts next announces
    its result, which the job itself leaves behind at the right moment."""
    with ThreadPoolExecutor(1) as thread:
        doing = thread.submit(do, *job.args, leave)
        while not wait([doing], ALIVE_EVERY).done:
            manager.alive()
    remark(str(doing.result()))


ALIVE_EVERY = 1.0
"""Seconds between two pings of the watchdog while the last job is running."""


def _held(path: Path | None, start: StartupReport, *, service: bool) -> JournalLock:
    """The games in their place, locked for this table alone. If another one has them, the program
    says so and ends: two would write into each other's games. An appliance waits first, since its
    previous run may still be ending; systemd lets it try again."""
    place = journal_file(path)
    if is_nowhere(place):
        return JournalLock(None, "")  # _open_journal reports it
    holder = Holder(os.getpid(), time.time(), service)
    try:
        if start.attended:
            held = hold(place, holder)
        else:
            held = hold_patiently(place, holder, WAIT_FOR_THE_OTHER, remark)
    except TakenError as error:
        raise click.ClickException(str(error)) from error
    try:
        for trouble in finish_all(place.parent, held=True):
            start.report(done_last(trouble))
    except UnfinishedError as error:
        raise click.ClickException(str(error)) from error
    if held.trouble:
        remark(held.trouble)
    if place.parent.name == PROGRAM:
        keep_to_owner(place.parent)
    return held


def _open_journal(path: Path | None, start: StartupReport, to_close: ExitStack) -> Journal | None:
    """The journal in its place, closed at the end; without one the game goes on, with a message."""
    place = journal_file(path)
    if is_nowhere(place):
        start.report(not_kept(NO_HOME))
        return None
    try:
        kept = Journal(place, time.time)
    except JournalError as error:
        start.report(not_kept(str(error)))
        return None
    to_close.callback(kept.close)
    if kept.trouble:
        start.report(was_damaged(kept.trouble))
    return kept
