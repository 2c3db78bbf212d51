"""Photographed words against the clock, with drawn photographs and a reader that knows them."""

from pathlib import Path

import numpy as np
import pytest
from photographed_drawings import PLAYS, boards_of, written

from engine.circumstances import Zone
from engine.events import ClockStopped, Dinged, Played
from engine.state import EntryKind
from vision.reading import Grid, Picture, Reading
from workshop.benchmarks.clocked_photographs import Course, Turn, turns_against_clock, zone_at
from workshop.benchmarks.photographed_clocks import Outcome, main, play
from workshop.benchmarks.photographed_games import Shot, shots_of
from workshop.benchmarks.table_presses import reading_of

SEEDS = (6, 24)


def shots_in(folder: Path) -> list[Shot]:
    return shots_of(written(folder, boards_of(PLAYS), {}))


def played(shots: list[Shot], turns: list[Turn], blind: str = "", misread: str = "") -> Outcome:
    """Played with a reader that knows every photograph, but takes the word `blind` for empty
    squares, and reads `misread` as an O."""
    pictures = [np.asarray(shot.photograph.load(), np.int16) for shot in shots]

    def read(picture: Picture, _last: Grid | None) -> Reading:
        off = [float(np.abs(picture - known).mean()) for known in pictures]
        rows = list(shots[int(np.argmin(off))].photograph.rows or ())
        rows = [row.replace(blind, "." * len(blind)) if blind else row for row in rows]
        return reading_of([row.replace(misread, "O") if misread else row for row in rows])

    return play(turns, read, 6)


def courses_of(turns: list[Turn]) -> set[Course]:
    return {turn.course for turn in turns}


@pytest.mark.parametrize("seed", SEEDS)
def test_every_turn_comes_out_as_it_was(tmp_path: Path, seed: int) -> None:
    shots = shots_in(tmp_path)
    turns, left_out = turns_against_clock(shots, seed)
    outcome = played(shots, turns)
    verdicts = outcome.verdicts
    assert not outcome.differs, outcome.notes
    assert left_out == []
    assert verdicts.right == verdicts.words == verdicts.zones == len(PLAYS)
    assert verdicts.early_asked == verdicts.early == sum(t.course is Course.EARLY for t in turns)
    assert verdicts.dings_right == sum(t.course is Course.NO_WORD for t in turns)
    assert outcome.took.kept.state.totals == turns[-1].after.state.totals


def test_the_drawn_turns_hold_every_course(tmp_path: Path) -> None:
    shots = shots_in(tmp_path)
    seen = {course for s in SEEDS for course in courses_of(turns_against_clock(shots, s)[0])}
    assert seen == set(Course)


@pytest.mark.rule("PAR-CLK-11")
def test_a_word_on_squares_that_were_surely_bare_at_the_stop_came_later(tmp_path: Path) -> None:
    """Only the picture shows what lay there when the clock was stopped, and no answer buys
    time (Q-PAR-14): a camera that is sure and wrong has the word punished, and a message says
    so."""
    shots = shots_in(tmp_path)
    turns, _ = turns_against_clock(shots, 24)
    assert turns[0].course is Course.STOPPED
    outcome = played(shots, turns[:1], blind="HUT")
    verdicts = outcome.verdicts
    assert verdicts.by_hand == verdicts.punished == verdicts.wrong == 1
    assert verdicts.in_silence == verdicts.silent == 0
    assert outcome.took.kept.events == turns[0].after.events


def test_a_letter_that_is_misread_is_silently_wrong_and_put_right(tmp_path: Path) -> None:
    shots = shots_in(tmp_path)
    turns, _ = turns_against_clock(shots, 24)
    letter = next(one for one in "HUT" if one != turns[0].letter)
    outcome = played(shots, turns[:1], misread=letter)
    assert outcome.verdicts.wrong == outcome.verdicts.silent == 1
    assert outcome.verdicts.zones == 1
    assert outcome.took.kept.state.totals == turns[0].after.state.totals


def test_a_rolled_letter_that_is_misread_is_asked_about(tmp_path: Path) -> None:
    shots = shots_in(tmp_path)
    turns, _ = turns_against_clock(shots, 24)
    outcome = played(shots, turns[:1], misread=turns[0].letter)
    assert outcome.verdicts.asked == outcome.verdicts.by_hand == 1
    assert not outcome.differs


def test_a_turn_is_what_its_course_says(tmp_path: Path) -> None:
    shots = shots_in(tmp_path)
    for seed in range(40):
        turns, _ = turns_against_clock(shots, seed)
        for turn in turns:
            events = turn.after.events[len(turn.before.events) :]
            kinds = [type(event) for event in events]
            entries = turn.after.state.entries[len(turn.before.state.entries) :]
            early = any(entry.kind is EntryKind.PENALTY for entry in entries)
            assert early == (turn.course is Course.EARLY)
            assert (Dinged in kinds) == (turn.course in (Course.DINGED, Course.NO_WORD))
            assert (Played in kinds) == (turn.lay is not None)
            stopped = [event for event in events if isinstance(event, ClockStopped)]
            assert all(event.zone == turn.zone for event in stopped[early:])


def test_a_word_of_blanks_alone_ends_the_game(tmp_path: Path) -> None:
    plays = ({"H8": "H", "I8": "U", "J8": "T"}, {"K8": "e"}, {"I9": "U"})
    shots = shots_of(written(tmp_path, boards_of(plays), {}))
    turns, left_out = turns_against_clock(shots, 6)
    assert len([turn for turn in turns if turn.lay is not None]) == 1
    assert left_out == ["02.png: blanks alone can't be rolled for, the game ends here"]


def test_a_word_that_was_challenged_off_is_left_out(tmp_path: Path) -> None:
    boards = boards_of(PLAYS[:2])
    boards.append(boards_of((PLAYS[0], PLAYS[3]))[-1])
    shots = shots_of(written(tmp_path, boards, {}))
    turns, left_out = turns_against_clock(shots, 6)
    assert left_out == ["02.png: DUU is left out, it was challenged off"]
    assert [turn.lay.word for turn in turns if turn.lay is not None][-1] == "TM"


@pytest.mark.parametrize(
    ("seconds", "zone"), [(0.0, Zone.X4), (5.9, Zone.X4), (6.0, Zone.X3), (99.0, Zone.MINUS_5)]
)
def test_the_zone_of_a_moment(seconds: float, zone: Zone) -> None:
    assert zone_at(seconds) is zone


def test_a_folder_without_photographs_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["photographed_clocks", str(tmp_path)])
    assert main() == 2
    assert capsys.readouterr().out.count("is not there") == 3
