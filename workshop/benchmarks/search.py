"""Search: all plays, and whether there is any: python -m workshop.benchmarks.search --samples DIR

`--samples` (or TILEKEEPER_SAMPLES): a folder with games/gcg, that is GCG files and an index.json.
Positions are drawn from its consistent games with a seed. Times are of this thread alone.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.circumstances import NOTHING_SPECIAL, Circumstances
from engine.position import Position
from engine.records.gcg_lines import LaidWord, TakenBack, read_gcg
from engine.search import all_plays, any_play, first_play
from engine.squares import Direction, Square
from engine.tiles import Tile, piece_of
from engine.variants import Variant, load_variant
from engine.words.lexicon import Lexicon, shipped_lexicon

SEED = 11
BUDGET_MS = 40
BUDGET_BLANK_MS = 400
FILLED = 4
"""Party boards filled until nothing goes, a language."""
SELF_PLAYED = 8
"""Games that the program plays against itself where there are no records (TopWord)."""


@dataclass(frozen=True)
class Turn:
    """A position from a record, the rack and what was laid then."""

    language: str
    position: Position
    rack: str
    laid: dict[Square, Tile]
    points: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=Path, default=os.environ.get("TILEKEEPER_SAMPLES"))
    parser.add_argument("--positions", type=int, default=300)
    given = parser.parse_args()
    if given.samples is None:
        sys.exit("Which folder of samples? (--samples DIR)")
    turns = list(recorded(Path(given.samples) / "games" / "gcg"))
    drawn = random.Random(SEED).sample(turns, min(given.positions, len(turns)))
    blanks = [turn for turn in turns if "?" in turn.rack]
    more = random.Random(SEED).sample(blanks, min(given.positions // 3, len(blanks)))
    print(f"{len(drawn)} of {len(turns)} positions, and {len(more)} more with a blank; ms\n")
    everything(drawn, more)
    whether_any(drawn)
    fill()
    piles()


def recorded(folder: Path) -> Iterator[Turn]:
    for game in json.loads((folder / "index.json").read_text(encoding="utf-8")):
        if game["consistent"] and game["language"] in ("en", "fr"):
            yield from turns_of((folder / game["file"]).read_bytes(), game["language"])


def turns_of(data: bytes, language: str) -> Iterator[Turn]:
    positions = [Position(15)]
    for line in read_gcg(data).lines:
        if isinstance(line.move, TakenBack):
            positions.pop()
        elif isinstance(line.move, LaidWord):
            squares = (
                line.move.start.step(line.move.direction, n) for n in range(len(line.move.word))
            )
            tiles = {
                square: tile
                for square, tile in zip(squares, line.move.word, strict=True)
                if positions[-1].at(square) is None
            }
            if len(line.rack) == 7:
                yield Turn(language, positions[-1], line.rack, tiles, line.points)
            positions.append(positions[-1].laid(tiles))


def everything(drawn: list[Turn], more: list[Turn]) -> None:
    print(f"{'all plays':34}{'n':>5}{'mean':>8}{'95 %':>8}{'worst':>8}{'plays':>8}")
    times: dict[str, list[float]] = {"no blank": [], "one blank": [], "two blanks": []}
    plays: dict[str, list[int]] = {kind: [] for kind in times}
    as_drawn: list[float] = []
    laid_in_list = found_again = 0
    for number, turn in enumerate([*drawn, *more]):
        variant, lexicon = load_variant("classic", turn.language), shipped_lexicon(turn.language)
        judged = load_variant("classic", turn.language, {"lexicon": lexicon})
        start = time.thread_time()
        found = all_plays(judged, turn.position, turn.rack, lexicon)
        took = 1000 * (time.thread_time() - start)
        kind = list(times)[turn.rack.count("?")]
        times[kind].append(took)
        plays[kind].append(len(found))
        if number < len(drawn):
            as_drawn.append(took)
        if listed(variant, lexicon, turn):
            laid_in_list += 1
            found_again += any(p.points == turn.points and p.tiles == turn.laid for p in found)
    row("as drawn", as_drawn, None, BUDGET_MS)
    for kind in times:
        budget = BUDGET_MS if kind == "no blank" else BUDGET_BLANK_MS
        row(kind, times[kind], plays[kind], budget)
    print(f"\nplays laid then whose words are listed: {laid_in_list}, found again: {found_again}")


def listed(variant: Variant, lexicon: Lexicon, turn: Turn) -> bool:
    """Whether the play that was laid should be found: the list has all its words."""
    after = turn.position.laid(turn.laid)
    lines = {after.run(square, way) for square in turn.laid for way in Direction}
    words = [variant.tile_set.text(after.tiles[s] for s in line) for line in lines if line[1:]]
    return all(map(lexicon, words))


def whether_any(drawn: list[Turn]) -> None:
    print(f"\n{'does any play exist?':34}{'n':>5}{'median':>8}{'99 %':>8}{'worst':>8}{'none':>8}")
    racks, open_letters, rolled, short = [], [], [], []
    for turn in drawn:
        lexicon = shipped_lexicon(turn.language)
        classic = load_variant("classic", turn.language)
        party = load_variant("party", turn.language)
        left = Counter(dict(party.tile_set.counts))
        left.subtract(map(piece_of, turn.position.tiles.values()))
        support = "".join(left.elements())
        racks.append(timed(classic, turn.position, turn.rack, lexicon))
        open_letters.append(timed(party, turn.position, support, lexicon))
        rare = [letter for letter in "QWJKXZ" if letter in support]
        rolled += [timed(party, turn.position, support, lexicon, letter) for letter in rare]
        short.append(timed(party, turn.position, "".join(rare), lexicon))
    any_row("a rack of seven", racks)
    any_row("Party, all that lies open", open_letters)
    any_row("… and must lay Q, W, J, K, X or Z", rolled)
    any_row("Party, only those letters left", short)


def fill() -> None:
    """Party laid full: always the first play found, until there is none."""
    answers = []
    for language in ("en", "fr"):
        lexicon = shipped_lexicon(language)
        variant = load_variant("party", language, {"lexicon": lexicon})
        for rolls in range(FILLED):
            chosen = random.Random(rolls)
            position, left = Position(15), Counter(dict(variant.tile_set.counts))
            while True:
                support = "".join(left.elements())
                answers.append(timed(variant, position, support, lexicon))
                found = first_play(variant, position, support, lexicon)
                if found is None:
                    break
                if rolls:
                    some = "".join(chosen.sample(support, min(6, len(support))))
                    plays = all_plays(variant, position, some, lexicon)
                    found = chosen.choice(plays) if plays else found
                position = position.laid(found.tiles)
                left.subtract(map(piece_of, found.tiles.values()))
    any_row("Party, laid until nothing goes", answers)


def piles() -> None:
    """TopWord on boards that the program filled by itself."""
    lexicon = shipped_lexicon("fr")
    variant = load_variant("topword", "fr", {"lexicon": lexicon})
    every, exist, plays = [], [], []
    for game in range(SELF_PLAYED):
        random_tile = random.Random(game)
        bag = [tile for tile, n in variant.tile_set.counts.items() for _ in range(n)]
        random_tile.shuffle(bag)
        position, rack = Position(10), [bag.pop() for _ in range(7)]
        while rack:
            exist.append(timed(variant, position, "".join(rack), lexicon))
            start = time.thread_time()
            found = all_plays(variant, position, rack, lexicon)
            every.append(1000 * (time.thread_time() - start))
            plays.append(len(found))
            if not found:
                break
            laid = random_tile.choice(found[:20]).tiles
            position = position.laid(laid)
            for tile in laid.values():
                rack.remove(tile)
            rack += [bag.pop() for _ in range(min(len(bag), 7 - len(rack)))]
    print()
    row("TopWord, all plays", every, plays, BUDGET_MS)
    any_row("TopWord, is there any?", exist)


def timed(
    variant: Variant, position: Position, letters: str, lexicon: Lexicon, rolled: str | None = None
) -> tuple[float, bool]:
    now = NOTHING_SPECIAL if rolled is None else Circumstances(rolled=rolled)
    start = time.thread_time()
    there_is = any_play(variant, position, letters, lexicon, now)
    return 1000 * (time.thread_time() - start), there_is


def row(what: str, times: list[float], plays: list[int] | None, budget: float) -> None:
    if not times:
        return
    mean = statistics.mean(times)
    count = "" if plays is None else f"{statistics.mean(plays):8.0f}"
    over = "  OVER" if mean > budget else ""
    print(
        f"{what:34}{len(times):5}{mean:8.0f}{centile(times, 95):8.0f}{max(times):8.0f}{count:8}"
        f"  mean of {budget}{over}"
    )


def any_row(what: str, answers: list[tuple[float, bool]]) -> None:
    times = [took for took, _ in answers]
    none = sum(not there_is for _, there_is in answers)
    print(
        f"{what:34}{len(times):5}{statistics.median(times):8.1f}{centile(times, 99):8.1f}"
        f"{max(times):8.1f}{none:8}",
        flush=True,
    )


def centile(times: list[float], percent: int) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


if __name__ == "__main__":
    main()
