"""Fetches a release for an update, `fetch_release.py VERSION`: run by tilekeeper-fetch@.service,
which has a network and no rights.

The archive and its signature come from the releases at the address that the table was installed
from. The archive is unpacked only if the signature is good; then the Python packages that it needs
are downloaded, which have their hashes in it. Root copies all of it from the unit's state directory
and checks it again (update.sh). Standard library only. Tests: tests/test_updating.py.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from http.client import HTTPException, HTTPMessage
from pathlib import Path
from typing import IO
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener
from zipfile import BadZipFile, ZipFile

NETWORK, REFUSED = 10, 11
"""Exit statuses: it can't be fetched; it isn't signed with a key that is trusted here."""

MOST_ARCHIVE, MOST_SIGNATURE = 200_000_000, 20_000
"""Bytes. A release is 7 MB, a signature 0.3 KB."""

WITHIN = 60.0
"""Seconds without an answer, after which there is no network."""

SAFE = re.compile(r"https://|http://localhost[:/]")
"""Addresses that are asked; the latter for trials."""


class FetchError(Exception):
    """It can't be fetched; one sentence, and the exit status."""

    def __init__(self, sentence: str, status: int = 1) -> None:
        super().__init__(sentence)
        self.status = status


class OnlySafe(HTTPRedirectHandler):
    """A host may send on to where it keeps its files, but not out of TLS."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """The request that follows; FetchError where it would be one that others can read."""
        if not SAFE.match(newurl):
            raise FetchError(f"{req.full_url} sends on to {newurl}, which isn't https")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def releases_of(origin: str) -> str:
    """The address below which the files of releases lie, as GitHub, Gitea and Forgejo have it."""
    if not SAFE.match(origin):
        raise FetchError(f"releases come over https alone, and this table is of {origin}")
    return f"{origin.rstrip('/').removesuffix('.git')}/releases/download"


def fetch(address: str, into: Path, most: int) -> bool:
    """Whether there is such a file; it lies in `into` then."""
    try:
        with (
            build_opener(OnlySafe).open(address, timeout=WITHIN) as answer,
            into.open("wb") as file,
        ):
            while piece := answer.read(1 << 16):
                file.write(piece)
                if file.tell() > most:
                    raise FetchError(f"{address} has more than {most} bytes")
    except HTTPError as error:
        if error.code in (404, 410):
            return False
        raise FetchError(f"{address}: {error}", NETWORK) from error
    except (OSError, HTTPException) as error:
        raise FetchError(f"{address} can't be fetched ({error})", NETWORK) from error
    return True


def fetch_release(version: str, origin: str, state: Path, own: Path) -> None:
    """The release with its Python packages, in the folder `state`; `own`: where verify.sh lies."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise FetchError(f"{version} is no version")
    for left in state.iterdir():
        shutil.rmtree(left) if left.is_dir() and not left.is_symlink() else left.unlink()
    name = f"tilekeeper-{version}-card.zip"
    archive, signature = state / name, state / f"{name}.sig"
    place = f"{releases_of(origin)}/v{version}/{name}"
    if not fetch(place, archive, MOST_ARCHIVE):
        raise FetchError(f"there is no {place}")
    if not fetch(f"{place}.sig", signature, MOST_SIGNATURE):
        raise FetchError(f"{name} isn't signed: there is no {place}.sig", REFUSED)
    if subprocess.run([own / "verify.sh", archive, signature], check=False).returncode:
        raise FetchError(f"version {version} isn't taken", REFUSED)
    fetch_packages(archive, state)


def fetch_packages(archive: Path, state: Path) -> None:
    """What the release says that it needs, by the pip of this Python."""
    try:
        with ZipFile(archive) as opened:
            opened.extractall(state)
    except (BadZipFile, OSError) as error:
        raise FetchError(f"{archive.name} can't be unpacked ({error})") from error
    script = state / "tilekeeper/script/installing/fetch_packages.sh"
    command: list[str | Path] = ["bash", script, sys.executable, state / "wheels"]
    if subprocess.run(command, check=False).returncode:
        raise FetchError("the Python packages can't be fetched (see above)", NETWORK)


def main(arguments: list[str]) -> int:
    """Exit status 0 if all that an update needs has been fetched."""
    own = Path(__file__).resolve().parent
    try:
        (version,) = arguments
        origin = (own.parents[3] / "origin").read_text(encoding="utf-8").strip()
        fetch_release(version, origin, Path(os.environ["STATE_DIRECTORY"]), own)
    except FetchError as error:
        print(f"tilekeeper: {error}", file=sys.stderr)
        return error.status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
