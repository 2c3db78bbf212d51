"""Trains the networks from nothing: draws, trains, fits temperatures, writes, measures. The look at
whole boards is trained by the clock, while its boards are drawn.

Started by script/train-reader, which sets the environment up; `--help` lists the options.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from vision.reading import VALUES, Crops
from vision.square.board_look import BoardNet
from vision.square.classify import Description, TileNet, files_of
from vision.square.network import BrokenReaderError
from vision.square.printed_values import ValueNet
from workshop.rendered.fonts import find_fonts, fonts_by_family
from workshop.training.drawing import KINDS, Kind, WholeBoards, draw_boards, load
from workshop.training.figures import (
    Figures,
    ValueFigures,
    best_temperature,
    measure,
    measure_values,
    turned_letters,
)
from workshop.training.samples import (
    CELL,
    CLASSES,
    NO_VALUE,
    OTHER,
    TURNED,
    UNASKED,
    VALUE_MIDDLE,
    Samples,
)
from workshop.training.scenes import Conditions

if TYPE_CHECKING:
    from workshop.training.network import BoardModel, SquareNet
    from workshop.training.network import Progress as Learnt

DATA = Path(__file__).parents[2] / "vision" / "data"
FEWEST_FONTS, FEWEST_FAMILIES = 60, 25
TEMPERATURE_SEED, ORDINARY_SEED, HARD_SEED = 1_000_001, 1_000_002, 1_000_003
AGREEMENT = 1e-4
LOOKS = tuple(kind.look for kind in KINDS)
Net: TypeAlias = TileNet | ValueNet | BoardNet


def main() -> int:
    """Exit status 0; 1 with one sentence where fonts are missing or the results disagree."""
    options = _options()
    console = Console(stderr=True)
    fonts = find_fonts(tuple(options.fonts)) if options.fonts else find_fonts()
    families = fonts_by_family(fonts)
    if len(fonts) < FEWEST_FONTS or len(families) < FEWEST_FAMILIES:
        print(
            f"train-reader: found {len(fonts)} fonts in {len(families)} families, but a reader "
            f"needs {FEWEST_FONTS} in {FEWEST_FAMILIES}: install the fonts-* packages that "
            "script/train-reader names",
            file=sys.stderr,
        )
        return 1
    unseen_families = sorted(families)[4::9]
    unseen = [font for family in unseen_families for font in families[family]]
    seen = [font for font in fonts if font not in set(unseen)]
    cv2.setNumThreads(1)
    columns = (
        TextColumn("{task.description:22}"), BarColumn(), TextColumn("{task.percentage:3.0f} %"),
        TimeElapsedColumn(), TimeRemainingColumn(), TextColumn("{task.fields[note]}"),
    )  # fmt: skip
    options.out.mkdir(parents=True, exist_ok=True)
    with Progress(*columns, console=console) as progress:
        held, drawn = options.held_boards, options.samples
        draw = partial(draw_boards, progress, options.processes, drawn)
        kinds = [each for each in KINDS if each.look in options.looks]
        boards = (
            draw("drawing", options.boards, seen, options.seed, Conditions.MIXED)
            if any(kind.epochs for kind in kinds)
            else []
        )
        # Honest where it is used: the temperature is fitted on ordinary pictures.
        fitting = draw("to be honest", held, unseen, TEMPERATURE_SEED, Conditions.ORDINARY)
        measuring = {
            "ordinary": draw("to measure", held, unseen, ORDINARY_SEED, Conditions.ORDINARY),
            "hard": draw("to measure, hard", held, unseen, HARD_SEED, Conditions.HARD),
        }
        for kind in kinds:
            samples = load(boards, kind) if kind.epochs else None
            learn = (
                partial(_learn_by_epochs, kind, samples)
                if samples is not None
                else partial(_learn_while_drawn, seen)
            )
            onnx, temperature, how = _train(progress, kind, learn, load(fitting, kind), options)
            shares = _shares(samples.values) if samples is not None and kind.reads_values else ()
            description = Description(kind.side, kind.classes, temperature, shares)
            trained = {
                "seed": options.seed,
                "boards": options.boards,
                **how,
                "fonts": len(seen),
                "unseen_fonts": len(unseen),
            }
            del samples
            held_out = {name: load(files, kind) for name, files in measuring.items()}
            _write(options.out, kind, onnx, description, trained, held_out, console)
    return 0


def _shares(values: NDArray[np.int64]) -> tuple[float, ...]:
    """How often each of VALUES is met in training, where some tiles are turned and show none."""
    shares = (1 - TURNED) * np.bincount(values, minlength=len(VALUES)) / len(values)
    shares[NO_VALUE] += TURNED
    return tuple(round(share, 5) for share in shares.tolist())


def _write(
    out: Path,
    kind: Kind,
    onnx: bytes,
    description: Description,
    trained: Mapping[str, object],
    held_out: Mapping[str, Samples],
    console: Console,
) -> None:
    """The network's two files; and a table that compares it with the committed one."""
    new = _opened(kind, onnx, description)
    figures = {name: _figures(kind, new, of) for name, of in held_out.items()}
    rows = [(f"new, {name}", of) for name, of in figures.items()]
    try:
        old = _opened(kind)
        rows += [(f"committed, {name}", _figures(kind, old, of)) for name, of in held_out.items()]
    except BrokenReaderError:
        console.print("no committed network to compare with")
    _print_table(rows)
    parts = files_of(kind.name)
    size = math.ceil(len(onnx) / len(parts))
    for number, file in enumerate(parts):
        (out / file).write_bytes(onnx[number * size : (number + 1) * size])
    contents = {
        "side": new.description.side,
        "classes": description.classes,
        "temperature": description.temperature,
        **({"shares": description.shares} if description.shares else {}),
        "trained": trained,
        "figures": {
            name: {k: round(v, 5) for k, v in asdict(of).items() if not np.isnan(v)}
            for name, of in figures.items()
        },
    }
    text = json.dumps(contents, ensure_ascii=False, indent=1)
    (out / f"{kind.name}.json").write_text(text + "\n", encoding="utf-8")
    console.print(f"written to {out}: {kind.name}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="train-reader", description=__doc__)
    parser.add_argument("--boards", type=int, default=44_250, help="small boards of 25 squares")
    parser.add_argument("--held-boards", type=int, default=400, help="boards of each held-out set")
    parser.add_argument(
        "--epochs", type=int, help="passes over the samples; otherwise as many as each look needs"
    )
    parser.add_argument(
        "--minutes", type=float,
        help="of training for the look at whole boards; otherwise 8 with a GPU, a day without",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument(
        "--fonts",
        type=Path,
        nargs="+",
        metavar="FOLDER",
        help="where to take fonts from",
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rate", type=float, default=3e-3, help="the highest learning rate")
    parser.add_argument(
        "--go-on",
        type=Path,
        metavar="FOLDER",
        help="begin with the first and the close look in this folder; the others begin from "
        "nothing",
    )
    parser.add_argument("--looks", nargs="+", choices=LOOKS, default=list(LOOKS))
    parser.add_argument("--out", type=Path, default=Path("training-output"))
    parser.add_argument(
        "--samples", type=Path, default=Path("training-output/samples"),
        help="what is drawn and trained goes here, and isn't done again if it is there",
    )  # fmt: skip
    parser.add_argument("--commit", action="store_true", help="write to vision/data")
    parser.add_argument("--quick", action="store_true", help="a smoke run: seconds, a poor reader")
    options = parser.parse_args()
    if options.quick:
        options.boards, options.held_boards, options.epochs, options.minutes = 200, 60, 2, 0.5
    if options.commit:
        options.out = DATA
    return options


def _learn_by_epochs(
    kind: Kind,
    samples: Samples,
    model: SquareNet,
    report: Callable[[Learnt], None],
    options: argparse.Namespace,
) -> dict[str, object]:
    """Trains a model on samples that are drawn; says how."""
    from workshop.training import export, network

    if options.go_on and kind.look in ("first", "close"):
        old = export.read_onnx(
            (options.go_on / f"{kind.name}.onnx").read_bytes(),
            tuple(json.loads((options.go_on / f"{kind.name}.json").read_text("utf-8"))["classes"]),
        )
        network.go_on(model, old, samples.crops[:: max(1, len(samples.crops) // 2000)])
    epochs = options.epochs or kind.epochs
    kept = options.samples / f"{kind.name}-{options.seed}-{options.boards}-{epochs}.pt"
    steps = network.train(model, samples, epochs, options.seed, report, options.rate, kept)
    return {"crops": len(samples.classes), "steps": steps}


def _learn_while_drawn(
    fonts: Sequence[str],
    model: BoardModel,
    report: Callable[[Learnt], None],
    options: argparse.Namespace,
) -> dict[str, object]:
    """Trains the look at whole boards while they are drawn; says how."""
    from workshop.training import network

    minutes = options.minutes or network.BOARD_MINUTES
    kept = options.samples / f"board_look-{options.seed}-{options.boards}-{minutes:g}.pt"
    drawn = WholeBoards(options.processes, options.samples, options.boards, fonts, options.seed)
    with drawn:
        steps = network.train_while_drawn(
            model,
            drawn.newly_drawn,
            options.boards,
            60 * minutes,
            report,
            options.rate,
            kept,
        )
    return {"minutes": minutes, "steps": steps}


def _train(
    progress: Progress,
    kind: Kind,
    learn: Callable[..., dict[str, object]],
    fitting: Samples,
    options: argparse.Namespace,
) -> tuple[bytes, float, dict[str, object]]:
    """The trained network as ONNX, its temperature, and how it was trained. RuntimeError if OpenCV
    disagrees."""
    import torch

    from workshop.training import export, network
    from workshop.training.onnx_writer import rounded

    torch.set_num_threads(options.processes)
    torch.manual_seed(options.seed)
    if kind.look == "board":
        model = network.BoardModel().to(network.DEVICE)
    elif kind.reads_values:
        model = network.ValueModel().to(network.DEVICE)
    else:
        model = network.SquareNet(kind.side).to(network.DEVICE)
    bar = progress.add_task(f"training, {kind.look}", total=None, note="")

    def report(now: network.Progress) -> None:
        progress.update(bar, total=now.total, completed=now.done, note=f"loss {now.loss:.3f}")
        if not progress.console.is_terminal and now.done % 500 == 0:
            print(f"{now.done} of {now.total}, loss {now.loss:.3f}", file=sys.stderr)

    started = time.monotonic()
    how = {
        **learn(model, report, options),
        "batch": model.batch,
        "rate": options.rate,
        "channels": model.channels,
        "dense": model.dense,
        "seconds": round(time.monotonic() - started),
    }
    whole = kind.look == "board"
    onnx = export.board_as_onnx(model) if whole else export.as_onnx(model, kind.side)
    net = _opened(kind, onnx, Description(kind.side, kind.classes, 1.0))
    ours = by_square(network.logits(model, fitting.crops))
    theirs = _logits(kind, net, fitting.crops)
    apart = float(np.abs(ours - theirs).max())
    if apart > AGREEMENT * max(1.0, float(np.abs(ours).max())):
        raise RuntimeError(f"OpenCV and PyTorch disagree by {apart:.2e}: the ONNX writer is wrong")
    progress.console.print(f"OpenCV and PyTorch agree to {apart:.1e}")
    if whole:
        onnx = rounded(onnx)
    truth = kind.truth(fitting)
    asked = truth != UNASKED
    return onnx, best_temperature(theirs[asked], truth[asked]), how


def _opened(kind: Kind, onnx: bytes | None = None, description: Description | None = None) -> Net:
    """A network of this kind: the committed one, or that of an ONNX file."""
    if kind.look == "board":
        if description is not None:  # of a board it says how large a square is seen
            description = replace(description, side=CELL)
        return BoardNet(onnx, description)
    if kind.reads_values:
        return ValueNet(onnx, description)
    return TileNet(onnx, description, kind.name)


def _figures(kind: Kind, net: Net, samples: Samples) -> Figures | ValueFigures:
    truth, temperature = kind.truth(samples), net.description.temperature
    asked = truth != UNASKED
    logits, truth = _logits(kind, net, samples.crops)[asked], truth[asked]
    if kind.reads_values:
        return measure_values(logits, truth, temperature)
    if isinstance(net, BoardNet):
        return measure(logits, truth, temperature)
    crops, _ = turned_letters(samples.crops, samples.classes)
    return measure(logits, truth, temperature, _logits(kind, net, crops))


def by_square(answers: NDArray[np.float32]) -> NDArray[np.float32]:
    """What is said of boards [n, labels, rows, columns] square by square, [squares, labels]; of
    single squares as it is."""
    if answers.ndim == 2:
        return answers
    return np.moveaxis(answers, 1, -1).reshape(-1, answers.shape[1])


def _logits(kind: Kind, net: Net, crops: Crops) -> NDArray[np.float32]:
    """What a network says of all of its kind's classes, those it doesn't know never."""
    if isinstance(net, BoardNet):
        return by_square(np.stack([net.look(board) for board in crops]))
    if kind.reads_values:
        crops = crops[:, VALUE_MIDDLE, VALUE_MIDDLE]
    logits = np.full((len(crops), len(kind.classes)), -1e3, np.float32)
    known = [kind.classes.index(name) for name in net.description.classes]
    logits[:, known] = net.look(crops).logits
    return logits


def _print_table(rows: Sequence[tuple[str, Figures | ValueFigures]]) -> None:
    table = Table(title="Drawn squares, fonts and boards never trained on")
    for title in ("reader", *_cells(rows[0][1])):
        table.add_column(title, justify="right")
    for title, figures in rows:
        table.add_row(title, *_cells(figures).values())
    Console(width=150).print(table)


def _cells(of: Figures | ValueFigures) -> dict[str, str]:
    """A row of the table, by the columns' titles."""
    if isinstance(of, ValueFigures):
        kinds = {"with a number": of.printed, "without": of.bare}
    else:
        kinds = {
            "letters": of.letters,
            "empties": of.empties,
            "blanks": of.blanks,
            "other": of.other,
        }
    cells = {
        "squares": str(of.squares),
        "right": _percent(of.accuracy, 2),
        **{title: _percent(share, 2) for title, share in kinds.items()},
        "calibration error": f"{of.error:.4f}",
        "wrong of those at 0.99": _percent(of.sure_wrong, 3),
    }
    if isinstance(of, Figures):
        cells |= {
            "letters at 0.97": _percent(of.sure_letters, 1),
            "accepted at 0.1 % wrong": _percent(of.coverage, 1),
            "turned at 0.9": _percent(of.turned_sure, 1),
        }
    return cells


def _percent(share: float, digits: int) -> str:
    return f"{100 * share:.{digits}f} %"


if __name__ == "__main__":
    assert len(CLASSES) == OTHER + 1
    raise SystemExit(main())
