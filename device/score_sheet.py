"""The score sheet as text: each turn with the arithmetic behind its points.

Draws what the engine says and computes no points. Used by demo, play and replay.
Tests: tests/device/test_score_sheet.py.
"""

from __future__ import annotations

from engine.scoring import CountedLetter, Reason, ScoredPlay, Word


def arithmetic(word: Word) -> str:
    """How a word's points come about: "(10×2+1+3+1+1)×2"; no brackets where nothing multiplies."""
    added = "+".join(map(_letter, word.letters))
    return f"({added})×{word.times}" if word.times > 1 else added


def _letter(letter: CountedLetter) -> str:
    return f"{letter.value}×{letter.times}" if letter.times > 1 else str(letter.value)


def word_line(word: Word) -> str:
    """A word and its arithmetic: "QUIZ (10+1+1+10)×2 = 44"."""
    return f"{word.text} {arithmetic(word)} = {word.points}"


def extra_line(reason: Reason) -> str:
    """Points beyond the words: "7 tiles +50"."""
    return f"{reason.what} {reason.points:+}"


def play_line(scored: ScoredPlay) -> str:
    """A play on one line: "8H QUIZ (10+1+1+10)×2 = 44; 7 tiles +50; 94 points"."""
    parts = [*map(word_line, scored.words), *map(extra_line, scored.extras)]
    return f"{scored.play.start} {'; '.join(parts)}; {scored.points} points"
