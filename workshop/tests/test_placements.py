"""workshop/benchmarks/reading_sets/placements.py: boards as the rules of each game leave them."""

from collections import Counter
from itertools import islice, pairwise

import numpy as np
import pytest

from engine.scoring import ScoredPlay, judge_play
from engine.tiles import is_blank, piece_of
from workshop.benchmarks.reading_sets.placements import game, placement, turns

GAMES = [("classic", "de"), ("scramble", "en"), ("topword", "fr")]


@pytest.mark.parametrize(("name", "language"), GAMES)
def test_every_play_is_legal_and_leads_to_the_next(name: str, language: str) -> None:
    rules = game(name, language)
    played = list(islice(turns(rules, np.random.default_rng(4)), 4))
    assert len(played) == 4
    assert not played[0].before.tiles
    for turn, after in pairwise(played):
        assert isinstance(judge_play(rules, turn.before, turn.tiles), ScoredPlay)
        assert after.before == turn.scored.after


@pytest.mark.parametrize(("name", "language"), [("classic", "de"), ("scramble", "en")])
def test_a_seed_lays_one_board_and_another_seed_another(name: str, language: str) -> None:
    boards = [placement(name, language, np.random.default_rng([1, n])) for n in range(12)]
    again = placement(name, language, np.random.default_rng([1, 3]))
    assert again == boards[3]
    assert len({board.rows() for board in boards}) == 12


def test_no_board_has_more_tiles_than_the_set_and_at_most_two_blanks() -> None:
    rules = game("classic", "de")
    for number in range(10):
        board = placement("classic", "de", np.random.default_rng([2, number]))
        pieces = Counter(map(piece_of, board.tiles.values()))
        assert all(pieces[piece] <= rules.tile_set.counts[piece] for piece in pieces)
        assert sum(map(is_blank, board.tiles.values())) <= 2


def test_piles_are_laid_and_none_is_too_high() -> None:
    rules = game("topword", "fr")
    played = list(islice(turns(rules, np.random.default_rng(5)), 8))
    last = played[-1].laid
    heights = {last.height(square) for square in last.tiles}
    assert max(heights) > 1
    assert max(heights) <= rules.highest_pile
