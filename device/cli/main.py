"""The command `tilekeeper`: a table of subcommands, each loaded only when it is called.

Knows no game and no picture; exit statuses and the one-sentence errors are decided here.
Tests: tests/device/test_cli.py.
"""

from __future__ import annotations

import gc
import signal
import sys
import threading
from functools import cache
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, cast

import click

from device.cli.commands import Commands
from device.language.command_help import choose_clicks_language, spoken_command
from device.language.texts import N_
from device.registry import registered
from device.system.files import state_directory
from device.system.privileges import PrivilegesError, work_as_owner_of
from device.system.terminal import (
    InputError,
    OutputError,
    leave,
    open_standard_streams,
    say_error,
    status_of_output,
    terminal_texts,
    translate,
)
from device.system.unfinished import UnfinishedError, finish_all
from hardware.threads import log_dying_threads

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

COMMANDS: dict[str, str] = {
    "calibrate": N_("Find the board in a photo and print its corners for --corners."),
    "clock": N_("Run Party’s clock or a sand timer by itself."),
    "demo": N_("Play a whole game on the virtual table."),
    "doctor": N_("Check the device, and say how to fix what’s wrong."),
    "enrol": N_("Learn your own tiles and board from a few photos."),
    "export": N_("Write a recorded game as GCG, JSON or a table."),
    "history": N_("Show the games played here, and their score sheets."),
    "judge": N_("Check whether words are valid, and by which list."),
    "play": N_("Keep the score of a game at the table."),
    "read": N_("Read the board in photos."),
    "replay": N_("Replay a recorded game and check every point of it."),
    "roll": N_("Roll the dice of Party or Scramble."),
    "score": N_("Score plays given as JSON Lines."),
    "teach": N_("Learn the premium squares of your own board from a photo of it."),
    "watch": N_("Follow a game through a folder of pictures."),
    "words": N_("Manage your own words and lists."),
}
"""Every subcommand `x` lives in device/cli/x.py as `command`; this is its line in --help. Add-ons
have more."""


@cache
def all_commands() -> Mapping[str, Listed]:
    """Those, and the add-ons'."""
    own = {name: Listed(f"device.cli.{name}", line) for name, line in COMMANDS.items()}
    for more in registered("commands", Commands).values():
        own |= {name: Listed(more.module(name), line) for name, line in more.lines.items()}
    return MappingProxyType(own)


class Listed(NamedTuple):
    """A subcommand: the module that has it as `command`, and its line in --help."""

    module: str
    line: str


class LazyGroup(click.Group):
    """Loads a subcommand's module (and cv2, pygame … with it) only when it is called."""

    def __call__(self, *_: object, **__: object) -> NoReturn:
        """The command as a standalone program."""
        open_standard_streams()
        log_dying_threads()
        status = self._status()
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is already ending
        leave(status_of_output(status))

    def _status(self) -> str | int | None:
        try:
            work_as_owner_of(state_directory())
            status: str | int | None = self.main()
        except SystemExit as end:
            return end.code
        except (InputError, PrivilegesError) as error:
            say_error(str(error), as_json=False)
            return 1
        except OutputError:
            return 1  # status_of_output reports why
        except KeyboardInterrupt:  # before click is there to say so
            click.echo(terminal_texts()("Aborted!"), err=True)
            return 1
        except BaseException:  # noqa: BLE001  (printed as Python prints it)
            sys.excepthook(*sys.exc_info())
            return 1
        return status

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """The same in the language of the terminal."""
        choose_clicks_language()
        run = cast("Callable[..., Any]", click.Command.main)
        return run(spoken_command(self, terminal_texts()), *args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Usage errors are in the language of the terminal. An interrupted restore is finished
        before anything reads what it puts back."""
        try:
            ctx.obj = _finish_what_was_cut_off()
            return super().invoke(ctx)
        except click.ClickException as error:
            error.__dict__["message"] = translate(error.message)  # set once, by its own account
            raise

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(all_commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS:
            module = f"device.cli.{cmd_name}"
        elif cmd_name in all_commands():
            module = all_commands()[cmd_name].module
        else:
            return None
        command = _loaded(module).command
        if not isinstance(command, click.Command):
            raise TypeError(f"{module} defines no click command")
        return spoken_command(command, terminal_texts())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        texts = terminal_texts()
        with formatter.section(texts("Commands")):
            listed = sorted(all_commands().items())
            formatter.write_dl([(name, texts(one.line)) for name, one in listed])


def _finish_what_was_cut_off() -> list[str]:
    """What was reported, for a command that has a screen, too."""
    try:
        finished = finish_all(state_directory())
    except UnfinishedError as error:
        raise InputError(str(error)) from error
    for sentence in finished:
        say_error(sentence, as_json=False)
    return finished


def _loaded(name: str) -> ModuleType:
    """A module with everything it imports. Loaded objects stay: they are excluded from garbage
    collection, both now (a tenth of the time to the first screen) and later (when a press would
    wait for it)."""
    gc.disable()
    try:
        return import_module(name)
    finally:
        gc.freeze()
        gc.enable()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tilekeeper")
def main() -> None:
    """Reads the tiles on a word-game board and keeps the score."""
