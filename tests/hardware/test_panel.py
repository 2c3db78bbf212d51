"""The panel port and its stand-ins: presses go to the listener, lamps and tones are kept."""

from __future__ import annotations

import pytest

from hardware.panel.port import (
    KEYS,
    SIDE_BUTTONS,
    SIDE_LAMPS,
    Button,
    KeyboardPanel,
    Lamp,
    Panel,
    Press,
    ScriptedPanel,
    Tone,
)


def test_keys_stand_in_for_buttons() -> None:
    panel, pressed = KeyboardPanel(), list[Press]()
    panel.start(pressed.append)
    for name in ("1", "return", "x", "left", "escape"):
        panel.key(name, 2.5)
    assert pressed == [
        Press(Button.SIDE_1, 2.5),
        Press(Button.OK, 2.5),
        Press(Button.BACK, 2.5),
        Press(Button.END, 2.5),
    ]


def test_every_button_has_a_key() -> None:
    assert set(KEYS.values()) == set(Button)


def test_a_closed_keyboard_presses_nothing() -> None:
    panel, pressed = KeyboardPanel(), list[Press]()
    panel.start(pressed.append)
    panel.close()
    panel.key("1", 1.0)
    assert pressed == []


def test_a_script_presses_and_keeps_what_it_was_shown() -> None:
    panel, pressed = ScriptedPanel(), list[Press]()
    panel.start(pressed.append)
    panel.press(Button.UNDO, 3.0)
    panel.light(frozenset({Lamp.SIDE_2}))
    panel.light(frozenset(), blinking=frozenset({Lamp.CHALLENGE}))
    panel.sound(Tone.ASK)
    panel.set_volume(1)
    assert pressed == [Press(Button.UNDO, 3.0)]
    assert panel.lit == [frozenset({Lamp.SIDE_2}), frozenset()]
    assert panel.blinking == [frozenset(), frozenset({Lamp.CHALLENGE})]
    assert panel.heard == [Tone.ASK]
    assert panel.volume == 1


class _Heard:
    """A loudspeaker that keeps what it was asked to play."""

    missing = None

    def __init__(self) -> None:
        self.calls: list[Tone | int | str] = []

    def sound(self, tone: Tone) -> None:
        self.calls.append(tone)

    @property
    def trouble(self) -> str | None:
        return None

    def set_volume(self, level: int) -> None:
        self.calls.append(level)

    def close(self) -> None:
        self.calls.append("closed")


def test_a_keyboard_with_a_loudspeaker_sounds() -> None:
    heard = _Heard()
    panel = KeyboardPanel(heard, missing="No chip here.")
    panel.sound(Tone.WHISTLE)
    panel.set_volume(2)
    panel.close()
    assert heard.calls == [Tone.WHISTLE, 2, "closed"]
    assert panel.missing == "No chip here."


def test_the_lamp_of_a_turn_button_has_its_name() -> None:
    assert [str(lamp) for lamp in SIDE_LAMPS] == [str(button) for button in SIDE_BUTTONS]


def test_a_press_without_a_listener_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="nobody listens"):
        ScriptedPanel().press(Button.OK, 0.0)


@pytest.mark.parametrize("panel", [KeyboardPanel(), ScriptedPanel()])
def test_stand_ins_keep_the_port(panel: Panel) -> None:
    panel.start(lambda _: None)
    panel.light(frozenset())
    panel.light(frozenset({Lamp.SIDE_1}), frozenset({Lamp.SIDE_2}))
    panel.sound(Tone.CLICK)
    panel.set_volume(0)
    panel.close()
    assert panel.missing is None or panel.missing.endswith(".")
