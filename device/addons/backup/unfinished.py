"""An interrupted restore is finished before anything uses the files it restores.

Without one this only loads names. Tests: tests/device/test_restore.py.
"""

from __future__ import annotations

from pathlib import Path

from device.addons.backup import PLAN, RESTORE_FOLDER
from device.system.unfinished import Unfinished, UnfinishedError


def _finish(state: Path, held: bool) -> str:
    from dataclasses import replace

    from device.addons.backup.contents import BackupError
    from device.addons.backup.making import own_household
    from device.addons.backup.restoring import finish_held_restore, finish_restore

    own = replace(own_household(), state=state)
    try:
        return finish_held_restore(own) if held else finish_restore(own)
    except BackupError as error:
        raise UnfinishedError(str(error)) from error


REGISTERS = Unfinished(PLAN, (RESTORE_FOLDER,), _finish)
