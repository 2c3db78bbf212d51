"""The sentences of errors are said in other languages, every one of them."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from device.language.catalogues import lacking, read_catalogue, texts_in_program
from device.language.sentences import CLICKS_SENTENCES, as_message, in_language
from device.language.texts import SOURCE, TEXT_LANGUAGES, Texts
from device.score.json_lines import ErrorAnswer, encode
from device.session.core.written import as_data, from_data
from device.system.service import LEFT_SENTENCE, leave_behind, left_behind
from engine.sentences import AND, Sentence, begun_small, listed, located, with_stop, without_stop
from hardware import sentences as of_hardware

ROOT = Path(__file__).parents[2]
ROOTS = ("engine", "vision", "hardware", "device")
OTHERS = [one for one in TEXT_LANGUAGES if one != SOURCE]
FRENCH = Texts("fr")


# --- every sentence of ours can be translated ---


@cache
def trees() -> tuple[tuple[str, ast.Module], ...]:
    files = sorted(file for root in ROOTS for file in (ROOT / root).rglob("*.py"))
    return tuple(
        (file.relative_to(ROOT).as_posix(), ast.parse(file.read_text(encoding="utf-8")))
        for file in files
    )


def literal(text: ast.expr) -> str:
    """A text as it is written, the singular if it has two forms; "" if it is put together."""
    match text:
        case ast.Constant(str(value)) | ast.Call(
            ast.Name("Plural"), [ast.Constant(str(value)), *_]
        ):
            return value
    return ""


def texts_of(tree: ast.Module) -> Iterator[ast.expr]:
    """The first argument of every sentence of an error; a part of the screen is called so too."""
    if not any(
        isinstance(node, ast.ImportFrom) and (node.module or "").endswith(".sentences")
        for node in tree.body
    ):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Sentence":
            yield node.args[0]


COMPOSED = {
    "engine/sentences.py",
    "hardware/sentences.py",
    "device/language/sentences.py",
    "device/session/core/written.py",
}
"""Where sentences are put together that have been found elsewhere."""


def test_there_are_many_sentences() -> None:
    assert sum(1 for _, tree in trees() for _ in texts_of(tree)) > 550


def test_the_text_of_every_sentence_is_found_by_the_catalogues() -> None:
    found = {one.text for one in texts_in_program()}
    left = [
        f"{file}:{text.lineno}"
        for file, tree in trees()
        for text in texts_of(tree)
        if file not in COMPOSED and literal(text) not in found
    ]
    assert left == []


UNTRANSLATED = {
    "MessageError": "of what others send over MQTT, in the log",
    "NotWrittenError": "of a snapshot, in the log",
    "PageSilentError": "of the page's own check, which says it with words of its own",
    "PageTaskError": "of a bug, in the log",
    "SceneError": "of the virtual table, to programmers",
}
"""Errors of ours that nobody reads in a terminal or at a table, and where they go."""


SAYING = {
    *("Broken", "Fault", "LineFault", "Reason", "Verdict"),
    *("damaged", "fail", "remark", "say_error"),
    *("self.error", "self._error", "self.fail", "self._fingers.stuck", "self.stuck"),
}
"""What else is given a sentence in English."""


def own_errors() -> set[str]:
    """The classes of errors that the program makes, but for those that say nothing to people."""
    names = {
        node.name
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.name.endswith("Error")
    }
    clicks = {"click.UsageError", "click.ClickException", "click.BadParameter"}
    assert UNTRANSLATED.keys() <= names
    return (names | clicks) - UNTRANSLATED.keys()


def bare_sentences(tree: ast.AST, errors: set[str]) -> Iterator[int]:
    """The lines in which such an error is made of English words that no catalogue can find."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in errors | SAYING:
            for given in node.args:
                words = " ".join(written(given).split())
                if isinstance(given, ast.JoinedStr | ast.Constant | ast.BinOp) and " " in words:
                    yield node.lineno


def written(node: ast.expr) -> str:
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(written, parts))
        case ast.BinOp(left=left, right=right):
            return written(left) + written(right)
        case _:
            return ""


def test_a_bare_sentence_is_found() -> None:
    source = (
        'raise GcgError(f"The board {name!r} isn\'t known.")\nraise GcgError("a" + f" {b} c")\n'
    )
    assert [*bare_sentences(ast.parse(source), {"GcgError"})] == [1, 2]
    source = 'raise GcgError(Sentence("The board {name} isn\'t known.", name=name))'
    assert [*bare_sentences(ast.parse(source), {"GcgError"})] == []


def test_no_error_of_ours_says_a_bare_sentence() -> None:
    errors = own_errors()
    left = [
        f"{file}:{line}"
        for file, tree in trees()
        if file != "device/language/catalogues.py"  # a tool of development, in English
        for line in bare_sentences(tree, errors)
    ]
    assert left == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated(language: str) -> None:
    sentences = {literal(text) for _, tree in trees() for text in texts_of(tree)}
    assert sentences & set(lacking(read_catalogue(language))) == set()


# --- what is made of them ---


def said(sentence: str) -> str:
    return in_language(sentence, FRENCH).replace("\u00a0", " ")


NO_LINE = Sentence(
    "{squares} aren’t in one line: is a tile missing?", squares=listed(["H8", "J8", "K9"], AND)
)


@pytest.mark.parametrize(
    ("sentence", "english", "french"),
    [
        (
            NO_LINE,
            "H8, J8 and K9 aren’t in one line: is a tile missing?",
            "H8, J8 et K9 ne sont pas sur une même ligne : manque-t-il un jeton ?",
        ),
        (
            located("a.gcg", begun_small(NO_LINE)),
            "a.gcg: h8, J8 and K9 aren’t in one line: is a tile missing?",
            "a.gcg: h8, J8 et K9 ne sont pas sur une même ligne : manque-t-il un jeton ?",
        ),
        (
            located(
                "x.gcg",
                begun_small(
                    Sentence(
                        "Line {line}: {why}.", line=3, why=Sentence("total for {side}", side="Ann")
                    )
                ),
            ),
            "x.gcg: line 3: total for Ann.",
            "x.gcg: ligne 3 : total : Ann.",
        ),
        (
            with_stop(Sentence("{path} can’t be read ({why})", path="a", why="Permission denied")),
            "a can’t be read (Permission denied).",
            "a ne peut pas être lu (permission refusée).",
        ),
        (
            without_stop(Sentence("There’s nothing on {square}.", square="H8")),
            "There’s nothing on H8",
            "Il n’y a rien en H8",
        ),
        (
            of_hardware.Sentence(
                "No button panel ({why}): use the keyboard instead.",
                why=of_hardware.Sentence("this device has no GPIO pins"),
            ),
            "No button panel (this device has no GPIO pins): use the keyboard instead.",
            "Pas de boutons (cette machine n’a pas de broches GPIO) : le clavier les remplace.",
        ),
    ],
)
def test_a_sentence_is_said_with_all_its_parts(sentence: str, english: str, french: str) -> None:
    assert sentence == english
    assert in_language(sentence, Texts(SOURCE)) == english
    assert type(in_language(sentence, Texts(SOURCE))) is str
    assert said(sentence) == french
    assert FRENCH.say(as_message(sentence)).replace("\u00a0", " ") == french
    assert type(Texts(SOURCE).say(as_message(sentence))) is str


def test_what_a_library_says_stays_as_it_is() -> None:
    assert said("Something {odd}.") == "Something {odd}."
    assert FRENCH.say(as_message("Something {odd}.")) == "Something {odd}."
    assert said("") == ""


def test_a_name_is_no_text_of_the_catalogue() -> None:
    assert said(Sentence("{name} isn’t a file", name="The game is over.")).startswith("The game is")


@pytest.mark.parametrize("text", CLICKS_SENTENCES)
def test_what_click_says_is_found_by_its_form(text: str) -> None:
    english = text.replace("{first}", "Missing command.").format_map(dict.fromkeys(NAMES, "'x'"))
    assert said(english) != english


NAMES = ("args", "name", "value", "choices", "range", "possibility", "possibilities")


def test_a_sentence_that_is_left_in_a_file_is_said_whole_later(tmp_path: Path) -> None:
    back = Sentence("{path} is damaged: {why}.", path="a", why=Sentence("it isn’t a file"))
    leave_behind(tmp_path, back)
    left = left_behind(tmp_path)
    assert left == back
    assert said(left) == said(back) != back


@pytest.mark.parametrize("text", ["The machine goes on.", "7", "[", "{}", '"Half', ""])
def test_what_an_older_version_left_is_said_as_it_is(text: str, tmp_path: Path) -> None:
    (tmp_path / LEFT_SENTENCE).write_text(text, encoding="utf-8")
    assert left_behind(tmp_path) == text


def test_a_sentence_is_a_line_of_json_like_any_text() -> None:
    (line,) = encode([ErrorAnswer(None, NO_LINE)])
    assert json.loads(line)["error"] == NO_LINE


def test_a_sentence_in_a_state_comes_back_from_a_snapshot() -> None:
    again = from_data(as_data(NO_LINE))
    assert again == NO_LINE
    assert said(again) == said(NO_LINE)
