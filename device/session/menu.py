"""The menu of what is done more rarely at a table: questions whose answers begin it.

Offers only what can be done now, on pages of six lines at most: first what is needed most at that
moment, everything else a step behind it, in groups. The actions themselves are in the file of their
subject. Tests: tests/device/test_menu.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import wraps
from typing import TypeAlias

from device.language.texts import Message
from device.session.care.device import ask_camera_or_check, set_volume
from device.session.clocked import cup, letter_dice, letter_die, timed_word
from device.session.clocked.timed_word import enter_word
from device.session.core.commit import ask, go_on, option
from device.session.core.offered import Place, offered
from device.session.core.state import (
    Act,
    Do,
    Option,
    Paused,
    Question,
    Ready,
    Running,
    Step,
    TableState,
)
from device.session.lobby import beginning, household
from device.session.lobby.house_rules import next_of
from device.session.lobby.lobby import MOST_LINES
from device.session.lobby.rules import open_rules
from device.session.lobby.tonight import offer_to_stop
from device.session.turn import duplicate, hints, pass_exchange, penalties, points_by_hand
from device.session.turn.by_hand import ask_by_hand
from device.session.turn.corrections import (
    ask_which_picture,
    ask_which_square,
    ask_which_turn,
    of_turns,
    plays_shown,
    turns_so_far,
)
from device.session.turn.doubts import ask_older, open_doubts
from device.session.turn.ending import ask_end_of_game
from device.session.turn.missing_tiles import ask_to_lay, tiles_to_lay
from device.session.turn.pass_exchange import exchange_option, may_exchange, pass_turn
from device.session.turn.undo import offer_to_put_back, offer_to_take_back
from device.themes import DARK, THEMES
from engine.events import Played
from engine.state import DiceTurn, LetterTurn
from hardware.panel.port import LOUDEST, Button

# --- its pages ---

MenuLines: TypeAlias = Callable[[TableState], Iterable[Option]]
"""Gives lines of a page as they are at that moment."""

THIS_TURN, CORRECTIONS = Message("This turn"), Message("Corrections")
THE_GAME, SCREEN_AND_SOUND = Message("The game"), Message("Screen and sound")
"""The lines above the groups."""

MOST_NEEDED = MOST_LINES - 2
"""Lines on the first page, in addition to the two that lead on and back."""


def open_menu(state: TableState) -> Step:
    """Asks what to do, the likeliest first."""
    needed = _needed_now(state)
    first = needed[:MOST_NEEDED]
    # What can be done may change while this page is read: the lines on it are kept.
    shown = tuple(line.label for line in first)
    lines = (*first, option("More…", Do(_open_more, shown)))
    text = Message("What next?")
    return _ask_page(state, text, lines, option("Back to the game", go_on))


def _needed_now(state: TableState) -> tuple[Option, ...]:
    """Everything about the game, the likeliest first; UNDO needs no line where it has a button."""
    take_back = () if Button.UNDO in state.device.buttons else tuple(offer_to_take_back(state))
    by_hand, points, passing = (tuple(of(state)) for of in (_by_hand, _points, _pass))
    first = (
        *_own_die(state),
        *duplicate.offer_rack(state),
        *_to_put_back(state),
        *_to_answer(state),
        *take_back,
        *hints.offer_hint(state),
    )
    if state.game.state.stage is not None:
        then = (*by_hand, *passing, *points)  # the time for it runs
    else:
        ways = (*by_hand, *_exchange(state), *_trade(state))
        # Farther from what is lit, as long as it stays on the first page.
        room = MOST_NEEDED - len(first) - len(ways)
        last = (*points, *passing) if room > len(points) else (*passing, *points)
        if not state.device.sees:
            first, ways = (*by_hand, *first), ways[len(by_hand) :]
        then = (*ways, *last)
    return (*first, *then, *_of_earlier_turns(state), *_seldom_in_a_turn(state))


def _open_more(state: TableState, first: tuple[Message, ...]) -> Step:
    """Asks for one of the groups; lines that are all on the `first` page are left out."""
    again = Do(_open_more, first)
    turn = option("This turn…", Do(_open_page, THIS_TURN, _this_turn, again))
    right = option("Corrections…", Do(_open_page, CORRECTIONS, _corrections, again))
    lines = [
        group
        for group, given in ((turn, _this_turn), (right, _corrections))
        if any(line.label not in first for line in given(state))
    ]
    lines += [
        option("The game…", Do(_open_page, THE_GAME, _the_game, again)),
        *_of_the_device(again),
    ]
    back = option("Back", open_menu)
    return _ask_page(state, Message("What else?"), lines, back)


def open_menu_at_the_end(state: TableState) -> Step:
    """Asks what to do about a game that is over."""
    lines = [*_to_put_back(state), *_points(state), *_pictures(state)]
    if state.offers is not None:
        lines.append(option("Statistics…", household.ask_whose))
    lines.append(option("More…", _open_more_at_the_end))
    text = Message("What next?")
    return _ask_page(state, text, lines, option("Back to the game", go_on))


def _open_more_at_the_end(state: TableState) -> Step:
    lines = (*_of_the_device(_open_more_at_the_end), offer_to_stop())
    back = option("Back", open_menu_at_the_end)
    return _ask_page(state, Message("What else?"), lines, back)


def _of_the_device(before: Act) -> Iterator[Option]:
    screen = Do(_open_page, SCREEN_AND_SOUND, _screen_and_sound, before)
    yield option("Screen and sound…", screen)
    yield option("Camera and device…", Do(ask_camera_or_check, before))


def _open_page(state: TableState, title: Message, lines: MenuLines, before: Act) -> Step:
    """Opens a page with these lines; the last one leads to the page `before`."""
    return _ask_page(state, title, lines(state), option("Back", before))


def _ask_page(
    state: TableState,
    text: Message,
    lines: Iterable[Option],
    back: Option,
    hint: Message | None = None,
) -> Step:
    options = (*lines, back)
    return ask(state, Question(text, options, can_wait=True, hint=hint), lit_first(options))


def lit_first(options: tuple[Option, ...], wanted: int = 0) -> int:
    """The answer that is lit when these are shown: the wanted one, unless OK must not take it
    unread; then the first one that it may take."""
    # An arrow and OK, by mistake, must not cost a turn or end the game.
    places: tuple[int, ...] = (wanted, *range(len(options)))
    return next(n for n in places if options[n].label.text not in NEVER_LIT_FIRST)


NEVER_LIT_FIRST = frozenset(
    {
        "Pass",
        "Pass: the turn ends",
        "Pass: the turn ends, {points}",
        "Give up this turn",
        "Stopped too early: miss a turn",
        "No word in time",
        "End the game",
    }
)
"""Answers that are chosen before OK takes them."""


SOMETHING_ELSE = option("Something else…", open_menu)
"""Where an arrow asks something else than the menu."""


def ask_turns(state: TableState) -> Step:
    """Shows the turns so far, each to be looked at or put right, with what else there is to look
    at; the menu where there is nothing yet."""
    turns, others = _turns(state), tuple(offered(Place.TURNS, state, ask_turns, go_on))
    if not turns and not others:
        return open_menu(state)
    text = Message("The turns so far") if turns else Message("There are no turns yet.")
    lines = (*turns, *others, SOMETHING_ELSE)
    return _ask_page(state, text, lines, option("Back to the game", go_on))


# --- its lines ---


def _takes_time(lines: MenuLines) -> MenuLines:
    """The same while a turn's clock runs: the clock is stopped for anything that takes longer than
    a press."""

    @wraps(lines)
    def given(state: TableState) -> Iterable[Option]:
        runs = isinstance(state.where, Running)
        return tuple(
            replace(line, act=Do(_with_clock_stopped, line.act)) if runs else line
            for line in lines(state)
        )

    return given


def _with_clock_stopped(state: TableState, chosen: Act) -> Step:
    return chosen(replace(state, clocks=state.clocks.turn_stopped(), phase=Ready()))


@_takes_time
def _to_put_back(state: TableState) -> Iterable[Option]:
    return offer_to_put_back(state)


@_takes_time
def _to_answer(state: TableState) -> Iterator[Option]:
    doubts, missing = open_doubts(state), tiles_to_lay(state)
    if missing:
        label = Message("Missing tiles: {n}", {"n": len(missing)})
        yield Option(label, Do(ask_to_lay, *_by_hand(state)))
    if doubts:
        label = Message("Answer questions: {n}", {"n": len(doubts)})
        yield Option(label, Do(ask_older, doubts[0]))


# This turn


def _own_die(state: TableState) -> Iterator[Option]:
    yield from letter_die.offer_own_die(state, SOMETHING_ELSE)
    yield from letter_die.offer_roll(state, SOMETHING_ELSE)
    yield from letter_dice.offer_own_dice(state)


def _this_turn(state: TableState) -> Iterator[Option]:
    yield from _own_die(state)
    yield from duplicate.offer_rack(state)
    yield from hints.offer_hint(state)
    yield from _by_hand(state)
    yield from _exchange(state)
    yield from _trade(state)
    yield from _pass(state)
    yield from _seldom_in_a_turn(state)


def _pass(state: TableState) -> Iterator[Option]:
    """The turn is given away."""
    stage = state.game.state.stage
    if state.side is None or _counted(state):
        return
    if isinstance(stage, DiceTurn):
        # Letting the time run out is the pass (Q-SCR-07).
        if stage.clock is not None:
            yield option("Give up this turn", cup.give_up)
    elif stage is not None:
        yield timed_word.offer_pass(state)
    elif state.seen is None and not state.game.state.variant.common_rack:
        yield option("Pass", pass_turn)


def _exchange(state: TableState) -> Iterator[Option]:
    if _has_laid_nothing(state) and may_exchange(state.game.state):
        yield exchange_option(state.game.state)


def _trade(state: TableState) -> Iterator[Option]:
    if _has_laid_nothing(state) and pass_exchange.may_trade(state):
        yield option("Trade tiles…", pass_exchange.ask_trade)


def _has_laid_nothing(state: TableState) -> bool:
    """Whether a side may still do something else than play."""
    return state.side is not None and state.game.state.stage is None and state.seen is None


def _counted(state: TableState) -> bool:
    stage = state.game.state.stage
    return isinstance(stage, LetterTurn) and stage.counted


def _by_hand(state: TableState) -> Iterator[Option]:
    """Lets the players enter a play by hand; in a turn against the clock, the word."""
    stage = state.game.state.stage
    if state.side is not None and stage is None:
        yield option("Enter a play by hand…", ask_by_hand)
    if stage is not None and stage.clock is not None and not _counted(state):
        yield option("Enter the word by hand…", enter_word)


@_takes_time
def _seldom_in_a_turn(state: TableState) -> Iterator[Option]:
    if penalties.may_pull(state):
        yield option("Pull the goalie…", penalties.ask_goalie)
    if beginning.may_adopt(state):
        yield option("Start from this position…", beginning.adopt)


# Corrections


def _corrections(state: TableState) -> Iterator[Option]:
    yield from offer_to_take_back(state)
    yield from _points(state)
    yield from _of_earlier_turns(state)
    yield from _pictures(state)


@_takes_time
def _points(_: TableState) -> Iterator[Option]:
    yield option("Change points…", points_by_hand.ask_points)


@_takes_time
def _of_earlier_turns(state: TableState) -> Iterator[Option]:
    turns = turns_so_far(state.game)
    if any(isinstance(turn.event, Played) for turn in turns):
        yield option("Correct a tile…", ask_which_square)
    if turns:
        yield option("Correct an earlier turn…", ask_which_turn)


@_takes_time
def _turns(state: TableState) -> Iterator[Option]:
    return of_turns(state)


@_takes_time
def _pictures(state: TableState) -> Iterator[Option]:
    if plays_shown(state):
        yield option("Look at a play’s picture…", ask_which_picture)


# The game, and the device


@_takes_time
def _the_game(_: TableState) -> Iterator[Option]:
    yield option("Pause", pause)
    yield option("Rules of this game…", open_rules)
    yield offer_to_stop()
    yield option("End the game", ask_end_of_game)


def _screen_and_sound(state: TableState) -> Iterator[Option]:
    yield from offered(Place.SCREEN_AND_SOUND, state, go_on, go_on)
    yield from _volume(state)
    yield _next_theme(state)


@_takes_time
def _volume(_: TableState) -> Iterator[Option]:
    yield option("Volume…", _ask_volume)


def pause(state: TableState) -> Step:
    """Pauses the game."""
    return replace(state, phase=Paused(), message=None), ()


# --- the volume ---


def _ask_volume(state: TableState) -> Step:
    """Asks how loud tones are; the present volume is selected."""
    options = tuple(map(_loud, range(LOUDEST + 1)))
    text = Message("Volume?")
    question = Question(text, (*options, option("Back to the game", go_on)))
    return ask(state, question, min(state.device.volume, LOUDEST))


def _loud(level: int) -> Option:
    label = Message("{n}", {"n": level}) if level else Message("Mute")
    return Option(label, Do(set_volume, level))


# --- the screen's colours ---


def _next_theme(state: TableState) -> Option:
    """Switches everything to the next theme's colours; no clock is stopped for it."""
    theme = THEMES[next_of(tuple(THEMES), state.device.theme or DARK.name)]
    return Option(Message(theme.offer), Do(_show_in, theme.name))


def _show_in(state: TableState, theme: str) -> Step:
    return go_on(replace(state, device=replace(state.device, theme=theme)))
