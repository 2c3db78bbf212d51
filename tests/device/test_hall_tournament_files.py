"""What a hall writes of a tournament is read by the rules of the programs that it is for."""

from __future__ import annotations

import csv
import io
import json
import random
import unicodedata
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tournament_readers import (
    TouRound,
    games_of_round,
    newt_of,
    read_division,
    read_newt,
    read_tou,
    round_that_is_on,
)
from tournaments import Event, played, random_event

from device.addons.hall.club_book import club_book_csv
from device.addons.hall.pairings import read_pairings
from device.addons.hall.tournament import (
    Division,
    Pairing,
    Player,
    Tournament,
    seat_names,
    with_results,
)
from device.addons.hall.tournament_files import (
    division_file,
    division_file_name,
    tou_file,
    tourney_js,
)

DAY = date(2026, 11, 28)


def paired(event: Event, name: str = "A") -> Division:
    """The event's division before anything is played."""
    pairings = []
    for number, (games, byes) in enumerate(zip(event.rounds, event.byes, strict=True), 1):
        for game in games:
            first, second = game.players
            pairings.append(Pairing(number, str(game.table), first, second, first))
        pairings += [Pairing(number, "", one, 0, 0, (50, 0)) for one in byes]
    players = tuple(
        Player(number, name, rating)
        for number, (name, rating) in enumerate(zip(event.names, event.ratings, strict=True), 1)
    )
    return Division(name, players, tuple(pairings))


def finished(event: Event, chance: random.Random, rounds: int | None = None) -> Tournament:
    """The event with all that was played, as a hall has it from its tables."""
    tournament = Tournament("Club Évening", (paired(event),))
    called = {number: name for (_, number), name in seat_names(tournament).items()}
    games = played(event, called, chance, rounds)
    done, found = with_results(tournament, games)
    assert len(found) == len(games)
    return done


def numbers_of(event: Event, player: int) -> tuple[list[int], list[int], list[int], list[int]]:
    """Opponents, scores as far as any, tables and firsts of a player, as tsh has them."""
    games = event.games_of(player)
    opponents, scores, tables, firsts = [], list[int | None](), [], []
    for game in games:
        if game is None:
            opponents.append(0)
            scores.append(50)
            tables.append(0)
            firsts.append(0)
            continue
        place = game.players.index(player)
        opponents.append(game.players[1 - place])
        scores.append(game.points[place] if game.over else None)
        tables.append(game.table)
        firsts.append(place + 1)
    while scores and scores[-1] is None:
        scores.pop()
    return opponents, [points or 0 for points in scores], tables, firsts


def ascii_of(name: str) -> str:
    """Letters without accents, by another way than the writer's."""
    for letter, other in {"ß": "ss", "Æ": "AE", "Ł": "L", "ł": "l", "Ø": "O", "ø": "o"}.items():
        name = name.replace(letter, other)
    name = name.replace("’", "'").split(":XT")[0]
    split = unicodedata.normalize("NFD", name)
    return " ".join("".join(c for c in split if ord(c) < 128).split())


def differences(event: Event, tournament: Tournament) -> list[str]:
    """What any reader takes for something else than what was played."""
    wrong = list[str]()
    (division,) = tournament.divisions
    players = range(1, len(event.names) + 1)
    feed, rounds = read_newt(tourney_js(tournament))["A"]
    lines = read_division(division_file(division))
    (tou,) = read_tou(tou_file(tournament, DAY).encode())
    if rounds != len(event.rounds) or not len(feed) == len(lines) == len(tou.players):
        wrong.append(f"{rounds} rounds; {len(feed)}, {len(lines)}, {len(tou.players)} players")
    for number in players:
        wanted = numbers_of(event, number)
        for read in (feed[number - 1], lines[number - 1]):
            there = read.opponents, read.scores, read.boards, read.firsts
            if (read.number, read.name, read.rating, *there) != (
                number,
                event.names[number - 1],
                event.ratings[number - 1],
                *wanted,
            ):
                wrong.append(f"{event.names[number - 1]}: {read} is not {wanted}")
        wrong += tou_differences(event, number, tou.players[number - 1])
    for number, games in enumerate(event.rounds, 1):
        shown = {game.table: game for game in games_of_round(feed, number)}
        for game in games:
            first, second = (event.names[one - 1] for one in game.players)
            points = game.points if game.over else (0, 0)
            found = shown.pop(game.table, None)
            if found is None or (
                (found.first, found.second) != (first, second)
                or (found.first_score, found.second_score) != points
                or found.over is not game.over
            ):
                wrong.append(f"round {number}, table {game.table}: {found}")
        wrong += [f"round {number}: {one}" for one in shown.values()]
    return wrong


def tou_differences(event: Event, number: int, read: tuple[str, Sequence[TouRound]]) -> list[str]:
    wanted = []
    for game in event.games_of(number):
        if game is None:
            wanted.append((0, 50, False, number))
        elif not game.over:
            wanted.append((0, 0, False, number))
        else:
            place = game.players.index(number)
            own, others = game.points[place], game.points[1 - place]
            outcome = 2 if own > others else 1 if own == others else 0
            wanted.append((outcome, own, place == 0, game.players[1 - place]))
    name, rounds = read
    there = [(r.outcome, r.points, r.first, r.opponent) for r in rounds]
    wrong = list[str]()
    if (ascii_of(event.names[number - 1])[:20].rstrip() or "?") != name:
        wrong.append(f"{event.names[number - 1]} is called {name}")
    last = len(there)  # the rounds before any result have no column
    if there != wanted[:last] or any(one != (0, 0, False, number) for one in wanted[last:]):
        wrong.append(f"{name}: {there} is not {wanted}")
    return wrong


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    players=st.integers(2, 90),
    rounds=st.integers(1, 8),
    over=st.sampled_from([0.0, 0.5, 1.0]),
)
def test_each_reader_takes_a_tournament_for_what_was_played(
    seed: int, players: int, rounds: int, over: float
) -> None:
    chance = random.Random(seed)
    event = random_event(chance, players, rounds, over)
    assert differences(event, finished(event, chance)) == []


@pytest.mark.parametrize("players", [80, 81, 120])
def test_forty_tables_and_six_rounds(players: int) -> None:
    chance = random.Random(players)
    event = random_event(chance, players, 6)
    assert differences(event, finished(event, chance)) == []


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9), players=st.integers(2, 60), rounds=st.integers(1, 6))
def test_what_is_written_is_read_again_as_pairings(
    tmp_path_factory: pytest.TempPathFactory, seed: int, players: int, rounds: int
) -> None:
    chance, folder = random.Random(seed), tmp_path_factory.mktemp("tournament")
    event = random_event(chance, players, rounds, 0.5)
    done = finished(event, chance)
    (folder / "A.t").write_text(division_file(done.divisions[0]), encoding="utf-8")
    (folder / "tourney.js").write_text(tourney_js(done), encoding="utf-8")
    feed = read_pairings([folder / "tourney.js"])
    assert differences(event, feed) == []
    assert feed.name == "Club Évening"
    # A division file has no scores for the games that aren't over, so that they are paired again.
    assert differences(event, read_pairings([folder / "A.t"])) == []


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9), players=st.integers(2, 60), rounds=st.integers(1, 6))
def test_a_table_of_pairings_comes_back_as_results(
    tmp_path_factory: pytest.TempPathFactory, seed: int, players: int, rounds: int
) -> None:
    chance, folder = random.Random(seed), tmp_path_factory.mktemp("tournament")
    event = random_event(chance, players, rounds)
    written = io.StringIO()
    writer = csv.writer(written, delimiter=chance.choice(",;\t"))
    writer.writerow(["Round", "Table", "First player", "Second player"])
    for number, (games, byes) in enumerate(zip(event.rounds, event.byes, strict=True), 1):
        for game in games:
            first, second = (event.names[one - 1] for one in game.players)
            writer.writerow([number, game.table, first, second])
        writer.writerows([number, "", event.names[one - 1], "bye"] for one in byes)
    (folder / "pairings.csv").write_text(written.getvalue(), encoding="utf-8", newline="")
    tournament = read_pairings([folder / "pairings.csv"])
    called = seat_names(tournament)
    (division,) = tournament.divisions
    by_name = {player.name: player.number for player in division.players}
    names = {n: called["A", by_name[name]] for n, name in enumerate(event.names, 1)}
    done, _ = with_results(tournament, played(event, names, chance))
    feed, _ = read_newt(tourney_js(done))["A"]
    for number, games in enumerate(event.rounds, 1):
        shown = {
            (one.table, one.first, one.second, one.first_score, one.second_score)
            for one in games_of_round(feed, number)
        }
        assert shown == {
            (game.table, *(event.names[one - 1] for one in game.players), *game.points)
            for game in games
        }


def test_a_broadcast_knows_the_round_that_is_on() -> None:
    chance = random.Random(5)
    event = random_event(chance, 12, 3)
    for rounds, wanted in ((0, 0), (1, 2), (2, 3), (3, 3)):
        feed, _ = read_newt(tourney_js(finished(event, random.Random(6), rounds)))["A"]
        assert round_that_is_on(feed) == wanted


def test_what_tsh_said_besides_stays_in_its_files(tmp_path: Path) -> None:
    line = "Chew, John:CM000003  1800 2; 410; board 4; class A; newr 1810; off; p12 2"
    (tmp_path / "a.t").write_text(f"{line}\nEdley, Joe  2000 1; 390; board 4; p12 1\n")
    tournament = read_pairings([tmp_path / "a.t"])
    chew, edley = read_division(division_file(tournament.divisions[0]))
    assert chew.fields["class"] == ["A"]
    assert chew.fields["newr"] == ["1810"]
    assert chew.fields["off"] == []
    assert (chew.name, chew.firsts, edley.firsts) == ("Chew, John:CM000003", [2], [1])
    newt = '{"config":{"realm":"x","nothing":undefined},"divisions":[{"name":"B","seeds":[1],'
    newt += '"players":[undefined,{"id":1,"name":"undefined, Ann","rating":1,"pairings":[],'
    newt += '"scores":[],"photo":"a.jpg","etc":{"newr":[3]}}]}]}'
    (tmp_path / "tourney.js").write_text(f"newt={newt};\n")
    read = newt_of(tourney_js(read_pairings([tmp_path / "tourney.js"])).replace("undefined, ", ""))
    (division,) = read["divisions"]
    assert read["config"]["realm"] == "x"
    assert division["seeds"] == [1]
    assert division["players"][1]["photo"] == "a.jpg"
    assert division["players"][1]["etc"]["newr"] == [3]


def test_names_that_would_end_a_line_or_a_script_are_harmless() -> None:
    names = ["A;B #1", "Ann 2", "</script>", "x\u2028y"]
    players = tuple(Player(n, name) for n, name in enumerate(names, 1))
    division = Division("A B/../c", players, (Pairing(1, "1", 1, 2, 1, (3, 4)),))
    lines = read_division(division_file(division))
    assert [one.name for one in lines] == ["A,B (1)", "Ann (2)", "</script>", "x y"]
    assert division_file_name(division) == "A-B-c.t"
    page = tourney_js(Tournament("T", (division,)))
    assert "</script>" not in page
    assert "\u2028" not in page
    assert [p["name"] for p in json.loads(page[5:-2])["divisions"][0]["players"][1:]] == names


def test_the_club_book_says_which_round_it_was_and_who_won() -> None:
    chance = random.Random(8)
    event = random_event(chance, 11, 3)
    tournament = Tournament("Club", (paired(event),))
    called = {number: name for (_, number), name in seat_names(tournament).items()}
    games = played(event, called, chance)
    _, pairings = with_results(tournament, games)
    rows = list(csv.DictReader(io.StringIO(club_book_csv(games, pairings))))
    assert len(rows) == 2 * len(games)
    for number, of_round in enumerate(event.rounds, 1):
        for game in of_round:
            for place, one in enumerate(game.players):
                own, others = game.points[place], game.points[1 - place]
                (row,) = [
                    row
                    for row in rows
                    if row["round"] == str(number) and row["player"] == event.names[one - 1]
                ]
                assert row["table"] == f"Table {game.table}"
                assert row["opponents"] == event.names[game.players[1 - place] - 1]
                assert (row["points"], row["points_against"]) == (str(own), str(others))
                assert row["first"] == ("yes" if place == 0 else "")
                assert row["won"] == ("yes" if own > others else "tie" if own == others else "")
