"""Files replaced whole: whoever reads one finds it as it was or as it is, never half written; and
files that a household shares with its table's service.

Knows nothing of what is in them. Tests: tests/device/test_whole_files.py.
"""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

OWNER_ALONE = 0o600
FOR_ALL_TO_READ = 0o644
FOR_THE_GROUP = 0o060
SHARED = stat.S_ISGID | stat.S_IRWXG
"""A folder that a group shares, as a service does with its household: what one of them puts there
the others have to be able to read and to replace."""


def replace_file(path: Path, data: bytes, mode: int = OWNER_ALONE) -> None:
    """Puts a whole new file in the place of the old one, on disk when this returns, with its
    folder if there is none. In a folder that a group shares the group may read and change it.
    OSError if it can't be; then the old one is as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if _is_shared(path.parent):
        mode |= FOR_THE_GROUP
    number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}", suffix=".new")
    try:
        with os.fdopen(number, "wb") as file:
            os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def begin_shared_file(path: Path) -> None:
    """An empty file that the group may change, where a group shares the folder and there is none
    yet; elsewhere nothing. OSError if it can't be made."""
    if not _is_shared(path.parent):
        return
    try:
        number = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, OWNER_ALONE)
    except FileExistsError:
        return
    try:
        os.fchmod(number, OWNER_ALONE | FOR_THE_GROUP)
    finally:
        os.close(number)


def _is_shared(folder: Path) -> bool:
    return folder.stat().st_mode & SHARED == SHARED
