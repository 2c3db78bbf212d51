"""First words from all sides: is it known which way up a board lies that shows but one word?

    python -m workshop.benchmarks.first_words [--pictures N] [--seed N] [--games NAME,NAME]
                                     [--words WORD,WORD] [--wrong]

Words of two to seven letters, in every game, with values, with dots in their place, and with
letters alone; seen from any side, under glare, with coloured tiles on a clear board, and in a
mirror. Read by vision/reader.py and followed as a game's first picture; what is asked does no harm,
what is promised has to be right. A row a game and print, and a row a condition.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np
from rich.console import Console
from rich.progress import track

from engine.position import Position
from engine.squares import Direction, Square
from engine.tiles import UNKNOWN_BLANK
from engine.variants import Variant
from engine.words.lexicon import SHIPPED_LISTS, shipped_lexicon, words_of_language
from vision.game.follow import Followed, follow
from vision.game.reconstruct import Change
from vision.reader import BoardReader
from vision.reading import Grid, Picture, Reading, Refusal
from vision.render.look import Look
from workshop.benchmarks.reading_sets.conditions import PLAIN
from workshop.benchmarks.reading_sets.drawing import drawn_from, taken
from workshop.benchmarks.reading_sets.failures import dots_for_values, with_values, without_values
from workshop.benchmarks.reading_sets.looks import look_of
from workshop.benchmarks.reading_sets.placements import without_list
from workshop.benchmarks.reading_sets.scene import Scene, board_on_table
from workshop.benchmarks.reading_sets.tables import print_table
from workshop.rendered.photograph import Stance

SEED = 51_000_003
"""The pictures that this measures are none of those that anything was chosen on."""

GAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "classic": ("en", "fr", "de"),
        "nhl": ("en", "fr"),
        "junior": ("fr", "en"),
        "party": ("fr", "en"),
        "scramble": ("en", "fr"),
        "topword": ("en", "fr"),
    }
)
"""The games, and the languages in which they are played here."""

VALUED = ("classic", "nhl", "party")
"""Those whose tiles show values; dice, piles and cardboard have letters alone."""

PRINTS: Mapping[str, Callable[[Look, np.random.Generator], Look]] = MappingProxyType(
    {"values": with_values, "dots": dots_for_values, "none": without_values}
)

CONDITIONS = ("plain", "glare", "coloured", "plain", "mirrored")
"""In turns; plain ones twice."""

LENGTHS = range(2, 8)
ROLL = 8.0
"""Degrees by which a board lies askew from the four turns."""

COLOURED = ((40, 40, 170), (160, 70, 25), (50, 105, 35), (30, 60, 110), (130, 40, 110))
CLEAR = ((225, 230, 235), (205, 222, 228), (235, 228, 215))
"""Colours of tiles with bright letters, and of the boards under them, BGR."""

HEAD = (
    "", "pictures", "right", "which way up?", "other questions", "refused", "wrong: turned",
    "wrong: mirrored", "wrong: letters",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class FirstWord:
    """A picture of a board with one word, which lies on it as `rows` say with the grid so."""

    game: Variant
    prints: str
    condition: str
    word: str
    picture: Picture
    grid: Grid
    position: Position

    @property
    def name(self) -> str:
        return f"{self.game.name}, {self.prints}"


def main() -> int:
    """Exit status 0."""
    options = _options()
    cv2.setNumThreads(1)
    counts: dict[str, Counter[str]] = {}
    words = options.words.split(",")
    numbers = range(options.pictures)
    for number in track(numbers, description="words", console=Console(stderr=True)):
        shown = first_word(options.games, number, options.seed, words[number % len(words)])
        verdict = judged(shown)
        for row in (shown.name, f"– {shown.condition}", "together"):
            counts.setdefault(row, Counter()).update({"pictures": 1, verdict: 1})
        if options.wrong and verdict != "right":
            print(f"{number} {shown.name}, {shown.condition}: {shown.word} {verdict}", flush=True)
    by_row = sorted(counts, key=lambda row: (row == "together", row.startswith("–"), row))
    rows = [(row, *(str(counts[row][column]) for column in HEAD[1:])) for row in by_row]
    print_table("First words from all sides (rendered)", HEAD, rows)
    if options.json:
        options.json.write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
    return 0


def first_word(games: tuple[str, ...], number: int, seed: int, given: str = "") -> FirstWord:
    """The picture of that number, of the word `given` if any is."""
    rng = np.random.default_rng([seed, number])
    name = games[number % len(games)]
    language = GAMES[name][int(rng.integers(len(GAMES[name])))]
    game = without_list(name, language)
    prints = str(rng.choice(list(PRINTS))) if name in VALUED else "none"
    condition = CONDITIONS[number // len(games) % len(CONDITIONS)]
    word = given or _word(game, LENGTHS[int(rng.integers(len(LENGTHS)))], rng)
    position = _laid(game, word, rng)
    look = PRINTS[prints](look_of(game, True, rng), rng)
    if condition == "coloured":
        look = _coloured(look, rng)
    scene = _scene(position, look, rng)
    under = replace(PLAIN, glare=(20, 80), veil=True) if condition == "glare" else PLAIN
    picture = taken(scene.picture, under, scene.square, rng)
    if condition == "mirrored":
        picture = np.ascontiguousarray(picture[:, ::-1])
    return FirstWord(game, prints, condition, word, picture, scene.grid, position)


def judged(shown: FirstWord) -> str:
    """What becomes of the word, as HEAD names it: a mirror's picture has to be refused, or asked
    about."""
    game = shown.game
    reading = _reader(game.name, game.language).read(shown.picture)
    if isinstance(reading, Refusal):
        mirrored = shown.condition == "mirrored" and reading is Refusal.MIRRORED
        return "right" if mirrored else "refused"
    words = words_of_language(game.language, game.extra_words)
    _, seen = follow(Followed.start(game.layout.size), reading, game, words)
    if reading.ways:
        return "which way up?"
    what_is_the_blank = UNKNOWN_BLANK in seen.tiles.values()
    if not seen.sure or seen.change is not Change.PLAY or what_is_the_blank:
        return "other questions"
    if shown.condition == "mirrored":
        # ICI is the same play in a mirror.
        across = dict(sorted(seen.tiles.items(), key=lambda tile: (tile[0].row, tile[0].column)))
        return "right" if "".join(across.values()) == shown.word else "wrong: mirrored"
    if _turned(shown.grid, reading):
        return "wrong: turned"
    return "right" if seen.tiles == dict(shown.position.tiles) else "wrong: letters"


def _turned(true: Grid, reading: Reading) -> bool:
    """Whether the board was read another way up than it lies."""
    as_it_lies = reading.grid.turned_like(true)
    return float(np.abs(np.subtract(as_it_lies.corners, reading.grid.corners)).max()) > 1.0


def _word(game: Variant, length: int, rng: np.random.Generator) -> str:
    """A word of the list that the tiles can lay; any letters where no list ships."""
    if game.language in SHIPPED_LISTS:
        words = _words(game.language, "".join(game.tile_set.letters), length)
        return words[int(rng.integers(len(words)))]
    counts = {t: n for t, n in game.tile_set.counts.items() if t != UNKNOWN_BLANK}
    bag = [letter for letter, number in counts.items() for _ in range(number)]
    return "".join(rng.choice(bag, size=length, replace=False))


@cache
def _words(language: str, alphabet: str, length: int) -> tuple[str, ...]:
    known = set(alphabet)
    words = shipped_lexicon(language).dawg
    return tuple(w for w in words if len(w) == length and known.issuperset(w))


def _laid(game: Variant, word: str, rng: np.random.Generator) -> Position:
    """The word across the middle of the board, or down."""
    size = game.layout.size
    way = Direction.ACROSS if rng.random() < 0.5 else Direction.DOWN
    middle, before = size // 2, int(rng.integers(len(word)))
    begin = max(0, min(middle - before, size - len(word)))
    first = Square(middle, middle).step(way, begin - middle)
    tiles = {first.step(way, place): letter for place, letter in enumerate(word)}
    return Position(size, tiles)


def _coloured(look: Look, rng: np.random.Generator) -> Look:
    """Coloured tiles with bright letters on a clear board."""
    colour, cell = COLOURED[int(rng.integers(len(COLOURED)))], CLEAR[int(rng.integers(len(CLEAR)))]
    line = tuple(part - 70 for part in cell)
    board = replace(look.board, cell=cell, line=(line[0], line[1], line[2]))
    return replace(look, board=board, tiles=replace(look.tiles, colour=colour, ink=(240, 240, 240)))


def _scene(position: Position, look: Look, rng: np.random.Generator) -> Scene:
    quarter = 90 * int(rng.integers(4))
    stance = Stance(
        tilt=drawn_from(PLAIN.tilt, rng),
        azimuth=float(rng.uniform(0, 360)),
        roll=quarter + float(rng.uniform(-ROLL, ROLL)),
        distance=float(rng.uniform(1.6, 4)),
    )
    square = drawn_from(PLAIN.square, rng) * 15 / position.size
    return board_on_table(position, look, stance, square, rng)


@cache
def _reader(name: str, language: str) -> BoardReader:
    game = without_list(name, language)
    return BoardReader(game.layout, game.tile_set, highest_pile=game.highest_pile)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pictures", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--games", type=_known, default=tuple(GAMES), help="parted by commas")
    parser.add_argument("--words", default="", help="these, parted by commas, and no others")
    parser.add_argument("--wrong", action="store_true", help="print every picture not right")
    parser.add_argument("--json", type=Path, help="write the counts there")
    return parser.parse_args()


def _known(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    for name in names:
        if name not in GAMES:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(GAMES)}")
    return names


if __name__ == "__main__":
    raise SystemExit(main())
