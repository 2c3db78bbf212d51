"""Open questions about earlier turns, asked whenever the players like, without holding up play.

Nameless blanks, whose letter only the players know (CLA-PLA-10) and which count 0 whatever they are
(Q-13); and tiles that the pictures leave in doubt. What turns out to have been different is counted
again from there on; what no longer fits is listed, and stays in the game. Tests:
tests/device/test_blanks.py, tests/device/test_correcting.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace
from types import MappingProxyType

from device.language.numbers import signed
from device.language.texts import Message, TextValue, and_then
from device.language.wording import fault_message, square_names
from device.session.core.commit import added, ask, commit, delay_messages, go_on
from device.session.core.effects import FollowAgain
from device.session.core.state import (
    Clearing,
    Counted,
    Do,
    Option,
    Question,
    Rolling,
    Shaking,
    Step,
    TableState,
    Then,
    Thinking,
)
from device.session.turn.ending import with_result
from device.session.turn.missing_tiles import tiles_to_lay
from device.session.turn.questions import tile_name, which_tile
from engine.events import Amendment, Played, Replaced, Rolled, TileCorrected
from engine.game import Game
from engine.scoring import JudgeWord
from engine.squares import Direction, Square
from engine.state import EntryKind, State
from engine.tiles import UNKNOWN_BLANK, Letter, Tile, piece_of, shown_letters
from vision.game.doubt import Doubt, DoubtKind, blank_letters
from vision.game.follow import Followed, settle_square

# --- open doubts ---


def open_doubts(state: TableState) -> tuple[Doubt, ...]:
    """Everything that is open about tiles of earlier plays, nameless blanks first. OK asks about
    the first of them."""
    laid = {
        s: t for s, t in state.board.followed.position.tiles.items() if _laid_in_a_play(state, s)
    }
    blanks = blank_letters({s: t for s, t in laid.items() if t == UNKNOWN_BLANK})
    seen = () if state.board.sight is None else state.board.sight.now.observed.doubts
    moved = _on_the_move(state) | set(tiles_to_lay(state))
    older = (
        d
        for d in seen
        if d.square in laid and d.kind is not DoubtKind.COVERED and d.square not in moved
    )
    known = tuple(blanks)
    named = {doubt.square for doubt in known}
    return (*known, *(doubt for doubt in older if doubt.square not in named))


def _on_the_move(state: TableState) -> Set[Square]:
    """The squares where dice are being picked up or put back: pictures raise no doubt there yet."""
    where = state.where
    return where.lift | where.put_back.keys() if isinstance(where, Clearing) else frozenset()


def _laid_in_a_play(state: TableState, square: Square) -> bool:
    """Whether the tile there can be corrected: one from before the game began can't."""
    start, now = state.game.start.position, state.game.state.position
    return now.height(square) > start.height(square)


def ask_older(state: TableState, doubt: Doubt) -> Step:
    """Asks about a tile of an earlier turn: which it is, or which letter a blank stands for."""
    if doubt.kind is DoubtKind.BLANK_LETTER:
        return ask_letter(state, doubt.square)
    return ask(state, which_tile(doubt, Then(_name_older, doubt.square), older=True))


def _name_older(state: TableState, tile: Tile, square: Square) -> Step:
    """The players say which tile an earlier turn laid; for a blank, its letter is asked next."""
    if state.game.state.position.at(square) != tile:
        return then_ask_letters(put_right(state, square, tile), [square])
    followed = settle_square(state.board.followed, square, tile)
    message = _tile_text(square, tile)
    after = replace(
        state,
        board=state.board.moved_on(followed),
        message=message,
    )
    return then_ask_letters((after, (FollowAgain(),)), [square])


# --- blanks ---

SHORTEST_WORD = 2


def then_ask_letters(step: Step, squares: Iterable[Square]) -> Step:
    """The step, followed by the letters of the nameless blanks on these squares, one by one."""
    after, effects = step
    position = after.game.state.position
    nameless = [square for square in sorted(squares) if position.at(square) == UNKNOWN_BLANK]
    if not nameless or not isinstance(
        after.phase, Thinking | Counted | Rolling | Shaking | Clearing
    ):
        return step
    asking, more = ask_letter(after, *nameless)
    return asking, (*effects, *more)


def ask_letter(state: TableState, square: Square, *others: Square) -> Step:
    """Asks which letter the blank on a square is, then about the others."""
    options = [
        Option(tile_name(letter), Do(_name_blank, square, letter, others))
        for letter in likeliest_letters(state, square)
    ]
    # Last, and so a single step back from the first.
    options.append(Option(Message("Not now"), go_on))
    text = Message("Which letter is the blank on {square}?", {"square": square.name})
    return ask(state, Question(text, tuple(options), (square,), can_wait=True, noted=True))


def _name_blank(
    state: TableState, square: Square, letter: Letter, others: tuple[Square, ...]
) -> Step:
    return then_ask_letters(put_right(state, square, letter.lower()), others)


def likeliest_letters(state: TableState, square: Square) -> tuple[Letter, ...]:
    """All letters that a blank may be: first those that make all its words good, most frequent in
    the box first; then the rest in alphabetical order."""
    game = state.game.state
    tile_set, good = game.variant.tile_set, list_of_words(state)
    lines = _words_there(game, square)

    def fits(letter: Letter) -> bool:
        return good is not None and all(good(_text(game, line, square, letter)) for line in lines)

    rolled = _rolled_for(game, square)
    letters = tuple(letter for letter in tile_set.letters if letter != rolled)
    likely = sorted(filter(fits, letters), key=lambda letter: -tile_set.counts.get(letter, 0))
    return (*likely, *(letter for letter in letters if letter not in likely))


def _rolled_for(game: State, square: Square) -> Letter | None:
    """The letter rolled for the play that laid this tile; no joker may be it (PAR-DIE-04). None
    without a roll."""
    plays = (e.scored.play for e in game.entries if e.kind is EntryKind.PLAY and e.scored)
    return next((play.circumstances.rolled for play in plays if square in play.tiles), None)


def list_of_words(state: TableState) -> JudgeWord | None:
    """The agreed list; if there is none, the default of the game's language. None at a tournament,
    where nothing may hint at which words are good."""
    variant = state.game.state.variant
    if state.agreed.extras.tournament:
        return None
    if state.agreed.words is not None or variant.judge_word is not None:
        return state.agreed.words or variant.judge_word
    if state.offers is not None:
        return state.offers.lexicon(variant.language, None)
    return variant.usual_words


def _words_there(game: State, square: Square) -> set[tuple[Square, ...]]:
    """The words that a tile is in: those formed by plays, and those on the board now."""
    played = (e.scored for e in game.entries if e.kind is EntryKind.PLAY and e.scored is not None)
    formed = {word.squares for play in played for word in play.words if square in word.squares}
    if square in game.position.tiles:
        formed |= {game.position.run(square, direction) for direction in Direction}
    return {line for line in formed if len(line) >= SHORTEST_WORD}


def _text(game: State, line: Iterable[Square], square: Square, letter: Letter) -> str:
    tiles = game.position.tiles
    return game.variant.tile_set.lookup_text(
        letter if s == square else tiles.get(s, UNKNOWN_BLANK) for s in line
    )


def penalty_blank(game: State) -> Square | None:
    """A nameless blank of the last play, if its letter decides whether that is a Delay in Game: the
    players are asked before another play counts (NHL-OPT-04)."""
    last = game.last_turn
    if last is None or last.kind is not EntryKind.PLAY or last.scored is None:
        return None
    tiles = game.position.tiles
    for word in last.scored.words:
        if any(_may_be(word.text, delay) for delay in game.variant.delay_words):
            nameless = [s for s in word.squares if tiles.get(s) == UNKNOWN_BLANK]
            if nameless:
                return nameless[0]
    return None


def _may_be(text: str, word: str) -> bool:
    """Whether a text with nameless blanks in it may be this word."""
    return len(text) == len(word) and all(
        there in (letter, UNKNOWN_BLANK) for there, letter in zip(text, word, strict=True)
    )


# --- counting again ---


def amend(state: TableState, amendment: Amendment, followed: Followed, message: Message) -> Step:
    """Counts the game again with this correction; `followed` is what lies there now."""
    return count_again(state, (amendment,), followed, message)


def count_again(
    state: TableState, amendments: tuple[Amendment, ...], followed: Followed, message: Message
) -> Step:
    """The same with several corrections at once."""
    amended = added(state.game, amendments)
    if isinstance(amended, Game):
        if amended.state.variant.letter_dice is not None:
            # A mat no longer holds everything that was laid, and the game knows what it does hold.
            lying = Followed.at(amended.state.position)
            followed = replace(lying, bare=followed.bare)
        if not state.agreed.extras.hide_scores:
            message = _with_points(state.game, amended, message)
        message = _with_misfits(state.game, amended, message)
        message = _with_delay(state.game, amended, message)
        message = _with_turn(state.game, amended, message)
        message = _with_tiles_to_take_up(state, amended, message)
    after, effects = with_result(commit(state, amendments, followed, message))
    if after.side == state.side:
        # Tiles of this turn are still there: the play before it can't be challenged again.
        after = replace(after, board=replace(after.board, begun=state.board.begun))
    elif state.seen is not None:
        # The side that laid them has lost that turn.
        left = MappingProxyType(dict(state.seen.observed.tiles))
        after = replace(after, board=replace(after.board, orphaned=left))
    return after, effects


def put_right(state: TableState, square: Square, tile: Tile) -> Step:
    """The players say which tile an earlier turn laid; everything since is counted again."""
    followed = settle_square(state.board.followed, square, tile)
    amendments = _with_its_roll(state.game, square, tile) or (TileCorrected(square, tile),)
    return count_again(state, amendments, followed, _tile_text(square, tile))


def _with_its_roll(game: Game, square: Square, tile: Tile) -> tuple[Replaced, ...]:
    """A die misread in a play was also misread in the roll (SCR-TUR-01); nothing where that wasn't
    so."""
    there, roll = game.state.position.at(square), None
    found: tuple[Replaced, ...] = ()
    if game.state.variant.letter_dice is None or there is None:
        return found
    was, now = piece_of(there), piece_of(tile)
    for number, event in game.happened.items():
        match event:
            case Rolled():
                roll = number, event
            case Played(by, tiles) if square in tiles:
                found = ()
                if roll is not None and roll[1].by == by and was in roll[1].letters and was != now:
                    rolled = Rolled(by, roll[1].letters.replace(was, now, 1))
                    laid = Played(by, MappingProxyType({**tiles, square: tile}))
                    found = Replaced(roll[0], rolled), Replaced(number, laid)
                roll = None
            case Played():
                roll = None
    return found


def _tile_text(square: Square, tile: Tile) -> Message:
    """A square's tile in the words of a message."""
    if tile == UNKNOWN_BLANK:
        return Message("{square} is a blank.", {"square": square.name})
    return Message("{square} is {letter}.", {"square": square.name, "letter": shown_letters(tile)})


def _with_delay(before: Game, after: Game, message: Message) -> Message:
    """Announces that the last play is a Delay in Game, if that wasn't known (NHL-OPT-04)."""
    last = after.state.last_turn
    if last is None or last.kind is not EntryKind.PLAY or last.scored is None:
        return message
    was = before.state.last_play
    known = () if was is None else tuple(word.text for word in was.words)
    for delay in delay_messages(after.state, last.scored, last.side):
        if delay.values["word"] not in known:
            message = and_then(message, delay)
    return message


def _with_tiles_to_take_up(state: TableState, after: Game, message: Message) -> Message:
    """The tiles laid in a turn that is now another side's."""
    if state.seen is None or after.state.turn in (None, state.side):
        return message
    values: dict[str, TextValue] = {
        "side": state.side or "",
        "squares": square_names(state.seen.observed.tiles),
    }
    return and_then(message, Message("{side}: pick up {squares}.", values))


def _with_turn(before: Game, after: Game, message: Message) -> Message:
    """Whose turn it is now, if a lost turn has only just become known (NHL-OPT-04)."""
    side = after.state.turn
    if side is None or before.state.turn in (None, side):
        return message
    return and_then(message, Message("It’s {side}’s turn now.", {"side": side}))


def _with_points(before: Game, after: Game, message: Message) -> Message:
    """How the correction changes the points."""
    was, now = before.state.totals, after.state.totals
    for side in now:
        if now[side] != was[side]:
            values: dict[str, TextValue] = {"points": signed(now[side] - was[side]), "side": side}
            message = and_then(message, Message("That’s {points} for {side}.", values))
    return message


def _with_misfits(before: Game, after: Game, message: Message) -> Message:
    known = {wrong.index for wrong in before.misfits}
    new = [wrong for wrong in after.misfits if wrong.index not in known]
    if not new:
        return message
    values: dict[str, TextValue] = {
        "then": message,
        "n": len(new),
        "why": fault_message(new[0].fault),
    }
    return Message("{then} Turns that no longer work: {n}. First: {why}", values)
