"""A trained Keras network as ONNX: its layers' weights, folded, handed to the writer."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import onnx
import tensorflow as tf
from onnx import numpy_helper

from workshop.training.network import Reader
from workshop.training.onnx_writer import Convolution, Dense, folded, write


def as_onnx(model: tf.keras.Model, side: int, with_values: bool) -> bytes:
    """The network as the bytes of an ONNX file, with its second answer or without."""
    kinds = tf.keras.layers
    layers = list(model.layers)
    convolutions: list[Convolution] = []
    dense: list[Dense] = []
    for number, layer in enumerate(layers):
        if isinstance(layer, kinds.Conv2D):
            (kernel,) = layer.get_weights()
            pooled = isinstance(layers[number + 1], kinds.MaxPooling2D)
            norm = layers[number + 1 + pooled]
            beta, mean, variance = norm.get_weights()
            kernel, bias = folded(kernel, np.ones_like(beta), beta, mean, variance, norm.epsilon)
            convolutions.append(Convolution(kernel, bias, pooled))
        elif isinstance(layer, kinds.Dense) and (with_values or layer.name != "values"):
            kernel, bias = layer.get_weights()
            dense.append(Dense(kernel, bias, relu=layer.name not in ("classes", "values")))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "reader.onnx"
        write(path, convolutions, dense, side)
        return path.read_bytes()


def read_onnx(data: bytes, classes: tuple[str, ...], side: int) -> Reader:
    """A file that `as_onnx` wrote, taken apart again, to go on from."""
    graph = onnx.load_from_string(data).graph
    constants = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    convolutions = []
    for number in range(sum(node.op_type == "Conv" for node in graph.node)):
        kernel, bias = (constants[f"conv{number}.{part}"] for part in ("kernel", "bias"))
        convolutions.append((kernel.transpose(2, 3, 1, 0), bias))
    channels = convolutions[-1][1].shape[0]
    here = side >> sum(node.op_type == "MaxPool" for node in graph.node)
    dense = []
    for number in range(sum(node.op_type == "Gemm" for node in graph.node)):
        kernel, bias = (constants[f"dense{number}.{part}"] for part in ("kernel", "bias"))
        kernel = kernel.T
        if number == 0:  # ONNX flattens channels, rows, columns; Keras rows, columns, channels
            kernel = kernel.reshape(channels, here, here, -1).transpose(1, 2, 0, 3)
            kernel = kernel.reshape(here * here * channels, -1)
        dense.append((np.ascontiguousarray(kernel), bias))
    return Reader(tuple(convolutions), tuple(dense), classes)
