"""Party evenings for the tests: dice that show what a test wants, a clock that can run out.

Builds on Evening; asserts nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from answering import in_english
from standins import Evening, board

from device.clock_and_dice.dice import Roll
from device.session.core.effects import Record, RollDice
from device.session.core.inputs import DiceRolled, Tick
from device.session.step import begin
from engine.circumstances import ChanceFace
from engine.events import Event
from engine.game import Game
from engine.variants import load_variant
from engine.words.lexicon import Lexicon
from hardware.panel.port import Button

PARTY = load_variant("party", "en", {"clock_seconds": [10] * 6})
A, B, OK, NEXT, BACK = Button.SIDE_1, Button.SIDE_2, Button.OK, Button.NEXT, Button.BACK
EMPTY = board()
EAT = (7, 7, "across", "EAT")
TEA = (7, 7, "across", "TEA")


class PartyNight(Evening):
    """Ann and Ben, ten seconds to each zone."""

    def __init__(
        self,
        *,
        camera: bool = True,
        options: Mapping[str, object] | None = None,
        words: Lexicon | None = None,
        look: bool = True,
    ) -> None:
        variant = PARTY if options is None else load_variant("party", "en", options)
        super().__init__(camera=camera, variant=variant)
        self.state = begin(Game.begin(variant, ("Ann", "Ben")), camera=camera, words=words)
        if camera and look:
            self.lay(EMPTY)

    def comes_up(self, *faces: str) -> PartyNight:
        """The dice that were asked for last show these faces, and have come to rest."""
        wanted = [effect for effect in self.effects if isinstance(effect, RollDice)][-1]
        roll = Roll(wanted.dice, faces, tuple(range(len(faces))))
        self.put(DiceRolled(wanted.what, roll, self.now, wanted.turn))
        return self.wait(3)

    def roll(self, face: str | ChanceFace) -> PartyNight:
        """The side to play rolls this."""
        self.press(OK)
        return self.comes_up(face)

    def wait(self, seconds: float) -> PartyNight:
        """Time passes, as the loop lets it."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + 0.5)
            self.put(Tick(self.now))
        return self

    def laid(self, *words: tuple[int, int, str, str]) -> PartyNight:
        """These words lie on the board from now on."""
        self.lay(board(*words))
        return self

    def turn(
        self, letter: str, *words: tuple[int, int, str, str], seconds: float = 2
    ) -> PartyNight:
        """The side to play rolls a letter, lays so that these words lie there, and stops; all are
        content."""
        own = A if self.state.side == "Ann" else B
        if not self.rolls_wanted:
            self.press(OK)
        self.comes_up(letter)
        self.press(B if own is A else A)
        self.wait(seconds).laid(*words).press(own)
        return self

    @property
    def rolls_wanted(self) -> bool:
        """Whether dice have been asked for that haven't come up yet."""
        wanted = [effect for effect in self.effects if isinstance(effect, RollDice)]
        return bool(wanted) and wanted[-1].turn == self.state.board.turn

    @property
    def message(self) -> str:
        """The message on the screen, in English."""
        return "" if self.state.message is None else in_english(self.state.message)

    @property
    def where(self) -> str:
        return type(self.state.phase).__name__

    @property
    def left(self) -> float:
        """Seconds left on the clock."""
        clock = self.state.clocks.turn
        return -1.0 if clock is None else round(clock.seconds_left(self.now), 3)

    @property
    def last(self) -> Event:
        return self.state.game.events[-1]

    @property
    def recorded(self) -> Sequence[Event]:
        """All that was to be written down."""
        return [effect.event for effect in self.effects if isinstance(effect, Record)]
