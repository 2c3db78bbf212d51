"""`tilekeeper teach`: a rendered empty board becomes a layout, and what is unclear a question."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.cli.main import main
from device.storage.household import find_layout, keep_layout, layouts_folder
from engine.layouts import Layout, Premium, load_layout
from engine.position import Position
from engine.squares import Square
from vision.render.board import render_board
from vision.render.look import household_look

CLASSIC = load_layout("classic")


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def without_tesseract(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which Tesseract isn't installed; also the quicker one."""
    monkeypatch.setattr("pytesseract.pytesseract.tesseract_cmd", "/nonexistent/tesseract")


def photo_of(layout: Layout, path: Path) -> Path:
    """A photo of an empty board on a table, from straight above."""
    n = layout.size
    board = render_board(
        Position.from_rows(["." * n] * n), household_look(layout), 44, np.random.default_rng(2)
    )
    side = board.shape[0] + 120
    table = np.full((side, side + 80, 3), (70, 105, 130), np.uint8)
    table[60 : 60 + board.shape[0], 100 : 100 + board.shape[0]] = board
    assert cv2.imwrite(str(path), table)
    return path


@pytest.mark.usefixtures("without_tesseract")
def test_the_variants_own_board_is_known_and_nothing_is_kept(tmp_path: Path, state: Path) -> None:
    photo = photo_of(CLASSIC, tmp_path / "board.png")
    result = CliRunner().invoke(main, ["teach", str(photo)])
    assert result.exit_code == 0, result.output
    assert "No difference from the board of classic" in result.stdout
    assert not layouts_folder(state).exists()


@pytest.mark.usefixtures("without_tesseract")
def test_other_squares_are_asked_about_and_the_answer_is_kept(tmp_path: Path, state: Path) -> None:
    corners = [Square.parse(name) for name in ("D1", "L1", "D15", "L15", "A4", "O4", "A12", "O12")]
    changed = CLASSIC.marked(CLASSIC.premium(Square.parse("F2")), corners)
    photo = photo_of(changed, tmp_path / "board.png")
    asked = json.loads(CliRunner().invoke(main, ["teach", str(photo), "--json"]).stdout)
    assert [set(q["squares"]) for q in asked["questions"]] == [{s.name for s in corners}]
    result = CliRunner().invoke(main, ["teach", str(photo), "--name", "ours"], input="\ny\n")
    assert result.exit_code == 0, result.output
    assert find_layout(layouts_folder(state), "ours") == changed


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A photo of the classic board with one square pasted over."""
    own = CLASSIC.marked(Premium.TRIPLE_WORD, [Square.parse("D4")])
    return photo_of(own, tmp_path / "board.png")


@pytest.mark.usefixtures("without_tesseract", "state")
def test_without_tesseract_it_says_so_and_goes_on(tmp_path: Path) -> None:
    photo = photo_of(CLASSIC, tmp_path / "board.png")
    result = CliRunner().invoke(main, ["teach", str(photo)])
    assert result.exit_code == 0, result.output
    assert "Tesseract isn’t installed" in result.stderr
    assert "No difference" in result.stdout


@pytest.mark.usefixtures("without_tesseract")
def test_answers_may_be_given_beforehand(changed: Path, state: Path) -> None:
    call = ["teach", str(changed), "--yes"]
    unclear = CliRunner().invoke(main, call)
    assert unclear.exit_code == 1
    assert "D4" in unclear.stderr
    assert not layouts_folder(state).exists()
    result = CliRunner().invoke(main, [*call, "--json", "--answer", "D4=T", "--name", "ours"])
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
    assert answer["questions"] == []
    assert Path(answer["kept"]).is_file()
    assert find_layout(layouts_folder(state), "ours").rows[3][3] == "T"


@pytest.mark.usefixtures("without_tesseract", "state")
def test_as_on_the_variants_board_is_an_answer(changed: Path) -> None:
    result = CliRunner().invoke(main, ["teach", str(changed), "--answer", "D4=="])
    assert result.exit_code == 0, result.output
    assert ": nothing to save" in result.stdout


@pytest.mark.usefixtures("without_tesseract")
def test_nothing_is_kept_unless_it_is_wanted(changed: Path, state: Path) -> None:
    refused = CliRunner().invoke(main, ["teach", str(changed)], input="T\nn\n")
    assert refused.exit_code == 1
    ended = CliRunner().invoke(main, ["teach", str(changed)], input="")
    assert ended.exit_code == 1
    assert not layouts_folder(state).exists()


@pytest.mark.usefixtures("state")
def test_a_photo_without_a_board_is_status_1_and_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "wall.png"
    assert cv2.imwrite(str(path), np.full((600, 800, 3), 190, np.uint8))
    result = CliRunner().invoke(main, ["teach", str(path), "--json"])
    assert result.exit_code == 1
    assert json.loads(result.stdout)["refused"] == "no-board"
    missing = CliRunner().invoke(main, ["teach", str(tmp_path / "none.jpg")])
    assert missing.exit_code == 1
    assert "doesn’t exist" in missing.stderr


@pytest.mark.usefixtures("state")
@pytest.mark.parametrize("answer", ["D4", "D4=x", "4D=t"])
def test_an_answer_that_is_none_is_a_wrong_call(answer: str, changed: Path) -> None:
    result = CliRunner().invoke(main, ["teach", str(changed), "--answer", answer])
    assert result.exit_code == 2
    assert answer in result.stderr


def test_a_layout_that_was_kept_is_read_with(tmp_path: Path, state: Path) -> None:
    small = Layout.centred(11).marked(
        Premium.TRIPLE_WORD, [Square(c, r) for c in (0, 5, 10) for r in (0, 5, 10) if c != r]
    )
    keep_layout(layouts_folder(state), "small", small, "")
    photo = photo_of(small, tmp_path / "board.png")
    read = CliRunner().invoke(main, ["read", str(photo), "--json", "--layout", "small"])
    assert json.loads(read.stdout)["rows"] == ["." * 11] * 11, read.output
    unknown = CliRunner().invoke(main, ["read", str(photo), "--layout", "other"])
    assert unknown.exit_code == 2
    assert "other" in unknown.stderr
