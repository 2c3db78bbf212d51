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

from vision.reading import VALUES
from vision.square.classify import DEVIATION_FLOOR
from workshop.training.samples import CLASSES, OTHER, UNASKED, Samples

CHANNELS = (16, 32, 64, 96)
DENSE = 128
BATCH = 256
_PEAK_RATE = 2.5e-3
_VALUES_COUNT = 0.5
"""What a value that is misread counts against a letter that is."""


@dataclass(frozen=True)
class Progress:
    """How far a training is: steps done of all, and the loss of late."""

    done: int
    total: int
    loss: float


def build(side: int, channels: tuple[int, ...] = CHANNELS, dense: int = DENSE) -> tf.keras.Model:
    """Convolution 3 x 3, batch normalisation, ReLU, four times; 2 x 2 maxima in the first three.
    Crops of `side` pixels.

    The maxima are taken before the normalisation, which saves half of the training's time and
    changes nothing: with no scale of its own it only ever rises with its input.
    """
    if half_precision():
        tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")
    crops = tf.keras.Input((side, side, 3))
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
    classes = tf.keras.layers.Dense(OTHER + 1, dtype="float32", name="classes")(x)
    values = tf.keras.layers.Dense(len(VALUES), dtype="float32", name="values")(x)
    return tf.keras.Model(crops, [classes, values])


def go_on(model: tf.keras.Model, old: Reader, crops: NDArray[np.uint8]) -> None:
    """Gives the model the weights of a reader that was trained before; classes and values that it
    didn't know begin near nothing. `crops`: some of those to come, by which the normalisation that
    was folded into the old one's convolutions is found again. ValueError if it is built otherwise.
    """
    kinds = tf.keras.layers
    x = normalised(tf.constant(crops))
    convolutions, dense = iter(old.convolutions), iter(old.dense)
    for number, layer in enumerate(model.layers):
        if isinstance(layer, kinds.Conv2D):
            kernel, bias = next(convolutions)
            if kernel.shape != layer.kernel.shape:
                raise ValueError(f"the old network has a convolution {kernel.shape}")
            layer.set_weights([kernel])
            x = layer(x)
            norm = model.layers[number + 1]
            if isinstance(norm, kinds.MaxPooling2D):
                x, norm = norm(x), model.layers[number + 2]
            mean = tf.cast(tf.reduce_mean(tf.cast(x, tf.float32), [0, 1, 2]), tf.float32).numpy()
            norm.set_weights([bias + mean, mean, np.ones_like(mean) - norm.epsilon])
            x = tf.nn.relu(norm(x, training=False))
        elif isinstance(layer, kinds.Dense) and layer.name not in ("classes", "values"):
            layer.set_weights(list(next(dense)))
    layer, (kernel, bias) = model.get_layer("classes"), next(dense)
    fresh, start = layer.get_weights()
    fresh, start = 0.1 * fresh, start + bias.min() - 1
    for place, name in enumerate(CLASSES):
        if name in old.classes:
            fresh[:, place] = kernel[:, old.classes.index(name)]
            start[place] = bias[old.classes.index(name)]
    layer.set_weights([fresh, start])
    if (given := next(dense, None)) is not None:
        model.get_layer("values").set_weights(list(given))


@dataclass(frozen=True)
class Reader:
    """What an ONNX file of ours holds: the convolutions' and the dense layers' (kernel, bias), as
    Keras has them, and the classes in order."""

    convolutions: tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...]
    dense: tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...]
    classes: tuple[str, ...]


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
    peak: float = _PEAK_RATE,
    kept: Path | None = None,
) -> None:
    """Trains in place: Adam, the rate up for a twentieth and down a cosine to nothing. After every
    epoch all is kept in the folder `kept`, and a training that was stopped goes on from there."""
    count = len(samples.classes)
    steps = epochs * (count // BATCH)
    rising = max(1, steps // 20)
    optimizer = tf.keras.optimizers.Adam(0.0)
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    @tf.function(reduce_retracing=True)
    def step(crops: tf.Tensor, classes: tf.Tensor, values: tf.Tensor) -> tf.Tensor:
        with tf.GradientTape() as tape:
            read, printed = model(normalised(crops), training=True)
            asked = tf.cast(values != UNASKED, tf.float32)
            loss = loss_of(classes, read) + _VALUES_COUNT * loss_of(
                tf.maximum(values, 0), printed, sample_weight=asked
            )
        weights = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights, strict=True))
        return loss

    epoch, late = tf.Variable(0), 0.0
    state = tf.train.Checkpoint(model=model, optimizer=optimizer, epoch=epoch)
    keeper = None if kept is None else tf.train.CheckpointManager(state, str(kept), max_to_keep=1)
    if keeper is not None:
        optimizer.build(model.trainable_variables)
        keeper.restore_or_initialize()
    done = int(epoch.numpy()) * (count // BATCH)
    for number in range(int(epoch.numpy()), epochs):
        order = np.random.default_rng([seed, number]).permutation(count)
        for first in range(0, count - BATCH + 1, BATCH):
            part = done / steps
            rate = done / rising if done < rising else 0.5 * (1 + np.cos(np.pi * part))
            optimizer.learning_rate.assign(peak * max(rate, 1e-3))
            chosen = np.sort(order[first : first + BATCH])
            given = samples.crops[chosen], samples.classes[chosen], samples.values[chosen]
            loss = float(step(*given))
            late = loss if done == 0 else 0.98 * late + 0.02 * loss
            done += 1
            if done % 20 == 0 or done == steps:
                report(Progress(done, steps, late))
        epoch.assign_add(1)
        if keeper is not None:
            keeper.save()


def logits(
    model: tf.keras.Model, crops: NDArray[np.uint8]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What the network says, before temperature and softmax: float32 [n, OTHER + 1] of classes and
    [n, len(VALUES)] of values."""
    read = [
        model(normalised(crops[first : first + 1024]), training=False)
        for first in range(0, len(crops), 1024)
    ]
    classes, values = (np.concatenate([part[i].numpy() for part in read]) for i in (0, 1))
    return classes.astype(np.float32), values.astype(np.float32)
