"""Every benchmark that is a program runs for a moment, so that none rots unseen between two
measurements: as it is called, on as little as it takes. What it measures then means nothing."""

from __future__ import annotations

import json
import multiprocessing
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from moments import run_for_a_moment
from photographed_drawings import PLAYS, boards_of, written

ROOT = Path(__file__).parents[2]
BENCHMARKS = ROOT / "workshop" / "benchmarks"

PROCESSES = multiprocessing.get_context("forkserver")
"""A process for each of them, which begins with what most of them load."""

PROCESSES.set_forkserver_preload(["pygame", "device.simulator.run"])


@dataclass(frozen=True)
class Moment:
    """A call with these arguments; FOLDER stands for a folder with drawn photographs of a
    game, DRAWN for its source, SAMPLES and GAMES for those of a recorded game. `smaller`: constants
    of the benchmark, and what they are for this moment, as Python (`b` is the benchmark)."""

    arguments: tuple[str, ...] = ()
    smaller: dict[str, str] = field(default_factory=dict)


ONCE = "lambda what, *_: (what(), 1.0)[1]"
READS_ONCE = "lambda variant, made=b.reader_of: once(made(variant))"

MOMENTS = {
    "arm64_instructions": Moment(
        ("--root", "FOLDER", "--processors", "cortex-a53"),
        smaller={"emulated_python": "lambda *_: [b.sys.executable]"},
    ),
    "arm64_stages": Moment(("DRAWN",)),
    "budgets": Moment(
        smaller={
            "median_ms": ONCE,
            "started": "lambda started=b.started: started(1)",
            "rested": "lambda _, *given, rested=b.rested: rested(0.2, *given, settle=0.5)",
        }
    ),
    "by_hand_presses": Moment(),
    "clock_error": Moment(("--seconds", "6", "--idle")),
    "club": Moment(("--tables", "2", "--rounds", "2", "--within", "60")),
    "contact_traces": Moment(smaller={"EACH": "2"}),
    "damaged_journals": Moment(("--flips", "1"), smaller={"PAGE": "1 << 20"}),
    "find_grids": Moment(("--samples", "FOLDER")),
    "find_rendered": Moment(("--only", "plain", "--each", "1", "--curves", "0")),
    "first_words": Moment(("--pictures", "2")),
    "hall": Moment(("--load", "2", "--seconds", "0.5", "--processes", "1")),
    "killed_restores": Moment(("--kills", "3")),
    "killed_tables": Moment(("--kills", "1")),
    "photographed_clocks": Moment(
        ("FOLDER", "--games", "drawn", "--quiet"), smaller={"reader_of": READS_ONCE}
    ),
    "photographed_evenings": Moment(
        ("FOLDER", "--games", "drawn", "--quiet"), smaller={"reader_of": READS_ONCE}
    ),
    "onlookers": Moment(
        ("--seconds", "0.4", "--idle", "0.6", "--load", "open"), smaller={"POLITE": "1"}
    ),
    "plug_in_presses": Moment(("--presses", "2", "--rounds", "1")),
    "press_latency": Moment(smaller={"PRESSES": "2"}),
    "random_walks": Moment(("3",)),
    "read_failures": Moment(("--sets", "M and W", "--boards", "1", "--processes", "1")),
    "read_squares": Moment(("--samples", "FOLDER")),
    "reading": Moment(
        ("--boards", "1", "--only", "stages", "--processes", "1"), smaller={"TIMED": "1"}
    ),
    "reconstruct_noise": Moment(("--games", "1")),
    "recorded_evenings": Moment(("GAMES",)),
    "remembered_squares": Moment(("--boards", "1")),
    "running_device": Moment(("--first-screen",)),
    "screen_costs": Moment(
        ("--seconds", "0.2"),
        smaller={
            "ROUNDS": "1",
            "SIZES": "((480, 320),)",
            "started": "lambda *_, started=b.started: started(1)",
            "rested": "lambda *given, rested=b.rested: rested(*given[:3], settle=0.5)",
            "views": "lambda views=b.views: dict(list(views().items())[::12])",
        },
    ),
    "search": Moment(
        ("--samples", "SAMPLES", "--positions", "1"),
        smaller={
            "SELF_PLAYED": "1",
            "FILLED": "1",
            "first_play": "lambda *given, left=iter(range(3)), first=b.first_play:"
            " None if next(left, None) is None else first(*given)",
        },
    ),
    "soak": Moment(
        ("--minutes", "0.01", "--table-hours", "10", "--only", "party-holder", "--no-hall")
    ),
    "stills": Moment(("--samples", "FOLDER"), smaller={"TIMES": "1"}),
    "virtual_frames": Moment(smaller={"FRAMES": "2"}),
    "watched_games": Moment(
        ("--games", "classic-fixed", "--evenings", "1"),
        smaller={"shown": "lambda *evening, shown=b.shown: islice(shown(*evening), 3)"},
    ),
    "words": Moment(
        smaller={
            "seconds": ONCE,
            "SAMPLE": "100",
            "BUILT": "1000",
            "RESIDENT": "dict([*b.RESIDENT.items()][:1])",
        }
    ),
}


def test_no_benchmark_is_forgotten() -> None:
    programs = {
        path.stem
        for path in BENCHMARKS.glob("*.py")
        if '__name__ == "__main__"' in path.read_text(encoding="utf-8")
    }
    assert programs == MOMENTS.keys()


@pytest.mark.parametrize("name", MOMENTS)
def test_it_runs_for_a_moment(name: str, tmp_path: Path) -> None:
    folder, samples = tmp_path / "photographs", tmp_path / "samples" / "games" / "gcg"
    (folder / "drawn").mkdir(parents=True)
    moment = MOMENTS[name]
    if {"FOLDER", "DRAWN"} & {*moment.arguments}:
        written(folder / "drawn", boards_of(PLAYS[:1]), {})
    samples.mkdir(parents=True)
    game = ROOT / "tests" / "data" / "gcg" / "tournament-end.gcg"
    shutil.copy(game, samples)
    about = [{"file": game.name, "consistent": True, "language": "en"}]
    (samples / "index.json").write_text(json.dumps(about))
    places = {
        "FOLDER": folder,
        "DRAWN": folder / "drawn",
        "SAMPLES": tmp_path / "samples",
        "GAMES": samples,
    }
    arguments = [str(places.get(word, word)) for word in moment.arguments]
    quiet = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")}
    output = tmp_path / "said.txt"
    process = PROCESSES.Process(
        target=run_for_a_moment, args=(name, moment.smaller, arguments, quiet, output)
    )
    process.start()
    process.join()
    assert process.exitcode == 0, output.read_text()[-6000:]
