"""Draws all screens: references for the tests, and the sheets of docs/screens.md.

Tests: tests/device/test_reference_screens.py.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def main() -> int:
    """Writes what was asked for; 1 if something differs or is missing."""
    parser = argparse.ArgumentParser(prog="script/draw-screens", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, say what differs")
    parser.add_argument("--measure", action="store_true", help="say how much room each text has")
    parser.add_argument("--references", action="store_true", help="write no sheets")
    parser.add_argument("--sheets", action="store_true", help="write no references")
    parser.add_argument("--into", type=Path, default=None, help="write below this folder instead")
    asked = parser.parse_args()
    from workshop.screen_pictures.references import missing_typefaces

    if lacking := missing_typefaces():
        print(lacking, file=sys.stderr)
        return 1
    if asked.check:
        return _check()
    if asked.measure:
        return _measure()
    if not asked.sheets:
        _write_references(asked.into)
    if not asked.references:
        _write_sheets(asked.into)
    return 0


def _write_references(into: Path | None) -> None:
    from workshop.screen_pictures.references import FOLDER, GALLERY, LOOKS, write

    folder, total = into or FOLDER, 0
    for look in LOOKS:
        total += (size := write(look, folder))
        print(f"{look.name}: {len(GALLERY)} screens, {size / 1000:.0f} kB", flush=True)
    for old in folder.iterdir():
        if old.is_dir() and old.name not in {look.name for look in LOOKS}:
            print(f"{old} belongs to no look any more: remove it")
    print(f"{folder}: {total / 1e6:.1f} MB")


def _write_sheets(into: Path | None) -> None:
    from workshop.screen_pictures.sheets import write_sheets

    for path in write_sheets(into):
        print(f"{path}: {path.stat().st_size / 1e6:.2f} MB", flush=True)


def _check() -> int:
    from workshop.screen_pictures.references import GALLERY, LOOKS, compare

    folder, number = Path(tempfile.mkdtemp(prefix="screens-")), 0
    for look in LOOKS:
        for screen in GALLERY.values():
            if (changed := compare(screen, look)) is not None:
                number += 1
                print(f"{changed} See {changed.save(folder)}")
    print(f"{number} of {len(LOOKS) * len(GALLERY)} pictures differ.")
    return 1 if number else 0


def _measure() -> int:
    from workshop.screen_pictures.message_room import table

    print(table())
    return 0


if __name__ == "__main__":
    sys.exit(main())
