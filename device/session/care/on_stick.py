"""What leaves the table on a USB stick and comes back from one: backups, and reports of wrong
readings.

Each is asked for here and done elsewhere; a picture leaves only after somebody has seen it and said
so, and what is put back only before or after a game. Tests: tests/device/test_care.py,
tests/device/test_stick.py, tests/device/test_stick_at_the_table.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from device.language.texts import Message
from device.session.core.commit import ask, option, tell
from device.session.core.effects import Afterwards, Finish, FromTable, Job
from device.session.core.state import (
    Act,
    Awaited,
    Do,
    Lobby,
    Option,
    Over,
    Question,
    Step,
    TableState,
    Then,
)
from device.session.turn.corrections import plays_shown

BACK_UP = "back up"
"""A job: writes a backup to the stick that is plugged in, and gives what is said of that."""

FIND_BACKUPS = "find backups"
"""A job: gives the backups on the sticks that are plugged in, the newest first."""

PACK_REPORT = "pack report"
"""A job: reads the picture of an event of a game once more, by both numbers, and packs it with what
lay there; nothing is written. Gives what is packed, or why it can't be had."""

WRITE_REPORT = "write report"
"""A job: writes what was packed of that event, and gives what is said of that; None where that
isn't packed any more."""

MOST_BACKUPS = 4
"""So many are offered, the newest first: a page has six lines."""


@dataclass(frozen=True)
class FoundBackup:
    """A backup on a stick: its file, and when it was made, as it is shown."""

    path: str
    made: str


@dataclass(frozen=True)
class PackedReport:
    """A report of a wrong reading is ready to be written; `tiles`: with what is known of the
    household's own."""

    tiles: bool


def ask_stick(state: TableState, back: Act, stay: Act) -> Step:
    """Asks what is to be put on a stick, or taken from one; `back` leads to the page before, `stay`
    to where the table was."""
    again = Do(ask_stick, back, stay)
    options = (
        option("Back up to a USB stick", Do(_back_up, stay)),
        *_offer_to_put_back(state, again),
        *_offer_report(state, again, stay),
        option("Back", back),
    )
    return ask(state, Question(Message("USB stick: backups and reports"), options, can_wait=True))


def _said_meanwhile(state: TableState, stay: Act, said: Message) -> Step:
    """Back to where the table was, with a sentence on what is done beside it."""
    after, effects = stay(state)
    return replace(after, message=said), effects


# --- a backup ---


def _back_up(state: TableState, stay: Act) -> Step:
    """All that the household has is written to a USB stick; what came of it is said later."""
    after, effects = _said_meanwhile(state, stay, Message("Backing up …"))
    return after, (*effects, Job(BACK_UP))


def backed_up(state: TableState, said: Message | None) -> Step:
    """Says what came of a backup."""
    nowhere = Message("Games of this table are kept elsewhere, or nowhere: nothing was backed up.")
    return tell(state, said or nowhere)


def _offer_to_put_back(state: TableState, back: Act) -> Iterator[Option]:
    """The table ends for it, and is started anew: only where somebody does so."""
    if state.device.may_switch_off and isinstance(state.where, Lobby | Over):
        yield option("Put a backup back …", Do(_look_for_backups, back))


def _look_for_backups(state: TableState, back: Act) -> Step:
    text = Message("Looking for a USB stick …")
    awaits = Awaited(FIND_BACKUPS, Then(_ask_which_backup, back))
    question = Question(text, (option("Back", back),), can_wait=True, awaits=awaits)
    asked, effects = ask(state, question)
    return asked, (*effects, Job(FIND_BACKUPS, repeatable=True))


def _ask_which_backup(state: TableState, there: tuple[FoundBackup, ...] | None, back: Act) -> Step:
    if not there:
        none = Message("No backup is on a USB stick: put one in, and try again.")
        return ask(state, Question(none, (option("Back", back),), can_wait=True))
    options = (_backup(one, back) for one in there[:MOST_BACKUPS])
    text = Message("Which backup is put back?")
    return ask(state, Question(text, (*options, option("Back", back)), can_wait=True))


def _backup(found: FoundBackup, back: Act) -> Option:
    label = Message("{day}", {"day": found.made})
    return Option(label, Do(_ask_whether_sure, found, back))


def _ask_whether_sure(state: TableState, found: FoundBackup, back: Act) -> Step:
    text = Message(
        "Put back what was kept on {day}? Games, names, tiles and words that are here give way, and"
        " are kept as a backup of their own. Settings stay.",
        {"day": found.made},
    )
    options = (
        option("No, leave all as it is", back),
        option("Yes, put it back", Do(_put_back, found)),
    )
    return ask(state, Question(text, options, can_wait=True))


def _put_back(state: TableState, found: FoundBackup) -> Step:
    after, _ = tell(state, Message("The backup is put back, and the table starts anew …"))
    return after, (Finish(Afterwards.PUT_BACK, found.path),)


# --- a report of a wrong reading ---


def _offer_report(state: TableState, back: Act, stay: Act) -> Iterator[Option]:
    if plays_shown(state):
        yield option("Report a wrong reading …", Do(_show, 0, back, stay))


def _show(state: TableState, place: int, back: Act, stay: Act) -> Step:
    """The picture of a play, the newest first: is it that one?"""
    plays = plays_shown(state)
    play = plays[place]
    options = [option("Report this picture", Do(_pack, play.number, back, stay))]
    if place + 1 < len(plays):
        options.append(_step("The play before", place + 1, back, stay))
    if place > 0:
        options.append(_step("The play after", place - 1, back, stay))
    options.append(option("Back", Do(_put_away, back)))
    text = Message("{turn}: was this read wrongly?", {"turn": play.text})
    shown = replace(state, picture=play.number)
    return ask(shown, Question(text, tuple(options), can_wait=True))


def _step(text: str, place: int, back: Act, stay: Act) -> Option:
    return option(text, Do(_show, place, back, stay))


def _unseen(state: TableState) -> TableState:
    return replace(state, picture=None)


def _put_away(state: TableState, then: Act) -> Step:
    """The picture is looked at no longer."""
    return then(_unseen(state))


def _pack(state: TableState, play: int, back: Act, stay: Act) -> Step:
    """The play with this number is read once more and packed, and nothing is written yet."""
    leave = option("Back", Do(_put_away, back))
    awaits = Awaited(PACK_REPORT, Then(_ask_whether_to_write, play, back, stay))
    question = Question(Message("Reading it once more …"), (leave,), can_wait=True, awaits=awaits)
    asked, effects = ask(state, question)
    return asked, (*effects, Job(PACK_REPORT, (FromTable.GAME_NUMBER, play), repeatable=True))


def _ask_whether_to_write(
    state: TableState, packed: PackedReport | Message | None, play: int, back: Act, stay: Act
) -> Step:
    """Says what is in it, and asks whether that may leave the table."""
    if packed is None:
        packed = Message("No pictures are kept at this table: there is nothing to report.")
    if isinstance(packed, Message):
        leave = option("Back", Do(_put_away, back))
        return ask(_unseen(state), Question(packed, (leave,), can_wait=True))
    text = Message(
        "In the report: this picture, what was read, what lay there, how the device is."
        " No names. May the picture go in? Hands and faces may be in it."
    )
    if packed.tiles:
        text = Message(
            "In the report: this picture, what was read, what lay there, how your tiles look, how"
            " the device is. No names. May the picture go in? Hands and faces may be in it."
        )

    yes, no = _write_it_or_not(play, stay)
    look = option("Look at the picture", Do(_look_again, play, stay))
    return ask(_unseen(state), Question(text, (yes, look, no), can_wait=True))


def _write_it_or_not(play: int, stay: Act) -> tuple[Option, Option]:
    return option("Yes, write it", Do(_write, play, stay)), option("No", Do(_put_away, stay))


def _look_again(state: TableState, play: int, stay: Act) -> Step:
    answers = _write_it_or_not(play, stay)
    question = Question(Message("May this picture go in?"), answers, can_wait=True)
    return ask(replace(state, picture=play), question)


def _write(state: TableState, play: int, stay: Act) -> Step:
    after, effects = _said_meanwhile(_unseen(state), stay, Message("Writing the report …"))
    return after, (*effects, Job(WRITE_REPORT, (FromTable.GAME_NUMBER, play)))


def report_written(state: TableState, said: Message | None) -> Step:
    """Says what came of writing a report."""
    return tell(state, said or Message("Nothing was written: begin once more, please."))
