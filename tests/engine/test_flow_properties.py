"""Whatever happens at a table, in any game with any number of sides: undo, counts and points."""

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.circumstances import ChanceFace, Zone
from engine.events import (
    Accepted,
    Adjusted,
    BeginnerNamed,
    Challenged,
    ChanceRolled,
    ClockStarted,
    ClockStopped,
    Dinged,
    Drawn,
    Ended,
    EndReason,
    Event,
    Exchanged,
    GoaliePulled,
    Offence,
    Passed,
    Penalised,
    Played,
    Replaced,
    Rolled,
    TakenUp,
    TileCorrected,
    Traded,
    Withdrawn,
)
from engine.faults import Fault
from engine.game import Game
from engine.squares import Direction, Square
from engine.state import DiceTurn, EntryKind, LetterTurn, State
from engine.tiles import piece_of
from engine.variants import GAMES, Variant, load_variant

SIDES = ("A", "B", "C", "D")
LEVELS = dict.fromkeys(SIDES, "red")
LETTERS = "AEIOUSTRNLQZ"
TABLES = [
    pytest.param(name, number, id=f"{name}-{number}")
    for name in GAMES
    for number in (2, 3, 4)
    if number <= load_variant(name).sides[1]
]


def variant_of(name: str) -> Variant:
    options = {
        "nhl-professional": {"levels": LEVELS},
        "topword": {"challenge": "5-a-word"},
        "scramble": {"hand_on": True, "target": 60},
    }
    return load_variant(name, None, options.get(name, {}))


class Chance:
    """Turns the numbers of an idea into an event that fits the table more often than not."""

    def __init__(self, game: Game, numbers: tuple[int, ...], letters: str) -> None:
        self.game, self.state = game, game.state
        self.numbers, self.letters = numbers, letters

    @property
    def side(self) -> str:
        """Most often the side that is to play, sometimes any."""
        anybody = self.state.sides[self.numbers[0] % len(self.state.sides)]
        return anybody if self.numbers[1] % 4 == 0 else self.state.turn or anybody

    @property
    def other(self) -> str:
        others = [side for side in self.state.sides if side != self.state.turn]
        return others[self.numbers[0] % len(others)]

    @property
    def square(self) -> Square:
        """One of the occupied squares; a start square of an empty board."""
        occupied = sorted(self.state.position.tiles) or [*self.state.variant.layout.starts]
        return occupied[self.numbers[0] % len(occupied)]

    @property
    def zone(self) -> Zone:
        return [*Zone][self.numbers[2] % len(Zone)]

    def play(self) -> Played:
        """Letters through one of the occupied squares, beginning with those that were rolled."""
        direction = [*Direction][self.numbers[1] % 2]
        square = self.square.step(direction, -(self.numbers[2] % 2))
        stacks = self.state.variant.highest_pile > 1 and self.numbers[3] % 2
        tiles: dict[Square, str] = {}
        for letter in self._at_hand():
            while square in self.state.position.tiles and not stacks:
                square = square.step(direction)
            tiles[square] = letter
            square = square.step(direction)
        return Played(self.side, tiles)

    def _at_hand(self) -> str:
        match self.state.stage:
            case LetterTurn(letter=str(letter)):
                return letter + self.letters
            case DiceTurn(letters=str(rolled)):
                return rolled[: len(self.letters)].replace("?", "a")
        return self.letters

    def roll(self) -> Rolled:
        dice = 1 if isinstance(self.state.stage, LetterTurn) else self.state.dice
        return Rolled(self.side, (self.letters * 7).upper()[:dice])

    def amended(self) -> Event:
        if self.numbers[1] % 2:
            return TileCorrected(self.square, self.letters[0])
        index = self.numbers[2] % (len(self.game.events) + 1)
        return Replaced(index, self.play() if self.numbers[3] % 2 else Passed(self.side))

    def fitting(self, kind: str) -> str:
        """The kind, or, as often, one that carries the turn on."""
        turn = self.state.stage
        if turn is None:
            return "play" if kind in ("roll", "start", "stop", "ding", "chance") else kind
        if self.numbers[3] % 2:
            return kind
        match turn:
            case DiceTurn(letters=letters):
                return "roll" if letters is None else "play"
            case LetterTurn(counted=True):
                return "chance" if self.state.chance_due else "accept"
            case LetterTurn(clock=None):
                return "roll" if turn.must_roll else "start"
        return "stop" if turn.laid else "play"

    def event_of(self, kind: str) -> Event:
        return self.event(self.fitting(kind))

    def event(self, kind: str) -> Event:
        state, numbers = self.state, self.numbers
        match kind:
            case "play":
                return self.play()
            case "roll":
                return self.roll()
            case "start":
                return ClockStarted(self.other if numbers[1] % 3 else self.side)
            case "stop":
                return ClockStopped(self.side, self.zone)
            case "chance":
                face = [*ChanceFace][numbers[2] % len(ChanceFace)]
                return ChanceRolled(self.side, face, self.square if numbers[3] % 2 else None)
            case "pass":
                running = isinstance(state.stage, LetterTurn) and state.stage.clock is not None
                return Passed(self.side, self.zone if running else None)
            case "exchange":
                return Exchanged(self.side, numbers[2] % 8)
            case "trade":
                return Traded(self.side, (self.other,), numbers[2] % 8)
            case "goalie":
                return GoaliePulled(self.side, self.square)
            case "challenge":
                played = state.provisional.by if state.provisional else state.turn
                doubting = next(side for side in state.sides if side != played)
                return Challenged(doubting, numbers[3] % 2 == 0)
            case "withdraw":
                return Withdrawn(state.provisional.by if state.provisional else self.side)
            case "penalty":
                why = [*Offence][numbers[2] % len(Offence)]
                by, on = (self.other, self.side) if numbers[3] % 2 else (self.side, self.other)
                return Penalised(by, on, why)
            case "adjust":
                return Adjusted(self.side, numbers[2] % 19 - 9, "by hand")
            case "draw":
                return Drawn(self.side, self.letters[0].upper())
            case "name":
                return BeginnerNamed(self.side)
            case "end":
                reason = [*EndReason][numbers[2] % len(EndReason)]
                letters = dict(zip(state.sides, self.letters.upper(), strict=False))
                return Ended(letters, reason)
            case "amend":
                return self.amended()
        return {"ding": Dinged(), "accept": Accepted(), "take-up": TakenUp(self.side)}[kind]


KINDS = (
    *("play", "play", "play", "roll", "roll", "start", "start", "stop", "stop", "accept"),
    *("accept", "chance", "chance", "pass", "exchange", "trade", "goalie", "challenge"),
    *("withdraw", "penalty", "take-up", "ding", "adjust", "draw", "name", "amend", "end"),
)
NUMBER = st.integers(0, 99)
IDEAS = st.lists(
    st.tuples(
        st.sampled_from(KINDS),
        st.tuples(NUMBER, NUMBER, NUMBER, NUMBER),
        st.text(LETTERS + "ab?", min_size=1, max_size=7),
    ),
    min_size=10,
    max_size=30,
)


@pytest.mark.parametrize(("name", "number"), TABLES)
@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
@given(IDEAS)
def test_whatever_happens_the_books_are_right(
    name: str, number: int, ideas: list[tuple[str, tuple[int, ...], str]]
) -> None:
    """Undo gives back what was; no count is negative; reasons are the totals."""
    game = Game.begin(variant_of(name), SIDES[:number])
    for kind, numbers, letters in ideas:
        following = game.added(Chance(game, numbers, letters).event_of(kind))
        if isinstance(following, Fault):
            continue
        assert following.undone() == game
        game = following
        check(game.state)
    assert Game.fold(game.start, game.events) == game


def check(state: State) -> None:
    """What is true of a game however it stands."""
    waiting = state.draw is not None and state.begins is None
    assert (state.turn is None) == (state.over is not None or waiting)
    assert all(turns > 0 for turns in state.owes.values())
    reasons = [reason.points for entry in state.entries for reason in entry.reasons]
    assert sum(state.totals.values()) == sum(reasons)
    for entry in state.entries:
        if entry.kind is EntryKind.PLAY:
            assert entry.scored is not None
            assert entry.points == entry.scored.points
    assert (state.bag or 0) >= 0
    assert all(count >= 0 for count in state.racks.values())
    on_board = Counter(map(piece_of, state.position.known_tiles))
    assert on_board.total() == sum(map(state.position.height, state.position.tiles))
    variant = state.variant
    if variant.counted:
        assert on_board <= Counter(variant.tile_set.counts)
        assert on_board.total() + sum(state.unseen.values()) == variant.tile_set.total
        assert state.adds_up or not variant.holds_racks
    if variant.letter_dice is not None and isinstance(state.stage, DiceTurn):
        rolled = len(state.stage.letters or state.stage.handed)
        assert 0 <= state.dice <= variant.letter_dice.most
        assert on_board.total() + rolled <= variant.letter_dice.number


def test_the_ideas_reach_every_kind_of_entry() -> None:
    """The check above would show little if chance never got past a refusal."""
    reached: set[EntryKind] = set()
    luck = Random(1)
    for name in [*GAMES] * 20:
        game = Game.begin(variant_of(name), SIDES[:2])
        for _ in range(50):
            letters = "".join(luck.choices(LETTERS + "ab?", k=luck.randint(1, 7)))
            numbers = tuple(luck.randrange(100) for _ in range(4))
            following = game.added(Chance(game, numbers, letters).event_of(luck.choice(KINDS)))
            if isinstance(following, Game):
                game = following
                check(game.state)
                reached.update(entry.kind for entry in game.state.entries)
    assert reached | {EntryKind.START, EntryKind.NO_LETTER} >= {*EntryKind}
