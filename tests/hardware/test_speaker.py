"""Tones: distinct in rhythm and pitch; a buzzer and a sound card play them without blocking."""

from __future__ import annotations

import threading
import time
from itertools import combinations

import numpy as np
import pytest

from hardware.panel.buzzer import MOST_WAITING, Buzzer
from hardware.panel.port import LOUDEST, Tone
from hardware.panel.speaker import PEAK, RATE, Speaker, wave
from hardware.panel.tones import BRIEF, HIGHEST_HERTZ, LOWEST_HERTZ, NOTES, duration


@pytest.mark.parametrize("tone", Tone)
def test_every_tone_can_be_played_by_a_small_piezo(tone: Tone) -> None:
    assert all(LOWEST_HERTZ <= note.hertz <= HIGHEST_HERTZ for note in NOTES[tone])
    assert 0 < duration(tone) < (2.0 if tone is Tone.END else 1.0)


def test_tones_differ_in_rhythm_too() -> None:
    """No two have the same lengths of sound and silence: someone may hear no pitches."""
    rhythms = {
        tone: tuple((round(note.seconds, 3), note.pause) for note in notes)
        for tone, notes in NOTES.items()
    }
    for one, other in combinations(Tone, 2):
        assert rhythms[one] != rhythms[other], (one, other)


def test_brief_tones_are_brief() -> None:
    assert all(duration(tone) < 0.02 for tone in BRIEF)
    assert all(duration(tone) > 0.1 for tone in set(Tone) - BRIEF)


class _Whines:
    """What a buzzer's pin was set to; it may be stopped in the middle, or fail."""

    def __init__(self) -> None:
        self.calls: list[tuple[float, int] | None] = []
        self.sounding = threading.Event()
        self.go_on = threading.Event()
        self.go_on.set()
        self.fails = False

    def whine(self, hertz: float, level: int) -> None:
        if self.fails:
            raise OSError("no such pin")
        self.calls.append((hertz, level))
        self.sounding.set()
        assert self.go_on.wait(30)

    def hush(self) -> None:
        self.calls.append(None)


def test_a_buzzer_plays_the_notes_and_hushes() -> None:
    pin = _Whines()
    buzzer = Buzzer(pin.whine, pin.hush)
    buzzer.sound(Tone.PLAY)
    buzzer.wait()
    assert pin.calls == [*((note.hertz, LOUDEST) for note in NOTES[Tone.PLAY]), None]
    buzzer.close()


def test_a_buzzer_keeps_the_order_and_leaves_out_what_would_come_late() -> None:
    pin = _Whines()
    pin.go_on.clear()
    buzzer = Buzzer(pin.whine, pin.hush)
    buzzer.sound(Tone.DING)
    assert pin.sounding.wait(30)
    for tone in (Tone.CLICK, Tone.PLAY, Tone.TICK, Tone.GOOD):
        buzzer.sound(tone)
    for _ in range(10):
        buzzer.sound(Tone.WARN)
    pin.go_on.set()
    buzzer.wait()
    buzzer.close()
    played = [reported[0] for reported in pin.calls if reported is not None]
    waited = [Tone.PLAY, Tone.GOOD, Tone.WARN]
    assert len(waited) == MOST_WAITING
    assert played == [note.hertz for tone in [Tone.DING, *waited] for note in NOTES[tone]]


def test_a_click_begins_on_the_thread_that_asks_for_it() -> None:
    """The buzzer's own thread may have to wait its turn; the pressing thread doesn't."""
    pin, threads = _Whines(), []

    def whine(hertz: float, level: int) -> None:
        threads.append(threading.current_thread())
        pin.whine(hertz, level)

    buzzer = Buzzer(whine, pin.hush)
    buzzer.sound(Tone.CLICK)
    assert threads == [threading.current_thread()]
    buzzer.sound(Tone.PLAY)
    buzzer.wait()
    buzzer.close()
    click, notes = NOTES[Tone.CLICK], NOTES[Tone.PLAY]
    assert pin.calls == [
        *((note.hertz, LOUDEST) for note in click),
        None,
        *((note.hertz, LOUDEST) for note in notes),
        None,
    ]


def test_a_mute_buzzer_is_still() -> None:
    pin = _Whines()
    buzzer = Buzzer(pin.whine, pin.hush)
    buzzer.set_volume(0)
    buzzer.sound(Tone.CLICK)
    buzzer.wait()
    assert pin.calls == []
    buzzer.set_volume(1)
    buzzer.sound(Tone.CLICK)
    buzzer.wait()
    assert pin.calls[0] == (NOTES[Tone.CLICK][0].hertz, 1)
    buzzer.close()


def test_muting_in_the_middle_of_a_tone_hushes_the_rest() -> None:
    pin = _Whines()
    pin.go_on.clear()
    buzzer = Buzzer(pin.whine, pin.hush)
    buzzer.sound(Tone.BAD)
    assert pin.sounding.wait(30)
    buzzer.set_volume(0)
    pin.go_on.set()
    buzzer.wait()
    assert [reported for reported in pin.calls if reported] == [(NOTES[Tone.BAD][0].hertz, LOUDEST)]
    buzzer.close()


def test_a_closed_buzzer_stops_in_the_middle() -> None:
    pin = _Whines()
    pin.go_on.clear()
    buzzer = Buzzer(pin.whine, pin.hush)
    buzzer.sound(Tone.END)
    assert pin.sounding.wait(30)
    closing = threading.Thread(target=buzzer.close)
    closing.start()
    while not buzzer.closing:
        time.sleep(0.001)
    pin.go_on.set()
    closing.join()
    buzzer.sound(Tone.END)
    assert pin.calls == [(NOTES[Tone.END][0].hertz, LOUDEST), None]


def test_a_buzzer_that_fails_is_silent_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    pin = _Whines()
    pin.fails = True
    buzzer = Buzzer(pin.whine, pin.hush)
    buzzer.sound(Tone.CLICK)
    buzzer.wait()
    buzzer.sound(Tone.PLAY)
    buzzer.wait()
    buzzer.close()
    assert [record.message for record in caplog.records] == [
        "the buzzer failed and is silent from now on"
    ]


@pytest.mark.parametrize("tone", Tone)
def test_a_wave_is_as_long_as_its_tone_and_has_its_pitch(tone: Tone) -> None:
    samples = wave(tone)
    assert samples.dtype == np.int16
    assert len(samples) == pytest.approx(duration(tone) * RATE, abs=len(NOTES[tone]))
    peak = float(np.abs(samples.astype(float)).max())
    assert 0.8 * PEAK < peak / np.iinfo(np.int16).max <= PEAK
    assert samples[0] == samples[-1] == 0
    first = samples[: round(NOTES[tone][0].seconds * RATE)].astype(float)
    strongest = int(np.argmax(np.abs(np.fft.rfft(first, RATE))))
    assert strongest == pytest.approx(NOTES[tone][0].hertz, rel=0.02)


@pytest.fixture
def dummy_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


@pytest.mark.usefixtures("dummy_card")
def test_a_speaker_plays_on_the_card_at_its_volume() -> None:
    import pygame

    speaker = Speaker()
    try:
        assert speaker.missing is None
        assert pygame.mixer.get_init() == (RATE, -16, 1)
        speaker.sound(Tone.WHISTLE)
        assert pygame.mixer.get_busy()
        loud = pygame.mixer.Channel(0).get_sound().get_volume()
        speaker.set_volume(1)
        speaker.sound(Tone.WARN)
        assert 0 < pygame.mixer.Channel(1).get_sound().get_volume() < loud
    finally:
        speaker.close()
    assert pygame.mixer.get_init() is None
    speaker.sound(Tone.CLICK)
    assert pygame.mixer.get_init() is None


@pytest.mark.usefixtures("dummy_card")
def test_a_mute_speaker_opens_no_card() -> None:
    import pygame

    speaker = Speaker()
    speaker.set_volume(0)
    speaker.sound(Tone.END)
    assert pygame.mixer.get_init() is None
    speaker.close()


def test_a_machine_without_sound_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "none-such")
    speaker = Speaker()
    assert speaker.missing is not None
    assert speaker.missing.startswith("No sound (")
    assert speaker.missing.endswith("): the game continues without it.")
    speaker.sound(Tone.END)
    speaker.close()
