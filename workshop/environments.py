"""The suites in one environment after another: other versions of packages, Pythons and systems.

Started by script/environments. Each environment is a folder of environments-output/ with packages
of its own, never the project's; the tests' output lies in it suite by suite, so that a run that
was broken off goes on. Knows nothing of what the tests ask.
Tests: workshop/tests/test_environments.py.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

HOME = Path("environments-output")
REQUIREMENTS = Path("requirements")
LOCKED = ("build", "program", "pc", "page", "hall", "dev")
"""Those files of requirements/ that an environment for the tests has."""

TOP = "tests/test_*.py"
SUITES = ("tests/engine", "tests/vision", "tests/hardware", "tests/device", TOP)
SHORT = (
    # Commands answer, and refuse what is no call; a JPEG is read, a damaged one isn't;
    *("tests/device/test_cli.py", "tests/device/test_score_command.py"),
    *("tests/device/test_read.py", "tests/hardware/test_picture_files.py"),
    # the page answers, and the hall over a broker.
    *("tests/device/test_page.py", "tests/device/test_hall.py"),
)
"""What shows in minutes whether an environment does at all."""
SOURCES = (
    *("engine", "vision", "hardware", "device", "tests", "workshop", "script", "systemd"),
    *("pyproject.toml", "conftest.py", "docs"),
)
"""What an answer depends on: with a file of these changed, it is asked again."""
UNREAD = Path("docs/platforms.md")
"""But this one, which the answers are written into."""

IMPORTANT = ("numpy", "opencv", "pygame", "aiohttp", "click", "msgspec", "pillow")
"""Packages whose versions the table shows."""

DEBIAN_NAMES = {"pillow": "pil"}
"""Packages that Debian calls otherwise than python3- and their name."""
OF_PCS = "onnxruntime"
"""Which a table hasn't: with Debian's packages and on other OpenCVs it is OpenCV that reads."""
OF_LINT = {"mypy", "ruff", "import-linter", "vulture"}
"""Packages that no test uses."""

IN_ROOT = Path("/srv/tilekeeper")
VENV_IN_ROOT = Path("/opt/environment")
RESULTS_IN_ROOT = Path("/srv/results")


@dataclass(frozen=True)
class Environment:
    """Packages of a column on a Python. `instead`: packages in place of those that pyproject.toml
    asks for; `release`: Debian's, whose own packages are taken as far as the floors allow."""

    column: str
    python: str
    suites: tuple[str, ...] = SUITES
    instead: tuple[str, ...] = ()
    release: str = ""

    @property
    def name(self) -> str:
        return self.column if self.release else f"{self.column}-py{self.python}"

    @property
    def place(self) -> Path:
        return HOME / self.name

    @property
    def interpreter(self) -> Path:
        return (VENV_IN_ROOT if self.release else self.place) / "bin" / "python"


COLUMNS = ("lowest", "locked", "newest")
READING = ("tests/engine", "tests/vision")
WANTED = (
    *(Environment(column, python) for column in COLUMNS for python in ("3.11", "3.13", "3.14")),
    Environment("debian12", "3.11", release="bookworm"),
    Environment("debian13", "3.13", release="trixie"),
    # OpenCVs that pyproject.toml doesn't allow: apt's on Bookworm and Trixie, and what comes next.
    Environment(
        "opencv4.6", "3.11", READING, ("opencv-python-headless==4.6.0.66", "numpy==1.24.2")
    ),
    Environment(
        "opencv4.10", "3.13", READING, ("opencv-python-headless==4.10.0.84", "numpy==2.2.4")
    ),
    Environment("opencv5", "3.14", READING, ("opencv-python-headless>=5",)),
)


@dataclass(frozen=True)
class Run:
    """The output of a suite's tests; `key` stands for the sources and packages."""

    key: str
    passed: int
    skipped: int
    failed: tuple[str, ...]
    warned: tuple[str, ...]
    """Warnings that only a locked environment's tests fail of."""
    seconds: float
    again: int = 0
    """So many of those that passed did so at a second try."""


Results = dict[str, Run]
"""By suite."""


class MakingError(Exception):
    """An environment can't be made; the text says why, in a sentence."""


def main() -> int:
    """Exit status 0 if every environment was made and passes."""
    options = _options()
    wanted = [e for e in WANTED if not options.only or any(p in e.name for p in options.only)]
    if not wanted:
        print(f"environments: none is called {' or '.join(options.only)!r}", file=sys.stderr)
        return 1
    if options.list:
        print("\n".join(environment.name for environment in wanted))
        return 0
    chosen = tuple(options.tests) or (SHORT if options.short else ())
    rows: list[tuple[Environment, Mapping[str, str], Results]] = []
    for environment in wanted:
        suites = chosen or environment.suites
        try:
            versions = made(environment)
            if not options.make:
                rows.append((environment, versions, run(environment, suites, options.processes)))
        except MakingError as error:
            print(f"environments: {environment.name} is left out: {error}", file=sys.stderr)
    complete = len(rows) == len(wanted)
    if options.make:
        return 0 if all((e.place / ".ready").exists() for e in wanted) else 1
    print(table(rows))
    return 0 if complete and good(results for _, _, results in rows) else 1


# --- making one ---


def made(environment: Environment) -> Mapping[str, str]:
    """The versions of its packages, once it is there. MakingError if it can't be."""
    ready, asked = environment.place / ".ready", _asked_of(environment)
    if not ready.exists() or json.loads(ready.read_text())["asked"] != asked:
        print(f"environments: making {environment.place}", file=sys.stderr)
        shutil.rmtree(environment.place, ignore_errors=True)
        environment.place.mkdir(parents=True)
        make = _make_debian if environment.release else _make_here
        versions = make(environment)
        ready.write_text(json.dumps({"asked": asked, "versions": versions}))
    versions_kept: dict[str, str] = json.loads(ready.read_text())["versions"]
    return versions_kept


def _asked_of(environment: Environment) -> list[str]:
    """What its packages are chosen by: with this changed, it is made again."""
    asked = [*environment.instead, *requirements(environment)]
    if environment.column == "locked" or environment.release:
        asked += [_sha256(file.read_bytes()) for file in _locked_files() if file.exists()]
    return asked


def requirements(environment: Environment) -> list[str]:
    """What pyproject.toml asks for, all of it but what only training needs; a package that the
    environment has another instead of is that."""
    pyproject = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    extras = pyproject["project"]["optional-dependencies"]
    lines = [*pyproject["build-system"]["requires"], *pyproject["project"]["dependencies"]]
    lines += [line for extra in ("page", "hall", "dev") for line in extras[extra]]
    own = pyproject["project"]["name"]
    left_out = {Requirement(line).name.removesuffix("-headless") for line in environment.instead}
    left_out |= {own} if environment.column in COLUMNS else {own, OF_PCS}
    unmoved = [line for line in lines if Requirement(line).name not in left_out]
    return [*dict.fromkeys(unmoved), *environment.instead]


def _locked_files() -> list[Path]:
    return [REQUIREMENTS / f"{name}.txt" for name in LOCKED]


def _make_here(environment: Environment) -> Mapping[str, str]:
    python = shutil.which(f"python{environment.python}")
    if python is None or subprocess.run((python, "-c", ""), capture_output=True).returncode:
        raise MakingError(
            f"no python{environment.python} starts from PATH: install it, or put its folder on PATH"
        )
    _call(python, "-m", "venv", "--without-pip", environment.place)
    if environment.column == "locked":
        chosen = _locked_files()
        missing = [str(file) for file in chosen if not file.exists()]
        if missing:
            raise MakingError(f"{missing[0]} is missing: script/lock makes it")
        # The lock names all that is needed: what else its packages ask for is none of it.
        strictly: tuple[str, ...] = ("--require-hashes", "--no-deps")
    else:
        chosen, strictly = [environment.place / "requirements.txt"], ()
        chosen[0].write_text(_resolved(environment))
    files = [word for file in chosen for word in ("--requirement", file)]
    there = ("--quiet", "--python", environment.interpreter)
    _uv("pip", "install", *there, "--only-binary", ":all:", *strictly, *files)
    _uv("pip", "install", *there, "--no-deps", "--no-build-isolation", "--editable", ".")
    listed = json.loads(_uv("pip", "list", "--python", environment.interpreter, "--format", "json"))
    return {one["name"]: one["version"] for one in listed}


def _resolved(environment: Environment) -> str:
    """Exact versions: the lowest allowed ones that have a wheel for that Python, or the newest."""
    asked = environment.place / "asked.in"
    asked.write_text("\n".join(requirements(environment)))
    how = "lowest-direct" if environment.column == "lowest" else "highest"
    wheels = ("--only-binary", ":all:", "--python", environment.interpreter)
    return _uv("pip", "compile", "--quiet", *wheels, "--resolution", how, "--no-header", asked)


@cache
def _uv_program() -> Path:
    """uv, as the lock has it."""
    place, wanted = HOME / ".uv", REQUIREMENTS / "uv.txt"
    if not wanted.exists():
        raise MakingError(f"{wanted} is missing: script/lock makes it")
    if not (place / "bin" / "uv").exists():
        _call(sys.executable, "-m", "venv", place)
        hashes = ("--quiet", "--require-hashes", "--requirement", wanted)
        _call(place / "bin" / "python", "-m", "pip", "install", *hashes)
    return place / "bin" / "uv"


def _uv(*words: str | Path) -> str:
    return _call(_uv_program(), *words)


def _call(*words: str | Path) -> str:
    """What the program printed. MakingError with its last line if it failed."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
        raise MakingError(f"{Path(words[0]).name} failed (see above)")
    return done.stdout


# --- Debian's ---


def _make_debian(environment: Environment) -> Mapping[str, str]:
    if os.geteuid():
        raise MakingError("this makes a system in a directory, so it needs root")
    in_containers(
        environment,
        f"needs; pristine {environment.release}-environments {environment.release} "
        '"$(dpkg --print-architecture)" ca-certificates python3-venv; '
        f"copy_root environments-{environment.name}",
    )
    _copy_sources(environment)
    asked = [line for line in requirements(environment) if Requirement(line).name not in OF_LINT]
    names = shlex.join(_called_by_debian(Requirement(line)) for line in asked)
    given = in_root(environment, f"apt-get update -q >&2 && apt-cache policy {names}")
    ours: dict[str, Version | None] = {}
    of_debian: list[str] = []
    others: list[str] = []
    for line in asked:
        requirement = Requirement(line)
        there = {"python_version": environment.python}
        if requirement.marker and not requirement.marker.evaluate(there):
            continue
        package = debian_package(requirement, given)
        (of_debian if package else others).append(package or line)
        if package:
            ours[requirement.name] = _candidate(requirement, given)
    apt = "apt-get install -y -q --no-install-recommends"
    listed = "$(. script/installing/packages.sh; missing_packages every python table dev)"
    in_root(environment, f"{apt} git {listed} {shlex.join(of_debian)} >&2 && apt-get clean")
    (environment.place / "others.txt").write_text("\n".join(others))
    (environment.place / "constraints.txt").write_text(_constraints(ours))
    pip = f"{VENV_IN_ROOT}/bin/python -m pip install -q --disable-pip-version-check"
    wheels = f"--only-binary=:all: -c {RESULTS_IN_ROOT}/constraints.txt"
    in_root(
        environment,
        f"python3 -m venv --clear --system-site-packages {VENV_IN_ROOT} && "
        f"{pip} {wheels} -r {RESULTS_IN_ROOT}/others.txt && "
        f"{pip} --no-deps --no-build-isolation --editable .",
    )
    listing = f"{VENV_IN_ROOT}/bin/python -m pip list --disable-pip-version-check --format json"
    own = json.loads(in_root(environment, f"{listing} --local"))
    all_of_them = json.loads(in_root(environment, listing))
    locals_ = {canonicalize_name(one["name"]) for one in own}
    return {
        one["name"]: one["version"]
        + ("" if canonicalize_name(one["name"]) in locals_ else " (Debian)")
        for one in all_of_them
    }


def debian_package(requirement: Requirement, policies: str) -> str | None:
    """Debian's package for it, if its version is one that is asked for. `policies`: what
    apt-cache policy says."""
    version = _candidate(requirement, policies)
    allowed = version is not None and version in requirement.specifier
    return _called_by_debian(requirement) if allowed else None


def _candidate(requirement: Requirement, policies: str) -> Version | None:
    """The version that Debian has, without what Debian adds to it."""
    package = re.escape(_called_by_debian(requirement))
    found = re.search(
        rf"^{package}:\n.*\n  Candidate: (?:\d+:)?([^\s+~-]+)", policies, re.MULTILINE
    )
    try:
        return Version(found[1]) if found else None
    except InvalidVersion:
        return None


def _called_by_debian(requirement: Requirement) -> str:
    return f"python3-{DEBIAN_NAMES.get(requirement.name, requirement.name)}"


def _constraints(of_debian: Mapping[str, Version | None]) -> str:
    """That Debian's packages stay Debian's, whatever another asks for, and the locked versions of
    what else the program needs; tools for tests are any that go with these."""
    lines = [f"{name}=={version}" for name, version in of_debian.items()]
    theirs = {canonicalize_name(name) for name in of_debian}
    for file in (REQUIREMENTS / f"{name}.txt" for name in ("build", "program", "hall")):
        for line in file.read_text().splitlines() if file.exists() else ():
            pinned = line.removesuffix("\\").strip()
            if "==" in pinned and canonicalize_name(Requirement(pinned).name) not in theirs:
                lines.append(pinned)
    return "\n".join(lines)


def _copy_sources(environment: Environment) -> None:
    """All of the checkout that git has or would take, as it stands here."""
    in_containers(
        environment,
        f'mkdir -p "$root{IN_ROOT}"; '
        f'find "$root{IN_ROOT}" -mindepth 1 -maxdepth 1 ! -name .venv -exec rm -rf {{}} +; '
        "git ls-files -z --cached --others --exclude-standard | "
        'tar --null --ignore-failed-read -cf - -T - 2>"$roots/tar.log" | '
        f'tar -C "$root{IN_ROOT}" --no-same-owner -xf -',
    )


def in_root(environment: Environment, command: str) -> str:
    """What a shell's line prints in the environment's root, in the checkout's copy there."""
    results = environment.place.resolve()
    there = f"mkdir -p {RESULTS_IN_ROOT} {IN_ROOT} && cd {IN_ROOT} && {{ {command}; }}"
    bound = shlex.quote(f"--bind={results}:{RESULTS_IN_ROOT}")
    return in_containers(environment, f"root_runs {bound} bash -c {shlex.quote(there)}")


def in_containers(environment: Environment, command: str) -> str:
    """What bash prints with the functions of containers.sh, and $root the environment's."""
    root = f'root="$roots/environments-{environment.name}"'
    sourced = f". script/installing/containers.sh; {root}; {command}"
    return _call("bash", "-euo", "pipefail", "-c", sourced)


# --- running one ---


def run(environment: Environment, suites: Sequence[str], processes: int) -> Results:
    """All these suites there; at once those that passed on the same sources and packages."""
    kept_in = environment.place / "results.json"
    kept = results_in(kept_in)
    key = _key(environment)
    results: Results = {}
    copied = False
    for suite in suites:
        before = kept.get(suite)
        if before is not None and (before.key != key or not before.passed):
            before = None
        if before is not None and not before.failed:
            results[suite] = before
            continue
        if environment.release and not copied:
            _copy_sources(environment)
            copied = True
        one = _asked(environment, suite, key, processes, before)
        kept[suite] = results[suite] = one
        part = kept_in.with_suffix(".part")
        part.write_bytes(msgspec.json.encode(kept))
        part.replace(kept_in)
        result = f"{one.passed} passed, {one.skipped} skipped, {len(one.failed)} failed"
        print(f"environments: {environment.name}, {suite}: {result}", file=sys.stderr)
    return results


def results_in(file: Path) -> Results:
    """What was kept, or nothing."""
    if not file.exists():
        return {}
    return msgspec.json.decode(file.read_bytes(), type=Results)


def _asked(
    environment: Environment, suite: str, key: str, processes: int, before: Run | None
) -> Run:
    """The whole suite; of one that was asked `before` only the tests that failed."""
    name = re.sub(r"\W+", "-", suite).strip("-")
    report, log = environment.place / f"{name}.xml", environment.place / f"{name}.log"
    report.unlink(missing_ok=True)
    lies_in = RESULTS_IN_ROOT if environment.release else environment.place
    call = pytest_call(environment, lies_in / name, suite, processes, before is not None)
    started = time.monotonic()
    with log.open("w") as out:
        if environment.release:
            passed_on = [f"{k}={v}" for k, v in os.environ.items() if k in PASSED_ON]
            line = f"env {shlex.join(passed_on)} {shlex.join(call)} 2>&1 || true"
            out.write(in_root(environment, line))
        else:
            subprocess.run(call, stdout=out, stderr=subprocess.STDOUT)
    seconds = round(time.monotonic() - started, 1)
    one = Run(key, *counted(report), warnings_in(log.read_text()), seconds)
    return one if before is None else joined(before, one)


def joined(before: Run, one: Run) -> Run:
    """A suite, of which only what had failed before was asked once more."""
    return Run(
        one.key,
        before.passed + one.passed,
        before.skipped + one.skipped,
        one.failed,
        tuple(sorted({*before.warned, *one.warned})),
        round(before.seconds + one.seconds, 1),
        before.again + one.passed,
    )


PASSED_ON = (
    *("OMP_NUM_THREADS", "OMP_THREAD_LIMIT", "OPENCV_FOR_THREADS_NUM", "OPENBLAS_NUM_THREADS"),
    *("PYTHONPATH", "SDL_VIDEODRIVER", "SDL_AUDIODRIVER", "PYGAME_HIDE_SUPPORT_PROMPT"),
)
"""Of script/environments, to a root."""


def pytest_call(
    environment: Environment, lies_in: Path, suite: str, processes: int, only_failed: bool
) -> tuple[str, ...]:
    """pytest on a suite, with its report and its memory of what failed at `lies_in`. What a package
    means to drop is an error in a locked environment, which stands still; in the others it is
    counted, since that version wasn't chosen here."""
    paths = sorted(str(path) for path in Path().glob(suite)) if "*" in suite else [suite]
    kinds = ("DeprecationWarning", "PendingDeprecationWarning", "FutureWarning")
    only_said = () if environment.column == "locked" else tuple(f"-Wdefault::{k}" for k in kinds)
    several = ("-n", str(processes), "--dist", "worksteal") if processes > 1 else ("-n", "0")
    kept = ("-o", f"cache_dir={lies_in}.cache", f"--junitxml={lies_in}.xml")
    again = ("--last-failed", "--last-failed-no-failures=none") if only_failed else ()
    python = str(environment.interpreter)
    return (python, "-m", "pytest", *kept, *again, *several, *only_said, *paths)


def counted(report: Path) -> tuple[int, int, tuple[str, ...]]:
    """How many tests passed and were skipped, and the names of those that failed."""
    if not report.exists():
        return 0, 0, ("pytest itself: see its log",)
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


def warnings_in(log: str) -> tuple[str, ...]:
    """The different warnings of pytest's summary, by the package that they come from."""
    found = re.findall(r"^  (\S.*?):\d+: (\w+Warning): (.+)$", log, re.MULTILINE)
    return tuple(
        sorted({f"{path.rpartition('site-packages/')[2]}: {kind}: {s}" for path, kind, s in found})
    )


def _key(environment: Environment) -> str:
    """Changes with anything that the answers depend on."""
    listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *SOURCES)
    names = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split("\0")
    parts = [(environment.place / ".ready").read_bytes()]
    for file in (Path(name) for name in sorted({*names}) if name):
        if file != UNREAD and file.is_file():
            parts += [str(file).encode(), _sha256(file.read_bytes()).encode()]
    return _sha256(b"\0".join(parts))


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


# --- their results ---


def table(rows: Sequence[tuple[Environment, Mapping[str, str], Results]]) -> str:
    """A row an environment, as docs/platforms.md keeps it; below, where Debian's packages aren't
    Debian's, which tests failed, and what was warned of."""
    suites = [*dict.fromkeys(suite for _, _, results in rows for suite in results)]
    heads = ["environment", "Python", *IMPORTANT, *suites, "skipped", "warned", "seconds"]
    lines = [_line(heads), _line(["---"] * len(heads))]
    for environment, versions, results in rows:
        shown = [_version(versions, package) for package in IMPORTANT]
        cells = [_cell(results[suite]) if suite in results else "–" for suite in suites]
        skipped = sum(one.skipped for one in results.values())
        warned = len({line for one in results.values() for line in one.warned})
        seconds = f"{sum(one.seconds for one in results.values()):.0f}"
        ends = [str(skipped), str(warned), seconds]
        lines.append(_line([environment.column, environment.python, *shown, *cells, *ends]))
    lines.append("")
    for environment, versions, results in rows:
        if environment.release:
            asked = {canonicalize_name(Requirement(x).name) for x in requirements(environment)}
            own = {n: v for n, v in versions.items() if canonicalize_name(n) in asked}
            lines.append(_origins(environment, own))
        for one in results.values():
            lines += [f"{environment.name}: {test} failed" for test in one.failed]
        warned_of = sorted({line for one in results.values() for line in one.warned})
        lines += [f"{environment.name} warns: {line}" for line in warned_of]
    return "\n".join(lines).rstrip()


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |".replace(" --- ", "---").replace("| ---", "|---")


def _version(versions: Mapping[str, str], package: str) -> str:
    """Of pygame also what stands in for it, and so on."""
    for name, version in versions.items():
        if canonicalize_name(name).split("-python")[0].removesuffix("-ce") == package:
            return f"ce {version}" if name.endswith("-ce") else version
    return "none"


def _cell(one: Run) -> str:
    failed = f", {len(one.failed)} failed" if one.failed else ""
    return str(one.passed) + (f" ({one.again} at a second try)" if one.again else "") + failed


def _origins(environment: Environment, versions: Mapping[str, str]) -> str:
    from_debian = [n for n, v in sorted(versions.items()) if v.endswith(" (Debian)")]
    others = [f"{n} {v}" for n, v in sorted(versions.items()) if not v.endswith(" (Debian)")]
    return (
        f"{environment.name}: from Debian {', '.join(from_debian) or 'nothing'}; "
        f"from PyPI {', '.join(others) or 'nothing'}"
    )


def good(everything: Iterable[Results]) -> bool:
    """Whether all tests passed, and some did in each suite."""
    runs = [one for results in everything for one in results.values()]
    return bool(runs) and all(one.passed and not one.failed for one in runs)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="environments", description=__doc__)
    parser.add_argument("tests", nargs="*", metavar="TESTS", help="these, not whole suites")
    parser.add_argument(
        *("--only", "-o"), action="append", default=[], metavar="PART", help="part of a name"
    )
    parser.add_argument("--short", action="store_true", help="a few files: does it answer at all?")
    parser.add_argument("--make", action="store_true", help="make them, run nothing")
    parser.add_argument("--list", action="store_true", help="their names, and nothing else")
    processes = (os.cpu_count() or 1) + 1
    parser.add_argument("--processes", type=int, default=processes, help="of pytest (cores + 1)")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
