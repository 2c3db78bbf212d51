"""Doubts: what the reader has to ask, and from where on; every threshold between a promise and a
question, with its reason. Also what all pictures since a tile was laid say about a square,
and which letters there are still to lay.

The probabilities it gets are calibrated (0.99 means 99 of 100). Knows no rules of placing and no
game in progress. Tests: tests/vision/test_doubt.py, tests/vision/test_evidence.py,
tests/vision/test_tiles_left.py.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.position import Position
from engine.squares import Direction, Square
from engine.tiles import Tile, TileSet, piece_of
from vision.reading import (
    BLANK_LABEL,
    EMPTY_LABEL,
    FIRST_LETTER,
    LABELS,
    IsWord,
    Probabilities,
    Reading,
)

Label: TypeAlias = str
"""What a picture can show on a square: "." nothing, "?" a blank tile, or a letter."""

ASK_STILL_BELOW = 0.985
"""On a single picture nothing but the picture speaks for a square. Chosen on 150 rendered boards
(5 501 tiles, a third of the boards in hard light): 7 wrong and not
asked, 2 of them in ordinary light, a question per 7 tiles (15 in ordinary light). At 0.97 13 are
wrong, at 0.99 6 for a seventh more questions."""

ASK_PLAY_BELOW = 0.93
"""A play's square has the rules on its side as well (it must continue a line), so less will do. Of
179 rendered plays of eight looks none has its least sure letter between 0.9 and here, two have it
between here and 0.95, both right; of 21 Polish ones a wrong one has it at 0.903."""

ASK_AGAIN_BELOW = 0.75
"""A tile that was read surely when it was laid is asked about only when the pictures since leave
less than half of those odds' logarithm (three to one): the same tile reads a little better here, a
little worse there, and a question about a play long counted costs more than one about the last."""

ASK_ODDS = 9.0
"""A play is a promise only if it explains the picture nine times better than any other."""

ASK_MARGIN = math.log(ASK_ODDS)

SURELY_READ = 0.999
"""From here on a tile is believed that lies alone."""

LONE_TILE = 0.01
"""A tile with nothing on the four squares about it is a hundred times rarer than one in a word: no
play lays one, only a mistake does, or a hand that is about to lay more."""

ONE_MORE = 0.5
"""Added to what is left of every letter: households lose tiles and mix sets (half a tile, as
Jeffreys has it for counts that may be none). On 350 rendered boards a fifth of the wrong letters
come right by the counts, and as many fewer are asked about; 0.2 does the same."""

COVERED, COVERED_NEARBY = 0.5, 0.03
"""From here on a square counts as covered, and next to one that does."""

RUNNERS_UP = 3
"""How many candidates a question offers at most."""

NEGLIGIBLE = 0.005
"""A candidate less likely than this isn't worth a place in a question."""

ASK_BLANK_FROM = NEGLIGIBLE
"""Next to a letter a blank that is worth a place in a question is worth the question, on a single
picture. 180 rendered boards, 120 of them with pale or stained blanks: of 9 958 bare squares there
that are else promised 1 shows as much, of 20 blanks that are else missed 6."""

GOOD_WORDS = 6.0
"""How much likelier a play with good words alone was laid than one with another: of 4 167 recorded
plays of strong English players, who know more words than the list that ships, one in seven forms a
word that it hasn't got. Households lay fewer of them."""

_ROUNDS = 3

INDEX: Mapping[Label, int] = {label: i for i, label in enumerate(LABELS)}


class DoubtKind(StrEnum):
    """What is asked about a square."""

    OCCUPIED = "occupied"  # does a tile lie there at all, or still?
    LETTER = "letter"  # which tile is it?
    COUNT = "count"  # more of this letter lie on the board than the set has
    BLANK_LETTER = "blank-letter"  # a blank for sure; only the players know its letter
    COVERED = "covered"  # something is in the way
    WAY_UP = "way-up"  # it is open which way up the board lies


@dataclass(frozen=True)
class Doubt:
    """A question about one square: what could lie there, likeliest first; `strange`: a letter that
    it looks like, and that the set doesn't have."""

    square: Square
    candidates: tuple[tuple[Label, float], ...]
    kind: DoubtKind = DoubtKind.LETTER
    strange: Label | None = None


@dataclass(frozen=True)
class Still:
    """The best guess for every square of a single picture ("." empty), and what is unsure in it.

    Every square without a doubt is a promise.
    """

    rows: tuple[str, ...]
    doubts: tuple[Doubt, ...]


def judge_still(
    reading: Reading, tile_set: TileSet, counted: bool = True, good_word: IsWord | None = None
) -> Still:
    """What a picture alone, without a game around it, shows. `counted`: whether no more of a letter
    can lie there than the set has; `good_word`: the word list that speaks for one of the labels
    between which a square is open."""
    seen = weighed(reading, tile_set, counted)
    size = reading.size
    if good_word is not None:
        seen = weighed_by_words(seen, good_word)
    labels = _likeliest(seen)
    doubts: dict[Square, Doubt] = {}
    covered = perhaps_covered(reading.covered)
    for square in labels:
        row = seen[square.row, square.column]
        if covered[square.row, square.column]:
            doubts[square] = Doubt(square, candidates_of(row), DoubtKind.COVERED)
        elif _is_open(square, row, labels):
            doubts[square] = doubt_about(square, row)
    for square in overdrawn(labels, seen, tile_set) if counted else ():
        row = seen[square.row, square.column]
        # It stays what it looks like: rather the set is another one than the letter (of 259 such on
        # photographs read with another language's set, 252 were what they looked like).
        doubts[square] = Doubt(square, candidates_of(row, at_least=2), DoubtKind.COUNT)
    for one in doubts_about_ways(reading):
        doubts.setdefault(one.square, one)
    rows = tuple("".join(labels[Square(c, r)] for c in range(size)) for r in range(size))
    return Still(rows, with_strange((doubts[square] for square in sorted(doubts)), reading))


def doubts_about_ways(reading: Reading) -> tuple[Doubt, ...]:
    """The squares that show something else in another way up that is left, or all tiles where that
    one way up may be a mirror's: what they show in each."""
    ways = [way.probabilities for way in reading.ways]
    if not ways:
        return ()
    best = np.stack([one.argmax(axis=-1) for one in ways])
    differs = (best != best[0]).any(axis=0) if len(ways) > 1 else best[0] != INDEX[EMPTY_LABEL]
    mean = np.mean(ways, axis=0)
    return tuple(
        Doubt(Square(int(c), int(r)), candidates_of(mean[r, c], at_least=2), DoubtKind.WAY_UP)
        for r, c in zip(*np.nonzero(differs), strict=True)
    )


def weighed(reading: Reading, tile_set: TileSet, counted: bool = True) -> Probabilities:
    """The probabilities [size, size, labels] in the light of the set and of each other."""
    seen = in_company(possible(reading.probabilities, tile_set))
    return weighed_by_counts(seen, tile_set) if counted else seen


def _likeliest(seen: Probabilities) -> dict[Square, Label]:
    """The likeliest label of each square."""
    best = seen.argmax(axis=-1)
    return {Square(int(c), int(r)): LABELS[best[r, c]] for r, c in np.ndindex(best.shape)}


def _is_open(square: Square, row: NDArray[np.float32], labels: Mapping[Square, Label]) -> bool:
    """Whether a square must be asked about, of which a single picture says this."""
    if row[INDEX[BLANK_LABEL]] >= ASK_BLANK_FROM and _next_to_a_letter(square, labels):
        return True
    return bool(row.max() < (SURELY_READ if _lies_alone(square, labels) else ASK_STILL_BELOW))


def _lies_alone(square: Square, labels: Mapping[Square, Label]) -> bool:
    """Whether a tile seems to lie there with none next to it."""
    if labels[square] == EMPTY_LABEL:
        return False
    return all(labels.get(near, EMPTY_LABEL) == EMPTY_LABEL for near in square.neighbours())


def _next_to_a_letter(square: Square, labels: Mapping[Square, Label]) -> bool:
    """Whether nothing seems to lie there, and a letter next to it."""
    return labels[square] == EMPTY_LABEL and any(
        labels.get(near, EMPTY_LABEL) not in (EMPTY_LABEL, BLANK_LABEL)
        for near in square.neighbours()
    )


def possible(probabilities: Probabilities, tile_set: TileSet) -> Probabilities:
    """The probabilities without letters that the set hasn't got, summing to 1 again."""
    has = _held(tile_set).astype(np.float32)
    seen = probabilities * has
    total = seen.sum(axis=-1, keepdims=True)
    # Nothing the set has is seen there: then nothing is known, and everything is asked.
    even = has / has.sum()
    return np.asarray(
        np.where(total > 1e-6, seen / np.maximum(total, 1e-6), even), dtype=np.float32
    )


def _held(tile_set: TileSet) -> NDArray[np.bool_]:
    """Which labels a set can show, [labels]."""
    there = {EMPTY_LABEL, *filter(tile_set.knows, tile_set.counts)}
    return np.array([label in there for label in LABELS])


def in_company(seen: Probabilities) -> Probabilities:
    """The same [size, size, labels], knowing that no word game leaves a tile alone: a tile with
    nothing next to it is rather a shadow, a print, a mistake."""
    empty = INDEX[EMPTY_LABEL]
    bare = np.pad(seen[..., empty], 1, constant_values=1.0)
    alone = bare[:-2, 1:-1] * bare[2:, 1:-1] * bare[1:-1, :-2] * bare[1:-1, 2:]
    after = seen * (1 - (1 - LONE_TILE) * alone)[..., None]
    after[..., empty] = seen[..., empty]
    return np.asarray(after / after.sum(axis=-1, keepdims=True), dtype=np.float32)


def perhaps_covered(covered: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which squares [size, size] something may lie over: those where it probably does, and those
    next to them where it well may. A hand reaches over its neighbours; a faint idea of one in the
    middle of nowhere is a shadow or a stain."""
    surely = np.pad(covered > COVERED, 1)
    size = len(covered)
    near = np.zeros_like(covered, dtype=bool)
    for down in range(3):
        for across in range(3):
            near |= surely[down : down + size, across : across + size]
    return (covered > COVERED) | (near & (covered > COVERED_NEARBY))


def weighed_by_counts(seen: Probabilities, tile_set: TileSet) -> Probabilities:
    """The same [size, size, labels] with every square's letters weighed by how many of each the set
    has left for it, going by what all other squares show: where one E more is likelier than the
    third C, and a second Q can't be.

    Mean field: each square's answer is worked out from the others' last ones, a few times over.
    Whether a letter lies there at all isn't touched, nor the odds of blanks.
    """
    has = np.array([float(tile_set.counts.get(label, 0)) for label in LABELS[FIRST_LETTER:]])
    letters = seen[..., FIRST_LETTER:].astype(np.float64)
    total = letters.sum(axis=-1, keepdims=True)
    share = letters
    for _ in range(_ROUNDS):
        left = has - share.sum(axis=(0, 1)) + share
        share = letters * (np.maximum(left, 0.0) + ONE_MORE)
        share *= total / np.maximum(share.sum(axis=-1, keepdims=True), 1e-12)
    after = seen.copy()
    after[..., FIRST_LETTER:] = share
    return after


def weighed_by_words(seen: Probabilities, good_word: IsWord) -> Probabilities:
    """The same [size, size, labels] with the labels of every open square weighed by whether the
    words that they make with the tiles around are good. Only what is sure speaks for its
    neighbours: two wrong letters may well make a good word."""
    labels = _likeliest(seen)
    rows = {square: seen[square.row, square.column] for square in labels}
    still_open = {square for square, row in rows.items() if _is_open(square, row, labels)}
    after = seen.copy()
    for square in still_open:
        if not {tile for run in _runs(square, labels) for tile in run} & still_open:
            for i in np.flatnonzero(rows[square] > 0):
                if not all(map(good_word, _words_at(square, LABELS[i], labels))):
                    after[square.row, square.column, i] /= GOOD_WORDS
    return np.asarray(after / after.sum(axis=-1, keepdims=True), dtype=np.float32)


def _runs(square: Square, labels: Mapping[Square, Label]) -> list[list[Square]]:
    """The tiles in a line before and after a square, in each direction: four runs, from the top or
    the left on."""
    runs = []
    for direction in Direction:
        for by in (-1, 1):
            run, near = [], square.step(direction, by)
            while labels.get(near, EMPTY_LABEL) != EMPTY_LABEL:
                run.append(near)
                near = near.step(direction, by)
            runs.append(run[::by])
    return runs


def _words_at(square: Square, label: Label, labels: Mapping[Square, Label]) -> list[str]:
    """The words, of two tiles and more, that there are around a square with this label."""
    left, right, above, below = (
        "".join(labels[tile] for tile in run) for run in _runs(square, labels)
    )
    if label == EMPTY_LABEL:
        words = [left, right, above, below]
    else:
        words = [left + label + right, above + label + below]
    return [word for word in words if len(word) > 1]


def candidates_of(row: NDArray[np.float32], at_least: int = 1) -> tuple[tuple[Label, float], ...]:
    """The likeliest labels of a square [labels] with their probabilities, at most three."""
    order = np.argsort(-row, kind="stable")[:RUNNERS_UP]
    return tuple(
        (LABELS[i], round(float(row[i]), 4))
        for place, i in enumerate(order)
        if place < at_least or row[i] >= NEGLIGIBLE
    )


def doubt_about(square: Square, row: NDArray[np.float32]) -> Doubt:
    """The question that the probabilities [labels] of an unsure square lead to."""
    candidates = candidates_of(row, at_least=2)
    open_whether = EMPTY_LABEL in {label for label, _ in candidates[:2]}
    return Doubt(square, candidates, DoubtKind.OCCUPIED if open_whether else DoubtKind.LETTER)


def with_strange(doubts: Iterable[Doubt], reading: Reading) -> tuple[Doubt, ...]:
    """The doubts, each with the letter of another set that its square seems to show."""
    strange = reading.strange
    if strange is None or not strange.any():
        return tuple(doubts)
    seen = ((doubt, int(strange[doubt.square.row, doubt.square.column])) for doubt in doubts)
    return tuple(replace(doubt, strange=LABELS[i]) if i else doubt for doubt, i in seen)


def overdrawn(
    labels: Mapping[Square, Label], probabilities: Probabilities, tile_set: TileSet
) -> tuple[Square, ...]:
    """The least sure squares of every letter of which more lie there than the set has, as many
    as are too many."""
    where: dict[Label, list[Square]] = defaultdict(list)
    for square, label in labels.items():
        if label != EMPTY_LABEL:
            where[label].append(square)

    def sureness(square: Square) -> float:
        return float(probabilities[square.row, square.column, INDEX[labels[square]]])

    unsure: list[Square] = []
    for label, squares in where.items():
        too_many = len(squares) - tile_set.counts.get(label, 0)
        if too_many > 0:
            unsure += sorted(squares, key=sureness)[:too_many]
    return tuple(sorted(unsure))


def blank_letters(tiles: Mapping[Square, str]) -> Iterable[Doubt]:
    """The questions which letters the nameless blanks among these tiles stand for."""
    for square, tile in sorted(tiles.items()):
        if tile == BLANK_LABEL:
            yield Doubt(square, ((BLANK_LABEL, 1.0),), DoubtKind.BLANK_LETTER)


# --- evidence: all pictures of a square together ---

Evidence: TypeAlias = NDArray[np.float32]
"""float32 [size, size, len(LABELS)]: log-likelihoods of one picture, or of several, averaged;
0 all over where nothing is known."""

FLOOR = 2e-4
"""No square speaks louder than one misread square in 5 000: about what is left in the best
networks, and low enough that no single square can outvote the rest of a line."""

NOT_IN_THE_SET = 1e-9
"""The same for a letter that the set hasn't got. There may be many of these: each with FLOOR, they
would leave no letter sure."""

HANDS_ARE_RARE = 0.1
"""Where something more likely isn't there than is: one square of fifteen was covered in training,
in settled pictures of games hardly one of five hundred is. A tenth of the odds allows for a game in
which hands come often."""

HALF_A_HAND = 0.5
"""How likely a square without a letter is covered too if one next to it is."""

NEWEST = 0.6
"""Weight of the newest picture against all before it together. A tile that is misread once tends
to be misread again in every picture, so pictures are no independent witnesses: seeing it again
doesn't settle a doubt, seeing it better does."""

CORRECT_MARGIN = math.log(99.0)
"""A tile of an earlier turn is replaced without asking only where it is misread for 99 of 100."""


def log_likelihoods(reading: Reading, tile_set: TileSet) -> Evidence:
    """What one picture says for every label of every square.

    A covered square says the same for all of them, that is, nothing.
    """
    seen = possible(reading.probabilities, tile_set)
    covered = _in_the_way(reading.covered, seen)[..., None]
    least = np.where(_held(tile_set), FLOOR, NOT_IN_THE_SET)
    logs = np.log(np.maximum((1 - covered) * seen + covered, least))
    return np.asarray(logs, dtype=np.float32)


def _in_the_way(covered: NDArray[np.float32], seen: Probabilities) -> NDArray[np.float32]:
    """How likely something lies over each square: as the reader has it, and next to a square that
    is covered half as much, unless a letter is seen there. Only about half of a hand's squares are
    known for a hand; the others look empty."""
    sure = np.clip(covered, 0, 1)
    rarely = HANDS_ARE_RARE * sure / (HANDS_ARE_RARE * sure + 1 - sure)
    over = np.where(sure < COVERED, rarely, sure)
    around = np.pad(over, 1)
    size = len(over)
    nearby = np.max(
        [around[r : r + size, c : c + size] for r in range(3) for c in range(3)], axis=0
    )
    no_letter = seen[..., [INDEX[EMPTY_LABEL], INDEX[BLANK_LABEL]]].sum(axis=-1)
    return np.asarray(np.maximum(over, HALF_A_HAND * nearby * no_letter), dtype=np.float32)


def nothing(size: int) -> Evidence:
    """No evidence about any square."""
    return np.zeros((size, size, len(LABELS)), dtype=np.float32)


def with_evidence(
    known: Evidence, logs: Evidence, kept: Iterable[Square], fresh: Iterable[Square]
) -> Evidence:
    """The evidence after one more picture, for tiles that lay there and for tiles newly laid;
    nothing is kept about any other square."""
    after = np.zeros_like(known)
    for square in kept:
        at = (square.row, square.column)
        after[at] = (1 - NEWEST) * known[at] + NEWEST * logs[at] if known[at].any() else logs[at]
    for square in fresh:
        at = (square.row, square.column)
        after[at] = logs[at]
    return after


def probabilities(known: Evidence) -> Probabilities:
    """What the evidence makes of every square; sums to 1 along the last axis."""
    raised = np.exp(known - known.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), dtype=np.float32)


def evidence_margin(known: Evidence, square: Square, tile: Tile) -> float:
    """How much more speaks for a tile than for anything else; infinite where nothing is known."""
    row = known[square.row, square.column]
    if not row.any():
        return math.inf
    mine = INDEX[piece_of(tile)]
    return float(row[mine] - np.delete(row, mine).max())


def correction(known: Evidence, square: Square, tile: Tile) -> Tile | None:
    """The tile that surely lies on a square instead of the one believed, if there is one.

    That a tile was never there is no correction: it would have to be a play taken back.
    """
    row = known[square.row, square.column]
    best = int(row.argmax())
    better = LABELS[best]
    if better in (EMPTY_LABEL, piece_of(tile)) or not row.any():
        return None
    return better if -evidence_margin(known, square, tile) >= CORRECT_MARGIN else None


# --- letters that are still to lay ---


def weigh_letters(
    reading: Reading, position: Position, known: Evidence, tile_set: TileSet
) -> Reading:
    """The reading with its letters weighed by how many of each the set has left, in the face of
    what is believed of the tiles on the board and of how sure that is. Whether a letter lies on a
    square at all isn't touched: the network was trained on all letters alike, so their shares are
    left to what knows the set."""
    size = position.size
    lying = np.zeros((size, size, len(LABELS)))
    summed = probabilities(known)
    for square, tile in position.tiles.items():
        at = (square.row, square.column)
        if known[at].any():
            lying[at] = summed[at]
        else:
            lying[at][INDEX[piece_of(tile)]] = 1.0
    has = np.array([float(tile_set.counts.get(label, 0)) for label in LABELS])
    # Each square is judged without what was believed of itself.
    left = has - lying.sum(axis=(0, 1)) + lying
    weights = np.maximum(left, 0.0)[..., FIRST_LETTER:] + ONE_MORE
    letters = reading.probabilities[..., FIRST_LETTER:].astype(np.float64)
    after = letters * weights
    share = letters.sum(axis=-1, keepdims=True) / np.maximum(
        after.sum(axis=-1, keepdims=True), 1e-12
    )
    seen = reading.probabilities.copy()
    seen[..., FIRST_LETTER:] = after * share
    return replace(reading, probabilities=seen)
