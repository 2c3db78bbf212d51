"""A tournament's result is signed by both sides: by their buttons, or one after the other."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from test_settling import last_tiles

from device.language.texts import Texts
from device.session.care.device import lamps
from device.session.core.effects import CloseGame, Effect, Erase, Finish, NoteAnswer, Record
from device.session.core.inputs import JobDone
from device.session.core.setup import Extras, Setup
from device.session.core.signatures import missing_signatures
from device.session.core.state import Asking, Lobby, Over, TableState
from device.session.step import begin, step
from device.settings.config import Settings
from device.storage.games import Keeper, record_of, unfinished
from device.storage.journal import Journal
from device.storage.state_file import state_file
from device.table.opening import StartupReport, at_home
from device.table.snapshots import Snapshots, went_on
from device.views.table import view
from engine.events import Adjusted, Ended, Event, Signed
from engine.game import Game
from engine.records.record import GameRecord, read_event, read_record, write_record
from engine.variants import load_variant
from hardware.panel.port import SIDE_BUTTONS, Button, Lamp, Press

ENGLISH = Texts("en")
ANN, BEN, *_ = SIDE_BUTTONS
OK, UNDO = Button.OK, Button.UNDO
RATED = Extras(tournament=True, side_clock=25)
RACKS = Ended({"Ann": "Q", "Ben": "I"})
CLASSIC = load_variant("classic", "en")


class Table:
    """A table at the end of a game, and everything it has asked the loop to do."""

    def __init__(self, extras: Extras = RATED, *events: Event) -> None:
        game = Game.begin(CLASSIC, ("Ann", "Ben"))
        for event in events or (Adjusted("Ann", 320, ""), Adjusted("Ben", 280, ""), RACKS):
            after = game.added(event)
            assert isinstance(after, Game), after
            game = after
        self.state, self.effects, self._at = begin(game, camera=False, extras=extras), (), 100.0

    state: TableState
    effects: tuple[Effect, ...]

    def press(self, *buttons: Button) -> Table:
        for button in buttons:
            self._at += 5.0
            self.state, effects = step(self.state, Press(button, self._at))
            self.effects = (*self.effects, *effects)
        return self

    def choose(self, label: str) -> Table:
        phase = self.state.phase
        assert isinstance(phase, Asking)
        labels = self.labels
        place = next(n for n, one in enumerate(labels) if one.startswith(label))
        for _ in range((place - phase.selected) % len(labels)):
            self.press(Button.NEXT)
        return self.press(OK)

    @property
    def labels(self) -> list[str]:
        phase = self.state.phase
        return (
            [ENGLISH.say(one.label) for one in phase.question.options]
            if isinstance(phase, Asking)
            else []
        )

    @property
    def signed(self) -> list[str]:
        return list(self.state.game.state.signed)

    @property
    def hint(self) -> str:
        curve = view(self.state, ENGLISH).page.curve
        assert curve is not None
        return f"{curve.ok} | {curve.hint}"


def test_each_side_signs_with_its_own_button() -> None:
    table = Table()
    assert table.hint == "OK: sign | Still to sign: Ann, Ben."
    assert lamps(table.state) == (frozenset(), frozenset({Lamp.SIDE_1, Lamp.SIDE_2}))
    table.press(BEN)
    assert table.signed == ["Ben"]
    assert table.hint == "OK: sign | Still to sign: Ann."
    assert lamps(table.state)[1] == {Lamp.SIDE_1}
    table.press(BEN)
    assert table.signed == ["Ben"]  # once is enough
    table.press(ANN)
    assert table.signed == ["Ben", "Ann"]
    assert table.hint.endswith("| Signed: Ben, Ann.")
    assert missing_signatures(table.state) == ()
    assert lamps(table.state) == (frozenset(), frozenset())
    records = [effect for effect in table.effects if isinstance(effect, Record | CloseGame)]
    assert records == [Record(3, Signed("Ben")), CloseGame(), Record(4, Signed("Ann")), CloseGame()]


def test_where_there_are_few_buttons_the_sides_are_named_one_after_the_other() -> None:
    table = Table().press(OK)
    assert ENGLISH.say(table.state.phase.question.text) == "Ann 310, Ben 279. Ann: is that right?"  # type: ignore[union-attr]
    table.press(OK)
    assert table.signed == ["Ann"]
    assert ENGLISH.say(table.state.phase.question.text) == "Ann 310, Ben 279. Ben: is that right?"  # type: ignore[union-attr]
    table.press(OK)
    assert table.signed == ["Ann", "Ben"]
    assert isinstance(table.state.phase, Over)
    table.press(OK)
    assert Finish() in table.effects


def test_at_the_question_each_side_may_use_its_own_button_too() -> None:
    assert Table().press(OK, BEN, ANN).signed == ["Ben", "Ann"]


@pytest.mark.parametrize("extras", [Extras(), Extras(side_clock=25)])
def test_families_never_see_it(extras: Extras) -> None:
    table = Table(extras)
    assert "sign" not in table.hint.lower()
    assert lamps(table.state) == (frozenset(), frozenset())
    table.press(ANN)
    assert table.signed == []
    assert "sign" not in ENGLISH.say(table.state.message).lower()  # type: ignore[arg-type]
    table.press(OK)
    assert Finish() in table.effects


def test_a_result_whose_racks_were_left_out_cannot_be_signed() -> None:
    game = last_tiles({"Ann": "QA", "Ben": "IE"})
    state = replace(begin(game, camera=False, extras=RATED), phase=Over(), finished=True)
    assert missing_signatures(state) == ()


def test_undo_takes_a_signature_back_first() -> None:
    table = Table().press(ANN, BEN, UNDO)
    assert table.signed == ["Ann"]
    assert (
        ENGLISH.say(table.state.message)
        == "Undone: Ben’s signature. The game is over. Still to sign: Ben."
    )  # type: ignore[arg-type]
    assert Erase(4) in table.effects
    assert isinstance(table.state.phase, Over)


@pytest.mark.parametrize("signs", [(ANN,), (ANN, BEN)])
def test_a_result_changed_after_signing_loses_all_signatures(signs: tuple[Button, ...]) -> None:
    table = Table().press(*signs)
    assert len(table.signed) == len(signs)
    table.press(Button.NEXT).choose("Change points").choose("Ben").choose("+5")
    assert table.state.game.state.totals["Ben"] == 284
    assert table.signed == []
    assert missing_signatures(table.state) == ("Ann", "Ben")
    assert table.press(BEN, ANN).signed == ["Ben", "Ann"]


def test_who_finds_it_wrong_corrects_it() -> None:
    table = Table().press(ANN, OK).choose("It’s not right").choose("Change points")
    assert table.choose("Ann").choose("−5").signed == []
    assert table.state.game.state.totals["Ann"] == 305


def test_who_finds_it_wrong_may_undo_the_end_under_the_signature() -> None:
    table = Table().press(ANN, OK).choose("It’s not right").choose("Undo: the end of the game")
    assert table.signed == []
    assert table.state.game.state.over is None


def test_who_finds_it_wrong_may_call_the_director() -> None:
    table = Table().press(ANN, OK).choose("It’s not right").choose("Call the director")
    assert table.state.phase == Over(disputed=True)
    assert table.hint.endswith("| Call the director. Not signed: Ben.")
    noted = [effect for effect in table.effects if isinstance(effect, NoteAnswer)]
    assert [ENGLISH.say(one.answer) for one in noted] == ["Call the director"]
    table.press(BEN)  # the director has settled it
    assert (table.signed, table.state.phase) == (["Ann", "Ben"], Over())


def test_a_result_may_be_left_unsigned_and_that_is_noted() -> None:
    table = Table().press(ANN, OK).choose("Leave it unsigned")
    assert Finish() in table.effects
    note = next(effect for effect in table.effects if isinstance(effect, NoteAnswer))
    assert ENGLISH.say(note.question) == "Still to sign: Ben."
    assert table.effects[-2:] == (CloseGame(), Finish())


# --- a power cut ---


def kept(journal: Journal, extras: Extras, *signed: str) -> int:
    """The game of these signatures, as a table writes it: closed after each."""
    record = Keeper.of(journal, CLASSIC, ("Ann", "Ben"), None, extras)
    played = (Adjusted("Ann", 320, ""), Adjusted("Ben", 280, ""), RACKS)
    events: tuple[Event, ...] = (*played, *map(Signed, signed))
    for number, event in enumerate(events):
        record.keep(Record(number, event))
        if number >= 2:
            record.keep(CloseGame())
    assert record.number is not None
    return record.number


def test_a_power_cut_between_the_signatures_loses_neither(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(Journal(path, lambda: 1_772_912_469.0)) as journal:
        number = kept(journal, RATED, "Ben")
    with closing(Journal(path, lambda: 1_772_912_500.0)) as journal:
        again = unfinished(journal)
        assert again is not None
        assert again.number == number
        assert again.game.state.signed == ("Ben",)
        state = begin(again.game, camera=False, extras=again.extras)
        assert missing_signatures(state) == ("Ann",)
        after, effects = step(state, Press(ANN, 5.0))
        keeper = Keeper.of(journal, CLASSIC, ("Ann", "Ben"), number, again.extras)
        for effect in effects:
            if isinstance(effect, Record | CloseGame):
                keeper.keep(effect)
        assert after.game.state.signed == ("Ben", "Ann")
        assert unfinished(journal) is None
        game = journal.game(number)
        assert game is not None
        assert game.over
        record = record_of(game)
        assert record.events[-2:] == (Signed("Ben"), Signed("Ann"))
        assert record.table.times[-2:] == (0.0, 31.0)  # when each of them signed


def test_only_a_tournaments_result_waits_for_signatures(tmp_path: Path) -> None:
    for name, extras, signed in (
        ("families", Extras(), ()),
        ("signed", RATED, ("Ann", "Ben")),
    ):
        with closing(Journal(tmp_path / f"{name}.sqlite", lambda: 1.0)) as journal:
            kept(journal, extras, *signed)
            assert unfinished(journal) is None, name


def test_a_result_that_was_left_unsigned_is_not_asked_about_again(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(Journal(path, lambda: 1.0)) as journal:
        number = kept(journal, RATED, "Ann")
    kept_state = Snapshots(state_file(path))
    assert not went_on(state_file(path), number)
    table = Table()
    lobby = replace(table.state, phase=Lobby(Setup("classic", "en", ("Ann", "Ben"))))
    kept_state.follow(table.state, JobDone("", None, 1.0), lobby, (), None)
    kept_state.close()
    assert went_on(state_file(path), number)
    asking = table.press(OK).state
    kept_state.follow(table.state, JobDone("", None, 2.0), replace(asking), (), number)
    assert not went_on(state_file(path), number)


def started(folder: Path, monkeypatch: pytest.MonkeyPatch) -> TableState:
    """What a table in this folder shows when it starts."""
    monkeypatch.setenv("STATE_DIRECTORY", str(folder))
    path = folder / "games.sqlite"
    with closing(Journal(path, lambda: 1_772_912_500.0)) as journal:
        start = StartupReport(attended=False, say=print)
        opening = at_home(
            Settings(), CLASSIC, journal, start, print, new_game=False, named=False, seated=False
        )
        return opening.as_left(Snapshots(state_file(path)), 5.0, camera=False)[0]


def test_a_table_that_starts_again_shows_whose_signature_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite"
    with closing(Journal(path, lambda: 1.0)) as journal:
        kept(journal, RATED, "Ben")
    again = started(tmp_path, monkeypatch)
    assert isinstance(again.phase, Over)
    assert ENGLISH.say(again.message) == "Still to sign: Ann."  # type: ignore[arg-type]
    left = Snapshots(state_file(path))
    asked, _ = step(again, Press(OK, 10.0))
    lobby, effects = answered(asked, "Leave it unsigned")
    assert isinstance(lobby.phase, Lobby)
    left.follow(asked, Press(OK, 20.0), lobby, effects, 1)
    left.close()
    assert isinstance(started(tmp_path, monkeypatch).where, Lobby)


def answered(state: TableState, label: str) -> tuple[TableState, tuple[Effect, ...]]:
    """The step that takes the answer with this label."""
    assert isinstance(state.phase, Asking)
    options = state.phase.question.options
    place = next(n for n, one in enumerate(options) if ENGLISH.say(one.label) == label)
    return step(replace(state, phase=replace(state.phase, selected=place)), Press(OK, 15.0))


# --- the record ---


def test_signatures_are_kept_in_the_record() -> None:
    ended = (Ended({"A": "Q", "B": "I"}), Signed("B"), Signed("A"))
    signed = GameRecord("classic", "en", ("A", "B"), events=ended)
    text = write_record(signed)
    assert '"version": 4' in text
    again = read_record(text).play_again()
    assert again.state.signed == ("B", "A")
    assert again.signatures == {"B": 1, "A": 2}
    assert read_event('{"type":"signed","by":"B"}') == Signed("B")
