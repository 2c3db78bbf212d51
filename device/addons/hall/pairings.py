"""Reads a tournament's pairings: tsh's `tourney.js` and `.t`, and tables (CSV).

The formats as tsh's manual, its public files and the programs that read them describe them
(docs/hall.md). A file that can't be read is an error with one sentence: where, what, and what to
do. Tests: tests/device/test_hall_pairings.py.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from device.addons.hall.tournament import (
    BYE,
    BYE_POINTS,
    Division,
    Pairing,
    Player,
    Tournament,
)
from device.system.files import read_file
from device.system.terminal import printable
from engine.sentences import Sentence

LARGEST = 8 * 1024 * 1024
"""Bytes of a file; tsh's of a hundred players has some hundred thousand."""

MOST_PLAYERS = 999
"""In a division: a `.tou` has three digits for a player's number."""

MOST_ROUNDS = 200
LONGEST_NAME = 40
"""Of a division."""

LONGEST_TABLE = 12
"""Letters of a table's name: a screen has room for these."""

MOST_DIGITS = 9
"""Of a number in a `.t`: far more than a rating has, and Python refuses to read thousands."""

MOST_POINTS = 9_999
Score: TypeAlias = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]


class PairingsError(Exception):
    """Pairings that can't be used; the message is one sentence."""


def read_pairings(paths: Sequence[Path]) -> Tournament:
    """The tournament in these files, of which each holds one division or several. PairingsError
    names the file and what is wrong in it; OSError if it can't be read."""
    read = [(path, _read(path)) for path in paths]
    of_name = dict[str, Path]()
    for path, tournament in read:
        for division in tournament.divisions:
            if division.name in of_name:
                raise PairingsError(
                    Sentence(
                        "{file}: {other} has a division {name} too: give each its own name.",
                        file=path.name,
                        other=of_name[division.name].name,
                        name=division.name,
                    )
                )
            of_name[division.name] = path
    first = read[0][1]
    divisions = tuple(division for _, one in read for division in one.divisions)
    return Tournament(first.name, divisions, first.more)


def _read(path: Path) -> Tournament:
    read = READERS.get(path.suffix.lower())
    if read is None:
        raise PairingsError(
            Sentence(
                "{file}: pairings end in .js, .t or .csv: name tsh’s file, or a table.",
                file=path.name,
            )
        )
    return read(_text(read_file(path, LARGEST)), path)


def _text(data: bytes) -> str:
    """UTF-8, or what older programs write."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


# --- players as tsh has them ---


class _Row(msgspec.Struct, frozen=True):
    """A player: the opponents' numbers and the scores by round, and `etc`, lists by round."""

    id: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
    name: Annotated[str, Meta(min_length=1, max_length=200)]
    rating: int | None = 0
    pairings: Annotated[list[int | None], Meta(max_length=MOST_ROUNDS)] = []
    scores: Annotated[list[Score | None], Meta(max_length=MOST_ROUNDS)] = []
    etc: dict[str, object] | None = {}

    def at(self, round_: int, of: str) -> int:
        """A number of `etc` in a round, 0 where there is none."""
        found = (self.etc or {}).get(of)
        value = found[round_ - 1] if isinstance(found, list) and len(found) >= round_ else 0
        return int(value) if isinstance(value, int | str) and str(value).isdecimal() else 0

    def score(self, round_: int) -> int | None:
        """The score of a round, None where there is none."""
        return self.scores[round_ - 1] if len(self.scores) >= round_ else None


STARTS, REPLIES = 1, 2
"""What `p12` says of a player in a round; anything else: it isn't known."""


def _division(
    name: str,
    rows: Sequence[tuple[_Row, Mapping[str, object], Sentence]],
    *,
    zero_is_score: bool,
) -> tuple[tuple[Player, ...], tuple[Pairing, ...]]:
    """Players and pairings of these rows: each with what else is said about the player, and where
    it stands. `zero_is_score`: two zeros are a result, and not a game that isn't over."""
    by_id = {row.id: (row, where) for row, _, where in rows}
    if len(by_id) < len(rows):
        raise PairingsError(
            Sentence("Division {name} has two players of the same number.", name=name)
        )
    players = tuple(
        Player(row.id, _one_line(row.name), row.rating or 0, more) for row, more, _ in rows
    )
    pairings = []
    for row, _, where in rows:
        for round_, given in enumerate(row.pairings, 1):
            opponent = given or BYE
            if opponent not in (BYE, row.id):
                other = by_id.get(opponent)
                if other is None or (other[0].pairings[round_ - 1 : round_] or [None])[0] != row.id:
                    raise PairingsError(
                        Sentence(
                            "{where}: in round {round} {player} plays number {number}, who doesn’t "
                            "play {player}: correct one of the two.",
                            where=where,
                            round=round_,
                            player=row.name,
                            number=opponent,
                        )
                    )
                if opponent > row.id:
                    pairings.append(_pairing(row, other[0], round_, zero_is_score=zero_is_score))
            elif given is not None:
                score = row.score(round_)
                points = BYE_POINTS if score is None else score, 0
                pairings.append(Pairing(round_, "", row.id, BYE, points=points))
    return players, tuple(sorted(pairings, key=lambda one: one.round))


def _pairing(row: _Row, other: _Row, round_: int, *, zero_is_score: bool) -> Pairing:
    board = row.at(round_, "board") or other.at(round_, "board")
    starts = row.at(round_, "p12"), other.at(round_, "p12")
    if starts == (REPLIES, STARTS):
        row, other = other, row
    known = set(starts) == {STARTS, REPLIES}
    points = row.score(round_), other.score(round_)
    there = points if None not in points and (zero_is_score or any(points)) else None
    return Pairing(
        round_,
        str(board or "")[:LONGEST_TABLE],
        row.id,
        other.id,
        row.id if known else 0,
        there,  # type: ignore[arg-type]
    )


def _one_line(name: str) -> str:
    return " ".join(printable(name).split())


# --- a division file of tsh ---

_HEAD = re.compile(r"(?P<name>.*?\S)\s+(?P<numbers>\d+(?:\s+\d+)*)")
_HEAD_WITH_TAB = re.compile(r"(?P<name>[^\t]*\S) *\t\s*(?P<numbers>\d+(?:\s+\d+)*)")
"""A name, the rating, the opponents; behind a tab, a name may end in a number."""


def _read_t(text: str, path: Path) -> Tournament:
    """A line for each player: the name, the rating and the opponents' numbers; scores; then fields
    that each begin with their own name."""
    rows = list[tuple[_Row, Mapping[str, object], Sentence]]()
    for number, line in enumerate(text.splitlines(), 1):
        if line.partition("#")[0].strip():
            where = Sentence("{file}, line {line}", file=path.name, line=number)
            row = _row_of_t(line.partition("#")[0], len(rows) + 1, where)
            rows.append((row, MappingProxyType({"etc": row.etc}), where))
    if not rows:
        raise PairingsError(
            Sentence("{file}: no players found in it: name tsh’s division file.", file=path.name)
        )
    name = path.stem.upper() if len(path.stem) == 1 else _one_line(path.stem)[:LONGEST_NAME]
    players, pairings = _division(name, rows, zero_is_score=True)
    return Tournament(path.stem, (Division(name, players, pairings),))


def _row_of_t(line: str, place: int, where: Sentence) -> _Row:
    head, *fields = line.split(";")
    head = head.strip()
    found = _HEAD_WITH_TAB.fullmatch(head) or _HEAD.fullmatch(head)
    numbers = found["numbers"].split() if found is not None else ()
    if found is None or any(len(number) > MOST_DIGITS for number in numbers):
        raise PairingsError(
            Sentence(
                "{where}: a line starts with a name, a rating and the opponents’ numbers, as in "
                "“Chew, John 1800 2 3; 412 390”: correct it.",
                where=where,
            )
        )
    rating, *opponents = map(int, numbers)
    scores: list[str] = []
    if fields and not fields[0].strip()[:1].isalpha():
        scores, fields = fields[0].split(), fields[1:]
    etc = {key: values for key, *values in (each.split() for each in fields if each.strip())}
    given = {"id": place, "name": found["name"], "rating": rating, "pairings": opponents}
    try:
        return msgspec.convert(given | {"scores": scores, "etc": etc}, _Row, strict=False)
    except msgspec.ValidationError as error:
        raise PairingsError(
            Sentence(
                "{where}: after the first semicolon there are scores, and nothing else ({why}): "
                "correct it.",
                where=where,
                why=error,
            )
        ) from error


# --- tsh's feed ---

_UNDEFINED = re.compile(r'"(?:[^"\\]|\\.)*"|\bundefined\b')
"""Texts, which stay as they are, and what JSON has no word for."""


class _NewtDivision(msgspec.Struct, frozen=True):
    players: Annotated[list[dict[str, object] | None], Meta(max_length=MOST_PLAYERS + 1)]
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""


class _Newt(msgspec.Struct, frozen=True):
    divisions: Annotated[list[dict[str, object]], Meta(min_length=1, max_length=40)]
    config: dict[str, object] = {}


def _read_tourney(text: str, path: Path) -> Tournament:
    """`newt={…};`, which is JSON but for `undefined`."""
    found = re.search(r"\bnewt\s*=\s*", text)
    body = text[found.end() :] if found else text.lstrip()
    body = _UNDEFINED.sub(lambda one: "null" if one[0] == "undefined" else one[0], body)
    try:
        value, _ = json.JSONDecoder().raw_decode(body)
        newt = msgspec.convert(value, _Newt, strict=False)
        divisions = [
            _newt_division(given, number, path) for number, given in enumerate(newt.divisions)
        ]
    except (ValueError, msgspec.MsgspecError, RecursionError) as error:
        raise PairingsError(
            Sentence(
                "{file}: this isn’t what tsh writes as tourney.js ({why}): name that file, in the "
                "event’s html folder.",
                file=path.name,
                why=error,
            )
        ) from error
    name = newt.config.get("event_name")
    name = _one_line(name) if isinstance(name, str) else ""
    return Tournament(name or path.stem, tuple(divisions), MappingProxyType(newt.config))


def _newt_division(given: Mapping[str, object], number: int, path: Path) -> Division:
    division = msgspec.convert(given, _NewtDivision, strict=False)
    name = division.name or chr(ord("A") + number)
    rows = []
    for player in filter(None, division.players):
        row = msgspec.convert(player, _Row, strict=False)
        rows.append((row, MappingProxyType(player), Sentence("{file}", file=path.name)))
    players, pairings = _division(name, rows, zero_is_score=False)
    more = {key: value for key, value in given.items() if key not in ("players", "name")}
    return Division(name, players, pairings, MappingProxyType(more))


# --- a table ---

HEADINGS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "division": frozenset({"division", "div", "group"}),
        "round": frozenset({"round", "rd"}),
        "table": frozenset({"table", "board"}),
        "first": frozenset({"first", "firstplayer", "player1", "starts"}),
        "second": frozenset({"second", "secondplayer", "player2", "replies"}),
        "first score": frozenset({"firstscore", "score1", "points1"}),
        "second score": frozenset({"secondscore", "score2", "points2"}),
    }
)
"""The columns, and what they may be called; capitals, spaces and lines make no difference."""

NEEDED = ("round", "first", "second")


def _read_csv(text: str, path: Path) -> Tournament:
    """A row for each pairing: division, round, table, the player who starts, the other, and their
    scores if they are known. A bye has no second player."""
    rows = _rows_of_csv(text, path)
    _, heads = next(rows, (1, []))
    columns = {
        name: place
        for place, head in enumerate(heads)
        for name, called in HEADINGS.items()
        if re.sub(r"[\W_]+", "", head).casefold() in called
    }
    if missing := [name for name in NEEDED if name not in columns]:
        raise PairingsError(
            Sentence(
                "{file}, line 1: no column {names} found: name the columns round, table, first "
                "and second.",
                file=path.name,
                names=", ".join(missing),
            )
        )
    divisions = dict[str, _Table]()
    for line, cells in rows:
        row = {
            name: cells[place].strip() if place < len(cells) else ""
            for name, place in columns.items()
        }
        where = Sentence("{file}, line {line}", file=path.name, line=line)
        name = _one_line(row.get("division", ""))[:LONGEST_NAME] or "A"
        divisions.setdefault(name, _Table()).add(row, where)
    if not divisions:
        raise PairingsError(
            Sentence(
                "{file}: no pairings found below its first line: add a line for each game.",
                file=path.name,
            )
        )
    made = (
        Division(name, tuple(table.players.values()), tuple(table.pairings))
        for name, table in divisions.items()
    )
    return Tournament(path.stem, tuple(made))


def _rows_of_csv(text: str, path: Path) -> Iterator[tuple[int, list[str]]]:
    """The lines that have anything in them, with their numbers."""
    first = text.lstrip().partition("\n")[0]
    separator = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise PairingsError(
            Sentence(
                "{file}, line {line}: no table can be read here ({why}): save it as CSV again.",
                file=path.name,
                line=reader.line_num,
                why=error,
            )
        ) from error


class _Table:
    """The players and pairings of a division, as rows name them."""

    def __init__(self) -> None:
        self.players: dict[str, Player] = {}
        self.pairings: list[Pairing] = []
        self._where: dict[tuple[int, int | str], Sentence] = {}

    def add(self, row: Mapping[str, str], where: Sentence) -> None:
        """A row's pairing."""
        round_ = self._number(row, "round", where, 1, MOST_ROUNDS)
        first = self._player(row["first"], where)
        bye = row["second"].casefold() in ("", "bye", "-")
        second = BYE if bye else self._player(row["second"], where)
        scores = row.get("first score", ""), row.get("second score", "")
        points = None
        if bye:
            given = scores[0] and self._number(row, "first score", where, -MOST_POINTS, MOST_POINTS)
            points = (BYE_POINTS if given == "" else int(given), 0)
        elif all(scores):
            one, other = (
                self._number(row, name, where, -MOST_POINTS, MOST_POINTS)
                for name in ("first score", "second score")
            )
            points = (one, other)
        table = "" if bye else _one_line(row.get("table", ""))[:LONGEST_TABLE].strip()
        if first == second:
            raise PairingsError(
                Sentence(
                    "{where}: {name} would play against {name}: correct one of the two names.",
                    where=where,
                    name=row["first"],
                )
            )
        pairing = Pairing(round_, table, first, second, 0 if bye else first, points)
        for who, name in ((first, row["first"]), (second, row["second"])):
            if who != BYE:
                self._once(round_, who, where, name)
        if table:
            self._once(round_, table.casefold(), where, Sentence("table {table}", table=table))
        self.pairings.append(pairing)

    def _once(self, round_: int, who: int | str, where: Sentence, name: str) -> None:
        before = self._where.setdefault((round_, who), where)
        if before is not where:
            raise PairingsError(
                Sentence(
                    "{where}: {name} has a game in round {round} already ({before}): correct one "
                    "of the two lines.",
                    where=where,
                    name=name,
                    round=round_,
                    before=before,
                )
            )

    def _player(self, given: str, where: Sentence) -> int:
        name = _one_line(given)[:200]
        if not name:
            raise PairingsError(
                Sentence("{where}: the first player has no name: write it there.", where=where)
            )
        if name.casefold() not in self.players and len(self.players) >= MOST_PLAYERS:
            raise PairingsError(
                Sentence(
                    "{where}: a division has {n} players at most: write two.",
                    where=where,
                    n=MOST_PLAYERS,
                )
            )
        player = Player(len(self.players) + 1, name)
        return self.players.setdefault(name.casefold(), player).number

    def _number(
        self, row: Mapping[str, str], column: str, where: Sentence, least: int, most: int
    ) -> int:
        text = row[column]
        if not re.fullmatch(r"[-+]?\d{1,5}", text) or not least <= int(text) <= most:
            raise PairingsError(
                Sentence(
                    "{where}: {column} is “{text}”: write a number from {least} to {most}.",
                    where=where,
                    column=column,
                    text=text[:40],
                    least=least,
                    most=most,
                )
            )
        return int(text)


READERS: Mapping[str, Callable[[str, Path], Tournament]] = MappingProxyType(
    {".t": _read_t, ".js": _read_tourney, ".csv": _read_csv}
)
"""What reads a file, by its ending."""
