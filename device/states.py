"""The values of a session: the states a table can be in, questions, and what a step leads to.

Only shapes, no work: device/session.py says which input does what in which state.
Tests: tests/device/test_session.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from device.sight import Seen, Sight
from device.texts import Message
from device.two_plays import TwoPlays
from engine.events import Event, Side
from engine.game import Game
from engine.squares import Square
from engine.tiles import Tile
from hardware.panel import Tone
from vision.follow import Followed
from vision.reading import Reading
from vision.reconstruct import Candidate, Change

# Answers: what an option of a question does when it is chosen


@dataclass(frozen=True)
class GoOn:
    """Nothing: back to the game."""


@dataclass(frozen=True)
class PassTurn:
    """The side passes."""


@dataclass(frozen=True)
class AskExchange:
    """The side exchanges: ask how many tiles."""


@dataclass(frozen=True)
class Exchange:
    """The side exchanges so many tiles."""

    count: int


@dataclass(frozen=True)
class NameTile:
    """This is what lies on a square ("." nothing)."""

    square: Square
    tile: Tile


@dataclass(frozen=True)
class NameOlder:
    """This is the tile that an earlier turn laid on a square."""

    square: Square
    tile: Tile


@dataclass(frozen=True, eq=False)
class Choose:
    """This is what happened."""

    candidate: Candidate


@dataclass(frozen=True, eq=False)
class ChooseTwo:
    """These two plays were laid, one after the other."""

    plays: TwoPlays


@dataclass(frozen=True)
class TakeBack:
    """The last play has been taken up by the side that laid it."""


@dataclass(frozen=True)
class Judge:
    """The last play was challenged, and this is what the word list says."""

    good: bool


@dataclass(frozen=True)
class PullGoalie:
    """Whether the letter itself has taken the place of the blank on a square."""

    square: Square
    pulled: bool


@dataclass(frozen=True)
class GoOut:
    """The side is out: that was its last tile."""


@dataclass(frozen=True)
class CountAsSeen:
    """The turn is over as it was seen last, though something still moves."""


@dataclass(frozen=True)
class EndGame:
    """The game is over as it stands."""


Answer: TypeAlias = (
    GoOn
    | PassTurn
    | AskExchange
    | Exchange
    | NameTile
    | NameOlder
    | Choose
    | ChooseTwo
    | TakeBack
    | Judge
    | PullGoalie
    | GoOut
    | CountAsSeen
    | EndGame
)


@dataclass(frozen=True, eq=False)
class Option:
    """One answer, and how it is shown."""

    label: Message
    answer: Answer


@dataclass(frozen=True, eq=False)
class Question:
    """Asked with the likeliest option first; `squares` are what it is about."""

    text: Message
    options: tuple[Option, ...]
    squares: tuple[Square, ...] = ()


# The states


@dataclass(frozen=True)
class Thinking:
    """A side is thinking or laying tiles."""


@dataclass(frozen=True)
class Looking:
    """A turn button was pressed: the table is looked at once more before the turn is closed."""

    since: float


@dataclass(frozen=True, eq=False)
class Asking:
    """A question is open; `selected` is the option that OK would take."""

    question: Question
    selected: int = 0


@dataclass(frozen=True)
class Paused:
    """The players are away: what the camera sees is not looked at."""


@dataclass(frozen=True)
class Over:
    """The game is over."""


Phase: TypeAlias = Thinking | Looking | Asking | Paused | Over


class CameraStatus(StrEnum):
    """Whether there is anything to see with."""

    SEES = "sees"
    LOST = "lost"
    NONE = "none"
    ENDED = "ended"


@dataclass(frozen=True, eq=False)
class Mark:
    """How it stood before something happened: so many events, and what was believed to lie."""

    events: int
    followed: Followed


@dataclass(frozen=True, eq=False)
class TableState:
    """Everything that the session knows.

    `followed`: what is believed to have lain there when this turn began, by the pictures in which
    nothing of it lay there yet; `marks`: the same before each thing that happened, for undo. `turn`
    changes whenever the position in `followed` does, so that a reading judged from an older one is
    known. `sight`: the last reading of this turn. Times are monotonic
    seconds: of the last settled picture, the last one read, and of when nothing was known to move.
    `blind`: that last picture couldn't be read. `doubted`: it left a doubt, and the table is going
    to be looked at once more.
    """

    game: Game
    followed: Followed
    phase: Phase = Thinking()
    marks: tuple[Mark, ...] = ()
    turn: int = 0
    sight: Sight | None = None
    settled_at: float = -math.inf
    read_at: float = -math.inf
    still_at: float = -math.inf
    blind: bool = False
    doubted: bool = False
    message: Message | None = None
    camera: CameraStatus = CameraStatus.SEES
    kept: bool = True
    finished: bool = False

    @property
    def seen(self) -> Seen | None:
        """The tiles seen in this turn, if they look like one play (maybe with a fault)."""
        if self.sight is None or self.sight.now.observed.change is not Change.PLAY:
            return None
        return self.sight.now

    @property
    def side(self) -> Side | None:
        return self.game.state.turn

    @property
    def up_to_date(self) -> bool:
        """Every settled picture has been read, and the last one could be, as well as it can."""
        return self.read_at >= self.settled_at and not self.blind and not self.doubted


# Effects: what the loop is to do, in this order


@dataclass(frozen=True)
class Record:
    """Write an event down, as the game's number `number`."""

    number: int
    event: Event


@dataclass(frozen=True)
class Erase:
    """Take the events from that number on out of the journal."""

    number: int


@dataclass(frozen=True)
class FollowAgain:
    """Judge the last reading again: the turn that it was judged for is over."""


@dataclass(frozen=True)
class LookNow:
    """Say as soon as nothing moves, with a new picture if the table looks different."""


@dataclass(frozen=True)
class LookCloser:
    """Read the table once more as soon as it lies still, though it looks as before."""


@dataclass(frozen=True)
class Play:
    """Let a tone be heard."""

    tone: Tone


@dataclass(frozen=True)
class SayAloud:
    """Say a sentence to whoever is there, screen or no screen."""

    message: Message


@dataclass(frozen=True, eq=False)
class Learn:
    """Remember how the tiles looked with which a turn was closed; this reading shows them."""

    reading: Reading


@dataclass(frozen=True)
class CloseGame:
    """The game is over and needn't be taken up again."""


@dataclass(frozen=True)
class Finish:
    """End the program."""


Effect: TypeAlias = (
    Record
    | Erase
    | FollowAgain
    | LookNow
    | LookCloser
    | Play
    | SayAloud
    | Learn
    | CloseGame
    | Finish
)
Step: TypeAlias = tuple[TableState, tuple[Effect, ...]]
