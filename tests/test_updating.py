"""systemd/update.sh and what it calls: which releases a table installs, and what it refuses.

A table is a folder, and programs that answer in place of systemd and of root's; the signatures are
real, of keys that are made here. script/try-install tries the same under systemd, as root.
"""

from __future__ import annotations

import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
SYSTEMD = ROOT / "systemd"
NAMESPACE = "tilekeeper-release"
IN_USE = "1.0.0-0123456789-py3.11"
HELD = "{name} isn't what was signed, or wasn't signed as a release with a key that is trusted here"

if shutil.which("ssh-keygen") is None:  # never passed over in silence: it is what is tried here
    pytest.fail(
        "ssh-keygen is missing, which checks releases: apt-get install openssh-client",
        pytrace=False,
    )


def ran(command: list[str | Path], **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        env={**os.environ, **more},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def bash(script: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Called with the functions of script/installing/signing.sh."""
    sourced = f'set -euo pipefail; . "{ROOT}/script/installing/signing.sh"; {script}'
    return ran(["bash", "-c", sourced, "bash", *arguments])


@dataclass(frozen=True)
class Key:
    """Somebody's who signs."""

    file: Path

    @classmethod
    def made(cls, folder: Path, name: str) -> Key:
        subprocess.run(
            ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", folder / name],
            check=True,
        )
        return cls(folder / name)

    @property
    def line(self) -> str:
        """What allowed_signers has for it."""
        shown = bash('line_of "$1"', self.file)
        assert (shown.returncode, shown.stderr) == (0, "")
        return shown.stdout

    def signs(self, file: Path, namespace: str = NAMESPACE) -> None:
        if namespace == NAMESPACE:
            assert bash('sign "$@"', self.file, file).returncode == 0
            return
        signed = file.with_name(f"{file.name}.sig")
        signed.unlink(missing_ok=True)
        subprocess.run(
            ["ssh-keygen", "-q", "-Y", "sign", "-f", self.file, "-n", namespace, file], check=True
        )


INSTALLER = """#!/bin/bash
if [ "$*" = "packages --dry-run" ]; then
    echo '    $ apt-get update'
    [ ! -e "$(dirname "$0")/needs" ] || echo '    $ apt-get install -y hello'
    exit
fi
echo "$(sed -n 's/^version = //p' "$(dirname "$0")/../pyproject.toml") $*" >>"$TRACE"
while [ $# -gt 0 ]; do
    [ "$1" != --wheels ] || ls "$2" >>"$TRACE"
    shift
done
[ ! -e "$(dirname "$0")/broken" ]
"""
"""In place of a release's script/install-pi: it notes that it was called, and how."""

PACKAGES = 'mkdir -p "$2"; echo wheel >"$2/click-8.whl"; [ ! -e "$(dirname "$0")/no-index" ]\n'
"""In place of its script/installing/fetch_packages.sh."""


@dataclass
class Table:
    """A table that uses 1.0.0, as a folder; and where its releases are published."""

    root: Path
    key: Key
    origin: str = "https://example.org/tilekeeper"
    answers: dict[str, str] = field(
        default_factory=lambda: {
            "setpriv": 'while [ "$1" != sh ]; do shift; done; exec "$@"',
            "systemctl": "exit 0",
        }
    )

    def __post_init__(self) -> None:
        release = self.root / "opt/tilekeeper/releases" / IN_USE
        self.share = release / "share/tilekeeper"
        shutil.copytree(SYSTEMD, self.share)
        (self.root / "opt/tilekeeper/current").symlink_to(release)
        (self.root / "opt/tilekeeper/origin").write_text(f"{self.origin}\n")
        for folder in ("run/tilekeeper", "etc/tilekeeper", "published", "programs"):
            (self.root / folder).mkdir(parents=True)
        (self.root / "var/lib/tilekeeper-fetch").mkdir(parents=True)
        self.trusts(self.key.line)

    def trusts(self, *lines: str) -> None:
        """Those who sign releases, as the release in use has it."""
        (self.share / "allowed_signers").write_text("".join(lines))

    @property
    def trace(self) -> Path:
        """What the installer of a release was called with."""
        return self.root / "trace"

    def release(self, version: str, *marks: str, inside: str | None = None) -> Path:
        """An archive, as script/release makes it for a card, signed by the table's key."""
        archive = self.root / "published" / f"tilekeeper-{version}-card.zip"
        with ZipFile(archive, "w") as made:
            project = f'[project]\nname = "tilekeeper"\nversion = "{inside or version}"\n'
            made.writestr("tilekeeper/pyproject.toml", project)
            made.writestr("tilekeeper/script/install-pi", INSTALLER)
            made.writestr("tilekeeper/script/installing/fetch_packages.sh", PACKAGES)
            made.writestr("vendor-data", "#!/bin/sh\n")
            for mark in marks:
                made.writestr(f"tilekeeper/script/{mark}", "")
        self.key.signs(archive)
        return archive

    def run(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """update.sh, as root calls it."""
        for name, answer in self.answers.items():
            program = self.root / "programs" / name
            program.write_text(f"#!/bin/sh\n{answer}\n")
            program.chmod(0o755)
        return ran(
            [self.share / "update.sh", *arguments],
            PATH=f"{self.root / 'programs'}:{os.environ['PATH']}",
            TILEKEEPER_ROOT=str(self.root),
            TRACE=str(self.trace),
        )

    def fetched(self, archive: Path) -> None:
        """As tilekeeper-fetch@.service leaves it."""
        left = self.root / "var/lib/tilekeeper-fetch"
        shutil.copy(archive, left)
        if (signature := archive.with_name(f"{archive.name}.sig")).exists():
            shutil.copy(signature, left)
        (left / "wheels").mkdir()
        (left / "wheels/click-8.whl").write_text("wheel")

    def installed(self) -> list[str]:
        return self.trace.read_text().splitlines() if self.trace.exists() else []

    def outcome(self) -> str:
        """What the table that runs gets to know."""
        outcome = self.root / "run/tilekeeper/updated"
        return outcome.read_text().strip() if outcome.exists() else ""


@pytest.fixture
def key(tmp_path: Path) -> Key:
    return Key.made(tmp_path, "key")


@pytest.fixture
def table(tmp_path: Path, key: Key) -> Table:
    return Table(tmp_path / "table", key)


def refused(done: subprocess.CompletedProcess[str], says: str) -> None:
    """In one sentence, which says this."""
    assert done.returncode == 1
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith(f"tilekeeper: {says}")


# --- an archive, by hand ---


def test_what_is_signed_by_a_trusted_key_is_installed(table: Table) -> None:
    archive = table.release("1.1.0")
    done = table.run(archive)
    assert (done.returncode, done.stderr) == (0, "")
    assert table.installed() == ['"1.1.0" install']
    assert table.outcome() == "", "by hand: the table didn't begin it"
    fetched = table.root / "opt/tilekeeper/fetched"
    assert fetched.stat().st_mode & 0o777 == 0o700
    assert (fetched / archive.name).read_bytes() == archive.read_bytes()


def spoil_archive(archive: Path, _table: Table) -> None:
    data = bytearray(archive.read_bytes())
    data[data.index(b"[project]")] ^= 1
    archive.write_bytes(data)


def append(archive: Path, _table: Table) -> None:
    archive.write_bytes(archive.read_bytes() + b"\n")


def spoil_signature(archive: Path, _table: Table) -> None:
    signature = archive.with_name(f"{archive.name}.sig")
    lines = signature.read_text().splitlines()
    lines[-2] = lines[-2][::-1]
    signature.write_text("\n".join(lines) + "\n")


def no_signature_at_all(archive: Path, _table: Table) -> None:
    archive.with_name(f"{archive.name}.sig").write_text("signed, believe me\n")


def another_namespace(archive: Path, table: Table) -> None:
    table.key.signs(archive, "file")


def another_key(archive: Path, table: Table) -> None:
    Key.made(table.root, "other").signs(archive)


def another_release(archive: Path, table: Table) -> None:
    """Its signature is good, but another's."""
    other = table.release("1.0.9")
    shutil.copy(f"{other}.sig", f"{archive}.sig")


@pytest.mark.parametrize(
    "spoiled",
    [
        spoil_archive,
        append,
        spoil_signature,
        no_signature_at_all,
        another_namespace,
        another_key,
        another_release,
    ],
)
def test_what_is_not_what_was_signed_is_refused(
    table: Table, spoiled: Callable[[Path, Table], None]
) -> None:
    archive = table.release("1.1.0")
    spoiled(archive, table)
    refused(table.run(archive), HELD.format(name=archive.name))
    assert table.installed() == []
    assert not (table.root / "opt/tilekeeper/fetched/tilekeeper").exists(), "unpacked"


@pytest.mark.parametrize("unsigned", ["gone", "empty", "a link to another"])
def test_what_is_not_signed_is_refused_unless_root_says_otherwise(
    table: Table, unsigned: str
) -> None:
    archive = table.release("1.1.0")
    signature = archive.with_name(f"{archive.name}.sig")
    signed = signature.rename(table.root / "kept.sig")
    if unsigned == "empty":
        signature.touch()
    elif unsigned != "gone":
        signature.symlink_to(signed)
    refused(table.run(archive), f"{archive.name} isn't signed: all stays as it is. --unsigned")
    assert table.installed() == []
    done = table.run(archive, "--unsigned")
    assert (done.returncode, table.installed()) == (0, ['"1.1.0" install'])
    assert "isn't checked, since --unsigned was given" in done.stderr


def test_a_table_without_a_key_refuses_all(table: Table) -> None:
    archive = table.release("1.1.0")
    shutil.copy(SYSTEMD / "allowed_signers", table.share / "allowed_signers")
    if any(line[0] != "#" for line in (SYSTEMD / "allowed_signers").read_text().splitlines()):
        refused(table.run(archive), HELD.format(name=archive.name))
    table.trusts("# nobody yet\n")
    refused(table.run(archive), "no key for signing releases is known here")
    (table.share / "allowed_signers").unlink()
    refused(table.run(archive), "no key for signing releases is known here")
    assert table.installed() == []


def test_the_households_own_key_counts_in_place_of_the_releases(table: Table) -> None:
    own = table.root / "etc/tilekeeper/allowed_signers"
    ours = Key.made(table.root, "ours")
    own.write_text(ours.line)
    archive = table.release("1.1.0")
    refused(table.run(archive), HELD.format(name=archive.name))
    ours.signs(archive)
    assert table.run(archive).returncode == 0
    assert table.installed() == ['"1.1.0" install']


def test_a_key_is_exchanged_for_another_by_a_release_that_trusts_both(table: Table) -> None:
    old, new = table.key, Key.made(table.root, "new")
    archive = table.release("1.1.0")
    new.signs(archive)
    refused(table.run(archive), HELD.format(name=archive.name))
    old.signs(archive)
    assert table.run(archive).returncode == 0
    table.trusts(old.line, new.line)  # came with it
    archive = table.release("1.2.0")
    new.signs(archive)
    assert table.run(archive).returncode == 0
    table.trusts(new.line)
    archive = table.release("1.3.0")  # by the old one
    refused(table.run(archive), HELD.format(name=archive.name))


def test_a_line_that_is_for_something_else_makes_no_key_trusted(table: Table) -> None:
    archive = table.release("1.1.0")
    table.trusts(table.key.line.replace(NAMESPACE, "git"))
    refused(table.run(archive), HELD.format(name=archive.name))
    table.trusts(table.key.line.replace("tilekeeper", "somebody", 1))
    refused(table.run(archive), HELD.format(name=archive.name))


@pytest.mark.parametrize("version", ["1.0.0", "0.9.9"])
def test_what_is_not_newer_is_refused_unless_root_says_otherwise(
    table: Table, version: str
) -> None:
    archive = table.release(version)
    says = f"version {version} isn't newer than {IN_USE}, which is in use: --older"
    refused(table.run(archive), says)
    assert table.installed() == []
    assert table.run(archive, "--older").returncode == 0
    assert table.installed() == [f'"{version}" install --older']


def test_what_is_no_archive_or_no_call_does_nothing(table: Table) -> None:
    refused(table.run(table.root / "gone.zip"), "there is no archive ")
    empty = table.root / "empty.zip"
    empty.write_text("nothing")
    table.key.signs(empty)
    done = table.run(empty)
    assert done.stderr.splitlines()[-1] == "tilekeeper: empty.zip can't be unpacked"
    for call in ([], ["--unsigned"], ["1.1.0", "--unsigned"], ["--frob"], ["1.1.0", "x.zip"]):
        done = table.run(*call)
        assert done.returncode == 2
        assert done.stderr.startswith("Usage: update.sh VERSION")
    assert table.installed() == []


def test_two_at_once_would_unpack_each_others(table: Table) -> None:
    lock = table.root / "run/tilekeeper-update.lock"
    archive = table.release("1.1.0")
    with subprocess.Popen(
        ["flock", lock, "sh", "-c", "echo; cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as held:
        assert held.stdout is not None
        held.stdout.readline()
        refused(table.run(archive), "another update is at work")
        assert table.installed() == []
        held.communicate()
    assert table.run(archive).returncode == 0


# --- a version, by the unit ---


def test_what_was_fetched_is_checked_again_and_installed_without_a_network(table: Table) -> None:
    table.fetched(table.release("1.1.0"))
    done = table.run("1.1.0")
    assert (done.returncode, done.stderr) == (0, "")
    wheels = table.root / "opt/tilekeeper/fetched/wheels"
    assert table.installed() == [f'"1.1.0" install --wheels {wheels}', "click-8.whl"]
    assert not wheels.exists(), "80 MB"
    assert table.outcome() == "done 1.1.0"


def test_what_was_spoiled_since_the_first_check_is_refused(table: Table) -> None:
    archive = table.release("1.1.0")
    spoil_archive(archive, table)
    table.fetched(archive)
    refused(table.run("1.1.0"), HELD.format(name=archive.name))
    assert (table.outcome(), table.installed()) == ("refused 1.1.0", [])


@pytest.mark.parametrize(
    ("status", "expected"), [(10, "network"), (11, "refused"), (1, "failed"), (203, "failed")]
)
def test_what_could_not_be_fetched_is_reported_for_what_it_is(
    table: Table, status: int, expected: str
) -> None:
    """Whatever may lie there of an earlier one."""
    table.fetched(table.release("1.1.0"))
    table.answers["systemctl"] = f'[ "$1" != show ] || {{ echo {status}; exit 0; }}; exit 1'
    done = table.run("1.1.0")
    assert done.returncode == 1
    assert "tilekeeper-fetch@1.1.0.service" in done.stderr
    assert (table.outcome(), table.installed()) == (f"{expected} 1.1.0", [])


def test_links_that_were_left_lead_nowhere(table: Table) -> None:
    archive = table.release("1.1.0")
    table.fetched(archive)
    left = table.root / "var/lib/tilekeeper-fetch"
    secret = table.root / "secret.whl"
    secret.write_text("root's")
    (left / "wheels/click-8.whl").unlink()
    (left / "wheels/click-8.whl").symlink_to(secret)
    assert table.run("1.1.0").returncode == 0
    assert table.installed()[1:] == []
    (left / archive.name).unlink()
    (left / archive.name).symlink_to(archive)
    refused(table.run("1.1.0"), "there is no archive ")


def test_an_older_one_under_a_newer_name_is_refused(table: Table) -> None:
    table.fetched(table.release("1.1.0", inside="0.9.0"))
    refused(table.run("1.1.0"), "what is called tilekeeper-1.1.0-card.zip is version '0.9.0'")
    refused(table.run("0.9.0"), f"version 0.9.0 isn't newer than {IN_USE}, which is in use")
    assert (table.outcome(), table.installed()) == ("failed 0.9.0", [])


def test_debian_packages_come_by_a_unit_of_their_own_and_only_if_needed(table: Table) -> None:
    table.answers["systemctl"] = 'echo "$*" >>"$TRACE"'
    table.fetched(table.release("1.1.0"))
    assert table.run("1.1.0").returncode == 0
    assert not any("tilekeeper-packages" in line for line in table.installed())
    shutil.rmtree(table.root / "var/lib/tilekeeper-fetch/wheels")
    table.fetched(table.release("1.2.0", "needs"))
    assert table.run("1.2.0").returncode == 0
    steps = [line.split(" --wheels")[0] for line in table.installed()]
    asked, installed = "start tilekeeper-packages.service", '"1.2.0" install'
    assert steps.index(asked) < steps.index(installed)
    table.answers["systemctl"] = '[ "$2" != tilekeeper-packages.service ]'
    done = table.run("1.2.0")
    assert done.stderr.endswith("can't be had (see tilekeeper-packages.service)\n")
    assert table.outcome() == "network 1.2.0"


def test_one_that_cannot_be_used_is_reported(table: Table) -> None:
    """That the one before is in use again then is its installer's (tests/test_install_pi.py)."""
    table.fetched(table.release("1.1.0", "broken"))
    refused(table.run("1.1.0"), "version 1.1.0 can't be used (see above)")
    assert table.outcome() == "failed 1.1.0"


# --- fetching ---


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""

    def do_GET(self) -> None:
        if self.path.startswith("/moved/"):
            self.send_response(302)
            self.send_header("Location", "http://example.org/elsewhere.zip")
            self.end_headers()
        elif self.path.startswith("/ill/"):
            self.send_error(503)
        else:
            super().do_GET()


@pytest.fixture
def host(table: Table) -> Iterator[str]:
    """Where releases are published."""
    (table.root / "published/own/releases/download/v1.1.0").mkdir(parents=True)
    handler = partial(Quiet, directory=str(table.root / "published"))
    with http.server.ThreadingHTTPServer(("localhost", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_address[1]}"
        server.shutdown()


def fetch(table: Table, origin: str, version: str = "1.1.0") -> tuple[int, str]:
    """The exit status and what is said last."""
    (table.root / "opt/tilekeeper/origin").write_text(f"{origin}\n")
    done = ran(
        [sys.executable, "-I", table.share / "fetch_release.py", version],
        STATE_DIRECTORY=str(table.root / "var/lib/tilekeeper-fetch"),
        TILEKEEPER_ROOT=str(table.root),
        no_proxy="localhost",
    )
    return done.returncode, (done.stderr.strip().splitlines() or [""])[-1]


def publish(table: Table, archive: Path) -> Path:
    folder = table.root / "published/own/releases/download/v1.1.0"
    for file in (archive, archive.with_name(f"{archive.name}.sig")):
        shutil.move(file, folder)
    return folder / archive.name


def test_a_signed_release_is_fetched_with_its_packages_and_installed(
    table: Table, host: str
) -> None:
    publish(table, table.release("1.1.0"))
    left = table.root / "var/lib/tilekeeper-fetch"
    (left / "of-before").mkdir()
    (left / "link").symlink_to(table.root)
    assert fetch(table, f"{host}/own.git") == (0, "")
    assert {path.name for path in left.iterdir()} == {
        "tilekeeper-1.1.0-card.zip",
        "tilekeeper-1.1.0-card.zip.sig",
        "tilekeeper",
        "vendor-data",
        "wheels",
    }
    assert table.run("1.1.0").returncode == 0
    assert table.installed()[1:] == ["click-8.whl"]


def test_nothing_of_what_is_not_signed_is_looked_at(table: Table, host: str) -> None:
    archive = publish(table, table.release("1.1.0"))
    spoil_archive(archive, table)
    status, shown = fetch(table, f"{host}/own")
    assert (status, shown) == (11, "tilekeeper: version 1.1.0 isn't taken")
    left = table.root / "var/lib/tilekeeper-fetch"
    assert not (left / "tilekeeper").exists()
    archive.with_name(f"{archive.name}.sig").unlink()
    status, shown = fetch(table, f"{host}/own")
    assert status == 11
    assert shown.startswith("tilekeeper: tilekeeper-1.1.0-card.zip isn't signed: there is no http")


@pytest.mark.parametrize(
    ("origin", "version", "status", "says"),
    [
        ("{host}/own", "1.2.0", 1, "there is no http://localhost"),
        ("{host}/ill", "1.1.0", 10, "http://localhost"),
        ("{host}/moved", "1.1.0", 1, "{host}/moved/releases"),
        ("http://localhost:9/own", "1.1.0", 10, "http://localhost:9/own/releases/download/v1.1.0"),
        ("http://example.org/own", "1.1.0", 1, "releases come over https alone"),
        ("file:///etc", "1.1.0", 1, "releases come over https alone"),
        ("{host}/own", "../1.1.0", 1, "../1.1.0 is no version"),
    ],
)
def test_what_cannot_be_fetched_is_reported_and_nothing_is_left(
    table: Table, host: str, origin: str, version: str, status: int, says: str
) -> None:
    ended, shown = fetch(table, origin.format(host=host), version)
    assert ended == status
    assert shown.startswith(f"tilekeeper: {says.format(host=host)}")
    left = table.root / "var/lib/tilekeeper-fetch"
    assert not [path for path in left.iterdir() if path.suffix == ".zip" and path.stat().st_size]


def test_packages_that_cannot_be_had_are_the_networks(table: Table, host: str) -> None:
    publish(table, table.release("1.1.0", "installing/no-index"))
    status, shown = fetch(table, f"{host}/own")
    assert (status, shown.endswith("packages can't be fetched (see above)")) == (10, True)


# --- making a release ---


def test_the_repository_holds_no_private_key_and_no_line_that_ssh_keygen_cannot_read(
    table: Table,
) -> None:
    trusted = (SYSTEMD / "allowed_signers").read_text()
    assert "PRIVATE" not in trusted
    for line in trusted.splitlines():
        if not line.startswith("#"):
            assert line.startswith(f'tilekeeper namespaces="{NAMESPACE}" ')
    table.trusts(trusted, table.key.line)
    assert table.run(table.release("1.1.0")).returncode == 0


def test_a_key_is_named_by_the_line_that_it_needs_by_either_half(key: Key) -> None:
    public = Key(key.file.with_suffix(".pub"))
    assert public.line == key.line
    kind, text, _ = public.file.read_text().split()
    assert key.line == f'tilekeeper namespaces="{NAMESPACE}" {kind} {text}\n'


def test_whether_tables_will_take_it_is_known_before_it_is_published(
    table: Table, tmp_path: Path
) -> None:
    """Whatever this machine itself trusts."""
    probe = tmp_path / "probe"
    probe.write_text("1.1.0\n")
    table.key.signs(probe)
    verify = table.share / "verify.sh"
    assert bash('trusted_by "$@"', verify, probe).returncode == 0
    table.trusts(Key.made(tmp_path, "other").line)
    assert bash('trusted_by "$@"', verify, probe).returncode == 1
    assert bash('sign "$@"', tmp_path / "gone", probe).returncode != 0
