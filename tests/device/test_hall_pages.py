"""A hall's pages and lists: what stands on them, and that no name is more than text."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser

import msgspec

from device.addons.hall.messages import BoardStatus, SideStatus, TableStatus
from device.addons.hall.pages import (
    SCRIPT,
    STYLE,
    LaidTile,
    Result,
    TableShown,
    TurnShown,
    hall_page,
    results_csv,
    results_page,
    table_page,
)
from device.language.texts import Texts

ENGLISH, FRENCH = Texts("en"), Texts("fr")
EVIL = '<script src="x">&"'

STATE = TableStatus(
    sides=(
        SideStatus(EVIL, -12, turn=True, won=False, clock=-61.0, clock_runs=True),
        SideStatus("Ben", None, turn=False, won=False),
    ),
    turn=EVIL,
    doing=EVIL,
    message=EVIL,
    over=False,
    variant="classic",
    language="en",
    game=1,
    clock=None,
    board=BoardStatus(
        ("AB.", "Q..", "..c"),
        ("*..", "T.d", "..."),
        ("A1", "B1"),
        {"A": 1, "B": 3, "C": 3, "Q": 10},
        {"Q": "Qu"},
        {"B1": 4},
    ),
)
TABLE = TableShown("t-1", EVIL, True, STATE)


class Page(HTMLParser):
    """The elements of a page, and its text; everything that is opened is closed."""

    VOID = ("meta", "br", "!doctype")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text: list[str] = []
        self.loaded: list[str | None] = []
        self._open: list[str] = []
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loaded += [value for name, value in attrs if name == "src"]
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_names_are_text_and_nothing_else() -> None:
    turns = [TurnShown(EVIL, "+4", 4, (EVIL,))]
    result = Result(datetime.now(UTC), EVIL, "classic", ((EVIL, 4),), (EVIL,), "games/t-1/1", True)
    for text in (
        hall_page([TABLE], ENGLISH),
        table_page(TABLE, turns, FRENCH),
        results_page([result], ENGLISH),
    ):
        page = Page(text)
        assert (page.tags.count("script"), page.loaded) == (1, [])
        assert SCRIPT in page.text
        assert EVIL in page.text


def test_a_page_shows_what_a_screen_shows() -> None:
    shown = Page(table_page(TABLE, [], ENGLISH))
    text = " ".join(shown.text)
    assert "−12" in text
    assert "−1:01" in text
    assert "•••" in text, "hidden points"
    page = table_page(TABLE, [], ENGLISH)
    assert page.count('class="tile lit"') == 2
    assert page.count('class="tile blank"') == 1


def test_tiles_look_as_on_the_tables_screen() -> None:
    shown = " ".join(Page(table_page(TABLE, [], ENGLISH)).text[-40:])
    assert "Qu" in shown
    page = table_page(TABLE, [], ENGLISH)
    assert "<span class=letter>B</span><span class=value>3</span><span class=high>4</span>" in page
    assert '<td class="tile blank"><span class=letter>C</span></td>' in page
    assert '<td class="letter2">' in page
    one = BoardStatus(("AB", ".."), ("..", ".."), ())
    older = replace(TABLE, state=msgspec.structs.replace(STATE, board=one))
    assert "class=value" not in table_page(older, [], ENGLISH)


def test_the_last_play_is_above_the_board_and_the_newest_turn_first() -> None:
    tiles = (LaidTile("O", 1, new=True, blank=False), LaidTile("X", 8, new=False, blank=True))
    turns = [
        TurnShown("Ann", "+9", 9, ("OX 1+8 = 9",), "8H", tiles),
        TurnShown("Ben", "0", 0, ("pass",)),
    ]
    page = table_page(TABLE, turns, ENGLISH)
    assert page.index('class="chip new"') < page.index("table class=board")
    assert '<span class="chip blank"><b>X</b></span>' in page
    assert page.index(">pass<") < page.index("<b class=said-word>OX</b>")


def test_what_the_screen_tells_its_players_is_on_no_page() -> None:
    in_play = msgspec.structs.replace(STATE, message="Ann: lay tiles, then press your button.")
    assert "press your button" not in table_page(replace(TABLE, state=in_play), [], ENGLISH)


def test_a_page_loads_nothing_from_elsewhere() -> None:
    for text in (hall_page([TABLE], ENGLISH), table_page(TABLE, [], ENGLISH)):
        assert "http://" not in text
        assert "https://" not in text
        assert {"link", "img"}.isdisjoint(Page(text).tags)
        assert Page(text).loaded == []


def test_an_empty_hall_says_so() -> None:
    assert "No tables yet." in Page(hall_page([], ENGLISH)).text
    assert "Aucune table pour l’instant." in Page(hall_page([], FRENCH)).text


def test_results_are_a_row_a_side_and_no_formula() -> None:
    began = datetime(2026, 11, 25, 20, 0, tzinfo=UTC)
    points = (("=HYPERLINK(1)", 300), ("Ben", -2))
    result = Result(began, "T 1", "classic", points, ("Ben",), "games/t-1/1", False)
    rows = list(csv.DictReader(io.StringIO(results_csv([result]))))
    assert [row["side"] for row in rows] == ["'=HYPERLINK(1)", "Ben"]
    assert [row["points"] for row in rows] == ["300", "-2"]
    assert [row["won"] for row in rows] == ["", "yes"]
    assert "GCG" not in results_page([result], ENGLISH)


def test_links_to_files_in_two_lines_are_high_enough_for_a_finger() -> None:
    body, link = (
        re.search(rf"^{of}{{(.*)}}$", STYLE, re.MULTILINE) for of in ("body", r"\.list a")
    )
    assert body is not None
    assert link is not None
    line = re.search(r"font-size:1rem;line-height:([\d.]+);", body[1])
    padding = re.fullmatch(r"display:inline-block;padding:([\d.]+)rem 0", link[1])
    assert line is not None
    assert padding is not None, "an inline link's padding keeps no distance to the next line"
    assert 16 * (float(line[1]) + 2 * float(padding[1])) >= 24, "WCAG 2.2, target size"


def test_results_that_are_cards_on_a_phone_are_still_read_aloud_as_a_table() -> None:
    began = datetime(2026, 11, 25, 20, 0, tzinfo=UTC)
    result = Result(began, "T 1", "classic", (("Ann", 4),), ("Ann",), "games/t-1/1", True)
    page = results_page([result], ENGLISH)
    assert re.search(r"@media\(max-width:\w+\)\{[^@]*\.list td\{display:block\}", STYLE)
    for role, number in (("table", 1), ("row", 2), ("columnheader", 5), ("cell", 5)):
        assert page.count(f"role={role} ") + page.count(f"role={role}>") == number, role


def test_a_running_clock_says_until_when_and_that_of_a_turn_stops() -> None:
    shown = replace(TABLE, at=1000.0)
    assert 'data-until="939.0">' in table_page(shown, (), ENGLISH)
    assert "data-until=" not in table_page(TABLE, (), ENGLISH)  # nobody knows when it was sent
    duplicate = msgspec.structs.replace(STATE, rack="AB?")
    page = table_page(replace(shown, state=duplicate), (), FRENCH)
    assert 'data-until="939.0" data-stops>' in page
    assert "data-until" in SCRIPT


def test_the_rack_for_everybody_is_on_its_tables_page() -> None:
    duplicate = msgspec.structs.replace(STATE, rack="AB?")
    page = table_page(replace(TABLE, state=duplicate), (), FRENCH)
    assert "<h2>Tirage</h2>" in page
    assert page.count('class="chip new') == 3
    due = msgspec.structs.replace(STATE, rack="")
    assert "Tirage" not in table_page(replace(TABLE, state=due), (), FRENCH)
