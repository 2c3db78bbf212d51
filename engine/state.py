"""State: how a game stands: the board, whose turn it is, how far a turn with dice and clock has
come, and every entry of the score sheet.

Totals are never stored: they are the sum of the entries' reasons. What is unseen is derived from
the set and the board. What an event changes is in engine/turns/fold.py.
Tests: tests/engine/test_state.py, tests/engine/test_game.py, tests/engine/test_letter_turn.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum, auto
from types import MappingProxyType
from typing import Self, TypeAlias

from engine.circumstances import ChanceFace, Zone
from engine.events import EndReason, Side
from engine.faults import Fault
from engine.layouts import Premium
from engine.position import Position
from engine.scoring import Reason, ScoredPlay
from engine.search import any_play
from engine.sentences import Sentence
from engine.squares import Square
from engine.tiles import Letter, Tile
from engine.variants import ChallengeRule, Variant, WhenAllPass
from engine.words.lexicon import Lexicon

# --- stages of a turn with dice and clock ---


class TurnClock(StrEnum):
    """A turn's clock once it was started; before that it is reset, None."""

    RUNNING = "running"
    STOPPED = "stopped"


@dataclass(frozen=True)
class DiceTurn:
    """A turn with letter dice. `letters`: those that may be laid, None where no roll was seen;
    `handed`: those that came from the side before, already in `letters` once rolled."""

    letters: str | None = None
    handed: str = ""
    clock: TurnClock | None = None


@dataclass(frozen=True)
class Promises:
    """What chance die and letter die have left for turns to come.

    `clock_from`: where a side's next clock begins; `no_letter_die`: sides that needn't roll;
    `in_vain`: sides that found no letter, one right after the other.
    """

    clock_from: Mapping[Side, Zone] = field(default_factory=lambda: MappingProxyType({}))
    no_letter_die: frozenset[Side] = frozenset()
    in_vain: frozenset[Side] = frozenset()


@dataclass(frozen=True)
class LetterTurn:
    """A turn with letter die and clock.

    `letter`: the rolled letter, once one was there to be laid. `laid`: a word that lies on the
    board; `counted`: its points are entered, the clock having stopped in `zone`. While it runs that
    is the zone of a stop too early. `started_by`: who can still be accused of having started too
    early.
    """

    rolls_left: int
    letter_die: bool = True
    letter: Letter | None = None
    clock: TurnClock | None = None
    clock_from: Zone = Zone.X4
    started_by: Side | None = None
    zone: Zone | None = None
    dinged: bool = False
    laid: Mapping[Square, Tile] = field(default_factory=lambda: MappingProxyType({}))
    counted: bool = False
    chance: ChanceFace | None = None
    promises: Promises = Promises()

    @property
    def must_roll(self) -> bool:
        """Whether a letter is still to be found."""
        return self.letter_die and self.may_roll

    @property
    def may_roll(self) -> bool:
        """Whether a letter can be rolled: once it is found, or the clock was started, none can."""
        return self.letter is None and self.clock is None


Stage: TypeAlias = DiceTurn | LetterTurn


# --- the state ---


class Took(Enum):
    """What a line of the score sheet took of its side's turns."""

    NOTHING = auto()
    TURN = auto()
    """A turn, with a play or without."""
    LOST_TURN = auto()
    """A turn that the side could not use."""
    AFTERWARDS = auto()
    """Nothing: the game was over."""


class EntryKind(StrEnum):
    """What a line of the score sheet is about, and what that `took` of its side's turns."""

    took: Took

    def __new__(cls, name: str, took: Took) -> Self:
        kind = str.__new__(cls, name)
        kind._value_ = name
        kind.took = took
        return kind

    START = "start", Took.NOTHING
    PLAY = "play", Took.TURN
    PASS = "pass", Took.TURN
    EXCHANGE = "exchange", Took.TURN
    TRADE = "trade", Took.TURN
    GOALIE = "goalie", Took.NOTHING
    TIME_UP = "time-up", Took.TURN
    NO_LETTER = "no-letter", Took.TURN
    PENALTY = "penalty", Took.NOTHING
    LOST_TURN = "lost-turn", Took.LOST_TURN
    CHALLENGED_OFF = "challenged-off", Took.TURN
    CHALLENGE_BONUS = "challenge-bonus", Took.NOTHING
    MISFIT = "misfit", Took.TURN
    ADJUSTED = "adjusted", Took.NOTHING
    SETTLEMENT = "settlement", Took.AFTERWARDS


TO_BEGIN_WITH = "points to begin with"
"""What a household gives a side before the first turn, as the score sheet says it (OWN-01)."""


@dataclass(frozen=True)
class Entry:
    """A line of the score sheet: a side, what it did, and the reasons for its points."""

    side: Side
    kind: EntryKind
    reasons: tuple[Reason, ...] = ()
    scored: ScoredPlay | None = None
    count: int | None = None
    fault: Fault | None = None

    @property
    def points(self) -> int:
        return sum(reason.points for reason in self.reasons)


@dataclass(frozen=True)
class Provisional:
    """The last play while it can still be challenged or withdrawn, and how things stood before."""

    by: Side
    before: State


@dataclass(frozen=True)
class Draw:
    """Who draws to see who begins, and what was drawn in this round."""

    among: tuple[Side, ...]
    letters: Mapping[Side, Tile] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class State:
    """How a game stands.

    `turn`: the side to play, None when the game is over or while it is drawn for. `racks`: how many
    tiles each side has (all 0 where the game has no racks), `held` which, where that is known.
    `bag`: how many are left to draw, None where it can't be known. `owes`: turns still to be lost.
    `passed`: who has passed, one after the other. `absent`: pieces that the set should have and
    that are not in the game. `taken_up`: who has just taken tiles up again. `signed`: who has
    signed the result, in the order of the signatures. `rack_drawn`: the rack that everybody plays
    with has been drawn for this turn.
    """

    variant: Variant
    sides: tuple[Side, ...]
    position: Position
    turn: Side | None
    racks: Mapping[Side, int]
    bag: int | None
    entries: tuple[Entry, ...] = ()
    owes: Mapping[Side, int] = field(default_factory=lambda: MappingProxyType({}))
    passed: frozenset[Side] = frozenset()
    provisional: Provisional | None = None
    over: EndReason | None = None
    held: Mapping[Side, str] = field(default_factory=lambda: MappingProxyType({}))
    absent: Mapping[Tile, int] = field(default_factory=lambda: MappingProxyType({}))
    draw: Draw | None = None
    taken_up: Side | None = None
    stage: Stage | None = None
    signed: tuple[Side, ...] = ()
    rack_drawn: bool = False

    @classmethod
    def start(
        cls,
        variant: Variant,
        sides: Sequence[Side],
        *,
        position: Position | None = None,
        totals: Mapping[Side, int] = MappingProxyType({}),
        bag: int | None = None,
        racks: Mapping[Side, str] = MappingProxyType({}),
        pool: str | None = None,
    ) -> State:
        """Before the first turn; on an empty board with no points unless others are given.

        `totals` come on top of the points to begin with. `racks`, `bag` and `pool` (the letters
        that lie ready for all) are believed where they are given. ValueError if the game can't be
        played by so many sides, two have the same name, or a side has no target in a game that is
        played to one.
        """
        fewest, most = variant.sides
        if not fewest <= len(sides) <= most:
            raise ValueError(
                Sentence(
                    "{variant} is for {fewest} to {most} players, not for {sides}",
                    variant=variant.name,
                    fewest=fewest,
                    most=most,
                    sides=len(sides),
                )
            )
        if len(set(sides)) < len(sides):
            raise ValueError(Sentence("two players have the same name"))
        if variant.targets is not None:
            variant.targets.of(sides)
        board = position or Position(variant.layout.size)
        counts, left = _dealt(variant, sides, board, racks)
        state = cls(
            variant=variant,
            sides=tuple(sides),
            position=board,
            turn=sides[0],
            racks=MappingProxyType(counts),
            bag=left if bag is None else bag,
            entries=(*_given_points(variant, sides), *_carried_over(totals)),
            held=MappingProxyType(dict(racks)),
            stage=first_stage(variant),
        )
        if pool is None:
            return state
        absent = Counter(state.unseen)
        absent.subtract(pool)
        return replace(state, absent=MappingProxyType({t: n for t, n in absent.items() if n}))

    @property
    def totals(self) -> dict[Side, int]:
        """Points of each side: the sum of all its reasons."""
        totals = dict.fromkeys(self.sides, 0)
        for entry in self.entries:
            totals[entry.side] += entry.points
        return totals

    @property
    def highest_total(self) -> int:
        """The most that any side has had so far, of plays that stand: what was taken off since
        lowers it no more."""
        totals, highest = dict.fromkeys(self.sides, 0), 0
        for entry in self.entries:
            had = totals[entry.side] + entry.points
            totals[entry.side], highest = had, max(highest, had)
        return highest

    @property
    def last_play(self) -> ScoredPlay | None:
        """The last play that counts, as it was scored; None before there is one."""
        plays = (entry for entry in reversed(self.entries) if entry.kind is EntryKind.PLAY)
        return next((play.scored for play in plays), None)

    @property
    def last_turn(self) -> Entry | None:
        """The last line of a turn that was used, or of the settlement after them all."""
        used = (Took.TURN, Took.AFTERWARDS)
        return next((e for e in reversed(self.entries) if e.kind.took in used), None)

    @property
    def unseen(self) -> dict[Tile, int]:
        """The pieces not on the board, blanks under "?": in the bag, on racks or in the holder."""
        seen, absent = self.position.pieces, self.absent
        counts = self.variant.tile_set.counts.items()
        left = {piece: n - seen.get(piece, 0) - absent.get(piece, 0) for piece, n in counts}
        return {piece: n for piece, n in left.items() if n > 0}

    @property
    def adds_up(self) -> bool:
        """Whether bag and racks are what is unseen, so that one follows from the other."""
        if self.bag is None or not self.variant.counted:
            return False
        return self.bag + sum(self.racks.values()) == sum(self.unseen.values())

    @property
    def may_challenge(self) -> bool:
        last, variant = self.provisional, self.variant
        if last is None or variant.challenge is ChallengeRule.NONE:
            return False
        return last.by not in variant.unchallenged

    @property
    def rack_due(self) -> bool:
        """Whether the rack that everybody plays with is still to be drawn, for this turn."""
        return self.variant.common_rack and self.turn is not None and not self.rack_drawn

    @property
    def turn_number(self) -> int:
        """Which turn of the game it is, from 1, lost ones not counted."""
        return 1 + sum(entry.kind.took is Took.TURN for entry in self.entries)

    @property
    def all_passed(self) -> bool:
        return self.passed.issuperset(self.sides)

    @property
    def ask_end(self) -> bool:
        """Whether the players are to be asked if the game is over: all have passed in a row, or no
        word can be laid any more."""
        asks = self.all_passed and self.variant.when_all_pass is WhenAllPass.ASK
        return self.over is None and (asks or not self.room)

    @property
    def room(self) -> bool:
        """Whether a word can still be laid (PAR-END-03). Known only between turns of a game whose
        letters lie open for all and for which a word list was agreed; else it is taken for true."""
        words, between = self.variant.judge_word, self.stage == first_stage(self.variant)
        if self.variant.letter_clock is None or not between or not isinstance(words, Lexicon):
            return True
        return any_play(self.variant, self.position, Counter(self.unseen).elements(), words)

    @property
    def begins(self) -> Side | None:
        """Who begins, once that was drawn for."""
        return self.draw.among[0] if self.draw and len(self.draw.among) == 1 else None

    @property
    def redraw(self) -> tuple[Side, ...]:
        """Who still draws to see who begins."""
        if self.draw is None or len(self.draw.among) == 1:
            return ()
        return tuple(side for side in self.draw.among if side not in self.draw.letters)

    @property
    def chance_due(self) -> bool:
        """Whether the chance die must be rolled before the turn can end (PAR-CHN-01)."""
        turn = self.stage
        if not isinstance(turn, LetterTurn) or not turn.counted or turn.chance is not None:
            return False
        return any(self.variant.layout.premium(s) is Premium.CHANCE for s in turn.laid)

    @property
    def dice(self) -> int:
        """How many dice the side to play rolls (SCR-TUR-02); 0 in a game without."""
        rule, turn = self.variant.letter_dice, self.stage
        if rule is None or not isinstance(turn, DiceTurn):
            return 0
        return min(rule.most, rule.number - _pieces(self.position)) - len(turn.handed)

    def entered(self, entry: Entry) -> State:
        return replace(self, entries=(*self.entries, entry))


def _given_points(variant: Variant, sides: Sequence[Side]) -> Iterator[Entry]:
    """A line for every side here that begins with points."""
    for side in sides:
        if side in variant.begin_points:
            reason = Reason("OWN-01", TO_BEGIN_WITH, variant.begin_points[side])
            yield Entry(side, EntryKind.START, (reason,))


def _carried_over(totals: Mapping[Side, int]) -> Iterator[Entry]:
    for side, points in totals.items():
        yield Entry(
            side, EntryKind.START, (Reason("CLA-SCO-01", Sentence("carried over"), points),)
        )


def _dealt(
    variant: Variant, sides: Sequence[Side], board: Position, racks: Mapping[Side, str]
) -> tuple[dict[Side, int], int | None]:
    """How many tiles each side has, and how many the bag; None where that can't be known."""
    if not variant.holds_racks:
        return dict.fromkeys(sides, 0), None
    if variant.common_rack:
        kept = {side: len(racks.get(side, "")) for side in sides}
        return kept, max(0, variant.tile_set.total - _pieces(board) - sum(kept.values()))
    if not variant.counted:
        return {side: len(racks.get(side, "?" * variant.rack_size)) for side in sides}, None
    left = max(0, variant.tile_set.total - _pieces(board))
    counts: dict[Side, int] = {}
    for side in sides:
        counts[side] = len(racks[side]) if side in racks else min(variant.rack_size, left)
        left = max(0, left - counts[side])
    return counts, left


def first_stage(variant: Variant) -> Stage | None:
    """What the first turn begins with."""
    if variant.letter_clock is not None:
        return LetterTurn(variant.letter_clock.rolls)
    return None if variant.letter_dice is None else DiceTurn()


def _pieces(position: Position) -> int:
    return sum(position.height(square) for square in position.tiles)
