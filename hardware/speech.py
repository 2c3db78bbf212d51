"""A voice: espeak-ng as a child process makes the sound, and the machine's sound card plays it.

Knows no game and no language's sentences. One text at a time; the caller waits on a
thread of its own; `hush` cuts it short. Tests: tests/hardware/test_speech.py.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import threading
import time
import wave
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

import numpy as np

from hardware.panel.port import LOUDEST
from hardware.panel.speaker import RATE, Wave, open_card, opening
from hardware.sentences import Sentence

if TYPE_CHECKING:
    import pygame

VOICES: Mapping[str, str] = MappingProxyType({"en": "en-gb", "fr": "fr-fr"})
"""espeak-ng's voice for each language; another language is asked for by its own code."""

WORDS_A_MINUTE = 160
"""espeak-ng's own are 175: names and words of a game are short, and there is no text to read
along."""

PATIENCE = 10.0
"""Seconds: a sentence is made in a hundredth of the time that it lasts."""

LOUDNESS = (0.0, 0.3, 0.6, 1.0)
"""The share of the full amplitude at each volume level."""

NAP = 0.05
"""Seconds between two looks whether the card has played all."""


def no_voice(why: object) -> Sentence:
    """What the table says where nothing can be said aloud."""
    return Sentence("No voice ({why}): the game continues without it.", why=why)


class SpeechError(Exception):
    """The voice has failed for good; the message is one sentence."""


class Speech(Protocol):
    """What says texts aloud."""

    @property
    def missing(self) -> str | None:
        """A sentence if it can't say anything."""

    def say(self, text: str, language: str, hush: threading.Event) -> None:
        """Speaks a text, and returns at its end or when `hush` is set. SpeechError if it can't
        any more."""

    def set_volume(self, level: int) -> None:
        """From 0 (mute) to LOUDEST."""

    def close(self) -> None:
        """Gives back what it has."""


class Espeak:
    """espeak-ng (Debian's package of that name) through the sound card that tones come from."""

    def __init__(self, program: str = "espeak-ng", volume: int = LOUDEST) -> None:
        self._program, self._level = program, volume
        self._channel: pygame.mixer.Channel | None = None
        self._missing = self._open()

    @property
    def missing(self) -> str | None:
        return self._missing

    def say(self, text: str, language: str, hush: threading.Event) -> None:
        if self._level == 0 or self._channel is None:
            return
        import pygame

        sound = pygame.mixer.Sound(buffer=at_rate(self.made(text, language)).tobytes())
        if hush.is_set():
            return
        card = opening()
        try:
            self._channel.set_volume(LOUDNESS[self._level])
            self._channel.play(sound)
            ends = time.monotonic() + sound.get_length() + PATIENCE
            while self._channel.get_busy() and time.monotonic() < ends and not hush.wait(NAP):
                pass
            self._channel.stop()
        except pygame.error as error:
            if card != opening():
                return  # another card was chosen in the middle of it
            raise SpeechError(no_voice(error)) from error

    def made(self, text: str, language: str) -> bytes:
        """A text as the WAVE that espeak-ng makes of it; SpeechError if it doesn't."""
        voice = VOICES.get(language, language)
        call = [self._program, "-v", voice, "-s", str(WORDS_A_MINUTE), "--stdin", "--stdout"]
        try:
            done = subprocess.run(
                call, input=text.encode(), capture_output=True, timeout=PATIENCE, check=True
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise SpeechError(no_voice(error)) from error
        return done.stdout

    def set_volume(self, level: int) -> None:
        self._level = max(0, min(LOUDEST, level))

    def close(self) -> None:
        self._channel = None

    def _open(self) -> str | None:
        if shutil.which(self._program) is None:
            return no_voice(Sentence("espeak-ng is missing: sudo apt install espeak-ng"))
        if (why := open_card()) is not None:
            return no_voice(why)
        import pygame

        # Tones take any other channel: a click is heard over a sentence.
        pygame.mixer.set_reserved(1)
        self._channel = pygame.mixer.Channel(0)
        return None


def at_rate(made: bytes) -> Wave:
    """The samples of a WAVE of one channel of 16 bits, at the card's own rate. Its header may not
    know its length: espeak-ng writes it before all else."""
    with wave.open(io.BytesIO(made)) as file:
        rate = file.getframerate()
        samples = np.frombuffer(file.readframes(len(made)), dtype="<i2")
    if rate == RATE or not len(samples):
        return samples.astype(np.int16)
    wanted = np.arange(len(samples) * RATE // rate) * (rate / RATE)
    between: Wave = np.interp(wanted, np.arange(len(samples)), samples).astype(np.int16)
    return between
