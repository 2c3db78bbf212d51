"""What a Pi with 64 bits fetches: Debian packages and wheels, their sizes, licences of wheels.

Started by script/list-closure. Asks apt for another machine's packages (arm64), and fetches the
wheels that requirements/ has for it, in folders of their own; nothing of this machine counts, and
nothing is installed. Raspberry Pi's own archive is not asked: what Debian doesn't have is named as
coming from there. Tests: workshop/tests/test_list_closure.py.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.version import Version

from workshop.lock import FOLDER, Locked, Target, read

HOME = Path("closure")
PACKAGES = Path("script/installing/debian-packages")
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
RASPBERRY_PI_ONLY = ("python3-picamera2", "python3-lgpio")
"""What Raspberry Pi's archive has and a release of Debian may lack."""
OF_APT = {"numpy": "python3-numpy", "pygame": "python3-pygame"}
"""Requirements that the venv takes from the system: by pip they would be another build."""
LOCKED = ("build", "program", "hall")
"""The files of requirements/ that script/install-pi installs."""
COMPILES = re.compile(
    r"(gcc|g\+\+|clang|cc|cpp|swig|cmake|meson)(-\d+)?$|build-essential$|(lib.*|python3\.?\d*)-dev$"
)
OLDEST_GLIBC = 17  # manylinux_2_17: what manylinux2014 is


@dataclass(frozen=True)
class Release:
    """A release of Raspberry Pi OS: Debian's name of it, its Python and its C library 2.x."""

    name: str
    python: str
    glibc: int


RELEASES = (Release("bookworm", "3.11", 36), Release("trixie", "3.13", 41))


@dataclass(frozen=True)
class Part:
    """A package: bytes to fetch and on disk (0 and 0 if its archive can't be asked)."""

    name: str
    version: str
    source: str
    fetched: int
    on_disk: int
    licence: str = "–"


class ClosureError(Exception):
    """A sentence: what can't be had, and where."""


def main() -> int:
    """Prints both releases; exit status 1 with a sentence if one is not whole."""
    missing = [tool for tool in ("apt-get", "apt-cache") if shutil.which(tool) is None]
    if missing or not KEYRING.exists():
        print(f"list-closure: needs apt-get, apt-cache and {KEYRING}", file=sys.stderr)
        return 1
    status = 0
    for release in RELEASES:
        print(f"list-closure: {release.name}: a minute or two", file=sys.stderr)
        try:
            print(_report(release))
        except ClosureError as error:
            print(f"list-closure: {release.name}: {error}", file=sys.stderr)
            status = 1
    return status


def _report(release: Release) -> str:
    apt = Apt(HOME / release.name, release.name)
    asked = [*wanted(PACKAGES.read_text().splitlines())]
    direct = [_direct(apt, names) for names in asked]
    everything = apt.closure([part.name for part in direct if part.source == "Debian"])
    tools = sorted(part.name for part in everything if COMPILES.fullmatch(part.name))
    if tools:
        raise ClosureError(f"brings what only compiling needs: {', '.join(tools)}")
    named = {part.name: part for part in direct}
    python = [*wheels(release, {name: named[of].version for name, of in OF_APT.items()})]
    return "\n".join(
        [
            f"## {release.name.capitalize()}: Python {release.python}, arm64",
            *(
                "",
                "| package | version | from | MB fetched | MB on disk | licence |",
                "|---|---|---|---|---|---|",
            ),
            *(row(part) for part in (*direct, *python)),
            "",
            "Debian packages with all they pull in, counted from an empty system: "
            f"{len(everything)}, {total(everything)}.",
            f"Wheels: {len(python)}, {total(python)}. Nothing is compiled.",
            "",
        ]
    )


def wanted(lines: Iterable[str]) -> Iterator[Sequence[str]]:
    """The names of each package, from lines of script/installing/debian-packages; without those
    that only tests need."""
    for line in lines:
        words = line.split()
        if words and not words[0].startswith("#") and words[0] != "dev":
            yield words[1:]


def _direct(apt: Apt, names: Sequence[str]) -> Part:
    """The first of a package's names that Debian has, else as Raspberry Pi's own."""
    for name in names:
        part = apt.part(name)
        if part is not None:
            return part
    if names[0] not in RASPBERRY_PI_ONLY:
        raise ClosureError(f"no archive has {' or '.join(names)}")
    return Part(names[0], "–", "Raspberry Pi", 0, 0)


def mirrors(targets: str) -> tuple[str, str]:
    """Where this machine fetches Debian, and its security updates, from a line "LABEL ADDRESS" for
    each of its sources; ClosureError if it fetches either from nowhere."""
    of: dict[str, str] = {}
    for line in targets.splitlines():
        label, _, address = line.partition(" ")
        of.setdefault(label, address.strip().rstrip("/"))
    try:
        return of["Debian"], of["Debian-Security"]
    except KeyError as error:
        raise ClosureError(f"apt has no source of {error}: run apt-get update") from error


class Apt:
    """apt for a bare arm64 system of one release, in a folder of its own."""

    def __init__(self, place: Path, release: str) -> None:
        self._place = place.resolve()
        for folder in ("lists/partial", "archives/partial", "preferences.d"):
            (self._place / folder).mkdir(parents=True, exist_ok=True)
        (self._place / "status").touch()
        listed = ["apt-get", "indextargets", "--format", "$(LABEL) $(REPO_URI)"]
        debian, security = mirrors(subprocess.run(listed, capture_output=True, text=True).stdout)
        (self._place / "sources.list").write_text(
            f"deb [signed-by={KEYRING}] {debian} {release} main\n"
            f"deb [signed-by={KEYRING}] {debian} {release}-updates main\n"
            f"deb [signed-by={KEYRING}] {security} {release}-security main\n"
        )
        self._ask("apt-get", "update", "--quiet")

    def part(self, name: str) -> Part | None:
        """What would be installed under this name, if the release has it."""
        shown = self._ask("apt-cache", "show", "--no-all-versions", name, may_fail=True)
        return next((p for p in stanzas(shown) if p.name == name), None)

    def closure(self, names: Sequence[str]) -> list[Part]:
        """These and all that they need on an empty system, without what is only recommended."""
        planned = self._ask("apt-get", "install", "--simulate", "--no-install-recommends", *names)
        chosen = [line.split()[1] for line in planned.splitlines() if line.startswith("Inst ")]
        return [*stanzas(self._ask("apt-cache", "show", "--no-all-versions", *chosen))]

    def fetch(self, names: Sequence[str], place: Path) -> list[Path]:
        """The archives of these and of all that they need, fetched into a folder."""
        (place / "partial").mkdir(parents=True, exist_ok=True)
        into = ("-o", f"Dir::Cache::archives={place.resolve()}")
        only = ("--download-only", "--yes", "--no-install-recommends")
        self._ask("apt-get", "install", *only, *into, *names)
        return sorted(place.glob("*.deb"))

    def _ask(self, tool: str, *words: str, may_fail: bool = False) -> str:
        settings = {
            "APT::Architecture": "arm64",
            "APT::Architectures": "arm64",
            "Dir::State": self._place,
            "Dir::State::status": self._place / "status",
            "Dir::Cache": self._place,
            "Dir::Etc::sourcelist": self._place / "sources.list",
            "Dir::Etc::sourceparts": "/dev/null",
            "Dir::Etc::preferences": "/dev/null",
            "Dir::Etc::preferencesparts": self._place / "preferences.d",
            "APT::Sandbox::User": "",
        }
        options = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
        done = subprocess.run((tool, *options, *words), capture_output=True, text=True)
        if done.returncode and not may_fail:
            raise ClosureError(f"'{tool} {' '.join(words[:2])} …' failed: {done.stderr.strip()}")
        return done.stdout


def stanzas(shown: str) -> Iterator[Part]:
    """The packages that `apt-cache show` describes."""
    for stanza in shown.split("\n\n"):
        values = dict(re.findall(r"^([\w-]+): (.*)$", stanza, re.MULTILINE))
        if values:
            kilobytes = int(values["Installed-Size"])
            yield Part(
                values["Package"],
                values["Version"],
                "Debian",
                int(values["Size"]),
                kilobytes * 1024,
            )


def wheels(release: Release, of_apt: dict[str, str]) -> Iterator[Part]:
    """The wheels that script/install-pi fetches, if what apt has goes with them."""
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    suits(project["dependencies"], of_apt, release.python)
    for path in fetch_wheels(release, HOME / release.name / "wheels"):
        name, version, _ = path.name.split("-", 2)
        with zipfile.ZipFile(path) as archive:
            on_disk = sum(entry.file_size for entry in archive.infolist())
            about = next(e for e in archive.namelist() if e.endswith(".dist-info/METADATA"))
            headers = HeaderParser().parsestr(archive.read(about).decode())
        size = path.stat().st_size
        yield Part(name.replace("_", "-"), version, "PyPI", size, on_disk, licence(headers))


def fetch_wheels(release: Release, place: Path) -> list[Path]:
    """The wheels that a Pi with that release installs, fetched into a folder that is made empty."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    packages = [one for name in LOCKED for one in read(FOLDER / f"{name}.txt")]
    listed = place.parent / "wheels.txt"
    listed.write_text("".join(f"{one}\n" for one in of_a_pi(packages, release.python)))
    platforms = [f"manylinux_2_{n}_aarch64" for n in range(release.glibc, OLDEST_GLIBC - 1, -1)]
    tag = "cp" + release.python.replace(".", "")
    called = [
        *(sys.executable, "-I", "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
        *("--only-binary=:all:", "--implementation", "cp", "--python-version", release.python),
        *(word for abi in (tag, "abi3", "none") for word in ("--abi", abi)),
        *(f"--platform={name}" for name in (*platforms, "manylinux2014_aarch64")),
        *("--no-deps", "--require-hashes", "--dest", str(place), "--requirement", str(listed)),
    ]
    done = subprocess.run(called, capture_output=True, text=True)
    if done.returncode:
        raise ClosureError(f"pip can't fetch all wheels: {done.stderr.strip().splitlines()[-1]}")
    return sorted(place.iterdir())


def licence(metadata: Message) -> str:
    """What a wheel's own metadata call its licence, in one line; "–" where they don't say."""
    text = metadata["License-Expression"] or metadata["License"] or ""
    if text and "\n" not in text:
        return text
    listed = [line.split(" :: ") for line in metadata.get_all("Classifier", [])]
    return ", ".join(line[-1] for line in listed if line[0] == "License") or "–"


def suits(requirements: Sequence[str], of_apt: dict[str, str], python: str) -> None:
    """ClosureError if a requirement that a Pi with that Python takes from apt isn't met there."""
    for text in requirements:
        requirement = Requirement(text)
        if requirement.name not in of_apt or not Target(python, "aarch64").has(requirement.marker):
            continue
        version = upstream(of_apt[requirement.name])
        if Version(version) not in requirement.specifier:
            raise ClosureError(f"apt's {requirement.name} {version} doesn't meet {requirement}")


def of_a_pi(packages: Iterable[Locked], python: str) -> list[Locked]:
    """Those for a Pi with that Python, without markers: pip would ask this machine."""
    pi = Target(python, "aarch64")
    return [
        replace(one, marker=None)
        for one in packages
        if pi.has(Marker(one.marker) if one.marker else None)
    ]


def upstream(version: str) -> str:
    """Without what Debian adds to a version: "1:1.24.2-1+deb12u1" is 1.24.2."""
    return re.sub(r"^\d+:|[+~-].*$", "", version)


def row(part: Part) -> str:
    """A line of the table; sizes of what couldn't be asked are left out."""
    sizes = [f"{size / 1e6:.1f}" if part.fetched else "–" for size in (part.fetched, part.on_disk)]
    cells = (part.name, part.version, part.source, *sizes, part.licence)
    return f"| {' | '.join(cells)} |"


def total(parts: Sequence[Part]) -> str:
    """Both sizes in words."""
    fetched, on_disk = sum(part.fetched for part in parts), sum(part.on_disk for part in parts)
    return f"{fetched / 1e6:.0f} MB fetched, {on_disk / 1e6:.0f} MB on disk"


if __name__ == "__main__":
    raise SystemExit(main())
