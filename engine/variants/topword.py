"""TopWord (TOP): letters laid next to each other and on top of each other, without values.

Piles count their height; a letter that two words share counts once. What the sheet leaves open is
in data/games/topword.toml. Tests: tests/engine/test_topword.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from engine.faults import Fault, FaultCode
from engine.layouts import Layout
from engine.plays import SHORTEST_WORD, PlacingRules, Play
from engine.scoring import CountedLetter, ManyTilesBonus, Reason, Tally, Word
from engine.sentences import Sentence
from engine.shipped_data import load_game_data
from engine.squares import Square
from engine.tiles import load_tile_set
from engine.variants import household
from engine.variants.challenge_rules import ChallengeRule
from engine.variants.options import Options
from engine.variants.variant import Settlement, Variant, WhenAllPass

LANGUAGES = ("fr", "en")
RACK_SIZE = 7
"""TOP-SET-05."""
HIGHEST_PILE = 5
"""TOP-PLA-05."""
COUNTED = "fr"
"""The language whose letter counts the sheet prints (Q-TOP-18)."""
RARE_LETTERS = "JQVXZ"
RARE_LETTER_POINTS = 2
"""TOP-SCO-04."""


class SharedLetter(StrEnum):
    """Where a letter that two words share counts (Q-TOP-01)."""

    ONCE = "once"
    """In the cross-word alone."""
    EACH = "each"


def topword(name: str, language: str, options: Options, layout: Layout | None) -> Variant:
    """The game of piles."""
    data = load_game_data("topword")
    tile_set = load_tile_set("topword")
    words = household.words(options, language, tile_set)
    shared = options.choice(
        "shared_letter", tuple(SharedLetter), SharedLetter(data.text("shared_letter"))
    )
    may_cover = options.flag("cover_whole_word", data.flag("cover_whole_word"))
    return Variant(
        name=name,
        language=language,
        tile_set=tile_set,
        counted=options.choice("tiles", LANGUAGES, language) == COUNTED,
        layout=household.board(options, layout, data.number("size"), even=True),  # TOP-EQU-06
        rack_size=RACK_SIZE,
        highest_pile=HIGHEST_PILE,
        count_words=CountPiles(shared),
        own_faults=(only_plural_s,) if may_cover else (covers_whole_word, only_plural_s),
        extras=(count_rare_letters, ManyTilesBonus("TOP-SCO-06", RACK_SIZE, 10)),
        judge_word=words.judge,
        sides=(2, 4),  # TOP-EQU-01
        begin_letter="A",  # TOP-SET-02
        challenge=household.challenge(
            options,
            ChallengeRule.VOID,  # not printed: TOP-CHA-01
            printed=False,
        ),
        settlement=Settlement(lost_by="TOP-END-04", each=5),
        most_exchanged=1,  # TOP-EXC-02
        when_all_pass=WhenAllPass.ENDS,  # TOP-END-03
        score_track=True,  # TOP-EQU-07
        turns_board=True,  # TOP-SET-02
        spare_blanks=True,  # TOP-EQU-03
        extra_words=words.extra,
        filled=data.all,
    )


@dataclass(frozen=True)
class CountPiles:
    """Two points a letter of a flat word (TOP-SCO-01); in a word with a pile one point for every
    tile of it, covered ones too (TOP-SCO-02). Every new word counts (TOP-SCO-03), but a shared
    letter in the cross-word alone, or in each word (TOP-SCO-05)."""

    shared: SharedLetter

    def __call__(self, _rules: PlacingRules, play: Play) -> tuple[Word, ...]:
        main, *cross = play.lines
        in_cross = {square for line in cross for square in line}
        left_out = in_cross if self.shared is SharedLetter.ONCE else set()
        texts = iter(play.words)
        return (
            _word(play, main, next(texts), left_out),
            *(_word(play, line, text) for line, text in zip(cross, texts, strict=True)),
        )


def _word(play: Play, line: tuple[Square, ...], text: str, left_out: Iterable[Square] = ()) -> Word:
    heights = [play.after.height(square) for square in line]
    flat = max(heights) == 1
    letters = tuple(
        CountedLetter(
            square,
            play.after.tiles[square],
            2 if flat else height,
            0 if square in left_out else 1,
        )
        for square, height in zip(line, heights, strict=True)
    )
    return Word(text, letters, "TOP-SCO-01" if flat else "TOP-SCO-02")


def count_rare_letters(tally: Tally) -> Iterable[Reason]:
    """J, Qu, V, X and Z earn two points more each when they are laid (TOP-SCO-04)."""
    for _, tile in sorted(tally.play.tiles.items()):
        if tile in RARE_LETTERS:
            yield Reason("TOP-SCO-04", tile, RARE_LETTER_POINTS)


def covers_whole_word(play: Play) -> Iterable[Fault]:
    """All letters of a word on the board can't be covered in one play (TOP-PLA-08)."""
    covered = [square for square in sorted(play.tiles) if square in play.before.tiles]
    words = {play.before.run(square, play.direction) for square in covered}
    for word in sorted(words):
        if len(word) >= SHORTEST_WORD and set(word) <= set(covered):
            old = load_tile_set("topword").text(play.before.tiles[square] for square in word)
            yield Fault(
                FaultCode.COVERS_WHOLE_WORD,
                Sentence("One play would cover all of {old}.", old=old),
                word,
                words=(old,),
            )


def only_plural_s(play: Play) -> Iterable[Fault]:
    """An S that does nothing but stand behind words on the board is no play (TOP-PLA-07)."""
    if set(play.tiles.values()) != {"S"} or len(play.tiles) > 1:
        return
    (square,) = play.tiles
    old_word_and_s = SHORTEST_WORD + 1
    if square not in play.before.tiles and all(
        line[-1] == square and len(line) >= old_word_and_s for line in play.lines
    ):
        yield Fault(
            FaultCode.ONLY_PLURAL_S,
            Sentence("You can’t just add an S to a word: it must be part of a new word."),
            (square,),
            ("S",),
            play.words,
        )
