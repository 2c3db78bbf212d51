"""Two NHL rules on what is done with tiles: Too Many Men (NHL-OPT-05), the goalie (NHL-OPT-06).

Another side can call tiles that were laid and taken up again, until tiles lie again (Q-NHL-16). A
letter may replace the blank that stood for it: what pictures show clearly goes into the game with
the turn, what they leave in doubt is asked. Which game has which rule is up to the engine. Tests:
tests/device/test_penalties.py, tests/device/test_goalies.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from device.language.texts import Message
from device.language.wording import FAULTS, square_names
from device.session.core.commit import (
    ask,
    commit,
    go_on,
    nothing_counted,
    notify,
    option,
    refuse,
    while_game_lasts,
)
from device.session.core.effects import Effect
from device.session.core.observation import (
    JudgedReading,
    TurnReading,
    keep_blanks,
    put_letters,
    untouched,
)
from device.session.core.state import (
    Asking,
    Do,
    Looking,
    Option,
    Question,
    Step,
    TableState,
    Thinking,
    for_side,
    other_sides,
    side_options,
)
from device.session.turn.doubts import ask_older, open_doubts
from engine.events import GoaliePulled, Offence, Penalised, Side, TakenUp
from engine.faults import FaultCode
from engine.game import Game
from engine.position import EMPTY
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, Letter, Tile, is_blank, letter_of, piece_of
from hardware.panel.port import Tone
from vision.game.contradictions import SURELY_SEEN
from vision.game.doubt import INDEX, Doubt, DoubtKind
from vision.game.follow import Followed, settle_square
from vision.game.reconstruct import Change
from vision.reading import Refusal

# --- Too Many Men ---


def took_up(state: TableState, sight: JudgedReading) -> bool:
    """Whether tiles that were certainly laid in this turn are certainly gone, with no new ones."""
    variant = state.game.state.variant
    playing = isinstance(state.phase, Thinking | Looking | Asking) and state.side is not None
    if not variant.special.too_many_men or not playing or not state.board.begun:
        return False
    if sight.now.after.covered:
        # A hand hides tiles, and a picture can't promise that there are none under it.
        return False
    if sight.now.observed.change is Change.NONE:
        return untouched(sight, variant) is not None
    gone = _taken_off(state, sight)
    return bool(gone) and all(surely_shows(sight, square, EMPTY) for square in gone)


@for_side
def note_taken_up(state: TableState, side: Side, sight: JudgedReading) -> Step:
    """Notes that tiles were taken up again: from now on a penalty can be called for it."""
    phase = state.phase
    text = Message(
        "{side} picked tiles up again: Too Many Men can be called until tiles are laid.",
        {"side": side},
    )
    after, effects = commit(state, [TakenUp(side)], state.board.followed, text, tone=Tone.CLICK)
    if nothing_counted(state, after):
        return after, effects
    if isinstance(phase, Asking) and phase.question.squares:
        phase = Thinking()
    # Tiles left lying aren't laid again: only those beyond them make a call too late.
    left = sight if sight.now.observed.tiles else None
    return replace(after.with_sight(left), phase=phase), effects


def call_penalty(state: TableState) -> Step:
    """A call of Too Many Men on the side that has just taken tiles up."""
    on = state.game.state.taken_up
    if on is None:
        return notify(state, Message("There’s no penalty to call."))
    if state.board.begun:
        return notify(state, Message("Too late: {side}’s tiles are down again.", {"side": on}))
    callers = other_sides(state, on)
    if len(callers) == 1:
        return _called_by(state, callers[0])
    options = (*side_options(state, callers, _called_by), option("No one", go_on))
    return ask(state, Question(Message("Too Many Men: who calls it?"), options, noted=True))


def _called_by(state: TableState, by: Side) -> Step:
    """This side calls the penalty: the turn is lost."""
    on = state.game.state.taken_up
    if on is None:
        return state, ()
    lying = () if state.seen is None else tuple(state.seen.observed.tiles)
    text = Message("Too Many Men costs {side} the turn.", {"side": on})
    penalty = Penalised(by, on, Offence.TOO_MANY_MEN)
    after, effects = commit(state, [penalty], state.board.followed, text, tone=Tone.WHISTLE)
    if nothing_counted(state, after) or not lying:
        return after, effects
    left = MappingProxyType(dict(state.seen.observed.tiles) if state.seen is not None else {})
    return _ask_for_the_rest(
        replace(after, board=replace(after.board, orphaned=left)), effects, on, lying
    )


def _ask_for_the_rest(
    state: TableState, effects: tuple[Effect, ...], side: Side, lying: tuple[Square, ...]
) -> Step:
    """Tiles of the lost turn are still there, and would pass for the next side's."""
    text = Message(
        "Too Many Men costs {side} the turn. Pick up {squares}.",
        {"side": side, "squares": square_names(lying)},
    )
    asking, more = ask(state, Question(text, (option("They’re picked up", go_on),)))
    return asking, (*effects, *more)


def _taken_off(state: TableState, sight: JudgedReading) -> frozenset[Square]:
    """The tiles gone since the last picture, if all that is there now was there before."""
    before, now = state.seen, sight.now.observed
    if before is None or now.change is not Change.PLAY or not now.sure or now.withdrawn:
        return frozenset()
    earlier = before.observed.tiles.keys() if before.observed.sure else frozenset[Square]()
    if not now.tiles.keys() <= earlier:
        return frozenset()
    return frozenset(earlier - now.tiles.keys())


def surely_shows(sight: JudgedReading, square: Square, tile: Tile) -> bool:
    """Whether a picture leaves no doubt that this tile is on a square ("." nothing)."""
    if isinstance(sight.reading, Refusal):
        return False
    label = EMPTY if tile == EMPTY else piece_of(tile)
    seen = sight.reading.probabilities[square.row, square.column]
    return float(seen[INDEX[label]]) >= SURELY_SEEN


# --- the goalie ---


def pulled_goalies(game: Game, side: Side, believed: Followed) -> tuple[GoaliePulled, ...]:
    """The letters believed to lie where the game has blanks of that name."""
    blanks = {s: t for s, t in game.state.position.tiles.items() if is_blank(t)}
    return tuple(
        GoaliePulled(side, square)
        for square, tile in sorted(blanks.items())
        if tile != UNKNOWN_BLANK and believed.position.at(square) == letter_of(tile)
    )


def _asked_about(game: Game, side: Side, doubts: Iterable[Doubt]) -> Doubt | None:
    """The first doubt that a letter in place of its blank would explain, in a game that allows
    it."""
    for doubt in doubts:
        tile = game.state.position.at(doubt.square)
        if tile is None or not is_blank(tile) or tile == UNKNOWN_BLANK:
            continue
        likeliest = doubt.candidates[0][0] if doubt.candidates else None
        allowed = isinstance(game.added(GoaliePulled(side, doubt.square)), Game)
        if likeliest == letter_of(tile) and allowed:
            return doubt
    return None


def _shown_at_once(game: Game, side: Side, sight: JudgedReading) -> Doubt | None:
    """The first letter that this very picture shows in place of its blank, before enough pictures
    have shown it: a play that uses it is worth more."""
    for square, tile in sorted(game.state.position.tiles.items()):
        if not is_blank(tile) or tile == UNKNOWN_BLANK or square in sight.now.observed.tiles:
            continue
        if sight.now.after.position.at(square) != tile or sight.before.position.at(square) != tile:
            continue
        letter = letter_of(tile)
        allowed = isinstance(game.added(GoaliePulled(side, square)), Game)
        if allowed and surely_shows(sight, square, letter):
            return Doubt(square, ((letter, 0.5), (tile, 0.5)))
    return None


def maybe_pulled(state: TableState, seen: TurnReading) -> Doubt | None:
    """The question before this counts: a letter that may have replaced a blank, or that a single
    picture shows there."""
    side, sight = state.side, state.board.sight
    if side is None or sight is None:
        return None
    doubted = _asked_about(state.game, side, seen.observed.doubts)
    return doubted or _shown_at_once(state.game, side, replace(sight, now=seen))


def with_confirmed(laid: JudgedReading, next_sight: JudgedReading, game: Game) -> TurnReading:
    """The play in `laid`, with the letters that replaced blanks in its own picture and again in the
    next: they were there before anything that came after the play."""
    seen, side, letters = laid.now, game.state.turn, dict[Square, Letter]()
    for square, tile in sorted(game.state.position.tiles.items()):
        if not is_blank(tile) or tile == UNKNOWN_BLANK or side is None:
            continue
        if seen.after.position.at(square) != tile or square in seen.observed.tiles:
            continue
        letter = letter_of(tile)
        if not all(surely_shows(sight, square, letter) for sight in (laid, next_sight)):
            continue
        pulled = game.added(GoaliePulled(side, square))
        if isinstance(pulled, Game):
            game = pulled
            letters[square] = letter
    if not letters:
        return seen
    return put_letters(seen, letters, laid.before, game.state.variant)


def allow_goalies(sight: JudgedReading, game: Game, seen: TurnReading | None) -> JudgedReading:
    """The sight in which letters replace blanks only as this game allows; elsewhere a blank that
    the players have named stays one, however its face reads. `seen`: the tiles seen earlier in this
    turn."""
    now, later = _judged(sight.now, sight.before, game), sight.later
    if later is not None and seen is not None:
        later = _judged(later, seen.after, game)
    return JudgedReading(sight.reading, sight.before, now, later)


def _judged(seen: TurnReading, before: Followed, game: Game) -> TurnReading:
    side, refused = game.state.turn, set[Square]()
    for square in sorted(seen.observed.swapped):
        pulled = None if side is None else game.added(GoaliePulled(side, square))
        if isinstance(pulled, Game):
            game = pulled
        else:
            refused.add(square)
    return keep_blanks(seen, refused, before, game.state.variant) if refused else seen


# By hand


def may_pull(state: TableState) -> bool:
    """Whether a letter may replace a blank in this game, there is a blank, and nothing has been
    laid in this turn yet (NHL-OPT-06)."""
    game = state.game.state
    blanks = any(is_blank(tile) for tile in game.position.tiles.values())
    return game.variant.special.goalie and state.side is not None and _begins(state) and blanks


def _begins(state: TableState) -> bool:
    """Whether nothing has yet been laid in this turn."""
    return state.seen is None and state.game.state.taken_up is None


@while_game_lasts
def ask_goalie(state: TableState, side: Side) -> Step:
    """The side to play announces a letter in place of its blank: asks which blank."""
    game = state.game
    if not game.state.variant.special.goalie:
        return refuse(state, Message(FAULTS[FaultCode.NO_GOALIE]))
    if not _begins(state):
        return refuse(state, Message("Pull the goalie before laying any tiles."))
    blanks = {s: t for s, t in sorted(game.state.position.tiles.items()) if is_blank(t)}
    options = [
        _replaced(square, letter_of(tile))
        for square, tile in blanks.items()
        if tile != UNKNOWN_BLANK and isinstance(game.added(GoaliePulled(side, square)), Game)
    ]
    nameless = [d for d in open_doubts(state) if d.kind is DoubtKind.BLANK_LETTER]
    options += map(_named_first, nameless)
    if not options:
        return refuse(state, Message("No blank on the board can still be swapped."))
    text = Message("{side}: swap which blank for its letter?", {"side": side})
    return ask(state, Question(text, (*options, option("None", go_on)), tuple(blanks)))


def pull_goalie(state: TableState, square: Square) -> Step:
    """The players say that a letter replaced its blank; the turn goes on."""
    side, blank = state.side, state.game.state.position.at(square)
    if side is None or blank is None:
        return state, ()
    followed = settle_square(state.board.followed, square, letter_of(blank))
    text = Message("Press again when all tiles are laid.")
    return commit(state, [GoaliePulled(side, square)], followed, text)


def _replaced(square: Square, letter: Letter) -> Option:
    return option(
        "{letter} on {square}",
        Do(pull_goalie, square),
        letter=letter,
        square=square.name,
    )


def _named_first(doubt: Doubt) -> Option:
    """A blank must have its letter before that can replace it."""
    return option(
        "The blank on {square}: name it first",
        Do(ask_older, doubt),
        square=doubt.square.name,
    )
