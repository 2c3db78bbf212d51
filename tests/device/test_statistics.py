"""A household's statistics: what `history` and the screen say is what the games came to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from answering import labels, take
from click.testing import CliRunner, Result
from question_moments import everyones_games
from standins import Evening, board
from test_history import QUIZ, ZED, keep

from device.cli.main import main
from device.language.texts import TEXT_LANGUAGES, Texts
from device.score.statistics import Outcome, outcomes, records, standings
from device.screen.drawing import Written
from device.screen.scoreboard import Scoreboard
from device.session.core.setup import Offers
from device.session.core.state import Asking
from device.session.core.written import as_data, from_data
from device.simulator.named_texts import named_text
from device.storage.games import HouseholdGames
from device.storage.journal import Journal
from device.views.dialogs import standings_view
from device.views.table import view
from engine.course import BestPlay
from engine.events import Passed
from engine.records.gcg import replay_gcg
from hardware.panel.port import Button

GAMES = Path(__file__).parent.parent / "data" / "gcg"


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    opened = Journal(tmp_path / "games.sqlite", lambda: 0.0)
    yield opened
    opened.close()


def history(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["history", "--statistics", *arguments])


def outcome(player: str, points: int, *, won: bool = False, variant: str = "classic") -> Outcome:
    return Outcome(player, variant, points, won, BestPlay(player, "QUIZ", points // 2), 1)


def test_a_game_gives_each_side_its_points_its_win_and_its_own_best_play() -> None:
    state = replay_gcg((GAMES / "two-sided-end.gcg").read_bytes()).game.state
    ann, ben = outcomes(state)
    assert (ann.player, ann.points, ann.won) == ("ann", 489, True)
    assert (ben.player, ben.points, ben.won) == ("ben", 325, False)
    assert ann.best == BestPlay("ann", "PATIBLE", 78)
    assert ben.best is not None
    assert ben.best.side == "ben"
    assert (ann.sevens, ben.sevens) == (2, 0)


def test_records_add_up_and_who_has_played_most_comes_first() -> None:
    games = [
        outcome("Ben", 300, won=True),
        outcome("Ann", 200),
        outcome("Ann", 301, won=True, variant="nhl"),
    ]
    found = records(games)
    assert [(r.player, r.variant, r.games, r.won, r.average) for r in found] == [
        ("Ann", "", 2, 1, 250),
        ("Ann", "classic", 1, 0, 200),
        ("Ann", "nhl", 1, 1, 301),
        ("Ben", "", 1, 1, 300),
        ("Ben", "classic", 1, 1, 300),
    ]
    assert found[0].best == BestPlay("Ann", "QUIZ", 150)
    assert found[0].sevens == 2


def test_history_counts_games_that_are_over_and_no_other(journal: Journal) -> None:
    keep(journal, QUIZ, Passed("Ben"), over=True)
    keep(journal, QUIZ, ZED, variant="nhl", over=True)
    keep(journal, Passed("Ann"), over=True)  # nothing was played in it
    keep(journal, QUIZ)
    result = history()
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "player     games    won  average  7 tiles  best play",
        "Ann            2      2       44        0  QUIZ 44",
        "  classic      1      1       44        0  QUIZ 44",
        "  nhl          1      1       44        0  QUIZ 44",
        "Ben            2      0        6        0  ZED 13",
        "  classic      1      0        0        0  –",
        "  nhl          1      0       13        0  ZED 13",
    ]
    first = json.loads(history("--json").stdout.splitlines()[0])
    assert first == {
        "player": "Ann",
        "variant": None,
        "games": 2,
        "won": 2,
        "average": 44,
        "best": ["QUIZ", 44],
        "sevens": 0,
    }


def test_statistics_of_one_game_are_a_wrong_call(journal: Journal) -> None:
    keep(journal, QUIZ)
    assert history("1").exit_code == 2


def test_before_any_game_is_over_that_is_reported(journal: Journal) -> None:
    keep(journal, QUIZ)
    assert history().stderr == "No finished games saved yet.\n"


def test_a_game_is_played_again_once_and_a_new_one_is_found(journal: Journal) -> None:
    keep(journal, QUIZ, over=True)
    games = HouseholdGames(journal)
    first = games.outcomes()
    keep(journal, QUIZ, over=True)
    assert games.outcomes()[2:] == first
    assert games.outcomes()[2] is first[0]
    assert len(HouseholdGames(journal, 1).outcomes()) == 2


def ended(found: tuple[Outcome, ...]) -> Evening:
    evening = Evening()
    offers = Offers(lambda *_: None, outcomes=lambda: found)
    evening.state = replace(evening.state, offers=offers)
    evening.lay(board((7, 6, "across", "QUIZ"))).press(Button.SIDE_1)
    evening.press(Button.END, Button.NEXT, Button.OK, Button.END, Button.NEXT, Button.OK)
    return evening.press(Button.NEXT)


def test_after_a_game_the_menu_shows_who_has_come_to_what() -> None:
    found = (outcome("Zoé", 9), outcome("Zoé", 9), outcome("Ben", 300, won=True))
    evening = ended((*found, outcome("Ben", 100, variant="nhl")))
    assert named_text("statistics-menu") in labels(evening)
    take(evening, named_text("statistics-menu"))
    assert labels(evening) == ["Ben", "Zoé", named_text("back-to-the-game")]
    question = view(evening.state, Texts("en")).dialog.question
    assert question is not None
    table = question.standings
    assert table is not None
    assert table.heads == ("Games", "Won", "Average", "Best")
    assert table.rows == (("Ben", "2", "1", "200", "150"), ("Zoé", "2", "0", "9", "4"))
    assert table.curve is not None
    # The newest outcome is given first, and drawn last.
    assert table.curve.curves[0].points == ((0, 100), (1, 300))
    take(evening, "Ben")
    assert evening_text(evening) == (
        "Ben: games 2, won 1, on average 200 points. Best play: QUIZ 150. Many tiles at once: 2. "
        "Classic: 1, won 1. NHL: 1, won 0."
    )
    assert labels(evening) == ["Zoé", named_text("back-to-the-game")]
    take(evening, "Zoé")
    assert evening_text(evening).startswith("Zoé: games 2, won 0")
    take(evening, named_text("back-to-the-game"))
    assert evening.state.finished


def test_where_nothing_was_played_to_its_end_that_is_reported() -> None:
    evening = ended(())
    take(evening, named_text("statistics-menu"))
    assert evening.message == "No finished games yet."


def evening_text(evening: Evening) -> str:
    from device.language.texts import Texts

    phase = evening.state.phase
    assert isinstance(phase, Asking)
    return Texts("en").say(phase.question.text)


def test_a_curve_is_of_the_last_games_which_end_together() -> None:
    found = (*(outcome("Ann", points) for points in range(12)), outcome("Ben", 50))
    ann, ben = standings(found)
    assert ann.lately == (9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
    shown = standings_view((ann, ben), Texts("en"))
    assert shown is not None
    assert shown.curve is not None
    assert [one.points[-1][0] for one in shown.curve.curves] == [9, 9]
    assert shown.curve.curves[1].points == ((9, 50),)


def test_one_game_is_no_curve_and_five_players_have_four() -> None:
    (ann,) = standings((outcome("Ann", 200),))
    shown = standings_view((ann,), Texts("en"))
    assert shown is not None
    assert (shown.curve, shown.marked) == (None, ())
    assert standings_view((), Texts("en")) is None
    many = standings(tuple(outcome(name, 200) for name in "ABCDE" * 2))
    shown = standings_view(many, Texts("en"))
    assert shown is not None
    assert shown.marked == (0, 1, 2, 3)
    assert len(shown.rows) == 5


def test_it_can_be_taken_up_again_after_a_power_cut() -> None:
    asking = everyones_games(("Ann", "Ben")).phase
    assert isinstance(asking, Asking)
    assert from_data(as_data(asking.question)) == asking.question


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
@pytest.mark.parametrize("size", [(480, 320), (800, 480), (480, 800)])
def test_every_head_is_read_whole_and_all_in_one_size(language: str, size: tuple[int, int]) -> None:
    evening = ended((outcome("Maximiliane", 9), outcome("Ben", 300, won=True)))
    take(evening, named_text("statistics-menu"))
    texts = Texts(language)
    shown = view(evening.state, texts)
    assert shown.dialog.question is not None
    assert shown.dialog.question.standings is not None
    heads = shown.dialog.question.standings.heads
    found: list[Written] = []
    Scoreboard(pygame.Surface(size), motion=False, on_text=found.append).draw(shown)
    written = [one for one in found if one.text in heads]
    assert len(written) == len(heads)
    assert all(one.fits for one in written)
    assert len({one.size for one in written}) == 1
