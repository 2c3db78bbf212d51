"""Fits vision/data/tile_styles.npz for the network that ships, on drawn households alone.

Run by script/fit-tile-styles after every change of reader.onnx; `--help` lists the options.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.progress import track

from vision.household.own_tiles import evened
from vision.square.classify import TileNet
from workshop.rendered.fonts import find_fonts
from workshop.tile_styles.fitting import fit_styles
from workshop.tile_styles.households import Household, draw_household

DATA = Path(__file__).parents[2] / "vision" / "data"
FEWEST_FONTS = 60
SEED = 3


def main() -> int:
    """Exit status 0; 1 with one sentence where fonts are missing."""
    parser = argparse.ArgumentParser(prog="fit-tile-styles", description=__doc__)
    parser.add_argument("--households", type=int, default=200)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, default=DATA / "tile_styles.npz")
    options = parser.parse_args()
    fonts = find_fonts()
    if len(fonts) < FEWEST_FONTS:
        print(
            f"fit-tile-styles: found {len(fonts)} fonts, but {FEWEST_FONTS} are needed: install "
            "the fonts-* packages that script/train-reader names",
            file=sys.stderr,
        )
        return 1
    cv2.setNumThreads(1)
    net = TileNet()
    seen, labels, households = [], [], []
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        drawn = pool.imap(
            partial(draw_household, fonts=fonts, seed=SEED), range(options.households)
        )
        console = Console(stderr=True)
        for number, home in enumerate(
            track(drawn, "drawing households", options.households, console=console)
        ):
            seen.append(_seen(net, home))
            labels.append(home.labels)
            households.append(np.full(len(home.labels), number))
    styles = fit_styles(
        np.concatenate(seen), np.concatenate(labels), np.concatenate(households), net.digest
    )
    np.savez_compressed(
        options.out,
        reader=np.array(styles.reader),
        axes=styles.axes.astype(np.float32),
        means=styles.means.astype(np.float32),
        between=styles.between.astype(np.float32),
    )
    print(f"{options.out}: {len(styles.between)} axes, variances {styles.between.round(2)}")
    return 0


def _seen(net: TileNet, home: Household) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return evened(net.look(home.crops)[1])


if __name__ == "__main__":
    sys.exit(main())
