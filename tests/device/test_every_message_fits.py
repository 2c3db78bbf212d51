"""Every text of the program is seen whole where it stands, in every language, on every screen."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from gallery import SIZES

from device.language.catalogues import texts_in_program, texts_of_commands
from device.language.texts import TEXT_LANGUAGES
from workshop.screen_pictures import message_room
from workshop.screen_pictures.message_places import (
    CALLS,
    IN_THE_LOBBY,
    REST,
    ROOT,
    Place,
    Source,
    in_terminals,
    rest,
    sentences,
)
from workshop.screen_pictures.message_places import texts_in_program as texts_placed
from workshop.screen_pictures.message_room import (
    NOT_HERE,
    SHOWN,
    filled_text,
    measured,
    nowhere,
    placed,
    table,
)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", TEXT_LANGUAGES)
@pytest.mark.parametrize("place", SHOWN)
def test_every_text_is_seen_whole(place: Place, language: str, size: tuple[int, int]) -> None:
    assert [str(room) for room in measured(place, language, size) if not room.fits] == []


def test_it_is_known_of_every_text_where_it_stands() -> None:
    assert nowhere() == []
    found = placed()
    assert found.keys() - set(NOT_HERE) <= SHOWN.keys()
    known = {text.text for texts in found.values() for text in texts}
    helps = {text for text, _ in texts_of_commands()}
    program = {one.text for one in texts_in_program() if not in_terminals(one.file)} - helps
    program -= {sentence.text for sentence in sentences() if not sentence.places}
    assert {text for text in program - known if message_room.has_words(text)} == set()


def test_the_tables_of_places_name_what_is_there() -> None:
    there = {(text.file, function) for text in texts_placed() for function in (text.function, "")}
    assert (REST.keys() | IN_THE_LOBBY) - there == set()
    names = set(re.findall(r"\b(\w+)\(", "".join(code_of_the_device())))
    assert {name for name, _ in CALLS} - names == set()


def code_of_the_device() -> Iterator[str]:
    return (path.read_text(encoding="utf-8") for path in (ROOT / "device").rglob("*.py"))


def test_every_field_has_a_longest_value() -> None:
    for texts in placed().values():
        for text in texts:
            for language in TEXT_LANGUAGES:
                assert filled_text(text, language), text


def places_of(code: str, file: str = "new.py") -> list[frozenset[Place]]:
    found = sorted(Source(code, file).texts(), key=lambda text: (text.line, -len(text.text)))
    return [rest(text) for text in found]


def test_a_text_stands_where_it_is_handed_on_to() -> None:
    assert places_of('notify(state, Message("There you are."))') == [{Place.FOOT}]
    code = """
def ask(state):
    text = Message("Which one?")
    if state.many:
        text = Message("Which ones?")
    yes = option("Yes", go_on)
    return ask_question(state, Question(text, (yes,)))
"""
    assert places_of(code) == [{Place.QUESTION}, {Place.QUESTION}, {Place.OPTION}]
    assert places_of('replace(state, message=Message("Hello."))') == [{Place.FOOT}]
    code = 'notify(state, Message("Not now: {why}", {"why": Message("It is dark.")}))'
    assert places_of(code) == [{Place.FOOT}, {Place.PART}]


def test_a_new_text_whose_place_is_not_known_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source('NEW = Message("Nobody knows where this stands.")', "new.py")
    monkeypatch.setattr(message_room, "texts_in_program", source.texts)
    (reported,) = nowhere()
    assert reported.startswith(
        "new.py:1: 'Nobody knows where this stands.' stands in no known place"
    )


def test_a_text_that_is_too_long_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source(f'notify(state, Message("{"much too long " * 40}"))', "new.py")
    monkeypatch.setattr(message_room, "texts_in_program", source.texts)
    monkeypatch.setattr(message_room, "_placed", placed)
    (room, *_) = measured(Place.FOOT, "en", (480, 320))
    assert not room.fits
    assert str(room).startswith("foot at 480 x 320: 'much too long")
    assert "new.py:1" in str(room)


def test_the_table_has_a_line_for_each_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_room, "SHOWN", {Place.LABEL: SHOWN[Place.LABEL]})
    head, line, longest = table(("en",)).splitlines()
    assert "480x320" in head
    assert line.startswith("lobby label")
    assert "letters: " in longest
