"""What a table learns by itself: only what the players let stand, and as they let it stand."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from standins import CLASSIC, Evening, board

from device.cli.play import command
from device.session.core.effects import Learn
from device.session.core.inputs import Input, ReadingDone
from device.storage.tables import LearnedTable, TableFileError, read_table
from device.table.learning import TableLearner
from engine.position import Position
from engine.squares import Square
from hardware.panel.port import Button
from vision.game.follow import settle_square
from vision.household.own_tiles import TableKnowledge
from vision.reading import LABELS, Reading, Refusal
from vision.render.board import render_board
from vision.render.look import household_look

CAT = (7, 6, "across", "CAT")
SEE = (8, 8, "down", "EE")


class LearningEvening(Evening):
    """An evening at a table that learns; the crop of a square is all of one grey that says what
    truly lies there."""

    def __init__(self, known: TableKnowledge | None = None) -> None:
        super().__init__()
        self.kept: list[LearnedTable] = []
        self.heard: list[str] = []
        table = LearnedTable("own", "classic", "en", known or TableKnowledge())
        self.learner = TableLearner(table, self.keep, self.heard.append)
        self.learner.start()
        self._learned: set[int] = set()

    def keep(self, table: LearnedTable) -> None:
        self.kept.append(table)

    def put(self, event: Input) -> LearningEvening:
        before = len(self.effects)
        super().put(event)
        for number, effect in enumerate(self.effects[before:], before):
            if isinstance(effect, Learn) and number not in self._learned:
                self._learned.add(number)
                self.learner.turn_ended(effect.reading, self.state)
        return self

    def learned(self) -> dict[str, list[str]]:
        """Each label that is known in the end, with what its samples truly show."""
        self.learner.close()
        found: dict[str, list[str]] = {}
        for sample in self.kept[-1].knowledge.samples if self.kept else ():
            found.setdefault(sample.label, []).append(LABELS[int(sample.crop[0, 0, 0])])
        return found

    def _done(self, reading: Reading | Refusal, turn_over: bool = False) -> ReadingDone:
        if isinstance(reading, Reading):
            shown = reading.probabilities.argmax(axis=-1).ravel().astype(np.uint8)
            crops = np.broadcast_to(shown[:, None, None, None], (len(shown), 48, 48, 3)).copy()
            reading = replace(reading, crops=crops)
        return super()._done(reading, turn_over)


def test_a_play_teaches_once_the_next_turn_is_closed() -> None:
    evening = LearningEvening()
    evening.lay(board(CAT)).press(Button.SIDE_1)
    evening.lay(board(CAT, SEE)).press(Button.SIDE_2)
    assert evening.learned() == {"C": ["C"], "A": ["A"], "T": ["T"]}


def test_what_the_players_correct_is_learned_as_they_said() -> None:
    evening = LearningEvening()
    evening.lay(board(CAT)).press(Button.SIDE_1)
    evening.lay(board(CAT, SEE)).press(Button.SIDE_2)
    corrected = settle_square(evening.state.board.followed, Square(6, 7), "G")
    (reading,) = (e.reading for e in evening.effects[-4:] if isinstance(e, Learn))
    evening.learner.turn_ended(
        reading, replace(evening.state, board=replace(evening.state.board, followed=corrected))
    )
    assert evening.learned() == {"G": ["C"], "A": ["A"], "T": ["T"]}
    (sample,) = (s for s in evening.kept[-1].knowledge.samples if s.label == "G")
    assert sample.confirmed


def test_the_last_play_still_may_be_challenged() -> None:
    evening = LearningEvening()
    evening.lay(board(CAT)).press(Button.SIDE_1)
    assert evening.learned() == {}


def test_a_play_that_was_undone_teaches_nothing() -> None:
    evening = LearningEvening()
    evening.lay(board(CAT)).press(Button.SIDE_1)
    evening.press(Button.UNDO)
    evening.lay(board((7, 7, "across", "DOG"))).press(Button.SIDE_1)
    evening.lay(board((7, 7, "across", "DOGS"))).press(Button.SIDE_2)
    assert set(evening.learned()) == {"D", "O", "G"}


def test_a_letter_that_was_read_unsurely_teaches_nothing() -> None:
    evening = LearningEvening()
    evening.lay(board(CAT), {(7, 6): {"C": 0.95, "G": 0.05}}).press(Button.SIDE_1)
    evening.lay(board(CAT, SEE)).press(Button.SIDE_2)
    learned = evening.learned()
    # The second picture showed it well.
    assert learned == {"C": ["C"], "A": ["A"], "T": ["T"]}
    again = LearningEvening()
    unsure = {(7, 6): {"C": 0.95, "G": 0.05}}
    again.lay(board(CAT), unsure).press(Button.SIDE_1)
    again.lay(board(CAT, SEE), unsure).press(Button.SIDE_2)
    assert again.learned() == {"A": ["A"], "T": ["T"]}


def test_what_was_known_before_is_kept_and_added_to() -> None:
    first = LearningEvening()
    first.lay(board(CAT)).press(Button.SIDE_1)
    first.lay(board(CAT, SEE)).press(Button.SIDE_2)
    first.learned()
    second = LearningEvening(first.kept[-1].knowledge)
    second.lay(board((7, 6, "across", "CAB"))).press(Button.SIDE_1)
    second.lay(board((7, 6, "across", "CABS"))).press(Button.SIDE_2)
    assert second.learned() == {"C": ["C"] * 2, "A": ["A"] * 2, "T": ["T"], "B": ["B"]}


def test_a_disk_that_is_full_is_reported_once_and_the_game_goes_on() -> None:
    evening = LearningEvening()

    def full(_: LearnedTable) -> None:
        raise TableFileError("own.table can't be written (no space)")

    evening.learner._keep = full
    evening.lay(board(CAT)).press(Button.SIDE_1)
    evening.lay(board(CAT, SEE)).press(Button.SIDE_2)
    evening.learner.close()
    assert len(evening.heard) == 1
    assert "no space" in evening.heard[0]


def test_a_disk_with_room_again_keeps_all_that_was_learned() -> None:
    evening = LearningEvening()
    failed = threading.Event()

    def keep(table: LearnedTable) -> None:
        if not failed.is_set():
            failed.set()
            raise TableFileError("own.table can't be written (no space)")
        evening.kept.append(table)

    evening.learner._keep = keep
    evening.lay(board(CAT)).press(Button.SIDE_1)
    evening.lay(board(CAT, SEE))
    assert failed.wait(60)
    evening.press(Button.SIDE_2)
    assert evening.learned() == {"C": ["C"], "A": ["A"], "T": ["T"]}
    assert len(evening.heard) == 1
    assert evening.learner._waiting == []


def a_folder(path: Path) -> Path:
    """Two pictures of a game on one table, a play each."""
    path.mkdir()
    for number, rows in enumerate((board(CAT), board(CAT, SEE))):
        flat = render_board(
            Position.from_rows(rows), household_look(), 36, np.random.default_rng(number)
        )
        table = np.full((720, 800, 3), (70, 105, 130), np.uint8)
        table[50 : 50 + flat.shape[0], 80 : 80 + flat.shape[1]] = flat
        assert cv2.imwrite(str(path / f"{number}.png"), table)
    return path


def play(folder: Path, *more: object) -> None:
    words = ["--headless", "--camera", f"folder:{folder}", *map(str, more)]
    result = CliRunner().invoke(command, words)
    assert result.exit_code == 0, result.output


def test_a_game_at_a_named_table_is_learned_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    folder, tables = a_folder(tmp_path / "game"), tmp_path / "state" / "tables"
    play(folder)
    assert not tables.exists()
    play(folder, "--enrolled", "kitchen")
    table = read_table(tables, "kitchen")
    assert table is not None
    assert table.knowledge.counts() == {"C": 1, "A": 1, "T": 1}
    board_seen = table.knowledge.board
    assert board_seen is not None
    assert not np.isnan(board_seen[2, 2]).any()
    settings = tmp_path / "quiet.toml"
    settings.write_text("[table]\nlearn = false\n")
    play(folder, "--enrolled", "attic", "--config", settings)
    assert read_table(tables, "attic") is None
    assert CLASSIC.name == table.variant
