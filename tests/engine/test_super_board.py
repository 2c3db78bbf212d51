"""The board of 21 × 21 squares with its 200 tiles: counted, read, written and read again."""

from __future__ import annotations

from functools import cache

import pytest
from gcg_readers import Macondo, Quackle, Woogles
from random_games import random_game

from engine.game import Game
from engine.layouts import Layout, Premium, load_layout
from engine.records.gcg import replay_gcg
from engine.records.gcg_lines import GcgError
from engine.records.gcg_writing import write_gcg
from engine.records.record import GameRecord, read_record, write_record
from engine.scoring import ScoredPlay, judge_play
from engine.squares import Square
from engine.tiles import load_tile_set
from engine.variants import Variant, load_variant

HEAD = "#player1 ann Ann\n#player2 ben Ben\n"
SUPER = "#board-layout SuperCrosswordGame\n"
RECORD = GameRecord(
    "classic", "en", ("ann", "ben"), {"tiles": "en-super"}, load_layout("super").rows
)


@cache
def variant() -> Variant:
    return load_variant("classic", "en", {"tiles": "en-super"}, load_layout("super"))


def points(**tiles: str) -> int:
    """Of tiles on an otherwise empty board without a start."""
    rows = tuple(row.replace("*", "D") for row in load_layout("super").rows)
    rules = load_variant("classic", "en", {"tiles": "en-super"}, Layout(rows))
    laid = {Square.parse(name): tile for name, tile in tiles.items()}
    judged = judge_play(rules, Game.begin(rules, ("ann", "ben")).state.position, laid)
    assert isinstance(judged, ScoredPlay), judged
    return judged.points


def test_the_board_is_the_same_from_all_sides_and_starts_in_its_middle() -> None:
    layout = load_layout("super")
    assert (layout.size, layout.starts) == (21, (Square.parse("K11"),))
    assert layout.rows == layout.rows[::-1]
    assert layout.rows == tuple("".join(column) for column in zip(*layout.rows, strict=True))
    codes = "".join(layout.rows)
    assert {code: codes.count(code) for code in "dtqDTQ*"} == {
        "d": 36,
        "t": 20,
        "q": 8,
        "D": 40,
        "T": 16,
        "Q": 4,
        "*": 1,
    }


def test_its_middle_is_the_classic_board_and_the_corners_count_four_times() -> None:
    layout = load_layout("super")
    assert layout.premium(Square.parse("A1")) is Premium.QUADRUPLE_WORD
    assert layout.premium(Square.parse("F3")) is Premium.QUADRUPLE_LETTER
    inner = [list(row[3:18]) for row in layout.rows[3:18]]
    assert ["".join(row) for row in inner] == list(load_layout("classic").rows)


def test_letters_and_words_count_four_times() -> None:
    assert points(A1="Z", B1="A") == 44
    assert points(F3="Z", G3="A") == 41
    assert points(A1="Z", B1="A", C1="P", D1="P", E1="E", F1="R", G1="S") == 4 * (20 + 3) + 50


def test_the_set_has_two_hundred_tiles() -> None:
    tiles = load_tile_set("en-super")
    assert (tiles.total, tiles.counts["E"], tiles.counts["?"], tiles.value("Q")) == (200, 24, 4, 10)


@pytest.mark.parametrize(
    "head",
    [
        f"{SUPER}#tile-distribution english_super\n",
        f"#lexicon CSW21\n{SUPER}",
        "#note BoardLayout: SuperCrosswordGame\n#note LetterDistribution: english_super\n",
        "#game-type classic_super\n",
        SUPER,
    ],
)
def test_a_file_is_read_on_its_board_with_its_tiles(head: str) -> None:
    game = replay_gcg(f"{HEAD}{head}>ann: AEPRSZZ 11K ZAPS +30 30\n".encode())
    assert game.faults == ()
    assert game.record.layout == load_layout("super").rows
    assert game.game.state.variant.tile_set.total == 200
    assert game.game.state.position.at(Square.parse("N11")) == "S"


def test_a_file_may_name_fewer_tiles_for_the_large_board() -> None:
    game = replay_gcg(f"{HEAD}{SUPER}#tile-distribution english\n>ann: A 11K ZA +22 22\n".encode())
    assert game.game.state.variant.tile_set.name == "en"


def test_columns_go_up_to_u() -> None:
    lines = (">ann:  11K ABC +16 16", ">ben:  11N DEFGHIJ +85 85", ">ann:  U11 KA +0 16")
    game = replay_gcg(f"{HEAD}{SUPER}{chr(10).join(lines)}\n".encode())
    assert not game.broken_off
    assert game.game.state.position.at(Square.parse("U11")) == "K"


def test_an_unknown_board_is_refused_still() -> None:
    with pytest.raises(GcgError, match="there are CrosswordGame, 15 × 15, and SuperCrosswordGame"):
        replay_gcg(f"{HEAD}#board-layout HyperCrosswordGame\n>ann: A 8H AA +1 1\n".encode())


@pytest.mark.parametrize("seed", range(4))
def test_any_game_comes_back_and_is_opened_elsewhere(seed: int) -> None:
    record, game = random_game(RECORD, seed, turns=25 if seed else 400)
    assert (game.state.over is not None) == (seed == 0)  # the first one is played to its end
    text = write_gcg(record, game)
    assert SUPER in text
    assert "#tile-distribution english_super\n" in text
    assert "tilekeeper" not in text
    again = replay_gcg(text.encode())
    assert (again.faults, again.totals) == ((), game.state.totals)
    assert again.game == game
    assert again.record.remarks.racks == record.remarks.racks
    assert write_gcg(again.record, again.game) == text
    assert read_record(write_record(again.record)) == again.record
    for reader in (Macondo, Woogles, Quackle):
        reader(text.encode())
