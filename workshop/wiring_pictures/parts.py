"""The parts as circuits: a button, one on a long lead, a lamp, the buzzer and the encoder, with
their resistors.

Each is drawn on the pin that a pins.toml gives it, with the ground that lies nearest. Tests:
workshop/tests/test_wiring_drawn.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hardware.panel.pins import Pins
from hardware.panel.port import Button
from workshop.wiring_pictures.places import nearest_ground, place_of
from workshop.wiring_pictures.svg import FAINT, INK, Drawing, Point

WIDTH, HEIGHT = 900, 1065
PANEL = (430.0, 330.0)
WIRES = (110.0, 230.0)
"""How far the upper and the lower wire of a circuit lie below the panel's top."""

METAL = "#d0d0d0"

SERIES = "330 to 1000 Ω"
"""In every wire from a pin: one that is driven high by mistake and shorted to ground gives 10 mA
at the most then, within what it stands (16 mA, on a Pi 4 half of that: Raspberry Pi's
documentation, "GPIO pads control"), and a spark or a knocked piezo meets its diodes with a few
milliamperes."""

Circuit = Callable[[Drawing, Point, Pins], None]


def parts_drawing(pins: Pins) -> str:
    """The SVG of one circuit of each kind that `pins` has, and of the encoder."""
    drawing = Drawing(
        WIDTH, HEIGHT, "How the parts are wired",
        "One button, one lamp, the buzzer and a rotary encoder, each between its pin and ground.",
    )  # fmt: skip
    circuits: list[Circuit] = [_button, _button_far_away]
    circuits += [_lamp] if pins.lamps else []
    circuits += [_buzzer] if pins.buzzer is not None else []
    circuits += [_encoder] if _encoder_pins(pins) else []
    for number, circuit in enumerate(circuits):
        corner = (15 + number % 2 * (PANEL[0] + 10), 20 + number // 2 * (PANEL[1] + 15))
        drawing.box(corner, PANEL, ink=FAINT, round_by=8)
        circuit(drawing, corner, pins)
    return drawing.svg()


def _button(drawing: Drawing, corner: Point, pins: Pins) -> None:
    contact = pins.buttons[0]
    x, y = corner
    name = str(contact.button).replace("-", " ")
    _title(drawing, corner, f"A button (here {name})", "its resistor at the Pi")
    _two_wires(drawing, corner, contact.pin)
    top, foot = y + WIRES[0], y + WIRES[1]
    _series_resistor(drawing, corner)
    drawing.line((x + 220, top), (x + 330, top), (x + 330, top + 38))
    drawing.line((x + 330, foot - 38), (x + 330, foot), (x + 130, foot))
    drawing.circle((x + 330, top + 42), 4)
    drawing.circle((x + 330, foot - 42), 4)
    drawing.line((x + 350, top + 40), (x + 350, foot - 40), thick=3)
    drawing.line((x + 350, y + 170), (x + 372, y + 170), thick=3)
    drawing.line((x + 372, y + 156), (x + 372, y + 184), thick=3)
    _below(
        drawing, corner,
        "Four legs? Use two diagonally opposite ones: those next to",
        "each other may always be joined.",
    )  # fmt: skip


def _button_far_away(drawing: Drawing, corner: Point, pins: Pins) -> None:
    """Beyond a hand's length the pin's own pull-up (some 50 kΩ) is too weak against mains and
    sparks. The capacitor lies behind the resistor, so that no contact has to short it."""
    contact = pins.buttons[0]
    x, y = corner
    _title(drawing, corner, "On a lead longer than a hand", "up to 2 m")
    volts, signal, ground = y + 84, y + 150, y + 236
    place = place_of(contact.pin)
    _pin(drawing, (x + 16, volts), "3.3 V", "place 1 or 17")
    _pin(drawing, (x + 16, signal), f"GPIO {contact.pin}", f"place {place}")
    _pin(drawing, (x + 16, ground), "ground", f"place {nearest_ground(place)}")
    drawing.line((x + 130, volts), (x + 262, volts), (x + 262, volts + 12))
    drawing.box((x + 252, volts + 12), (20, 42))
    drawing.words((x + 280, volts + 38), "1 kΩ")
    drawing.line((x + 262, volts + 54), (x + 262, signal))
    drawing.line((x + 130, signal), (x + 178, signal))
    drawing.box((x + 178, signal - 10), (62, 20))
    drawing.words((x + 209, signal + 28), SERIES, anchor="middle", size=12)
    drawing.line((x + 240, signal), (x + 262, signal))
    drawing.circle((x + 262, signal), 3, INK)
    drawing.circle((x + 154, signal), 3, INK)
    drawing.line((x + 154, signal), (x + 154, signal + 36))
    for plate in (36, 44):
        drawing.line((x + 138, signal + plate), (x + 170, signal + plate), thick=3)
    drawing.line((x + 154, signal + 44), (x + 154, ground))
    drawing.circle((x + 154, ground), 3, INK)
    drawing.words((x + 178, signal + 58), "100 nF")
    drawing.line((x + 130, ground), (x + 262, ground))
    upper, lower = y + 180.0, y + 206.0
    drawing.line((x + 262, signal), (x + 284, upper))
    drawing.line((x + 262, ground), (x + 284, lower))
    for number in range(6):
        left, right = x + 284 + 15 * number, x + 299 + 15 * number
        drawing.line((left, upper), (right, lower))
        drawing.line((left, lower), (right, upper))
    drawing.words((x + 330, y + 168), "twisted", anchor="middle", size=12)
    for wire, contact_at in ((upper, y + 166), (lower, y + 220)):
        drawing.line((x + 374, wire), (x + 394, contact_at))
        drawing.circle((x + 394, contact_at), 4)
    drawing.line((x + 406, y + 166), (x + 406, y + 220), thick=3)
    drawing.line((x + 406, y + 193), (x + 420, y + 193), thick=3)
    drawing.line((x + 420, y + 180), (x + 420, y + 206), thick=3)
    _below(
        drawing, corner,
        "Resistors and capacitor go at the Pi; twist the wire with a",
        "ground wire of its own, and keep it away from mains cables.",
    )  # fmt: skip


def _lamp(drawing: Drawing, corner: Point, pins: Pins) -> None:
    lamp, pin = pins.lamps[0]
    x, y = corner
    name = str(lamp).replace("-", " ")
    _title(drawing, corner, f"A lamp (here {name})", "never without its resistor")
    _two_wires(drawing, corner, pin)
    top, foot = y + WIRES[0], y + WIRES[1]
    drawing.line((x + 130, top), (x + 190, top))
    drawing.box((x + 190, top - 10), (70, 20))
    drawing.words((x + 225, top - 20), SERIES, anchor="middle")
    drawing.line((x + 260, top), (x + 330, top), (x + 330, foot), (x + 130, foot))
    drawing.shape((x + 312, y + 155), (x + 348, y + 155), (x + 330, y + 187), fill="#f2b705")
    drawing.line((x + 312, y + 187), (x + 348, y + 187), thick=3)
    for lower in (0, 14):
        drawing.arrow((x + 354, y + 166 + lower), (x + 380, y + 150 + lower))
    drawing.words((x + 302, y + 146), "long leg", anchor="end")
    drawing.words((x + 302, y + 206), "short leg, flat side", anchor="end")
    _below(
        drawing, corner,
        "The resistor may be on either leg. A lamp the wrong way",
        "round stays dark, but isn’t damaged.",
    )  # fmt: skip


def _buzzer(drawing: Drawing, corner: Point, pins: Pins) -> None:
    assert pins.buzzer is not None
    x, y = corner
    _title(drawing, corner, "The buzzer", "a passive piezo; either way round")
    _two_wires(drawing, corner, pins.buzzer)
    top, foot = y + WIRES[0], y + WIRES[1]
    _series_resistor(drawing, corner)
    drawing.line((x + 220, top), (x + 330, top), (x + 330, y + 152))
    drawing.line((x + 330, y + 188), (x + 330, foot), (x + 130, foot))
    drawing.line((x + 306, y + 152), (x + 354, y + 152), thick=3)
    drawing.box((x + 312, y + 160), (36, 20), METAL)
    drawing.line((x + 306, y + 188), (x + 354, y + 188), thick=3)
    _below(
        drawing, corner,
        "Not an active one, which beeps by itself, and not one with a",
        "coil, which takes more than a pin can supply.",
    )  # fmt: skip


def _encoder(drawing: Drawing, corner: Point, pins: Pins) -> None:
    x, y = corner
    _title(drawing, corner, "A rotary encoder, if you like", "instead of BACK, NEXT and OK")
    its_own = _encoder_pins(pins)
    assert its_own is not None
    a, b, push = its_own
    rows: Sequence[tuple[float, str, int]] = (
        (84, "A (CLK)", a), (124, "B (DT)", b), (244, "push (SW)", push),
    )  # fmt: skip
    drawing.box((x + 270, y + 66), (140, 196), METAL, round_by=6)
    drawing.circle((x + 362, y + 144), 34)
    drawing.line((x + 362, y + 144), (x + 380, y + 120), thick=3)
    for lower, leg, pin in rows:
        _pin(drawing, (x + 16, y + lower), f"GPIO {pin}", f"place {place_of(pin)}")
        drawing.line((x + 130, y + lower), (x + 270, y + lower))
        drawing.words((x + 278, y + lower + 5), leg, size=12)
    _pin(drawing, (x + 16, y + 164), "ground", f"place {nearest_ground(place_of(a))}")
    drawing.line((x + 130, y + 164), (x + 270, y + 164))
    drawing.words((x + 278, y + 169), "GND", size=12)
    _pin(drawing, (x + 16, y + 204), "3.3 V", "place 1")
    drawing.line((x + 130, y + 204), (x + 270, y + 204), dashes="5 4")
    drawing.words((x + 278, y + 209), "+", size=12)
    _below(
        drawing, corner,
        "A + goes to 3.3 V, never to 5 V; a bare one has none, and its",
        "push’s second leg to ground. A, B, push: a resistor each, too.",
    )  # fmt: skip


def _encoder_pins(pins: Pins) -> tuple[int, int, int] | None:
    """The pins of A, B and push: its own, or those of the buttons that it stands in for; None
    where they aren't all there."""
    buttons = {contact.button: contact.pin for contact in pins.buttons}
    if pins.encoder is not None:
        buttons |= {Button.NEXT: pins.encoder.a, Button.BACK: pins.encoder.b}
    a, b, push = map(buttons.get, (Button.NEXT, Button.BACK, Button.OK))
    return None if a is None or b is None or push is None else (a, b, push)


def _title(drawing: Drawing, corner: Point, title: str, more: str) -> None:
    drawing.words((corner[0] + 16, corner[1] + 28), title, size=17, bold=True)
    drawing.words((corner[0] + 16, corner[1] + 50), more)


def _series_resistor(drawing: Drawing, corner: Point) -> None:
    """The one in the upper wire, at the Pi."""
    x, top = corner[0], corner[1] + WIRES[0]
    drawing.line((x + 130, top), (x + 150, top))
    drawing.box((x + 150, top - 10), (70, 20))
    drawing.words((x + 185, top - 20), SERIES, anchor="middle")


def _two_wires(drawing: Drawing, corner: Point, pin: int) -> None:
    """The pin and the ground between which a part of two legs lies."""
    x, y = corner
    place = place_of(pin)
    _pin(drawing, (x + 16, y + WIRES[0]), f"GPIO {pin}", f"place {place}")
    _pin(drawing, (x + 16, y + WIRES[1]), "ground", f"place {nearest_ground(place)}")


def _pin(drawing: Drawing, left: Point, name: str, where: str) -> None:
    """An end of a wire at the Pi; `left` is the middle of its left edge."""
    x, y = left
    drawing.box((x, y - 17), (114, 34), "#e8f3e8", round_by=4)
    drawing.words((x + 57, y - 2), name, anchor="middle", bold=True, size=13)
    drawing.words((x + 57, y + 13), where, anchor="middle", size=12)


def _below(drawing: Drawing, corner: Point, *lines: str) -> None:
    for number, line in enumerate(lines):
        drawing.words((corner[0] + 16, corner[1] + 290 + 19 * number), line, size=13)
