"""A trained network as ONNX: its layers' weights, folded, handed to the writer; and back again."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from workshop.training.network import CUT, MAXIMA, BoardModel, Reader, SquareNet
from workshop.training.onnx_writer import (
    BoardLayers,
    Convolution,
    Dense,
    board_onnx,
    folded,
    write,
)


def as_onnx(model: SquareNet, side: int) -> bytes:
    """The network as the bytes of an ONNX file."""
    convolutions = [
        _step(step.convolution, step.norm, maxima)
        for step, maxima in zip(model.steps, model.maxima, strict=True)
    ]
    dense = [
        Dense(_array(layer.weight), _array(layer.bias), relu=layer is model.features)
        for layer in (model.features, model.named)
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "reader.onnx"
        write(path, convolutions, dense, side)
        return path.read_bytes()


def board_as_onnx(model: BoardModel) -> bytes:
    """The look at whole boards as the bytes of an ONNX file, with its classes alone."""
    steps = zip(model.steps, MAXIMA, strict=True)
    return board_onnx(
        BoardLayers(
            [_step(each.convolution, each.norm, maxima) for each, maxima in steps],
            _step(model.last.convolution, model.last.norm),
            CUT,
            _step(model.window, model.norm),
            model.window.stride[0],
            _step(model.neighbours.convolution, model.neighbours.norm),
            Convolution(_array(model.classes.weight), _array(model.classes.bias)),
        )
    )


def _step(convolution: nn.Conv2d, norm: nn.BatchNorm2d, maxima: int = 1) -> Convolution:
    parts = (convolution.weight, norm.weight, norm.bias, norm.running_mean, norm.running_var)
    kernel, bias = folded(*map(_array, parts), norm.eps)
    return Convolution(kernel, bias, maxima)


def _array(tensor: Tensor) -> NDArray[np.float32]:
    return tensor.detach().float().cpu().numpy()


def read_onnx(data: bytes, classes: tuple[str, ...]) -> Reader:
    """A file that `as_onnx` wrote, taken apart again, to go on from."""
    graph = onnx.load_from_string(data).graph
    constants = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    return Reader(_pairs(constants, "conv"), _pairs(constants, "dense"), classes)


def _pairs(
    constants: dict[str, NDArray[np.float32]], kind: str
) -> tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...]:
    count = sum(name.startswith(kind) for name in constants) // 2
    return tuple(
        (constants[f"{kind}{n}.kernel"], constants[f"{kind}{n}.bias"]) for n in range(count)
    )
