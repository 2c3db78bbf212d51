"""A terminal's language: what commands say to people is in it, what programs read never is."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from device.cli.main import all_commands, main
from device.language.texts import Texts, terminal_language

GCG = Path(__file__).parents[1] / "data" / "gcg"
PLAY = '{"id": "a", "variant": "classic", "tiles": {"H8": "Q", "K9": "A"}}'
FRENCH = Texts("fr")


@pytest.fixture
def french(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")


def run(*call: str, given: str = "") -> Result:
    return CliRunner().invoke(main, call, given)


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_CA"}, "fr"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "en"}, "en"),
        ({"LANGUAGE": "tlh:fr:en"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": ""}, "fr"),
    ],
)
def test_the_terminals_language_is_chosen_as_everywhere(
    environ: dict[str, str], language: str
) -> None:
    assert terminal_language(environ) == language


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize("name", ["", *all_commands(), "words add", "words import"])
def test_help_of_every_command_is_in_it(name: str) -> None:
    result = run(*name.split(), "--help")
    assert result.exit_code == 0
    assert "Utilisation :" in result.output.replace("\u00a0", " ")
    assert "Montrer cette aide et quitter." in result.output
    assert "Show this message" not in result.output


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["", *all_commands(), "words add", "words import"])
def test_help_has_neither_formulas_nor_types_nor_halves_of_sentences(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    shown = run(*name.split(), "--help").output
    assert not [word for word in ("<=", ">=", " INTEGER", " TEXT", " FLOAT") if word in shown]
    assert not [line for line in shown.splitlines() if line[:3].isspace() and line.endswith("...")]


@pytest.mark.parametrize("turn", ["0", "10000", "x"])
def test_a_number_out_of_its_limits_is_refused_with_them(
    turn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    result = run("report", "--game", "1", "--turn", turn)
    assert result.exit_code == 2
    assert f"'{turn}' isn’t a number from 1 to 9999." in result.output


@pytest.mark.parametrize("name", sorted(all_commands()))
def test_every_text_of_a_commands_help_has_its_translation(name: str) -> None:
    def left(command: click.Command) -> list[str]:
        texts = [command.help, *(getattr(one, "help", None) for one in command.params)]
        from device.language.command_help import _said

        lacking = [text for text in texts if text and _said(text, FRENCH) == text]
        for one in getattr(command, "commands", {}).values():
            lacking += left(one)
        return lacking

    assert left(import_module(all_commands()[name].module).command) == []


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("call", "expected", "status"),
    [
        (("nothing",), "Commande inconnue : 'nothing'", 2),
        (("export", "--to", "gcg"), "Indiquez un fichier, ou une partie avec --game.", 2),
        (("judge",), "Il manque l’argument 'WORD...'", 2),
        # click quotes the option from 8.3 on.
        (("judge", "--foo", "x"), "Option inconnue : ", 2),
        (("export", "--to", "xyz"), "Valeur refusée pour '--to' : 'xyz' n’est pas parmi", 2),
        (("replay", "/no-such-file.gcg"), "/no-such-file.gcg n’existe pas : vérifiez le nom.", 1),
        (("history", "--journal", "/no-such.db"), "aucune partie n’y est encore enregistrée", 1),
        (("words", "add", "x!"), "ne peut pas être posé avec les jetons", 1),
        (("judge", "ZZZX"), "ZZZX : pas dans cette liste", 0),
    ],
)
def test_what_is_wrong_with_a_call_is_reported_in_it(
    call: tuple[str, ...], expected: str, status: int
) -> None:
    result = run(*call)
    assert result.exit_code == status
    assert expected in result.output.replace("\u00a0", " ")
    assert all(word in result.output for word in call if word.startswith("--f"))


@pytest.mark.usefixtures("french")
def test_a_fault_is_reported_in_it() -> None:
    result = run("score", given=PLAY)
    assert "a: coup non admis : H8 et K9 ne sont pas sur une même ligne" in result.output.replace(
        "\u00a0", " "
    )


@pytest.mark.parametrize(
    ("call", "given"),
    [
        (("score", "--json"), PLAY),
        (("score", "--json"), '{"id": "b"}'),
        (("replay", "--json", "/no-such-file.gcg"), ""),
        (("judge", "--json", "ZZZX"), ""),
        (("history", "--json", "--journal", "/no-such.db"), ""),
    ],
)
def test_what_programs_read_is_the_same_in_every_language(
    call: tuple[str, ...], given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = run(*call, given=given)
    monkeypatch.setenv("LANGUAGE", "fr")
    french = run(*call, given=given)
    assert (french.exit_code, french.stdout) == (english.exit_code, english.stdout)
    assert all(json.loads(line) for line in french.stdout.splitlines())


@pytest.mark.usefixtures("french")
def test_the_score_sheet_is_in_it_and_its_gcg_is_not(tmp_path: Path) -> None:
    game = sorted(GCG.glob("*.gcg"))[0]
    assert "Partie finie" in run("replay", str(game)).output
    written = tmp_path / "out.gcg"
    run("export", "--to", "gcg", "--output", str(written), str(game))
    assert "jeton" not in written.read_text("utf-8")
