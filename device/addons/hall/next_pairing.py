"""Brings what the hall says about the next pairing to the table: when it is new, and whenever the
lobby is entered.

Called from the connection's thread and the table's; what the table makes of it is in menu.py.
Tests: tests/device/test_hall_next_pairing.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from device.addons.hall.menu import PAIRED, Paired
from device.addons.hall.messages import NextPairing
from device.session.core.effects import Effect
from device.session.core.inputs import Input, JobDone
from device.session.core.state import Lobby, TableState
from device.system.process import Patience


class PairingNews:
    """Posts pairings to the table as the results of a job that nobody asked for."""

    def __init__(self) -> None:
        self._post: Callable[[Input], None] | None = None
        self._pairing: Paired | None = None

    def arrived(self, pairing: NextPairing | None) -> None:
        """The hall's answer names this pairing, or none."""
        new = None
        if pairing is not None:
            new = Paired(pairing.round, pairing.table, pairing.sides, pairing.starts)
        if new != self._pairing:
            self._pairing = new
            self.tell()

    def tell(self) -> None:
        """Posts the pairing to the table once more."""
        if self._post is not None:
            self._post(JobDone(PAIRED, self._pairing, time.monotonic()))

    # It runs alongside the game

    def begin(self, post: Callable[[Input], None]) -> None:
        """The table is running."""
        self._post = post
        if self._pairing is not None:
            self.tell()

    def end(self) -> None:
        """The table has ended: nothing is posted any more."""
        self._post = None

    def close(self, _patience: Patience) -> None:
        """There is nothing to wait for."""


class LobbyEntered:
    """Tells the table about the pairing when it comes into the lobby: during a game, nobody is
    asked."""

    def __init__(self, news: PairingNews) -> None:
        self._news = news

    def pressed(self) -> None:
        """A press by itself leads nowhere."""

    def begin(self, _state: TableState) -> None:
        """The news come once the table runs."""

    def follow(
        self, before: TableState, _event: Input, after: TableState, _effects: Sequence[Effect]
    ) -> None:
        """A step was taken."""
        if isinstance(after.phase, Lobby) and not isinstance(before.phase, Lobby):
            self._news.tell()
