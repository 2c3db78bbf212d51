"""A tournament's results as the files that tournament programs read: `.t`, `tourney.js` and `.tou`.

tsh's division file and its feed for broadcasts, and the file that ratings officers ask for
(docs/hall.md says what each holds). Pure: values in, texts out. Tests:
tests/device/test_hall_tournament_files.py, whose readers are written from the same descriptions.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import chain

from device.addons.hall.pairings import REPLIES, STARTS
from device.addons.hall.tournament import BYE, Division, Pairing, Player, Tournament

# --- what a player has, by round ---

UNKNOWN_START = 3
"""tsh's `p12` of a player who draws to see who starts."""


def _opponents(row: Sequence[Pairing | None]) -> list[int]:
    """The opponents up to the last round that is paired; a round without is as a bye."""
    return [BYE if one is None else one.second for one in _up_to_last(row)]


def _scores(row: Sequence[Pairing | None]) -> list[int]:
    """The scores up to the last round that has one; 0 for a game before it that isn't over."""
    played = [None if one is None or one.points is None else one.points[0] for one in row]
    while played and played[-1] is None:
        played.pop()
    return [points or 0 for points in played]


def _boards(row: Sequence[Pairing | None]) -> list[int]:
    """The tables that have a number; 0 for others, and for none."""
    tables = ["" if one is None else one.table for one in _up_to_last(row)]
    return [int(table) if table.isdecimal() else 0 for table in tables]


def _starts(row: Sequence[Pairing | None]) -> list[int]:
    """Whether the player starts or replies: 0 without an opponent."""
    return [0 if one is None or one.is_bye else _place(one) for one in _up_to_last(row)]


def _place(pairing: Pairing) -> int:
    if not pairing.starter:
        return UNKNOWN_START
    return STARTS if pairing.starter == pairing.first else REPLIES


def _up_to_last(row: Sequence[Pairing | None]) -> Sequence[Pairing | None]:
    paired = [place for place, one in enumerate(row, 1) if one is not None]
    return row[: max(paired, default=0)]


def _etc(player: Player, row: Sequence[Pairing | None]) -> dict[str, object]:
    """The fields by round, with all that the pairings had besides."""
    etc = player.more.get("etc")
    fields = dict(etc) if isinstance(etc, Mapping) else {}
    return {**fields, "board": _boards(row), "p12": _starts(row)}


# --- tsh's division file ---


def division_file(division: Division) -> str:
    """A `.t`: a line for each player, in the order of their numbers."""
    rows = division.rows()
    lines = (_line(player, rows.get(player.number, ())) for player in _all_numbers(division))
    return "".join(f"{line}\n" for line in lines)


def division_file_name(division: Division) -> str:
    """The name of its file: the division's, as far as file names can have it."""
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", _ascii(division.name)).strip("-")
    return f"{plain or 'division'}.t"


def _all_numbers(division: Division) -> Iterator[Player]:
    """The players in order: a line's place is its player's number."""
    by_number = {player.number: player for player in division.players}
    for number in range(1, max(by_number, default=0) + 1):
        yield by_number.get(number, Player(number, f"(number {number} is free)"))


def _line(player: Player, row: Sequence[Pairing | None]) -> str:
    numbers = " ".join(map(str, (max(0, player.rating), *_opponents(row))))
    head = f"{_name_in_line(player.name):<30}\t{numbers}; {_words(_scores(row))}".rstrip()
    fields = sorted(_etc(player, row).items())
    kept = ((key, value) for key, value in fields if isinstance(value, list))
    more = [f"{key} {_words(value)}".rstrip() for key, value in kept if value or key == "off"]
    return "; ".join([head, *more])


def _name_in_line(name: str) -> str:
    """A name that can't be taken for anything else in its line. tsh takes a number at the end of
    one for the rating."""
    plain = " ".join(name.replace(";", ",").replace("#", "").split())
    return re.sub(r"(?<!\S)(-?\d+)$", r"(\1)", plain) or "?"


def _words(values: Sequence[object]) -> str:
    return " ".join(re.sub(r"[\s;#]+", "_", str(value)) for value in values if value is not None)


# --- tsh's feed ---


def tourney_js(tournament: Tournament) -> str:
    """`newt={…};`, as tsh writes it for its scoreboards, and as broadcasts and overlays read it."""
    config = {
        **tournament.more,
        "event_name": tournament.name,
        "max_rounds": max((of.rounds for of in tournament.divisions), default=0),
    }
    divisions = [_newt_division(division) for division in tournament.divisions]
    newt = {"config": config, "divisions": divisions}
    body = json.dumps(newt, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    # A page may have this in a <script>; and U+2028 ends a line in older JavaScript.
    safe = body.replace("</", "<\\/").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"newt={safe};\n"


def _newt_division(division: Division) -> dict[str, object]:
    rows = division.rows()
    players: list[dict[str, object] | None] = [None]  # numbers count from 1
    by_number = {player.number: player for player in division.players}
    for number in range(1, max(by_number, default=0) + 1):
        player = by_number.get(number)
        if player is None:
            players.append(None)
            continue
        row = rows[number]
        players.append(
            {
                **player.more,
                "id": number,
                "name": player.name,
                "rating": player.rating,
                "pairings": _opponents(row),
                "scores": _scores(row),
                "etc": _etc(player, row),
            }
        )
    scored = max((len(_scores(row)) for row in rows.values()), default=0)
    last = division.rounds - 1
    return {
        **division.more,
        "name": division.name,
        "maxr": max(last, _whole(division.more.get("maxr"))),  # counted from 0, as tsh does
        "maxrp": scored - 1,
        "players": players,
    }


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


# --- the ratings officer's file ---

NAME_WIDTH = 20
MOST_IN_TOU = 999
"""The points that three digits hold."""

LONGEST_NUMBER = 99
"""The players' numbers up to which a round takes eight characters; beyond, nine."""

END = "*** END OF FILE ***"
LINE_END = "\r\n"


def tou_file(tournament: Tournament, day: date) -> str:
    """A `.tou`: divisions one after the other, a line for each player, a column for each round; in
    ASCII, with the line ends of DOS."""
    lines = chain.from_iterable(_tou_lines(tournament, of, day) for of in tournament.divisions)
    return "".join(f"{line}{LINE_END}" for line in chain(lines, [END]))


def _tou_lines(tournament: Tournament, division: Division, day: date) -> Iterator[str]:
    yield f"*M{day:%d.%m.%Y} {_ascii(tournament.name)}".rstrip()
    yield f"*{_ascii(division.name)}"
    yield f"{'0':>39}"  # the highest word, which nobody enters here
    rows = division.rows()
    last = max((len(_scores(row)) for row in rows.values()), default=0)
    most = max((player.number for player in division.players), default=0)
    width = 3 if most <= LONGEST_NUMBER else 4
    for player in _all_numbers(division):
        row = rows.get(player.number, ())
        name = _ascii(player.shown)[:NAME_WIDTH]
        blocks = (
            _block(player.number, row[n] if n < len(row) else None, width) for n in range(last)
        )
        yield f"{name:<{NAME_WIDTH}}{''.join(blocks)}"


def _block(player: int, pairing: Pairing | None, width: int) -> str:
    """A round of a player: 2 for a win and 1 for a tie, the points, + who starts, the opponent.
    Without an opponent, or a result, it is the player's own number: 50 points for a bye, else 0."""
    if pairing is None or pairing.points is None or pairing.is_bye:
        points = 0 if pairing is None or pairing.points is None else pairing.points[0]
        return f"  {_three(points)} {player:>{width}}"
    own, others = pairing.points
    outcome = "2" if own > others else "1" if own == others else " "
    opponent = f"{'+' if pairing.starter == player else ''}{pairing.second}"
    return f" {outcome}{_three(own)} {opponent:>{width}}"


def _three(points: int) -> str:
    return f"{min(MOST_IN_TOU, max(0, points)):>3}"


_LETTERS = str.maketrans(
    {
        "ß": "ss",
        "ẞ": "SS",
        "æ": "ae",
        "Æ": "AE",
        "œ": "oe",
        "Œ": "OE",
        "ø": "o",
        "Ø": "O",
        "ł": "l",
        "Ł": "L",
        "đ": "d",
        "Đ": "D",
        "ð": "d",
        "Ð": "D",
        "þ": "th",
        "Þ": "Th",
        "ı": "i",
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "–": "-",
        "—": "-",
    }
)
"""Letters and signs without an accent that could be left out."""


def _ascii(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return " ".join(plain.encode("ascii", "ignore").decode().split()) or "?"
