"""What is known of one household's table: how its own tiles look, and its board when empty.

Plain values: tiles are kept as small pictures, so that they outlive a newer network. What
they are good for is told in own_tiles.py and change_odds.py, where they come from in enrol.py.
Tests: tests/vision/test_table_knowledge.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from vision.reading import Picture, SquareColours

TILES_PER_LABEL = 12
"""So many pictures of a letter are kept, the newest: they average a letter's light and place to a
third of their spread, and weigh 60 kB a letter."""

SAMPLE_SIDE = 40
"""Side of a kept picture, in pixels: what the network that ships looks at."""


@dataclass(frozen=True, eq=False)
class TileSample:
    """One tile as it was seen: its label, and a crop of its square (uint8, SAMPLE_SIDE a side,
    BGR, a quarter of a square more all round). `confirmed`: somebody said what it is, or the
    place where it was laid did; otherwise it was read, and the players let it stand."""

    label: str
    crop: Picture
    confirmed: bool = False


@dataclass(frozen=True, eq=False)
class TableKnowledge:
    """A tile set and a board that were learned; either may still be unknown.

    `board`: the colours of its squares when nothing lies on them, NaN where that wasn't seen.
    """

    samples: tuple[TileSample, ...] = ()
    board: SquareColours | None = None

    def with_samples(self, more: Iterable[TileSample]) -> TableKnowledge:
        """The same with more tiles, the newest last. Of every letter the newest few are kept, those
        that were read giving way before those that were confirmed."""
        by_label: dict[str, list[TileSample]] = {}
        for sample in (*self.samples, *more):
            of_label = by_label.setdefault(sample.label, [])
            of_label.append(sample)
            if len(of_label) > TILES_PER_LABEL:
                read = (i for i, kept in enumerate(of_label) if not kept.confirmed)
                del of_label[next(read, 0)]
        kept = (sample for label in sorted(by_label) for sample in by_label[label])
        return replace(self, samples=tuple(kept))

    def counts(self) -> dict[str, int]:
        """How many pictures of each label there are."""
        found: dict[str, int] = {}
        for sample in self.samples:
            found[sample.label] = found.get(sample.label, 0) + 1
        return found
