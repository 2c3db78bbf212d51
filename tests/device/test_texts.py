"""The catalogues: every text is in them, said right, and the compiled ones are in step. Those of
WHOLE are complete; another one's missing texts fall back to English."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po, write_po
from click.testing import CliRunner

from device.language import catalogues
from device.language.button_names import KEY_NAMES
from device.language.catalogues import (
    ROOT,
    compiled,
    compiled_content,
    content_to_compile,
    is_translated,
    po_path,
    read_catalogue,
    singular,
    texts_in_program,
    updated,
)
from device.language.numbers import in_ascii, plain, signed
from device.language.texts import TEXT_LANGUAGES, Message, Texts
from device.language.word_lists import list_name
from device.language.wording import FAULTS, REFUSALS, fault_message, refusal_message, square_names
from engine.faults import Fault, FaultCode
from engine.squares import Square
from engine.words.lexicon import SHIPPED_LISTS, shipped_lexicon
from vision.reading import Refusal

WHOLE = ("en", "fr")
MISSING = ("has no translation", "its translation is a guess (fuzzy)")


Key = tuple[str, str, str]
"""A text, its plural and what it is said of."""


def program() -> list[Key]:
    """Every text of the program, once."""
    return sorted({(one.text, one.plural, one.context) for one in texts_in_program()})


def key(entry: Entry) -> Key:
    return singular(entry), str(entry.id[1]) if entry.pluralizable else "", entry.context or ""


def forms(text: object) -> list[str]:
    return [*map(str, text)] if isinstance(text, list | tuple) else [str(text)]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def wrongs(catalogue: Catalog, texts: Iterable[Key]) -> list[str]:
    """What is wrong with a catalogue, one sentence each; none if every text has its translation."""
    wrong = [f"{text!r}: run script/messages" for text in catalogue.obsolete]
    for text, plural, context in texts:
        message = catalogue.get(text, context or None)
        if message is None or key(message) != (text, plural, context):
            wrong.append(f"{text!r}: run script/messages")
        elif not is_translated(message):
            wrong.append(f"{text!r} has no translation")
        elif message.fuzzy:
            wrong.append(f"{text!r}: its translation is a guess (fuzzy)")
        else:
            *fewer, most = map(fields, forms(message.string))
            # The form for one thing needn't have its number.
            if most != fields(plural or text) or not all(f <= fields(text + plural) for f in fewer):
                wrong.append(f"{text!r} has other values than {message.string!r}")
    return wrong


def test_the_program_has_texts() -> None:
    assert len(program()) > 80


@pytest.mark.parametrize("language", catalogues.catalogues())
def test_every_text_is_translated_with_the_same_values(language: str) -> None:
    found = wrongs(read_catalogue(language), program())
    assert [one for one in found if language in WHOLE or not one.endswith(MISSING)] == []


def test_the_screen_speaks_every_language_that_has_a_catalogue() -> None:
    assert set(WHOLE) <= set(TEXT_LANGUAGES)
    assert sorted(TEXT_LANGUAGES) == sorted(catalogues.catalogues()), "run script/messages"
    assert TEXT_LANGUAGES[0] == "en"


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        ('msgid "{side} starts."\nmsgstr "{side} commence."', None),
        ('msgid "{side} starts."\nmsgstr ""', "has no translation"),
        ('#, fuzzy\nmsgid "{side} starts."\nmsgstr "{side} commence."', "is a guess"),
        ('msgid "{side} starts."\nmsgstr "On commence."', "has other values"),
        ('msgid "{side} starts."\nmsgstr "{side} {}"', "has other values"),
        ('msgid "{side} starts."\nmsgstr "{camp} commence."', "has other values"),
        ('msgid "Ann starts."\nmsgstr "Ann commence."', "run script/messages"),
        (
            'msgid "{side} starts."\nmsgstr "{side} commence."\n\n#~ msgid "No."\n#~ msgstr "Non."',
            "run script/messages",
        ),
    ],
)
def test_what_is_wrong_with_a_catalogue_is_found(entry: str, wrong: str | None) -> None:
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    begins = ("{side} starts.", "", "")
    found = wrongs(read_po(io.StringIO(header + entry + "\n"), "fr"), [begins])
    assert [wrong in one for one in found if wrong] == ([] if wrong is None else [True])


@pytest.mark.parametrize("language", catalogues.catalogues())
def test_no_text_is_left_over(language: str) -> None:
    assert sorted(key(m) for m in read_catalogue(language) if m.id) == program()


@pytest.mark.parametrize("language", catalogues.catalogues())
def test_the_compiled_catalogue_is_in_step(language: str) -> None:
    now = compiled_content(language)
    assert now == content_to_compile(read_catalogue(language)), "run script/messages"
    assert len(now) > 80


@pytest.fixture
def written_by_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A French catalogue as another release of Babel would write it: another header, other
    plurals (none of these texts has any), shorter lines; compiled with that header."""
    few = [
        one
        for one in texts_in_program()
        if one.file == "session/lobby/beginning.py" and not one.plural
    ]
    monkeypatch.setattr(catalogues, "texts_in_program", lambda: few)
    catalogue = updated("fr")
    monkeypatch.setattr(catalogues, "MESSAGES", tmp_path)
    path = po_path("fr")
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=40, include_lineno=False, sort_output=True)
    written = path.read_text(encoding="utf-8")
    other = re.sub(r"Generated-By: [^\\]*", "Generated-By: Babel 99.0", written, count=1)
    other = re.sub(r"Plural-Forms: [^\\]*", "Plural-Forms: nplurals=1; plural=0;", other, count=1)
    assert other != written
    path.write_text(other, encoding="utf-8")
    path.with_suffix(".mo").write_bytes(
        compiled(catalogue).replace(b"Generated-By", b"Written-With")
    )
    return path


def test_a_catalogue_that_says_the_same_is_left_alone(written_by_another: Path) -> None:
    files = (written_by_another, written_by_another.with_suffix(".mo"))
    before = [file.read_bytes() for file in files]
    assert CliRunner().invoke(catalogues.main).exit_code == 0
    assert [file.read_bytes() for file in files] == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('msgid "{side} starts."\nmsgstr "', 'msgid "{side} starts."\nmsgstr "Bon, '),
        ('#: session/lobby/beginning.py\n', '#: language/no_such_file.py\n'),
        ('msgid "{side} starts."\n', '#, fuzzy\nmsgid "{side} starts."\n'),
        ('msgid "{side} starts."\n', 'msgid "{side} began."\n'),
    ],
)  # fmt: skip
def test_a_catalogue_that_says_something_else_is_written(
    written_by_another: Path, old: str, new: str
) -> None:
    text = written_by_another.read_text(encoding="utf-8")
    assert old in text
    written_by_another.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert CliRunner().invoke(catalogues.main).exit_code == 0
    now = read_catalogue("fr")
    assert compiled_content("fr") == content_to_compile(now)
    texts = {one.text for one in catalogues.texts_in_program()}
    assert {singular(m) for m in now if m.id} == texts
    assert "no_such_file" not in written_by_another.read_text(encoding="utf-8")


def test_a_guess_stays_a_guess_until_somebody_has_looked_at_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "MESSAGES", tmp_path)
    path = po_path("fr")
    path.parent.mkdir(parents=True)
    path.write_text('#, fuzzy\nmsgid "{side} starts."\nmsgstr "{side} finit."\n', "utf-8")
    assert "its translation is a guess" in wrongs(updated("fr"), [("{side} starts.", "", "")])[0]


@pytest.fixture
def partial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Spanish catalogue begun with two texts, one of them a guess."""
    monkeypatch.setattr(catalogues, "MESSAGES", tmp_path)
    monkeypatch.setattr("device.language.texts.MESSAGES", tmp_path)
    monkeypatch.setattr("device.language.texts.TEXT_LANGUAGES", ("en", "es"))
    path = po_path("es")
    path.parent.mkdir(parents=True)
    path.write_text(
        'msgid "{side} starts."\nmsgstr "Empieza {side}."\n\n'
        '#, fuzzy\nmsgid "The game is over."\nmsgstr "Fin."\n',
        "utf-8",
    )
    return path


@pytest.mark.usefixtures("partial")
def test_missing_texts_fall_back_to_english() -> None:
    assert CliRunner().invoke(catalogues.main).exit_code == 0
    spanish = Texts("es")
    assert spanish("{side} starts.", side="Ana") == "Empieza Ana."
    assert spanish("The game is over.") == "The game is over."
    assert spanish("No player has this button.") == "No player has this button."


def test_a_command_counts_what_is_missing(partial: Path) -> None:
    before = partial.read_bytes()
    printed = CliRunner().invoke(catalogues.main, ["--missing"]).output.splitlines()
    assert printed[0] == f"es: {len(program())} texts, {len(program()) - 1} without translation"
    assert "  The game is over." in printed
    assert "  {side} starts." not in printed
    assert partial.read_bytes() == before


def test_a_new_catalogue_is_begun_with_every_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "MESSAGES", tmp_path)
    assert CliRunner().invoke(catalogues.main, ["--add", "es"]).exit_code == 0
    assert sorted(key(m) for m in read_catalogue("es") if m.id) == program()
    assert po_path("es").with_suffix(".mo").is_file()
    assert CliRunner().invoke(catalogues.main, ["--add", "no such"]).exit_code == 2


def test_a_commands_options_are_no_texts() -> None:
    assert [text for text, *_ in program() if text.startswith("-") and " " not in text] == []


# French


FRENCH = [form for m in read_catalogue("fr") if m.id for form in forms(m.string)]


def test_french_has_a_space_that_never_breaks_before_its_tall_marks() -> None:
    loose = re.compile("(?<!\u00a0)([;?»]|:(?![A-Z])|!(?!r}))|«(?!\u00a0)")
    english = " – Which language?"  # for those who read no French
    found = [text for text in FRENCH if loose.search(text.removesuffix(english))]
    assert found == []


def test_french_goes_with_any_name() -> None:
    """ "de Ann" would be wrong, and so would "que Ann": names stand where nothing is left out."""
    elided = re.compile(r"\b(de|que|le|la|ce|si|jusque) \{(side|sides|other|others|names)\}")
    assert [translated for translated in FRENCH if elided.search(translated)] == []


# From texts to what is said


def messages_by_name(source: str) -> Iterator[str]:
    """The texts that a function first names and then makes a message of, unseen by script/messages
    unless they are marked for it."""
    for part in ast.walk(ast.parse(source)):
        if not isinstance(part, ast.FunctionDef):
            continue
        inside = tuple(ast.walk(part))
        calls = (one for one in inside if isinstance(one, ast.Call) and one.args)
        named = {ast.unparse(c.args[0]) for c in calls if ast.unparse(c.func) == "Message"}
        for one in inside:
            if not isinstance(one, ast.Assign) or not isinstance(one.value, ast.Constant):
                continue
            if any(ast.unparse(target) in named for target in one.targets):
                yield str(one.value.value)


def test_a_text_that_is_named_first_is_found() -> None:
    source = (
        "def f(n):\n    text = 'Go on.'\n    more = 'x'\n    return Message(text, {'n': more})\n"
    )
    assert list(messages_by_name(source)) == ["Go on."]


def test_no_message_escapes_its_translation() -> None:
    sources = {file: file.read_text(encoding="utf-8") for file in sorted(ROOT.rglob("*.py"))}
    messages = {text for source in sources.values() for text in messages_by_name(source)}
    assert messages <= {text for text, *_ in program()}


def test_values_may_be_messages_themselves() -> None:
    inner = Message("{side} passes.", {"side": "Ann"})
    message = Message("{side} forgot to press. {play}", {"side": "Ann", "play": inner})
    assert Texts("en").say(message) == "Ann forgot to press. Ann passes."
    assert Texts("fr").say(message) == "Ann a oublié d’appuyer. Ann passe."


def test_a_language_that_does_not_ship_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        Texts("tlh")


@pytest.mark.parametrize("code", [code for code in FaultCode if code in FAULTS])
def test_every_fault_has_words(code: FaultCode) -> None:
    fault = Fault(code, "Said by the engine.", (Square(7, 7),), ("Q",), ("QZX",), 3)
    assert Texts("fr").say(fault_message(fault))


def test_a_fault_without_a_text_says_the_engines_sentence() -> None:
    rare = Fault(FaultCode.NO_SUCH_EVENT, "There is no {event} number 9 to replace.")
    assert rare.code not in FAULTS
    assert Texts("fr").say(fault_message(rare)) == rare.sentence


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [
        (1, "A1", "A1"),
        (5, "A1, B1, C1, D1, E1", "A1, B1, C1, D1, E1"),
        (6, "A1, B1, C1, D1 and 2 more", "A1, B1, C1, D1 et 2 autres"),
    ],
)
def test_of_many_squares_the_first_are_named(number: int, english: str, french: str) -> None:
    text = Message("{squares}", {"squares": square_names(Square(n, 0) for n in range(number))})
    assert (Texts("en").say(text), Texts("fr").say(text)) == (english, french)


def test_every_refusal_has_words() -> None:
    assert set(REFUSALS) == set(Refusal)
    assert all(Texts("fr").say(refusal_message(refusal)) for refusal in Refusal)


# Names and keys


@pytest.mark.parametrize(
    ("side", "expected"), [("Reds", "Reds' turn"), ("Ann", "Ann's turn"), ("ROSS", "ROSS' turn")]
)
def test_a_name_in_s_takes_no_other_s(side: str, expected: str) -> None:
    assert Texts("en")("{side}'s turn", side=side) == expected
    assert Texts("en")("{side}’s turn", side=side) == expected.replace("'", "’")


def test_keys_stand_next_to_the_names_of_buttons_where_a_keyboard_is_the_panel() -> None:
    hint = "OK: change this – arrows: another line – UNDO: top line"
    assert "UNDO:" in Texts("en")(hint)
    assert "UNDO (U):" in Texts("en", KEY_NAMES)(hint)
    assert "ANNULER (U)" in Texts("fr", KEY_NAMES)(hint)
    begin = "OK: start – arrows: another choice – END: leave"
    assert "END (Esc):" in Texts("en", KEY_NAMES)(begin)
    assert "FIN (Échap)" in Texts("fr", KEY_NAMES)(begin)


def test_a_name_that_players_gave_is_no_button() -> None:
    assert Texts("en", KEY_NAMES)("{side} starts", side="END") == "END starts"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("scowl-80 2020.12.07 + tilekeeper-2", "large English list"),
        ("scowl-60 2020.12.07 + tilekeeper-2", "everyday English words"),
        (
            "scowl-80 2020.12.07 + tilekeeper-2 (en-north-america)",
            "large English list, North American",
        ),
        ("dicollecte-toutes-variantes 7.0 + tilekeeper-2", "large French list"),
        ("Our club 2026", "Our club 2026"),
    ],
)
def test_lists_of_words_have_names_that_people_use(name: str, expected: str) -> None:
    assert Texts("en").say(list_name(name)) == expected


def test_every_list_that_ships_has_such_a_name() -> None:
    for name in SHIPPED_LISTS:
        title = shipped_lexicon(name).name
        assert Texts("en").say(list_name(title)) != title


@pytest.mark.parametrize(
    ("number", "as_it_stands", "added"), [(12, "12", "+12"), (0, "0", "+0"), (-5, "−5", "−5")]
)
def test_numbers_have_a_true_minus(number: int, as_it_stands: str, added: str) -> None:
    assert (plain(number), signed(number)) == (as_it_stands, added)
    assert in_ascii(as_it_stands) == str(number)
