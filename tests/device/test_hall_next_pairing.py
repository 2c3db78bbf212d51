"""Who plays next, at the table: shown in the lobby, taken over by a press, and never in a game."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from lobby_presses import ENGLISH, TWO, answer, opened, setup_in, shown
from standins import Evening
from test_hall import wait_for

from device.addons.hall.broker import Arrived
from device.addons.hall.menu import PAIRED, AtThisTable, Paired
from device.addons.hall.messages import Have, NextPairing, written
from device.addons.hall.next_pairing import LobbyEntered, PairingNews
from device.addons.hall.publisher import PublishedTable, Publisher
from device.session.care.network import ask_network
from device.session.core.inputs import Input, JobDone, Tick
from device.session.core.setup import Setup
from device.session.core.state import Asking, Lobby, Thinking
from device.session.core.written import Arrays, as_data, from_data
from device.session.lobby.house_rules import stay
from device.session.lobby.lobby import again
from device.storage.journal import Journal
from engine.events import BeginnerNamed
from hardware.panel.port import Button

CLEO_DAN = Paired(3, "7", ("Cleo", "Dan"), starts=True)


def informed(evening: Evening, pairing: Paired | None) -> Evening:
    return evening.put(JobDone(PAIRED, pairing, evening.now))


def question(evening: Evening) -> str:
    phase = evening.state.phase
    return ENGLISH.say(phase.question.text) if isinstance(phase, Asking) else ""


def test_the_lobby_shows_who_plays_whom_and_ok_takes_it_over() -> None:
    evening = informed(opened(), CLEO_DAN)
    assert question(evening) == "Round 3, table 7: Cleo – Dan. Cleo starts."
    evening.press(Button.OK)
    assert setup_in(evening).sides == ("Cleo", "Dan")
    state = evening.press(Button.OK).state
    assert isinstance(state.phase, Thinking)
    assert (state.game.state.sides, state.side) == (("Cleo", "Dan"), "Cleo")


@pytest.mark.parametrize(
    "sides", [("Ann", "Ben"), ("Ben", "Ann"), ("Ben", "Cleo"), ("Cleo", "Ann")]
)
def test_sides_with_a_handicap_keep_it_wherever_they_sit(sides: tuple[str, str]) -> None:
    setup = replace(TWO, options={"begin_points": {"Ann": 30}})
    evening = informed(opened(setup), Paired(1, "1", sides, starts=True)).press(Button.OK)
    taken = setup_in(evening)
    assert taken.sides == sides
    if "Ann" in sides:
        assert taken.begin_points == {"Ann": 30}
    assert evening.press(Button.OK).state.side == sides[0]


def test_more_sides_than_two_become_two() -> None:
    setup = Setup(sides=("Ann", "Ben", "Cleo"))
    evening = informed(opened(setup), CLEO_DAN).press(Button.OK)
    assert setup_in(evening).sides == ("Cleo", "Dan")


def test_who_starts_stays_as_it_was_where_the_pairings_do_not_say() -> None:
    evening = informed(opened(), replace(CLEO_DAN, starts=False))
    assert question(evening) == "Round 3, table 7: Cleo – Dan."
    evening.press(Button.OK)
    assert not any(isinstance(e, BeginnerNamed) for e in evening.state.game.events)


def test_not_now_is_asked_once_and_the_network_page_offers_it_again() -> None:
    evening = informed(opened(), CLEO_DAN)
    answer(evening, "Not now")
    assert isinstance(evening.state.phase, Lobby)
    assert setup_in(evening).sides == ("Ann", "Ben")
    assert question(informed(evening, CLEO_DAN)) == ""
    evening.state, _ = ask_network(evening.state, stay)
    assert "Round 3: Cleo – Dan…" in shown(evening)
    answer(evening, "Round 3")
    answer(evening, "That’s us")
    assert setup_in(evening).sides == ("Cleo", "Dan")


def test_another_pairing_takes_the_place_of_one_that_is_shown() -> None:
    evening = informed(informed(opened(), CLEO_DAN), Paired(3, "7", ("Eva", "Fay"), starts=False))
    assert question(evening) == "Round 3, table 7: Eva – Fay."
    assert question(informed(evening, None)) == ""
    assert isinstance(evening.state.phase, Lobby)


def test_a_game_is_not_disturbed_and_the_lobby_asks_after_it() -> None:
    evening = opened().press(Button.OK)
    before = evening.state
    informed(evening, CLEO_DAN)
    assert evening.state.phase is before.phase
    posted = list[Input]()
    news = PairingNews()
    news.arrived(NextPairing("A", 3, "7", ("Cleo", "Dan"), True))
    news.begin(posted.append)
    assert [one.result for one in posted if isinstance(one, JobDone)] == [CLEO_DAN]
    in_lobby, _ = again(evening.state)
    LobbyEntered(news).follow(evening.state, Tick(1.0), in_lobby, ())
    assert len(posted) == 2
    LobbyEntered(news).follow(in_lobby, Tick(2.0), in_lobby, ())
    assert len(posted) == 2
    evening.state = in_lobby
    evening.put(posted[-1])
    assert question(evening) == "Round 3, table 7: Cleo – Dan. Cleo starts."
    news.end()
    news.arrived(None)
    assert len(posted) == 2


def test_an_open_pairing_is_there_again_after_a_power_cut() -> None:
    evening = informed(opened(), CLEO_DAN)
    arrays = Arrays()
    data = as_data(evening.state.phase, arrays)
    evening.state = replace(evening.state, phase=from_data(data, arrays.data()))
    assert question(evening) == "Round 3, table 7: Cleo – Dan. Cleo starts."
    assert setup_in(evening.press(Button.OK)).sides == ("Cleo", "Dan")


def test_the_table_keeps_what_it_was_told() -> None:
    evening = informed(opened(), CLEO_DAN)
    assert evening.state.device.of(AtThisTable) == AtThisTable(CLEO_DAN, asked=True)


def test_a_halls_answer_reaches_the_table(tmp_path: Path) -> None:
    pairing = NextPairing("A", 3, "7", ("Cleo", "Dan"), starts=True)
    answers: list[Callable[[str, bytes], None]] = []
    ready = threading.Event()

    class Broker:
        def __init__(
            self,
            _name: str,
            topics: tuple[str, ...],
            arrived: Arrived,
            connected: Callable[[], None],
            _will: tuple[str, bytes],
        ) -> None:
            answers.append(lambda _, body: arrived(topics[0], body))
            connected()
            ready.set()

        def publish(self, topic: str, body: bytes, *, retain: bool = False) -> bool:
            return True

        def wait(self, _seconds: float) -> bool:
            return True

        def close(self) -> None:
            """There is nothing to give back."""

    journal = Journal(tmp_path / "games.sqlite", lambda: 5.0)
    posted = list[Input]()
    news = PairingNews()
    news.begin(posted.append)
    published = PublishedTable("Table 7", journal.path, ENGLISH)
    publishing = Publisher(published, Broker, lambda _: None, paired=news.arrived)
    try:
        assert ready.wait(30)
        have = Have(0, 0, "", "a", pairing=pairing)
        for _ in range(2):
            answers[0]("", written(have))
        wait_for(lambda: bool(posted))
    finally:
        publishing.close()
        journal.close()
    assert [one.result for one in posted if isinstance(one, JobDone)] == [CLEO_DAN]
