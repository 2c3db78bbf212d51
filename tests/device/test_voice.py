"""A table's voice: in order, cut short by a press, and never in the way."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

import pytest
from standins import Evening

from device.addons.voice.voice import Voice
from device.language.texts import Message, Texts
from device.session.core.effects import Announce, SayAgain, SetVolume
from device.session.core.inputs import Tick
from hardware.speech import SpeechError, no_voice

SECONDS = 30.0


class SlowSpeech:
    """Says a text until it is hushed, or `go_on` is set; keeps what it was given, in order, and
    what of it was cut short."""

    missing = None

    def __init__(self) -> None:
        self.begun: list[tuple[str, str]] = []
        self.cut: list[str] = []
        self.levels: list[int] = []
        self.speaks, self.go_on = threading.Semaphore(0), threading.Semaphore(0)
        self.fails, self.closed = False, False

    def say(self, text: str, language: str, hush: threading.Event) -> None:
        if self.fails:
            raise SpeechError(no_voice("it broke"))
        self.begun.append((text, language))
        self.speaks.release()
        while not self.go_on.acquire(timeout=0.01):
            if hush.is_set():
                self.cut.append(text)
                return

    def set_volume(self, level: int) -> None:
        self.levels.append(level)

    def close(self) -> None:
        self.closed = True

    def wait(self) -> None:
        """Until it has begun to say one more text."""
        assert self.speaks.acquire(timeout=SECONDS)


@pytest.fixture
def speech() -> SlowSpeech:
    return SlowSpeech()


@pytest.fixture
def messages() -> queue.SimpleQueue[str]:
    return queue.SimpleQueue()


@pytest.fixture
def voice(speech: SlowSpeech, messages: queue.SimpleQueue[str]) -> Iterator[Voice]:
    voice = Voice(speech, Texts("fr"), messages.put)
    yield voice
    voice.close()
    assert speech.closed


def announced(*texts: str) -> tuple[Announce, ...]:
    return tuple(Announce(Message("{sentence}", {"sentence": text})) for text in texts)


def test_what_is_spoken_waits_for_what_is_being_spoken(voice: Voice, speech: SlowSpeech) -> None:
    state = Evening().state
    voice.follow(state, Tick(1.0), state, announced("One.", "Two."))
    voice.follow(state, Tick(2.0), state, announced("Three."))
    for _ in range(3):
        speech.wait()
        speech.go_on.release()
    assert speech.begun == [("One.", "fr"), ("Two.", "fr"), ("Three.", "fr")]
    assert speech.cut == []


def test_a_press_cuts_short_what_is_spoken_and_what_waits(voice: Voice, speech: SlowSpeech) -> None:
    state = Evening().state
    voice.follow(state, Tick(1.0), state, announced("One.", "Two."))
    voice.follow(state, Tick(2.0), state, announced("Three."))
    speech.wait()
    voice.pressed()
    voice.follow(state, Tick(3.0), state, announced("Four."))
    speech.wait()
    assert speech.cut == ["One."]
    assert [text for text, _ in speech.begun] == ["One.", "Four."]


def test_it_repeats_the_last_sentence_and_how_it_stands(voice: Voice, speech: SlowSpeech) -> None:
    state = Evening().state
    for effects in (announced("One."), announced("Two."), (SayAgain(),)):
        voice.follow(state, Tick(1.0), state, effects)
    for _ in range(6):
        speech.wait()
        speech.go_on.release()
    assert [text for text, _ in speech.begun[2:]] == [
        "Two.",
        "Ann a zéro point.",
        "Ben a zéro point.",
        "C’est à Ann de jouer.",
    ]


def test_it_is_as_loud_as_tones(voice: Voice, speech: SlowSpeech) -> None:
    state = Evening().state
    voice.follow(state, Tick(1.0), state, (SetVolume(1), *announced("One.")))
    speech.wait()
    assert speech.levels == [1]


def test_a_voice_that_fails_says_so_once_and_is_silent(
    voice: Voice, speech: SlowSpeech, messages: queue.SimpleQueue[str]
) -> None:
    state = Evening().state
    speech.fails = True
    for at in (1.0, 2.0):
        voice.follow(state, Tick(at), state, announced("One.", "Two."))
    silent = "Pas de voix (it broke)\u00a0: la partie continue sans elle."
    assert messages.get(timeout=SECONDS) == silent
    voice.close()
    assert messages.empty()
