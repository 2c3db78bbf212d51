"""Halls of tables over a real broker: is every event kept, in order, once? What does it cost?

python -m workshop.benchmarks.hall 40 tables, everything killed again and again … --hall-errors 100
and the hall's disk fails so often … --load 400 so many simulated tables, as fast as it goes …
--load 400 --every 10 an event of each in this many seconds

Mosquitto (apt install mosquitto) keeps nothing on disk, and is killed by SIGKILL `--broker-kills`
times; so are tables `--table-kills` and the hall, `tilekeeper hall`, `--hall-kills` times. A table
is a process with the journal, the keeper and the publisher of `tilekeeper play`: it plays the
events of scripted evenings that ship, takes one in eight back and plays it again, and after a kill
goes on from its journal. `--hall-errors` begin the hall again with a disk that fails at some call,
once or from then on (failing_calls.py): it ends with a sentence, or it goes on until it is killed
soon after, and each file that it has written is whole then. In the end each table's journal is
compared with what the hall has kept.
`--load` publishes as tables would over few connections: what is measured is the hall's process.
"""

from __future__ import annotations

import argparse
import json
import logging
import multiprocessing
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing.synchronize import Event
from pathlib import Path

import msgspec

from device.addons.hall.address import broker_address
from device.addons.hall.broker import PahoConnection
from device.addons.hall.messages import (
    Begun,
    Happened,
    Length,
    Presence,
    SideStatus,
    TableStatus,
    topic,
    written,
)
from device.addons.hall.publisher import IDENTITY, publisher
from device.addons.hall.settings import HallSettings
from device.addons.hall.store import HALL_FILE
from device.cli.demo import shipped_evenings
from device.language.texts import Texts
from device.session.core.effects import CloseGame, Erase, Record
from device.session.core.inputs import Tick
from device.session.step import begin
from device.simulator.expected_game import game_laid
from device.simulator.script import read_evening
from device.storage.games import Keeper, unfinished
from device.storage.journal import GAMES_FILE, Journal
from device.storage.journal_tables import Sums
from engine.game import Game
from engine.records.record import write_event
from workshop.benchmarks.failing_calls import ERRORS, FOR_EVER, Failure

EVENINGS = (
    "classic-challenges",
    "four-sides",
    "junior",
    "party-clock",
    "topword-stacks",
    "referee",
)
TAKEN_BACK = 8
SETTLES = 90.0
"""Seconds in which the hall has to have everything, once nothing is killed any more."""


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


class Broker:
    """Mosquitto on a port of this machine, without a disk."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        self.port = free_port()
        config = folder / "mosquitto.conf"
        config.write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence false\n"
            "max_queued_messages 0\n"
        )
        self._call = [program, "-c", str(config)]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self._call, stderr=subprocess.DEVNULL)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def start_hall(
    folder: Path,
    port: int,
    log: Path,
    failure: Failure | None = None,
    *,
    more: Sequence[str] = (),
) -> subprocess.Popen[bytes]:
    call = [sys.executable, "-c", "from device.cli.main import main; main()"]
    call += ["hall", "--broker", f"127.0.0.1:{port}", "--folder", str(folder), "--verbose", *more]
    with log.open("ab") as out:
        environment = None if failure is None else {**os.environ, **failure.environment}
        return subprocess.Popen(call, stderr=out, stdout=out, env=environment)


MEETS_WITHIN = 6.0
"""Seconds that a hall has to come upon the call that fails."""

MOST_CALLS = 120
"""That may fail, until a hall has begun and written its files a few times."""


def failed_hall(folder: Path, port: int, log: Path, failure: Failure) -> tuple[str, list[str]]:
    """How a hall ended whose disk fails, and what is wrong with that."""
    begins = log.stat().st_size
    process, until = start_hall(folder, port, log, failure), time.time() + MEETS_WITHIN
    report = failure.report
    while process.poll() is None and time.time() < until:
        if report is not None and report.exists():
            until = min(until, time.time() + 1.0)
        time.sleep(0.05)
    ended = process.poll()
    process.kill()
    process.wait()
    logged = log.read_bytes()[begins:].decode("utf-8", "replace")
    met = report is not None and report.exists()
    where = report.read_text().strip() if report is not None and met else "nowhere"
    wrong = [f"{name} is no whole file" for name in not_whole(folder)]
    if "Traceback" in logged:
        wrong.append(f"a traceback: {logged[-1500:]}")
    if ended not in (None, 1) or (ended == 1 and "tilekeeper: " not in logged):
        wrong.append(f"ended with {ended}: {logged[-300:]}")
    how = "never met" if not met else "ended and said why" if ended == 1 else "went on"
    return how, [f"{failure} ({where}): {one}" for one in wrong]


def not_whole(folder: Path) -> Iterator[str]:
    """Files for others to read that are neither as they were nor as they are to be."""
    for file in sorted(folder.rglob("*")):
        if file.name.startswith(".") or not file.is_file():
            continue  # half written, and not yet in the place of the other
        data, end = file.read_bytes(), ENDS.get(file.suffix, b"")
        try:
            if file.suffix == ".json":
                json.loads(data)
        except ValueError as error:
            yield f"{file.relative_to(folder)}: {error}"
        if not data.endswith(end):
            yield f"{file.relative_to(folder)}: it has no end"


ENDS = {".html": b"</html>\n", ".gcg": b"\n", ".csv": b"\n"}


def failures(count: int, chance: random.Random, hall: Path, met: Path) -> Iterator[Failure]:
    """So many, of each error in turn."""
    errors = list(ERRORS)
    for number in range(count):
        error, at = errors[number % len(errors)], chance.randrange(1, MOST_CALLS)
        report = met.with_name(f"{met.name}-{number}")
        yield Failure(hall, at, error, chance.choice([1, 1, FOR_EVER]), report)


# --- tables ---


def games() -> Mapping[str, Game]:
    """The games of the evenings that are played."""
    found = {}
    for name in EVENINGS:
        evening, variant = read_evening(shipped_evenings()[name].read_text(encoding="utf-8"), name)
        found[name] = game_laid(evening, variant)
    return found


def play(folder: Path, port: int, number: int, ends: Event, laid: Mapping[str, Game]) -> None:
    """A table's process: plays evening after evening until that, and publishes it to the end."""
    chance = random.Random(number * 1000 + int(time.time()))
    journal = Journal(folder / GAMES_FILE, time.time)
    settings = HallSettings(broker=f"127.0.0.1:{port}", table=f"Table {number}", discovery="")
    follower = publisher(settings, journal.path, Texts("en"), lambda text: print(text, flush=True))
    while not ends.is_set():
        kept = unfinished(journal)
        name = chance.choice(EVENINGS)
        if kept is not None:
            same = [n for n in EVENINGS if _begins(laid[n], kept.game)]
            if not same:
                journal.close_game(kept.number)
                continue
            name = same[0]
        whole = laid[name]
        keeper = Keeper.of(
            journal, whole.start.variant, whole.state.sides, None if kept is None else kept.number
        )
        done = 0 if kept is None else len(kept.game.events)
        state = begin(Game.fold(whole.start, whole.events[:done]))
        while done < len(whole.events) and not ends.is_set():
            keeper.keep(Record(done, whole.events[done]))
            done += 1
            after = begin(Game.fold(whole.start, whole.events[:done]))
            follower.follow(state, Tick(time.monotonic()), after, ())
            state = after
            time.sleep(chance.uniform(0.05, 0.6))
            if done > 1 and chance.randrange(TAKEN_BACK) == 0:
                done -= chance.randrange(1, min(done, 3) + 1)
                keeper.keep(Erase(done))
                follower.follow(state, Tick(time.monotonic()), begin(whole), ())
        if done == len(whole.events):
            keeper.keep(CloseGame())
            follower.follow(state, Tick(time.monotonic()), state, (CloseGame(),))
    time.sleep(SETTLES)


def _begins(whole: Game, part: Game) -> bool:
    same = whole.start.variant.name == part.start.variant.name
    events = list(map(write_event, part.events))
    return same and list(map(write_event, whole.events[: len(events)])) == events


def compared(tables: Path, hall: Path) -> tuple[int, int, list[str]]:
    """Games, events that both have, and what isn't the same."""
    database = sqlite3.connect(hall / HALL_FILE)
    found, count, events = list[str](), 0, 0
    for folder in sorted(tables.iterdir()):
        identity = json.loads((folder / IDENTITY).read_text())
        journal = Journal.open_to_read(folder / GAMES_FILE)
        for row in journal.rows_from(identity["since"]):
            kept = journal.game(row.game)
            assert kept is not None
            wanted = "SELECT number, body FROM events WHERE id = ? AND game = ? ORDER BY number"
            rows = database.execute(wanted, (identity["table"], row.game)).fetchall()
            count, events = count + 1, events + len(rows)
            if [n for n, _ in rows] != list(range(len(rows))):
                found.append(f"{folder.name}, game {row.game}: numbers {[n for n, _ in rows]}")
            if tuple(body for _, body in rows) != kept.events:
                logged = f"{len(rows)} events in the hall, {len(kept.events)} at the table"
                found.append(f"{folder.name}, game {row.game}: {logged}")
        journal.close()
    return count, events, found


def killed(given: argparse.Namespace) -> int:
    """Forty tables, and everything killed; the exit status."""
    chance, laid = random.Random(given.seed), games()
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        tables, hall, log = work / "tables", work / "hall", work / "hall.log"
        broker = Broker(work)
        keeper = start_hall(hall, broker.port, log)
        until = time.time() + given.seconds
        context = multiprocessing.get_context("fork")
        ends = context.Event()

        def start(number: int) -> multiprocessing.process.BaseProcess:
            folder = tables / f"{number:03}"
            folder.mkdir(parents=True, exist_ok=True)
            process = context.Process(target=play, args=(folder, broker.port, number, ends, laid))
            process.start()
            return process

        playing = {number: start(number) for number in range(given.tables)}
        kills = ["broker"] * given.broker_kills + ["table"] * given.table_kills
        kills += ["hall"] * given.hall_kills + ["disk"] * given.hall_errors
        fails = failures(given.hall_errors, chance, hall, work / "met")
        failed, amiss = Counter[str](), list[str]()
        chance.shuffle(kills)
        for what in kills:
            time.sleep(given.seconds * 0.9 / len(kills))
            if what == "broker":
                broker.kill()
                time.sleep(chance.uniform(0.0, 3.0))
                broker.start()
            elif what == "table":
                number = chance.choice(list(playing))
                playing[number].kill()
                playing[number].join()
                playing[number] = start(number)
            else:
                keeper.kill()
                keeper.wait()
                if what == "disk":
                    how, wrong_so = failed_hall(hall, broker.port, log, next(fails))
                    failed[how] += 1
                    amiss += wrong_so
                keeper = start_hall(hall, broker.port, log)
        time.sleep(max(0.0, until - time.time()))
        ends.set()  # on a busy machine all kills may take longer: tables play on for them
        settled = time.time()
        while (result := compared(tables, hall))[2] and time.time() - settled < SETTLES - 10:
            time.sleep(1.0)
        print(f"settled {time.time() - settled:.0f} s after the last event")
        for process in playing.values():
            process.kill()
        keeper.send_signal(signal.SIGTERM)
        keeper.wait(30)
        broker.kill()
        count, events, wrong = result
        print(f"{given.tables} tables, {count} games, {events} events kept; killed:", end=" ")
        print(f"broker {given.broker_kills}, tables {given.table_kills}, hall {given.hall_kills}")
        for line in log.read_text().splitlines():
            if "of messages of games" in line:
                print("the last run of the hall:", line.partition(": ")[2])
        gcg, record = (len(list(hall.rglob(f"games/*/*.{kind}"))) for kind in ("gcg", "json"))
        print(f"{record} games as JSON, {gcg} as GCG, {len(list(hall.rglob('*.html')))} pages")
        if given.hall_errors:
            print(f"disks that failed: {given.hall_errors}; the hall", dict(failed))
        wrong += [*amiss, *(f"{name} is no whole file" for name in not_whole(hall))]
        print(f"different: {len(wrong)}", *wrong, sep="\n  ")
        return bool(wrong)


# --- load ---


def cpu_and_memory(pid: int) -> tuple[float, float]:
    """Seconds of CPU that a process has used, and MB that it holds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = os.sysconf("SC_CLK_TCK")
    status = Path(f"/proc/{pid}/status").read_text()
    held = next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]
    return (int(fields[11]) + int(fields[12])) / ticks, int(held) / 1000


def publish_load(port: int, names: list[str], whole: Game, every: float, until: float) -> None:
    """Many tables over one connection: each publishes the events of a game, and with each a
    state."""
    ready = threading.Event()
    connection = PahoConnection(
        broker_address(f"127.0.0.1:{port}"),
        f"load-{names[0]}",
        subscribed=("nothing/publishes/this",),
        arrived=lambda _topic, _body: None,
        connected=ready.set,
    )
    ready.wait(30)
    head = Keeper.of(None, whole.start.variant, whole.state.sides, None)._head
    bodies, links = list(map(write_event, whole.events)), dict[str, str]()
    sides = tuple(SideStatus(s, n, False, False) for s, n in whole.state.totals.items())
    board = whole.state.position.rows()
    state = TableStatus(sides, None, "A turn", "", False, "classic", "en", 1, None, None)
    for name in names:
        connection.publish(topic(name, "presence"), written(Presence(True, name)), retain=True)
    game, number, begun = 0, len(bodies), time.time()
    after: dict[str, Length | None] = dict.fromkeys(names)
    rounds = 0
    while time.time() < until:
        if number == len(bodies):
            game, number = game + 1, 0
            for name in names:
                links[name] = Sums.head(game, head, name)
                raw = msgspec.Raw(head.encode())
                first = Begun(game, raw, time.time(), links[name], after[name])
                connection.publish(topic(name, "game"), written(first))
        for place, name in enumerate(names):
            link = Sums.event(links[name], number, bodies[number])
            event = msgspec.Raw(bodies[number].encode())
            happened = Happened(game, number, event, time.time(), links[name], link)
            links[name], after[name] = link, Length(game, number + 1, link, False)
            connection.publish(topic(name, "game"), written(happened))
            shown = msgspec.structs.replace(state, message=f"{game}: {number} {board[7]}")
            connection.publish(topic(name, "state"), written(shown), retain=True)
            if every:
                due = begun + (rounds + (place + 1) / len(names)) * every
                time.sleep(max(0.0, due - time.time()))
        if not every:
            connection.wait(20)
        number, rounds = number + 1, rounds + 1
    connection.wait(20)
    connection.close()


def loaded(given: argparse.Namespace) -> int:
    """What a hall of so many tables costs."""
    whole = games()["four-sides"]
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        broker = Broker(work)
        hall = start_hall(work / "hall", broker.port, work / "hall.log")
        time.sleep(5)
        names = [f"load-{number:03}" for number in range(given.load)]
        parts = [names[n :: given.processes] for n in range(given.processes)]
        at_rest = cpu_and_memory(hall.pid)
        began = time.time()
        context = multiprocessing.get_context("fork")
        until = began + given.seconds
        publishers = [
            context.Process(
                target=publish_load, args=(broker.port, part, whole, given.every, until)
            )
            for part in parts
        ]
        for process in publishers:
            process.start()
        most = at_rest[1]
        while any(process.is_alive() for process in publishers):
            time.sleep(1)
            most = max(most, cpu_and_memory(hall.pid)[1])
        database = sqlite3.connect(work / "hall" / HALL_FILE)

        def count() -> int:
            return int(database.execute("SELECT count(*) FROM events").fetchone()[0])

        kept = -1
        while kept != (now := count()):
            kept = now
            time.sleep(2)
        seconds = time.time() - began - 2
        used = cpu_and_memory(hall.pid)[0] - at_rest[0]
        hall.send_signal(signal.SIGTERM)
        hall.wait(120)
        broker.kill()
        print(
            f"{given.load} tables, {seconds:.0f} s: {kept} events and as many states kept,", end=" "
        )
        print(f"{kept / seconds:.0f} events a second")
        print(f"the hall: {used:.1f} s of CPU ({100 * used / seconds:.0f} % of a core,", end=" ")
        print(f"{1e6 * used / max(1, kept):.0f} µs an event with its state),", end=" ")
        print(f"{at_rest[1]:.0f} MB at first, {most:.0f} MB at most")
    return 0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--broker-kills", type=int, default=10)
    parser.add_argument("--table-kills", type=int, default=10)
    parser.add_argument("--hall-kills", type=int, default=3)
    parser.add_argument("--hall-errors", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--load", type=int, default=0, help="so many simulated tables")
    parser.add_argument("--every", type=float, default=0.0, help="seconds between a table's events")
    parser.add_argument("--processes", type=int, default=2, help="that publish, with --load")
    given = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    logging.getLogger("device.addons.hall.publisher").setLevel(logging.WARNING)
    sys.exit(loaded(given) if given.load else killed(given))


if __name__ == "__main__":
    main()
