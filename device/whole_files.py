"""Files replaced whole: whoever reads one finds it as it was or as it is, never half written.

Knows nothing of what is in them. Tests: tests/device/test_whole_files.py.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

OWNER_ALONE = 0o600
FOR_ALL_TO_READ = 0o644


def replace_file(path: Path, data: bytes, mode: int = OWNER_ALONE) -> None:
    """Puts a whole new file in the place of the old one, on disk when this returns, with its
    folder if there is none. OSError if it can't be; then the old one is as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
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
