"""Junior: a point a tile, whatever it is and wherever it lies."""

import pytest
from boards import Table

from engine.position import Position
from engine.squares import Square
from engine.variants import ChallengeRule, load_variant

EMPTY = Position(15)


@pytest.mark.rule("JUN-SCO-01", "JUN-EQU-03")
@pytest.mark.parametrize(("word", "points"), [("OU", 2), ("KIWI", 4), ("CHaT", 4), ("MAISONS", 7)])
def test_every_tile_is_a_point(word: str, points: int) -> None:
    scored = Table.score(load_variant("junior"), EMPTY, Table.laid("8H", word))
    assert (scored.points, scored.extras) == (points, ())
    assert scored.reasons[0].rule == "JUN-SCO-01"


@pytest.mark.rule("JUN-SCO-02", "JUN-PLA-03", "JUN-PLA-04", "JUN-PLA-05")
def test_the_printed_turns_one_after_the_other() -> None:
    """CORNE, TRICORNE, SORT, MUSE with SORTS, TENTE with NEE and EN, FIN with MI and UN."""
    game, position, points = load_variant("junior"), EMPTY, []
    for start, word in (
        ("8F", "CORNE"),
        ("8C", "TRI"),
        ("H6", "SO.T"),
        ("10F", "MUSE"),
        ("9I", "ENTE"),
        ("11E", "FIN"),
    ):
        scored = Table.score(game, position, Table.laid(start, word))
        position = scored.after
        points.append(scored.points)
    assert points == [5, 8, 4, 9, 10, 7]
    assert position.rows()[8] == ".......TENTE..."


@pytest.mark.rule("JUN-EQU-04")
def test_tiles_are_not_counted() -> None:
    game = load_variant("junior")
    assert Table.score(game, EMPTY, Table.laid("8H", "KKKK")).points == 4
    assert Table.score(game, EMPTY, Table.laid("8H", "abca")).points == 4


@pytest.mark.rule("JUN-EQU-03", "JUN-PLA-01")
def test_the_star_is_in_the_middle_of_a_grid_of_any_odd_size() -> None:
    assert load_variant("junior").layout.starts == (Square.parse("H8"),)
    small = load_variant("junior", "fr", {"size": 11})
    assert small.layout.starts == (Square.parse("F6"),)
    assert Table.codes(small, Position(11), Table.laid("1A", "OU")) == ["misses-start"]
    assert Table.codes(load_variant("junior"), EMPTY, Table.laid("8H", "O")) == ["too-short"]


@pytest.mark.rule("JUN-PLA-02", "JUN-SET-02", "JUN-PLA-06")
def test_what_cannot_lie_there() -> None:
    game, corne = load_variant("junior"), Table.board(("8F", "CORNE"))
    assert Table.codes(game, corne, Table.laid("1A", "OU")) == ["not-connected"]
    assert Table.codes(game, corne, Table.laid("8F", "B")) == ["occupied"]
    assert Table.codes(game, corne, {Square(10, 7): "S", Square(11, 8): "A"}) == ["not-in-line"]
    assert Table.codes(game, EMPTY, Table.laid("8A", "MAISONNE")) == ["too-many-tiles"]


@pytest.mark.rule("JUN-CHA-01", "JUN-SET-01", "JUN-END-02", "JUN-EXC-01")
def test_what_the_turns_go_by() -> None:
    game = load_variant("junior")
    assert game.challenge is ChallengeRule.VOID
    assert load_variant("junior", "fr", {"challenge": "classic"}).challenge == "classic"
    assert game.begin_letter is None
    assert game.most_exchanged is None
    assert game.settlement is not None
    assert (game.settlement.each, game.settlement.gained_by) == (1, None)
