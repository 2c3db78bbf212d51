"""Signatures under a result: only under one that stands, each once, and of no other result."""

from __future__ import annotations

from engine.events import Adjusted, Challenged, Ended, Event, Passed, Played, Replaced, Signed
from engine.faults import Fault, FaultCode
from engine.game import Game
from engine.squares import Square
from engine.turns.ending import unsigned
from engine.variants import load_variant

CLASSIC = load_variant("classic", "en")
CAT = Played("Ann", {Square(7 + n, 7): tile for n, tile in enumerate("CAT")})
DOG = Played("Ann", {Square(7 + n, 7): tile for n, tile in enumerate("DOG")})
ENDED = Ended({"Ann": "Q", "Ben": "I"})


def game(*events: Event) -> Game:
    after = Game.begin(CLASSIC, ("Ann", "Ben"))
    for event in events:
        next_one = after.added(event)
        assert isinstance(next_one, Game), next_one
        after = next_one
    return after


def fault_of(before: Game, event: Event) -> FaultCode:
    fault = before.added(event)
    assert isinstance(fault, Fault)
    return fault.code


def test_only_a_result_is_signed_and_by_each_side_once() -> None:
    assert fault_of(game(CAT), Signed("Ann")) is FaultCode.NO_RESULT
    assert unsigned(game(CAT).state) == ()
    signed = game(CAT, ENDED, Signed("Ben"))
    assert unsigned(signed.state) == ("Ann",)
    assert fault_of(signed, Signed("Ben")) is FaultCode.ALREADY_SIGNED
    assert fault_of(signed, Signed("Cat")) is FaultCode.UNKNOWN_SIDE
    assert unsigned(game(CAT, ENDED, Signed("Ben"), Signed("Ann")).state) == ()


def test_a_signature_changes_no_points() -> None:
    before = game(CAT, ENDED)
    after = game(CAT, ENDED, Signed("Ben"))
    assert after.state.entries == before.state.entries
    assert after.signatures == {"Ben": 2}


def test_points_by_hand_and_amendments_make_it_another_result() -> None:
    signed = (CAT, ENDED, Signed("Ann"), Signed("Ben"))
    for change in (Adjusted("Ann", 5, ""), Replaced(0, DOG)):
        changed = game(*signed, change)
        assert changed.state.signed == ()
        assert changed.signatures == {}
        assert game(*signed, change, Signed("Ben")).signatures == {"Ben": 5}
        assert changed.undone().state.signed == ("Ann", "Ben")


def test_what_is_no_event_of_a_finished_game_leaves_the_signatures() -> None:
    signed = game(CAT, Challenged("Ben", good=True), ENDED, Signed("Ann"))
    assert fault_of(signed, Passed("Ann")) is FaultCode.GAME_OVER
    assert signed.state.signed == ("Ann",)
