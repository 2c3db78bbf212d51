"""What a long run rests on: small pictures that say what lies there, evenings that the rules allow,
worn contacts, and the line through its memory. The whole of it: test_every_benchmark.py."""

from __future__ import annotations

from itertools import combinations, islice
from random import Random

import numpy as np
import pytest

from device.simulator.camera import household_table
from device.simulator.expected_game import game_laid
from device.simulator.hands import SEATS, Reach
from engine.squares import Square
from engine.variants import load_variant
from hardware.panel.port import Button, Press
from vision.reading import LABELS, Reading
from vision.watch import Watcher
from workshop.benchmarks.soaked.evenings import MADE_UP, at_leisure, made_up, nights
from workshop.benchmarks.soaked.figures import EVERY, WARM_UP, Sample, floors, slope
from workshop.benchmarks.soaked.people import BouncingPins
from workshop.benchmarks.soaked.table import SmallPictures, _quarters


@pytest.mark.parametrize("game", ["classic", "topword"])
def test_a_small_picture_says_what_lies_there(game: str) -> None:
    variant = load_variant(game, "en")
    scene, pictures = household_table(3, variant=variant), SmallPictures(3)
    letters = variant.tile_set.letters[: variant.layout.size]
    for column, letter in enumerate(letters):
        scene.lay(Square(column, 4), letter)
    reading = pictures.read(pictures.draw(scene, ()), None)
    assert isinstance(reading, Reading)
    assert reading.size == variant.layout.size
    read = [LABELS[n] for n in reading.probabilities[4].argmax(axis=-1)]
    assert read[: len(letters)] == list(letters)
    assert not reading.probabilities.argmax(axis=-1)[5:].any()
    assert not reading.covered.any()


def test_an_arm_covers_squares_of_a_small_picture() -> None:
    scene, pictures = household_table(3), SmallPictures(3)
    reach = Reach(scene.where(Square(7, 7)), SEATS[0].elbow)
    reading = pictures.read(pictures.draw(scene, (reach,)), None)
    assert isinstance(reading, Reading)
    assert reading.covered[7, 7] == 1
    assert reading.covered[14, 7] == 1
    assert reading.covered[2, 7] == 0


def test_the_watcher_sees_any_letter_laid_on_any_other() -> None:
    letters = load_variant("topword", "en").tile_set.letters
    for one, other in combinations([LABELS.index(letter) for letter in letters], 2):
        assert sum(a != b for a, b in zip(_quarters(one), _quarters(other), strict=True)) >= 3
    scene = household_table(3, variant=load_variant("topword", "en"))
    pictures, watcher, settled = SmallPictures(3), Watcher(), []
    for moment in range(24):
        if moment in (8, 16):
            scene.lay(Square(5, 5), "A" if moment == 8 else "O")
        watcher, found = watcher.see(pictures.draw(scene, ()), 0.2 * moment)
        settled += [] if found is None else [moment]
    assert len(settled) == 3


@pytest.mark.parametrize("game", MADE_UP)
def test_an_evening_that_is_made_up_can_be_played(game: str) -> None:
    night = made_up(Random(5), [game])
    laid = game_laid(at_leisure(night, Random(5)).evening, night.variant)
    assert len(laid.state.entries) >= 4


def test_evenings_of_a_seed_are_always_the_same() -> None:
    names = [
        [night.evening.name for night in islice(nights(seed, 10, "junior"), 6)]
        for seed in (1, 1, 2)
    ]
    assert names[0] == names[1] != names[2]
    with pytest.raises(ValueError, match="no evening"):
        next(nights(1, 10, "nothing-such"))


def test_a_worn_contact_is_one_press() -> None:
    pins, pressed = BouncingPins(Random(4)), list[Press]()
    pins.panel.start(pressed.append)
    pins.worn = True
    for number in range(20):
        pins.press(Button.OK, 10.0 + number)
    assert pins.bounced > 20
    assert [press.button for press in pressed] == [Button.OK] * 20
    pins.panel.close()


def test_memory_that_grows_is_a_line_that_rises() -> None:
    noise = np.random.default_rng(2).normal(0, 1, 61)
    samples = [Sample(m, 300 + 12 * m / 60 + noise[m], 200.0, 9, 40) for m in range(61)]
    assert slope(samples, lambda sample: sample.memory) == pytest.approx(12, abs=1.5)
    assert slope(samples, lambda sample: sample.own) == 0


def test_memory_that_breathes_is_flat() -> None:
    breathes = [Sample(m, 400 + 40 * (m % 7 > 1), 300.0, 9 + m % 3, 40) for m in range(121)]
    least = floors(breathes)
    assert len(least) == (120 - WARM_UP) / EVERY
    assert {(s.memory, s.threads) for s in least} == {(400, 9)}
    assert floors(breathes[:25]) == []
