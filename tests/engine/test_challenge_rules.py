"""What a challenge does where a game leaves it open: each way, to a bad play and to a good one."""

from __future__ import annotations

import pytest
from boards import Table
from happenings import after, refused

from engine.events import Accepted, Adjusted, Challenged, Passed, Played
from engine.faults import FaultCode
from engine.game import Game
from engine.position import Position
from engine.records.gcg import replay_gcg
from engine.records.gcg_writing import write_gcg
from engine.records.record import GameRecord, read_record, write_record
from engine.state import Entry, EntryKind, State
from engine.turns.ending import winners
from engine.variants import CLUBS, GAMES, ChallengeRule, OptionError, load_variant

CAT = Played("A", Table.laid("8G", "CAT"))
TO = Played("B", Table.laid("9H", "TO"))  # TO, AT and TO: three words
NOTHING = {"A": 0, "B": 0}
RULES = [rule for rule in ChallengeRule if not rule.then.against_clock]


def table(rule: ChallengeRule, name: str = "classic") -> State:
    return State.start(load_variant(name, "en", {"challenge": str(rule)}), ["A", "B"])


def last(state: State) -> Entry:
    return state.entries[-1]


@pytest.mark.rule("CLA-CHA-03", "CLA-CHA-04", "JUN-CHA-01", "OWN-01")
@pytest.mark.parametrize(
    ("rule", "turn_after_bad", "turn_after_good", "bonus"),
    [
        ("classic", "B", "A", 0),
        ("single", "B", "B", 0),
        ("void", "A", "B", 0),
        ("judged", "A", "B", 0),
        ("5-a-play", "B", "B", 5),
        ("5-a-word", "B", "B", 5),
        ("10-a-play", "B", "B", 10),
        ("10-a-word", "B", "B", 10),
    ],
)
def test_what_a_challenge_does(
    rule: str, turn_after_bad: str, turn_after_good: str, bonus: int
) -> None:
    laid = after(table(ChallengeRule(rule)), CAT)
    bad = after(laid, Challenged("B", good=False))
    assert (bad.turn, bad.totals, bad.position) == (turn_after_bad, NOTHING, Position(15))
    assert last(bad).kind is EntryKind.CHALLENGED_OFF
    good = after(laid, Challenged("B", good=True))
    assert (good.turn, good.totals) == (turn_after_good, {"A": 10 + bonus, "B": 0})
    assert not good.may_challenge
    assert refused(good, Challenged("B", good=False)) == FaultCode.TOO_LATE


@pytest.mark.rule("CLA-CHA-02", "OWN-01")
@pytest.mark.parametrize(
    ("rule", "bonus"), [("5-a-play", 5), ("5-a-word", 15), ("10-a-play", 10), ("10-a-word", 30)]
)
def test_points_are_for_the_play_or_for_each_of_its_words(rule: str, bonus: int) -> None:
    state = after(table(ChallengeRule(rule)), CAT, Accepted(), TO, Challenged("A", good=True))
    entry = last(state)
    assert (entry.side, entry.kind, entry.points) == ("B", EntryKind.CHALLENGE_BONUS, bonus)
    assert state.last_turn is state.entries[-2]
    assert state.turn == "A"


def test_a_turn_lost_is_a_line_of_the_sheet() -> None:
    state = after(table(ChallengeRule.CLASSIC), CAT, Challenged("B", good=True))
    assert last(state) == Entry("B", EntryKind.LOST_TURN)


def test_with_none_nothing_is_challenged() -> None:
    laid = after(table(ChallengeRule.NONE), CAT)
    assert refused(laid, Challenged("B", good=False)) == FaultCode.NO_CHALLENGE
    assert not laid.may_challenge


def test_the_play_that_ends_a_game_earns_its_points_too() -> None:
    start = Position.from_rows(("." * 15,) * 7 + ("......CA.......",) + ("." * 15,) * 7)
    variant = load_variant("classic", "en", {"challenge": "5-a-play"})
    racks = {"A": "T", "B": "Q"}
    state = State.start(variant, ["A", "B"], position=start, bag=0, racks=racks)
    over = after(state, Played("A", Table.laid("8I", "T")))
    assert over.over is not None
    good = after(over, Challenged("B", good=True))
    assert good.totals["A"] == over.totals["A"] + 5
    assert winners(good) == ("A",)


# Which games leave it open


@pytest.mark.rule("CLA-CHA-03", "SCR-CHA-03", "PAR-CHA-04", "JUN-CHA-01", "TOP-CHA-01")
@pytest.mark.parametrize("name", GAMES)
def test_games_that_print_their_own_have_no_other_ways(name: str) -> None:
    leaves_it_open = name in {"classic", "junior", "topword"}
    options = {"levels": {"A": "red", "B": "red"}} if name == "nhl-professional" else {}
    for rule in set(RULES) - {ChallengeRule.CLASSIC, ChallengeRule.VOID, ChallengeRule.NONE}:
        chosen = {**options, "challenge": str(rule)}
        if leaves_it_open:
            assert load_variant(name, None, chosen).challenge is rule
        else:
            with pytest.raises(OptionError, match=r"options\.challenge"):
                load_variant(name, None, chosen)


def test_a_way_has_one_name_and_clubs_have_theirs() -> None:
    assert len({rule.text for rule in ChallengeRule}) == len(ChallengeRule)
    assert len({club.name for club in CLUBS}) == len(CLUBS)
    assert {club.challenge for club in CLUBS} <= {*RULES}


# Kept and written


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule is not ChallengeRule.NONE])
def test_records_and_gcg_come_back_as_they_were(rule: ChallengeRule) -> None:
    record = GameRecord("classic", "en", ("A", "B"), {"challenge": str(rule)})
    game: Game = record.begin()
    # A bad play, one that stands, and what the players gave by hand as well.
    for happening in (CAT, Challenged("B", good=False)):
        game = _added(game, happening)
    if game.state.turn == "B":
        game = _added(game, Passed("B"))
    for happening in (CAT, Challenged("B", good=True), Adjusted("A", -3, "challenge")):
        game = _added(game, happening)
    kept = GameRecord(
        record.variant, record.language, record.sides, record.options, events=game.events
    )
    assert read_record(write_record(kept)).play_again() == game
    again = replay_gcg(write_gcg(kept, game).encode())
    assert (again.faults, again.game.start.variant.challenge) == ((), rule)
    assert dict(again.totals) == game.state.totals
    theirs = [(e.side, e.kind, e.points) for e in again.game.state.entries]
    ours = [(e.side, e.kind, e.points) for e in game.state.entries]
    assert theirs == ours


def test_points_of_another_game_s_challenge_stay_points_by_hand() -> None:
    lines = "#player1 ann ann\n#player2 ben ben\n>ann: CAT 8G CAT +10 10\n>ann: (challenge) +5 15\n"
    assert [e.kind for e in replay_gcg(lines.encode()).game.state.entries] == [
        EntryKind.PLAY,
        EntryKind.ADJUSTED,
    ]


def _added(game: Game, event: Played | Challenged | Passed | Adjusted) -> Game:
    following = game.added(event)
    assert isinstance(following, Game), following
    return following
