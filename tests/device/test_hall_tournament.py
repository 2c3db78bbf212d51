"""What players are called at a table, who plays where next, and which game is which pairing's."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from tournaments import BEGAN, random_event

from device.addons.hall.club_book import PlayedGame, SideFigures
from device.addons.hall.tournament import (
    Division,
    Pairing,
    Player,
    Seated,
    Seating,
    Tournament,
    is_called,
    seat_names,
    with_results,
)


def tournament(*pairings: Pairing, names: str = "Ann Ben Cid Dan", of: str = "A") -> Tournament:
    players = tuple(Player(n, name) for n, name in enumerate(names.split(), 1))
    return Tournament("Club", (Division(of, players, pairings),))


def game(
    number: int, table: str, first: str, second: str, points: tuple[int, int] = (400, 300)
) -> PlayedGame:
    sides = tuple(
        SideFigures(name, n, n == max(points))
        for name, n in zip((first, second), points, strict=True)
    )
    return PlayedGame(table, number, table, BEGAN + timedelta(hours=number), sides)


# --- names ---


def test_players_are_called_by_their_given_names_as_far_as_they_differ() -> None:
    names = ["Chew, John", "John Smith", "John Smythe", "Ann:XT000123", "Wu Li", "Wu, Wu", "Li"]
    players = tuple(Player(n, name) for n, name in enumerate(names, 1))
    called = seat_names(Tournament("", (Division("A", players, ()),)))
    assert list(called.values()) == ["Ann", "Li", "John C", "Wu L", "Wu W", "John Smi", "John Smy"]


def test_the_same_name_twice_is_numbered() -> None:
    players = (Player(1, "Ann Bee"), Player(2, "Bee, Ann"))
    called = seat_names(Tournament("", (Division("A", players, ()),)))
    assert sorted(called.values()) == ["Ann 1", "Ann 2"]


@pytest.mark.parametrize("seed", range(20))
def test_names_at_tables_fit_and_differ(seed: int) -> None:
    event = random_event(random.Random(seed), 120, 1)
    players = tuple(Player(n, name) for n, name in enumerate(event.names, 1))
    called = [*seat_names(Tournament("", (Division("A", players, ()),))).values()]
    assert len({name.casefold() for name in called}) == 120
    assert all(1 <= len(name) <= 12 and name == name.strip() for name in called)


# --- tables ---


@pytest.mark.parametrize(
    ("name", "table", "there"),
    [
        ("Table 7", "7", True),
        ("table-07", "7", True),
        ("Table 17", "7", False),
        ("Blue", "blue", True),
        ("Hall 2, table 7", "7", False),
        ("Table 7", "", False),
    ],
)
def test_a_table_is_found_by_its_number_or_name(name: str, table: str, there: bool) -> None:
    assert is_called(name, table) is there


def test_a_table_plays_the_first_round_that_has_no_result_there() -> None:
    rounds = [Pairing(1, "7", 1, 2, 1), Pairing(1, "8", 3, 4), Pairing(2, "7", 3, 1, 3)]
    start = tournament(*rounds)
    assert Seating(start).at("Table 7") == Seated("A", 1, "7", ("Ann", "Ben"), True)
    assert Seating(start).at("Table 8") == Seated("A", 1, "8", ("Cid", "Dan"), False)
    assert Seating(start).at("Table 9") is None
    after, _ = with_results(start, [game(1, "Table 7", "Ann", "Ben")])
    assert Seating(after).at("Table 7") == Seated("A", 2, "7", ("Cid", "Ann"), True)
    done, _ = with_results(
        start, [game(1, "Table 7", "Ann", "Ben"), game(2, "Table 7", "Cid", "Ann")]
    )
    assert Seating(done).at("Table 7") is None
    # A result of round 1 that nobody entered doesn't keep table 8 there.
    assert Seating(done).at("Table 8") is None


def test_tables_of_divisions_that_each_have_one_are_named_with_it() -> None:
    (one,) = tournament(Pairing(1, "7", 1, 2, 1)).divisions
    (other,) = tournament(Pairing(1, "7", 1, 2, 1), names="Eva Fay", of="B").divisions
    seating = Seating(Tournament("", (one, other)))
    assert seating.at("Table 7") is None
    found = seating.at("Table B7")
    assert found is not None
    assert found.sides == ("Eva", "Fay")


# --- results ---


def points_of(of: Tournament) -> list[tuple[int, int] | None]:
    return [pairing.points for pairing in of.divisions[0].pairings]


def test_players_who_meet_again_have_their_results_in_order() -> None:
    start = tournament(Pairing(1, "1", 1, 2), Pairing(2, "2", 2, 1), Pairing(3, "1", 1, 2))
    games = [
        game(2, "Table 2", "Ben", "ann", (210, 220)),
        game(1, "Table 1", "Ann", "BEN", (110, 120)),
    ]
    after, found = with_results(start, games)
    assert points_of(after) == [(110, 120), (210, 220), None]
    assert [one.round for one in found.values()] == [1, 2]


def test_who_really_began_is_noted() -> None:
    after, _ = with_results(
        tournament(Pairing(1, "1", 1, 2, 1)), [game(1, "Table 1", "Ben", "Ann")]
    )
    assert after.divisions[0].pairings == (Pairing(1, "1", 2, 1, 2, (400, 300)),)


def test_a_result_that_the_director_entered_stays() -> None:
    start = tournament(Pairing(1, "1", 1, 2, 1, (402, 300)), Pairing(2, "2", 1, 2, 1))
    corrected, found = with_results(start, [game(1, "Table 1", "Ann", "Ben")])
    assert points_of(corrected) == [(402, 300), None]
    assert [one.round for one in found.values()] == [1]
    # And one that was entered where no table played isn't the result of a later game.
    later, _ = with_results(start, [game(2, "Table 2", "Ann", "Ben", (1, 2))])
    assert points_of(later) == [(402, 300), (1, 2)]


def test_games_of_others_are_nobodys_result() -> None:
    start = tournament(Pairing(1, "1", 1, 2), Pairing(1, "2", 3, 4))
    games = [game(1, "Table 1", "Ann", "Cid"), game(2, "Table 1", "Eva", "Ben")]
    after, found = with_results(start, games)
    assert (points_of(after), found) == ([None, None], {})


def test_whole_names_count_too_and_two_of_a_name_are_told_apart_by_their_table() -> None:
    players = ("Ann Bee", "Ben Orr", "Ann Cox", "Ben Poe")
    division = Division(
        "A",
        tuple(Player(n, name) for n, name in enumerate(players, 1)),
        (Pairing(1, "1", 1, 2), Pairing(1, "2", 3, 4)),
    )
    start = Tournament("", (division,))
    by_table, _ = with_results(start, [game(1, "Table 2", "Ann", "Ben", (5, 6))])
    assert points_of(by_table) == [None, (5, 6)]
    by_name, _ = with_results(start, [game(1, "Table 9", "Ben Orr", "ann bee", (5, 6))])
    assert points_of(by_name) == [(5, 6), None]
    unclear, _ = with_results(start, [game(1, "Table 9", "Ann", "Ben", (5, 6))])
    assert points_of(unclear) == [None, None]
