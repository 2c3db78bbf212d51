"""What a household may change in any game: its box of tiles, its words, its board, and what it
gives to weaker sides.

Read from the options, on top of what each game declares. Knows no game.
Tests: tests/engine/test_variants.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from engine.layouts import Layout
from engine.scoring import JudgeWord
from engine.sentences import Plural, Sentence
from engine.tiles import TileSet, load_tile_set
from engine.variants.challenge_rules import PRINTED_RULES, ChallengeRule
from engine.variants.options import Options
from engine.variants.variant import OptionError, SameTarget, Targets, Variant
from engine.words.lexicon import SHIPPED_LISTS, Lexicon, as_laid, shipped_lexicon, word_list

SMALLEST_BOARD = 2
LARGEST_BOARD = 26
"""Columns are named by one letter."""


@dataclass(frozen=True)
class Words:
    """The words agreed on: `extra` are allowed whatever a list says; `judge` is None where no list
    was agreed."""

    extra: frozenset[str]
    judge: JudgeWord | None


def tile_set(options: Options, choices: tuple[str, ...], default: str) -> TileSet:
    """The box (option `tiles`) with the household's own values of letters (option `values`)."""
    box = load_tile_set(options.choice("tiles", choices, default))
    own = {
        box.parse_tile(letter.upper()): points
        for letter, points in options.points("values").items()
    }
    if strange := sorted(set(own) - set(box.letters)):
        raise OptionError(
            Sentence(
                "options.values names {strange}, which isn’t a letter of the set.",
                strange=repr(strange[0]),
            )
        )
    values: Mapping[str, int] = MappingProxyType({**box.values, **own})
    return replace(box, values=values)


def unvalued_tile_set(options: Options, choices: tuple[str, ...], default: str) -> TileSet:
    """The box of a game whose letters have no values of their own (option `tiles`)."""
    box = load_tile_set(options.choice("tiles", choices, default))
    return replace(box, values=MappingProxyType(dict.fromkeys(box.letters, 1)))


def words(options: Options, language: str, tile_set: TileSet, allowed: Iterable[str] = ()) -> Words:
    """The list agreed on, the exceptions to it and what the game always allows.

    Option `extra_words`: words that go whatever the list says (CLA-WRD-04).
    Option `lexicon`: whether plays are judged at once, by a list of words or by the one that ships:
    the language's, or the one named by `dictionary` (CLA-WRD-01).
    """
    agreed = options.words("extra_words") or ()
    extra = frozenset(_laid((*agreed, *allowed), tile_set))
    lexicon = _lexicon(options, language, tile_set)
    return Words(extra, None if lexicon is None else lexicon.with_game_words(extra))


def _laid(words: Iterable[str], tile_set: TileSet) -> Iterator[str]:
    return (as_laid(tile_set.tokenized(word), tile_set.letters) for word in words)


def _lexicon(options: Options, language: str, tile_set: TileSet) -> Lexicon | None:
    given = options.given("lexicon")
    dictionary = options.choice(
        "dictionary", tuple(dict.fromkeys((language, *SHIPPED_LISTS))), language
    )
    if given is None or given is False:
        return None
    if isinstance(given, Lexicon):
        return given
    if given is True:
        if dictionary not in SHIPPED_LISTS:
            raise OptionError(
                Sentence(
                    "options.lexicon: no word list for {language} is included; give a "
                    "list of words.",
                    language=repr(language),
                )
            )
        return shipped_lexicon(dictionary)
    own = list(_laid(options.words("lexicon") or (), tile_set))
    try:
        return word_list(own, tile_set.letters)
    except ValueError as error:
        raise OptionError(
            Sentence("options.lexicon: this list can’t be used ({why}).", why=error)
        ) from error


def challenge(
    options: Options, sheets: ChallengeRule, *, printed: bool, clock: bool = False
) -> ChallengeRule:
    """What a challenge does (option `challenge`), where the sheet leaves it open. `printed`:
    this game's own sheet prints it, so that clubs' ways are none of its; `clock`: its turns have
    one."""
    among = PRINTED_RULES if printed else tuple(ChallengeRule)
    rules = tuple(rule for rule in among if clock or not rule.then.against_clock)
    return options.choice("challenge", rules, sheets)


def board(options: Options, own: Layout | None, size: int, *, even: bool = False) -> Layout:
    """The household's board, or one without premium squares whose middle is marked.

    `size` is the game's own (option `size`); `even`: whether the middle is four squares, not one.
    """
    chosen = options.size(size, SMALLEST_BOARD, LARGEST_BOARD)
    if own is not None:
        return own
    if (chosen % 2 == 0) != even:
        wanted = "even, with four squares in its middle" if even else "odd, with one middle square"
        raise OptionError(
            Sentence(
                Plural(
                    "This board has {chosen} square per side, but it should be {wanted}; "
                    "any other needs a layout.",
                    "This board has {chosen} squares per side, but it should be "
                    "{wanted}; any other needs a layout.",
                    by="chosen",
                ),
                chosen=chosen,
                wanted=wanted,
            )
        )
    return Layout.centred(chosen)


MOST_TO_BEGIN_WITH = 500
"""Points: more than most games are won with."""


def with_handicap(options: Options, variant: Variant) -> Variant:
    """The game with what a household gives to sides by their names, who needn't all play.

    Option `begin_points`: the points that a side begins with, fewer than a target that all play to.
    Where each side has a target of its own there are none: that is its handicap (NHL-PRO-03).
    Option `unchallenged`: sides whose words can't be challenged.
    """
    points = {side: n for side, n in options.points("begin_points").items() if n}
    if points and isinstance(variant.targets, Targets):
        raise OptionError(
            Sentence(
                "options.begin_points: in {variant} each player has their own target "
                "(levels); none starts with points.",
                variant=variant.name,
            )
        )
    most = MOST_TO_BEGIN_WITH
    if isinstance(variant.targets, SameTarget):
        most = min(most, variant.targets.points - 1)
    for side, given in points.items():
        if not 0 <= given <= most:
            raise OptionError(
                Sentence(
                    "options.begin_points gives {side} {given}; it should be from 0 to {most}.",
                    side=side,
                    given=given,
                    most=most,
                )
            )
    return replace(
        variant,
        begin_points=MappingProxyType(points),
        unchallenged=frozenset(options.words("unchallenged") or ()),
    )
