"""How the table is used, for somebody who has five minutes: a tour in pictures, and help in words.

Five cards, shown after the first start and from the lobby, and three pages of help there. Any
button goes on, and a single press leaves. They say how a play is entered at this table, with or
without a camera; to players who touch the screen they name what is touched, to others their buttons
or keys. Knows no screen. Tests: tests/device/test_tour.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from device.language.texts import Message
from device.session.core.state import (
    DeviceState,
    Explaining,
    Guide,
    Lobby,
    Step,
    TableState,
    Tip,
    in_phase,
)
from device.session.turn.challenge import CHALLENGE_SIGN
from hardware.panel.port import Press


class Picture(StrEnum):
    """What is pictured on a card of the tour."""

    TABLE = "table"
    TURN = "turn"
    QUESTION = "question"
    VERDICT = "verdict"
    MENU = "menu"


@dataclass(frozen=True)
class Card:
    """A card of the tour: its title, a sentence or two, and what is pictured."""

    title: Message
    text: Message
    picture: Picture


@dataclass(frozen=True)
class HelpPage:
    """A page of help: its title, and its tips from the top."""

    title: Message
    tips: tuple[Tip, ...]


def cards_of(guide: Guide, device: DeviceState) -> tuple[Card | HelpPage, ...]:
    """All cards of the tour, or all pages of the help, as they are true of this device."""
    return tuple(_tour(device) if guide is Guide.TOUR else _help(device))


def card_shown(state: TableState) -> Card | HelpPage | None:
    """The card or page on the screen; None while nothing is being explained."""
    phase = state.phase
    if not isinstance(phase, Explaining):
        return None
    return cards_of(phase.guide, state.device)[phase.place]


# --- the tour ---


def _tour(device: DeviceState) -> Iterator[Card]:
    yield Card(
        Message("What’s on the screen"),
        Message("The board, and everyone’s points. The arrow shows whose turn it is."),
        Picture.TABLE,
    )
    yield Card(Message("A turn"), _how_to_play(device), Picture.TURN)
    yield Card(Message("When it asks"), _how_to_answer(device), Picture.QUESTION)
    yield Card(Message("Something wrong?"), _how_to_put_right(device), Picture.VERDICT)
    yield Card(Message("Everything else"), _the_rest(device), Picture.MENU)


def _how_to_answer(device: DeviceState) -> Message:
    if device.touched:
        return Message("Not sure? It asks. Touch the right answer.")
    return Message(
        "Not sure? It asks. OK accepts the highlighted answer, the arrows choose another."
    )


def _how_to_put_right(device: DeviceState) -> Message:
    if device.touched:
        return Message(
            "“Undo” undoes the last thing. “{sign}” checks the words of the last play.",
            {"sign": CHALLENGE_SIGN},
        )
    return Message("UNDO undoes the last thing. CHALLENGE checks the words of the last play.")


def _the_rest(device: DeviceState) -> Message:
    """A panel's buttons have names, a keyboard's keys only arrows."""
    if device.touched:
        return Message(
            "“Menu” is for exchanging or passing. Touch the last play to see the turns so far."
        )
    if device.keyboard:
        return Message(
            "The right arrow opens the menu, to exchange or pass. "
            "The left one shows the turns so far."
        )
    return Message("NEXT opens the menu, to exchange or pass. BACK shows the turns so far.")


def _how_to_play(device: DeviceState) -> Message:
    if device.sees and device.touched:
        return Message("Lay your word, then touch “score my play”. The points appear.")
    if device.sees and device.keyboard:
        return Message("Lay your word, then press your own key, from 1 to 4. The points appear.")
    if device.sees:
        return Message("Lay your word, then press your own button. The points appear.")
    if device.touched:
        return Message(
            "Touch the square where your play starts, then its letters. “Done” scores it."
        )
    if device.keyboard:
        return Message(
            "Type your play, such as 8H SMILE, or click the square where it starts. OK scores it."
        )
    return Message(
        "Press OK and choose your play’s square, then its letters. Your own button scores it."
    )


# --- the help ---


def _help(device: DeviceState) -> Iterator[HelpPage]:
    yield HelpPage(Message("What’s on the screen"), tuple(_parts_of_the_screen(device)))
    yield HelpPage(Message("A turn"), tuple(_ways_to_play(device)))
    yield HelpPage(Message("When it asks"), tuple(_ways_to_answer(device)))


def _parts_of_the_screen(device: DeviceState) -> Iterator[Tip]:
    board = Message("The tiles as you entered them; the last word is highlighted.")
    if device.sees:
        board = Message("The tiles as the camera sees them; the last word is highlighted.")
    yield Tip(Message("Board"), board)
    yield Tip(Message("Points"), Message("The arrow and the frame show whose turn it is."))
    yield Tip(
        Message("Last play"),
        Message(
            "Each word, and how it scores. {sign} means: challenge it now.",
            {"sign": CHALLENGE_SIGN},
        ),
    )
    yield Tip(Message("Arrow"), Message("It stands before what you have to do."))
    yield Tip(Message("Below"), Message("What has just happened, and what is missing."))


def _ways_to_play(device: DeviceState) -> Iterator[Tip]:
    yield Tip(Message("A word"), _how_to_play(device))
    yield Tip(Message("Then"), Message("Draw new tiles: it’s the next player’s turn."))
    yield Tip(Message("A blank"), Message("Counts 0. You are asked for its letter."))
    about = Message("No word?")
    if device.touched:
        yield Tip(about, Message("“Menu” is for exchanging or passing."))
    elif device.keyboard:
        yield Tip(about, Message("The right arrow opens the menu, to exchange or pass."))
    else:
        yield Tip(about, Message("NEXT opens the menu, to exchange or pass."))
    if device.sees and device.touched:
        yield Tip(Message("Forgot to touch?"), Message("The next player’s tile ends your turn."))
    elif device.sees:
        yield Tip(
            Message("Forgot to press?"), Message("The next player’s tile or button ends your turn.")
        )


def _ways_to_answer(device: DeviceState) -> Iterator[Tip]:
    if device.touched:
        yield Tip(Message("Answers"), Message("Touch the one you mean."))
        yield Tip(Message("Undo"), Message("Goes one step back, as often as you like."))
        yield Tip(
            Message("Later"),
            Message("Some questions can wait: play on, and touch “Questions waiting” later."),
        )
    else:
        yield Tip(Message("OK"), Message("accepts the highlighted answer."))
        yield Tip(Message("Arrows"), Message("choose another. Or touch the answer."))
        yield Tip(Message("UNDO"), Message("goes one step back, as often as you like."))
        yield Tip(
            Message("Later"), Message("Some questions can wait: play on, and press OK later.")
        )
    yield Tip(
        Message("Wrong?"), Message("Correct any tile, however old: menu, More…, Corrections…")
    )


# --- what is pressed ---


def explain(state: TableState, guide: Guide, place: int = 0) -> Step:
    """Opens the tour or the help from the lobby, on this card."""
    lobby = state.phase
    if not isinstance(lobby, Lobby):
        return state, ()
    return replace(state, phase=Explaining(lobby, guide, place), message=None), ()


@in_phase(Explaining)
def next_card(state: TableState, phase: Explaining, press: Press) -> Step:
    """Goes on to the next card; after the last one, back to the lobby."""
    if phase.place + 1 < len(cards_of(phase.guide, state.device)):
        return _turned_to(state, phase, phase.place + 1)
    return leave_cards(state, press)


@in_phase(Explaining)
def card_before(state: TableState, phase: Explaining, press: Press) -> Step:
    """Goes one card back; from the first one, to the lobby."""
    if phase.place > 0:
        return _turned_to(state, phase, phase.place - 1)
    return leave_cards(state, press)


@in_phase(Explaining)
def leave_cards(state: TableState, phase: Explaining, press: Press) -> Step:
    """Skips all the cards that are left, and goes to the lobby."""
    # Pressed once more in haste, OK begins no game.
    return replace(state, phase=replace(phase.lobby, since=press.at), message=None), ()


def _turned_to(state: TableState, phase: Explaining, place: int) -> Step:
    return replace(state, phase=replace(phase, place=place), message=None), ()
