"""The plain turn: one play, exchange, trade or pass (CLA-TUR-01), and the next side is to play.

The play stays open to challenges until the next side's first event (Q-02). Special rules (goalie,
trades, too many men) are switches of the variant. Tests: tests/engine/test_turns.py,
tests/engine/test_special_rules.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.common_rack import may_be_drawn
from engine.events import (
    Accepted,
    Challenged,
    EndReason,
    Exchanged,
    GoaliePulled,
    Offence,
    Passed,
    Penalised,
    Played,
    RackDrawn,
    Side,
    TakenUp,
    Traded,
    TurnEvent,
    Withdrawn,
)
from engine.faults import Fault, FaultCode
from engine.scoring import Reason, ScoredPlay, judge_play
from engine.sentences import Plural, Sentence
from engine.squares import Square
from engine.state import Entry, EntryKind, Provisional, State
from engine.tiles import UNKNOWN_BLANK, Tile, is_blank, letter_of, piece_of, to_gcg
from engine.turns.challenges import challenge, withdraw
from engine.turns.common_rack import draw_rack, rack_missing, thrown_back, without_laid
from engine.turns.ending import has_target, settled_if_known
from engine.turns.order import next_turn, owing, own_turn, side_after, unknown
from engine.variants import WhenAllPass


def plain_turn(
    state: State, event: TurnEvent | Withdrawn | Challenged | Accepted | Penalised
) -> State | Fault:
    """The state after an event of a plain turn; a Fault if it can't be."""
    match event:
        case Withdrawn():
            return withdraw(state, event.by)
        case Challenged():
            return challenge(state, event)
        case Accepted():
            return replace(state, provisional=None)
        case Penalised():
            return _penalise(state, event)
        case RackDrawn():
            return draw_rack(state, event)
        case Played() | Passed() | Exchanged() | Traded() | GoaliePulled() | TakenUp():
            if fault := own_turn(state, event.by):
                return fault
        case _:
            return Fault(
                FaultCode.NOT_IN_THIS_GAME, Sentence("This game has no such dice and no clock.")
            )
    match event:
        case Played():
            return play(state, event)
        case Passed():
            return _pass(state, event)
        case Exchanged():
            return _exchange(state, event)
        case Traded():
            return _trade(state, event)
        case GoaliePulled():
            return _pull_goalie(state, event)
        case TakenUp():
            return replace(state, taken_up=event.by, provisional=None)


def play(state: State, event: Played) -> State | Fault:
    """The state after a play, the next side to move; its own turn was checked before."""
    by, laid = event.by, tuple(map(piece_of, event.tiles.values()))
    if fault := rack_missing(state):
        return fault
    judged = judge_play(state.variant, state.position, event.tiles)
    if not isinstance(judged, ScoredPlay):
        return judged[0]
    if fault := beyond_supply(state, event.tiles) or _beyond_rack(state, by, laid):
        return fault
    after = state.entered(Entry(by, EntryKind.PLAY, judged.reasons, judged))
    after = replace(_drawn(after, by, laid), position=judged.after, passed=frozenset())
    over = _over_after_play(after, by)
    if over is None:
        after = next_turn(_delayed(after, judged))
    else:
        after = settled_if_known(replace(after, over=over, turn=None))
    return replace(after, provisional=Provisional(by, replace(state, provisional=None)))


def beyond_supply(state: State, tiles: Mapping[Square, Tile]) -> Fault | None:
    """A fault if there are fewer such pieces left than were laid, in a game that counts them."""
    if not state.variant.counted:
        return None
    missing = Counter(map(piece_of, tiles.values())) - Counter(state.unseen)
    if not missing:
        return None
    piece = min(missing)
    return Fault(
        FaultCode.TOO_MANY_OF_A_TILE,
        Sentence(
            "{piece} was laid, but none can be left.",
            piece="A blank" if piece == UNKNOWN_BLANK else piece,
        ),
        tuple(s for s, tile in sorted(tiles.items()) if piece_of(tile) == piece),
        (piece,),
        number=missing[piece],
    )


def _beyond_rack(state: State, by: Side, laid: tuple[Tile, ...]) -> Fault | None:
    if not state.variant.holds_racks:
        return None
    if len(laid) > state.racks[by]:
        return Fault(
            FaultCode.TOO_MANY_TILES,
            Sentence(
                Plural(
                    "{laid} tile was laid, but {by} has only {by2} left.",
                    "{laid} tiles were laid, but {by} has only {by2} left.",
                    by="laid",
                ),
                laid=len(laid),
                by=by,
                by2=state.racks[by],
            ),
            number=len(laid),
        )
    strange = Counter(laid) - Counter(state.held.get(by, "".join(laid)))
    if strange and state.variant.common_rack:
        return Fault(
            FaultCode.NOT_ON_RACK,
            Sentence("There’s no {strange} on the rack.", strange=to_gcg(min(strange))),
            tiles=(min(strange),),
        )
    if strange:
        return Fault(
            FaultCode.NOT_ON_RACK,
            Sentence("{by} has no {strange} left.", by=by, strange=min(strange)),
            tiles=(min(strange),),
        )
    return None


def _drawn(state: State, side: Side, laid: tuple[Tile, ...]) -> State:
    """Tiles gone from a rack, and as many drawn as long as the bag lasts (CLA-TUR-02)."""
    if not state.variant.holds_racks:
        return state
    if state.variant.common_rack:
        return without_laid(state, side, laid)
    if state.bag is None:
        return replace(state, held=_forgotten(state, side))
    kept = state.racks[side] - len(laid)
    new = max(0, min(state.variant.rack_size - kept, state.bag))
    racks = MappingProxyType({**state.racks, side: kept + new})
    held = dict(state.held)
    if side in held and not new:
        held[side] = "".join(sorted((Counter(held[side]) - Counter(laid)).elements()))
    elif new:
        held.pop(side, None)
    return replace(state, racks=racks, bag=state.bag - new, held=MappingProxyType(held))


def _over_after_play(state: State, by: Side) -> EndReason | None:
    """The target is reached (NHL-PRO-01), or all tiles are drawn and a rack is empty
    (CLA-END-01)."""
    if has_target(state, by):
        return EndReason.TARGET
    if state.variant.holds_racks and not state.racks[by] and state.bag == 0:
        return EndReason.OUT
    if state.variant.common_rack and not may_be_drawn(state.unseen):
        return EndReason.NO_RACK
    return None


def _delayed(state: State, judged: ScoredPlay) -> State:
    """The next side owes a turn if a word of this play says so (NHL-OPT-04)."""
    if not any(word.text in state.variant.delay_words for word in judged.words):
        return state
    return owing(state, side_after(state, state.turn))


def _pass(state: State, event: Passed) -> State | Fault:
    """CLA-EXC-02: no points; all passing in a row may be the end (CLA-END-02), or is one however
    many tiles are left to draw (TOP-END-03, Q-TOP-13)."""
    if event.zone is not None:
        return Fault(FaultCode.NOT_IN_THIS_GAME, Sentence("This game’s clock has no zones."))
    after = state.entered(Entry(event.by, EntryKind.PASS))
    after = replace(after, passed=state.passed | {event.by}, provisional=None)
    if state.variant.common_rack:
        return next_turn(thrown_back(after, event.by))
    if after.all_passed and state.variant.when_all_pass is WhenAllPass.ENDS:
        return settled_if_known(replace(after, over=EndReason.ALL_PASSED, turn=None))
    return next_turn(after)


def _exchange(state: State, event: Exchanged) -> State | Fault:
    """CLA-EXC-01: no points, and the turn is over."""
    most = state.variant.most_exchanged
    if most == 0 or not state.variant.holds_racks:
        return Fault(FaultCode.NO_EXCHANGE, Sentence("This game has no exchanges."))
    if most is not None and event.count > most:
        return Fault(
            FaultCode.ONE_TILE_ONLY,
            Sentence(
                Plural(
                    "{count} tile can’t be exchanged: {most} at a time.",
                    "{count} tiles can’t be exchanged: {most} at a time.",
                    by="count",
                ),
                count=event.count,
                most=most,
            ),
            number=most,
        )
    if fault := _too_few_or_many(state, event.by, event.count):
        return fault
    if state.bag is not None and event.count > state.bag:
        return Fault(
            FaultCode.BAG_TOO_SMALL,
            Sentence(
                Plural(
                    "{count} tile can’t be exchanged: the bag has {bag}.",
                    "{count} tiles can’t be exchanged: the bag has {bag}.",
                    by="count",
                ),
                count=event.count,
                bag=state.bag,
            ),
            number=state.bag,
        )
    return _swapped(state, Entry(event.by, EntryKind.EXCHANGE, count=event.count), event.by)


def _trade(state: State, event: Traded) -> State | Fault:
    special = state.variant.special
    if not special.trades:
        return Fault(FaultCode.NO_TRADES, Sentence("This game has no trading."))
    deadline = special.trade_deadline
    if deadline is not None and state.highest_total >= deadline:
        return Fault(
            FaultCode.TRADE_DEADLINE,
            Sentence(
                Plural(
                    "No more trades: a player has {deadline} point.",
                    "No more trades: a player has {deadline} points.",
                    by="deadline",
                ),
                deadline=deadline,
            ),
            number=deadline,
        )
    if fault := unknown(state, *event.partners):
        return fault
    partners = set(event.partners)
    if not partners or event.by in partners or len(partners) < len(event.partners):
        return Fault(FaultCode.UNKNOWN_SIDE, Sentence("Trading needs another player."))
    theirs = sum(state.racks[side] for side in partners)
    if fault := _too_few_or_many(state, event.by, event.count, theirs):
        return fault
    entry = Entry(event.by, EntryKind.TRADE, count=event.count)
    return _swapped(state, entry, event.by, *event.partners)


def _too_few_or_many(state: State, by: Side, count: int, theirs: int | None = None) -> Fault | None:
    has = state.racks[by] if theirs is None else min(state.racks[by], theirs)
    if count < 1:
        return Fault(FaultCode.EMPTY_EXCHANGE, Sentence("Trade at least one tile."), number=0)
    if count > has:
        return Fault(
            FaultCode.TOO_MANY_TILES,
            Sentence(
                Plural(
                    "There’s {has} tile to give, not {count}.",
                    "There are {has} tiles to give, not {count}.",
                    by="has",
                ),
                has=has,
                count=count,
            ),
            number=count,
        )
    return None


def _swapped(state: State, entry: Entry, *sides: Side) -> State:
    """A turn that changed what is on some racks, and so what is known of them."""
    after = replace(
        state.entered(entry),
        held=_forgotten(state, *sides),
        passed=frozenset(),
        provisional=None,
    )
    return next_turn(after)


def _forgotten(state: State, *sides: Side) -> Mapping[Side, str]:
    """The racks that are still known once these have changed."""
    return MappingProxyType({s: tiles for s, tiles in state.held.items() if s not in sides})


def _pull_goalie(state: State, event: GoaliePulled) -> State | Fault:
    """NHL-OPT-06: the turn goes on, and no points are counted."""
    if not state.variant.special.goalie:
        return Fault(FaultCode.NO_GOALIE, Sentence("Blanks can’t be swapped in this game."))
    there, where = state.position.at(event.square), (event.square,)
    if there is None:
        return Fault(
            FaultCode.NO_TILE_THERE,
            Sentence("There’s nothing on {square}.", square=event.square.name),
            where,
        )
    if not is_blank(there):
        return Fault(
            FaultCode.NOT_A_BLANK,
            Sentence("{there} on {square} isn’t a blank.", there=there, square=event.square.name),
            where,
            (there,),
        )
    letter = letter_of(there)
    if there == UNKNOWN_BLANK:
        return Fault(
            FaultCode.BLANK_UNNAMED,
            Sentence(
                "Which letter does the blank on {square} stand for?", square=event.square.name
            ),
            where,
        )
    if fault := beyond_supply(state, {event.square: letter}):
        return fault
    held = dict(state.held)
    if (rack := held.get(event.by)) is not None:
        if letter not in rack:
            return Fault(
                FaultCode.NOT_ON_RACK,
                Sentence("{by} has no {strange} left.", by=event.by, strange=letter),
                tiles=(letter,),
            )
        held[event.by] = rack.replace(letter, UNKNOWN_BLANK, 1)
    return replace(
        state.entered(Entry(event.by, EntryKind.GOALIE)),
        position=state.position.replaced({event.square: letter}),
        held=MappingProxyType(held),
        provisional=None,
    )


def _penalise(state: State, event: Penalised) -> State | Fault:
    """NHL-OPT-05: the turn is lost if tiles were taken up again just now."""
    if fault := unknown(state, event.by, event.on):
        return fault
    called = event.why is Offence.TOO_MANY_MEN and state.variant.special.too_many_men
    if not called or state.taken_up != event.on or event.by == event.on or state.turn != event.on:
        return Fault(FaultCode.NO_CALL, Sentence("There’s nothing to call on {on}.", on=event.on))
    reason = Reason("NHL-OPT-05", Sentence("too many men"), 0)
    return next_turn(state.entered(Entry(event.on, EntryKind.PENALTY, (reason,))))
