"""Trains the reader from nothing: draws, trains, fits the temperature, writes, measures.

Started by script/train-reader, which sets the environment up; `--help` lists the options.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from benchmarks.rendered.fonts import find_fonts, fonts_by_family
from training.figures import Figures, best_temperature, measure, turned_letters
from training.samples import CLASSES, CROP, OTHER, UNASKED, Samples, draw_samples
from training.scenes import Conditions
from vision.reading import VALUES, Crops
from vision.square.classify import BrokenReaderError, Description, TileNet

DATA = Path(__file__).parents[2] / "vision" / "data"
FEWEST_FONTS, FEWEST_FAMILIES = 60, 25
CHUNK = 50  # boards a task of the drawing processes
TEMPERATURE_SEED, ORDINARY_SEED, HARD_SEED = 1_000_001, 1_000_002, 1_000_003
AGREEMENT = 1e-4
EVEN = (1 / len(VALUES),) * len(VALUES)


def main() -> int:
    """Exit status 0; 1 with one sentence where fonts are missing or the results disagree."""
    options = _options()
    console = Console(stderr=True)
    fonts = find_fonts()
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
    started = time.monotonic()
    columns = (
        TextColumn("{task.description:22}"), BarColumn(), TextColumn("{task.percentage:3.0f} %"),
        TimeElapsedColumn(), TimeRemainingColumn(), TextColumn("{task.fields[note]}"),
    )  # fmt: skip
    with Progress(*columns, console=console) as progress:
        held = options.held_boards
        draw = partial(_draw, progress, options.processes)
        samples = draw("drawing", options.boards, seen, options.seed, Conditions.MIXED)
        # Honest where it is used: the temperature is fitted on ordinary pictures.
        fitting = draw("to be honest", held, unseen, TEMPERATURE_SEED, Conditions.ORDINARY)
        measuring = {
            "ordinary": draw("to measure", held, unseen, ORDINARY_SEED, Conditions.ORDINARY),
            "hard": draw("to measure, hard", held, unseen, HARD_SEED, Conditions.HARD),
        }
        drawn = time.monotonic()
        onnx, temperature, value_temperature = _train(progress, samples, fitting, options)
    seconds = {"drawing": round(drawn - started), "all": round(time.monotonic() - started)}
    printed = samples.values[samples.values != UNASKED]
    shares = np.bincount(printed, minlength=len(VALUES)) / len(printed)
    description = Description(CROP, CLASSES, temperature, value_temperature, tuple(shares.tolist()))
    new = TileNet(onnx, description)
    figures = {name: _figures(new, held_out) for name, held_out in measuring.items()}
    rows = [(f"new, {name}", of) for name, of in figures.items()]
    try:
        old = TileNet()
        rows += [(f"committed, {name}", _figures(old, of)) for name, of in measuring.items()]
    except BrokenReaderError:
        console.print("no committed reader to compare with")
    _print_table(rows)
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "reader.onnx").write_bytes(onnx)
    said = {
        "side": CROP,
        "classes": CLASSES,
        "temperature": temperature,
        "value_temperature": value_temperature,
        "value_shares": [round(float(share), 5) for share in shares],
        "trained": {
            "seed": options.seed,
            "boards": options.boards,
            "crops": len(samples.classes),
            "epochs": options.epochs,
            "channels": options.channels,
            "dense": options.dense,
            "fonts": len(seen),
            "unseen_fonts": len(unseen),
            "seconds": seconds,
        },
        "figures": {
            name: {k: round(v, 5) for k, v in asdict(of).items()} for name, of in figures.items()
        },
    }
    text = json.dumps(said, ensure_ascii=False, indent=1)
    (options.out / "reader.json").write_text(text + "\n", encoding="utf-8")
    console.print(f"written to {options.out} after {seconds['all']} s")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="train-reader", description=__doc__)
    parser.add_argument("--boards", type=int, default=32_000, help="small boards of 25 squares")
    parser.add_argument("--held-boards", type=int, default=400, help="boards of each held-out set")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--channels", type=int, nargs=4, default=[16, 32, 64, 96])
    parser.add_argument("--dense", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2.5e-3, help="the highest learning rate")
    parser.add_argument(
        "--go-on", type=Path, metavar="FOLDER", help="begin with the reader in this folder"
    )
    parser.add_argument("--out", type=Path, default=Path("training-output"))
    parser.add_argument("--commit", action="store_true", help="write to vision/data")
    parser.add_argument("--quick", action="store_true", help="a smoke run: seconds, a poor reader")
    options = parser.parse_args()
    if options.quick:
        options.boards, options.held_boards, options.epochs = 200, 60, 2
    if options.commit:
        options.out = DATA
    return options


def _draw(
    progress: Progress,
    processes: int,
    what: str,
    boards: int,
    fonts: Sequence[str],
    seed: int,
    conditions: Conditions,
) -> Samples:
    """All samples of so many boards, drawn by several processes, in the order of the boards."""
    tasks = [range(n, min(n + CHUNK, boards)) for n in range(0, boards, CHUNK)]
    bar = progress.add_task(what, total=boards, note="")
    draw = partial(draw_samples, fonts=fonts, seed=seed, conditions=conditions)
    parts: list[Samples] = []
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        for part in pool.imap(draw, tasks):
            parts.append(part)
            progress.update(bar, completed=min(len(parts) * CHUNK, boards))
    return Samples(
        np.concatenate([part.crops for part in parts]),
        np.concatenate([part.classes for part in parts]),
        np.concatenate([part.values for part in parts]),
    )


def _train(
    progress: Progress, samples: Samples, fitting: Samples, options: argparse.Namespace
) -> tuple[bytes, float, float]:
    """The trained network as ONNX, its temperature, and that of its values. RuntimeError if OpenCV
    disagrees."""
    import tensorflow as tf

    from training import export, network

    tf.config.threading.set_intra_op_parallelism_threads(options.processes)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    tf.keras.utils.set_random_seed(options.seed)
    model = network.build(tuple(options.channels), options.dense)
    if options.go_on:
        old = export.read_onnx(
            (options.go_on / "reader.onnx").read_bytes(),
            tuple(json.loads((options.go_on / "reader.json").read_text("utf-8"))["classes"]),
            CROP,
        )
        network.go_on(model, old, samples.crops[:: max(1, len(samples.crops) // 2000)])
    bar = progress.add_task("training", total=None, note="")

    def report(now: network.Progress) -> None:
        progress.update(bar, total=now.total, completed=now.done, note=f"loss {now.loss:.3f}")
        if not progress.console.is_terminal and now.done % 500 == 0:
            print(f"step {now.done} of {now.total}, loss {now.loss:.3f}", file=sys.stderr)

    network.train(model, samples, options.epochs, options.seed, report, options.rate)
    model = network.full_precision(model)
    onnx = export.as_onnx(model, CROP)
    net = TileNet(onnx, Description(CROP, CLASSES, 1.0, value_shares=EVEN))
    ours = np.concatenate(network.logits(model, fitting.crops), axis=1)
    theirs, values = _logits(net, fitting.crops)
    apart = float(np.abs(ours - np.concatenate([theirs, values], axis=1)).max())
    if apart > AGREEMENT * max(1.0, float(np.abs(ours).max())):
        raise RuntimeError(f"OpenCV and Keras disagree by {apart:.2e}: the ONNX writer is wrong")
    progress.console.print(f"OpenCV and Keras agree to {apart:.1e}")
    asked = fitting.values != UNASKED
    return (
        onnx,
        best_temperature(theirs, fitting.classes),
        best_temperature(values[asked], fitting.values[asked]),
    )


def _figures(net: TileNet, samples: Samples) -> Figures:
    crops, _ = turned_letters(samples.crops, samples.classes)
    turned, _ = _logits(net, crops)
    said, _ = _logits(net, samples.crops)
    return measure(said, samples.classes, net.description.temperature, turned)


def _logits(net: TileNet, crops: Crops) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What a network says of all of CLASSES, those it doesn't know never, and of VALUES."""
    parts = [net.look(crops[n : n + 512]) for n in range(0, len(crops), 512)]
    logits = np.full((len(crops), len(CLASSES)), -1e3, np.float32)
    known = [CLASSES.index(name) for name in net.description.classes]
    logits[:, known] = np.concatenate([part.logits for part in parts])
    values = [part.values for part in parts if part.values is not None]
    return logits, np.concatenate(values) if values else np.zeros((0, len(VALUES)), np.float32)


def _print_table(rows: list[tuple[str, Figures]]) -> None:
    table = Table(title="Drawn squares, fonts and boards never trained on")
    for name in ("reader", "squares", "right", "letters", "empties", "blanks", "other",
                 "calibration error", "letters at 0.97", "accepted at 0.1 % wrong",
                 "wrong of those at 0.99", "turned at 0.9"):  # fmt: skip
        table.add_column(name, justify="right")
    for name, f in rows:
        shares = (f.accuracy, f.letters, f.empties, f.blanks, f.other)
        table.add_row(
            name, str(f.squares), *(f"{100 * share:.2f} %" for share in shares),
            f"{f.error:.4f}", f"{100 * f.sure_letters:.1f} %", f"{100 * f.coverage:.1f} %",
            f"{100 * f.sure_wrong:.3f} %", f"{100 * f.turned_sure:.1f} %",
        )  # fmt: skip
    Console(width=150).print(table)


if __name__ == "__main__":
    assert len(CLASSES) == OTHER + 1
    raise SystemExit(main())
