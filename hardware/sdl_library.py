"""What the SDL in this process can do: its release, and the drivers that it was built with.

Asks the library that pygame has loaded, whichever that is; loads none itself. The answers are
fixed when it is built, so any thread may ask. Tests: tests/hardware/test_sdl_library.py.
"""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass
from pathlib import Path

MAPS = Path("/proc/self/maps")
"""Where the kernel lists the libraries that a process has loaded."""


@dataclass(frozen=True)
class Sdl:
    """`drivers`: for screens, as $SDL_VIDEODRIVER names them."""

    version: str
    drivers: tuple[str, ...]


def loaded_sdl(maps: Path = MAPS) -> Sdl | None:
    """The SDL that is loaded; None before pygame is, and where the system lists nothing."""
    try:
        listed = maps.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # libSDL2-2.0.so.0 of a system, libSDL2-2-1667c208.0.so of a wheel; not libSDL2_image.
    found = re.search(r"/.*/libSDL2-2[^/\n]*$", listed, re.MULTILINE)
    return None if found is None else _asked(found[0])


def _asked(path: str) -> Sdl:
    library = ctypes.CDLL(path)  # the one that is loaded already
    parts = (ctypes.c_uint8 * 3)()
    library.SDL_GetVersion(parts)
    library.SDL_GetVideoDriver.restype = ctypes.c_char_p
    names = [library.SDL_GetVideoDriver(n) for n in range(library.SDL_GetNumVideoDrivers())]
    return Sdl(".".join(map(str, parts)), tuple(name.decode() for name in names))
