"""The good inputs that bad ones are grown from, with what the program answers to them.

Rendered boards, a film, a journal and the games of tests/data; and photographs and games of
TILEKEEPER_SAMPLES, where it names a folder. Everything is asked of the real program, once, before
anything is damaged. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.position import Position
from vision.reading import Picture
from vision.render.board import render_board
from vision.render.look import household_look
from workshop.fuzzing.running import REPOSITORY, Box, Call, Limits, Ran, Runner
from workshop.rendered.photograph import LensFaults, Shot, Stance, photograph

DATA = REPOSITORY / "tests" / "data"
LAYOUTS = REPOSITORY / "engine" / "data" / "layouts"

Rows = tuple[str, ...]

EVENING = ("8G QUIZ", "J8 ZEBRA", "12J ALOFT", "N10 COTE")
"""Plays, across or down: what the rendered game lays, play by play."""

UNHURRIED = Limits(wall=300.0, cpu=300)
"""A whole game is played so that there is a journal: nothing is judged of how fast."""
MOST_PHOTOGRAPHS = 16
SMALL = 180_000
"""Bytes of a photograph that is quick to read."""


@dataclass(frozen=True)
class GoodPicture:
    """A picture that is read without a mistake. `truth`: what lies there; `width`, `height`: its
    size in pixels."""

    name: str
    data: bytes
    truth: Rows
    language: str = "en"


@dataclass(frozen=True)
class GoodGame:
    """A file of a game that is consistent, with what `replay` answers."""

    name: str
    data: bytes
    answer: dict[str, Any]


@dataclass(frozen=True)
class Garden:
    """All that grows here. `journal`: a file with a game; `history`: what `history` answers to it,
    the list and then the game's sheet. `backup`: a zip of a household with that game; `report`: one
    of a reading, and `read_again`, what `read` answers to it."""

    pictures: tuple[GoodPicture, ...] = ()
    empty: bytes = b""
    alphabet: bytes = b""
    frames: tuple[bytes, ...] = ()
    film: bytes = b""
    games: tuple[GoodGame, ...] = ()
    journal: bytes = b""
    history: tuple[list[Any], ...] = ()
    backup: bytes = b""
    report: bytes = b""
    read_again: dict[str, Any] = field(default_factory=dict)
    samples: tuple[Path, ...] = field(default=())


def planted(runner: Runner, samples: Path | None) -> Garden:
    """The garden, freshly made: a few seconds, and some more for photographs."""
    with tempfile.TemporaryDirectory(prefix="tilekeeper-garden-") as folder:
        planting = _Planting(runner, Path(folder))
        frames = [_png(picture) for picture in _evening_pictures()]
        shown = [*_rendered()]
        empty = _png(_on_the_table(_empty_rows(), 3, Stance()))
        alphabet = _png(_on_the_table(_alphabet_rows(), 3, Stance()))
        film = planting.film(frames)
        journal, history = planting.journal(frames)
        backup, report = planting.zips(journal, alphabet, shown[1])
        return Garden(
            pictures=(*planting.read(shown), *planting.read(_photographs(samples))),
            empty=empty,
            alphabet=alphabet,
            frames=tuple(frames),
            film=film,
            games=tuple(planting.games(_game_files(samples))),
            journal=journal,
            history=history,
            backup=backup,
            report=report,
            read_again=planting.read_again(report),
        )


class _Planting:
    """Asks the program what it makes of what is good."""

    def __init__(self, runner: Runner, folder: Path) -> None:
        self._runner, self._folder, self._boxes = runner, folder, 0

    def read(self, pictures: Sequence[GoodPicture]) -> Iterator[GoodPicture]:
        """Those that are read without a mistake."""
        for picture in pictures:
            box = self._box()
            (box.inputs / "good.img").write_bytes(picture.data)
            call = Call(("read", "good.img", "--json", "--language", picture.language))
            ran = self._runner.run(call, box)
            if ran.status == 0 and not wrong_squares(ran.lines[0], picture.truth):
                yield picture

    def games(self, files: Sequence[Path]) -> Iterator[GoodGame]:
        """Those that are consistent."""
        for file in files:
            box = self._box()
            (box.inputs / file.name).write_bytes(file.read_bytes())
            ran = self._runner.run(Call(("replay", "--json", file.name)), box)
            if ran.status == 0:
                (answer,) = ran.lines
                assert isinstance(answer, dict)
                yield GoodGame(file.name, file.read_bytes(), answer)

    def film(self, frames: Sequence[bytes]) -> bytes:
        """A film of these pictures, each for a second."""
        path = self._box().inputs / "film.avi"
        pictures = [cv2.imdecode(np.frombuffer(frame, np.uint8), 1) for frame in frames]
        height, width = pictures[0].shape[:2]
        code = cv2.VideoWriter.fourcc(*"MJPG")
        film = cv2.VideoWriter(str(path), code, 5.0, (width, height))
        for picture in pictures:
            for _ in range(5):
                film.write(picture)
        film.release()
        return path.read_bytes()

    def journal(self, frames: Sequence[bytes]) -> tuple[bytes, tuple[list[Any], ...]]:
        """The journal of the rendered game as `play` keeps it, and its history."""
        box = self._box()
        (box.inputs / "turns").mkdir()
        for number, frame in enumerate(frames):
            (box.inputs / "turns" / f"{number}.png").write_bytes(frame)
        played = Call(
            ("play", "--headless", "--camera", "folder:turns", "--journal", "good.sqlite")
        )
        ran = self._runner.run(played, box, UNHURRIED)
        _must_be_done(ran)
        history = []
        for words in (("history", "--json"), ("history", "1", "--json")):
            ran = self._runner.run(Call((*words, "--journal", "good.sqlite")), box)
            _must_be_done(ran)
            history.append(ran.lines)
        return (box.inputs / "good.sqlite").read_bytes(), tuple(history)

    def zips(self, journal: bytes, alphabet: bytes, shown: GoodPicture) -> tuple[bytes, bytes]:
        """A backup of a household that has something of every kind, and a report of this picture
        as that household reads it."""
        box = self._box()
        box.state.mkdir(parents=True)
        (box.state / "games.sqlite").write_bytes(journal)
        (box.state / "screen-language").write_text("fr\n")
        picture = box.state / "pictures" / "000001" / "0000.jpg"
        picture.parent.mkdir(parents=True)
        picture.write_bytes(_jpeg(shown.data))
        layout = box.state / "layouts" / "garden.toml"
        layout.parent.mkdir()
        layout.write_bytes((LAYOUTS / "classic.toml").read_bytes())
        settings = box.home / ".config" / "tilekeeper" / "tilekeeper.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text('[screen]\ntheme = "light"\n')
        (box.inputs / "own.txt").write_text("QUIX\nZAX\n")
        (box.inputs / "alphabet.png").write_bytes(alphabet)
        (box.inputs / "shown.png").write_bytes(shown.data)
        (box.inputs / "was.txt").write_text("\n".join(shown.truth) + "\n")
        report = ("report", "shown.png", "--truth", "was.txt", "--output", "report.zip", "--yes")
        for words in (
            ("words", "add", "own.txt"),
            ("words", "import", "own.txt", "--language", "de", "--name", "Own"),
            ("enrol", "alphabet.png", "--as-laid"),
            ("backup", "backup.zip", "--pictures"),
            report,
        ):
            _must_be_done(self._runner.run(Call(words), box))
        return (box.inputs / "backup.zip").read_bytes(), (box.inputs / "report.zip").read_bytes()

    def read_again(self, report: bytes) -> dict[str, Any]:
        """What `read` answers to a report."""
        box = self._box()
        (box.inputs / "report.zip").write_bytes(report)
        ran = self._runner.run(Call(("read", "report.zip", "--json")), box)
        _must_be_done(ran)
        (answer,) = ran.lines
        assert isinstance(answer, dict)
        return answer

    def _box(self) -> Box:
        self._boxes += 1
        return Box(self._folder / str(self._boxes))


def wrong_squares(line: object, truth: Rows) -> list[str]:
    """The squares that a line of `read` promises and that hold something else; a blank tile is
    right whatever letter it stands for. A board of another size is wrong all over."""
    assert isinstance(line, dict)
    rows = line.get("rows")
    if rows is None:
        return []
    if len(rows) != len(truth) or any(len(a) != len(b) for a, b in zip(rows, truth, strict=True)):
        return ["all"]
    doubts = {doubt["square"] for doubt in line["doubts"]}
    wrong = []
    for row, (seen, there) in enumerate(zip(rows, truth, strict=True), 1):
        for column, (one, other) in enumerate(zip(seen, there, strict=True)):
            square = f"{chr(65 + column)}{row}"
            blank = (one == "?" or one.islower()) and (other == "?" or other.islower())
            if one != other and other != "#" and not blank and square not in doubts:
                wrong.append(f"{square} is {one}, not {other}")
    return wrong


def _must_be_done(ran: Ran) -> None:
    if ran.status != 0:
        raise RuntimeError(f"what is good ends with {ran.status}: {ran.error_text[-2000:]}")


def _rendered() -> Iterator[GoodPicture]:
    """Boards as a camera sees them, from straight above and from aside."""
    for number, (rows, stance) in enumerate(
        [
            (_laid(EVENING[:1]), Stance()),
            (_laid(EVENING), Stance(tilt=14, azimuth=70, roll=4)),
            (_laid(EVENING), Stance(tilt=8, azimuth=200, roll=176)),
            (_laid(EVENING[:3]), Stance(tilt=22, azimuth=90)),
        ]
    ):
        yield GoodPicture(f"rendered-{number}", _png(_on_the_table(rows, number, stance)), rows)


def _evening_pictures() -> Iterator[Picture]:
    for plays in range(1, len(EVENING) + 1):
        yield _on_the_table(_laid(EVENING[:plays]), 5, Stance(tilt=6))


def _photographs(samples: Path | None) -> list[GoodPicture]:
    """Photographs whose truth is known, the smaller ones, a few of each source."""
    found: list[GoodPicture] = []
    if samples is None:
        return found
    for path in sorted((samples / "photos").glob("*/truth.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        fits = [
            photo
            for photo in truth.get("photos", [])
            if photo.get("expect") == "read"
            and len(photo["rows"]) == 15
            and (path.parent / photo["file"]).stat().st_size < SMALL
        ]
        for photo in fits[:: max(1, len(fits) // 3)][:3]:
            language = truth.get("language", "en")
            found.append(
                GoodPicture(
                    f"{path.parent.name}-{photo['file']}",
                    (path.parent / photo["file"]).read_bytes(),
                    tuple(photo["rows"]),
                    language if language in ("en", "fr", "de") else "en",
                )
            )
    return found[:MOST_PHOTOGRAPHS]


def _game_files(samples: Path | None) -> list[Path]:
    files = [*sorted((DATA / "gcg").glob("*.gcg")), *sorted((DATA / "records").glob("*.json"))]
    if samples is not None:
        files += sorted((samples / "games" / "gcg").glob("*.gcg"))
    return files


def _laid(plays: Sequence[str]) -> Rows:
    rows = [["."] * 15 for _ in range(15)]
    for play in plays:
        start, word = play.split()
        across = start[0].isdigit()
        letter, number = (start[-1], start[:-1]) if across else (start[0], start[1:])
        column, row = ord(letter) - 65, int(number) - 1
        for tile in word:
            assert rows[row][column] in (".", tile), f"{play} doesn't fit"
            rows[row][column] = tile
            column, row = column + across, row + (not across)
    return tuple("".join(row) for row in rows)


def _empty_rows() -> Rows:
    return ("." * 15,) * 15


def _alphabet_rows() -> Rows:
    return ("ABCDEFGHIJKLMNO", "PQRSTUVWXYZ??..", *_empty_rows()[2:])


def _on_the_table(rows: Rows, seed: int, stance: Stance) -> Picture:
    board = render_board(Position.from_rows(rows), household_look(), 40, np.random.default_rng(2))
    shot = Shot(880, 800, stance, lens=LensFaults(blur=0.4, noise=1.5))
    return photograph(board, shot, np.random.default_rng(seed), (70, 105, 130))


def _jpeg(png: bytes) -> bytes:
    done, data = cv2.imencode(".jpg", cv2.imdecode(np.frombuffer(png, np.uint8), 1))
    assert done
    return data.tobytes()


def _png(picture: Picture) -> bytes:
    done, data = cv2.imencode(".png", picture)
    assert done
    return data.tobytes()
