"""What lies on a square: crops in, calibrated probabilities out, by a small network.

Runs vision/data/reader.onnx through OpenCV; what is known of the board and the rules is not its
business. How the network came about: docs/reader.md. Tests: tests/vision/test_classify.py.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import UNKNOWN_BLANK, TileSet
from vision.reading import (
    BLANK_LABEL,
    EMPTY_LABEL,
    LABELS,
    Crops,
    Probabilities,
    check_letters,
)

Classify: TypeAlias = Callable[[Crops], Probabilities]
"""Crops to probabilities [n, len(LABELS)]."""

ClassifyAll: TypeAlias = Callable[[Crops], tuple[Probabilities, NDArray[np.float32]]]
"""The same, and how likely each crop is covered [n]."""

DEVIATION_FLOOR = 3.0
"""Added to a crop's deviation (steps of 255), so that a bare square's noise isn't blown up."""

AT_ONCE = 25
"""Crops that go through the network together. A whole board at once is no faster and takes 60 MB
more, which the network keeps; the answers are the same to the last bit."""

OUTPUTS = ["seen", "logits"]
"""The network's last hidden layer, and what it makes of that. Both are declared in the file and
both are asked for every time: OpenCV 5 hands out no others, and no fewer."""


class BrokenReaderError(RuntimeError):
    """The reader's files are missing or don't belong together: install tilekeeper again."""


@dataclass(frozen=True)
class Description:
    """What reader.json says of the network: the side of its crops, in pixels, its classes in
    order, and the temperature that makes its probabilities honest."""

    side: int
    classes: tuple[str, ...]
    temperature: float


class TileNet:
    """The network. One thread owns it: OpenCV's networks aren't safe to share.

    `onnx` and `description` are given where another network than the shipped one is to be tried.
    """

    def __init__(self, onnx: bytes | None = None, description: Description | None = None) -> None:
        self._onnx = onnx
        self.description = description or shipped_description()
        self._net: cv2.dnn.Net | None = None

    def classify(self, crops: Crops) -> tuple[Probabilities, NDArray[np.float32]]:
        """What lies on each square, float32 [n, len(LABELS)], each row summing to 1, and how
        likely something else is in the way, float32 [n]."""
        return self.calibrated(self.logits(crops))

    def calibrated(self, logits: NDArray[np.float32]) -> tuple[Probabilities, NDArray[np.float32]]:
        """`classify`'s answer to squares of which the network says this."""
        scaled = logits.astype(np.float64) / self.description.temperature
        scaled -= scaled.max(axis=1, keepdims=True)
        odds = np.exp(scaled)
        odds /= odds.sum(axis=1, keepdims=True)
        tiles = np.maximum(odds[:, : len(LABELS)], 1e-9)
        probabilities = tiles / tiles.sum(axis=1, keepdims=True)
        return probabilities.astype(np.float32), odds[:, len(LABELS)].astype(np.float32)

    def logits(self, crops: Crops) -> NDArray[np.float32]:
        """What the network says, before temperature, float32 [n, len(LABELS) + 1]."""
        if len(crops) == 0:
            return np.zeros((0, len(LABELS) + 1), np.float32)
        return self.look(crops)[0]

    def look(self, crops: Crops) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The logits of at least one crop and, from the same pass, how the network sees it before
        it names it: the last hidden layer, float32 [n, features]."""
        net, side = self._opened(), self.description.side
        came: list[tuple[NDArray[np.float32], ...]] = []
        for start in range(0, len(crops), AT_ONCE):
            net.setInput(network_input(crops[start : start + AT_ONCE], side))
            # OpenCV may hand out its own memory, in which the next answer will stand.
            out = net.forward(OUTPUTS)
            came.append(tuple(np.array(each, dtype=np.float32) for each in out))
        seen, logits = (np.concatenate(each) for each in zip(*came, strict=True))
        return logits, seen

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the network's file, in hexadecimal: what was made for it names it so."""
        return hashlib.sha256(self._file()).hexdigest()

    def _opened(self) -> cv2.dnn.Net:
        if self._net is None:
            self._net = _load(self._file())
        return self._net

    def _file(self) -> bytes:
        return self._onnx if self._onnx is not None else _shipped_onnx()


def network_input(crops: Crops, side: int) -> NDArray[np.float32]:
    """Crops as the network wants them, float32 [n, 3, side, side]: shrunk, minus each crop's
    mean, over its deviation."""
    if crops.shape[1] != side:
        size = (side, side)
        small = [cv2.resize(crop, size, interpolation=cv2.INTER_LINEAR) for crop in crops]
        crops = np.asarray(np.stack(small), dtype=np.uint8)
    x = crops.astype(np.float32)
    mean = x.mean(axis=(1, 2, 3), keepdims=True)
    deviation = x.std(axis=(1, 2, 3), keepdims=True)
    x = (x - mean) / (deviation + np.float32(DEVIATION_FLOOR))
    return np.ascontiguousarray(x.transpose(0, 3, 1, 2))


def mask_letters(probabilities: Probabilities, tile_set: TileSet) -> Probabilities:
    """The same without the letters (and blanks) that a tile set hasn't got, summing to 1 again.

    UnknownLetterError if it has one that there is no label for: it would be read as another."""
    check_letters(tile_set)
    held = {EMPTY_LABEL, *tile_set.letters}
    if tile_set.counts.get(UNKNOWN_BLANK, 0) > 0:
        held.add(BLANK_LABEL)
    keep = np.array([label in held for label in LABELS], np.float32)
    masked = probabilities * keep
    return np.asarray(masked / masked.sum(axis=-1, keepdims=True), dtype=np.float32)


def shipped_description() -> Description:
    """What the network that ships says of itself. BrokenReaderError if it can't be used."""
    source = files("vision") / "data" / "reader.json"
    try:
        data = json.loads(source.read_text(encoding="utf-8"))
        description = Description(
            int(data["side"]), tuple(data["classes"]), float(data["temperature"])
        )
    except (OSError, ValueError, KeyError, TypeError) as bad:
        raise BrokenReaderError(f"vision/data/reader.json can't be used ({bad!r})") from bad
    if description.classes[: len(LABELS)] != LABELS:
        raise BrokenReaderError("reader.json and vision/reading.py differ in their classes")
    return description


def _shipped_onnx() -> bytes:
    source = files("vision") / "data" / "reader.onnx"
    try:
        return source.read_bytes()
    except OSError as bad:
        raise BrokenReaderError(f"vision/data/reader.onnx can't be read ({bad!r})") from bad


def _load(onnx: bytes) -> cv2.dnn.Net:
    """The network in OpenCV; in OpenCV 5 by its classic engine, which is the faster one."""
    read: Callable[..., cv2.dnn.Net] = cv2.dnn.readNetFromONNX
    engine = [cv2.dnn.ENGINE_CLASSIC] if hasattr(cv2.dnn, "ENGINE_CLASSIC") else []
    try:
        return read(np.frombuffer(onnx, np.uint8), *engine)
    except cv2.error as bad:
        raise BrokenReaderError(f"vision/data/reader.onnx can't be used ({bad})") from bad
