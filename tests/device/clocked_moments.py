"""Tables in every state of a turn with dice and clock, for tests of what is shown of them.

Party's are played through the session; Scramble's are put together. Nothing here asserts anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType

from standins import Evening, board, played_once

from device.clock_and_dice.dice import Dice, Roll
from device.session.core.effects import RollDice
from device.session.core.inputs import CameraLost, DiceRolled, Tick
from device.session.core.state import Clearing, Ready, TableState
from device.simulator.named_texts import named_text
from engine.circumstances import ChanceFace
from engine.game import Game
from engine.squares import Square
from engine.variants import Variant, load_variant
from hardware.panel.port import Button

LONG = ("Maximiliane", "Bartholomew")
PARTY = load_variant("party", "en", {"clock_seconds": [15] * 6})
SCRAMBLE = load_variant("scramble", "en")
EAT = board((7, 7, "across", "EAT"))
CHANCE = board((7, 7, "across", "EAT"), (7, 10, "down", "SOAR"))


class PartyNight(Evening):
    """An evening whose dice show what they are set to."""

    def __init__(self, sides: Sequence[str] = ("Ann", "Ben"), variant: Variant = PARTY) -> None:
        super().__init__(sides=sides, variant=variant)
        self.lay(board(size=variant.layout.size))

    def roll(self, face: str, wait: float = 3.0) -> PartyNight:
        """What was to be rolled comes up, and has lain still for a while."""
        wanted = [effect for effect in self.effects if isinstance(effect, RollDice)][-1]
        up = tuple(face) if wanted.what is Dice.SCRAMBLE else (face,)
        numbers = [] if wanted.what is Dice.SCRAMBLE else [0]
        if wanted.what is Dice.SCRAMBLE:
            for letter in up:
                among = (n for n, die in enumerate(wanted.dice) if letter in die.faces)
                numbers.append(next(n for n in among if n not in {*wanted.out, *numbers}))
        roll = Roll(tuple(wanted.dice[n] for n in numbers), up, tuple(numbers))
        self.put(DiceRolled(wanted.what, roll, self.now, wanted.turn))
        return self.tick(wait)

    def tick(self, seconds: float) -> PartyNight:
        self.now += seconds
        self.put(Tick(self.now))
        return self

    def runs(self, seconds: float = 1.0) -> PartyNight:
        """Ann's clock runs with an E to be laid."""
        self.press(Button.OK)
        self.roll("E")
        self.press(Button.SIDE_2)
        return self.tick(seconds)


@played_once
def party_moments(sides: Sequence[str] = LONG) -> Iterator[tuple[str, TableState, float]]:
    """Party's states with their times."""

    def at(name: str, night: PartyNight) -> tuple[str, TableState, float]:
        return name, night.state, night.now

    def night() -> PartyNight:
        return PartyNight(sides)

    yield at("rolling", night())
    begun = night()
    begun.press(Button.OK)
    begun.roll("E", 0.0)
    yield "tumbling", begun.state, begun.now + 0.5
    yield at("rolled", begun.tick(3.0))
    begun.press(Button.SIDE_1)
    yield at("own starts", begun)
    yield at("running", night().runs(20.0))
    yield at("ending", night().runs(12.5))
    yield at("last zone", night().runs(88.0))
    laid = night().runs(20.0)
    laid.lay(EAT)
    yield at("seen", laid)
    yield at("counted", counted(night()))
    fault = night().runs()
    fault.lay(board((0, 0, "across", "EAT")))
    yield at("fault seen", fault)
    fault.press(Button.SIDE_1)
    yield at("fault asked", fault)
    asked = night().runs(13.0)
    asked.press(Button.CHALLENGE)
    yield at("asked while it runs", asked)
    paused = night().runs(17.0)
    paused.press(Button.PAUSE)
    yield at("paused", paused)
    early = night().runs()
    early.press(Button.SIDE_1)
    yield at(named_text("nothing-new-small"), early)
    early.press(Button.NEXT, Button.NEXT)
    early.press(Button.OK)
    yield at("too early", early)
    dinged = night().runs()
    for _ in range(95):
        dinged.tick(1.0)
    yield at("dinged", dinged)
    in_last = night().runs(80.0)
    in_last.lay(EAT)
    in_last.press(Button.SIDE_1)
    yield at("points off", in_last)
    bad = counted(night())
    bad.press(Button.CHALLENGE)
    yield at("challenged", bad)
    second = counted(night())
    second.press(Button.OK)
    second.roll("S")
    yield at("next side's letter", second)
    yield at("chance due", chance(night()))
    tumbles = chance(night())
    tumbles.press(Button.OK)
    tumbles.roll(ChanceFace.LETTER_X3, 0.0)
    yield "chance tumbles", tumbles.state, tumbles.now + 0.7
    yield at("chance letter", tumbles.tick(3.0))
    for face in (ChanceFace.NO_LETTER_DIE, ChanceFace.ADVERSARY_X1, ChanceFace.ADVERSARY_X2):
        promised = chance(night())
        promised.press(Button.OK)
        promised.roll(face)
        yield at(f"chance {face}", promised)
        promised.press(Button.OK)
        yield at(f"after {face}", promised.tick(3.0))
    gone = night()
    gone.state = rare(gone.state)
    gone.press(Button.OK)
    gone.roll("W")
    yield at("no such letter", gone)
    gone.put(CameraLost("The camera was unplugged.", gone.now))
    yield at("no such letter, no camera", gone)
    stopping = night().runs(20.0)
    stopping.put(CameraLost("The camera was unplugged.", stopping.now))
    stopping.press(Button.SIDE_1)
    yield at("what lies there", stopping)


def counted(night: PartyNight) -> PartyNight:
    """Ann has laid EAT in the second zone."""
    night.runs(20.0)
    night.lay(EAT)
    night.press(Button.SIDE_1)
    return night


def chance(night: PartyNight) -> PartyNight:
    """Ben has laid a letter on a chance square."""
    counted(night).press(Button.OK)
    night.roll("S")
    night.press(Button.SIDE_1)
    night.tick(2.0)
    layout = night.state.game.state.variant.layout.rows
    night.state = replace(night.state, game=moved(night.state.game, layout))
    night.lay(CHANCE)
    night.press(Button.SIDE_2)
    return night


def moved(game: Game, rows: Sequence[str]) -> Game:
    """The same game with a chance square at the end of the word that Ben is going to lay."""
    row = rows[10]
    layout = replace(
        game.state.variant.layout, rows=(*rows[:10], row[:10] + "c" + row[11:], *rows[11:])
    )
    variant = replace(game.state.variant, layout=layout)
    start = replace(game.start, variant=variant)
    return Game.fold(start, game.events)


def rare(state: TableState) -> TableState:
    """A game from which all W have gone."""
    start = replace(state.game.start, absent=MappingProxyType({"W": 2}))
    return replace(state, game=Game.from_state(start))


# Scramble


@played_once
def scramble_moments(sides: Sequence[str] = LONG) -> Iterator[tuple[str, TableState, float]]:
    """Scramble's states with their times."""
    night = PartyNight(sides, SCRAMBLE)
    yield "shaking", night.state, night.now
    night.press(Button.OK)
    night.roll("TAEKDLU", 0.0)
    yield "dice tumble", night.state, night.now + 1.5
    yield "dice lie", replace(night.state, phase=Ready()), night.now + 3.0
    night.tick(3.0).tick(22.0)
    yield "timer runs", night.state, night.now
    night.lay(board((4, 3, "across", "EAT"), size=9))
    yield "dice seen", night.state, night.now
    yield "timer ends", night.tick(32.5).state, night.now
    night.press(Button.SIDE_1)
    yield "dice counted", night.state, night.now
    night.press(Button.OK)
    night.press(Button.OK)
    night.roll("OGSENIR")
    night.tick(10.0)
    night.lay(board((4, 3, "across", "EAT"), (4, 5, "down", "TOG"), size=9))
    night.press(Button.SIDE_2)
    cleared = replace(night.state, message=None)
    yield "clearing", cleared, night.now
    back = MappingProxyType({Square(3, 4): "E", Square(4, 4): "a"})
    new = frozenset({Square(5, 5), Square(5, 6)})
    yield "putting back", replace(cleared, phase=Clearing(new, back)), night.now
    night.lay(board((4, 5, "down", "TOG"), size=9))
    yield "cleared", night.state, night.now
