"""The games played at a table, one after the other, and what each of them needs.

Opens and closes these: a place in the journal, a reader of its board, a learner. Knows no loop and
no screen. Tests: tests/device/test_loop.py, tests/device/test_beginning_at_the_table.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Protocol

from device.session.core.state import TableState
from device.storage.games import Keeper, start_of
from device.storage.pictures import PlayPictures
from device.storage.tables import bare_of, tiles_of
from device.system.process import Patience
from device.table.equipment import Equipment, Storage
from device.table.learning import TableLearner
from device.table.reading_thread import Context, ReadingThread, ReadsBoard
from engine.layouts import Layout
from engine.tiles import TileSet
from engine.variants import Variant
from vision.game.follow import Followed
from vision.household.own_tiles import TableKnowledge
from vision.reading import Grid, Picture, Reading, Refusal

if TYPE_CHECKING:
    from vision.reader import BoardReader


class PlayedGames(Protocol):
    """What the loop needs of the games."""

    @property
    def keeper(self) -> Keeper:
        """The journal of the game being played."""

    @property
    def learner(self) -> TableLearner | None:
        """The learner of the game being played."""

    @property
    def pictures(self) -> PlayPictures | None:
        """The store of its plays' pictures."""

    def open_next(self, state: TableState) -> TableState:
        """Begins the game of a state; returns the resulting state."""

    def set_up_board(self, state: TableState) -> TableState:
        """Reads the board of this state's game, which hasn't begun, from now on."""


@dataclass(frozen=True, eq=False)
class OneGame:
    """A game that is recorded and nothing more; `open_next` opens the next one."""

    keeper: Keeper
    open_next: Callable[[TableState], TableState] = lambda state: state
    learner: None = None
    pictures: None = None

    def set_up_board(self, state: TableState) -> TableState:
        """No board is read before its game begins."""
        return state


class Games:
    """What each game at this table needs of its own: a place in the journal, a reader of its board,
    and a learner. `reading_thread` is switched to the next game.

    It learns only if there is a camera to learn from.
    """

    def __init__(self, equipment: Equipment, storage: Storage, say: Callable[[str], None]) -> None:
        self._journal, self._own, self.pictures = storage.journal, storage.own, storage.pictures
        self._say, self._corners, self._given = say, equipment.corners, equipment.read
        self._learns = equipment.camera is not None
        self.reading_thread: ReadingThread | None = None
        self.learner: TableLearner | None = None

    def begin(self, state: TableState, number: int | None = None) -> TableState:
        """Sets up the game of a state; `number`: its number in the journal."""
        if self.learner is not None:
            self.learner.close()
            self.learner = None
        game, own = state.game, self._own(state.game.state.variant)
        variant = game.state.variant
        knowledge = None if own is None else own.table.knowledge
        self.read = self._given or _reader(variant, self._corners, knowledge)
        self._reads = _board(variant)
        self.keeper = Keeper.of(
            self._journal, variant, game.state.sides, number, state.agreed.extras, start_of(game)
        )
        if own is not None and own.keep is not None and self._learns:
            self.learner = TableLearner(own.table, own.keep, self._say)
            self.learner.start()
        bare = bare_of(knowledge, variant.layout)
        return replace(
            state, board=replace(state.board, followed=replace(state.board.followed, bare=bare))
        )

    def open_next(self, state: TableState) -> TableState:
        """Begins another game at a running table."""
        state = self.begin(state)
        if self.reading_thread is not None:
            context = Context.of(state)
            self.reading_thread.begin_game(self.read, state.game.state.variant, context)
        return state

    def set_up_board(self, state: TableState) -> TableState:
        """Reads the board of a game that hasn't begun, in place of the one read so far."""
        variant = state.game.state.variant
        if self.reading_thread is None or self._reads == _board(variant):
            return state
        own = self._own(variant)
        knowledge = None if own is None else own.table.knowledge
        self.read = self._given or _reader(variant, self._corners, knowledge)
        self._reads = _board(variant)
        followed = Followed.start(variant.layout.size)
        followed = replace(followed, bare=bare_of(knowledge, variant.layout))
        state = replace(state, board=state.board.moved_on(followed))
        self.reading_thread.begin_game(self.read, variant, Context.of(state))
        return state

    def end(self) -> None:
        """Asks what belongs to the games to end; returns at once."""
        if self.learner is not None:
            self.learner.end()
        if self.pictures is not None:
            self.pictures.end()

    def close(self, patience: Patience) -> None:
        """Ends what belongs to the games."""
        self.end()
        if self.learner is not None:
            self.learner.close(patience)
        if self.pictures is not None:
            self.pictures.close(patience)


def _board(variant: Variant) -> tuple[Layout, TileSet, int]:
    """What a reader has to know of a game's board."""
    return variant.layout, variant.tile_set, variant.highest_pile


def _reader(variant: Variant, corners: Grid | None, knowledge: TableKnowledge | None) -> ReadsBoard:
    """Reads this game's board. The reader and its network are loaded with the first picture, on the
    reading thread."""
    layout, tiles, own = variant.layout, variant.tile_set, tiles_of(knowledge)
    piles = variant.highest_pile
    known = None if corners is None else replace(corners, size=layout.size)

    @cache
    def reader() -> BoardReader:
        from vision.reader import BoardReader

        return BoardReader(layout, tiles, knowledge=own, highest_pile=piles, sparing=True)

    def read(picture: Picture, last: Grid | None) -> Reading | Refusal:
        return reader().read(picture, corners=known, last=last)

    return read
