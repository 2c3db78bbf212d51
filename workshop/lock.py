"""Resolves what pyproject.toml asks for into the files of requirements/, and says what changed.

Started by script/lock, which brings uv and packaging. uv resolves for all Pythons at once; of each
version only the hashes of those wheels are kept that a target of ours installs, so that a file can
be read. Knows nothing of installing: that is script/installing/locked.sh.
Tests: workshop/tests/test_lock.py.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

FOLDER = Path("requirements")
OF_DEBIAN = ("numpy", "pygame", "pygame-ce")
"""What a table has of Debian, since only Debian's suits picamera2 and draws without a desktop."""
GLIBC = 36  # Bookworm's 2.36, the oldest that is promised
OLDEST_GLIBC = 5  # manylinux_2_5: what manylinux1 is
OLDER_NAMES = {17: "manylinux2014", 12: "manylinux2010", 5: "manylinux1"}


@dataclass(frozen=True)
class Target:
    """A Python on a Linux that every file has to suit."""

    python: str
    machine: str

    def has(self, marker: Marker | None) -> bool:
        """Whether a requirement with this marker is one there. ValueError if a patch of the Python
        decides: then no list of targets can say."""
        if marker is None:
            return True
        answers = {
            marker.evaluate(
                {
                    "python_version": self.python,
                    "python_full_version": f"{self.python}.{patch}",
                    "implementation_version": f"{self.python}.{patch}",
                    "platform_machine": self.machine,
                    "sys_platform": "linux",
                    "platform_system": "Linux",
                    "os_name": "posix",
                    "implementation_name": "cpython",
                    "platform_python_implementation": "CPython",
                }
            )
            for patch in (0, 99)
        }
        if len(answers) > 1:
            raise ValueError(f"{marker} differs between patches of Python {self.python}")
        return answers.pop()


@cache
def tags(target: Target) -> frozenset[Tag]:
    """What a wheel may be called to be installed there."""
    python = tuple(int(part) for part in target.python.split("."))
    name = "cp" + target.python.replace(".", "")
    platforms = [
        f"{system}_{target.machine}"
        for glibc in range(GLIBC, OLDEST_GLIBC - 1, -1)
        for system in (f"manylinux_2_{glibc}", OLDER_NAMES.get(glibc))
        if system
    ]
    return frozenset(
        [
            *cpython_tags(python, abis=[name], platforms=platforms),
            *compatible_tags(python, interpreter=name, platforms=platforms),
        ]
    )


TARGETS = tuple(
    Target(python, machine)
    for python in ("3.11", "3.12", "3.13", "3.14")
    for machine in ("x86_64", "aarch64")
)
TRAINING = tuple(target for target in TARGETS if target.machine == "x86_64")
"""Where PyTorch brings what a GPU needs, and OpenCV computes as in the figures."""


@dataclass(frozen=True)
class Locked:
    """A version of a package, where it is meant (None: everywhere) and its wheels' sha256."""

    name: str
    version: str
    marker: str | None
    hashes: tuple[str, ...]

    def __str__(self) -> str:
        head = f"{self.name}=={self.version}" + (f" ; {self.marker}" if self.marker else "")
        return " \\\n".join([head, *(f"    --hash=sha256:{digest}" for digest in self.hashes)])


class LockError(Exception):
    """A sentence: what can't be locked."""


Wheels = frozenset[tuple[str, str]]
"""File name and sha256 of each."""
Closure = dict[tuple[str, str], dict[Target, Wheels]]
"""A package's name and version: the targets that have it, each with the wheels that suit it."""


@dataclass(frozen=True)
class Asked:
    """What pyproject.toml asks for, by the file of requirements/ that is made of it."""

    build: tuple[str, ...]
    program: tuple[str, ...]
    extras: Mapping[str, tuple[str, ...]]

    @classmethod
    def read(cls, pyproject: Path = Path("pyproject.toml")) -> Asked:
        """From the project's own file; an extra that names another is left what it adds."""
        project = tomllib.loads(pyproject.read_text(encoding="utf-8"))
        own = canonicalize_name(project["project"]["name"])
        extras = {
            name: tuple(text for text in texts if canonicalize_name(Requirement(text).name) != own)
            for name, texts in project["project"]["optional-dependencies"].items()
        }
        return cls(
            tuple(project["build-system"]["requires"]),
            tuple(project["project"]["dependencies"]),
            extras,
        )


ABOUT = {
    "build": "What builds the program itself, wherever it is installed.",
    "program": "What the program needs everywhere.",
    "pc": "numpy and pygame: a table has Debian's.",
    "page": "The page for onlookers, on a PC: a table has Debian's.",
    "hall": "The hall's part of a table.",
    "dev": "Tests and style, in addition to build, program, pc, page and hall.",
    "browser": "What script/watch-evenings adds to these.",
    "train": "All of script/train-reader's own environment: x86-64.",
    "uv": "What script/lock itself runs with.",
}
"""The files, and the comment at the top of each."""


class Uv:
    """uv in a folder of its own; what it resolved once, it keeps to."""

    def __init__(self, folder: Path, kept: Iterable[Locked]) -> None:
        self._folder = folder
        self._kept = "".join(
            f"{one.name}=={one.version}" + (f" ; {one.marker}\n" if one.marker else "\n")
            for one in kept
        )

    def versions(self, asked: Iterable[str]) -> Path:
        """A file of constraints with all that these need."""
        out = self._folder / "versions.txt"
        out.write_text(self._kept)
        self._compile(asked, out)
        return out

    def closure(
        self, asked: Iterable[str], constraints: Path | None, targets: Sequence[Target] = TARGETS
    ) -> Closure:
        """All that these need."""
        out = self._folder / "pylock.toml"
        out.unlink(missing_ok=True)
        self._compile(asked, out, constraints, targets)
        return suited(tomllib.loads(out.read_text())["packages"], targets)

    def _compile(
        self,
        asked: Iterable[str],
        out: Path,
        constraints: Path | None = None,
        targets: Sequence[Target] = TARGETS,
    ) -> None:
        project = self._folder / "pyproject.toml"
        end = f"3.{_number(targets[-1].python)[1] + 1}"
        environments = sorted(
            f"platform_machine == '{machine}' and python_full_version < '{end}' and {EVERYWHERE}"
            for machine in {target.machine for target in targets}
        )
        project.write_text(
            "[project]\nname = 'asked'\nversion = '0'\n"
            f"requires-python = '>=3.11,<{end}'\ndependencies = {json.dumps([*asked])}\n"
            f"[tool.uv]\nenvironments = {json.dumps(environments)}\n"
        )
        limits = ["--constraints", str(constraints)] if constraints else []
        done = subprocess.run(
            [
                *("uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"),
                *("--no-python-downloads", "--only-binary=:all:", "--no-header", "--no-annotate"),
                *(*limits, "--output-file", str(out), str(project)),
            ],
            cwd=self._folder,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise LockError(f"uv finds no versions that go together:\n{done.stderr.strip()}")


EVERYWHERE = "sys_platform == 'linux' and platform_python_implementation == 'CPython'"


def suited(packages: Iterable[Mapping[str, object]], targets: Sequence[Target]) -> Closure:
    """The packages of a pylock.toml (PEP 751) as these targets have them. LockError if one has no
    wheel for a target."""
    found: Closure = {}
    for package in packages:
        name, version = str(package["name"]), str(package["version"])
        marker = Marker(str(package["marker"])) if "marker" in package else None
        wheels = [*_wheels(package)]
        for target in targets:
            if not target.has(marker):
                continue
            suits = frozenset(w for w in wheels if parse_wheel_filename(w[0])[3] & tags(target))
            if not suits:
                raise LockError(
                    f"{name} {version} has no wheel for Python {target.python} on {target.machine}"
                )
            found.setdefault((name, version), {})[target] = suits
    return found


def _wheels(package: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """File name and sha256 of each wheel."""
    wheels = package.get("wheels", [])
    assert isinstance(wheels, list)
    for wheel in wheels:
        yield (
            wheel.get("name") or unquote(wheel["url"].rsplit("/", 1)[-1]),
            wheel["hashes"]["sha256"],
        )


def _plain(there: Sequence[Target], targets: Sequence[Target]) -> str | None:
    """The marker that is true for these targets alone, as it is easiest to read."""
    if len(there) == len(targets):
        return None
    pythons = sorted({t.python for t in there}, key=_number)
    machines = sorted({t.machine for t in there})
    every = sorted({t.python for t in targets}, key=_number)
    if len(there) != len(pythons) * len(machines):
        raise LockError(f"a package is wanted for no plain set of targets: {there}")
    markers = []
    if pythons != every:
        first, last = every.index(pythons[0]), every.index(pythons[-1])
        if every[first : last + 1] != pythons:
            raise LockError(f"a package is wanted for Pythons with a gap: {pythons}")
        if first > 0:
            markers.append(f'python_version >= "{pythons[0]}"')
        if last < len(every) - 1:
            markers.append(f'python_version < "{every[last + 1]}"')
    if machines != sorted({t.machine for t in targets}):
        markers += [f'platform_machine == "{machine}"' for machine in machines]
    return " and ".join(markers)


def _number(python: str) -> tuple[int, ...]:
    return tuple(int(part) for part in python.split("."))


def resolve(asked: Asked, uv: Uv) -> dict[str, list[Locked]]:
    """The packages of each file. A package that page shares with dev or browser is in each of
    them, since a table installs dev without page; all others are in one alone."""
    together = [*asked.build, *asked.program]
    for extra in ("page", "hall", "dev", "browser"):
        together += asked.extras[extra]
    constraints = uv.versions(together)

    def closure(requirements: Iterable[str]) -> Closure:
        return uv.closure(requirements, constraints)

    build, program = closure(asked.build), closure(asked.program)
    pc = {package: program[package] for package in program if package[0] in OF_DEBIAN}
    page, hall, dev, browser = (
        _without(closure(asked.extras[extra]), build, program)
        for extra in ("page", "hall", "dev", "browser")
    )
    trained = [*asked.build, *asked.program, *asked.extras["train"]]
    files = {
        "build": _lines(build),
        "program": _lines(_without(program, build, pc)),
        "pc": _lines(pc),
        "page": _lines(page),
        "hall": _lines(hall),
        "dev": _lines(_without(dev, hall)),
        "browser": _lines(_without(browser, hall, dev)),
        "train": _lines(uv.closure(trained, None, TRAINING), TRAINING),
        "uv": _lines(uv.closure(["uv", "packaging"], None)),
    }
    return {name: files[name] for name in ABOUT}


def _without(packages: Closure, *others: Closure) -> Closure:
    """Without what the others have on the same target."""
    left: Closure = {}
    for package, targets in packages.items():
        own = {
            target: wheels
            for target, wheels in targets.items()
            if not any(target in other.get(package, {}) for other in others)
        }
        if own:
            left[package] = own
    return left


def _lines(packages: Closure, targets: Sequence[Target] = TARGETS) -> list[Locked]:
    found = []
    for (name, version), there in sorted(packages.items()):
        wheels = sorted(frozenset().union(*there.values()))
        hashes = tuple(digest for _, digest in wheels)
        found.append(Locked(name, version, _plain([*there], targets), hashes))
    return found


def text(name: str, packages: Iterable[Locked]) -> str:
    """A file of requirements/."""
    head = f"# Written by script/lock from pyproject.toml. {ABOUT[name]}\n"
    return head + "".join(f"{package}\n" for package in packages)


def read(path: Path) -> list[Locked]:
    """What a file of requirements/ names; nothing if it isn't there. ValueError if it names
    something without a version or a hash."""
    if not path.exists():
        return []
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    found = []
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        head, *hashes = line.split(" --hash=sha256:")
        requirement = Requirement(head)
        (only,) = requirement.specifier
        if only.operator != "==" or not hashes or requirement.url:
            raise ValueError(f"{path} doesn't name one version with its hashes: {head}")
        marker = str(requirement.marker) if requirement.marker else None
        digests = tuple(digest.strip() for digest in hashes)
        found.append(Locked(requirement.name, only.version, marker, digests))
    return found


def changes(before: Iterable[Locked], after: Iterable[Locked]) -> list[str]:
    """A line for each package whose version, presence or wheels are others."""
    old, new = _by_name(before), _by_name(after)
    lines = []
    for name in sorted(old.keys() | new.keys()):
        was, now = old.get(name, {}), new.get(name, {})
        if was.keys() != now.keys():
            lines.append(
                f"{name} {', '.join(sorted(was)) or 'wasn’t there'} → "
                f"{', '.join(sorted(now)) or 'gone'}"
            )
        elif was != now:
            lines.append(f"{name} {', '.join(sorted(was))}: other wheels, or for other machines")
    return lines


def _by_name(packages: Iterable[Locked]) -> dict[str, dict[str, set[object]]]:
    found: dict[str, dict[str, set[object]]] = {}
    for one in packages:
        found.setdefault(one.name, {}).setdefault(one.version, set()).add((one.marker, one.hashes))
    return found


def main() -> int:
    """Writes the files; exit status 1, and nothing written, if no versions go together."""
    parser = argparse.ArgumentParser(prog="lock", description="Makes requirements/ again.")
    parser.add_argument(
        "--keep", action="store_true", help="keep each version that pyproject.toml allows"
    )
    options = parser.parse_args()
    before = {name: read(FOLDER / f"{name}.txt") for name in ABOUT}
    kept = [
        one
        for name, packages in before.items()
        if options.keep and name not in ("train", "uv")
        for one in packages
    ]
    try:
        with tempfile.TemporaryDirectory() as folder:
            after = resolve(Asked.read(), Uv(Path(folder), kept))
    except LockError as error:
        print(f"lock: {error}", file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    for name, packages in after.items():
        (FOLDER / f"{name}.txt").write_text(text(name, packages), encoding="utf-8")
    apart = ("train", "uv")  # environments of their own, with versions of their own
    for title, names in (("", [n for n in ABOUT if n not in apart]), *((n, [n]) for n in apart)):
        lines = changes(
            [one for name in names for one in before[name]],
            [one for name in names for one in after[name]],
        )
        print(
            "\n".join(f"{title}{': ' if title else ''}{line}" for line in lines),
            end="\n" if lines else "",
        )
    if before == after:
        print("Nothing has changed.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
