"""The end of a game: who is out, what is left, who has won."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from boards import Table
from happenings import after

from engine.events import Challenged, Ended, EndReason, Played
from engine.faults import Fault
from engine.position import Position
from engine.squares import Square
from engine.state import State
from engine.tiles import load_tile_set
from engine.turns.ending import winners
from engine.turns.fold import apply
from engine.variants import Variant, load_variant


def nearly_done(classic: Variant, left: Mapping[str, str], totals: Mapping[str, int]) -> State:
    """A full board of English tiles, but for the racks given; A's CAT can still grow."""
    box = dict(load_tile_set("en").counts)
    for tile in "CAT" + "".join(left.values()):
        box[tile] -= 1
    rest = [tile for tile, count in box.items() for _ in range(count)]
    squares = [Square(column, row) for row in (0, 1, 2, 3, 4, 14, 13) for column in range(15)]
    tiles = dict(zip(squares, rest, strict=False)) | Table.laid("8G", "CAT")
    position = Position(15).laid(tiles)
    state = State.start(classic, list(left), position=position, totals=totals, bag=0)
    racks = {side: len(tiles) for side, tiles in left.items()}
    return replace(state, racks=racks)


S_ON_CAT = Played("A", Table.laid("8J", "S"))


@pytest.mark.rule("CLA-END-01", "CLA-END-03", "CLA-END-04", "CLA-WIN-01")
def test_who_is_out_gains_what_the_other_has_left(classic: Variant) -> None:
    state = after(nearly_done(classic, {"A": "S", "B": "QI"}, {"A": 200, "B": 210}), S_ON_CAT)
    assert (state.over, state.turn) == (EndReason.OUT, None)
    assert state.totals == {"A": 200 + 6 + 11, "B": 210 - 11}
    assert winners(state) == ("A",)
    assert [entry.points for entry in state.entries[-2:]] == [11, -11]


@pytest.mark.rule("CLA-END-01", "CLA-CHA-03")
def test_the_last_play_can_fall(classic: Variant) -> None:
    state = nearly_done(classic, {"A": "S", "B": "QI"}, {"A": 200, "B": 210})
    state = after(state, S_ON_CAT, Challenged("B", False))
    assert (state.over, state.turn, state.totals) == (None, "B", {"A": 200, "B": 210})
    assert winners(state) == ()


@pytest.mark.rule("CLA-END-03", "CLA-END-04")
def test_with_three_sides_the_racks_are_named_but_one(classic: Variant) -> None:
    state = nearly_done(classic, {"A": "S", "B": "K", "C": "X"}, {"A": 100, "B": 120, "C": 90})
    state = after(state, S_ON_CAT)
    assert (state.over, winners(state)) == (EndReason.OUT, ())
    assert isinstance(apply(state, Ended()), Fault)
    for racks in ({"B": "K"}, {"B": "K", "C": "X"}):
        settled = after(state, Ended(racks))
        assert settled.totals == {"A": 119, "B": 115, "C": 82}
        assert winners(settled) == ("A",)


@pytest.mark.rule("CLA-END-03")
@pytest.mark.parametrize(
    "racks", [{"B": "Z"}, {"B": "K", "C": "XX"}, {"B": "", "C": "X"}, {"B": "k"}, {"D": "K"}]
)
def test_racks_must_add_up_to_what_is_unseen(classic: Variant, racks: dict[str, str]) -> None:
    state = after(nearly_done(classic, {"A": "S", "B": "K", "C": "X"}, {}), S_ON_CAT)
    fault = apply(state, Ended(racks))
    assert isinstance(fault, Fault)
    assert fault.code in {"racks-dont-fit", "unknown-side"}


@pytest.mark.rule("CLA-END-02", "CLA-END-03", "CLA-EQU-03")
def test_when_no_plays_are_left_each_loses_his_own(classic: Variant) -> None:
    start = State.start(classic, ["A", "B"], totals={"A": 150, "B": 152})
    state = after(start, Ended({"A": "V?", "B": "ZI"}))
    assert (state.over, state.turn) == (EndReason.NO_PLAYS, None)
    assert state.totals == {"A": 146, "B": 141}
    assert winners(state) == ("A",)
    again = apply(state, Ended({"A": "V?", "B": "ZI"}))
    assert isinstance(again, Fault)
    assert again.code == "game-over"


@pytest.mark.rule("CLA-WIN-02")
@pytest.mark.parametrize(
    ("totals", "racks", "best"),
    [
        ({"A": 300, "B": 310}, {"A": "D", "B": "QD"}, ("B",)),
        ({"A": 300, "B": 300}, {"A": "D", "B": "G"}, ("A", "B")),
    ],
)
def test_level_totals(
    classic: Variant, totals: dict[str, int], racks: dict[str, str], best: tuple[str, ...]
) -> None:
    state = after(State.start(classic, ["A", "B"], totals=totals), Ended(racks))
    assert state.totals == {"A": 298, "B": 298}
    assert winners(state) == best


@pytest.mark.rule("CLA-END-01")
def test_an_empty_rack_with_tiles_in_the_bag_is_no_end(classic: Variant) -> None:
    state = nearly_done(classic, {"A": "S", "B": "QI"}, {})
    state = after(replace(state, bag=2), S_ON_CAT)
    assert (state.over, state.turn) == (None, "B")


@pytest.mark.rule("NHL-PRO-01", "NHL-PRO-02")
@pytest.mark.parametrize(("had", "over"), [(55, EndReason.TARGET), (54, None)])
def test_a_target_ends_the_game_at_once(had: int, over: EndReason | None) -> None:
    game = load_variant("nhl-professional", "en", {"levels": {"A": "red", "B": "red"}})
    start = State.start(game, ["A", "B"], totals={"A": had, "B": 69})
    state = after(start, Played("A", Table.laid("8F", "GOAL")))
    assert state.over is over
    assert winners(state) == (("A",) if over else ())
    assert after(state, Challenged("B", False)).over is None


@pytest.mark.rule("NHL-PRO-05", "NHL-PRO-03")
def test_nobody_at_the_target_the_largest_share_wins() -> None:
    game = load_variant("nhl-professional", "en", {"levels": {"A": "red", "B": "goal"}})
    start = State.start(game, ["A", "B"], totals={"A": 60, "B": 150})
    state = after(start, Ended({"A": "H", "B": "E"}))
    assert (state.totals, winners(state)) == ({"A": 56, "B": 149}, ("A",))


@pytest.mark.rule("NHL-PRO-03")
def test_a_game_to_a_target_needs_a_level_for_each_side() -> None:
    with pytest.raises(ValueError, match="A has no level"):
        State.start(load_variant("nhl-professional"), ["A", "B"])
