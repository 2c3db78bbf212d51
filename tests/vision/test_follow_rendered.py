"""Rendered games through reader and follower: a reflection on the board, a lamp switched on, and
what Party, Junior, Scramble and TopWord do. Each is a few small pictures, the seeds fixed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import cv2
import numpy as np
import pytest

from engine.position import Position
from engine.squares import Direction, Square
from engine.tiles import Tile
from engine.variants import Variant, load_variant
from vision.game.follow import Followed, Observation, follow
from vision.game.reconstruct import Change
from vision.reader import BoardReader
from vision.reading import Picture
from vision.render.board import flat_grid, render_board
from vision.render.glyphs import plain_font
from vision.render.look import Look, household_look
from workshop.rendered.games import dice_look, junior_look, party_look, pile_look

PIXELS = 28

Light = Callable[[Picture, int], Picture]
"""A picture, and which of the game it is, to the picture in some light."""


def laid(position: Position, start: str, word: str, direction: Direction) -> Position:
    """The position with a word laid; letters that lie there already are used."""
    tiles: dict[Square, Tile] = {}
    square = Square.parse(start)
    for letter in word:
        if position.at(square) != letter:
            tiles[square] = letter
        square = square.step(direction)
    return position.laid(tiles)


def steps(size: int, words: Sequence[tuple[str, str, Direction]]) -> list[Position]:
    """The empty board, and the board after each word."""
    positions = [Position(size)]
    for start, word, direction in words:
        positions.append(laid(positions[-1], start, word, direction))
    return positions


def watched(
    rules: Variant,
    look: Look,
    positions: Sequence[Position],
    seed: int,
    light: Light = lambda picture, _: picture,
) -> Iterator[tuple[Position, Observation]]:
    """What each picture of a game shows, and what truly lies there."""
    reader = BoardReader(rules.layout, rules.tile_set)
    state = Followed.start(rules.layout.size)
    grid = flat_grid(rules.layout.size, PIXELS)
    for number, position in enumerate(positions):
        flat = render_board(position, look, PIXELS, np.random.default_rng(seed))
        picture = light(np.asarray(cv2.GaussianBlur(flat, (0, 0), 0.6), np.uint8), number)
        state, seen = follow(state, reader.read(picture, corners=grid), rules)
        yield position, seen


def silently_wrong(truth: Position, seen: Observation) -> set[str]:
    """The squares whose tile is believed wrongly, without a question about them."""
    if seen.change is Change.UNCLEAR:
        return set()
    asked = {doubt.square for doubt in seen.doubts}
    shown = Position.from_rows(seen.rows).tiles
    plain = {s: "?" if t.islower() else t for s, t in truth.tiles.items()}
    either = shown.keys() | plain.keys()
    return {s.name for s in either if shown.get(s) != plain.get(s) and s not in asked}


# Light on a classic board

CLASSIC = load_variant("classic", "en")
WORDS = (
    ("G8", "HOUSES", Direction.ACROSS),
    ("L7", "USe", Direction.DOWN),
    ("I7", "PUTS", Direction.DOWN),
    ("J9", "a", Direction.DOWN),
)


def glare(picture: Picture, strength: float) -> Picture:
    """A white reflection three squares wide right of the centre."""
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]] / PIXELS - 1
    away = np.hypot(x - 9.8, y - 6.6) / 1.5
    white = strength * np.exp(-(away[..., None] ** 2) / 2)
    return np.asarray(np.clip(picture * (1 - white) + 255 * white, 0, 255), np.uint8)


def glare_comes(picture: Picture, number: int) -> Picture:
    return glare(picture, 0.85 if number >= 2 else 0.0)


def lamp_comes(picture: Picture, number: int) -> Picture:
    warm = np.array((0.65, 0.95, 1.1)) if number >= 2 else 0.6
    return np.asarray(np.clip(picture * warm, 0, 255), np.uint8)


@pytest.mark.parametrize(
    "light", [lambda picture, _: glare(picture, 0.85), glare_comes, lamp_comes]
)
def test_light_makes_no_tile_and_hides_none(light: Light) -> None:
    positions = steps(15, WORDS)
    right = 0
    for truth, seen in watched(CLASSIC, household_look(CLASSIC.layout), positions, 3, light):
        assert not silently_wrong(truth, seen)
        right += seen.change is (Change.PLAY if truth.tiles else Change.NONE)
    assert right >= len(positions) - 1


# The other games

ACROSS, DOWN = Direction.ACROSS, Direction.DOWN


def scramble_steps(rules: Variant) -> list[Position]:
    start = min(rules.layout.starts)
    corner = Square(start.column, start.row + 2).name
    first, second = steps(
        rules.layout.size, [(start.name, "HOUSE", ACROSS), (start.name, "HAT", DOWN)]
    )[1:]
    left = second.cleared([s for s in second.tiles if s.column != start.column])
    return [Position(rules.layout.size), first, second, left, laid(left, corner, "TEN", ACROSS)]


def topword_steps(rules: Variant) -> list[Position]:
    start = min(rules.layout.starts or {Square(4, 4)})
    under = Square(start.column + 1, start.row).name
    flat = steps(rules.layout.size, [(start.name, "FAN", ACROSS), (under, "ANE", DOWN)])
    piled = laid(flat[-1], start.name, "FIN", ACROSS)
    lifted = piled.lifted([Square.parse(under)])
    return [*flat, piled, lifted, laid(lifted, start.name, "FONS", ACROSS)]


PARTY_WORDS = (("C8", "GRANDIOSEMENT", ACROSS), ("F8", "NATUREL", DOWN))
JUNIOR_WORDS = (("G8", "MAISON", ACROSS), ("H8", "AMI", DOWN), ("H10", "ILES", ACROSS))
PLAY, NONE, BACK = Change.PLAY, Change.NONE, Change.WITHDRAWN


@pytest.mark.parametrize(
    ("name", "language", "look", "seed", "changes"),
    [
        ("party", "fr", party_look, 1, [NONE, PLAY, PLAY]),
        ("junior", "fr", junior_look, 0, [NONE, PLAY, PLAY, PLAY]),
        ("scramble", "en", dice_look, 1, [NONE, PLAY, PLAY, NONE, PLAY]),
        ("topword", "fr", pile_look, 0, [NONE, PLAY, PLAY, PLAY, BACK, PLAY]),
    ],
)
def test_other_games_are_followed_on_their_own_boards(
    name: str,
    language: str,
    look: Callable[..., Look],
    seed: int,
    changes: list[Change],
) -> None:
    rules = load_variant(name, language)
    positions = {
        "party": lambda: steps(15, PARTY_WORDS),
        "junior": lambda: steps(15, JUNIOR_WORDS),
        "scramble": lambda: scramble_steps(rules),
        "topword": lambda: topword_steps(rules),
    }[name]()
    rng = np.random.default_rng(seed)
    own = look(rng, rules.layout, dict(rules.tile_set.values), [plain_font()])
    right = 0
    for (truth, seen), change in zip(
        watched(rules, own, positions, seed + 1), changes, strict=True
    ):
        assert not silently_wrong(truth, seen)
        right += seen.change is change
    assert right >= len(changes) - 1
