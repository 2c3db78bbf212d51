"""script/install-pi, a card's first start and script/make-image: what they refuse, and what a dry
run says. script/try-install, try-first-boot and try-image try the rest.

A system is a directory with what the script looks at, and programs that answer in its place.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote

import pytest

ROOT = Path(__file__).parents[1]
INSTALL = ROOT / "script" / "install-pi"
SCRIPTS = [
    INSTALL,
    *(ROOT / "script" / name for name in ("set-up", "make-image", "make-package")),
    *(ROOT / "script").glob("try-*"),
    *(ROOT / "script" / "installing").rglob("*.sh"),
    ROOT / "script/installing/first-boot/vendor-data",
    *(ROOT / "systemd").glob("*.sh"),
]
BOOKWORM = 'ID=debian\nVERSION_ID="12"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n'
FIRST_BOOT = "tilekeeper-first-boot.service"
PI = "Raspberry Pi 4 Model B Rev 1.4\0"


@dataclass
class System:
    """A Raspberry Pi with Raspberry Pi OS Lite by default."""

    folder: Path
    os_release: str = BOOKWORM
    model: str = PI
    answers: dict[str, str] = field(
        default_factory=lambda: {
            "id": "echo 1000",
            "getconf": "echo 64",
            "dpkg": "echo arm64",
            "dpkg-query": "exit 1",
            "apt-cache": "printf '%s\\n' python3-lgpio python3-picamera2 libglib2.0-0",
            "systemctl": "echo multi-user.target",
            "df": "printf 'Filesystem 1M-blocks Used Available\\n/dev/root 29000 9000 20000\\n'",
        }
    )

    def install(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        root, programs = self.folder / "root", self.folder / "programs"
        for path, text in (
            (root / "etc/os-release", self.os_release),
            (root / "proc/device-tree/model", self.model),
        ):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        programs.mkdir(exist_ok=True)
        for name, answer in self.answers.items():
            (programs / name).write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
            (programs / name).chmod(0o755)
        return subprocess.run(
            [INSTALL, *arguments],
            env={"PATH": f"{programs}:{os.environ['PATH']}", "TILEKEEPER_ROOT": str(root)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def with_desktop(self) -> System:
        self.answers["systemctl"] = "echo graphical.target"
        manager = self.folder / "root/etc/systemd/system/display-manager.service"
        manager.parent.mkdir(parents=True)
        manager.touch()
        return self

    def files(self) -> set[Path]:
        return {path for path in (self.folder / "root").rglob("*") if path.is_file()}


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


def commands(shown: str) -> list[str]:
    """The steps of a dry run, as the shell that would carry them out reads their quotes."""
    steps = [line.strip()[2:] for line in shown.splitlines() if line.startswith("    $ ")]
    read = 'while IFS= read -r step; do eval "set -- $step"; printf "%s\\0" "$*"; done'
    done = subprocess.run(
        ["bash", "-euc", read],
        input="".join(f"{step}\n" for step in steps),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split("\0")[:-1]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_every_script_is_one(script: Path) -> None:
    shell = "sh" if script.read_text().startswith("#!/bin/sh") else "bash"
    done = subprocess.run([shell, "-n", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_dry_run_says_every_step_and_changes_nothing(system: System) -> None:
    done = system.install("--dry-run")
    assert (done.returncode, done.stderr) == (0, "")
    steps = commands(done.stdout)
    parts = ("apt-get install", "systemd-sysusers", "-m venv", "pip install", "python -I")
    parts += ("current.new", "/etc/systemd/system/tilekeeper.service", "systemctl restart")
    where = [next(n for n, step in enumerate(steps) if part in step) for part in parts]
    assert where == sorted(where)
    assert {path.name for path in system.files()} == {"os-release", "model"}


def test_a_release_is_made_of_the_lock_and_what_debian_ships(system: System) -> None:
    steps = [step for step in commands(system.install("--dry-run").stdout) if "pip install" in step]
    locked, own = steps[:-1], steps[-1]
    assert all("--require-hashes" in step and "--no-deps" in step for step in locked)
    names = [name for step in locked for name in re.findall(r"(\w+)\.txt", step)]
    assert names == ["build", "program", "hall"]
    assert {"--no-index", "--no-deps", "--no-build-isolation"} <= {*own.split()}


def test_a_pi_gets_what_only_a_pi_has(system: System) -> None:
    done = system.install("--dry-run")
    (packages,) = (step for step in commands(done.stdout) if "apt-get install" in step)
    assert {"python3-lgpio", "python3-picamera2", "libglib2.0-0"} <= set(packages.split())
    assert "/etc/systemd/system.conf.d/50-tilekeeper.conf" in done.stdout


WATCHDOG = "etc/systemd/system.conf.d/50-tilekeeper.conf"


@pytest.mark.parametrize(
    "where",
    ["usr/lib/systemd/system.conf.d/40-rpi-enable-watchdog.conf", "etc/systemd/system.conf"],
)
@pytest.mark.parametrize("before", [None, "[Manager]\nRuntimeWatchdogSec=15\n"])
def test_a_watchdog_that_is_set_already_is_left_alone(
    system: System, where: str, before: str | None
) -> None:
    """Raspberry Pi OS sets one itself from Trixie on; our own of an earlier release goes."""
    watchdogs = {
        where: "[Manager]\nRuntimeWatchdogSec=1m\nRebootWatchdogSec=2m\n",
        WATCHDOG: before,
    }
    for name, text in watchdogs.items():
        if text is not None:
            (system.folder / "root" / name).parent.mkdir(parents=True, exist_ok=True)
            (system.folder / "root" / name).write_text(text, encoding="utf-8")
    steps = [one for one in commands(system.install("--dry-run").stdout) if WATCHDOG in one]
    assert steps == ([] if before is None else [f"rm -f /{WATCHDOG}"])


def test_the_boards_watchdog_waits_for_a_minute() -> None:
    output = (ROOT / "systemd/board-watchdog.conf").read_text(encoding="utf-8")
    assert re.findall(r"^RuntimeWatchdogSec=(\d+)$", output, re.MULTILINE) == ["60"]


def test_an_image_of_raspberry_pi_os_that_is_made_elsewhere_gets_it_too(system: System) -> None:
    system.model = ""
    issue = system.folder / "root/etc/rpi-issue"
    issue.parent.mkdir(parents=True)
    issue.touch()
    done = system.install("--dry-run")
    (packages,) = (step for step in commands(done.stdout) if "apt-get install" in step)
    assert {"python3-lgpio", "python3-picamera2"} <= set(packages.split())
    assert "/etc/systemd/system.conf.d/50-tilekeeper.conf" in done.stdout


def test_a_pc_goes_without(system: System) -> None:
    system.model, system.answers["apt-cache"] = "", ":"
    done = system.install("--dry-run")
    assert done.returncode == 0
    (packages,) = (step for step in commands(done.stdout) if "apt-get install" in step)
    assert "picamera2" not in packages
    assert "apt doesn't know python3-picamera2: no matter on a PC" in done.stdout
    assert "system.conf.d" not in done.stdout


@pytest.mark.parametrize(
    ("os_release", "answers", "says"),
    [
        ('ID=raspbian\nVERSION_ID="12"\n', {}, "this is the 32-bit Raspberry Pi OS"),
        ('ID=debian\nVERSION_ID="11"\nPRETTY_NAME="Debian 11"\n', {}, "this is Debian 11, and"),
        ('ID=ubuntu\nVERSION_ID="24.04"\nPRETTY_NAME="Ubuntu"\n', {}, "this is Ubuntu, and only"),
        ("", {}, "this is an unknown system, and only"),
        (BOOKWORM, {"dpkg": "echo armhf"}, "this system is 64-bit (armhf)"),
        (BOOKWORM, {"getconf": "echo 32", "dpkg": "echo armhf"}, "this system is 32-bit (armhf)"),
        (
            BOOKWORM,
            {"df": "printf 'Filesystem 1M-blocks Used Available\\n/dev/root 2000 1000 1000\\n'"},
            "only 1000 MB are free, and this needs",
        ),
    ],
)
def test_a_system_it_cannot_serve_is_refused_in_a_sentence(
    system: System, os_release: str, answers: dict[str, str], says: str
) -> None:
    system.os_release = os_release
    system.answers |= answers
    done = system.install("--dry-run")
    assert done.returncode == 1
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith(f"tilekeeper: {says}")
    assert commands(done.stdout) == []


def carried_out(script: str, **names: Path) -> subprocess.CompletedProcess[str]:
    """With the installer's functions, but for what needs root or systemd."""
    quiet = """
        say() { :; }; note() { :; }; dry='' wheels='' older='' root=''
        die() { echo "tilekeeper: $*" >&2; exit 1; }
        run() { case $1 in systemd-tmpfiles | systemctl) ;; *) "$@" ;; esac; }
        : "${checkout:=$PWD}"
        for part in parts refusals release system; do . script/installing/$part.sh; done
    """
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", quiet + script],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **{name: str(path) for name, path in names.items()}},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("cloned_from", "project", "looks_at"),
    [
        ("https://example.org/a.git", "", "https://example.org/a.git"),
        ("https://example.org/a.git", "https://example.org/b", "https://example.org/a.git"),
        ("", "https://example.org/b", "https://example.org/b"),
        ("http://localhost:80/a.git", "", "http://localhost:80/a.git"),
        ("http://localhost.example.org/a.git", "", None),
        ("git@example.org:a.git", "", None),
        ("/home/ann/tilekeeper", "", None),
        ("", "", None),
    ],
)
def test_newer_versions_are_looked_for_where_it_came_from(
    tmp_path: Path, cloned_from: str, project: str, looks_at: str | None
) -> None:
    checkout, home = tmp_path / "checkout", tmp_path / "home"
    (checkout / ".git").mkdir(parents=True)
    home.mkdir()
    (home / "origin").write_text("https://example.org/before\n")
    if cloned_from:
        remote = f'[remote "origin"]\n\turl = {cloned_from}\n'
        (checkout / ".git/config").write_text(remote)
    line = f'Repository = "{project}"\n' if project else ""
    (checkout / "pyproject.toml").write_text(f'[project]\nversion = "1.0.0"\n{line}')
    done = carried_out("keep_origin", checkout=checkout, home=home)
    assert (done.returncode, done.stderr) == (0, "")
    kept = (home / "origin").read_text().strip() if (home / "origin").exists() else None
    assert kept == looks_at


def test_an_update_leaves_where_the_table_looks_for_newer_ones(tmp_path: Path) -> None:
    """A fork's archive names the project that it was made from."""
    home = tmp_path / "home"
    checkout = home / "fetched/tilekeeper"
    checkout.mkdir(parents=True)
    (home / "origin").write_text("https://example.org/fork\n")
    project = '[project]\nversion = "1.0.0"\nRepository = "https://example.org/project"\n'
    (checkout / "pyproject.toml").write_text(project)
    done = carried_out("keep_origin", checkout=checkout, home=home)
    assert (done.returncode, done.stderr) == (0, "")
    assert (home / "origin").read_text() == "https://example.org/fork\n"


@pytest.mark.parametrize("files_before", [{"one.service"}, {"one.service", "two.service"}])
def test_an_update_that_does_not_start_gives_way_to_the_one_before(
    tmp_path: Path, files_before: set[str]
) -> None:
    """With its units, also if it had fewer."""
    home, system = tmp_path / "home", tmp_path / "system"
    before, broken = "1.0.0-a-py3", "1.1.0-b-py3"
    for name, files in ((before, files_before), (broken, {"one.service", "two.service"})):
        share = home / "releases" / name / "share/tilekeeper"
        share.mkdir(parents=True)
        for file in (*files, "tmpfiles.conf"):
            (share / file).write_text(name)
    script = """
        placed() { for one in one two; do echo "$one.service 644 $units/$one.service"; done; }
        start_service() { [ "$(in_use)" = "$starts" ]; }
        use_release "$release"
    """
    names = {"home": home, "units": system, "starts": home / "releases" / before}
    first = carried_out(script, **names, release=home / "releases" / before)
    assert (first.returncode, first.stderr) == (0, "")
    done = carried_out(script, **names, release=home / "releases" / broken)
    assert done.returncode == 1
    assert f"release {broken} didn't start, and {before} is in use again" in done.stderr
    assert (home / "current").resolve().name == before
    assert not (home / "previous").is_symlink()
    placed = {path.name: path.read_text() for path in system.iterdir()}
    assert placed == dict.fromkeys(files_before, before)


def test_an_older_version_is_installed_if_that_is_asked_for(system: System) -> None:
    newer = system.folder / "root/opt/tilekeeper/releases/99.0.0-0123456789-py3.11"
    newer.mkdir(parents=True)
    (newer.parents[1] / "current").symlink_to(newer)
    refused = system.install("--dry-run")
    assert refused.returncode == 1
    (sentence,) = refused.stderr.splitlines()
    assert f"{newer.name} is in use, which is newer: " in sentence
    assert commands(refused.stdout) == []
    assert system.install("--dry-run", "--older").returncode == 0


def test_python_packages_that_were_fetched_are_taken_and_no_others(
    system: System, tmp_path: Path
) -> None:
    wheels = tmp_path / "wheels"
    assert system.install("--dry-run", "--wheels", str(wheels)).returncode == 1
    assert system.install("--dry-run", "--wheels").returncode == 1
    wheels.mkdir()
    done = system.install("--dry-run", "--wheels", str(wheels))
    assert (done.returncode, "are fetched" in done.stdout) == (0, False)
    steps = [step for step in commands(done.stdout) if "pip install" in step]
    assert all("--no-index" in step for step in steps)
    assert all(f"--find-links {wheels}" in step for step in steps[:-1])


def test_debian_packages_alone(system: System) -> None:
    done = system.install("packages", "--dry-run")
    assert (done.returncode, done.stderr) == (0, "")
    steps = commands(done.stdout)
    assert "openssh-client" in next(step for step in steps if "apt-get install" in step)
    assert not [step for step in steps if "apt-get" not in step and "dpkg" not in step]
    system.answers["dpkg-query"] = "echo install ok installed"
    assert commands(system.install("packages", "--dry-run").stdout) == []


def test_a_desktop_gives_way_only_if_asked(system: System) -> None:
    refused = system.with_desktop().install("--dry-run")
    assert refused.returncode == 1
    assert "--instead-of-desktop" in refused.stderr
    reported = system.install("--dry-run", "--instead-of-desktop")
    assert reported.returncode == 0
    assert "systemctl --quiet set-default multi-user.target" in commands(reported.stdout)


@pytest.mark.parametrize("action", ["install", "rollback", "uninstall"])
def test_the_debian_package_is_left_to_apt(system: System, action: str) -> None:
    system.answers["dpkg-query"] = (
        'case "$*" in *" tilekeeper") echo install ok installed ;; *) exit 1 ;; esac'
    )
    done = system.install(action, "--dry-run")
    assert done.returncode == 1
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("tilekeeper: tilekeeper is installed here as a Debian package")
    assert commands(done.stdout) == []


def test_only_root_may_change_anything(system: System) -> None:
    done = system.install()
    assert done.returncode == 1
    assert done.stderr.startswith("tilekeeper: this changes the system, so it needs root: sudo ")


def test_there_is_nothing_to_go_back_to_at_first(system: System) -> None:
    done = system.install("rollback", "--dry-run")
    assert done.returncode == 1
    assert "there is no release to go back to" in done.stderr


@pytest.mark.parametrize("arguments", [["--purge"], ["--dryrun"], ["remove"]])
def test_a_call_that_is_wrong_does_nothing(system: System, arguments: list[str]) -> None:
    done = system.install("--dry-run", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""


def test_help_says_how_it_is_called(system: System) -> None:
    done = system.install("--help")
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: sudo script/install-pi")
    assert "set -euo" not in done.stdout


def test_games_outlive_it_by_default(system: System) -> None:
    kept = system.install("uninstall", "--dry-run")
    assert not any("/var/lib/tilekeeper" in step.split() for step in commands(kept.stdout))
    purged = system.install("uninstall", "--purge", "--dry-run")
    assert "Games, settings and logs are deleted for good" in purged.stdout
    assert any("/var/lib/tilekeeper" in step for step in commands(purged.stdout))


def image_of(folder: Path, *partitions: tuple[int, int], megabytes: int = 8) -> Path:
    """A file with these partitions: type, and size in sectors; 8 MB are there of it."""
    entries, start = b"", 2048
    for kind, size in partitions:
        entries += bytes([0, 0, 0, 0, kind, 0, 0, 0])
        entries += start.to_bytes(4, "little") + size.to_bytes(4, "little")
        start += size
    image = folder / "card.img"
    image.write_bytes(bytes(446) + entries.ljust(64, b"\0") + b"\x55\xaa")
    os.truncate(image, megabytes << 20)
    return image


def made_of(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "script/make-image", *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(not shutil.which("sfdisk"), reason="needs Debian's package fdisk")
@pytest.mark.parametrize(
    ("partitions", "megabytes", "says"),
    [
        ([], 8, "is no image of a card: no partitions are in it"),
        ([(0x83, 4096)], 8, "has other partitions than Raspberry Pi OS"),
        ([(0x0C, 4096), (0x07, 4096)], 8, "has other partitions than Raspberry Pi OS"),
        ([(0x0C, 4096), (0x83, 4096), (0x83, 2048)], 8, "has other partitions than Raspberry Pi"),
        ([(0x0C, 4096), (0x83, 40960)], 8, "is cut off: it has 8 MB of 23; get"),
    ],
)
def test_what_is_no_image_of_raspberry_pi_os_is_refused(
    tmp_path: Path, partitions: list[tuple[int, int]], megabytes: int, says: str
) -> None:
    image = image_of(tmp_path, *partitions, megabytes=megabytes)
    made = made_of(image, tmp_path / "out.img")
    assert made.returncode == 1
    (sentence,) = made.stderr.splitlines()
    assert sentence.startswith(f"tilekeeper: {image} ")
    assert says in sentence
    assert list(tmp_path.iterdir()) == [image]


def test_an_image_is_made_of_one_that_is_there_into_one_that_is_not(tmp_path: Path) -> None:
    gone = made_of(tmp_path / "gone.img", tmp_path / "out.img")
    assert (gone.returncode, "there is no file" in gone.stderr) == (1, True)
    image = image_of(tmp_path)
    there = made_of(image, image)
    assert (there.returncode, "is there already" in there.stderr) == (1, True)
    packed = image.rename(tmp_path / "card.img.xz")
    assert "is packed: unpack it first" in made_of(packed, tmp_path / "out.img").stderr
    assert made_of(packed).returncode == 2


def on_a_card(
    folder: Path, name: str, **answers: str
) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """vendor-data run next to the folder of this name, if any, and what it had systemctl do.
    `answers`: what other programs do in a shell."""
    there = ROOT / "script/installing/first-boot"
    if name:
        shutil.copytree(there, folder / "boot" / name / "script/installing/first-boot")
    (folder / "units").mkdir(exist_ok=True)
    programs = folder / "programs"
    programs.mkdir()
    calls = folder / "called"
    calls.touch()
    (programs / "systemctl").write_text(
        f'#!/bin/sh\necho "$*" >>{quote(str(calls))}\n', encoding="utf-8"
    )
    for program, does in answers.items():
        (programs / program).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
    for program in programs.iterdir():
        program.chmod(0o755)
    text = (there / "vendor-data").read_text(encoding="utf-8")
    for place, mine in (
        ("/boot/firmware/", "./boot/"),
        ("/etc/systemd/system/", "./units/"),
        ("/dev/tty1", "./screen"),
        ("/opt/tilekeeper/", "./opt/"),
    ):
        assert place in text
        text = text.replace(place, mine)
    done = subprocess.run(
        ["sh", "-c", text],
        cwd=folder,
        env={"PATH": f"{programs}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done, calls.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", ["tilekeeper", "tilekeeper-main"])
def test_a_cards_first_start_finds_the_folder_by_any_name(tmp_path: Path, name: str) -> None:
    (tmp_path / "boot/overlays").mkdir(parents=True)
    done, reported = on_a_card(tmp_path, name)
    assert (done.returncode, done.stderr) == (0, "")
    assert [path.name for path in (tmp_path / "units").iterdir()] == [FIRST_BOOT]
    assert reported == ["daemon-reload", f"enable {FIRST_BOOT}", f"start --no-block {FIRST_BOOT}"]


def test_what_installs_can_lie_on_a_cards_fat_partition() -> None:
    parts = subprocess.run(
        ["bash", "-c", '. script/installing/parts.sh; printf "%s\\n" "${installing[@]}"'],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    names = [
        str(path.relative_to(ROOT))
        for part in parts
        for path in [ROOT / part, *(ROOT / part).rglob("*")]
    ]
    assert "script/install-pi" in names
    assert [name for name in names if re.search(r'[<>:"|?*\\]|[. ]$', name)] == []
    assert len({name.lower() for name in names}) == len(names)
    assert [name for name in names if (ROOT / name).is_symlink()] == []


def test_a_card_without_the_folder_says_so_on_the_screen(tmp_path: Path) -> None:
    done, reported = on_a_card(tmp_path, "")
    assert (done.returncode, reported) == (1, [])
    assert "copy it there, next to vendor-data" in (tmp_path / "screen").read_text(encoding="utf-8")


@pytest.mark.parametrize("way", ["password", "key"])
def test_the_user_named_in_raspberry_pi_imager_sees_the_games_of_an_image(
    tmp_path: Path, way: str
) -> None:
    written = (ROOT / "tests/data/imager" / way / "user-data").read_text(encoding="utf-8")
    (user,) = re.findall(r"^- name: (\w+)\n  groups: .*\bsudo$", written, re.MULTILINE)
    (tmp_path / "opt/current").mkdir(parents=True)
    waits = tmp_path / "units/tilekeeper.service.d/first-start.conf"
    waits.parent.mkdir(parents=True)
    shutil.copy(ROOT / "script/installing/first-boot" / waits.name, waits)
    done, reported = on_a_card(
        tmp_path,
        "",
        getent=f'[ "$*" = "group sudo" ] && echo sudo:x:27:pi,{user}',
        usermod='echo "$*" >>joined',
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "joined").read_text().splitlines() == [
        "-aG tilekeeper pi",
        f"-aG tilekeeper {user}",
    ]
    # The next start needn't wait for cloud-init, and nothing is installed once more.
    assert not waits.exists()
    assert reported == ["daemon-reload"]


def test_raspberry_pi_imager_leaves_alone_what_a_first_start_needs() -> None:
    ours = {path.name for path in (ROOT / "script/installing/first-boot").iterdir()}
    for way in (ROOT / "tests/data/imager").glob("*/"):
        written = {path.name for path in way.iterdir()}
        assert written == {"user-data", "network-config", "meta-data", "cmdline.txt"}
        assert written & ours == {"user-data", "network-config"}


def test_the_installers_lock_lies_where_only_root_writes() -> None:
    (lock,) = re.findall(r'exec 9>"\$root(\S+)"', INSTALL.read_text())
    assert Path(lock).parent == Path("/run"), "in /run/lock everybody may lay a link"
