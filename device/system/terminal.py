"""How a command answers: one sentence or one line of JSON, in which no name can control the
terminal.

Standard input, output and error, whatever they turn out to be: a full disk, a closed pipe or a
closed descriptor become one sentence and a status. Knows no command; exit status 1 is what the
command line's contract asks for. Tests: tests/device/test_command_errors.py,
tests/device/test_standard_streams.py, tests/device/test_leaving.py.
"""

from __future__ import annotations

import codecs
import errno
import io
import json
import logging
import os
import re
import sys
import threading
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NoReturn, TextIO

import click

from device.language.sentences import in_language
from device.language.texts import Texts, terminal_language
from device.system.files import NO_HOME, is_nowhere, state_directory
from engine.sentences import OR, Sentence, edited, listed

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer


# --- the user's language ---


def terminal_texts() -> Texts:
    """This terminal's language, for text that people read; machine-readable output has none."""
    return _texts(terminal_language(os.environ))


_texts = cache(Texts)


def translate(sentence: str) -> str:
    """Translates an English sentence from any layer below for this terminal."""
    return in_language(sentence, terminal_texts())


# --- answers ---

_STEERING = "\x00-\x08\x0b-\x1f\x7f-\x9f"
_UNSEEN = "\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
_TAGS = "\U000e0000-\U000e007f"
_HALVES = "\ud800-\udfff"
_IN_LINES = re.compile(f"[{_STEERING}{_UNSEEN}{_TAGS}{_HALVES}]")
_IN_A_LINE = re.compile(f"[\t\n{_STEERING}{_UNSEEN}{_TAGS}{_HALVES}]")
"""Control characters (also those of Latin-1), bidirectional marks and tags, which turn or hide the
text around them, and what can't be encoded (surrogates, which stand for the bytes of a file name
that isn't UTF-8). Joiners stay: names are written with them."""
_BYTES = re.compile(f"[{_STEERING}{_UNSEEN}{_TAGS}]")


def either(names: Iterable[str]) -> str:
    """Names to choose from, in a sentence: "en, fr or de"."""
    return listed(names, OR)


def printable(name: str) -> str:
    r"""A name, or a sentence with names in it, on one line that is safe for any terminal: control
    characters are escaped as "\u001b". In a JSON text that is the same value."""
    return edited(name, _printable)


def _printable(name: str) -> str:
    return _IN_A_LINE.sub(_escaped, name)


def printable_lines(text: str, *, halves: bool = True) -> str:
    """The same for a text of several lines, which stay apart; `halves` (surrogates) are kept if
    they stand for bytes to be written."""
    return (_IN_LINES if halves else _BYTES).sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1].replace("\x7f", "\\u007f")


def say_json(answer: Mapping[str, object]) -> None:
    """Prints a line of JSON on standard output, in UTF-8 wherever it goes."""
    say_json_text(json.dumps(answer, ensure_ascii=False))


def say_json_text(text: str) -> None:
    """The same for an answer that is JSON already."""
    sys.stdout.flush()
    sys.stdout.buffer.write(printable(text).encode() + b"\n")
    sys.stdout.buffer.flush()


def say_error(sentence: str, as_json: bool, **named: str) -> None:
    """Reports an error: a line of JSON with "error" and what it is `named`, or the sentence on
    standard error in the terminal's language."""
    if as_json:
        say_json({**named, "error": sentence})
    else:
        click.echo(f"tilekeeper: {printable(translate(sentence))}", err=True)


def remark(sentence: str) -> None:
    """A message in addition to the answer: a line on standard error, at once."""
    say_line(translate(sentence))


def say_line(line: str) -> None:
    """The same for a text that is in the reader's language already."""
    print(line, file=sys.stderr, flush=True)


def fail(sentence: str, as_json: bool, **named: str) -> NoReturn:
    """The same, and the end of the command with status 1."""
    say_error(sentence, as_json, **named)
    sys.exit(1)


def need_a_place(as_json: bool) -> None:
    """Ends the command if nothing can be stored because the user has no home, saying what to
    set."""
    if is_nowhere(state_directory()):
        fail(NO_HOME, as_json)


def minute_of(moment: str) -> str:
    """A file's time stamp to the minute, from "2026-03-07T23:12:00+01:00"."""
    return printable(moment[:16].replace("T", " "))


def size_of(size: int) -> str:
    """A size in whole KB, and from a million bytes on in MB."""
    texts = terminal_texts()
    if size < MEGABYTE:
        return texts("{n} KB", n=min(999, max(1, round(size / 1000))))
    return texts("{n} MB", n=round(size / MEGABYTE))


MEGABYTE = 1_000_000


# --- questions ---


class SpokenChoice(click.Choice[str]):
    """One of several words; anything else is rejected in the terminal's language."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            self.fail(translate(error.message), param, ctx)


class _YesOrNo(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.4 on
    """Yes or no, or their first letters, in the terminal's language and in English."""

    name = "yes-or-no"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> bool:
        texts, given = terminal_texts(), str(value).strip().lower()
        meant = {
            form: word == "Yes"
            for word in ("Yes", "No")
            for said in (word.lower(), texts.of(word).lower())
            for form in (said, said[0])
        }
        if given not in meant:
            yes, no = _letters(texts)
            known = texts("{given}: answer {yes} or {no}", given=given, yes=yes, no=no)
            self.fail(known, param, ctx)
        return meant[given]


def confirmed(question: str) -> bool:
    """Asks a yes-or-no question at the terminal; Enter alone means yes."""
    yes, no = _letters(terminal_texts())
    return bool(
        click.prompt(
            f"{question} [{yes.upper()}/{no}]",
            default=yes,
            show_default=False,
            type=_YesOrNo(),
            prompt_suffix=before_an_answer(),
        )
    )


def before_an_answer() -> str:
    """The separator between a question and its answer."""
    texts = terminal_texts()
    return texts(": ")


def _letters(texts: Texts) -> tuple[str, str]:
    return texts("Yes")[0].lower(), texts("No")[0].lower()


# --- the standard streams ---

STDIN, STDOUT, STDERR = 0, 1, 2


class InputError(Exception):
    """Standard input can't be read; the text is one sentence."""


class OutputError(Exception):
    """Standard output can't be written; the text is one sentence, empty if the reader has gone."""


class _Sink(io.FileIO):
    """Where bytes leave the program. A failed write is remembered, and the rest is dropped."""

    def __init__(self, number: int, *, was_closed: bool, raises: bool) -> None:
        super().__init__(number, "wb", closefd=False)
        self._was_closed, self._raises = was_closed, raises
        self.lost: OutputError | None = None

    def write(self, data: ReadableBuffer, /) -> int:
        if self.lost is None:
            try:
                if self._was_closed:
                    raise OSError(errno.EBADF, "it is closed")
                return super().write(data)
            except OSError as error:
                self.lost = _output_lost(error)
                if self._raises:
                    raise self.lost from error
        return memoryview(data).nbytes


class _Bytes(io.BufferedWriter):
    """Writes bytes as they are; on a terminal without control characters."""

    def __init__(self, sink: _Sink) -> None:
        super().__init__(sink)
        self._on_terminal = sink.isatty()

    def write(self, data: ReadableBuffer, /) -> int:
        if self._on_terminal:
            shown = bytes(data).decode("utf-8", "surrogateescape")
            super().write(printable_lines(shown, halves=False).encode("utf-8", "surrogateescape"))
            return memoryview(data).nbytes
        return super().write(data)


PLAIN_SIGNS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys("─━═‐‑–—−", "-"),
        **dict.fromkeys("│┃║", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┣┫┳┻╋┡┩╇╔╗╚╝╠╣╦╩╬╪╞╡", "+"),
        **dict.fromkeys("‘’‚", "'"),
        **dict.fromkeys("“”„«»", '"'),
        **dict.fromkeys("→▸›▶", ">"),
        **dict.fromkeys("←‹◀", "<"),
        **dict.fromkeys("•★●✓✔", "*"),
        **dict.fromkeys("×✗✘", "x"),
        **dict.fromkeys("█▓▒░", "#"),
        **dict.fromkeys("\u00a0\u2009\u202f", " "),
        "·": ".",
        "…": "...",
        "œ": "oe",
        "Œ": "OE",
        "æ": "ae",
        "Æ": "AE",
        "ß": "ss",
        "ø": "o",
        "Ø": "O",
        "ł": "l",
        "Ł": "L",
        "°": " deg.",
    }
)
"""Replaces a character that a terminal's encoding doesn't have."""


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """A codec's error handler: plain equivalents, and letters without their accents, if there are
    any; the rest is escaped, so that different names stay different."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    said = "".join(PLAIN_SIGNS.get(sign) or _bare(sign) for sign in text)
    return said.encode(error.encoding, "backslashreplace").decode(error.encoding), error.end


def _bare(sign: str) -> str:
    """A letter without its accents; the character itself if nothing else is left of it."""
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode() or sign


PLAINLY = "tilekeeper.plainly"
"""How text for people is encoded."""

codecs.register_error(PLAINLY, _plainly)


ASCII = "tilekeeper_ascii"
"""Another name for ASCII: click takes a stream with the usual one for a misconfiguration, and
writes UTF-8 to it whatever its terminal supports."""


def _ascii(name: str) -> codecs.CodecInfo | None:
    if name != ASCII:
        return None
    known = codecs.lookup("ascii")
    return codecs.CodecInfo(
        known.encode,
        known.decode,
        known.streamreader,
        known.streamwriter,
        known.incrementalencoder,
        known.incrementaldecoder,
        name=ASCII,
    )


codecs.register(_ascii)


def writable(text: str, encoding: str) -> str:
    """The text as it reads in that encoding, or in ASCII if it is unknown."""
    try:
        codecs.lookup(encoding)
    except LookupError:
        encoding = "ascii"
    return text.encode(encoding, PLAINLY).decode(encoding)


class Outlet(io.TextIOWrapper):
    """Standard output or error: all text is stripped of control characters, and plain characters
    replace those its encoding lacks."""

    def __init__(self, sink: _Sink, before: TextIO | None) -> None:
        encoding = "utf-8" if before is None else before.encoding
        if codecs.lookup(encoding).name == "ascii":
            encoding = ASCII
        super().__init__(
            _Bytes(sink),
            encoding,
            PLAINLY,
            line_buffering=sink.isatty() or sink.fileno() == STDERR,
        )
        self._sink = sink
        self.rich_proxied_file = io.TextIOWrapper(
            io.BufferedWriter(sink), encoding, PLAINLY, write_through=True
        )
        """The terminal itself, under the name that rich looks for."""

    def write(self, text: str, /) -> int:
        super().write(printable_lines(text))
        return len(text)

    @property
    def lost(self) -> OutputError | None:
        """The error of the first text that couldn't be written."""
        return self._sink.lost


class _ClosedInput(io.RawIOBase):
    """Standard input that was closed before the program began."""

    def readable(self) -> bool:
        return True

    def readinto(self, _: WriteableBuffer, /) -> int:
        raise InputError(Sentence("standard input is closed: name a file, or write to it"))


def open_standard_streams() -> None:
    """Replaces Python's streams with ours. A closed descriptor is occupied, so that no file or
    device opened later gets its number and whatever a library prints."""
    closed = [number for number in (STDIN, STDOUT, STDERR) if _is_closed(number)]
    for number in closed:
        os.open(os.devnull, os.O_RDONLY if number == STDIN else os.O_WRONLY)
    if STDIN in closed:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_ClosedInput()), "utf-8")
    sys.stdout = Outlet(_Sink(STDOUT, was_closed=STDOUT in closed, raises=True), sys.stdout)
    # A failure to report can't be reported either: what is lost there is lost.
    sys.stderr = Outlet(_Sink(STDERR, was_closed=STDERR in closed, raises=False), sys.stderr)


def status_of_output(status: str | int | None) -> str | int | None:
    """The exit status after all output was written: 1, and a sentence, if that failed."""
    out = sys.stdout
    try:
        out.flush()
    except OutputError as error:
        lost: OutputError | None = error
    else:
        lost = out.lost if isinstance(out, Outlet) else None
    if lost is None:
        return status
    if str(lost):
        print(f"tilekeeper: {translate(str(lost))}", file=sys.stderr)
    return status or 1


def terminal_behind(stream: TextIO) -> TextIO:
    """The stream for a page with colours of its own. The caller must have made every name in it
    printable."""
    return stream.rich_proxied_file if isinstance(stream, Outlet) else stream


def _is_closed(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return True
    return False


def _output_lost(error: OSError) -> OutputError:
    if error.errno == errno.EPIPE:
        return OutputError("")
    return OutputError(
        Sentence(
            "can’t write to standard output ({why}): the output is lost",
            why=error.strerror or error,
        )
    )


# --- libraries that write on standard error ---


@contextmanager
def silent_libraries() -> Iterator[None]:
    """While the context lasts, anything that any thread writes to standard error is hidden."""
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        sys.stderr.flush()
        os.dup2(kept, 2)
        os.close(kept)


# --- the end, which doesn't wait for threads ---


def leave(status: str | int | None) -> NoReturn:
    """Ends the program with that status: as usual if no thread is left, else at once."""
    if threading.active_count() == 1:
        sys.exit(status)
    if isinstance(status, str):
        print(status, file=sys.stderr)
        status = 1
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, OutputError):
            status = status or 1  # its reader has gone
    os._exit(status or 0)
