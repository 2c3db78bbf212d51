"""Tables in the middle of a game, for tests of the screen that is seen most of an evening: boards
that are full, points of four digits, plays of many words, every game's own arithmetic.

Asserts only that what is to be shown was counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from standins import CLASSIC, Evening, played_once
from table_moments import timed

from device.language.texts import Message
from device.session.core.setup import Extras
from device.session.core.state import Celebration, Occasion, TableState, WatchedBoard
from engine.events import Challenged, Event, Exchanged, Passed, Played
from engine.game import Game
from engine.position import Position
from engine.squares import Square
from engine.state import State
from engine.tiles import Tile
from engine.variants import Variant, load_variant
from vision.game.follow import Followed

LONG = ("Maximiliane", "Bartholomew", "Clementine", "Dorothea")
NOW = 1000.0
POINTS = (1204, -123, 87, 0)
FULL = (
    "..QUIZ.........",
    "..U..E.........",
    "..A.BOATS......",
    ".STRaNGE.......",
    "....K....A.....",
    "....E.JOVIAL...",
    "....R....D.....",
    "..FOYERS.E.....",
    "....I..H.......",
    "....N.WAXY.....",
    "....G..R...C...",
    ".......P...O...",
    "....MIDNIGHT...",
    "...........E...",
    "...........R...",
)
BETWEEN = (*("." * 15,) * 6, "....OXENBAR....", "." * 15, "....AIRSOAP....", *("." * 15,) * 6)
TRIPLE = ("QUI.KEN.NOTABLE", *("." * 15,) * 14)


def word(text: str, row: int, column: int, *, down: bool = False) -> dict[Square, Tile]:
    """The tiles of a word from a square on; none where it has a space."""
    way = (0, 1) if down else (1, 0)
    return {
        Square(column + n * way[0], row + n * way[1]): tile
        for n, tile in enumerate(text)
        if tile != " "
    }


def table(
    variant: Variant = CLASSIC,
    rows: Sequence[str] = (),
    laid: Mapping[Square, Tile] | None = None,
    sides: Sequence[str] = LONG[:2],
    points: Sequence[int] = POINTS,
    heights: Sequence[str] | None = None,
) -> Evening:
    """A table that goes on from this board with these points, after tiles were laid in one play."""
    size = variant.layout.size
    full = rows or ("." * size,) * size
    start = State.start(
        variant,
        tuple(sides),
        position=Position.from_rows(full, heights),
        totals=dict(zip(sides, points, strict=False)),
    )
    events: list[Event] = [] if laid is None else [Played(sides[0], laid)]
    game = Game.fold(start, events)
    assert not game.misfits, game.misfits[0].fault
    evening = Evening(variant=variant, sides=sides)
    evening.state = replace(evening.state, game=game)
    return evening


def celebrated(state: TableState, *occasions: Occasion) -> TableState:
    """The table as its last play is being celebrated."""
    play = state.game.state.entries[-1]
    assert play.scored is not None
    return replace(state, celebrated=Celebration(play.side, play.scored, occasions, NOW))


def after(events: Sequence[Event], sides: Sequence[str] = ("Ann", "Ben")) -> Evening:
    """A table after these events."""
    evening = Evening(sides=sides)
    game = Game.fold(State.start(CLASSIC, tuple(sides)), events)
    assert not game.misfits, game.misfits[0].fault
    watched = WatchedBoard(Followed.at(game.state.position))
    evening.state = replace(evening.state, game=game, board=watched)
    return evening


@played_once
def play_moments() -> Iterator[tuple[str, TableState, float]]:
    """Tables in the middle of a game, with their times."""
    junior, nhl = load_variant("junior", "en"), load_variant("nhl", "en")
    topword, small = load_variant("topword", "fr"), load_variant("scramble", "en")
    laid = word("IST", 5, 12)
    for number in (2, 3, 4):
        yield f"full board of {number}", table(rows=FULL, laid=laid, sides=LONG[:number]).state, NOW
    yield "many words", table(rows=BETWEEN, laid=word("SPITBAR", 7, 4)).state, NOW
    yield "fifteen letters", table(rows=TRIPLE, laid=word("   C   S", 0, 0)).state, NOW
    yield "seven tiles", table(laid=word("QUIzZED", 7, 3)).state, NOW
    yield "junior", table(junior, laid=word("HOUSE", 7, 5)).state, NOW
    yield "bonus word", table(nhl, laid=word("DEVILS", 7, 4)).state, NOW
    yield "dice", table(small, laid=word("HOUSE", 4, 2), points=(104, 87)).state, NOW
    went: list[Event] = [
        Played("Ann", word("HOUSE", 7, 5)),
        Passed("Ben"),
        Played("Ann", word("T", 8, 5)),
        Exchanged("Ben", 3),
    ]
    yield "exchanged", after(went).state, NOW
    yield "in the middle", after([*went, Played("Ann", word("S", 7, 10))]).state, NOW
    passes: list[Event] = [Played("Ann", word("HOUSE", 7, 5)), *map(Passed, ("Ben", "Cleo"))]
    yield "passed by three", after(passes, sides=("Ann", "Ben", "Cleo")).state, NOW
    costly: list[Event] = [Played(LONG[0], word("HOUSE", 7, 5)), Challenged(LONG[1], good=False)]
    squares = Message("{squares}", {"squares": "F8, G8, H8, I8, J8"})
    values = {"side": LONG[0], "squares": squares}
    back = "{side}: put your new tiles back in the bag unseen, then pick up {squares}."
    fell = after(costly, sides=LONG[:2]).state
    yield "taken off", replace(fell, message=Message(back, values)), NOW
    seven = table(laid=word("QUIzZED", 7, 3)).state
    yield "celebrated", celebrated(seven, Occasion.MANY_TILES, Occasion.LEAD), NOW
    four = table(rows=FULL, laid=laid, sides=LONG)
    clocks = timed(four, 1431.0, -61.0, 55.0)
    yield "celebrated, clocks of four", celebrated(clocks, *Occasion), NOW
    bonus = table(nhl, laid=word("DEVILS", 7, 4)).state
    yield "celebrated bonus word", celebrated(bonus, Occasion.BONUS_WORD), NOW
    dice = table(small, laid=word("HOUSES", 4, 1), points=(104, 87)).state
    yield "celebrated dice", celebrated(dice, Occasion.MANY_TILES), NOW
    flat = ("." * 10,) * 4 + ("...SAC....",) + ("." * 10,) * 5
    heights = ("0" * 10,) * 4 + ("0002510000",) + ("0" * 10,) * 5
    piled = table(topword, flat, word("V F", 4, 3), heights=heights)
    yield "piles", piled.state, NOW
    hidden = table(rows=FULL, laid=laid).state
    yield (
        "full board, hidden",
        replace(hidden, agreed=replace(hidden.agreed, extras=Extras(hide_scores=True))),
        NOW,
    )
    yield "full board and clocks of four", clocks, NOW
    yield "full board and clocks", timed(table(rows=FULL, laid=laid), 1431.0, -61.0, 12.0), NOW
