"""A trained Keras network as ONNX: its layers' weights, folded, handed to the writer."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import tensorflow as tf

from training.onnx_writer import Convolution, Dense, folded, write


def as_onnx(model: tf.keras.Model, side: int) -> bytes:
    """The network as the bytes of an ONNX file."""
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
        elif isinstance(layer, kinds.Dense):
            kernel, bias = layer.get_weights()
            dense.append(Dense(kernel, bias, relu=layer is not layers[-1]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "reader.onnx"
        write(path, convolutions, dense, side)
        return path.read_bytes()
