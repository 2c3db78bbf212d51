"""One point, two points: gettext chooses the form that goes with a number, in each language, and a
text that is said of several things has its translation for each."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest
from babel.messages.catalog import Catalog

from device.addons.voice.spelling import points_said, spelled_for_speech, time_said
from device.language import catalogues
from device.language.catalogues import po_path, read_catalogue, texts_in_program
from device.language.numbers import plain, signed
from device.language.sentences import as_message, from_kept_text, in_language, kept_text
from device.language.texts import TEXT_LANGUAGES, Message, Texts
from device.score.sheet import play_line, score_sheet
from device.session.core.commit import consequences
from device.session.core.written import as_data, from_data
from engine.events import Ended, Exchanged, Played
from engine.game import Game
from engine.sentences import InContext, Plural, Sentence, number_of, plural_in
from engine.squares import Square
from engine.variants import load_variant
from hardware import sentences as of_hardware

ENGLISH, FRENCH = Texts("en"), Texts("fr")
POINTS = Plural("{n} point", "{n} points")


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [
        (0, "0 points", "0 point"),
        (1, "1 point", "1 point"),
        (-1, "-1 point", "-1 point"),
        (2, "2 points", "2 points"),
        (-2, "-2 points", "-2 points"),
        (21, "21 points", "21 points"),
        ("+1", "+1 point", "+1 point"),
        ("−1", "−1 point", "−1 point"),
        ("1.5", "1.5 points", "1.5 points"),
    ],
)
def test_a_number_decides_the_form(number: int | str, english: str, french: str) -> None:
    assert ENGLISH(POINTS, n=number) == english
    assert FRENCH(POINTS, n=number) == french
    assert Sentence(POINTS, n=number) == english
    assert in_language(Sentence(POINTS, n=number), FRENCH) == french


@pytest.mark.parametrize(
    ("count", "number"),
    [(1, 1), (-1, 1), ("−12", 12), ("+7", 7), ("0.5", 2), ("many", 2), (None, 2)],
)
def test_what_is_no_whole_number_is_several(count: object, number: int) -> None:
    assert number_of(count) == number


def test_hardwares_sentences_have_forms_too() -> None:
    text = of_hardware.Plural("{all} picture", "{all} pictures", by="all")
    assert str(of_hardware.Sentence(text, all=1)) == "1 picture"
    two = of_hardware.Sentence(text, all=2)
    assert str(two) == "2 pictures"
    assert str(pickle.loads(pickle.dumps(two))) == "2 pictures"
    assert ENGLISH.say(as_message(two)) == "2 pictures"


# --- where a singular was wrong ---


def test_a_tile_left_that_costs_one_point_costs_one_point() -> None:
    """As in Junior."""
    junior = load_variant("junior", "en")
    assert junior.settlement is not None
    assert junior.settlement.each == 1
    topword = replace(load_variant("topword"), settlement=junior.settlement)
    fan = {Square(4, 4): "F", Square(5, 4): "A", Square(6, 4): "N"}
    game = Game.begin(topword, ("Ann", "Ben")).added(Played("Ann", fan))
    assert isinstance(game, Game)
    told = consequences(game, [Ended()], Message("The game is over."))
    assert "Each tile left costs 1 point: Ann 7, Ben 7." in ENGLISH.say(told)
    assert "coûte 1 point\u00a0: " in FRENCH.say(told)


def test_a_side_gains_one_point() -> None:
    gains = Plural("{side} gains {n} point.", "{side} gains {n} points.")
    assert ENGLISH(gains, side="Ann", n=1) == "Ann gains 1 point."
    assert ENGLISH(gains, side="Ann", n=5) == "Ann gains 5 points."
    assert FRENCH(gains, side="Ann", n=1) == "Ann gagne 1 point."
    assert FRENCH(gains, side="Ann", n=5) == "Ann gagne 5 points."


def test_a_play_of_one_point_and_an_exchange_of_one_tile_stand_so_on_the_sheet() -> None:
    game = Game.begin(load_variant("junior", "en"), ("Ann", "Ben"))
    first = game.added(Played("Ann", {Square(7, 7): "A", Square(8, 7): "T"}))
    assert isinstance(first, Game)
    scored = first.state.entries[0].scored
    assert scored is not None
    assert play_line(scored).endswith(" · 2 points")
    one = replace(scored, reasons=(replace(scored.reasons[0], points=1),))
    assert play_line(one).endswith(" · 1 point")
    assert play_line(one, FRENCH).endswith(" · 1 point")
    after = first.added(Exchanged("Ben", 1))
    assert isinstance(after, Game)
    assert "exchanges 1 tile\n" in score_sheet(after.state)


# --- what is said aloud ---


@pytest.mark.parametrize(
    ("points", "english", "french"),
    [
        (-2, "minus 2 points", "moins 2 points"),
        (-1, "minus one point", "moins un point"),
        (0, "no points", "zéro point"),
        (1, "one point", "un point"),
        (2, "2 points", "2 points"),
    ],
)
def test_points_are_said_as_people_say_them(points: int, english: str, french: str) -> None:
    assert points_said(points, ENGLISH) == english
    assert points_said(points, FRENCH) == french
    written = f"QUIZ {signed(points)}"
    assert spelled_for_speech(written, ENGLISH) == f"quiz, {english}"
    assert spelled_for_speech(written, FRENCH) == f"quiz, {french}"


@pytest.mark.parametrize(
    ("seconds", "english", "french"),
    [
        (0, "0 seconds", "0 seconde"),
        (1, "one second", "une seconde"),
        (61, "one minute one second", "une minute une seconde"),
        (125, "2 minutes 5 seconds", "2 minutes 5 secondes"),
    ],
)
def test_times_are_said_as_people_say_them(seconds: int, english: str, french: str) -> None:
    assert time_said(seconds, ENGLISH) == english
    assert time_said(seconds, FRENCH) == french


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_text_with_two_forms_is_read_aloud_in_the_one_that_is_shown(number: int) -> None:
    for texts in (ENGLISH, FRENCH):
        shown = texts(POINTS, n=number)
        assert spelled_for_speech(shown, texts) == shown


@pytest.mark.parametrize("number", [-1, -2])
def test_the_unit_is_said_once(number: int) -> None:
    for texts in (ENGLISH, FRENCH):
        shown = texts(POINTS, n=plain(number))
        assert spelled_for_speech(shown, texts) == points_said(number, texts)


# --- one text, several things ---


def test_a_text_in_a_context_has_a_translation_of_its_own() -> None:
    camera, settled = InContext("camera", "none"), InContext("settlement", "none")
    assert ENGLISH.of(camera) == ENGLISH.say(Message(settled)) == "none"
    assert FRENCH.of(camera) == "aucune"
    assert FRENCH.say(Message(settled)) == "rien"
    assert FRENCH("{place}: {what}", place="x", what=Message(camera)).endswith("aucune")
    assert FRENCH.of(InContext("of nothing that there is", "none")) == "none"
    assert FRENCH(plural_in("nothing", "{n} way", "{n} ways"), n=1) == "1 way"


# --- texts that are kept ---


@pytest.mark.parametrize(
    "text", [POINTS, InContext("camera", "none"), plural_in("nhl", "{n} tile", "{n} tiles")]
)
def test_a_text_keeps_its_form_and_its_context_when_it_is_copied(text: str) -> None:
    for again in (pickle.loads(pickle.dumps(text)), copy.deepcopy(text), from_data(as_data(text))):
        assert type(again) is type(text)
        assert vars_of(again) == vars_of(text)
    message = Message(text, {"n": 1})
    again = from_data(json.loads(json.dumps(as_data(message))))
    assert FRENCH.say(again) == FRENCH.say(message)


def vars_of(text: str) -> tuple[object, ...]:
    return (str(text), *(getattr(text, name, None) for name in ("plural", "by", "context")))


def test_a_sentence_that_is_kept_keeps_its_forms() -> None:
    for count, french in ((1, "1 point"), (3, "3 points")):
        sentence = Sentence(POINTS, n=count)
        assert in_language(from_kept_text(kept_text(sentence)), FRENCH) == french
        assert in_language(from_data(as_data(sentence)), FRENCH) == french


# --- the catalogues ---


def test_a_language_without_this_text_says_it_in_english(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "MESSAGES", tmp_path)
    monkeypatch.setattr("device.language.texts.MESSAGES", tmp_path)
    monkeypatch.setattr("device.language.texts.TEXT_LANGUAGES", ("en", "es"))
    path = po_path("es")
    path.parent.mkdir(parents=True)
    path.write_text(
        'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
        'msgid "{n} tile"\nmsgid_plural "{n} tiles"\n'
        'msgstr[0] "{n} ficha"\nmsgstr[1] ""\n\n'
        'msgid "{n} word"\nmsgid_plural "{n} words"\n'
        'msgstr[0] "{n} palabra"\nmsgstr[1] "{n} palabras"\n',
        "utf-8",
    )
    path.with_suffix(".mo").write_bytes(catalogues.compiled(read_catalogue("es")))
    spanish = Texts("es")
    tiles, words = Plural("{n} tile", "{n} tiles"), Plural("{n} word", "{n} words")
    assert [spanish(tiles, n=n) for n in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]
    assert [spanish(words, n=n) for n in (0, 1, 2)] == ["0 palabras", "1 palabra", "2 palabras"]


def test_no_text_is_both_with_a_plural_and_without() -> None:
    texts = [*texts_in_program()]
    plural_of = {(one.text, one.context): one.plural for one in texts if one.plural}
    assert {
        one for one in texts if plural_of.get((one.text, one.context), "") != one.plural
    } == set()
    assert len(plural_of) > 80


def test_the_value_that_decides_is_one_of_the_texts() -> None:
    """Where it isn't "n" it is named; the other form has it."""
    for text in (one for one in texts_in_program() if one.plural):
        assert re.search(r"\{\w+", text.plural), text


NOUNS: Mapping[str, str] = MappingProxyType(
    {
        "en": "points tiles squares dice letters words turns seconds minutes hours days games"
        " questions pictures photos pixels rows boards names events bytes sides players plays"
        " blanks passes rolls zones places lines times cores signs numbers characters teams"
        " files people tables corrections challenges",
        "fr": "points jetons cases dés lettres mots tours secondes minutes heures jours parties"
        " questions images photos pixels lignes rangées plateaux noms événements octets joueurs"
        " camps coups jokers zones places cœurs signes nombres caractères équipes listes"
        " fichiers autres corrections contestations",
    }
)
"""What is counted in the program's texts."""

NAMES = frozenset(
    {"side", "name", "word", "what", "why", "broker", "out", "lost", "language"},
)
"""Values that are no numbers: "Ann passes"."""

LIMITS = re.compile(r"longest|largest|most\w*|shortest")
"""Values that are limits of the program's own, and never one."""

NEVER_ONE: Mapping[str, str] = MappingProxyType(
    {
        "it has more than {n} bytes": "a limit of the program's own, far above one",
        "{name} needs {number} players with different names, not {sides}: use --sides Ann,Ben": (
            "a game has two sides at least"
        ),
        "{n} new tiles are more than one play: a rack holds {most}.": "a rack holds several",
        "--{option}: a name of at most {n} letters.": "a limit of the program's own, far above one",
        "{where}: a division has {n} players at most: write two.": (
            "a limit of the program's own, far above one"
        ),
        "{where}: in round {round} {player} plays number {number}, who doesn’t play {player}: "
        "correct one of the two.": "a player's number",
        "Roll {most} of the {n} dice, or those left in the cup.": "a game has more than one roll",
    }
)
"""The texts with a counted noun that need no singular, and why."""


def counted_nouns(text: str, language: str) -> list[str]:
    """The places of numbers that stand right before one of those nouns, or one word before it."""
    noun = "|".join(NOUNS[language].split())
    found = re.finditer(rf"(×\s)?\{{(\w+)\}}[ \u00a0](?:(?!and |et )\w+ )?(?:{noun})\b", text)
    values = [one[2] for one in found if one[1] is None]
    return [one for one in values if one not in NAMES and not LIMITS.match(one)]


def without_plural(language: str, catalogue: Catalog) -> list[str]:
    return [
        str(message.id)
        for message in catalogue
        if message.id
        and not message.pluralizable
        and message.id not in NEVER_ONE
        and (counted_nouns(str(message.id), "en") or counted_nouns(str(message.string), language))
    ]


def test_a_counted_noun_without_a_plural_is_found() -> None:
    catalogue = Catalog("fr")
    catalogue.add("{side} wins {n} points", "{side} gagne {n} points")
    catalogue.add("{n} left", "{n} jetons")
    catalogue.add(("{n} tile", "{n} tiles"), ("{n} jeton", "{n} jetons"))
    catalogue.add("{side} wins", "{side} gagne")
    assert without_plural("fr", catalogue) == ["{side} wins {n} points", "{n} left"]


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_whatever_is_counted_has_a_singular(language: str) -> None:
    assert without_plural(language, read_catalogue(language)) == []


def test_what_needs_no_singular_is_still_said() -> None:
    assert NEVER_ONE.keys() <= {one.text for one in texts_in_program()}
