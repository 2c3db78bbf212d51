"""What commands that look at photos, scripts and the device say to people is in their language."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from device.cli import doctor
from device.cli.main import main
from device.language.catalogues import texts_in_program
from device.language.sentences import in_language
from device.language.texts import SOURCE, Message, Texts
from device.settings.config import Settings
from device.simulator.named_texts import named_text
from engine.layouts import load_layout
from engine.position import Position
from engine.sentences import Sentence
from vision.render.board import render_board
from vision.render.look import household_look

FRENCH = Texts("fr")
DEVICE = Path(__file__).parents[2] / "device"
COMMANDS = sorted({*DEVICE.glob("cli/*.py"), *DEVICE.glob("addons/*/*_command.py")})

UNTRANSLATED = (
    "sudo systemctl stop tilekeeper",
    "tilekeeper doctor --parts",
    "7 tilekeeper words list --licences",
    "Python 7, OpenCV 7",
    "Taught from 7.",
    "7 defines no click command",
    "Party is played with a clock",
    "standard input",
    " and 7 more",
    " and ",
    "7 reads as 7",
    "7: are they swapped? If not, --as-laid believes their places",
)
"""What is typed, stands in a file or speaks to programmers; and parts of a sentence that is known
as a whole."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    monkeypatch.setattr("pytesseract.pytesseract.tesseract_cmd", "/nonexistent/tesseract")
    monkeypatch.setenv("LANGUAGE", "fr")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A photo of an empty classic board."""
    layout = load_layout("classic")
    rows = Position.from_rows(["." * layout.size] * layout.size)
    board = render_board(rows, household_look(layout), 44, np.random.default_rng(2))
    side = board.shape[0] + 120
    table = np.full((side, side + 80, 3), (70, 105, 130), np.uint8)
    table[60 : 60 + board.shape[0], 100 : 100 + board.shape[0]] = board
    path = tmp_path_factory.mktemp("photo") / "vide.png"
    assert cv2.imwrite(str(path), table)
    return str(path)


@pytest.fixture(scope="module")
def grey(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A photo without a board."""
    path = tmp_path_factory.mktemp("grey") / "gris.png"
    assert cv2.imwrite(str(path), np.full((300, 400, 3), 128, np.uint8))
    return str(path)


def run(*call: str, given: str = "") -> Result:
    return CliRunner().invoke(main, call, given)


def output_of(result: Result) -> str:
    return result.output.replace("\u00a0", " ")


# --- no English sentence is left behind ---


def texts_of(file: Path) -> Iterator[str]:
    """Every text of two words and more that isn't there for programmers, its values as "7"."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    parts: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Plural":
            parts.add(id(node.args[1]))  # catalogues find both forms by the first
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            parts.add(id(node.value))  # a docstring
        if isinstance(node, ast.JoinedStr):
            parts |= {id(part) for part in node.values if isinstance(part, ast.Constant)}
    for node in ast.walk(tree):
        if id(node) in parts or not isinstance(node, ast.Constant | ast.JoinedStr):
            continue
        text = written(node)
        if sum(word.isalpha() and len(word) > 1 for word in text.split()) > 1:
            yield text


def written(node: ast.expr) -> str:
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(written, parts))
        case ast.FormattedValue():
            return "7"
        case _:
            return ""


@cache
def counted() -> frozenset[str]:
    """Both forms of texts that count something, which Python 3.11.2 finds by their number alone:
    test_texts.py makes sure that they are translated."""
    several = (one for one in texts_in_program() if one.plural)
    return frozenset(form for one in several for form in (one.text, one.plural))


def test_there_are_many_texts_of_commands() -> None:
    assert sum(1 for file in COMMANDS for _ in texts_of(file)) > 250


@pytest.mark.parametrize("file", COMMANDS, ids=lambda file: file.stem)
def test_every_text_of_a_command_is_translated(file: Path) -> None:
    left = [
        text
        for text in texts_of(file)
        if text not in UNTRANSLATED
        and text not in counted()
        and FRENCH.of(text) == text
        and in_language(text, FRENCH) == text
    ]
    assert left == []


# --- what commands say ---


@pytest.mark.parametrize("command", ["read", "calibrate", "teach", "enrol"])
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (None, "photo.jpg n’existe pas : vérifiez le nom"),
        (b"bonjour", "photo.jpg n’est pas une image : donnez un fichier JPEG ou PNG"),
        (b"", "photo.jpg est vide : donnez un fichier JPEG ou PNG"),
        (b"GIF89a", "photo.jpg est un fichier GIF : donnez un fichier JPEG ou PNG"),
    ],
)
def test_a_photo_that_is_none_is_reported(
    command: str, data: bytes | None, expected: str, home: Path
) -> None:
    if data is not None:
        (home / "photo.jpg").write_bytes(data)
    run_of_it = run(command, "photo.jpg")
    assert run_of_it.exit_code == 1
    assert expected in output_of(run_of_it)


@pytest.mark.parametrize("command", ["read", "calibrate", "teach", "enrol"])
def test_a_photo_without_a_board_is_reported(command: str, grey: str) -> None:
    run_of_it = run(command, grey)
    assert run_of_it.exit_code == 1
    text = "le plateau est introuvable"
    assert text in output_of(run_of_it)


@pytest.mark.parametrize("command", ["read", "calibrate", "teach", "enrol"])
def test_its_json_is_the_same_in_every_language(
    command: str, grey: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lines() -> list[dict[str, object]]:
        answered = run(command, grey, "--json").stdout.splitlines()
        return [{**json.loads(line), "seconds": 0} for line in answered]

    french = lines()
    monkeypatch.setenv("LANGUAGE", "en")
    assert lines() == french


def test_a_camera_that_stays_knows_where_the_board_lies(empty: str) -> None:
    assert "vide.png : le plateau se trouve ici" in output_of(run("calibrate", empty))


def test_a_followed_game_is_reported(empty: str, home: Path) -> None:
    (home / "images").mkdir()
    (home / "images" / "1.png").write_bytes(Path(empty).read_bytes())
    assert "1.png : rien de nouveau" in output_of(run("watch", "images"))


def test_a_taught_board_is_reported_and_asked_about(empty: str) -> None:
    message = output_of(run("teach", empty))
    assert "votre plateau" in message
    assert "mot compte triple" in message
    assert "C’est le plan du jeu classic : il n’y a rien à garder." in message


def test_an_enrolled_board_is_reported_and_forgotten(empty: str) -> None:
    assert "le plateau vide" in output_of(run("enrol", empty))
    assert "cases du plateau vide : 225" in output_of(run("enrol", "--list"))
    assert "Oubliée." in output_of(run("enrol", "--forget", "own"))
    assert "Aucune table 'own' n’était connue." in output_of(run("enrol", "--forget", "own"))


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("lay A 8H ZZ", "s.txt, ligne 1 : pour ZZ il faut 2 fois Z ; la boîte en a 1"),
        ("lay A 8H", "s.txt, ligne 1 : écrivez-le ainsi : lay SIDE START WORD"),
        ("wait long", "s.txt, ligne 1 : 'long' n’est pas une durée"),
        ("option a", "s.txt, ligne 1 : option demande un nom et une valeur"),
        ("mishap glare H8", "s.txt, ligne 1 : glare demande : une case, un nombre"),
        ("lay A 8H CAT\nexpect points A", "s.txt, ligne 2 : expect points demande : un joueur et"),
        (
            "lay A 8H CAT\npress A now",
            "'now' n’est pas possible à ce moment ; écrivez : press",
        ),
        ("", "s.txt: il ne s’y passe rien ; écrivez au moins une ligne, comme lay"),
    ],
)
def test_a_slip_in_a_script_is_reported(script: str, expected: str, home: Path) -> None:
    (home / "s.txt").write_text(script, "utf-8")
    result = run("demo", "--headless", "--evening", "s.txt")
    assert result.exit_code == 1
    assert expected in output_of(result)


def test_evenings_and_their_lines_are_explained() -> None:
    assert "Toute une partie classique en anglais" in run("demo", "--list").output
    printed = run("demo", "--lines").output
    assert "Et ce qui doit alors" in printed
    assert "lay SIDE START WORD" in printed
    assert "what" not in printed


def test_the_page_of_the_device_is_in_the_terminals_language_and_its_json_is_not() -> None:
    settings = Settings()
    assert doctor._language(None, settings, as_json=False).language == "fr"
    assert doctor._language(None, settings, as_json=True).language == SOURCE
    assert doctor._language("en", settings, as_json=False).language == SOURCE


def test_what_the_doctor_hands_on_is_reported() -> None:
    handed = Message("{sentence}", {"sentence": Sentence("No picture from the camera.")})
    assert FRENCH.say(handed) == "La caméra ne donne aucune image."
    assert Texts(SOURCE).say(handed) == named_text("the-camera-gives-no-picture")
