"""Fits vision/data/several_letters.npz for the networks that ship, on drawn tiles alone.

Run by script/fit-several-letters after every change of reader.onnx or close_look.onnx; `--help`
lists the options.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.progress import track

from vision.square.classify import CLOSE_LOOK, TileNet
from vision.square.several_letters import CLASSES as TILES
from vision.square.several_letters import SeveralNet
from workshop.rendered.fonts import find_fonts, fonts_by_family
from workshop.several_letters.drawing import SEED, drawn_squares
from workshop.several_letters.fitting import Seen, figures_of, fit
from workshop.training.scenes import Conditions

DATA = Path(__file__).parents[2] / "vision" / "data"
FEWEST_FONTS = 60
HELD_BACK = 4
"""One board in so many is drawn with fonts that the fitting never sees."""


def main() -> int:
    """Exit status 0; 1 with one sentence where fonts are missing."""
    parser = argparse.ArgumentParser(prog="fit-several-letters", description=__doc__)
    parser.add_argument("--boards", type=int, default=1120)
    parser.add_argument("--epochs", type=int, default=120)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, default=DATA / "several_letters.npz")
    options = parser.parse_args()
    fonts = find_fonts()
    if len(fonts) < FEWEST_FONTS:
        print(
            f"fit-several-letters: found {len(fonts)} fonts, but {FEWEST_FONTS} are needed: "
            "install the fonts-* packages that script/train-reader names",
            file=sys.stderr,
        )
        return 1
    families = fonts_by_family(fonts)
    kept = sorted(families)[4::9]  # as in workshop/training/__main__.py
    unseen = tuple(font for family in kept for font in families[family])
    shown = tuple(font for font in fonts if font not in unseen)
    cv2.setNumThreads(1)
    first, close = TileNet(), TileNet(name=CLOSE_LOOK)
    for_fitting, for_judging = (
        _drawn(boards, of, conditions, options.processes, first, close)
        for boards, of, conditions in (
            (range(options.boards), shown, Conditions.MIXED),
            (range(-1, -options.boards // HELD_BACK - 1, -1), unseen, Conditions.ORDINARY),
        )
    )
    net = fit(for_fitting, for_judging, (first.digest, close.digest), options.epochs, SEED)
    write(net, options.out)
    figures = figures_of(net, for_judging)
    print(
        f"{options.out}: of tiles of several letters {figures.right:.1%} are read rightly, and "
        f"{figures.sure:.1%} surely; of those {figures.wrong_of_sure:.2%} are wrong; of other "
        f"squares {figures.taken_for_several:.3%} are surely taken for one"
    )
    return 0


def _drawn(
    boards: range,
    fonts: Sequence[str],
    conditions: Conditions,
    processes: int,
    first: TileNet,
    close: TileNet,
) -> Seen:
    draw = partial(drawn_squares, fonts=fonts, conditions=conditions)
    seen: list[Seen] = []
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=spawned) as pool:
        squares = pool.map(draw, boards, chunksize=10)
        console = Console(stderr=True)
        for each in track(squares, "drawing boards", len(boards), console=console):
            if len(each.classes):
                looks = first.look(each.first).seen, close.look(each.close).seen
                seen.append(Seen(*looks, each.classes))
    return Seen(
        np.concatenate([each.first for each in seen]),
        np.concatenate([each.close for each in seen]),
        np.concatenate([each.classes for each in seen]),
    )


def write(net: SeveralNet, path: Path) -> None:
    """The small network as a file."""
    inner, to_inner, outer, to_outer = (
        layer.astype(np.float16) for pair in net.layers for layer in pair
    )
    np.savez_compressed(
        path,
        made_for=np.array(net.made_for),
        classes=np.array(TILES),
        mean=net.mean.astype(np.float32),
        spread=net.spread.astype(np.float32),
        temperature=np.array(net.temperature),
        inner=inner,
        to_inner=to_inner,
        outer=outer,
        to_outer=to_outer,
    )


if __name__ == "__main__":
    sys.exit(main())
