"""Files that a command is told to write: whole or not at all, and never over what it was told to
read.

Knows nothing of what is in them; what a household keeps is whole_files.py's. Tests:
tests/device/test_output_files.py.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterable
from pathlib import Path

import click

FOR_ALL = 0o666
"""Rights of a new file, less what the user's umask takes."""


def refuse_inputs(outputs: Iterable[Path], inputs: Iterable[Path]) -> None:
    """A UsageError if something that is to be written is one of the files to be read, by whatever
    name or hard link."""
    read = list(inputs)
    for output in outputs:
        for given in read:
            if _same(output, given):
                named = "" if str(output) == str(given) else f", the same file as {given}"
                raise click.UsageError(
                    f"{output}{named} would be overwritten: name another file to write to."
                )


class FileParam(click.Path):
    """A file that an option names; one without a name is a usage error."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, dir_okay=False)

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        if not Path(value).name:
            self.fail(f"{str(value)!r} names no file.", param, ctx)
        return super().convert(value, param, ctx)


def numbered(out: Path, number: int) -> Path:
    """OUT.png for the first of several files, OUT-2.png and so on for the others; a UsageError if
    it names none."""
    if not out.name:
        raise click.UsageError(f"{str(out)!r} names no file to write to.")
    return out if number == 1 else out.with_stem(f"{out.stem}-{number}")


def write_output(path: Path, data: bytes) -> None:
    """Writes a file whole, with its folder if there is none, or leaves it as it was and raises an
    OSError. A link is followed; into a device or a pipe the bytes are written as they are."""
    target = path.resolve()
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        with target.open("wb") as device:  # IsADirectoryError for a folder
            device.write(data)
        return
    half = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.new")
    number = os.open(half, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, FOR_ALL)
    try:
        with os.fdopen(number, "wb") as file:
            if mode is not None:
                os.fchmod(number, stat.S_IMODE(mode))
            file.write(data)
            file.flush()
            os.fsync(number)
        half.replace(target)
    except OSError:
        half.unlink(missing_ok=True)
        raise


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):  # one of them isn't there yet, or can't be looked at
        return False
