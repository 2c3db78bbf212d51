"""How other programs read a tournament's files, rewritten from what they publish. Nothing here
knows our own reader or writer.

- Woogles: `pkg/broadcasts/tsh_parser.go` reads `tourney.js` for broadcasts and overlays (what it
  takes out of the page, pairings of a round by table, who goes first, which round is on), and
  `pkg/tournament/export.go` says what stands where in a `.tou`, github.com/woogles-io/liwords.
- tsh: a `.t` as its manual, its published divisions and programs that read them have it: a name,
  the rating and opponents; scores; fields by their names (e4c5/galle, houtens/convert-tsh-to-csv).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any


@dataclass
class ReadPlayer:
    """A player's rounds: opponents' numbers (0: none), scores, tables, 1 for who goes first."""

    number: int
    name: str
    rating: int = 0
    opponents: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    boards: list[int] = field(default_factory=list)
    firsts: list[int] = field(default_factory=list)
    fields: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class ReadGame:
    """A game of a round, who goes first by name first."""

    table: int
    first: str
    second: str
    first_score: int
    second_score: int
    over: bool


# --- tourney.js, as Woogles reads it ---


def newt_of(page: str) -> dict[str, Any]:
    """What is behind `newt=`, without the line's end, and with null for what is undefined."""
    text = page
    at = text.find("newt=")
    if at != -1:
        text = text[at + len("newt=") :].rstrip(" \t\r\n;")
    found = json.loads(text.replace("undefined", "null"))
    assert isinstance(found, dict)
    return found


def read_newt(page: str) -> dict[str, tuple[list[ReadPlayer], int]]:
    """The players of each division, and its number of rounds."""
    found: dict[str, tuple[list[ReadPlayer], int]] = {}
    divisions = newt_of(page)["divisions"]
    assert divisions
    for division in divisions:
        players = []
        for one in division["players"]:
            if one is None or not one.get("id"):
                continue
            etc = one["etc"]
            whole = ("pairings", "scores")
            assert all(type(number) is int for key in whole for number in one[key])
            assert all(type(n) is int for key in ("board", "p12") for n in etc[key])
            players.append(
                ReadPlayer(
                    one["id"],
                    one["name"],
                    one["rating"],
                    one["pairings"],
                    one["scores"],
                    etc["board"],
                    etc["p12"],
                )
            )
        rounds = max([division["maxr"] + 1, *(len(one.opponents) for one in players)])
        assert division["name"] not in found
        found[division["name"]] = players, rounds
    return found


def games_of_round(players: list[ReadPlayer], number: int) -> list[ReadGame]:
    """The games that a broadcast shows of a round: those at a table, each once."""
    place, games, seen = number - 1, [], set[int]()
    by_number = {player.number: player for player in players}
    for player in players:
        if place >= len(player.opponents) or not player.opponents[place]:
            continue
        table = _at(player.boards, place)
        other = by_number.get(player.opponents[place])
        if not table or table in seen or other is None:
            continue
        seen.add(table)
        sides = [(player.name, _at(player.scores, place)), (other.name, _at(other.scores, place))]
        if _at(player.firsts, place) == 2:
            sides.reverse()
        (first, points), (second, others) = sides
        games.append(ReadGame(table, first, second, points, others, bool(points or others)))
    return sorted(games, key=lambda game: game.table)


def _at(numbers: list[int], place: int) -> int:
    return numbers[place] if place < len(numbers) else 0


def round_that_is_on(players: list[ReadPlayer]) -> int:
    """The latest round with a score, or the next one once that is complete and the next is paired;
    0 before any."""
    latest = 0
    for player in players:
        for place in range(min(len(player.scores), len(player.opponents))):
            if player.scores[place] and player.opponents[place]:
                latest = max(latest, place + 1)
    if not latest:
        return 0
    by_number = {player.number: player for player in players}
    for player in players:
        opponent = by_number.get(_at(player.opponents, latest - 1))
        both = (player, opponent)
        if opponent and not any(_at(one.scores, latest - 1) for one in both if one):
            return latest
    more = any(_at(player.opponents, latest) for player in players)
    return latest + 1 if more else latest


# --- a division file of tsh ---

LINE = re.compile(r"(?P<name>[^;]+?[^;\s])\s+(?P<numbers>\d+(?:\s+\d+)*)\s*;(?P<scores>[-\d\s]*)")


def read_division(text: str) -> list[ReadPlayer]:
    """The players of a `.t`, numbered by their lines."""
    players = list[ReadPlayer]()
    for line in text.splitlines():
        bare = line.split("#")[0]
        if not bare.strip():
            continue
        head, _, rest = bare.partition(";")
        found = LINE.match(bare)
        assert found is not None, line
        if "\t" in head:
            name, _, numbers = head.partition("\t")
        else:
            name, numbers = found["name"], found["numbers"]
        rating, *opponents = map(int, numbers.split())
        scores, *fields = rest.split(";")
        named = {}
        for one in fields:
            key, *values = one.split()
            assert key.isidentifier(), line
            named[key] = values
        players.append(
            ReadPlayer(
                len(players) + 1,
                name.strip(),
                rating,
                opponents,
                [int(score) for score in scores.split()],
                [int(one) for one in named.get("board", [])],
                [int(one) for one in named.get("p12", [])],
                named,
            )
        )
    return players


# --- a .tou ---


@dataclass(frozen=True)
class TouRound:
    """`outcome`: 2 won, 1 tied, 0 lost; `opponent`: the own number for a bye."""

    outcome: int
    points: int
    first: bool
    opponent: int


@dataclass(frozen=True)
class TouDivision:
    """A division: the day and the event of its first line, its name, and its players."""

    day: str
    event: str
    name: str
    players: list[tuple[str, list[TouRound]]]


def read_tou(data: bytes) -> list[TouDivision]:
    """Its divisions: ASCII, DOS line ends, a name of 20 characters, and then blocks of the outcome,
    three digits, a space and the opponent with a + for who starts, each behind a space."""
    lines = data.decode("ascii").split("\r\n")
    assert lines[-2:] == ["*** END OF FILE ***", ""]
    divisions: list[TouDivision] = []
    lines, at = lines[:-2], 0
    while at < len(lines):
        head = re.fullmatch(r"\*M(\d\d\.\d\d\.\d{4})(?: (.*))?", lines[at])
        assert head is not None, lines[at]
        assert lines[at + 1].startswith("*")
        assert re.fullmatch(r" {38}\d.*", lines[at + 2])
        end = next((n for n in range(at + 3, len(lines)) if lines[n].startswith("*M")), len(lines))
        rows, width = lines[at + 3 : end], 9 if end - at - 3 <= 99 else 10
        players = [(row[:20].rstrip(), _tou_rounds(row[20:], width)) for row in rows]
        divisions.append(TouDivision(head[1], head[2] or "", lines[at + 1][1:], players))
        at = end
    return divisions


def _tou_rounds(row: str, width: int) -> list[TouRound]:
    assert len(row) % width == 0, row
    rounds = []
    for at in range(0, len(row), width):
        block = row[at : at + width]
        assert block[0] == " "
        assert block[5] == " "
        opponent = block[6:].strip()
        outcome = int(block[1]) if block[1] != " " else 0
        rounds.append(
            TouRound(outcome, int(block[2:5]), opponent.startswith("+"), int(opponent.lstrip("+")))
        )
    return rounds
