"""A play that no camera sees, entered by buttons, by keys or by touch.

It is entered on the board: row, column and direction, then letter by letter, or typed as records
write it (8H QUIZ). Its tiles are taken to lie there, so that a camera that recovers finds nothing
new. The handler of a play is passed in. Tests: tests/device/test_by_hand.py.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

from device.language.texts import Message, and_then
from device.language.wording import fault_message
from device.session.core.commit import (
    added,
    ask,
    commit,
    go_on,
    option,
    play_text,
    while_game_lasts,
)
from device.session.core.effects import PlayTone
from device.session.core.state import (
    Act,
    Do,
    Entry,
    Option,
    Question,
    Step,
    TableState,
    Then,
)
from device.session.turn.doubts import then_ask_letters
from device.session.turn.ending import with_result
from device.session.turn.penalties import pulled_goalies
from device.session.turn.questions import first_left, used_up
from device.session.turn.referee import bad_words, refused
from engine.events import Event, Played, Side
from engine.faults import Fault
from engine.game import Game
from engine.plays import Play, place
from engine.scoring import ScoredPlay, judge_play
from engine.sentences import Plural
from engine.squares import Direction, Square
from engine.state import DiceTurn, State
from engine.tiles import SHOWN, UNKNOWN_BLANK, Tile, is_blank, letter_of, piece_of, shown_letters
from hardware.panel.port import SIDE_BUTTONS, Tone
from vision.game.follow import Followed
from vision.game.reconstruct import Laid

Finishing: TypeAlias = Callable[[TableState, Mapping[Square, Tile]], "Step | Fault"]
"""The handler of tiles that make a legal play; a fault, and the entry goes on."""

Typing: TypeAlias = "Callable[[TableState, str, Draft], Step]"
"""The handler of one more key of a play so far."""


Steps: TypeAlias = tuple[tuple[Square, Tile | None], ...]
"""Letters square by square; None where the tile already there is kept."""


@dataclass(frozen=True)
class Draft:
    """A play so far: `by` a side, in place of the `turn` with that number, None for the one now.
    `letters`: the entry from `start` on, None where a pile is kept. `typed`: the start square's
    name so far; `by_keys`: it is entered on a keyboard, and `spelt`: the number of tiles when the
    last one was written out (QU). `refused`: the keys since a letter couldn't be laid, and `why` it
    couldn't. `leave`: what Cancel does; `left`: as in Entry."""

    by: Side
    finish: Finishing
    turn: int | None
    start: Square
    direction: Direction = Direction.ACROSS
    letters: tuple[Tile | None, ...] = ()
    typed: str = ""
    by_keys: bool = False
    spelt: int = 0
    refused: str = ""
    why: Message | None = None
    leave: Act = go_on
    left: Act | None = None


@dataclass(frozen=True, eq=False)
class Laying:
    """A play so far on the board it is laid on, with the game as it stood `before`."""

    draft: Draft
    before: State

    @property
    def readings(self) -> tuple[Steps, ...]:
        """The possible readings of the letters, as far as there are tiles for them. A typed word
        includes the letters on the board, as in records, or consists of its new tiles alone; chosen
        letters follow the word on the screen, and are new."""
        piles = self.before.variant.highest_pile > 1
        ways = [self._written()] if piles or self.draft.by_keys else []
        ways += [] if piles else [self._new_alone()]
        return tuple(dict.fromkeys(way for way in ways if way is not None and self._is_there(way)))

    @property
    def steps(self) -> Steps:
        """The letters as shown: read as a whole word for as long as they can be."""
        return next(iter(self.readings), ())

    @property
    def tiles(self) -> dict[Square, Tile]:
        return _tiles(self.steps)

    @property
    def is_play(self) -> bool:
        """Whether there are new tiles by some reading."""
        return any(map(_tiles, self.readings))

    @property
    def next_square(self) -> Square | None:
        """The square of the next letter; None at the edge. Squares with tiles are skipped, unless
        tiles may be laid on others or the letters there are typed too."""
        steps = self.steps
        square = steps[-1][0].step(self.draft.direction) if steps else self.draft.start
        if not self._goes_over_tiles:
            square = self._free_from(square)
        return square if self._holds(square) else None

    @property
    def word(self) -> tuple[str, str]:
        """The line's text up to the next letter, and where it begins: with the first tile connected
        to it."""
        tiles = self.before.position.laid(self.tiles).tiles
        first = self.draft.start
        while (before := first.step(self.draft.direction, -1)) in tiles:
            first = before
        line, square = list[Tile](), first
        while square in tiles and square != self.next_square:
            line.append(tiles[square])
            square = square.step(self.draft.direction)
        return self.before.variant.tile_set.text(line), first.start_name(self.draft.direction)

    def longer(self, letter: Tile | None) -> Laying | None:
        """The same with a letter more; None if that can't be laid."""
        draft = replace(self.draft, letters=(*self.draft.letters, letter))
        laying = replace(self, draft=draft)
        return laying if laying.readings else None

    def of(self, steps: Steps) -> ScoredPlay | Fault:
        """The play of one reading, or why it makes none."""
        judged = judge_play(self.before.variant, self.before.position, _tiles(steps))
        return judged if isinstance(judged, ScoredPlay) else judged[0]

    def left(self, steps: Steps = ()) -> dict[Tile, int]:
        """The pieces that can still be laid after these."""
        variant, stage = self.before.variant, self.before.stage
        if isinstance(stage, DiceTurn) and stage.letters is not None:
            left = Counter(stage.letters)
        elif variant.counted:
            left = Counter(self.before.unseen)
        else:
            return {piece: count for piece, count in variant.tile_set.counts.items() if count > 0}
        left.subtract(map(piece_of, _tiles(steps).values()))
        return left

    @property
    def _goes_over_tiles(self) -> bool:
        """Whether the next letter may be that of the tile that lies there."""
        if self.before.variant.highest_pile > 1:
            return True
        return self.draft.by_keys and self._written() is not None

    def _is_there(self, steps: Steps) -> bool:
        """Whether there are pieces left for this tile."""
        left = self.left(steps)
        return all(left.get(piece_of(tile), -1) >= 0 for tile in _tiles(steps).values())

    def _written(self) -> Steps | None:
        """A letter a square: a typed letter that is already there is that tile, also on a pile,
        where the same letter can't be laid on itself (TOP-PLA-06)."""
        steps, square = list[tuple[Square, Tile | None]](), self.draft.start
        for letter in self.draft.letters:
            if not self._holds(square):
                return None
            there = self.before.position.at(square)
            lies = self.draft.by_keys and there is not None and letter == letter_of(there)
            if there is not None and not lies and self.before.variant.highest_pile == 1:
                return None
            steps.append((square, None if lies else letter))
            square = square.step(self.draft.direction)
        return tuple(steps)

    def _new_alone(self) -> Steps | None:
        """Every letter is a new tile, on the next free square."""
        steps, square = list[tuple[Square, Tile | None]](), self._free_from(self.draft.start)
        for letter in self.draft.letters:
            if not self._holds(square):
                return None
            steps.append((square, letter))
            square = self._free_from(square.step(self.draft.direction))
        return tuple(steps)

    def _free_from(self, square: Square) -> Square:
        while square in self.before.position.tiles:
            square = square.step(self.draft.direction)
        return square

    def _holds(self, square: Square) -> bool:
        size = self.before.position.size
        return square.column < size and square.row < size


def _tiles(steps: Steps) -> dict[Square, Tile]:
    return {square: tile for square, tile in steps if tile is not None}


@while_game_lasts
def ask_by_hand(state: TableState, side: Side) -> Step:
    """Lets the side to play enter its play by hand."""
    return ask_play(state, side, Then(count_by_hand, side))


def is_unseen(state: TableState) -> bool:
    """Whether a play of this turn can be entered by hand alone: no camera sees the board."""
    return not state.device.sees and is_entered(state)


def is_entered(state: TableState) -> bool:
    """Whether a play of this turn can be entered by hand."""
    return state.side is not None and state.game.state.stage is None


def how_to_type(state: TableState) -> Message:
    """How a play is typed, with an example from the middle of this board. A mat for dice has no
    coordinates to read off: so there it is said in words."""
    if state.game.state.variant.letter_dice is not None:
        return Message("Type its first square, then the word")
    middle = Square(_size(state) // 2, _size(state) // 2)
    start = middle.start_name(Direction.ACROSS)
    return Message("Type your play: {start} SMILE", {"start": start})


def begins_square(state: TableState, key: str) -> bool:
    """Whether a square's name begins with this key: a row's number or a column's letter."""
    key, size = key.upper(), _size(state)
    if not _BEGUN.fullmatch(key):
        return False
    return key.isdigit() or _column(key) < size


@while_game_lasts
def begin_typing(state: TableState, side: Side, letter: str) -> Step:
    """The first key of a play: as after the menu's line for it."""
    return _type_start(state, letter, _first_draft(state, side))


@while_game_lasts
def begin_at(state: TableState, side: Side, square: Square) -> Step:
    """The play begins on this square."""
    return _touch(state, square, _first_draft(state, side))


def _first_draft(state: TableState, side: Side) -> Draft:
    start, direction = _likeliest_start(state, None)
    return Draft(side, Then(count_by_hand, side), None, start, direction)


def count_by_hand(state: TableState, tiles: Mapping[Square, Tile], side: Side) -> Step | Fault:
    """Counts tiles of the side to play that no picture has shown; a fault if they don't count."""
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
    """The board believed with tiles that the players say they have laid."""
    position, settled = followed.position.laid(tiles), followed.settled | tiles.keys()
    return replace(followed, position=position, settled=settled)


# Where it begins


def ask_play(
    state: TableState,
    by: Side,
    finish: Finishing,
    turn: int | None = None,
    leave: Act = go_on,
    left: Act | None = None,
) -> Step:
    """Asks for a play, first for the row of its first letter; `turn`: the number of the turn it
    replaces; `leave`: what Cancel does; `left`: as in Entry."""
    start, direction = _likeliest_start(state, turn)
    return _ask_row(state, Draft(by, finish, turn, start, direction, leave=leave, left=left))


def _before(state: TableState, turn: int | None) -> State:
    """How the game stood before this turn."""
    if turn is None:
        return state.game.state
    earlier = [event for number, event in state.game.happened.items() if number < turn]
    return Game.fold(state.game.start, earlier).state


def _laying(state: TableState, draft: Draft) -> Laying:
    return Laying(draft, _before(state, draft.turn))


def _ask_row(state: TableState, draft: Draft) -> Step:
    """Asks for the row; `draft.typed`: the part of the first square typed so far."""

    def row_option(row: int) -> Option:
        square = Square(draft.start.column, row)
        return replace(option("Row {n}", Do(_ask_column, here, row), n=row + 1), square=square)

    here = replace(draft, typed="")
    rows = map(row_option, _round_from(draft.start.row, _size(state)))
    text = Message("{side}: which row does the word start in?", {"side": draft.by})
    back: Act | None = None
    if draft.typed:
        values = {"typed": draft.typed}
        text = Message("{typed}… Type 8H for across from H8, H8 for down.", values)
        shorter = replace(draft, typed=draft.typed[:-1])
        back = Do(_ask_row, shorter)
    entry = _entry(state, draft, _type_start, back)
    return ask(state, Question(text, (*rows, _leave(draft)), entry=entry))


def _size(state: TableState) -> int:
    return state.game.state.position.size


def _ask_column(state: TableState, draft: Draft, row: int) -> Step:
    def column_option(column: int) -> Option:
        square = Square(column, row)
        act = Do(_ask_way, replace(draft, start=square))
        return replace(option("{square}", act, square=square.name), square=square)

    columns = _round_from(draft.start.column, _size(state))
    text = Message("Where does the word start?")
    here = replace(draft, start=Square(draft.start.column, row))
    entry = _entry(state, here, _type_start, Do(_ask_row, here))
    return ask(state, Question(text, (*map(column_option, columns), _leave(draft)), entry=entry))


def _ask_way(state: TableState, draft: Draft) -> Step:
    def go(direction: Direction) -> Act:
        return Do(_ask_letter_of, replace(draft, direction=direction))

    text = Message("From {square}, across or down?", {"square": draft.start.name})
    ways = option("Across", go(Direction.ACROSS)), option("Down", go(Direction.DOWN))
    options = (*(replace(way, square=draft.start) for way in ways), _leave(draft))
    back = Do(_ask_column, draft, draft.start.row)
    question = Question(text, options, entry=_entry(state, draft, _type_start, back))
    return ask(state, question, int(draft.direction is Direction.DOWN))


def _likeliest_start(state: TableState, turn: int | None) -> tuple[Square, Direction]:
    """Where the play was seen or counted that this one replaces; else where the last play lies, and
    on an empty board the start."""
    before = _before(state, turn)
    tiles: Mapping[Square, Tile] = {}
    if turn is None and state.seen is not None:
        tiles = state.seen.observed.tiles
    elif turn is not None and isinstance(event := state.game.happened.get(turn), Played):
        tiles = event.tiles
    play = place(replace(before.variant, counted=False), before.position, tiles)
    if isinstance(play, Play):
        return play.lines[0][0], play.direction
    if tiles:
        return min(tiles, key=lambda square: (square.row, square.column)), Direction.ACROSS
    plays = [entry.scored for entry in before.entries if entry.scored]
    if before.position.tiles and plays:
        return plays[-1].play.lines[0][0], Direction.ACROSS
    return min(before.variant.layout.starts, default=Square(0, 0)), Direction.ACROSS


def _round_from(first: int, size: int) -> tuple[int, ...]:
    return tuple((first + step) % size for step in range(size))


def _entry(state: TableState, draft: Draft, typed: Typing, undone: Act | None) -> Entry:
    """The keyboard, touch and UNDO handlers."""
    laying = _laying(state, draft)
    return Entry(
        laying.before.position.laid(laying.tiles),
        frozenset(laying.tiles),
        Then(typed, draft),
        Then(_touch, draft),
        undone,
        draft.left,
    )


def _touch(state: TableState, square: Square, draft: Draft) -> Step:
    """The word begins on this square, if none of it has been laid yet."""
    if draft.letters:
        return _ask_letter_of(state, draft, Message("Remove the letters first."))
    return _ask_way(state, replace(draft, start=square, typed=""))


# Typed


DOT = "·"
DOTS = f"{DOT}-"
"""How the dot of the Catalan L·L is typed: few keyboards have it."""

_ACROSS = re.compile(r"([1-9][0-9]?)([A-Z])")
_DOWN = re.compile(r"([A-Z])([1-9][0-9]?)(\D?)")
_BEGUN = re.compile(r"[1-9][0-9]?|[A-Z]")
"""A square's notation: row first for across, column first for down, as in records."""


def _type_start(state: TableState, letter: str, draft: Draft) -> Step:
    """One more key of the first square; once that is complete, of the word's letters."""
    typed, size = (draft.typed + letter.upper()).strip(), _size(state)
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
        return _type_letter(state, next_letter, here)
    return _ask_letter_of(state, here)


def _type_on(state: TableState, draft: Draft, typed: str) -> Step:
    """A first square with only its row or its column."""
    start = draft.start
    if not typed:
        return _ask_row(state, draft)
    if not _BEGUN.fullmatch(typed):
        return _no_square(state, draft, typed)
    if typed.isdigit():
        start = Square(start.column, int(typed) - 1)
    else:
        start = Square(_column(typed), start.row)
    if max(start.column, start.row) >= _size(state):
        return _no_square(state, draft, typed)
    return _ask_row(state, replace(draft, start=start, typed=typed))


def _no_square(state: TableState, draft: Draft, typed: str) -> Step:
    """The keys made no square: starts again."""
    asking, effects = _ask_row(state, replace(draft, typed=""))
    text = Message("There’s no square {square}.", {"square": typed})
    return replace(asking, message=text), (*effects, PlayTone(Tone.WARN))


def _type_letter(state: TableState, letter: str, draft: Draft) -> Step:
    """Lays the piece with this letter, or a blank for "?"; OK is Done from then on. Keys after a
    letter that couldn't be laid are kept with it: no part of a word is left out."""
    typing, letter = replace(draft, by_keys=True), letter.upper()
    if letter == " ":  # what follows is a tile of its own
        return _ask_letter_of(state, replace(typing, spelt=len(typing.letters)))
    if letter.isdigit():
        asking, effects = _ask_letter_of(
            state, typing, Message("{n} isn’t a letter.", {"n": letter})
        )
        return asking, (*effects, PlayTone(Tone.WARN))
    digraphs = state.game.state.variant.tile_set.digraphs
    if typing.refused:
        whole = digraphs.get(typing.refused + letter)
        cleared = replace(typing, refused="", why=None)
        longer = None if whole is None else _laying(state, cleared).longer(whole)
        if longer is not None:
            return _ask_letter_of(state, replace(longer.draft, spelt=len(longer.draft.letters)))
        return _refuse(state, replace(typing, refused=typing.refused + letter))
    laying = _laying(state, typing)
    if _is_spelt_out(laying, letter):
        return _ask_letter_of(state, replace(typing, spelt=len(typing.letters)))
    if (joined := _joined(laying, letter)) is not None:
        return _ask_letter_of(state, joined)
    if letter == UNKNOWN_BLANK and laying.longer(UNKNOWN_BLANK) is not None:
        return _ask_blank(state, typing)
    longer = None if letter == UNKNOWN_BLANK else laying.longer(_begun_by(letter, laying))
    if longer is None:
        return _refuse(state, replace(typing, refused=letter, why=_why_not(laying, letter)))
    return _ask_letter_of(state, longer.draft)


def _type_blank(state: TableState, letter: str, draft: Draft) -> Step:
    """The letter that the blank stands for."""
    longer = None
    if letter.upper() in state.game.state.variant.tile_set.letters:
        longer = _laying(state, draft).longer(letter.lower())
    if longer is None:
        asking, effects = _ask_blank(state, draft)
        text = Message("There’s no letter {letter} in this set.", {"letter": letter.upper()})
        return replace(asking, message=text), (*effects, PlayTone(Tone.WARN))
    return _ask_letter_of(state, replace(longer.draft, by_keys=True))


def _begun_by(letter: str, laying: Laying) -> Tile:
    """The tile that this key begins: the letter, or the only one that begins with a letter that
    isn't on a tile of its own (the Catalan QU)."""
    tile_set = laying.before.variant.tile_set
    begun = [tile for text, tile in tile_set.digraphs.items() if text.startswith(letter)]
    return begun[0] if len(begun) == 1 and letter not in tile_set.letters else letter


def _is_spelt_out(laying: Laying, letter: str) -> bool:
    """Whether it is the rest of the last tile's text: QU is typed for the Qu tile (Q-TOP-05)."""
    draft = laying.draft
    last = draft.letters[-1] if draft.letters else None
    if last is None or draft.spelt == len(draft.letters):
        return False
    text = laying.before.variant.tile_set.spellings.get(letter_of(last), "")
    return text == last + letter or (letter_of(last) in SHOWN and text.endswith(letter))


def _joined(laying: Laying, letter: str) -> Draft | None:
    """The word with one tile of several letters in place of the last one and this letter (C, H), if
    the set has such a tile and one is left. None after a space, which keeps them apart."""
    draft, digraphs = laying.draft, laying.before.variant.tile_set.digraphs
    last = draft.letters[-1] if draft.letters else None
    if last is None or draft.spelt == len(draft.letters):
        return None
    text = letter_of(last) + (DOT if letter in DOTS else letter)
    shown = text + letter_of(last) if letter in DOTS else text
    tile = digraphs.get(shown)
    if tile is None:
        return None
    shorter = replace(laying, draft=replace(draft, letters=draft.letters[:-1]))
    longer = shorter.longer(tile.lower() if is_blank(last) else tile)
    if longer is None:
        return None
    # Of L·L the last letter is still to be typed.
    spelt = len(longer.draft.letters) if shown == text else draft.spelt
    return replace(longer.draft, spelt=spelt)


def _why_not(laying: Laying, letter: str) -> Message:
    """Why no piece with this letter can be laid next."""
    tile_set = laying.before.variant.tile_set
    if letter != UNKNOWN_BLANK and letter not in tile_set.letters:
        return Message("There’s no letter {letter} in this set.", {"letter": letter})
    if laying.left(laying.steps).get(letter, 0) > 0:
        return Message("The word runs off the board.")
    if isinstance(laying.before.stage, DiceTurn):
        if letter == UNKNOWN_BLANK:
            return Message("There’s no rolled blank left to lay.")
        return Message("There’s no rolled {letter} left to lay.", {"letter": shown_letters(letter)})
    count = tile_set.counts.get(letter, 0)
    if letter == UNKNOWN_BLANK:
        return Message("No blanks left: the set has {n}.", {"n": count})
    return Message(
        Plural(
            "No {letter} left: the only one is on the board.",
            "No {letter} left: all {n} are on the board.",
        ),
        {"letter": shown_letters(letter), "n": count},
    )


def _refuse(state: TableState, draft: Draft) -> Step:
    """The keys aren't laid, and the reason is shown until they are taken back."""
    asking, effects = _ask_letter_of(state, draft)
    return asking, (*effects, PlayTone(Tone.WARN))


def _column(letter: str) -> int:
    return ord(letter) - ord("A")


# Letter by letter


def _ask_letter_of(state: TableState, draft: Draft, why_not: Message | None = None) -> Step:
    """Asks for the next letter, all of them in a grid, each in a place of its own, as are the
    answers below: none may move under a finger. "Done" is on the side's own button too. `why_not`:
    what is wrong with the play so far, repeated."""
    laying, back = _laying(state, draft), _shorter(draft)
    square = None if draft.refused else laying.next_square
    options = [] if square is None else _letters(laying, square)
    shorter = option("Remove the last letter", back)
    if draft.letters or draft.refused:
        options.append(shorter)
    elif square is not None:
        options.append(_not_yet(draft, shorter, len(options)))
    done = len(options)
    own = SIDE_BUTTONS[state.game.state.sides.index(draft.by)]
    ready = replace(option("Done", Do(_done, draft)), button=own)
    if laying.is_play:
        options.append(ready)
    elif square is not None:
        options.append(_not_yet(draft, ready, done))
    options.append(_leave(draft))
    entry = _entry(state, draft, _type_letter, back)
    question = Question(_asked_of(laying), tuple(options), entry=entry, abreast=True)
    # Where no letter can follow, OK ends the word; a keyboard's Enter always does.
    ends = draft.by_keys or square is None
    lit = done if ends and laying.is_play else first_left(options)
    if draft.by_keys and square is not None and not laying.is_play:
        lit = len(options) - 1  # and takes no letter
    asking, effects = ask(state, question, lit)
    return replace(asking, message=why_not or draft.why), effects


def _asked_of(laying: Laying) -> Message:
    draft, (word, start) = laying.draft, laying.word
    values = {"word": word, "start": start, "letters": draft.refused}
    if draft.refused:
        if not word:
            return Message("{start}: {letters} can’t be laid. Remove it first.", values)
        return Message("{start}: {word}, but not {letters}. Remove it first.", values)
    if not word:
        return Message("{start}: first letter?", {"start": start})
    return Message("{start}: {word}. Next letter?", {"word": word, "start": start})


def _shorter(draft: Draft) -> Act:
    """Takes the last letter back; where there is none, returns to the question before."""
    if draft.refused:
        refused = draft.refused[:-1]
        left = replace(draft, refused=refused, why=draft.why if refused else None)
        return Do(_ask_letter_of, left)
    if not draft.letters:
        return Do(_ask_way, draft)
    return Do(_ask_letter_of, replace(draft, letters=draft.letters[:-1]))


def _letters(laying: Laying, square: Square) -> list[Option]:
    """The pieces of the set, or those rolled: every letter in a place of its own, also once it is
    used up."""
    tile_set, stage = laying.before.variant.tile_set, laying.before.stage
    pieces = laying.left() if isinstance(stage, DiceTurn) else tile_set.counts
    options: list[Option] = []
    for letter in (letter for letter in tile_set.letters if pieces.get(letter, 0)):
        longer = laying.longer(letter)
        label = Message("{letter}", {"letter": shown_letters(letter)})
        left = None if longer is None else _lay(longer, letter)
        options.append(left or _used_up(laying, letter, label, len(options)))
    if laying.longer(UNKNOWN_BLANK) is not None:
        blank = option("A blank…", Do(_ask_blank, laying.draft))
        options.append(replace(blank, square=square))
    elif pieces.get(UNKNOWN_BLANK, 0):
        options.append(_used_up(laying, UNKNOWN_BLANK, Message("A blank…"), len(options)))
    passed = laying.longer(None) if square in laying.before.position.tiles else None
    if passed is not None and laying.before.variant.highest_pile > 1:
        nothing = option("Skip this square", Do(_ask_letter_of, passed.draft))
        options.append(replace(nothing, square=square))
    return options


def _ask_blank(state: TableState, draft: Draft) -> Step:
    """Asks which letter the next piece, a blank, stands for."""
    laying = _laying(state, draft)
    nameless = laying.longer(UNKNOWN_BLANK)
    if nameless is None:
        raise ValueError("no blank can be laid")
    square = nameless.steps[-1][0]
    options = [
        _lay(longer, letter)
        for letter in laying.before.variant.tile_set.letters
        if (longer := laying.longer(letter.lower())) is not None
    ]
    text = Message("Which letter is the blank on {square}?", {"square": square.name})
    not_now = Option(Message("Not now"), Do(_ask_letter_of, nameless.draft), square=square)
    entry = _entry(state, draft, _type_blank, Do(_ask_letter_of, draft))
    answers = (*options, not_now, _leave(draft))
    return ask(state, Question(text, answers, entry=entry, abreast=True))


def _not_yet(draft: Draft, answer: Option, place: int) -> Option:
    """The answer, whose place is kept until there is a word."""
    why = Message("Enter the word first.")
    return used_up(answer.label, why, place, Do(_ask_letter_of, draft))


def _used_up(laying: Laying, piece: Tile, label: Message, place: int) -> Option:
    again = Do(_ask_letter_of, laying.draft)
    return used_up(label, _why_not(laying, piece), place, again)


def _lay(longer: Laying, label: str) -> Option:
    shown, square = Message("{letter}", {"letter": shown_letters(label)}), longer.steps[-1][0]
    return Option(shown, Do(_ask_letter_of, longer.draft), square=square)


def _done(state: TableState, draft: Draft) -> Step:
    """Counts the play; asks which one if the letters make two."""
    if draft.refused:
        first = Message("Remove {letters} first.", {"letters": draft.refused})
        asking, effects = _ask_letter_of(state, draft, and_then(draft.why, first))
        return asking, (*effects, PlayTone(Tone.WARN))
    laying, why = _laying(state, draft), None
    plays = list[tuple[Steps, ScoredPlay]]()
    for steps in filter(_tiles, laying.readings):
        judged = laying.of(steps)
        if isinstance(judged, Fault):
            why = why or fault_message(judged)
        elif (not_good := refused(state, judged.play)) is not None:
            why = why or not_good
        else:
            plays.append((steps, judged))
    words, tile_set = state.agreed.words, laying.before.variant.tile_set
    if words is not None and len(plays) > 1:
        plays = [one for one in plays if not bad_words(one[1].play, words, tile_set)] or plays
    if not plays:
        return _ask_letter_of(state, draft, why)
    if len(plays) > 1:
        return ask(state, _which_of_both(state, draft, plays))
    return _finish(state, draft, plays[0][0])


def _which_of_both(
    state: TableState, draft: Draft, plays: Sequence[tuple[Steps, ScoredPlay]]
) -> Question:
    """Asks whether the letters are those on the board, or new ones next to them."""
    options = [
        option(
            "{word} at {start}",
            Do(_finish, draft, steps),
            word=scored.play.words[0],
            start=scored.play.start,
        )
        for steps, scored in plays
    ]
    back: Act = Do(_ask_letter_of, draft)
    text = Message("Which word was played?")
    entry = _entry(state, draft, _type_letter, back)
    return Question(text, (*options, option("Neither", back), _leave(draft)), entry=entry)


def _finish(state: TableState, draft: Draft, steps: Steps) -> Step:
    step = draft.finish(state, MappingProxyType(_tiles(steps)))
    return _ask_letter_of(state, draft, fault_message(step)) if isinstance(step, Fault) else step


def _leave(draft: Draft) -> Option:
    return option("Cancel", draft.leave)
