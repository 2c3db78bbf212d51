"""Hints for learners: a word that a side could lay with what is on its rack, when it asks for one.

Offered to sides chosen for it, in their own turn, in games without dice or clock. The rack is
known, shown to the camera in a row, or named by buttons; the hint is a short, well-known word, not
the highest-scoring one. Nothing of it is kept or counted. Tests: tests/device/test_hints.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from device.language.texts import Message, TextValue, and_then
from device.session.core.commit import ask, go_on, option, refuse
from device.session.core.effects import FollowAgain, LookNow
from device.session.core.setup import has_dice_or_clock
from device.session.core.state import (
    Act,
    Do,
    Option,
    Question,
    Step,
    TableState,
    Thinking,
    for_side,
)
from device.session.turn.questions import tile_name
from device.session.turn.racks import (
    NamedTiles,
    last_named,
    so_far,
    tiles_left,
    tiles_shown,
    tiles_to_name,
)
from engine.events import Side
from engine.found_plays import FoundPlay
from engine.search import short_plays
from engine.sentences import Plural
from engine.tiles import UNKNOWN_BLANK, is_blank
from engine.variants import Variant
from engine.words.lexicon import SHIPPED_LISTS, Lexicon, shipped_lexicon
from hardware.panel.port import SIDE_BUTTONS, Button
from vision.game.doubt import Doubt

Letters: TypeAlias = str
"""The tiles on a rack, "?" a blank."""

# --- which word ---

MOST_TRIED = 1000
"""How many plays are considered: more take longer than a press may, and aren't any simpler."""

KNOWN_BY_ALL = "-everyday"
"""The name of a language's list of everyday words, where one ships."""

SHORTEST, LONGEST = 3, 5
"""The length of words that a child knows and reads at a glance."""

DEAR = 8
"""The value of letters that are in few words; for when no list says which words are common."""


def words_to_lay(state: TableState, letters: Letters) -> tuple[FoundPlay, ...]:
    """Plays with these tiles, one for each word, best hint first. Blanks are saved if there is any
    word without them."""
    game, agreed = state.game.state, state.agreed.words
    if agreed is None:
        return ()
    variant = game.variant
    words = agreed.with_game_words(variant.extra_words)
    for hand in dict.fromkeys((letters.replace(UNKNOWN_BLANK, ""), letters)):
        found = short_plays(variant, game.position, hand, words, MOST_TRIED)
        if found:
            common = _everyday(variant)
            best: dict[str, FoundPlay] = {}
            for play in sorted(found, key=lambda play: _rank(play, variant, common)):
                best.setdefault(play.words[0], play)
            return tuple(best.values())
    return ()


def _everyday(variant: Variant) -> Lexicon | None:
    name = f"{variant.language}{KNOWN_BY_ALL}"
    return shipped_lexicon(name) if name in SHIPPED_LISTS else None


def _rank(play: FoundPlay, variant: Variant, common: Lexicon | None) -> tuple[int | str, ...]:
    """The points against a play, as a sort key: rare words, blanks, words that are too short or
    long, few points; the last entries only make the order reproducible."""
    if common is None:
        dear = (t for word in play.words for t in word if t in variant.tile_set.letters)
        strange = sum(variant.tile_set.value(tile) >= DEAR for tile in dear)
    else:
        strange = sum(not common(word) for word in play.words)
    blanks = sum(map(is_blank, play.tiles.values()))
    length = len(play.words[0])
    beyond = max(0, length - LONGEST, SHORTEST - length)
    return strange, blanks, beyond, -play.points, play.words[0], play.start, play.path


# --- what is asked for ---


def offer_hint(state: TableState) -> Iterator[Option]:
    """The menu's line for a learner in its own turn."""
    side, variant = state.side, state.game.state.variant
    learns = side in state.agreed.extras.learners and not has_dice_or_clock(variant)
    if side is not None and learns and isinstance(state.where, Thinking):
        yield option("A hint for {side}…", ask_hint, side=side)


@for_side
def ask_hint(state: TableState, side: Side) -> Step:
    """Gives a hint if the rack is known, else explains how to show the rack."""
    if state.agreed.words is None:
        return refuse(state, Message("Hints need a word list: there’s none."))
    if side in state.game.state.held:
        return _tell(state, state.game.state.held[side])
    return _ask_to_show(state, side) if state.device.sees else _ask_letter(state, side, "")


# Shown to the camera


def _ask_to_show(state: TableState, side: Side, first: Message | None = None) -> Step:
    how = Message(
        "{side}: lay your tiles in a row on empty squares, then press your button.",
        {"side": side},
    )
    options = (
        Option(Message("They’re laid"), Do(_look, side, {}), _button(state, side)),
        option("Name them instead…", Do(_ask_letter, side, "")),
        option("Back to the game", _leave),
    )
    asking, effects = ask(state, Question(and_then(first, how), options, rack=True))
    return asking, (*effects, FollowAgain(), LookNow())


def _look(state: TableState, side: Side, answers: NamedTiles) -> Step:
    """Takes the tiles there as the rack, once every one of them is certain."""
    shown, most = tiles_shown(state, answers, any_tile=False), state.game.state.variant.most_tiles
    if shown.doubts:
        return _ask_which(state, side, shown.doubts[0], answers)
    if not shown.letters:
        return _ask_to_show(state, side, Message("No tiles seen there yet."))
    if len(shown.letters) > most:
        values = {"n": len(shown.letters), "most": most}
        return _ask_to_show(
            state,
            side,
            Message(
                Plural("That’s {n} tile, not {most}.", "That’s {n} tiles, not {most}."),
                values,
            ),
        )
    return _tell(state, shown.letters, shown=True)


def _ask_which(state: TableState, side: Side, doubt: Doubt, answers: NamedTiles) -> Step:
    def named(tile: str) -> Option:
        return Option(tile_name(tile), Do(_look, side, {**answers, doubt.square: tile}))

    options = [named(tile) for tile, _ in doubt.candidates]
    again = option("Look again", Do(_ask_to_show, side))
    text = Message("What’s on {square}?", {"square": doubt.square.name})
    return ask(state, Question(text, (*options, again), (doubt.square,), rack=True))


# Named by buttons


def _ask_letter(state: TableState, side: Side, letters: Letters) -> Step:
    """Asks for the next tile of the rack, until it is full or the player is done."""
    game = state.game.state
    if len(letters) >= game.variant.most_tiles:
        return _tell(state, letters)
    possible = tiles_left(game, {})

    def more(tile: str) -> Act:
        return Do(_ask_letter, side, letters + tile)

    last: tuple[Option, ...] = (option("Back to the game", _leave),)
    if letters:
        back = option("Remove the last one", Do(_ask_letter, side, letters[:-1]))
        last = (back, option("That’s all", Do(_tell, letters)), *last)
    text = Message("{side}: what’s on your rack? So far: {tiles}", so_far(game, side, letters))
    options = (*tiles_to_name(game, possible, letters, more), *last)
    question = Question(text, options, abreast=True)
    return ask(state, question, last_named(possible, letters))


# --- the hint ---


def _tell(state: TableState, letters: Letters, *, shown: bool = False) -> Step:
    """Suggests a word for these tiles; `shown`: they lie on the board."""
    found = words_to_lay(state, letters)
    if found:
        return _tell_word(state, found, 0, shown=shown)
    text = Message("No word found with these tiles.")
    if shown:
        text = and_then(text, Message("Pick them up again."))
    question = Question(text, (option("Back to the game", _leave),), can_wait=True, rack=shown)
    return ask(state, question)


def _tell_word(state: TableState, found: Sequence[FoundPlay], place: int, *, shown: bool) -> Step:
    """Suggests this word, with its points unless they are hidden; the learner's own button goes
    on."""
    play = found[place % len(found)]
    values: dict[str, TextValue] = {
        "word": play.words[0],
        "start": play.start,
        "points": play.points,
    }
    text = Message("You could play {word} at {start} for {points}.", values)
    if state.agreed.extras.hide_scores:
        text = Message("You could play {word} at {start}.", values)
    if shown:
        text = and_then(text, Message("Pick up your tiles first."))
    options = [option("Back to the game", _leave)]
    if len(found) > 1:
        options.append(option("Another word", Do(_tell_word, found, place + 1, shown=shown)))
    squares = tuple(sorted(play.tiles))
    return ask(state, Question(text, tuple(options), can_wait=True, shown=squares, rack=shown))


def _leave(state: TableState) -> Step:
    """Back to the turn; tiles that lie there from now on count as laid."""
    return go_on(state.with_sight(None))


def _button(state: TableState, side: Side) -> Button:
    return SIDE_BUTTONS[state.game.state.sides.index(side)]
