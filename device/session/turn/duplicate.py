"""Duplicate at the table: the rack for everybody is drawn, time runs, the best play is found, laid
and compared with what the camera sees.

The referee leads through every turn with one button, or OK: the rack, the end of the time, the top.
Without a word list there is no top, and what is laid is the turn's play. Which racks count is the
engine's business. Tests: tests/device/test_duplicate.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from device.language.texts import Message, TextValue, and_then
from device.language.wording import fault_message
from device.session.core.commit import ask, commit, go_on, notify, option, refuse
from device.session.core.effects import (
    Announce,
    DrawRack,
    Effect,
    FollowAgain,
    FromTable,
    Job,
    LookNow,
    PlayTone,
)
from device.session.core.inputs import Handle, Input, RackFound
from device.session.core.mat import spaced
from device.session.core.observation import TurnReading, with_tile
from device.session.core.setup import TimeSaid
from device.session.core.state import (
    BEFORE_THE_GAME,
    Act,
    Awaited,
    Do,
    Option,
    Question,
    Step,
    TableState,
    Thinking,
    TopPlay,
)
from device.session.turn.by_hand import count_by_hand
from device.session.turn.racks import last_named, tiles_to_name
from engine.common_rack import DrawnRack, size
from engine.events import Passed, RackDrawn
from engine.faults import Fault
from engine.found_plays import FoundPlay
from engine.hands import SKIPPED
from engine.position import Position
from engine.search import top_plays
from engine.sentences import Plural
from engine.squares import Direction, Square
from engine.state import State
from engine.tiles import UNKNOWN_BLANK, Tile, is_blank, letter_of
from engine.turns.common_rack import rack_fault
from engine.words.lexicon import Lexicon
from hardware.panel.port import Tone

FIND_TOP = "find the top"
"""A job: the plays with the most points, as FoundPlay."""

MOST_TOPS = 6
"""So many plays of the same points are offered, those with the fewest blanks first."""

# --- a turn, step by step ---


def with_duplicate(state: TableState, event: Input, inner: Handle) -> Step:
    """Asks for the next rack when a turn begins, and shows the top when its time is up."""
    after, effects = inner(state, event)
    if not after.game.state.variant.common_rack or not isinstance(after.phase, Thinking):
        return after, tuple(effects)
    begins = after.game is not state.game or isinstance(state.where, BEFORE_THE_GAME)
    if begins and after.game.state.rack_due:
        asking, more = ask_rack(after)
        return asking, (*effects, *more)
    if _ran_out(after) and not _ran_out(state) and not after.game.state.rack_due:
        found, more = _look_for_top(after)
        return found, (*effects, *more)
    return after, tuple(effects)


def next_step(state: TableState) -> Step:
    """What the referee's button does while no new tiles lie on the board."""
    game = state.game.state
    if game.rack_due:
        return ask_rack(state)
    if (top := chosen_top(state)) is not None:
        return _lay(state, top)
    clocks, side = state.clocks.sides, state.side
    if clocks is not None and side in clocks.turns and not _ran_out(state):
        text = Message("The time isn’t up yet. Are all slips in?")
        options = (option("No, let it run", go_on), option("Yes, end the time", end_time))
        return ask(state, Question(text, options, can_wait=True))
    return _look_for_top(state)


def end_time(state: TableState) -> Step:
    """The referee ends the time before it is up."""
    clocks, side = state.clocks.sides, state.side
    if clocks is not None and side is not None and clocks.turns:
        ended = replace(
            clocks,
            turns=MappingProxyType({**clocks.turns, side: 0.0}),
            told=clocks.told | {(side, TimeSaid.WARNED), (side, TimeSaid.TURN_UP)},
        )
        state = replace(state, clocks=replace(state.clocks, sides=ended))
    return _look_for_top(state)


def _ran_out(state: TableState) -> bool:
    clocks = state.clocks.sides
    return clocks is not None and (state.side, TimeSaid.TURN_UP) in clocks.told


# --- the rack ---


def ask_rack(state: TableState) -> Step:
    """Asks for the rack of this turn: drawn here, or from the real bag and entered."""
    game = state.game.state
    values: dict[str, TextValue] = {"n": game.turn_number, "rack": _shown(game, _kept(game))}
    text = Message("Turn {n}: draw the first rack.", values)
    if _kept(game):
        text = Message("Turn {n}: draw the rack. Left: {rack}", values)
    elif game.entries:
        text = Message("Turn {n}: draw a whole rack.", values)
    options = (
        option("Draw the rack", draw),
        option("Enter the rack…", Do(_ask_tile, _kept(game))),
    )
    return ask(state, Question(and_then(state.message, text), options, can_wait=True))


def draw(state: TableState) -> Step:
    """Draws the rack on the screen; the referee picks its tiles out of the box."""
    game = state.game.state
    if game.turn is None:
        return notify(state, Message("The game is over."))
    wanted = DrawRack(tuple(sorted(game.unseen.items())), _kept(game), game.turn_number)
    return state, (replace(wanted, size=game.variant.rack_size, turn=state.board.turn),)


def rack_found(state: TableState, found: RackFound) -> Step:
    """Takes the rack that was drawn, unless the table has gone on meanwhile."""
    if found.turn != state.board.turn or not state.game.state.variant.common_rack:
        return state, ()
    if found.rack is None:
        return refuse(state, Message("No more racks can be drawn: end the game."))
    return _take(replace(state, phase=Thinking()), found.rack)


def _take(state: TableState, rack: DrawnRack) -> Step:
    game = state.game.state
    text: Message | None = None
    for thrown in rack.thrown_back:
        values = {"rack": _shown(game, thrown)}
        text = and_then(text, Message("{rack} is thrown back.", values))
    text = and_then(text, Message("Rack: {rack}", {"rack": _shown(game, rack.letters)}))
    events = (RackDrawn(rack.letters),)
    return commit(state, events, state.board.followed, text, tone=Tone.GOOD)


def _ask_tile(state: TableState, letters: str) -> Step:
    """Asks for the next tile that was drawn from the bag, until the rack is full."""
    game = state.game.state
    number = size(game.unseen, game.variant.rack_size)
    if len(letters) >= number:
        return _entered(state, letters)
    possible = Counter(game.unseen)

    def more(tile: Tile) -> Act:
        return Do(_ask_tile, letters + tile)

    last: list[Option] = []
    if letters == _kept(game) and letters:
        last.append(option("Throw these back", Do(_ask_tile, "")))
    elif letters:
        last.append(option("Remove the last one", Do(_ask_tile, letters[:-1])))
    last.append(option("Not now", go_on))
    values: dict[str, TextValue] = {"rack": _shown(game, letters), "n": len(letters), "m": number}
    text = Message("Rack, {n} of {m}: {rack}. Which tile comes next?", values)
    if not letters:
        text = Message("Rack of {m}: which tile comes first?", values)
    options = (*tiles_to_name(game, possible, letters, more), *last)
    question = Question(text, options, abreast=True)
    return ask(state, question, last_named(possible, letters))


def _entered(state: TableState, letters: str) -> Step:
    """A rack that was entered counts, or is thrown back."""
    fault = rack_fault(state.game.state, letters)
    if isinstance(fault, Fault):
        asking, effects = _ask_tile(state, "")
        why = fault_message(fault)
        return replace(asking, message=why), (*effects, PlayTone(Tone.WARN), Announce(why))
    return _take(state, DrawnRack(letters))


def offer_rack(state: TableState) -> Iterator[Option]:
    """The menu's lines about the rack."""
    game = state.game.state
    if not game.variant.common_rack or game.turn is None:
        return
    if game.rack_due:
        yield option("Draw the rack…", ask_rack)
        return
    yield option("Correct the rack…", Do(_ask_tile, ""))
    yield option("Throw the rack back", throw_back)


def throw_back(state: TableState) -> Step:
    """Nothing can be played with this rack: the turn is over without points."""
    side = state.side
    if side is None:
        return notify(state, Message("The game is over."))
    text = Message("{rack} is thrown back.", {"rack": _shown(state.game.state, _kept_now(state))})
    return commit(state, [Passed(side)], state.board.followed, text)


def _kept_now(state: TableState) -> str:
    return _kept(state.game.state)


def _kept(game: State) -> str:
    """The letters of the rack as it is now."""
    return game.held.get(game.sides[0], "")


def _shown(game: State, letters: str) -> str:
    return spaced(game.variant, letters)


# --- the top ---


def tops_of(game: State, words: Lexicon | None) -> tuple[FoundPlay, ...]:
    """The job: the plays with the most points that this rack makes by that list; the first one is
    laid across."""
    if words is None:
        return ()
    lexicon = words.with_game_words(game.variant.extra_words)
    found = top_plays(game.variant, game.position, _kept(game), lexicon)
    if not game.position.tiles:
        found = tuple(play for play in found if play.direction is Direction.ACROSS)
    return tuple(sorted(found, key=_blanks)[:MOST_TOPS])


def _blanks(play: FoundPlay) -> int:
    return sum(map(is_blank, play.tiles.values()))


def _look_for_top(state: TableState) -> Step:
    """The slips are in: the top is looked for where there is a list, in the background."""
    if state.agreed.words is None:
        text = Message("Time’s up. Lay the play that was chosen, then press your button.")
        return replace(state, message=text), (Announce(text),)
    text = Message("Looking for the top…")
    without = option("Lay a play without it", go_on)
    question = Question(text, (without,), awaits=Awaited(FIND_TOP, show_tops))
    asking, effects = ask(state, question)
    job = Job(FIND_TOP, (FromTable.GAME, FromTable.WORDS), repeatable=True)
    return asking, (*effects, job)


def show_tops(state: TableState, found: tuple[FoundPlay, ...] | None) -> Step:
    """Shows the plays with the most points, and asks which is laid."""
    game = state.game.state
    if found is None:
        return notify(state, Message("This table can’t look for the top."))
    if not found:
        values = {"rack": _shown(game, _kept(game))}
        text = Message("No play is possible with {rack}.", values)
        without = option("Lay a play without it", go_on)
        return ask(state, Question(text, (option("Throw the rack back", throw_back), without)))
    text = Message(
        Plural(
            "The top: {n} point. Which play is laid?", "The top: {n} points. Which play is laid?"
        ),
        {"n": found[0].points},
    )
    options = (
        *(_top_option(game.position, play) for play in found),
        option("Lay a play without it", go_on),
    )
    return ask(state, Question(text, options))


def _top_option(position: Position, play: FoundPlay) -> Option:
    values: dict[str, TextValue] = {"start": play.start, "word": spelt(position, play)}
    label = Message("{start} {word}", values)
    return Option(label, Do(_choose, play), lies=position.laid(play.tiles))


def spelt(position: Position, play: FoundPlay) -> str:
    """Its main word, blanks that it lays in brackets: "MAMAN(S)"."""
    letters, square = list[str](), play.square
    for tile in play.path:
        there = position.at(square)
        if tile == SKIPPED:
            letters.append(letter_of(there) if there is not None else UNKNOWN_BLANK)
        else:
            letters.append(f"({letter_of(tile)})" if is_blank(tile) else tile)
        square = square.step(play.direction)
    return "".join(letters)


def _choose(state: TableState, play: FoundPlay) -> Step:
    """This play is to be laid on the board; where no camera sees it, it counts at once."""
    position = state.game.state.position
    top = TopPlay(
        len(state.game.events),
        play.start,
        spelt(position, play),
        play.points,
        MappingProxyType(play.tiles),
    )
    if not state.device.sees and state.side is not None:
        counted = count_by_hand(state, play.tiles, state.side)
        return refuse(state, fault_message(counted)) if isinstance(counted, Fault) else counted
    return _lay(replace(state, top=top), top)


def _lay(state: TableState, top: TopPlay) -> Step:
    values: dict[str, TextValue] = {"word": top.word, "start": top.start, "n": top.points}
    text = Message("Lay {word} at {start} for {n}, then press your button.", values)
    effects: tuple[Effect, ...] = (Announce(text), FollowAgain(), LookNow())
    return replace(state, message=text), effects


def chosen_top(state: TableState) -> TopPlay | None:
    """The play that was chosen to be laid in this turn."""
    top = state.top
    return top if top is not None and top.events == len(state.game.events) else None


# --- what was laid ---


def with_blanks_named(state: TableState, seen: TurnReading) -> TableState | None:
    """The same with the blanks of the chosen play named as it has them; None if nothing was left to
    name, or another play was laid."""
    top, sight = chosen_top(state), state.board.sight
    laid = seen.observed.tiles
    if top is None or sight is None or not _is_it(laid, top.tiles):
        return None
    nameless = [square for square, tile in laid.items() if tile == UNKNOWN_BLANK]
    for square in nameless:
        sight = with_tile(sight, square, top.tiles[square], state.game.state.variant)
    return state.with_sight(sight) if nameless else None


def not_the_top(state: TableState, seen: TurnReading, count: Act) -> Question | None:
    """Asks whether another play than the chosen one was meant, if one was laid."""
    top, play = chosen_top(state), seen.play
    if top is None or play is None or _is_it(seen.observed.tiles, top.tiles):
        return None
    values: dict[str, TextValue] = {
        "word": play.words[0].text,
        "start": play.play.start,
        "second": top.word,
        "next": top.start,
    }
    text = Message("{word} is at {start}; the play chosen was {second} at {next}.", values)
    options = (option("No, look again", go_on), option("Count what is on the board", count))
    return Question(text, options, tuple(sorted(seen.observed.tiles)), noted=True)


def _is_it(laid: Mapping[Square, Tile], wanted: Mapping[Square, Tile]) -> bool:
    """Whether these tiles are the wanted ones, as far as blanks have a name."""
    if laid.keys() != wanted.keys():
        return False
    return all(
        tile == wanted[square] or (tile == UNKNOWN_BLANK and is_blank(wanted[square]))
        for square, tile in laid.items()
    )
