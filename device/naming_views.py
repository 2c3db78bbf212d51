"""What a screen shows while a side is given its name: letters so far, those to choose from, and the
name that lies on the board.

Worked out from a table's state alone, in one language; knows no screen.
Tests: tests/device/test_naming_screen.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.session.laid_names import MOST_LETTERS, PARTS, laid
from device.session.naming_sides import WHEEL, offered, takes
from device.session.setup import SEATS
from device.session.state import CameraStatus, Naming, TableState
from device.texts import Message, Texts
from engine.tiles import UNKNOWN_BLANK

IN_WORDS = {" ": Message("the space"), "-": Message("the hyphen")}
"""Letters that are better called by a name."""


@dataclass(frozen=True)
class NamingView:
    """A name that is given to a side. `title`: to which; `letters`: so far, "?" where one is still
    to be chosen; `wheel`: those to choose from, and `chosen`: the place of the one that OK takes,
    if it takes one; `laid`: the name on the board that OK takes instead, "" for none. `ok` says
    what OK does, `others` what the other buttons do, `board` what can be done with tiles."""

    title: str
    letters: str
    wheel: tuple[str, ...]
    chosen: int | None
    laid: str
    ok: str
    others: tuple[str, ...]
    board: str


def naming_view(table: TableState, texts: Texts) -> NamingView | None:
    """The name that is being given."""
    naming = table.phase
    if not isinstance(naming, Naming):
        return None
    name, board = offered(table), _board(table, naming)
    return NamingView(
        texts.say(naming_title(naming)),
        naming.letters,
        tuple(WHEEL),
        None if naming.whole or _is_full(naming) else WHEEL.index(naming.wheel),
        name,
        texts.say(_ok(naming, name)),
        tuple(map(texts.say, _others(naming, name))),
        "" if board is None else texts.say(board),
    )


def naming_title(naming: Naming) -> Message:
    """Which side is given a name, and which it has so far."""
    seat, before = SEATS[naming.place], naming.lobby.setup.sides[naming.place]
    values = {"seat": seat, "name": before}
    if before == seat:
        return Message("A name for side {seat}", values)
    return Message("Another name for side {seat}, {name} so far", values)


def _ok(naming: Naming, laid_name: str) -> Message:
    if laid_name:
        return takes(laid_name)
    if naming.whole:
        return Message("OK keeps {name}", {"name": naming.letters})
    if _is_full(naming):
        seat = SEATS[naming.place]
        return Message("No room for more: the button of side {seat} keeps it", {"seat": seat})
    letter = IN_WORDS.get(naming.wheel) or Message("{letter}", {"letter": naming.wheel})
    if UNKNOWN_BLANK in naming.letters and naming.wheel not in PARTS:
        return Message("OK takes {letter} for the blank", {"letter": letter})
    return Message("OK takes {letter}", {"letter": letter})


def _is_full(naming: Naming) -> bool:
    return len(naming.letters) >= MOST_LETTERS and UNKNOWN_BLANK not in naming.letters


def _others(naming: Naming, laid_name: str) -> tuple[Message, ...]:
    values = {"seat": SEATS[naming.place]}
    if laid_name:
        return (Message("Arrows: choose letters instead"),)
    if naming.whole:
        return Message("Arrows: more letters"), Message("Undo: take the last letter back")
    if not naming.letters:
        return Message("Arrows: choose"), Message("Undo: leave the name as it is")
    keeps = Message("Button of side {seat}: that is the name", values)
    return keeps, Message("Undo: take the last letter back")


def _board(table: TableState, naming: Naming) -> Message | None:
    """What the players can do with tiles, or why what lies there is no name."""
    if table.camera is not CameraStatus.SEES:
        return None
    if table.blind:
        return Message("The board can't be seen well: letters can still be chosen.")
    there = laid(table)
    if not there.squares:
        return Message("Or lay the name with tiles, in a row on the empty board.")
    if not there.name:
        return Message("What lies on the board is no name: lay one row of 2 to 12 tiles.")
    values = {"name": there.name}
    if there.name == naming.aside:
        return Message("{name} lies on the board.", values)
    if not offered(table):
        return Message("{name} lies on the board: another side is called so.", values)
    return Message("Read wrongly? Take it, and put it right with Undo and the arrows.")
