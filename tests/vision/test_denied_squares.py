"""Squares on which nothing lies, as the players said, and pictures go on showing a letter."""

from __future__ import annotations

from shown import board, named, shown

from engine.squares import Square
from engine.variants import load_variant
from vision.game.follow import Followed, follow, settle_square
from vision.game.reconstruct import Change

RULES = load_variant("classic", "en")
NIVEL, TWICE = board(across_G8="NIVEL"), board(across_G8="NIVELL")
END = Square.parse("L8")


def denied() -> Followed:
    """NIVEL, whose last tile every picture shows twice."""
    state, _ = follow(Followed.start(15), shown(TWICE), RULES)
    state = settle_square(state, END, ".", shown(TWICE))
    assert state.position.rows() == NIVEL
    return state


def test_what_was_denied_is_not_seen_again_in_picture_after_picture() -> None:
    state = denied()
    for _ in range(2):
        state, seen = follow(state, shown(TWICE), RULES)
        assert (seen.change, seen.doubts) == (Change.NONE, ())
    _, seen = follow(state, shown(board(across_G8="NIVELL", H7="DID")), RULES)
    assert (seen.change, seen.sure) == (Change.PLAY, True)
    assert named(seen.tiles) == {"H7": "D", "H9": "D"}


def test_another_letter_there_is_a_play() -> None:
    _, seen = follow(denied(), shown(board(across_G8="NIVELS")), RULES)
    assert named(seen.tiles) == {"L8": "S"}


def test_the_same_letter_counts_again_once_the_square_was_seen_bare() -> None:
    state, seen = follow(denied(), shown(NIVEL), RULES)
    assert seen.change is Change.NONE
    _, seen = follow(state, shown(TWICE), RULES)
    assert named(seen.tiles) == {"L8": "L"}


def test_the_same_letter_counts_in_a_play_next_to_it() -> None:
    _, seen = follow(denied(), shown(board(across_G8="NIVELL", L8="LAD")), RULES)
    assert named(seen.tiles) == {"L8": "L", "L9": "A", "L10": "D"}
