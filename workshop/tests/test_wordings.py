"""A text with a word that was given up is found, and so is one that is typed as on a typewriter."""

from __future__ import annotations

import pytest

from workshop.wordings import Wording, given_up, terms_of, wordings, wrong_wordings

LIST = {
    "en": terms_of("[[term]]\nregex = '\\bIt falls\\b'\nbetter = 'The play comes off'\n"),
    "fr": terms_of(
        "ignore_case = true\n[[term]]\nregex = '\\bune passe\\b'\nbetter = 'un tour passé'\n"
    ),
}


def wrong(text: str, language: str = "en", *, typography: bool = True) -> list[str]:
    given = Wording(language, text, ("session/menu.py",))
    return [*wrong_wordings([given], LIST, typography=typography)]


def test_a_given_up_term_is_named_with_its_text_its_file_and_the_better_word() -> None:
    assert wrong("It falls: take it up.") == [
        "en: 'It falls: take it up.' (session/menu.py): 'It falls' was given up: say 'The play"
        " comes off'"
    ]
    (line,) = wrong("Une passe de plus", "fr")
    assert line.endswith("'Une passe' was given up: say 'un tour passé'")
    assert wrong("Une passe de plus", "en") == wrong("It falls", "fr") == []
    assert wrong("It falls", typography=False) != []
    assert wrong("it falls") == wrong("as `It falls` does") == []


@pytest.mark.parametrize(
    "text",
    [
        "{side}'s turn",
        "the board can't be seen",
        'a word that is "not in this list"',
        "set it to 'Most Compatible'",
        "Volume …",
        "Couleurs\u00a0…",
    ],
)
def test_what_is_typed_as_on_a_typewriter_is_found(text: str) -> None:
    assert len(wrong(text)) == 1
    assert wrong(text, typography=False) == []


@pytest.mark.parametrize(
    "text",
    [
        "{side}’s turn",
        "« Jetons »",
        'a board ("rows"), ? and "#"',
        "missing: apt install 'paho-mqtt>=2.1'",
        '`sudo usermod -aG tilekeeper "$USER"` and log in',
        "Volume…",
        "sides NAME … in order",
        "Try '{command} {option}' for help.",
    ],
)
def test_code_and_good_typography_are_left_alone(text: str) -> None:
    assert wrong(text) == []


def test_no_text_has_a_term_that_was_given_up() -> None:
    texts = [*wordings()]
    assert {one.language for one in texts} >= {"en", "fr"}
    assert len(texts) > 4000
    assert [*wrong_wordings(texts, given_up())] == []


def test_each_language_has_a_list() -> None:
    assert given_up().keys() == {one.language for one in wordings()}
