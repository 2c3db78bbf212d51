"""What was on the racks: as it was written down, or by looking ahead."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.records.gcg import replay_gcg
from engine.records.gcg_writing import write_gcg
from engine.records.remarks import NO_REMARKS

GAMES = Path(__file__).parent.parent / "data" / "gcg"
HEAD = "#player1 ann Ann\n#player2 ben Ben\n"


def again(*lines: str) -> list[str]:
    """The lines of a game, written again."""
    game = replay_gcg((HEAD + "\n".join(lines)).encode())
    assert not game.broken_off, game.faults
    text = write_gcg(game.record, game.game)
    lines = text.splitlines()
    return lines[lines.index("#tile-distribution english") + 1 :]


def test_what_is_written_down_stays() -> None:
    lines = [
        ">ann: SEAQUIZ 8H QUIZ +44 44",
        ">ann: AESTTTT (challenge) +5 49",
        "#note bold",
        "and lucky",
        ">ben: DOGGEIV -GGV +0 0",
        ">ann: AESTTTT 8H ....S +24 73",
        "#note both words",
    ]
    assert again(*lines) == lines


def test_a_pass_and_a_bonus_have_the_rack_of_the_next_turn() -> None:
    lines = again(
        ">ann: QUIZ 8H QUIZ +44 44",
        ">ann: (challenge) +5 49",
        ">ben: - +0 0",
        ">ann: ATONERS L8 S +24 73",
        ">ben: DOG 9I DO +14 14",
    )
    assert lines[1:3] == [">ann: AENORST (challenge) +5 49", ">ben: DGO - +0 0"]


def test_an_exchange_by_number_has_at_least_so_many_tiles() -> None:
    lines = again(">ann: -4 +0 0", ">ben: - +0 0", ">ann: QUIZ 8H QUIZ +44 44")
    assert lines[0] == ">ann: IQUZ -4 +0 0"


def test_a_play_taken_back_keeps_the_rack_that_goes_on() -> None:
    lines = again(
        ">ann: 8H QUZI +44 44", ">ann: -- -44 0", ">ben: - +0 0", ">ann: EQUIZTS 8H QUIZ +44 44"
    )
    assert lines[:2] == [">ann: EIQSTUZ 8H QUZI +44 44", ">ann: EIQSTUZ -- -44 0"]


def test_near_the_end_racks_are_whole() -> None:
    first = replay_gcg((GAMES / "tournament-end.gcg").read_bytes())
    bare = replace(first.record, remarks=NO_REMARKS)
    lines = write_gcg(bare, first.game).splitlines()
    assert lines[-7:] == [
        ">ben: AEEGILT O7 TAIL.E +21 312",
        ">ann: ?EESTTW 15A TWiST +42 477",
        ">ann: EE (challenge) +5 482",
        ">ben: EGU 13B GE.. +14 326",
        ">ann: EE N7 EE +6 488",
        ">ann:  (U) +2 490",
        ">ben: U (time) -10 316",
    ]


def test_a_rack_that_cant_be_is_put_right_around_the_play() -> None:
    assert again(">ann: QUIXAE 8H QUIZ +44 44") == [">ann: AEIQUXZ 8H QUIZ +44 44"]


def test_racks_of_a_game_that_stopped_are_its_last_lines() -> None:
    assert again(">ann: QUIZ 8H QUIZ +44 44", "#rack2 DOG", "#rack1 AE")[1:] == [
        "#rack1 AE",
        "#rack2 DOG",
    ]
