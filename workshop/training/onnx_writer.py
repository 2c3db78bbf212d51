"""Writes the trained network as ONNX that every OpenCV from 4.6 to 5.0 reads.

Operators Conv, Relu, MaxPool, Flatten, Gemm; opset 13, IR 8, one file, a free batch size, batch
normalisation folded into the convolutions. Tests:
workshop/tests/test_training_writer.py.
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
    """`kernel` [out, in, height, width], `bias` [out], ReLU; `pooled`: then 2 x 2 maxima."""

    kernel: Array
    bias: Array
    pooled: bool


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
    dense layer with ReLU, and, both out of that, "logits" [N, classes] and "values" [N, values]."""
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
        if layer.pooled:
            nodes.append(
                helper.make_node(
                    "MaxPool", [x], [f"p{number}"], kernel_shape=[2, 2], strides=[2, 2]
                )
            )
            x = f"p{number}"
    nodes.append(helper.make_node("Flatten", [x], ["flat"], axis=1))
    x = "flat"
    answers = iter(("logits", "values"))
    last = max(number for number, whole in enumerate(dense) if whole.relu)
    for number, whole in enumerate(dense):
        names = (f"dense{number}.kernel", f"dense{number}.bias")
        constants += [
            numpy_helper.from_array(np.ascontiguousarray(whole.kernel, dtype=np.float32), names[0]),
            numpy_helper.from_array(whole.bias.astype(np.float32), names[1]),
        ]
        out = f"d{number}" if whole.relu else next(answers)
        nodes.append(helper.make_node("Gemm", [x, *names], [out], transB=1))
        if whole.relu:
            x = "seen" if number == last else f"a{number}"
            nodes.append(helper.make_node("Relu", [out], [x]))
    widths = [whole.bias.shape[0] for whole in dense[last:]]
    outputs = dict(zip(("seen", "logits", "values"), widths, strict=False))
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
