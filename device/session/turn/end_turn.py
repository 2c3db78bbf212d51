"""The end of a turn: from what was seen to an event, or to the question that stands in the way.

If a side forgets to press, it leaves a whole play: what was seen on the way separates it from the
next side's. A full pile that shows another letter is asked about (TOP-PLA-05). A recording has one
picture a turn and no players to answer: what can't be counted is reported instead. The press that
led here is handled in presses.py. Tests: tests/device/test_turn_end.py,
tests/device/test_earlier_plays.py, tests/device/test_topword_table.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from device.language.texts import Message, TextValue
from device.language.wording import fault_message, square_names
from device.session.core.commit import (
    added,
    ask,
    ask_taken_up,
    board_changed,
    commit,
    go_on,
    option,
    play_text,
    refuse,
)
from device.session.core.effects import Announce
from device.session.core.observation import (
    JudgedReading,
    TurnReading,
    judged_reading,
    plain_tiles,
    with_explanation,
    with_tile,
)
from device.session.core.state import (
    Act,
    Do,
    Option,
    Question,
    Step,
    TableState,
    Then,
    for_side,
)
from device.session.turn import duplicate
from device.session.turn.by_hand import ask_by_hand
from device.session.turn.corrections import replace_with_play, turns_so_far
from device.session.turn.doubts import (
    ask_letter,
    ask_older,
    list_of_words,
    open_doubts,
    penalty_blank,
    then_ask_letters,
)
from device.session.turn.ending import with_result
from device.session.turn.missing_tiles import ask_to_lay, tiles_gone, tiles_to_lay
from device.session.turn.pass_exchange import ask_what_it_is, nothing_seen
from device.session.turn.penalties import maybe_pulled, pull_goalie, pulled_goalies
from device.session.turn.questions import (
    TwoPlays,
    two_plays,
    what_happened,
    whether_swapped,
    which_came_first,
    which_tile,
)
from device.session.turn.referee import bad_words, refused
from device.session.turn.way_up import which_way_up
from engine.events import (
    Challenged,
    EndReason,
    Event,
    Passed,
    Played,
    Side,
    TileCorrected,
    Withdrawn,
)
from engine.faults import Fault, FaultCode
from engine.game import Game
from engine.plays import PlacingRules, Play, place
from engine.position import EMPTY, Position
from engine.scoring import ScoredPlay, judge_play
from engine.sentences import Plural
from engine.squares import Square
from engine.state import EntryKind
from engine.tiles import UNKNOWN_BLANK, Tile, piece_of
from vision.game.contradictions import SURELY_SEEN
from vision.game.doubt import INDEX, Doubt, DoubtKind, possible
from vision.game.follow import SEEN, accept, hard_to_read
from vision.game.reconstruct import Candidate, Change
from vision.reading import LABELS, Refusal

# --- closing a turn ---


@for_side
def close_turn(
    state: TableState, side: Side, *, out_confirmed: bool = False, blanks_stay: bool = False
) -> Step:
    """Closes the turn of the side to play with what was seen in it, or asks what happened."""
    sight = state.board.sight
    if (blank := penalty_blank(state.game.state)) is not None:
        return ask_letter(state, blank)
    if state.game.state.variant.common_rack and _shows_nothing(sight):
        return duplicate.next_step(state)
    if sight is None:
        return ask_what_it_is(state, side)
    if (turned := which_way_up(state, close_turn)) is not None:
        return turned
    seen = sight.now
    observed = seen.observed
    pulled = None if blanks_stay else maybe_pulled(state, seen)
    if pulled is not None:
        swapped, blank_stays = Do(pull_goalie, pulled.square), Do(close_turn, blanks_stay=True)
        return ask(state, whether_swapped(pulled, swapped, blank_stays))
    if (pile := _overfull(state)) is not None:
        return ask(state, _one_too_many(state, pile))
    if (question := _laid_otherwise(state, side, sight)) is not None:
        return ask(state, question)
    match observed.change:
        case Change.NONE:
            return ask_what_it_is(state, side)
        case Change.WITHDRAWN:
            return ask_taken_up(state)
        case Change.GAP:
            return _ask_about_several(state, seen)
        case Change.UNCLEAR if tiles_to_lay(state) and _shows_no_play(observed.candidates):
            return ask_to_lay(state, _by_hand())
        case Change.UNCLEAR:
            rules = state.game.state.variant
            before = sight.before.position
            others = [*_counted_earlier(state), _by_hand()]
            asked = what_happened(
                observed.candidates,
                observed.doubts,
                before,
                rules,
                _take_explanation,
                others,
                tiles_gone(state),
            )
            return ask(state, asked)
        case Change.PLAY:
            return _close_play(state, side, seen, out_confirmed)


def _shows_nothing(sight: JudgedReading | None) -> bool:
    return sight is None or sight.now.observed.change is Change.NONE


def _shows_no_play(candidates: Iterable[Candidate]) -> bool:
    return all(one.change is Change.NONE for one in candidates)


def _close_play(state: TableState, side: Side, seen: TurnReading, out_confirmed: bool) -> Step:
    if seen.observed.withdrawn:
        return ask_taken_up(state)
    if seen.play is None:
        faults = seen.observed.faults
        return refuse(state, fault_message(faults[0]) if faults else Message("That’s not a play."))
    if doubts := own_doubts(seen):
        tile_set = state.game.state.variant.tile_set
        # Without blanks in play a spare one may lie there, with any letter written on it.
        letters = () if tile_set.knows(UNKNOWN_BLANK) else tile_set.letters
        name = Then(_name_tile, doubts[0].square)
        # Said once, when it shows.
        hard = hard_to_read(seen.after) and not hard_to_read(state.board.followed)
        return ask(state, which_tile(doubts[0], name, letters=letters, hard=hard))
    if (named := duplicate.with_blanks_named(state, seen)) is not None:
        return close_turn(named, out_confirmed=out_confirmed)
    if (question := duplicate.not_the_top(state, seen, _count_another)) is not None:
        return ask(state, question)
    if (why := refused(state, seen.play.play)) is not None:
        return refuse(state, why)
    events = events_of(state.game, side, seen)
    after = added(state.game, events)
    if isinstance(after, Fault):
        # Which letter a blank stands for doesn't change any letter's count.
        older = [d for d in open_doubts(state) if d.kind is not DoubtKind.BLANK_LETTER]
        if after.code is FaultCode.TOO_MANY_OF_A_TILE and older:
            return ask_older(state, older[0])
        return refuse(state, fault_message(after))
    common = state.game.state.variant.common_rack
    if after.state.over is not None and not out_confirmed and not common:
        return ask(state, is_out(side, after, seen.observed.tiles.keys()))
    step = commit(state, events, seen.after, play_text(state, side, seen.play))
    return then_ask_letters(with_result(step) if common else step, seen.observed.tiles)


def _count_another(state: TableState) -> Step:
    """Another play than the one chosen counts."""
    return close_turn(replace(state, top=None))


def _name_tile(state: TableState, tile: Tile, square: Square) -> Step:
    """The players say what lies on a square; closing the turn goes on with that."""
    if state.board.sight is None:
        return go_on(state)
    sight = with_tile(state.board.sight, square, tile, state.game.state.variant)
    return close_turn(state.with_sight(sight))


def _take_explanation(state: TableState, candidate: Candidate) -> Step:
    """The players say what happened: "nothing new" leaves the turn open, anything else closes
    it."""
    if state.board.sight is None:
        return go_on(state)
    if not still_explains(state.board.sight, candidate):
        return refuse(state, board_changed())
    state = state.with_sight(
        with_explanation(state.board.sight, candidate, state.game.state.variant)
    )
    if candidate.change is Change.NONE:
        return replace(state, message=Message("The turn continues.")), ()
    return close_turn(state)


def still_explains(sight: JudgedReading, candidate: Candidate) -> bool:
    """Whether the subject of the question may still be there: the board may have changed."""
    return any(_same(candidate, one) for one in sight.now.observed.candidates)


def _same(one: Candidate, other: Candidate) -> bool:
    same = one.change is other.change and one.tiles == other.tiles
    return same and one.withdrawn == other.withdrawn


def _ask_about_several(state: TableState, seen: TurnReading) -> Step:
    """Several plays were first seen together: the players say how they were laid, if they can be
    just two, or enter them by hand one after the other."""
    tiles = seen.observed.tiles
    ways: tuple[TwoPlays, ...] = ()
    if seen.observed.sure and not seen.observed.withdrawn:
        ways = two_plays(state.board.followed.position, tiles, state.game.state.variant)
    if not ways:
        return _ask_for_several(state, tiles)
    return ask(state, which_came_first(ways, close_two_turns, _by_hand()))


def close_two_turns(state: TableState, plays: TwoPlays) -> Step:
    """Counts the plays of two sides whose turns went by together."""
    side, sight = state.side, state.board.sight
    if side is None or sight is None or isinstance(sight.reading, Refusal):
        return state, ()
    if sight.now.observed.tiles != {**plays.first.tiles, **plays.second.tiles}:
        return refuse(state, board_changed())
    pulled = pulled_goalies(state.game, side, state.board.followed)
    events: list[Event] = [*pulled, Played(side, plays.first.tiles)]
    after = added(state.game, events)
    if isinstance(after, Fault) or after.state.turn is None:
        return _ask_for_several(state, sight.now.observed.tiles)
    other = after.state.turn
    for play in (plays.first, plays.second):
        if (why := refused(state, play.play)) is not None:
            return refuse(state, why)
    followed, variant = state.board.followed, state.game.state.variant
    for play in (plays.first, plays.second):
        candidate = Candidate(Change.PLAY, play.tiles)
        followed = accept(followed, candidate, sight.reading, variant)
    events.append(Played(other, plays.second.tiles))
    step = with_result(commit(state, events, followed, play_text(state, other, plays.second)))
    return then_ask_letters(step, sight.now.observed.tiles)


def _ask_for_several(state: TableState, tiles: Iterable[Square]) -> Step:
    squares = tuple(sorted(tiles))
    options = option("Look again", go_on), _by_hand()
    return ask(state, Question(_several_text(tiles), options, squares, noted=True))


def _several_text(tiles: Iterable[Square]) -> Message:
    return Message("There’s more than one play: {squares}.", {"squares": square_names(tiles)})


def _by_hand() -> Option:
    """The way on where no answer is right."""
    return option("Enter a play by hand…", ask_by_hand)


def events_of(game: Game, side: Side, seen: TurnReading) -> tuple[Event, ...]:
    """The play, preceded by what its picture corrected in earlier ones and by the letters that took
    the places of blanks."""
    corrected = (TileCorrected(s, t) for s, t in sorted(seen.observed.corrections.items()))
    return (*corrected, *pulled_goalies(game, side, seen.after), Played(side, seen.observed.tiles))


def own_doubts(seen: TurnReading) -> tuple[Doubt, ...]:
    """The doubts about the tiles of this play, and about hidden ends of it, that must be settled
    before it counts. A blank's letter may be asked about later."""
    observed = seen.observed
    return tuple(
        doubt
        for doubt in observed.doubts
        if (doubt.square in observed.tiles and doubt.kind is not DoubtKind.BLANK_LETTER)
        or (doubt.kind is DoubtKind.COVERED and doubt.square not in seen.after.position.tiles)
    )


def is_out(side: Side, after: Game, laid: Set[Square]) -> Question:
    """Asks whether the game is over: the play about to be counted, with tiles `laid` on these
    squares, would end it (CLA-END-01, NHL-PRO-01)."""
    text = Message("{side} laid the last tile. Is the game over?", {"side": side})
    if after.state.over is EndReason.TARGET:
        text = Message("{side} reached the target. Is the game over?", {"side": side})
    yes = option("Yes, the game is over", Do(_is_over, frozenset(laid)))
    return Question(text, (yes, option("No, look again", go_on)), noted=True)


def _is_over(state: TableState, laid: frozenset[Square]) -> Step:
    if state.seen is None or state.seen.observed.tiles.keys() != laid:
        return refuse(state, board_changed())
    return with_result(close_turn(state, out_confirmed=True))


def not_seen(state: TableState, side: Side, close: Act) -> Question:
    """Asks what to do, since something has moved or covered the board since the turn button was
    pressed: about the tiles seen before that, if there are any."""
    if state.seen is None or not (laid := state.seen.observed.tiles):
        return nothing_seen(state.game.state, side)
    return Question(
        Message("The board is hard to see. Is {side}’s turn right as shown?", {"side": side}),
        (option("No, look again", go_on), option("Yes, count it", close)),
        tuple(sorted(laid)),
        noted=True,
    )


# --- plays seen earlier in the turn ---


def earlier_plays(state: TableState, sight: JudgedReading) -> tuple[TurnReading, ...]:
    """The sure plays of this turn that this sight shows as part of a larger one."""
    known, seen = state.board.earlier, state.seen
    if seen is not None and seen.play is not None and seen.observed.sure:
        known = (*known, seen)
    observed = sight.now.observed
    if observed.change is Change.UNCLEAR:
        return _once(known)
    piles = state.game.state.variant.highest_pile > 1
    return _once(one for one in known if _part_of(one.observed.tiles, observed.tiles, piles))


def _part_of(laid: Mapping[Square, Tile], lying: Mapping[Square, Tile], piles: bool) -> bool:
    """Whether these tiles may still be there, with more next to them, or on them in a game of
    piles."""
    if piles:
        return laid.keys() <= lying.keys() and laid != lying
    return laid.items() < lying.items()


def _once(seen: Iterable[TurnReading]) -> tuple[TurnReading, ...]:
    """The latest sight of each play, in the order of laying."""
    latest = {frozenset(one.observed.tiles.items()): one for one in seen}
    return tuple(latest.values())


def could_be_two(state: TableState, earlier: TurnReading, later: TurnReading) -> bool:
    """Whether the turn may have been over before even the earlier of two plays was whole: the rest
    is in one line."""
    laid = earlier.observed.tiles
    tiles = {**laid, **later.observed.tiles}
    return any(
        len({s.row for s in rest}) == 1 or len({s.column for s in rest}) == 1
        for one in _whole(state)
        if one.observed.tiles != laid and (rest := _beyond(one, tiles))
    )


def _beyond(seen: TurnReading, tiles: Mapping[Square, Tile]) -> dict[Square, Tile]:
    """Which of these tiles were laid after what was seen: next to it, or on top of it."""
    return {s: t for s, t in tiles.items() if seen.observed.tiles.get(s) != t}


def _whole(state: TableState) -> Iterator[TurnReading]:
    """What was seen on the way and isn't the start of a word, as far as a list can say."""
    words, tile_set = list_of_words(state), state.game.state.variant.tile_set
    for one in state.board.earlier:
        if one.play is not None and (
            words is None or not bad_words(one.play.play, words, tile_set)
        ):
            yield one


def as_two_plays(state: TableState, tiles: Mapping[Square, Tile]) -> Iterator[TwoPlays]:
    """The ways to split these into a play that was seen by itself and another one after it."""
    rules, before = state.game.state.variant, state.board.followed.position
    for one in _whole(state):
        rest = _beyond(one, tiles)
        first = judge_play(rules, before, one.observed.tiles)
        if not rest or not isinstance(first, ScoredPlay):
            continue
        second = judge_play(rules, first.after, rest)
        if isinstance(second, ScoredPlay):
            yield TwoPlays(first, second)


def _counted_earlier(state: TableState) -> Iterator[Option]:
    """The answers that just a play seen earlier in this turn was laid."""
    return filter(None, map(_earlier_play_option, state.board.earlier))


def _earlier_play_option(seen: TurnReading) -> Option | None:
    """The answer that this play was laid, and that anything beyond it belongs to the next turn."""
    if seen.play is None:
        return None
    word, start = seen.play.words[0].text, seen.play.play.start
    return option("{word} at {start}", Do(_count, seen.observed.tiles), word=word, start=start)


def _count(state: TableState, tiles: Mapping[Square, Tile]) -> Step:
    side = state.side
    seen = next((one for one in state.board.earlier if one.observed.tiles == tiles), None)
    if side is None or seen is None or seen.play is None:
        return refuse(state, board_changed())
    text = play_text(state, side, seen.play)
    return commit(state, events_of(state.game, side, seen), seen.after, text)


# --- tiles that are no play as they lie ---

HOW_LAID = (
    FaultCode.NOT_IN_LINE,
    FaultCode.GAP_IN_LINE,
    FaultCode.MISSES_START,
    FaultCode.TOO_SHORT,
    FaultCode.NOT_CONNECTED,
)
"""What is wrong with where tiles lie, not with which they are."""


def _laid_otherwise(state: TableState, side: Side, sight: JudgedReading) -> Question | None:
    """Asks about tiles that are plainly seen and are no play of one side as they lie: one of them
    is too many, or they lie wrong. None where that isn't so, or where they may be two plays."""
    rules, before = state.game.state.variant, sight.before.position
    tiles = plain_tiles(sight, rules)
    if not tiles:
        return None
    # However many lie there: some may be none of the play's.
    placing = replace(rules, counted=False, rack_size=0)
    faults = place(placing, before, tiles)
    if not isinstance(faults, Play) and faults[0].code not in HOW_LAID:
        return None
    extra = [s for s in tiles if _is_legal(placing, before, _without(tiles, s))]
    if (
        not isinstance(faults, Play)
        and len(extra) == 1
        and _fits_a_rack(rules, len(tiles) - 1)
        and (owners := _owners_of(state, side, tiles, extra[0]))
    ):
        options = _take_off(1), *owners
        text = _whose_text({extra[0]: tiles[extra[0]]})
        return Question(text, options, (extra[0],), noted=True)
    if not _fits_a_rack(rules, len(tiles)) and not _loose(before, tiles):
        return _more_than_a_rack(state, tiles, extra)
    if isinstance(faults, Play) or (len(extra) > 1 and len(tiles) > len(extra)):
        return None
    if not extra and two_plays(before, tiles, rules):
        return None
    return _lies_wrong(state, tiles, faults[0], extra)


def _fits_a_rack(rules: PlacingRules, count: int) -> bool:
    return not rules.rack_size or count <= rules.rack_size


def _more_than_a_rack(
    state: TableState, tiles: Mapping[Square, Tile], extra: Sequence[Square]
) -> Question | None:
    """Says that there are more new tiles than one play has; None where they may be two plays.
    `extra`: each of these may be the one too many."""
    rules, before = state.game.state.variant, state.board.followed.position
    in_line = 1 in (len({s.row for s in tiles}), len({s.column for s in tiles}))
    if not in_line and two_plays(before, tiles, rules):
        return None
    text = Message(
        "{n} new tiles are more than one play: a rack holds {most}.",
        {"n": len(tiles), "most": rules.rack_size},
    )
    counted = [*_counted_earlier(state)]
    if _fits_a_rack(rules, len(tiles) - 1):
        counted += [_just_count(state, tiles, _without(tiles, square)) for square in extra]
    return _as_they_lie(text, tiles.keys(), before.laid(tiles), counted)


def _is_legal(rules: PlacingRules, before: Position, tiles: Mapping[Square, Tile]) -> bool:
    return isinstance(place(rules, before, tiles), Play)


def _without(tiles: Mapping[Square, Tile], square: Square) -> dict[Square, Tile]:
    return {s: t for s, t in tiles.items() if s != square}


def _lies_wrong(
    state: TableState, tiles: Mapping[Square, Tile], fault: Fault, extra: Sequence[Square]
) -> Question:
    """Says what is wrong with how these tiles lie, and shows where; without one of `extra` they are
    a play."""
    before = state.board.followed.position
    text = fault_message(fault)
    squares: Set[Square] = tiles.keys()
    parts = [_without(tiles, square) for square in extra]
    loose = _loose(before, tiles) if before.tiles else frozenset[Square]()
    if fault.code is FaultCode.NOT_IN_LINE and loose:
        squares = loose
        apart = replace(fault, code=FaultCode.NOT_CONNECTED, squares=tuple(sorted(loose)))
        text = fault_message(apart)
    elif fault.code is FaultCode.NOT_IN_LINE and (line := _longest_line(state, tiles)):
        squares = tiles.keys() - line.keys()
        text = Message(
            Plural(
                "{squares} isn’t in the play’s line: is it one too many?",
                "{squares} aren’t in the play’s line: are they too many?",
            ),
            {"n": len(squares), "squares": square_names(squares)},
        )
        parts = [line]
    elif fault.code is FaultCode.NOT_IN_LINE and before.tiles and not extra:
        text = _several_text(tiles)
    elif fault.code is FaultCode.GAP_IN_LINE and len(extra) == 1:
        text = Message(
            "Gap at {squares}: is a tile missing, or is {square} one too many?",
            {"squares": square_names(fault.squares), "square": extra[0].name},
        )
    counted = [_just_count(state, tiles, part) for part in parts]
    return _as_they_lie(text, squares, before.laid(tiles), counted)


def _as_they_lie(
    text: Message, squares: Set[Square], lies: Position, counted: Sequence[Option]
) -> Question:
    """Shows the board as it lies; `counted`: what may count nevertheless."""
    options = replace(option("Look again", go_on), lies=lies), *counted, _by_hand()
    return Question(text, options, tuple(sorted(squares)), noted=True)


def _longest_line(state: TableState, tiles: Mapping[Square, Tile]) -> dict[Square, Tile]:
    """Most of these tiles, if they are a play along one line; none where several lines may be."""
    rules, before = state.game.state.variant, state.board.followed.position
    rows = [{s: t for s, t in tiles.items() if s.row == row} for row in {s.row for s in tiles}]
    columns = [
        {s: t for s, t in tiles.items() if s.column == column}
        for column in {s.column for s in tiles}
    ]
    placing = replace(rules, counted=False)
    plays = [line for line in (*rows, *columns) if _is_legal(placing, before, line)]
    most = max(map(len, plays), default=0)
    longest = [line for line in plays if len(line) == most]
    return longest[0] if len(longest) == 1 and 2 * most > len(tiles) else {}


def _just_count(
    state: TableState, tiles: Mapping[Square, Tile], part: Mapping[Square, Tile]
) -> Option:
    """The answer that this part of the tiles counts."""
    play = place(
        replace(state.game.state.variant, counted=False), state.board.followed.position, part
    )
    values = {"word": play.words[0], "start": play.start} if isinstance(play, Play) else {}
    return Option(Message("Just count {word} at {start}", values), Do(_count_part, tiles, part))


def _loose(before: Position, tiles: Mapping[Square, Tile]) -> Set[Square]:
    """Those of the tiles that hang together with nothing on the board; on an empty one, with the
    first of them."""
    reached = {s for s in tiles if s in before.tiles or _near(s, before.tiles.keys())}
    if not before.tiles:
        reached = {min(tiles)}
    edge = list(reached)
    while edge:
        more = {near for near in edge.pop().neighbours() if near in tiles} - reached
        reached |= more
        edge += more
    return tiles.keys() - reached


def _near(square: Square, squares: Set[Square]) -> bool:
    return any(near in squares for near in square.neighbours())


# A tile too many


def _owners_of(
    state: TableState, side: Side, tiles: Mapping[Square, Tile], square: Square
) -> tuple[Option, ...]:
    """Whose the one tile may be that isn't part of this side's play: part of the play before it,
    this side's whole play, or the next side's."""
    last, rules = state.game.state.last_turn, replace(state.game.state.variant, counted=False)
    before, one, rest = (
        state.board.followed.position,
        {square: tiles[square]},
        _without(tiles, square),
    )
    options = list[Option]()
    word = _longer_word(state, one)
    if word is not None and last is not None:
        options.append(_owner(last.side, word, Do(_to_last_play, tiles, square)))
    alone, others = place(rules, before, one), place(rules, before, rest)
    if isinstance(alone, Play) and _is_legal(rules, alone.after, rest):
        options.append(_owner(side, alone.words[0], Do(_count_part, tiles, one)))
    if not isinstance(others, Play):
        return tuple(options)
    after, then = added(state.game, [Played(side, rest)]), place(rules, others.after, one)
    following = None if isinstance(after, Fault) else after.state.turn
    belongs_to_last = word is not None and last is not None and following == last.side
    if following is not None and isinstance(then, Play) and not belongs_to_last:
        options.append(_owner(following, then.words[0], Do(_count_part, tiles, rest)))
    return tuple(options)


def _take_off(number: int) -> Option:
    if number == 1:
        return option("We’ll take it off", go_on)
    return option("We’ll take them off", go_on)


def _whose_text(tiles: Mapping[Square, Tile]) -> Message:
    squares = square_names(tiles)
    if len(tiles) > 1:
        return Message("{squares}: whose tiles are these?", {"squares": squares})
    return Message("One tile more, on {squares}: whose is it?", {"squares": squares})


def _owner(side: Side, word: str, act: Act) -> Option:
    return option("{side}’s: {word}", act, side=side, word=word)


def _longer_word(state: TableState, more: Mapping[Square, Tile]) -> str | None:
    """The word that the last play makes with these tiles as well, if it was a play and all of it
    may be one."""
    last = state.game.state.last_turn
    if last is None or last.kind is not EntryKind.PLAY or last.scored is None:
        return None
    play, rules = last.scored.play, replace(state.game.state.variant, counted=False)
    longer = place(rules, play.before, {**play.tiles, **more})
    return longer.words[0] if isinstance(longer, Play) else None


def whose_are_they(state: TableState, count: Act) -> Question | None:
    """Asks whose the tiles of this turn are, though another side's button closes it: where it is
    just one, or where all of them may be part of the play before. `count`: they are this turn's."""
    seen, side, last = state.seen, state.side, state.game.state.last_turn
    if seen is None or seen.play is None or side is None or not seen.observed.sure:
        return None
    tiles = seen.observed.tiles
    word = _longer_word(state, tiles)
    if len(tiles) > 1 and word is None:
        return None
    options = [_take_off(len(tiles))]
    if word is not None and last is not None:
        options.append(_owner(last.side, word, Do(_to_last_play, tiles)))
    options.append(_owner(side, seen.play.words[0].text, count))
    return Question(_whose_text(tiles), tuple(options), tuple(sorted(tiles)), noted=True)


def _to_last_play(
    state: TableState, tiles: Mapping[Square, Tile], square: Square | None = None
) -> Step:
    """The tile on this square belongs to the play before, or all of them do: that is counted again,
    and the turn is closed with the others."""
    sight, turn = state.board.sight, next(iter(turns_so_far(state.game)), None)
    if sight is None or turn is None or not isinstance(turn.event, Played):
        return go_on(state)
    if plain_tiles(sight, state.game.state.variant) != tiles:
        return refuse(state, board_changed())
    more = tiles if square is None else {square: tiles[square]}
    longer = {**turn.event.tiles, **more}
    step = replace_with_play(state, longer, turn.number, turn.event.by)
    if isinstance(step, Fault):
        return refuse(state, fault_message(step))
    after, effects = step
    if square is None or after.side is None:
        return step
    rules, words = after.game.state.variant, list_of_words(after)
    judged = judged_reading(sight.reading, after.board.followed, None, rules, words)
    closed, more_effects = close_turn(after.with_sight(judged))
    return closed, (*effects, *more_effects)


@for_side
def _count_part(
    state: TableState, side: Side, tiles: Mapping[Square, Tile], part: Mapping[Square, Tile]
) -> Step:
    """Counts these of the tiles; the others are the next side's, or nobody's."""
    sight, rules = state.board.sight, state.game.state.variant
    if sight is None or plain_tiles(sight, rules) != tiles:
        return refuse(state, board_changed())
    candidate = Candidate(Change.PLAY, MappingProxyType(dict(part)))
    explained = with_explanation(sight, candidate, rules, alone=False)
    return _close_play(state.with_sight(explained), side, explained.now, out_confirmed=False)


# --- full piles ---


def _overfull(state: TableState) -> Square | None:
    """A full pile whose top certainly reads as a different letter from the known one."""
    rules, sight = state.game.state.variant, state.board.sight
    if rules.highest_pile == 1 or sight is None or isinstance(sight.reading, Refusal):
        return None
    position, reading = sight.before.position, sight.reading
    seen = possible(reading.probabilities, rules.tile_set)
    for square in sorted(position.tiles):
        odds = seen[square.row, square.column]
        label = LABELS[int(odds.argmax())]
        if (
            position.height(square) >= rules.highest_pile
            and label not in (EMPTY, piece_of(position.tiles[square]))
            and float(odds.max()) >= SURELY_SEEN
            and reading.covered[square.row, square.column] < SEEN
        ):
            return square
    return None


def _one_too_many(state: TableState, square: Square) -> Question:
    """Asks whether a tile was laid on a full pile; if not, closing the turn goes on."""
    position = state.board.followed.position
    values: dict[str, TextValue] = {"square": square.name, "n": position.height(square)}
    text = Message("{square}: the stack of {n} is full. Was one more added?", values)
    letter = state.game.state.variant.tile_set.text(position.tiles[square])
    off = option("Yes, we’ll take it off", go_on)
    same = option("No, the {letter} is on top", Do(_judge_as_before, square), letter=letter)
    return Question(text, (off, same), (square,), noted=True)


def _judge_as_before(state: TableState, square: Square) -> Step:
    """The picture is judged again with the known letter there."""
    sight = state.board.sight
    if sight is None or isinstance(sight.reading, Refusal):
        return go_on(state)
    tile = sight.before.position.at(square)
    probabilities = np.array(sight.reading.probabilities)
    probabilities[square.row, square.column] = 0.0
    probabilities[square.row, square.column, INDEX[piece_of(tile or EMPTY)]] = 1.0
    reading = replace(sight.reading, probabilities=probabilities)
    words = list_of_words(state)
    named = judged_reading(reading, sight.before, None, state.game.state.variant, words)
    return close_turn(state.with_sight(named))


# --- recordings ---


def close_recorded_turn(state: TableState, *, first: bool = False) -> Step:
    """Closes a turn of a recording. A picture with nothing new on it is a turn as well: that side
    passed or exchanged tiles. `first`: the first picture may show the board before the game."""
    side, sight = state.side, state.board.sight
    if side is None or sight is None:
        return state, ()
    observed = sight.now.observed
    if observed.change is Change.NONE and first:
        return _spoken(state, Message("Nothing new on the board."))
    if observed.change is Change.NONE:
        text = Message("{side} passes: nothing new on the board.", {"side": side})
        return commit(state, [Passed(side)], sight.now.after, text, recorded=True)
    if observed.refused is not None or observed.change in (Change.UNCLEAR, Change.GAP):
        unclear = observed.tiles.keys() | {d.square for d in observed.doubts}
        text = Message("Not scored: it’s unclear what was laid.")
        if unclear:
            text = Message(
                "Not scored: it’s unclear what was laid: {squares}.",
                {"squares": square_names(unclear)},
            )
        return _spoken(state, text)
    events: list[Event] = []
    last = state.game.state.provisional
    if observed.withdrawn and last is not None:
        # One picture a turn: a play laid over another means that was challenged off, else undone.
        gone = Challenged(side, good=False) if observed.tiles else Withdrawn(last.by)
        events.append(gone)
    if observed.tiles:
        events += events_of(state.game, side, sight.now)
    after = added(state.game, events)
    if isinstance(after, Fault):
        return _spoken(state, fault_message(after))
    message = Message("The last play was taken back.")
    if sight.now.play is not None:
        message = play_text(state, side, sight.now.play)
    step = commit(state, events, sight.now.after, message, recorded=True)
    doubts = [d for d in own_doubts(sight.now) if d.kind is not DoubtKind.BLANK_LETTER]
    if not doubts:
        return step
    squares = square_names(doubt.square for doubt in doubts)
    text = Message("Scored as the best guess: please check {squares}.", {"squares": squares})
    return replace(step[0], message=text), (*step[1], Announce(text))


def _spoken(state: TableState, message: Message) -> Step:
    return replace(state.with_sight(None), message=message), (Announce(message),)
