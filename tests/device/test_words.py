"""`tilekeeper words`: add, remove, list, import and forget, as they are called."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli.main import main
from device.cli.words import command
from device.storage.household import household_lexicon, words_folder


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return tmp_path / "state" / "words"


def run(*words: str) -> Result:
    ran = CliRunner().invoke(command, list(words))
    assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
    return ran


def lines(ran: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in ran.stdout.splitlines()]


def test_words_are_added_and_struck_out() -> None:
    assert run("add", "vaxx", "Lewkk").stdout == "Added LEWKK, VAXX to your English words.\n"
    assert run("add", "VAXX").stdout == "Already in your English words: 1.\n"
    assert run("add", "VAXX", "zzyzx").stdout == (
        "Added ZZYZX to your English words. Already in your English words: 1.\n"
    )
    assert run("remove", "lewkk", "quiz", "--json").stdout.splitlines() == [
        '{"word": "LEWKK", "language": "en", "change": "removed"}',
        '{"word": "QUIZ", "language": "en", "change": "removed"}',
    ]
    lexicon = household_lexicon(words_folder(), "en")
    assert [lexicon(word) for word in ("VAXX", "LEWKK", "QUIZ")] == [True, False, False]
    run("add", "quiz")
    assert household_lexicon(words_folder(), "en")("QUIZ")
    assert run("remove", "quiz").stdout == "No longer valid in English: QUIZ.\n"
    assert run("remove", "quiz").stdout == "Already removed from English: 1.\n"


def test_many_words_are_counted_rather_than_named() -> None:
    many = [f"vax{letter}" for letter in "abcdef"]
    assert run("add", *many).stdout == "Added 6 words to your English words.\n"


def test_words_of_a_file_are_added(tmp_path: Path) -> None:
    path = tmp_path / "ours.txt"
    path.write_bytes("École du soir\nétéé\n".encode("latin-1"))
    ran = run("add", str(path), "--language", "fr", "--json")
    assert [line["word"] for line in lines(ran)] == ["ECOLE", "ETEE"]
    assert household_lexicon(words_folder(), "fr")("ETEE")


def test_a_bad_word_or_file_costs_only_itself() -> None:
    ran = run("add", "x-ray", "vaxx", "none.txt", "a", "--json")
    assert ran.exit_code == 1
    added, *problems = lines(ran)
    assert added["word"] == "VAXX"
    assert [line["word"] for line in problems] == ["x-ray", "none.txt", "a"]
    assert "can’t be laid with the tiles" in str(problems[0]["error"])
    assert "none.txt doesn’t exist" in str(problems[1]["error"])


def test_nothing_is_written_where_nothing_changes(state: Path) -> None:
    assert run("add", "a").exit_code == 1
    assert not state.exists()


def test_the_lists_and_own_words_are_shown() -> None:
    run("add", "vaxx")
    run("remove", "quiz")
    english, french, german, *_ = lines(run("list", "--json"))
    assert (english["added"], english["removed"]) == (["VAXX"], ["QUIZ"])
    assert (english["words"], english["imported"]) == (248_484, False)
    assert (french["list"], french["words"]) == (
        "dicollecte-toutes-variantes 7.0 + tilekeeper-2",
        404_201,
    )
    assert (german["list"], german["words"]) == (None, 0)
    text = run("list").stdout
    assert "added: VAXX" in text
    assert "German: no list" in text


def test_the_licences_are_shown_whole() -> None:
    shown = run("list", "--licences").stdout
    assert "UK Advanced Cryptics Dictionary © J Ross Beresford 1993–1999" in shown
    assert "Mozilla Public License Version 2.0" in shown
    assert "Kevin Atkinson" in shown


def test_the_words_of_a_list_that_ships_are_printed() -> None:
    assert run("list", "--print", "en-everyday").stdout.splitlines()[:2] == ["AA", "AAH"]


def test_a_list_is_imported_and_forgotten(tmp_path: Path, state: Path) -> None:
    path = tmp_path / "ods9.txt"
    path.write_text("CHAT un animal\nCHATS\nPÊCHEUR\nsous-sol\n", encoding="utf-8")
    [line] = lines(run("import", str(path), "--language", "fr", "--name", "ods9", "--json"))
    assert (line["words"], line["left_out"], line["language"]) == (3, 1, "fr")
    assert str(line["list"]).startswith("ods9 (imported 20")
    assert household_lexicon(words_folder(), "fr")("PECHEUR")
    assert (state / "fr.dawg").stat().st_mode & 0o777 == 0o600
    assert lines(run("list", "--json"))[1]["imported"] is True
    assert run("forget", "--language", "fr").stdout == "Forgotten.\n"
    assert run("forget", "--language", "fr").stdout == "No list imported: French.\n"
    assert not list(state.iterdir())


def test_an_import_that_fails_leaves_the_list_as_it_was(tmp_path: Path, state: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text("CHAT\n")
    bad.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    run("import", str(good), "--language", "fr", "--name", "one")
    before = (state / "fr.dawg").read_bytes()
    for path in (bad, tmp_path / "none.txt", tmp_path):
        ran = run("import", str(path), "--language", "fr", "--name", "two")
        assert ran.exit_code == 1
        assert ran.stderr.startswith(f"tilekeeper: {path}")
        assert len(ran.stderr.splitlines()) == 1
    assert (state / "fr.dawg").read_bytes() == before


def test_a_damaged_list_costs_only_its_language(state: Path) -> None:
    state.mkdir(parents=True)
    (state / "fr.dawg").write_bytes(b"nonsense, and long enough")
    ran = run("list", "--json")
    assert ran.exit_code == 1
    english, french, *_ = lines(ran)
    assert english["language"] == "en"
    assert french["language"] == "fr"
    assert "words forget --language fr" in str(french["error"])


@pytest.mark.parametrize(
    "call",
    [
        ("add",),
        ("forget",),
        ("import", "x.txt", "--name", "x"),
        ("list", "--print", "xx"),
        ("add", "x", "--language", "x"),
    ],
)
def test_a_wrong_call_is_a_usage_error(call: tuple[str, ...]) -> None:
    assert run(*call).exit_code == 2


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "a list needs a name"),
        ("  ", "a list needs a name"),
        ("x" * 41, "40 characters at most"),
        ("a\x1b[2Jb", "can’t be shown"),
        ("a\nb", "can’t be shown"),
        ("a\u202eb", "can’t be shown"),
        ("\udcff", "can’t be shown"),
    ],
)
def test_a_name_that_can_not_be_shown_is_refused(tmp_path: Path, name: str, says: str) -> None:
    path = tmp_path / "list.txt"
    path.write_text("cat\n")
    result = CliRunner().invoke(command, ["import", str(path), "--language=en", "--name", name])
    assert result.exit_code == 1
    assert says in result.stderr
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.rglob("*.dawg"))


@pytest.mark.parametrize("on_terminal", [True, False])
def test_progress_is_shown_on_a_terminal_alone(tmp_path: Path, on_terminal: bool) -> None:
    path = tmp_path / "list.txt"
    path.write_text("cat\ndog\n" * 5000)
    code = (
        "from device.cli.main import main as cli; from device.cli import words\n"
        "words.SHOWN_AFTER = -1.0\n"
        f"import sys; sys.argv[1:] = ['words', 'import', {str(path)!r}, '--language', 'en',"
        " '--name', 'ours']; cli()"
    )
    ours, theirs = pty.openpty() if on_terminal else os.pipe()
    environment = os.environ | {"XDG_STATE_HOME": str(tmp_path), "TERM": "xterm"}
    done = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=theirs, env=environment
    )
    os.write(theirs, b"end")
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert done.returncode == 0
    assert "checked against ours" in done.stdout.decode()
    assert ("Reading" in shown) == on_terminal
    assert ("\x1b[" in shown) == on_terminal


@pytest.mark.parametrize(
    ("language", "words", "good", "bad", "laid"),
    [
        (
            "pl",
            ["żółw", "łódź", "aąbcćdeęf", "ghijklłmn", "ńoóprsśtu", "wyzźż", "kot"],
            "ŻÓŁW",
            "żółwik",
            "ŻÓŁW",
        ),
        (
            "hu",
            [
                "gyász",
                "asszony",
                "csősz",
                "dzseki",
                "hölgy",
                "község",
                "lyuk",
                "szék",
                "tyúk",
                "zseb",
                "űr",
                "fő",
                "víz",
            ],
            "asszony",
            "szé",
            "ASSZONY",
        ),
    ],
)
def test_a_list_of_a_language_with_more_letters_than_thirty_one(
    tmp_path: Path, language: str, words: list[str], good: str, bad: str, laid: str
) -> None:
    file = tmp_path / "list.txt"
    file.write_text("\n".join(words), encoding="utf-8")
    done = run("import", str(file), "--language", language, "--name", "ours", "--json")
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["words"] == len(words)
    judged = CliRunner().invoke(main, ["judge", "--language", language, "--json", good, bad])
    verdicts = [json.loads(line) for line in judged.stdout.splitlines()]
    assert [one["good"] for one in verdicts] == [True, False]
    assert verdicts[0]["laid"] == laid
    assert run("add", bad, "--language", language).exit_code == 0
    (line,) = (
        one
        for one in map(json.loads, run("list", "--json").stdout.splitlines())
        if one["language"] == language
    )
    assert line["words"] == len(words)
    assert line["added"] == [bad.upper()]
    assert run("forget", "--language", language).exit_code == 0
