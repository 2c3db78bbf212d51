"""What a table shows that its journal doesn't know: a lobby's choices, a question, half a play.

A state that is all values is kept as it is; a question, whose answers are functions, as the state
that it was asked in and what has come in since: the session is pure, and comes to the same again.
Text from a file never becomes code. Knows no rule; what doesn't fit the journal is not taken up.
Tests: tests/device/test_under_way.py, tests/device/test_killed_under_way.py,
tests/device/test_kept_values.py.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import json
import logging
import math
import os
import sys
import threading
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from device.clock_and_dice.zone_clock import SECOND
from device.language.texts import Message, and_then
from device.session import lobby
from device.session.effects import (
    CheckDevice,
    Effect,
    FindBackups,
    Finish,
    FollowAgain,
    LookAtNetwork,
    LookCloser,
    LookForUpdate,
    LookNow,
    OpenGame,
    PackReport,
    RollDice,
)
from device.session.house_rules import with_game
from device.session.inputs import (
    BackedUp,
    BackupsFound,
    BoardInView,
    CameraFound,
    CameraHung,
    CameraLost,
    CameraStuck,
    DeviceChecked,
    DiceRolled,
    Input,
    JournalFailed,
    JournalWritten,
    KeyPressed,
    NetworkSeen,
    NothingMoves,
    PageSwitched,
    PictureSettled,
    ReadingDone,
    RecordingEnded,
    ReportPacked,
    ReportWritten,
    Stop,
    ThreadFailed,
    Tick,
    Touched,
    UpdateEnded,
    UpdateFound,
    UpdateLookedFor,
)
from device.session.setup import SideClocks
from device.session.state import (
    BEFORE_THE_GAME,
    Aiming,
    Asking,
    Challenge,
    Checking,
    Lobby,
    Looking,
    Naming,
    Paused,
    Phase,
    Pointing,
    Settling,
    SwitchingOff,
    TableState,
    Timing,
    Trying,
)
from device.session.step import step
from device.session.tonight import ask_to_go_on
from device.system.files import NoSuchFileError, open_itself, read_file, replace_file
from engine.game import Game
from engine.records.record import RecordError, read_event, write_event
from hardware.panel.port import Press
from hardware.threads import watched
from vision.game.follow import Followed

log = logging.getLogger(__name__)

# --- values as text ---

ROOMS = ("engine.", "vision.", "hardware.", "device.")
TIMES = frozenset({"at", "since", "until", "settled_at", "read_at", "still_at", "looked_at"})
"""Fields of the device that are moments of the monotonic clock."""


class NotKeptError(Exception):
    """A value that can't be kept, or a text that isn't one; the message is one sentence."""


def to_json(value: object) -> list[Any]:
    """A value as lists that JSON can hold; values that stand in several places are written once.
    NotKeptError if something in it isn't a value."""
    table: list[Any] = []
    return [_Writer(table).write(value), table]


def from_json(given: object, shift: float = 0.0) -> Any:
    """The value again, its moments so many seconds later; NotKeptError if it is none."""
    try:
        match given:
            case [root, [*table]]:
                return _Reader(table, shift).read(root)
    except (
        *(TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError),
        *(binascii.Error, zlib.error, OverflowError, MemoryError),
    ) as error:
        raise NotKeptError(f"what was kept is no value of this program ({error})") from error
    raise NotKeptError("what was kept is no value of this program")


class _Writer:
    def __init__(self, table: list[Any]) -> None:
        self._table = table
        self._places: dict[int, int] = {}
        self._alive: list[object] = []

    def write(self, value: object) -> Any:
        match value:
            case Enum():
                return ["enum", _name(type(value)), value.name]
            case bool() | int() | str() | None:
                return value
            case float():
                return value if math.isfinite(value) else ["float", repr(value)]
            case np.ndarray():
                data = base64.b64encode(zlib.compress(value.tobytes(), 1)).decode()
                return ["array", value.dtype.str, list(value.shape), data]
            case tuple() if hasattr(value, "_fields"):
                return ["named", _name(type(value)), [self.write(one) for one in value]]
            case tuple():
                return ["tuple", [self.write(one) for one in value]]
            case list():
                return ["list", [self.write(one) for one in value]]
            case frozenset() | set():
                return ["set", [self.write(one) for one in value]]
            case Mapping():
                return ["map", [[self.write(k), self.write(v)] for k, v in value.items()]]
            case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
                return ["value", self._place(value)]
            case _:
                raise NotKeptError(f"{type(value).__name__} is no value that can be kept")

    def _place(self, value: Any) -> int:
        if id(value) not in self._places:
            fields = {
                field.name: self.write(getattr(value, field.name))
                for field in dataclasses.fields(value)
                if field.init
            }
            self._places[id(value)] = len(self._table)
            self._alive.append(value)  # so that no other one is given its number
            self._table.append([_name(type(value)), fields])
        return self._places[id(value)]


class _Reader:
    def __init__(self, table: list[Any], shift: float) -> None:
        self._shift = shift
        self._values: list[Any] = []
        for name, fields in table:
            self._values.append(self._value(name, fields))

    def _value(self, name: str, fields: dict[str, Any]) -> Any:
        kind = _class(name)
        if not dataclasses.is_dataclass(kind):
            raise ValueError(f"{name} is no value")
        make: Any = kind
        moments = TIMES if name.startswith(("device.", "hardware.")) else frozenset[str]()
        return make(
            **{
                field: self._moment(self.read(one)) if field in moments else self.read(one)
                for field, one in fields.items()
            }
        )

    def _moment(self, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return value
        if isinstance(value, int):
            return value + round(self._shift * SECOND)
        return value + self._shift

    def read(self, given: Any) -> Any:
        match given:
            case bool() | int() | float() | str() | None:
                return given
            case ["enum", str(name), str(member)]:
                kind = _class(name)
                if not issubclass(kind, Enum):
                    raise ValueError(f"{name} is no enumeration")
                return kind[member]
            case ["float", ("inf" | "-inf" | "nan") as text]:
                return float(text)
            case ["array", str(kind), [*shape], str(data)]:
                raw = zlib.decompress(base64.b64decode(data))
                array = np.frombuffer(raw, np.dtype(kind)).reshape(shape)
                if array.dtype.hasobject:
                    raise ValueError("an array of no numbers")
                return array.copy()
            case ["named", str(name), [*parts]]:
                kind = _class(name)
                if not (issubclass(kind, tuple) and hasattr(kind, "_fields")):
                    raise ValueError(f"{name} is no tuple")
                return kind(*map(self.read, parts))
            case ["tuple", [*parts]]:
                return tuple(map(self.read, parts))
            case ["list", [*parts]]:
                return [*map(self.read, parts)]
            case ["set", [*parts]]:
                return frozenset(map(self.read, parts))
            case ["map", [*pairs]]:
                return MappingProxyType({self.read(k): self.read(v) for k, v in pairs})
            case ["value", int(place)] if place >= 0:
                return self._values[place]
            case _:
                raise ValueError(f"{str(given)[:40]!r} is no value")


def _name(kind: type) -> str:
    name = f"{kind.__module__}:{kind.__qualname__}"
    if not name.startswith(ROOMS):
        raise NotKeptError(f"{name} is none of this program's values")
    return name


def _class(name: str) -> Any:
    """A class of this program by its name, in a module that is there already."""
    module, _, kind = name.partition(":")
    if not name.startswith(ROOMS) or module not in sys.modules:
        raise ValueError(f"{name} is none of this program's values")
    found = getattr(sys.modules[module], kind)
    if not isinstance(found, type) or found.__module__ != module:
        raise ValueError(f"{name} is none of this program's values")
    return found


# --- what is under way ---

WHOLE = (Lobby, Naming, Looking, Challenge, Settling, Paused)
"""States that are all values, and that a game alone doesn't tell."""

ASKED = (Asking, Pointing)
"""States that do something: they are come to again."""

LOOKED_AFTER = (Aiming, Checking, SwitchingOff, Timing, Trying)
"""While the device is looked after, or its timer is used alone, what was shown before stays kept as
it was."""

FROM_ELSEWHERE = frozenset({"game", "agreed", "offers", "device", "marks"})
"""Fields of a state that the journal, the settings or the call tell, but for what is named below:
the extras, and what became of the camera."""

AGAIN = (
    RollDice,
    LookNow,
    LookCloser,
    FollowAgain,
    CheckDevice,
    FindBackups,
    PackReport,
    LookAtNetwork,
    LookForUpdate,
)
"""Effects of the last input whose answer may not have come in before the program ended."""

MOST_INPUTS = 3000
"""After one question; no household presses as often, and a file doesn't grow for ever."""

Dated: TypeAlias = (
    Press
    | KeyPressed
    | Touched
    | PictureSettled
    | NothingMoves
    | ReadingDone
    | DiceRolled
    | DeviceChecked
    | BackedUp
    | BackupsFound
    | ReportPacked
    | ReportWritten
    | NetworkSeen
    | UpdateFound
    | UpdateLookedFor
    | UpdateEnded
    | PageSwitched
    | Tick
    | CameraLost
    | CameraFound
    | CameraStuck
    | BoardInView
    | CameraHung
    | RecordingEnded
    | JournalFailed
    | JournalWritten
    | Stop
)
"""An input with its moment: any but the end of the program by a mistake in it."""

GOES_ON = Message("The game goes on where it was left.")
AS_LEFT = Message("Names and choices are as they were left.")


@dataclass(frozen=True)
class _Base:
    """The state from which a table is come to again. `number`: its game's in the journal, None
    before there is one; `events`: of which it had so many, or, before a game, what they are."""

    number: int | None
    events: int | tuple[str, ...]
    called: str


LARGEST = 16 * 1024 * 1024
"""Bytes of what was half done when a table ended; a turn has some thousand."""


class UnderWay:
    """The file of one table. `called`: what the call itself says of the game, if it does: a lobby
    of another call isn't taken up. Without a path nothing is kept; what can't be written is said
    once, and tried again with the next thing that is to be kept."""

    def __init__(
        self,
        path: Path | None,
        say: Callable[[str], None] = lambda _: None,
        called: str = "",
    ) -> None:
        self._path, self._say, self._called = path, say, called
        self._lines: list[bytes] = []
        self._whole = False
        self._taken_up: Phase | None = None
        self._again_at: float | None = None
        self._said = False
        self._disk = _Disk()

    # While a table runs

    def follow(
        self,
        before: TableState,
        event: Input,
        after: TableState,
        effects: Sequence[Effect],
        number: int | None,
    ) -> None:
        """Keeps what a step has led to, if the journal doesn't tell it; `number`: the game's
        there. On its way to the disk when this returns, and safe if the program is killed."""
        if self._path is None or isinstance(event, ThreadFailed):
            return
        try:
            self._follow(before, event, after, effects, number)
        except NotKeptError as error:
            log.info("what is half done isn't kept: %s", error)
            self._clear()
        except OSError as error:
            why = error.strerror or str(error)
            if not self._said:
                self._said = True
                self._say(f"{self._path} can't be written ({why}): what is half done isn't kept.")
            log.info("what is half done can't be kept: %s", error)
            self._forget()

    def _forget(self) -> None:
        """What couldn't be added to is begun anew with the next state that is kept; till then what
        lies there is none of this table's any more."""
        try:
            self._clear()
        except OSError as error:
            log.info("what was half done before stays there: %s", error)

    def _follow(
        self,
        before: TableState,
        event: Dated,
        after: TableState,
        effects: Sequence[Effect],
        number: int | None,
    ) -> None:
        if any(isinstance(effect, Finish) for effect in effects):
            if not isinstance(event, Stop):
                self._left(after, number)
            return
        if after is before or isinstance(after.phase, LOOKED_AFTER):
            return
        if isinstance(before.phase, LOOKED_AFTER) and isinstance(after.phase, ASKED):
            return  # it is what was kept
        if self._taken_up is not None and before.phase is self._taken_up:
            self._taken_up = None
        if self._taken_up is not None:
            return  # what had to be said first isn't read yet
        begun = number is None and not isinstance(after.where, BEFORE_THE_GAME)
        from_lobby = bool(self._lines) or isinstance(before.where, BEFORE_THE_GAME)
        if isinstance(after.phase, ASKED) or (begun and from_lobby):
            self._come_to(before, event, effects, number)
        elif isinstance(after.phase, WHOLE):
            self._put([self._base(after, number, event.at)], whole=True)
        else:
            self._clear()

    def board_set_up(self, state: TableState) -> None:
        """The state is the one after the board of another game was looked at."""
        if self._lines and isinstance(state.phase, ASKED):
            self._add({"board": True})

    def _come_to(
        self, before: TableState, event: Dated, effects: Sequence[Effect], number: int | None
    ) -> None:
        again = isinstance(before.phase, ASKED) or (
            number is None and not isinstance(before.where, BEFORE_THE_GAME)
        )
        if not again:
            opened = OpenGame() in effects
            kept_as = None if isinstance(before.where, BEFORE_THE_GAME) else number
            if opened and kept_as is not None:
                self._clear()
                return
            self._put(
                [self._base(before, kept_as, event.at)], whole=isinstance(before.phase, WHOLE)
            )
        if not self._lines:
            return
        if len(self._lines) > MOST_INPUTS:
            self._clear()
            return
        if isinstance(event, PictureSettled):
            event = replace(event, picture=event.picture[:1, :1], frames=())
        self._add({"came": to_json(event), "at": event.at})

    def _left(self, state: TableState, number: int | None) -> None:
        """The players have left: a lobby's choices stay, what was being asked doesn't, and it is
        known which game is to be offered the next time."""
        playing = not state.finished and not isinstance(state.where, BEFORE_THE_GAME)
        if playing and number is not None:
            self._put([_line({"left": number})], whole=False)
        elif self._whole:
            self._put(self._lines[:1], whole=True)
        else:
            self._clear()

    def _base(self, state: TableState, number: int | None, at: float) -> bytes:
        events: int | list[str] = len(state.game.events)
        if isinstance(state.where, BEFORE_THE_GAME):
            number, events = None, [write_event(event) for event in state.game.events]
        values = {
            field.name: getattr(state, field.name)
            for field in dataclasses.fields(state)
            if field.name not in FROM_ELSEWHERE
        }
        values |= {"extras": state.agreed.extras, "camera": state.device.camera}
        if isinstance(state.where, BEFORE_THE_GAME):
            # What the camera saw there is seen again, but for a name in tiles.
            seen = ("sight", "followed") if isinstance(state.phase, Naming) else ()
            board = {name: getattr(state.board, name) for name in ("turn", "name_tiles", *seen)}
            values = {name: values[name] for name in ("phase", "message", "camera")}
            values["board"] = board
        said = {
            "number": number,
            "events": events,
            "called": self._called,
            "at": at,
            "state": to_json(values),
        }
        return _line(said)

    def _add(self, said: dict[str, Any]) -> None:
        line = _line(said)
        if self._path is None:
            return
        if self._again_at is not None:
            line, self._again_at = _line({"again": self._again_at}) + line, None
        appending = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        with os.fdopen(open_itself(self._path, appending, 0o666), "ab", buffering=0) as file:
            file.write(line)
        self._lines.append(line)
        self._disk.write(self._path)

    def _put(self, lines: list[bytes], *, whole: bool) -> None:
        if self._path is None or (lines == self._lines and whole == self._whole):
            return
        replace_file(self._path, b"".join(lines), for_good=False)
        self._again_at = None
        self._lines, self._whole = lines, whole
        self._disk.write(self._path)

    def _clear(self) -> None:
        self._lines, self._whole = [], False
        if self._path is not None:
            self._path.unlink(missing_ok=True)

    def close(self) -> None:
        """Returns once all of it is on the disk."""
        self._disk.close()

    # After a restart

    def taken_up(
        self, state: TableState, number: int | None, now: float
    ) -> tuple[TableState, tuple[Effect, ...]]:
        """The table as it was left, and what has to be done once more: `state` is how it begins by
        its journal, `number` the number of its game there."""
        found = self._found()
        if found is None and number is not None and self._was_left(number):
            asking, effects = ask_to_go_on(state)
            self._lines, self._taken_up = self._read_lines(), asking.phase
            return asking, effects
        if found is None:
            return _going_on(state, number), ()
        base, values, inputs, at = found
        shifts = _shifts(at, inputs, now)
        try:
            fields = dict(from_json(values, shifts[0]))
            begun = self._begun(state, number, base, fields)
        except (NotKeptError, RecordError, ValueError, TypeError, LookupError) as error:
            log.warning("what was half done can't be taken up: %s", error)
            return _going_on(state, number), ()
        if begun is None:
            return _going_on(state, number), ()
        try:
            after, effects = _again(begun, inputs, shifts[1:])
        except Exception as error:  # noqa: BLE001  (whatever a session of another version says)
            log.warning("what was half done can't be come to again: %s", error)
            after, effects, inputs = begun, (), []
        if number is not None and not _same_game(after, state):
            log.info("the journal knows more than what was half done")
            return _going_on(state, number), ()
        if not inputs and not isinstance(begun.phase, WHOLE):
            return _going_on(state, number), ()
        self._whole = isinstance(begun.phase, WHOLE)
        self._lines = self._read_lines() if inputs else self._read_lines()[:1]
        self._again_at = now if inputs else None
        self._taken_up = after.phase if isinstance(after.phase, ASKED) else None
        after = replace(
            after,
            device=replace(
                after.device,
                camera=state.device.camera,
                kept=state.device.kept,
                may_switch_off=state.device.may_switch_off,
                update=state.device.update,  # it may have come to that version
            ),
            clocks=replace(after.clocks, sides=_clocks(state, after, now)),
        )
        if isinstance(after.where, BEFORE_THE_GAME):
            return _with(after, AS_LEFT), effects
        return _with(after, GOES_ON), effects

    def _begun(
        self, state: TableState, number: int | None, base: _Base, values: Any
    ) -> TableState | None:
        """The state from which all else came; None if it isn't this table's any more."""
        phase = values["phase"]
        state = state.with_camera(values.pop("camera"))
        if isinstance(base.events, tuple):
            where = phase.lobby if isinstance(phase, Naming) else phase
            if base.called != self._called or state.offers is None:
                return None
            if not isinstance(where, Lobby):
                return None
            board = values.pop("board")
            state = replace(state, board=replace(state.board, turn=board["turn"] - 1))
            opened = lobby.enter(state, where.setup)
            events = tuple(read_event(body) for body in base.events)
            game = Game.fold(opened.game.start, events)
            begun = with_game(opened, where.setup, game)
            return replace(begun, board=replace(begun.board, **board), **values)
        if base.number != number or number is None:
            return None
        events_then = state.game.events[: base.events]
        if len(events_then) < base.events:
            return None
        game = state.game
        if len(events_then) < len(game.events):
            game = Game.fold(game.start, events_then)
        agreed = replace(state.agreed, extras=values.pop("extras"))
        return replace(state, game=game, agreed=agreed, **values)

    def _found(self) -> tuple[_Base, Any, list[dict[str, Any]], float] | None:
        lines = [_said(line) for line in self._read_lines()]
        match lines:
            case [
                {
                    "number": int() | None as number,
                    "events": int() | list() as events,
                    "called": str(called),
                    "at": float() | int() as at,
                    "state": values,
                },
                *inputs,
            ]:
                told = events if isinstance(events, int) else tuple(map(str, events))
                came = [one for one in inputs if one is not None]
                return _Base(number, told, called), values, came, float(at)
            case _:
                return None

    def _was_left(self, number: int) -> bool:
        """Whether the players have left this game, and nothing has become of it since."""
        first = next(map(_said, self._read_lines()), None)
        return first is not None and first.get("left") == number

    def _read_lines(self) -> list[bytes]:
        """The lines that are whole, up to the first that isn't."""
        if self._path is None:
            return []
        try:
            data = read_file(self._path, LARGEST)
        except NoSuchFileError as error:
            log.warning("%s: nothing is taken up: %s", self._path, error.strerror)
            return []
        except OSError as error:
            log.debug("nothing was half done: %s", error)
            return []
        lines = data.splitlines(keepends=True)
        whole = [_said(line) is not None for line in lines]
        return lines[: whole.index(False)] if False in whole else lines


def under_way_file(journal: Path) -> Path:
    """Where that lies which a journal doesn't tell."""
    return journal.with_name(f"{journal.name}.open")


def _again(
    state: TableState, inputs: Sequence[dict[str, Any]], shifts: Sequence[float]
) -> tuple[TableState, tuple[Effect, ...]]:
    effects: tuple[Effect, ...] = ()
    for said, shift in zip(inputs, shifts, strict=True):
        if "again" in said:
            continue
        if "board" in said:
            followed = Followed.start(state.game.state.position.size)
            state = replace(state, board=state.board.moved_on(followed))
        else:
            state, effects = step(state, from_json(said["came"], shift))
    return state, tuple(effect for effect in effects if isinstance(effect, AGAIN))


def _shifts(at: float, inputs: Sequence[dict[str, Any]], now: float) -> list[float]:
    """By how much the moments of the base and of each input are to be shifted: the last one is now.
    A monotonic clock begins anew with the machine, so each start of the program has its own."""
    shifts: list[float] = []
    last, then = None, now
    for said in reversed([{"at": at}, *inputs]):
        if "again" in said:
            # The start before this one ended when this one began.
            then = float(said["again"]) + (then - (float(said["again"]) if last is None else last))
            last = None
        elif last is None and "at" in said:
            last = float(said["at"])
        shifts.append(then - (then if last is None else last))
    return shifts[::-1]


def _same_game(after: TableState, state: TableState) -> bool:
    """Whether what was come to is the game of the journal, as it stands there."""
    if isinstance(after.where, BEFORE_THE_GAME) or after.game.events != state.game.events:
        return False
    one, other = after.game.state, state.game.state
    return one.sides == other.sides and one.variant.name == other.variant.name


def _clocks(state: TableState, after: TableState, now: float) -> SideClocks | None:
    """The clocks as they are come to, with no more left than was written down while they ran."""
    if after.clocks.sides is None or state.clocks.sides is None:
        return after.clocks.sides or state.clocks.sides
    clocks, kept = after.clocks.sides, state.clocks.sides.left
    clocks = clocks.switched(clocks.runs, now)
    left = {side: min(seconds, kept.get(side, seconds)) for side, seconds in clocks.left.items()}
    return replace(clocks, left=MappingProxyType(left))


def _going_on(state: TableState, number: int | None) -> TableState:
    """The table as its journal tells it; a game that goes on is said to, unless there is more to be
    said of that."""
    if number is None or state.message is not None:
        return state
    return replace(state, message=GOES_ON)


def _with(state: TableState, said: Message) -> TableState:
    if state.message is None or state.message in (GOES_ON, AS_LEFT):
        return replace(state, message=said)
    then = state.message
    if then.values.get("first") == said:
        return state
    return replace(state, message=and_then(said, then))


def _line(said: dict[str, Any]) -> bytes:
    text = json.dumps(said, separators=(",", ":")).encode()
    return b"%08x " % zlib.crc32(text) + text + b"\n"


def _said(line: bytes) -> dict[str, Any] | None:
    """What a line says; None for one that is cut off or damaged."""
    proof, _, text = line.rstrip(b"\n").partition(b" ")
    if not line.endswith(b"\n") or proof != b"%08x" % zlib.crc32(text):
        return None
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


class _Disk:
    """Has a file put on the disk for good, beside the loop: a card takes longer than a press."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._path: Path | None = None
        self._closed = False
        self._thread: threading.Thread | None = None

    def write(self, path: Path) -> None:
        with self._changed:
            self._path = path
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(
                    target=watched(self._run), name="half done", daemon=True
                )
                self._thread.start()
            self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._path is not None)
                path, self._path = self._path, None
            if path is None:
                return
            try:
                number = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
                try:
                    os.fsync(number)
                finally:
                    os.close(number)
            except OSError as error:
                log.debug("%s is no longer there: %s", path, error)
