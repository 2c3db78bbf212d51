"""Party (PAR): two teams, all letters open, a rolled letter to use and a clock that multiplies.

Points come in the sheet's order: letters, premium squares, chance die, clock (PAR-SCO-01). How a
turn goes, from the rolls (PAR-DIE) over starts, stops, passes and what they cost (PAR-CLK, PAR-EXC)
to the chance die's promises (PAR-CHN) and the end (PAR-END), is in turns/letter_and_clock.py; what
the sheet leaves open in data/games/party.toml. Tests: tests/engine/test_party.py,
tests/engine/test_letter_turn.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from engine.circumstances import ChanceFace, Zone
from engine.faults import Fault, FaultCode
from engine.layouts import Layout, Premium, load_layout
from engine.plays import Play
from engine.scoring import CountWithPremiums, Reason, Tally
from engine.sentences import Sentence
from engine.shipped_data import GameData, load_game_data
from engine.squares import Square
from engine.tiles import is_blank, letter_of
from engine.variants import household
from engine.variants.challenge_rules import ChallengeRule
from engine.variants.options import Options
from engine.variants.variant import LetterClock, Variant, WhenAllPass

LANGUAGES = ("fr", "en")
LETTER_FACES = 20
"""PAR-EQU-09."""

ROLLS = 3
"""PAR-DIE-06."""

LONGEST_ZONE = 3600
"""Seconds that a zone of the clock may last: an hour, as the sand timer of other games."""

CHANCE_TIMES = {ChanceFace.LETTER_X3: (3, "PAR-CHN-02"), ChanceFace.LETTER_X2: (2, "PAR-CHN-03")}
"""How many times the chosen letter counts, and by which rule."""

ZONE_TIMES = {
    Zone.X4: (4, "PAR-CLK-01"),
    Zone.X3: (3, "PAR-CLK-02"),
    Zone.X2: (2, "PAR-CLK-03"),
    Zone.X1: (1, "PAR-CLK-04"),
}
ZONE_POINTS = {Zone.MINUS_1: (-1, "PAR-CLK-05"), Zone.MINUS_5: (-5, "PAR-CLK-06")}


class ChanceLetter(StrEnum):
    """How a tripled or doubled letter counts (Q-PAR-07)."""

    FACE = "face"
    """Its face value so many times, once, after the premium squares."""
    IN_WORDS = "in-words"
    """Inside every word that holds it, before that word's squares multiply it."""


def party(name: str, language: str, options: Options, layout: Layout | None) -> Variant:
    """The game of two teams."""
    data = load_game_data("party")
    tile_set = household.tile_set(options, LANGUAGES, language)
    words = household.words(options, language, tile_set)
    star_doubles = options.flag("star_doubles", data.flag("star_doubles"))
    chance_letter = options.choice(
        "chance_letter", tuple(ChanceLetter), ChanceLetter(data.text("chance_letter"))
    )
    return Variant(
        name=name,
        language=language,
        tile_set=tile_set,
        layout=layout or _board(data),
        rack_size=0,  # PAR-EQU-05
        count_words=CountWithPremiums("PAR-SCO-05", start_times=2 if star_doubles else 1),
        own_faults=(rolled_letter, chosen_letter),
        extras=(CountChance(chance_letter), count_clock),
        judge_word=words.judge,
        sides=(2, 2),  # PAR-SET-01
        begin_letter="A",  # PAR-SET-04
        challenge=household.challenge(options, ChallengeRule.RESUME, printed=True, clock=True),
        settlement=None,  # PAR-WIN-01
        most_exchanged=0,  # PAR-EQU-05: all letters lie ready
        when_all_pass=WhenAllPass.GOES_ON,  # PAR-END-01 … 03 name other ends
        letter_clock=LetterClock(
            faces=options.letters(
                "letter_faces", data.table("letter_faces")[tile_set.name], LETTER_FACES
            ),
            rolls=ROLLS,
            zone_seconds=options.numbers(
                "clock_seconds", data.numbers("clock_seconds"), 1, LONGEST_ZONE
            ),
        ),
        extra_words=words.extra,
        filled=data.all,
    )


def _board(data: GameData) -> Layout:
    """The classic board with chance squares in place of its outer double letters (Q-PAR-04)."""
    squares = map(Square.parse, data.texts("chance_squares"))
    return load_layout(data.text("layout")).marked(Premium.CHANCE, squares)


def rolled_letter(play: Play) -> Iterable[Fault]:
    """The letter rolled must be laid in this turn (PAR-DIE-02), anywhere (PAR-DIE-03); no joker may
    be it (PAR-DIE-04)."""
    rolled = play.circumstances.rolled
    if rolled is None:
        return
    jokers = tuple(
        s for s, t in sorted(play.tiles.items()) if is_blank(t) and letter_of(t) == rolled
    )
    if jokers:
        yield Fault(
            FaultCode.JOKER_IS_ROLLED_LETTER,
            Sentence(
                "A blank can’t stand for {rolled}, the letter that was rolled.", rolled=rolled
            ),
            jokers,
            (rolled,),
        )
    if rolled not in play.tiles.values():
        yield Fault(
            FaultCode.ROLLED_LETTER_MISSING,
            Sentence(
                "{rolled} was rolled, but no {rolled2} was laid.", rolled=rolled, rolled2=rolled
            ),
            tiles=(rolled,),
        )


def chosen_letter(play: Play) -> Iterable[Fault]:
    """What the chance die doubles or triples is a letter laid in this turn (PAR-CHN-02)."""
    now = play.circumstances
    square = now.chance_square
    if now.chance in CHANCE_TIMES and square is not None and square not in play.tiles:
        yield Fault(
            FaultCode.CHANCE_LETTER_NOT_NEW,
            Sentence("No letter was laid on {square} this turn.", square=square.name),
            (square,),
        )


@dataclass(frozen=True)
class CountChance:
    """What the chance die adds to one letter of the play (PAR-CHN-02, 03)."""

    reading: ChanceLetter

    def __call__(self, tally: Tally) -> Iterable[Reason]:
        now = tally.play.circumstances
        if now.chance not in CHANCE_TIMES:
            return
        times, rule = CHANCE_TIMES[now.chance]
        gains = self._gains(tally, times)
        # Without a named letter it is the one that earns most (Q-PAR-08).
        chosen = now.chance_square or max(sorted(gains), key=lambda square: gains[square])
        if gains[chosen]:
            letter = letter_of(tally.play.tiles[chosen])
            yield Reason(
                rule, Sentence("{letter} ×{times}", letter=letter, times=times), gains[chosen]
            )

    def _gains(self, tally: Tally, times: int) -> Mapping[Square, int]:
        """What each letter laid would gain."""
        gains = dict.fromkeys(tally.play.tiles, 0)
        for word in tally.words:
            for letter in word.letters:
                if letter.square not in gains:
                    continue
                if self.reading is ChanceLetter.IN_WORDS:
                    gains[letter.square] += letter.points * word.times * (times - 1)
                else:
                    gains[letter.square] = letter.value * (times - 1)
        return MappingProxyType(gains)


def count_clock(tally: Tally) -> Iterable[Reason]:
    """What the clock makes of all the points so far, last of all (PAR-CLK-01 … 06)."""
    zone = tally.play.circumstances.zone
    if zone in ZONE_POINTS:
        points, rule = ZONE_POINTS[zone]
        yield Reason(rule, Sentence("clock {points}", points=points), points)
    elif zone in ZONE_TIMES:
        times, rule = ZONE_TIMES[zone]
        if times > 1 and tally.points:
            yield Reason(rule, Sentence("clock ×{times}", times=times), tally.points * (times - 1))
