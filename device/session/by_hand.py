"""What is entered by buttons: a play that no camera sees, and points given or taken (OWN-01).

A play is entered on the board: row, column and direction, then letter by letter, or typed as
records write it (8H QUIZ). Its tiles are taken to lie there, so that a camera that sees again finds
nothing new. Points stay visible in the score sheet. What becomes of a play is handed in.
Tests: tests/device/test_by_hand.py, tests/device/test_points_by_hand.py.
"""

from __future__ import annotations

import re
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
from device.session.effects import PlayTone
from device.session.ending import with_result
from device.session.penalties import pulled_goalies
from device.session.referee import refused
from device.session.state import (
    Act,
    Entry,
    Option,
    Question,
    Step,
    TableState,
    side_options,
)
from engine.events import Adjusted, Event, Played, Side
from engine.faults import Fault
from engine.scoring import ScoredPlay, judge_play
from engine.squares import Direction, Square
from engine.state import DiceTurn, State
from engine.tiles import UNKNOWN_BLANK, Tile, piece_of
from hardware.panel.port import SIDE_BUTTONS, Tone
from vision.game.follow import Followed
from vision.game.reconstruct import Laid

# --- a play ---

Finishing: TypeAlias = Callable[[TableState, Mapping[Square, Tile]], "Step | Fault"]
"""What becomes of tiles that make a legal play; a fault, and their entry goes on."""

Typing: TypeAlias = "Callable[[TableState, Draft, str], Step]"
"""What one more key does about a play so far."""


@dataclass(frozen=True, eq=False)
class Draft:
    """A play so far: `by` a side, on the board of `before`. `steps`: square by square from `start`
    on what was laid, None where the tile that lies there was left as it is. `typed`: of its first
    square so far; `by_keys`: somebody types it."""

    by: Side
    before: State
    finish: Finishing
    start: Square
    direction: Direction
    steps: tuple[tuple[Square, Tile | None], ...] = ()
    typed: str = ""
    by_keys: bool = False

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
    return _ask_row(state, Draft(by, before, finish, _likeliest_start(before), Direction.ACROSS))


def _ask_row(state: TableState, draft: Draft) -> Step:
    """Asks for the row; `draft.typed`: what was typed of the first square so far."""

    def row_option(row: int) -> Option:
        act: Act = lambda now: ask(now, _which_column(here, row))  # noqa: E731
        square = Square(draft.start.column, row)
        return replace(option("Row {n}", act, n=row + 1), square=square)

    here = replace(draft, typed="")
    rows = map(row_option, _round_from(draft.start.row, draft.before.position.size))
    text = Message("{side}: in which row is the first letter of the word?", {"side": draft.by})
    back: Act | None = None
    if draft.typed:
        values = {"typed": draft.typed}
        text = Message("{typed} … Type 8H for across from H8, H8 for down.", values)
        shorter = replace(draft, typed=draft.typed[:-1])
        back = lambda now: _ask_row(now, shorter)  # noqa: E731
    return ask(state, Question(text, (*rows, _leave()), entry=_entry(draft, _type_start, back)))


def _which_column(draft: Draft, row: int) -> Question:
    def column_option(column: int) -> Option:
        square = Square(column, row)
        act: Act = lambda now: ask(now, _which_way(replace(draft, start=square)))  # noqa: E731
        return replace(option("{square}", act, square=square.name), square=square)

    columns = _round_from(draft.start.column, draft.before.position.size)
    text = Message("On which square is the first letter of the word?")
    here = replace(draft, start=Square(draft.start.column, row))
    entry = _entry(here, _type_start, lambda now: _ask_row(now, here))
    return Question(text, (*map(column_option, columns), _leave()), entry=entry)


def _which_way(draft: Draft) -> Question:
    def go(direction: Direction) -> Act:
        return lambda now: _ask_letter_of(now, replace(draft, direction=direction))

    text = Message("From {square} on, across or down?", {"square": draft.start.name})
    ways = option("Across", go(Direction.ACROSS)), option("Down", go(Direction.DOWN))
    options = (*(replace(way, square=draft.start) for way in ways), _leave())
    back: Act = lambda now: ask(now, _which_column(draft, draft.start.row))  # noqa: E731
    return Question(text, options, entry=_entry(draft, _type_start, back))


def _likeliest_start(before: State) -> Square:
    """The start on an empty board; later where the last play lies."""
    layout, plays = before.variant.layout, [e.scored for e in before.entries if e.scored]
    if before.position.tiles and plays:
        return plays[-1].play.lines[0][0]
    return min(layout.starts, default=Square(0, 0))


def _round_from(first: int, size: int) -> tuple[int, ...]:
    return tuple((first + step) % size for step in range(size))


def _entry(draft: Draft, typed: Typing, undone: Act | None) -> Entry:
    """What a keyboard, a finger and UNDO do."""
    return Entry(
        draft.before.position.laid(draft.tiles),
        frozenset(draft.tiles),
        lambda now, letter: typed(now, draft, letter),
        lambda now, square: _touch(now, draft, square),
        undone,
    )


def _touch(state: TableState, draft: Draft, square: Square) -> Step:
    """The word begins on this square, as long as none of it has been laid."""
    if draft.steps:
        return _ask_letter_of(state, draft, Message("Take the letters back first."))
    return ask(state, _which_way(replace(draft, start=square, typed="")))


# Typed


_ACROSS = re.compile(r"([1-9][0-9]?)([A-Z])")
_DOWN = re.compile(r"([A-Z])([1-9][0-9]?)(\D?)")
_BEGUN = re.compile(r"[1-9][0-9]?|[A-Z]")
"""How a square is written: the row first for across, the column first for down, as in records."""


def _type_start(state: TableState, draft: Draft, letter: str) -> Step:
    """One more key of the first square; once that is known, of the word's letters."""
    typed, size = (draft.typed + letter.upper()).strip(), draft.before.position.size
    begun, next_letter = None, ""
    if across := _ACROSS.fullmatch(typed):
        begun = Square(_column(across[2]), int(across[1]) - 1), Direction.ACROSS
    elif down := _DOWN.fullmatch(draft.typed + letter.upper()):
        begun = Square(_column(down[1]), int(down[2]) - 1), Direction.DOWN
        next_letter = down[3]
    if begun is None:
        return _type_on(state, draft, typed)
    start, direction = begun
    if not (0 <= start.column < size and 0 <= start.row < size):
        return _no_square(state, draft, typed)
    here = replace(draft, start=start, direction=direction, typed="", by_keys=True)
    if direction is Direction.DOWN and not next_letter and 10 * (start.row + 1) <= size:
        return _ask_row(state, replace(here, typed=typed))  # H1 may become H10
    if next_letter.strip():
        return _type_letter(state, here, next_letter)
    return _ask_letter_of(state, here)


def _type_on(state: TableState, draft: Draft, typed: str) -> Step:
    """The row or the column of the first square alone."""
    start = draft.start
    if not typed:
        return _ask_row(state, draft)
    if not _BEGUN.fullmatch(typed):
        return _no_square(state, draft, typed)
    if typed.isdigit():
        start = Square(start.column, int(typed) - 1)
    else:
        start = Square(_column(typed), start.row)
    if max(start.column, start.row) >= draft.before.position.size:
        return _no_square(state, draft, typed)
    return _ask_row(state, replace(draft, start=start, typed=typed))


def _no_square(state: TableState, draft: Draft, typed: str) -> Step:
    """What was typed is no square: it is typed again."""
    asking, effects = _ask_row(state, replace(draft, typed=""))
    text = Message("There is no square {square}.", {"square": typed})
    return replace(asking, message=text), (*effects, PlayTone(Tone.WARN))


def _type_letter(state: TableState, draft: Draft, letter: str) -> Step:
    """Lays the piece with this letter, or a blank for "?"; OK is Done from then on."""
    typing, square = replace(draft, by_keys=True), draft.next_square
    if letter == " ":
        return _ask_letter_of(state, typing)
    pieces = () if square is None else _letters(typing, square)
    for piece in pieces:
        if piece.typed_by == letter.upper():
            return piece.act(state)
    none = Message("No {letter} can be laid here.", {"letter": letter.upper()})
    return _ask_letter_of(state, typing, none)


def _type_blank(state: TableState, draft: Draft, letter: str) -> Step:
    """The letter that the blank stands for."""
    square = draft.next_square
    if square is None or letter.upper() not in draft.before.variant.tile_set.letters:
        return _ask_letter_of(state, draft)
    return _laid(replace(draft, by_keys=True), square, letter.lower())(state)


def _column(letter: str) -> int:
    return ord(letter) - ord("A")


# Letter by letter


def _ask_letter_of(state: TableState, draft: Draft, why_not: Message | None = None) -> Step:
    """Asks for the next letter, all of them in a grid; "Done" is a step back from the first, and
    the side's own button. `why_not`: what is wrong with the play so far, said once more."""
    square = draft.next_square
    back = _shorter(draft)
    options = [] if square is None else _letters(draft, square)
    if draft.steps:
        options.append(option("Take the last letter back", back))
    options.append(_leave())
    if draft.tiles:
        own = SIDE_BUTTONS[state.game.state.sides.index(draft.by)]
        done = replace(option("Done", lambda now: _done(now, draft)), button=own)
        options.insert(0 if square is None else len(options), done)
    word, start = draft.word
    text = Message("{start}: {word}. Which letter is next?", {"word": word, "start": start})
    if not word:
        text = Message("{start}: which letter is first?", {"start": start})
    question = Question(text, tuple(options), entry=_entry(draft, _type_letter, back))
    # Who types ends with Enter, and takes no letter by it.
    selected = len(options) - 1 if draft.by_keys and square is not None else 0
    asking, effects = ask(state, question, selected)
    return replace(asking, message=why_not), effects


def _shorter(draft: Draft) -> Act:
    """The last letter is taken back; where there is none, what was asked before it is asked."""
    if not draft.steps:
        return lambda now: ask(now, _which_way(draft))
    return lambda now: _ask_letter_of(now, replace(draft, steps=draft.steps[:-1]))


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
        blank = option("A blank …", lambda now: ask(now, _which_blank(draft, square)))
        options.append(replace(blank, square=square))
    if square in draft.before.position.tiles:
        passed = replace(draft, steps=(*draft.steps, (square, None)))
        nothing = option("Nothing on this one", lambda now: _ask_letter_of(now, passed))
        options.append(replace(nothing, square=square))
    return options


def _which_blank(draft: Draft, square: Square) -> Question:
    letters = draft.before.variant.tile_set.letters
    options = (_lay(draft, square, letter.lower(), letter) for letter in letters)
    text = Message("Which letter is the blank on {square}?", {"square": square.name})
    not_now = Option(Message("Not now"), _laid(draft, square, UNKNOWN_BLANK), square=square)
    entry = _entry(draft, _type_blank, lambda now: _ask_letter_of(now, draft))
    return Question(text, (*options, not_now, _leave()), entry=entry)


def _lay(draft: Draft, square: Square, tile: Tile, label: str) -> Option:
    shown = Message("{letter}", {"letter": label})
    return Option(shown, _laid(draft, square, tile), square=square)


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

AT_ONCE = (5, 10, -5, -10)
"""Points that are given and taken most often: a press, and they count."""

MOST = 999
"""More than any play of any game earns: what is beyond is a slip."""


OWN_RULE, PENALTY = N_("own rule"), N_("penalty")

WHYS = MappingProxyType(
    {
        OWN_RULE: Message("Own rule"),
        PENALTY: Message("Penalty"),
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
    """Asks how many points this side gets or loses: the usual numbers count at once, others are
    added up."""
    points = state.game.state.totals[side]
    text = Message("{side}: {points} points so far. Which way?", {"side": side, "points": points})
    if state.agreed.extras.hide_scores:
        text = Message("{side}: more points, or fewer?", {"side": side})
    question = Question(
        text,
        (
            *(_at_once(side, number) for number in AT_ONCE),
            option("Add other points …", lambda s: _ask_points_in_steps(s, side, 1)),
            option("Take other points off …", lambda s: _ask_points_in_steps(s, side, -1)),
            option("Leave them as they are", go_on),
        ),
    )
    return ask(state, question)


def _at_once(side: Side, points: int) -> Option:
    why = OWN_RULE if points > 0 else PENALTY
    act: Act = lambda now: _change_points(now, side, points, why)  # noqa: E731
    return option("{points}", act, points=f"{points:+}")


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
