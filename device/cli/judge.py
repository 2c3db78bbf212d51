"""`tilekeeper judge`: whether words may be played, and by which list.

The household's own words count. Nothing heavy is imported, so it answers at once.
Tests: tests/device/test_judge.py.
"""

from __future__ import annotations

import sys

import click

from device.language.word_lists import list_name
from device.storage.household import HouseholdWordsError, household_lexicon, words_folder
from device.system.terminal import printable, say_error, say_json, terminal_texts, translate
from engine.sentences import Sentence, located
from engine.tiles import TILE_LANGUAGES, load_tile_set
from engine.variants import VariantError, load_variant
from engine.words.lexicon import SHIPPED_LISTS, Lexicon

LISTS = sorted(set(SHIPPED_LISTS) - set(TILE_LANGUAGES))


@click.command(name="judge")
@click.argument("words", nargs=-1, required=True, metavar="WORD...")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON per word.")
@click.option(
    "--language",
    type=click.Choice(sorted(TILE_LANGUAGES)),
    help="The language of the words; the game’s own if omitted.",
)
@click.option("--variant", metavar="NAME", help="The game: some allow words of their own.")
@click.option("--list", "name", type=click.Choice(LISTS), help="Another included list.")
def command(
    words: tuple[str, ...],
    as_json: bool,
    language: str | None,
    variant: str | None,
    name: str | None,
) -> None:
    """Check whether each WORD is valid, and by which list.

    Accents and capitals don’t matter; “?” is a blank, valid if any letter makes a word. A word that
    is in no list is “not in this list”: dictionaries differ, and the players agree on one.
    """
    spoken, allowed = _game(variant, language)
    if name is not None and not name.startswith(spoken):
        raise click.UsageError(
            Sentence(
                "--list {name} isn’t a list for the language {spoken}.",
                name=name,
                spoken=repr(spoken),
            )
        )
    try:
        lexicon = household_lexicon(words_folder(), spoken, name).with_game_words(allowed)
    except HouseholdWordsError as error:
        for word in words:
            _say_error(word, str(error), as_json)
        sys.exit(1)
    failed = False
    for word in words:
        if word.strip():
            _say(word.strip(), lexicon, spoken, as_json)
        else:
            failed = True
            _say_error(word, Sentence("this word has no letters: name a word to check"), as_json)
    if failed:
        sys.exit(1)


def _game(variant: str | None, language: str | None) -> tuple[str, frozenset[str]]:
    """The language of a game and the words that it allows of its own."""
    if variant is None:
        return language or "en", frozenset()
    try:
        game = load_variant(variant, language)
    except VariantError as error:
        raise click.UsageError(str(error)) from error
    return game.language, game.extra_words


def _say(word: str, lexicon: Lexicon, language: str, as_json: bool) -> None:
    tiles = load_tile_set(language)
    verdict = lexicon.judge(tiles.tokenized(word))
    laid = tiles.detokenized(verdict.word)
    if as_json:
        answer = {
            "word": word,
            "good": verdict.good,
            "list": verdict.list,
            "language": language,
            "why": verdict.why,
            "laid": laid,
        }
        say_json(answer)
    else:
        texts = terminal_texts()
        said = texts("valid") if verdict.good else translate(verdict.why or "")
        line = texts("{word}: {said} ({list})", word=laid, said=said, list=list_name(verdict.list))
        print(printable(line))


def _say_error(word: str, sentence: str, as_json: bool) -> None:
    say_error(sentence if as_json else located(repr(word), sentence), as_json, word=word)
