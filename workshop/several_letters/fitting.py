"""Fits the small network for tiles of several letters to what the networks see of drawn tiles.

Two layers, fitted by Adam in NumPy: a minute on one core. Tests:
workshop/tests/test_several_letters_fitted.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.square.several_letters import CLASSES, Layer, SeveralNet, evened

HIDDEN = 64
RATE, DECAY, BATCH = 2e-3, 1e-3, 512
OTHERS = 0.55
"""Share that all other squares count for, however many are drawn: so that each of a set's tiles of
several letters is as likely as another of its letters, about."""
NOISE = 0.1
"""Added to what is seen, in standard deviations: no two pictures of a tile are alike."""
TEMPERATURES = np.exp(np.linspace(np.log(0.6), np.log(3), 33))
_FIRST, _SECOND, _TINY = 0.9, 0.999, 1e-8  # Adam's


@dataclass(frozen=True, eq=False)
class Seen:
    """What both networks see of squares, `first` and `close` float32 [n, features], and what lies
    there: `classes` int [n], places among CLASSES."""

    first: Layer
    close: Layer
    classes: NDArray[np.int64]


def fit(
    seen: Seen, held_back: Seen, made_for: tuple[str, str], epochs: int, seed: int
) -> SeveralNet:
    """The small network for these squares; its temperature is that of those `held_back`."""
    rng = np.random.default_rng(seed)
    x = evened(seen.first, seen.close)
    mean, spread = x.mean(axis=0), x.std(axis=0) + 1e-3
    x = (x - mean) / spread
    truth = np.eye(len(CLASSES), dtype=np.float32)[seen.classes]
    weights = [
        rng.normal(0, np.sqrt(2 / x.shape[1]), (x.shape[1], HIDDEN)).astype(np.float32),
        np.zeros(HIDDEN, np.float32),
        rng.normal(0, np.sqrt(1 / HIDDEN), (HIDDEN, len(CLASSES))).astype(np.float32),
        np.zeros(len(CLASSES), np.float32),
    ]
    averages = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in weights]
    count = _counts_for(seen.classes)
    steps = epochs * (len(x) // BATCH)
    step = 0
    for _ in range(epochs):
        order = rng.permutation(len(x))
        for start in range(0, len(x) - BATCH + 1, BATCH):
            step += 1
            batch = order[start : start + BATCH]
            shown = x[batch] + rng.normal(0, NOISE, (BATCH, x.shape[1])).astype(np.float32)
            rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
            _learn(
                weights, averages, _slopes(weights, shown, truth[batch], count[batch]), rate, step
            )
    layers = ((weights[0], weights[1]), (weights[2], weights[3]))
    net = SeveralNet(made_for, mean, spread, layers, 1.0)
    logits = net.logits(held_back.first, held_back.close)
    count = _counts_for(held_back.classes)
    loss = [_loss(logits / t, held_back.classes, count) for t in TEMPERATURES]
    temperature = float(TEMPERATURES[int(np.argmin(loss))])
    return SeveralNet(made_for, mean, spread, layers, temperature)


def _counts_for(classes: NDArray[np.int64]) -> Layer:
    """How much each square counts for, [n], 1 in the mean."""
    others = classes == 0
    share = float(others.mean())
    return np.where(others, OTHERS / share, (1 - OTHERS) / (1 - share)).astype(np.float32)


def _slopes(weights: list[Layer], x: Layer, truth: Layer, count: Layer) -> list[Layer]:
    """How the loss changes with each weight, for one batch of squares that count for so much."""
    inner, to_inner, outer, to_outer = weights
    hidden = np.maximum(x @ inner + to_inner, 0)
    logits = hidden @ outer + to_outer
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    away = (odds / odds.sum(axis=1, keepdims=True) - truth) * count[:, None] / len(x)
    back = (away @ outer.T) * (hidden > 0)
    return [x.T @ back, back.sum(axis=0), hidden.T @ away, away.sum(axis=0)]


def _learn(
    weights: list[Layer],
    averages: list[tuple[Layer, Layer]],
    slopes: list[Layer],
    rate: float,
    step: int,
) -> None:
    """One step of Adam, in place, with decay of the weights between layers."""
    for weight, (first, second), slope in zip(weights, averages, slopes, strict=True):
        first += (1 - _FIRST) * (slope - first)
        second += (1 - _SECOND) * (slope * slope - second)
        towards = first / (1 - _FIRST**step)
        towards /= np.sqrt(second / (1 - _SECOND**step)) + _TINY
        if weight.ndim > 1:
            towards += DECAY * weight
        weight -= np.float32(rate) * towards


def _loss(logits: Layer, classes: NDArray[np.int64], count: Layer) -> float:
    most = logits.max(axis=1, keepdims=True)
    total = np.log(np.exp(logits - most).sum(axis=1)) + most[:, 0]
    return float((count * (total - logits[np.arange(len(logits)), classes])).mean())


@dataclass(frozen=True)
class Figures:
    """How squares that were held back are read; shares."""

    right: float
    sure: float
    wrong_of_sure: float
    taken_for_several: float


SURE = 0.985


def figures_of(net: SeveralNet, seen: Seen) -> Figures:
    """How well the small network reads: tiles of several letters that it reads rightly; surely; how
    many of those sure ones are wrong; and other tiles surely taken for one of several letters."""
    odds = net.see(seen.first, seen.close)
    best, sure = odds.argmax(axis=1), odds.max(axis=1) >= SURE
    several = seen.classes > 0
    right = best == seen.classes
    return Figures(
        float(right[several].mean()),
        float(sure[several].mean()),
        float(1 - right[several & sure].mean()),
        float((sure & (best > 0))[~several].mean()),
    )
