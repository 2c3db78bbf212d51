"""Bad names: of files, sides, lists, boards, tables, games; and words that aren't any.

A name may be refused or taken, but never moves a terminal or reaches a place that it doesn't
belong to. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import os
import random

from workshop.fuzzing.damage import HOSTILE_TEXTS
from workshop.fuzzing.garden import Garden
from workshop.fuzzing.lists import STATE
from workshop.fuzzing.pictures import KEPT_BY_PLAY, STARTED_BY_DOCTOR
from workshop.fuzzing.running import Box, Call
from workshop.fuzzing.verdicts import Trial

FILES = (
    "photo\n.jpg",
    "\x1b[2J.png",
    "a\rb.gcg",
    "\udcff.json",
    "ü.txt",
    "u\u0308.txt",
    "-v",
    "x" * 240,
)


def names(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """A call with a name in it that is none."""
    name = _name(rng)
    inside = os.path.basename(name)  # a path elsewhere is written elsewhere
    calls: list[tuple[str, ...]] = [
        ("judge", name, "--json"),
        ("judge", name),
        ("judge", name, "QUIZ", "--language", rng.choice(["fr", "de"])),
        ("read", name),
        ("read", name, "--json"),
        ("watch", name, "--json"),
        ("calibrate", name, "--json"),
        ("calibrate", name),
        ("teach", name, "--json", "--name", name),
        ("enrol", "--forget", name),
        ("enrol", "--forget", name, "--json"),
        ("enrol", "missing.jpg", "--name", name, "--json"),
        ("read", "missing.jpg", "--enrolled", name),
        ("read", "missing.jpg", "--layout", name, "--json"),
        ("read", "missing.jpg", "--variant", name),
        ("read", "missing.jpg", "--language", name, "--json"),
        ("read", "missing.jpg", "--corners", name),
        ("read", "missing.jpg", "--draw", name, "--json"),
        ("score", name, "--json"),
        ("score", name),
        ("replay", name, "--json"),
        ("replay", name),
        ("export", name, "--to", rng.choice(["gcg", "csv", name])),
        ("words", "import", name, "--language", "en", "--name", "x", "--json"),
        ("words", "add", name),
        ("words", "add", name, "--json"),
        ("words", "remove", name, "--language", "fr"),
        ("words", "list", "--print", name),
        ("history", name, "--journal", "j.sqlite"),
        ("history", "--journal", name, "--json"),
        ("roll", "letter", "--times", name),
        ("roll", name, "--json"),
        ("roll", "scramble", "--times", "1", "--variant", name),
        ("clock", "--headless", "--seconds", name),
        ("clock", "--headless", "--config", name),
        ("doctor", "--photo", name, "--json"),
        ("doctor", "--camera", name, "--json"),
        ("play", "--headless", "--camera", f"folder:{name}"),
        ("play", "--headless", "--camera", f"video:{name}"),
        ("play", "--headless", "--camera", name),
        ("play", "--headless", "--layout", name),
        ("play", "--headless", "--journal", inside, "--camera", "folder:missing"),
        ("demo", "--headless", "--evening", name),
        ("demo", "--headless", "--size", name),
        (name,),
        (rng.choice(["read", "play", "words", "clock"]), f"--{name}"),
    ]
    words = rng.choice(calls)
    (box.inputs / "j.sqlite").write_bytes(garden.journal)
    stop = 1.5 if words[0] in ("clock", "play", "demo") else 0.0
    # A journal, words and tables may be kept under whatever name is one.
    may: tuple[str, ...] = (
        ("inputs", STATE) if words[0] == "play" else (STATE, "inputs/demo-output")
    )
    if words[0] == "history":
        may = tuple(f"inputs/j.sqlite{end}" for end in ("-wal", "-shm"))
    starts = STARTED_BY_DOCTOR if words[0] == "doctor" else ()
    about = f"{words[:1]} with {name[:60]!r}"
    return Trial(about, (Call(words, stop_after=stop),), may_write=may, may_start=starts)


def names_kept(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """A name that is kept and shown again later: of a list, of sides, of a file that is there."""
    name = _name(rng)
    match rng.randrange(4):
        case 0:
            (box.inputs / "list.txt").write_text("QUIX\nZAX\n")
            calls: tuple[Call, ...] = (
                Call(("words", "import", "list.txt", "--language", "en", "--name", name)),
                Call(("words", "list")),
                Call(("judge", "QUIX", "--json")),
                Call(("judge", "ZAX")),
            )
            return Trial(f"a list called {name[:60]!r}", calls, may_write=(STATE,))
        case 1:
            (box.inputs / "turns").mkdir()
            (box.inputs / "turns" / "1.png").write_bytes(garden.frames[0])
            sides = rng.choice(
                [name, f"{name},B", f"A,{name}", f"{name},{name}", f"A,{name},C,D,E"]
            )
            played = ("play", "--headless", "--camera", "folder:turns", "--journal", "j.sqlite")
            calls = (
                Call((*played, "--sides", sides)),
                Call(("history", "1", "--journal", "j.sqlite")),
            )
            return Trial(f"sides called {sides[:60]!r}", calls, may_write=KEPT_BY_PLAY)
        case 2:
            game = rng.choice(garden.games)
            file = rng.choice(FILES) + (".gcg" if game.name.endswith(".gcg") else ".json")
            with open(os.fsencode(str(box.inputs / file)), "wb") as stream:
                stream.write(game.data)
            call = Call(("replay", *(["--json"] if rng.random() < 0.5 else []), "--", file))
            return Trial(f"a game called {file!r}", (call,))
        case _:
            game = rng.choice([game for game in garden.games if game.name.endswith(".gcg")])
            text = game.data.decode("utf-8", "replace")
            nick = text.partition("#player1 ")[2].partition(" ")[0] or "ann"
            put = "".join(name.split()) or "x"
            data = text.replace(f">{nick}:", f">{put}:").replace(
                f"#player1 {nick} ", f"#player1 {put} "
            )
            (box.inputs / "game.gcg").write_bytes(data.encode("utf-8", "surrogateescape"))
            shown: list[tuple[str, ...]] = (
                [("replay", "game.gcg"), ("export", "game.gcg", "--to", "csv"),
                 ("replay", "game.gcg", "--json"), ("export", "game.gcg", "--to", "gcg")]
            )  # fmt: skip
            return Trial(f"a player called {put[:60]!r}", (Call(rng.choice(shown)),))


def _name(rng: random.Random) -> str:
    """No NUL, which no call can hold, and no longer than a system takes."""
    name = rng.choice([*HOSTILE_TEXTS, *FILES, "\udcff\udcfe", "x" * 20_000])
    if rng.random() < 0.3:
        name = "Own" + name
    return name.replace("\x00", "") or ""
