"""The network that reads a square, its training and its temperature. Needs TensorFlow.

Crops go in as the device will hand them over: minus their mean, over their deviation. Tested by
every run of script/train-reader, which compares it with OpenCV's answers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import tensorflow as tf
from numpy.typing import NDArray

from training.samples import CROP, OTHER, Samples
from vision.square.classify import DEVIATION_FLOOR

CHANNELS = (16, 32, 64, 96)
DENSE = 128
BATCH = 256
_PEAK_RATE = 2.5e-3


@dataclass(frozen=True)
class Progress:
    """How far a training is: steps done of all, and the loss of late."""

    done: int
    total: int
    loss: float


def build(channels: tuple[int, ...] = CHANNELS, dense: int = DENSE) -> tf.keras.Model:
    """Convolution 3 x 3, batch normalisation, ReLU, four times; 2 x 2 maxima in the first three.

    The maxima are taken before the normalisation, which saves half of the training's time and
    changes nothing: with no scale of its own it only ever rises with its input.
    """
    if half_precision():
        tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")
    crops = tf.keras.Input((CROP, CROP, 3))
    x = crops
    for number, width in enumerate(channels):
        x = tf.keras.layers.Conv2D(width, 3, padding="same", use_bias=False)(x)
        if number < 3:
            x = tf.keras.layers.MaxPooling2D(2)(x)
        x = tf.keras.layers.BatchNormalization(scale=False, momentum=0.95, epsilon=1e-3)(x)
        x = tf.keras.layers.ReLU()(x)
    x = tf.keras.layers.Flatten()(x)
    x = tf.keras.layers.Dropout(0.1)(x)
    x = tf.keras.layers.Dense(dense, activation="relu")(x)
    return tf.keras.Model(crops, tf.keras.layers.Dense(OTHER + 1, dtype="float32")(x))


def half_precision() -> bool:
    """Whether this processor multiplies bfloat16 by itself: then training takes a third less."""
    try:
        return "avx512_bf16" in Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return False


def full_precision(model: tf.keras.Model) -> tf.keras.Model:
    """The same network computing in float32, as the device will."""
    tf.keras.mixed_precision.set_global_policy("float32")
    exact = tf.keras.models.clone_model(
        model, clone_function=lambda layer: type(layer).from_config(_exact(layer.get_config()))
    )
    exact.set_weights(model.get_weights())
    return exact


def _exact(config: dict[str, object]) -> dict[str, object]:
    return {**config, "dtype": "float32"}


def normalised(crops: tf.Tensor) -> tf.Tensor:
    """uint8 [n, side, side, 3] to float32: minus the crop's mean, over its deviation."""
    x = tf.cast(crops, tf.float32)
    mean, variance = tf.nn.moments(x, [1, 2, 3], keepdims=True)
    return (x - mean) / (tf.sqrt(variance) + DEVIATION_FLOOR)


def train(
    model: tf.keras.Model,
    samples: Samples,
    epochs: int,
    seed: int,
    report: Callable[[Progress], None],
) -> None:
    """Trains in place: Adam, the rate up for a twentieth and down a cosine to nothing."""
    count = len(samples.classes)
    steps = epochs * (count // BATCH)
    rising = max(1, steps // 20)
    optimizer = tf.keras.optimizers.Adam(0.0)
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    @tf.function(reduce_retracing=True)
    def step(crops: tf.Tensor, classes: tf.Tensor) -> tf.Tensor:
        with tf.GradientTape() as tape:
            loss = loss_of(classes, model(normalised(crops), training=True))
        weights = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights, strict=True))
        return loss

    rng = np.random.default_rng(seed)
    done, late = 0, 0.0
    for _ in range(epochs):
        order = rng.permutation(count)
        for first in range(0, count - BATCH + 1, BATCH):
            part = done / steps
            rate = done / rising if done < rising else 0.5 * (1 + np.cos(np.pi * part))
            optimizer.learning_rate.assign(_PEAK_RATE * max(rate, 1e-3))
            chosen = np.sort(order[first : first + BATCH])
            loss = float(step(samples.crops[chosen], samples.classes[chosen]))
            late = loss if done == 0 else 0.98 * late + 0.02 * loss
            done += 1
            if done % 20 == 0 or done == steps:
                report(Progress(done, steps, late))


def logits(model: tf.keras.Model, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """What the network says, before temperature and softmax, float32 [n, OTHER + 1]."""
    said = [
        model(normalised(crops[first : first + 1024]), training=False).numpy()
        for first in range(0, len(crops), 1024)
    ]
    return np.concatenate(said).astype(np.float32)
