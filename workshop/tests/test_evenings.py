"""workshop/benchmarks/reading_sets/evenings.py and the judge of watched games."""

from collections.abc import Mapping
from itertools import pairwise
from types import MappingProxyType

import numpy as np
import pytest

from engine.position import Position
from engine.squares import Square
from engine.tiles import Tile
from vision.game.doubt import Doubt
from vision.game.follow import Observation
from vision.game.reconstruct import Change
from vision.reading import Grid, Refusal
from workshop.benchmarks.reading_sets.evenings import Kind, Shown, events
from workshop.benchmarks.reading_sets.placements import game
from workshop.benchmarks.reading_sets.watch_columns import Judge, Watched

GRID = Grid(((0, 0), (3, 0), (3, 3), (0, 3)), 3)
NOTHING = Position(3)
ROW = ("...", "AB.", "...")


def test_a_game_shows_plays_the_same_again_and_one_taken_back() -> None:
    happened = list(events(game("classic", "de"), 9, 3))
    kinds = [event.kind for event in happened]
    assert kinds.count(Kind.PLAY) == 10  # nine, and one that was laid again
    assert kinds.count(Kind.WITHDRAWN) == 1
    assert kinds.count(Kind.SAME) == 2
    board = Position(15)
    for event in happened:
        assert event.kind is not Kind.PLAY or event.position == board.laid(event.tiles)
        assert event.kind is not Kind.SAME or event.position == board
        board = event.position


@pytest.mark.parametrize(("language", "own"), [("pl", "ĄĆĘŁŃÓŚŹŻ"), ("es", "Ñ")])
def test_polish_and_spanish_games_are_laid_with_the_letters_of_their_sets(
    language: str, own: str
) -> None:
    rules = game("classic", language)
    last = list(events(rules, 20, 3))[-1].position
    letters = {tile.upper() for tile in last.tiles.values()}
    assert letters <= set(rules.tile_set.letters)
    assert set(own) <= set(rules.tile_set.letters)
    assert (rules.language, rules.tile_set.name) == (language, language)


def test_the_dice_of_the_play_before_are_gone() -> None:
    rules = game("scramble", "en")
    shown = [e for e in events(rules, 6, 3) if e.kind is Kind.PLAY]
    gone = 0
    for event, after in pairwise(shown):
        kept = set(after.position.tiles) - set(after.tiles)
        assert kept <= set(event.position.tiles)
        gone += len(event.position.tiles) > len(kept)
    assert gone


def picture(kind: Kind, rows: tuple[str, ...], tiles: Mapping[str, Tile], score: int = 0) -> Shown:
    named = MappingProxyType({Square.parse(name): tile for name, tile in tiles.items()})
    empty = np.zeros((1, 1, 3), np.uint8)
    return Shown("00.jpg", kind, empty, GRID, Position.from_rows(rows), named, score)


def seen(
    change: Change, rows: tuple[str, ...], tiles: Mapping[str, Tile], *doubted: str
) -> Observation:
    named = MappingProxyType({Square.parse(name): tile for name, tile in tiles.items()})
    doubts = tuple(Doubt(Square.parse(name), ((".", 0.5), ("A", 0.5))) for name in doubted)
    return Observation(change, rows, named, doubts=doubts)


PLAY = picture(Kind.PLAY, ROW, {"A2": "A", "B2": "B"})


@pytest.mark.parametrize(
    ("observed", "column"),
    [
        (seen(Change.PLAY, ROW, {"A2": "A", "B2": "B"}), "right"),
        (seen(Change.PLAY, ROW, {"A2": "A", "B2": "B"}, "A2"), "right"),
        (seen(Change.PLAY, ("...", "QB.", "..."), {"A2": "Q", "B2": "B"}), "silent"),
        (seen(Change.PLAY, ("...", "QB.", "..."), {"A2": "Q", "B2": "B"}, "A2"), "asked"),
        (seen(Change.UNCLEAR, ("...",) * 3, {}), "asked"),
        (seen(Change.NONE, ("...",) * 3, {}), "missed"),
        (Observation(Change.UNCLEAR, ("...",) * 3, refused=Refusal.COVERED), "refused"),
    ],
)
def test_a_play_is_counted_once(observed: Observation, column: str) -> None:
    judge = Judge(3)
    judge.see(PLAY, observed)
    counted = {"right", "asked", "silent", "missed", "refused"}
    assert {
        name: getattr(judge.counts, name) for name in counted if getattr(judge.counts, name)
    } == {column: 1}
    assert judge.counts.sure == (column == "right" and not observed.doubts)


def test_the_score_is_held_against_the_truth() -> None:
    judge = Judge(3)
    scored = picture(Kind.PLAY, ROW, {"A2": "A", "B2": "B"}, score=7)
    verdict = judge.see(scored, seen(Change.PLAY, ROW, {"A2": "A", "B2": "B"}))
    assert (judge.counts.scored, judge.counts.score_ok) == (1, 0)
    assert verdict == "score None, not 7"


def test_a_play_where_there_was_none_is_a_phantom() -> None:
    judge = Judge(3)
    judge.see(picture(Kind.SAME, ("...",) * 3, {}), seen(Change.PLAY, ROW, {"A2": "A"}))
    assert (judge.counts.phantom, judge.counts.same_ok, judge.counts.same) == (1, 0, 1)


def test_an_old_mistake_isnt_counted_again() -> None:
    judge = Judge(3)
    wrong = ("...", "QB.", "...")
    judge.see(PLAY, seen(Change.PLAY, wrong, {"A2": "Q", "B2": "B"}))
    judge.see(picture(Kind.SAME, ROW, {}), seen(Change.NONE, wrong, {}))
    assert (judge.counts.silent, judge.counts.strayed, judge.counts.same_ok) == (1, 0, 1)


def test_a_square_that_turns_wrong_unasked_has_strayed() -> None:
    judge = Judge(3)
    judge.see(PLAY, seen(Change.PLAY, ROW, {"A2": "A", "B2": "B"}))
    judge.see(picture(Kind.SAME, ROW, {}), seen(Change.NONE, ("...", "QB.", "..."), {}))
    assert judge.counts.strayed == 1


def test_counts_add_up() -> None:
    one = Watched(pictures=2, right=1)
    one.add(Watched(pictures=3, right=2))
    assert (one.pictures, one.right) == (5, 3)
