"""The first evening's trial on gpiozero's mock pins: what shines, sounds and is felt, and
cables that are crossed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.cli import doctor_trials
from device.cli.doctor_trials import (
    BUTTON_LABELS,
    LAMPS,
    TONES,
    button_name,
    contacts_of,
    try_buttons,
    try_lamps,
    try_parts,
    try_tones,
)
from device.doctor.checks import CheckGrade
from device.language.texts import Message, Texts
from device.settings.config import PanelSettings
from device.table.report import OwnCheck
from hardware.panel.gpio import GpioPanel
from hardware.panel.pins import ButtonPin, EncoderPins, Pins, load_pins
from hardware.panel.port import Button, KeyboardPanel, Lamp, ScriptedPanel, Tone

ENGLISH = Texts("en")
OK, UNDO, SIDE_1 = 5, 26, 17
PINS = Pins(
    (
        ButtonPin(Button.SIDE_1, SIDE_1),
        ButtonPin(Button.OK, OK, Button.PAUSE),
        ButtonPin(Button.UNDO, UNDO, Button.END),
    ),
    ((Lamp.SIDE_1, 4), (Lamp.ZONE_6, 21)),
    buzzer=18,
)


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


def verdicts(checks: list[OwnCheck]) -> dict[str, tuple[CheckGrade, str]]:
    return {check.key: (check.verdict, ENGLISH.say(check.value)) for check in checks}


def somebody(panel: ScriptedPanel, presses: dict[str, list[Button]]) -> Callable[[Message], None]:
    """Somebody who presses these buttons when asked for one by its name."""

    def reported(message: Message) -> None:
        for name, buttons in presses.items():
            if name in ENGLISH.say(message):
                for button in buttons:
                    panel.press(button, 0.0)

    return reported


def tried(presses: dict[str, list[Button]], pins: Pins = PINS) -> dict[str, tuple[CheckGrade, str]]:
    panel = ScriptedPanel()
    return verdicts(list(try_buttons(panel, pins, somebody(panel, presses), seconds=0.05)))


def test_each_button_that_is_pressed_is_felt() -> None:
    right = {"player 1": [Button.SIDE_1], "OK": [Button.OK], "undo": [Button.UNDO]}
    assert set(tried(right).values()) == {(CheckGrade.GOOD, "pressed")}


def test_a_long_press_and_a_double_one_are_felt_too() -> None:
    found = tried(
        {"player 1": [Button.SIDE_1] * 3, "OK": [Button.PAUSE], "undo": [Button.UNDO]},
    )
    assert set(found.values()) == {(CheckGrade.GOOD, "pressed")}


def test_crossed_cables_are_named() -> None:
    found = tried({"player 1": [Button.SIDE_1], "OK": [Button.UNDO], "undo": [Button.OK]})
    assert found["press-ok"] == (CheckGrade.BAD, "registered as: button undo")
    assert found["press-undo"] == (CheckGrade.BAD, "registered as: button OK")


def test_a_button_that_is_not_felt_is_reported_with_its_pin() -> None:
    panel = ScriptedPanel()
    checks = list(try_buttons(panel, PINS, lambda _: None, seconds=0.0))
    assert [check.verdict for check in checks] == [CheckGrade.BAD] * 3
    advice = checks[1].advice
    assert advice is not None
    assert ENGLISH.say(advice) == "Check its cable: one leg on GPIO 5, one on ground."


def test_a_knob_is_turned_both_ways_and_may_be_wired_the_wrong_way_round() -> None:
    pins = Pins((ButtonPin(Button.OK, OK),), encoder=EncoderPins(13, 6))
    right = {"OK": [Button.OK], "right": [Button.NEXT], "left": [Button.BACK]}
    assert set(tried(right, pins).values()) == {(CheckGrade.GOOD, "pressed")}
    found = tried({"OK": [Button.OK], "right": [Button.BACK], "left": [Button.NEXT]}, pins)
    assert found["knob-right"] == (CheckGrade.BAD, "registered as: button back")
    assert found["knob-left"] == (CheckGrade.BAD, "registered as: button next")


def test_real_presses_on_pins_are_felt(factory: MockFactory) -> None:
    pins = {"player 1": SIDE_1, "OK": OK, "undo": UNDO}

    def reported(message: Message) -> None:
        for name, pin in pins.items():
            if name in ENGLISH.say(message):
                factory.pin(pin).drive_low()
                time.sleep(0.03)  # as a quick tap does
                factory.pin(pin).drive_high()

    with closing(GpioPanel(PINS, factory=factory)) as panel:
        checks = list(try_buttons(panel, PINS, reported, seconds=20))
    assert {check.key: check.verdict for check in checks} == {
        "press-side-1": CheckGrade.GOOD,
        "press-ok": CheckGrade.GOOD,
        "press-undo": CheckGrade.GOOD,
    }


def test_every_lamp_shines_alone_and_is_named(factory: MockFactory) -> None:
    seen: list[tuple[str, int, int]] = []
    messages: list[str] = []
    with closing(GpioPanel(PINS, factory=factory)) as panel:
        checks = try_lamps(
            panel,
            PINS,
            lambda message: messages.append(ENGLISH.say(message)),
            lambda _: seen.append((messages[-1], factory.pin(4).state, factory.pin(21).state)),
        )
        (check,) = checks
        assert factory.pin(21).state == 0
    assert seen == [
        ("Lit: player 1’s lamp (GPIO 4).", 1, 0),
        ("Lit: zone 6’s lamp (GPIO 21).", 0, 1),
    ]
    assert ENGLISH.say(check.value) == "lit one after the other: 2"


def test_every_tone_is_played_by_its_meaning() -> None:
    panel, shown = ScriptedPanel(), list[str]()

    def announce(message: Message) -> None:
        shown.append(ENGLISH.say(message))

    (check,) = try_tones("b", Message("Buzzer"), panel, announce, lambda _: None)
    assert panel.heard == list(TONES)
    assert shown[0] == "Buzzer: a button press."
    assert check.verdict is CheckGrade.GOOD


def test_everything_that_can_be_wired_has_a_name() -> None:
    assert len({str(button_name(button)) for button in Button}) == len(Button)
    assert set(BUTTON_LABELS) <= {str(button) for button in Button}
    assert set(LAMPS) == set(Lamp)
    assert set(TONES) == set(Tone)
    assert len(contacts_of(load_pins())) == len(load_pins().buttons)


def test_the_whole_trial_gives_every_pin_back(
    factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    panels: list[GpioPanel] = []

    def opened(_: Path | None) -> GpioPanel:
        panels.append(GpioPanel(PINS, factory=factory))
        return panels[-1]

    monkeypatch.setattr(doctor_trials, "load_pins", lambda _: PINS)
    monkeypatch.setattr(doctor_trials, "open_panel", opened)
    monkeypatch.setattr(doctor_trials, "LAMP_SECONDS", 0.0)
    monkeypatch.setattr(doctor_trials, "TONE_PAUSE", 0.0)
    monkeypatch.setattr(doctor_trials, "duration", lambda _: 0.0)
    checks = list(try_parts(PanelSettings(speaker=False), lambda _: None, seconds=0.0))
    assert [check.key for check in checks] == [
        "lamps-lit",
        "buzzer-played",
        "press-side-1",
        "press-ok",
        "press-undo",
    ]
    with closing(GpioPanel(PINS, factory=factory)) as again:
        assert again.missing is None


def test_a_keyboard_in_their_place_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_trials, "open_panel", lambda _: KeyboardPanel(missing="No pins."))
    (check,) = try_parts(PanelSettings(speaker=False), lambda _: None)
    assert (check.verdict, ENGLISH.say(check.value)) == (CheckGrade.BAD, "No pins.")


def test_a_pins_file_that_cannot_be_used_is_reported(tmp_path: Path) -> None:
    settings = PanelSettings(pins=str(tmp_path / "none.toml"), speaker=False)
    (check,) = try_parts(settings, lambda _: None)
    assert "none.toml doesn’t exist" in ENGLISH.say(check.value)


def test_the_speaker_plays_each_tone_or_says_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(doctor_trials, "open_panel", lambda _: KeyboardPanel(missing="No pins."))
    monkeypatch.setattr(doctor_trials, "TONE_PAUSE", 0.0)
    monkeypatch.setattr(doctor_trials, "duration", lambda _: 0.0)
    _, played = try_parts(PanelSettings(), lambda _: None)
    assert (played.key, played.verdict) == ("speaker-played", CheckGrade.GOOD)
    monkeypatch.setenv("SDL_AUDIODRIVER", "none-such")
    _, silent = try_parts(PanelSettings(), lambda _: None)
    assert silent.verdict is CheckGrade.DOUBTFUL
    assert "No sound" in ENGLISH.say(silent.value)
