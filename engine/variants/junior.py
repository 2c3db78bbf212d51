"""Junior, the advanced game (JUN): a point for every tile of every word, and nothing else.

The sheet is a fragment; what it leaves open is in data/games/junior.toml.
Tests: tests/engine/test_junior.py.
"""

from __future__ import annotations

from engine.layouts import Layout
from engine.scoring import CountTiles
from engine.shipped_data import load_game_data
from engine.variants import household
from engine.variants.challenge_rules import ChallengeRule
from engine.variants.options import Options
from engine.variants.variant import Settlement, Variant

LANGUAGES = ("fr", "en")
RACK_SIZE = 7
"""JUN-SET-02."""


def junior(name: str, language: str, options: Options, layout: Layout | None) -> Variant:
    """The advanced game on the empty grid."""
    data = load_game_data("junior")
    tile_set = household.unvalued_tile_set(options, LANGUAGES, language)
    words = household.words(options, language, tile_set)
    return Variant(
        name=name,
        language=language,
        tile_set=tile_set,
        counted=False,  # JUN-EQU-04
        layout=household.board(options, layout, data.number("size")),  # JUN-EQU-03
        rack_size=RACK_SIZE,  # JUN-SET-02
        count_words=CountTiles("JUN-SCO-01"),
        judge_word=words.judge,
        sides=(2, 4),  # not printed: Q-08
        begin_letter=None,  # not printed: JUN-SET-01
        challenge=household.challenge(
            options,
            ChallengeRule.VOID,  # not printed: JUN-CHA-01
            printed=False,
        ),
        settlement=Settlement(lost_by="JUN-END-02", each=1),
        extra_words=words.extra,
        filled=data.all,
    )
