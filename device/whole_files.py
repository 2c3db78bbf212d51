"""Files replaced whole: whoever reads one finds it as it was or as it is, never half written; and
whose files they are: their user's alone, or a household's, shared with its table's service.

Knows nothing of what is in them. Tests: tests/device/test_whole_files.py.
"""

from __future__ import annotations

import errno
import logging
import os
import stat
import tempfile
from pathlib import Path

log = logging.getLogger(__name__)

OWNER_ALONE = 0o600
FOR_ALL_TO_READ = 0o644
FOR_THE_GROUP = 0o060
FOLDER_ALONE, FOLDER_SHARED = 0o700, 0o2770
SHARED = stat.S_ISGID | stat.S_IRWXG
"""A folder that a group shares, as a service does with its household: what one of them puts there
the others have to be able to read and to replace."""


def replace_file(
    path: Path, data: bytes, mode: int = OWNER_ALONE, *, for_good: bool = True
) -> None:
    """Puts a whole new file in the place of the old one, on disk when this returns (unless not
    `for_good`: then soon), with its folder if there is none. In a folder that a group shares the
    group may read and change it. OSError if it can't be; then the old one is as it was."""
    make_folder(path.parent)
    if is_shared(path.parent):
        mode |= FOR_THE_GROUP
    number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}", suffix=".new")
    try:
        with os.fdopen(number, "wb") as file:
            os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            if for_good:
                os.fsync(file.fileno())
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def begin_file(path: Path) -> None:
    """An empty file that is its user's alone; where a folder is a group's (setgid), the group may
    do with it what it may with the folder. One that is there already, in a user's own folder, is
    made its owner's alone. OSError if it can't be."""
    folder = path.parent.stat().st_mode
    mode = OWNER_ALONE | (folder & FOR_THE_GROUP if folder & stat.S_ISGID else 0)
    try:
        number = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, OWNER_ALONE)
    except FileExistsError:
        if not folder & stat.S_ISGID:
            keep_to_owner(path)
        return
    try:
        os.fchmod(number, mode)
    finally:
        os.close(number)


def make_folder(folder: Path) -> None:
    """The folder with all above it that aren't there: its user's alone, or the group's where one
    shares the folder above. OSError if it can't be made."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for one in reversed(missing):
        shared = is_shared(one.parent)
        one.mkdir(FOLDER_ALONE, exist_ok=True)
        if shared:
            one.chmod(FOLDER_SHARED)
    if not missing and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))


def keep_to_owner(path: Path) -> None:
    """Takes the rights of all others off what belongs to this user, unless a group has it by the
    folder's own rule; what isn't there, or somebody else's, stays as it is."""
    try:
        found = path.stat()
        for_others = stat.S_IMODE(found.st_mode) & (stat.S_IRWXG | stat.S_IRWXO)
        if found.st_uid == os.geteuid() and for_others and not found.st_mode & stat.S_ISGID:
            path.chmod(stat.S_IMODE(found.st_mode) & stat.S_IRWXU)
    except FileNotFoundError:
        return
    except OSError as error:
        log.warning("%s stays as open as it is (%s)", path, error.strerror or error)


def is_shared(folder: Path) -> bool:
    """Whether a group shares this folder."""
    return folder.stat().st_mode & SHARED == SHARED
