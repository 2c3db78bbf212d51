"""How a game begins: who begins it, and from which position.

The players say who begins, or each side draws a tile or rolls a die, judged by the engine's rules
(engine/turns/beginning.py). Tiles already on the board may be the position to begin from: the
answers about it are carried from question to question, and nothing changes before the last one.
Problems at the start are shown until a player has read them.
Tests: tests/device/test_beginning_at_the_table.py, tests/device/test_adopting.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from types import MappingProxyType

from device.clock_and_dice.dice import Dice, Roll, letter_dice, letter_die
from device.language.texts import Message, TextValue, and_then
from device.language.wording import fault_message
from device.session.core.commit import ask, commit, go_on, notify, option, refuse
from device.session.core.effects import (
    Announce,
    CloseGame,
    Effect,
    FollowAgain,
    LookNow,
    OpenGame,
    PlayTone,
    RollDice,
)
from device.session.core.observation import JudgedReading
from device.session.core.offered import Place, offered
from device.session.core.prompts import phase_of
from device.session.core.setup import has_dice_or_clock
from device.session.core.state import (
    NO_DICE,
    Asking,
    Do,
    Lobby,
    Looking,
    Option,
    Pointing,
    Question,
    Step,
    TableState,
    Then,
    Thinking,
    side_options,
)
from device.session.core.turn_clock import clock_at_start, say_rolling, tumbles
from device.session.lobby.house_rules import stay
from device.session.turn.doubts import likeliest_letters, list_of_words
from device.session.turn.questions import NameTile, two_plays, which_tile
from engine.events import BeginnerNamed, Drawn, Side
from engine.faults import Fault
from engine.game import Game
from engine.position import EMPTY, Position
from engine.sentences import Plural
from engine.squares import Square
from engine.state import State
from engine.tiles import UNKNOWN_BLANK, Letter, Tile
from engine.variants import ChallengeRule, Variant
from hardware.cameras.port import CameraStatus
from hardware.panel.port import Tone
from vision.game.doubt import Doubt, DoubtKind, blank_letters, judge_still
from vision.game.follow import Followed
from vision.game.reconstruct import Change
from vision.reading import Refusal

# --- who begins ---


def who_begins(game: Game) -> Side:
    """The side that begins as things stand."""
    return game.state.turn or game.state.sides[0]


def ask_who_begins(state: TableState) -> Step:
    """Asks who begins: a side is named, or drawn or rolled for where the game says how (CLA-SET-02,
    PAR-SET-04, SCR-SET-02)."""
    game = state.game.state
    options = list(side_options(state, game.sides, name_beginner))
    if game.variant.begin_letter is not None:
        options.append(_by_letter(game.variant, game.variant.begin_letter))
    options.append(option("Keep as it is", stay))
    return ask(state, Question(Message("Who starts?"), tuple(options)))


def name_beginner(state: TableState, side: Side) -> Step:
    """The players say who begins (JUN-SET-01, Q-01); the first side does if none is named."""
    named = with_beginner(Game.from_state(state.game.start), side)
    return notify(replace(state, game=named), Message("{side} starts.", {"side": side}))


def with_beginner(game: Game, side: Side) -> Game:
    """A game before its first event, begun by this side."""
    if side == game.state.turn:
        return game
    named = game.added(BeginnerNamed(side))
    return game if isinstance(named, Fault) else named


# Drawing and rolling

SPARE_BLANKS = Message("Leave the blank tiles out of the bag: they only replace lost letters.")
"""TOP-EQU-03."""


def _turn_the_board(side: Side) -> Message:
    return Message("Turn the board to {side}.", {"side": side})


def _by_letter(variant: Variant, letter: Letter) -> Option:
    if variant.letter_clock is not None:
        return option("Roll the letter die: nearest to {letter} starts", _ask_draw, letter=letter)
    if variant.letter_dice is not None:
        return option("Each roll a die: nearest to {letter} starts", _ask_draw, letter=letter)
    return option("Draw tiles: nearest to {letter} starts", _ask_draw, letter=letter)


def _ask_draw(state: TableState) -> Step:
    """Each side draws a tile or rolls a die; earlier draws no longer count."""
    return _ask_letter(state, ())


def _ask_letter(
    state: TableState,
    drawn: tuple[Drawn, ...],
    first: Message | None = None,
    *,
    rolls: bool = False,
) -> Step:
    """Asks for the next side's letter; `drawn`: the letters so far. `first`: the message before it;
    `rolls`: the device's die is already rolling for it."""
    drawing = _with_letters(state, drawn)
    side, variant = _next_to_draw(drawing), drawing.state.variant
    tiles = variant.tile_set

    def letter(tile: Tile, label: Message) -> Option:
        return Option(label, Do(_draw, Drawn(side, tile), drawn))

    letters = [
        letter(one, Message("{letter}", {"letter": tiles.text(one)})) for one in tiles.letters
    ]
    if tiles.knows(UNKNOWN_BLANK) and variant.letter_clock is None:
        letters.append(letter(UNKNOWN_BLANK, Message("A blank")))
    text = and_then(first, _drawn_letter(drawing, side))
    if not has_dice_or_clock(variant):
        hint = SPARE_BLANKS if variant.spare_blanks and not drawn else None
        return ask(state, Question(text, (*letters, option("Don’t draw", stay)), hint=hint))
    roll = option("Roll on the screen", Do(_roll, drawn, first, rolls=rolls))
    rolled = Then(_draw_rolled, drawn) if rolls else None
    # The letters come first, so that they stand in a grid; OK rolls all the same.
    options = (*letters, roll, option("Don’t roll", stay))
    question = Question(text, options, rolled=rolled, rolls=side)
    return ask(state, question, options.index(roll))


def _with_letters(state: TableState, drawn: tuple[Drawn, ...]) -> Game:
    """The game before its first event, with the letters drawn so far."""
    return Game.fold(state.game.start, drawn)


def _next_to_draw(drawing: Game) -> Side:
    return (drawing.state.redraw or drawing.state.sides)[0]


def _roll(
    state: TableState, drawn: tuple[Drawn, ...], first: Message | None, *, rolls: bool
) -> Step:
    asking, _ = _ask_letter(state, drawn, first, rolls=True)
    die = _die(state.game.state.variant, state.board.turn)
    if rolls or die is None:
        return asking, ()
    if tumbles(state, state.clocks.looked_at):
        waiting, _ = _ask_letter(state, drawn, first)
        return say_rolling(waiting)
    return asking, (die,)


def _draw_rolled(state: TableState, up: Roll, drawn: tuple[Drawn, ...]) -> Step:
    side = _next_to_draw(_with_letters(state, drawn))
    return _draw(state, Drawn(side, up.letters), drawn, on_screen=True)


def _drawn_letter(drawing: Game, side: Side) -> Message:
    again = any(isinstance(event, Drawn) and event.by == side for event in drawing.events)
    match has_dice_or_clock(drawing.state.variant), again:
        case True, True:
            text = Message("It’s a tie: {side} rolls again. Which letter?", {"side": side})
        case True, False:
            text = Message("{side} rolls a die. Which letter?", {"side": side})
        case _, True:
            text = Message("It’s a tie: {side} draws again. Which letter?", {"side": side})
        case _:
            text = Message("{side} draws a tile. Which letter?", {"side": side})
    return text


def _die(variant: Variant, turn: int) -> RollDice | None:
    """The effect that rolls a die of this game on the screen; None where tiles are drawn."""
    if variant.letter_clock is not None:
        return RollDice(Dice.LETTER, (letter_die(variant.letter_clock),), 1, turn)
    if variant.letter_dice is not None:
        return RollDice(Dice.SCRAMBLE, letter_dice(variant), 1, turn)
    return None


def _draw(
    state: TableState, drawn: Drawn, before: tuple[Drawn, ...], *, on_screen: bool = False
) -> Step:
    after = _with_letters(state, before).added(drawn)
    if isinstance(after, Fault):
        return refuse(state, fault_message(after))
    first = _has_rolled(drawn) if on_screen else None
    if after.state.turn is None:
        return _ask_letter(state, (*before, drawn), first)
    begins = and_then(first, Message("{side} starts.", {"side": after.state.turn}))
    variant = after.state.variant
    if variant.turns_board:  # TOP-SET-02
        begins = and_then(begins, _turn_the_board(after.state.turn))
    if variant.holds_racks:  # CLA-SET-04, TOP-SET-03
        mixed = Message("Mix the tiles again, then draw {n} each.", {"n": variant.first_draw})
        begins = and_then(begins, mixed)
    return replace(state, game=after, message=begins), (PlayTone(Tone.PLAY), Announce(begins))


def _has_rolled(drawn: Drawn) -> Message:
    if drawn.letter == UNKNOWN_BLANK:
        return Message("{side} rolled a blank.", {"side": drawn.by})
    return Message("{side} rolled {letter}.", {"side": drawn.by, "letter": drawn.letter})


# The beginning


def begin_game(state: TableState, game: Game, followed: Followed, message: Message) -> Step:
    """This game begins, its events so far saying who begins; `followed` is what lies there now."""
    clean = Game.from_state(game.start)
    clock = clock_at_start(clean.state)
    fresh = replace(
        state,
        game=clean,
        board=state.board.next_turn(followed),
        phase=phase_of(clean, clock),
        marks=(),
        undone=(),
        frames=replace(state.frames, blind=False, doubted=False),
        message=message,
        finished=False,
        clocks=replace(state.clocks, sides=None, turn=clock),
        picture=None,
        dice=NO_DICE,
    )
    effects: Sequence[Effect] = (PlayTone(Tone.PLAY), FollowAgain(), Announce(message))
    if game.events:
        fresh, effects = commit(fresh, game.events, followed, message)
    return fresh, (OpenGame(), *effects, LookNow())


def first_words(state: TableState, game: Game) -> Message:
    """The message when a game begins, and before it in pre-season (NHL-OPT-01)."""
    values: dict[str, TextValue] = {"side": who_begins(game)}
    first = Message("{side} starts: lay tiles, then press your button.", values)
    if state.device.camera is CameraStatus.NONE:
        first = Message("{side} starts.", values)  # the screen says how a play is entered
    if game.state.variant.special.pre_season:
        drawn = {"n": game.state.variant.rack_size + 1}
        first = and_then(
            Message(
                Plural(
                    "Everyone draws {n} tile and puts one back.",
                    "Everyone draws {n} tiles and puts one back.",
                ),
                drawn,
            ),
            first,
        )
    if game.state.variant.turns_board and not any(isinstance(e, Drawn) for e in game.events):
        first = and_then(_turn_the_board(who_begins(game)), first)
    if game.state.variant.spare_blanks and not game.events:
        first = and_then(SPARE_BLANKS, first)
    if game.state.variant.letter_clock is not None:
        first = Message("{side} starts: roll the letter die.", values)
    elif game.state.variant.letter_dice is not None:
        first = Message("{side} starts: roll the dice.", values)
    if state.agreed.words is not None or game.state.variant.challenge is ChallengeRule.NONE:
        return first
    return and_then(first, Message("No word list: look words up yourselves."))


# --- from what lies there ---

HUNDREDS, TENS, UNITS = 100, 10, 1


@dataclass(frozen=True)
class Adopted:
    """What lies there, and the players' answers about it so far: each side's points."""

    position: Position
    points: Mapping[Side, int] = field(default_factory=lambda: MappingProxyType({}))


def ask_to_adopt(state: TableState, sight: JudgedReading) -> Step | None:
    """Asks whether the game begins from what lies there; None where there is no need to ask.

    It is asked before anything has happened, when more lies there than a first play or two can be;
    and once: after a "no" it isn't asked again while the board is cleared.
    """
    if not isinstance(state.phase, Thinking | Looking) or not may_adopt(state):
        return None
    if not _is_a_game(state, sight) or _asked_about(state, sight):
        return None
    if sight.later is not None and sight.later.observed.change is Change.PLAY:
        return None  # the first play was seen by itself, and the next side has begun
    asked = Question(
        Message("There are tiles on the board. Continue from here?"),
        (
            option("Yes, from this position", adopt),
            option("No, clear the board", _begin_empty),
        ),
    )
    return ask(state.with_sight(sight), asked)


def may_adopt(state: TableState) -> bool:
    """Whether a game can still begin from the tiles there: before its first turn, unless dice or a
    clock record how tiles came about."""
    if has_dice_or_clock(state.game.state.variant):
        return False
    before = (BeginnerNamed, Drawn)
    untouched = all(isinstance(event, before) for event in state.game.events)
    return untouched and not state.board.followed.position.tiles


def adopt(state: TableState) -> Step:
    """Begins from what lies there: asks what can't be read of it, the points, and who plays."""
    if has_dice_or_clock(state.game.state.variant):
        text = Message("Games with dice or a clock start on an empty board: please clear it.")
        return notify(state, text)
    if not may_adopt(state):
        return notify(state, Message("The game has started: it can’t start from another position."))
    if state.board.sight is None or isinstance(state.board.sight.reading, Refusal):
        return notify(state, Message("The board hasn’t been seen yet."))
    position, doubts = _what_lies(state, state.board.sight)
    if not position.tiles and not doubts:
        return notify(state, Message("The board is empty."))
    if state.game.state.variant.highest_pile > 1:
        return _ask_flat(state, Adopted(position), doubts)
    return _ask_tiles(state, Adopted(position), doubts)


def _ask_flat(state: TableState, adopted: Adopted, doubts: tuple[Doubt, ...]) -> Step:
    """Asks whether there are piles: a picture shows neither their heights nor their lower tiles."""
    flat = option("No, none are stacked", Do(_ask_tiles, adopted, doubts))
    text = Message("Are any tiles stacked?")
    return ask(state, Question(text, (option("Yes", _clear_piles), flat)))


def _clear_piles(state: TableState) -> Step:
    text = Message("Tiles underneath can’t be seen: please clear the board and start again.")
    return replace(state, message=text), (PlayTone(Tone.WARN), Announce(text), LookNow())


def _begin_empty(state: TableState) -> Step:
    """The game begins with an empty board, which has to be cleared first."""
    return replace(state, message=Message("Please clear the board.")), (LookNow(),)


def _what_lies(state: TableState, sight: JudgedReading) -> tuple[Position, tuple[Doubt, ...]]:
    """The tiles that a sight shows on a board, and what has to be asked about them."""
    observed = sight.now.observed
    if observed.change in (Change.PLAY, Change.GAP):
        return sight.now.after.position, observed.doubts
    if isinstance(sight.reading, Refusal):
        return sight.before.position, ()
    variant = state.game.state.variant
    words = list_of_words(state)
    still = judge_still(sight.reading, variant.tile_set, variant.counted, words)
    position = Position.from_rows(still.rows)
    asked = {doubt.square for doubt in still.doubts}
    blanks = {s: t for s, t in position.tiles.items() if t == UNKNOWN_BLANK and s not in asked}
    return position, (*still.doubts, *blank_letters(blanks))


def _is_a_game(state: TableState, sight: JudgedReading) -> bool:
    """Whether more certainly lies there than the first play, or the first two, can have laid."""
    observed, variant = sight.now.observed, state.game.state.variant
    if observed.change not in (Change.PLAY, Change.GAP):
        return False
    tiles = observed.tiles
    lines = min(len({s.row for s in tiles}), len({s.column for s in tiles}))
    if lines <= 1:
        return len(tiles) > variant.most_tiles
    return not two_plays(state.board.followed.position, tiles, variant)


def _asked_about(state: TableState, sight: JudgedReading) -> bool:
    """Whether everything there was already there when it was asked about."""
    before = state.board.sight
    if before is None or not _is_a_game(state, before):
        return False
    return sight.now.observed.tiles.keys() <= before.now.observed.tiles.keys()


# What lies there


def _ask_tiles(state: TableState, adopted: Adopted, doubts: tuple[Doubt, ...]) -> Step:
    """Asks about one square after the other, then for the points."""
    if not doubts:
        return _ask_points(state, adopted)
    doubt, name = doubts[0], Then(_name_tile, adopted, doubts)
    if doubt.kind is DoubtKind.BLANK_LETTER:
        return ask(state, _letter_of_blank(state, adopted, doubt.square, name))
    return ask(state, which_tile(doubt, name))


def _name_tile(state: TableState, tile: Tile, adopted: Adopted, doubts: tuple[Doubt, ...]) -> Step:
    """The players say what lies on the first square of these."""
    doubt, *later = doubts
    position = _with_tile(adopted.position, doubt.square, tile)
    new_blank = tile == UNKNOWN_BLANK and doubt.kind is not DoubtKind.BLANK_LETTER
    named = blank_letters({doubt.square: tile} if new_blank else {})
    return _ask_tiles(state, replace(adopted, position=position), (*named, *later))


def _letter_of_blank(
    state: TableState, adopted: Adopted, square: Square, name: NameTile
) -> Question:
    """Which letter a blank stands for, the likeliest by the words that lie there first."""

    def letter(label: Message, tile: Tile) -> Option:
        return Option(label, Do(name, tile))

    there = replace(state, game=Game.from_state(_start(state, adopted)))
    letters = likeliest_letters(there, square)
    options = [letter(Message("{letter}", {"letter": one}), one.lower()) for one in letters]
    text = Message("Which letter is the blank on {square}?", {"square": square.name})
    options.append(letter(Message("Not now"), UNKNOWN_BLANK))
    return Question(text, tuple(options), (square,), noted=True)


def _with_tile(position: Position, square: Square, tile: Tile) -> Position:
    if tile == EMPTY:
        return position.cleared([square])
    if square in position.tiles:
        return position.replaced({square: tile})
    return position.laid({square: tile})


# The points so far


def _ask_points(state: TableState, adopted: Adopted) -> Step:
    """Asks for the points of the first side whose points are missing, then who is to play."""
    waiting = [side for side in state.game.state.sides if side not in adopted.points]
    return _ask_digit(state, adopted, waiting[0]) if waiting else _ask_who_plays(state, adopted)


def _ask_digit(
    state: TableState,
    adopted: Adopted,
    side: Side,
    so_far: int = 0,
    step: int = HUNDREDS,
    sign: int = 1,
) -> Step:
    """Asks for one digit of a side's points, each answer showing the points that it leads to."""

    def digit(number: int) -> Option:
        first = so_far + sign * step * number
        last = first + sign * (step - 1)
        label = Message("{n}", {"n": first})
        if step > UNITS:
            label = Message("{first} to {last}", {"first": first, "last": last})
            return Option(label, Do(_ask_digit, adopted, side, first, step // TENS, sign))
        points = MappingProxyType({**adopted.points, side: first})
        return Option(label, Do(_ask_points, replace(adopted, points=points)))

    options = [digit(number) for number in range(10)]
    if step == HUNDREDS:
        below = Message("Below 0") if sign > 0 else Message("Above 0")
        options.append(Option(below, Do(_ask_digit, adopted, side, sign=-sign)))
    text = Message("How many points does {side} have so far?", {"side": side})
    return ask(state, Question(text, (*options, option("Not now", go_on))))


# Who is to play


def _ask_who_plays(state: TableState, adopted: Adopted) -> Step:
    sides = side_options(state, state.game.state.sides, Then(_begin, adopted))
    options = (*sides, option("Not now", go_on))
    return ask(state, Question(Message("Whose turn is it?"), options))


def _begin(state: TableState, side: Side, adopted: Adopted) -> Step:
    """The game begins from there; the bag holds what follows from the board."""
    begun = with_beginner(Game.from_state(_start(state, adopted)), side)
    sight = state.board.sight
    before = state.board.followed if sight is None else sight.now.after
    followed = replace(Followed.at(adopted.position), bare=before.bare)
    text = Message("{side} to play: lay tiles, then press your button.", {"side": side})
    after, effects = begin_game(state, begun, followed, text)
    # A recorded beginner belongs to a game that won't be played.
    return after, (*((CloseGame(),) if state.game.events else ()), *effects)


def _start(state: TableState, adopted: Adopted) -> State:
    game = state.game.state
    given = game.variant.begin_points  # the points so far include them
    carried = {side: points - given.get(side, 0) for side, points in adopted.points.items()}
    totals = carried if any(carried.values()) else MappingProxyType({})
    return State.start(game.variant, game.sides, position=adopted.position, totals=totals)


# --- problems at the start ---


def startup_problems(state: TableState, troubles: Sequence[Message]) -> TableState:
    """The table with these problems on its screen, after a safe start with the ways back; unchanged
    if there are none."""
    if not troubles:
        return state
    asked = state.phase if isinstance(state.phase, Asking | Pointing) else None
    options: tuple[Option, ...] = (option("Next", Do(_have_read, asked, state.message)),)
    if state.device.safe:
        again = Do(_problems_again, tuple(troubles))
        options += tuple(offered(Place.SAFE_START, state, again, again))
    asking, _ = ask(state, Question(reduce(and_then, troubles), options, can_wait=True))
    return asking


def _problems_again(state: TableState, troubles: Sequence[Message]) -> Step:
    return startup_problems(state, troubles), ()


def _have_read(state: TableState, asked: Asking | Pointing | None, said: Message | None) -> Step:
    """The players have read the problems: back to the question `asked` before and the message
    `said`."""
    if asked is not None:
        return replace(state, phase=asked, message=said), ()
    after, effects = (state, ()) if isinstance(state.phase, Lobby) else go_on(state)
    return (after if said is None else replace(after, message=said)), effects
