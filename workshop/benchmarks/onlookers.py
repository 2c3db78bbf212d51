"""What onlookers cost a table: python -m workshop.benchmarks.onlookers [--seconds 120] [--idle 30]

Press → click and turn button → lamp as in press_latency, while pictures are read without a pause:
without a page, with one that isn't looked at, and with 200 polite and 200 rude clients, who are a
process of their own on this machine. Polite ones open the page and listen to its events, each from
an address of its own; rude ones say nothing, say it slowly, ask without end, send what is too much,
or listen and don't read. Memory and CPU are the table's and the page's thread's.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

from device.addons.page.onlookers import Onlookers
from device.addons.page.settings import PageSettings
from device.language.texts import Texts
from device.session.core.setup import Extras, Offers, Setup
from device.table.opening import Opening
from device.views.table import view
from engine.variants import load_variant
from engine.words.lexicon import shipped_lexicon
from hardware.panel.pins import load_pins
from hardware.panel.port import Button, Lamp
from workshop.benchmarks.press_latency import Course, buzzer_of, run

POLITE, RUDE = 200, 200
RUDE_ADDRESSES = 20
A_PRESS = 0.086
"""Seconds that a press takes, with the pause after it."""

PAUSE = 0.05
"""Seconds between two rude deeds of one client."""


# --- the clients, in a process of their own ---


@dataclass
class Count:
    """What the polite have met, and the rude."""

    pages: int = 0
    events: int = 0
    lost: int = 0
    refused: int = 0
    deeds: int = 0


Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _connected(port: int, address: str) -> Connection:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))


def _request(path: str, more: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}\r\n".encode()


async def polite(port: int, number: int, count: Count, until: float) -> None:
    """Opens the page with its files, and listens; comes again where it is sent away."""
    address = f"127.0.1.{number + 1}"
    heard = ""
    await asyncio.sleep(number * 0.02)
    while time.monotonic() < until:
        try:
            for path in ("/", "/files/page.css", "/files/page.js"):
                reader, writer = await _connected(port, address)
                writer.write(_request(path, "Connection: close\r\n"))
                body = await reader.read()
                writer.close()
                count.pages += body.startswith(b"HTTP/1.1 200")
            reader, writer = await _connected(port, address)
            writer.write(_request("/events?lang=en", heard))
            async with asyncio.timeout_at(
                asyncio.get_running_loop().time() + until - time.monotonic()
            ):
                while line := await reader.readline():
                    count.events += line.startswith(b"event: ")
                    if line.startswith(b"id: "):
                        heard = f"Last-Event-ID: {line[4:].decode().strip()}\r\n"
            count.lost += 1
        except TimeoutError:
            return
        except OSError:
            count.lost += 1
        await asyncio.sleep(2.0)


async def rude(port: int, number: int, count: Count, until: float) -> None:
    """One of five kinds of rudeness, over and over."""
    address, deed = f"127.0.2.{number % RUDE_ADDRESSES + 1}", number % 5
    while time.monotonic() < until:
        try:
            reader, writer = await _connected(port, address)
            count.deeds += 1
            match deed:
                case 0:  # says nothing
                    await asyncio.wait_for(reader.read(), 20)
                case 1:  # says it slowly
                    for one in _request("/now", "X-Slow: yes\r\n" * 20):
                        writer.write(bytes((one,)))
                        await asyncio.sleep(0.5)
                        await writer.drain()
                case 2:  # asks without end
                    for _ in range(500):
                        writer.write(_request("/now"))
                        await writer.drain()
                case 3:  # sends what is too much
                    writer.write(_request("/", "X: " + "x" * 100_000 + "\r\n"))
                    await writer.drain()
                    await asyncio.wait_for(reader.read(1000), 5)
                case _:  # listens and doesn't read
                    writer.transport.pause_reading()  # type: ignore[attr-defined]
                    writer.write(_request("/events?lang=fr"))
                    await asyncio.sleep(20)
            writer.close()
        except (OSError, TimeoutError, RuntimeError):
            count.refused += 1
        await asyncio.sleep(PAUSE)


async def _clients(port: int, seconds: float, kind: str) -> None:
    count, until = Count(), time.monotonic() + seconds
    tasks = []
    if kind in ("both", "polite"):
        tasks += [polite(port, number, count, until) for number in range(POLITE)]
    if kind == "both":
        tasks += [rude(port, number, count, until) for number in range(RUDE)]
    if kind == "one":
        tasks.append(polite(port, 0, count, until))
    running = [asyncio.create_task(task) for task in tasks]
    _, waiting = await asyncio.wait(running, timeout=seconds + 1.0)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    print(json.dumps(vars(count)), flush=True)


@contextlib.contextmanager
def looked_at(port: int, seconds: float, kind: str) -> Iterator[None]:
    """Clients look on meanwhile; what they met is printed at the end."""
    call = [sys.executable, "-m", "workshop.benchmarks.onlookers", "--clients", kind]
    call += ["--port", str(port), "--seconds", str(seconds)]
    with subprocess.Popen(call, stdout=subprocess.PIPE, text=True) as clients:
        yield
        printed, _ = clients.communicate(timeout=seconds + 60)
    print(f"  clients: {printed.strip()}")


# --- the table ---


def opened(page: Onlookers) -> int:
    """The port at which the page is open."""
    return int(page.switch(True).addresses[0].rpartition(":")[2])


def page_seconds() -> float:
    """Of a processor's time that the page's thread has used."""
    for thread in threading.enumerate():
        if thread.name == "page" and thread.ident is not None:
            return time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
    return 0.0


def memory() -> float:
    """MB that this process holds now."""
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize() / 1e6


def measured(what: str, presses: int, page: Onlookers | None, courses: tuple[Course, ...]) -> None:
    """All courses pressed through; what the table and the page used meanwhile."""
    pins = load_pins(None)
    print(f"{what}:")
    for course in courses:
        began, used, before = time.monotonic(), time.process_time(), page_seconds()
        run(course, pins, presses, page)
        took = time.monotonic() - began
        table = 100 * (time.process_time() - used) / took
        print(
            f"  {took:.0f} s, table {table:.0f} % of a core, of that the page's thread"
            f" {100 * (page_seconds() - before) / took:.1f} %; {memory():.0f} MB",
            flush=True,
        )


def courses() -> tuple[Course, ...]:
    """A menu over a game with clocks, which say another second every second; and a lobby, in which
    each press is news."""
    pins = load_pins(None)
    lamps, buzzer = dict(pins.lamps), buzzer_of(pins)
    sides = ("Ann", "Ben")
    clicks = ((Button.NEXT, buzzer),)
    turns = ((Button.SIDE_2, lamps[Lamp.SIDE_2]), (Button.SIDE_1, lamps[Lamp.SIDE_1]))
    setup = Setup(sides=sides)
    game = Setup(sides=sides).game()
    timed = Opening(game, extras=Extras(side_clock=25))
    lobby = Opening(setup.game(), offers=Offers(lambda *_: shipped_lexicon("en")), setup=setup)
    return (
        Course("press to click", timed, clicks, first=Button.NEXT),
        Course("turn button to its lamp", lobby, turns),
    )


def idle(seconds: float) -> None:
    """What a page costs that one browser shows while nothing happens."""
    page = Onlookers(PageSettings(address="127.0.0.1", port=0))
    port = opened(page)
    state = Opening.new(load_variant("classic", "en"), ("Ann", "Ben")).state(camera=True)
    page.see(state, view(state, Texts("en")), "en", 0.0, None)
    with looked_at(port, seconds, "one"):
        time.sleep(min(2.0, seconds / 2))
        began, used = time.monotonic(), page_seconds()
        time.sleep(seconds - min(2.0, seconds / 2))
        share = 100 * (page_seconds() - used) / (time.monotonic() - began)
    print(f"a page left open while nothing happens: {share:.2f} % of a core, of 1 %")
    page.close()


LOADS = {
    "none": "without a page",
    "open": "a page that isn't looked at",
    "polite": f"{POLITE} polite clients",
    "both": f"{POLITE} polite and {RUDE} rude clients",
}


def loaded(load: str, seconds: float) -> None:
    """Measures one of the LOADS."""
    presses = max(1, int(seconds / 2 / A_PRESS))
    if load == "none":
        measured(LOADS[load], presses, None, courses())
        return
    page = Onlookers(PageSettings(address="127.0.0.1", port=0))
    port = opened(page)
    clients = looked_at(port, seconds + 8.0, load) if load != "open" else contextlib.nullcontext()
    with clients:
        time.sleep(min(5.0, seconds / 4))
        measured(LOADS[load], presses, page, courses())
    Onlookers.close(page)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0, help="of each load")
    parser.add_argument("--idle", type=float, default=30.0, help="seconds with an idle page")
    parser.add_argument("--load", choices=tuple(LOADS), help="this one alone, in this process")
    parser.add_argument("--clients", choices=("both", "polite", "one"), help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.clients:
        asyncio.run(_clients(options.port, options.seconds, options.clients))
    elif options.load:
        loaded(options.load, options.seconds)
    else:
        for load in LOADS:  # each in a process of its own: memory is never given back
            call = [sys.executable, "-m", "workshop.benchmarks.onlookers", "--load", load]
            subprocess.run([*call, "--seconds", str(options.seconds)], check=True)
        idle(options.idle)


if __name__ == "__main__":
    main()
