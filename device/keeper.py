"""Keeps a running game in the journal, and takes an unfinished one up again.

Between the session's effects and the journal's text. What couldn't be written is tried again with
the next event, so that a disk with room again has the whole game.
Tests: tests/device/test_journal.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from device.journal import Journal, JournalError, KeptGame
from device.states import CloseGame, Erase, Record
from engine.game import Game
from engine.record import GameRecord, RecordError, read_record, write_record
from engine.record_events import read_event, write_event
from engine.variants import Variant

ToKeep: TypeAlias = Record | Erase | CloseGame


@dataclass(frozen=True)
class Resumed:
    """An unfinished game: its number in the journal, and how it stands."""

    number: int
    game: Game


class Keeper:
    """Writes one game's events; without a journal it keeps nothing."""

    def __init__(self, journal: Journal | None, number: int | None, head: str) -> None:
        self._journal, self._number, self._head = journal, number, head
        self._waiting: list[ToKeep] = []

    @classmethod
    def of(
        cls, journal: Journal | None, variant: Variant, sides: tuple[str, ...], number: int | None
    ) -> Keeper:
        """A keeper of a new game, or of that number, taken up again."""
        head = GameRecord(
            variant.name,
            variant.language,
            sides,
            options=variant.options,
            layout=variant.own_layout,
        )
        return cls(journal, number, write_record(head))

    def keep(self, what: ToKeep) -> None:
        """Writes it down, after all that couldn't be written before; JournalError if it can't."""
        if self._journal is None:
            return
        self._waiting.append(what)
        if self._number is None:
            self._number = self._journal.begin(self._head)
        while self._waiting:
            self._write(self._journal, self._number, self._waiting[0])
            del self._waiting[0]

    def _write(self, journal: Journal, game: int, what: ToKeep) -> None:
        match what:
            case Record(number, event):
                journal.append(game, number, write_event(event))
            case Erase(number):
                journal.drop(game, number)
            case CloseGame():
                journal.close_game(game)


def unfinished(journal: Journal) -> Resumed | None:
    """The last game, if it isn't over; JournalError if it can't be taken up again."""
    kept = journal.unfinished()
    if kept is None:
        return None
    try:
        return Resumed(kept.number, _game(kept))
    except RecordError as error:
        raise JournalError(str(error)) from error


def _game(kept: KeptGame) -> Game:
    events = tuple(read_event(body) for body in kept.events)
    return replace(read_record(kept.head), events=events).play_again()
