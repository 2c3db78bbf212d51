"""The drawn scenes: every kind is there, tops and letters lie where the truth has them."""

from __future__ import annotations

import numpy as np
import pytest

from engine.squares import Square
from vision.render.glyphs import PILLOWS_OWN, plain_font
from vision.render.look import TileLook
from workshop.training.scenes import (
    ANOTHER_SIDEWAYS,
    ANOTHER_UPSIDE_DOWN,
    DRAWN,
    Conditions,
    Scene,
    _as_it_errs,
    random_scene,
    unmarked,
)

FONTS = (plain_font(), PILLOWS_OWN)


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    return [random_scene(np.random.default_rng([3, n]), FONTS) for n in range(80)]


def test_every_kind_of_scene_is_there(scenes: list[Scene]) -> None:
    assert 0.35 < np.mean([scene.ordinary for scene in scenes]) < 0.75
    assert 3 <= sum(scene.covered is not None for scene in scenes) <= 24
    assert any(scene.position.heights for scene in scenes)  # piles
    assert any(scene.rise > 0.5 for scene in scenes)  # dice
    assert all(scene.position.size == DRAWN for scene in scenes)


def test_few_tiles_lie_wrongly_and_none_that_would_be_another_letter(scenes: list[Scene]) -> None:
    tiles = sum(len(scene.position.tiles) for scene in scenes)
    turned = [(scene.position.at(s), q) for scene in scenes for s, q in scene.turned.items()]
    assert 0.02 < len(turned) / tiles < 0.05
    assert {quarters for _, quarters in turned} == {1, 2, 3}
    for tile, quarters in turned:
        assert tile not in (ANOTHER_UPSIDE_DOWN if quarters == 2 else ANOTHER_SIDEWAYS)


@pytest.mark.parametrize(("letter", "base"), [("Ż", "Z"), ("Ł", "L"), ("Ä", "A"), ("Æ", "Æ")])
def test_a_letter_is_known_without_its_mark(letter: str, base: str) -> None:
    assert unmarked(letter) == base


def test_what_was_misread_is_drawn_now_and_then() -> None:
    looks = [_as_it_errs(TileLook(grain=0.5), np.random.default_rng(n)) for n in range(400)]
    for often, kind in (
        (0.15, [look.shape.hairlines > 0 for look in looks]),
        (0.085, [look.shape.hollow > 0 for look in looks]),
        (0.12, [look.sticker > 0 for look in looks]),
        (0.06, [bool(look.underlined) for look in looks]),
        (0.10, [look.grain > 0.5 for look in looks]),
    ):
        assert 0.5 * often < np.mean(kind) < 1.6 * often
    assert not any(look.shape.hollow and look.shape.hairlines for look in looks)


def test_conditions_are_as_asked_for() -> None:
    for number in range(12):
        rng = np.random.default_rng(number)
        assert random_scene(rng, FONTS, Conditions.ORDINARY).ordinary
        assert not random_scene(rng, FONTS, Conditions.HARD).ordinary


def test_tops_lean_away_from_the_camera_and_outwards(scenes: list[Scene]) -> None:
    for scene in scenes[:10]:
        first = scene.lean_at(Square(0, 0))
        last = scene.lean_at(Square(DRAWN - 1, DRAWN - 1))
        assert first[0] < last[0]
        assert first[1] < last[1]
        assert np.allclose(np.add(first, last) / 2, scene.lean)


def test_the_same_generator_gives_the_same_scene() -> None:
    one, other = (random_scene(np.random.default_rng(5), FONTS) for _ in range(2))
    assert np.array_equal(one.picture, other.picture)
    assert one.grid == other.grid
