"""The header as a drawing: every place with its name, its use and the part that is wired to it.

Each use has a colour and a shape of its own, so that it reads in black and white. Tests:
workshop/tests/test_wiring_drawn.py.
"""

from __future__ import annotations

from hardware.panel.pins import Pins
from workshop.wiring_pictures.places import Place, Use, header
from workshop.wiring_pictures.svg import FAINT, INK, PAPER, Drawing, Point

WIDTH, HEIGHT = 900, 1015
TOP, ROW = 228.0, 29.0
MIDDLE = WIDTH / 2
PIN_X = 22.0
"""Pixels from the middle of the header to the middle of a column."""

COLOURS = {
    Use.BUTTON: "#2f6fde",
    Use.LAMP: "#f2b705",
    Use.BUZZER: "#2f9e44",
    Use.ENCODER: "#b14fc5",
    Use.GROUND: "#1a1a1a",
    Use.POWER: "#e03131",
    Use.RESERVED: "#d0d0d0",
    Use.FREE: PAPER,
}

MEANINGS = {
    Use.BUTTON: "button: resistor; other leg to ground",
    Use.LAMP: "lamp: resistor; then to ground",
    Use.BUZZER: "buzzer: resistor; other leg to ground",
    Use.ENCODER: "encoder: its middle leg to ground",
    Use.GROUND: "ground: all of these are the same",
    Use.POWER: "power: not for buttons or lamps",
    Use.RESERVED: "the Pi’s own: leave free",
    Use.FREE: "not used",
}


def header_drawing(pins: Pins) -> str:
    """The SVG of the header as `pins` wires it."""
    drawing = Drawing(
        WIDTH, HEIGHT, "Which wire goes where",
        "The 40 places of the Raspberry Pi’s header, and what is wired to each; "
        "docs/panel.md has the same as tables.",
    )  # fmt: skip
    drawing.words((24, 38), "Which wire goes where", size=22, bold=True)
    drawing.words((24, 62), "The Pi seen from above, its memory card at the top.")
    drawing.words((24, 82), "Switch off and unplug before you wire anything.", bold=True)
    drawing.words((24, 112), "Bold numbers are places of the header, as in docs/panel.md;", size=13)
    drawing.words((24, 130), "GPIO numbers are those of hardware/pins.toml.", size=13)
    _raspberry_pi(drawing, (560, 32))
    _strip(drawing)
    for place in header(pins):
        _draw_place(drawing, place)
    used = {place.use for place in header(pins)}
    _legend(drawing, (40, TOP + 20 * ROW + 24), [use for use in Use if use in used])
    return drawing.svg()


def mark(drawing: Drawing, use: Use, middle: Point) -> None:
    """The sign of a use, 18 pixels high."""
    x, y = middle
    colour = COLOURS[use]
    match use:
        case Use.BUTTON:
            drawing.circle(middle, 9, colour)
        case Use.LAMP:
            drawing.shape((x - 10, y - 8), (x + 10, y - 8), (x, y + 10), fill=colour)
        case Use.BUZZER:
            drawing.shape((x - 10, y), (x, y - 10), (x + 10, y), (x, y + 10), fill=colour)
        case Use.ENCODER:
            drawing.circle(middle, 9, colour)
            drawing.circle(middle, 4, PAPER)
        case Use.GROUND:
            drawing.box((x - 9, y - 9), (18, 18), colour)
        case Use.POWER:
            drawing.box((x - 9, y - 9), (18, 18), colour)
            drawing.line((x - 9, y - 9), (x + 9, y + 9), ink=PAPER, thick=2.5)
            drawing.line((x - 9, y + 9), (x + 9, y - 9), ink=PAPER, thick=2.5)
        case Use.RESERVED:
            drawing.box((x - 9, y - 9), (18, 18), colour)
            drawing.line((x - 9, y + 9), (x + 9, y - 9))
        case Use.FREE:
            drawing.circle(middle, 5, colour, FAINT)


def _strip(drawing: Drawing) -> None:
    """The black strip in which the pins stand."""
    drawing.box((MIDDLE - 44, TOP - 22), (88, 20 * ROW + 16), "#efefef", round_by=6)


def _draw_place(drawing: Drawing, place: Place) -> None:
    left = place.number % 2 == 1
    side = -1 if left else 1
    anchor = "end" if left else "start"
    y = TOP + (place.number - 1) // 2 * ROW
    mark(drawing, place.use, (MIDDLE + side * PIN_X, y))
    faint = place.use in (Use.RESERVED, Use.FREE)
    x = MIDDLE + side * 58
    drawing.words((x, y + 5), str(place.number), anchor=anchor, bold=True)
    marks = ", ".join(filter(None, [place.bus, "up" if place.pulled_up else ""]))
    name = f"{place.name} ({marks})" if marks else place.name
    drawing.words((x + side * 28, y + 5), name, anchor=anchor, ink=FAINT if faint else INK)
    if place.part:
        start, end = x + side * 142, x + side * 160
        drawing.line((start, y), (end, y))
        drawing.words((end + side * 6, y + 5), place.part, anchor=anchor, bold=True)


def _raspberry_pi(drawing: Drawing, corner: Point) -> None:
    """A small Pi, so that the right end is plain."""
    x, y = corner
    drawing.box(corner, (96, 146), "#e8f3e8", round_by=8)
    drawing.box((x + 34, y - 8), (28, 16), "#d0d0d0")
    drawing.words((x + 48, y + 24), "card", anchor="middle", size=12)
    drawing.box((x + 78, y + 8), (14, 100), "#3a3a3a")
    drawing.circle((x + 82, y + 13), 2.5, PAPER, PAPER)
    drawing.words((x + 106, y + 17), "place 1 is the inner pin", size=12)
    drawing.words((x + 106, y + 32), "at this end", size=12)
    drawing.box((x + 12, y + 124), (30, 30), "#d0d0d0")
    drawing.box((x + 54, y + 124), (30, 30), "#d0d0d0")
    drawing.words((x + 106, y + 146), "USB sockets (a Zero has none", size=12)
    drawing.words((x + 106, y + 161), "at this end)", size=12)


def _legend(drawing: Drawing, corner: Point, uses: list[Use]) -> None:
    """What the signs mean, in two columns, and what stands in brackets."""
    x, y = corner
    rows = (len(uses) + 1) // 2
    for number, use in enumerate(uses):
        at = (x + number // rows * (WIDTH / 2 - 20), y + number % rows * 28)
        mark(drawing, use, at)
        drawing.words((at[0] + 20, at[1] + 5), MEANINGS[use])
    notes = (
        "(3 s: …): what a button means when you hold it that long.",
        "(SPI), (3.5″): a 3.5″ screen on the header needs this pin. (I2S): a sound card does.",
        "(up): the pin is pulled up until tilekeeper starts: a lamp there may glow faintly.",
        "3.3 V is for an encoder’s + and the 1 kΩ of long leads; 5 V only for the official 7″ "
        "screen: place 2 or 4, its ground place 6.",
    )
    for number, note in enumerate(notes):
        drawing.words((x - 10, y + rows * 28 + 5 + 19 * number), note, size=13)
