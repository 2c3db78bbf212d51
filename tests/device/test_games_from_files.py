"""Games that come as files alone, on 21 × 21 squares or with tiles of several letters: replayed,
counted, written and drawn by the commands; refused where a camera would have to read them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from device.cli.main import main
from device.paper import pages
from device.paper.pages import BOARD, PAGE
from device.paper.parts import Occasion, PrintedWord, draw_word
from device.score.json_lines import OutgoingLine, Scored, answer, score_line
from device.screen.drawing import Canvas, Written
from device.storage.household import HouseholdLayoutError, find_layout
from device.views.table import board_of
from engine.layouts import load_layout
from engine.records.gcg import replay_gcg
from engine.tiles import from_gcg
from hardware.sdl import pygame

HEAD = "#character-encoding UTF-8\n#player1 ann Ann\n#player2 ben Ben\n"
LARGE = (
    f"{HEAD}#board-layout SuperCrosswordGame\n#tile-distribution english_super\n"
    ">ann: AEQUIZT 11K QUIZ +44 44\n"
    ">ben: EEALOST N12 EALOTES +84 84\n"
    ">ann: AETWXYU 18N .WUYXAET +128 172\n"
)
CATALAN = (
    f"{HEAD}#tile-distribution catalan\n"
    ">ann: A[NY]SAAEE 8H A[NY]S +24 24\n"
    ">ben: [L·L][QU]AEIOU -[L·L][QU] +0 0\n"
    ">ann: AE?AEOU I7 [qu].A +12 36\n"
)


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A game on the large board, up to its last column."""
    path = tmp_path / "large.gcg"
    path.write_text(LARGE, encoding="utf-8")
    return path


@pytest.fixture
def catalan(tmp_path: Path) -> Path:
    path = tmp_path / "catalan.gcg"
    path.write_text(CATALAN, encoding="utf-8")
    return path


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


def scored(**fields: object) -> OutgoingLine:
    line = score_line(json.dumps({"id": "x", "variant": "classic", **fields}).encode())
    assert isinstance(line, Scored), line
    return answer(line)


def test_a_large_game_is_played_again(large: Path) -> None:
    result = call("replay", large, "--json")
    data = json.loads(result.stdout)
    assert (result.exit_code, data["faults"], data["turns"]) == (0, [], 3)
    assert "11K QUIZ (10+1+1+10)×2 = 44" in " ".join(call("replay", large).stdout.split())


@pytest.mark.parametrize("form", ["gcg", "json"])
def test_both_leave_in_forms_that_are_read_again(
    large: Path, catalan: Path, tmp_path: Path, form: str
) -> None:
    for path in (large, catalan):
        written = tmp_path / f"again.{form}"
        assert call("export", path, "--to", form, "--output", written).exit_code == 0
        answered = [json.loads(call("replay", one, "--json").stdout) for one in (path, written)]
        assert [one["consistent"] for one in answered] == [True, True]
        assert answered[0]["totals"] == answered[1]["totals"]


def test_tiles_of_several_letters_stand_in_sheets_and_tables(catalan: Path) -> None:
    sheet = " ".join(call("replay", catalan).stdout.split())
    assert "8H ANYS (1+10+1)×2 = 24" in sheet
    rows = list(csv.DictReader(io.StringIO(call("export", catalan, "--to", "csv").stdout)))
    assert [row["words"] for row in rows] == ["ANYS", "", "QUNYA"]


def test_pages_and_board_have_room_for_twenty_one_columns(
    large: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for form in ("pdf", "png", "card", "board"):
        assert call("export", large, "--to", form, "--output", tmp_path / form).exit_code == 0
    with Image.open(tmp_path / "board") as board:
        assert board.size == BOARD
    written: list[Written] = []
    monkeypatch.setattr(Canvas, "_note_text", lambda _, text: written.append(text))
    plays = (">ann:  11K WXCVBNM +0 0", ">ben:  11R SDFG +0 0", ">ann:  11D QWERTYU +0 0")
    head = f"{HEAD}#board-layout SuperCrosswordGame\n"
    state = replay_gcg((head + "\n".join(plays)).encode()).game.state
    laid: list[tuple[int, int]] = []

    def draw(canvas: Canvas, area: pygame.Rect, word: PrintedWord, *, largest: int) -> int:
        end = draw_word(canvas, area, word, largest=largest)
        laid.append((len(word.tiles), area.right - end))
        return end

    monkeypatch.setattr(pages, "draw_word", draw)
    (page,) = pages.sheet_pages(state, Occasion("A game"))
    assert page.get_size() == PAGE
    assert [text.text for text in written if not text.fits] == []
    assert max(laid)[0] == len("QWERTYUWXCVBNMSDFG")
    assert min(left for _, left in laid) >= 0
    assert len(board_of(state).rows) == 21


def test_score_counts_on_the_large_board() -> None:
    layout = list(load_layout("super").rows)
    rows = ["." * 21] * 21
    rows[10] = "." * 10 + "ZA" + "." * 9
    got = scored(rows=rows, layout=layout, tiles={"M11": "P"}, options={"tiles": "en-super"})
    assert (got.score, got.after[10] if got.after else "") == (14, "." * 10 + "ZAP" + "." * 8)
    corner = ["ZA" + "." * 19, *["." * 21] * 20]
    above = scored(rows=corner, layout=layout, tiles={"C1": "P", "D1": "S"})
    assert above.score == 10 + 1 + 3 + 2


def test_score_takes_tiles_of_several_letters_by_name_and_in_brackets() -> None:
    options = {"tiles": "es-digraphs"}
    got = scored(language="es", options=options, tiles={"H8": "CH", "I8": "O", "J8": "[ll]"})
    assert (got.score, got.words[0].word) == ((5 + 1 + 0) * 2, "CHOLL")
    assert got.after is not None
    assert got.after[7] == "." * 7 + "[CH]O[ll]" + "." * 5
    again = scored(language="es", options=options, rows=list(got.after), tiles={"K8": "A"})
    assert (again.score, again.words[0].word) == (7, "CHOLLA")
    wrong = scored(language="es", options=options, tiles={"H8": "NY", "I8": "O"})
    assert wrong.faults == ["unknown-tile"]


def test_the_large_board_is_for_files_alone() -> None:
    with pytest.raises(
        HouseholdLayoutError, match="21 squares per side can’t be read from the cam"
    ):
        find_layout(Path("nowhere"), "super")
    result = call("play", "--headless", "--layout", "super")
    assert (
        result.exit_code,
        "open games on it from files" in result.output,
    ) == (2, True)


def test_a_tile_of_several_letters_is_drawn_as_it_shows() -> None:
    board = board_of(replay_gcg(CATALAN.encode()).game.state)
    assert dict(board.faces)[from_gcg("[NY]")] == "NY"
    assert dict(board.faces)[from_gcg("[L·L]")] == "L·L"
