"""Where points are hidden until the end, nothing reveals them: no screen, no sentence, no command.

The strongest test: two tables that differ only in what squares are worth show and say the same,
whatever is pressed, until the game is over.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from lobby_presses import ENGLISH, answer
from standins import Evening, board
from test_settling import ended as settling
from test_settling import lay as lay_rack

from device.addons.voice.saying import said_of, standing
from device.cli.main import main
from device.session.core.effects import Announce
from device.session.core.inputs import Tick
from device.session.core.setup import Extras, write_extras
from device.session.core.state import Asking, Settling
from device.session.turn.points_by_hand import ask_points
from device.simulator.named_texts import named_text
from device.storage.journal import Journal
from device.views.payload import Payload, payload
from device.views.sheet import sheet_view
from device.views.table import TableView, view
from engine.events import Ended, EndReason, Played
from engine.game import Game
from engine.layouts import Layout
from engine.records.record import GameRecord, write_event, write_record
from engine.squares import Square
from engine.variants import load_variant
from engine.words.lexicon import word_list
from hardware.panel.port import Button

HIDDEN = Extras(hide_scores=True, side_clock=25)
QUIZ = (7, 6, "across", "QUIZ")
BARE = "." * 15
PLAIN = Layout((BARE, *["d" * 15] * 6, "d" * 7 + "*" + "d" * 7, *["d" * 15] * 6, BARE))
RICH = Layout((BARE, *["T" * 15] * 6, "T" * 7 + "*" + "t" * 7, *["D" * 15] * 6, BARE))
"""Printed on the same squares: print may be taken for a letter, so it decides what is asked."""

WORDS = word_list(["QUIZ", "OZONE", "EIGHT", "QUIT"], "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "family")
BOARDS = (
    board(),
    board(QUIZ),
    board((7, 6, "across", "QUIz")),
    board(QUIZ, (6, 9, "down", "OZONE")),
    board(QUIZ, (6, 9, "down", "OZONE"), (10, 9, "across", "EIGHT")),
    board(QUIZ, (0, 0, "across", "NO")),
    board(QUIZ, (14, 2, "across", "AEI")),
)


def table(layout: Layout | None = None, game: str = "classic", extras: Extras = HIDDEN) -> Evening:
    evening = Evening(variant=load_variant(game, "en", {}, layout))
    evening.state = replace(
        evening.state, agreed=replace(evening.state.agreed, extras=extras, words=WORDS)
    )
    return evening


def shown(evening: Evening) -> TableView:
    seen = view(evening.state, ENGLISH, evening.now)
    return replace(seen, board=replace(seen.board, premiums=(), values=()))


def payload_of_evening(evening: Evening) -> Payload:
    """The same on the page, with the sheet of all turns."""
    return payload(shown(evening), sheet_view(evening.state, ENGLISH, evening.now))


def spoken_texts(evening: Evening) -> list[str]:
    return [ENGLISH.say(e.message) for e in evening.effects if isinstance(e, Announce)]


def aloud(evening: Evening) -> list[tuple[str, ...]]:
    """What a voice says of each step until the game is over."""
    steps = [step for step in evening.steps if not step[1].finished]
    return [said_of(*step, ENGLISH, evening.now - 60.0) for step in steps]


def walk(chance: random.Random) -> Iterator[tuple[str, int, Button]]:
    """What happens in an evening, the same for both tables."""
    buttons = [*Button, Button.OK, Button.OK, Button.NEXT, Button.NEXT, Button.SIDE_1]
    while True:
        kind = chance.choices(("press", "lay", "tick"), (6, 3, 1))[0]
        yield kind, chance.randrange(len(BOARDS)), chance.choice(buttons)


def happens(evening: Evening, kind: str, which: int, button: Button) -> None:
    if kind == "lay":
        evening.lay(BOARDS[which])
    elif kind == "tick":
        evening.now += 40.0
        evening.put(Tick(evening.now))
    else:
        evening.press(button)


@pytest.mark.parametrize("seed", range(15))
def test_what_squares_are_worth_is_never_shown(seed: int) -> None:
    plain, rich = table(PLAIN), table(RICH)
    ways = walk(random.Random(seed))
    for _ in range(120):
        happened = next(ways)
        happens(plain, *happened)
        happens(rich, *happened)
        if plain.state.finished:
            break
        assert shown(plain) == shown(rich)
        assert payload_of_evening(plain) == payload_of_evening(rich)
        assert spoken_texts(plain) == spoken_texts(rich)
        assert standing(plain.state, ENGLISH, 9.0) == standing(rich.state, ENGLISH, 9.0)
    assert aloud(plain) == aloud(rich)


def test_the_test_above_would_see_points() -> None:
    plain, rich = table(PLAIN, extras=Extras()), table(RICH, extras=Extras())
    for evening in (plain, rich):
        evening.lay(board()).lay(board(QUIZ)).press(Button.SIDE_1)
    assert shown(plain) != shown(rich)
    assert sheet_view(plain.state, ENGLISH) != sheet_view(rich.state, ENGLISH)
    assert spoken_texts(plain) != spoken_texts(rich)
    assert aloud(plain) != aloud(rich)
    assert standing(plain.state, ENGLISH, 9.0) != standing(rich.state, ENGLISH, 9.0)


def test_at_a_tournament_nobody_sees_what_a_play_would_earn() -> None:
    plain, rich = (table(one, extras=Extras(tournament=True)) for one in (PLAIN, RICH))
    for evening in (plain, rich):
        evening.lay(board()).lay(board(QUIZ))
    assert shown(plain) == shown(rich)
    assert payload_of_evening(plain) == payload_of_evening(rich)
    for evening in (plain, rich):
        evening.press(Button.SIDE_1)
    assert payload_of_evening(plain) != payload_of_evening(rich)


def test_a_bonus_word_is_named_without_its_points() -> None:
    hidden, open_ = table(None, "nhl"), table(None, "nhl", Extras())
    for evening in (hidden, open_):
        evening.lay(board()).lay(board((7, 6, "across", "PUCK"))).press(Button.SIDE_1)
    assert named_text("is-a-bonus-word", word="PUCK") in spoken_texts(hidden)[-1]
    assert "+" not in spoken_texts(hidden)[-1]
    assert "PUCK is a bonus word: +" in spoken_texts(open_)[-1]


def test_the_last_play_shows_no_points_before_the_racks_are_counted_off() -> None:
    evening = Evening(sides=("Ann", "Ben", "Cleo"), variant=load_variant("nhl", "en"))
    start = replace(evening.state.game.start, bag=0, racks={"Ann": 4, "Ben": 3, "Cleo": 3})
    evening.state = replace(
        evening.state,
        game=Game.from_state(start),
        agreed=replace(evening.state.agreed, extras=HIDDEN),
    )
    evening.lay(board()).lay(board((7, 6, "across", "PUCK"))).press(Button.SIDE_1, Button.OK)
    assert isinstance(evening.state.phase, Settling)
    reported = next(text for text in spoken_texts(evening) if "PUCK" in text)
    assert named_text("is-a-bonus-word", word="PUCK") in reported
    assert "+" not in reported


def test_points_by_hand_are_shown_nowhere_else() -> None:
    evening = table()
    evening.state, _ = ask_points(evening.state)
    answer(answer(answer(evening, "Ann"), named_text("add-points")), "50")
    answer(answer(evening, "Done"), "Penalty")
    assert spoken_texts(evening)[-1] == "Ann: points changed, penalty."


def test_racks_are_counted_off_without_saying_what_they_are_worth() -> None:
    for extras, worth in ((HIDDEN, False), (Extras(), True)):
        evening = settling({"Ann": "QA", "Ben": "ZE"})
        evening.state = replace(evening.state, agreed=replace(evening.state.agreed, extras=extras))
        lay_rack(evening, "QA").press(Button.SIDE_1)
        phase = evening.state.phase
        assert isinstance(phase, Asking)
        assert ("worth" in ENGLISH.say(phase.question.text)) is worth
        assert "Ann has Q, A left" in ENGLISH.say(phase.question.text)
        assert (shown(evening).sides[0].total is None) is not worth


def test_racks_that_are_named_by_buttons_are_not_shown_either() -> None:
    evening = settling({"Ann": "QA", "Ben": "ZE"}, camera=False)
    evening.state = replace(evening.state, agreed=replace(evening.state.agreed, extras=HIDDEN))
    for _ in range(12):
        if isinstance(evening.state.phase, Asking):
            assert "worth" not in ENGLISH.say(evening.state.phase.question.text)
        evening.press(Button.OK)
    assert evening.state.finished


def test_all_is_reported_once_the_game_is_over() -> None:
    evening = table().lay(board()).lay(board(QUIZ)).press(Button.SIDE_1)
    assert shown(evening).sides[0].total is None
    evening.press(Button.END, Button.NEXT, Button.OK, Button.END, Button.NEXT, Button.OK)
    assert evening.state.finished
    assert shown(evening).sides[0].total == 44


# Commands


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Path]:
    """A game that goes on, its points hidden."""
    path = tmp_path / "games.sqlite"
    kept = Journal(path, time.time)
    _keep(kept, HIDDEN)
    yield path
    kept.close()


def _keep(kept: Journal, extras: Extras, *, over: bool = False) -> None:
    number = kept.begin(
        write_record(GameRecord("classic", "en", ("Ann", "Ben"))), write_extras(extras)
    )
    tiles = {Square(7 + n, 7): letter for n, letter in enumerate("QUIZ")}
    kept.append(number, 0, write_event(Played("Ann", tiles)))
    if over:
        kept.append(number, 1, write_event(Ended({}, EndReason.NO_PLAYS)))
        kept.close_game(number)


def history(path: Path, *more: str) -> str:
    result = CliRunner().invoke(main, ["history", *more, "--journal", str(path)])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_list_of_games_hides_them(journal: Path) -> None:
    assert "Ann, Ben: points stay hidden until the game is over  unfinished" in history(journal)
    line = json.loads(history(journal, "--json"))
    assert line["totals"] is None


def test_the_sheet_of_the_game_hides_them(journal: Path) -> None:
    assert history(journal, "1").endswith("Points stay hidden until the game is over.\n")
    assert "44" not in history(journal, "1", "--pictures").partition("\n")[2]
    entry = json.loads(history(journal, "1", "--json"))
    assert (entry["points"], entry["total"], entry["arithmetic"]) == (None, None, None)
    assert entry["words"] == [["QUIZ", None]]


def test_a_game_that_is_over_is_reported_whole(journal: Path) -> None:
    kept = Journal(journal, time.time)
    _keep(kept, HIDDEN, over=True)
    kept.close()
    assert history(journal).count("hidden") == 0  # the first one will never go on
    assert "44" in history(journal, "1")
    assert "44" in history(journal, "2")
