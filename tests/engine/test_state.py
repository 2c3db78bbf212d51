"""How a game stands: what is counted and what is derived, from a start of any kind."""

from collections import Counter
from dataclasses import replace
from types import MappingProxyType

import pytest
from boards import Table
from happenings import after, refused

from engine.course import is_on_track, pegs
from engine.events import (
    Adjusted,
    Challenged,
    Drawn,
    Ended,
    EndReason,
    Exchanged,
    Passed,
    Played,
    Rolled,
    Traded,
)
from engine.squares import Square
from engine.state import EntryKind, State
from engine.turns.ending import winners
from engine.variants import Variant, load_variant

CAT = Played("A", Table.laid("8G", "CAT"))


@pytest.mark.rule("TOP-SET-01", "TOP-SET-05", "TOP-EQU-02", "TOP-TUR-02")
def test_covered_tiles_are_counted_too() -> None:
    state = State.start(load_variant("topword"), ["A", "B"])
    assert (state.bag, sum(state.unseen.values())) == (86, 100)
    main, fain = Table.laid("5D", "MAIN"), Table.laid("5D", "F")
    state = after(state, Played("A", main), Played("B", fain))
    assert (state.unseen["M"], state.unseen["F"]) == (2, 1)
    assert (state.bag, sum(state.unseen.values()), state.adds_up) == (81, 95, True)


@pytest.mark.rule("TOP-EQU-02")
def test_a_letter_under_others_can_not_be_laid_again() -> None:
    """The set has one K: it lies under the F of FAIN."""
    state = State.start(load_variant("topword"), ["A", "B"])
    state = after(state, Played("A", Table.laid("5D", "KAIN")), Played("B", Table.laid("5D", "F")))
    assert refused(state, Played("A", Table.laid("D6", "K"))) == "too-many-of-a-tile"


@pytest.mark.rule("JUN-EQU-04", "JUN-EXC-01", "JUN-EXC-02", "JUN-TUR-01", "JUN-SET-02")
def test_where_tiles_are_not_counted_the_bag_is_unknown() -> None:
    state = State.start(load_variant("junior"), ["A", "B"])
    assert (state.bag, dict(state.racks), state.adds_up) == (None, {"A": 7, "B": 7}, False)
    state = after(state, Played("A", Table.laid("8F", "CORNE")), Exchanged("B", 7))
    assert (state.turn, dict(state.racks)) == ("A", {"A": 7, "B": 7})
    assert refused(state, Exchanged("A", 8)) == "too-many-tiles"


@pytest.mark.rule("JUN-END-01", "JUN-END-02", "JUN-WIN-01")
def test_where_tiles_are_not_counted_the_players_say_who_is_out() -> None:
    state = after(
        State.start(load_variant("junior"), ["A", "B"]),
        Played("A", Table.laid("8F", "CORNE")),
        Ended({"A": "", "B": "KWX"}, EndReason.OUT),
    )
    assert (state.over, state.totals, winners(state)) == (
        EndReason.OUT,
        {"A": 5, "B": -3},
        ("A",),
    )


@pytest.mark.rule("CLA-END-03", "JUN-END-02")
def test_a_rack_follows_only_where_the_bag_is_empty_and_tiles_are_counted(
    classic: Variant,
) -> None:
    assert refused(State.start(classic, ["A", "B"]), Ended({"A": "E"})) == "racks-dont-fit"
    junior = State.start(load_variant("junior"), ["A", "B"], bag=0)
    assert not junior.adds_up
    assert refused(junior, Ended({"A": "E"})) == "racks-dont-fit"
    assert refused(junior, Ended({"A": "e", "B": "W"})) == "racks-dont-fit"
    assert after(junior, Ended({"A": "E", "B": "WX"})).totals == {"A": -1, "B": -2}


@pytest.mark.rule("CLA-END-01")
@pytest.mark.parametrize("game", ["classic", "topword", "party", "scramble"])
def test_where_tiles_are_counted_nobody_says_that_he_is_out(game: str) -> None:
    state = State.start(load_variant(game), ["A", "B"])
    assert refused(state, Ended({"A": "", "B": "E"}, EndReason.OUT)) == "not-in-this-game"


@pytest.mark.rule("CLA-TUR-02")
def test_known_racks_stay_known_until_something_unseen_is_drawn(classic: Variant) -> None:
    racks = {"A": "CATS", "B": "DOG"}
    state = State.start(classic, ["A", "B"], racks=racks, bag=0)
    assert dict(state.racks) == {"A": 4, "B": 3}
    assert refused(state, Played("A", Table.laid("8G", "CUT"))) == "not-on-rack"
    assert dict(after(state, CAT).held) == {"A": "S", "B": "DOG"}
    drawn = State.start(classic, ["A", "B"], racks=racks, bag=5)
    assert dict(after(drawn, CAT).held) == {"B": "DOG"}
    assert dict(after(drawn, Exchanged("A", 1)).held) == {"B": "DOG"}
    nhl = State.start(load_variant("nhl"), ["A", "B", "C"], racks={**racks, "C": "E"}, bag=0)
    assert dict(after(nhl, Traded("A", ("B",), 1)).held) == {"C": "E"}


@pytest.mark.rule("CLA-END-03")
def test_known_racks_are_believed_and_not_named_otherwise(classic: Variant) -> None:
    state = State.start(classic, ["A", "B"], racks={"A": "S", "B": "QI"}, bag=0)
    assert refused(state, Ended({"B": "QU"})) == "racks-dont-fit"
    assert after(state, Ended({"B": "IQ"})).totals == {"A": -1, "B": -11}


@pytest.mark.rule("TOP-END-03", "TOP-END-04", "TOP-EXC-01", "TOP-WIN-01")
def test_in_topword_all_passing_ends_the_game_and_each_tile_left_costs_five() -> None:
    """How many are left follows from the plays, and which ones they are counts for nothing."""
    pool, points = "ABCDEEEFGHIILLMNNOOPR", {"A": 7, "B": 2}
    state = State.start(load_variant("topword"), ["A", "B", "C"], totals=points, bag=0, pool=pool)
    state = after(state, Passed("A"), Passed("B"))
    assert (state.over, state.ask_end) == (None, False)
    over = after(state, Passed("C"))
    assert (over.over, over.turn, winners(over)) == (EndReason.ALL_PASSED, None, ("A",))
    assert over.totals == {"A": -28, "B": -33, "C": -35}
    assert refused(over, Passed("A")) == "game-over"
    with_tiles = replace(state, bag=1)
    broken = after(with_tiles, Exchanged("C", 1), Passed("A"), Passed("B"))
    assert broken.over is None


@pytest.mark.rule("TOP-END-03", "TOP-END-04")
def test_in_topword_passes_in_a_row_end_the_game_bag_or_no_bag() -> None:
    state = State.start(load_variant("topword"), ["A", "B"])
    broken = after(state, Passed("A"), Exchanged("B", 1), Passed("A"))
    assert (broken.over, broken.turn, broken.ask_end) == (None, "B", False)
    over = after(broken, Passed("B"))
    assert (over.over, over.turn, over.totals) == (
        EndReason.ALL_PASSED,
        None,
        {"A": -35, "B": -35},
    )
    unknown = after(replace(state, bag=None), Passed("A"), Passed("B"))
    assert unknown.over is EndReason.ALL_PASSED


@pytest.mark.rule("NHL-OPT-03")
def test_a_trade_deadline_that_was_reached_holds_whatever_is_taken_off_afterwards() -> None:
    state = State.start(load_variant("nhl"), ["A", "B"], totals={"A": 230, "B": 200})
    traded = Traded("A", ("B",), 1)
    reached = after(state, Adjusted("A", 25, "own rule"), Adjusted("A", -25, "penalty"))
    assert reached.totals["A"] == 230
    assert refused(reached, traded) == "trade-deadline"
    # A play that is taken back, and with it what reached the deadline, opens the trades again.
    played = after(state, Played("A", Table.laid("8G", "QUIZ")))
    assert played.totals["A"] >= 250
    fell = after(played, Challenged("B", good=False))
    assert fell.totals["A"] == 230
    assert after(fell, Traded("B", ("A",), 1)).turn == "A"


@pytest.mark.rule("TOP-END-04")
def test_in_topword_tiles_left_are_named_or_counted_where_they_do_not_follow() -> None:
    uncounted = State.start(load_variant("topword", "en"), ["A", "B"])
    over = after(uncounted, Passed("A"), Passed("B"))
    assert refused(over, Ended({"A": "??"})) == "racks-dont-fit"
    assert refused(over, Ended({"A": "??", "B": "%"})) == "racks-dont-fit"
    assert after(over, Ended({"A": "??", "B": "Q?S"})).totals == {"A": -10, "B": -15}


@pytest.mark.rule("TOP-END-02", "TOP-END-04")
def test_in_topword_racks_that_are_counted_must_be_as_many_as_follows_from_the_plays() -> None:
    state = State.start(load_variant("topword"), ["A", "B", "C"])
    assert refused(state, Ended({"A": "??"})) == "racks-dont-fit"
    assert refused(state, Ended({"A": "Q" * 7})) == "racks-dont-fit"
    assert after(state, Ended({"A": "QE?????"})).totals == {"A": -35, "B": -35, "C": -35}


@pytest.mark.rule("TOP-END-01", "TOP-END-04")
def test_in_topword_nobody_names_what_two_others_have_left() -> None:
    state = State.start(load_variant("topword"), ["A", "B", "C"])
    left = MappingProxyType({"A": 3, "B": 2, "C": 4})
    absent = Counter(state.unseen) - Counter("FANEETTIO")
    state = replace(state, racks=left, bag=0, absent=MappingProxyType(dict(absent)))
    assert state.adds_up
    out = after(state, Played("A", {Square(4, 4): "F", Square(5, 4): "A", Square(6, 4): "N"}))
    assert (out.over, out.totals) == (EndReason.OUT, {"A": 6, "B": -10, "C": -20})


def test_lines_that_are_no_turns_are_not_the_last_turn(classic: Variant) -> None:
    start = State.start(classic, ["A", "B"])
    assert (start.last_play, start.last_turn) == (None, None)
    state = after(start, CAT, Adjusted("B", -5, "penalty"))
    assert state.last_turn is not None
    assert state.last_play is not None
    assert (state.last_turn.kind, state.last_play.words[0].text) == (EntryKind.PLAY, "CAT")
    fell = after(state, Challenged("B", good=False), Adjusted("A", 5, "own rule"))
    assert fell.last_turn is not None
    assert (fell.last_turn.kind, fell.last_play) == (EntryKind.CHALLENGED_OFF, None)


@pytest.mark.rule("CLA-EXC-02", "CLA-END-02")
def test_a_lost_turn_is_no_pass(classic: Variant) -> None:
    """Q-14: A passes twice round B's lost turn; B hasn't passed."""
    nhl = State.start(load_variant("nhl"), ["A", "B"])
    state = after(nhl, Played("A", Table.laid("8E", "TRIP")), Passed("A"), Passed("B"))
    assert state.ask_end
    state = after(nhl, Passed("A"), Played("B", Table.laid("8E", "TRIP")), Passed("B"))
    assert not state.ask_end
    assert State.start(classic, ["A", "B"]).ask_end is False


@pytest.mark.rule("TOP-EQU-05", "TOP-EQU-07", "TOP-SET-04", "TOP-TUR-01")
def test_pegs_beyond_the_track_stand_at_its_end() -> None:
    assert [pegs(total) for total in (0, 236, 400, -3)] == [
        (0, 0, 0),
        (6, 30, 200),
        (9, 90, 300),
        (0, 0, 0),
    ]
    assert [is_on_track(total) for total in (-1, 0, 399, 400)] == [False, True, True, False]


@pytest.mark.rule("CLA-SCO-01", "JUN-EQU-02")
def test_points_carried_over_are_entries_too(classic: Variant) -> None:
    state = State.start(classic, ["A", "B"], totals={"A": 12})
    assert (state.totals, state.entries[0].kind) == ({"A": 12, "B": 0}, EntryKind.START)


@pytest.mark.rule("CLA-SET-01", "TOP-SET-03", "TOP-SET-05")
@pytest.mark.parametrize("game", ["classic", "nhl", "topword"])
def test_what_was_drawn_to_see_who_begins_goes_back(game: str) -> None:
    start = State.start(load_variant(game), ["A", "B"])
    state = after(start, Drawn("A", "A"), Drawn("B", "S"))
    assert (state.bag, state.racks, state.unseen) == (start.bag, start.racks, start.unseen)
    assert start.adds_up


@pytest.mark.rule("PAR-SET-01", "PAR-SET-02", "PAR-SET-03", "PAR-EQU-05")
def test_party_is_for_two_teams_and_all_letters_lie_ready() -> None:
    party = load_variant("party")
    state = State.start(party, ["A", "B"])
    assert (state.totals, sum(state.unseen.values())) == ({"A": 0, "B": 0}, 102)
    assert (state.bag, dict(state.racks)) == (None, {"A": 0, "B": 0})
    with pytest.raises(ValueError, match="party is for 2 to 2 players, not for 3"):
        State.start(party, ["A", "B", "C"])


@pytest.mark.rule("TOP-SET-06", "CLA-CHA-06")
def test_an_agreed_word_list_judges_a_play_before_it_counts() -> None:
    game = load_variant("topword", "fr", {"lexicon": ["MAIN"]})
    state = State.start(game, ["A", "B"])
    assert refused(state, Played("A", Table.laid("5D", "MIAN"))) == "not-a-word"
    assert after(state, Played("A", Table.laid("5D", "MAIN"))).totals["A"] == 8


@pytest.mark.rule("PAR-END-03", "PAR-EQU-05")
def test_in_party_the_end_is_asked_about_when_no_word_can_be_laid() -> None:
    party = load_variant("party", "fr", {"lexicon": ["ET", "TE"]})

    def between_turns(pool: str, variant: Variant = party) -> State:
        return State.start(variant, ["A", "B"], pool=pool)

    assert not between_turns("XZET").ask_end
    assert between_turns("XZEE").ask_end
    assert not between_turns("XZEE", load_variant("party", "fr")).ask_end  # no list was agreed
    begun = after(between_turns("XZEE"), Rolled("A", "X"))
    assert not begun.ask_end  # a turn that has begun is first brought to its end
