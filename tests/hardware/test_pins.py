"""pins.toml: the wiring that ships is sound, and every mistake is named with its way out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hardware.panel.pins import (
    DEFAULT_PINS,
    RESERVED,
    ButtonPin,
    EncoderPins,
    PinsError,
    load_pins,
    pins_from,
)
from hardware.panel.port import Button, Lamp


def test_the_wiring_that_ships() -> None:
    pins = load_pins()
    buttons = [contact.button for contact in pins.buttons]
    held = {contact.held for contact in pins.buttons if contact.held}
    assert {*buttons, *held} == set(Button)
    assert {Button.PAUSE, Button.END, Button.POWER} <= held.difference(buttons)
    long = {contact.button: contact.held for contact in pins.buttons}
    assert (long[Button.OK], long[Button.UNDO]) == (Button.PAUSE, Button.END)
    assert long[Button.BACK] is Button.POWER
    holds = {contact.button: pins.hold_of(contact) for contact in pins.buttons}
    assert (holds[Button.BACK], holds[Button.OK], holds[Button.NEXT]) == (3.0, 1.2, None)
    assert {lamp for lamp, _ in pins.lamps} == set(Lamp)
    assert pins.buzzer == 18
    assert pins.encoder is None
    assert pins.hold == 1.2
    used = [contact.pin for contact in pins.buttons] + [pin for _, pin in pins.lamps]
    assert not set(used) & set(RESERVED)


def test_the_encoder_of_the_comment_fits_where_its_buttons_were(tmp_path: Path) -> None:
    lines = DEFAULT_PINS.read_text(encoding="utf-8").splitlines()
    start = lines.index("# [encoder]")
    rest = [line for line in lines if not line.startswith(("ok =", "back =", "next ="))]
    text = "\n".join(rest + [line.removeprefix("# ") for line in lines[start:]])
    path = tmp_path / "pins.toml"
    path.write_text(text, encoding="utf-8")
    pins = load_pins(path)
    assert pins.encoder == EncoderPins(13, 6)
    assert ButtonPin(Button.OK, 5, Button.PAUSE) in pins.buttons


def test_the_guide_has_the_wiring_that_ships() -> None:
    """Every row of the tables in docs/panel.md names the pin that pins.toml has."""
    guide = (Path(__file__).parents[2] / "docs" / "panel.md").read_text(encoding="utf-8")
    rows = [
        tuple(cell.strip(" `") for cell in line.split("|")[1:3])
        for line in guide.splitlines()
        if line.startswith("| `")
    ]
    pins = load_pins()
    wired = [(f"buttons.{contact.button}", contact.pin) for contact in pins.buttons]
    wired += [(f"lamps.{lamp}", pin) for lamp, pin in pins.lamps]
    wired.append(("buzzer.pin", pins.buzzer or 0))
    assert {(name, int(pin)) for name, pin in rows} == set(wired)


def test_a_small_panel_is_enough() -> None:
    pins = pins_from({"buttons": {"side-1": 4, "ok": {"pin": 5}}}, "p.toml")
    assert pins.buttons == (ButtonPin(Button.SIDE_1, 4), ButtonPin(Button.OK, 5))
    assert pins.lamps == ()
    assert pins.buzzer is None


BUTTONS = {"side-1": 17}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            {"buttons": {"side-1": 17, "challenge": 17}},
            "GPIO 17 is both the button side-1 and the button challenge",
        ),
        (
            {"buttons": BUTTONS, "lamps": {"side-1": 17}},
            "GPIO 17 is both the button side-1 and the lamp side-1",
        ),
        ({"buttons": BUTTONS, "buzzer": {"pin": 17}}, "and the buzzer"),
        ({"buttons": BUTTONS, "encoder": {"a": 17, "b": 4}}, "and the encoder’s a"),
        ({"buttons": {"ok": 3}}, "GPIO 3 is the I2C bus .*: take another for the button ok"),
        ({"buttons": {"ok": 14}}, "GPIO 14 is the serial console"),
        ({"buttons": {"ok": 28}}, "there’s no GPIO 28 for the button ok"),
        ({"buttons": {"ok": -1}}, "there’s no GPIO -1"),
        ({"buttons": {"ok": "5"}}, "buttons.ok: Expected `int`"),
        ({"buttons": {"ok": True}}, "buttons.ok: Expected `int`"),
        ({"buttons": {"ok": {"held": "pause"}}}, "buttons.ok: Object missing .*`pin`"),
        ({"buttons": {"ok": {"pin": "5"}}}, "buttons.ok.pin: Expected `int`"),
        ({"buttons": {"ok": {"pin": 5, "hol": "end"}}}, "buttons.ok: no hol .* mean hold"),
        ({"buttons": {"ok": {"pin": 5, "held": "end", "hold": 9}}}, "ok.hold is 9.0: a long press"),
        ({"buttons": {"ok": {"pin": 5, "hold": 2}}}, "ok: hold without held"),
        ({"buttons": {"ok": {"pin": 5, "held": "paus"}}}, "no button paus .* mean pause"),
        ({"buttons": {"ok": {"pin": 5, "held": "ok"}}}, "holding ok can’t mean ok again"),
        ({"buttons": {"side1": 5}}, r"no buttons.side1 is known; did you mean side-1\?"),
        ({"lamps": {"zone-7": 5}, "buttons": BUTTONS}, "no lamps.zone-7 is known"),
        ({"button": {"ok": 5}}, r"no button is known; did you mean buttons\?"),
        ({"buttons": BUTTONS, "buzzer": 18}, r"buzzer must be a table: write \[buzzer\]"),
        ({"buttons": BUTTONS, "encoder": {"a": 5}}, "encoder: Object missing .*`b`"),
        ({"buttons": BUTTONS, "hold": 0.1}, "hold is 0.1: a long press takes 0.5 to 5.0 seconds"),
        ({"buttons": BUTTONS, "hold": "1"}, "hold: Expected `float`"),
        ({}, "no button is on any pin"),
    ],
)
def test_a_mistake_is_named(data: dict[str, object], sentence: str) -> None:
    with pytest.raises(PinsError, match=sentence) as caught:
        pins_from(data, "my.toml")
    assert str(caught.value).startswith("my.toml: ")
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_or_no_toml(tmp_path: Path) -> None:
    with pytest.raises(PinsError, match="doesn’t exist: check the name"):
        load_pins(tmp_path / "none.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("[buttons\n", encoding="utf-8")
    with pytest.raises(PinsError, match=r"broken.toml isn’t TOML"):
        load_pins(broken)
    broken.write_bytes(b"\xff\xfe")
    with pytest.raises(PinsError, match="can’t be read"):
        load_pins(broken)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hold = " + "[" * 1000, "nested too deeply"),
        ("hold = " + "9" * 5000, "isn’t TOML"),
        ("#" * 20_000, "far too large"),
    ],
)
def test_what_no_wiring_looks_like_is_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "pins.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PinsError, match=sentence):
        load_pins(path)


def test_only_a_file_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")  # reading it would wait for ever
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(PinsError, match="isn’t a file"):
            load_pins(path)
    with pytest.raises(PinsError, match="can’t be read"):
        load_pins(Path("a\0b"))


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "pins.toml"
    path.write_bytes(b"\xef\xbb\xbf" + DEFAULT_PINS.read_bytes().replace(b"\n", b"\r\n"))
    assert load_pins(path) == load_pins()
