"""The wiring is drawn as pins.toml has it, and following the drawings finds every part."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

import pytest

from hardware.panel.pins import RESERVED, load_pins, pins_from
from workshop.wiring_pictures.__main__ import BEGIN, END, FOLDER, PAGE, drawings, with_heights
from workshop.wiring_pictures.lenses import BOARDS, ENOUGH, LENSES, MARGIN, Lens
from workshop.wiring_pictures.places import PLACES, Use, header, nearest_ground, place_of, wired

PANEL_PAGE = PAGE.with_name("panel.md")
ENCODER = {
    "buttons": {"side-1": 17},
    "encoder": {"a": 13, "b": 6, "push": {"pin": 5, "held": "pause"}},
}


def words(svg: str) -> list[str]:
    return [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


@pytest.mark.parametrize("name", ["header.svg", "parts.svg", "arm.svg"])
def test_what_is_committed_is_drawn_from_todays_pins(name: str) -> None:
    committed = (FOLDER / name).read_text(encoding="utf-8")
    assert committed == drawings(load_pins())[name], "run script/draw-wiring"
    ElementTree.fromstring(committed)  # is XML


def test_every_pin_of_the_file_is_in_the_drawing_with_its_part() -> None:
    pins = load_pins()
    texts = words(drawings(pins)["header.svg"])
    parts = wired(pins)
    assert len(parts) == len(pins.buttons) + len(pins.lamps) + (pins.buzzer is not None)
    for gpio, (_, part) in parts.items():
        row = texts.index(str(place_of(gpio)))
        assert texts[row + 1].split(" (")[0] == f"GPIO {gpio}"
        assert texts[row + 2] == part


def test_the_header_has_forty_places_and_every_gpio_once() -> None:
    assert len(PLACES) == 40
    assert sorted(what for what in PLACES if isinstance(what, int)) == list(range(28))
    assert [n for n, what in enumerate(PLACES, 1) if what == "ground"] == [
        6, 9, 14, 20, 25, 30, 34, 39
    ]  # fmt: skip


def test_the_places_on_the_panels_page_are_those_of_the_drawing() -> None:
    """docs/panel.md writes GPIO and place side by side; tests/hardware/test_pins.py holds the
    GPIO against pins.toml."""
    rows = re.findall(
        r"\| `\w+\.[\w-]+` \| (\d+) \| (\d+) \|", PANEL_PAGE.read_text(encoding="utf-8")
    )
    assert len(rows) == len(wired(load_pins()))
    assert [int(place) for _, place in rows] == [place_of(int(gpio)) for gpio, _ in rows]


def test_pins_that_the_pi_needs_differ_from_free_ones() -> None:
    places = {place.name: place for place in header(pins_from({"buttons": {"ok": 5}}, "here"))}
    assert all(places[f"GPIO {gpio}"].use is Use.RESERVED for gpio in RESERVED)
    assert places["GPIO 17"].use is Use.FREE
    assert places["GPIO 9"].bus == "SPI"
    assert [places[f"GPIO {n}"].bus for n in (18, 19, 20, 21)] == ["I2S"] * 4
    assert [places[f"GPIO {n}"].bus for n in (17, 22, 24, 25)] == ["3.5″"] * 4


def test_lamps_that_may_glow_before_the_start_are_marked() -> None:
    glow = {place.name for place in header(load_pins()) if place.pulled_up}
    assert glow == {"GPIO 4", "GPIO 7", "GPIO 8"}


def test_every_wire_from_a_pin_has_its_resistor() -> None:
    """One for a button, a button far away, a lamp and the buzzer; an encoder's follow below."""
    texts = words(drawings(load_pins())["parts.svg"])
    assert texts.count("330 to 1000 Ω") == 4
    assert {"1 kΩ", "100 nF", "twisted"} <= set(texts)
    assert any("A, B, push: a resistor each" in text for text in texts)


def test_an_encoder_is_drawn_on_its_own_pins() -> None:
    pins = pins_from(ENCODER, "here")
    texts = words(drawings(pins)["header.svg"])
    assert {"encoder A", "encoder B", "button ok (1.2 s: pause)"} <= set(texts)
    circuit = words(drawings(pins)["parts.svg"])
    leg = circuit.index("A (CLK)")
    assert circuit[leg - 2 : leg] == ["GPIO 13", "place 33"]


def test_parts_that_are_not_wired_are_not_drawn() -> None:
    texts = words(drawings(pins_from({"buttons": {"ok": 5}}, "here"))["parts.svg"])
    assert [text for text in texts if text.startswith(("A ", "The "))] == ["A button (here ok)"]


def test_the_nearest_ground_is_named() -> None:
    assert nearest_ground(place_of(17)) == 9
    assert nearest_ground(place_of(18)) == 14
    assert nearest_ground(place_of(21)) == 39


@pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)
@pytest.mark.parametrize("board", BOARDS)
def test_a_board_with_its_margin_fits_from_the_height_that_is_given(lens: Lens, board: int) -> None:
    height = lens.height(board)
    pixels_a_centimetre = lens.square(height) / 1.8
    assert lens.pixels / pixels_a_centimetre == pytest.approx(board + 2 * MARGIN)
    assert lens.square(lens.highest()) == pytest.approx(ENOUGH)
    assert height < lens.highest()


def test_a_camera_of_ninety_degrees_hangs_half_as_high_as_it_sees_wide() -> None:
    assert Lens("any", 90.0, 1000).height(36) == pytest.approx(20.0)


def test_the_table_of_heights_is_todays() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_heights(page), "run script/draw-wiring"
    with pytest.raises(ValueError, match="are gone"):
        with_heights(page.replace(BEGIN, ""))
    with pytest.raises(ValueError, match="are gone"):
        with_heights(page.replace(END, ""))
