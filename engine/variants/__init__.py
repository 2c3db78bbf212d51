"""The games: one file per rule sheet, and the table that finds them by name.

A new game is one file here and a line in GAMES; docs/extending.md has what goes with it.
Tests: tests/engine/test_variants.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from engine.layouts import Layout
from engine.sentences import Sentence
from engine.tiles import TILE_LANGUAGES
from engine.variants import classic, household, junior, nhl, party, scramble, topword
from engine.variants.challenge_rules import CLUBS, ChallengeRule
from engine.variants.options import Options
from engine.variants.variant import (
    OptionError,
    SameTarget,
    UnknownVariantError,
    Variant,
    VariantError,
    WhenAllPass,
)

__all__ = [
    "CLUBS",
    "GAMES",
    "ChallengeRule",
    "OptionError",
    "SameTarget",
    "UnknownVariantError",
    "Variant",
    "VariantError",
    "WhenAllPass",
    "load_variant",
    "usual_language",
]

Declare: TypeAlias = Callable[[str, str, Options, Layout | None], Variant]


class GameKind(NamedTuple):
    """A game that can be set up: what it is called, its declaration, and the languages it is played
    in, that of its rule sheet first."""

    title: str
    declare: Declare
    languages: tuple[str, ...]


GAMES: Mapping[str, GameKind] = MappingProxyType(
    {
        "classic": GameKind("Classic", classic.classic, tuple(TILE_LANGUAGES)),
        "nhl": GameKind("NHL", nhl.nhl, nhl.LANGUAGES),
        "nhl-peewee": GameKind("NHL Pee Wee", nhl.pee_wee, nhl.LANGUAGES),
        "nhl-professional": GameKind("NHL Professional League", nhl.professional, nhl.LANGUAGES),
        "junior": GameKind("Junior", junior.junior, junior.LANGUAGES),
        "party": GameKind("Party", party.party, party.LANGUAGES),
        "scramble": GameKind("Scramble", scramble.scramble, scramble.LANGUAGES),
        "topword": GameKind("TopWord", topword.topword, topword.LANGUAGES),
    }
)


def usual_language(name: str) -> str:
    """The language of a game where none is chosen: that of its rule sheet."""
    return GAMES[name].languages[0] if name in GAMES else "en"


def load_variant(
    name: str,
    language: str | None = None,
    options: Mapping[str, object] = MappingProxyType({}),
    layout: Layout | None = None,
    board_size: int | None = None,
) -> Variant:
    """The game of that name in a language with a household's options.

    `layout`: the household's board, where it isn't the game's own. `board_size`: squares a side of
    the board at hand, for a game whose board may have any size. VariantError (its tree is in
    engine/variants/variant.py) says in one sentence what can't be; an unknown name is a KeyError.
    """
    if name not in GAMES:
        raise UnknownVariantError(
            Sentence(
                "There’s no game {name}; there are {games}.",
                name=repr(name),
                games=", ".join(GAMES),
            )
        )
    language = usual_language(name) if language is None else language
    if not options and layout is None and board_size is None:
        return _as_its_sheet_says(name, language)
    return _declared(name, language, options, layout, board_size)


@cache
def _as_its_sheet_says(name: str, language: str) -> Variant:
    return _declared(name, language, {}, None, None)


def _declared(
    name: str,
    language: str,
    options: Mapping[str, object],
    layout: Layout | None,
    board_size: int | None,
) -> Variant:
    game = GAMES[name]
    if language not in game.languages:
        spoken = ", ".join(game.languages)
        raise UnknownVariantError(
            Sentence(
                "{name} has no language {language}; it has {spoken}.",
                name=name,
                language=repr(language),
                spoken=spoken,
            )
        )
    read = Options(name, options, board_size)
    variant = household.with_handicap(read, game.declare(name, language, read, layout))
    read.finish()
    return replace(
        variant,
        options=MappingProxyType(dict(options)),
        own_layout=() if layout is None else layout.rows,
    )
