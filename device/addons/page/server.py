"""The page's server: its own thread with its own event loop, answering browsers without involving
the table.

The table's thread only leaves a moment here and never waits; the contents for browsers are made
from it on this thread. Imported only when the page is switched on, as aiohttp is.
Tests: tests/device/test_page.py, script/watch-evenings.
"""

from __future__ import annotations

import asyncio
import html
import json
import logging
import secrets
import socket
import string
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

import msgspec
from aiohttp import web

from device.addons.page.fields import FIELDS, fields
from device.addons.page.gate import MOST_OF_ONE, Gate, comes_for
from device.addons.page.guards import HEADERS, Rates, asked_by, comes_from_elsewhere, is_meant
from device.addons.page.labels import labels
from device.addons.page.stream import Channel
from device.language.texts import OWN_NAMES, SOURCE, TEXT_LANGUAGES, Texts
from device.storage.pictures import LARGEST_PICTURE
from device.system.files import read_file
from device.themes.style import family_css, installed_typefaces, theme_css, typeface_css
from device.views.payload import ShownMoment, payload_of
from hardware.threads import watched

log = logging.getLogger(__name__)

of_requests = logging.getLogger(f"{__name__}.requests")
of_requests.setLevel(logging.CRITICAL)
"""aiohttp's messages about malformed requests: a client could fill the log with them."""

BETWEEN = 0.1
"""The fewest seconds between two events, as often as a screen looks at its clocks."""

HEARTBEAT = 20.0
"""Seconds after which an idle stream gets a keep-alive, so that lost clients are noticed."""

KEEP_ALIVE = 15.0
"""Seconds for which an idle connection is kept."""

REQUESTS_A_SECOND, REQUESTS_AT_ONCE = 20.0, 240.0
"""Requests from one address: a scene of thirty fields loads a hundred and fifty files as it
opens."""

LONGEST_LINE = 4096
"""Bytes of a request's first line, and of each of its headers."""

CLOSING = 2.0
"""Seconds that open connections have to finish."""

TYPES: Mapping[str, str] = MappingProxyType(
    {
        ".html": "text/html",
        ".css": "text/css",
        ".js": "text/javascript",
        ".svg": "image/svg+xml",
        ".ttf": "font/ttf",
    }
)

TYPEFACE_LASTS = 7 * 24 * 3600
"""Seconds for which a browser needn't ask for a typeface again."""

LARGEST_TYPEFACE = 2_000_000
"""Bytes; those of the screen have some 400 000."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

FindPicture = Callable[[int, int], "Path | None"]
"""The picture file of a game's event."""


class PageTaskError(Exception):
    """One of the page's tasks that never end has ended."""


class PageServer:
    """Serves the page on these listening sockets until closed. `names`: the host names it answers
    to, in addition to addresses; `picture`: finds pictures of plays, None if none are shown;
    `on_death` is called with what ended it prematurely, on its thread; `proxies`: addresses that
    connect for others; `stream_css`: the style sheet with a stream's own colours."""

    def __init__(
        self,
        listening: Collection[socket.socket],
        names: Collection[str],
        picture: FindPicture | None,
        on_death: Callable[[Exception], object] | None = None,
        proxies: Collection[str] = (),
        stream_css: str = "",
    ) -> None:
        self._listening, self._picture = tuple(listening), picture
        self._proxies = frozenset(proxies)
        self._made_files = {
            COLOURS: typeface_css() + theme_css(),
            FAMILY: family_css(),
            STREAM: typeface_css() + stream_css,
        }
        self._names = frozenset(name.lower() for name in names)
        self._moment: ShownMoment | None = None
        self._woken = False
        self._run = secrets.token_hex(4)
        self._channels: dict[str, Channel] = {}
        self._watched: dict[str, int] = {}
        self._streams: Counter[str] = Counter()
        self._rates = Rates(REQUESTS_A_SECOND, REQUESTS_AT_ONCE)
        self._loop = asyncio.new_event_loop()
        self._news, self._ends = asyncio.Event(), asyncio.Event()
        self._stamp = f'"{self._run}"'
        self._thread = threading.Thread(
            target=watched(self._serve, on_death), name="page", daemon=True
        )
        self._thread.start()

    # --- for the table's thread ---

    def show(self, moment: ShownMoment) -> None:
        """The table shows this now. Returns at once."""
        self._moment = moment
        if not self._woken:
            self._woken = True
            with suppress(RuntimeError):  # closed meanwhile
                self._loop.call_soon_threadsafe(self._wake)

    def close(self) -> None:
        """Stops serving; the sockets are closed."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._ends.set)
        self._thread.join(CLOSING + 1.0)

    # --- the loop ---

    def _serve(self) -> None:
        try:
            # Anything still pending when it has died is cancelled before the loop is closed.
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._answer_all())
        finally:
            for listening in self._listening:
                listening.close()

    async def _answer_all(self) -> None:
        app = web.Application(middlewares=[self._guarded], client_max_size=1024)
        app.on_response_prepare.append(_with_headers)
        app.add_routes(
            [
                web.get("/", self._page),
                web.get("/overlay", self._overlay),
                web.get("/files/{name}", self._file),
                web.get("/now", self._now),
                web.get("/events", self._events),
                web.get("/obs/events", self._field_events),
                web.get("/obs/now", self._fields_now),
                web.get("/obs/{name}", self._field),
                web.get("/picture/{event:[0-9]{1,6}}", self._play_picture),
            ]
        )
        runner = web.AppRunner(
            app,
            handle_signals=False,
            access_log=None,
            logger=of_requests,
            keepalive_timeout=KEEP_ALIVE,
            max_line_size=LONGEST_LINE,
            max_field_size=LONGEST_LINE,
            lingering_time=0,
        )
        await runner.setup()
        server = runner.server
        assert server is not None
        gate = Gate(partial(_connection, server), self._proxies)
        tasks = [asyncio.create_task(gate.let_in(one)) for one in self._listening]
        tasks.append(asyncio.create_task(self._send_changes()))
        ends = asyncio.create_task(self._ends.wait())
        try:
            # None of them ever ends by itself: a dead one is noticed here.
            await asyncio.wait([ends, *tasks], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for channel in self._channels.values():
                channel.end()
            died = [task for task in tasks if task.done()]
            for task in (ends, *tasks):
                task.cancel()
            await asyncio.gather(ends, *tasks, return_exceptions=True)
            # Not the runner's `shutdown_timeout`: Bookworm's aiohttp 3.8 doesn't have it.
            await server.shutdown(CLOSING)
            await runner.cleanup()
        for task in died:
            task.result()
            raise PageTaskError("a task of the page has ended")

    def _wake(self) -> None:
        self._news.set()

    async def _send_changes(self) -> None:
        """Sends changes to the channels that have listeners."""
        while True:
            await self._news.wait()
            self._news.clear()
            self._woken = False  # before the moment is looked at: a newer one wakes again
            for name in [name for name, count in self._watched.items() if count]:
                try:
                    self._renew(name)
                except Exception:
                    log.exception("onlookers can't be shown the table as it is now")
            await asyncio.sleep(BETWEEN)

    def _renew(self, name: str) -> Channel:
        """The channel, up to date. `name`: a language, or FIELDS_IN and one."""
        channel = self._channels.setdefault(name, Channel(f"{self._run}{len(self._channels)}"))
        moment = self._moment
        if moment is not None:
            payload = payload_of(moment, _texts(name.removeprefix(FIELDS_IN)))
            channel.update(fields(payload) if name.startswith(FIELDS_IN) else payload)
        return channel

    # --- every request ---

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.method not in ("GET", "HEAD"):
            return _refused(405, "Only looking is possible here.", Allow="GET, HEAD")
        asking = asked_by(request.remote, request.headers, self._proxies)
        comes_for(request.transport, asking)
        if not self._rates.allows(asking, time.monotonic()):
            return _refused(429, "Too many requests.", **{"Retry-After": "5"})
        if not is_meant(request.headers.get("Host"), self._names):
            return _refused(421, "This page has another name: use the table's address.")
        if comes_from_elsewhere(request.headers):
            return _refused(403, "Another site's page may not ask this.")
        if request.can_read_body:
            return _refused(413, "Nothing can be sent here.")
        try:
            return await handler(request)
        except web.HTTPException as error:
            return _refused(error.status, error.reason)
        except ConnectionError:
            raise  # the client has gone
        except Exception:
            log.exception("a request of onlookers can't be answered: %s", request.path[:80])
            return _refused(500, "The table has a fault; its log says which.")

    # --- pages ---

    async def _page(self, request: web.Request) -> web.Response:
        return self._html("page.html", request)

    async def _overlay(self, request: web.Request) -> web.Response:
        return self._html("overlay.html", request)

    def _html(self, page: str, request: web.Request, /, **more: str) -> web.Response:
        """A page in the requested language, with its texts."""
        language = self._language(request)
        said = labels(_texts(language))
        other = next((code for code in TEXT_LANGUAGES if code != language), language)
        body = string.Template(_text_of(page)).substitute(
            {key: html.escape(text) for key, text in said.items()},
            language=language,
            other=other,
            other_name=html.escape(OWN_NAMES.get(other, other)),
            texts=html.escape(json.dumps(said), quote=True),
            pictures="yes" if self._picture is not None else "",
            **{key: html.escape(text) for key, text in more.items()},
        )
        return web.Response(
            text=body, content_type="text/html", headers={"Vary": "Accept-Language", **_FRESH}
        )

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        typeface = installed_typefaces().get(name)
        kind = TYPES.get(Path(name).suffix)
        if kind is None or (typeface is None and name not in _served()):
            raise web.HTTPNotFound
        headers = {"Cache-Control": "no-cache", "ETag": self._stamp}
        if request.headers.get("If-None-Match") == self._stamp:
            return web.Response(status=304, headers=headers)
        if typeface is not None:
            headers["Cache-Control"] = f"max-age={TYPEFACE_LASTS}"
            data = await self._loop.run_in_executor(None, read_file, typeface, LARGEST_TYPEFACE)
            return web.Response(body=data, content_type=kind, headers=headers)
        text = self._made_files.get(name) or _text_of(name)
        return web.Response(text=text, content_type=kind, headers=headers)

    # --- the current contents ---

    async def _now(self, request: web.Request) -> web.Response:
        """All of it, for browsers without event streams and for programs."""
        return self._all_of(request, self._language(request))

    async def _fields_now(self, request: web.Request) -> web.Response:
        return self._all_of(request, FIELDS_IN + self._language(request))

    def _all_of(self, request: web.Request, name: str) -> web.Response:
        channel = self._renew(name)
        headers = {"ETag": f'"{channel.identity}"', **_FRESH}
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return web.Response(status=304, headers=headers)
        body = msgspec.json.encode(channel.contents)
        return web.Response(body=body, content_type="application/json", headers=headers)

    async def _field(self, request: web.Request) -> web.Response:
        name, dot, kind = request.match_info["name"].partition(".")
        if name not in FIELDS or (dot and kind != "txt"):
            raise web.HTTPNotFound
        value = str(self._renew(FIELDS_IN + self._language(request)).contents.get(name, ""))
        if not dot:
            return self._html("field.html", request, name=name, value=value)
        return web.Response(text=value, content_type="text/plain", headers=_FRESH)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        return await self._stream(request, self._language(request))

    async def _field_events(self, request: web.Request) -> web.StreamResponse:
        return await self._stream(request, FIELDS_IN + self._language(request))

    async def _stream(self, request: web.Request, name: str) -> web.StreamResponse:
        """Sends events while the client listens. A slow reader gets fewer, and is disconnected by
        the gate."""
        asking = asked_by(request.remote, request.headers, self._proxies)
        if self._streams[asking] >= MOST_OF_ONE:
            return _refused(429, "Too many streams.", **{"Retry-After": "5"})
        async with self._listening_to(name, asking) as channel:
            heard = channel.missed(request.headers.get("Last-Event-ID", ""))
            response = web.StreamResponse(headers={"X-Accel-Buffering": "no", **_FRESH})
            response.content_type = "text/event-stream"
            response.charset = "utf-8"
            await response.prepare(request)
            if request.method == "HEAD":
                return response
            # The contents and their number are taken together: more may happen during the write.
            news, heard = channel.since(heard), channel.number
            await response.write(b"retry: 2000\n\n" + news)
            while not self._ends.is_set() and request.transport is not None:
                with suppress(TimeoutError):  # something may have changed at that very moment
                    async with asyncio.timeout(HEARTBEAT):
                        await channel.changes(heard)
                while _reads_slowly(request):
                    await asyncio.sleep(BETWEEN)
                if self._ends.is_set() or request.transport is None:
                    break
                news, heard = channel.since(heard), channel.number
                await response.write(news or HERE)
        return response

    @asynccontextmanager
    async def _listening_to(self, name: str, asking: str) -> AsyncIterator[Channel]:
        self._watched[name] = self._watched.get(name, 0) + 1
        self._streams[asking] += 1
        try:
            yield self._renew(name)
        finally:
            self._watched[name] -= 1
            self._streams[asking] -= 1
            if not self._streams[asking]:
                del self._streams[asking]

    # --- pictures ---

    async def _play_picture(self, request: web.Request) -> web.Response:
        """The picture of a play that the sheet names."""
        moment, event = self._moment, int(request.match_info["event"])
        if self._picture is None or moment is None or moment.game is None:
            raise web.HTTPNotFound
        turns = self._renew(self._language(request)).contents["turns"]
        if not isinstance(turns, list) or all(turn["event"] != event for turn in turns):
            raise web.HTTPNotFound
        path = self._picture(moment.game, event)
        if path is None:
            raise web.HTTPNotFound
        try:
            data = await self._loop.run_in_executor(None, read_file, path, LARGEST_PICTURE)
        except OSError as error:
            log.info("a picture can't be shown: %s", error)
            raise web.HTTPNotFound from error
        return web.Response(body=data, content_type="image/jpeg", headers=_FRESH)

    def _language(self, request: web.Request) -> str:
        """The requested language, else the browser's, else the screen's."""
        wanted = request.query.get("lang", "")
        if wanted in TEXT_LANGUAGES:
            return wanted
        for one in request.headers.get("Accept-Language", "").split(",")[:8]:
            code = one.partition(";")[0].strip().partition("-")[0].lower()
            if code in TEXT_LANGUAGES:
                return code
        return SOURCE if self._moment is None else self._moment.shown


COLOURS, FAMILY, STREAM = "theme.css", "family.css", "stream.css"
"""The files that are made here: the screen's colours and typefaces, its tiles and squares, and a
stream's own colours."""

FIELDS_IN = "fields "
"""The prefix of a channel with single fields."""

HERE = b"event: here\ndata: 1\n\n"
"""The keep-alive: the table is there, and nothing has changed."""

_FRESH: Mapping[str, str] = MappingProxyType({"Cache-Control": "no-store"})
"""Contents that soon change mustn't be cached."""


class _Connection(web.RequestHandler):
    """A connection whose answer to a malformed request has the page's headers too, and reveals
    nothing about the library."""

    __slots__ = ()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        refused = super().handle_error(request, status, exc, message)
        refused.headers.update(HEADERS)
        if isinstance(refused, web.Response):
            refused.text = "That is no request.\n"
        return refused


def _connection(server: web.Server) -> asyncio.Protocol:
    protocol = server()
    protocol.__class__ = _Connection  # the server creates it, and accepts no other class
    return protocol


def _reads_slowly(request: web.Request) -> bool:
    """Whether sent data is still unread."""
    transport = request.transport
    return transport is not None and transport.get_write_buffer_size() > 0


async def _with_headers(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)


def _refused(status: int, why: str, **headers: str) -> web.Response:
    """A refusal, after which the connection is closed."""
    refused = web.Response(status=status, text=f"{why}\n", headers={**headers, **_FRESH})
    refused.force_close()
    return refused


@cache
def _texts(language: str) -> Texts:
    return Texts(language)


@cache
def _served() -> frozenset[str]:
    """The files that ship with the page, except those with texts to be filled in; and those that
    are made."""
    there = (entry.name for entry in files("device.addons.page").joinpath("files").iterdir())
    return frozenset(
        {COLOURS, FAMILY, STREAM, *(name for name in there if not name.endswith(".html"))}
    )


@cache
def _text_of(name: str) -> str:
    return files("device.addons.page").joinpath("files", name).read_text(encoding="utf-8")
