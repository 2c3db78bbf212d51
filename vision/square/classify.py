"""What lies on a square: crops in, calibrated probabilities out, by a small network.

Runs the networks in vision/data; what is known of the board and the rules is not its business. How
they came about: docs/reader.md. Tests: tests/vision/test_classify.py.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sentences import Sentence
from engine.tiles import UNKNOWN_BLANK, TileSet
from vision.reading import (
    BASES,
    BLANK_LABEL,
    EMPTY_LABEL,
    FIRST_LETTER,
    LABELS,
    NETWORK_LABELS,
    VALUE_NAMES,
    Crops,
    Probabilities,
    check_letters,
)
from vision.square.network import BrokenReaderError, Run, open_network

Classify: TypeAlias = Callable[[Crops], Probabilities]
"""Crops to probabilities [n, len(LABELS)]."""

ClassifyAll: TypeAlias = Callable[[Crops], tuple[Probabilities, NDArray[np.float32]]]
"""The same, and how likely each crop is covered [n]."""

DEVIATION_FLOOR = 3.0
"""Added to a crop's deviation (steps of 255), so that a bare square's noise isn't blown up."""

BATCH_SIZE = 25
"""Crops that go through the network together. A whole board at once is no faster and takes 60 MB
more, which the network keeps; the answers are the same to the last bit."""

OUTPUTS = ["logits", "seen"]
"""The network's last hidden layer, and what it makes of that."""

FIRST_LOOK, CLOSE_LOOK, BOARD_LOOK = "reader", "close_look", "board_look"
PRINTED_VALUES = "printed_values"
"""The networks that ship, as their files in vision/data are named."""


@dataclass(frozen=True)
class Description:
    """What reader.json says of the network: the side of its crops in pixels, or of a square in a
    whole board, its classes in order, and the temperature that makes its probabilities honest;
    `shares`: how often it met each class in training, where that is asked for."""

    side: int
    classes: tuple[str, ...]
    temperature: float
    shares: tuple[float, ...] = ()


class Classified(NamedTuple):
    """What lies on squares: `probabilities` float32 [n, len(LABELS)], each row summing to 1;
    `covered` [n], how likely something else is in the way."""

    probabilities: Probabilities
    covered: NDArray[np.float32]


class NetworkOutput(NamedTuple):
    """What the network says of crops, before temperature: `logits` float32 [n, classes]; `seen`,
    how it sees each crop before it names it, the last hidden layer, [n, features]."""

    logits: NDArray[np.float32]
    seen: NDArray[np.float32]


class OpenNetworks(threading.local):
    """The networks that ship, by name and whether they are sparing, as each thread has opened them:
    a table's next game, and its next reader, needn't open them again."""

    def __init__(self) -> None:
        self.networks: dict[tuple[str, bool], Run] = {}


OPEN_NETWORKS = OpenNetworks()


class SquareNetwork:
    """A network that says what lies on squares. One thread owns it: networks aren't safe to share.

    `onnx` and `description` are given where another network than the shipped one of that name is
    to be tried; `sparing`: it takes less memory and more time (vision/square/network.py).
    """

    def __init__(
        self,
        onnx: bytes | None = None,
        description: Description | None = None,
        name: str = FIRST_LOOK,
        sparing: bool = False,
    ) -> None:
        self._onnx, self._name, self._sparing = onnx, name, sparing
        self.description = description or shipped_description(name)
        self._run: Run | None = None

    def calibrated(self, logits: NDArray[np.float32]) -> Classified:
        """What lies on squares of which the network says this, before temperature: `logits`
        [n, classes]."""
        odds = softmax(logits, self.description.temperature)
        tiles = np.maximum(odds[:, : len(NETWORK_LABELS)], 1e-9)
        probabilities = np.zeros((len(tiles), len(LABELS)), np.float32)
        probabilities[:, : len(NETWORK_LABELS)] = tiles / tiles.sum(axis=1, keepdims=True)
        return Classified(probabilities, odds[:, -1].astype(np.float32))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the network's file, in hexadecimal: what was made for it names it so."""
        return hashlib.sha256(self._file).hexdigest()

    def _opened(self, outputs: Sequence[str]) -> Run:
        if self._run is None:
            self._run = self._open(outputs) if self._onnx is not None else self._shared(outputs)
        return self._run

    def _shared(self, outputs: Sequence[str]) -> Run:
        """The network that ships, as the first who needed it in this thread opened it."""
        key = self._name, self._sparing
        if key not in OPEN_NETWORKS.networks:
            OPEN_NETWORKS.networks[key] = self._open(outputs)
        return OPEN_NETWORKS.networks[key]

    def _open(self, outputs: Sequence[str]) -> Run:
        name = f"vision/data/{files_of(self._name)[0]}"
        return open_network(self._file, outputs, name, self._sparing)

    @property
    def _file(self) -> bytes:
        return self._onnx if self._onnx is not None else _shipped_onnx(self._name)


class CropNetwork(SquareNetwork):
    """A network that sees one square at a time, with a little around it."""

    def look(self, crops: Crops) -> NetworkOutput:
        """All that one pass through the network yields of at least one crop."""
        side, run = self.description.side, self._opened(OUTPUTS)
        came = [
            run(network_input(crops[start : start + BATCH_SIZE], side))
            for start in range(0, len(crops), BATCH_SIZE)
        ]
        return NetworkOutput(*(np.concatenate(each) for each in zip(*came, strict=True)))


class TileNet(CropNetwork):
    """The first look, or the close one."""

    def classify(self, crops: Crops) -> Classified:
        """What lies on each square."""
        if len(crops) == 0:
            nothing = np.zeros((0, len(LABELS)), np.float32)
            return Classified(nothing, np.zeros(0, np.float32))
        return self.calibrated(self.look(crops).logits)


def softmax(logits: NDArray[np.float32], temperature: float) -> NDArray[np.float64]:
    """Probabilities [n, classes] out of what a network says of them."""
    scaled = logits.astype(np.float64) / temperature
    odds = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def network_input(crops: Crops, side: int) -> NDArray[np.float32]:
    """Crops as the network wants them, float32 [n, 3, side, side]: shrunk, minus each crop's
    mean, over its deviation."""
    n, before = crops.shape[:2]
    # One below another, in one call: a crop's outermost pixels are never mixed with its
    # neighbour's, as OpenCV weighs only the two that are nearest.
    column = np.ascontiguousarray(crops).reshape(n * before, before, 3)
    if before != side:
        column = np.asarray(cv2.resize(column, (side, n * side), interpolation=cv2.INTER_LINEAR))
    x = np.empty((n, 3, side, side), np.float32)
    for channel, plane in enumerate(cv2.split(column)):
        x[:, channel] = plane.reshape(n, side, side)
    flat = x.reshape(n, -1)
    flat -= flat.mean(axis=1, keepdims=True)
    deviation = np.sqrt(np.einsum("ij,ij->i", flat, flat) / np.float32(flat.shape[1]))
    flat /= (deviation + np.float32(DEVIATION_FLOOR))[:, None]
    return x


ANOTHER_SETS = 0.9
"""From here on a letter is taken for one that the set doesn't have, by the look at the whole board,
the first and the close look together. Of rendered tiles of any make, 10 422 of five sets read as
their own, 13 reach it (by the look at the whole board alone 118, by the first look 49); of 172
letters that the set doesn't have 110."""

SEVERAL_STRANGE, PERHAPS_ANOTHER_SETS = 2, 0.35
"""Where several surely are, the tiles are another set's, and this is enough for the rest: 155 of
172."""

WITHOUT_ITS_MARK = 1 / 3
"""How likely such a letter is the same one without its mark all the same: little enough that it is
asked about, whatever else speaks for it."""


def mask_letters(probabilities: Probabilities, tile_set: TileSet) -> Probabilities:
    """The same without the letters (and blanks) that a tile set doesn't have, summing to 1 again.

    UnknownLetterError if it has one that there is no label for: it would be read as another."""
    check_letters(tile_set)
    masked = probabilities * _held(tile_set)
    return np.asarray(masked / masked.sum(axis=-1, keepdims=True), dtype=np.float32)


def of_other_sets(probabilities: Probabilities, tile_set: TileSet) -> Probabilities:
    """What is left [..., len(LABELS)] for letters that a tile set doesn't have. Not where it has
    the same letter with another mark: an Ă is an Ä there, and Ž is Ż or Ź."""
    held = _held(tile_set)
    marked = {int(base) for i, base in enumerate(BASES) if held[i] and base != i}
    strange = ~held & ~np.isin(BASES, list(marked))
    return np.asarray(probabilities * strange, np.float32)


def shared_strange(others: Probabilities, by_another_look: Probabilities) -> Probabilities:
    """What two looks at squares [n, len(LABELS)] together leave for letters of other sets: as much
    as their geometric mean, so that one that sees none of it overrules the other."""
    either = others + by_another_look
    shares = np.sqrt(others.sum(axis=-1) * by_another_look.sum(axis=-1))
    return np.asarray(
        either * (shares / np.maximum(either.sum(axis=-1), 1e-9))[..., None], np.float32
    )


def seen_strange(others: Probabilities) -> NDArray[np.bool_]:
    """Which squares of a board [n] show a letter of another set, by what is left for those."""
    share = others.sum(axis=-1)
    several = (share >= ANOTHER_SETS).sum() >= SEVERAL_STRANGE
    return np.asarray(share >= (PERHAPS_ANOTHER_SETS if several else ANOTHER_SETS))


def doubt_strange(
    probabilities: Probabilities, others: Probabilities, tile_set: TileSet
) -> Probabilities:
    """The same [n, len(LABELS)], and what surely shows a letter of another set, by what is left for
    `others`, none of this one for sure."""
    strange = seen_strange(others)
    if not strange.any():
        return probabilities
    held = _held(tile_set)
    plain = np.eye(len(LABELS), dtype=np.float32)[BASES[others[strange].argmax(axis=-1)]] * held
    letters = held * (np.arange(len(LABELS)) >= FIRST_LETTER)
    likely = WITHOUT_ITS_MARK * plain + (1 - WITHOUT_ITS_MARK) * letters / letters.sum()
    after = probabilities.copy()
    share = after[strange, FIRST_LETTER:].sum(axis=-1, keepdims=True)
    after[strange] += share * likely / likely.sum(axis=-1, keepdims=True)
    after[strange, FIRST_LETTER:] -= probabilities[strange, FIRST_LETTER:]
    return after


def _held(tile_set: TileSet) -> NDArray[np.bool_]:
    """Which labels a set can show, [labels]."""
    held = {EMPTY_LABEL, *tile_set.letters}
    if tile_set.counts.get(UNKNOWN_BLANK, 0) > 0:
        held.add(BLANK_LABEL)
    return np.array([label in held for label in LABELS])


def shipped_description(name: str = FIRST_LOOK) -> Description:
    """What a network that ships says of itself. BrokenReaderError if it can't be used."""
    source = files("vision") / "data" / f"{name}.json"
    try:
        data = json.loads(source.read_text(encoding="utf-8"))
        description = Description(
            int(data["side"]),
            tuple(data["classes"]),
            float(data["temperature"]),
            tuple(float(share) for share in data.get("shares", ())),
        )
    except (OSError, ValueError, KeyError, TypeError) as bad:
        raise BrokenReaderError(
            Sentence("vision/data/{name} can’t be used ({why})", name=f"{name}.json", why=repr(bad))
        ) from bad
    known = VALUE_NAMES if name == PRINTED_VALUES else NETWORK_LABELS
    if description.classes[: len(known)] != known:
        raise BrokenReaderError(
            Sentence("{name} and vision/reading.py differ in their classes", name=f"{name}.json")
        )
    return description


def _shipped_onnx(name: str) -> bytes:
    return b"".join(_read(file) for file in files_of(name))


def _read(file: str) -> bytes:
    try:
        return (files("vision") / "data" / file).read_bytes()
    except OSError as bad:
        raise BrokenReaderError(
            Sentence("vision/data/{name} can’t be read ({why})", name=file, why=repr(bad))
        ) from bad


def files_of(name: str) -> tuple[str, ...]:
    """The files in vision/data that are a network that ships, one after the other. The largest is
    cut in two: a repository is no place for larger files, and to unpack one took longer than to
    find a board."""
    if name == BOARD_LOOK:
        return f"{name}.onnx.1", f"{name}.onnx.2"
    return (f"{name}.onnx",)
