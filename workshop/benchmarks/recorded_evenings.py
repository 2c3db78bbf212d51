"""Real tournament games played through the session, as the people of a table would have played.

    python -m workshop.benchmarks.recorded_evenings FOLDER [--wrong] [--json FILE]

Every GCG file of the folder that the rules follow to its end is laid, pressed, challenged and
settled turn by turn (record_players.py), a third of the presses forgotten; then the kept game is
held against the record: board, points of every turn, totals.
Tests: workshop/tests/test_recorded_evenings.py.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from rich.console import Console
from rich.progress import track

from device.system.given_files import GameFileError, read_game_file
from engine.events import Adjusted, Challenged, Exchanged, Passed
from engine.game import Game
from engine.records.gcg import ENDINGS
from engine.records.replayed import Replayed
from engine.state import Entry, EntryKind
from engine.tiles import TILE_LANGUAGES, UNKNOWN_BLANK
from workshop.benchmarks.reading_sets.tables import print_table
from workshop.benchmarks.record_players import KINDS, RecordPlayers, alike, as_at_a_table

HEAD = (
    "games",
    "games",
    "turns",
    "right",
    "presses",
    "a turn",
    "questions",
    "nameless",
    "stuck",
    "differences",
)
TURNS_HEAD = ("turn ended by", "turns", "presses", "a turn", "most")


@dataclass
class Tally:
    """How games of one kind went."""

    games: int = 0
    turns: int = 0
    right: int = 0
    presses: int = 0
    questions: int = 0
    nameless: int = 0
    stuck: int = 0
    differences: int = 0

    def add(self, other: Tally) -> None:
        for name, number in vars(other).items():
            setattr(self, name, getattr(self, name) + number)

    def cells(self) -> tuple[str, ...]:
        each = self.presses / self.turns if self.turns else 0.0
        return (
            str(self.games),
            str(self.turns),
            str(self.right),
            str(self.presses),
            f"{each:.2f}",
            str(self.questions),
            str(self.nameless),
            str(self.stuck),
            str(self.differences),
        )


@dataclass(frozen=True)
class Outcome:
    """How one record went: what was kept, what ought to have been, and what it took."""

    kept: Game
    played: Game
    presses: int
    ended_by: tuple[tuple[str, int], ...]
    asked: Counter[str] = field(default_factory=Counter)
    mended: tuple[str, ...] = ()
    stuck: str | None = None

    @property
    def differences(self) -> tuple[str, ...]:
        """Sentences on everything in which the kept game isn't the one that was played."""
        return tuple(_differences(self.kept, self.played))

    @property
    def tally(self) -> Tally:
        pairs = list(zip(_turns(self.kept), _turns(self.played), strict=False))
        rows = self.kept.state.position.rows()
        return Tally(
            games=1,
            turns=len(_turns(self.played)),
            right=sum(_same(kept, played) for kept, played in pairs),
            presses=self.presses,
            questions=self.asked.total(),
            nameless=sum(row.count(UNKNOWN_BLANK) for row in rows),
            stuck=self.stuck is not None,
            differences=len(self.differences),
        )


def play_record(replayed: Replayed) -> Outcome:
    """A record that the rules follow, played at a table."""
    games = as_at_a_table(replayed)
    people = RecordPlayers(games)
    people.play()
    table = people.table
    return Outcome(
        table.state.game,
        games[-1],
        table.presses,
        tuple(people.ended_by),
        table.asked,
        tuple(people.mended),
        people.stuck,
    )


def why_skipped(replayed: Replayed) -> str | None:
    """Why a record isn't played: the rules don't follow it, or its tiles aren't ours."""
    record = replayed.record
    if not replayed.consistent:
        return f"{replayed.faults[0]}"
    if record.variant != "classic" or record.language not in TILE_LANGUAGES:
        return f"the table has no such board or tiles: {record.variant}, {record.language}"
    return None


def kind_of(replayed: Replayed) -> str:
    """What its kind of game asks of a table, the rarest thing first."""
    events = replayed.record.events
    language = TILE_LANGUAGES[replayed.record.language]
    if any(isinstance(e, Adjusted) and e.why not in ENDINGS for e in events):
        return f"{language}, other rules' points by hand"
    if any(isinstance(e, Challenged) for e in events):
        return f"{language}, plays challenged off"
    if any(isinstance(e, Exchanged | Passed) for e in events):
        return f"{language}, exchanges or passes"
    return f"{language}, plays alone"


def _differences(kept: Game, played: Game) -> Iterator[str]:
    """In words; points by hand are only compared by what they come to."""
    for number, (is_, was) in enumerate(zip_longest(_turns(kept), _turns(played)), 1):
        if is_ is None or was is None or not _same(is_, was):
            yield f"turn {number}: {_described(was)} was played, {_described(is_)} was kept"
    boards = ["".join(game.state.position.rows()) for game in (kept, played)]
    if not alike(*boards):
        yield "what’s on the board isn’t what was saved"
    if kept.state.over != played.state.over:
        yield f"the game is {played.state.over}, kept as {kept.state.over}"
    for side, total in played.state.totals.items():
        if kept.state.totals[side] != total:
            yield f"{side} has {total} points, {kept.state.totals[side]} were kept"


Turn = tuple[str, str, str, int]
"""Whose, what, its word, its points."""


def _turns(game: Game) -> list[Turn]:
    aside = (EntryKind.ADJUSTED, EntryKind.START)
    return [_turn(entry) for entry in game.state.entries if entry.kind not in aside]


def _turn(entry: Entry) -> Turn:
    """A turn lost by a challenge that failed is a pass, as files have it."""
    kind = EntryKind.PASS if entry.kind is EntryKind.LOST_TURN else entry.kind
    word = "" if entry.scored is None else entry.scored.words[0].text
    return entry.side, str(kind), word, entry.points


def _same(kept: Turn, played: Turn) -> bool:
    return (*kept[:2], kept[3]) == (*played[:2], played[3]) and alike(kept[2], played[2])


def _described(turn: Turn | None) -> str:
    return "nothing" if turn is None else " ".join(str(part) for part in turn if part != "")


# Tables


def main() -> int:
    """Exit status 0; 1 where a kept game differs from its record or got stuck; 2 for no games."""
    options = _options()
    tallies: dict[str, Tally] = {}
    ended: dict[str, list[int]] = {kind: [] for kind in KINDS}
    asked: Counter[str] = Counter()
    skipped: list[str] = []
    files = sorted(options.folder.glob("*.gcg"))
    for file in track(files, "games", console=Console(stderr=True)):
        try:
            replayed = read_game_file(file)
        except GameFileError as error:
            skipped.append(str(error))
            continue
        if (why := why_skipped(replayed)) is not None:
            skipped.append(f"{file.name}: {why}")
            continue
        outcome = play_record(replayed)
        tallies.setdefault(kind_of(replayed), Tally()).add(outcome.tally)
        asked += outcome.asked
        for kind, presses in outcome.ended_by:
            ended[kind].append(presses)
        _print_outcome(file.name, outcome, options.wrong)
    for sentence in skipped:
        print(f"skipped: {sentence}")
    together = Tally()
    for tally in tallies.values():
        together.add(tally)
    rows = [(kind, *tally.cells()) for kind, tally in sorted(tallies.items())]
    print_table("Recorded games", HEAD, [*rows, ("together", *together.cells())])
    print_table("How turns were ended", TURNS_HEAD, [_ended(kind, ended[kind]) for kind in KINDS])
    questions = [(text, str(number)) for text, number in asked.most_common()]
    print_table("Questions and menus", ("text", "times"), questions)
    if options.json:
        data = {kind: vars(tally) for kind, tally in tallies.items()}
        options.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    if not together.games:
        return 2
    return 1 if together.differences or together.stuck else 0


def _print_outcome(name: str, outcome: Outcome, wrong: bool) -> None:
    """What went otherwise in one game, at once."""
    if outcome.stuck is not None:
        print(f"{name}: stuck at {outcome.stuck}", flush=True)
    for difference in outcome.differences if outcome.stuck is None else ():
        print(f"{name}: {difference}", flush=True)
    for mended in outcome.mended if wrong else ():
        print(f"{name}: {mended}", flush=True)


def _ended(kind: str, presses: Sequence[int]) -> tuple[str, ...]:
    each = f"{sum(presses) / len(presses):.2f}" if presses else "–"
    return kind, str(len(presses)), str(sum(presses)), each, str(max(presses, default=0))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="recorded games, *.gcg")
    parser.add_argument("--wrong", action="store_true", help="print turns that had to be mended")
    parser.add_argument("--json", type=Path, help="write the counts there")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
