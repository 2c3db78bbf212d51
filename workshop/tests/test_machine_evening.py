"""An evening at two tables: the players go on by what the machine shows, and a machine that shows
something else is found out."""

from __future__ import annotations

import shlex
import tomllib
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from device.session.core.setup import LOOK_UP, Extras
from device.simulator.lines import PressButton
from device.simulator.script import read_evening
from hardware.panel.port import Button, Lamp, Press, Tone
from workshop.machine import evening as evenings
from workshop.machine.evening import (
    BothPanels,
    BothTables,
    HaltedHands,
    MachineTime,
    begin_game,
    in_order,
    in_the_lobby,
    settings_of,
)
from workshop.machine.hands import Lamps, Ran
from workshop.machine.trial import FailedError

SIZE = (320, 240)
SCRIPT = """game nhl
sides Ann "Ben O'Neill"
option special_rules.goalie false
extra turn_seconds 30
words ICE

lay Ann 8F ICE
press Ann
expect points Ann 15
"""


LOOKS_BEHIND = 20
"""Looks at its screen, a quarter of a second apart, until a slow machine shows a change: 5 s."""


class Machine:
    """Hands at a machine whose time passes as it is asked for; what runs there is `ran`."""

    def __init__(self, status: int = 0) -> None:
        self.pressed: list[Button] = []
        self.ran: list[str] = []
        self._now, self._status = 0.0, status
        self.stands = True

    def ask(self, what: str) -> None:
        self.stands = what == "stop"

    def press(self, button: Button) -> None:
        assert not self.stands, "nothing comes of a press then"
        self.pressed.append(button)

    def hold(self, button: Button) -> None:
        raise AssertionError("nothing is held down in these evenings")

    def time(self) -> float:
        assert not self.stands, "it can't answer then"
        self._now += 0.25
        return self._now

    def lamps(self) -> Lamps:
        raise AssertionError("nobody looks at them here")

    def run(self, command: str) -> Ran:
        self.ran.append(command)
        return Ran(self._status, "first\nno such list\n")


class Camera:
    def __init__(self) -> None:
        self.shown: list[bytes] = []

    def show(self, jpeg: bytes) -> None:
        self.shown.append(jpeg)


def tables(
    machine: Machine,
    screen: Callable[[BothTables], NDArray[np.uint8]],
    output: Path | None = None,
    script: str = SCRIPT,
) -> tuple[BothTables, Camera]:
    evening, variant = read_evening(script, "test")
    camera, made = Camera(), list[BothTables]()
    hands = HaltedHands(machine, machine.ask)
    both = BothTables(
        hands,
        MachineTime(hands),
        lambda: screen(made[0]),
        camera,
        in_the_lobby(evening),
        variant,
        SIZE,
        output,
    )
    made.append(both)
    return both, camera


def test_a_button_is_pressed_at_the_same_moment_of_the_machine_s_time_at_both_tables() -> None:
    machine, presses = Machine(), list[Press]()
    machine_time = MachineTime(HaltedHands(machine, machine.ask))
    panels = BothPanels(machine_time)
    panels.panel.start(presses.append)
    begun = machine_time()
    panels.press(Button.OK, begun)
    assert machine.pressed == [Button.OK]
    assert [press.at for press in presses] == [pytest.approx(begun + 0.25, abs=0.1)]
    panels.panel.close()


def test_an_evening_goes_on_by_what_the_machine_shows() -> None:
    machine = Machine()

    def screen(both: BothTables) -> NDArray[np.uint8]:
        assert machine.stands, "while people look, it would go on"
        return both.latest

    both, camera = tables(machine, screen)
    outcome = both.play()
    assert (outcome.stuck, outcome.failed, outcome.differences) == (None, (), ())
    assert machine.pressed == [Button.OK, Button.SIDE_1]
    assert both.presses == 2
    assert Lamp.SIDE_2 in both.lamps
    assert Tone.PLAY in both.tones
    assert both.screens > 3
    assert len(set(camera.shown)) > 10


BY_HAND = """game nhl
sides Ann Ben

points Ben 5
expect points Ben 5
"""


def test_nobody_presses_again_while_the_machine_is_behind() -> None:
    machine, late = Machine(), deque[NDArray[np.uint8]]()

    def screen(both: BothTables) -> NDArray[np.uint8]:
        late.append(both.latest)
        return late[0] if len(late) <= LOOKS_BEHIND else late.popleft()

    both, _ = tables(machine, screen, script=BY_HAND)
    outcome = both.play()
    assert (outcome.stuck, outcome.failed, outcome.differences) == (None, (), ())
    prompt = Machine()
    tables(prompt, lambda both: both.latest, script=BY_HAND)[0].play()
    assert machine.pressed == prompt.pressed


def test_a_machine_that_shows_something_else_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evenings, "SHOWN_WITHIN", 4.0)
    stays = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)

    def screen(both: BothTables) -> NDArray[np.uint8]:
        return both.latest if both.screens < 3 else stays

    both, _ = tables(Machine(), screen, tmp_path / "pictures")
    with pytest.raises(FailedError, match="hasn’t shown what it must"):
        both.play()
    kept = {path.name for path in (tmp_path / "pictures").iterdir()}
    assert kept == {"shown.png", "to-be-shown.png", "pressed.txt", "journal.txt"}


def test_a_machine_is_set_as_the_evening_is() -> None:
    evening, _ = read_evening(SCRIPT, "test")
    settings = tomllib.loads(settings_of(evening, (800, 480)))
    assert settings["game"] == {
        "variant": "nhl",
        "options": {"special_rules": {"goalie": False}},
    }
    assert settings["extras"]["turn_seconds"] == 30
    assert settings["screen"]["width"] == 800


def test_its_service_starts_with_the_evening_s_sides_and_words() -> None:
    evening, variant = read_evening(SCRIPT, "test")
    machine = Machine()
    begin_game(machine, evening, variant, SIZE)
    words = "\n".join(word for command in machine.ran for word in shlex.split(command))
    assert "ICE" in words
    assert '--sides "Ann,Ben O\'Neill"' in words
    assert machine.ran[0].startswith("systemctl stop")
    assert machine.ran[-1].startswith("systemctl start")


def test_what_the_machine_refuses_is_said() -> None:
    evening, variant = read_evening(SCRIPT, "test")
    with pytest.raises(FailedError, match=r"^no such list$"):
        begin_game(Machine(status=1), evening, variant, SIZE)


def test_without_a_list_the_players_look_words_up() -> None:
    evening, _ = read_evening(SCRIPT.replace("words ICE\n", ""), "test")
    begun = in_the_lobby(evening)
    assert begun.header.extras == replace(evening.header.extras, word_list=LOOK_UP)
    assert isinstance(begun.steps[1], PressButton)
    listed = replace(evening, header=replace(evening.header, extras=Extras(word_list="club")))
    assert in_the_lobby(listed).header.extras.word_list == "club"


def test_tones_are_counted_in_their_order() -> None:
    sounded = [Tone.CLICK, Tone.PLAY, Tone.WARN]
    assert in_order(sounded, sounded) == 3
    assert in_order(sounded, [Tone.CLICK, Tone.WARN]) == 2
    assert in_order(sounded, [Tone.GOOD]) == 0
