"""A text of the screen as a synthesizer should read it: words as words, points with their unit.

Screens write QUIZ +48 and 4:07; a voice says "quiz, 48 points" and "4 minutes 7 seconds". Numbers
stay digits: the synthesizer knows how its language counts. Pure, and knows no table. Tests:
tests/device/test_said_aloud.py.
"""

from __future__ import annotations

import re
from functools import cache

from device.language.numbers import MINUS, in_ascii
from device.language.texts import N_, Message, Texts
from engine.sentences import Plural

POINTS = re.compile(
    r"(?P<before>[\w)]?)(?P<gap>\s*)(?<![\w.])(?P<sign>[+−])(?P<n>\d+)\b(?:\s+points?\b)?"
)
"""Points as screens write them: always with their sign, and seldom with their unit, which
is the same word in English and in French."""

TIME = re.compile(r"(?<![\w:])(?P<sign>−?)(?P<minutes>\d+):(?P<seconds>\d\d)\b")
CAPITALS = re.compile(r"\b[^\W\d_a-zß-öø-ÿ]{2,}\b")
"""Two or more letters, all capitals: a synthesizer would spell some of them out."""

SPELLED = frozenset({"OK", "NHL"})
"""Spoken letter by letter."""

BLANK = re.compile(r"\?(?=\w)|(?<=[^\W\d_a-zß-öø-ÿ])\?(?=\s*[+−]\d)")
"""A blank without a letter, in a word."""

TIMES = re.compile(r"\s*×\s*(\d+)")
OF_ZONES = (
    N_("Zone {zone}"),
    N_("{side} stopped in {zone}."),
    N_("{side}: clock from {zone} next turn"),
)
"""Texts with the label of a clock's zone, which is read without a unit: "minus 5"."""

DOTS = re.compile(r"\s*…\s*$")


def spelled_for_speech(text: str, texts: Texts) -> str:
    """The text for a synthesizer of the texts' language."""
    if text.strip() == "?":
        return texts("blank")
    text = BLANK.sub(f" {texts('blank')} ", text)
    text = DOTS.sub("", text).replace("…", ",")
    text = TIME.sub(lambda of: _time(of, texts), text)
    text = _zones(texts).sub(lambda of: of[1] + zone_said(of[2], texts), text)
    text = POINTS.sub(lambda of: _points(of, texts), text)
    text = TIMES.sub(lambda of: " " + texts("times {n}", n=of[1]), text)
    text = CAPITALS.sub(lambda of: of[0] if of[0] in SPELLED else of[0].lower(), text)
    return " ".join(text.split())


@cache
def _zones(texts: Texts) -> re.Pattern[str]:
    """A zone's minus and number, after the word that is before it in this language's texts."""
    words = {texts.of(text).partition("{zone}")[0].split()[-1] for text in OF_ZONES}
    return re.compile(rf"\b((?:{'|'.join(sorted(map(re.escape, words)))})\s+)({MINUS}\d+)")


def zone_said(label: str, texts: Texts) -> str:
    """The label of a clock's zone, as short as it is written: "times 3", "minus 5"."""
    if label.startswith(MINUS):
        return texts("minus {n}", n=label[1:])
    return texts("times {n}", n=label[1:])


def points_said(points: int, texts: Texts) -> str:
    """A number of points with its unit."""
    said = Message(Plural("one point", "{n} points"), {"n": abs(points)})
    if points == 0:
        said = Message("no points")
    return texts.say(said if points >= 0 else Message("minus {points}", {"points": said}))


def time_said(seconds: int, texts: Texts) -> str:
    """A time in minutes and seconds, leaving out zeros."""
    minutes, rest = divmod(seconds, 60)
    parts = []
    if minutes:
        parts.append(texts(Plural("one minute", "{n} minutes"), n=minutes))
    if rest:
        parts.append(texts(Plural("one second", "{n} seconds"), n=rest))
    elif not minutes:
        parts.append(texts(Plural("{n} second", "{n} seconds"), n=0))
    return " ".join(parts)


def _points(of: re.Match[str], texts: Texts) -> str:
    said = points_said(int(in_ascii(of["sign"]) + of["n"]), texts)
    return f"{of['before']}, {said}" if of["before"] else f"{of['gap']}{said}"


def _time(of: re.Match[str], texts: Texts) -> str:
    said = time_said(int(of["minutes"]) * 60 + int(of["seconds"]), texts)
    return texts("minus {points}", points=said) if of["sign"] else said
