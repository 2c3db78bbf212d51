"""The ONNX writer against plain NumPy, and as OpenCV reads it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("onnx")
import onnx
from onnx.reference import ReferenceEvaluator

from workshop.training.onnx_writer import (
    BoardLayers,
    Convolution,
    Dense,
    board_onnx,
    folded,
    rounded,
    write,
)


def _convolved(x: np.ndarray, layer: Convolution) -> np.ndarray:
    """[rows, columns, in] to [rows, columns, out], 3 x 3 with zeros round it, ReLU, maxima."""
    rows, columns, _ = x.shape
    around = np.pad(x, ((1, 1), (1, 1), (0, 0)))
    out = np.zeros((rows, columns, layer.bias.shape[0]))
    for dy in range(3):
        for dx in range(3):
            out += around[dy : dy + rows, dx : dx + columns] @ layer.kernel[:, :, dy, dx].T
    out = np.maximum(out + layer.bias, 0)
    side = layer.pooled
    return out.reshape(rows // side, side, columns // side, side, -1).max(axis=(1, 3))


@pytest.mark.parametrize("maxima", [(2, 1), (1, 4), (2, 4)])
def test_opencv_computes_what_numpy_computes(tmp_path: Path, maxima: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)

    def some(*shape: int) -> np.ndarray:
        return rng.normal(0, 0.3, shape).astype(np.float32)

    convolutions = [
        Convolution(some(4, 3, 3, 3), some(4), maxima[0]),
        Convolution(some(6, 4, 3, 3), some(6), maxima[1]),
    ]
    left = 8 // maxima[0] // maxima[1]
    dense = [
        Dense(some(7, left * left * 6), some(7), relu=True),
        Dense(some(5, 7), some(5), relu=False),
    ]
    path = tmp_path / "small.onnx"
    write(path, convolutions, dense, side=8)
    net = cv2.dnn.readNetFromONNX(str(path))
    for count in (1, 3):
        crops = some(count, 8, 8, 3)
        net.setInput(np.ascontiguousarray(crops.transpose(0, 3, 1, 2)))
        seen, logits = net.forward(["seen", "logits"])
        assert (seen.shape, logits.shape) == ((count, 7), (count, 5))
        for crop, features, answer in zip(crops, seen, logits, strict=True):
            x: np.ndarray = crop
            for layer in convolutions:
                x = _convolved(x, layer)
            hidden = np.maximum(
                dense[0].kernel @ x.transpose(2, 0, 1).reshape(-1) + dense[0].bias, 0
            )
            assert np.abs(features - hidden).max() < 1e-4
            assert np.abs(answer - (dense[1].kernel @ hidden + dense[1].bias)).max() < 1e-4


def test_the_file_declares_what_it_hands_out(tmp_path: Path) -> None:
    path, zeros = tmp_path / "small.onnx", np.zeros
    convolution = Convolution(zeros((2, 3, 3, 3), np.float32), zeros(2, np.float32), 4)
    layers = [
        Dense(zeros((n, k), np.float32), zeros(n, np.float32), k > 3) for n, k in ((3, 8), (2, 3))
    ]
    write(path, [convolution], layers, side=8)
    outputs = onnx.load(str(path)).graph.output
    widths = {each.name: each.type.tensor_type.shape.dim[1].dim_value for each in outputs}
    assert widths == {"seen": 3, "logits": 2}


def test_folding_changes_nothing() -> None:
    rng = np.random.default_rng(2)
    kernel = rng.normal(0, 1, (4, 2, 3, 3)).astype(np.float32)
    gamma, beta, mean = (rng.normal(1, 0.2, 4).astype(np.float32) for _ in range(3))
    variance = rng.uniform(0.5, 2, 4).astype(np.float32)
    x = rng.normal(0, 1, (2, 3, 3)).astype(np.float32)
    plain = np.tensordot(kernel, x, 3)
    normal = gamma * (plain - mean) / np.sqrt(variance + 1e-3) + beta
    new_kernel, bias = folded(kernel, gamma, beta, mean, variance, 1e-3)
    assert np.abs(np.tensordot(new_kernel, x, 3) + bias - normal).max() < 1e-4


def _board_layers() -> BoardLayers:
    rng = np.random.default_rng(3)

    def some(out: int, into: int, side: int, pooled: int = 1) -> Convolution:
        kernel = rng.normal(0, 0.3, (out, into, side, side)).astype(np.float32)
        return Convolution(kernel, rng.normal(0, 0.3, out).astype(np.float32), pooled)

    return BoardLayers(
        [some(4, 3, 3, pooled=2), some(6, 4, 3)],
        some(6, 6, 3), 2, some(7, 6, 8), 4, some(7, 7, 3), some(5, 7, 1),
    )  # fmt: skip


def test_opencv_computes_of_boards_of_any_size_what_onnx_says() -> None:
    data = board_onnx(_board_layers())
    net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
    reference = ReferenceEvaluator(onnx.load_from_string(data))
    # Half as many pixels, less two on every side; windows of eight, four apart.
    for height, width in ((40, 40), (24, 56), (40, 40)):
        board = np.random.default_rng(height).normal(0, 1, (1, 3, height, width))
        board = board.astype(np.float32)
        net.setInput(board)
        (ours,) = net.forward(["logits"])
        (theirs,) = reference.run(None, {"board": board})
        rows, columns = ((side // 2 - 4 - 8) // 4 + 1 for side in (height, width))
        assert ours.shape == theirs.shape == (1, 5, rows, columns)
        assert np.abs(ours - theirs).max() < 1e-4 * np.abs(theirs).max()


def test_rounded_weights_differ_by_less_than_a_four_thousandth() -> None:
    data = board_onnx(_board_layers())
    before, after = (onnx.load_from_string(each).graph for each in (data, rounded(data)))
    changed = 0
    for one, other in zip(before.initializer, after.initializer, strict=True):
        a, b = map(onnx.numpy_helper.to_array, (one, other))
        assert np.abs(a - b).max() <= np.abs(a).max() / 4000
        changed += int((a != b).sum())
        if a.dtype == np.float32:
            assert not (b.view(np.uint32) & 0xFFF).any()
    assert changed > 100
