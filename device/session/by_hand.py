"""What is entered by buttons: a play that no camera sees, and points given or taken (OWN-01).

A play is entered by row, column and direction, then letter by letter; its tiles are taken to lie on
the board, so that a camera that sees again finds nothing new. Points are added up from steps and
stay visible in the score sheet. What becomes of a play that was entered is handed in.
Tests: tests/device/test_by_hand.py, tests/device/test_points_by_hand.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

from device.language.texts import N_, Message
from device.language.wording import fault_message
from device.session.commit import (
    added,
    ask,
    commit,
    go_on,
    option,
    play_text,
    while_game_lasts,
)
from device.session.doubts import then_ask_letters
from device.session.ending import with_result
from device.session.penalties import pulled_goalies
from device.session.referee import refused
from device.session.state import Act, Option, Question, Step, TableState, side_options
from engine.events import Adjusted, Event, Played, Side
from engine.faults import Fault
from engine.scoring import ScoredPlay, judge_play
from engine.squares import Direction, Square
from engine.state import DiceTurn, State
from engine.tiles import UNKNOWN_BLANK, Tile, piece_of
from hardware.panel.port import Tone
from vision.game.follow import Followed
from vision.game.reconstruct import Laid

# --- a play ---

Finishing: TypeAlias = Callable[[TableState, Mapping[Square, Tile]], "Step | Fault"]
"""What becomes of tiles that make a legal play; a fault, and their entry goes on."""


@dataclass(frozen=True, eq=False)
class Draft:
    """A play so far: `by` a side, on the board of `before`. `steps`: square by square from `start`
    on what was laid, None where the tile that lies there was left as it is."""

    by: Side
    before: State
    finish: Finishing
    start: Square
    direction: Direction
    steps: tuple[tuple[Square, Tile | None], ...] = ()

    @property
    def tiles(self) -> dict[Square, Tile]:
        return {square: tile for square, tile in self.steps if tile is not None}

    @property
    def next_square(self) -> Square | None:
        """Where the next letter lies; None at the edge. What lies there already is skipped over,
        unless tiles may lie on others."""
        square = self.steps[-1][0].step(self.direction) if self.steps else self.start
        piles = self.before.variant.highest_pile > 1
        while not piles and square in self.before.position.tiles:
            square = square.step(self.direction)
        size = self.before.position.size
        return square if square.column < size and square.row < size else None

    @property
    def word(self) -> tuple[str, str]:
        """What the line reads up to the next letter, and where it begins; from the first tile on
        that it hangs together with."""
        tiles = self.before.position.laid(self.tiles).tiles
        first = self.start
        while (before := first.step(self.direction, -1)) in tiles:
            first = before
        line, square = list[Tile](), first
        while square in tiles and square != self.next_square:
            line.append(tiles[square])
            square = square.step(self.direction)
        return self.before.variant.tile_set.text(line), first.start_name(self.direction)

    def judged(self) -> ScoredPlay | Fault:
        judged = judge_play(self.before.variant, self.before.position, self.tiles)
        return judged if isinstance(judged, ScoredPlay) else judged[0]


@while_game_lasts
def ask_by_hand(state: TableState, side: Side) -> Step:
    """Lets the side to play enter its play by hand."""
    return ask_play(
        state, side, state.game.state, lambda now, tiles: _count_by_hand(now, side, tiles)
    )


def _count_by_hand(state: TableState, side: Side, tiles: Mapping[Square, Tile]) -> Step | Fault:
    """Counts tiles of the side to play that no picture has shown; a fault if they can't be."""
    events: list[Event] = [
        *pulled_goalies(state.game, side, state.board.followed),
        Played(side, tiles),
    ]
    after = added(state.game, events)
    if isinstance(after, Fault):
        return after
    played = after.state.last_play
    if played is None:
        raise ValueError(f"a play without its points: {tiles!r}")
    text = play_text(state, side, played)
    # The last reading may not show them: nothing is learned from it.
    unseen = state.with_sight(None)
    followed = lying_too(state.board.followed, tiles)
    plays = (*followed.plays, Laid(MappingProxyType(dict(tiles))))
    step = commit(unseen, events, replace(followed, plays=plays), text)
    return then_ask_letters(with_result(step), tiles)


def lying_too(followed: Followed, tiles: Mapping[Square, Tile]) -> Followed:
    """What is believed with tiles that the players say they have laid."""
    position, settled = followed.position.laid(tiles), followed.settled | tiles.keys()
    return replace(followed, position=position, settled=settled)


# Where it begins


def ask_play(state: TableState, by: Side, before: State, finish: Finishing) -> Step:
    """Asks for a play on a board, first for the row of its first letter."""

    def option_of(row: int) -> Option:
        return option("Row {n}", lambda now: ask(now, _which_column(draft, row)), n=row + 1)

    start = _likeliest_start(before)
    draft = Draft(by, before, finish, start, Direction.ACROSS)
    rows = (option_of(row) for row in _round_from(start.row, before.position.size))
    text = Message("{side}: in which row is the first letter of the word?", {"side": by})
    return ask(state, Question(text, (*rows, _leave())))


def _which_column(draft: Draft, row: int) -> Question:
    def option_of(column: int) -> Option:
        square = Square(column, row)
        act: Act = lambda now: ask(now, _which_way(replace(draft, start=square)))  # noqa: E731
        return option("{square}", act, square=square.name)

    columns = _round_from(draft.start.column, draft.before.position.size)
    text = Message("On which square is the first letter of the word?")
    return Question(text, (*map(option_of, columns), _leave()))


def _which_way(draft: Draft) -> Question:
    def go(direction: Direction) -> Act:
        return lambda now: _ask_letter_of(now, replace(draft, direction=direction))

    text = Message("From {square} on, across or down?", {"square": draft.start.name})
    across, down = option("Across", go(Direction.ACROSS)), option("Down", go(Direction.DOWN))
    return Question(text, (across, down, _leave()))


def _likeliest_start(before: State) -> Square:
    """The start on an empty board; later where the last play lies."""
    layout, plays = before.variant.layout, [e.scored for e in before.entries if e.scored]
    if before.position.tiles and plays:
        return plays[-1].play.lines[0][0]
    return min(layout.starts, default=Square(0, 0))


def _round_from(first: int, size: int) -> tuple[int, ...]:
    return tuple((first + step) % size for step in range(size))


# Letter by letter


def _ask_letter_of(state: TableState, draft: Draft, why_not: Message | None = None) -> Step:
    """Asks for the next letter; "Done" comes first once they make a legal play. `why_not`: what
    is wrong with the play so far, said once more."""
    judged, square = draft.judged(), draft.next_square
    options: list[Option] = []
    done = option("Done", lambda now: _done(now, draft))
    if isinstance(judged, ScoredPlay):
        options.append(done)
    if square is not None:
        options += _letters(draft, square)
    if draft.tiles and not isinstance(judged, ScoredPlay):
        options.append(done)
    if draft.steps:
        shorter = replace(draft, steps=draft.steps[:-1])
        options.append(
            option("Take the last letter back", lambda now: _ask_letter_of(now, shorter))
        )
    word, start = draft.word
    text = Message("{start}: {word}. Which letter is next?", {"word": word, "start": start})
    if not word:
        text = Message("{start}: which letter is first?", {"start": start})
    asking, effects = ask(state, Question(text, (*options, _leave())))
    return replace(asking, message=why_not), effects


def _letters(draft: Draft, square: Square) -> list[Option]:
    """The pieces that can still be laid."""
    variant = draft.before.variant
    stage = draft.before.stage
    rolled = stage.letters if isinstance(stage, DiceTurn) else None
    left = dict(draft.before.unseen if variant.counted else variant.tile_set.counts)
    if rolled is not None:
        left = dict(Counter(rolled))
    for tile in draft.tiles.values() if variant.counted or rolled is not None else ():
        left[piece_of(tile)] = left.get(piece_of(tile), 0) - 1
    known = [letter for letter in variant.tile_set.letters if left.get(letter, 0) > 0]
    options = [_lay(draft, square, letter, letter) for letter in known]
    if left.get(UNKNOWN_BLANK, 0) > 0:
        options.append(option("A blank …", lambda now: ask(now, _which_blank(draft, square))))
    if square in draft.before.position.tiles:
        passed = replace(draft, steps=(*draft.steps, (square, None)))
        options.append(option("Nothing on this one", lambda now: _ask_letter_of(now, passed)))
    return options


def _which_blank(draft: Draft, square: Square) -> Question:
    letters = draft.before.variant.tile_set.letters
    options = (_lay(draft, square, letter.lower(), letter) for letter in letters)
    text = Message("Which letter is the blank on {square}?", {"square": square.name})
    not_now = Option(Message("Not now"), _laid(draft, square, UNKNOWN_BLANK))
    return Question(text, (*options, not_now, _leave()))


def _lay(draft: Draft, square: Square, tile: Tile, label: str) -> Option:
    return Option(Message("{letter}", {"letter": label}), _laid(draft, square, tile))


def _laid(draft: Draft, square: Square, tile: Tile) -> Act:
    longer = replace(draft, steps=(*draft.steps, (square, tile)))
    return lambda now: _ask_letter_of(now, longer)


def _done(state: TableState, draft: Draft) -> Step:
    judged = draft.judged()
    if isinstance(judged, Fault):
        return _ask_letter_of(state, draft, fault_message(judged))
    if (why := refused(state, judged.play)) is not None:
        return _ask_letter_of(state, draft, why)
    step = draft.finish(state, MappingProxyType(draft.tiles))
    return _ask_letter_of(state, draft, fault_message(step)) if isinstance(step, Fault) else step


def _leave() -> Option:
    return option("Don't enter a play", go_on)


# --- points ---

STEPS = (1, 2, 5, 10, 20, 50)
"""What points are added up from."""

MOST = 999
"""More than any play of any game earns: what is beyond is a slip."""


WHYS = MappingProxyType(
    {
        N_("own rule"): Message("Own rule"),
        N_("penalty"): Message("Penalty"),
        N_("correction"): Message("Correction"),
    }
)
"""What points by hand may be for, kept with them as it stands here, and how it is offered."""


def ask_points(state: TableState) -> Step:
    """Asks which side's points are changed, by how many and why."""
    sides = side_options(state, state.game.state.sides, ask_sign)
    text = Message("Whose points are to be changed?")
    return ask(state, Question(text, (*sides, option("Nobody's", go_on))))


def ask_sign(state: TableState, side: Side) -> Step:
    """Asks whether this side gets or loses points."""
    points = state.game.state.totals[side]
    text = Message("{side}: {points} points so far. Which way?", {"side": side, "points": points})
    if state.agreed.extras.hide_scores:
        text = Message("{side}: more points, or fewer?", {"side": side})
    question = Question(
        text,
        (
            option("Add points", lambda s: _ask_points_in_steps(s, side, 1)),
            option("Take points off", lambda s: _ask_points_in_steps(s, side, -1)),
            option("Leave them as they are", go_on),
        ),
    )
    return ask(state, question)


def _ask_points_in_steps(
    state: TableState, side: Side, sign: int, points: int = 0, selected: int = 0
) -> Step:
    """Asks for points step by step; `points` is what they come to so far."""
    steps = tuple(_step(side, sign, points, place) for place in range(len(STEPS)))
    values = {"side": side, "points": f"{sign * points:+}" if points else "0"}
    done = option("Done", lambda s: _ask_why(s, side, sign * points))
    anew = option("Start again", lambda s: _ask_points_in_steps(s, side, sign))
    question = Question(
        Message("{side}: {points}. How many more?", values),
        (*steps, *((done, anew) if points else ()), option("Leave them as they are", go_on)),
    )
    return ask(state, question, selected)


def _step(side: Side, sign: int, points: int, place: int) -> Option:
    """A step more; the same one stays selected, so that OK adds it again."""
    more = min(MOST, points + STEPS[place])
    return option("{n}", lambda s: _ask_points_in_steps(s, side, sign, more, place), n=STEPS[place])


def _ask_why(state: TableState, side: Side, points: int) -> Step:
    """Asks what the points are for."""
    values = {"side": side, "points": f"{points:+}"}
    whys = tuple(_why(side, points, why) for why in WHYS)
    text = Message("{side}: {points}. What for?", values)
    return ask(state, Question(text, (*whys, option("Leave them as they are", go_on))))


def _why(side: Side, points: int, why: str) -> Option:
    return Option(WHYS[why], lambda state: _change_points(state, side, points, why))


def _change_points(state: TableState, side: Side, points: int, why: str) -> Step:
    """These points count from now on; the turn in progress goes on as it was."""
    text = Message(
        "{side}: {points}, {why}.",
        {"side": side, "points": f"{points:+}", "why": Message(why)},
    )
    if state.agreed.extras.hide_scores and not state.finished:
        text = Message("{side}: points are changed, {why}.", {"side": side, "why": Message(why)})
    after, effects = commit(
        state, [Adjusted(side, points, why)], state.board.followed, text, tone=Tone.CLICK
    )
    return replace(after, board=replace(after.board, begun=state.board.begun)), effects
