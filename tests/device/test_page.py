"""The page for onlookers, asked as browsers and as rude programs ask: over a socket."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urljoin

import numpy as np
import pytest
from aiohttp import web
from page_clients import Open, opened
from standins import Evening, board

from device.addons.page import gate, server
from device.addons.page.fields import FIELDS
from device.addons.page.guards import asked_by
from device.addons.page.labels import PAGE_LABELS
from device.addons.page.settings import PageSettings
from device.addons.page.stream import Channel
from device.language.texts import Texts
from device.session.core.setup import Extras
from device.storage.pictures import PlayPictures
from device.themes import style
from hardware.panel.port import Button

QUIZ = board((7, 6, "across", "QUIz"))
BOTH = board((7, 6, "across", "QUIz"), (6, 9, "down", "OZONE"))


@pytest.fixture
def page() -> Iterator[Open]:
    with opened() as there:
        yield there


def after_a_play(extras: Extras | None = None) -> Evening:
    evening = Evening()
    if extras is not None:
        agreed = replace(evening.state.agreed, extras=extras)
        evening.state = replace(evening.state, agreed=agreed)
    return evening.lay(board()).lay(QUIZ).press(Button.SIDE_1)


# What is shown


def test_all_of_the_table_is_there_in_both_languages(page: Open) -> None:
    page.show(after_a_play().state)
    reported, french = page.now(), page.now("fr")
    assert [(side["name"], side["total"], side["turn"]) for side in reported["sides"]] == [
        ("Ann", 24, False),
        ("Ben", 0, True),
    ]
    assert reported["board"]["rows"][7] == "......QUI?....."
    assert reported["board"]["lit"] == ["G8", "H8", "I8", "J8"]
    assert reported["turns"][0]["lines"] == reported["play"]["lines"]
    assert reported["courses"] == [[0, 24], [0]]
    assert (reported["state"], french["state"]) == (
        "Ben’s turn",
        Texts("fr")("{side}’s turn", side="Ben"),
    )
    assert french["sides"] == reported["sides"]


def test_the_page_itself_comes_in_the_language_that_is_wanted(page: Open) -> None:
    for wanted, heard, language in (
        ("", "fr-CA,en;q=0.5", "fr"),
        ("?lang=en", "fr", "en"),
        ("", "", "en"),
    ):
        status, headers, body = page.get(f"/{wanted}", Accept_Language=heard)
        assert status == 200
        assert f'<html lang="{language}">' in body.decode()
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert "Set-Cookie" not in headers


def test_nothing_is_loaded_from_elsewhere_and_all_that_is_named_is_there(page: Open) -> None:
    seen = set[str]()
    for path in ("/", "/overlay", "/obs/score"):
        body = page.get(path)[2].decode()
        assert "//" not in re.sub(r"<!DOCTYPE html>", "", body)
        named = re.findall(r'(?:src|href)="([^"#?]+)', body)
        assert len(named) >= 4
        for file in named:
            # Where the page is reached below another's path, what it names is, too.
            assert not file.startswith("/")
            where = urljoin(path, file)
            if where in seen:
                continue  # each request has a connection of its own, and there may be 32 at once
            seen.add(where)
            status, headers, text = page.get(where)
            assert status == 200, file
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert b"http://" not in text.replace(b"http://www.w3.org/", b"")
            assert page.get(where, If_None_Match=headers["ETag"])[0] == 304


def test_every_text_of_the_page_is_used_and_every_one_used_is_there() -> None:
    files = Path(server.__file__).parent / "files"
    html = "".join(one.read_text() for one in files.glob("*.html"))
    script = "".join(one.read_text() for one in files.glob("*.js"))
    used = {*re.findall(r"\$([a-z_]+)", html), *re.findall(r"texts\.([a-z_]+)", script)}
    used |= set(re.findall(r'texts\["(\w+)"\]', script))
    assert used - {"language", "other", "other_name", "texts", "pictures", "name", "value"} == set(
        PAGE_LABELS
    )


def test_browsers_of_ten_years_ago_can_read_the_scripts() -> None:
    for one in (Path(server.__file__).parent / "files").glob("*.js"):
        code = re.sub(r"//.*|\"[^\"\n]*\"", "", one.read_text())
        newer = re.findall(
            r"=>|\b(?:let|const|class|async|await|import)\b|`|\?\.|\?\?|\.\.\.", code
        )
        assert newer == [], one.name


def test_the_screens_typefaces_are_served_and_may_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "letters.ttf"
    file.write_bytes(b"letters")
    title = style.TYPEFACES["title.ttf"]._replace(file=file)
    missing = style.TYPEFACES["text.ttf"]._replace(file=tmp_path / "none.ttf")
    monkeypatch.setattr(style, "TYPEFACES", {"title.ttf": title, "text.ttf": missing})
    with opened() as there:
        status, headers, data = there.get("/files/title.ttf")
        assert (status, headers["Content-Type"], data) == (200, "font/ttf", b"letters")
        assert headers["Cache-Control"].startswith("max-age=")
        assert "font-src 'self'" in headers["Content-Security-Policy"]
        colours = there.get("/files/theme.css")[2].decode()
        assert 'url("title.ttf")' in colours
        assert 'url("text.ttf")' not in colours
        assert there.get("/files/text.ttf")[0] == 404


def test_a_stream_has_its_own_colours() -> None:
    settings = PageSettings(address="127.0.0.1", port=0, overlay_accent="#00ff7f")
    with opened(settings) as there:
        for path in ("/overlay", "/obs/score"):
            assert "files/stream.css" in there.get(path)[2].decode()
        style = there.get("/files/stream.css")[2].decode()
    assert "--stream-accent:#00ff7f;" in style
    assert "--stream-text:#f4f4ee;" in style


# Events


def test_events_are_numbered_and_show_only_what_has_changed(page: Open) -> None:
    evening = after_a_play()
    page.show(evening.state)
    with page.events() as events:
        first, kind, reported = events.next()
        assert (kind, reported["sides"][0]["total"]) == ("whole", 24)
        page.show(evening.lay(BOTH).press(Button.SIDE_2).state)
        number, kind, reported = events.next()
        assert kind == "changed"
        assert reported["sides"][1]["total"] == page.now()["sides"][1]["total"] > 0
        assert "over" not in reported
        assert number == f"{first.rpartition('-')[0]}-{int(first.rpartition('-')[2]) + 1}"


def test_a_client_that_was_away_gets_what_it_missed_and_a_new_one_everything(page: Open) -> None:
    evening = after_a_play()
    page.show(evening.state)
    with page.events() as events:
        first, _, _ = events.next()
    page.show(evening.lay(BOTH).press(Button.SIDE_2).state)
    with page.events(after=first) as events:
        assert events.next()[1] == "changed"
    for unknown in ("0000-1", "x", f"{first}9999999999999999"):
        with page.events(after=unknown) as events:
            assert events.next()[1] == "whole"


def test_players_see_that_nothing_has_changed(page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HEARTBEAT", 0.05)
    page.show(after_a_play().state)
    with page.events() as events:
        assert [events.next()[1] for _ in range(3)] == ["whole", "here", "here"]


def test_a_change_at_the_very_moment_of_a_heartbeat_is_heard_at_once(
    page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page's thread was busy, and finds both at once: a stream that has waited long enough, and
    a play."""
    monkeypatch.setattr(server, "HEARTBEAT", 0.3)
    evening = after_a_play()
    page.show(evening.state)
    serving = page.page._server
    assert serving is not None
    with page.events() as events:
        assert [events.next()[1] for _ in range(2)] == ["whole", "here"]
        monkeypatch.setattr(server, "HEARTBEAT", 1000.0)  # from the next wait on
        serving._loop.call_soon_threadsafe(time.sleep, 0.6)
        page.show(evening.lay(BOTH).press(Button.SIDE_2).state)
        assert events.next()[1] == "changed"


def test_what_changes_while_the_first_is_written_is_heard() -> None:
    """Of two events made while a stream is sent everything, none is left out."""
    channel = Channel("run")
    channel.update({"total": 1})
    news, heard = channel.since(0), channel.number
    channel.update({"total": 2})
    assert b"1" in news
    asyncio.run(asyncio.wait_for(channel.changes(heard), 5.0))
    assert b'{"total":2}' in channel.since(heard)


def test_single_fields_are_text_pages_and_events(page: Open) -> None:
    page.show(after_a_play().state)
    found = {name: page.get(f"/obs/{name}.txt?lang=en")[2].decode() for name in FIELDS}
    assert found["score"] == " 24 - 0  "
    assert (found["p1_name"], found["p1_score"], found["p2_score"]) == ("Ann", "24", "0")
    assert found["combined_names"] == "Ann - Ben"
    assert found["last_play"] == "Ann 8G QUI? 24 24"
    assert found["turn"] == "Ben"
    assert ">24<" in page.get("/obs/p1_score")[2].decode()
    assert page.get("/obs/nothing")[0] == page.get("/obs/score.svg")[0] == 404
    with page.events("/obs/events?lang=en") as events:
        assert events.next()[2] == found


def test_before_the_table_has_shown_anything_there_is_nothing(page: Open) -> None:
    assert page.now() == {}
    assert page.get("/obs/score.txt")[2] == b""


# Pictures


@pytest.mark.parametrize("allowed", [True, False])
def test_pictures_of_plays_only_where_they_are_allowed(tmp_path: Path, *, allowed: bool) -> None:
    pictures = PlayPictures(tmp_path, 10**6, print)
    settings = PageSettings(address="127.0.0.1", port=0, pictures=allowed)
    with opened(settings, pictures) as page:
        evening = after_a_play()
        page.show(evening.state, game=3)
        (event,) = [turn["event"] for turn in page.now()["turns"]]
        for number in (event, event + 7):
            pictures.keep(3, number, np.zeros((40, 60, 3), np.uint8))
        pictures.close()
        status, _, body = page.get(f"/picture/{event}")
        assert status == (200 if allowed else 404)
        assert body.startswith(b"\xff\xd8") is allowed
        assert page.get(f"/picture/{event + 7}")[0] == 404, "no play of this game"
        assert ('data-pictures="yes"' in page.get("/")[2].decode()) is allowed


# Guarded


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
@pytest.mark.parametrize("path", ["/", "/now", "/events", "/obs/score"])
def test_nothing_can_be_done_but_looking(page: Open, method: str, path: str) -> None:
    assert page.get(path, method)[0] == 405


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8080", "local", "a.local", "x@y", "[::1"]
)
def test_a_name_that_was_made_to_lead_here_is_refused(page: Open, host: str) -> None:
    assert page.get("/now", Host=host)[0] == 421


@pytest.mark.parametrize("host", ["localhost:1", "192.168.1.20:8080", "[fe80::1]:8080"])
def test_addresses_are_names_enough(page: Open, host: str) -> None:
    assert page.get("/now", Host=host)[0] == 200


def test_names_of_the_settings_are_the_pages_own() -> None:
    settings = PageSettings(address="127.0.0.1", port=0, names=("Club.Example",))
    with opened(settings) as page:
        assert page.get("/now", Host="club.example")[0] == 200
        assert page.get("/now", Host=f"{socket.gethostname().partition('.')[0]}.local")[0] == 200


def test_other_sites_pages_are_refused(page: Open) -> None:
    own = f"http://{page.host}"
    assert page.get("/now", Origin=own)[0] == 200
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1"):
        assert page.get("/now", Origin=origin)[0] == 403
    assert page.get("/now", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors")[0] == 403
    assert page.get("/", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate")[0] == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 9000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X-%d: y\r\n" % 1 * 2000,
        b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n" + b"x" * 10,
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 60 + b"\r\n\r\n",
        b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /files/..%2f..%2fserver.py HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ],
    ids=["header", "headers", "line", "body", "tls", "path", "file"],
)
def test_what_is_too_much_or_no_request_is_refused(page: Open, sent: bytes) -> None:
    host, _, port = page.host.partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as asking:
        asking.sendall(sent)
        try:
            answer = asking.recv(4096)
        except ConnectionResetError:
            answer = b""
    assert not answer or re.match(rb"HTTP/1\.[01] 4\d\d ", answer)
    if answer:
        assert b"\r\nServer: tilekeeper\r\n" in answer
        assert b"\r\nContent-Security-Policy: default-src 'none'" in answer
        assert b"aiohttp" not in answer
    assert page.now() == {}


def test_who_dawdles_is_sent_away(page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "REQUEST_SECONDS", 0.05)
    host, _, port = page.host.partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as asking:
        asking.sendall(b"GET / HTTP/1.1\r\nHo")
        with contextlib.suppress(ConnectionResetError):
            assert asking.recv(100) == b""


def test_one_address_cant_take_all_the_room(page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "MOST_OF_ONE", 3)
    host, _, port = page.host.partition(":")
    held = [socket.create_connection((host, int(port)), timeout=10) for _ in range(3)]
    try:
        time.sleep(0.1)
        with socket.create_connection((host, int(port)), timeout=10) as fourth:
            assert fourth.recv(10) == b""
        with socket.create_connection(
            (host, int(port)), timeout=10, source_address=("127.0.0.9", 0)
        ) as other:
            other.sendall(b"GET /now HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert other.recv(12) == b"HTTP/1.1 200"
    finally:
        for one in held:
            one.close()


def test_where_all_room_is_taken_the_address_with_most_gives_way_to_a_newcomer(
    page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "MOST_CLIENTS", 6)
    host, _, port = page.host.partition(":")

    def come(address: str) -> socket.socket:
        return socket.create_connection((host, int(port)), timeout=10, source_address=(address, 0))

    with contextlib.ExitStack() as held:
        first, *_ = (held.enter_context(come("127.0.0.2")) for _ in range(4))
        other = [held.enter_context(come("127.0.0.3")) for _ in range(2)]
        time.sleep(0.1)
        with come("127.0.0.4") as newcomer:
            newcomer.sendall(b"GET /now HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert newcomer.recv(12) == b"HTTP/1.1 200"
            with contextlib.suppress(ConnectionResetError):
                assert first.recv(10) == b""  # the oldest of those who have most
            for one in other:
                one.sendall(b"GET /now HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert one.recv(12) == b"HTTP/1.1 200"


LISTENS = b"GET /events HTTP/1.1\r\nHost: localhost\r\n"
LOOKS = b"GET /now HTTP/1.1\r\nHost: localhost\r\n"


@contextlib.contextmanager
def visitors(page: Open) -> Iterator[Callable[[str, bytes], socket.socket]]:
    """They come from an address with a request, wait for the beginning of the answer, and stay."""
    host, _, port = page.host.partition(":")
    with contextlib.ExitStack() as held:

        def come(address: str, asks: bytes) -> socket.socket:
            one = held.enter_context(
                socket.create_connection((host, int(port)), 10, source_address=(address, 0))
            )
            one.sendall(asks + b"\r\n")
            return one

        yield come


def answers(one: socket.socket) -> bool:
    """Whether the request it came with is answered."""
    with contextlib.suppress(ConnectionResetError):
        return one.recv(12) == b"HTTP/1.1 200"
    return False


def is_over(one: socket.socket) -> bool:
    """Whether the page has closed it; waits for that for some seconds."""
    one.settimeout(3.0)
    with contextlib.suppress(ConnectionResetError):
        try:
            while one.recv(1 << 16):
                pass
        except TimeoutError:
            return False
    return True


def test_so_many_addresses_as_there_is_room_for_keep_no_newcomer_out(
    page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "MOST_CLIENTS", 6)
    monkeypatch.setattr(gate, "OF_A_BROWSER", 2)
    with visitors(page) as come:
        held = [come(f"127.0.1.{number}", LISTENS) for number in range(1, 7)]
        assert all(map(answers, held))
        for address in ("127.0.2.1", "127.0.2.2", "127.0.2.2"):
            assert answers(come(address, LISTENS))
        assert [is_over(one) for one in held[:4]] == [True, True, True, False]
        assert not answers(come("127.0.2.2", LOOKS)), "it has what a browser needs"
        assert answers(come("127.0.2.3", LOOKS))
        assert not is_over(held[3]), "another had more"


def test_those_who_come_through_a_proxy_are_counted_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gate, "MOST_CLIENTS", 4)
    proxy = "127.0.0.9"
    settings = PageSettings(address="127.0.0.1", port=0, proxies=(proxy,))

    def by(client: str, asks: bytes) -> bytes:
        return asks + f"X-Forwarded-For: {client}\r\n".encode()

    with opened(settings) as page, visitors(page) as come:
        other = come(proxy, by("192.168.1.6", LISTENS))
        assert answers(other)
        greedy = [come(proxy, by("192.168.1.5", LISTENS)) for _ in range(3)]
        assert all(map(answers, greedy))
        assert answers(come("127.0.0.2", LISTENS)), "a newcomer of its own"
        assert answers(come(proxy, by("192.168.1.7", LISTENS))), "a newcomer by the proxy"
        assert [is_over(one) for one in (*greedy, other)] == [True, True, False, False]


def test_a_proxy_asks_for_many_and_is_believed_for_whom(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REQUESTS_AT_ONCE", 2.0)
    monkeypatch.setattr(server, "REQUESTS_A_SECOND", 0.0)
    monkeypatch.setattr(gate, "MOST_OF_ONE", 0)
    with opened(PageSettings(address="127.0.0.1", port=0, proxies=("127.0.0.1",))) as it:
        for asking in ("192.168.1.5", "192.168.1.6"):
            found = [it.get("/now", X_Forwarded_For=f"10.1.1.1, {asking}")[0] for _ in range(3)]
            assert found == [200, 200, 429]


@pytest.mark.parametrize(
    ("address", "forwarded", "asks"),
    [
        ("10.0.0.2", "10.0.0.9", "10.0.0.2"),  # not a proxy
        ("10.0.0.1", "10.0.0.9", "10.0.0.9"),
        ("10.0.0.1", "10.0.0.8, 10.0.0.9", "10.0.0.9"),
        ("10.0.0.1", "10.0.0.9, 10.0.0.1", "10.0.0.9"),
        ("10.0.0.1", "nobody", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "fe80::1", "fe80::1"),
    ],
)
def test_who_asks_through_a_proxy(address: str, forwarded: str, asks: str) -> None:
    assert asked_by(address, {"X-Forwarded-For": forwarded}, {"10.0.0.1"}) == asks


def test_a_client_that_asks_without_end_has_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REQUESTS_A_SECOND", 0.1)  # however slow the requests are
    answers = []
    with opened() as page:
        asking = http.client.HTTPConnection(page.host, timeout=10)
        for _ in range(int(server.REQUESTS_AT_ONCE) + 30):
            asking.request("GET", "/obs/score.txt")
            answer = asking.getresponse()
            answer.read()
            answers.append(answer.status)
            if answer.status == 429:
                assert answer.headers["Retry-After"]
                break
    assert answers[-1] == 429
    assert answers[0] == 200


# Opened and closed


def test_a_port_that_is_taken_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with opened(PageSettings(address="127.0.0.1", port=port)) as page:
            assert page.where.addresses == ()
            assert page.where.why is not None
            assert page.where.why.values == {"n": port}


def test_it_is_closed_and_opened_again_and_shows_the_table_at_once() -> None:
    with opened() as page:
        page.show(after_a_play().state)
        assert [bool(page.page.switch(on).addresses) for on in (False, True)] == [False, True]
        page.page.close()
        assert not page.page.switch(True).addresses, "it has ended"
        with pytest.raises(ConnectionRefusedError):
            page.now()


def test_a_request_that_never_ends_doesnt_keep_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever aiohttp there is: some wait for a minute, unless another time is set."""
    asked = threading.Event()

    async def never(*_: object) -> web.Response:
        asked.set()
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(server.PageServer, "_now", never)
    monkeypatch.setattr(server, "CLOSING", 0.2)
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setblocking(False)
    host, port = listening.getsockname()
    page = server.PageServer([listening], (), None)
    with socket.create_connection((host, port), timeout=10.0) as asking:
        asking.sendall(f"GET /now HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        assert asked.wait(10.0)
        page.close()
        page._thread.join(5.0)
        assert not page._thread.is_alive()
        assert asking.recv(1) == b""
