"""Whether a release can work: run by its own Python before it is used, `check_release.py [--pi]`.

Prints one sentence for each thing that is wrong, exit status 1 then. Knows no game; what is checked
is where libraries come from. Tried by script/try-install.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

OF_DEBIAN = Path("/usr/lib/python3")
"""Debian's own numpy suits picamera2, and its pygame alone draws without a desktop."""

NEEDED = (
    *("cv2", "gpiozero", "pytesseract", "PIL", "simplejpeg"),
    *("click", "rich", "msgspec", "platformdirs", "paho.mqtt.client"),
    *("engine", "vision", "hardware", "device.cli.main", "device.cli.play"),
)


def faults(on_a_pi: bool) -> list[str]:
    """What is wrong, a sentence each."""
    found = []
    for name in ("numpy", "pygame"):
        try:
            where = Path(str(import_module(name).__file__))
        except ImportError as error:
            found.append(f"{name} can't be imported ({error}): apt-get install python3-{name}")
            continue
        if OF_DEBIAN not in where.parents:
            found.append(f"{name} is not Debian's but lies in {where}: remove that one")
    for name in NEEDED:
        try:
            import_module(name)
        except ImportError as error:
            found.append(f"{name} can't be imported ({error})")
    return found + _of_a_pi(on_a_pi)


def _of_a_pi(on_a_pi: bool) -> list[str]:
    """lgpio and picamera2 have to be there on a Raspberry Pi, and to work wherever they are."""
    found = []
    for name in ("lgpio", "picamera2"):
        if find_spec(name) is None:
            if on_a_pi:
                found.append(f"{name} is missing: apt-get install python3-{name}")
            continue
        try:
            module = import_module(name)
        except (ImportError, ValueError, OSError) as error:  # ValueError: built for another numpy
            found.append(f"{name} can't be imported ({error})")
            continue
        if name == "lgpio" and not hasattr(module, "gpiochip_open"):
            found.append(f"{module.__file__} is an empty package: pip uninstall lgpio")
    return found


if __name__ == "__main__":
    sentences = faults("--pi" in sys.argv[1:])
    print("\n".join(sentences), end="\n" if sentences else "")
    sys.exit(1 if sentences else 0)
