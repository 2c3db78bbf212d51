"""A page for onlookers that is open, and its clients: plain requests, and events."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from device.addons.page.menu import OnlookersPage
from device.addons.page.onlookers import Onlookers
from device.addons.page.settings import PageSettings
from device.language.texts import Texts
from device.session.core.state import TableState
from device.storage.pictures import PlayPictures
from device.views.table import view

ENGLISH = Texts("en")
PATIENCE = 30.0


class Open:
    """A page that is open."""

    def __init__(self, page: Onlookers, where: OnlookersPage) -> None:
        self.page, self.where = page, where
        self.host = urlsplit(where.addresses[0]).netloc if where.addresses else ""

    def show(self, state: TableState, now: float = 0.0, game: int | None = None) -> None:
        """The table shows this state."""
        self.page.see(state, view(state, ENGLISH, now), "en", now, game)

    def get(self, path: str, method: str = "GET", **headers: str) -> tuple[int, Any, bytes]:
        """Status, headers and body of an answer; "_" in a header's name stands for "-"."""
        asking = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            asking.request(method, path, headers=named)
            answer = asking.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            asking.close()

    def now(self, lang: str = "en") -> dict[str, Any]:
        """The payload that the page gets."""
        status, _, body = self.get(f"/now?lang={lang}")
        assert status == 200
        data: dict[str, Any] = json.loads(body)
        return data

    @contextmanager
    def events(self, path: str = "/events?lang=en", after: str = "") -> Iterator[Events]:
        """The events from now on."""
        asking = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        asking.request("GET", path, headers={"Last-Event-ID": after} if after else {})
        try:
            yield Events(asking.getresponse())
        finally:
            asking.close()


class Events:
    """Events that come in, one by one."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.answer = answer
        self.status = answer.status

    def next(self) -> tuple[str, str, dict[str, Any]]:
        """Its number, its kind and its data."""
        number = kind = ""
        while True:
            line = self.answer.readline().decode().rstrip("\n")
            name, _, value = line.partition(": ")
            if name == "id":
                number = value
            elif name == "event":
                kind = value
            elif name == "data":
                return number, kind, json.loads(value)


@contextmanager
def opened(
    settings: PageSettings | None = None, pictures: PlayPictures | None = None
) -> Iterator[Open]:
    """A page at a port that was free."""
    page = Onlookers(settings or PageSettings(address="127.0.0.1", port=0), pictures)
    try:
        yield Open(page, page.switch(True))
    finally:
        page.close()
