"""The networks that read a square or a whole board, and their training. Needs PyTorch.

Pictures go in as the device will hand them over: minus a mean, over a deviation. Runs on a GPU
where there is one. Tested by every run of script/train-reader, which compares it with OpenCV's
answers.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.reading import VALUES
from vision.square.board_look import AROUND, BOARD_DEVIATION_FLOOR
from vision.square.classify import DEVIATION_FLOOR
from workshop.training.samples import (
    ASTRAY,
    BOARD,
    CLASSES,
    NAMED_AT_RANDOM,
    NO_VALUE,
    OTHER,
    TURNED,
    UNASKED,
    VALUE_CROP,
    VALUE_MIDDLE,
    Samples,
)
from workshop.training.scenes import DRAWN, LETTERS

CHANNELS = (16, 32, 64, 96)
DENSE, WIDE = 128, 160
"""Features that a square is seen by before it is named: in its crop, and in the whole board."""
MAXIMA = (2, 2, 2, 1)
"""Side of the squares of which the maxima are taken after each convolution; 1: of none."""
VALUE_CHANNELS, VALUE_MAXIMA = (16, 32, 48, 64, 64), (1, 2, 1, 2, 4)
"""The same where values are read: two convolutions see a digit of six pixels before it is made
coarser, and the last maxima leave open where on the tile it stands."""
_AVERAGED, _BOARDS_AVERAGED = 0.998, 0.999
"""What the weights that are written keep of themselves at every step: a mean over the last of
them reads better than the very last ones."""
_DECAY = 0.02
"""Of the kernels that see whole boards, times the rate, at every step."""
_ASK_EVERY, _KEEP_EVERY = 5.0, 60.0
"""Seconds between looks for newly drawn boards, and between two states that are kept."""
_AT_A_TIME = 2
"""Times a batch of training that go through it where it isn't trained."""
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
BOARD_MINUTES = 8.0 if DEVICE.type == "cuda" else 24 * 60.0
"""Of training for the look at whole boards, unless said: it is shown 3.5 million boards then on a
GPU, about a million on two cores."""


@dataclass(frozen=True)
class Progress:
    """How far a training is: steps, or seconds, done of all, and the loss of late."""

    done: int
    total: int
    loss: float


@dataclass(frozen=True)
class Reader:
    """What an ONNX file of ours holds: the convolutions' and the dense layers' (kernel, bias), as
    PyTorch has them, and the classes in order."""

    convolutions: tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...]
    dense: tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...]
    classes: tuple[str, ...]


@dataclass(frozen=True)
class Shown:
    """Samples where they are needed: in a GPU's memory if there is one."""

    crops: Tensor
    classes: Tensor
    values: Tensor

    def some(self, places: Tensor) -> Shown:
        parts = self.crops[places], self.classes[places], self.values[places]
        return Shown(*(part.to(DEVICE) for part in parts))


class TrainedNet(nn.Module, ABC):
    """A network that says something of what it is shown: [n, side, side, 3] to answers, each
    [n, labels, ...], of which the first is what it is for."""

    batch: int
    """Samples that go through it together in training."""
    answers: Mapping[str, float]
    """What it is asked in training, in the order of its answers: classes, values; and how much
    each counts."""
    channels: tuple[int, ...]
    dense: int
    """Features that a square is seen by before it is named."""

    @abstractmethod
    def prepared(self, crops: Tensor) -> Tensor:
        """uint8 [n, side, side, 3] to float32 [n, 3, side, side], as the device will hand it
        over."""

    @abstractmethod
    def varied(self, shown: Shown) -> Shown:
        """The samples as they are trained with: a little different each time."""


class _Step(nn.Module):
    """A convolution without a change of size, batch normalisation, ReLU."""

    def __init__(self, before: int, after: int) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(before, after, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(after, eps=1e-3)

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(self.norm(self.convolution(x)))  # type: ignore[no-any-return]


class SquareNet(TrainedNet):
    """Steps one after another, maxima of small squares after some of them; a dense layer, and out
    of that classes. Crops of `side` pixels."""

    batch = 2048 if DEVICE.type == "cuda" else 512
    answers: Mapping[str, float] = {"classes": 1.0}
    maxima: tuple[int, ...] = MAXIMA
    _tint = 0.06  # how much brighter or darker each colour is trained with, by itself
    _shift = 2  # pixels: so far aside
    _blurry, _noisy = 0.25, 0.2  # shares of the batches
    _blur, _noise = (0.3, 0.9), 6.0  # pixels, from and to; at most so many steps of 255

    def __init__(
        self,
        side: int,
        labels: int = OTHER + 1,
        channels: tuple[int, ...] = CHANNELS,
        dense: int = DENSE,
    ) -> None:
        super().__init__()
        self.channels, self.dense = channels, dense
        self.steps = nn.ModuleList(_Step(a, b) for a, b in pairwise((3, *channels)))
        here = side // prod(self.maxima)
        self.features = nn.Linear(channels[-1] * here * here, dense)
        self.named = nn.Linear(dense, labels)

    def forward(self, crops: Tensor) -> tuple[Tensor, ...]:
        x = crops
        for step, maxima in zip(self.steps, self.maxima, strict=True):
            x = step(x)
            if maxima > 1:
                x = functional.max_pool2d(x, maxima)
        x = functional.dropout(x.flatten(1), 0.1, self.training)
        return (self.named(functional.relu(self.features(x))),)

    def prepared(self, crops: Tensor) -> Tensor:
        return normalised(crops)

    def varied(self, shown: Shown) -> Shown:
        x = shown.crops.float()
        x = x * torch.exp(torch.randn((len(x), 1, 1, 3), device=x.device) * self._tint)
        kind, how_much = torch.rand(2).tolist()
        if kind < self._blurry:
            least, most = self._blur
            x = _blurred(x, least + (most - least) * how_much)
        elif kind < self._blurry + self._noisy:
            x = x + torch.randn_like(x) * (self._noise * how_much)
        return replace(shown, crops=_aside(x.clamp(0, 255), self._shift))


class ValueModel(SquareNet):
    """What reads values. It is shown the close look's crops and sees their middle."""

    answers: Mapping[str, float] = {"values": 1.0}
    maxima = VALUE_MAXIMA

    def __init__(self) -> None:
        super().__init__(VALUE_CROP, len(VALUES), VALUE_CHANNELS)

    def prepared(self, crops: Tensor) -> Tensor:
        return normalised(crops[:, VALUE_MIDDLE, VALUE_MIDDLE])

    def varied(self, shown: Shown) -> Shown:
        """A number on its head or its side is none, or a 9 would be read in a 6."""
        shown = super().varied(shown)
        turned = int(len(shown.crops) * TURNED)
        quarters = int(torch.randint(1, 4, ()))
        crops, values = shown.crops.clone(), shown.values.clone()
        crops[:turned] = torch.rot90(crops[:turned], quarters, (1, 2))
        values[:turned] = NO_VALUE
        return replace(shown, crops=crops, values=values)


def _blurred(pictures: Tensor, sigma: float) -> Tensor:
    """Pictures [n, height, width, 3], blurred by so many pixels."""
    kernel = torch.exp(-0.5 * (torch.arange(-2, 3, device=pictures.device) / sigma) ** 2)
    kernel = kernel / kernel.sum()
    x = functional.pad(pictures.permute(0, 3, 1, 2), (2, 2, 2, 2), mode="replicate")
    x = functional.conv2d(x, kernel.view(1, 1, 1, 5).expand(3, 1, 1, 5), groups=3)
    x = functional.conv2d(x, kernel.view(1, 1, 5, 1).expand(3, 1, 5, 1), groups=3)
    return x.permute(0, 2, 3, 1)


def _aside(pictures: Tensor, most: int) -> Tensor:
    """Pictures [n, height, width, 3], all moved by the same few pixels."""
    return torch.roll(pictures, torch.randint(-most, most + 1, (2,)).tolist(), (1, 2))


def _bent(pictures: Tensor, turn: float, stretch: float) -> Tensor:
    """Pictures [n, height, width, 3], each turned about its middle by some degrees and stretched by
    some share of each side; both are standard deviations."""
    n, device = len(pictures), pictures.device
    angle = torch.deg2rad(torch.randn(n, device=device) * turn)
    across, along = torch.exp(torch.randn((2, n), device=device) * stretch)
    cos, sin, none = torch.cos(angle), torch.sin(angle), torch.zeros_like(angle)
    rows = (cos * across, -sin * along, none), (sin * across, cos * along, none)
    matrix = torch.stack([torch.stack(row, 1) for row in rows], 1)
    x = pictures.permute(0, 3, 1, 2)
    grid = functional.affine_grid(matrix, list(x.shape), align_corners=False)
    x = functional.grid_sample(x, grid, padding_mode="border", align_corners=False)
    return x.permute(0, 2, 3, 1)


class BoardModel(TrainedNet):
    """Fully convolutional: five steps, 2 x 2 maxima after the first three; windows of two squares
    as the features of each square; a step in which neighbours see each other; classes and values.

    A board of n squares and a rim of one, 32 pixels each, gives [n, labels, n, n]. Values are read
    to learn by, and aren't used: 32 pixels a square are too few for them.
    """

    batch = 128 if DEVICE.type == "cuda" else 16
    answers: Mapping[str, float] = {"classes": 1.0, "values": 0.5}
    _shift = 2  # pixels: so far aside a board is trained with
    _gain, _tint = 0.1, 0.06  # how much brighter or darker, and each colour by itself
    _gamma = 0.12  # how much more or less contrast in the dark than in the light
    _turn, _stretch = 0.8, 0.015  # degrees, and a share of each side: every second board
    _blurry, _noisy = 0.25, 0.2  # shares of a batch
    _blur, _noise = (0.3, 0.9), 6.0  # pixels, from and to; at most so many steps of 255

    def __init__(self, channels: tuple[int, ...] = CHANNELS, wide: int = WIDE) -> None:
        super().__init__()
        self.channels, self.dense = channels, wide
        self.steps = nn.ModuleList(_Step(a, b) for a, b in pairwise((3, *channels)))
        self.last = _Step(channels[-1], channels[-1])
        self.window = nn.Conv2d(channels[-1], wide, 8, stride=4, bias=False)
        self.norm = nn.BatchNorm2d(wide, eps=1e-3)
        self.neighbours = _Step(wide, wide)
        self.classes = nn.Conv2d(wide, OTHER + 1, 1)
        self.values = nn.Conv2d(wide, len(VALUES), 1)

    def forward(self, boards: Tensor) -> tuple[Tensor, ...]:
        x = boards
        for step, maxima in zip(self.steps, MAXIMA, strict=True):
            x = step(x)
            if maxima > 1:
                x = functional.max_pool2d(x, maxima)
        x = x + self.last(x)
        x = x[:, :, CUT:-CUT, CUT:-CUT]
        x = functional.relu(self.norm(self.window(x)))
        x = x + self.neighbours(x)
        x = functional.dropout(x, 0.1, self.training)
        return self.classes(x), self.values(x)

    def prepared(self, crops: Tensor) -> Tensor:
        """As `board_input` of vision/square/board_look.py."""
        x = crops.permute(0, 3, 1, 2).float()
        reach = AROUND // 2
        both = torch.cat([x.mean(1, keepdim=True), x.square().mean(1, keepdim=True)], 1)
        both = functional.pad(both, (reach,) * 4, mode="reflect")
        both = functional.avg_pool2d(both, (AROUND, 1), 1)
        mean, square = functional.avg_pool2d(both, (1, AROUND), 1).split(1, 1)
        deviation = (square - mean * mean).clamp_min(0).sqrt()
        return (x - mean) / (deviation + BOARD_DEVIATION_FLOOR)

    def varied(self, shown: Shown) -> Shown:
        def some(*shape: int) -> Tensor:
            return torch.randn(shape, device=shown.crops.device)

        boards = shown.crops.float()
        boards[::2] = _bent(boards[::2], self._turn, self._stretch)
        gamma = torch.exp(some(len(boards), 1, 1, 1) * self._gamma)
        boards = 255 * (boards / 255).clamp(0, 1) ** gamma
        light = torch.exp(
            some(len(boards), 1, 1, 3) * self._tint + some(len(boards), 1, 1, 1) * self._gain
        )
        boards = (boards * light).clamp(0, 255)
        blurry, noisy = (int(len(boards) * share) for share in (self._blurry, self._noisy))
        how_much = torch.rand(2).tolist()
        if blurry:
            least, most = self._blur
            sigma = least + (most - least) * how_much[0]
            boards[:blurry] = _blurred(boards[:blurry], sigma)
        if noisy:
            boards[-noisy:] += some(*boards[-noisy:].shape) * (self._noise * how_much[1])
        crops = _aside(boards.clamp(0, 255), self._shift)
        return replace(shown, crops=crops, classes=_named(shown.classes))


def _named(classes: Tensor) -> Tensor:
    """Classes in which letters that lie wrongly have a name: mostly any letter's."""
    letters = torch.randint_like(classes, len(LETTERS)) + CLASSES.index(LETTERS[0])
    random = torch.rand(classes.shape, device=classes.device) < NAMED_AT_RANDOM
    named = torch.where(random, letters, classes - ASTRAY)
    return torch.where(classes >= ASTRAY, named, classes)


CUT = 2
"""Of the rim, at an eighth of its pixels, half a square is cut off: windows reach so far."""


@torch.no_grad()
def go_on(model: SquareNet, old: Reader, crops: NDArray[np.uint8]) -> None:
    """Gives the model the weights of a reader that was trained before; classes that it didn't know
    begin near nothing. `crops`: some of those to come, by which the normalisation that was folded
    into the old one's convolutions is found again. ValueError if it is built otherwise."""
    x = normalised(torch.from_numpy(crops).to(DEVICE))
    for number, (step, maxima) in enumerate(zip(model.steps, model.maxima, strict=True)):
        kernel, bias = (torch.from_numpy(each.copy()) for each in old.convolutions[number])
        if kernel.shape != step.convolution.weight.shape:
            raise ValueError(f"the old network has a convolution {tuple(kernel.shape)}")
        step.convolution.weight.copy_(kernel)
        x = step.convolution(x)
        mean = x.mean((0, 2, 3))
        step.norm.running_mean.copy_(mean)
        step.norm.running_var.fill_(1 - step.norm.eps)
        step.norm.weight.fill_(1.0)
        step.norm.bias.copy_(bias.to(DEVICE) + mean)
        x = functional.relu(x + bias.to(DEVICE)[:, None, None])
        if maxima > 1:
            x = functional.max_pool2d(x, maxima)
    (kernel, bias), (names, start) = (
        tuple(torch.from_numpy(each.copy()) for each in pair) for pair in old.dense[:2]
    )
    model.features.weight.copy_(kernel)
    model.features.bias.copy_(bias)
    model.named.weight.mul_(0.1)
    model.named.bias.add_(start.min().to(DEVICE) - 1)
    for place, name in enumerate(CLASSES):
        if name in old.classes:
            model.named.weight[place] = names[old.classes.index(name)]
            model.named.bias[place] = start[old.classes.index(name)]


def normalised(crops: Tensor) -> Tensor:
    """uint8 [n, side, side, 3] to float32 [n, 3, side, side]: minus the crop's mean, over its
    deviation."""
    x = crops.permute(0, 3, 1, 2).float()
    mean = x.mean((1, 2, 3), keepdim=True)
    deviation = x.std((1, 2, 3), keepdim=True, correction=0)
    return (x - mean) / (deviation + DEVIATION_FLOOR)


class _Training:
    """A model, its optimizer, and the mean of its weights that is written in the end."""

    def __init__(
        self, model: TrainedNet, optimizer: torch.optim.Optimizer, peak: float, averaged: float
    ) -> None:
        self._model, self._optimizer, self._peak = model, optimizer, peak
        self._mean = torch.optim.swa_utils.AveragedModel(
            model,
            multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(averaged),
            use_buffers=True,
        )
        self._late = 0.0

    def step(self, shown: Shown, done: float) -> Tensor:
        """Learns from these when so much of all is done, 0 to 1: the rate goes up for a twentieth
        and down a cosine to nothing. Gives the loss."""
        rate = 20 * done if done < 0.05 else 0.5 * (1 + math.cos(math.pi * done))
        for group in self._optimizer.param_groups:
            group["lr"] = self._peak * max(rate, 1e-3)
        loss = _loss(self._model, shown)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self._optimizer.step()
        self._mean.update_parameters(self._model)
        return loss

    def loss_of_late(self, loss: Tensor) -> float:
        """A mean of the losses that it was handed, the last ones above all."""
        now = float(loss.detach())
        self._late = now if self._late == 0 else 0.9 * self._late + 0.1 * now
        return self._late

    def keep(self, file: Path, **done: float) -> None:
        """Writes all that is needed to go on, and how much is done."""
        file.parent.mkdir(parents=True, exist_ok=True)
        state = {name: part.state_dict() for name, part in self._parts().items()}
        half = file.with_suffix(".half")
        torch.save({**state, **done}, half)
        half.replace(file)

    def go_on(self, file: Path) -> Mapping[str, float]:
        """Goes on from what was kept; how much was done, nothing if there is no such file."""
        if not file.exists():
            return {}
        state = torch.load(file, map_location=DEVICE)
        parts = self._parts()
        for name, part in parts.items():
            part.load_state_dict(state.pop(name))
        return dict(state)

    def end(self) -> None:
        """Gives the model the mean of its weights."""
        self._model.load_state_dict(self._mean.module.state_dict())

    def _parts(self) -> dict[str, Any]:
        return {"model": self._model, "optimizer": self._optimizer, "mean": self._mean}


def train(
    model: TrainedNet,
    samples: Samples,
    epochs: int,
    seed: int,
    report: Callable[[Progress], None],
    peak: float,
    kept: Path,
) -> int:
    """Trains in place, by Adam. After every epoch all is kept in the file `kept`, and a training
    that was stopped goes on from there. Gives how many steps that were."""
    batches = len(samples.classes) // model.batch
    steps = epochs * batches
    model.to(DEVICE, memory_format=torch.channels_last)
    adam = torch.optim.Adam(model.parameters(), 0.0, fused=DEVICE.type == "cuda")
    training = _Training(model, adam, peak, _AVERAGED)
    begun = int(training.go_on(kept).get("epochs", 0))
    shown = _at_hand(samples)
    done = begun * batches
    for epoch in range(begun, epochs):
        model.train()
        for chosen in _batches(len(shown.classes), model.batch, seed, epoch):
            loss = training.step(shown.some(chosen), done / steps)
            done += 1
            if done % 50 == 0 or done == steps:
                report(Progress(done, steps, training.loss_of_late(loss)))
        training.keep(kept, epochs=epoch + 1)
    training.end()
    return steps


def train_while_drawn(
    model: BoardModel,
    newly_drawn: Callable[[], Iterable[Samples]],
    boards: int,
    seconds: float,
    report: Callable[[Progress], None],
    peak: float,
    kept: Path,
) -> int:
    """Trains in place for so many seconds, on boards that are drawn meanwhile: `newly_drawn` gives
    those since it was last asked, `boards` of them in all. Begins as soon as an eighth is there;
    each batch is taken at random of all that are. AdamW. Every minute all is kept in the file
    `kept`, and a training that was stopped goes on from there. Gives how many steps that were."""
    model.to(DEVICE, memory_format=torch.channels_last)
    kernels = [each for each in model.parameters() if each.ndim > 1]
    others = [each for each in model.parameters() if each.ndim <= 1]
    groups = [{"params": kernels, "weight_decay": _DECAY}, {"params": others, "weight_decay": 0.0}]
    adam = torch.optim.AdamW(groups, 0.0, fused=DEVICE.type == "cuda")
    training = _Training(model, adam, peak, _BOARDS_AVERAGED)
    gone_on = training.go_on(kept)
    spent, steps = gone_on.get("seconds", 0.0), int(gone_on.get("steps", 0))
    shape = (boards, BOARD, BOARD, 3), (boards, DRAWN, DRAWN), (boards, DRAWN, DRAWN)
    kinds = torch.uint8, torch.int64, torch.int64
    at_hand = Shown(
        *(torch.empty(each, dtype=of, device=DEVICE) for each, of in zip(shape, kinds, strict=True))
    )
    there, asked = 0, -math.inf
    model.train()
    looked = kept_at = time.monotonic()
    while spent < seconds:
        if time.monotonic() - asked > _ASK_EVERY and there < boards:
            for some in newly_drawn():
                to = slice(there, there + len(some.classes))
                at_hand.crops[to] = torch.from_numpy(some.crops)
                at_hand.classes[to] = torch.from_numpy(some.classes)
                at_hand.values[to] = torch.from_numpy(some.values)
                there = to.stop
            asked = time.monotonic()
        if there < max(1, boards // 8):
            time.sleep(_ASK_EVERY)
            looked = time.monotonic()
            continue
        chosen = torch.randint(there, (model.batch,), device=DEVICE)
        loss = training.step(at_hand.some(chosen), spent / seconds)
        steps += 1
        now = time.monotonic()
        spent, looked = spent + now - looked, now
        if steps % 50 == 0 or spent >= seconds:
            report(Progress(round(spent), round(seconds), training.loss_of_late(loss)))
        if now - kept_at > _KEEP_EVERY or spent >= seconds:
            training.keep(kept, seconds=spent, steps=steps)
            kept_at = now
    training.end()
    return steps


def _at_hand(samples: Samples) -> Shown:
    parts = (samples.crops, samples.classes, samples.values)
    return Shown(*(torch.from_numpy(part).to(DEVICE) for part in parts))


def _batches(count: int, batch: int, seed: int, epoch: int) -> Iterator[Tensor]:
    order = np.random.default_rng([seed, epoch]).permutation(count)
    mixed = torch.from_numpy(order).to(DEVICE)
    yield from (mixed[n : n + batch] for n in range(0, count - batch + 1, batch))


def _loss(model: TrainedNet, shown: Shown) -> Tensor:
    shown = model.varied(shown)
    x = model.prepared(shown.crops).contiguous(memory_format=torch.channels_last)
    with torch.autocast(DEVICE.type, torch.bfloat16, enabled=half_precision()):
        answers = model(x)
    truths = [getattr(shown, name) for name in model.answers]
    loss = torch.zeros((), device=x.device)
    for answer, truth, counts in zip(answers, truths, model.answers.values(), strict=True):
        misread = functional.cross_entropy(
            answer.float(), truth, reduction="sum", ignore_index=UNASKED
        )
        loss = loss + counts * misread
    return loss / (truths[0] != UNASKED).sum()


def half_precision() -> bool:
    """Whether this machine multiplies bfloat16 by itself: then training takes a third less."""
    if DEVICE.type == "cuda":
        return torch.cuda.is_bf16_supported()
    try:
        return "avx512_bf16" in Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return False


@torch.no_grad()
def logits(model: TrainedNet, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The network's first answer, before temperature and softmax: float32 [n, labels, ...]. In full
    precision, as the device computes."""
    model.eval()
    some = _AT_A_TIME * model.batch
    exact = torch.backends.cudnn.flags(enabled=True, allow_tf32=False)
    with exact:
        read = [
            model(model.prepared(torch.from_numpy(crops[n : n + some]).to(DEVICE)))[0]
            for n in range(0, len(crops), some)
        ]
    answers: NDArray[np.float32] = torch.cat(read).cpu().numpy()
    return answers
