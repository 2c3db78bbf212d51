"""A game on paper: one page that holds all of it, a card to send, and the board as it lay in the
end."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

import pytest
from click.testing import CliRunner, Result
from PIL import Image, ImageOps
from test_history import QUIZ, ZED, keep

from device.cli.main import main
from device.language.numbers import signed
from device.language.texts import TEXT_LANGUAGES, Texts
from device.paper import pages, parts
from device.paper.card import SIDE, card_picture
from device.paper.pages import BOARD, MARGIN, PAGE, sheet_pages
from device.paper.parts import Occasion, PrintedWord, draw_word, final_score
from device.score.sheet import story
from device.screen.drawing import Canvas, Written
from device.storage.journal import Journal
from engine.events import Adjusted
from engine.records.gcg import replay_gcg
from engine.records.record import GameRecord
from engine.state import EntryKind
from hardware.sdl import pygame

GAMES = sorted((Path(__file__).parent.parent / "data" / "gcg").glob("*.gcg"))
LONG = Path(__file__).parent.parent / "data" / "gcg" / "two-sided-end.gcg"


def export(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["export", *map(str, arguments)])


Notes: TypeAlias = list[Written]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Notes:
    """All that is written from now on."""
    found: Notes = []
    monkeypatch.setattr(Canvas, "_note_text", lambda _, text: found.append(text))
    return found


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words that are drawn in tiles from now on."""
    found: list[str] = []

    def noted(canvas: Canvas, area: pygame.Rect, word: PrintedWord, *, largest: int) -> int:
        found.append(word.text)
        return draw_word(canvas, area, word, largest=largest)

    for module in (pages, parts):
        monkeypatch.setattr(module, "draw_word", noted)
    return found


OCCASION = Occasion("Game 12", datetime(2026, 3, 7, 20, 41), "Grandma’s kitchen")


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_game_is_one_page_with_every_turn_and_all_of_it_fits(
    file: Path, language: str, written: Notes, laid: list[str]
) -> None:
    state, texts = replay_gcg(file.read_bytes()).game.state, Texts(language)
    (page,) = sheet_pages(state, OCCASION, texts)
    assert page.get_size() == PAGE
    assert [text.text for text in written if not text.fits] == []
    whole = pygame.Rect(0, 0, *PAGE)
    assert all(whole.contains(pygame.Rect(text.place)) for text in written)
    said = [text.text for text in written]
    assert said[0] == final_score(state)
    for entry in state.entries:
        if entry.kind is EntryKind.PLAY:
            assert entry.scored is not None
            assert entry.scored.words[0].text.upper() in map(str.upper, laid)
            for other in entry.scored.words[1:]:
                assert any(other.text.upper() in text.upper() for text in said)
        else:
            line = " ".join(line.strip() for line in story(entry, texts))
            assert any(line.endswith(text) for text in said)
        if entry.reasons:
            assert signed(entry.points) in said


def test_the_heading_says_who_has_how_much_and_when_and_where(written: Notes) -> None:
    state = replay_gcg(LONG.read_bytes()).game.state
    sheet_pages(state, OCCASION)
    assert [text.text for text in written[:2]] == [
        "ann\N{NO-BREAK SPACE}489 – ben\N{NO-BREAK SPACE}325",
        "7 March 2026 · Grandma’s kitchen · Classic · Game 12",
    ]
    written.clear()
    card_picture(state, OCCASION, Texts("fr"))
    assert written[1].text == "7 mars 2026 · Grandma’s kitchen · Classique · Game 12"


def test_a_game_of_very_many_turns_goes_on_on_more_pages(written: Notes) -> None:
    given = tuple(Adjusted(side, n + 1, "by hand") for n in range(60) for side in ("Ann", "Ben"))
    state = GameRecord("classic", "en", ("Ann", "Ben"), events=given).play_again().state
    shown = sheet_pages(state, OCCASION)
    assert len(shown) > 1
    assert {page.get_size() for page in shown} == {PAGE}
    assert [text.text for text in written if not text.fits] == []
    said = [text.text for text in written]
    assert [said.count(signed(n + 1)) for n in range(60)] == [2] * 60


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
@pytest.mark.parametrize(
    "sides", [("Ann", "Ben"), ("Maximiliane", "Bartholomew", "Cleo", "Dorothea")]
)
def test_any_number_of_sides_with_long_names_fits(
    sides: tuple[str, ...], language: str, written: Notes
) -> None:
    state = (
        GameRecord("classic", "en", sides, events=(replace(QUIZ, by=sides[0]),)).play_again().state
    )
    sheet_pages(state, OCCASION, Texts(language))
    card_picture(state, OCCASION, Texts(language))
    assert [text.text for text in written if not text.fits] == []


def test_minus_is_the_sign_that_is_as_wide_as_a_plus(written: Notes) -> None:
    state = replay_gcg((LONG.parent / "tournament-end.gcg").read_bytes()).game.state
    sheet_pages(state, OCCASION)
    assert "−10" in [text.text for text in written]
    assert not [text.text for text in written if re.search(r"(^|\s)[-–]\d", text.text)]


def test_pdf_png_card_and_board_are_what_they_say(tmp_path: Path) -> None:
    for form in ("pdf", "png", "card", "board"):
        result = export(LONG, "--to", form, "--output", tmp_path / form)
        assert (result.exit_code, result.stdout) == (0, "")
    pdf = (tmp_path / "pdf").read_bytes()
    assert pdf.startswith(b"%PDF-")
    assert pdf.count(b"/Type /Page\n") == 1
    sheet, card, board = (Image.open(tmp_path / form) for form in ("png", "card", "board"))
    assert {picture.format for picture in (sheet, card, board)} == {"PNG"}
    assert (card.size, board.size) == ((SIDE, SIDE), BOARD)


def test_a_picture_of_the_sheet_ends_a_margin_below_the_board(tmp_path: Path) -> None:
    assert export(LONG, "--to", "png", "--output", tmp_path / "png").exit_code == 0
    sheet = Image.open(tmp_path / "png").convert("L")
    inked = ImageOps.invert(sheet).getbbox()
    assert inked is not None
    assert sheet.height - inked[3] == pytest.approx(MARGIN, abs=2)


def test_the_place_is_named_by_whoever_exports(tmp_path: Path, written: Notes) -> None:
    for form in ("pdf", "card"):
        written.clear()
        call = ("--to", form, "--output", tmp_path / form, "--place", "Chez mamie")
        assert export(LONG, *call).exit_code == 0
        assert "Chez mamie" in written[1].text


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
    for form in ("pdf", "png", "card", "board"):
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
