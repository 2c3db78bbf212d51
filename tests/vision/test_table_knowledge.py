"""What is kept of a household's tiles: the newest few of every letter."""

from __future__ import annotations

import numpy as np

from vision.household.own_tiles import SAMPLE_SIDE, TILES_PER_LABEL, TableKnowledge, TileSample


def sample(label: str, number: int, *, confirmed: bool = False) -> TileSample:
    crop = np.full((SAMPLE_SIDE, SAMPLE_SIDE, 3), number, np.uint8)
    return TileSample(label, crop, confirmed)


def numbers(known: TableKnowledge, label: str) -> list[int]:
    return [int(s.crop[0, 0, 0]) for s in known.samples if s.label == label]


def test_of_each_letter_the_newest_few_are_kept() -> None:
    known = TableKnowledge().with_samples(sample("A", n) for n in range(TILES_PER_LABEL + 3))
    known = known.with_samples([sample("B", 100)])
    assert numbers(known, "A") == list(range(3, TILES_PER_LABEL + 3))
    assert known.counts() == {"A": TILES_PER_LABEL, "B": 1}


def test_what_was_confirmed_stays_longer_than_what_was_read() -> None:
    known = TableKnowledge().with_samples([sample("A", 200, confirmed=True)])
    known = known.with_samples(sample("A", n) for n in range(2 * TILES_PER_LABEL))
    assert numbers(known, "A")[0] == 200
    assert len(numbers(known, "A")) == TILES_PER_LABEL
    more = known.with_samples(sample("A", 201 + n, confirmed=True) for n in range(TILES_PER_LABEL))
    assert numbers(more, "A") == [201 + n for n in range(TILES_PER_LABEL)]


def test_what_was_known_before_is_left_as_it_was() -> None:
    before = TableKnowledge().with_samples([sample("A", 1)])
    after = before.with_samples([sample("A", 2)])
    assert numbers(before, "A") == [1]
    assert numbers(after, "A") == [1, 2]
