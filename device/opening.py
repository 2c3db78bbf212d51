"""How a table begins: in its lobby, with a game, or with one that is taken up again.

Values alone; device/table.py plugs the devices in. Tests: tests/device/test_play.py.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from device.extras import NO_EXTRAS, Extras
from device.keeper import Resumed
from device.session import lobby, timekeeping, turn_clock
from device.session.effects import Effect
from device.session.said_first import said_first
from device.session.setup import Offers, Setup
from device.session.side_clocks import ClocksError
from device.session.state import TableState
from device.session.step import begin
from device.texts import Message
from device.under_way import UnderWay
from engine.events import Side
from engine.game import Game
from engine.lexicon import Lexicon
from engine.variants import Variant

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Opening:
    """A game, new or taken up again, with what goes with it.

    `number`: the game's in the journal, if it was kept before; `clock`: what was kept of its
    clocks. `offers`: what a lobby can choose from, None at a table that has none; `setup`: the
    choices that the lobby begins with, None where the game itself goes on at once.
    `theme`: the screen's colours, by name, "" for its own. `troubles`: what can't be used, shown
    until somebody has read it. `kept`: what happens is written down; `may_switch_off`: the
    table may switch the device off. `attended`: somebody sits at the table as it begins, so that a
    side's clock may run at once.
    """

    game: Game
    extras: Extras = NO_EXTRAS
    words: Lexicon | None = None
    number: int | None = None
    clock: str = ""
    offers: Offers | None = None
    setup: Setup | None = None
    volume: int = 2
    theme: str = ""
    troubles: tuple[Message, ...] = ()
    kept: bool = True
    may_switch_off: bool = False
    attended: bool = True

    @classmethod
    def new(cls, variant: Variant, sides: Sequence[Side]) -> Opening:
        """A new game without a lobby; ValueError if it can't be played by these sides."""
        return cls(Game.begin(variant, sides))

    @classmethod
    def again(cls, resumed: Resumed) -> Opening:
        """A game taken up again where it was left."""
        return cls(resumed.game, resumed.extras, number=resumed.number, clock=resumed.clock)

    def state(self, *, camera: bool) -> TableState:
        """The session's first state."""
        return self.as_left(UnderWay(None), 0.0, camera=camera)[0]

    def as_left(
        self, under_way: UnderWay, now: float, *, camera: bool
    ) -> tuple[TableState, tuple[Effect, ...]]:
        """The same with what the table showed when it was left, and what is to be done about it."""
        begun = self._begun(camera=camera)
        if not self.attended:
            begun = timekeeping.waits_for_somebody(begun)
        begun, effects = under_way.taken_up(begun, self.number, now)
        return said_first(begun, self.troubles), effects

    def _begun(self, *, camera: bool) -> TableState:
        state = begin(
            self.game,
            camera=camera,
            words=self.words,
            extras=self.extras,
            offers=self.offers,
            volume=self.volume,
        )
        state = replace(state, theme=self.theme, kept=self.kept, may_switch_off=self.may_switch_off)
        if self.setup is not None:
            return lobby.open(state, self.setup)
        if state.clock is not None:
            return turn_clock.restored(state, self.clock)
        try:
            state = timekeeping.restored(state, self.clock)
        except ClocksError as error:
            log.warning("%s", error)
            lost = Message("What was left on the clocks was lost: they are full again.")
            state = replace(state, message=lost)
        return state
