"""The real panel: buttons, lamps, buzzer and encoder on GPIO pins, through gpiozero, and the chip
behind the 40-pin header, found by its label.

It knows pins and presses and no game. What gpiozero calls back only queues an edge with the
kernel's time of it; a thread of the panel's own decides what was pressed.
Tests: tests/hardware/test_gpio_panel.py.
"""

from __future__ import annotations

import importlib
import logging
import math
import os
import queue
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardware.panel.buzzer import Buzzer
from hardware.panel.debounce import Contact, ContactPress, Contacts, Edge
from hardware.panel.owners import NO_OWNERS, Owners, header_owners
from hardware.panel.pins import LONGEST_HOLD, ButtonPin, Pins, PinsError, load_pins
from hardware.panel.port import (
    Button,
    Chip,
    KeyboardPanel,
    Lamp,
    Lost,
    Loudspeaker,
    OnPress,
    Panel,
    PanelParts,
    PartKind,
    Press,
    Tone,
)
from hardware.panel.speaker import card_chosen
from hardware.sentences import Sentence, joined
from hardware.threads import watched

if TYPE_CHECKING:
    from gpiozero.pins import Factory


# --- the chip, through lgpio ---
# lgpio is imported here alone and only when it is asked for, since importing it leaves a file in
# the working directory and may change that directory.

CHIP_LABELS = frozenset({"pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"})
"""What the header's chip calls itself on a Pi 5, a Pi 4, and older ones and the Zeros. Its number
changes with the kernel."""


class ChipError(Exception):
    """There are no pins to use; the message is a clause that says why."""


@dataclass(frozen=True)
class Header:
    """The header's pins, opened: gpiozero's factory of them, and the chip behind them."""

    factory: Factory
    chip: Chip
    lgpio: Any

    def user_of(self, pin: int) -> str:
        """Who has claimed a pin, as the kernel knows; "" if no process has, or it doesn't know."""
        try:
            handle = self.lgpio.gpiochip_open(self.chip.number)
        except self.lgpio.error:
            return ""  # it was opened a moment ago; a guess would be worse than nothing
        try:
            return str(self.lgpio.gpio_get_line_info(handle, pin)[4])
        except self.lgpio.error:
            return ""
        finally:
            self.lgpio.gpiochip_close(handle)


def open_chip(devices: Path = Path("/dev")) -> Header:
    """The header's pins; ChipError if there are none."""
    chips = sorted(devices.glob("gpiochip*"))
    if not chips:
        raise ChipError(Sentence("this device has no GPIO pins"))
    lgpio = import_lgpio(lambda: importlib.import_module("lgpio"))
    chip = find_chip(lgpio, chips)
    from gpiozero.exc import GPIOZeroError
    from gpiozero.pins.lgpio import LGPIOFactory

    try:
        return Header(LGPIOFactory(chip=chip.number), chip, lgpio)
    except (GPIOZeroError, lgpio.error, OSError) as error:
        raise ChipError(
            Sentence("{chip} can’t be opened ({why})", chip=f"gpiochip{chip.number}", why=error)
        ) from error


def import_lgpio(load: Callable[[], Any]) -> Any:
    """The module lgpio, imported without a trace in the working directory."""
    try:
        with _elsewhere():
            lgpio = load()
    except (ImportError, OSError) as error:
        raise ChipError(
            Sentence("lgpio can’t be used ({why}): apt install python3-lgpio", why=error)
        ) from error
    # A release on PyPI imports and has nothing in it.
    if not hasattr(lgpio, "gpiochip_open"):
        raise ChipError(Sentence("this lgpio is empty: apt install python3-lgpio"))
    return lgpio


@contextmanager
def _elsewhere() -> Iterator[None]:
    """A working directory where lgpio may leave its file; back again afterwards, and none is left
    behind: lgpio has opened its pipe by then, and needs its name no more."""
    if "LG_WD" in os.environ:
        with chdir(Path.cwd()):
            yield
        return
    with tempfile.TemporaryDirectory(prefix="lgpio-") as folder, chdir(folder):
        yield


def find_chip(lgpio: Any, chips: list[Path]) -> Chip:
    """The header's chip among these; ChipError if it isn't one of them."""
    labels: list[str] = []
    refused: list[str] = []
    for path in chips:
        found = re.search(r"\d+$", path.name)
        if found is None:
            continue
        number = int(found.group())
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error as error:
            refused.append(f"{path.name}: {error}")
            continue
        try:
            label = lgpio.gpio_get_chip_info(handle)[3]
        finally:
            lgpio.gpiochip_close(handle)
        if label in CHIP_LABELS:
            return Chip(number, label)
        labels.append(label)
    if refused:
        raise ChipError(
            Sentence(
                "no permission to open a GPIO chip ({why}): join the group gpio",
                why=joined(refused, "; "),
            )
        )
    raise ChipError(
        Sentence("this isn’t a Raspberry Pi: its chips are {chips}", chips=", ".join(labels))
    )


# --- the panel ---

log = logging.getLogger(__name__)

BLINK_SECONDS = 0.4
"""Seconds on and seconds off."""

DUTY = (0.0, 0.03, 0.1, 0.5)
"""The share of a period that the buzzer's pin is on, at each volume level."""


OLDEST = 1.0
"""Seconds: an edge whose own time says that it is older, or yet to come, has no time to go by."""

EDGE_LOST_AFTER = 0.05
"""Seconds after which an edge that a pin must have had, and that wasn't reported, has been lost."""

STUCK = 2 * LONGEST_HOLD
"""Seconds: a button that is down for so long isn't pressed by anybody."""

SHIPPED_WIRING = "the default wiring"


class PanelError(Exception):
    """The pins are there but no button on them can be used; one sentence."""


@dataclass(frozen=True)
class Turned:
    """The encoder has come to a number of steps."""

    steps: int
    at: float


class GpioPanel:
    """All that `pins` names, on the pins of `factory` (the Pi's own if None).

    A part that can't be had is left out and `missing` names it; PanelError if no button can be
    had, ChipError if there are no pins at all. Tones come from the buzzer, or, if none is wired
    or a sound card was chosen, from `speaker`. `wiring`: where the pins are named, for `parts`.
    `owners`: who else has pins, which are left alone (None: as the Pi says; no others on a foreign
    factory's pins).
    """

    def __init__(
        self,
        pins: Pins,
        *,
        factory: Factory | None = None,
        clock: Callable[[], float] = time.monotonic,
        speaker: Loudspeaker | None = None,
        wiring: str = SHIPPED_WIRING,
        owners: Owners | None = None,
    ) -> None:
        self._header: Header | None = None
        self._owners = NO_OWNERS if owners is None else owners
        if factory is None:
            self._header = open_chip()
            factory = self._header.factory
            self._owners = header_owners() if owners is None else owners
        self._factory: Factory = factory
        self._wiring = wiring
        self._clock = clock
        self._on_press: OnPress | None = None
        self._queue: queue.SimpleQueue[Edge | Turned] = queue.SimpleQueue()
        self._wake = threading.Event()
        self._working = threading.Lock()
        self._closed = False
        self._thread: threading.Thread | None = None
        self._steps = 0
        self._devices: list[Any] = []
        self._lamps: dict[Lamp, Any] = {}
        self._shown: dict[Lamp, str] = {}
        self._lost: list[Lost] = []
        self._buttons: dict[int, ButtonPin] = {}
        self._contact_devices: dict[int, Any] = {}
        # gpiozero keeps only a weak reference to what it calls back.
        self._callbacks: list[Callable[..., None]] = []
        self._down_since: dict[int, float] = {}
        self._otherwise: dict[int, float] = {}
        self._turns = False
        self._buzzer: Loudspeaker | None = None
        self._speaker: Loudspeaker | None = None
        self._wire(pins)
        self._contacts = Contacts.of(
            Contact(pin, pins.hold_of(wired)) for pin, wired in self._buttons.items()
        )
        if not self._buttons:
            self.close()
            raise PanelError(
                Sentence(
                    "no button can be used: {why}",
                    why=joined((part.why for part in self._lost), "; "),
                )
            )
        self._buzzer, self._speaker = self._buzzer_on(pins.buzzer), speaker

    @property
    def _loudspeaker(self) -> Loudspeaker | None:
        """What makes the tones: a buzzer that is wired, as far as anyone can know, or the sound
        card where one was chosen."""
        if self._buzzer is None or (self._speaker is not None and card_chosen()):
            return self._speaker
        return self._buzzer

    @property
    def missing(self) -> str | None:
        """What is wired but can't be used, or has failed since, if there is such."""
        sounding = self._loudspeaker
        sound = None if sounding is None else sounding.trouble
        troubles = [*(part.why for part in self._lost), *filter(None, [sound])]
        return (
            Sentence("The panel continues without a part of it: {why}.", why=joined(troubles, "; "))
            if troubles
            else None
        )

    @property
    def parts(self) -> PanelParts:
        """What it is made of, as it is now. Asks no pin: what is down follows from its edges."""
        now = self._clock()
        # An edge may come in on another thread meanwhile.
        down = {pin for pin, since in self._down_since.copy().items() if now - since >= STUCK}
        sounding, trouble = self._loudspeaker, None
        by_card = sounding is not None and sounding is self._speaker
        kind = PartKind.SPEAKER if by_card else PartKind.BUZZER
        if sounding is not None:
            trouble = sounding.missing or sounding.trouble
        failed = () if trouble is None else (Lost(kind, trouble),)
        return PanelParts(
            buttons=tuple(wired.button for wired in self._buttons.values()),
            down=tuple(wired.button for pin, wired in self._buttons.items() if pin in down),
            lamps=tuple(self._lamps),
            encoder=self._turns,
            buzzer=self._buzzer is not None,
            by_card=by_card,
            lost=(*self._lost, *failed),
            chip=None if self._header is None else self._header.chip,
            factory=type(self._factory).__name__,
            wiring=self._wiring,
            held=tuple((one.held, one.button) for one in self._buttons.values() if one.held),
        )

    def start(self, on_press: OnPress) -> None:
        self._on_press = on_press
        if self._thread is None:
            self._thread = threading.Thread(
                target=watched(self._run, self._died), name="panel", daemon=True
            )
            self._thread.start()

    def light(self, lit: frozenset[Lamp], blinking: frozenset[Lamp] = frozenset()) -> None:
        # Lit ones first: to end a blinking one waits for its thread.
        shining = lit | blinking
        for lamp, led in sorted(self._lamps.items(), key=lambda pair: pair[0] not in shining):
            wanted = "blinking" if lamp in blinking else "on" if lamp in lit else "off"
            if self._shown.get(lamp) == wanted:
                continue
            self._shown[lamp] = wanted
            try:
                if wanted == "blinking":
                    led.blink(on_time=BLINK_SECONDS, off_time=BLINK_SECONDS)
                elif wanted == "on":
                    led.on()
                else:
                    led.off()
            except Exception:
                log.exception("the lamp %s failed and stays as it is", lamp)
                self._lost.append(
                    Lost(
                        PartKind.LAMP,
                        Sentence("the lamp {lamp} failed and stays as it is", lamp=lamp),
                    )
                )
                del self._lamps[lamp]

    def sound(self, tone: Tone) -> None:
        if (loudspeaker := self._loudspeaker) is not None:
            loudspeaker.sound(tone)

    def set_volume(self, level: int) -> None:
        for loudspeaker in filter(None, (self._buzzer, self._speaker)):
            loudspeaker.set_volume(level)

    def close(self) -> None:
        """All dark and silent, and every pin free again."""
        self._closed = True
        self._wake.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        for loudspeaker in filter(None, (self._buzzer, self._speaker)):
            loudspeaker.close()
        while self._devices:
            device = self._devices.pop()
            try:
                device.close()
            except Exception:
                log.exception("%r can't be given back", device)
        if self._header is not None:
            self._header.factory.close()
            self._header = None

    def drain(self) -> None:
        """Deliver the presses in all edges so far; the panel's own thread does this as they
        come."""
        with self._working:
            for pressed in self._presses():
                try:
                    if self._on_press is not None:
                        self._on_press(pressed)
                except Exception:
                    log.exception("the press of %s was lost", pressed.button)

    def _died(self, error: Exception) -> None:
        why = f"the buttons failed ({type(error).__name__}: {error})"
        self._lost.append(Lost(PartKind.BUTTON, why))

    def _run(self) -> None:
        while not self._closed:
            due = self._contacts.due
            # A clock of the caller's own may be behind its due time: then look again a bit later.
            wait = None if due is None else max(0.001, due - self._clock())
            self._wake.wait(wait)
            self._wake.clear()
            self.drain()

    def _presses(self) -> list[Press]:
        """What the queued edges and the time that has come amount to, in their order."""
        now = self._clock()
        queued: list[Edge | Turned] = []
        while not self._queue.empty():
            queued.append(self._queue.get())
        presses: list[Press] = []
        for event in sorted(queued, key=lambda event: event.at):
            match event:
                case Edge():
                    self._contacts, pressed = self._contacts.after(event)
                    presses += map(self._press, pressed)
                case Turned(steps, at):
                    button = Button.NEXT if steps > self._steps else Button.BACK
                    presses += [Press(button, at)] * abs(steps - self._steps)
                    self._steps = steps
        known = self._known_until(now)
        self._contacts, pressed = self._contacts.until(known)
        return presses + [self._press(one) for one in pressed]

    def _known_until(self, now: float) -> float:
        """Until when all edges are known. Python may have been busy between two of them, so before
        anything is decided the pin itself is asked. If it differs from its last edge, the
        next one is on its way, with its time; only one that doesn't come has been lost, as happens
        when many come at once."""
        otherwise, until = dict[int, float](), now
        for pin in self._contacts.decided_by(now):
            contact, down = self._contacts.by_pin[pin], bool(self._contact_devices[pin].is_active)
            if down == contact.seen:
                continue
            since = self._otherwise.get(pin, now)
            if now - since >= EDGE_LOST_AFTER:
                self._contacts = self._contacts.corrected(pin, down, now)
            elif contact.decided_at is not None:
                otherwise[pin] = since
                until = min(until, math.nextafter(contact.decided_at, -math.inf))
        self._otherwise = otherwise
        return until

    def _press(self, pressed: ContactPress) -> Press:
        wired = self._buttons[pressed.pin]
        if pressed.held and wired.held is not None:
            return Press(wired.held, pressed.at)
        return Press(wired.button, pressed.at)

    def _wire(self, pins: Pins) -> None:
        from gpiozero import LED, DigitalInputDevice, RotaryEncoder

        for wired in pins.buttons:
            pin = wired.pin
            name = f"the button {wired.button}"
            device = self._take(PartKind.BUTTON, name, DigitalInputDevice, pin, pull_up=True)
            if device is not None:
                if device.is_active:
                    self._down_since[pin] = -math.inf  # no edge says since when
                self._buttons[pin], self._contact_devices[pin] = wired, device
                edge = self._safely(self._edge, pin)
                self._callbacks.append(edge)
                # Not when_activated: that has no time of its own, and passes over edges between
                # which it wasn't quick enough (gpiozero's "API - Pins", Pin.when_changed).
                device.pin.when_changed = edge
        for lamp, pin in pins.lamps:
            led = self._take(PartKind.LAMP, f"the lamp {lamp}", LED, pin)
            if led is not None:
                self._lamps[lamp] = led
        if pins.encoder is not None:
            a, b = pins.encoder.a, pins.encoder.b
            encoder = self._take(PartKind.BUTTON, "the encoder", RotaryEncoder, a, b, max_steps=0)
            if encoder is not None:
                self._turns = True
                encoder.when_rotated = self._safely(self._turned, encoder)

    def _buzzer_on(self, pin: int | None) -> Loudspeaker | None:
        if pin is None:
            return None
        from gpiozero import PWMOutputDevice

        # Its frequency is only set while it sounds: until then the pin is still.
        device = self._take(PartKind.BUZZER, "the buzzer", PWMOutputDevice, pin)
        if device is None:
            return None
        device.frequency = None

        def whine(hertz: float, level: int) -> None:
            device.frequency = hertz
            device.value = DUTY[level]

        def hush() -> None:
            device.value = 0
            device.frequency = None

        return Buzzer(whine, hush)

    def _take(
        self,
        kind: PartKind,
        name: str,
        device_of: Callable[..., Any],
        *pins: int,
        **options: object,
    ) -> Any:
        """A device on pins, or None and a part that is lost if they can't be had."""
        places = " and ".join(f"GPIO {pin}" for pin in pins)
        # Many kernels would let us take them, and what they are for would stop in silence.
        owned = tuple(pin for pin in pins if pin in self._owners)
        if owned:
            owner = self._owners[owned[0]]
            why = f"{name} on {places} can’t be used (GPIO {owned[0]} belongs to {owner})"
            log.warning("%s", why)
            self._lost.append(Lost(kind, why, owned, owner))
            return None
        try:
            device = device_of(*pins, pin_factory=self._factory, **options)
        except Exception as error:
            log.warning("no %s on %s", name, places, exc_info=True)
            users = "" if self._header is None else _users(self._header, pins)
            self._lost.append(Lost(kind, f"{name} on {places} can’t be used ({error}{users})"))
            return None
        self._devices.append(device)
        return device

    def _edge(self, pin: int, ticks: Any, level: int) -> None:
        at, down = self._clock() - self._age(ticks), not level  # the pin is pulled up
        if down:
            self._down_since.setdefault(pin, at)
        else:
            self._down_since.pop(pin, None)
        self._queue.put(Edge(pin, down, at))
        self._wake.set()

    def _age(self, ticks: Any) -> float:
        """Seconds since an edge, by the kernel's time of it (CLOCK_MONOTONIC: docs.kernel.org,
        "GPIO Character Device Userspace API"); 0 where that can't be."""
        age = float(self._factory.ticks_diff(self._factory.ticks(), ticks))
        return age if 0 <= age < OLDEST else 0.0

    def _turned(self, encoder: Any) -> None:
        self._queue.put(Turned(encoder.steps, self._clock()))
        self._wake.set()

    @staticmethod
    def _safely(call: Callable[..., None], *args: object) -> Callable[..., None]:
        """A call that gpiozero may make: one that raised would end the thread of all edges."""

        def called(*more: object) -> None:
            try:
                call(*args, *more)
            except BaseException:
                log.exception("an edge was lost")

        return called


def _users(header: Header, pins: tuple[int, ...]) -> str:
    """Who has claimed these pins, as far as the kernel knows."""
    users = sorted({user for pin in pins if (user := header.user_of(pin))})
    return f"; taken by {' and '.join(users)}" if users else ""


def open_panel(
    pins_path: Path | None = None,
    *,
    factory: Factory | None = None,
    clock: Callable[[], float] = time.monotonic,
    speaker: Loudspeaker | None = None,
    owners: Owners | None = None,
) -> Panel:
    """The panel wired as a pins file says (None: the wiring that ships).

    If there is none to be had, the keyboard stands in for it, and its `missing` says why.
    """
    try:
        pins = load_pins(pins_path)
        wiring = SHIPPED_WIRING if pins_path is None else str(pins_path)
        return GpioPanel(
            pins, factory=factory, clock=clock, speaker=speaker, wiring=wiring, owners=owners
        )
    except (PinsError, PanelError, ChipError) as error:
        reason = str(error)
    except Exception as error:
        # Whatever gpiozero or its drivers raise: the game can be played without buttons.
        log.exception("the panel can't be opened")
        reason = f"{type(error).__name__}: {error}"
    return KeyboardPanel(
        speaker, Sentence("No button panel ({why}): use the keyboard instead.", why=reason)
    )
