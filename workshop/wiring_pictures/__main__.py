"""Draws what docs/build-one.md shows, and writes its table of heights.

Tests: workshop/tests/test_wiring_drawn.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hardware.panel.pins import Pins, PinsError, load_pins
from workshop.wiring_pictures.arm import arm_drawing
from workshop.wiring_pictures.header import header_drawing
from workshop.wiring_pictures.lenses import table
from workshop.wiring_pictures.parts import parts_drawing

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/build-one.md"
FOLDER = ROOT / "docs/wiring"
BEGIN, END = "<!-- heights: written by script/draw-wiring -->\n", "<!-- until here -->\n"


def drawings(pins: Pins) -> dict[str, str]:
    """Each drawing by the name of its file."""
    return {
        "header.svg": header_drawing(pins),
        "parts.svg": parts_drawing(pins),
        "arm.svg": arm_drawing(),
    }


def with_heights(page: str) -> str:
    """The page with the table of heights as it is today."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{PAGE.name}: the lines around the table of heights are gone")
    return f"{before}{begin}\n{table()}\n{end}{after}"


def main() -> int:
    """Writes them; 1 if the pins can't be used."""
    try:
        pins = load_pins()
    except PinsError as error:
        print(error, file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    for name, svg in drawings(pins).items():
        (FOLDER / name).write_text(svg, encoding="utf-8")
    PAGE.write_text(with_heights(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{FOLDER.relative_to(ROOT)}: {len(drawings(pins))} drawings; {PAGE.name}: its table")
    return 0


if __name__ == "__main__":
    sys.exit(main())
