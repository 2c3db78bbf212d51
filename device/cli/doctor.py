"""`tilekeeper doctor`: how the device is, a line a check, with what to do.

Asks the table that runs as a service; if none does it opens camera and panel itself. Heavy modules
are loaded only where needed, so that a running table is asked at once. Marks and letters that a
terminal can't write are replaced by others that it can. Tests: tests/device/test_doctor_command.py,
tests/device/test_report_page.py.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from device.doctor.checks import CheckGrade, Subject
from device.language.command_help import OptionWithValues
from device.language.texts import SOURCE, TEXT_LANGUAGES, Message, Texts
from device.settings.config import ConfigError, Settings, load_settings
from device.system.files import runtime_directory, settings_file, state_directory, there
from device.system.terminal import (
    either,
    fail,
    printable_lines,
    say_json_text,
    terminal_behind,
    terminal_texts,
    writable,
)
from device.table.report import (
    JOIN_THE_GROUP,
    SOCKET_NAME,
    AnyCheck,
    OwnCheck,
    Rating,
    SaidCheck,
    SaidReport,
    TableSilentError,
    ask_table,
    json_lines,
    say_report,
    somebody_answers,
)
from engine.sentences import Sentence
from engine.tiles import TILE_LANGUAGES

if TYPE_CHECKING:
    from engine.variants import Variant


# --- the page ---

COLOURS: dict[Rating, str] = {"good": "green", "doubtful": "yellow", "bad": "red"}
MARKS: dict[Rating, str] = {"good": "✓", "doubtful": "!", "bad": "✗"}
PLAIN_MARKS: dict[Rating, str] = {"good": "+", "doubtful": "!", "bad": "x"}

NARROWEST = 40
"""The columns below which text is no longer folded."""


@dataclass(frozen=True)
class Terminal:
    """The medium of a page: its width, None where lines may have any length; its encoding; and
    whether it has colours."""

    width: int | None
    encoding: str
    colours: bool

    def can_write(self, text: str) -> bool:
        try:
            text.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def fitting(self, text: str) -> str:
        """The text in letters that can be written: é becomes e where necessary, and terminal
        control codes are removed."""
        return writable(printable_lines(text), self.encoding)


def page(report: SaidReport, texts: Texts, terminal: Terminal) -> str:
    """The whole page."""
    widest = max((len(check.name) for check in report.checks), default=0)
    lines: list[str] = []
    before: Rating | None = None
    for check in report.checks:
        if before not in (None, check.verdict):
            lines.append("")
        before = check.verdict
        lines += _lines(check, widest, terminal)
    return "\n".join([*lines, "", *_summary(report, texts, terminal)]) + "\n"


def _lines(check: SaidCheck, widest: int, terminal: Terminal) -> Iterator[str]:
    mark = MARKS[check.verdict]
    if not terminal.can_write("".join(MARKS.values())):
        mark = PLAIN_MARKS[check.verdict]
    if terminal.colours:
        mark = click.style(mark, fg=COLOURS[check.verdict], bold=True)
    name = terminal.fitting(check.name).ljust(widest)
    indent = " " * (widest + 4)
    first, *more = _folded(terminal.fitting(check.value), len(indent), terminal.width)
    yield f"{mark} {name}  {first}".rstrip()
    yield from (f"{indent}{line}" for line in more)
    if check.advice is not None:
        arrow = "→ " if terminal.can_write("→") else "> "
        first, *more = _folded(terminal.fitting(check.advice), len(indent) + 2, terminal.width)
        yield f"{indent}{arrow}{first}"
        yield from (f"{indent}  {line}" for line in more)


def _folded(text: str, indent: int, width: int | None) -> list[str]:
    line = text.replace("\n", " ")
    if width is None or width - indent < NARROWEST // 2 or width < NARROWEST:
        return [line]
    # Commands and folders stay whole, to be copied.
    return textwrap.wrap(line, width - indent, break_long_words=False, break_on_hyphens=False) or [
        ""
    ]


def _summary(report: SaidReport, texts: Texts, terminal: Terminal) -> Iterator[str]:
    counted = report.summary
    numbers = {"bad": counted.bad, "doubtful": counted.doubtful, "good": counted.good}
    if counted.bad or counted.doubtful:
        text = texts("To fix: {bad} – could be better: {doubtful} – fine: {good}", **numbers)
    else:
        text = texts("All is well. Checks: {good}", **numbers)
    yield terminal.fitting(text)


# --- the command ---

STOP = "sudo systemctl stop tilekeeper"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One line of JSON per check, then a summary.")
@click.option(
    "--texts",
    type=click.Choice(TEXT_LANGUAGES),
    default=None,
    help="Language of the page [the terminal’s, settings].",
)
@click.option(
    "--photo",
    type=click.Path(path_type=Path),
    default=None,
    help="Check a photo instead of the camera.",
)
@click.option("--camera", metavar="KIND:PATH", default=None, help="As for `play` [settings, auto].")
@click.option(
    "--variant",
    default=None,
    metavar="NAME",
    help="The game whose board is on the table [settings].",
)
@click.option(
    "--language",
    cls=OptionWithValues,
    default=None,
    metavar="CODE",
    help=Sentence(
        "{languages}: whose tile set [the game’s own].", languages=either(TILE_LANGUAGES)
    ),
)
@click.option("--config", type=click.Path(path_type=Path), help="Your settings (TOML).")
@click.option(
    "--parts", is_flag=True, help="Try every lamp, sound and button: somebody has to press them."
)
@click.option("--bench", is_flag=True, help="Measure how fast this device is.")
def command(
    as_json: bool,
    texts: str | None,
    photo: Path | None,
    camera: str | None,
    variant: str | None,
    language: str | None,
    config: Path | None,
    parts: bool,
    bench: bool,
) -> None:
    """Check the device: one line per check, with what to do, the worst first.

    While tilekeeper runs as a service, it’s asked: it has the camera and the buttons. Otherwise
    camera, buttons and the rest are tried here, and released.

    
    Exit status: 0 nothing needs fixing, 1 something does, 2 the call is wrong.
    --parts and --bench stand alone. Games and players’ names are never shown.
    """
    if parts and bench:
        raise click.UsageError(Sentence("--parts and --bench are separate calls: use one of them"))
    logging.basicConfig(level=logging.CRITICAL)  # the report says better what is logged
    if _closed(folder := state_directory()):
        fail(
            Sentence("no permission to read {folder}: {why}", folder=folder, why=JOIN_THE_GROUP),
            as_json,
        )
    settings, remarks = _settings(config)
    say = _language(texts, settings, as_json=as_json)
    if bench:
        _bench(say, as_json)
        return
    looks = (photo, camera, variant, language, config) != (None,) * 5
    running = _running_table(say.language, wanted=not looks and not parts, as_json=as_json)
    if parts:
        if running is not None:
            fail(
                Sentence(
                    "tilekeeper is running and has the buttons and lamps: stop it with `{stop}`",
                    stop=STOP,
                ),
                as_json,
            )
        report = say_report([*remarks, *_parts(settings, say)], say, "alone")
    elif isinstance(running, SaidReport):
        _teller(say)(Message("tilekeeper responds."))
        report = running
    else:
        game, more = _game(settings, variant, language)
        runs = running is not None
        checks = _alone(settings, game, camera, photo, say, table_runs=runs, as_json=as_json)
        checks = [*_table_check(runs), *remarks, *more, *checks]
        report = say_report(checks, say, "alone")
    _print(report, say, as_json)
    if report.summary.bad:
        sys.exit(1)


def _language(texts: str | None, settings: Settings, *, as_json: bool) -> Texts:
    """The language of the page: the one asked for, else the terminal's, else the household's;
    machine-readable output doesn't depend on the terminal."""
    if texts is not None:
        return Texts(texts)
    if not as_json and (terminal := terminal_texts()).language != SOURCE:
        return terminal
    return Texts(settings.screen.texts)


def _closed(folder: Path) -> bool:
    """Whether a folder is closed to this user; one that doesn't exist, or can't, isn't."""
    try:
        return not os.access(folder, os.R_OK | os.X_OK) and folder.exists()
    except PermissionError:
        return True
    except OSError:
        return False


def _settings(config: Path | None) -> tuple[Settings, list[OwnCheck]]:
    """The household's settings, or the default ones if those can't be used, with the check."""
    file = config if config is not None else settings_file()
    name = Message("Settings")
    if file is None:
        usual = Message("the defaults: there’s no settings file")
        return Settings(), [OwnCheck("settings", name, CheckGrade.GOOD, usual)]
    value = Message("{file}", {"file": str(file)})
    try:
        return load_settings(file), [OwnCheck("settings", name, CheckGrade.GOOD, value)]
    except ConfigError as error:
        value = Message("{sentence}", {"sentence": str(error)})
        advice = Message("Fix that; until then, defaults apply.")
        return Settings(), [OwnCheck("settings", name, CheckGrade.BAD, value, advice)]


def _running_table(language: str, *, wanted: bool, as_json: bool) -> SaidReport | bool | None:
    """The report of the table running here; True if one runs and its report isn't wanted; None if
    none runs."""
    folder = runtime_directory()
    if folder is None:
        return None
    if not wanted:
        return somebody_answers(folder / SOCKET_NAME) or None
    try:
        return ask_table(folder / SOCKET_NAME, language)
    except TableSilentError as error:
        fail(str(error), as_json)


def _table_check(runs: bool) -> Iterator[OwnCheck]:
    if runs:
        yield OwnCheck(
            "table",
            Message("Table"),
            CheckGrade.DOUBTFUL,
            Message("it’s running, and has the camera and buttons"),
            Message("Stop it for this with `{stop}`.", {"stop": STOP}),
        )


def _game(
    settings: Settings, variant: str | None, language: str | None
) -> tuple[Variant, list[OwnCheck]]:
    """The named game, else that of the settings, else the classic one with what was wrong with the
    settings'."""
    from device.settings.options import chosen_variant
    from engine.variants import load_variant

    wanted = settings.game
    if variant is not None and variant != wanted.variant:
        return chosen_variant(variant, language), []
    named = language or wanted.language or None
    try:
        return chosen_variant(wanted.variant, named, wanted.options, wanted.layout), []
    except click.UsageError as error:
        if (variant, language) != (None, None):
            raise
        value = Message("{sentence}", {"sentence": error.message})
        advice = Message("Fix [game] in the settings.")
        check = OwnCheck("game", Message("Game"), CheckGrade.BAD, value, advice)
        return load_variant("classic", None), [check]


def _alone(
    settings: Settings,
    game: Variant,
    camera: str | None,
    photo: Path | None,
    say: Texts,
    *,
    table_runs: bool,
    as_json: bool,
) -> list[AnyCheck]:
    """The checks without asking a table; `table_runs`: though one runs."""
    from device.cli.doctor_alone import ToExamine, examine_alone
    from device.system.photo_files import load_photo
    from hardware.picture_files import PictureFileError

    picture = None
    if photo is not None:
        try:
            picture = load_photo(photo)
        except PictureFileError as error:
            fail(str(error), as_json, photo=str(photo))
    if camera is not None:
        source = msgspec.structs.replace(settings.camera, source=camera)
        settings = msgspec.structs.replace(settings, camera=source)
    return list(examine_alone(ToExamine(settings, game, picture, table_runs), _teller(say)))


def _parts(settings: Settings, say: Texts) -> Iterator[AnyCheck]:
    """The checks of an interactive trial by eye, ear and finger."""
    from device.cli.doctor_trials import try_parts

    yield from try_parts(settings.panel, _teller(say))


def _bench(say: Texts, as_json: bool) -> None:
    """Prints each figure as soon as it is measured."""
    import sqlite3

    from device.cli.doctor_trials import figures, machine_line

    folder = there(state_directory())
    _teller(say)(Message("This takes up to a minute…"))
    machine = machine_line()
    text = json.dumps({"machine": Texts(SOURCE).say(machine)}) if as_json else say.say(machine)
    print(text, flush=True)
    try:
        for figure in figures(folder):
            if as_json:
                line = {"figure": figure.key, "ms": round(figure.median, 1)}
                print(json.dumps({**line, "worst_ms": round(figure.worst, 1)}), flush=True)
            else:
                what = say.say(figure.what)
                worst = say.say(Message("at worst {ms} ms", {"ms": round(figure.worst)}))
                print(f"{figure.median:8.1f} ms  {what} ({worst})", flush=True)
    except (OSError, sqlite3.Error) as error:
        fail(
            Sentence("can’t write to {folder} ({why}): check the disk", folder=folder, why=error),
            as_json,
        )


def _teller(say: Texts) -> Callable[[Message], None]:
    """Reports progress on standard error."""
    return lambda message: click.echo(say.say(message), err=True)


def _print(report: SaidReport, say: Texts, as_json: bool) -> None:
    if as_json:
        # A home folder bears its owner's name, and this is sent to strangers.
        home = os.path.expanduser("~")  # where there is none, Path.home() fails
        for line in json_lines(report).decode().replace(f"{home}/", "~/").splitlines():
            say_json_text(line)
        return
    written_to_screen = sys.stdout.isatty()
    colours = written_to_screen and not os.environ.get("NO_COLOR")  # empty is unset: no-color.org
    width = shutil.get_terminal_size().columns if written_to_screen else None
    terminal = Terminal(width, sys.stdout.encoding or "ascii", colours)
    out = terminal_behind(sys.stdout)
    out.write(page(report, say, terminal))
    out.flush()
    if any(check.check == Subject.BUTTONS for check in report.checks):
        trial = {"command": "tilekeeper doctor --parts"}
        hint = Message("Do the lamps light, sounds play, buttons work? Try them: {command}", trial)
        click.echo(terminal.fitting(say.say(hint)))
