"""Bad films and folders of pictures, for `play`, `watch` and `doctor`.

A film that is damaged may end early or be refused; what `watch` promises of pictures that are
damaged must lie there. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from workshop.fuzzing.damage import IN_PLACE, damaged
from workshop.fuzzing.garden import EVENING, Garden
from workshop.fuzzing.pictures import FOREIGN, KEPT_BY_PLAY, SPECIAL, STARTED_BY_DOCTOR
from workshop.fuzzing.running import Box, Call, Ran
from workshop.fuzzing.verdicts import Trial

SUFFIXES = (".avi", ".avi", ".mp4", ".mkv", ".mjpg", "", ".m3u8", ".sdp", ".concat", ".%03d.png")

LISTS = (
    b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
    b"ffconcat version 1.0\nfile '../neighbours/0.txt'\n",
    b"v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n",
    b"#EXTM3U\nhttp://127.0.0.1:9/x.ts\n",
)
"""Lists that name other files and places, which a film's library would open."""


def films(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """A film gone wrong, or something else in its place."""
    path = box.inputs / f"film{rng.choice(SUFFIXES)}"
    match rng.randrange(8):
        case 0:
            name = rng.choice(sorted(SPECIAL))
            SPECIAL[name](path, garden.pictures[0], box)
            how = name
        case 1:
            how = rng.choice(sorted(FOREIGN))
            path.write_bytes(FOREIGN[how](garden.pictures[0], rng))
        case 2:
            path.write_bytes(rng.choice(LISTS))
            how = "a list"
        case _:
            path.write_bytes(damaged(garden.film, rng, IN_PLACE))
            how = "bytes"
    if rng.random() < 0.3:
        call = Call(("doctor", "--camera", f"video:{path.name}", "--json"))
        return Trial(how, (call,), may_start=STARTED_BY_DOCTOR)
    words = ("play", "--headless", "--camera", f"video:{path.name}", "--journal", "j.sqlite")
    return Trial(f"{how} as {path.name}", (Call(words, stop_after=6),), may_write=KEPT_BY_PLAY)


def turns(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """A folder of a game's pictures, one or two of them gone wrong, missing, or others' between."""
    folder = box.inputs / "turns"
    folder.mkdir()
    frames = {f"{number}.png": frame for number, frame in enumerate(garden.frames)}
    how = []
    for _ in range(rng.choice([1, 2])):
        name = rng.choice(sorted(frames))
        match rng.randrange(6):
            case 0:
                del frames[name]
                how.append("missing")
                if not frames:
                    break
            case 1:
                other = rng.choice(sorted(frames))
                frames[name], frames[other] = frames[other], frames[name]
                how.append("exchanged")
            case 2:
                what = rng.choice(sorted(FOREIGN))
                frames[f"{name[:-4]}a.jpg"] = FOREIGN[what](garden.pictures[0], rng)
                how.append(what)
            case 3:
                what = rng.choice(sorted(SPECIAL))
                place = folder / f"{name[:-4]}b-{rng.randrange(1000)}.png"
                SPECIAL[what](place, garden.pictures[0], box)
                how.append(what)
                break
            case _:
                frames[name] = damaged(frames[name], rng, IN_PLACE)
                how.append("bytes")
    for name, data in frames.items():
        (folder / name).write_bytes(data)
    about = ", ".join(how)
    if rng.random() < 0.5:
        return Trial(about, (Call(("watch", "turns", "--json")),), judge=_promises_what_was_laid)
    words = ("play", "--headless", "--camera", "folder:turns", "--journal", "j.sqlite")
    return Trial(about, (Call(words, stop_after=20),), may_write=KEPT_BY_PLAY)


def _promises_what_was_laid(runs: Sequence[Ran]) -> str | None:
    """Tiles of a play, without a doubt on them, lie where they were laid."""
    laid = _laid_tiles()
    for line in runs[0].lines:
        if not isinstance(line, dict) or line.get("change") != "play":
            continue
        doubted = {doubt["square"] for doubt in line.get("doubts") or []}
        if doubted & line["tiles"].keys():
            continue
        wrong = {s: t for s, t in line["tiles"].items() if laid.get(s, ".") != t}
        if wrong:
            return f"{line['photo']}: promised {wrong}, which wasn't laid"
    return None


def _laid_tiles() -> dict[str, str]:
    tiles: dict[str, str] = {}
    for play in EVENING:
        start, word = play.split()
        across = start[0].isdigit()
        letter, number = (start[-1], int(start[:-1])) if across else (start[0], int(start[1:]))
        for step, tile in enumerate(word):
            column = ord(letter) + (step if across else 0)
            tiles[f"{chr(column)}{number + (0 if across else step)}"] = tile
    return tiles
