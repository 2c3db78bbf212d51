"""Rendered games followed picture by picture, the board turned towards the next player.

    python -m workshop.benchmarks.watched_games [--games NAME,NAME] [--evenings N] [--wrong]
    … --answered       players answer truly what is asked, as they do at a table
    … --write FOLDER   only the pictures, with a truth.json

Plays are found by the engine's search, boards drawn by vision/render; read by vision/reader.py
and followed by vision/game/follow.py, as `tilekeeper watch` does. Columns:
reading_sets/watch_columns.py.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import cv2
from rich.console import Console
from rich.progress import Progress

from engine.position import EMPTY, Position
from engine.squares import Square
from engine.tiles import Tile, piece_of
from engine.variants import Variant
from engine.words.lexicon import words_of_language
from vision.game.doubt import DoubtKind
from vision.game.follow import Followed, Observation, accept, deny, follow, settle_square
from vision.game.reconstruct import Candidate, Change
from vision.reader import BoardReader, read_as_it_lies
from vision.reading import LABELS, Grid, Picture, Reading, Refusal
from workshop.benchmarks.reading_sets.evenings import EVENINGS, Evening, Kind, Shown, shown
from workshop.benchmarks.reading_sets.placements import without_list
from workshop.benchmarks.reading_sets.tables import print_table
from workshop.benchmarks.reading_sets.watch_columns import HEAD, Judge, Watched

SEED = 2_000_003
JPEG = 92


def main() -> int:
    """Exit status 0; 2 where the call is wrong."""
    options = _options()
    cv2.setNumThreads(1)
    if options.write:
        for name, seed in _chosen(options):
            _write(options.write / f"{name}-{seed - options.seed}", EVENINGS[name], seed)
        return 0
    counts: dict[str, Watched] = {name: Watched() for name in options.games}
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("games", total=len(options.games) * options.evenings)
        for name, seed in _chosen(options):
            judge = Judge(without_list(*EVENINGS[name].game).layout.size)
            for picture, seen, believed in watched(EVENINGS[name], seed, options.answered):
                verdict = judge.see(picture, seen, believed)
                if options.wrong and verdict != "right":
                    print(
                        f"{name} {picture.name} {verdict}: {_described(picture, seen)}", flush=True
                    )
            counts[name].add(judge.counts)
            progress.advance(bar)
    total = Watched()
    for each in counts.values():
        total.add(each)
    rows = [(name, *each.cells()) for name, each in (*counts.items(), ("together", total))]
    print_table("Watched games (rendered)", ("game", *HEAD), rows)
    if options.json:
        data = {name: vars(each) for name, each in counts.items()}
        options.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return 0


def watched(
    evening: Evening, seed: int, answered: bool = False
) -> Iterator[tuple[Shown, Observation, Position]]:
    """Each picture of a game, what following it makes of it, and what is believed then; `answered`:
    truly, by players, wherever something was asked."""
    rules = without_list(*evening.game)
    reader = BoardReader(rules.layout, rules.tile_set)
    words = words_of_language(rules.language, rules.extra_words)
    state = Followed.start(rules.layout.size)
    last: Grid | None = None

    def read(picture: Picture, grid: Grid | None) -> Reading | Refusal:
        return reader.read(picture, last=grid)

    for picture in shown(evening, seed):
        reading = read_as_it_lies(read, picture.picture, last, state.position)
        if isinstance(reading, Reading):
            last = reading.lasting_grid
        before, (state, seen) = state, follow(state, reading, rules, words)
        if answered and isinstance(reading, Reading):
            state = _as_answered(before, state, seen, picture, reading, rules)
        yield picture, seen, state.position


def _as_answered(
    before: Followed,
    after: Followed,
    seen: Observation,
    picture: Shown,
    reading: Reading,
    rules: Variant,
) -> Followed:
    """What is believed once what a picture leaves open has been answered."""
    if seen.change is Change.UNCLEAR:
        if picture.kind is Kind.SAME:
            return deny(before, reading, (doubt.square for doubt in seen.doubts))
        lay, lies = (_pieces(each.tiles) for each in (before.position, picture.position))
        if {s for s in lay.keys() | lies.keys() if lay.get(s) != lies.get(s)} != set(picture.tiles):
            return Followed.at(picture.position)  # there was a mistake that nobody had noticed
        tiles = _pieces(picture.tiles)
        true = {
            Kind.PLAY: Candidate(Change.PLAY, tiles=tiles),
            Kind.WITHDRAWN: Candidate(Change.WITHDRAWN, withdrawn=tiles),
        }[picture.kind]
        after = accept(before, true, reading, rules)
        return deny(after, reading, (doubt.square for doubt in seen.doubts))
    for doubt in seen.doubts:
        tile = piece_of(picture.position.tiles.get(doubt.square, EMPTY))
        if doubt.kind is not DoubtKind.BLANK_LETTER:
            after = settle_square(after, doubt.square, tile, reading)
    return after


def _pieces(tiles: Mapping[Square, Tile]) -> Mapping[Square, Tile]:
    return MappingProxyType({square: piece_of(tile) for square, tile in tiles.items()})


def _write(folder: Path, evening: Evening, seed: int) -> None:
    """A game's pictures and its truth.json, as photographed games have it."""
    folder.mkdir(parents=True, exist_ok=True)
    photos: list[dict[str, object]] = []
    plays: list[dict[str, object]] = []
    kinds: dict[Kind, list[str]] = {Kind.SAME: [], Kind.WITHDRAWN: []}
    for picture in shown(evening, seed):
        cv2.imwrite(str(folder / picture.name), picture.picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG])
        corners = [[round(x, 1), round(y, 1)] for x, y in picture.grid.corners]
        photos.append({"file": picture.name, "rows": list(picture.position.rows()),
                       "corners": corners, "whole": True, "expect": "read",
                       "note": ""})  # fmt: skip
        if picture.kind is Kind.PLAY:
            tiles = {s.name: tile for s, tile in sorted(picture.tiles.items())}
            plays.append({"photo": picture.name, "tiles": tiles, "score": picture.score})
        else:
            kinds[picture.kind].append(picture.name)
    name, language = evening.game
    truth = {
        "source": folder.name, "origin": "watched_games.py", "licence": "rendered",
        "kind": "game", "view": "top-down" if evening.tilt[1] < 15 else "oblique",
        "size": len(photos[0]["rows"]),  # type: ignore[arg-type]
        "variant": name, "language": language, "note": "rendered", "photos": photos,
        "plays": plays, "gaps": [], "same": kinds[Kind.SAME],
        "withdrawn": kinds[Kind.WITHDRAWN],
    }  # fmt: skip
    text = json.dumps(truth, ensure_ascii=False, indent=1)
    (folder / "truth.json").write_text(text + "\n", encoding="utf-8")
    print(f"{folder}: {len(photos)} pictures, {len(plays)} plays", file=sys.stderr)


def _described(picture: Shown, seen: Observation) -> str:
    true = " ".join(f"{s.name}={t}" for s, t in sorted(picture.tiles.items()))
    read = " ".join(f"{s.name}={t}" for s, t in sorted(seen.tiles.items()))
    asked = " ".join(
        f"{d.square.name}:{'/'.join(f'{label} {p:.2f}' for label, p in d.candidates)}"
        for d in seen.doubts
    )
    faults = "; ".join(str(fault) for fault in seen.faults)
    return f"{picture.kind} {true} | {seen.change.value} {read} | asks {asked} | {faults}"


def _chosen(options: argparse.Namespace) -> Iterator[tuple[str, int]]:
    for number in range(options.evenings):
        for name in options.games:
            yield name, options.seed + number


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=_known, default=_readable(), help="parted by commas")
    parser.add_argument("--evenings", type=int, default=1, help="games of each name (1)")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--answered", action="store_true", help="what is asked is answered truly")
    parser.add_argument("--wrong", action="store_true", help="print every picture not right")
    parser.add_argument("--write", type=Path, help="write the pictures there instead")
    parser.add_argument("--json", type=Path, help="write the counts there")
    return parser.parse_args()


def _readable() -> list[str]:
    """The games all of whose letters the reader knows."""
    return [
        name
        for name, evening in EVENINGS.items()
        if set(without_list(*evening.game).tile_set.letters) <= set(LABELS)
    ]


def _known(text: str) -> list[str]:
    names: Iterable[str] = text.split(",")
    for name in names:
        if name not in EVENINGS:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(EVENINGS)}")
    return list(names)


if __name__ == "__main__":
    raise SystemExit(main())
