"""A hall's pages, results and games as files for any browser and any web server.

They look like the screens of its tables (device/themes/style.py). Each page is self-contained,
loads nothing but the typefaces next to it, and is read again by the browser every few seconds.
Pure: values in, texts out. Tests: tests/device/test_hall_pages.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from html import escape
from importlib.resources import files
from itertools import chain
from types import MappingProxyType

from device.addons.hall.messages import BoardStatus, SideStatus, TableStatus
from device.language.numbers import MINUS, plain
from device.language.texts import Texts
from device.score.signed import SIGNED_COLUMNS, SignedCells
from device.system.spreadsheets import csv_text
from device.themes.style import KINDS, family_css, theme_css, typeface_css
from engine.tiles import UNKNOWN_BLANK

READ_AGAIN = 5
"""Seconds after which a browser reads a page again."""

STYLE = (files("device") / "data" / "hall.css").read_text(encoding="utf-8")
SCRIPT = (files("device") / "data" / "hall.js").read_text(encoding="utf-8")

_COUNTED = re.compile(r"(\S+)( .* = [−\d]+)")
"""A word with its arithmetic, which stands back: "QUIZ (10+1+1+10)×2 = 44"."""

HIDDEN = "•••"
"""In place of hidden points, as on the screen."""

TYPEFACES = "fonts"
"""The folder of the typefaces, next to the first page."""


@dataclass(frozen=True)
class TableShown:
    """A table as pages show it. `at`: when its state came, in seconds since 1970."""

    id: str
    name: str
    there: bool
    state: TableStatus | None
    at: float = 0.0


@dataclass(frozen=True)
class Result:
    """A finished game: when it began, at which table, which game it is, and the sides' points,
    highest first. `files`: the names of its files, without ending. `signed`: whether each side has
    signed it, and when."""

    began: datetime
    table: str
    game: str
    points: tuple[tuple[str, int], ...]
    winners: tuple[str, ...]
    file: str
    gcg: bool
    signed: Mapping[str, SignedCells] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def is_to_be_signed(self) -> bool:
        return any(cell for cell, _ in self.signed.values())


@dataclass(frozen=True)
class LaidTile:
    """A tile of a play: what it shows, its points (None: not shown), whether it was laid in this
    play, and whether it is a blank."""

    face: str
    points: int | None
    new: bool
    blank: bool


@dataclass(frozen=True)
class TurnShown:
    """A line of a score sheet; `start` and `word`: where a play begins, and its main word."""

    side: str
    points: str
    total: int
    said: tuple[str, ...]
    start: str = ""
    word: tuple[LaidTile, ...] = ()


@dataclass(frozen=True)
class HallTrouble:
    """How many messages were ignored, and the games that can't be shown: number and table;
    `sentences`: what else is wrong."""

    passed_over: int = 0
    games: tuple[tuple[int, str], ...] = ()
    sentences: tuple[str, ...] = ()


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
        *trouble.sentences,
        *(
            texts("Game {game} of {table} can’t be shown.", game=game, table=table)
            for game, table in trouble.games[:MOST_NAMED]
        ),
    ]
    if len(trouble.games) > MOST_NAMED:
        said.append(texts("Games that can’t be shown: {n}.", n=len(trouble.games)))
    if trouble.passed_over:
        said.append(texts("Messages skipped: {n}.", n=trouble.passed_over))
    lines = "".join(_said("p class=dim", line) for line in said)
    return f"<footer>{lines}</footer>" if lines else ""


def table_page(table: TableShown, turns: Sequence[TurnShown], texts: Texts) -> str:
    """One table: its sides, the last play, the board and the score sheet, the newest turn first."""
    state = table.state
    news, board = [] if table.there else [_gone(texts)], ""
    if state is not None:
        news += [_sides(state, table.at, texts), _rack(state, texts), _doing(state)]
        if state.board is not None:
            board = _board(state.board, texts)
    plays = [turn for turn in turns if turn.word]
    if plays:
        news.append(_last_play(plays[-1], texts))
    body = (
        f"{_way('../index.html', texts('All tables'))}"
        f"<header><h1>{escape(table.name)}</h1></header>"
        f"<main class=table><div class=news>{''.join(news)}</div>{board}"
        f"{_sheet(turns, texts) if turns else ''}</main>"
    )
    return _page(table.name, body, texts, up="../")


def results_page(results: Sequence[Result], texts: Texts) -> str:
    """All finished games, newest first."""
    signs = any(result.is_to_be_signed for result in results)
    heads = [texts("Started"), texts("Table"), texts("Game"), texts("Points"), texts("Files")]
    if signs:
        heads.insert(-1, texts("Signatures"))
    rows = "".join(_result(result, texts, signs=signs) for result in results)
    title = texts("Results")
    nav = _way("index.html", texts("All tables"))
    body = (
        f"{nav}<header><h1>{escape(title)}</h1></header>"
        "<main><p><a href=results.csv>results.csv</a></p>"
        f"<table class=list role=table><tr role=row>{''.join(map(_head, heads))}</tr>"
        f"{rows}</table></main>"
    )
    return _page(title, body, texts)


def _head(text: str) -> str:
    return _said("th role=columnheader scope=col", text)


def results_csv(results: Iterable[Result]) -> str:
    """The same as a table: a row for each side of each game, with its place and its points."""
    head = ("began", "table", "game", "side", "points", "won", "file", *SIGNED_COLUMNS)
    return csv_text(chain([head], *map(_csv_rows, results)), line_end="\n")


def _csv_rows(result: Result) -> Iterator[tuple[str | int, ...]]:
    began = result.began.isoformat(timespec="seconds")
    for side, points in result.points:
        won = "yes" if side in result.winners else ""
        signed = result.signed.get(side, ("", ""))
        yield began, result.table, result.game, side, points, won, result.file, *signed


def _page(title: str, body: str, texts: Texts, up: str = "") -> str:
    """`up`: the way from it to the folder of the first page."""
    style = f"{typeface_css(f'{up}{TYPEFACES}/')}{theme_css()}{family_css()}{STYLE}"
    return (
        f'<!doctype html><html lang="{texts.language}" data-seconds="{READ_AGAIN}">'
        '<head><meta charset="utf-8">'
        f'<noscript><meta http-equiv="refresh" content="{READ_AGAIN}"></noscript>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style>"
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
    signatures = _said("p class=dim", state.signatures) if state.signatures else ""
    return _said("p class=state", state.doing) + signatures


def _signatures(result: Result, texts: Texts) -> str:
    """Whether all have signed, or who hasn't."""
    missing = [side for side, (cell, _) in result.signed.items() if cell == "no"]
    if missing:
        return texts("Not signed: {names}.", names=", ".join(missing))
    return texts("signed") if result.is_to_be_signed else ""


def _card(table: TableShown, texts: Texts) -> str:
    state = table.state
    inner = "" if state is None else _sides(state, table.at, texts) + _doing(state)
    gone = "" if table.there else _gone(texts)
    kind = "card" if table.there else "card gone"
    link = f'<a href="tables/{table.id}.html">{escape(table.name)}</a>'
    return f'<section class="{kind}"><h2>{link}</h2>{gone}{inner}</section>'


def _rack(state: TableStatus, texts: Texts) -> str:
    """The rack that everybody plays with, in duplicate."""
    if not state.rack or state.board is None:
        return ""
    tiles = "".join(
        _chip(LaidTile(tile, state.board.values.get(tile), new=True, blank=tile == UNKNOWN_BLANK))
        for tile in state.rack
    )
    head = _said("h2", texts("Rack"))
    return f"<section class='card rack'>{head}<p class=tiles>{tiles}</p></section>"


def _sides(state: TableStatus, at: float, texts: Texts) -> str:
    rows = "".join(_side(side, at, texts, stops=state.rack is not None) for side in state.sides)
    return f"<ul class=sides>{rows}</ul>" if rows else ""


def _side(side: SideStatus, at: float, texts: Texts, *, stops: bool) -> str:
    """`at`: when its clock was sent; `stops`: at 0:00, where others go on into overtime."""
    kind = "side turn" if side.turn else "side won" if side.won else "side"
    mark = texts("to play") if side.turn else texts("has won") if side.won else ""
    points = HIDDEN if side.points is None else plain(side.points)
    said = _said("span class=unseen", f" {mark} ") if mark else ""
    runs = " runs" if side.clock_runs else ""
    clock = ""
    if side.clock is not None:
        until = f' data-until="{at + side.clock:.1f}"' if side.clock_runs and at else ""
        until += " data-stops" if until and stops else ""
        clock = f'<span class="time{runs}"{until}>{_time(side.clock)}</span>'
    return (
        f'<li class="{kind}"><span class=name>{escape(side.name)}</span>'
        f"{said} {clock} <span class=total>{points}</span></li>"
    )


def _last_play(turn: TurnShown, texts: Texts) -> str:
    tiles = "".join(map(_chip, turn.word))
    return (
        f"<section class=card>{_said('h2', texts('Last play'))}"
        f"<p class=play-head>{_said('span class=name', turn.side)} "
        f"{_said('span class=points', turn.points)}</p>"
        f"<p class=tiles>{tiles}</p></section>"
    )


def _chip(tile: LaidTile) -> str:
    kind = f"chip{' new' if tile.new else ''}{' blank' if tile.blank else ''}"
    points = "" if tile.points is None or tile.blank else f"<i>{tile.points}</i>"
    return f'<span class="{kind}"><b>{escape(tile.face)}</b>{points}</span>'


def _time(seconds: float) -> str:
    whole = abs(int(seconds))
    return f"{MINUS if seconds < 0 else ''}{whole // 60}:{whole % 60:02}"


def _board(board: BoardStatus, texts: Texts) -> str:
    size = len(board.rows)
    columns = "".join(f"<th scope=col>{chr(65 + n)}</th>" for n in range(size))
    rows = "".join(_row(board, n) for n in range(size))
    caption = _said("caption class=unseen", texts("Board"))
    head = f"<thead><tr><td class=corner></td>{columns}</tr></thead>"
    return (
        f'<table class=board style="--squares:{size}">{caption}{head}<tbody>{rows}</tbody></table>'
    )


def _row(board: BoardStatus, n: int) -> str:
    cells = []
    for column, tile in enumerate(board.rows[n]):
        name = f"{chr(65 + column)}{n + 1}"
        if tile == ".":
            premium = board.premiums[n][column] if n < len(board.premiums) else "."
            cells.append(f'<td class="{KINDS.get(premium, "")}"></td>')
        else:
            blank = " blank" if tile.islower() or tile == "?" else ""
            lit = " lit" if name in board.last else ""
            cells.append(f'<td class="tile{blank}{lit}">{_letter(board, tile, name)}</td>')
    return f"<tr><th scope=row>{n + 1}</th>{''.join(cells)}</tr>"


def _letter(board: BoardStatus, tile: str, square: str) -> str:
    """What a tile shows: its letter, and its points where tiles have different ones."""
    letter = tile.upper()
    face = board.faces.get(letter, letter)
    shown = _said('span class="letter long"' if len(face) > 1 else "span class=letter", face)
    if len(set(board.values.values())) > 1 and letter == tile and letter in board.values:
        shown += f"<span class=value>{board.values[letter]}</span>"
    if board.piles.get(square, 1) > 1:
        shown += f"<span class=high>{board.piles[square]}</span>"
    return shown


def _sheet(turns: Sequence[TurnShown], texts: Texts) -> str:
    """The turns, the newest first."""
    heads = (texts("No."), texts("What was played"), texts("Points"), texts("Total"))
    kinds = ("", "", " class=n", " class=n")
    head = "".join(
        f"<th scope=col{kind}>{escape(h)}</th>" for h, kind in zip(heads, kinds, strict=True)
    )
    rows = "".join(
        f"<tr><th scope=row class=n>{number}</th>"
        f"<td>{_said('span class=who', turn.side)}{''.join(_story(turn))}</td>"
        f'<td class=n>{escape(turn.points)}</td><td class="n total">{plain(turn.total)}</td></tr>'
        for number, turn in reversed([*enumerate(turns, 1)])
    )
    return (
        f'<section class="card turns">{_said("h2", texts("All turns"))}'
        f"<table class=sheet><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></section>"
    )


def _story(turn: TurnShown) -> Iterator[str]:
    """Where a play begins, and what was done, a line each."""
    if turn.start:
        yield _said("span class=start", turn.start)
    for line in turn.said:
        word = _COUNTED.fullmatch(line)
        said = escape(line)
        if word is not None:
            said = f"{_said('b class=said-word', word[1])}{_said('span class=sum', word[2])}"
        yield f"<span class=story>{said}</span>"


def _result(result: Result, texts: Texts, *, signs: bool) -> str:
    totals = ((side, f"{escape(side)} {plain(n)}") for side, n in result.points)
    points = ", ".join(f"<b>{it}</b>" if side in result.winners else it for side, it in totals)
    kinds = ("gcg", "json") if result.gcg else ("json",)
    files = " ".join(f'<a href="{escape(result.file)}.{kind}">{kind.upper()}</a>' for kind in kinds)
    began = f"{result.began:%Y-%m-%d %H:%M}"
    cells = [began, escape(result.table), escape(result.game), points, files]
    if signs:
        cells.insert(-1, escape(_signatures(result, texts)))
    # On a phone it is no table to look at any more (hall.css), but still one to be read aloud.
    return f"<tr role=row>{''.join(f'<td role=cell>{cell}</td>' for cell in cells)}</tr>"
