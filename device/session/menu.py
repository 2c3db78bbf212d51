"""The menu of what is done more rarely at a table: a question whose answers begin it.

Offers only what can be done now, what is wanted most often first; what that is is told in the file
of its subject. Tests: tests/device/test_menu.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from device.language.texts import Message
from device.session import (
    beginning,
    by_hand,
    cup,
    hints,
    household,
    pass_exchange,
    penalties,
    timed_word,
)
from device.session.by_hand import ask_by_hand
from device.session.commit import ask, go_on, option, tell
from device.session.corrections import PastTurn, ask_which_square, ask_which_turn, turns_so_far
from device.session.device import ask_camera_or_check, set_volume
from device.session.doubts import ask_older, open_doubts
from device.session.ending import ask_end_of_game
from device.session.house_rules import next_of
from device.session.pass_exchange import ask_exchange, may_exchange, pass_turn
from device.session.state import Option, Paused, Question, Ready, Running, Step, TableState
from device.session.timed_word import enter_word
from device.session.tonight import offer_to_stop
from device.session.undo import offer_to_put_back
from device.themes import DARK, THEMES
from engine.events import Played
from engine.state import DiceTurn, LetterTurn
from hardware.panel.port import LOUDEST

PICTURES_OFFERED = 8
"""So many of the last plays' pictures; from these one goes back to older ones."""


def open_menu(state: TableState, *before: Option) -> Step:
    """Asks what is to be done; `before` come first of all."""
    text = Message("What is to be done?")
    first = (*offer_to_put_back(state), *_to_answer(state))
    in_place = tuple(_in_place_of_a_play(state))
    points = option("Change points …", by_hand.ask_points)
    others: tuple[Option, ...] = (points, *_to_put_right(state), option("Volume …", _ask_volume))
    last: tuple[Option, ...] = (
        option("Camera and device …", ask_camera_or_check),
        option("Pause", pause),
        offer_to_stop(),
        option("End the game", ask_end_of_game),
    )
    if isinstance(state.where, Running):
        first, others = tuple(map(_clock_stands, first)), tuple(map(_clock_stands, others))
        last = tuple(map(_clock_stands, last))
    back = option("Back to the game", go_on)
    hint = hints.offer_hint(state)
    options = (*before, *first, *hint, *in_place, *others, _next_theme(state), *last, back)
    return ask(state, Question(text, options, can_wait=True))


def _clock_stands(chosen: Option) -> Option:
    """The same while a turn's clock runs: for what takes longer than a press it stands."""

    def stands(state: TableState) -> Step:
        return chosen.act(replace(state, clocks=state.clocks.turn_stopped(), phase=Ready()))

    return replace(chosen, act=stands)


def open_menu_at_the_end(state: TableState) -> Step:
    """Asks what is to be done about a game that is over."""
    options = [*offer_to_put_back(state), option("Change points …", by_hand.ask_points)]
    if any(isinstance(turn.event, Played) for turn in turns_so_far(state.game)):
        options.append(option("Look at a play's picture …", _ask_which_picture))
    if state.offers is not None:
        options.append(option("Statistics …", household.ask_whose))
    options += [option("Volume …", _ask_volume), _next_theme(state)]
    options.append(option("Camera and device …", ask_camera_or_check))
    options += [offer_to_stop(), option("Back to the game", go_on)]
    return ask(state, Question(Message("What is to be done?"), tuple(options), can_wait=True))


def _to_answer(state: TableState) -> Iterator[Option]:
    doubts = open_doubts(state)
    if doubts:
        label = Message("Answer open questions: {n}", {"n": len(doubts)})
        yield Option(label, lambda now: ask_older(now, doubts[0]))


def _in_place_of_a_play(state: TableState) -> Iterator[Option]:
    """What a turn can be instead of tiles that are seen to lie there."""
    stage = state.game.state.stage
    if state.side is None or _counted(state):
        return
    if isinstance(stage, DiceTurn):
        # Letting the time run out is the pass (Q-SCR-07).
        if stage.clock is not None:
            yield option("Give this turn up", cup.give_up)
        return
    if stage is not None:
        yield timed_word.offer_pass(state)
        return
    if state.seen is None:
        yield option("Pass", pass_turn)
        if may_exchange(state.game.state):
            yield option("Exchange tiles …", ask_exchange)
        if pass_exchange.may_trade(state):
            yield option("Trade tiles …", pass_exchange.ask_trade)
    if penalties.may_pull(state):
        yield option("Pull the goalie …", penalties.ask_goalie)


def _counted(state: TableState) -> bool:
    stage = state.game.state.stage
    return isinstance(stage, LetterTurn) and stage.counted


def _to_put_right(state: TableState) -> Iterator[Option]:
    turns = turns_so_far(state.game)
    plays = any(isinstance(turn.event, Played) for turn in turns)
    if plays:
        yield option("Correct a tile …", ask_which_square)
    stage = state.game.state.stage
    if state.side is not None and stage is None:
        yield option("Enter a play by hand …", ask_by_hand)
    if stage is not None and stage.clock is not None and not _counted(state):
        yield option("Enter the word by hand …", enter_word)
    if turns:
        yield option("Correct an earlier turn …", ask_which_turn)
    if beginning.may_adopt(state):
        yield option("Begin from what lies there …", beginning.adopt)
    if plays:
        yield option("Look at a play's picture …", _ask_which_picture)


def pause(state: TableState) -> Step:
    """Pauses the game."""
    return replace(state, phase=Paused(), message=None), ()


# The picture of a play


def _ask_which_picture(state: TableState) -> Step:
    """Asks which play's picture is looked at, the newest first."""
    hidden = state.agreed.extras.hide_scores and not state.finished
    turns = turns_so_far(state.game, hidden=hidden)
    plays = tuple(turn for turn in turns if isinstance(turn.event, Played))
    if not plays:
        return tell(state, Message("There has been no play yet."))
    options = [_picture(plays, n, turn.text) for n, turn in enumerate(plays[:PICTURES_OFFERED])]
    text = Message("Which play's picture?")
    return ask(state, Question(text, (*options, option("Back to the game", go_on))))


def _picture(plays: tuple[PastTurn, ...], place: int, label: Message) -> Option:
    return Option(label, lambda state: _show_picture(state, plays, place))


def _show_picture(state: TableState, plays: tuple[PastTurn, ...], place: int) -> Step:
    """The picture of a play is shown until it is left; from there to those beside it."""
    options = [option("Back", _hide_picture)]
    if place + 1 < len(plays):
        options.append(_picture(plays, place + 1, Message("The play before")))
    if place > 0:
        options.append(_picture(plays, place - 1, Message("The play after")))
    text = Message("{turn}: the picture", {"turn": plays[place].text})
    question = Question(text, tuple(options), can_wait=True)
    return ask(replace(state, picture=plays[place].number), question)


def _hide_picture(state: TableState) -> Step:
    """The picture is looked at no longer."""
    return go_on(replace(state, picture=None))


# The volume


def _ask_volume(state: TableState) -> Step:
    """Asks how loud tones are to be; the present volume is selected."""
    options = tuple(map(_volume, range(LOUDEST + 1)))
    text = Message("How loud?")
    question = Question(text, (*options, option("Back to the game", go_on)))
    return ask(state, question, min(state.device.volume, LOUDEST))


def _volume(level: int) -> Option:
    label = Message("{n}", {"n": level}) if level else Message("Mute")
    return Option(label, lambda state: set_volume(state, level))


# The screen's colours


def _next_theme(state: TableState) -> Option:
    """What shows everything in the next theme's colours; no clock stands for it."""
    theme = THEMES[next_of(tuple(THEMES), state.device.theme or DARK.name)]
    return Option(
        Message(theme.offer),
        lambda state: go_on(replace(state, device=replace(state.device, theme=theme.name))),
    )
