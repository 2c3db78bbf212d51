"""The panel port and its stand-ins: presses go to whoever listens, lamps and tones are kept."""

from __future__ import annotations

import pytest

from hardware.panel import KEYS, Button, KeyboardPanel, Panel, Press, ScriptedPanel, Tone


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
    panel.light(frozenset({1}))
    panel.sound(Tone.ASK)
    assert pressed == [Press(Button.UNDO, 3.0)]
    assert panel.lit == [frozenset({1})]
    assert panel.heard == [Tone.ASK]


def test_a_press_that_nobody_hears_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="nobody listens"):
        ScriptedPanel().press(Button.OK, 0.0)


@pytest.mark.parametrize("panel", [KeyboardPanel(), ScriptedPanel()])
def test_stand_ins_keep_the_port(panel: Panel) -> None:
    panel.start(lambda _: None)
    panel.light(frozenset())
    panel.sound(Tone.CLICK)
    panel.close()
    assert panel.missing is None or panel.missing.endswith(".")
