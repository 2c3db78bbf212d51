"""A game on paper: pages that hold all of the sheet, and the board as it lay in the end."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image
from test_history import QUIZ, ZED, keep

from device.cli.main import main
from device.paper.pages import BOARD, PAGE, sheet_pages
from device.score.sheet import story
from device.screen.drawing import Canvas, Written
from device.storage.journal import Journal
from engine.records.gcg import replay_gcg
from hardware.sdl import pygame

GAMES = sorted((Path(__file__).parent.parent / "data" / "gcg").glob("*.gcg"))
LONG = Path(__file__).parent.parent / "data" / "gcg" / "two-sided-end.gcg"


def export(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["export", *map(str, arguments)])


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_every_line_of_the_sheet_is_written_whole_on_its_page(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Written] = []
    monkeypatch.setattr(Canvas, "_note_text", lambda _, text: written.append(text))
    state = replay_gcg(file.read_bytes()).game.state
    pages = sheet_pages(state, "A game")
    assert {page.get_size() for page in pages} == {PAGE}
    assert [text.text for text in written if not text.fits] == []
    whole = pygame.Rect(0, 0, *PAGE)
    assert all(whole.contains(pygame.Rect(text.place)) for text in written)
    texts = [text.text for text in written]
    for entry in state.entries:
        for line in story(entry):
            assert line.strip() in texts


def test_pdf_and_png_and_board_are_what_they_say(tmp_path: Path) -> None:
    for form in ("pdf", "png", "board"):
        result = export(LONG, "--to", form, "--output", tmp_path / form)
        assert (result.exit_code, result.stdout) == (0, "")
    pdf = (tmp_path / "pdf").read_bytes()
    assert pdf.startswith(b"%PDF-")
    pages = len(sheet_pages(replay_gcg(LONG.read_bytes()).game.state, "A game"))
    assert pdf.count(b"/Type /Page\n") == pages
    sheet = Image.open(io.BytesIO((tmp_path / "png").read_bytes()))
    assert (sheet.format, sheet.size) == ("PNG", (PAGE[0], pages * PAGE[1]))
    assert Image.open(io.BytesIO((tmp_path / "board").read_bytes())).size == BOARD


def test_a_picture_is_never_printed() -> None:
    assert export(LONG, "--to", "pdf").exit_code == 2


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    opened = Journal(tmp_path / "games.sqlite", lambda: 0.0)
    keep(opened, QUIZ, ZED, over=True)
    keep(opened, QUIZ)
    opened.close()
    return tmp_path / "games.sqlite"


def test_a_game_that_was_kept_leaves_in_every_form(journal: Path, tmp_path: Path) -> None:
    assert "H8" in export("--game", 1, "--to", "json").stdout
    assert ">Ann:" in export("--game", 1, "--journal", journal, "--to", "gcg").stdout
    for form in ("pdf", "png", "board"):
        result = export("--game", 1, "--to", form, "--output", tmp_path / form)
        assert result.exit_code == 0, result.stderr


def test_a_game_that_goes_on_leaves_as_it_stands(journal: Path) -> None:
    result = export("--game", 2, "--journal", journal, "--to", "gcg")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.endswith(">Ann: IQUZ 8H QUIZ +44 44\n")


def test_a_game_that_isnt_there_is_refused(journal: Path) -> None:
    result = export("--game", 3, "--journal", journal, "--to", "gcg")
    assert result.exit_code == 1
    assert "There’s no game 3" in result.stderr


@pytest.mark.parametrize("named", [(), (LONG, "--game", 1)])
def test_one_game_is_named_and_one_alone(named: tuple[object, ...]) -> None:
    assert export(*named, "--to", "gcg").exit_code == 2
