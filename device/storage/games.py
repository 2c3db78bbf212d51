"""Games in the journal: saved while they are played, resumed, and examined afterwards.

Sits between the session's effects and the journal's text. Failed writes are retried with the next
event, so that a disk with room again gets the whole game. Knows no file and no camera.
Tests: tests/device/test_journal.py, tests/device/test_history.py.
"""

from __future__ import annotations

import dataclasses
import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from types import MappingProxyType
from typing import TypeAlias, TypeVar

import msgspec

from device.score.statistics import Outcome, outcomes
from device.session.core.effects import CloseGame, Erase, Record
from device.session.core.setup import (
    NO_EXTRAS,
    Extras,
    ExtrasError,
    Setup,
    read_extras,
    write_extras,
)
from device.storage.journal import Journal, JournalError, KeptGame
from engine.events import Played, Side, Signed
from engine.game import Game
from engine.records.record import (
    GameRecord,
    RecordError,
    StartingPosition,
    read_event,
    read_record,
    write_event,
    write_record,
)
from engine.records.table_notes import Answered, TableNotes
from engine.sentences import Sentence
from engine.squares import Square
from engine.turns.ending import is_settled, unsigned
from engine.variants import Variant

log = logging.getLogger(__name__)

# --- saved games ---

LONGEST_TURN = 30 * 60.0
"""Seconds: a longer pause means that nobody is at the table."""

PictureT = TypeVar("PictureT")


def game_of(kept: KeptGame) -> Game:
    """The game that a journal holds; JournalError if it can't be replayed."""
    try:
        events = tuple(read_event(body) for body in kept.events)
        return replace(read_record(kept.head), events=events).play_again()
    except RecordError as error:
        raise JournalError(str(error)) from error


def is_over(kept: KeptGame, game: Game) -> bool:
    """Whether nobody is playing that game any more."""
    return kept.over or game.state.over is not None


def is_hidden(kept: KeptGame, game: Game) -> bool:
    """Whether the players have chosen not to see its points yet; JournalError if that can't be
    read. Only for a journal's newest game: no other one is resumed."""
    try:
        extras = read_extras(kept.extras)
    except ExtrasError as error:
        raise JournalError(str(error)) from error
    return extras.hide_scores and not (kept.over or is_settled(game.state))


def is_rated(kept: KeptGame) -> bool:
    """Whether it was played at a tournament, where results are signed."""
    try:
        return read_extras(kept.extras).tournament
    except ExtrasError as error:
        log.info("nobody is asked to sign game %s: %s", kept.number, error)
        return False


def record_of(kept: KeptGame) -> GameRecord:
    """Everything in a journal about a game, without totals; JournalError if it can't be read."""
    try:
        events = tuple(read_event(body) for body in kept.events)
        return replace(read_record(kept.head), events=events, table=_table_notes(kept))
    except RecordError as error:
        raise JournalError(str(error)) from error


def _table_notes(kept: KeptGame) -> TableNotes:
    """The device's notes from during the game."""
    answers = []
    for number, (note, wall) in enumerate(zip(kept.notes, kept.walls, strict=True)):
        for one in _answers_of(number, note):
            before = number + (one.wall > wall)  # what was asked last is noted with the last event
            at = round(one.wall - kept.wall, 1)
            answers.append(Answered(before, at, one.question, one.answer))
    return TableNotes(
        datetime.fromtimestamp(kept.wall).astimezone().isoformat(timespec="seconds"),
        tuple(round(wall - kept.wall, 1) for wall in kept.walls),
        tuple(answers),
        MappingProxyType(_switched_on(kept.extras)),
    )


def _answers_of(number: int, note: str) -> tuple[_Answer, ...]:
    """The answers noted with an event, a line each."""
    try:
        lines = note.split("\n") if note else ()
        return tuple(msgspec.json.decode(line, type=_Answer) for line in lines)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RecordError(
            Sentence(
                "A note on event {number} can’t be read ({why}).",
                number=number,
                why=error,
            )
        ) from error


def _switched_on(extras: str) -> dict[str, object]:
    """The extras that differ from the bare rule sheets."""
    try:
        given = dataclasses.asdict(read_extras(extras))
    except ExtrasError as error:
        raise RecordError(str(error)) from error
    usual = dataclasses.asdict(NO_EXTRAS)
    return {name: value for name, value in given.items() if value != usual[name]}


class _Answer(msgspec.Struct, frozen=True):
    """An answer as the journal notes it with an event."""

    wall: float
    question: str
    answer: str


def asked_for(journal: Journal, number: int) -> KeptGame:
    """The game of that number; JournalError, which names the newest, if there is none."""
    kept = journal.game(number)
    if kept is not None:
        return kept
    newest = next(iter(journal.games()), None)
    there = (
        Sentence("none saved there yet")
        if newest is None
        else Sentence("the newest is {number}", number=newest.number)
    )
    raise JournalError(
        Sentence(
            "There’s no game {number} in {path}: {why}.",
            number=number,
            path=journal.path,
            why=there,
        )
    )


def seconds_played(kept: KeptGame) -> float:
    """How long a game was played, by the times of its events: breaks, and corrections of the
    machine's clock, are left out."""
    moments = (kept.wall, *kept.walls)
    gaps = (later - earlier for earlier, later in pairwise(moments))
    return sum(gap for gap in gaps if 0 <= gap <= LONGEST_TURN)


def events_of_plays(game: Game) -> dict[int, int]:
    """For each play on the score sheet, by its place in `state.entries`, its event's number.

    Plays that were taken back have no line there. Where a clock runs, a play gets its line later,
    when it counts.
    """
    found: dict[int, int] = {}
    laid: dict[tuple[Side, frozenset[Square]], int] = {}
    before = game.start.entries
    for number, event, state in game.states():
        if isinstance(event, Played):
            laid[event.by, frozenset(event.tiles)] = number
        # Where a play is taken back, points given since move up into its place.
        same, now = min(len(before), len(state.entries)), state.entries
        while same and now[same - 1] is not before[same - 1]:
            same -= 1
        found = {place: n for place, n in found.items() if place < same}
        for place, entry in enumerate(now[same:], same):
            if entry.scored is not None:
                found[place] = laid[entry.side, frozenset(entry.scored.play.tiles)]
        before = now
    return found


def pictures_of_plays(
    game: Game, pictures: Sequence[tuple[int, PictureT]]
) -> Mapping[int, PictureT]:
    """For each play on the score sheet, by its place there, its picture, if one was kept.

    A picture has the number of the last event of the turn it closed, which may come after the
    play's own; it belongs to the play as long as no other play lies between.
    """
    laid = [n for n, event in enumerate(game.events) if isinstance(event, Played)]
    found: dict[int, PictureT] = {}
    for place, number in events_of_plays(game).items():
        beyond = next((other for other in laid if other > number), len(game.events))
        own = [picture for event, picture in pictures if number <= event < beyond]
        if own:
            found[place] = own[0]
    return found


# --- a game being played ---

GAMES_WITH_NAMES = 50
"""How many recent games are searched for names of players."""

ToKeep: TypeAlias = Record | Erase | CloseGame


@dataclass(frozen=True)
class Resumed:
    """An unfinished game: its number in the journal, its position, the device's extras, the saved
    state of its clocks, and how many seconds it was played."""

    number: int
    game: Game
    extras: Extras = NO_EXTRAS
    clock: str = ""
    played: float = 0.0


def head_of(game: Game) -> GameRecord:
    """The record of a game without its events."""
    return _record(game.state.variant, game.state.sides, start_of(game) or StartingPosition())


def _record(variant: Variant, sides: tuple[str, ...], start: StartingPosition) -> GameRecord:
    return GameRecord(
        variant.name,
        variant.language,
        sides,
        options=variant.options,
        layout=variant.own_layout,
        start=start,
    )


class Keeper:
    """Writes one game's events; without a journal it keeps nothing."""

    def __init__(
        self, journal: Journal | None, number: int | None, head: str, extras: Extras
    ) -> None:
        self._journal, self._number = journal, number
        self._head = head
        self._extras = write_extras(extras)
        self._waiting: list[tuple[ToKeep, str]] = []
        self._answers: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        journal: Journal | None,
        variant: Variant,
        sides: tuple[str, ...],
        number: int | None,
        extras: Extras = NO_EXTRAS,
        start: StartingPosition | None = None,
    ) -> Keeper:
        """A keeper of a new game, or of the resumed game of that number; `start`: the position a
        new game begins from."""
        head = _record(variant, sides, start or StartingPosition())
        return cls(journal, number, write_record(head), extras)

    @property
    def number(self) -> int | None:
        """The game's number in the journal, once it has begun there."""
        return self._number

    def keep(self, what: ToKeep, between: Callable[[], None] = lambda: None) -> None:
        """Writes an event, after all pending ones; JournalError if it can't. `between` is called
        after each: a whole game may have waited for a slow disk."""
        self.later(what)
        self.write_waiting(between)

    @property
    def waits(self) -> bool:
        """Whether writes are pending."""
        return bool(self._waiting)

    def write_waiting(self, between: Callable[[], None] = lambda: None) -> None:
        """Writes what is pending; JournalError and `between` as `keep`."""
        if self._journal is None:
            return
        if self._number is None:
            self._number = self._journal.begin(self._head, self._extras)
            between()
        while self._waiting:
            self._write(self._journal, self._number, *self._waiting[0])
            del self._waiting[0]
            between()

    def later(self, what: ToKeep) -> None:
        """Queues it to be written with the next event."""
        if self._journal is None:
            return
        note = ""
        if isinstance(what, Record | CloseGame):
            note, self._answers = "\n".join(self._answers), ()
        self._waiting.append((what, note))

    def note(self, question: str, answer: str) -> None:
        """Notes with the next event that this was asked and answered."""
        if self._journal is not None:
            noted = msgspec.json.encode(_Answer(self._journal.now, question, answer)).decode()
            self._answers = (*self._answers, noted)

    def keep_clock(self, body: str, *, in_background: bool = False) -> None:
        """Writes the clocks' remaining time, once the game has begun in the journal; JournalError
        if it can't. A failed write isn't retried: the next time replaces this one.
        `in_background`: a clock is running that mustn't wait for the disk: it returns at once."""
        if self._journal is None or self._number is None:
            return
        keep = self._journal.keep_clock_in_background if in_background else self._journal.keep_clock
        keep(self._number, body)

    def _write(self, journal: Journal, game: int, what: ToKeep, note: str) -> None:
        match what:
            case Record(number, event):
                reopens = not isinstance(event, Signed)
                journal.append(game, number, write_event(event), note, reopens=reopens)
            case Erase(number):
                journal.drop(game, number)
            case CloseGame():
                journal.close_game(game, note)


class HouseholdGames:
    """The outcomes of the finished games in a journal, newest first: each is replayed once. Games
    that this version can't read are left out."""

    def __init__(self, journal: Journal, most: int | None = None) -> None:
        self._journal, self._most = journal, most
        self._known: dict[int, tuple[Outcome, ...]] = {}

    def outcomes(self) -> tuple[Outcome, ...]:
        """Of all games, or of the `most` newest ones."""
        found: list[Outcome] = []
        try:
            lines = [line for line in self._journal.games() if line.over][: self._most]
            for line in lines:
                if line.number not in self._known:
                    self._known[line.number] = self._outcomes(line.number)
                found += self._known[line.number]
        except JournalError as error:
            log.info("the games can't be counted: %s", error)
        return tuple(found)

    def _outcomes(self, number: int) -> tuple[Outcome, ...]:
        kept = self._journal.game(number)
        try:
            return () if kept is None else outcomes(game_of(kept).state)
        except JournalError as error:
            log.info("game %s isn't counted: %s", number, error)
            return ()


def last_setup(journal: Journal) -> Setup | None:
    """The last game played, as a default for the next evening; None if there is none that this
    version can read."""
    try:
        kept = journal.last_head()
        return None if kept is None else Setup.of(read_record(kept[0]), read_extras(kept[1]))
    except (JournalError, RecordError, ExtrasError) as error:
        log.info("what was played last can't be taken up: %s", error)
        return None


def names_played(journal: Journal) -> tuple[str, ...]:
    """The names of past players, most recent first; games that this version can't read are left
    out."""
    names = dict[str, None]()
    try:
        for line in journal.games()[:GAMES_WITH_NAMES]:
            names.update(dict.fromkeys(_sides(line.head)))
    except JournalError as error:
        log.info("nobody knows who has played here: %s", error)
    return tuple(names)


def _sides(head: str) -> tuple[str, ...]:
    try:
        return read_record(head).sides
    except RecordError as error:
        log.info("a game whose sides can't be read: %s", error)
        return ()


def start_of(game: Game) -> StartingPosition | None:
    """A game's starting position for its record; None for an empty board with the full set and no
    points beyond those each side begins with (an option of their own)."""
    start, given = game.start, game.start.variant.begin_points
    totals = {side: points - given.get(side, 0) for side, points in start.totals.items()}
    if not start.position.tiles and not any(totals.values()) and not start.absent:
        return None
    pool = "".join(sorted(Counter(start.unseen).elements())) if start.absent else None
    return StartingPosition(
        rows=start.position.rows(),
        heights=start.position.height_rows(),
        totals=totals,
        bag=start.bag,
        racks=dict(start.held),
        pool=pool,
    )


def unfinished(journal: Journal) -> Resumed | None:
    """The last game, if it isn't over, or is a tournament's whose result isn't signed; JournalError
    if it can't be resumed."""
    kept = journal.newest()
    if kept is None or (kept.over and not is_rated(kept)):
        return None
    try:
        game, extras = game_of(kept), read_extras(kept.extras)
        if kept.over and not unsigned(game.state):
            return None
        return Resumed(kept.number, game, extras, kept.clock, seconds_played(kept))
    except ExtrasError as error:
        raise JournalError(str(error)) from error
