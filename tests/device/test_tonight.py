"""Stopping for tonight: a line on every machine; the game is kept, and offered the next time."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from answering import pages_to, take
from lobby_presses import OFFERS, line, opened
from lobby_presses import take as take_line
from standins import CLASSIC, Evening
from test_snapshots import Kept

from device.language.texts import Texts
from device.session.core.effects import CloseGame, Finish
from device.session.core.setup import Extras
from device.session.core.state import Asking, Lobby, Over, Paused, TableState, Thinking
from device.session.lobby.lobby import LineKind
from device.session.lobby.tonight import ask_to_go_on
from device.simulator.named_texts import named_text
from device.storage.games import unfinished
from device.storage.journal import Journal
from device.storage.state_file import state_file
from device.table.equipment import Equipment, Output, Storage
from device.table.opening import Opening
from device.table.run import run_table
from device.table.snapshots import Snapshots
from device.views.table import TableView, view
from hardware.display import Display
from hardware.panel.port import Button, ScriptedPanel

ENGLISH = Texts("en")


@pytest.fixture
def table(tmp_path: Path) -> Kept:
    """A table at which Ann has passed."""
    found = Kept(tmp_path / "games.open")
    chosen(found, Button.NEXT, "Pass")
    return found


def chosen(table: Kept, *whats: Button | str) -> Kept:
    """Presses buttons and takes answers by their words."""
    for what in whats:
        if isinstance(what, Button):
            table.press(what)
            continue
        for page in pages_to(what, lambda: _labels(table)):
            _take(table, page)
        _take(table, what)
    return table


def _labels(table: Kept) -> list[str]:
    phase = table.state.phase
    assert isinstance(phase, Asking)
    return [ENGLISH.say(option.label) for option in phase.question.options]


def _take(table: Kept, answer: str) -> None:
    table.press(*[Button.NEXT] * _labels(table).index(answer), Button.OK)


def question(state: TableState) -> str:
    assert isinstance(state.phase, Asking)
    return ENGLISH.say(state.phase.question.text)


def test_the_held_button_offers_to_stop_before_it_offers_to_end(table: Kept) -> None:
    chosen(table, Button.END)
    stop, *_, stay = _labels(table)
    assert (stop, stay) == (named_text("stop-for-tonight"), named_text("no-play-on"))
    events = table.state.game.events
    table.press(Button.OK)
    chosen(table, named_text("yes-stop"))
    assert question(table.again()) == named_text("go-on-with-this-game", sides="Ann 0, Ben 0")
    assert table.again().game.events == events


def test_the_menu_stops_and_the_game_is_offered_the_next_time(table: Kept) -> None:
    chosen(table, Button.NEXT, named_text("stop-for-tonight"), named_text("yes-stop"))
    again = table.again()
    assert question(again) == named_text("go-on-with-this-game", sides="Ann 0, Ben 0")
    assert again.game.events == table.state.game.events
    table.state = again
    chosen(table, named_text("yes-go-on"))
    assert isinstance(table.state.phase, Thinking)
    assert table.state.side == "Ben"
    assert not table.path.exists()


def test_until_it_is_answered_it_is_asked_again(table: Kept) -> None:
    chosen(table, Button.NEXT, named_text("stop-for-tonight"), named_text("yes-stop"))
    for _ in range(2):
        fresh = table.fresh(table.state.game.events)
        table.snapshots = type(table.snapshots)(table.path)
        table.state, _ = table.snapshots.taken_up(fresh, 1, 7.0)
        table.press(Button.NEXT)
        assert isinstance(table.state.phase, Asking)
    assert question(table.again()) == named_text("go-on-with-this-game", sides="Ann 0, Ben 0")


def test_another_game_leaves_it_in_the_history_as_it_is(table: Kept) -> None:
    chosen(table, Button.NEXT, named_text("stop-for-tonight"), named_text("yes-stop"))
    table.state = table.again()
    effects = chosen(table, Button.NEXT).press(Button.OK)
    assert CloseGame() in effects
    assert isinstance(table.state.phase, Lobby)
    assert table.state.phase.setup.sides == ("Ann", "Ben")


def test_who_was_cut_off_is_not_asked(table: Kept) -> None:
    assert isinstance(table.again().phase, Thinking)
    chosen(table, Button.NEXT, named_text("stop-for-tonight"))
    assert question(table.again()) == named_text("stop-for-tonight-the-game")


def test_another_game_of_the_journal_is_not_asked_about(table: Kept) -> None:
    chosen(table, Button.NEXT, named_text("stop-for-tonight"), named_text("yes-stop"))
    assert isinstance(table.again(number=2).phase, Thinking)


def test_it_can_be_left_alone_and_the_game_goes_on() -> None:
    evening = take(
        Evening(camera=False).press(Button.NEXT),
        named_text("stop-for-tonight"),
        named_text("no-play-on"),
    )
    assert isinstance(evening.state.phase, Thinking)
    assert not any(isinstance(effect, Finish) for effect in evening.effects)


def test_a_paused_game_goes_on_at_once() -> None:
    state = replace(Evening(camera=False).state, offers=OFFERS, phase=Paused())
    evening = Evening(camera=False)
    evening.state, _ = ask_to_go_on(state)
    assert isinstance(take(evening, named_text("yes-go-on")).state.phase, Thinking)


def test_points_that_are_hidden_are_not_shown() -> None:
    state = replace(Evening(camera=False).state, offers=OFFERS)
    state = replace(state, agreed=replace(state.agreed, extras=Extras(hide_scores=True)))
    asking, _ = ask_to_go_on(state)
    assert question(asking) == named_text("go-on-with-this-game", sides="Ann, Ben")


def test_the_lobby_has_the_line_on_every_machine() -> None:
    evening = opened()
    assert ENGLISH.say(line(evening, LineKind.LEAVE).label) == named_text("stop-for-tonight-line")
    take_line(evening, LineKind.LEAVE)
    assert evening.asked == named_text("stop-tilekeeper")
    assert view(evening.state, ENGLISH).dialog.question is not None


def test_after_a_game_too() -> None:
    evening = take(Evening(camera=False).press(Button.END), named_text("end-the-game"))
    evening.press(Button.END, Button.END)
    take(evening, named_text("yes-leave-out"))
    assert isinstance(evening.state.phase, Over)
    evening.press(Button.NEXT)
    take(evening, named_text("stop-for-tonight"), named_text("yes-stop"))
    assert Finish() in evening.effects


# From one evening to the next


class Pressed:
    """A table that is pressed whenever its screen shows something new, until nothing is left to
    press; `asked`: the questions that it showed."""

    def __init__(self, folder: Path, *buttons: Button) -> None:
        self._panel, self._left = ScriptedPanel(), list(buttons)
        self.asked: list[str] = []
        with closing(Journal(folder / "games.sqlite", lambda: 0.0)) as journal:
            resumed = unfinished(journal)
            opening = Opening.new(CLASSIC, ("Ann", "Ben"))
            if resumed is not None:
                opening = Opening.again(resumed)
            snapshots = Snapshots(state_file(folder / "games.sqlite"))
            self.game = run_table(
                replace(opening, offers=OFFERS),
                Equipment(self._panel, Display(headless=True)),
                Output(ENGLISH, lambda _: None, self._shown),
                Storage(journal, snapshots=snapshots),
            ).game
            snapshots.close()
            self.unfinished = unfinished(journal)

    def _shown(self, shown: TableView, _: Display) -> None:
        if shown.dialog.question is not None and shown.dialog.question.text not in self.asked:
            self.asked.append(shown.dialog.question.text)
        if self._left:
            self._panel.press(self._left.pop(0), 0.0)


def test_a_game_is_stopped_one_evening_and_goes_on_the_next(tmp_path: Path) -> None:
    back, ok = Button.BACK, Button.OK
    more, the_game, stop = (back, back, ok), (*[back] * 4, ok), (*[back] * 3, ok)
    stops = (Button.NEXT, *more, *the_game, *stop, back, ok)
    first = Pressed(tmp_path, *[Button.NEXT] * 4, ok, *stops)
    assert first.asked[-1] == named_text("stop-for-tonight-the-game")
    assert first.unfinished is not None
    second = Pressed(tmp_path, ok, *stops)
    assert second.asked[0] == named_text("go-on-with-this-game", sides="Ann 0, Ben 0")
    assert second.game.events == first.game.events
    third = Pressed(tmp_path, Button.NEXT, ok, Button.END, Button.NEXT, ok)
    assert third.asked == [
        named_text("go-on-with-this-game", sides="Ann 0, Ben 0"),
        named_text("stop-tilekeeper"),
    ]
    assert third.unfinished is None
