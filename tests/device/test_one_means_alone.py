"""A whole evening of every game, from the lobby to the winner and back to the lobby, by one means
alone: the panel's nine buttons, a keyboard, or a touch screen of the smallest size.

Through the loop, with the virtual table in front of the camera, whose pictures are taken for read:
test_scripted_evenings.py reads them. Each evening has a pass, an exchange or what its game has for
it, a challenge, an undo, a pause and the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from means import MEANS
from standins import taken_for_read

from device.session.core.effects import Effect
from device.session.core.inputs import Input
from device.session.core.state import Lobby, TableState
from device.simulator.camera import Spoiling
from device.simulator.hands import HURRIED
from device.simulator.run import EveningOutcome, TableTime, VirtualEvening
from device.simulator.script import read_evening
from engine.game import Game
from vision.reading import Grid, Picture, Reading, Refusal

FRAMES_A_SECOND = 4.0
CLEAR = Spoiling(drift=0.0, noise=1.0, tremble=0.0, blur=0.0)
PATIENCE = 20.0
"""Seconds after which players give up."""

EVENINGS = {
    "classic": """
        sides Ann Ben
        words BREAD BEACH TABLES
        lobby
        answer lobby-play
        lay Ann 8D BREAD
        press Ann
        expect points Ann 22
        challenge Ben good
        lay Ann D8 BEACH
        press Ann
        lay Ben F4 TABLEZ
        press Ben
        challenge Ann bad
        expect points Ben 0
        exchange Ann 3
        lay Ben F4 TABLEs
        press Ben
        expect says letter-named square=F9 letter=S
        pass Ann
        press undo
        expect turn Ann
        correct D9 E
        pass Ann
        pause
        expect says pause-begun
        press pause
        press next later
        answer end-the-game
        answer yes-end-it
        rack Ann AEIOUTR
        rack Ben QXZJKVV
        expect over
        expect won Ann
        press ok
        """,
    "junior": """
        game junior
        sides Ann Ben
        words HOUSE HOUSES TREE
        lobby
        answer another-game
        answer "Junior"
        answer begin-the-game
        lay Ann 8F HOUSE
        press Ann
        expect points Ann 5
        exchange Ben 2
        lay Ann 8F HOUSEZ
        press Ann
        challenge Ben bad
        expect turn Ann
        lay Ann 8F HOUSES
        press Ann
        expect points Ann 11
        pass Ben
        press undo
        pass Ben
        lay Ann J8 ETRE
        press Ann
        pause
        press pause
        press next later
        answer end-the-game
        answer yes-end-it
        rack Ann AEL
        rack Ben BD
        expect over
        press ok
        """,
    "party": """
        game party
        sides Ann Ben
        words HORSE
        lobby
        answer another-game
        answer "Party"
        answer begin-the-game
        roll Ann H
        start Ben
        expect clock runs
        lay Ann 8D HORSE
        stop Ann x4
        expect clock stands
        chance Ann letter-x2 D8
        roll Ben T
        start Ann
        lay Ben E8 OZT
        stop Ben x4
        challenge Ann bad
        start Ann
        pause
        press pause
        pass Ben x4
        press undo
        pass Ben x4
        roll Ann E
        start Ben
        pass Ann x4
        press next later
        answer end-the-game
        answer yes-end-it
        expect over
        press ok
        """,
    "scramble": """
        game scramble
        sides Ann Ben
        words TRAIN NOSE
        lobby
        answer another-game
        answer "Scramble"
        answer begin-the-game
        rolls Ann TRAINUE
        expect clock runs
        lay Ann 5C TRAIN
        press Ann
        expect points Ann 10
        rolls Ben OSELADQ
        lay Ben G5 NOSE
        press Ben
        lift
        rolls Ann EASTDOU
        lay Ann 8F DEAT
        press Ann
        lift
        challenge Ben bad
        lift
        pause
        press pause
        rolls Ben LSAIODR
        wait 1
        pass Ben
        press undo
        press next later
        answer end-the-game
        answer yes-end-it
        expect over
        press ok
        """,
    "topword": """
        game topword
        sides Ann Ben
        words FAN FIN PLUS
        lobby
        answer another-game
        answer "TopWord"
        answer begin-the-game
        lay Ann 5D FAN
        press Ann
        lay Ben 5D FIN
        press Ben
        expect points Ben 4
        lay Ann 5D FIX
        press Ann
        challenge Ben bad
        exchange Ann 1
        pass Ben
        press undo
        pass Ben
        pause
        press pause
        press next later
        answer end-the-game
        answer yes-end-it
        rack Ann AEL
        rack Ben BD
        expect over
        press ok
        """,
}


class LastGame:
    """Follows a table; `game`: the last one that had anything in it, and `lobby`: whether the table
    is in the lobby now."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.lobby = True

    def begin(self, state: TableState) -> None:
        """There is nothing to see yet."""

    def pressed(self) -> None:
        """Nor to hear."""

    def follow(
        self, before: TableState, event: Input, after: TableState, effects: Sequence[Effect]
    ) -> None:
        """Keeps the game."""
        self.lobby = isinstance(after.where, Lobby)
        if not self.lobby:
            self.game = after.game


def play(script: str, means: str) -> tuple[EveningOutcome, bool]:
    """How an evening went, and whether it ended in the lobby."""
    evening, variant = read_evening(script, means)
    clock, last = TableTime(50.0), LastGame()
    table = VirtualEvening(
        evening,
        variant,
        seed=20,
        pace=HURRIED,
        clock=clock,
        sleep=clock.sleep,
        frames_a_second=FRAMES_A_SECOND,
        patience=PATIENCE,
        spoiling=CLEAR,
        means=MEANS[means](),
    )
    scene = table.camera._scene

    def read(_: Picture, _last: Grid | None) -> Reading | Refusal:
        if last.lobby:
            return Refusal.NO_BOARD
        return taken_for_read(scene.tiles, variant.layout.size)

    outcome = table.play_in_its_own_time(read, lambda _: None, followers=(last,))
    kept = outcome.kept if last.game is None else last.game
    return replace(outcome, kept=kept), last.lobby


@pytest.mark.parametrize("means", MEANS)
@pytest.mark.parametrize("game", EVENINGS)
def test_a_whole_evening_by_one_means_alone(game: str, means: str) -> None:
    outcome, in_lobby = play(EVENINGS[game], means)
    assert outcome.stuck is None
    assert outcome.failed == ()
    assert outcome.differences == ()
    assert in_lobby
