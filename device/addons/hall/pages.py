"""A hall's pages, results and games as files for any browser and any web server.

Each page is self-contained, loads nothing else, and is read again by the browser every few seconds.
Pure: values in, texts out. Tests: tests/device/test_hall_pages.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from importlib.resources import files
from itertools import chain

from device.addons.hall.messages import BoardStatus, SideStatus, TableStatus
from device.language.numbers import MINUS, plain
from device.language.texts import Texts
from device.system.spreadsheets import csv_text

READ_AGAIN = 5
"""Seconds after which a browser reads a page again."""

STYLE = (files("device") / "data" / "hall.css").read_text(encoding="utf-8")
SCRIPT = (files("device") / "data" / "hall.js").read_text(encoding="utf-8")

CLASSES = {"d": "d", "t": "t", "D": "D", "T": "T", "*": "s", "c": "t", "q": "T", "Q": "T"}
"""The colour of each kind of premium square."""


@dataclass(frozen=True)
class TableShown:
    """A table as pages show it. `game`: the name of its game in any language."""

    id: str
    name: str
    there: bool
    state: TableStatus | None


@dataclass(frozen=True)
class Result:
    """A finished game: when it began, at which table, which game it is, and the sides' points,
    highest first. `files`: the names of its files, without ending."""

    began: datetime
    table: str
    game: str
    points: tuple[tuple[str, int], ...]
    winners: tuple[str, ...]
    file: str
    gcg: bool


@dataclass(frozen=True)
class TurnShown:
    """A line of a score sheet."""

    side: str
    points: str
    total: int
    said: tuple[str, ...]


@dataclass(frozen=True)
class HallTrouble:
    """How many messages were ignored, and the games that can't be shown: number and table."""

    passed_over: int = 0
    games: tuple[tuple[int, str], ...] = ()


MOST_NAMED = 20
"""How many games that can't be shown the page names."""


def hall_page(
    tables: Sequence[TableShown], texts: Texts, trouble: HallTrouble = HallTrouble()
) -> str:
    """All tables, a card each, and any problems."""
    cards = "".join(_card(table, texts) for table in tables)
    if not cards:
        cards = _said("p", texts("No tables yet."))
    results = _way("results.html", texts("Results"))
    title = texts("All tables")
    amiss = _amiss(trouble, texts)
    head = f"<header><h1>{escape(title)}</h1></header>{results}"
    return _page(title, f"{head}<main class=hall>{cards}</main>{amiss}", texts)


def _amiss(trouble: HallTrouble, texts: Texts) -> str:
    said = [
        texts("Game {game} of {table} can’t be shown.", game=game, table=table)
        for game, table in trouble.games[:MOST_NAMED]
    ]
    if len(trouble.games) > MOST_NAMED:
        said.append(texts("Games that can’t be shown: {n}.", n=len(trouble.games)))
    if trouble.passed_over:
        said.append(texts("Messages skipped: {n}.", n=trouble.passed_over))
    lines = "".join(_said("p class=dim", line) for line in said)
    return f"<footer>{lines}</footer>" if lines else ""


def table_page(table: TableShown, turns: Sequence[TurnShown], texts: Texts) -> str:
    """One table: sides, board and score sheet."""
    state = table.state
    parts = [
        _way("../index.html", texts("All tables")),
        f"<header><h1>{escape(table.name)}</h1></header>",
        "<main>",
        *([] if table.there else [_gone(texts)]),
    ]
    if state is not None:
        parts += [_doing(state), _sides(state.sides, texts)]
        if state.message:
            parts.append(_said("p", state.message))
        if state.board is not None:
            parts.append(_board(state.board, texts))
    if turns:
        parts.append(_sheet(turns, texts))
    return _page(table.name, "".join(parts) + "</main>", texts)


def results_page(results: Sequence[Result], texts: Texts) -> str:
    """All finished games, newest first."""
    heads = (texts("Started"), texts("Table"), texts("Game"), texts("Points"), texts("Files"))
    rows = "".join(_result(result) for result in results)
    title = texts("Results")
    nav = _way("index.html", texts("All tables"))
    body = (
        f"{nav}<header><h1>{escape(title)}</h1></header>"
        "<main><p><a href=results.csv>results.csv</a></p>"
        f"<table class=list><tr>{''.join(f'<th scope=col>{escape(h)}</th>' for h in heads)}</tr>"
        f"{rows}</table></main>"
    )
    return _page(title, body, texts)


def results_csv(results: Iterable[Result]) -> str:
    """The same as a table: a row for each side of each game, with its place and its points."""
    head = ("began", "table", "game", "side", "points", "won", "file")
    return csv_text(chain([head], *map(_csv_rows, results)), line_end="\n")


def _csv_rows(result: Result) -> Iterator[tuple[str | int, ...]]:
    began = result.began.isoformat(timespec="seconds")
    for side, points in result.points:
        won = "yes" if side in result.winners else ""
        yield began, result.table, result.game, side, points, won, result.file


def _page(title: str, body: str, texts: Texts) -> str:
    return (
        f'<!doctype html><html lang="{texts.language}" data-seconds="{READ_AGAIN}">'
        '<head><meta charset="utf-8">'
        f'<noscript><meta http-equiv="refresh" content="{READ_AGAIN}"></noscript>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f"<script>{SCRIPT}</script></head><body>{body}</body></html>\n"
    )


def _gone(texts: Texts) -> str:
    return _said("p class=dim", texts("This table isn’t connected."))


def _said(tag: str, text: str) -> str:
    """A text in an element."""
    return f"<{tag}>{escape(text)}</{tag.partition(' ')[0]}>"


def _way(page: str, text: str) -> str:
    """The link to another page."""
    return f'<nav><a href="{page}">{escape(text)}</a></nav>'


def _doing(state: TableStatus) -> str:
    return _said("p class=dim", state.doing)


def _card(table: TableShown, texts: Texts) -> str:
    state = table.state
    inner = "" if state is None else _doing(state) + _sides(state.sides, texts)
    gone = "" if table.there else _gone(texts)
    kind = "card" if table.there else "card gone"
    link = f'<a href="tables/{table.id}.html">{escape(table.name)}</a>'
    return f'<section class="{kind}"><h2>{link}</h2>{gone}{inner}</section>'


def _sides(sides: Sequence[SideStatus], texts: Texts) -> str:
    rows = "".join(_side(side, texts) for side in sides)
    return f"<table class=sides>{rows}</table>" if rows else ""


def _side(side: SideStatus, texts: Texts) -> str:
    mark = "▸ " if side.turn else "★ " if side.won else ""
    points = "–" if side.points is None else plain(side.points)
    clock = "" if side.clock is None else f"<td>{_time(side.clock)}</td>"
    turn = ' class=turn title="' + escape(texts("Turn")) + '"' if side.turn else ""
    return f"<tr{turn}><th scope=row>{mark}{escape(side.name)}</th><td>{points}</td>{clock}</tr>"


def _time(seconds: float) -> str:
    whole = abs(int(seconds))
    return f"{MINUS if seconds < 0 else ''}{whole // 60}:{whole % 60:02}"


def _board(board: BoardStatus, texts: Texts) -> str:
    columns = "".join(f"<th scope=col>{chr(65 + n)}</th>" for n in range(len(board.rows)))
    rows = "".join(_row(board, n) for n in range(len(board.rows)))
    caption = _said("caption class=dim", texts("Board"))
    return f"<table class=board>{caption}<tr><td class=corner></td>{columns}</tr>{rows}</table>"


def _row(board: BoardStatus, n: int) -> str:
    cells = []
    for column, tile in enumerate(board.rows[n]):
        name = f"{chr(65 + column)}{n + 1}"
        last = " last" if name in board.last else ""
        if tile == ".":
            premium = board.premiums[n][column] if n < len(board.premiums) else "."
            cells.append(f'<td class="{CLASSES.get(premium, "")}"></td>')
        else:
            blank = " blank" if tile.islower() or tile == "?" else ""
            cells.append(f'<td class="tile{blank}{last}">{escape(tile.upper())}</td>')
    return f"<tr><th scope=row>{n + 1}</th>{''.join(cells)}</tr>"


def _sheet(turns: Sequence[TurnShown], texts: Texts) -> str:
    heads = (texts("Player"), texts("Turn"), texts("Points"), texts("Total"))
    rows = "".join(
        f"<tr><td>{escape(turn.side)}</td><td>{'<br>'.join(map(escape, turn.said))}</td>"
        f"<td class=n>{escape(turn.points)}</td><td class=n>{plain(turn.total)}</td></tr>"
        for turn in turns
    )
    head = "".join(f"<th scope=col>{escape(h)}</th>" for h in heads)
    return f"<table class=list><tr>{head}</tr>{rows}</table>"


def _result(result: Result) -> str:
    totals = ((side, f"{escape(side)} {plain(n)}") for side, n in result.points)
    points = ", ".join(f"<b>{it}</b>" if side in result.winners else it for side, it in totals)
    kinds = ("gcg", "json") if result.gcg else ("json",)
    files = " ".join(f'<a href="{escape(result.file)}.{kind}">{kind.upper()}</a>' for kind in kinds)
    return (
        f"<tr><td>{result.began:%Y-%m-%d %H:%M}</td><td>{escape(result.table)}</td>"
        f"<td>{escape(result.game)}</td><td>{points}</td><td>{files}</td></tr>"
    )
