"""Trains the networks from nothing: draws, trains, fits temperatures, writes, measures.

Started by script/train-reader, which sets the environment up; `--help` lists the options.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from vision.reading import VALUES, Crops
from vision.square.board_look import BoardNet
from vision.square.classify import Description, TileNet
from vision.square.network import BrokenReaderError
from workshop.rendered.fonts import find_fonts, fonts_by_family
from workshop.training.drawing import KINDS, Kind, draw_boards, load
from workshop.training.figures import Figures, best_temperature, measure, turned_letters
from workshop.training.samples import CELL, CLASSES, OTHER, UNASKED, Samples
from workshop.training.scenes import Conditions

DATA = Path(__file__).parents[2] / "vision" / "data"
FEWEST_FONTS, FEWEST_FAMILIES = 60, 25
TEMPERATURE_SEED, ORDINARY_SEED, HARD_SEED = 1_000_001, 1_000_002, 1_000_003
AGREEMENT = 1e-4
LOOKS = tuple(kind.look for kind in KINDS)
EVEN = (1 / len(VALUES),) * len(VALUES)


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
        boards = draw("drawing", options.boards, seen, options.seed, Conditions.MIXED)
        # Honest where it is used: the temperature is fitted on ordinary pictures.
        fitting = draw("to be honest", held, unseen, TEMPERATURE_SEED, Conditions.ORDINARY)
        measuring = {
            "ordinary": draw("to measure", held, unseen, ORDINARY_SEED, Conditions.ORDINARY),
            "hard": draw("to measure, hard", held, unseen, HARD_SEED, Conditions.HARD),
        }
        for kind in (each for each in KINDS if each.look in options.looks):
            started = time.monotonic()
            samples = load(boards, kind)
            onnx, temperature, value_temperature = _train(
                progress, kind, samples, load(fitting, kind), options
            )
            printed = samples.values[samples.values != UNASKED]
            shares = np.bincount(printed, minlength=len(VALUES)) / len(printed)
            description = Description(
                kind.side, CLASSES, temperature, value_temperature,
                tuple(round(share, 5) for share in shares.tolist()) if kind.predicts_values else (),
            )  # fmt: skip
            trained = {
                "seed": options.seed,
                "boards": options.boards,
                "crops": len(samples.classes),
                "epochs": options.epochs,
                "rate": options.rate,
                "channels": options.channels,
                "dense": options.dense,
                "fonts": len(seen),
                "unseen_fonts": len(unseen),
                "seconds": round(time.monotonic() - started),
            }
            del samples
            held_out = {name: load(files, kind) for name, files in measuring.items()}
            _write(options.out, kind, onnx, description, trained, held_out, console)
    return 0


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
    figures = {name: _figures(new, of) for name, of in held_out.items()}
    rows = [(f"new, {name}", of) for name, of in figures.items()]
    try:
        old = _opened(kind)
        rows += [(f"committed, {name}", _figures(old, of)) for name, of in held_out.items()]
    except BrokenReaderError:
        console.print("no committed network to compare with")
    _print_table(rows)
    if kind.packed:
        (out / f"{kind.name}.onnx.gz").write_bytes(gzip.compress(onnx, mtime=0))
    else:
        (out / f"{kind.name}.onnx").write_bytes(onnx)
    contents = {
        "side": new.description.side,
        "classes": description.classes,
        "temperature": description.temperature,
        **(
            {
                "value_temperature": description.value_temperature,
                "value_shares": description.value_shares,
            }
            if kind.predicts_values
            else {}
        ),
        "trained": trained,
        "figures": {
            name: {k: round(v, 5) for k, v in asdict(of).items()} for name, of in figures.items()
        },
    }
    text = json.dumps(contents, ensure_ascii=False, indent=1)
    (out / f"{kind.name}.json").write_text(text + "\n", encoding="utf-8")
    console.print(f"written to {out}: {kind.name}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="train-reader", description=__doc__)
    parser.add_argument("--boards", type=int, default=32_000, help="small boards of 25 squares")
    parser.add_argument("--held-boards", type=int, default=400, help="boards of each held-out set")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--fonts",
        type=Path,
        nargs="+",
        metavar="FOLDER",
        help="where to take fonts from",
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--channels", type=int, nargs=4, default=[16, 32, 64, 96])
    parser.add_argument("--dense", type=int, default=128)
    parser.add_argument("--rate", type=float, default=3e-3, help="the highest learning rate")
    parser.add_argument(
        "--go-on",
        type=Path,
        metavar="FOLDER",
        help="begin with the reader in this folder; the look at whole boards begins from nothing",
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
        options.boards, options.held_boards, options.epochs = 200, 60, 2
    if options.commit:
        options.out = DATA
    return options


def _train(
    progress: Progress,
    kind: Kind,
    samples: Samples,
    fitting: Samples,
    options: argparse.Namespace,
) -> tuple[bytes, float, float]:
    """The trained network as ONNX, its temperature, and that of its values. RuntimeError if OpenCV
    disagrees."""
    import torch

    from workshop.training import export, network
    from workshop.training.onnx_writer import rounded

    torch.set_num_threads(options.processes)
    torch.manual_seed(options.seed)
    if kind.look == "board":
        model = network.BoardModel(options.channels).to(network.DEVICE)
    else:
        model = network.SquareNet(kind.side, options.channels, options.dense).to(network.DEVICE)
    if options.go_on and (options.go_on / f"{kind.name}.onnx").exists():
        old = export.read_onnx(
            (options.go_on / f"{kind.name}.onnx").read_bytes(),
            tuple(json.loads((options.go_on / f"{kind.name}.json").read_text("utf-8"))["classes"]),
        )
        network.go_on(model, old, samples.crops[:: max(1, len(samples.crops) // 2000)])
    bar = progress.add_task(f"training, {kind.look}", total=None, note="")

    def report(now: network.Progress) -> None:
        progress.update(bar, total=now.total, completed=now.done, note=f"loss {now.loss:.3f}")
        if not progress.console.is_terminal and now.done % 500 == 0:
            print(f"step {now.done} of {now.total}, loss {now.loss:.3f}", file=sys.stderr)

    kept = options.samples / f"{kind.name}-{options.seed}-{options.boards}-{options.epochs}.pt"
    network.train(model, samples, options.epochs, options.seed, report, options.rate, kept)
    if kind.look == "board":
        onnx = export.board_as_onnx(model)
    else:
        onnx = export.as_onnx(model, kind.side, kind.predicts_values)
    shares = EVEN if kind.predicts_values else ()
    net = _opened(kind, onnx, Description(kind.side, CLASSES, 1.0, value_shares=shares))
    ours, our_values = map(by_square, network.logits(model, fitting.crops))
    theirs, values = _logits(net, fitting.crops)
    apart = float(np.abs(ours - theirs).max())
    if kind.predicts_values:
        apart = max(apart, float(np.abs(our_values - values).max()))
    if apart > AGREEMENT * max(1.0, float(np.abs(ours).max())):
        raise RuntimeError(f"OpenCV and PyTorch disagree by {apart:.2e}: the ONNX writer is wrong")
    progress.console.print(f"OpenCV and PyTorch agree to {apart:.1e}")
    if kind.packed:
        onnx = rounded(onnx)
    classes, printed = fitting.classes.ravel(), fitting.values.ravel()
    known, asked = classes != UNASKED, printed != UNASKED
    return (
        onnx,
        best_temperature(theirs[known], classes[known]),
        best_temperature(our_values[asked], printed[asked]),
    )


def _opened(
    kind: Kind, onnx: bytes | None = None, description: Description | None = None
) -> TileNet | BoardNet:
    """A network of this kind: the committed one, or that of an ONNX file."""
    if kind.look == "board":
        if description is not None:  # of a board it says how large a square is seen
            description = replace(description, side=CELL)
        return BoardNet(onnx, description)
    return TileNet(onnx, description, kind.name)


def _figures(net: TileNet | BoardNet, samples: Samples) -> Figures:
    logits, _ = _logits(net, samples.crops)
    if isinstance(net, BoardNet):
        classes = samples.classes.ravel()
        known = classes != UNASKED
        return measure(logits[known], classes[known], net.description.temperature)
    crops, _ = turned_letters(samples.crops, samples.classes)
    turned, _ = _logits(net, crops)
    return measure(logits, samples.classes, net.description.temperature, turned)


def by_square(answers: NDArray[np.float32]) -> NDArray[np.float32]:
    """What is said of boards [n, labels, rows, columns] square by square, [squares, labels]; of
    single squares as it is."""
    if answers.ndim == 2:
        return answers
    return np.moveaxis(answers, 1, -1).reshape(-1, answers.shape[1])


def _logits(
    net: TileNet | BoardNet, crops: Crops
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What a network says of all of CLASSES, those it doesn't know never, and of VALUES."""
    if isinstance(net, BoardNet):
        boards = np.stack([net.look(board) for board in crops])
        return by_square(boards), np.zeros((0, len(VALUES)), np.float32)
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
