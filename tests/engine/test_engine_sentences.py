"""A sentence is its English text, and keeps what it was made from wherever it is handed on."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import TypeAlias

import pytest

from engine.sentences import (
    AND,
    Sentence,
    begun_small,
    edited,
    listed,
    located,
    with_stop,
    without_stop,
)
from engine.squares import Square


class WordError(Exception):
    pass


Through: TypeAlias = Callable[[Exception], Exception]


def pickled(error: Exception) -> Exception:
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, Exception)
    return again


INNER = Sentence("{word} is no word", word="QZX")
OUTER = Sentence("{file} is damaged ({why}).", file="a.gcg", why=WordError(INNER))


def test_it_is_its_english_text() -> None:
    assert OUTER == "a.gcg is damaged (QZX is no word)."
    assert json.loads(json.dumps([OUTER])) == ["a.gcg is damaged (QZX is no word)."]
    assert type(OUTER + "") is str


def test_an_error_keeps_the_parts_of_its_sentence() -> None:
    said = str(WordError(OUTER))
    assert isinstance(said, Sentence)
    assert said.text == "{file} is damaged ({why})."
    why = said.values["why"]
    assert isinstance(why, Sentence)
    assert (why.text, why.values) == ("{word} is no word", {"word": "QZX"})


def test_an_error_of_the_engine_carries_its_values() -> None:
    with pytest.raises(ValueError, match="'9'") as raised:
        Square.parse("9")
    said = str(raised.value)
    assert isinstance(said, Sentence)
    assert said.values == {"name": "'9'"}


@pytest.mark.parametrize("sentence", [OUTER, without_stop(OUTER), located("a", begun_small(OUTER))])
@pytest.mark.parametrize(
    "through", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]
)
def test_it_survives_copies_and_other_processes(sentence: Sentence, through: Through) -> None:
    again = str(through(WordError(sentence)))
    assert isinstance(again, Sentence)
    assert again == sentence
    assert (again.text, again.values, again.edits) == (
        sentence.text,
        sentence.values,
        sentence.edits,
    )
    assert [type(value) for value in again.values.values()] == [
        type(value) for value in sentence.values.values()
    ]


def test_braces_of_values_and_of_bare_texts_stay() -> None:
    assert Sentence("{name} isn’t a file", name="{x}") == "{x} isn’t a file"
    assert Sentence("write {A = 1}") == "write {A = 1}"


def test_a_value_may_have_any_name() -> None:
    assert Sentence("{text} {values} {self}", text=1, values=2, self=3) == "1 2 3"


def test_edits_are_kept_for_translations() -> None:
    clause = without_stop(begun_small(OUTER))
    assert clause == "a.gcg is damaged (QZX is no word)"
    assert isinstance(clause, Sentence)
    assert clause.text == OUTER.text
    translated = "A.gcg est abîmé."
    for edit in clause.edits:
        translated = edit(translated)
    assert translated == "a.gcg est abîmé"
    assert with_stop("no file") == edited("no file", lambda half: half + ".") == "no file."


@pytest.mark.parametrize(
    ("names", "said"),
    [(["H8"], "H8"), (["H8", "J8"], "H8 and J8"), (["H8", "J8", "K9"], "H8, J8 and K9")],
)
def test_names_are_listed(names: list[str], said: str) -> None:
    assert listed(names, AND) == said


def test_what_is_listed_keeps_its_parts() -> None:
    both = listed([INNER, OUTER])
    assert both == f"{INNER}, {OUTER}"
    assert isinstance(both, Sentence)
    assert [value.text for value in both.values.values() if isinstance(value, Sentence)] == [
        INNER.text,
        OUTER.text,
    ]
