"""Plug-ins as somebody installs them on a table: an environment of their own next to the releases,
and good and bad ones to put into it.

Used by the tests of plug-ins, and by the benchmark of presses with them.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

READS_ON = "def plug_in(moments):\n    for moment in moments:\n"

SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "good": f"{READS_ON}        print('it is', moment['state'])",
        "hung": f"{READS_ON}        while True:\n            pass",
        "hung-in-c": f"import ctypes\n{READS_ON}        ctypes.CDLL(None).pause()",
        "never-starts": "import time\ntime.sleep(3600)",
        "crashing": f"{READS_ON}        raise RuntimeError('the lamp is broken')",
        "leaving": "def plug_in(moments):\n    return",
        "killed": f"import os\n{READS_ON}        os.kill(os.getpid(), 11)",
        "slow": f"import time\n{READS_ON}        print(moment['state'], flush=True)\n"
        "        time.sleep(0.3)",
        "hungry": f"{READS_ON}        taken = []\n        while True:\n"
        "            taken.append(bytearray(1 << 20))",
        "children": "import subprocess, sys, time\n"
        "EATS = 'import time; taken = bytearray(b\"1\") * (40 << 20); time.sleep(3600)'\n"
        f"{READS_ON}        children = [subprocess.Popen([sys.executable, '-c', EATS])"
        " for _ in range(3)]\n"
        "        for moment in moments:\n            pass\n",
        "chatty": f"{READS_ON}        while True:\n            print('x' * 1000)",
        "not-there": "",
    }
)
"""What each plug-in is, by the name it is installed under."""


def environment(home: Path) -> Path:
    """Makes the environment of a table's plug-ins below this folder; the prefix of a release next
    to it."""
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", str(home / "plug-ins")],
        check=True,
        timeout=120,
    )
    prefix = home / "releases/1.0.0-test"
    prefix.mkdir(parents=True)
    return prefix


def packages(home: Path) -> Path:
    """Where the packages of that environment are."""
    (folder,) = (home / "plug-ins/lib").glob("python3*/site-packages")
    return folder


def install(home: Path, name: str, source: str | None = None, version: str = "1.0") -> None:
    """Puts a plug-in into it as pip does: a module, and the metadata of its package."""
    module, folder = name.replace("-", "_"), packages(home)
    text = SOURCES[name] if source is None else source
    (folder / f"{module}.py").write_text(text, encoding="utf-8")
    metadata = folder / f"tilekeeper_{module}-{version}.dist-info"
    metadata.mkdir(exist_ok=True)
    package = f"Metadata-Version: 2.1\nName: tilekeeper-{name}\nVersion: {version}\n"
    (metadata / "METADATA").write_text(package, encoding="utf-8")
    points = f"[tilekeeper.plugins]\n{name} = {module}:plug_in\n"
    (metadata / "entry_points.txt").write_text(points, encoding="utf-8")
