"""What each tone sounds like: a few notes, distinct in rhythm as well as in pitch.

Pure numbers: a buzzer and a sound card play the same ones. Nothing here knows what a tone means in
a game. Tests: tests/hardware/test_speaker.py.
"""

from __future__ import annotations

from typing import NamedTuple

from hardware.panel.port import Tone


class Note(NamedTuple):
    """A pitch in hertz, how long it sounds and how long it is still after that, in seconds."""

    hertz: float
    seconds: float
    pause: float = 0.0


# A small piezo is loudest between 2 and 4 kHz and hardly heard below 500 Hz.
LOWEST_HERTZ, HIGHEST_HERTZ = 400.0, 4000.0

BRIEF = frozenset({Tone.CLICK, Tone.TICK})
"""Tones that are worth nothing late: they are left out while another plays."""

NOTES: dict[Tone, tuple[Note, ...]] = {
    Tone.CLICK: (Note(2000, 0.012),),
    Tone.PLAY: (Note(1047, 0.07), Note(1568, 0.12)),
    Tone.ASK: (Note(1319, 0.09, 0.06), Note(1319, 0.09, 0.06), Note(1760, 0.16)),
    Tone.WARN: (Note(740, 0.22, 0.08), Note(740, 0.22)),
    # A small fanfare: up, once more up from below, and the last note held.
    Tone.END: (
        Note(1047, 0.12),
        Note(1319, 0.12),
        Note(1568, 0.25, 0.05),
        Note(1319, 0.12),
        Note(1568, 0.12),
        Note(2093, 0.6),
    ),
    # The pea of a referee's whistle makes it warble: short, then long.
    Tone.WHISTLE: (
        *(Note(hertz, 0.02) for hertz in (2350, 2600) * 4),
        Note(2350, 0.02, 0.08),
        *(Note(hertz, 0.02) for hertz in (2350, 2600) * 13),
    ),
    Tone.GOOD: (Note(1568, 0.09, 0.03), Note(2093, 0.25)),
    Tone.BAD: (Note(880, 0.15, 0.03), Note(622, 0.15, 0.03), Note(440, 0.35)),
    Tone.TICK: (Note(1200, 0.008),),
    Tone.DING: (Note(2637, 0.35),),
    # Up the chord in a run, then twice its top: shorter than the fanfare.
    Tone.CHEER: (
        *(Note(hertz, 0.06) for hertz in (1047, 1319, 1568)),
        Note(2093, 0.12, 0.05),
        Note(1568, 0.08),
        Note(2093, 0.4),
    ),
}


def duration(tone: Tone) -> float:
    """How long a tone takes, in seconds."""
    return sum(note.seconds + note.pause for note in NOTES[tone])
