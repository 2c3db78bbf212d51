"""The real panel on gpiozero's mock pins: edges in, presses out, and nothing kills the rest."""

from __future__ import annotations

import os
import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.panel import gpio
from hardware.panel.gpio import (
    SHIPPED_WIRING,
    STUCK,
    ChipError,
    GpioPanel,
    Header,
    PanelError,
    find_chip,
    import_lgpio,
    open_chip,
    open_panel,
)
from hardware.panel.pins import ButtonPin, EncoderPins, Pins, load_pins
from hardware.panel.port import LOUDEST, Button, Chip, KeyboardPanel, Lamp, PartKind, Press, Tone
from hardware.panel.speaker import CARD_SETTING
from hardware.panel.tones import NOTES

SIDE_1, SIDE_2, OK, UNDO = 17, 27, 5, 26
SMALL = Pins((ButtonPin(Button.SIDE_1, SIDE_1), ButtonPin(Button.OK, OK, Button.PAUSE)))


class Clock:
    def __init__(self) -> None:
        self.now = 10.0

    def __call__(self) -> float:
        return self.now


class RecordingPin(MockPWMPin):  # type: ignore[misc] # gpiozero has no types
    """A pin that keeps every frequency and duty it was given while it sounded."""

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self.calls: list[tuple[float, float] | None] = []

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        if value is None:
            self.calls.append(None)

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        if value and self._frequency is not None:
            self.calls.append((self._frequency, value))


class StillFactory(MockFactory):  # type: ignore[misc] # gpiozero has no types
    """Pins whose edges are reported without delay: a test turns the clock, and the kernel's runs
    on."""

    @staticmethod
    def ticks_diff(_later: float, _earlier: float) -> float:
        return 0.0


class Bench:
    """A panel on mock pins, with a clock to turn and fingers to press."""

    def __init__(self, factory: MockFactory, pins: Pins, **parts: Any) -> None:
        self.factory, self.clock = factory, Clock()
        self.pressed: list[Press] = []
        self.panel = GpioPanel(pins, factory=factory, clock=self.clock, **parts)
        self.panel.start(self.pressed.append)

    def pin(self, number: int) -> Any:
        return self.factory.pin(number)

    def edge(self, pin: int, down: bool, at: float) -> None:
        self.clock.now = at
        if down:
            self.pin(pin).drive_low()
        else:
            self.pin(pin).drive_high()

    def press(self, pin: int, at: float, length: float = 0.1) -> None:
        self.edge(pin, True, at)
        self.edge(pin, False, at + length)

    def after(self, at: float) -> list[Press]:
        """All presses until a time."""
        self.clock.now = at
        self.panel.drain()
        return self.pressed


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = StillFactory(pin_class=RecordingPin)
    yield factory
    factory.reset()


@pytest.fixture
def bench(factory: MockFactory) -> Iterator[Bench]:
    bench = Bench(factory, load_pins())
    yield bench
    bench.panel.close()


def eventually(true: Callable[[], bool]) -> bool:
    """Whether something another thread does has come about."""
    deadline = time.monotonic() + 30
    while not true() and time.monotonic() < deadline:
        time.sleep(0.002)
    return true()


def test_a_press_is_reported_with_its_time(bench: Bench) -> None:
    bench.press(SIDE_1, 11.0)
    assert bench.after(12.0) == [Press(Button.SIDE_1, 11.0)]
    assert bench.panel.missing is None


def test_every_button_of_the_wiring_presses_what_it_says(bench: Bench) -> None:
    wired = load_pins().buttons
    for i, button in enumerate(wired):
        bench.press(button.pin, 11.0 + i)
    assert bench.after(40.0) == [Press(one.button, 11.0 + i) for i, one in enumerate(wired)]


def test_a_press_comes_without_anybody_asking(bench: Bench) -> None:
    bench.press(SIDE_1, 11.0)
    assert eventually(lambda: bench.pressed == [Press(Button.SIDE_1, 11.0)])


def test_chatter_neither_loses_nor_doubles_presses(bench: Bench) -> None:
    rng = random.Random(21)
    now = 20.0
    for count in range(1, 101):
        times = sorted(now + rng.uniform(0, 0.006) for _ in range(2 * rng.randint(0, 6)))
        down = True
        bench.edge(SIDE_1, True, now)
        for at in times:
            down = not down
            bench.edge(SIDE_1, down, at)
        bench.edge(SIDE_1, False, now + 0.03)
        for at in times:
            down = not down
            bench.edge(SIDE_1, not down, at + 0.03)
        now += 0.06
        assert len(bench.after(now - 0.001)) == count


def test_two_sides_2_ms_apart_come_in_their_order(bench: Bench) -> None:
    bench.edge(SIDE_2, True, 11.0)
    bench.edge(SIDE_1, True, 11.002)
    assert bench.after(11.006) == [Press(Button.SIDE_2, 11.0), Press(Button.SIDE_1, 11.002)]


def test_a_spike_presses_nothing(bench: Bench) -> None:
    bench.press(SIDE_1, 11.0, length=2e-6)
    assert bench.after(12.0) == []
    bench.press(SIDE_1, 13.0)
    assert bench.after(14.0) == [Press(Button.SIDE_1, 13.0)]


def test_a_spike_whose_end_is_reported_late_presses_nothing(bench: Bench) -> None:
    """Python was busy: the edge up lies in no queue yet as the press would count."""
    pin = bench.pin(SIDE_1)
    bench.edge(SIDE_1, True, 11.0)
    pin._change_state(True)  # open again, and no edge was reported
    assert bench.after(11.004) == []
    assert bench.after(12.0) == []


def test_a_press_whose_end_is_reported_late_is_not_lost(bench: Bench) -> None:
    """The button is up again as the press would count, and the edge up, with its time, comes later:
    where Python or the machine is busy, that is every quick press."""
    pin = bench.pin(SIDE_1)
    bench.edge(SIDE_1, True, 11.0)
    pin._state = True  # open again, and no edge was reported
    assert bench.after(11.02) == []
    pin._state = False
    bench.edge(SIDE_1, False, 11.03)
    assert bench.after(11.04) == [Press(Button.SIDE_1, 11.0)]


def test_a_press_has_the_kernels_time_however_late_it_is_reported(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench.factory, "ticks_diff", lambda *_: 0.025)
    bench.edge(SIDE_1, True, 11.0)
    (press,) = bench.after(11.01)
    assert press.at == pytest.approx(10.975)


@pytest.mark.parametrize("age", [-3.0, 1.7e9])
def test_a_time_that_cant_be_is_not_gone_by(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, age: float
) -> None:
    monkeypatch.setattr(bench.factory, "ticks_diff", lambda *_: age)
    bench.press(SIDE_1, 11.0)
    assert bench.after(12.0) == [Press(Button.SIDE_1, 11.0)]


def test_a_short_press_and_a_long_one(bench: Bench) -> None:
    bench.press(OK, 11.0, length=0.2)
    assert bench.after(11.3) == [Press(Button.OK, 11.0)]
    bench.edge(OK, True, 12.0)
    assert len(bench.after(13.19)) == 1
    assert bench.after(13.21)[1:] == [Press(Button.PAUSE, 13.2)]
    bench.edge(OK, False, 14.0)
    assert len(bench.after(20.0)) == 2
    bench.press(UNDO, 21.0, length=2.0)
    assert bench.after(24.0)[2:] == [Press(Button.END, 22.2)]


def test_a_hold_is_over_without_any_edge(factory: MockFactory) -> None:
    """On the true clock: the panel's own thread wakes for it."""
    pins = Pins((ButtonPin(Button.OK, OK, Button.PAUSE),), hold=0.5)
    panel, pressed = GpioPanel(pins, factory=factory), list[Press]()
    panel.start(pressed.append)
    before = time.monotonic()
    factory.pin(OK).drive_low()
    assert eventually(lambda: bool(pressed))
    panel.close()
    assert [one.button for one in pressed] == [Button.PAUSE]
    assert pressed[0].at >= before + 0.5


def test_a_button_may_have_a_hold_of_its_own(factory: MockFactory) -> None:
    wired = ButtonPin(Button.BACK, 6, Button.POWER, 0.6), ButtonPin(Button.OK, OK, Button.PAUSE)
    panel, pressed = GpioPanel(Pins(wired, hold=5.0), factory=factory), list[Press]()
    panel.start(pressed.append)
    before = time.monotonic()
    for pin in (6, OK):
        factory.pin(pin).drive_low()
    assert eventually(lambda: bool(pressed))
    factory.pin(OK).drive_high()
    assert eventually(lambda: len(pressed) == 2)
    panel.close()
    assert [one.button for one in pressed] == [Button.POWER, Button.OK]
    assert pressed[0].at >= before + 0.6


def turn(bench: Bench, first: int, second: int) -> None:
    """One step of an encoder: the leg that leads closes first and opens first."""
    bench.pin(first).drive_low()
    bench.pin(second).drive_low()
    bench.pin(first).drive_high()
    bench.pin(second).drive_high()


def test_an_encoder_steps_and_pushes(factory: MockFactory) -> None:
    pins = Pins((ButtonPin(Button.OK, OK),), encoder=EncoderPins(13, 6))
    bench = Bench(factory, pins)
    for _ in range(20):
        turn(bench, 13, 6)
    turn(bench, 6, 13)
    bench.press(OK, 11.0)
    buttons = [one.button for one in bench.after(12.0)]
    assert buttons == [Button.NEXT] * 20 + [Button.BACK, Button.OK]
    bench.panel.close()


def test_half_a_step_of_an_encoder_is_nothing(factory: MockFactory) -> None:
    bench = Bench(factory, Pins(SMALL.buttons, encoder=EncoderPins(13, 6)))
    bench.pin(13).drive_low()
    bench.pin(13).drive_high()
    assert bench.after(11.0) == []
    bench.panel.close()


def test_lamps_are_on_their_pins(bench: Bench) -> None:
    for lamp, pin in load_pins().lamps:
        bench.panel.light(frozenset({lamp}))
        lit = {number for _, number in load_pins().lamps if bench.pin(number).state}
        assert lit == {pin}
    bench.panel.light(frozenset())
    assert not any(bench.pin(pin).state for _, pin in load_pins().lamps)


def test_a_lamp_blinks_and_goes_dark_again(bench: Bench) -> None:
    pin = bench.pin(20)
    bench.panel.light(frozenset(), blinking=frozenset({Lamp.CHALLENGE}))
    assert eventually(lambda: [state.state for state in pin.states][-3:] == [1, 0, 1])
    bench.panel.light(frozenset({Lamp.SIDE_1}), blinking=frozenset())
    assert not pin.state
    assert bench.pin(4).state


def test_a_lamp_that_stays_lit_is_left_alone(bench: Bench) -> None:
    bench.panel.light(frozenset({Lamp.SIDE_1}))
    changes = len(bench.pin(4).states)
    bench.panel.light(frozenset({Lamp.SIDE_1, Lamp.SIDE_2}))
    assert len(bench.pin(4).states) == changes


def test_a_lamp_that_fails_leaves_the_others_lit(
    bench: Bench, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(value: object) -> None:
        raise OSError(f"no such line for {value}")

    monkeypatch.setattr(bench.pin(4), "_set_state", fail)
    for _ in range(2):
        bench.panel.light(frozenset({Lamp.SIDE_1, Lamp.SIDE_2}))
    assert bench.pin(22).state
    assert [record.message for record in caplog.records] == [
        "the lamp side-1 failed and stays as it is"
    ]
    monkeypatch.undo()


def test_the_buzzer_plays_on_its_pin(bench: Bench) -> None:
    pin = bench.pin(18)
    start = len(pin.calls)
    bench.panel.sound(Tone.DING)
    expected = [(NOTES[Tone.DING][0].hertz, 0.5), None]
    assert eventually(lambda: pin.calls[start:] == expected)
    bench.panel.set_volume(1)
    bench.panel.sound(Tone.CLICK)
    assert eventually(lambda: len(pin.calls) == start + 4)
    assert pin.calls[start + 2][1] == 0.03
    bench.panel.set_volume(0)
    bench.panel.sound(Tone.DING)
    assert len(pin.calls) == start + 4


class Heard:
    """A loudspeaker that keeps what it was asked to play."""

    missing: str | None = None

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


def test_without_a_buzzer_the_speaker_sounds(factory: MockFactory) -> None:
    heard = Heard()
    bench = Bench(factory, SMALL, speaker=heard)
    bench.panel.sound(Tone.WHISTLE)
    bench.panel.set_volume(LOUDEST)
    bench.panel.close()
    assert heard.calls == [Tone.WHISTLE, LOUDEST, "closed"]


def test_a_card_that_was_chosen_sounds_in_place_of_a_buzzer(
    factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wiring that ships names a buzzer, and whether there is one no pin can tell."""
    monkeypatch.delenv(CARD_SETTING, raising=False)
    heard = Heard()
    panel = open_panel(factory=factory, speaker=heard)
    assert panel.parts is not None
    assert (panel.parts.buzzer, panel.parts.by_card) == (True, False)
    panel.sound(Tone.CLICK)
    assert heard.calls == []
    monkeypatch.setenv(CARD_SETTING, "default:CARD=vc4hdmi0")
    panel.sound(Tone.CLICK)
    panel.set_volume(1)
    assert panel.parts is not None
    assert (panel.parts.buzzer, panel.parts.by_card) == (True, True)
    monkeypatch.delenv(CARD_SETTING)
    panel.sound(Tone.CLICK)
    panel.close()
    assert heard.calls == [Tone.CLICK, 1, "closed"]


def test_a_listener_that_raises_loses_that_press_alone(
    factory: MockFactory, caplog: pytest.LogCaptureFixture
) -> None:
    bench = Bench(factory, SMALL)

    def listen(press: Press) -> None:
        if press.at < 12.0:
            raise ValueError("not now")
        bench.pressed.append(press)

    bench.panel.start(listen)
    bench.press(SIDE_1, 11.0)
    bench.press(SIDE_1, 12.0)
    assert bench.after(13.0) == [Press(Button.SIDE_1, 12.0)]
    assert [record.message for record in caplog.records] == ["the press of side-1 was lost"]
    bench.panel.close()


def test_a_callback_never_raises_into_gpiozero(
    factory: MockFactory, caplog: pytest.LogCaptureFixture
) -> None:
    """On real pins that would end the one thread that brings all edges."""
    ticking = Clock()
    broken = threading.Event()

    def clock() -> float:
        if broken.is_set():
            raise SystemExit
        return ticking()

    pressed: list[Press] = []
    panel = GpioPanel(SMALL, factory=factory, clock=clock)
    panel.start(pressed.append)
    broken.set()
    factory.pin(SIDE_1).drive_low()
    broken.clear()
    assert [record.message for record in caplog.records] == ["an edge was lost"]
    factory.pin(SIDE_1).drive_high()
    ticking.now = 11.0
    factory.pin(SIDE_1).drive_low()
    ticking.now = 11.01
    panel.drain()
    assert pressed == [Press(Button.SIDE_1, 11.0)]
    panel.close()


def test_a_closed_panel_frees_its_pins_and_is_dark(factory: MockFactory) -> None:
    first = Bench(factory, load_pins())
    first.panel.light(frozenset({Lamp.SIDE_1}), blinking=frozenset({Lamp.SIDE_2}))
    first.panel.sound(Tone.END)
    first.panel.close()
    first.panel.close()
    assert not factory.pin(4).state
    assert factory.pin(4).function == "input"
    again = Bench(factory, load_pins())
    assert again.panel.missing is None
    again.panel.close()
    assert first.pressed == []


def test_a_pin_in_use_is_left_out_and_named(factory: MockFactory) -> None:
    taken = LED(24, pin_factory=factory)
    bench = Bench(factory, load_pins())
    assert bench.panel.missing is not None
    assert "the lamp side-3 on GPIO 24 can’t be used" in bench.panel.missing
    bench.panel.light(frozenset({Lamp.SIDE_3, Lamp.SIDE_1}))
    assert bench.pin(4).state
    bench.press(SIDE_1, 11.0)
    assert bench.after(12.0) == [Press(Button.SIDE_1, 11.0)]
    bench.panel.close()
    taken.close()


def test_a_panel_without_any_button_is_none(factory: MockFactory) -> None:
    taken = LED(SIDE_1, pin_factory=factory)
    pins = Pins((ButtonPin(Button.SIDE_1, SIDE_1),), lamps=((Lamp.SIDE_1, 4),))
    with pytest.raises(PanelError, match="the button side-1 on GPIO 17 can’t be used"):
        GpioPanel(pins, factory=factory)
    LED(4, pin_factory=factory).close()
    taken.close()


def test_open_panel_gives_the_panel(factory: MockFactory) -> None:
    panel = open_panel(factory=factory)
    assert isinstance(panel, GpioPanel)
    panel.close()


def test_without_pins_the_keyboard_stands_in_and_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(gpio, "open_chip", lambda: open_chip(tmp_path))
    heard = Heard()
    panel = open_panel(speaker=heard)
    assert isinstance(panel, KeyboardPanel)
    assert panel.missing == (
        "No button panel (this device has no GPIO pins): use the keyboard instead."
    )
    panel.sound(Tone.CLICK)
    assert heard.calls == [Tone.CLICK]


def test_a_clash_in_the_file_is_reported(factory: MockFactory, tmp_path: Path) -> None:
    path = tmp_path / "pins.toml"
    path.write_text("[buttons]\nok = 5\nback = 5\n", encoding="utf-8")
    panel = open_panel(path, factory=factory)
    assert isinstance(panel, KeyboardPanel)
    assert "GPIO 5 is both the button ok and the button back" in (panel.missing or "")


def test_a_panel_without_buttons_leaves_the_speaker_open(factory: MockFactory) -> None:
    taken = [LED(wired.pin, pin_factory=factory) for wired in load_pins().buttons]
    heard = Heard()
    panel = open_panel(factory=factory, speaker=heard)
    assert "no button can be used" in (panel.missing or "")
    assert heard.calls == []
    for led in taken:
        led.close()


def test_whatever_a_driver_raises_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise RuntimeError("the kernel is odd")

    monkeypatch.setattr(gpio, "open_chip", fail)
    panel = open_panel()
    assert "RuntimeError: the kernel is odd" in (panel.missing or "")
    assert [record.message for record in caplog.records] == ["the panel can't be opened"]


def test_importing_lgpio_leaves_the_working_directory_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As lgpio does: a file in the directory it finds, or in that of LG_WD, where it stays."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    monkeypatch.chdir(here)

    def load() -> object:
        if "LG_WD" in os.environ:
            os.chdir(os.environ["LG_WD"])
        Path(".lgd-nfy0").touch()
        return SimpleNamespace(gpiochip_open=None)

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    monkeypatch.delenv("LG_WD", raising=False)
    import_lgpio(load)
    assert list((tmp_path / "tmp").iterdir()) == []
    monkeypatch.setenv("LG_WD", str(there))
    import_lgpio(load)
    assert Path.cwd() == here
    assert list(here.iterdir()) == []
    assert (there / ".lgd-nfy0").exists()


def test_an_lgpio_that_is_absent_or_empty_says_what_to_install() -> None:
    def absent() -> object:
        raise ModuleNotFoundError("No module named 'lgpio'")

    with pytest.raises(ChipError, match=r"No module named 'lgpio'.*apt install python3-lgpio"):
        import_lgpio(absent)
    with pytest.raises(ChipError, match="this lgpio is empty: apt install python3-lgpio"):
        import_lgpio(SimpleNamespace)


class Chips:
    """lgpio, as far as it lists chips: labels by number, None for one that may not be opened."""

    class error(Exception):  # noqa: N801, N818 # lgpio's own name
        pass

    def __init__(self, labels: dict[int, str | None]) -> None:
        self.labels, self.open = labels, set[int]()
        self.users: dict[int, str] = {}

    def gpiochip_open(self, number: int) -> int:
        if self.labels[number] is None:
            raise Chips.error("can not open gpiochip")
        self.open.add(number)
        return number

    def gpio_get_chip_info(self, handle: int) -> list[Any]:
        return [0, 54, f"gpiochip{handle}", self.labels[handle]]

    def gpio_get_line_info(self, handle: int, pin: int) -> list[Any]:
        if pin > 53:
            raise Chips.error("bad GPIO number")
        return [0, pin, 0, f"GPIO{pin}", self.users.get(pin, "")]

    def gpiochip_close(self, handle: int) -> None:
        self.open.remove(handle)

    @property
    def paths(self) -> list[Path]:
        return [Path(f"/dev/gpiochip{number}") for number in self.labels]


def test_the_header_is_found_by_its_label_whatever_its_number() -> None:
    chips = Chips({10: "gpio-brcmstb@107d508500", 11: "pinctrl-rp1", 12: None})
    assert find_chip(chips, chips.paths) == Chip(11, "pinctrl-rp1")
    assert chips.open == set()


def test_chips_that_are_no_header_or_not_ours_are_reported() -> None:
    other = Chips({0: "INT34C5:00"})
    with pytest.raises(ChipError, match="this isn’t a Raspberry Pi: its chips are INT34C5:00"):
        find_chip(other, other.paths)
    locked = Chips({0: None})
    with pytest.raises(ChipError, match=r"gpiochip0: can not open gpiochip.*join the group gpio"):
        find_chip(locked, locked.paths)


def test_a_part_that_fails_later_is_reported_then(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bench.panel.missing is None

    def fail(*_: object) -> None:
        raise OSError("the wire is off")

    monkeypatch.setattr(bench.panel._lamps[Lamp.SIDE_1], "on", fail)
    bench.panel.light(frozenset({Lamp.SIDE_1}))
    assert bench.panel.missing is not None
    assert "side-1 failed" in bench.panel.missing


def test_a_panel_shows_what_it_is_made_of(bench: Bench) -> None:
    wired, parts = load_pins(), bench.panel.parts
    assert parts.buttons == tuple(one.button for one in wired.buttons)
    assert parts.lamps == tuple(lamp for lamp, _ in wired.lamps)
    assert (parts.buzzer, parts.encoder, parts.down, parts.lost) == (True, False, (), ())
    assert (parts.chip, parts.factory, parts.wiring) == (None, "StillFactory", SHIPPED_WIRING)


def test_parts_that_are_lost_are_reported_by_their_kind(factory: MockFactory) -> None:
    taken = [LED(pin, pin_factory=factory) for pin in (SIDE_1, 13)]
    pins = Pins((*SMALL.buttons,), lamps=((Lamp.SIDE_2, 22),), encoder=EncoderPins(13, 6))
    bench = Bench(factory, pins, wiring="/home/us/pins.toml")
    lost = [(part.kind, part.why.partition(" can’t")[0]) for part in bench.panel.parts.lost]
    assert lost == [
        (PartKind.BUTTON, "the button side-1 on GPIO 17"),
        (PartKind.BUTTON, "the encoder on GPIO 13 and GPIO 6"),
    ]
    assert bench.panel.parts.wiring == "/home/us/pins.toml"
    assert not bench.panel.parts.encoder
    bench.panel.close()
    for led in taken:
        led.close()


def test_a_button_that_is_down_too_long_is_stuck_until_it_comes_up(bench: Bench) -> None:
    bench.edge(SIDE_1, True, 11.0)
    bench.edge(OK, True, 12.0)
    bench.after(11.0 + STUCK)
    assert bench.panel.parts.down == (Button.SIDE_1,)
    bench.edge(SIDE_1, False, 30.0)
    assert bench.panel.parts.down == (Button.OK,)


def test_a_button_that_was_down_from_the_start_is_stuck_too(factory: MockFactory) -> None:
    factory.pin(UNDO)._set_pull = lambda _: None  # shorted: the resistor doesn't raise it
    bench = Bench(factory, Pins((*SMALL.buttons, ButtonPin(Button.UNDO, UNDO))))
    assert bench.panel.parts.down == (Button.UNDO,)
    bench.panel.close()


def test_a_buzzer_that_failed_is_a_lost_part(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(bench.panel._loudspeaker), "trouble", "it is silent")
    (lost,) = bench.panel.parts.lost
    assert (lost.kind, lost.why) == (PartKind.BUZZER, "it is silent")


def test_a_speaker_that_cannot_be_opened_is_a_lost_part(factory: MockFactory) -> None:
    heard = Heard()
    heard.missing = "No sound (Host is down): the game continues without it."
    panel = Bench(factory, SMALL, speaker=heard).panel
    (lost,) = panel.parts.lost
    assert (lost.kind, lost.why) == (PartKind.SPEAKER, heard.missing)
    assert panel.missing is None  # one that was never there isn't missed
    panel.close()


def test_the_owner_of_a_taken_pin_is_named(
    factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    chips = Chips({0: "pinctrl-bcm2711"})
    chips.users[SIDE_1] = "spi0 CS0"
    header = Header(factory, Chip(0, "pinctrl-bcm2711"), chips)
    monkeypatch.setattr(gpio, "open_chip", lambda: header)
    taken = LED(SIDE_1, pin_factory=factory)
    panel = open_panel(speaker=Heard())
    assert isinstance(panel, GpioPanel)
    (lost,) = panel.parts.lost
    assert lost.why.endswith("; taken by spi0 CS0)")
    assert panel.parts.chip == Chip(0, "pinctrl-bcm2711")
    assert panel.parts.chip.device == "/dev/gpiochip0"
    assert chips.open == set()
    taken.close()
    panel.close()


def test_a_pin_of_which_nothing_is_known_has_no_owner(factory: MockFactory) -> None:
    chips = Chips({0: "pinctrl-bcm2711"})
    header = Header(factory, Chip(0, "pinctrl-bcm2711"), chips)
    assert header.user_of(4) == ""
    assert header.user_of(99) == ""
    chips.labels[0] = None
    assert header.user_of(4) == ""
