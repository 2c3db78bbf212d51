"""The help of commands in the terminal's language: click's own words, and ours.

The texts of commands are where click expects them, in docstrings and `help`; the catalogues extract
them from there (catalogues.py), and a command is copied here with its help in another language.
Tests: tests/device/test_terminal_language.py.
"""

from __future__ import annotations

import copy
import gettext
import inspect
from collections.abc import Sequence
from typing import Any

import click

from device.language.texts import MESSAGES, N_, SOURCE, Texts, is_translatable
from engine.sentences import Sentence

CLICKS_OWN = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Positional arguments"),
    N_("Error: {message}"),
    N_("Try '{command} {option}' for help."),
    N_("Show this message and exit."),
    N_("Show the version and exit."),
    N_("default: {default}"),
    N_("required"),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("Missing command."),
    N_("Choose from:\n\t{choices}"),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("No such option {name!r}."),
    N_("No such option: {name}"),
    N_("No such command {name!r}."),
    N_("Option {name!r} does not take a value."),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is not readable."),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("Aborted!"),
)
"""Click's own texts, by the names under which it looks for a translation."""


class OptionWithValues(click.Option):
    """An option whose help contains values: click would only keep the English result."""

    def __init__(self, param_decls: Sequence[str], help: Sentence, **attrs: Any) -> None:
        super().__init__(param_decls, help=help, **attrs)
        self.help = help


class NumberParam(click.types.IntParamType):
    """A whole number from `least` to `most`. Unlike click's own, it leaves it to an option's help
    whether limits are worth a word: click prints 1<=x<=9999 in every language."""

    name = "number"

    def __init__(self, least: int, most: int) -> None:
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(super().convert(value, param, ctx))
        except click.BadParameter:
            number = self._least - 1
        if not self._least <= number <= self._most:
            self.fail(
                Sentence(
                    "{value} isn’t a number from {least} to {most}.",
                    value=repr(value),
                    least=self._least,
                    most=self._most,
                ),
                param,
                ctx,
            )
        return number


class GroupOfCommands(click.Group):
    """A command with commands of its own: --help lists the first line of each in full, where click
    would cut it off."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        commands = sorted(self.commands.items())
        with formatter.section(gettext.gettext("Commands")):
            formatter.write_dl(
                [
                    (name, inspect.cleandoc(one.help or "").partition("\n")[0])
                    for name, one in commands
                ]
            )


def choose_clicks_language() -> None:
    """Makes click look up its own texts in our catalogues, in the terminal's language."""
    gettext.bindtextdomain("tilekeeper", str(MESSAGES))
    gettext.textdomain("tilekeeper")


def spoken_command(command: click.Command, texts: Texts) -> click.Command:
    """The same command with its help in this language; itself if that is the source's."""
    if texts.language == SOURCE:
        return command
    spoken = copy.copy(command)
    spoken._help_option = None  # click caches it in the language first asked for
    spoken.help = _said(command.help, texts)
    spoken.params = [_spoken_parameter(one, texts) for one in command.params]
    if isinstance(command, click.Group) and isinstance(spoken, click.Group):
        spoken.commands = {
            name: spoken_command(one, texts) for name, one in command.commands.items()
        }
    return spoken


def _spoken_parameter(parameter: click.Parameter, texts: Texts) -> click.Parameter:
    if not isinstance(parameter, click.Option):
        return parameter
    spoken = copy.copy(parameter)
    spoken.help = _said(parameter.help, texts)
    return spoken


def _said(text: str | None, texts: Texts) -> str | None:
    """A command's text. If it isn't a sentence nothing is filled in: a brace is just a brace."""
    if not text:
        return text
    if is_translatable(text):
        return texts.say(text)
    return texts.of(inspect.cleandoc(text))
