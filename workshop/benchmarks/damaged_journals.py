"""Journals cut at every page and with bits flipped: what opens, what is reported, what is lost.

`python -m workshop.benchmarks.damaged_journals [--flips N] [--seed S]` prints a row a kind of
damage. A game that is shown otherwise than it was kept, or shorter and nothing reported, is
`wrong`. Tests: tests/device/test_damaged_journal.py.
"""

from __future__ import annotations

import argparse
import logging
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from device.storage.journal import Journal, JournalError, KeptGame

PAGE = 4096
GAMES = "games.sqlite"
IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""Thousands of journals are made whole again; a disk would take half an hour for that."""


def made(folder: Path, *, killed: bool, games: int = 5, events: int = 14) -> None:
    """A folder with a journal of some games; `killed`: as a killed program leaves it, with what was
    written last in the log alone."""
    live = folder / "live"
    journal = Journal(live / GAMES, lambda: 1_000.0)
    for number in range(1, games + 1):
        game = journal.begin(
            f"tilekeeper-record 1\nvariant: classic\nsides: Ann, B{number}\n", "{}"
        )
        for event in range(events):
            journal.append(game, event, first_body(number, event))
            if event % 9 == 5:
                journal.drop(game, event)
                journal.append(game, event, f'{{"pass": "Ben", "instead": {number}}}')
        journal.keep_clock(game, f'{{"Ann": {1500 - number}.5, "Ben": 1200.0}}')
        if number < games:
            journal.close_game(game)
        if killed and number == games // 2:
            journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if not killed:
        journal.close()
    for path in live.iterdir():
        if not path.name.endswith("-shm"):
            shutil.copy(path, folder / path.name)
    if killed:
        journal.close()
    shutil.rmtree(live)


def first_body(game: int, event: int) -> str:
    """What an event is at first; some of them are undone."""
    return f'{{"pass": "Ann", "number": {game * 1000 + event}}}' * 2


def kept(folder: Path) -> dict[int, KeptGame]:
    """The games of an undamaged one."""
    with closing(Journal.open_to_read(folder / GAMES)) as journal:
        return _games(journal)


def _games(journal: Journal) -> dict[int, KeptGame]:
    games = (journal.game(line.number) for line in journal.games())
    return {game.number: game for game in games if game is not None}


def judged(folder: Path, truth: dict[int, KeptGame]) -> str:
    """How a damaged one opens, for who reads it and for a table that goes on: whole, said
    (something is missing, and a message says so), refused (with a sentence), or wrong."""
    path = folder / GAMES
    answers = [_judged(path, truth, play=play) for play in (False, True)]
    return max(answers, key=("whole", "said", "refused", "wrong").index)


def _judged(path: Path, truth: dict[int, KeptGame], *, play: bool) -> str:
    try:
        journal = Journal(path, lambda: 2_000.0) if play else Journal.open_to_read(path)
    except JournalError:
        return "refused"
    with closing(journal):
        try:
            found = _games(journal)
            if play:
                number = journal.begin("another")
                journal.append(number, 0, "event")
                if number in found or journal.game(number) is None:
                    return "wrong"
        except JournalError:
            return "wrong"  # it was opened, so it must be readable
        if not journal.trouble:
            # Of clocks that ran the last seconds may be given back.
            return "whole" if _untimed(found) == _untimed(truth) else "wrong"
        true = all(_part_of(game, truth.get(number)) for number, game in found.items())
        return "said" if true else "wrong"


def _untimed(games: dict[int, KeptGame]) -> dict[int, KeptGame]:
    return {number: replace(game, clock="") for number, game in games.items()}


def _part_of(game: KeptGame, whole: KeptGame | None) -> bool:
    if whole is None or (game.head, game.extras) != (whole.head, whole.extras):
        return False
    shorter = list(whole.events[: len(game.events)])
    if game.events and game.events[-1] == first_body(game.number, len(game.events) - 1):
        shorter[-1] = game.events[-1]  # what undid it is lost, which is reported
    return list(game.events) == shorter and game.clock in ("", whole.clock)


def cuts(folder: Path, name: str) -> Iterator[bytes]:
    """A file of the folder, cut at every page."""
    data = (folder / name).read_bytes()
    for end in range(0, len(data), PAGE):
        yield data[:end]


def flips(folder: Path, name: str, number: int, chance: random.Random) -> Iterator[bytes]:
    """A file of the folder with a bit that is another, so many times; every fourth has eight."""
    data = (folder / name).read_bytes()
    for n in range(number):
        other = bytearray(data)
        for _ in range(8 if n % 4 == 3 else 1):
            # Half of them where it hurts most: in the first page and in the heads of the others.
            at = chance.randrange(len(data))
            if n % 2:
                at = min(len(data) - 1, at // PAGE * PAGE + chance.randrange(120))
            other[at] ^= 1 << chance.randrange(8)
        yield bytes(other)


def tried(source: Path, name: str, damaged: Iterator[bytes]) -> Counter[str]:
    """How often each kind of answer came."""
    truth, counts = kept(source), Counter[str]()
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as temporary:
        for data in damaged:
            folder = Path(temporary) / "state"
            shutil.copytree(source, folder)
            (folder / name).write_bytes(data)
            counts[judged(folder, truth)] += 1
            shutil.rmtree(folder)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flips", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    logging.disable()  # every damage is logged there
    columns = ("whole", "said", "refused", "wrong")
    print("| damage | tried | " + " | ".join(columns) + " |")
    print("|---|" + "--:|" * (len(columns) + 1))
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as temporary:
        closed, killed = Path(temporary) / "closed", Path(temporary) / "killed"
        made(closed, killed=False)
        made(killed, killed=True)
        log = f"{GAMES}-wal"
        rows = {
            "closed journal, cut at every page": (closed, GAMES, cuts(closed, GAMES)),
            "killed one's file, cut at every page": (killed, GAMES, cuts(killed, GAMES)),
            "killed one's log, cut at every page": (killed, log, cuts(killed, log)),
            "closed journal, bits flipped": (
                *(closed, GAMES),
                flips(closed, GAMES, arguments.flips, chance),
            ),
            "killed one's file, bits flipped": (
                *(killed, GAMES),
                flips(killed, GAMES, arguments.flips, chance),
            ),
            "killed one's log, bits flipped": (
                *(killed, log),
                flips(killed, log, arguments.flips, chance),
            ),
        }
        for title, (source, name, damaged) in rows.items():
            counts = tried(source, name, damaged)
            numbers = " | ".join(str(counts[column]) for column in columns)
            print(f"| {title} | {counts.total()} | {numbers} |", flush=True)


if __name__ == "__main__":
    main()
