"""The classic crossword game (CLA): the parts that make it, and how options change them.

The family of games on the same sheet (engine/variants/nhl.py) starts from this declaration.
Tests: tests/engine/test_scoring.py, tests/engine/test_variants.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.layouts import Layout, load_layout
from engine.lexicon import SHIPPED, Lexicon, as_laid, shipped_lexicon, word_list
from engine.scoring import CountWithPremiums, JudgeWord, ManyTilesBonus
from engine.tiles import TileSet, load_tile_set
from engine.variants.options import Options
from engine.variants.variant import ChallengeRule, OptionError, Settlement, Variant

LANGUAGES = ("en", "fr", "de")
TILE_SETS = ("en", "fr", "de")
RACK_SIZE = 7
"""CLA-SET-04."""


def classic(name: str, language: str, options: Options, layout: Layout | None) -> Variant:
    """The plain classic game."""
    return crossword(name, language, options, layout, tiles=language, begin_letter="A")


def crossword(
    name: str,
    language: str,
    options: Options,
    layout: Layout | None,
    *,
    tiles: str,
    begin_letter: str,
    allowed: Iterable[str] = (),
) -> Variant:
    """What the games of the classic sheet share; `allowed`: words that the game always allows."""
    tile_set = _tile_set(options, tiles)
    agreed = options.words("extra_words") or ()
    extra_words = frozenset(as_laid(word, tile_set.letters) for word in (*agreed, *allowed))
    return Variant(
        name=name,
        language=language,
        tile_set=tile_set,
        layout=layout or load_layout("classic"),
        rack_size=RACK_SIZE,
        count_words=CountWithPremiums(start_times=2 if options.flag("star_doubles", True) else 1),
        extras=(ManyTilesBonus("CLA-SCO-13", RACK_SIZE, 50),),
        judge_word=_judge(options, language, tile_set, extra_words),
        sides=(2, 4),
        begin_letter=options.letter("begin_letter", begin_letter),
        challenge=options.choice("challenge", tuple(ChallengeRule), ChallengeRule.CLASSIC),
        settlement=Settlement(
            lost_by="CLA-END-03", gained_by="CLA-END-04", breaks_ties=True  # CLA-WIN-02
        ),
        extra_words=extra_words,
    )


def _tile_set(options: Options, default: str) -> TileSet:
    tile_set = load_tile_set(options.choice("tiles", TILE_SETS, default))
    own = {letter.upper(): points for letter, points in options.points("values").items()}
    if strange := sorted(set(own) - set(tile_set.letters)):
        raise OptionError(f"options.values names {strange[0]!r}, which is no letter of the set.")
    values: Mapping[str, int] = MappingProxyType({**tile_set.values, **own})
    return replace(tile_set, values=values)


def _judge(
    options: Options, language: str, tile_set: TileSet, extra_words: frozenset[str]
) -> JudgeWord | None:
    lexicon = options.given("lexicon")
    if lexicon is None or lexicon is False:
        return None
    if isinstance(lexicon, Lexicon):
        return lexicon.with_game_words(extra_words)
    if lexicon is True:
        if language not in SHIPPED:
            raise OptionError(
                f"options.lexicon: no word list for {language!r} ships; give a list of words."
            )
        return shipped_lexicon(language).with_game_words(extra_words)
    words = options.words("lexicon") or ()
    return word_list(words, tile_set.letters).with_game_words(extra_words)
