"""`tilekeeper judge`: the lines of the contract, whose word it is, and how soon it starts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from other_users import as_other_user

from device.cli.judge import command
from device.simulator.named_texts import named_text
from device.storage.household import OwnWords, import_list, keep_own_words, words_folder


@pytest.fixture
def tmp_path(open_tmp_path: Path) -> Path:
    return open_tmp_path


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))


def judged(*words: str) -> list[dict[str, object]]:
    ran = run(*words, "--json")
    assert ran.exit_code == 0, ran.output
    return [json.loads(line) for line in ran.stdout.splitlines()]


def run(*words: str) -> Result:
    return CliRunner().invoke(command, list(words))


def test_a_line_a_word_in_the_same_order() -> None:
    quiz, none, nee = judged("QUIZ", "qzx", "née")
    assert quiz == {
        "word": "QUIZ",
        "good": True,
        "list": "scowl-80 2020.12.07 + tilekeeper-2",
        "language": "en",
        "why": None,
        "laid": "QUIZ",
    }
    assert (none["good"], none["why"]) == (False, named_text("not-in-this-list"))
    assert (nee["word"], nee["good"], nee["laid"]) == ("née", True, "NEE")


def test_a_person_reads_whose_list_it_is() -> None:
    ran = run("quiz", "qzx", "it's")
    assert ran.stdout.splitlines() == [
        "QUIZ: valid (large English list)",
        "QZX: not in this list (large English list)",
        "IT'S: no tile has \"'\" (large English list)",
    ]
    assert ran.exit_code == 0


def test_in_french_every_word_of_the_answer_is_french(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_own_words(words_folder(), "fr", OwnWords(frozenset({"VAXX"}), frozenset({"CHAT"})))
    monkeypatch.setenv("LANGUAGE", "fr")
    ran = run("vaxx", "chat", "chien", "LNH", "--language", "fr", "--variant", "nhl")
    assert ran.stdout.splitlines() == [
        "VAXX\N{NO-BREAK SPACE}: admis (mots de la maison)",
        "CHAT\N{NO-BREAK SPACE}: rayé par la maison (mots de la maison)",
        "CHIEN\N{NO-BREAK SPACE}: admis (grande liste française)",
        "LNH\N{NO-BREAK SPACE}: admis (mots propres au jeu)",
    ]


@pytest.mark.rule("NHL-WRD-01")
def test_the_bonus_words_of_a_game_are_good_whatever_the_list_says() -> None:
    [in_the_game] = judged("RANGERZ", "--variant", "nhl")
    assert not in_the_game["good"]
    [nhl] = judged("NHL", "--variant", "nhl")
    assert nhl["good"]
    assert nhl["list"] == "the game's own and agreed words"
    [plain] = judged("NHL", "--variant", "classic")
    assert not plain["good"]
    [lnh] = judged("LNH", "--variant", "nhl", "--language", "fr")
    assert (lnh["good"], lnh["language"]) == (True, "fr")


def test_a_blank_without_a_letter_is_good_if_any_letter_makes_a_word() -> None:
    one, other = judged("Q?IZ", "QX?")
    assert (one["good"], other["good"]) == (True, False)


def test_the_household_and_its_list_are_asked_first() -> None:
    keep_own_words(words_folder(), "en", OwnWords(frozenset({"VAXX"}), frozenset({"QUIZ"})))
    vaxx, quiz = judged("vaxx", "quiz")
    assert (vaxx["good"], vaxx["list"]) == (True, "the household's own words")
    assert (quiz["good"], quiz["why"]) == (False, "struck out by you")
    import_list(words_folder(), "fr", "ours", ["CHAT"], "2026-01-31")
    [chien] = judged("chien", "--language", "fr")
    assert (chien["good"], chien["list"]) == (False, "ours (imported 2026-01-31)")


def test_another_list_that_ships_can_be_asked() -> None:
    [world], [america], [everyday] = (
        judged("ze"),
        judged("ze", "--list", "en-north-america"),
        judged("zythum", "--list", "en-everyday"),
    )
    assert [line["good"] for line in (world, america, everyday)] == [True, False, False]


def test_a_language_without_a_list_is_an_error_line_a_word() -> None:
    ran = run("Hund", "Katze", "--language", "de", "--json")
    assert ran.exit_code == 1
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [line["word"] for line in lines] == ["Hund", "Katze"]
    assert all("no German list is included" in line["error"] for line in lines)


def test_a_word_without_letters_is_an_error_line_and_the_others_are_judged() -> None:
    ran = run("", "cat", " ", "--json")
    assert ran.exit_code == 1
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ["error" in line for line in lines] == [True, False, True]


@pytest.mark.parametrize(
    "call",
    [
        (),
        ("cat", "--language", "xx"),
        ("cat", "--variant", "chess"),
        ("cat", "--variant", "nhl", "--language", "de"),
        ("cat", "--list", "nonsense"),
        ("cat", "--language", "fr", "--list", "en-everyday"),
        ("cat", "--nonsense"),
    ],
)
def test_a_wrong_call_is_a_usage_error(call: tuple[str, ...]) -> None:
    ran = run(*call)
    assert ran.exit_code == 2
    assert "Traceback" not in ran.output
    assert ran.stdout == ""


def test_it_starts_without_anything_heavy() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from device.cli.main import main;"
        "assert CliRunner().invoke(main, ['judge', 'quiz']).exit_code == 0;"
        "print([m for m in ('cv2', 'numpy', 'pygame', 'rich', 'PIL') if m in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_a_folder_that_is_closed_is_named_and_no_import_that_was_never_made(tmp_path: Path) -> None:
    folder = tmp_path / "words"
    folder.mkdir()
    run("quiz")  # all that it needs is loaded
    folder.chmod(0)

    def do() -> None:
        done = run("quiz")
        assert done.stderr == f"tilekeeper: 'quiz': {folder} can’t be read (Permission denied)\n"

    as_other_user(do)
    folder.chmod(0o700)
    (folder / "en.dawg").write_bytes(b"a list once")
    assert "the imported list" in run("quiz").stderr
