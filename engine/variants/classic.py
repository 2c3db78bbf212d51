"""The classic crossword game (CLA): the parts that make it, and how options change them.

The family of games on the same sheet (engine/variants/nhl.py) starts from this declaration.
Tests: tests/engine/test_scoring.py, tests/engine/test_variants.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.layouts import Layout, load_layout
from engine.scoring import CountWithPremiums, ManyTilesBonus
from engine.shipped_data import GameData, load_game_data
from engine.tiles import FURTHER_SETS, TILE_LANGUAGES
from engine.variants import household
from engine.variants.challenge_rules import ChallengeRule
from engine.variants.options import Options
from engine.variants.variant import Settlement, Variant, WhenAllPass

RACK_SIZE = 7
"""CLA-SET-04."""


def classic(name: str, language: str, options: Options, layout: Layout | None) -> Variant:
    """The plain classic game. The sheet is that of the NHL edition: without it a challenge does the
    same, unless the household, or its club, has it otherwise."""
    duplicate = options.flag("duplicate", False)
    game = crossword(
        name,
        language,
        options,
        layout,
        load_game_data("classic"),
        tiles=language,
        challenge_printed=False,
    )
    return as_duplicate(game) if duplicate else game


def as_duplicate(game: Variant) -> Variant:
    """The same as clubs in France play it: one board on which the best play of every turn is laid,
    and one rack for everybody (docs/duplicate.md). What is on the board is the game's one side."""
    return replace(
        game,
        sides=(1, 1),
        common_rack=True,
        begin_letter=None,
        challenge=ChallengeRule.NONE,
        settlement=None,
        most_exchanged=0,
        when_all_pass=WhenAllPass.GOES_ON,
        filled=tuple(one for one in game.filled if one.name != "begin_letter"),
    )


def crossword(
    name: str,
    language: str,
    options: Options,
    layout: Layout | None,
    data: GameData,
    *,
    tiles: str,
    challenge_printed: bool,
    allowed: Iterable[str] = (),
) -> Variant:
    """What the games of the classic sheet share. `challenge_printed`: the sheet is this game's own
    in what a challenge does; `allowed`: words that the game always allows."""
    sets = (*TILE_LANGUAGES, *FURTHER_SETS)
    tile_set = household.tile_set(options, sets, tiles)
    words = household.words(options, language, tile_set, allowed)
    return Variant(
        name=name,
        language=language,
        tile_set=tile_set,
        layout=layout or load_layout(data.text("layout")),
        rack_size=RACK_SIZE,
        count_words=CountWithPremiums(
            "CLA-SCO-02", start_times=2 if options.flag("star_doubles", True) else 1
        ),
        extras=(ManyTilesBonus("CLA-SCO-13", RACK_SIZE, 50),),
        judge_word=words.judge,
        sides=(2, 4),  # CLA-EQU-04
        begin_letter=options.letter("begin_letter", data.text("begin_letter")),
        challenge=household.challenge(options, ChallengeRule.CLASSIC, printed=challenge_printed),
        settlement=Settlement(
            lost_by="CLA-END-03",
            gained_by="CLA-END-04",
            breaks_ties=True,  # CLA-WIN-02
        ),
        extra_words=words.extra,
        filled=data.all,
    )
