"""A loudspeaker on one of the machine's sound cards: the tones as plain sine notes.

It knows no panel and no game; without a sound card it is silent and `missing` says so. The card is
opened when it is first asked for something, and another one may be chosen meanwhile.
Tests: tests/hardware/test_speaker.py, tests/hardware/test_sound_cards.py,
tests/device/test_sound_card.py.
"""

from __future__ import annotations

import ctypes
import itertools
import logging
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hardware.panel.port import LOUDEST, Tone
from hardware.panel.tones import NOTES
from hardware.sentences import Sentence

if TYPE_CHECKING:
    import pygame


log = logging.getLogger(__name__)

Wave: TypeAlias = NDArray[np.int16]
"""Samples of one channel at RATE a second."""

RATE = 44100
BUFFER_SAMPLES = 512
"""Samples that the card takes at once: 12 ms, so a click comes with its press."""

FADE = 0.004
"""Seconds in which a note comes and goes; one that begins at once cracks."""

LOUDNESS = (0.0, 0.12, 0.35, 1.0)
"""The share of the full amplitude at each volume level: about the same step to the ear."""

PEAK = 0.6
"""The share of the whole range that the loudest tone takes."""


def wave(tone: Tone) -> Wave:
    """A tone as samples, at full volume."""
    parts: list[NDArray[np.float64]] = []
    for note in NOTES[tone]:
        time = np.arange(round(note.seconds * RATE)) / RATE
        # Whole samples from both ends, so that the shortest note fades too.
        edge = np.minimum(time, time[::-1]) / FADE
        parts.append(np.sin(2 * np.pi * note.hertz * time) * np.minimum(1.0, edge))
        parts.append(np.zeros(round(note.pause * RATE)))
    return (np.concatenate(parts) * PEAK * np.iinfo(np.int16).max).astype(np.int16)


def open_card() -> str | None:
    """Opens the machine's sound card for samples of one channel at RATE, for all who ask; why not,
    if it can't be."""
    from hardware.sdl import pygame

    hush_alsa()
    try:
        # No changes allowed: the samples are written for this very format.
        pygame.mixer.init(RATE, -16, 1, BUFFER_SAMPLES, allowedchanges=0)
    except pygame.error as error:
        return str(error)
    return None


CARD_SETTING = "AUDIODEV"
"""Which of ALSA's devices SDL opens (SDL_alsa_audio.c, get_audio_device)."""

_openings = itertools.count(1)
_opening = 0
"""Which opening of a card this is: sounds and channels are of one."""


def opening() -> int:
    """Which opening of a card the present one is."""
    return _opening


def name_card(card: str) -> None:
    """From now on that card is opened, by the name that ALSA gives it; "" leaves it to ALSA, whose
    own is the first, and on most Pis with a headphone socket that is the one.

    As `default:`, since the sockets for HDMI take samples in frames of IEC 958 alone, which ALSA's
    `default` and `hdmi` devices of a vc4-hdmi card make of ours, and `plughw` doesn't
    (raspberrypi/linux#6015, alsa-lib's cards/vc4-hdmi.conf).
    """
    if card:
        os.environ[CARD_SETTING] = f"default:CARD={card}"
    else:
        os.environ.pop(CARD_SETTING, None)


def card_chosen() -> bool:
    """Whether a card was named, at the table or in the settings."""
    return CARD_SETTING in os.environ


def use_card(card: str) -> str | None:
    """Closes the card that is open and opens that one; why not, if it can't be. What still sounds
    is cut off. On the main thread."""
    global _opening
    from hardware.sdl import pygame

    name_card(card)
    pygame.mixer.quit()
    _opening = next(_openings)
    return open_card()  # a channel that a voice has reserved stays so


LIBASOUND = re.compile(r"/.*/libasound[-.][-.\w]*$", re.MULTILINE)
MAPS = Path("/proc/self/maps")


def hush_alsa(maps: Path = MAPS) -> None:
    """ALSA's library writes nothing on standard error any more: what is wrong is known by the error
    that SDL gives. Whichever is loaded already is meant, as a package of pygame brings its own, and
    the system's, which SDL loads to open a card and lets go of where there is none."""
    try:
        loaded = sorted(set(LIBASOUND.findall(maps.read_text("utf-8", "replace"))))
    except OSError as error:
        log.debug("what is loaded isn't known: %s", error)
        loaded = []
    for name in (*loaded, "libasound.so.2"):
        try:
            # A function of C's that takes nothing and does nothing: ALSA calls it from any thread,
            # also while Python ends, when none of Python's could be called.
            ctypes.CDLL(name).snd_lib_error_set_handler(ctypes.CDLL(None).getpid)
        except (OSError, AttributeError) as error:
            log.debug("%s can't be hushed: %s", name, error)


SPEAKER_FAILED = Sentence("the sound card failed and is silent from now on")


class Speaker:
    """Tones through pygame's mixer; playing returns at once and never raises."""

    def __init__(self) -> None:
        self._level = LOUDEST
        self.trouble: str | None = None
        self._missing: str | None = None
        self._sounds: dict[Tone, pygame.mixer.Sound] | None = None
        self._opening = opening()
        self._closed = False

    @property
    def missing(self) -> str | None:
        """A sentence if there is no sound card. Asking opens the card, which takes a moment."""
        self._open()
        return self._missing

    def sound(self, tone: Tone) -> None:
        """Play a tone, over others that still sound."""
        if self._level == 0:
            return
        self._open()
        if not self._sounds:
            return
        sound = self._sounds[tone]
        sound.set_volume(LOUDNESS[self._level])
        try:
            sound.play()
        except Exception:
            log.exception(SPEAKER_FAILED)
            self.trouble = SPEAKER_FAILED
            self._sounds = {}

    def set_volume(self, level: int) -> None:
        """From 0 (mute) to LOUDEST; levels beyond count as the nearest."""
        self._level = max(0, min(LOUDEST, level))

    def close(self) -> None:
        """Fall silent and give the card back."""
        self._closed = True
        if self._sounds:
            import pygame

            self._sounds = {}
            pygame.mixer.quit()

    def _open(self) -> None:
        if self._opening != opening():
            self._opening, self._sounds = opening(), None
            self._missing = self.trouble = None
        if self._sounds is not None or self._closed:
            return
        if (why := open_card()) is not None:
            log.warning("no sound card: %s", why)
            self._missing = Sentence("No sound ({why}): the game continues without it.", why=why)
            self._sounds = {}
        else:
            import pygame

            self._sounds = {tone: pygame.mixer.Sound(buffer=wave(tone).tobytes()) for tone in Tone}


# --- sound cards, by the names that ALSA calls them ---

CARDS = Path("/proc/asound/cards")


def sound_cards(cards: Path = CARDS) -> tuple[str, ...]:
    """The cards' names, as in `plughw:CARD=Headphones`; none where there is no sound at all."""
    try:
        lines = cards.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return tuple(re.findall(r"^ *\d+ \[(\S+) *\]:", lines, re.MULTILINE))
