"""A third witness: squares that two looks haven't settled are looked at once more, from closer by.

The first look sees a square at 27 pixels, the one at the whole board at 32: enough for most
letters, little for the number next to them. The close look is a network of its own that sees the
same square half as fine again; from the same pixels another one reads which value is printed there
(vision/square/printed_values.py). All looks are weighed together, then the value with them: where
they are sure of different things nothing is promised. What looks as it did is not looked at again.
Tests: tests/vision/test_close_look.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.squares import Square
from engine.tiles import TileSet
from vision.reading import (
    BASES,
    BLANK_LABEL,
    FIRST_LETTER,
    LABELS,
    VALUES,
    Crops,
    Grid,
    Picture,
    Probabilities,
)
from vision.square.classify import (
    CLOSE_LOOK,
    PERHAPS_ANOTHER_SETS,
    TileNet,
    mask_letters,
    of_other_sets,
    shared_strange,
)
from vision.square.memory import Blocks, block_means, relit, unchanged
from vision.square.printed_values import PrintedValues, ValueNet
from vision.square.several_letters import SeveralLetters, weighed_by_looks, with_several
from vision.square.warp import Fineness, cut_squares

CLOSE = Fineness(pixels_per_square=40, margin=0.2)
"""How the close look sees a square: crops of 56 pixels a side."""

SURELY_BARE = 0.98
"""What is empty as surely as this needs no closer look: with 0.999 three of four bare squares get
one, for nothing."""

SURELY_FREE = 0.03
"""And only if it is covered no more likely than this: the look at the whole board alone takes shade
and glare on bare squares for something in the way, now and then. Asking the first look too costs 6
of 933 drawn squares that are under something; of photographed tiles one in 127 is asked about, not
one in 103."""

SETTLED = 0.995
"""Nor does what the looks so far, weighed together, say as surely as this, if both say the same.
Rendered boards (python -m workshop.benchmarks.read_failures --boards 10): two of three squares, and
of 6 866 936 are asked about and 28 read wrongly without a question; with a closer look at all of
them 938 and 27."""

FIRST_COUNTS, BOARD_COUNTS, CLOSE_COUNTS = 0.65, 0.39, 0.39
"""Exponents of the looks' probabilities where they are multiplied: were they independent, 1. The
first look's is what it was next to the close look alone; 0.6 of that for each of the two others is
what asks least often while as many are read wrongly without a question (1 063 and 27 by the first
and the close look, 1 023 with half of it)."""

CLOSE_ALONE_COUNTS = 0.65
"""The close look's where only the first one is there to be weighed with it."""

OWN_COUNTS = 1.0
"""The first look's where it has been taught a household's own tiles: the close look knows them no
better than any."""

_SURELY = 1e-9


@dataclass(frozen=True, eq=False)
class _Looked:
    """How the squares looked when they were looked at closely, [n, ...]; of which of them letter,
    value and the value upside down were, [3, n]; and what was read there: `several` of the set's
    tiles of several letters alone."""

    blocks: Blocks
    done: NDArray[np.bool_]
    probabilities: Probabilities
    several: Probabilities
    values: Probabilities
    on_heads: Probabilities


_LETTER, _VALUE, _ON_HEAD = 0, 1, 2


class CloseLook:
    """The close look at one board's squares, with one tile set. One thread owns it."""

    def __init__(
        self,
        tile_set: TileSet,
        net: TileNet | None = None,
        own_tiles: bool = False,
        value_net: ValueNet | None = None,
        first_net: TileNet | None = None,
    ) -> None:
        """`own_tiles`: whether the first look has been taught this very set of tiles; `first_net`:
        its network, which is asked again where the set has tiles of several letters."""
        self._net = net or TileNet(name=CLOSE_LOOK)
        self._value_net = value_net or ValueNet()
        self._own_tiles = own_tiles
        self._first_counts = OWN_COUNTS if own_tiles else FIRST_COUNTS
        self._tile_set = tile_set
        letters = [LABELS.index(letter) for letter in tile_set.letters if letter in LABELS]
        alike = np.bincount(BASES[letters], minlength=len(LABELS))[BASES]
        self._marked = (alike > 1) & (not own_tiles)
        self._values = PrintedValues(tile_set, np.array(self._value_net.description.shares))
        self._first_net = first_net or TileNet()
        self._several: SeveralLetters | None = None
        if tile_set.digraphs:
            self._several = SeveralLetters(tile_set)
            self._several.check(self._first_net, self._net)
        self._looked: _Looked | None = None

        self._crops: Crops | None = None  # those of the picture that is read

    def forget(self) -> None:
        self._looked = self._crops = None

    def weighed(
        self,
        picture: Picture,
        grid: Grid,
        crops: Crops,
        first: Probabilities,
        board: Probabilities,
        others: Probabilities,
    ) -> tuple[Probabilities, Probabilities]:
        """What lies on the squares [n*n, len(LABELS)] in the light of all looks, and what there is
        of other sets' letters.

        `crops`: the squares as the first look saw them, by `grid`; `first`: what it says; `board`:
        what the look at the whole board says, and `others` what that leaves for letters that the
        set doesn't have.
        """
        squares = np.flatnonzero(np.minimum(first[:, 0], board[:, 0]) < SURELY_BARE)
        strange = np.zeros_like(others)
        if not len(squares):
            return first, strange
        seen, by_board = first[squares], board[squares]
        by_close = by_board.copy()  # where no closer look is needed, the same once more
        maybe_strange = others[squares].sum(axis=1) >= PERHAPS_ANOTHER_SETS
        open_still = ~self._settled(seen, by_board) | maybe_strange
        if self._several is not None:  # of which the looks so far know nothing
            open_still[:] = True
        closely = np.flatnonzero(open_still)
        if len(closely):
            looked = self._look(picture, grid, crops, squares[closely], _LETTER)
            letters = looked.probabilities[squares[closely]]
            by_close[closely] = mask_letters(letters, self._tile_set)
            strange[squares[closely]] = shared_strange(
                others[squares[closely]], of_other_sets(letters, self._tile_set)
            )
            if not self._own_tiles:
                finer = by_board[closely], by_close[closely]
                seen[closely] = marks_left_to(seen[closely], *finer)
        every = weighed_together(
            (seen, self._first_counts), (by_board, BOARD_COUNTS), (by_close, CLOSE_COUNTS)
        )
        if self._several is not None:
            several = self._several_on(picture, grid, crops, squares, first, board)
            every = with_several(several, every)
            strange[squares] *= 1 - several.sum(axis=1, keepdims=True)
        # What is bare or a blank shows no value either way.
        maybe_letters = every[closely, FIRST_LETTER:].sum(axis=1) > 1 - SURELY_BARE
        open_still = closely[maybe_letters]
        if len(open_still) and self._values.heard:
            valued = np.union1d(open_still, self._values.telling(every))
            looked = self._look(picture, grid, crops, squares[valued], _VALUE)
            values = looked.values[squares[valued]]
            every[valued] = self._values.weighed(every[valued], values)
        weighed = first.copy()
        weighed[squares] = every
        if self._several is not None:  # one of the board's colour is bare to looks that know none
            next_to = np.setdiff1d(_neighbours(squares, grid.size), squares)
            several = self._several_on(picture, grid, crops, next_to, first, board)
            weighed[next_to] = with_several(several, weighed[next_to])
        return weighed, strange

    def _several_on(
        self,
        picture: Picture,
        grid: Grid,
        crops: Crops,
        squares: NDArray[np.intp],
        first: Probabilities,
        board: Probabilities,
    ) -> Probabilities:
        """How likely each of the set's tiles of several letters lies on squares, by number; `first`
        and `board` as in weighed()."""
        looked = self._look(picture, grid, crops, squares, _LETTER)
        several, close = looked.several[squares], looked.probabilities[squares]
        return weighed_by_looks(several, first[squares], board[squares], close)

    def printed_for(
        self,
        picture: Picture,
        grid: Grid,
        crops: Crops,
        squares: NDArray[np.intp],
        labels: NDArray[np.intp],
    ) -> NDArray[np.float64]:
        """Log odds by which the values printed on squares, by number, speak for the letters
        `labels`, by their places among LABELS, and against blanks."""
        if not len(squares) or not self._values.heard:
            return np.zeros(len(squares))
        values = self._look(picture, grid, crops, squares, _VALUE).values[squares]
        blanks = np.full(len(squares), LABELS.index(BLANK_LABEL))
        return self._values.for_labels(labels, values) - self._values.for_labels(blanks, values)

    def upright_for(
        self,
        picture: Picture,
        grid: Grid,
        crops: Crops,
        squares: NDArray[np.intp],
        labels: NDArray[np.intp],
        on_heads: NDArray[np.intp],
    ) -> NDArray[np.float64]:
        """Log odds by which the values printed on squares, by number, say that the letters `labels`
        stand upright there, and not `on_heads` on their heads."""
        if not len(squares) or not self._values.heard:
            return np.zeros(len(squares))
        self._look(picture, grid, crops, squares, _VALUE)
        looked = self._look(picture, grid, crops, squares, _ON_HEAD)
        upright = self._values.for_labels(labels, looked.values[squares])
        return upright - self._values.for_labels(on_heads, looked.on_heads[squares])

    def _settled(self, first: Probabilities, board: Probabilities) -> NDArray[np.bool_]:
        """Which squares [n] the first look and that at the whole board have settled. Of a letter
        that the set has with a mark, too, only one of them can tell."""
        both = (first, self._first_counts), (board, BOARD_COUNTS + CLOSE_COUNTS)
        sure = weighed_together(*both).max(axis=1) >= SETTLED
        best = board.argmax(axis=1)
        return np.asarray(sure & (first.argmax(axis=1) == best) & ~self._marked[best])

    def in_all_turns(
        self, picture: Picture, grid: Grid, squares: NDArray[np.intp], first: Probabilities
    ) -> tuple[Probabilities, NDArray[np.float64], NDArray[np.float64], Crops]:
        """How some squares look with the board turned by each number of quarters: `first`
        [4, squares, len(LABELS)] weighed with the close look; how well the values fit, log odds
        [4, squares]; how likely any is printed, [squares]; and the crops, as they lie."""
        places = [Square(int(i) % grid.size, int(i) // grid.size) for i in squares]
        crops = cut_squares(picture, grid, squares=places, fineness=CLOSE)
        turned = np.concatenate([np.rot90(crops, quarters, axes=(1, 2)) for quarters in range(4)])
        seen = self._net.classify(turned)
        letters = mask_letters(seen.probabilities, self._tile_set)
        one = first.reshape(letters.shape)
        if not self._own_tiles:
            one = marks_left_to(one, letters)
        both = weighed_together((one, self._first_counts), (letters, CLOSE_ALONE_COUNTS))
        both = both.reshape(first.shape)
        if not self._values.heard:
            nothing = np.zeros(first.shape[:2])
            return both, nothing, nothing[0], crops
        values = self._value_net.read(turned).reshape(*first.shape[:2], -1)
        printed = 1 - values[..., -1].min(axis=0)
        return both, self._values.fit(both, values), np.asarray(printed, np.float64), crops

    def _look(
        self, picture: Picture, grid: Grid, crops: Crops, squares: NDArray[np.intp], what: int
    ) -> _Looked:
        """The letters, the values or the values upside down, as `what` says, of these squares, by
        number; and what else is known of the board."""
        looked = self._still_known(crops)
        again = squares[~looked.done[what, squares]]
        if len(again):
            places = [Square(int(i) % grid.size, int(i) // grid.size) for i in again]
            close = cut_squares(picture, grid, squares=places, fineness=CLOSE)
            if what == _LETTER:
                if self._several is None:
                    looked.probabilities[again] = self._net.classify(close).probabilities
                else:
                    seen, first = self._net.look(close), self._first_net.look(crops[again])
                    looked.probabilities[again] = self._net.calibrated(seen.logits).probabilities
                    looked.several[again] = self._several.see(first.seen, seen.seen)
            elif what == _VALUE:
                looked.values[again] = self._value_net.read(close)
            else:
                looked.on_heads[again] = self._value_net.read(close[:, ::-1, ::-1])
            looked.done[what, again] = True
        return looked

    def _still_known(self, crops: Crops) -> _Looked:
        """What is known of the squares that look in this picture as they did; compared once."""
        if self._looked is not None and self._crops is crops:
            return self._looked
        blocks, known = block_means(crops), self._looked
        n = len(blocks)
        if known is None or known.done.shape[1] != n:
            values, on_heads = (np.zeros((n, len(VALUES)), np.float32) for _ in range(2))
            probabilities, several = (np.zeros((n, len(LABELS)), np.float32) for _ in range(2))
            done = np.zeros((3, n), dtype=np.bool_)
            looked = _Looked(blocks, done, probabilities, several, values, on_heads)
        else:
            some = known.done.any(axis=0)
            letters = some & (known.probabilities.argmax(axis=1) >= FIRST_LETTER)
            same = some & unchanged(known.blocks, blocks, letters)
            # A slow change adds up: compared is with how a square looked when it was looked at, in
            # the light of now.
            seen = np.where(same[:, None, None, None], relit(known.blocks, blocks), blocks)
            looked = replace(known, blocks=seen, done=known.done & same)
        self._looked, self._crops = looked, crops
        return looked


def _neighbours(squares: NDArray[np.intp], size: int) -> NDArray[np.intp]:
    """The squares on each of the four sides of these, by number, these perhaps among them."""
    rows, columns = np.divmod(squares, size)
    above, below = squares[rows > 0] - size, squares[rows < size - 1] + size
    left, right = squares[columns > 0] - 1, squares[columns < size - 1] + 1
    return np.unique(np.concatenate([above, below, left, right]))


def marks_left_to(first: Probabilities, *finer: Probabilities) -> Probabilities:
    """What the first look says [n, labels], but for which of the letters that differ by a mark
    alone it is (Z, Ź or Ż): there it is taken to agree with the finer looks, as it has seen too few
    marks to tell."""
    logs = sum(np.log(np.maximum(seen, _SURELY)) for seen in finer)
    theirs = np.exp(np.asarray(logs, np.float64) / len(finer))
    same = (BASES[:, None] == BASES).astype(np.float64)  # [labels, labels]
    return np.asarray((first @ same) * theirs / np.maximum(theirs @ same, 1e-30), np.float32)


def weighed_together(*looks: tuple[Probabilities, float]) -> Probabilities:
    """What several looks [n, labels] say together, each with its exponent."""
    logs = sum(count * np.log(np.maximum(seen, _SURELY)) for seen, count in looks)
    odds = np.exp(logs - np.max(logs, axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), dtype=np.float32)
