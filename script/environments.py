"""Engine and vision in one environment after another: other OpenCVs, numpys and Pythons.

Started by script/environments. Each environment is a folder of opencv-environments/ with its own
packages, never the project's; its figures lie in it, so that a run broken off goes on. How
probabilities are compared is compare_opencv.py's. Tests: tests/test_environments.py.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

HOME = Path("opencv-environments")
PROBABILITIES = HOME / "probabilities.json"
TESTS = ("tests/engine", "tests/vision")
ASKED = (
    *("engine", "vision", *TESTS, "tests/conftest.py", "pyproject.toml"),
    *("benchmarks/reading_sets", "benchmarks/rendered", "benchmarks/find_grids.py"),
    *("hardware/picture_files.py", "hardware/jpeg_damage.py"),
    *("script/training", "script/tile_styles", "script/compare_opencv.py"),
)
"""What an answer depends on: with one of these changed, it is asked anew."""
NEEDED = (
    *("pillow", "simplejpeg", "msgspec", "pytesseract"),
    *("pytest", "hypothesis", "onnx", "rich"),
)
"""What engine, vision, the door for pictures and their tests import, but numpy and OpenCV."""
FARTHEST = 1e-3


@dataclass(frozen=True)
class Environment:
    """A Python with an OpenCV and a numpy; "newest" is whatever pip finds."""

    python: str
    opencv: str
    numpy: str

    @property
    def name(self) -> str:
        return f"py{self.python}-opencv{self.opencv}-numpy{self.numpy}"

    @property
    def place(self) -> Path:
        return HOME / self.name

    @property
    def interpreter(self) -> Path:
        return self.place / "bin" / "python"


# Bookworm has Python 3.11 and numpy 1.24.2, Trixie 3.13 and 2.2.4, Forky (still in testing) 3.14
# and 2.4.6; apt's OpenCV is 4.6 in the first and 4.10 in the others, the project's own wheel 4.11,
# and 5 is what comes next.
WANTED = (
    Environment("3.11", "4.6.0.66", "1.24.2"),
    Environment("3.11", "4.10.0.84", "1.24.2"),
    Environment("3.11", "4.11.0.86", "1.24.2"),
    Environment("3.11", "newest", "2.4.6"),
    Environment("3.13", "4.10.0.84", "2.2.4"),
    Environment("3.13", "4.11.0.86", "newest"),
    Environment("3.13", "newest", "newest"),
    Environment("3.14", "4.10.0.84", "2.4.6"),
    Environment("3.14", "4.11.0.86", "newest"),
    Environment("3.14", "newest", "newest"),
)


@dataclass(frozen=True)
class Run:
    """What the tests said in one environment; `key` tells of which sources."""

    key: str
    versions: str
    passed: int
    skipped: int
    failed: tuple[str, ...]
    seconds: float


def main() -> int:
    """Exit status 0 if every environment was made, passes and agrees."""
    options = _options()
    wanted = [environment for environment in WANTED if options.only in environment.name]
    if not wanted:
        print(f"environments: none is called {options.only!r}", file=sys.stderr)
        return 1
    made = [environment for environment in wanted if _made(environment)]
    complete = len(made) == len(wanted)
    if options.make or not made:
        return 0 if complete else 1
    key = _key()
    with ThreadPoolExecutor(options.jobs) as pool:
        greatest = pool.submit(_differences, made, key)
        runs = [*pool.map(lambda environment: _tested(environment, key), made)]
        differences = greatest.result()
    print(table(made, runs, differences))
    return 0 if complete and good(runs, differences) else 1


def _made(environment: Environment) -> bool:
    """Makes it if it isn't there; if that can't be, says why."""
    ready = environment.place / ".ready"
    if ready.exists():
        return True
    python = shutil.which(f"python{environment.python}")
    if python is None or subprocess.run((python, "-c", ""), capture_output=True).returncode:
        print(
            f"environments: no python{environment.python} starts from PATH, so {environment.name} "
            "is left out: install it, or put its folder on PATH",
            file=sys.stderr,
        )
        return False
    print(f"environments: setting up {environment.place}", file=sys.stderr)
    shutil.rmtree(environment.place, ignore_errors=True)
    packages = [
        name if version == "newest" else f"{name}=={version}"
        for name, version in (
            ("opencv-python-headless", environment.opencv),
            ("numpy", environment.numpy),
        )
    ]
    # Isolated: else the checkout counts as installed, and its requirements as missing.
    pip = (str(environment.interpreter), "-I", "-m", "pip", "--disable-pip-version-check")
    calls = (
        (python, "-m", "venv", str(environment.place)),
        (*pip, "install", "--quiet", "--only-binary=:all:", *packages, *NEEDED),
    )
    if any(subprocess.run(call).returncode for call in calls):
        print(f"environments: {environment.name} can't be made (see above)", file=sys.stderr)
        return False
    ready.touch()
    return True


def _tested(environment: Environment, key: str) -> Run:
    """All tests of engine and vision there; at once if they passed on the same sources before."""
    kept = environment.place / "run.json"
    if kept.exists():
        run = Run(**json.loads(kept.read_text()))
        if run.key == key and not run.failed:
            return run
    report, log = environment.place / "tests.xml", environment.place / "tests.log"
    report.unlink(missing_ok=True)
    python = str(environment.interpreter)
    say = (
        "import sys, cv2, numpy; print(sys.version.split()[0], cv2.__version__, numpy.__version__)"
    )
    versions = subprocess.run((python, "-c", say), capture_output=True, text=True, check=True)
    call = (python, "-m", "pytest", "-p", "no:cacheprovider", f"--junitxml={report}", *TESTS)
    started = time.monotonic()
    with log.open("w") as out:
        subprocess.run(call, stdout=out, stderr=subprocess.STDOUT)
    seconds = time.monotonic() - started
    passed, skipped, failed = said(report)
    run = Run(key, versions.stdout.strip(), passed, skipped, failed, round(seconds, 1))
    kept.write_text(json.dumps(asdict(run)))
    told = f"{environment.name}: {passed} passed, {len(failed)} failed"
    print(f"environments: {told}", file=sys.stderr)
    return run


def said(report: Path) -> tuple[int, int, tuple[str, ...]]:
    """How many tests passed and were skipped, and the names of those that failed."""
    if not report.exists():
        return 0, 0, ("pytest itself: see tests.log",)
    passed = skipped = 0
    failed: list[str] = []
    for case in ET.parse(report).getroot().iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed.append(f"{case.get('classname')}.{case.get('name')}")
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    return passed, skipped, tuple(failed)


def _differences(made: Sequence[Environment], key: str) -> dict[str, float]:
    """The greatest difference of any probability from the project's own, by environment."""
    names = [environment.name for environment in made]
    if PROBABILITIES.exists():
        kept = json.loads(PROBABILITIES.read_text())
        if kept["key"] == key and set(names) <= set(kept["greatest"]):
            return {name: kept["greatest"][name] for name in names}
    out = HOME / "greatest.json"
    out.unlink(missing_ok=True)
    pythons = [str(environment.interpreter) for environment in made]
    call = (sys.executable, "script/compare_opencv.py", "--json", str(out), "--against", *pythons)
    with (HOME / "probabilities.log").open("w") as log:
        subprocess.run(call, stdout=log, stderr=subprocess.STDOUT)
    if not out.exists():
        print(f"environments: no probabilities: see {HOME}/probabilities.log", file=sys.stderr)
        return {}
    greatest = dict(zip(names, json.loads(out.read_text()), strict=True))
    PROBABILITIES.write_text(json.dumps({"key": key, "greatest": greatest}))
    return greatest


def table(made: Sequence[Environment], runs: Sequence[Run], differences: dict[str, float]) -> str:
    """A row an environment, as docs/platforms.md keeps it; below, which tests failed."""
    lines = [
        "| Python | OpenCV | numpy | passed | skipped | failed | greatest difference | seconds |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for environment, run in zip(made, runs, strict=True):
        python, opencv, numpy = run.versions.split()
        apart = differences.get(environment.name)
        lines.append(
            f"| {python} | {opencv} | {numpy} | {run.passed} | {run.skipped} | {len(run.failed)} "
            f"| {'unknown' if apart is None else f'{apart:.1e}'} | {run.seconds:.0f} |"
        )
    for environment, run in zip(made, runs, strict=True):
        lines += [f"{environment.name}: {name} failed" for name in run.failed]
    return "\n".join(lines)


def good(runs: Sequence[Run], differences: dict[str, float]) -> bool:
    """Whether all tests passed, some did, and every environment's probabilities are near."""
    near = len(differences) == len(runs) and max(differences.values()) <= FARTHEST
    return near and all(run.passed and not run.failed for run in runs)


def _key() -> str:
    """Changes with anything that the answers depend on."""
    digest = hashlib.sha256()
    for name in ASKED:
        place = Path(name)
        for file in [place] if place.is_file() else sorted(place.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(str(file).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="environments", description=__doc__)
    parser.add_argument("--jobs", type=int, default=2, help="how many at the same time (2)")
    parser.add_argument("--only", default="", metavar="PART", help="those with PART in their name")
    parser.add_argument("--make", action="store_true", help="make them, run nothing")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
