"""A table's page: opens and closes it, and keeps its contents up to date.

Cheap while closed: it only keeps a reference to the current moment, has no socket and imports
nothing of the page. Opening and closing take place on their own thread.
Tests: tests/device/test_page.py, tests/device/test_page_off.py.
"""

from __future__ import annotations

import errno
import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from device.addons.page.menu import FAILED, SWITCH_PAGE, OnlookersPage
from device.addons.page.settings import PageSettings, stream_css
from device.language.texts import Message
from device.session.core.inputs import Input, JobDone
from device.session.core.state import TableState
from device.storage.pictures import PlayPictures
from device.system.process import Patience
from device.views.table import TableView
from hardware.cameras.port import MonotonicClock
from hardware.threads import watched

if TYPE_CHECKING:  # a table without a page doesn't load it
    from device.addons.page.addresses import Announced
    from device.addons.page.server import PageServer
    from device.views.payload import ShownMoment

log = logging.getLogger(__name__)


class Onlookers:
    """The page of one table, closed until it is switched on."""

    def __init__(
        self,
        settings: PageSettings,
        pictures: PlayPictures | None = None,
        clock: MonotonicClock = time.monotonic,
    ) -> None:
        self._settings, self._clock = settings, clock
        self._pictures = pictures if settings.pictures else None
        self._server: PageServer | None = None
        self._announced: Announced | None = None
        self._last: tuple[TableState, TableView, str, float, int | None] | None = None
        self._post: Callable[[Input], None] | None = None
        self._opening = object()
        self._turn = threading.Lock()
        self._ended = False
        self._threads: list[threading.Thread] = []

    def begin(self, post: Callable[[Input], None]) -> None:
        """Posts later changes of an open page from now on."""
        self._post = post

    def see(
        self, state: TableState, view: TableView, language: str, now: float, game: int | None
    ) -> None:
        """The table shows this now, in that language. On the table's thread; returns at once."""
        before, self._last = self._last, (state, view, language, now, game)
        if self._server is not None and (before is None or before[1] != view):
            self._server.show(self._moment())

    def switch(self, on: bool) -> OnlookersPage:
        """Opens or closes it, and returns its new state: a job, requested at the table."""
        with self._turn:
            return self._opened() if on and not self._ended else self._closed()

    def try_out(self) -> OnlookersPage:
        """Opens it, requests it once and closes it again; returns the result. For a caller without
        a table that wants to know whether a page would work."""
        with self._turn:
            came = self._opened(announce=False)
            self._closed()
        return came

    def end(self) -> None:
        """Prevents it from being opened again."""
        self._ended = True

    def close(self, _patience: Patience | None = None) -> None:
        """Closes it, once pending work is done."""
        self.end()
        for thread in self._threads:
            thread.join()
        with self._turn:
            self._closed()

    def _in_background(self, run: Callable[[], None]) -> None:
        thread = threading.Thread(target=watched(run), name="page door", daemon=True)
        self._threads = [*(one for one in self._threads if one.is_alive()), thread]
        thread.start()

    def _opened(self, *, announce: bool = True) -> OnlookersPage:
        if self._server is not None:
            self._closed()
        try:
            from device.addons.page import addresses
            from device.addons.page.server import PageServer
        except ImportError as error:
            log.warning("the page for onlookers can't be opened: %s", error)
            return OnlookersPage(
                why=Message("The page needs a package that is missing: python3-aiohttp.")
            )
        settings = self._settings
        names = addresses.own_names(settings.names)
        try:
            listening = addresses.bound_sockets(settings.address, settings.port)
        except OSError as error:
            log.warning("the page for onlookers can't be opened: %s", error)
            why = Message("The page can’t be opened: port {n} is taken.", {"n": settings.port})
            if error.errno != errno.EADDRINUSE:
                why = Message("The page can’t be opened: see the settings, [page] address.")
            return OnlookersPage(why=why)
        host, port, *_ = listening[0].getsockname()
        picture = None if self._pictures is None else self._pictures.picture

        self._opening = opening = object()

        def died(_: Exception) -> None:
            # In the background: closing waits for the page's thread.
            self._in_background(lambda: self._fallen_silent(opening))

        self._server = server = PageServer(
            listening, names, picture, died, settings.proxies, stream_css(settings)
        )
        if self._last is not None:
            server.show(self._moment())
        try:
            addresses.page_answers(host, port)
        except addresses.PageSilentError as error:
            log.warning("the page for onlookers can't be opened: it doesn't answer (%s)", error)
            self._closed()
            return OnlookersPage(why=FAILED)
        found = addresses.urls(settings.address, port)
        if announce:
            self._announced = addresses.Announced(port)
            log.info("onlookers find the page at %s", ", ".join(found))
        return OnlookersPage(found, addresses.code_of(found[0]))

    def _fallen_silent(self, opening: object) -> None:
        """The page of that opening has died: its address is withdrawn, and this is reported."""
        with self._turn:
            if self._server is None or self._opening is not opening:
                return  # closed meanwhile, or found silent when it was opened
            self._closed()
            if self._post is not None:
                fallen = OnlookersPage(why=FAILED)
                self._post(JobDone(SWITCH_PAGE, fallen, self._clock()))

    def _closed(self) -> OnlookersPage:
        server, self._server = self._server, None
        announced, self._announced = self._announced, None
        for one in (announced, server):
            if one is not None:
                one.close()
        return OnlookersPage()

    def _moment(self) -> ShownMoment:
        from device.views.payload import ShownMoment

        assert self._last is not None
        return ShownMoment(*self._last)
