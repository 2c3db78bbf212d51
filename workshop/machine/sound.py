"""What was heard at a table: which of its tones a recording has, and when each begins, by pitch and
rhythm alone.

It reads a WAV file, also one that is still being written; it knows what the tones sound like
(hardware/panel/tones.py) and not why they come. Tests: workshop/tests/test_machine_sound.py.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hardware.panel.port import Tone
from hardware.panel.speaker import RATE, wave
from hardware.panel.tones import NOTES, duration

Samples: TypeAlias = NDArray[np.float64]
"""Of one channel, from -1 to 1."""

STEP = 0.001
"""Seconds between the moments at which a tone may begin."""

PIECE = 0.02
"""A note is looked at in pieces of so many seconds, so that a card's clock that is a little off, or
a sample that is lost, does no harm: half a per cent of pitch is within their reach."""

QUIETEST = 0.001
"""Of the whole range: what isn't as loud as this is silence."""

ALIKE = 0.93
"""How alike the loudness of a tone's pieces has to be to what it should be (the cosine)."""

WEAKEST = 0.5
"""No piece may be below this share of what it should be: a tone that is cut off isn't one."""

OWN = 0.75
"""The share of what sounds meanwhile that is the tone's; as against that of the tone alone."""

STILL, STILL_AFTER, STILL_BELOW = 0.015, 0.004, 0.4
"""Before and after a tone its pitch is still: for how long, how soon, and below which share of the
tone's loudness. Else it is a part of a longer one."""


@dataclass(frozen=True)
class Heard:
    """A tone, and at how many seconds of the recording it began."""

    tone: Tone
    at: float


@dataclass(frozen=True)
class Recording:
    """What was recorded from so many seconds on."""

    samples: Samples
    rate: int
    since: float = 0.0

    @property
    def end(self) -> float:
        """Seconds from the beginning of the file to its end."""
        return self.since + len(self.samples) / self.rate


class NoRecordingError(Exception):
    """A file that isn't what a sound card's recording looks like; says what is wrong with it."""


def read_recording(file: Path, since: float = 0.0) -> Recording:
    """A WAV file of 16 bits, with its channels mixed. As long as it's being written its header
    doesn't know how long it is, and its end may be half a sample."""
    with file.open("rb") as opened:
        if len(riff := opened.read(12)) < 12:
            return Recording(np.zeros(0), RATE)  # nothing has been played yet
        if riff[:4] != b"RIFF" or riff[8:] != b"WAVE":
            raise NoRecordingError(f"{file} is no WAV file")
        channels, rate = 0, 0
        while len(head := opened.read(8)) == 8:
            name, size = head[:4], int.from_bytes(head[4:], "little")
            if name == b"fmt ":
                kind, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", opened.read(size))
                if kind not in (1, 0xFFFE) or bits != 16:
                    raise NoRecordingError(f"{file} has {bits} bits of kind {kind}, not 16 of 1")
            elif name == b"data":
                break
            else:
                opened.seek(size, 1)
        if not channels:
            return Recording(np.zeros(0), RATE)
        frame = 2 * channels
        first = max(0, round(since * rate))
        opened.seek(first * frame, 1)
        data = opened.read()
    mixed = np.frombuffer(data[: len(data) // frame * frame], "<i2").reshape(-1, channels)
    return Recording(mixed.mean(axis=1) / 32768, rate, first / rate)


def heard(recording: Recording) -> list[Heard]:
    """The tones in it, in their order. One that sounds during a longer one isn't found, nor one
    that the same pitch follows at once."""
    spectrum = _Spectrum(recording.samples, recording.rate)
    found: list[tuple[int, int, Tone]] = []
    for tone in sorted(Tone, key=duration, reverse=True):  # a longer one explains more
        steps = spectrum.steps(duration(tone))
        found += [(at, at + steps, tone) for at in _peaks(spectrum.scores(tone), steps)]
    kept: list[tuple[int, int, Tone]] = []
    for begin, end, tone in found:
        if all(min(end, there[1]) - max(begin, there[0]) < (end - begin) / 2 for there in kept):
            kept.append((begin, end, tone))
    at = spectrum.hop / recording.rate
    return [Heard(tone, recording.since + begin * at) for begin, _, tone in sorted(kept)]


@dataclass(frozen=True)
class _Piece:
    """A part of a note: its pitch, and from which step of the tone to which."""

    hertz: float
    begin: int
    end: int


class _Spectrum:
    """How loud each pitch is in a recording, from any step to any other."""

    def __init__(self, samples: Samples, rate: int) -> None:
        self.hop = max(1, round(rate * STEP))
        self._rate = rate
        steps = len(samples) // self.hop
        self._cut = samples[: steps * self.hop].reshape(steps, self.hop)
        self._energy = np.concatenate([[0.0], np.cumsum((self._cut**2).sum(axis=1))])
        self._pitches: dict[float, NDArray[np.complex128]] = {}

    def steps(self, seconds: float) -> int:
        return round(seconds * self._rate / self.hop)

    def _pitch(self, hertz: float) -> NDArray[np.complex128]:
        """Of the recording turned by that pitch, the sums up to each step."""
        if hertz not in self._pitches:
            turn = -2j * np.pi * hertz / self._rate
            within = np.exp(turn * np.arange(self.hop))
            at = np.exp(turn * self.hop * np.arange(len(self._cut)))
            turned = (self._cut @ within) * at
            self._pitches[hertz] = np.concatenate([[0j], np.cumsum(turned)])
        return self._pitches[hertz]

    def loud(self, piece: _Piece, begins: int) -> Samples:
        """The amplitude of a piece of a tone, for each of so many steps at which the tone might
        begin."""
        sums = self._pitch(piece.hertz)
        far = np.clip(np.arange(begins)[:, None] + (piece.begin, piece.end), 0, len(sums) - 1)
        turned = np.abs(sums[far[:, 1]] - sums[far[:, 0]])
        return np.asarray(2 * turned / (self.hop * (piece.end - piece.begin)))

    def pieces(self, tone: Tone) -> list[_Piece]:
        pieces, at = list[_Piece](), 0.0
        for hertz, seconds, pause in NOTES[tone]:
            count = max(1, round(seconds / PIECE))
            edges = [self.steps(at + seconds * part / count) for part in range(count + 1)]
            pieces += [_Piece(hertz, *edge) for edge in pairwise(edges)]
            at += seconds + pause
        return pieces

    def measured(self, tone: Tone, begins: int) -> tuple[NDArray[np.float64], Samples]:
        """The amplitudes of all its pieces [begin, piece], and the share of all that sounds
        meanwhile that they are."""
        pieces = self.pieces(tone)
        loud = np.stack([self.loud(piece, begins) for piece in pieces], axis=1)
        lengths = np.array([piece.end - piece.begin for piece in pieces]) * self.hop
        begin = np.arange(begins)
        all_of_it = self._energy[begin + pieces[-1].end] - self._energy[begin]
        return loud, (loud**2 / 2) @ lengths / np.maximum(all_of_it, 1e-12)

    def scores(self, tone: Tone) -> Samples:
        """How alike the tone is to what begins at each step; 0 where it isn't there."""
        pieces = self.pieces(tone)
        begins = len(self._cut) - pieces[-1].end + 1
        if begins <= 0:
            return np.zeros(0)
        loud, share = self.measured(tone, begins)
        should, should_share = _as_it_should_be(tone, self._rate)
        size = np.linalg.norm(loud, axis=1)
        scale = loud @ should / (should @ should)
        alike = loud @ should / np.maximum(size * np.linalg.norm(should), 1e-12)
        weakest = (loud / should).min(axis=1)
        still, soon = self.steps(STILL), self.steps(STILL_AFTER)
        before = self.loud(_Piece(pieces[0].hertz, -still - soon, -soon), begins)
        end = pieces[-1].end
        after = self.loud(_Piece(pieces[-1].hertz, end + soon, end + soon + still), begins)
        there = (
            (scale * should.max() > QUIETEST)
            & (alike > ALIKE)
            & (weakest > WEAKEST * scale)
            & (share > OWN * should_share)
            & (np.maximum(before, after) < STILL_BELOW * scale * should.max())
        )
        return np.where(there, alike * np.minimum(1, share / should_share), 0.0)


@cache
def _as_it_should_be(tone: Tone, rate: int) -> tuple[Samples, float]:
    """What a tone's own samples measure at that rate: its pieces' amplitudes, and their share."""
    own = wave(tone) / np.iinfo(np.int16).max
    at = np.arange(round(len(own) / RATE * rate)) * RATE / rate
    quiet = np.zeros(round(0.01 * rate))
    played = np.concatenate([np.interp(at, np.arange(len(own)), own), quiet])
    loud, share = _Spectrum(played, rate).measured(tone, 1)
    return loud[0], float(share[0])


def _peaks(scores: Samples, apart: int) -> list[int]:
    """Where the best scores are, at least half of `apart` from each other."""
    peaks: list[int] = []
    for begin in np.argsort(scores)[::-1]:
        if scores[begin] <= 0:
            break
        if all(abs(int(begin) - there) >= apart / 2 for there in peaks):
            peaks.append(int(begin))
    return peaks
