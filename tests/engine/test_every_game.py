"""What holds of every play in every game, whatever is laid, rolled and shown."""

from collections.abc import Mapping

import pytest
from boards import Table
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.circumstances import ChanceFace, Circumstances, Zone
from engine.plays import SHORTEST_WORD
from engine.position import Position
from engine.scoring import ScoredPlay, judge_play
from engine.squares import Direction, Square
from engine.tiles import Tile
from engine.variants import GAMES, Variant, load_variant

LETTERS = "AEIOUAEIOUSTRNLMDPCBFGHVJQKWXYZ"
OPTIONS: dict[str, list[dict[str, object]]] = {
    "party": [{}, {"chance_letter": "in-words"}, {"star_doubles": False}],
    "scramble": [{}, {"extension": "stays", "seven_bonus": 7}],
    "topword": [{}, {"shared_letter": "each", "cover_whole_word": True}, {"size": 8}],
    "nhl": [{}, {"bonus_words": {"AE": 9}}],
}
CASES = [(name, one) for name in GAMES for one in OPTIONS.get(name, [{}])]


def start(game: Variant) -> Position:
    """A word through the middle and one that hangs from it."""
    middle = game.layout.starts[0]
    across = {middle.step(Direction.ACROSS, n - 1): t for n, t in enumerate("PART")}
    down = {middle.step(Direction.DOWN, n): t for n, t in enumerate("IO", 1)}
    return Position(game.layout.size).laid(across).laid(down)


@st.composite
def plays(draw: st.DrawFn, game: Variant, board: Position) -> Mapping[Square, Tile]:
    """Letters in a line that begins near the tiles on the board; most such plays can lie there."""
    anchor = draw(st.sampled_from(sorted(board.tiles)))
    direction = draw(st.sampled_from(Direction))
    first = anchor.step(direction, draw(st.integers(-3, 2)))
    first = first.step(direction.other, draw(st.sampled_from([0, 0, 0, -1, 1])))
    letters = draw(
        st.text(LETTERS + ("ae?" if game.tile_set.knows("?") else ""), min_size=1, max_size=7)
    )
    piling = game.highest_pile > 1 and draw(st.booleans())
    tiles: dict[Square, Tile] = {}
    square = first
    for letter in letters:
        while not piling and square in board.tiles:
            square = square.step(direction)
        tiles[square] = letter
        square = square.step(direction)
    return tiles


def circumstances(game: Variant, tiles: Mapping[Square, Tile]) -> st.SearchStrategy[Circumstances]:
    if game.letter_clock is None:
        return st.just(Circumstances())
    return st.builds(
        Circumstances,
        st.none() | st.sampled_from([t for t in tiles.values() if t.isupper()] or [None]),
        st.none() | st.sampled_from(ChanceFace),
        st.none() | st.sampled_from(sorted(tiles)),
        st.none() | st.sampled_from(Zone),
    )


@pytest.mark.rule("CLA-SCO-02", "JUN-SCO-02", "PAR-SCO-05", "SCR-SCO-01", "TOP-SCO-03")
@pytest.mark.parametrize(("name", "options"), CASES)
@settings(max_examples=60)
@given(data=st.data())
def test_a_play_is_the_sum_of_its_words_and_extras(
    name: str, options: dict[str, object], data: st.DataObject
) -> None:
    game = load_variant(name, options=options)
    board = start(game)
    for _ in range(data.draw(st.integers(1, 3))):
        if not board.tiles:
            break
        tiles = data.draw(plays(game, board))
        judged = judge_play(game, board, tiles, data.draw(circumstances(game, tiles)))
        if not isinstance(judged, ScoredPlay):
            assert judged
            assert all(fault.sentence.endswith((".", "?")) for fault in judged)
            continue
        _hold(game, board, tiles, judged)
        board = judged.after


def _hold(game: Variant, board: Position, tiles: Mapping[Square, Tile], judged: ScoredPlay) -> None:
    words, extras = judged.words, judged.extras
    assert judged.points == sum(w.points for w in words) + sum(e.points for e in extras)
    assert judged.reasons == (*judged.reasons[: len(words)], *extras)
    assert [reason.points for reason in judged.reasons[: len(words)]] == [w.points for w in words]
    assert all(len(word.squares) >= SHORTEST_WORD for word in words)
    assert all(word.squares in judged.play.lines for word in words)
    assert all(set(word.squares) & set(tiles) for word in words)
    assert set(tiles) <= set(words[0].squares)
    assert all(extra.points for extra in extras)
    laid = judged.play.after
    assert sum(map(laid.height, laid.tiles)) == sum(map(board.height, board.tiles)) + len(tiles)
    assert max(map(laid.height, laid.tiles)) <= game.highest_pile
    assert set(judged.after.tiles.items()) <= set(laid.tiles.items())


@pytest.mark.parametrize("name", GAMES)
def test_random_plays_are_not_all_faults(name: str) -> None:
    """What the property above looks at is not empty: a letter behind the word can always lie."""
    game = load_variant(name)
    board = start(game)
    middle = game.layout.starts[0]
    judged = Table.score(game, board, {middle.step(Direction.ACROSS, 3): "E"})
    assert judged.words[0].text == "PARTE"
