"""Whether every OpenCV reads the same: probabilities of the same pictures, one by one.

Started by script/compare-opencv. The pictures are drawn once, by the project's own environment:
drawing differs from version to version as well. Knows nothing of how environments are made.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.variants import load_variant
from vision.reader import BoardReader
from vision.reading import LABELS, Crops, Grid, Picture, Probabilities, Refusal
from vision.square.classify import TileNet
from vision.square.warp import cut_squares

Answers = dict[str, NDArray[np.float64]]

FARTHEST = 1e-3
SETS = ("plain", "perspective", "12-90 px", "blur", "noise", "topword middle", "scramble dice")
STAGES = {
    "classify": "the same crops through the network",
    "warp": "crops cut from the same picture and grid, and through the network",
    "read": "the reader, given the grid",
    "find": "the reader, given nothing",
}


@dataclass(frozen=True, eq=False)
class Sample:
    """A picture with its true grid, the crops that the first environment cut, and its game."""

    name: str
    picture: Picture
    grid: Grid
    crops: Crops
    game: tuple[str, str]


def main() -> int:
    """Exit status 0 if all agree, 1 if not."""
    options = _options()
    cv2.setNumThreads(1)
    if options.read is not None:
        np.savez(options.answers, **_answers(_load(options.read)))  # type: ignore[arg-type]
        return 0
    with tempfile.TemporaryDirectory(prefix="compare-opencv-") as folder:
        drawn = Path(folder) / "sample.npz"
        samples = [*_rendered(options.boards, options.seed), *_photographs(options.photographs)]
        _save(drawn, samples)
        answers: list[tuple[str, Answers]] = []
        for number, python in enumerate((sys.executable, *options.against)):
            out = Path(folder) / f"{number}.npz"
            call = (
                python,
                "-m",
                "workshop.compare_opencv",
                "--read",
                str(drawn),
                "--answers",
                str(out),
            )
            subprocess.run(call, check=True)
            found = dict(np.load(out))
            versions = str(found.pop("versions"))
            print(f"{versions}: read {len(samples)} pictures", file=sys.stderr)
            answers.append((versions, found))
    return _compare(answers, [sample.name for sample in samples])


def _answers(samples: Sequence[Sample]) -> Answers:
    """What this environment makes of the sample: an array a stage and picture."""
    python = sys.version.split()[0]
    versions = f"Python {python}, OpenCV {cv2.__version__}, numpy {np.__version__}"
    answers: Answers = {"versions": np.array(versions)}
    net = TileNet(sparing=True)  # by OpenCV, as on every Pi, also where ONNX Runtime is
    for number, sample in enumerate(samples):
        answers[f"classify {number}"] = _classified(net, sample.crops)
        own = cut_squares(sample.picture, sample.grid)
        answers[f"warp {number}"] = _classified(net, own)
        answers[f"crops {number}"] = own.astype(np.float64)
        rules = load_variant(*sample.game)
        reader = BoardReader(rules.layout, rules.tile_set, net, sparing=True)
        for stage, grid in (("read", sample.grid), ("find", None)):
            reading = reader.read(sample.picture, corners=grid)
            if isinstance(reading, Refusal):
                answers[f"{stage} {number}"] = np.zeros(0)
                answers[f"{stage} corners {number}"] = np.zeros((4, 2))
            else:
                n = reading.size
                answers[f"{stage} {number}"] = _together(
                    reading.probabilities.reshape(n * n, -1), reading.covered.ravel()
                )
                answers[f"{stage} corners {number}"] = np.array(reading.grid.corners)
    return answers


def _classified(net: TileNet, crops: Crops) -> NDArray[np.float64]:
    """All that the network says of each crop: letters, covered or not, and values if it has any."""
    probabilities, *others = net.classify(crops)
    return _together(probabilities, *(other for other in others if other is not None))


def _together(probabilities: Probabilities, *others: NDArray[np.float32]) -> NDArray[np.float64]:
    n = len(probabilities)
    parts = [probabilities, *(other.reshape(n, -1) for other in others)]
    return np.concatenate(parts, axis=1).astype(np.float64)


def _compare(answers: Sequence[tuple[str, Answers]], names: Sequence[str]) -> int:
    """Prints how far each environment is off the first, stage by stage; 1 if too far."""
    (first, base), *others = answers
    print(f"Largest difference of any probability from {first}, {len(names)} pictures")
    far = 0
    for versions, found in others:
        print(versions)
        for stage, what in STAGES.items():
            apart = [
                (_apart(base[f"{stage} {n}"], found[f"{stage} {n}"]), name)
                for n, name in enumerate(names)
            ]
            worst, where = max(apart)
            over = sum(difference > FARTHEST for difference, _ in apart)
            far += over
            note = f"  {over} pictures beyond {FARTHEST:g}" if over else ""
            print(f"  {stage:9} {worst:.2e}  ({where}; {what}){note}")
            if stage == "warp":
                steps = [
                    np.abs(base[f"crops {n}"] - found[f"crops {n}"]) for n in range(len(names))
                ]
                most = max(float(step.max()) for step in steps)
                share = max(float((step > 0).mean()) for step in steps)
                print(f"      crops differ by {most:g} of 255 at most, in {share:.2%}")
            if stage == "find":
                off = [
                    float(np.abs(base[f"find corners {n}"] - found[f"find corners {n}"]).max())
                    for n in range(len(names))
                ]
                print(f"      corners differ by {max(off):.3f} pixels at most")
            for difference, name in sorted(apart, reverse=True)[: 5 if over else 0]:
                print(f"      {name}: {_where(base, found, stage, names.index(name), difference)}")
    print("beyond 0.001" if far else "all within 0.001")
    return int(far > 0)


def _apart(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    if one.shape != other.shape:
        return 1.0  # one of them refused the picture
    return float(np.abs(one - other).max()) if one.size else 0.0


def _where(base: Answers, found: Answers, stage: str, number: int, difference: float) -> str:
    one, other = base[f"{stage} {number}"], found[f"{stage} {number}"]
    if one.shape != other.shape:
        return "one of them refused it"
    square, label = np.unravel_index(int(np.abs(one - other).argmax()), one.shape)
    named = (*LABELS, "covered")[int(label)]
    return (
        f"square {int(square)}, {named}: {one[square, label]:.4f} and "
        f"{other[square, label]:.4f} ({difference:.2e})"
    )


def _rendered(boards: int, seed: int) -> Iterator[Sample]:
    from workshop.benchmarks.reading_sets.conditions import SETS as CONDITIONS
    from workshop.benchmarks.reading_sets.drawing import draw

    for name in SETS:
        for number in range(boards):
            drawn = draw(name, CONDITIONS[name], number, seed)
            crops = cut_squares(drawn.picture, drawn.grid)
            yield Sample(f"{name}/{number}", drawn.picture, drawn.grid, crops, drawn.game)


def _photographs(each: int) -> Iterator[Sample]:
    from workshop.benchmarks.reading_sets.photographs import samples_folder, sources

    folder = samples_folder()
    if folder is None:
        print("no photographs: TILEKEEPER_SAMPLES names no folder", file=sys.stderr)
        return
    for source in sources(folder):
        known = [p for p in source.photographs if p.grid is not None and p.to_be_read]
        for photograph in known[:: max(1, len(known) // each)][:each]:
            assert photograph.grid is not None
            picture = photograph.load()
            crops = cut_squares(picture, photograph.grid)
            name = f"{source.name}/{photograph.path.name}"
            yield Sample(
                name, picture, photograph.grid, crops, (source.game.name, source.game.language)
            )


def _save(path: Path, samples: Sequence[Sample]) -> None:
    arrays: dict[str, NDArray[np.generic]] = {}
    for number, sample in enumerate(samples):
        arrays[f"picture {number}"] = sample.picture
        arrays[f"corners {number}"] = np.array(sample.grid.corners)
        arrays[f"crops {number}"] = sample.crops
        arrays[f"about {number}"] = np.array([sample.name, *sample.game, str(sample.grid.size)])
    np.savez(path, **arrays)  # type: ignore[arg-type]


def _load(path: Path) -> list[Sample]:
    arrays = np.load(path)
    samples: list[Sample] = []
    while f"picture {len(samples)}" in arrays:
        number = len(samples)
        a, b, c, d = (tuple(p) for p in arrays[f"corners {number}"].tolist())
        name, game, language, size = (str(text) for text in arrays[f"about {number}"])
        samples.append(
            Sample(
                name,
                arrays[f"picture {number}"],
                Grid((a, b, c, d), int(size)),
                arrays[f"crops {number}"],
                (game, language),
            )
        )
    return samples


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="compare-opencv", description=__doc__)
    parser.add_argument("--boards", type=int, default=3, help="rendered boards of a kind (3)")
    parser.add_argument("--photographs", type=int, default=2, help="of a source at most (2)")
    parser.add_argument("--seed", type=int, default=2_000_005)
    parser.add_argument("--against", nargs="+", default=[], metavar="PYTHON", help="environments")
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--answers", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
