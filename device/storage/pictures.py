"""A picture of each play, kept with its game: what the table looked like when it was scored.

JPEGs in a folder per game, named by the event's number and written on a thread of their own; when
they take more room than allowed, the oldest games' go first. Knows no event and no rule; a picture
that can't be kept is no reason to stop a game.
"""

from __future__ import annotations

import logging
import os
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from device.storage.journal import GAMES_FILE
from device.system.files import keep_to_owner, replace_file, state_directory
from device.system.process import Patience
from engine.sentences import Sentence, without_stop
from hardware.threads import watched

if TYPE_CHECKING:  # commands that must not wait for OpenCV also ask where pictures are
    from vision.reading import Picture

log = logging.getLogger(__name__)

LARGEST_PICTURE = 16 * 1024 * 1024
"""Bytes of a kept picture; one has some hundred thousand."""

LONGEST_SIDE = 1600
"""Pixels: some 100 a square of a board that fills the picture, plenty for a second look by eye."""

QUALITY = 85
"""JPEG quality in OpenCV's terms (0 to 100): 150 to 450 KB a picture, with every letter sharp."""

MOST_WAITING = 4
"""Pictures; a camera's can have 36 MB each, and a slow card must not fill the memory with them."""

PATIENCE = 10.0
"""Seconds that `close` waits for pending writes."""


@dataclass(frozen=True, eq=False)
class _Keep:
    game: int
    event: int
    picture: Picture


@dataclass(frozen=True)
class _Drop:
    game: int
    event: int


class PlayPictures:
    """Pictures of plays below `folder`, of no more than `most_bytes` together; 0 keeps none.

    A failure is reported once, and play goes on.
    """

    def __init__(self, folder: Path, most_bytes: int, say: Callable[[str], None]) -> None:
        self._folder, self._most_bytes, self._say = folder, most_bytes, say
        self._waiting: deque[_Keep | _Drop] = deque()
        self._closed = False
        self._said = False
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def keep(self, game: int, event: int, picture: Picture) -> None:
        """Keeps the picture (BGR) of a game's event, replacing an older one. Returns at once; the
        picture mustn't be changed afterwards."""
        if self._most_bytes > 0:
            self._put(_Keep(game, event, picture))

    def drop(self, game: int, event: int) -> None:
        """Deletes the pictures of that event of the game and of all later ones. Returns at once."""
        if self._most_bytes > 0:
            self._put(_Drop(game, event))

    def picture(self, game: int, event: int) -> Path | None:
        """The file of an event's picture, if one was kept."""
        path = _path(self._folder, game, event)
        return path if path.is_file() else None

    def pictures(self, game: int) -> list[tuple[int, Path]]:
        """A game's pictures with the numbers of their events, in order."""
        return pictures_of_game(self._folder, game)

    def end(self) -> None:
        """The thread ends once everything is written. Returns at once."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def close(self, patience: Patience | None = None) -> None:
        """The same, and waits; each picture's file is replaced whole."""
        self.end()
        if self._thread is not None:
            (patience or Patience()).join(self._thread, PATIENCE)

    def _put(self, task: _Keep | _Drop) -> None:
        with self._changed:
            if self._closed:
                return
            pictures = [waiting for waiting in self._waiting if isinstance(waiting, _Keep)]
            late = len(pictures) >= MOST_WAITING and isinstance(task, _Keep)
            if late:
                self._waiting.remove(pictures[0])
            self._waiting.append(task)
            if self._thread is None:
                self._thread = threading.Thread(
                    target=watched(self._run, self._died), name="pictures", daemon=True
                )
                self._thread.start()
            self._changed.notify_all()
        if late:
            self._report(Sentence("Writing {path} is too slow", path=self._folder))

    def _run(self) -> None:
        self._try(self._tidy)
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._waiting)
                if not self._waiting:
                    return
                task = self._waiting.popleft()
            match task:
                case _Keep():
                    self._try(partial(self._keep_now, task))
                case _Drop(game, event):
                    self._try(partial(self._drop_now, game, event))

    def _died(self, error: Exception) -> None:
        with self._changed:
            self._closed = True
            self._waiting.clear()
        self._report(_not_written(self._folder, f"{type(error).__name__}: {error}"))

    def _try(self, work: Callable[[], None]) -> None:
        try:
            work()
        except OSError as error:
            log.info("a picture wasn't kept: %s", error)
            self._report(_not_written(self._folder, error.strerror or error))

    def _report(self, what: str) -> None:
        if not self._said:
            self._said = True
            self._say(
                Sentence("{why}: pictures of plays are missing, but the game is saved.", why=what)
            )

    def _keep_now(self, task: _Keep) -> None:
        path = _path(self._folder, task.game, task.event)
        replace_file(path, encoded(task.picture))
        self._prune(task.game)

    def _drop_now(self, game: int, event: int) -> None:
        for number, path in self.pictures(game):
            if number >= event:
                path.unlink(missing_ok=True)

    def _prune(self, current: int) -> None:
        """Deletes pictures beyond the allowed room: other games' first, from the oldest on, and
        never the newest one of the current game."""
        files = [file for game in _games(self._folder) for file in _of_game(game)]
        of_others = [path for _, path in files if int(path.parent.name) != current]
        of_this = [path for _, path in self.pictures(current)]
        left = sum(path.stat().st_size for path in (*of_others, *of_this))
        for path in (*of_others, *of_this[:-1]):
            if left <= self._most_bytes:
                return
            left -= path.stat().st_size
            path.unlink(missing_ok=True)
            log.info("%s made room for newer ones", path)
            if not any(path.parent.iterdir()):
                path.parent.rmdir()

    def _tidy(self) -> None:
        """Deletes files half written when the plug was pulled, which don't have a picture's name;
        and makes an older tilekeeper's pictures, which all users could read, their owner's
        alone."""
        if self._folder.is_dir():
            keep_to_owner(self._folder)
        for game in _games(self._folder):
            for path in game.glob(".*.new"):
                path.unlink(missing_ok=True)


def pictures_folder(journal: Path | None = None) -> Path:
    """Where the pictures of a journal's games are: in the state directory, or next to the given
    file (games are known by number, and other files have the same numbers)."""
    state = state_directory()
    # Path.resolve raises for a link that leads to itself.
    if journal is None or os.path.realpath(journal) == os.path.realpath(state / GAMES_FILE):
        return state / "pictures"
    return journal.with_name(f"{journal.stem}-pictures")


def pictures_folder_of(journal: Path) -> Path:
    """The same for a journal by its file, which may be the one in the state directory; in a copied
    state directory the pictures keep their place."""
    own, copied = pictures_folder(journal), journal.with_name("pictures")
    is_named = journal.name == GAMES_FILE and not own.is_dir()
    return copied if is_named else own


def pictures_of_game(folder: Path, game: int) -> list[tuple[int, Path]]:
    """A game's pictures below `folder`, with the numbers of their events, in order."""
    return _of_game(_path(folder, game, 0).parent)


def encoded(picture: Picture) -> bytes:
    """The picture as a JPEG of at most LONGEST_SIDE pixels; OSError if it can't be encoded."""
    import cv2
    import numpy as np

    ratio = min(1.0, LONGEST_SIDE / max(picture.shape[:2]))
    try:
        if ratio < 1.0:
            small = cv2.resize(picture, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
            picture = np.asarray(small, np.uint8)
        fits, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    except cv2.error as error:
        raise OSError(f"no picture: {error}") from error
    if not fits:
        raise OSError(Sentence("the picture can’t be turned into a JPEG"))
    return data.tobytes()


def _path(folder: Path, game: int, event: int) -> Path:
    return folder / f"{game:06}" / f"{event:04}.jpg"


def _games(folder: Path) -> list[Path]:
    """The games' folders, oldest first."""
    if not folder.is_dir():
        return []
    games = [game for game in folder.iterdir() if game.name.isdecimal() and game.is_dir()]
    return sorted(games, key=lambda game: int(game.name))


def _of_game(folder: Path) -> list[tuple[int, Path]]:
    if not folder.is_dir():
        return []
    return sorted((int(path.stem), path) for path in folder.glob("*.jpg") if path.stem.isdecimal())


def _not_written(folder: Path, why: object) -> str:
    return without_stop(Sentence("Can’t write {path} ({why}).", path=folder, why=why))
