"""What is kept of a table half done, and when it isn't taken up: by the loop's own hand, without a
process."""

from __future__ import annotations

import errno
import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
from beginnings import BEGINNINGS, Did
from standins import board, picture_of, reading_of
from walking import Looks, Walk, anything

from device.addons.backup.menu import FIND_BACKUPS, PUT_BACK, FoundBackup
from device.language.texts import Texts
from device.session.core.commit import go_on
from device.session.core.effects import Effect, Finish, Job
from device.session.core.inputs import (
    Input,
    JobDone,
    NothingMoves,
    PictureSettled,
    ReadingDone,
    Stop,
)
from device.session.core.observation import judged_reading
from device.session.core.offered import Place, offered
from device.session.core.setup import Extras, Offers, Setup
from device.session.core.state import (
    BEFORE_THE_GAME,
    Asking,
    Lobby,
    Looking,
    Naming,
    TableState,
    Thinking,
)
from device.session.core.written import Arrays, as_data, from_data
from device.session.lobby import lobby
from device.session.snapshot import AS_LEFT, GOES_ON, is_kept, is_looked_after, snapshot, taken_up
from device.session.step import begin, step
from device.storage import state_file
from device.table.snapshots import Snapshots
from device.views.table import view
from engine.game import Game
from engine.variants import load_variant
from engine.words.lexicon import Lexicon
from hardware.panel.port import Button, Press

CLASSIC = load_variant("classic", "en")
ENGLISH = Texts("en")
BLANK = board((7, 6, "across", "QuIZ"))


def no_words(_: str, __: str | None) -> Lexicon | None:
    return None


class Kept:
    """A table whose steps are followed, and which can be begun again at any time."""

    def __init__(self, path: Path, *, camera: bool = False, in_lobby: bool = False) -> None:
        self.path, self.camera, self.in_lobby = path, camera, in_lobby
        self.now, self.number = 100.0, None if in_lobby else 1
        self.messages: list[str] = []
        self.snapshots = Snapshots(path, self.messages.append)
        self.state = self.fresh()

    def fresh(self, events: Sequence[object] = ()) -> TableState:
        """As it begins by its journal alone."""
        game = Game.begin(CLASSIC, ("Ann", "Ben"))
        game = Game.fold(game.start, tuple(events))  # type: ignore[arg-type]
        offers = Offers(no_words)
        state = begin(game, camera=self.camera, extras=Extras(), offers=offers)
        return lobby.enter(state, Setup()) if self.in_lobby else state

    def put(self, event: Input) -> tuple[Effect, ...]:
        before = self.state
        self.state, effects = step(before, event)
        self.snapshots.follow(before, event, self.state, effects, self.number)
        return effects

    def press(self, *buttons: Button) -> tuple[Effect, ...]:
        effects: tuple[Effect, ...] = ()
        for button in buttons:
            self.now += 1.0
            effects = self.put(Press(button, self.now))
        return effects

    def see(self, rows: tuple[str, ...]) -> None:
        self.now += 1.0
        self.put(PictureSettled(picture_of(0), self.now))
        sight = judged_reading(reading_of(rows), self.state.board.followed, None, CLASSIC)
        self.put(ReadingDone(sight, self.now, self.state.board.turn))
        self.put(NothingMoves(self.now))

    def again(self, now: float = 7.0, number: int | None = 0) -> TableState:
        """The table after a restart, by a clock that began again."""
        fresh = self.fresh(() if self.in_lobby else self.state.game.events)
        number = self.number if number == 0 else number
        return Snapshots(self.path).taken_up(fresh, number, now)[0]

    def shown(self, state: TableState) -> object:
        looked = view(state, ENGLISH, now=0.0)
        return replace(looked, text=replace(looked.text, message=""))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite.open"


def test_a_question_of_the_camera_is_open_again_and_its_answer_counts(path: Path) -> None:
    table = Kept(path, camera=True)
    table.see(board())
    table.see(BLANK)
    table.press(Button.SIDE_1)
    table.see(BLANK)
    assert isinstance(table.state.phase, Asking)
    came = table.again()
    assert table.shown(came) == table.shown(table.state)
    answered, _ = step(came, Press(Button.OK, 9.0))
    expected, _ = step(table.state, Press(Button.OK, table.now + 1))
    assert answered.game.events == expected.game.events


def test_who_was_looked_at_is_looked_at_still(path: Path) -> None:
    table = Kept(path, camera=True)
    table.see(board())
    table.press(Button.SIDE_1)
    assert isinstance(table.state.phase, Looking)
    came = table.again(now=7.0)
    assert isinstance(came.phase, Looking)
    assert came.phase.since == 7.0
    assert came.message == GOES_ON


def test_a_play_that_is_half_entered_is_there_again(path: Path) -> None:
    table = Kept(path)
    table.press(Button.SIDE_1, *(Button.OK,) * 5)
    assert isinstance(table.state.phase, Asking)
    assert table.shown(table.again()) == table.shown(table.state)


def test_a_game_that_rests_leaves_nothing_behind(path: Path) -> None:
    table = Kept(path)
    table.press(Button.SIDE_1)
    assert path.exists()
    table.press(Button.UNDO)
    assert isinstance(table.state.phase, Thinking)
    assert not path.exists()
    assert table.again().message == GOES_ON


def test_names_and_lines_of_a_lobby_come_back(path: Path) -> None:
    table = Kept(path, in_lobby=True)
    table.press(*(Button.NEXT,) * 2, Button.OK, Button.SIDE_2, Button.OK, Button.NEXT, Button.OK)
    assert isinstance(table.state.phase, Naming)
    came = table.again()
    assert table.shown(came) == table.shown(table.state)
    assert came.message is not None
    table.press(Button.SIDE_2)
    assert table.shown(table.again()) == table.shown(table.state)


def test_who_leaves_finds_the_choices_and_no_question(path: Path) -> None:
    table = Kept(path, in_lobby=True)
    table.press(Button.NEXT, Button.SIDE_2, Button.END, Button.NEXT)
    assert any(isinstance(effect, Finish) for effect in table.press(Button.OK))
    came = table.again()
    assert isinstance(came.phase, Lobby)
    assert came.game.state.turn == "B"
    assert came.message is not None
    assert came.message == AS_LEFT or came.message.values["first"] == AS_LEFT


def test_who_is_stopped_finds_the_question_too(path: Path) -> None:
    table = Kept(path, in_lobby=True)
    table.press(Button.END)
    asked = table.state
    table.put(Stop(table.now + 1))
    assert table.shown(table.again()) == table.shown(asked)


def test_a_restore_is_asked_about_again_if_it_is_cut_off_before_it_begins(path: Path) -> None:
    table = Kept(path, in_lobby=True)
    table.state = replace(table.state, device=replace(table.state.device, may_switch_off=True))
    (line,) = offered(Place.FIRST_START, table.state, go_on, go_on)
    table.state, _ = line.act(table.state)
    found = FoundBackup("/media/evening.zip", "2026-11-28 20:15")
    table.put(JobDone(FIND_BACKUPS, (found,), table.now))
    table.press(Button.OK)
    asked = table.state
    effects = table.press(Button.NEXT, Button.OK)
    (end,) = (effect for effect in effects if isinstance(effect, Finish))
    assert end.last == Job(PUT_BACK, (found.path,))
    came = table.again()
    assert table.shown(came) == table.shown(asked)
    assert came.message == AS_LEFT


def test_a_lobby_of_another_call_is_not_taken_up(path: Path) -> None:
    table = Kept(path, in_lobby=True)
    table.press(Button.NEXT)
    fresh = table.fresh()
    assert Snapshots(path, called="('party',)").taken_up(fresh, None, 0.0)[0] is fresh


def test_a_question_of_the_first_turn_after_a_lobby_is_open_again(path: Path) -> None:
    table = Kept(path, in_lobby=True)
    table.press(Button.OK, Button.SIDE_1, Button.NEXT)
    assert isinstance(table.state.phase, Asking)
    assert table.shown(table.again()) == table.shown(table.state)
    # The game has its number with its first event, and still begins in the lobby that is kept.
    table.press(Button.SIDE_1)
    assert table.state.game.events
    came = Snapshots(path).taken_up(replace(table.fresh(), phase=Thinking()), 3, 7.0)[0]
    assert isinstance(came.phase, Thinking)


def test_what_belongs_to_another_game_is_not_taken_up(path: Path) -> None:
    table = Kept(path)
    table.press(Button.SIDE_1)
    assert isinstance(table.again(number=2).phase, Thinking)
    assert isinstance(table.again(number=1).phase, Asking)


def test_a_journal_that_knows_more_is_right(path: Path) -> None:
    table = Kept(path)
    table.press(Button.SIDE_1)
    before = path.read_bytes()
    while isinstance(table.state.phase, Asking):
        table.press(Button.NEXT, Button.OK)  # Pass
    assert table.state.game.events
    path.write_bytes(before)
    assert isinstance(table.again().phase, Thinking)


@pytest.mark.parametrize("keep", [0, 20, -40, -1])
def test_a_file_that_is_cut_off_is_taken_up_as_far_as_it_is_whole(path: Path, keep: int) -> None:
    table = Kept(path, in_lobby=True)
    table.press(Button.NEXT, Button.NEXT, Button.NEXT, Button.OK, Button.NEXT)
    path.write_bytes(path.read_bytes()[:keep])
    came = table.again()
    assert isinstance(came.where, Lobby)
    assert came.game.state.sides == ("A", "B")


def test_a_byte_that_is_another_is_noticed(path: Path) -> None:
    table = Kept(path, in_lobby=True)
    table.press(Button.NEXT, Button.NEXT)
    data = bytearray(path.read_bytes())
    for at in range(0, len(data), 37):
        data[at] ^= 1
        path.write_bytes(data)
        came = table.again()
        assert isinstance(came.phase, Lobby)
        assert came.phase.line == 0, at
        data[at] ^= 1


def test_what_cannot_be_written_is_reported_once_and_play_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    table = Kept(tmp_path / "file" / "below", in_lobby=True)
    table.press(Button.NEXT, Button.NEXT, Button.NEXT)
    assert len(table.messages) == 1
    assert "): the unfinished part isn’t saved" in table.messages[0]


def test_a_disk_with_room_again_keeps_what_is_half_done_from_then_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = [True]
    whole = state_file.replace_file

    def write(where: Path, data: bytes, **more: bool) -> None:
        if full[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        whole(where, data, **more)

    table = Kept(path, in_lobby=True)
    table.press(Button.NEXT)
    monkeypatch.setattr(state_file, "replace_file", write)
    table.press(Button.NEXT)
    assert not path.exists()  # what was kept before is no longer so
    full[0] = False
    table.press(Button.NEXT)
    came = table.again()
    assert isinstance(came.phase, Lobby)
    assert came.phase.line == 3
    assert len(table.messages) == 1


class CutOff(Walk):
    """A walk whose table is cut off after each thing that happens, and begins again by its journal
    and its snapshot: it is the same, and OK does the same."""

    cut: ClassVar[Counter[str]] = Counter()

    def _check(self) -> None:
        state = self.state
        number = None if isinstance(state.where, BEFORE_THE_GAME) else 1
        if is_looked_after(state) or not is_kept(state, number):
            return
        arrays = Arrays()
        written = json.dumps([as_data(snapshot(state, number), arrays), arrays.data()])
        kept = from_data(*json.loads(written))
        fresh = begin(
            Game.fold(state.game.start, state.game.events),
            words=state.agreed.words,
            extras=state.agreed.extras,
            offers=state.offers,
        )
        again = taken_up(kept, replace(fresh, device=state.device), number, self.now)
        assert again is not None
        came = replace(again[0], message=state.message)
        assert came.game.events == state.game.events
        assert came.game.state.variant.options == state.game.state.variant.options
        self.cut[type(state.phase).__name__] += 1
        assert _published(came) == _published(state)
        if isinstance(state.phase, Asking):
            press = Press(Button.OK, self.now + 0.1)
            assert _published(step(came, press)[0]) == _published(step(state, press)[0])

    def _looks_different(self, before: TableState) -> bool:
        return True


def _published(state: TableState) -> object:
    """All of it that isn't derived, but for what a lobby's camera sees again."""
    arrays = Arrays()
    kept = snapshot(state, None if isinstance(state.where, BEFORE_THE_GAME) else 1)
    clocks = replace(kept.values["clocks"], sides=None)  # type: ignore[type-var]
    values = {**kept.values, "clocks": clocks}
    return as_data(replace(kept, values=values), arrays), arrays.data()


def test_a_table_that_is_cut_off_anywhere_comes_back_the_same() -> None:
    looks, CutOff.cut = Looks(), Counter()
    for seed, beginning in enumerate(BEGINNINGS):
        walk, chance = CutOff.begun(beginning, looks), random.Random(seed)
        for _ in range(12):
            if not walk.over:
                walk.do(anything(walk, chance))
                walk.do(Did("arrive", chance.randint(1, 4)))
    assert {"Lobby", "Naming", "Looking", "Asking", "Challenge"} <= CutOff.cut.keys()
    assert CutOff.cut.total() > 500


def test_moments_of_another_day_do_not_grow_for_ever(path: Path) -> None:
    """Restart after restart, and each time it is the same table."""
    table = Kept(path)
    table.press(Button.SIDE_1, Button.OK)
    shown = table.shown(table.state)
    for day in range(3):
        snapshots = Snapshots(path)
        table.state, _ = snapshots.taken_up(table.fresh(), 1, 1000.0 * day)
        assert table.shown(table.state) == shown
        table.snapshots, table.now = snapshots, 1000.0 * day
        table.press(Button.NEXT, Button.BACK)
