"""Putting right what was counted long ago: a tile, or a whole turn that was another (OWN-01).

A tile is pointed at with two arrows and then named (CLA-PLA-09); a turn is chosen from those so
far, whose pictures can be looked at. Everything since is counted again and none of it is lost; what
no longer fits is listed. Tests: tests/device/test_correcting.py, tests/device/test_pointing.py,
tests/device/test_menu.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from types import MappingProxyType
from typing import Concatenate, ParamSpec, TypeAlias

from device.language.numbers import signed
from device.language.texts import Message
from device.session.core.commit import ask, go_on, notify, option
from device.session.core.prompts import resting
from device.session.core.state import (
    Act,
    Do,
    Option,
    Pointing,
    Question,
    Step,
    TableState,
    Then,
    in_phase,
)
from device.session.turn.by_hand import ask_play, lying_too
from device.session.turn.doubts import amend, ask_letter, likeliest_letters, put_right
from device.session.turn.pass_exchange import may_exchange
from device.session.turn.questions import tile_name
from engine.circumstances import Zone
from engine.events import (
    ChanceRolled,
    ClockStopped,
    Dinged,
    Exchanged,
    Passed,
    Played,
    Replaced,
    Side,
    Traded,
)
from engine.faults import Fault, FaultCode
from engine.game import Game, Misfit
from engine.position import EMPTY, Position
from engine.scoring import ScoredPlay
from engine.sentences import Plural
from engine.squares import Square
from engine.state import EntryKind, State
from engine.tiles import UNKNOWN_BLANK, Tile, is_blank, piece_of, shown_letters
from engine.turns.fold import apply, misfit
from hardware.panel.port import Press
from vision.game import doubt
from vision.game.contradictions import LIKE_TURNED
from vision.game.doubt import candidates_of
from vision.game.follow import Followed, settle_square

P = ParamSpec("P")

WHICH_TILE = Message("Which tile is wrong?")

# --- a tile that was a different one ---


def tiles_to_correct(state: TableState) -> tuple[Square, ...]:
    """The squares whose tile a play of this game laid: the last play's first."""
    position = state.game.state.position
    plays = [t.event.tiles for t in turns_so_far(state.game) if isinstance(t.event, Played)]
    laid = {square for tiles in plays for square in tiles if square in position.tiles}
    last = {square for square in laid if plays and square in plays[0]}
    return (*sorted(last, key=_as_read), *sorted(laid - last, key=_as_read))


def ask_which_square(state: TableState) -> Step:
    """Lets the players point at the wrong tile."""
    squares = tiles_to_correct(state)
    if not squares:
        return notify(state, Message("No tiles laid yet."))
    return ask_to_point(state, WHICH_TILE, squares, _ask_what_lies)


def _ask_what_lies(state: TableState, square: Square) -> Step:
    """Asks which tile is really on a square, lookalikes first."""
    there = state.game.state.position.at(square)
    if there is None:
        return go_on(state)
    tile_set = state.game.state.variant.tile_set
    alike = _look_alikes(state, square, there)
    letters = [t for t in dict.fromkeys((*alike, *tile_set.letters)) if tile_set.knows(t)]
    options = [_letter(square, tile) for tile in letters if tile != there]
    if tile_set.knows(UNKNOWN_BLANK):
        blank = option("A blank…", Do(_ask_blank, square, there))
        options.insert(0 if is_blank(there) or UNKNOWN_BLANK in alike else len(options), blank)
    values = {"square": square.name, "letter": shown_letters(there)}
    text = Message("What’s really on {square}, if not {letter}?", values)
    if is_blank(there):
        text = Message("What’s really on {square}?", values)
    # Without its square: the next side lays on meanwhile, and the question isn't about that.
    options.append(option("Keep as it is", go_on))
    return ask(state, Question(text, tuple(options), shown=(square,)))


def _letter(square: Square, tile: Tile) -> Option:
    return Option(tile_name(tile), Do(put_right, square, tile))


def _ask_blank(state: TableState, square: Square, there: Tile) -> Step:
    """A blank with the letter that it stands for."""
    if there == UNKNOWN_BLANK:
        return ask_letter(state, square)
    letters = (x for x in likeliest_letters(state, square) if x.lower() != there)
    options = [_blank(square, letter) for letter in letters]
    text = Message("Which letter is the blank on {square}?", {"square": square.name})
    options.append(option("Keep as it is", go_on))
    return ask(state, Question(text, tuple(options), shown=(square,)))


def _blank(square: Square, letter: Tile) -> Option:
    return Option(tile_name(letter), Do(put_right, square, letter.lower()))


def _look_alikes(state: TableState, square: Square, there: Tile) -> Iterator[Tile]:
    """What the pictures could also have shown there, and letters that look like it upside down."""
    known, at = state.board.followed.evidence, (square.row, square.column)
    if known[at].any():
        yield from _tiles(label for label, _ in candidates_of(doubt.probabilities(known)[at]))
    yield from _tiles(LIKE_TURNED.get(piece_of(there), ""))


def _tiles(labels: Iterable[str]) -> Iterator[Tile]:
    return (label for label in labels if label.isalpha() or label == UNKNOWN_BLANK)


def _as_read(square: Square) -> tuple[int, int]:
    return square.row, square.column


# --- a turn that was a different one ---


def ask_which_turn(state: TableState) -> Step:
    """Asks which turn was different, the newest first."""
    turns = turns_shown(state)
    if not turns:
        return notify(state, Message("There are no turns yet."))
    text = Message("Which turn is wrong?")
    return ask(state, Question(text, (*of_turns(state), option("Keep as it is", go_on))))


def of_turns(state: TableState) -> Iterator[Option]:
    """A line for each turn, the newest first: it leads to its picture and to what it may have been
    instead."""
    return (Option(turn.text, Do(_ask_what_it_was, turn.number)) for turn in turns_shown(state))


def _of_turn(
    act: Callable[Concatenate[TableState, PastTurn, P], Step],
) -> Callable[Concatenate[TableState, int, P], Step]:
    """The handler of a turn, given by its number."""

    @wraps(act)
    def handler(state: TableState, number: int, /, *args: P.args, **more: P.kwargs) -> Step:
        turn = next((turn for turn in turns_shown(state) if turn.number == number), None)
        return go_on(state) if turn is None else act(state, turn, *args, **more)

    return handler


@_of_turn
def _ask_what_it_was(state: TableState, turn: PastTurn) -> Step:
    """Asks what a turn really was; a play may be looked at first."""
    side, options = turn.event.by, list[Option]()
    plays = [play.number for play in plays_shown(state)]
    if turn.number in plays and state.device.sees:
        again = Do(_ask_what_it_was, turn.number)
        options.append(_picture(plays.index(turn.number), Message("See its picture"), again))
        if _tiles_of(state, turn):
            options.append(option("A letter is wrong…", Do(_ask_which_of_its_tiles, turn.number)))
    if not isinstance(turn.event, Passed):
        options.append(option("Passed", Do(_replace_turn, turn.number, Passed(side))))
    if may_exchange(turn.before):
        options += _exchanges(turn)
    if isinstance(turn.event, Played) or turn.before.stage is None:
        # Against the clock a play takes two events, a pass only one.
        options.append(option("Another play…", Do(_ask_other_play, turn.number)))
    text = Message("{turn}. What really happened?", {"turn": turn.text})
    options.append(option("Keep as it is", go_on))
    # OK, pressed once too often, must not take a turn's points away.
    lit = next(n for n, one in enumerate(options) if one.label.text not in REPLACES_AT_ONCE)
    return ask(state, Question(text, tuple(options)), lit)


def _tiles_of(state: TableState, turn: PastTurn) -> tuple[Square, ...]:
    """The squares whose tile a play laid, as they are read."""
    laid = turn.event.tiles if isinstance(turn.event, Played) else {}
    return tuple(sorted(laid.keys() & state.game.state.position.tiles.keys(), key=_as_read))


@_of_turn
def _ask_which_of_its_tiles(state: TableState, turn: PastTurn) -> Step:
    """Lets the players point at the wrong tile of a play; there is nothing to choose from one."""
    squares = _tiles_of(state, turn)
    if len(squares) == 1:
        return _ask_what_lies(state, squares[0])
    return ask_to_point(state, WHICH_TILE, squares, _ask_what_lies)


REPLACES_AT_ONCE = frozenset({"Passed", "Exchanged a tile"})
"""Answers that are chosen before OK takes them."""


def _exchanges(turn: PastTurn) -> Iterator[Option]:
    """An exchange; in a game that exchanges one tile at a time there is no need to ask how many
    (TOP-EXC-02)."""
    if turn.before.variant.most_exchanged != 1:
        yield option("Exchanged tiles…", Do(_ask_how_many, turn.number))
    elif not isinstance(turn.event, Exchanged):
        one = Exchanged(turn.event.by, 1)
        yield option("Exchanged a tile", Do(_replace_turn, turn.number, one))


@_of_turn
def _ask_how_many(state: TableState, turn: PastTurn) -> Step:
    side = turn.event.by
    limits = (turn.before.racks[side], turn.before.bag, turn.before.variant.most_exchanged)
    most = min(limit for limit in limits if limit is not None)
    was = turn.event.count if isinstance(turn.event, Exchanged) else None
    counts = [_exchange(turn, n) for n in range(1, most + 1) if n != was]
    text = Message("{side}: exchanged how many tiles?", {"side": side})
    return ask(state, Question(text, (*counts, option("Keep as it is", go_on)), abreast=True))


def _exchange(turn: PastTurn, count: int) -> Option:
    exchanged = Exchanged(turn.event.by, count)
    return option("{n}", Do(_replace_turn, turn.number, exchanged), n=count)


@_of_turn
def _ask_other_play(state: TableState, turn: PastTurn) -> Step:
    """The play that was really laid is entered by hand."""
    number, side = turn.number, turn.event.by
    return ask_play(state, side, Then(replace_with_play, number, side), number)


def replace_with_play(
    state: TableState, tiles: Mapping[Square, Tile], number: int, side: Side
) -> Step | Fault:
    """The turn with this number was really this play; a fault if it can't have been."""
    other = Played(side, tiles)
    amended = state.game.added(Replaced(number, other))
    if isinstance(amended, Fault):
        return amended
    never_rolled = (wrong.fault for wrong in amended.misfits if _is_new(state.game, wrong))
    for fault in never_rolled:
        if fault.code is FaultCode.CHANCE_DUE:
            return fault  # nothing after that turn would count
    return _replace_turn(state, number, other)


@_of_turn
def _replace_turn(state: TableState, turn: PastTurn, really: Passed | Exchanged | Played) -> Step:
    """This turn was really a different one."""
    followed = _without(state.board.followed, turn)
    if isinstance(really, Played):
        # A tile since taken for another side's is nevertheless on the board once.
        there = followed.position.tiles
        new = {s: t for s, t in really.tiles.items() if s not in there}
        new |= _on_top(state.game.added(Replaced(turn.number, really)), really.tiles, there)
        followed = lying_too(followed, new)
        message = Message("Corrected and rescored.")
    else:
        values = {"turn": replace(turn, event=really, scored=None).text}
        message = Message("Corrected: {turn}.", values)
    after, effects = amend(state, _replaced(state.game, turn, really), followed, message)
    were = turn.event.tiles if isinstance(turn.event, Played) else {}
    gone = {s: t for s, t in were.items() if s not in after.board.followed.position.tiles}
    return replace(after, board=replace(after.board, orphaned=MappingProxyType(gone))), effects


def _replaced(game: Game, turn: PastTurn, really: Passed | Exchanged | Played) -> Replaced:
    """The event to be replaced. A word laid against the clock counts when the clock stops: it is
    that stop which was a pass, in its zone."""
    stop = None if turn.counted_by is None else game.happened.get(turn.counted_by)
    if turn.counted_by is None or stop is None or not isinstance(really, Passed):
        return Replaced(turn.number, really)
    zone = stop.zone if isinstance(stop, ClockStopped) else Zone.MINUS_5
    return Replaced(turn.counted_by, Passed(really.by, zone))


def _is_new(game: Game, wrong: Misfit) -> bool:
    return all(known.index != wrong.index for known in game.misfits)


def _without(followed: Followed, turn: PastTurn) -> Followed:
    """The board without the tiles of a play that never happened."""
    if not isinstance(turn.event, Played):
        return followed
    tiles, position = turn.event.tiles, followed.position
    top = position.tiles
    under = {s: t for s, t in tiles.items() if top.get(s) != t in position.covered.get(s, ())}
    gone = tiles.keys() & position.tiles.keys() - under.keys()
    position = position.lifted(gone)
    for square, tile in under.items():
        position = _from_under(position, square, tile)
    for square in gone:
        followed = settle_square(followed, square, EMPTY)
    # What pictures showed of a pile was said of a tile that never lay there.
    known = followed.evidence.copy()
    for square in gone & position.tiles.keys():
        known[square.row, square.column] = 0.0
    return replace(followed, position=position, evidence=known)


def _from_under(position: Position, square: Square, tile: Tile) -> Position:
    """The position without a tile that others cover."""
    pile = list(position.covered[square])
    pile.remove(tile)
    heights = {**position.heights, square: position.height(square) - 1}
    return replace(
        position,
        heights=MappingProxyType({s: h for s, h in heights.items() if h > 1}),
        covered=MappingProxyType({**position.covered, square: tuple(pile)}),
    )


def _on_top(
    game: Game | Fault, tiles: Mapping[Square, Tile], there: Mapping[Square, Tile]
) -> dict[Square, Tile]:
    """The tiles of a play that now lie on top of others, by this game."""
    if isinstance(game, Fault):
        return {}
    piles, now = game.state.position.heights, game.state.position.tiles
    return {s: t for s, t in tiles.items() if s in piles and now[s] == t != there.get(s)}


# --- the turns so far ---

TurnEnd: TypeAlias = Played | Passed | Exchanged | Traded


@dataclass(frozen=True, eq=False)
class PastTurn:
    """One turn: the number of its event, how the game stood `before` it, and its points if it was a
    play that fits. `counted_by`: the event that stopped the clock on it, if there is one. `hidden`:
    its points are hidden until the end."""

    number: int
    event: TurnEnd
    before: State
    scored: ScoredPlay | None = None
    counted_by: int | None = None
    hidden: bool = False

    @property
    def text(self) -> Message:
        """Who did what, in a few words."""
        side = self.event.by
        match self.event:
            case Played():
                if self.scored is None:
                    return Message("{side}: a play that doesn’t work", {"side": side})
                values = {"side": side, "word": self.scored.words[0].text}
                if self.hidden:
                    return Message("{side}: {word}", values)
                points = signed(self.scored.points)
                return Message("{side}: {word}, {points}", {**values, "points": points})
            case Passed():
                return Message("{side} passed", {"side": side})
            case Exchanged(count=count):
                exchanged = Plural("{side} exchanged {n} tile", "{side} exchanged {n} tiles")
                return Message(exchanged, {"side": side, "n": count})
            case Traded(count=count):
                traded = Plural("{side} traded {n} tile", "{side} traded {n} tiles")
                return Message(traded, {"side": side, "n": count})


def turns_so_far(game: Game, *, hidden: bool = False) -> tuple[PastTurn, ...]:
    """The turns that count in a game, and those that no longer fit; the newest first."""
    state, turns = game.start, list[PastTurn]()
    for number, event in game.happened.items():
        after, scored = apply(state, event), None
        if isinstance(after, Fault):
            after = misfit(state, event, after)
        elif isinstance(event, Played | ClockStopped | Dinged | ChanceRolled):
            scored = _newly_counted(state, after)
        if isinstance(event, Played | Passed | Exchanged | Traded):
            turns.append(PastTurn(number, event, state, scored, hidden=hidden))
        elif scored is not None and turns:
            # A word laid against the clock counts when that stops, and again with the
            # die.
            turns[-1] = replace(turns[-1], scored=scored, counted_by=_stop(turns[-1], number))
        state = after
    plays = (entry for entry in state.entries if entry.kind is EntryKind.PLAY)
    standing = {id(entry.scored) for entry in plays}
    return tuple(
        turn for turn in reversed(turns) if turn.scored is None or id(turn.scored) in standing
    )


def turns_shown(state: TableState) -> tuple[PastTurn, ...]:
    """The turns as shown: without points while they are hidden."""
    return turns_so_far(state.game, hidden=state.agreed.extras.hide_scores and not state.finished)


def plays_shown(state: TableState) -> tuple[PastTurn, ...]:
    """The plays among them."""
    return tuple(turn for turn in turns_shown(state) if isinstance(turn.event, Played))


def _stop(turn: PastTurn, number: int) -> int:
    return number if turn.counted_by is None else turn.counted_by


def _newly_counted(before: State, after: State) -> ScoredPlay | None:
    """The play that an event entered, or counted again."""
    return None if after.last_play is before.last_play else after.last_play


# --- the picture of a play ---

PICTURES_OFFERED = 8
"""The number of recent pictures listed; from these one goes back to older ones."""


def ask_which_picture(state: TableState, selected: int = 0) -> Step:
    """Asks which play's picture to look at, the newest first."""
    plays = plays_shown(state)
    if not plays:
        return notify(state, Message("There are no plays yet."))
    options = [
        _picture(n, turn.text, Do(ask_which_picture, n))
        for n, turn in enumerate(plays[:PICTURES_OFFERED])
    ]
    text = Message("Which play’s picture?")
    return ask(state, Question(text, (*options, option("Back to the game", go_on))), selected)


def _picture(place: int, label: Message, again: Act) -> Option:
    return Option(label, Do(_show_picture, place, again))


def _show_picture(state: TableState, place: int, again: Act) -> Step:
    """Shows the picture of a play until it is left, which asks `again` what it was opened from;
    from there to its neighbours."""
    plays = plays_shown(state)
    options = list[Option]()
    if place + 1 < len(plays):
        options.append(_picture(place + 1, Message("Previous play"), again))
    if place > 0:
        options.append(_picture(place - 1, Message("Next play"), again))
    text = Message("{turn}: the picture", {"turn": plays[place].text})
    back = option("Back", Do(_hide_picture, again))
    question = Question(text, (*options, back), can_wait=True)
    return ask(replace(state, picture=plays[place].number), question, len(options))


def _hide_picture(state: TableState, again: Act) -> Step:
    """Puts the picture away, one step back."""
    return again(replace(state, picture=None))


# --- pointing at a square ---

SIZE_OF_ALL = 100
"""More rows than any board has."""


def ask_to_point(
    state: TableState,
    text: Message,
    among: Sequence[Square],
    then: Callable[[TableState, Square], Step],
) -> Step:
    """Lets the players choose one of these squares; the first is selected."""
    return replace(state, phase=Pointing(text, tuple(among), 0, then), message=None), ()


def next_square(state: TableState, _: Press) -> Step:
    """Points at the next square."""
    return _move(state, 1)


def square_before(state: TableState, _: Press) -> Step:
    """Points at the previous square."""
    return _move(state, -1)


@in_phase(Pointing)
def take_square(state: TableState, phase: Pointing, _: Press) -> Step:
    """Takes the square pointed at."""
    return phase.then(replace(state, phase=resting(state), message=None), phase.square)


def leave_pointing(state: TableState, _: Press) -> Step:
    """Stops pointing; the turn goes on."""
    return replace(state, phase=resting(state), message=Message("The turn continues.")), ()


def say_point(state: TableState, _: Press) -> Step:
    """Says how to point."""
    return notify(state, Message("Choose a square with the arrows, then OK. UNDO: leave."))


@in_phase(Pointing)
def point_by_rows(state: TableState, phase: Pointing, rows: int) -> Step:
    """Points at the nearest square in the next row that way, wrapping round."""
    here, others = phase.square, {square.row for square in phase.among}
    further = sorted(others, key=lambda row: (rows * (row - here.row)) % SIZE_OF_ALL)
    row = next((row for row in further if row != here.row), here.row)
    nearest = min(
        (square for square in phase.among if square.row == row),
        key=lambda square: abs(square.column - here.column),
    )
    return point_at(state, nearest)


@in_phase(Pointing)
def point_at(state: TableState, phase: Pointing, square: Square) -> Step:
    """Points at this square, if it is one of the choices."""
    if square not in phase.among:
        text = Message("There’s nothing to choose on {square}.", {"square": square.name})
        return notify(state, text)
    place = phase.among.index(square)
    return replace(state, phase=replace(phase, place=place), message=None), ()


@in_phase(Pointing)
def _move(state: TableState, phase: Pointing, by: int) -> Step:
    place = (phase.place + by) % len(phase.among)
    return replace(state, phase=replace(phase, place=place), message=None), ()
