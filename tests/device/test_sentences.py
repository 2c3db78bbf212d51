"""What hardware and engine say in English is said in other languages, every sentence of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.language.sentences import as_message, in_language
from device.language.texts import SOURCE, TEXT_LANGUAGES, Texts

HARDWARE = Path(__file__).parents[2] / "hardware"
SPOKEN = ("CameraError", "RibbonCableError", "CameraHungError", "CameraNameError", "ChipError")
SPOKEN += ("NoCameraError", "PicameraMissingError", "PanelError")
FILES = (*sorted(HARDWARE.glob("cameras/*.py")), HARDWARE / "panel" / "gpio.py")


def sentences() -> Iterator[str]:
    """Every sentence that such an error is raised with, its values as "7"."""
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in SPOKEN and node.args and (text := written(node.args[0])):
                yield text


def written(node: ast.expr) -> str:
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(written, parts))
        case ast.FormattedValue():
            return "7"
        case ast.BinOp(left=left):
            return written(left)
        case _:
            return ""


def test_there_are_sentences_to_be_found() -> None:
    assert len([*sentences()]) > 20


@pytest.mark.parametrize("sentence", sorted(set(sentences())))
def test_every_sentence_of_cameras_and_pins_is_known(sentence: str) -> None:
    message = as_message(sentence)
    if sentence == "7.":
        return  # an error of a file, handed on as it is
    assert message.text != "{sentence}"
    assert Texts(SOURCE).say(message) == sentence


@pytest.mark.parametrize("language", [one for one in TEXT_LANGUAGES if one != SOURCE])
@pytest.mark.parametrize("sentence", sorted(set(sentences()) - {"7."}))
def test_and_translated(sentence: str, language: str) -> None:
    assert Texts(language).say(as_message(sentence)) != sentence


def test_a_sentence_within_another_is_reported_too() -> None:
    french = Texts("fr").say(
        as_message(
            "No button panel (this machine has no GPIO pins): the keyboard stands in for it."
        )
    )
    assert "GPIO" in french
    assert "this machine" not in french


def test_the_unforeseen_stays_as_it_is() -> None:
    assert Texts("fr").say(as_message("Something {odd}.")) == "Something {odd}."


# The engine, and files


ROOT = HARDWARE.parent
TERMINAL_FILES = (*sorted((ROOT / "engine").rglob("*.py")),)
TERMINAL_FILES += tuple(
    ROOT / "device" / name
    for name in (
        "storage/household.py",
        "storage/journal.py",
        "system/given_files.py",
        "score/json_lines.py",
        "cli/export.py",
        "cli/history.py",
        "cli/judge.py",
        "cli/words.py",
        "cli/roll.py",
    )
)
ERRORS = ("VariantError", "UnknownVariantError", "OptionError", "GcgError", "RecordError")
ERRORS += ("_ImpossibleError", "JsonTextError", "WordFileError", "LineError", "GameFileError")
ERRORS += ("HouseholdWordsError", "HouseholdLayoutError", "NoWordListError", "JournalError")
ERRORS += ("_DamagedError", "click.UsageError", "Fault")


def terminal_sentences() -> Iterator[str]:
    """Every sentence of an error or a fault, its values as "7"; handed on ones have no words."""
    for file in TERMINAL_FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ERRORS and node.args:
                fault = ast.unparse(node.func) == "Fault"
                text = written(node.args[-1 if fault and len(node.args) < 2 else int(fault)])
                if not text.endswith(": 7.") and len(text.replace("7", "").split()) > 1:
                    yield text


def test_there_are_many_of_them() -> None:
    assert len(set(terminal_sentences())) > 180


@pytest.mark.parametrize("language", [one for one in TEXT_LANGUAGES if one != SOURCE])
@pytest.mark.parametrize("sentence", sorted(set(terminal_sentences())))
def test_every_sentence_of_the_engine_and_of_files_is_translated(
    sentence: str, language: str
) -> None:
    assert in_language(sentence, Texts(language)) != sentence
    assert in_language(sentence, Texts(SOURCE)) == sentence
