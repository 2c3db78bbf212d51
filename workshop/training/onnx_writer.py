"""Writes the trained networks as ONNX that every OpenCV from 4.6 to 5.0 reads.

Operators Conv, Relu, MaxPool, Flatten, Gemm, and of the look at whole boards Add and Slice; opset
13, IR 8, one file, a free batch size (or size of the board), batch normalisation folded into the
convolutions. Tests: workshop/tests/test_training_writer.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Array = NDArray[np.float32]


@dataclass(frozen=True)
class Convolution:
    """`kernel` [out, in, height, width], `bias` [out], ReLU; then the maxima of squares of `pooled`
    pixels a side, of none if that is 1."""

    kernel: Array
    bias: Array
    pooled: int = 1


@dataclass(frozen=True)
class Dense:
    """`kernel` [out, in], `bias` [out]; `relu`: whether ReLU follows."""

    kernel: Array
    bias: Array
    relu: bool


def folded(
    kernel: Array, gamma: Array, beta: Array, mean: Array, variance: Array, epsilon: float
) -> tuple[Array, Array]:
    """A convolution without bias and the batch normalisation after it as one convolution."""
    scale = gamma / np.sqrt(variance + epsilon)
    return (
        (kernel * scale[:, None, None, None]).astype(np.float32),
        (beta - mean * scale).astype(np.float32),
    )


def write(
    path: Path, convolutions: Sequence[Convolution], dense: Sequence[Dense], side: int
) -> None:
    """Writes input "crops" [N, 3, side, side] to outputs "seen" [N, features], out of the last
    dense layer with ReLU, and "logits" [N, classes], out of that."""
    nodes, constants = [], []
    x = "crops"
    for number, layer in enumerate(convolutions):
        names = (f"conv{number}.kernel", f"conv{number}.bias")
        kernel = np.ascontiguousarray(layer.kernel, dtype=np.float32)
        constants += [
            numpy_helper.from_array(kernel, names[0]),
            numpy_helper.from_array(layer.bias.astype(np.float32), names[1]),
        ]
        reach = kernel.shape[2] // 2
        nodes += [
            helper.make_node(
                "Conv", [x, *names], [f"c{number}"],
                kernel_shape=kernel.shape[2:], pads=[reach] * 4, strides=[1, 1],
            ),
            helper.make_node("Relu", [f"c{number}"], [f"r{number}"]),
        ]  # fmt: skip
        x = f"r{number}"
        if layer.pooled > 1:
            sides = [layer.pooled] * 2
            nodes.append(
                helper.make_node("MaxPool", [x], [f"p{number}"], kernel_shape=sides, strides=sides)
            )
            x = f"p{number}"
    nodes.append(helper.make_node("Flatten", [x], ["flat"], axis=1))
    x = "flat"
    last = max(number for number, whole in enumerate(dense) if whole.relu)
    for number, whole in enumerate(dense):
        names = (f"dense{number}.kernel", f"dense{number}.bias")
        constants += [
            numpy_helper.from_array(np.ascontiguousarray(whole.kernel, dtype=np.float32), names[0]),
            numpy_helper.from_array(whole.bias.astype(np.float32), names[1]),
        ]
        out = f"d{number}" if whole.relu else "logits"
        nodes.append(helper.make_node("Gemm", [x, *names], [out], transB=1))
        if whole.relu:
            x = "seen" if number == last else f"a{number}"
            nodes.append(helper.make_node("Relu", [out], [x]))
    widths = [whole.bias.shape[0] for whole in dense[last:]]
    outputs = dict(zip(("seen", "logits"), widths, strict=True))
    graph = helper.make_graph(
        nodes,
        "reader",
        [helper.make_tensor_value_info("crops", TensorProto.FLOAT, ["N", 3, side, side])],
        [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, ["N", width])
            for name, width in outputs.items()
        ],
        constants,
    )
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8, producer_name="tilekeeper"
    )
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())


@dataclass(frozen=True)
class BoardLayers:
    """The look at a whole board: `steps`, each before it 2 x 2 maxima if it is `pooled`; `last`,
    which is added to what it sees; `cut` off on all sides; the `window` of every square; its
    `neighbours`, added too; and out of that `classes`."""

    steps: Sequence[Convolution]
    last: Convolution
    cut: int
    window: Convolution
    stride: int
    neighbours: Convolution
    classes: Convolution


def board_onnx(layers: BoardLayers) -> bytes:
    """The file: input "board" [1, 3, height, width] to output "logits" [1, classes, h, w]."""
    nodes, constants = [], []

    def constant(name: str, value: NDArray[np.generic]) -> str:
        constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(kind: str, given: Sequence[str], name: str, **how: object) -> str:
        nodes.append(helper.make_node(kind, given, [name], **how))
        return name

    def convolved(
        x: str, layer: Convolution, name: str, reach: int | None = None, stride: int = 1
    ) -> str:
        kernel = np.asarray(layer.kernel, np.float32)
        weights = constant(f"{name}.kernel", kernel), constant(f"{name}.bias", layer.bias)
        around = kernel.shape[2] // 2 if reach is None else reach
        return node(
            "Conv", [x, *weights], name,
            kernel_shape=kernel.shape[2:], pads=[around] * 4, strides=[stride] * 2,
        )  # fmt: skip

    def positive(x: str) -> str:
        return node("Relu", [x], f"{x}.relu")

    x = "board"
    for number, step in enumerate(layers.steps):
        x = positive(convolved(x, step, f"step{number}"))
        if step.pooled > 1:
            sides = [step.pooled] * 2
            x = node("MaxPool", [x], f"pool{number}", kernel_shape=sides, strides=sides)
    x = node("Add", [x, positive(convolved(x, layers.last, "last"))], "seen")
    bounds = (layers.cut,) * 2, (-layers.cut,) * 2, (2, 3)
    names = ("starts", "ends", "axes")
    cut = (constant(name, np.array(at, np.int64)) for name, at in zip(names, bounds, strict=True))
    x = node("Slice", [x, *cut], "inside")
    x = positive(convolved(x, layers.window, "window", 0, layers.stride))
    x = node("Add", [x, positive(convolved(x, layers.neighbours, "neighbours"))], "squares")
    convolved(x, layers.classes, "logits")
    classes = len(layers.classes.bias)
    graph = helper.make_graph(
        nodes,
        "board_look",
        [helper.make_tensor_value_info("board", TensorProto.FLOAT, [1, 3, "height", "width"])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, classes, "h", "w"])],
        constants,
    )
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8, producer_name="tilekeeper"
    )
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


def rounded(data: bytes, bits: int = 11) -> bytes:
    """A network with so many bits of each weight's mantissa: in a wheel its files are a third
    smaller, and what it says differs in the fourth decimal."""
    model = onnx.load_from_string(data)
    spare = 23 - bits
    half, kept = np.uint32(1 << (spare - 1)), np.uint32(2**32 - (1 << spare))
    for constant in model.graph.initializer:
        weights = numpy_helper.to_array(constant)
        if weights.dtype == np.float32:
            whole = np.ascontiguousarray(weights).view(np.uint32)
            short = ((whole + half) & kept).view(np.float32)
            constant.CopyFrom(numpy_helper.from_array(short, constant.name))
    return bytes(model.SerializeToString())
