"""A picture becomes a reading: find, warp, classify, board colours, and the judge once more; during
a game whichever way up the board lies now, since players turn it towards each other.

The only place that puts the stages in a row. What is believed to lie there only decides which way
up; what a play is, and what is asked of the players, comes after it.
Tests: tests/vision/test_reader.py, tests/vision/test_as_it_lies.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.layouts import Layout
from engine.position import Position
from engine.squares import Square
from engine.tiles import TileSet, piece_of
from engine.words.lexicon import words_of_language
from vision.bend import Fold
from vision.find import (
    farthest_corner,
    halves_disagree,
    layout_share,
    lead_of_place,
    locate_grid,
    verify_grid,
)
from vision.household.empty_board import against_empty_board
from vision.household.own_tiles import OwnTiles, TableKnowledge
from vision.orientation import (
    SURELY_EMPTY,
    SUREST,
    VALUES_READ,
    Mirrored,
    is_in_doubt,
    is_mirrored,
    letter_evidence,
    seek_turn,
)
from vision.quality import has_lost_colours, noisy_squares, picture_quality, washed_squares
from vision.reading import (
    BLANK_LABEL,
    FIRST_LETTER,
    LABELS,
    SURE_LETTER,
    Crops,
    Grid,
    Picture,
    Probabilities,
    Reading,
    Refusal,
    Way,
    WayUp,
    check_letters,
)
from vision.square.board_colours import colours_of_far_rims, square_colours, weigh_blanks
from vision.square.board_look import BoardNet
from vision.square.classify import (
    CLOSE_LOOK,
    PERHAPS_ANOTHER_SETS,
    TileNet,
    doubt_strange,
    mask_letters,
    of_other_sets,
    seen_strange,
    shared_strange,
)
from vision.square.close_look import SURELY_BARE, SURELY_FREE, CloseLook
from vision.square.ink import weighed_by_ink
from vision.square.memory import Look, Looked, SquareMemory
from vision.square.piles import plane_grids, read_planes, weigh_planes
from vision.square.printed_values import ValueNet
from vision.square.second_look import (
    doubt_turned,
    look_again,
    straight_crops,
    surely_said,
    with_rim,
)
from vision.square.warp import cut_squares, raised, shift_at_middle
from vision.way_up import DECIDED, OPEN, Turns

TOP_HEIGHTS = (0.15, 0.3, 0.45)
"""Heights of tile tops that are tried, in squares. A tile of the classic game is 4 to 5 mm thick
and its square 18 to 19 mm wide, 0.25; a raised grid lifts it to 0.4."""

NOTABLE_SHIFT = 0.3
"""Where the tops in the middle of the board lie nearer to their squares than this (in squares)
they read as well on the board's own plane: the look at the whole board sees tiles that lean. With
0.12 the same was read on photographs."""

FEWEST_SURE_LETTERS = 5
"""The tops' plane is believed only with five sure letters: on an empty board a search only finds
letters that aren't there."""

TOPS_LEAD = 2 * SUREST
"""And only if it reads better by as much as two letters that go from unreadable to sure. 35 oblique
rendered boards: taken on 7, five letters more right and three less; counting letters above 0.9
instead, taken on 3, one more and three less."""

AS_WELL = SUREST / 2
"""Planes that read worse by no more than this read as well, and the lowest is taken: few tiles are
as high as the highest plane tried."""

LEAST_SHARE = 0.7
"""Least share of the premium squares' colours that the layout must explain, over the squares read
as empty. Grids that are right lie above, those a square off far below (0.6 and less)."""

LEAST_SHARE_ALONE, LEAST_LEAD = 0.45, 0.2
"""Under a strong reflection colours fade, and less of them is explained by the right grid too. Then
this much will do, if no place up to two squares away explains them nearly as well: of a grid a
square off the right one does, better by far."""

LIES_STILL = 0.25
"""Squares by which no corner has moved on a board that lies still: a quarter of the way to where
it could be taken for another place on it, and more than a grid is found askew by."""

FEWEST_PREMIUMS = 8
"""With fewer empty premium squares their colours decide nothing."""

LEAST_CONFIDENT = 0.5
"""Share of the squares that must be read with at least 0.8: where most of the board is guesswork,
the picture is worse than its edges and its light show."""

SURE_ALONE = 0.99
"""A letter that the look at the whole board says as surely as this needs no first look; blanks
are rare, and too much else looks like one."""

MOST_COVERED = 0.2
"""Share of the squares that something may lie over before the picture counts as covered."""


class BoardReader:
    """Reads pictures of one board with one tile set; from picture to picture of a game it keeps
    what lay on each square and how that looked, which only saves time.

    Not for several threads at once: the network isn't.
    """

    def __init__(
        self,
        layout: Layout,
        tile_set: TileSet,
        net: TileNet | None = None,
        knowledge: TableKnowledge | None = None,
        highest_pile: int = 1,
        close_net: TileNet | None = None,
        board_net: BoardNet | None = None,
        sparing: bool = False,
    ) -> None:
        """`highest_pile`: how many tiles may lie on a square. `net`, `close_net` and
        `board_net`: the networks of the three looks, where others than those that ship are to be
        tried; `sparing`: these take less memory and more time, as a table that waits for plays
        wants it. UnknownLetterError for tiles with a letter that the reader doesn't know."""
        check_letters(tile_set)
        self._layout = layout
        self._tile_set = tile_set
        general = net or TileNet(sparing=sparing)
        self._net = general if knowledge is None else OwnTiles(general, knowledge)
        self._board = None if knowledge is None else knowledge.board
        self._highest_pile = highest_pile
        self._is_word = words_of_language(tile_set.name)
        self._memory = SquareMemory()
        self._turn_sought: NDArray[np.intp] | None = None
        """The label of each square when it was last looked at which way up the board lies."""
        self._board_net = board_net or BoardNet(sparing=sparing)
        self._knows_tiles = knowledge is not None
        close = close_net or TileNet(name=CLOSE_LOOK, sparing=sparing)
        self._close_look = CloseLook(
            tile_set,
            close,
            own_tiles=knowledge is not None,
            value_net=ValueNet(sparing=sparing),
            first_net=general,
        )

    def read(
        self, picture: Picture, corners: Grid | None = None, last: Grid | None = None
    ) -> Reading | Refusal:
        """What lies on every square, or why it can't be read.

        `corners`: the grid, where it is known. `last`: where it lay in the camera's last picture;
        if it still lies there it isn't sought again, and where it can't be found but its colours
        are seen there and nowhere near, it lies there still.
        """
        way_up = WayUp.GIVEN if corners is not None else WayUp.OPEN if last is None else last.way_up
        turns = Turns.given() if way_up is WayUp.GIVEN else OPEN if last is None else last.turns
        place = self._place(picture, corners, last)
        if isinstance(place, Refusal):
            return place
        grid, seen_there = replace(place[0], way_up=way_up, turns=turns), place[1]
        flat = with_rim(picture, grid)
        if (refusal := picture_quality(picture, grid, flat).refusal()) is not None:
            return refusal
        # A dark picture may have few, too, and one of no board.
        if seen_there and has_lost_colours(picture, grid):
            return Refusal.DAMAGED
        seen = self._squares(picture, grid, flat)
        if isinstance(seen, Refusal):
            return seen
        if self._board is not None:
            seen = against_empty_board(seen, self._board, self._layout)
        if corners is not None or (seen_there and _lies_still(seen.grid, last)):
            return _clear_enough(seen)
        return self._explained(picture, _clear_enough(seen), seen_there)

    def _place(
        self, picture: Picture, corners: Grid | None, last: Grid | None
    ) -> tuple[Grid, bool] | Refusal:
        """Where the board lies, and whether its lines are seen there in this picture."""
        grid = corners
        if grid is None and last is not None:
            grid = verify_grid(picture, last, self._layout)
        if grid is not None:
            return grid, True
        found = locate_grid(picture, self._layout, last)
        if not isinstance(found, Refusal):
            return found.grid if last is None else found.grid.turned_like(last), True
        if found is Refusal.NO_BOARD and last is not None:
            return last, False
        return found

    def _classify(self, crops: Crops) -> Probabilities:
        return self._classify_all(crops)[0]

    def _classify_all(self, crops: Crops) -> tuple[Probabilities, Probabilities]:
        seen = self._net.classify(crops)
        return mask_letters(seen.probabilities, self._tile_set), seen.covered

    def _turn_known(self, turns: Turns, probabilities: Probabilities) -> bool:
        """Whether there is no need to look which way up the board lies: what has decided it once
        has no more to say in the next picture."""
        if turns.settled or not turns.decided or self._turn_sought is None:
            return turns.settled
        return np.array_equal(self._turn_sought, probabilities.argmax(axis=1))

    def _squares(self, picture: Picture, grid: Grid, flat: Picture) -> Reading | Refusal:
        """What lies on the squares of a grid, seen `with_rim` as `flat`; which way up it lies, and
        whether it is seen in a mirror, is looked at again unless it is given, or pictures before
        have settled it and it still reads well."""
        way_up, turns = grid.way_up, grid.turns
        crops = straight_crops(flat)
        if way_up is WayUp.OPEN:
            self._memory.forget()
            self._close_look.forget()
            self._turn_sought = None
        looked = self._memory.looked_at(crops, self._look(flat, crops))
        probabilities, covered, by_board, others = looked
        in_doubt = is_in_doubt(probabilities)
        turn = None
        if way_up is not WayUp.GIVEN and (in_doubt or not self._turn_known(turns, probabilities)):
            close = partial(self._close_look.in_all_turns, picture, grid)
            turn = seek_turn(crops, probabilities, self._classify, close, self._is_word)
            turns = (turns.doubted() if in_doubt else turns).and_then(turn.turns)
            quarters = turns.best
            if quarters:
                grid, flat = grid.turned(quarters), np.rot90(flat, quarters)
                turn, turns = turn.turned(quarters, grid.size), turns.turned(quarters)
                crops = straight_crops(flat)
                looked = self._memory.looked_at(crops, self._look(flat, crops))
                probabilities, covered, by_board, others = looked
            self._turn_sought = probabilities.argmax(axis=1)
        # A camera that has shown letters as they are is no mirror, however badly it shows them now.
        mirrored = Mirrored.NO
        if way_up is WayUp.OPEN or (way_up is WayUp.GIVEN and in_doubt):
            fit = None if turn is None or turn.values_fit is None else turn.values_fit[0]
            read = fit is None or fit > VALUES_READ
            mirrored = is_mirrored(crops, probabilities, self._classify, self._is_word, read)
        if mirrored is Mirrored.YES:
            return Refusal.MIRRORED
        open_ways = turns.left if turn is not None and len(turn.squares) else turns.left[:1]
        unsure = len(open_ways) > 1 or (mirrored is Mirrored.MAYBE and way_up is WayUp.OPEN)
        grid = replace(grid, turns=OPEN if mirrored is Mirrored.MAYBE else turns)
        height, width = picture.shape[:2]
        planes = plane_grids(grid, (width, height), self._highest_pile)
        if planes:
            probabilities, covered = weigh_planes(read_planes(picture, planes, self._classify_all))
        else:
            tops = self._plane_of_tops(picture, grid, probabilities)
            if tops is not grid:
                flat = with_rim(picture, tops)
                crops = straight_crops(flat)
                shown = np.flatnonzero(probabilities[:, 0] < SURELY_EMPTY)
                for seen, now in zip(looked, self._look(flat, crops)(shown), strict=True):
                    seen[shown] = now
            once = probabilities
            probabilities, covered = look_again(
                flat, probabilities, covered, self._classify_all, surely_said(by_board)
            )
            probabilities, others = self._close_look.weighed(
                picture, tops, crops, probabilities, by_board, others
            )
        n = grid.size
        weighed = probabilities.reshape(n, n, len(LABELS))
        as_blank = _as_blank(weighed)
        colours = square_colours(crops)
        if not planes:  # what stands on a square's own plane may be another pile's side
            far_rims = colours_of_far_rims(crops)
            weighed = weigh_blanks(colours, weighed, self._layout, self._tile_set, far_rims)
            upright_for, printed_for = (
                partial(ask, picture, tops, crops)
                for ask in (self._close_look.upright_for, self._close_look.printed_for)
            )
            # Which way up a letter stands raises no doubt that it is a tile.
            seen = weighed.reshape(n * n, -1)
            turned = doubt_turned(crops, once, seen, self._classify, upright_for)
            # Last of all: what only may be a blank is no example of what blanks look like.
            weighed = weighed_by_ink(crops, turned, printed_for).reshape(weighed.shape)
        weighed = doubt_strange(weighed.reshape(n * n, -1), others, self._tile_set)
        weighed = weighed.reshape(n, n, -1)
        ways: tuple[Way, ...] = ()
        if unsure and turn is not None:
            board = partial(turn.board, weighed.reshape(n * n, -1))
            ways = (Way(0, weighed), *(Way(way, board(way)) for way in open_ways if way))
        covered = np.maximum.reduce([covered, noisy_squares(picture, grid), washed_squares(crops)])
        covered = covered.reshape(n, n)
        strange = np.where(seen_strange(others), others.argmax(axis=-1), 0).reshape(n, n)
        return Reading(grid, weighed, covered, colours, as_blank, crops, ways, strange)

    def _look(self, flat: Picture, crops: Crops) -> Look:
        """The look at a whole board `with_rim`, and the first look at the squares of which that
        isn't sure, or at each if a household's own tiles lie there. What they say of squares is
        what lies there, how likely they are covered, what the look at the whole board alone says,
        and what there is of other sets' letters."""

        def look(squares: NDArray[np.intp]) -> Looked:
            board = self._board_net.see(flat, squares)
            seen = mask_letters(board.probabilities, self._tile_set)
            others = of_other_sets(board.probabilities, self._tile_set)
            probabilities, covered = seen.copy(), board.covered.copy()
            letters = seen[:, FIRST_LETTER:].max(axis=1)
            open_still = (seen[:, 0] < SURELY_BARE) & (letters < SURE_ALONE)
            open_still |= (covered > SURELY_FREE) | self._knows_tiles
            strange = others.sum(axis=1) >= PERHAPS_ANOTHER_SETS
            closer = np.flatnonzero(open_still | strange)
            if len(closer):
                single = self._net.classify(crops[squares[closer]])
                theirs = of_other_sets(single.probabilities, self._tile_set)
                if not self._knows_tiles:
                    theirs = shared_strange(others[closer], theirs)
                others[closer] = theirs
                replaced = open_still[closer]
                masked = mask_letters(single.probabilities[replaced], self._tile_set)
                probabilities[closer[replaced]] = masked
                # What is surely bare is covered only if both looks say so.
                hidden = single.covered[replaced]
                both = np.minimum(hidden, covered[open_still])
                bare = seen[open_still, 0] >= SURELY_BARE
                covered[open_still] = np.where(bare, both, hidden)
            return probabilities, covered, seen, others

        return look

    def _plane_of_tops(self, picture: Picture, grid: Grid, probabilities: Probabilities) -> Grid:
        """Where the plane of the tiles' tops lies, where that shows more letters; else the grid."""
        height, width = picture.shape[:2]
        n = grid.size
        unsure = np.flatnonzero(probabilities[:, 0] < SURELY_EMPTY).tolist()
        tiles = [Square(i % n, i // n) for i in unsure]
        if len(tiles) < FEWEST_SURE_LETTERS:
            return grid
        raised_by = (raised(grid, (width, height), top) for top in TOP_HEIGHTS)
        planes = [above for above in raised_by if shift_at_middle(grid, above) >= NOTABLE_SHIFT]
        if not planes:
            return grid
        # The board's own plane as the same network sees it.
        planes = [grid, *planes]
        read = [self._classify(cut_squares(picture, plane, squares=tiles)) for plane in planes]
        evidence = letter_evidence(np.stack(read))
        plane = int((evidence >= evidence.max() - AS_WELL).argmax())  # the lowest of them
        if evidence[plane] < evidence[0] + TOPS_LEAD or _sure_letters(read[plane]) < (
            FEWEST_SURE_LETTERS
        ):
            return grid
        return planes[plane]

    def _explained(
        self, picture: Picture, reading: Reading | Refusal, seen_there: bool
    ) -> Reading | Refusal:
        """The reading, unless the colours of its bare squares say that the board lies elsewhere.
        `seen_there`: its lines are seen at this place; otherwise the colours alone show it."""
        if isinstance(reading, Refusal):
            return reading
        empty = reading.probabilities[..., 0] > 0.5
        premium = np.array([[code not in ".*" for code in row] for row in self._layout.rows])
        if int((empty & premium).sum()) < FEWEST_PREMIUMS:
            return reading if seen_there else Refusal.NO_BOARD
        share = layout_share(picture, reading.grid, self._layout, empty)
        if seen_there and np.isnan(share):  # it shows no colours
            return reading
        # One half of a folding board may have been found some squares off the other.
        doubtful = isinstance(reading.grid.bend, Fold) or share < LEAST_SHARE
        if doubtful and halves_disagree(picture, reading.grid, self._layout, empty):
            return Refusal.NO_BOARD
        if seen_there and share >= LEAST_SHARE:
            return reading
        if share >= LEAST_SHARE_ALONE:
            lead = lead_of_place(picture, reading.grid, self._layout, empty)
            if lead >= LEAST_LEAD:
                return reading
        return Refusal.NO_BOARD


def _lies_still(grid: Grid, last: Grid | None) -> bool:
    """Whether the board lies where it lay when its colours were seen: then a shade that falls on it
    doesn't make it another."""
    return last is not None and farthest_corner(grid.turned_like(last), last) <= LIES_STILL


def _clear_enough(reading: Reading) -> Reading | Refusal:
    """The reading, unless too much of the board is covered, or guesswork."""
    if float((reading.covered > 0.5).mean()) > MOST_COVERED:
        return Refusal.COVERED
    if float((reading.probabilities.max(axis=-1) > 0.8).mean()) < LEAST_CONFIDENT:
        return Refusal.BLURRED
    return reading


def _as_blank(probabilities: Probabilities) -> NDArray[np.float32]:
    """How likely squares [..., len(LABELS)] are a blank, if they are that or empty; 0 where neither
    is likely."""
    bare, blank = probabilities[..., 0], probabilities[..., LABELS.index(BLANK_LABEL)]
    either = bare + blank
    return np.asarray(np.where(either > 0.5, blank / np.maximum(either, 1e-9), 0.0), np.float32)


def _sure_letters(probabilities: Probabilities) -> int:
    return int((probabilities[:, 2:].max(axis=1) > SURE_LETTER).sum())


# --- a game's next picture, whichever way up ---

ReadAgain: TypeAlias = Callable[[Picture, Grid | None], Reading | Refusal]
"""Reads a picture; the grid is where, and which way up, the board is thought to lie."""

FEWEST_ALIKE = 2
"""Of fewer letters one may be at its place by chance, another way up."""

MOST_ALIKE = 0.5
"""Share of the letters believed to lie there that must be seen, so that a board counts as lying as
it is read. Where it lies right even a reader that is wrong in one letter of ten has far more, the
wrong way up it has hardly any: the squares are others."""

CLEARLY_MORE = 3
"""Where no way up shows half of them, so seen from far aside, one must show so many times as many
as the way up in which the letters seem to stand."""

TOWARDS_THE_NEXT = (1, 3, 2)
"""Quarter turns in the order in which they are tried: to the neighbours first, then across."""


def read_as_it_lies(
    read: ReadAgain, picture: Picture, last: Grid | None, believed: Position
) -> Reading | Refusal:
    """What a picture shows, and if that contradicts what is believed and another way up doesn't,
    or far less, what it shows that way up; unless it is decided against that way up: then what is
    believed was read so, and has to be turned (`overturns`)."""
    reading = read(picture, last)
    letters = _letters(believed)
    if isinstance(reading, Refusal) or letters < FEWEST_ALIKE:
        return reading
    enough, alike = max(FEWEST_ALIKE, MOST_ALIKE * letters), letters_alike(reading, believed)
    if alike >= enough:
        return _decided_by_letters(reading, believed, enough)
    if (quarters := _turn_overturned(reading, believed)) is not None:
        return replace(reading, overturns=quarters)
    best, least = reading, max(FEWEST_ALIKE, CLEARLY_MORE * alike)
    for quarters in TOWARDS_THE_NEXT:
        other = read(picture, replace(reading.grid.turned(quarters), way_up=WayUp.GIVEN))
        if isinstance(other, Refusal):
            continue
        alike = letters_alike(other, believed)
        if alike >= enough:  # no two ways up can both show half of the letters where they lie
            return other
        if alike >= least:
            best, least = other, alike + 1
    return best


def _decided_by_letters(reading: Reading, believed: Position, enough: float) -> Reading:
    """The reading, in which letters lie that are believed to lie there: of all ways up that are
    left it lies so, unless they lie there in another one, too."""
    ways = reading.ways
    if not ways or any(_alike(way.probabilities, believed) >= enough for way in ways[1:]):
        return reading
    return replace(reading.lying(ways[0]), ways=())


def _turn_overturned(reading: Reading, believed: Position) -> int | None:
    """By how many quarters what is believed must be turned to lie as a picture shows it: it covers
    the same squares then, and it is decided against the way up in which it was read. None where it
    lies nowhere."""
    shown = reading.probabilities[..., 0] < 0.5
    behind = reading.grid.turns.behind
    # It was read in the likeliest of the others.
    for quarters in sorted(TOWARDS_THE_NEXT, key=lambda turn: behind[-turn % 4]):
        if behind[-quarters % 4] < DECIDED or reading.ways:
            continue
        places = [square.turned(quarters, believed.size) for square in believed.tiles]
        if all(shown[square.row, square.column] for square in places):
            return quarters
    return None


def letters_alike(reading: Reading, believed: Position) -> int:
    """How many of the letters that are believed to lie there are what is most likely seen."""
    return _alike(reading.probabilities, believed)


def _alike(probabilities: Probabilities, believed: Position) -> int:
    best = probabilities.argmax(axis=-1)
    return sum(
        LABELS[int(best[square.row, square.column])] == piece_of(tile)
        for square, tile in believed.tiles.items()
        if piece_of(tile) != BLANK_LABEL
    )


def _letters(believed: Position) -> int:
    return sum(piece_of(tile) != BLANK_LABEL for tile in believed.tiles.values())
