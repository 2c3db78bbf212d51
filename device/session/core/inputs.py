"""What comes in through the one queue: the inputs that the session handles.

Only values: where they come from (buttons, the camera's thread, the reading thread, the clock) is
the loop's business. Tests: tests/device/test_session.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from device.clock_and_dice.dice import Dice, Roll
from device.session.core.effects import ExitAction
from device.session.core.observation import JudgedReading
from device.session.core.state import Step, TableState
from engine.common_rack import DrawnRack
from engine.squares import Square
from hardware.panel.port import Button, Press
from vision.reading import Picture


@dataclass(frozen=True)
class KeyPressed:
    """A key on a keyboard: the letter that it `types` where a name or a word is entered, otherwise
    the `button` that it stands for; `rows`: how many rows it goes up or down among letters;
    `again`: it is still held down."""

    button: Button | None
    at: float
    types: str = ""
    rows: int = 0
    again: bool = False


TURNS = 0
"""The target of a touch on the turns that are shown next to the board."""


MENU = -3
"""The target of a touch on "Menu" where no button of its own opens it: the arrows name dice."""


OWN_BUTTON = -2
"""The target of a touch on "Your button" and the like: the button of the side that is to act."""


@dataclass(frozen=True)
class TurnedTo:
    """The target of a touch that turns a long list by a page: this line of it is chosen, and not
    taken."""

    place: int


@dataclass(frozen=True)
class Touched:
    """A touch or click on an answer, a line or a letter, by its place from the first, on a square
    of the board, on the mark for more of a list, or on the words for a button; None: on nothing of
    these."""

    what: int | Square | TurnedTo | Button | None
    at: float


@dataclass(frozen=True, eq=False)
class PictureSettled:
    """A picture in which nothing moves, different from the last one; `at`: when that was known.

    `turn_over`: it was the last picture of a turn (a recording with one picture a turn). `frames`:
    everything seen of the table in this position. `closer`: it isn't different, but was asked for
    because the last one left a doubt.
    """

    picture: Picture
    at: float
    name: str = ""
    turn_over: bool = False
    frames: tuple[Picture, ...] = ()
    closer: bool = False


@dataclass(frozen=True)
class NothingMoves:
    """Nothing moves on the table, and it looks as in the last settled picture."""

    at: float


@dataclass(frozen=True, eq=False)
class ReadingDone:
    """What the picture settled at `at` shows; `turn`: the turn that it was judged against.

    `doubted`: it leaves a doubt, and the table is about to be read again.
    """

    sight: JudgedReading
    at: float
    turn: int
    name: str = ""
    turn_over: bool = False
    doubted: bool = False


@dataclass(frozen=True)
class DiceRolled:
    """What dice were rolled; `what` and `turn` are those of the effect that asked for the roll."""

    what: Dice
    roll: Roll
    at: float
    turn: int


@dataclass(frozen=True)
class RackFound:
    """The rack that was drawn for that turn of the board; None if there can be none."""

    rack: DrawnRack | None
    at: float
    turn: int


@dataclass(frozen=True)
class JobFailed:
    """In place of a job's result: it met an unforeseen error. `why`: that error, for the log and
    for programs; care/device.py informs the players."""

    why: str


@dataclass(frozen=True)
class JobDone:
    """The result of a job, by the job's name: a value; None if this table has no such job, or not
    for these arguments; JobFailed if it met an error. A job that runs all the time brings in its
    news this way, unasked."""

    name: str
    result: object
    at: float


@dataclass(frozen=True)
class Tick:
    """Time has passed."""

    at: float


@dataclass(frozen=True)
class CameraLost:
    """The camera no longer gives pictures; `why` is a sentence. `cable`: its ribbon cable may be
    the reason."""

    why: str
    at: float
    cable: bool = False


@dataclass(frozen=True)
class CameraFound:
    """The camera that was lost gives pictures again."""

    at: float


@dataclass(frozen=True)
class CameraStuck:
    """The camera has given the very same picture for many seconds."""

    at: float


@dataclass(frozen=True)
class BoardInView:
    """The camera's picture was shown, with or without the board in it."""

    found: bool
    at: float


@dataclass(frozen=True)
class CameraHung:
    """The camera's driver no longer answers, and no other process is going to try."""

    at: float


@dataclass(frozen=True)
class RecordingEnded:
    """The camera was a recording and has shown all of it. `by_turns`: it had one picture a turn."""

    at: float
    by_turns: bool = False


@dataclass(frozen=True)
class JournalFailed:
    """An event couldn't be written down; `why` is a sentence."""

    why: str
    at: float


@dataclass(frozen=True)
class JournalWritten:
    """Everything that couldn't be written down has been written now."""

    at: float


@dataclass(frozen=True)
class ThreadFailed:
    """A thread met an unforeseen error; the loop raises it, and the program ends."""

    error: Exception


@dataclass(frozen=True)
class Stop:
    """The program has to end: its window was closed, the system asked for it, or only another
    process can open the camera again."""

    at: float
    then: ExitAction = ExitAction.NOTHING


Input: TypeAlias = (
    Press
    | KeyPressed
    | Touched
    | PictureSettled
    | NothingMoves
    | ReadingDone
    | DiceRolled
    | RackFound
    | JobDone
    | Tick
    | CameraLost
    | CameraFound
    | CameraStuck
    | BoardInView
    | CameraHung
    | RecordingEnded
    | JournalFailed
    | JournalWritten
    | ThreadFailed
    | Stop
)
"""The inputs that the session handles."""

Handle: TypeAlias = Callable[[TableState, Input], Step]
"""The state after an input, and the effects to carry out."""


class Layer(Protocol):
    """A layer round every input: it calls the layer within it."""

    def __call__(self, state: TableState, event: Input, /, inner: Handle) -> Step: ...


@dataclass(frozen=True, eq=False)
class ReportAsked:
    """A client outside the game asks how the device is: `answer` is given the checks' results on
    another thread. It changes nothing at the table."""

    answer: Callable[[JobDone], None]
    at: float


Posted: TypeAlias = Input | ReportAsked
"""What is put into the loop's queue: all of those, and what the loop answers by itself."""
