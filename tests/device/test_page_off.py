"""Off means off: a table without the page opens no socket and loads nothing of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
from standins import picture_of

OFF = """
import os, sys
from device.cli.play import command
from device.table.loop import Loop

def sockets():
    found = 0
    for fd in os.listdir("/proc/self/fd"):
        try:
            found += os.readlink(f"/proc/self/fd/{fd}").startswith("socket:")
        except OSError:
            pass
    return found

run = Loop.run
def looked(self):
    ended = run(self)
    print("sockets", sockets())
    return ended
Loop.run = looked
try:
    command()
finally:
    new = ("aiohttp", "asyncio", "segno", "yarl", "multidict", "ssl", "device.addons.page.server")
    print("loaded", [name for name in new if name in sys.modules])
"""


def test_a_table_without_a_page_opens_and_loads_nothing(tmp_path: Path) -> None:
    for number in (0, 1):
        assert cv2.imwrite(str(tmp_path / f"{number}.png"), picture_of(number))
    output = _run(tmp_path, "")
    assert output.stdout.count("sockets 0\n") == 1, output.stdout + output.stderr
    assert output.stdout.endswith("loaded []\n")


def _run(folder: Path, settings: str) -> subprocess.CompletedProcess[str]:
    config = folder / "settings.toml"
    config.write_text(settings)
    call = [sys.executable, "-c", OFF, "--headless", "--config", str(config)]
    return subprocess.run(
        [*call, "--camera", f"folder:{folder}"], capture_output=True, text=True, timeout=60
    )
