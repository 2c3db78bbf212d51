"""An evening of games at the virtual table, each with another way to challenge: exported in every
form, replayed, watched in a file while they are played, and held against the journal that kept
them.

It is played once for all tests here, in its own time on one thread.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from test_scripted_evenings import play

from device.addons.live.live_file import LiveFile
from device.cli.main import main
from device.session.core.setup import NO_EXTRAS, Setup
from device.simulator.named_texts import named_text
from device.simulator.run import EveningOutcome, TableTime
from device.storage.games import game_of
from device.storage.journal import Journal, KeptGame
from engine.events import Challenged
from engine.game import Game
from engine.records.gcg import replay_gcg
from engine.records.record import GameRecord, read_record
from engine.variants import ChallengeRule

HEAD = """
game classic
language en
sides Ann Ben
words BREAD BREADS SO
option challenge "{rule}"
"""

FALLS_THEN_STANDS = """
lay Ann 8D BREDA
press Ann
challenge Ben bad
expect points Ann 0
expect turn {again}
lay {again} 8D BREAD
press {again}
expect lamp challenge
"""
"""A play that falls, and the word itself by the next side; it hasn't been challenged."""

SCRIPTS: Mapping[str, str] = {
    "judged": """
lay Ann 8D BREDA
try Ann                     # it comes back at once, and costs nothing
expect says "BREDA"
expect turn Ann
take-back
wait 1
lay Ann 8D BREAD
press Ann
expect turn Ben
expect dark challenge
pass Ben
""",
    "single": FALLS_THEN_STANDS.format(again="Ben")
    + """
challenge Ann good          # Ann loses nothing
expect says "The play stands."
expect turn Ann
expect points Ben 22
""",
    "classic": FALLS_THEN_STANDS.format(again="Ben")
    + """
challenge Ann good          # Ann loses her turn
expect says "Ann misses this turn."
expect turn Ben
expect points Ben 22
""",
    "5-a-word": """
lay Ann 8D BREAD
press Ann
lay Ben I8 SO               # BREADS and SO: two words
press Ben
challenge Ann good
expect says "Ben gains 10 points."
expect turn Ann
expect points Ben 22
""",
    "10-a-word": """
lay Ann 8D BREAD
press Ann
lay Ben I8 SO               # BREADS and SO: two words
press Ben
challenge Ann good SO       # and no more than SO
expect says "Ben gains 10 points."
expect turn Ann
expect points Ben 22
""",
    "10-a-play": FALLS_THEN_STANDS.format(again="Ben")
    + """
challenge Ann good
expect says "Ben gains 10 points."
expect turn Ann
expect points Ben 32
""",
}
END = "end\nend\nexpect over\n"

SHEETS: Mapping[str, list[tuple[str, str, int]]] = {
    "judged": [("Ann", "play", 22), ("Ben", "pass", 0)],
    "single": [("Ann", "challenged-off", 0), ("Ben", "play", 22)],
    "classic": [("Ann", "challenged-off", 0), ("Ben", "play", 22), ("Ann", "lost-turn", 0)],
    "5-a-word": [("Ann", "play", 22), ("Ben", "play", 12), ("Ben", "challenge-bonus", 10)],
    "10-a-word": [("Ann", "play", 22), ("Ben", "play", 12), ("Ben", "challenge-bonus", 10)],
    "10-a-play": [
        ("Ann", "challenged-off", 0),
        ("Ben", "play", 22),
        ("Ben", "challenge-bonus", 10),
    ],
}
"""What each game comes to, line by line."""

BEGAN = 1_772_912_469.0
"""Seconds since 1970, when the table's clock stood at 0."""

NUMBERS = {rule: number for number, rule in enumerate(SCRIPTS, 1)}
RULES = pytest.mark.parametrize("rule", SCRIPTS)


@dataclass(frozen=True)
class Played:
    """The evening: its journal, and how each game went."""

    journal: Path
    outcomes: Mapping[str, EveningOutcome]
    seen: Mapping[str, list[str]]

    def kept(self, rule: str) -> KeptGame:
        """A game as the journal has it."""
        with closing(Journal.open_to_read(self.journal)) as opened:
            kept = opened.game(NUMBERS[rule])
        assert kept is not None
        return kept


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("evening")
    path, outcomes, seen = folder / "games.sqlite", {}, {}
    clock = TableTime(50.0)
    with closing(Journal(path, lambda: BEGAN + clock())) as journal:
        for rule, script in SCRIPTS.items():
            live = Watched(folder / "live.gcg")
            text = HEAD.format(rule=rule) + script + END
            outcomes[rule] = play(text, rule, journal, clock=clock, followers=[live])
            seen[rule] = live.seen
    return Played(path, outcomes, seen)


class Watched(LiveFile):
    """A live file that somebody reads after every event."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, pytest.fail)
        self.path, self.seen = path, list[str]()

    def show(self, head: GameRecord, game: Game, *, hidden: bool) -> None:
        one = LiveFile(self.path, pytest.fail)
        one.show(head, game, hidden=hidden)
        one.close()
        self.seen.append(self.path.read_text(encoding="utf-8"))


def run(evening: Played, *arguments: object) -> Result:
    result = CliRunner().invoke(main, [*map(str, arguments), "--journal", str(evening.journal)])
    assert (result.exit_code, result.stderr) == (0, "")
    return result


def sheet(game: Game) -> list[tuple[str, str, int]]:
    return [(entry.side, str(entry.kind), entry.points) for entry in game.state.entries]


@RULES
@pytest.mark.rule("CLA-CHA-02", "CLA-CHA-03", "CLA-CHA-04", "OWN-01")
def test_each_game_is_played_and_kept_as_its_script_has_it(evening: Played, rule: str) -> None:
    outcome = evening.outcomes[rule]
    assert (outcome.stuck, outcome.failed, outcome.differences) == (None, (), ())
    assert sheet(outcome.kept) == SHEETS[rule]
    assert game_of(evening.kept(rule)) == outcome.kept


@RULES
def test_what_began_again_or_after_a_power_cut_is_challenged_the_same_way(
    evening: Played, rule: str
) -> None:
    kept = evening.kept(rule)
    setup = Setup.of(read_record(kept.head), NO_EXTRAS)
    assert setup.game().state.variant.challenge is ChallengeRule(rule)
    assert game_of(kept).start.variant.challenge is ChallengeRule(rule)


def test_the_history_has_all_games_and_the_lines_of_their_sheets(evening: Played) -> None:
    listed = run(evening, "history", "--json").stdout.splitlines()
    totals = {line["game"]: line["totals"] for line in map(json.loads, listed)}
    assert totals == {
        NUMBERS[rule]: one.kept.state.totals for rule, one in evening.outcomes.items()
    }
    output = {rule: run(evening, "history", NUMBERS[rule]).stdout for rule in SCRIPTS}
    assert {rule for rule in output if "BREDA, challenged: taken off" in output[rule]} == {
        "single",
        "classic",
        "10-a-play",
    }
    assert {rule for rule in output if "missed turn" in output[rule]} == {"classic"}
    assert {rule for rule in output if "challenged, and valid" in output[rule]} == {
        "5-a-word",
        "10-a-word",
        "10-a-play",
    }


@RULES
def test_the_record_has_when_and_what_was_asked_and_how_it_was_answered(
    evening: Played, rule: str
) -> None:
    kept = evening.kept(rule)
    text = run(evening, "history", NUMBERS[rule], "--to", "json").stdout
    record = read_record(text)
    notes = record.table
    assert len(notes.times) == len(kept.events)
    assert list(notes.times) == sorted(notes.times)
    assert notes.times[-1] > 1.0
    asked = [(one.question, one.answer) for one in notes.answers]
    challenged = [event for event in record.events if isinstance(event, Challenged)]
    which = ("Ann challenges: which words?",)
    if rule == "5-a-word":
        assert (*which, named_text("all-words")) in asked
        assert challenged == [Challenged("Ann", good=True)]
    elif rule == "10-a-word":
        assert (*which, "SO") in asked
        assert challenged == [Challenged("Ann", good=True, words=("SO",))]
        (answer,) = [one for one in notes.answers if one.answer == "SO"]
        assert record.events[answer.before] == challenged[0]
        assert notes.times[answer.before - 1] < answer.at <= notes.times[answer.before]
    else:
        assert all(which[0] != question for question, _ in asked)
    assert (named_text("stop-or-end"), named_text("end-the-game")) in asked


@RULES
def test_a_program_that_watched_the_file_saw_every_event(evening: Played, rule: str) -> None:
    seen, kept = evening.seen[rule], game_of(evening.kept(rule))
    assert len(seen) >= len(kept.events)
    for text in seen[:-1]:
        again = replay_gcg(text.encode())
        assert (again.faults, again.broken_off) == ((), False)
    assert seen[-1] == run(evening, "export", "--game", NUMBERS[rule], "--to", "gcg").stdout


@RULES
def test_a_zip_has_all_texts_of_the_game(evening: Played, rule: str, tmp_path: Path) -> None:
    number, file = NUMBERS[rule], tmp_path / "game.zip"
    run(evening, "history", number, "--to", "zip", "--output", file)
    with zipfile.ZipFile(file) as zipped:
        assert zipped.testzip() is None
        for name in zipped.namelist():
            stem, form = name.split(".")
            assert stem == f"game-{number}"
            form = "sheet" if form == "txt" else form
            alone = run(evening, "export", "--game", number, "--to", form).stdout_bytes
            assert zipped.read(name) == alone
        assert len(zipped.namelist()) == 4


@RULES
@pytest.mark.parametrize("form", ["json", "gcg"])
def test_what_is_exported_is_replayed_without_a_fault(
    evening: Played, rule: str, form: str, tmp_path: Path
) -> None:
    file = tmp_path / f"game.{form}"
    run(evening, "export", "--game", NUMBERS[rule], "--to", form, "--output", file)
    result = CliRunner().invoke(main, ["replay", str(file), "--json"])
    assert (result.exit_code, result.stderr) == (0, "")
    reported, kept = json.loads(result.stdout), game_of(evening.kept(rule))
    assert (reported["consistent"], reported["faults"]) == (True, [])
    assert reported["totals"] == kept.state.totals
    if form == "json":
        assert read_record(file.read_bytes()).play_again() == kept
        return
    again = replay_gcg(file.read_bytes()).game
    assert again.start.variant.challenge is ChallengeRule(rule)
    assert sheet(again) == sheet(kept)


@RULES
def test_the_table_of_values_adds_up_to_what_was_kept(evening: Played, rule: str) -> None:
    text = run(evening, "export", "--game", NUMBERS[rule], "--to", "csv").stdout_bytes.decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [(row["side"], row["kind"], int(row["points"])) for row in rows] == SHEETS[rule]
    kept = game_of(evening.kept(rule)).state.totals
    assert {row["side"]: int(row["total"]) for row in rows} == {
        side: kept[side] for side in {row["side"] for row in rows}
    }
