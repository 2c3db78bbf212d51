"""The networks that read a square or a whole board, and their training. Needs PyTorch.

Pictures go in as the device will hand them over: minus a mean, over a deviation. Runs on a GPU
where there is one. Tested by every run of script/train-reader, which compares it with OpenCV's
answers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.reading import VALUES
from vision.square.board_look import AROUND, BOARD_DEVIATION_FLOOR
from vision.square.classify import DEVIATION_FLOOR
from workshop.training.samples import CLASSES, OTHER, UNASKED, Samples

CHANNELS = (16, 32, 64, 96)
DENSE, WIDE = 128, 160
"""Features that a square is seen by before it is named: in its crop, and in the whole board."""
POOLED = 3
"""After so many of the convolutions 2 x 2 maxima are taken."""
_PEAK_RATE = 3e-3
_VALUES_COUNT = 0.5
"""What a value that is misread counts against a letter that is."""
_AVERAGED = 0.998
"""What the weights that are written keep of themselves at every step: a mean over the last of
them reads better than the very last ones."""
_AT_A_TIME = 8
"""Times a batch of training that go through it where it isn't trained."""
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


@dataclass(frozen=True)
class Progress:
    """How far a training is: steps done of all, and the loss of late."""

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


class TrainedNet(nn.Module, ABC):
    """A network that names what it is shown: [n, side, side, 3] to classes and values, each
    [n, labels, ...]."""

    batch: int
    """Samples that go through it together in training."""

    @abstractmethod
    def prepared(self, crops: Tensor) -> Tensor:
        """uint8 [n, side, side, 3] to float32 [n, 3, side, side], as the device will hand it
        over."""

    def varied(self, crops: Tensor) -> Tensor:
        """The samples as they are trained with: a little different each time."""
        return crops


class SquareNet(TrainedNet):
    """Convolution 3 x 3, batch normalisation, ReLU, four times; 2 x 2 maxima after the first
    three; a dense layer, and out of that classes and values. Crops of `side` pixels."""

    batch = 512

    def __init__(self, side: int, channels: Sequence[int] = CHANNELS, dense: int = DENSE) -> None:
        super().__init__()
        widths = (3, *channels)
        self.convolutions = nn.ModuleList(
            nn.Conv2d(a, b, 3, padding=1, bias=False) for a, b in pairwise(widths)
        )
        self.norms = nn.ModuleList(nn.BatchNorm2d(width, eps=1e-3) for width in channels)
        here = side >> POOLED
        self.dense = nn.Linear(channels[-1] * here * here, dense)
        self.classes = nn.Linear(dense, OTHER + 1)
        self.values = nn.Linear(dense, len(VALUES))

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        x = crops
        for number, (convolution, norm) in enumerate(
            zip(self.convolutions, self.norms, strict=True)
        ):
            x = functional.relu(norm(convolution(x)))
            if number < POOLED:
                x = functional.max_pool2d(x, 2)
        x = functional.dropout(x.flatten(1), 0.1, self.training)
        x = functional.relu(self.dense(x))
        return self.classes(x), self.values(x)

    def prepared(self, crops: Tensor) -> Tensor:
        return normalised(crops)


class _Step(nn.Module):
    """A convolution without a change of size, batch normalisation, ReLU."""

    def __init__(self, before: int, after: int) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(before, after, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(after, eps=1e-3)

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(self.norm(self.convolution(x)))  # type: ignore[no-any-return]


class BoardModel(TrainedNet):
    """Fully convolutional: five steps, 2 x 2 maxima after the first three; windows of two squares
    as the features of each square; a step in which neighbours see each other; classes and values.

    A board of n squares and a rim of one, 32 pixels each, gives [n, labels, n, n]. Values are read
    to learn by, and aren't used: 32 pixels a square are too few for them.
    """

    batch = 64
    _shift = 2  # pixels: so far aside a board is trained with
    _gain, _tint = 0.1, 0.06  # how much brighter or darker, and each colour by itself

    def __init__(self, channels: Sequence[int] = CHANNELS, wide: int = WIDE) -> None:
        super().__init__()
        widths = (3, *channels)
        self.steps = nn.ModuleList(_Step(a, b) for a, b in pairwise(widths))
        self.last = _Step(channels[-1], channels[-1])
        self.window = nn.Conv2d(channels[-1], wide, 8, stride=4, bias=False)
        self.norm = nn.BatchNorm2d(wide, eps=1e-3)
        self.neighbours = _Step(wide, wide)
        self.classes = nn.Conv2d(wide, OTHER + 1, 1)
        self.values = nn.Conv2d(wide, len(VALUES), 1)

    def forward(self, boards: Tensor) -> tuple[Tensor, Tensor]:
        x = boards
        for number, step in enumerate(self.steps):
            x = step(x)
            if number < POOLED:
                x = functional.max_pool2d(x, 2)
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

    def varied(self, crops: Tensor) -> Tensor:
        def some(*shape: int) -> Tensor:
            return torch.randn(shape, device=crops.device)

        light = torch.exp(
            some(len(crops), 1, 1, 3) * self._tint + some(len(crops), 1, 1, 1) * self._gain
        )
        aside = torch.randint(-self._shift, self._shift + 1, (2,)).tolist()
        return torch.roll((crops * light).clamp(0, 255), aside, (1, 2))


CUT = 2
"""Of the rim, at an eighth of its pixels, half a square is cut off: windows reach so far."""


@torch.no_grad()
def go_on(model: SquareNet, old: Reader, crops: NDArray[np.uint8]) -> None:
    """Gives the model the weights of a reader that was trained before; classes and values that it
    didn't know begin near nothing. `crops`: some of those to come, by which the normalisation that
    was folded into the old one's convolutions is found again. ValueError if it is built otherwise.
    """
    x = normalised(torch.from_numpy(crops).to(DEVICE))
    for number, (convolution, norm) in enumerate(zip(model.convolutions, model.norms, strict=True)):
        kernel, bias = (torch.from_numpy(each.copy()) for each in old.convolutions[number])
        if kernel.shape != convolution.weight.shape:
            raise ValueError(f"the old network has a convolution {tuple(kernel.shape)}")
        convolution.weight.copy_(kernel)
        x = convolution(x)
        mean = x.mean((0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.fill_(1 - norm.eps)
        norm.weight.fill_(1.0)
        norm.bias.copy_(bias.to(DEVICE) + mean)
        x = functional.relu(x + bias.to(DEVICE)[:, None, None])
        if number < POOLED:
            x = functional.max_pool2d(x, 2)
    (kernel, bias), (names, start), *values = (
        tuple(torch.from_numpy(each.copy()) for each in pair) for pair in old.dense
    )
    model.dense.weight.copy_(kernel)
    model.dense.bias.copy_(bias)
    model.classes.weight.mul_(0.1)
    model.classes.bias.add_(start.min().to(DEVICE) - 1)
    for place, name in enumerate(CLASSES):
        if name in old.classes:
            model.classes.weight[place] = names[old.classes.index(name)]
            model.classes.bias[place] = start[old.classes.index(name)]
    for weight, bias in values:
        model.values.weight.copy_(weight)
        model.values.bias.copy_(bias)


def normalised(crops: Tensor) -> Tensor:
    """uint8 [n, side, side, 3] to float32 [n, 3, side, side]: minus the crop's mean, over its
    deviation."""
    x = crops.permute(0, 3, 1, 2).float()
    mean = x.mean((1, 2, 3), keepdim=True)
    deviation = x.std((1, 2, 3), keepdim=True, correction=0)
    return (x - mean) / (deviation + DEVIATION_FLOOR)


def train(
    model: TrainedNet,
    samples: Samples,
    epochs: int,
    seed: int,
    report: Callable[[Progress], None],
    peak: float = _PEAK_RATE,
    kept: Path | None = None,
) -> None:
    """Trains in place: Adam, the rate up for a twentieth and down a cosine to nothing. After every
    epoch all is kept in the file `kept`, and a training that was stopped goes on from there."""
    batches = len(samples.classes) // model.batch
    steps = epochs * batches
    rising = max(1, steps // 20)
    model.to(DEVICE, memory_format=torch.channels_last)
    optimizer = torch.optim.Adam(model.parameters(), 0.0, fused=DEVICE.type == "cuda")
    mean = torch.optim.swa_utils.AveragedModel(
        model,
        multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(_AVERAGED),
        use_buffers=True,
    )
    begun = 0
    if kept is not None and kept.exists():
        state = torch.load(kept, map_location=DEVICE)
        for part, of in ((model, "model"), (optimizer, "optimizer"), (mean, "mean")):
            part.load_state_dict(state[of])
        begun = state["epochs"]
    crops, classes, values = _at_hand(samples)
    late, done = 0.0, begun * batches
    for epoch in range(begun, epochs):
        model.train()
        for chosen in _batches(len(classes), model.batch, seed, epoch):
            rate = done / rising if done < rising else 0.5 * (1 + np.cos(np.pi * done / steps))
            for group in optimizer.param_groups:
                group["lr"] = peak * max(rate, 1e-3)
            loss = _loss(
                model, crops[chosen].to(DEVICE), classes[chosen].to(DEVICE),
                values[chosen].to(DEVICE),
            )  # fmt: skip
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            mean.update_parameters(model)
            done += 1
            if done % 50 == 0 or done == steps:
                now = float(loss.detach())
                late = now if late == 0 else 0.9 * late + 0.1 * now
                report(Progress(done, steps, late))
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            state = {
                "model": model.state_dict(),
                "optimizer": optimizer.state_dict(),
                "mean": mean.state_dict(),
                "epochs": epoch + 1,
            }
            half = kept.with_suffix(".half")
            torch.save(state, half)
            half.replace(kept)
    model.load_state_dict(mean.module.state_dict())


def _at_hand(samples: Samples) -> tuple[Tensor, Tensor, Tensor]:
    """The samples where they are needed: in a GPU's memory if there is one."""
    parts = (samples.crops, samples.classes, samples.values)
    return tuple(torch.from_numpy(part).to(DEVICE) for part in parts)  # type: ignore[return-value]


def _batches(count: int, batch: int, seed: int, epoch: int) -> Iterator[Tensor]:
    order = np.random.default_rng([seed, epoch]).permutation(count)
    mixed = torch.from_numpy(order).to(DEVICE)
    yield from (mixed[n : n + batch] for n in range(0, count - batch + 1, batch))


def _loss(model: TrainedNet, crops: Tensor, classes: Tensor, values: Tensor) -> Tensor:
    x = model.prepared(model.varied(crops)).contiguous(memory_format=torch.channels_last)
    with torch.autocast(DEVICE.type, torch.bfloat16, enabled=half_precision()):
        answers = model(x)
    misread, misread_values = (
        functional.cross_entropy(answer.float(), truth, reduction="sum", ignore_index=UNASKED)
        for answer, truth in zip(answers, (classes, values), strict=True)
    )
    asked = (classes != UNASKED).sum()
    return (misread + _VALUES_COUNT * misread_values) / asked


def half_precision() -> bool:
    """Whether this machine multiplies bfloat16 by itself: then training takes a third less."""
    if DEVICE.type == "cuda":
        return torch.cuda.is_bf16_supported()
    try:
        return "avx512_bf16" in Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return False


@torch.no_grad()
def logits(
    model: TrainedNet, crops: NDArray[np.uint8]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What the network says, before temperature and softmax: float32 [n, OTHER + 1, ...] of classes
    and [n, len(VALUES), ...] of values. In full precision, as the device computes."""
    model.eval()
    some = _AT_A_TIME * model.batch
    exact = torch.backends.cudnn.flags(enabled=True, allow_tf32=False)
    with exact:
        read = [
            model(model.prepared(torch.from_numpy(crops[n : n + some]).to(DEVICE)))
            for n in range(0, len(crops), some)
        ]
    classes, values = (torch.cat([part[i] for part in read]).cpu().numpy() for i in (0, 1))
    return classes, values
