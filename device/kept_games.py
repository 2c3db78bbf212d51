"""What the journal holds as text, as a game again; and which event laid each play of its sheet.

Knows neither files nor a running session, so that looking into old games loads no camera's
libraries. Tests: tests/device/test_journal.py, tests/device/test_history.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from device.journal import JournalError, KeptGame
from engine.events import Played, Replaced, TableEvent, TileCorrected, Withdrawn
from engine.game import Game
from engine.record import RecordError, read_record
from engine.record_events import read_event

Picture = TypeVar("Picture")


def game_of(kept: KeptGame) -> Game:
    """The game that a journal has kept; JournalError if it can't be played again."""
    try:
        events = tuple(read_event(body) for body in kept.events)
        return replace(read_record(kept.head), events=events).play_again()
    except RecordError as error:
        raise JournalError(str(error)) from error


def events_of_plays(game: Game) -> dict[int, int]:
    """For each play on the score sheet, by its place in `state.entries`, its event's number.

    Plays that were taken back have no line there. Two plays of a side on the same squares are told
    apart by their order.
    """
    standing = _standing(game)
    found: dict[int, int] = {}
    for place, entry in reversed(list(enumerate(game.state.entries))):
        if entry.scored is None:
            continue
        laid = (entry.side, entry.scored.play.tiles.keys())
        same = [n for n, play in enumerate(standing) if laid == (play[1].by, play[1].tiles.keys())]
        if same:
            found[place] = standing[same[-1]][0]
            del standing[same[-1] :]
    return found


def pictures_of_plays(game: Game, pictures: Sequence[tuple[int, Picture]]) -> Mapping[int, Picture]:
    """For each play on the score sheet, by its place there, its picture, if one was kept.

    A picture bears the number of the last event of the turn that it closed, which may come after
    the play's own; it is the play's as long as no other play lies between.
    """
    laid = [n for n, event in enumerate(game.events) if isinstance(event, Played)]
    found: dict[int, Picture] = {}
    for place, number in events_of_plays(game).items():
        beyond = next((other for other in laid if other > number), len(game.events))
        own = [picture for event, picture in pictures if number <= event < beyond]
        if own:
            found[place] = own[0]
    return found


def _standing(game: Game) -> list[tuple[int, Played]]:
    """The plays that fit and weren't taken back, with the numbers of their events, in order."""
    happened: dict[int, TableEvent] = {}
    for number, event in enumerate(game.events):
        match event:
            case Replaced(index, other):
                if index in happened:
                    happened[index] = other
            case TileCorrected():
                pass  # on the same squares it is still the same play
            case _:
                happened[number] = event
    unfit = {misfit.index for misfit in game.misfits}
    standing: list[tuple[int, Played]] = []
    for number, table_event in happened.items():
        if number in unfit:
            continue
        if isinstance(table_event, Played):
            standing.append((number, table_event))
        elif isinstance(table_event, Withdrawn) and standing:
            del standing[-1]
    return standing
