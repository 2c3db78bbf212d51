"""Files replaced whole: whoever reads one finds it as it was or as it is, never half written.

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
    if path.parent.stat().st_mode & SHARED == SHARED:
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
