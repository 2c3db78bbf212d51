"""script/fuzz: what it must find is planted in a small program, and in answers; and it runs."""

from __future__ import annotations

import json
import os
import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from workshop.fuzzing import brokers, games, lists, onlookers, state_folders, tables, zips
from workshop.fuzzing.damage import ANY_BYTES, damaged
from workshop.fuzzing.garden import Garden, GoodGame, wrong_squares
from workshop.fuzzing.kinds import KINDS, Kind, Together, one_round
from workshop.fuzzing.running import Box, Call, Limits, Ran, Runner
from workshop.fuzzing.trials import Tally, numbered, tried
from workshop.fuzzing.verdicts import Column, Trial, asks_for_json, judged

ROOT = Path(__file__).parents[2]

PLANTED = """
import json, os, subprocess, sys, time, warnings
from pathlib import Path

def main():
    what = sys.argv[1]
    if what == "traceback":
        raise KeyError("H8")
    if what == "sleeps":
        time.sleep(60)
    if what == "spins":
        while True:
            pass
    if what == "starts":
        subprocess.run(["gs", "--version"], check=False)
    if what == "starts by C":
        import ctypes
        ctypes.CDLL(None).system(b"gs")
    if what == "touches":
        Path("../neighbours/1.txt").write_text("mine")
    if what == "leaves":
        (Path(os.environ["TMPDIR"]) / "half").write_text("")
    if what == "writes outside":
        Path(sys.argv[2]).write_text("mine")
    if what == "removes outside":
        Path(sys.argv[2]).unlink()
    if what == "writes what it was asked":
        Path("out.txt").write_text("yours")
    if what == "no JSON":
        print("well ...")
    if what == "steers":
        print("\\x1b[2J", file=sys.stderr)
    if what == "warns":
        warnings.warn("old")
    if what == "silent end":
        return 2
    if what == "odd end":
        print("?", file=sys.stderr)
        return 77
    if what == "dies":
        os.abort()
    if what == "grows somewhat":
        x = bytes(b"x" * (200 << 20))
    if what == "waits":
        time.sleep(120)
    if what == "reads all":
        if any("bad" in path.name for path in Path(".").iterdir()):
            raise KeyError("bad")
    if what == "grows":
        x = bytearray(3 << 30)
    if what == "reads":
        print(json.dumps({"read": sys.stdin.read(), "home": os.environ.get("HOME", "")}))
        return 0
    if what == "answers":
        Path(sys.argv[2]).read_bytes()
    print(json.dumps({"is": "good"}))
    return 0
"""

FOUND = {
    "traceback": Column.TRACEBACKS,
    "dies": Column.TRACEBACKS,
    "grows": Column.TRACEBACKS,
    "spins": Column.HANGS,
    "starts": Column.STARTED,
    "starts by C": Column.STARTED,
    "touches": Column.TOUCHED,
    "leaves": Column.TOUCHED,
    "writes outside": Column.TOUCHED,
    "removes outside": Column.TOUCHED,
    "no JSON": Column.UNCLEAR,
    "steers": Column.UNCLEAR,
    "warns": Column.UNCLEAR,
    "silent end": Column.UNCLEAR,
    "odd end": Column.UNCLEAR,
}


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    folder = tmp_path_factory.mktemp("planted")
    (folder / "planted.py").write_text(PLANTED)
    # By the clock a busy machine takes as long as it likes.
    limits = Limits(wall=60, cpu=1, memory=2 << 30)
    with Runner(limits, "planted", also_from=folder) as runner:
        yield runner


def columns_of(
    runner: Runner, folder: Path, trial: Trial, limits: Limits | None = None
) -> set[Column]:
    box = Box(folder / "box")
    before = box.seen()
    runs = [runner.run(call, box, limits) for call in trial.calls]
    tripped = box.tripped.read_text() if box.tripped.exists() else ""
    return {finding.column for finding in judged(trial, runs, before, box.seen(), tripped)}


def test_what_never_ends_is_found(runner: Runner, tmp_path: Path) -> None:
    trial = Trial("sleeps", (Call(("sleeps", "--json")),))
    assert columns_of(runner, tmp_path, trial, Limits(wall=1.5)) == {Column.HANGS}


@pytest.mark.parametrize("what", FOUND)
def test_what_must_never_be_is_found(runner: Runner, tmp_path: Path, what: str) -> None:
    elsewhere = tmp_path / "elsewhere.txt"
    elsewhere.write_text("somebody's")
    call = Call((what, str(elsewhere), "--json"))
    assert columns_of(runner, tmp_path, Trial(what, (call,))) == {FOUND[what]}


def test_what_was_asked_and_what_is_good_is_no_finding(runner: Runner, tmp_path: Path) -> None:
    good = Trial("good", (Call(("good", "--json")),))
    assert columns_of(runner, tmp_path / "a", good) == set()
    call = Call(("writes what it was asked", "--json"))
    asked = Trial("asked", (call,), may_write=("inputs/out.txt",))
    assert columns_of(runner, tmp_path / "b", asked) == set()
    assert columns_of(runner, tmp_path / "c", replace(asked, may_write=())) == {Column.TOUCHED}
    elsewhere = tmp_path / "elsewhere.txt"
    elsewhere.write_text("somebody's")
    outside = Trial("outside", (Call(("writes outside", str(elsewhere), "--json")),))
    may = replace(outside, may_touch=(str(tmp_path),))
    assert columns_of(runner, tmp_path / "e", may) == set()
    assert columns_of(runner, tmp_path / "f", replace(may, may_touch=("/",))) == {Column.TOUCHED}
    asks = Trial("asks", (Call(("starts", "--json")),), may_start=("gs",))
    assert columns_of(runner, tmp_path / "d", asks) == set()


def test_what_a_refusal_had_to_leave_is_found(runner: Runner, tmp_path: Path) -> None:
    asked = Call(("writes what it was asked", "--json"))
    kept = Trial("kept", (asked,), may_write=("inputs",), keeps=("inputs/out.txt",))
    assert columns_of(runner, tmp_path / "well", kept) == set()
    refused = replace(kept, calls=(Call(("odd end",)), asked))
    assert Column.TOUCHED in columns_of(runner, tmp_path / "refused", refused)


def test_a_fork_has_streams_and_surroundings_of_its_own(runner: Runner, tmp_path: Path) -> None:
    box = Box(tmp_path / "box")
    ran = runner.run(Call(("reads",), stdin=b"one\ntwo"), box)
    assert ran.lines == [{"read": "one\ntwo", "home": str(box.home)}]
    changed = {"HOME": None}
    ran = runner.run(Call(("reads",), environment=changed), box)
    assert ran.lines == [{"read": "", "home": ""}]
    full = runner.run(Call(("good",), out="full"), box)
    assert full.status == 120  # as Python itself ends where the error isn't handled
    assert "No space left" in full.error_text


def test_an_answer_that_is_another_without_saying_so_is_found_and_saved(
    runner: Runner, tmp_path: Path
) -> None:
    def grow(_: Garden, rng: random.Random, box: Box) -> Trial:
        (box.inputs / "in.bin").write_bytes(rng.randbytes(8))
        call = Call(("answers", "in.bin", "--json"))
        return Trial("of noise", (call,), judge=lambda runs: f"says {runs[0].lines[0]}")

    kind = Kind("noise", 1, grow)
    done = tried(runner, Garden(), kind, range(4, 5), 7, tmp_path / "out")
    assert [finding.column for finding in done.findings] == [Column.SILENT]
    assert done.saved is not None
    report = (Path(done.saved) / "report.txt").read_text()
    assert "says {'is': 'good'}" in report
    assert "--seed 7 --only noise --number 4" in report
    kept = (Path(done.saved) / "inputs" / "in.bin").read_bytes()
    again = tried(runner, Garden(), kind, range(4, 5), 7, tmp_path / "again")
    assert again.saved is not None
    assert (Path(again.saved) / "inputs" / "in.bin").read_bytes() == kept
    tally = Tally()
    tally.add(done)
    assert not tally.clean
    assert tally.table([kind]).splitlines()[1].split()[:7] == ["noise", *"100001"][:7]


def test_of_inputs_that_are_tried_together_the_bad_one_is_named(
    runner: Runner, tmp_path: Path
) -> None:
    def grow(_: Garden, chances: Sequence[random.Random], box: Box) -> Trial:
        for chance in chances:
            number = chance.random()
            (box.inputs / f"{'bad' if number in bad else 'good'}-{number}").touch()
        return Trial(f"{len(chances)}", (Call(("reads all", "--json")),))

    bad = {random.Random("7 many 13").random()}
    kind = Together("many", 1, grow, 20)
    done = tried(runner, Garden(), kind, range(20), 7, tmp_path / "one")
    assert (len(done.numbers), len(done.findings)) == (20, 1)
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["many-13"]
    assert "--number 13\n" in (tmp_path / "one/many-13/report.txt").read_text()
    tally = Tally()
    tally.add(done)
    assert tally.table([kind]).splitlines()[1].split()[:3] == ["many", "20", "1"]
    enough = tried(runner, Garden(), kind, range(20), 7, tmp_path / "two", enough=lambda _: True)
    assert (enough.saved, len(enough.findings)) == (None, 1)


def test_too_much_memory_is_found(runner: Runner, tmp_path: Path) -> None:
    trial = Trial("grows", (Call(("grows somewhat", "--json")),), most_memory=100 << 20)
    assert columns_of(runner, tmp_path / "a", trial) == {Column.MEMORY}
    assert columns_of(runner, tmp_path / "b", replace(trial, most_memory=400 << 20)) == set()


def test_what_waits_is_interrupted_when_its_trial_has_what_it_wanted(
    runner: Runner, tmp_path: Path
) -> None:
    box = Box(tmp_path / "box")
    threading.Timer(0.5, box.stops.touch).start()
    ran = runner.run(Call(("waits",), stop_after=50.0), box)
    assert (ran.hung, ran.seconds < 40) == (False, True)


def ran_with(line: object, status: int = 0) -> Ran:
    return Ran(status, False, 0.1, json.dumps(line).encode() + b"\n", b"", ())


def test_a_promised_square_that_holds_something_else_is_a_lie() -> None:
    truth = ("..", "Ab")
    line = {"rows": ["..", "A?"], "doubts": []}
    assert wrong_squares(line, truth) == []
    line = {"rows": [".C", "A?"], "doubts": []}
    assert wrong_squares(line, truth) == ["B1 is C, not ."]
    assert wrong_squares({**line, "doubts": [{"square": "B1"}]}, truth) == []
    assert wrong_squares({"rows": ["..."], "doubts": []}, truth) == ["all"]
    assert wrong_squares({"rows": None, "refused": "damaged"}, truth) == []


def test_totals_that_a_file_does_not_state_are_a_lie() -> None:
    data = b">ann: AB 8G AB +8 8\n>ben: CD H7 CD +5 5\n"
    answer = {"file": "g", "consistent": True, "totals": {"ann": 8, "ben": 5}}
    good = GoodGame("g.gcg", data, answer)
    bad = data.replace(b"+5 5", b"+5 6")
    judge = games._agrees_with_gcg(good, bad)
    assert judge([ran_with(answer)]) is not None
    assert judge([ran_with({**answer, "consistent": False}, 1)]) is None
    assert games._agrees_with_gcg(good, data)([ran_with(answer)]) is None


def test_lines_are_answered_each_and_the_good_ones_as_if_alone() -> None:
    good, answer = b'{"id": 1, "tiles": {"H8": "A"}}', {"id": 1, "score": 2}
    alone, bad = ran_with(answer), {"id": None, "error": "no JSON"}

    def runs(*answers: object, status: int = 1) -> list[Ran]:
        out = b"".join(json.dumps(one).encode() + b"\n" for one in answers)
        return [replace(alone, out=out, status=status), alone]

    data = b"\n".join([good, b"{", good]) + b"\n"
    judge = games._answers_each_line
    assert judge(data, runs(answer, bad, answer)) is None
    assert judge(data, runs(answer, answer, answer)) is not None
    assert judge(data, runs(answer, bad)) is not None
    assert judge(data, runs({"id": 1, "score": 3}, bad, answer)) is not None
    assert judge(data, runs(answer, bad, answer, status=0)) is not None
    assert judge(b"{", runs(bad)) is None
    assert judge(b"", runs(status=0)) is None


def test_json_that_is_none_and_toml_that_is_none_may_not_be_taken() -> None:
    for text in (b'{"a": 1, "a": 2}', b"{", b'"\\ud800"', b"\xff", b"NaN", b"[" * 5000):
        with pytest.raises(ValueError, match=r"."):
            games.strict_json(text)
    judge = tables._refused_where_no_toml(b"[game]\nside = 1\n", b"[game\n")
    assert judge([ran_with({})]) is not None
    assert judge([ran_with({}, 2)]) is None
    strange = tables._refused_where_no_toml(b"[game]\nside = 1\n", b"[game]\nslide = 1\n")
    assert strange([ran_with({})]) is not None


def test_a_report_that_reads_otherwise_and_a_game_that_is_lost_are_lies() -> None:
    good = {"rows": ["..", "AB"], "report": {"truth": None}}
    line = {**good, "doubts": []}
    assert zips._read_as_before(good, [ran_with(line)]) is None
    assert zips._read_as_before(good, [ran_with({**line, "report": {}})]) is not None
    assert zips._read_as_before(good, [ran_with({**line, "rows": ["..", "AC"]})]) is not None
    history = [[{"game": 1}], []]
    assert zips._has_the_game(history, [ran_with({}), ran_with({"game": 1})]) is None
    assert zips._has_the_game(history, [ran_with({}), ran_with({"game": 2})]) is not None
    assert zips._has_the_game(history, [ran_with({}, 1), ran_with({"game": 2})]) is None


def test_damage_changes_something_and_a_seed_gives_it_again() -> None:
    good = bytes(range(200))
    for way in ANY_BYTES:
        assert way(b"", random.Random(1)) is not None
    one = [damaged(good, random.Random(seed)) for seed in range(50)]
    assert all(bad != good for bad in one)
    assert one == [damaged(good, random.Random(seed)) for seed in range(50)]


def test_every_kind_has_its_turn_and_the_order_is_always_the_same() -> None:
    around = one_round()
    assert {kind.name for kind in around} == {kind.name for kind in KINDS}
    assert all(around.count(kind) == kind.share for kind in KINDS)
    first = [next(numbers) for numbers in [numbered(["zips"])] for _ in range(3)]
    assert [number for _, (number,) in first] == [0, 1, 2]
    together = numbered(["messages to a hall"])
    (kind, one), (_, other) = next(together), next(together)
    assert (one, other) == (range(kind.inputs), range(kind.inputs, 2 * kind.inputs))


def test_zips_and_lists_are_grown_from_good_ones(tmp_path: Path) -> None:
    trial = lists.word_lists(Garden(), random.Random(5), Box(tmp_path / "box"))
    assert trial.calls[0].words[:2] in (("words", "import"), ("words", "add"), ("words", "remove"))


def test_it_runs_for_a_moment_and_finds_nothing(tmp_path: Path) -> None:
    environment = {
        name: value for name, value in os.environ.items() if name != "TILEKEEPER_SAMPLES"
    }
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "workshop.fuzzing",
            "--count",
            "24",
            "--output",
            str(tmp_path / "found"),
        ],
        cwd=ROOT,
        env={**environment, "PYTHONPATH": f"{ROOT / 'script'}:{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    head, *rows, total = ran.stdout.splitlines()
    assert head.split()[0] == "inputs"
    assert len(rows) > 10
    assert total.split()[:2] == ["all", "24"]


@pytest.mark.parametrize(
    ("call", "asked"),
    [
        ("words import list.txt --name Own --json", True),
        ("words import list.txt --name --json", False),
        ("words import list.txt --name --json --json", True),
        ("read --mirror --json photo.png", True),
        ("replay -- --json", False),
    ],
)
def test_a_list_may_be_called_like_an_option(call: str, asked: bool) -> None:
    assert asks_for_json(call.split()) is asked


# --- lies over MQTT ---


def test_a_hall_that_lacks_the_good_game_or_has_another_is_found_out(tmp_path: Path) -> None:
    folder = tmp_path / "games/good-1"
    folder.mkdir(parents=True)
    found_out = [brokers._good_game(tmp_path)]
    for events in ([], [brokers.EVENT, brokers.EVENT], [brokers.EVENT]):
        (folder / "1.json").write_text(json.dumps({"events": events}))
        found_out.append(brokers._good_game(tmp_path))
    assert [why is not None for why in found_out] == [True, True, True, False]


def test_lies_are_many_and_repeat_with_their_seed() -> None:
    for kind, good in brokers.KINDS:
        lies = [brokers.lie(good, random.Random(f"{kind} {n}")) for n in range(200)]
        assert lies == [brokers.lie(good, random.Random(f"{kind} {n}")) for n in range(200)]
        assert len(set(lies)) > 100


def test_the_broker_that_lies_speaks_mqtt() -> None:
    """paho is connected, subscribes, receives what is sent, and its own messages are confirmed."""
    from device.addons.hall.address import broker_address
    from device.addons.hall.broker import PahoConnection

    sent = [("tilekeeper/2/t/1/have", b"x" * n) for n in (0, 1, 127, 128, 20_000)]
    broker = brokers.LyingBroker(lambda topics: iter(sent if topics == ["a", "b"] else []))
    heard: list[tuple[str, bytes]] = []
    ready = threading.Event()
    connection = PahoConnection(
        broker_address(f"127.0.0.1:{broker.port}"),
        "x",
        subscribed=("a", "b"),
        arrived=lambda of, body: heard.append((of, body)),
        connected=ready.set,
    )
    assert ready.wait(30)
    assert connection.publish("subscribed", b"{}", retain=True)
    assert connection.wait(30)
    until = time.monotonic() + 30
    while len(heard) < len(sent) and time.monotonic() < until:
        time.sleep(0.02)
    connection.close()
    broker.close()
    assert heard == sent
    assert broker.heard == ["subscribed"]


# --- visitors of the page ---

GOOD_ANSWER = b"HTTP/1.1 200 OK\r\nServer: tilekeeper\r\n\r\n{}"


@pytest.mark.parametrize(
    ("answer", "is_amiss"),
    [
        (b"", False),
        (GOOD_ANSWER, False),
        (GOOD_ANSWER.replace(b"200", b"400"), False),
        (GOOD_ANSWER.replace(b"200", b"500"), True),
        (GOOD_ANSWER.replace(b"200", b"101"), True),
        (b"HTTP/1.1 100 Continue\r\n\r\n" + GOOD_ANSWER, False),
        (b"HTTP/1.1 100 Continue\r\n\r\n" + GOOD_ANSWER.replace(b"200", b"500"), True),
        (GOOD_ANSWER.replace(b"tilekeeper", b"Python/3.11 aiohttp/3.9"), True),
        (GOOD_ANSWER + b"root:x:0:0", True),
        (b"nothing that anybody understands", True),
    ],
)
def test_an_answer_that_no_page_gives_is_found(answer: bytes, is_amiss: bool) -> None:
    assert (onlookers.amiss(answer) is not None) is is_amiss


class Listening:
    """A server of one thread that answers all that comes with what it is given."""

    def __init__(self, answers: Sequence[bytes]) -> None:
        self._answers, self._listens = iter(answers), socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listens.getsockname()[1])
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        for answer in self._answers:
            client, _ = self._listens.accept()
            with client:
                client.recv(1 << 16)
                client.sendall(answer)
        self._listens.close()


@pytest.mark.parametrize(
    ("last", "wrong"),
    [
        ("one", ""),
        ("another", "after input 0 of these the page shows something else"),
        (None, "after input 0 of these a good request isn't answered"),
    ],
)
def test_a_page_that_fails_a_good_visitor_is_found(
    tmp_path: Path, last: str | None, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(onlookers, "ANSWERS_WITHIN", 0.5)

    def shown(where: str) -> bytes:
        now = {"where": where, "sides": [], "board": None, "turns": []}
        return GOOD_ANSWER.replace(b"{}", json.dumps(now).encode())

    answers = [shown("one"), GOOD_ANSWER, *([] if last is None else [shown(last)])]
    server = Listening(answers)
    visits = [onlookers.request(random.Random(1), server.port)]
    visitors = onlookers.Visitors(server.port, visits, tmp_path / "stops")
    visitors.begin()
    visitors.end()
    assert (visitors.wrong, visitors.done) == (wrong, not wrong)
    assert (tmp_path / "stops").exists()


@pytest.mark.parametrize(
    ("room", "again", "wrong"),
    [
        (1, b"data: 1\n\n", ""),
        (1, b"", "a good listener receives nothing more"),
        (320, b"data: 1\n\n", "a good listener receives nothing more"),
    ],
)
def test_a_listener_may_lose_its_place_only_where_there_is_no_room_and_only_once(
    tmp_path: Path, room: int, again: bytes, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(onlookers, "ANSWERS_WITHIN", 0.5)
    monkeypatch.setattr(onlookers, "MOST_CLIENTS", room)
    now = {"where": "one", "sides": [], "board": None, "turns": []}
    good = GOOD_ANSWER.replace(b"{}", json.dumps(now).encode())
    events = GOOD_ANSWER.replace(b"{}", b"data: 1\n\n")
    server = Listening([good, events, GOOD_ANSWER, good, GOOD_ANSWER.replace(b"{}", again)])
    visits = [onlookers.Visit(b"GET / HTTP/1.1\r\n\r\n")]
    visitors = onlookers.Visitors(server.port, visits, tmp_path / "stops", listens=True)
    visitors.begin()
    visitors.end()
    assert visitors.wrong == wrong


def test_visits_are_many_and_repeat_with_their_seed() -> None:
    for grow in (onlookers.request, onlookers.stream):
        visits = [grow(random.Random(n), 8080) for n in range(300)]
        assert visits == [grow(random.Random(n), 8080) for n in range(300)]
        assert len(set(visits)) > 80


# --- state folders ---


@pytest.mark.parametrize("how", sorted(state_folders.IN_ITS_PLACE))
def test_something_else_can_lie_in_the_place_of_any_file(how: str, tmp_path: Path) -> None:
    box = Box(tmp_path / "box")
    box.state.mkdir(parents=True)
    before = box.seen()
    state_folders.IN_ITS_PLACE[how](box.state / "games.sqlite", box, random.Random(1))
    assert os.path.lexists(box.state / "games.sqlite")
    changed = {path for path, seen in box.seen().items() if before.get(path) != seen}
    assert {path for path in changed if not path.startswith("home")} == set()


@pytest.mark.parametrize("open_to_others", ["", ".", "words"])
def test_a_link_leads_where_nobody_but_the_caller_can_have_put_it(
    tmp_path: Path, open_to_others: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, words = "words/en.txt: a link", tmp_path / "words"
    words.mkdir()
    (words / "en.txt").symlink_to("/etc/hostname")
    for folder in (tmp_path, words):
        folder.chmod(0o775 if folder == tmp_path / open_to_others and open_to_others else 0o755)
    if os.geteuid() == 0:  # whose the link itself is says nothing
        os.chown(words / "en.txt", state_folders.OTHER_USER, -1, follow_symlinks=False)
    assert state_folders.only_the_caller_put(done, tmp_path) is not bool(open_to_others)
    monkeypatch.setattr(os, "geteuid", lambda: words.stat().st_uid + 1)
    assert not state_folders.only_the_caller_put(done, tmp_path)


@pytest.mark.parametrize(
    ("changed", "out"),
    [
        ({}, False),
        ({"removed": ["../etc"]}, True),
        ({"replaced": ["/etc/passwd"]}, True),
        ({"kept_as_it_was": ["words//x"]}, True),
        ({"aside": "a/b"}, True),
        ({"removed": 7}, True),
        ({"aside": None}, True),
    ],
)
def test_a_plan_that_leads_out_is_known(changed: dict[str, object], out: bool) -> None:
    plan = json.dumps({**state_folders.GOOD_PLAN, **changed}).encode()
    assert state_folders.leads_out(plan) is out
    assert state_folders.leads_out(plan[:-1])
