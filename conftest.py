"""What several tests need: the folder of photographs, where there is one.

`pytest --rule CLA-PLA-01` runs only the tests that are marked with that rule.
"""

import gc
import os
import signal
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

# How fast an example runs depends on what else the machine does.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

NO_SETTINGS = tempfile.TemporaryDirectory(prefix="tilekeeper-no-settings-")
"""A place without settings and games: the tests don't see those of the user who runs them, nor the
user's language, and what they keep isn't kept among them."""


class Results:
    """How each test ended, a line a test, in a file that outlives a run that is broken off."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._now: dict[str, str] = {}

    def settled(self) -> set[str]:
        """The tests that needn't run again: passed or skipped, the last time that they ran."""
        lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else ()
        last = {test: outcome for outcome, _, test in (line.partition(" ") for line in lines)}
        return {test for test, outcome in last.items() if outcome != "failed"}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test is what its set-up, its call and its tear-down are, the worst of them."""
        before = self._now.get(report.nodeid, "passed")
        self._now[report.nodeid] = before if report.outcome == "passed" else report.outcome
        if report.when == "teardown":
            with self.path.open("a", encoding="utf-8") as file:
                file.write(f"{self._now.pop(report.nodeid)} {report.nodeid}\n")


def pytest_configure(config: pytest.Config) -> None:
    kept = config.getoption("--results")
    if kept and not hasattr(config, "workerinput"):  # one of several processes: they report here
        config.pluginmanager.register(Results(Path(kept)), "results")
    for name in ("CONFIGURATION", "STATE", "LOGS", "CACHE"):
        os.environ.pop(f"{name}_DIRECTORY", None)
        os.environ[f"XDG_{name}_HOME"] = NO_SETTINGS.name
    os.environ["XDG_CONFIG_HOME"] = NO_SETTINGS.name
    os.environ["LANGUAGE"] = "en"


def pytest_unconfigure() -> None:
    NO_SETTINGS.cleanup()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rule",
        metavar="ID",
        action="append",
        default=[],
        help="only tests marked with this rule of a sheet (may be given again)",
    )
    parser.addoption(
        "--results",
        metavar="FILE",
        help="keep there how each test ends, and leave out those that passed or were skipped",
    )


SLOW = (
    # Those that wait, for clocks and for programs, while others compute:
    "test_every_benchmark.py",
    "test_fuzz.py",
    "test_every_script.py",
    "test_demo.py",
    "test_laid_names.py",
    "test_killed.py",
    "test_killed_under_way.py",
    "test_appliance.py",
    # Those that compute, the longest first:
    "test_scripted_evenings.py",
    "test_virtual_evening.py",
    "test_follow.py",
    "test_find.py",
    "test_random_presses.py",
    "test_every_message_fits.py",
    "test_reference_screens.py",
)
"""Files of a few hundred tests that take half of the time: they come last, in this order."""


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Each of several processes begins to collect a folder elsewhere: pytest writes down how it has
    rewritten a file's assertions, and in a new clone all of them would rewrite the same file."""
    report = yield
    if isinstance(collector, pytest.Dir) and report.result:
        process = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
        processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
        first = len(report.result) * process // processes
        report.result = [*report.result[first:], *report.result[:first]]
    return report


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    places = {name: place for place, name in enumerate(SLOW)}
    items.sort(key=lambda item: (places.get(item.path.name, -1), item.path))
    wanted = set(config.getoption("--rule"))
    chosen = items
    if wanted:
        chosen = [i for i in items if any(wanted & {*mark.args} for mark in i.iter_markers("rule"))]
    if kept := config.getoption("--results"):
        settled = Results(Path(kept)).settled()
        chosen = [item for item in chosen if item.nodeid not in settled]
    if len(chosen) == len(items):
        return
    run = set(map(id, chosen))
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in run])
    items[:] = chosen


MOST_COMPUTED = 120.0
"""Seconds that a test itself may compute: the longest takes fifteen. However busy the machine is,
they don't pass while it waits."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """A test that presses until a state comes fails where it is, if that never comes."""

    def stop(*_: object) -> None:
        pytest.fail(f"{item.name} has computed for {MOST_COMPUTED:g} s: what doesn't come?")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_COMPUTED)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is loaded and collected stays, thousands of tests among it: looking through that for
    garbage takes a fifth of the time. Tests make and drop so many small values that it is looked
    for less often than usual, too."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        gc.enable()


@pytest.fixture(scope="session")
def recorded_games() -> list[Path]:
    """GCG files that others have published, or the test is skipped."""
    named = os.environ.get("TILEKEEPER_SAMPLES")
    if not named:
        pytest.skip("TILEKEEPER_SAMPLES names no folder of samples: not held against their games")
    files = sorted((Path(named) / "games" / "gcg").glob("*.gcg"))
    assert files, f"TILEKEEPER_SAMPLES is {named}, but there are no games in its folder games/gcg"
    return files


@pytest.fixture(scope="session")
def photographs() -> Path:
    """The folder of photographed sources (each with its truth.json), or the test is skipped."""
    named = os.environ.get("TILEKEEPER_SAMPLES")
    if not named:
        pytest.skip("TILEKEEPER_SAMPLES names no folder of samples: not held against photographs")
    folder = Path(named) / "photos"
    assert folder.is_dir(), f"TILEKEEPER_SAMPLES is {named}, but there is no folder photos in it"
    return folder
