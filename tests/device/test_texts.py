"""The catalogues: every text is in them, in both languages, and the compiled ones are in step."""

from __future__ import annotations

from string import Formatter

import pytest

from device.catalogues import compiled, po_path, read_catalogue, texts_in_program
from device.faults import FAULTS, REFUSALS, fault_message, refusal_message
from device.texts import LANGUAGES, Message, Texts
from engine.faults import Fault, FaultCode
from engine.squares import Square
from vision.reading import Refusal

PROGRAM = sorted({text for text, _ in texts_in_program()})


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_the_program_has_texts() -> None:
    assert len(PROGRAM) > 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_with_the_same_values(language: str) -> None:
    catalogue = read_catalogue(language)
    for text in PROGRAM:
        message = catalogue.get(text)
        assert message is not None, f"{text!r}: run script/messages"
        assert message.string, f"{text!r} has no translation ({language})"
        assert fields(str(message.string)) == fields(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_left_over(language: str) -> None:
    assert sorted(str(m.id) for m in read_catalogue(language) if m.id) == PROGRAM


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_in_step(language: str) -> None:
    compiled_now = po_path(language).with_suffix(".mo").read_bytes()
    assert compiled_now == compiled(read_catalogue(language)), "run script/messages"


def test_values_may_be_messages_themselves() -> None:
    inner = Message("{side} passes.", {"side": "Ann"})
    message = Message("{side} forgot to press. {play}", {"side": "Ann", "play": inner})
    assert Texts("en").say(message) == "Ann forgot to press. Ann passes."
    assert Texts("fr").say(message) == "Ann a oublié d'appuyer. Ann passe."


def test_a_language_that_does_not_ship_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        Texts("tlh")


@pytest.mark.parametrize("code", [code for code in FaultCode if code in FAULTS])
def test_every_fault_can_be_said(code: FaultCode) -> None:
    fault = Fault(code, "Said by the engine.", (Square(7, 7),), ("Q",), ("QZX",), 3)
    assert Texts("fr").say(fault_message(fault))


def test_a_fault_without_a_text_says_the_engines_sentence() -> None:
    rare = Fault(FaultCode.NO_SUCH_EVENT, "There is no {event} number 9 to replace.")
    assert rare.code not in FAULTS
    assert Texts("fr").say(fault_message(rare)) == rare.sentence


def test_every_refusal_can_be_said() -> None:
    assert set(REFUSALS) == set(Refusal)
    assert all(Texts("fr").say(refusal_message(refusal)) for refusal in Refusal)
