"""Scramble (SCR): letters rolled with dice, on a mat that keeps only the new word.

One page of the sheet is left; what fills the gaps is in data/games/scramble.toml.
Tests: tests/engine/test_scramble.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.layouts import Layout
from engine.plays import Play
from engine.position import Position
from engine.scoring import CountWithPremiums, ManyTilesBonus
from engine.shipped_data import load_game_data
from engine.variants import household
from engine.variants.challenge_rules import ChallengeRule
from engine.variants.options import Options
from engine.variants.variant import LetterDice, SameTarget, Variant, WhenAllPass

LANGUAGES = ("en", "fr")
DICE_ROLLED = 7
"""SCR-EQU-02."""
MOST_SIDES = 8


class Extension(StrEnum):
    """What becomes of the mat when the old word was only lengthened (SCR-CLR-03)."""

    CLEARS = "clears"
    STAYS = "stays"


def scramble(name: str, language: str, options: Options, layout: Layout | None) -> Variant:
    """The dice game."""
    data = load_game_data("scramble")
    tile_set = household.tile_set(options, LANGUAGES, language)
    words = household.words(options, language, tile_set)
    star_doubles = options.flag("star_doubles", data.flag("star_doubles"))
    seven_bonus = options.number("seven_bonus", data.number("seven_bonus"), 0, 1000)
    extension = options.choice("extension", tuple(Extension), Extension(data.text("extension")))
    return Variant(
        name=name,
        language=language,
        tile_set=tile_set,
        counted=False,  # Q-SCR-02: the faces of the dice are printed nowhere
        layout=_mat(options, layout),
        rack_size=0,  # dice are rolled, none are held
        most_dice=DICE_ROLLED,
        letter_dice=LetterDice(
            number=options.number("dice", data.number("dice"), DICE_ROLLED, 99),
            most=DICE_ROLLED,
            hand_on=options.flag("hand_on", data.flag("hand_on")),
            seconds=options.number("timer_seconds", data.number("timer_seconds"), 1, 3600),
        ),
        count_words=CountWithPremiums("SCR-SCO-01", start_times=2 if star_doubles else 1),
        extras=(ManyTilesBonus("SCR-SCO-08", DICE_ROLLED, seven_bonus),),
        clear=KeepNewWord(extension),
        judge_word=words.judge,
        sides=(2, MOST_SIDES),  # SCR-EQU-03: two or more; the device has room for eight
        begin_letter="A",  # SCR-SET-02
        challenge=household.challenge(options, ChallengeRule.CLASSIC, printed=True),
        settlement=None,
        most_exchanged=0,  # not printed: Q-SCR-07
        when_all_pass=WhenAllPass.GOES_ON,  # not printed: letting the time run out is the pass
        # SCR-END-01, of another print
        targets=SameTarget(options.number("target", data.number("target"), 1, 100_000)),
        extra_words=words.extra,
        filled=data.all,
    )


def _mat(options: Options, own: Layout | None) -> Layout:
    """The mat of the data, or a plain one of another size; the household's own before both."""
    data = load_game_data("scramble")
    mat = Layout(data.texts("mat"))
    plain = household.board(options, own, data.number("size"))
    return mat if own is None and plain.size == mat.size else plain


@dataclass(frozen=True)
class KeepNewWord:
    """After a play only the word in the line of the new dice stays (SCR-CLR-01, SCR-CLR-02).

    If that is the old word made longer, all dice go back, unless the household lets it stay
    (SCR-CLR-03).
    """

    extension: Extension

    def __call__(self, play: Play) -> Position:
        new_word = set(play.lines[0])
        old = play.before.tiles
        lengthened = bool(old) and set(old) <= new_word
        if lengthened and self.extension is Extension.CLEARS:
            new_word = set()
        return play.after.cleared(set(play.after.tiles) - new_word)
