"""Effects: what a step of the session asks the loop to do, in this order.

Only values; device/table/effects.py carries them out, and the caller that began a table handles
what follows its end. Tests: tests/device/test_session.py, tests/device/test_loop.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from device.clock_and_dice.dice import Dice, Die
from device.language.texts import Message
from engine.events import Event
from engine.game import Game
from engine.tiles import Tile
from hardware.panel.port import Tone

if TYPE_CHECKING:  # commands that only read kept games load no camera libraries
    from vision.reading import Reading

# --- the end of a table ---


class ExitAction(StrEnum):
    """What to do once everything is closed."""

    NOTHING = "nothing"
    SWITCH_OFF = "switch-off"
    RESTART = "restart"


@dataclass(frozen=True, eq=False)
class TableEnd:
    """The game as it stands at the end of a table, and what follows; `last`: the job that is run
    before that, once everything is closed; `finished`: the game can't be resumed; `stopped`: the
    window was closed or the system asked for the end before the program ended by itself."""

    game: Game
    then: ExitAction
    last: Job | None = None
    finished: bool = False
    stopped: bool = False


# --- effects ---


@dataclass(frozen=True)
class Record:
    """Write an event down, as event `number` of the game."""

    number: int
    event: Event


@dataclass(frozen=True)
class NoteAnswer:
    """Note a question about the game, and how it was answered, with the next event."""

    question: Message
    answer: Message


@dataclass(frozen=True)
class KeepPicture:
    """Keep the picture that was read last, with event `number` of the game."""

    number: int


@dataclass(frozen=True)
class Erase:
    """Remove the events from that number on from the journal, with their pictures."""

    number: int


@dataclass(frozen=True)
class FollowAgain:
    """Judge the last reading again: the turn that it was judged for is over."""


@dataclass(frozen=True, eq=False)
class TurnBoard:
    """The board lies as in this reading of the last picture, which replaces it."""

    reading: Reading


@dataclass(frozen=True)
class LookNow:
    """Report as soon as nothing moves, with a new picture if the table looks different."""


@dataclass(frozen=True)
class LookCloser:
    """Read the table again as soon as it settles, though it looks unchanged."""


class FromTable(StrEnum):
    """In place of a job's argument: what the session doesn't know and the table fills in as the job
    begins. `GAME_NUMBER`: the game's in the journal, None before it has one; `EXAMINED`: what a
    check of the device examines; `GAME`, `WORDS`: how the game stands, and its agreed list."""

    GAME_NUMBER = "game number"
    EXAMINED = "examined"
    GAME = "game"
    WORDS = "words"


@dataclass(frozen=True)
class Job:
    """Run the job of that name in the background with these arguments, and bring in its result
    (JobDone). `repeatable`: a table that was cut off before it finished runs it again."""

    name: str
    args: tuple[object, ...] = ()
    repeatable: bool = False


@dataclass(frozen=True)
class PlayTone:
    """Play a tone."""

    tone: Tone


@dataclass(frozen=True)
class SetVolume:
    """The volume of tones from now on: 0 mute to 3."""

    level: int


@dataclass(frozen=True)
class UseSoundCard:
    """Play tones and voice on that card from now on, "" for ALSA's default; it is kept for the next
    start."""

    card: str


@dataclass(frozen=True)
class KeepLanguage:
    """Keep the language of the screen for the next start."""

    language: str


@dataclass(frozen=True)
class Announce:
    """Say a sentence to the players, screen or no screen."""

    message: Message


@dataclass(frozen=True)
class SayAgain:
    """The voice repeats the last announcement and how the game stands."""


@dataclass(frozen=True, eq=False)
class Learn:
    """Remember how the tiles looked when a turn was closed; this reading shows them."""

    reading: Reading


@dataclass(frozen=True)
class OpenGame:
    """The game of the state begins: read its board, keep it in the journal from now on."""


@dataclass(frozen=True)
class SetUpBoard:
    """The board of the state's game is looked at, though the game hasn't begun."""


@dataclass(frozen=True)
class KeepClock:
    """Write down the seconds left on the clocks, the sides' or the turn's, as this text;
    `in_background`: with nothing waiting for it."""

    body: str
    in_background: bool = False


@dataclass(frozen=True, eq=False)
class RollDice:
    """Roll this many of these dice, and bring in the result for that turn (DiceRolled). `out`: the
    numbers of those that aren't in the cup."""

    what: Dice
    dice: tuple[Die, ...]
    count: int
    turn: int
    out: frozenset[int] = frozenset()


@dataclass(frozen=True)
class DrawRack:
    """Draw the rack that everybody plays with, and bring it in for that turn of the board
    (RackFound). `unseen`: all pieces that aren't on the board, and how many of each; `kept`: those
    left of the last rack; `number`: which turn of the game it is; `size`: of a full rack."""

    unseen: tuple[tuple[Tile, int], ...]
    kept: str
    number: int
    size: int = 0
    turn: int = 0


@dataclass(frozen=True)
class CloseGame:
    """The game is over and won't be resumed."""


@dataclass(frozen=True)
class Finish:
    """End the program; `then`: what follows; `last`: the job that is run before that, once
    everything is closed; the program started then reports its result."""

    then: ExitAction = ExitAction.NOTHING
    last: Job | None = None


@dataclass(frozen=True)
class FinishUnseen:
    """End the program, unless there is a screen on which the result can be looked at."""


Effect: TypeAlias = (
    Record
    | NoteAnswer
    | KeepPicture
    | Erase
    | FollowAgain
    | TurnBoard
    | LookNow
    | LookCloser
    | Job
    | PlayTone
    | SetVolume
    | UseSoundCard
    | KeepLanguage
    | Announce
    | SayAgain
    | Learn
    | OpenGame
    | SetUpBoard
    | KeepClock
    | RollDice
    | DrawRack
    | CloseGame
    | Finish
    | FinishUnseen
)
