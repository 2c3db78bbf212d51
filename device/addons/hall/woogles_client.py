"""Woogles' event API over HTTPS: one request at a time, with the key of an account.

JSON by the Connect protocol: a POST for each call, named after its service and method. Knows no
game. Tests: tests/device/test_live_games.py.
"""

from __future__ import annotations

import http.client
import json
import os
import stat
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

from device.addons.hall.woogles import Json
from engine.sentences import Sentence

SERVICE = "omgwords_service.GameEventService"
KEY_HEADER = "X-Api-Key"

SECONDS = 10.0
"""How long an answer may take."""

LARGEST = 1024 * 1024
"""Bytes of an answer; a game's document has some ten thousand."""

LARGEST_KEY = 1000
HERE = ("127.0.0.1", "::1", "localhost")
"""Hosts that are reached without a network: only to them a key may go in plain text."""


class KeyFileError(Exception):
    """A key that can't be used; the message is a sentence."""


class LiveError(Exception):
    """A call that failed; the message is a sentence. `refused`: the server has understood it, and
    the same call would fail again; `key_refused`: because of the key; `unknown`: it hasn't got such
    a call."""

    def __init__(
        self,
        sentence: str,
        *,
        refused: bool = False,
        key_refused: bool = False,
        unknown: bool = False,
    ) -> None:
        super().__init__(sentence)
        self.refused, self.key_refused, self.unknown = refused, key_refused, unknown


def check_server(server: str) -> None:
    """ValueError with a sentence unless a key may be sent there."""
    url = urllib.parse.urlsplit(server)
    if url.scheme == "https" and url.hostname:
        return
    if url.scheme != "http" or url.hostname not in HERE:
        raise ValueError(
            Sentence("{server} isn’t an address that starts with https://", server=repr(server))
        )


def read_key(path: Path) -> str:
    """The key in a file that only its owner can read; KeyFileError for any other."""
    try:
        with path.open("rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise KeyFileError(Sentence("{path} isn’t a file with a key.", path=path))
            if found.st_mode & 0o077:
                raise KeyFileError(
                    Sentence(
                        "{path} can be read by others than its owner: run chmod 600 on it.",
                        path=path,
                    )
                )
            key = file.read(LARGEST_KEY + 1).decode("ascii").strip()
    except OSError as error:
        raise KeyFileError(
            Sentence("{path} can’t be read ({why}).", path=path, why=error.strerror or error)
        ) from error
    except UnicodeDecodeError as error:
        raise KeyFileError(Sentence("{path} has no key in it.", path=path)) from error
    if not key or len(key) > LARGEST_KEY or any(sign.isspace() for sign in key):
        raise KeyFileError(Sentence("{path} has no key in it.", path=path))
    return key


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A key is sent to no other address than the one that was named."""

    def redirect_request(self, *_: Any) -> None:
        return None


class WooglesClient:
    """Calls to a server with the key in this file, which is read for each."""

    def __init__(self, server: str, key_file: Path) -> None:
        check_server(server)
        self._server, self._key_file = server.rstrip("/"), key_file
        self._open = urllib.request.build_opener(_NoRedirect).open

    def call(self, method: str, message: Json) -> Json:
        """The answer to a call; LiveError or KeyFileError."""
        request = urllib.request.Request(
            f"{self._server}/{SERVICE}/{method}",
            json.dumps(message).encode(),
            {"Content-Type": "application/json", KEY_HEADER: read_key(self._key_file)},
            method="POST",
        )
        try:
            with self._open(request, timeout=SECONDS) as answer:
                return _parsed(answer.read(LARGEST + 1))
        except urllib.error.HTTPError as error:
            with error:
                raise self._said(error.code, error.read(LARGEST)) from error
        except urllib.error.URLError as error:
            why = getattr(error.reason, "strerror", None) or error.reason
            raise LiveError(Sentence("Woogles can’t be reached ({why}).", why=why)) from error
        except (OSError, http.client.HTTPException) as error:
            why = getattr(error, "strerror", None) or error
            raise LiveError(Sentence("Woogles can’t be reached ({why}).", why=why)) from error

    def _said(self, status: int, body: bytes) -> LiveError:
        if status in (401, 403):
            return LiveError(
                Sentence("Woogles doesn’t accept the key in {path}.", path=self._key_file),
                refused=True,
                key_refused=True,
            )
        if status in (404, 501):
            return LiveError(Sentence("Woogles hasn’t got this call."), refused=True, unknown=True)
        why = _why(body) or str(status)
        if 400 <= status < 500 and status not in (408, 429):
            return LiveError(Sentence("Woogles refuses: {why}.", why=why), refused=True)
        return LiveError(Sentence("Woogles can’t do it now ({why}).", why=why))


def _parsed(body: bytes) -> Json:
    try:
        answer = json.loads(body) if len(body) <= LARGEST else None
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise LiveError(Sentence("Woogles’ answer can’t be read."))
    return answer


def _why(body: bytes) -> str:
    """What a Connect error says: {"code": …, "message": …}."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    message = said.get("message", "") if isinstance(said, dict) else ""
    return " ".join(str(message).split())[:200].rstrip(".")
