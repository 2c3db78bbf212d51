"""How well the network alone reads photographs of real boards whose corners are known.

    workshop/benchmarks/read_squares.py --samples FOLDER [--network FOLDER] [--json OUT]

FOLDER (or the environment's TILEKEEPER_SAMPLES) holds one folder a source with its pictures and a
truth.json: `size`, `language`, and for each of `photos` its `file`, `corners` and `rows`. Nothing
is tuned here; board knowledge (blank or empty square) and rules are left out on purpose.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import cv2

from engine.tiles import load_tile_set
from hardware.picture_files import read_picture
from vision.reading import BLANK_LABEL, EMPTY_LABEL, LABELS, Grid
from vision.square.classify import Description, TileNet, mask_letters
from vision.square.warp import cut_squares

UNKNOWN = "#"
SURE = 0.9


@dataclass
class Tally:
    """Counts of one source; `silent`: letters read wrong, or read on an empty square, at SURE."""

    pictures: int = 0
    letters: int = 0
    letters_right: int = 0
    blanks: int = 0
    blanks_right: int = 0
    empties: int = 0
    empties_as_letter: int = 0
    empties_as_blank: int = 0
    unsure_letters: int = 0
    silent: int = 0
    covered: int = 0
    confusions: Counter[str] = field(default_factory=Counter)


def read_source(folder: Path, net: TileNet) -> Tally:
    """Reads every picture of a source that has corners and rows."""
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    try:
        tile_set = load_tile_set(truth["language"])
    except KeyError:  # no set of that language ships: all letters of the English one
        tile_set = load_tile_set("en")
    tally = Tally()
    for photo in truth["photos"]:
        if photo["corners"] is None or photo["rows"] is None or photo["expect"] != "read":
            continue
        picture = read_picture(folder / photo["file"])
        a, b, c, d = ((float(x), float(y)) for x, y in photo["corners"])
        crops = cut_squares(picture, Grid((a, b, c, d), truth["size"]))
        probabilities, covered = net.classify(crops)
        probabilities = mask_letters(probabilities, tile_set)
        tally.pictures += 1
        tally.covered += int((covered > 0.5).sum())
        for true, odds in zip("".join(photo["rows"]), probabilities, strict=True):
            _count(tally, true, LABELS[int(odds.argmax())], float(odds.max()))
    return tally


def _count(tally: Tally, true: str, read: str, sure: float) -> None:
    if true == UNKNOWN or (true.upper() not in LABELS):
        return
    if true == EMPTY_LABEL:
        tally.empties += 1
        tally.empties_as_blank += read == BLANK_LABEL
        if read not in (EMPTY_LABEL, BLANK_LABEL):
            tally.empties_as_letter += 1
            tally.silent += sure >= SURE
            tally.confusions[f".>{read}"] += 1
    elif true == BLANK_LABEL or true.islower():
        tally.blanks += 1
        tally.blanks_right += read == BLANK_LABEL
    else:
        tally.letters += 1
        tally.letters_right += read == true
        tally.unsure_letters += sure < SURE
        if read != true:
            tally.silent += sure >= SURE
            tally.confusions[f"{true}>{read}"] += 1


def main() -> int:
    """Exit status 0, or 2 where there is no folder to read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=Path, default=os.environ.get("TILEKEEPER_SAMPLES"))
    parser.add_argument("--network", type=Path, help="a folder with reader.onnx and reader.json")
    parser.add_argument("--json", type=Path, help="where to write the table")
    parser.add_argument("sources", nargs="*", help="names of sources; all if none is named")
    options = parser.parse_args()
    if options.samples is None or not Path(options.samples).is_dir():
        print("read_squares: no folder of samples: name one with --samples", file=sys.stderr)
        return 2
    cv2.setNumThreads(1)
    net = _network(options.network)
    rows: dict[str, Tally] = {}
    head = ("source", "pics", "letters", "unsure", "blanks", "empties", ">letter", ">blank",
            "silent", "covered")  # fmt: skip
    print("{:22}{:>5}{:>13}{:>8}{:>9}{:>9}{:>9}{:>9}{:>8}{:>8}".format(*head))
    for truth in sorted(Path(options.samples).glob("*/truth.json")):
        name = truth.parent.name
        if not options.sources or name in options.sources:
            rows[name] = read_source(truth.parent, net)
            _print(name, rows[name])
    together = Tally()
    for tally in rows.values():
        for key, value in vars(tally).items():
            setattr(together, key, getattr(together, key) + value)
    _print("together", together)
    if options.json:
        everything = (*rows.items(), ("together", together))
        table = {name: {**vars(t), "confusions": dict(t.confusions)} for name, t in everything}
        options.json.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


def _network(folder: Path | None) -> TileNet:
    if folder is None:
        return TileNet()
    data = json.loads((folder / "reader.json").read_text(encoding="utf-8"))
    described = Description(data["side"], tuple(data["classes"]), data["temperature"])
    return TileNet((folder / "reader.onnx").read_bytes(), described)


def _print(name: str, t: Tally) -> None:
    confusions = " ".join(f"{pair}:{count}" for pair, count in t.confusions.most_common(8))
    print(
        f"{name:22}{t.pictures:5}{f'{t.letters_right}/{t.letters}':>13}{t.unsure_letters:8}"
        f"{f'{t.blanks_right}/{t.blanks}':>9}{t.empties:9}{t.empties_as_letter:9}"
        f"{t.empties_as_blank:9}{t.silent:8}{t.covered:8}  {confusions}",
        flush=True,
    )


if __name__ == "__main__":
    raise SystemExit(main())
