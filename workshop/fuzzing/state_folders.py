"""State folders that somebody has prepared: links, FIFOs, folders and noise in the place of files,
other users' files, and plans of a restore that was never begun.

Whatever lies there, nothing outside is written or removed, and the household's game is still the
good one where its file wasn't touched. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import io
import json
import os
import random
import socket
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from device.addons.backup import ASIDE, PLAN, RESTORE_FOLDER
from device.addons.hall.messages import Presence, topic, written
from device.addons.hall.publisher import IDENTITY
from workshop.fuzzing.brokers import GOOD, MESSAGES, MOST_MEMORY, LyingBroker
from workshop.fuzzing.damage import ANY_BYTES, HOSTILE_TEXTS, damaged
from workshop.fuzzing.games import changed_json, strict_json
from workshop.fuzzing.garden import Garden
from workshop.fuzzing.journals import as_the_whole
from workshop.fuzzing.pictures import STARTED_BY_DOCTOR
from workshop.fuzzing.running import MEGABYTE, Box, Call, Ran, sum_of
from workshop.fuzzing.tables import MOMENT
from workshop.fuzzing.verdicts import Judge, Trial, nothing_said, nothing_to_end
from workshop.fuzzing.zips import LEAD_OUT, SETTINGS, STATE

OWN_LINK = "a link to a neighbour's folder"

OTHER_USER = 65534
"""Another user, where this one may give files away."""

HUGE = 3_000 * MEGABYTE
"""Of a file that has no contents on the disk."""

Prepare = Callable[[Path, Box, random.Random], object]
"""Puts something into a place where nothing lies."""


# --- what lies where something else belongs ---


def _sentinel(box: Box) -> Path:
    return box.folder / "neighbours" / "0.txt"


def _sparse(path: Path, _box: Box, _rng: random.Random) -> None:
    with path.open("wb") as file:
        file.truncate(HUGE)


def _socket(path: Path, _box: Box, _rng: random.Random) -> None:
    here = os.open(path.parent, os.O_RDONLY)  # a socket's whole path has 107 bytes at most
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(f"/proc/self/fd/{here}/{path.name}")
    finally:
        os.close(here)


def _leads(to: Callable[[Box], str]) -> Prepare:
    return lambda path, box, _: path.symlink_to(to(box))


def _large(path: Path, _box: Box, rng: random.Random) -> None:
    path.write_bytes(rng.choice([b"[", b'{"a":', b"A\n", b"a = 1\n", b"\x00"]) * 1_500_000)


IN_ITS_PLACE: Mapping[str, Prepare] = MappingProxyType(
    {
        "a link to a neighbour": _leads(lambda box: str(_sentinel(box))),
        OWN_LINK: _leads(lambda box: str(_sentinel(box).parent)),
        "a link to a folder of its own": _leads(lambda _: "tables"),
        "a link to itself": lambda path, _box, _rng: path.symlink_to(path.name),
        "a link to noughts": _leads(lambda _: "/dev/zero"),
        "a link to nothing": _leads(lambda _: "/dev/null"),
        "a link to a full disk": _leads(lambda _: "/dev/full"),
        "a link into /proc": _leads(lambda _: "/proc/self/mem"),
        "a second name of a neighbour": lambda path, box, _: os.link(_sentinel(box), path),
        "a FIFO": lambda path, _box, _rng: os.mkfifo(path),
        "a folder": lambda path, _box, _rng: path.mkdir(),
        "a folder with a file": lambda path, _box, _rng: (
            path.mkdir(),
            (path / "x").write_text("x"),
        ),
        "a socket": _socket,
        "nothing in it": lambda path, _box, _rng: path.touch(),
        "noise": lambda path, _box, rng: path.write_bytes(rng.randbytes(rng.choice([1, 99, 9000]))),
        "much": _large,
        "very much": _sparse,
        "a hostile text": lambda path, _box, rng: path.write_bytes(
            rng.choice(HOSTILE_TEXTS).encode("utf-8", "surrogatepass")
        ),
    }
)

OF_THE_JOURNAL = ("games.sqlite", "games.sqlite-wal", "games.sqlite-shm", "games.sqlite-journal")
FILES = (
    *OF_THE_JOURNAL,
    *(f"games.sqlite{ending}" for ending in (".lock", ".last", ".open")),
    *("screen-language", IDENTITY, "tilekeeper.toml", "before-restore-2026-01-02-030405.zip"),
    *("tables/own.table", "tables/other.table", "layouts/garden.toml", "layouts/other.toml"),
    *("words/en.txt", "words/fr.txt", "words/de.dawg", "words/.en.txt.new"),
    *("pictures/000001/0000.jpg", "pictures/000001/0009.jpg", "pictures/000002/0000.jpg"),
    "pictures/000001/.0000.jpg.new",
    *("tables", "layouts", "words", "pictures", "pictures/000001"),
    *(RESTORE_FOLDER, f"{RESTORE_FOLDER}/new"),
    *(f"{ASIDE}-1", f"{ASIDE}-1.json", f".{PLAN}-7.new", ".before-restore-7.new"),
)  # fmt: skip
"""What may lie in a state folder."""


def prepared(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """A household's folder, or a hall's, in which something else lies than what belongs there."""
    if rng.random() < 0.06:
        return _prepared_hall(rng, box)
    furnish(garden, box)
    done = []
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        name = rng.choice(FILES)
        path = box.state / name
        if name in {one.partition(":")[0] for one in done} or not _can_lie_at(path, box.state):
            continue
        done.append(f"{name}: {_put(path, box, rng)}")
    owners = _given_away(rng, box) if rng.random() < 0.25 else ""
    calls, starts = _calls(rng)
    whole = not owners and not any(one.startswith("games.sqlite") for one in done)
    last = Call(("history", "--json"))
    led = _led_to([one for one in done if not owners or only_the_caller_put(one, box.state)])
    return Trial(
        f"{', '.join(done)}{owners}; {' '.join(calls[0].words)}",
        (*calls, last),
        may_write=(STATE, SETTINGS, "inputs/out.zip", *led),
        may_start=starts,
        judge=_still_the_game(garden) if whole else nothing_said,
        most_memory=MOST_MEMORY,
    )


def _led_to(done: Sequence[str]) -> tuple[str, ...]:
    """Where else may be written: somebody's own folder may lie on another disk, by his own link."""
    return ("neighbours",) if any(one.endswith(OWN_LINK) for one in done) else ()


def only_the_caller_put(done: str, state: Path) -> bool:
    """Whether nobody else can have put there what was `done` ("NAME: HOW"): the folders above are
    the caller's own, and neither group nor others may write to them. Whose a link itself is counts
    for nothing."""
    name = done.partition(":")[0]
    above = [state, *(state / one for one in Path(name).parents)]
    seen = [one.lstat() for one in above]
    return all(one.st_uid == os.geteuid() and not one.st_mode & 0o022 for one in seen)


def furnish(garden: Garden, box: Box) -> None:
    """A household with something of everything that a backup holds."""
    with zipfile.ZipFile(io.BytesIO(garden.backup)) as archive:
        for name in archive.namelist():
            settings = name.startswith("settings/")
            path = (
                box.home / ".config" / "tilekeeper" / name.partition("/")[2]
                if settings
                else box.state / name
            )
            if name != "backup.json":
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(archive.read(name))
    (box.inputs / "b.zip").write_bytes(garden.backup)


def _can_lie_at(path: Path, state: Path) -> bool:
    """Whether the folders above are folders still."""
    above = path.parent
    while above != state:
        if above.is_symlink() or (above.exists() and not above.is_dir()):
            return False
        above = above.parent
    return True


def _put(path: Path, box: Box, rng: random.Random) -> str:
    """Something else lies there now; what it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    good = path.read_bytes() if path.is_file() else b""
    if path.is_dir() and not path.is_symlink():
        path.rename(path.with_name(f"{path.name}-before"))
    else:
        path.unlink(missing_ok=True)
    if good and rng.random() < 0.3:
        path.write_bytes(damaged(good, rng, ANY_BYTES))
        return "damaged"
    how = rng.choice(sorted(IN_ITS_PLACE))
    IN_ITS_PLACE[how](path, box, rng)
    return how


def _given_away(rng: random.Random, box: Box) -> str:
    """The folder or something in it is another user's, or closed; what was done."""
    found = [box.state, *sorted(box.state.rglob("*"))]
    chosen = rng.choice([[box.state], [rng.choice(found)], found])
    mode = rng.choice([0, 0o500, 0o666, 0o777, 0o2770])
    for one in chosen:
        if os.geteuid() == 0 and rng.random() < 0.8:
            os.chown(one, OTHER_USER, OTHER_USER, follow_symlinks=False)
        if not one.is_symlink() and len(chosen) == 1:
            one.chmod(mode)
    # A process of another user has to get there.
    for above in (box.folder.parent, box.folder, box.home, box.inputs):
        above.chmod(0o711)
    return f"; {len(chosen)} of {len(found)} another's, {mode:o}"


def _calls(rng: random.Random) -> tuple[tuple[Call, ...], tuple[str, ...]]:
    """Commands that look into the state folder, and what they may start."""
    match rng.randrange(24):
        case 0:
            return (Call(("play", "--headless"), stop_after=MOMENT),), ()
        case 1:
            return (Call(("play", "--headless", "--appliance"), stop_after=MOMENT),), ()
        case 2:
            return (Call(("doctor", "--json")),), STARTED_BY_DOCTOR
        case 3 | 4 | 5:
            return (Call(("restore", "b.zip", "--json")),), ()
        case 6 | 7 | 8:
            pictures = () if rng.random() < 0.5 else ("--pictures",)
            return (Call(("backup", "out.zip", "--json", *pictures)),), ()
        case 9 | 10:
            return (Call(("words", rng.choice(["add", "remove"]), "QUIX", "--json")),), ()
        case 11:
            return (Call(("enrol", "--list")),), ()
        case 12:
            return (Call(("calibrate", "missing.jpg", "--json", "--layout", "garden")),), ()
        case 13:
            return (Call(("history", "1", "--pictures", "--json")),), ()
        case 14:
            return (Call(("history", "1", "--to", rng.choice(["gcg", "json", "csv"]))),), ()
        case 15:
            return (Call(("roll", "letter", "--times", "1", "--json")),), ()
        case 16 | 17:
            return (Call(("judge", "QUIX", "ZAX", "--json", "--language", "de")),), ()
        case 18:
            return (Call(("words", "list")),), ()
        case _:
            return (Call(("words", "list", "--json")),), ()


def _still_the_game(garden: Garden) -> Judge:
    def judge(runs: Sequence[Ran]) -> str | None:
        return as_the_whole(garden.history[:1], runs[-1:])

    return judge


def _prepared_hall(rng: random.Random, box: Box) -> Trial:
    """A hall begins in a folder in which something else lies than what it wrote there."""
    folder = box.inputs / "hall"
    folder.mkdir()
    names = (
        *("hall.sqlite", "hall.sqlite-wal", "hall.sqlite-journal", "index.html", "results.csv"),
        *("results.html", "tables", "games", f"games/{GOOD}", f"tables/{GOOD}.html"),
    )  # fmt: skip
    name = rng.choice(names)
    how = _put(folder / name, box, rng)
    given = os.geteuid() == 0 and rng.random() < 0.5
    if given:
        for one in (folder, *folder.rglob("*")):
            os.chown(one, OTHER_USER, OTHER_USER, follow_symlinks=False)
        for above in (box.folder.parent, box.folder, box.inputs):
            above.chmod(0o711)
    messages = [(topic(GOOD, kind), written(body)) for kind, body in MESSAGES]
    messages.append((topic("last-3", "presence"), written(Presence(True, "Last"))))

    def heard(of: str, _body: bytes) -> None:
        if of == topic("last-3", "have"):
            box.stops.touch()

    broker = LyingBroker(lambda _: iter(messages), heard)
    call = Call(
        ("hall", "--broker", f"127.0.0.1:{broker.port}", "--folder", "hall"), stop_after=20.0
    )
    return Trial(
        f"a hall's {name}: {how}{', all of it anothers' if given else ''}",
        (call,),
        may_write=("inputs/hall", *(() if given else _led_to([how]))),
        most_memory=MOST_MEMORY,
        ends=broker.close,
    )


# --- plans of a restore ---

GOOD_PLAN: Mapping[str, object] = MappingProxyType(
    {
        "removed": ["layouts", "games.sqlite-wal", "games.sqlite-shm", "games.sqlite.last"],
        "replaced": ["words", "screen-language", "games.sqlite"],
        "settings": False,
        "kept_as_it_was": [],
        "aside": "before-restore-2026-01-02-030405",
    }
)

NAMES_OF_A_PLAN = (
    *LEAD_OUT, *HOSTILE_TEXTS, "/etc", "/etc/cron.d/evil", "..", "../..", "words/..", "words/../..",
    "../neighbours", "../../../../neighbours/0.txt", "tables/x/../../../../..", PLAN,
    RESTORE_FOLDER, ".", "games.sqlite.lock", "words", "words/en.txt", "pictures",
    "pictures/000001", "games.sqlite",
    "tables", "settings/tilekeeper.toml", "tables/a/b/c/d/e/f/g", "words/" + "x/" * 2000 + "x",
    f"{ASIDE}-1", "before-restore-1.zip",
)  # fmt: skip


def restore_plans(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """A plan of a restore, and what has to be put back by it, that somebody has laid there."""
    furnish(garden, box)
    new = box.state / RESTORE_FOLDER / "new"
    for name, data in (("words/en.txt", b"ZZZ\n"), ("screen-language", b"en\n")):
        (new / name).parent.mkdir(parents=True, exist_ok=True)
        (new / name).write_bytes(data)
    (new / "games.sqlite").write_bytes(garden.journal)
    about, untouched = _laid(rng, box)
    if rng.random() < 0.3:
        about += f"; {_around_it(rng, box)}"
    before = _household(box)
    calls, starts = ((Call(("history", "--json")),), ())
    if rng.random() < 0.3:
        calls, starts = _calls(rng)

    def judge(_: Sequence[Ran]) -> str | None:
        if not untouched or _household(box) == before:
            return None
        return "what is no plan was carried out"

    quiet = calls[0].words[0] in ("history", "judge", "roll", "calibrate")
    return Trial(
        about,
        (*calls, Call(("history", "--json"))),
        may_write=(STATE, SETTINGS, "inputs/out.zip"),
        may_start=starts,
        judge=judge if quiet else nothing_said,
        most_memory=MOST_MEMORY,
        ends=nothing_to_end,
    )


def _household(box: Box) -> dict[str, bytes]:
    """Every file that belongs to the household, with its sum."""
    files = [
        *(box.state / name for name in ("games.sqlite", "screen-language")),
        *(
            file
            for name in ("tables", "layouts", "words", "pictures")
            for file in sorted((box.state / name).rglob("*"))
        ),
    ]
    return {
        str(file.relative_to(box.state)): sum_of(str(file))
        for file in files
        if file.is_file() and not file.is_symlink()
    }


def _laid(rng: random.Random, box: Box) -> tuple[str, bool]:
    """Lays a plan; how it was grown, and whether nothing may be done by it."""
    path = box.state / PLAN
    match rng.randrange(10):
        case 0:
            how = rng.choice(sorted(IN_ITS_PLACE))
            IN_ITS_PLACE[how](path, box, rng)
            return f"the plan is {how}", True
        case 1:
            mode = rng.choice([0o620, 0o602, 0o666])
            path.write_text(json.dumps(dict(GOOD_PLAN)))
            path.chmod(mode)
            return f"others can write it ({mode:o})", True
        case 2 if os.geteuid() == 0:
            path.write_text(json.dumps(dict(GOOD_PLAN)))
            os.chown(path, OTHER_USER, OTHER_USER)
            return "another user has laid it", True
        case 3:
            data = damaged(json.dumps(dict(GOOD_PLAN)).encode(), rng, ANY_BYTES)
        case 4:
            name = rng.choice([b'"words/x",', b'"tables/' + b"y" * 200 + b'",'])
            many = (
                json.dumps(dict(GOOD_PLAN))
                .encode()
                .replace(
                    b'"layouts",',
                    name * (rng.choice([10_000, MEGABYTE, 20 * MEGABYTE]) // len(name)),
                )
            )
            _write_plan(path, many)
            return f"a plan of {len(many)} bytes", len(many) > 16 * MEGABYTE
        case 5 | 6:
            data = changed_json(dict(GOOD_PLAN), rng)
        case _:
            where = rng.choice(["removed", "replaced", "kept_as_it_was", "aside"])
            name = rng.choice(NAMES_OF_A_PLAN)
            value: object = name if where == "aside" else [name, *_more(rng)]
            data = json.dumps({**GOOD_PLAN, where: value}).encode("utf-8", "surrogatepass")
    _write_plan(path, data)
    return f"a plan: {data[:200]!r}", leads_out(data)


def _write_plan(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    path.chmod(0o600)


def _more(rng: random.Random) -> list[str]:
    return rng.sample(["words", "tables", "screen-language"], rng.choice([0, 1]))


def leads_out(data: bytes) -> bool:
    """Whether that is no plan, or one that names what doesn't lie in the household's folders."""
    try:
        plan = strict_json(data)
        assert isinstance(plan, dict)
        lists = [plan["removed"], plan["replaced"], plan["kept_as_it_was"]]
        names = [name for one in lists for name in one]
        aside = plan["aside"]
        whole = isinstance(aside, str) and all(isinstance(name, str) for name in names)
    except (ValueError, KeyError, TypeError, AssertionError):
        return True
    parts = [name.split("/") for name in (*names, aside)] if whole else [[".."]]
    return any({"", ".", ".."} & set(one) for one in parts) or "/" in aside


def _around_it(rng: random.Random, box: Box) -> str:
    """Something is wrong with what lies there to be put back, or with where it goes."""
    places = (
        *(f"{RESTORE_FOLDER}/new/{name}" for name in ("words", "screen-language", "games.sqlite")),
        *(
            RESTORE_FOLDER,
            f"{RESTORE_FOLDER}/new",
            f"{RESTORE_FOLDER}/old",
            f"{RESTORE_FOLDER}/old/words",
            "words",
            "games.sqlite",
        ),
        *("before-restore-2026-01-02-030405", "screen-language", f"{ASIDE}-1", "games.sqlite.lock"),
    )
    name = rng.choice(places)
    return f"{name}: {_put(box.state / name, box, rng)}"
