"""What a tournament's director does by hand where no hall helps: who plays at which table, and the
results of each round in files.

Reads the pairings again whenever their files change, and writes the results whenever there is a new
one. Knows no broker. Tests: tests/device/test_hall_director.py.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from pathlib import Path

from device.addons.hall.club_book import PlayedGame, club_book_csv
from device.addons.hall.messages import NextPairing
from device.addons.hall.pairings import PairingsError, read_pairings
from device.addons.hall.tournament import Seating, Tournament, with_results
from device.addons.hall.tournament_files import (
    division_file,
    division_file_name,
    tou_file,
    tourney_js,
)
from device.system.files import FOR_ALL_TO_READ, replace_file
from engine.sentences import Sentence

log = logging.getLogger(__name__)

CLUB_BOOK = "club-book.csv"
FEED = "tourney.js"
RATINGS = "results.tou"


class Director:
    """The tournament of these pairings, and the files of its results in `folder`; without pairings
    the club's book alone. `since`: games that began before it aren't in them. `reads` gives the
    right to read the pairings. PairingsError if they can't be used as it begins."""

    def __init__(
        self,
        pairings: Sequence[Path],
        folder: Path,
        since: datetime,
        reads: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._paths, self._folder, self._since = tuple(pairings), folder, since
        self._reads, self._unread, self._unwritten = reads, "", ""
        self._tournament, self._seen = self._read()
        self._games: tuple[PlayedGame, ...] = ()
        self._written: dict[str, str] = {}
        self._seating = Seating(self._tournament)

    @classmethod
    def of_no_tournament(cls, folder: Path) -> Director:
        """Writes the club's book of all games."""
        return cls((), folder, datetime.fromtimestamp(0, UTC))

    @property
    def has_pairings(self) -> bool:
        return bool(self._paths)

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is wrong with the pairings and with the files, a sentence each."""
        return tuple(filter(None, (self._unread, self._unwritten)))

    def _read(self) -> tuple[Tournament, tuple[tuple[int, int], ...]]:
        """The pairings, and when each of their files was written."""
        if not self._paths:
            return Tournament("", ()), ()
        try:
            with self._reads():
                seen = self._stamps()
                found = read_pairings(self._paths)
        except OSError as error:
            raise PairingsError(
                Sentence(
                    "{file}: the pairings can’t be read there ({why}).",
                    file=error.filename or self._paths[0],
                    why=error.strerror or error,
                )
            ) from error
        self._check_names(found)
        return found, seen

    def _check_names(self, tournament: Tournament) -> None:
        """Neither results nor pairings are written over."""
        names = [division_file_name(division).casefold() for division in tournament.divisions]
        if len(set(names)) < len(names):
            raise PairingsError(
                Sentence(
                    "{file}: two divisions would have the same file: give each its own name.",
                    file=self._paths[0].name,
                )
            )
        mine = {path.resolve() for path in self._paths}
        for name in (FEED, *map(division_file_name, tournament.divisions)):
            if (self._folder / name).resolve() in mine:
                raise PairingsError(
                    Sentence(
                        "{file} would be written over with results: name another folder with "
                        "--results.",
                        file=self._folder / name,
                    )
                )

    def _stamps(self) -> tuple[tuple[int, int], ...]:
        stats = [path.stat() for path in self._paths]
        return tuple((stat.st_mtime_ns, stat.st_size) for stat in stats)

    def look(self) -> bool:
        """Reads the pairings again if their files have changed, and writes what couldn't be
        written; whether anything is different. Pairings that can't be used are a trouble, and
        those from before still hold."""
        before = self.troubles
        if self._unwritten:
            self._write()
        try:
            with self._reads():
                if self._stamps() == self._seen:
                    self._unread = ""
                    return self.troubles != before
            self._tournament, self._seen = self._read()
        except OSError as error:
            # A program that replaces a file may have removed the old one first.
            log.debug("the pairings are looked for again: %s", error)
            return self.troubles != before
        except PairingsError as error:
            if str(error) != self._unread:
                log.warning("the pairings from before still hold: %s", error)
            self._unread = error.args[0]
            return self.troubles != before
        log.info("new pairings of %s", self._tournament.name)
        self._unread = ""
        self._write()
        return True

    def take(self, games: Iterable[PlayedGame]) -> None:
        """These are all the finished games that there are: writes the files that they change."""
        self._games = tuple(game for game in games if game.began >= self._since)
        self._write()

    def _write(self) -> None:
        done, pairings = with_results(self._tournament, self._games)
        self._seating = Seating(done)
        files = {CLUB_BOOK: club_book_csv(self._games, pairings)}
        if self._paths:
            day = min((game.began for game in self._games), default=self._since).date()
            files |= {FEED: tourney_js(done), RATINGS: tou_file(done, day)}
            files |= {division_file_name(of): division_file(of) for of in done.divisions}
        self._unwritten = ""
        for name, text in files.items():
            if self._written.get(name) != text:
                self._put(name, text)

    def _put(self, name: str, text: str) -> None:
        path = self._folder / name
        try:
            if not self._folder.is_dir():
                # A missing folder means a missing disk: don't create it.
                raise FileNotFoundError(2, "no such folder")
            replace_file(path, text.encode("utf-8", "replace"), FOR_ALL_TO_READ, for_good=False)
        except OSError as error:
            log.warning("%s can't be written: %s", path, error)
            self._unwritten = Sentence(
                "{path}: the results can’t be saved there ({why}); it’ll be tried again.",
                path=path,
                why=error.strerror or error,
            )
        else:
            self._written[name] = text

    def next_at(self, table_name: str) -> NextPairing | None:
        """Who plays next at the table of this name."""
        found = self._seating.at(table_name)
        if found is None:
            return None
        return NextPairing(found.division, found.round, found.table, found.sides, found.starts)
