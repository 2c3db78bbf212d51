"""What the SDL that is loaded can do, asked of the very library that pygame uses."""

from __future__ import annotations

from pathlib import Path

from hardware.sdl import pygame
from hardware.sdl_library import loaded_sdl


def test_the_library_is_the_one_that_pygame_uses() -> None:
    found = loaded_sdl()
    assert found is not None
    assert found.version == ".".join(map(str, pygame.get_sdl_version()))
    assert "dummy" in found.drivers


def test_nothing_is_loaded_to_ask_it(tmp_path: Path) -> None:
    maps = tmp_path / "maps"
    assert loaded_sdl(maps) is None
    line = "7f00-7f01 r-xp 00000000 fd:00 42   /usr/lib/aarch64-linux-gnu/"
    maps.write_text(f"{line}libSDL2_image-2.0.so.0.2\n{line}libc.so.6\n", encoding="utf-8")
    assert loaded_sdl(maps) is None
