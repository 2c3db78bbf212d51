"""A name laid with tiles, from the pictures of a drawn table to the game that begins with it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from lobby_presses import OFFERS

from device.language.texts import Texts
from device.session.core.setup import Setup
from device.simulator.camera import VirtualCamera, household_table
from device.simulator.hands import Reach
from device.simulator.scene import Scene
from device.table.equipment import Equipment, Output
from device.table.opening import Opening
from device.table.run import run_table
from device.views.table import TableView
from engine.squares import Square
from engine.variants import load_variant
from hardware.display import Display
from hardware.panel.port import Button, ScriptedPanel

PATIENCE = 60.0
"""Seconds in which each thing that is waited for must be seen."""

AT_REST = 0.25
"""Seconds between what people do."""


@dataclass
class Household:
    """People who do one thing after the other, each once the screen shows what they wait for."""

    scene: Scene
    panel: ScriptedPanel
    steps: list[tuple[Callable[[TableView], bool], Callable[[float], None]]] = field(
        default_factory=list
    )
    reaches: tuple[Reach, ...] = ()

    def __post_init__(self) -> None:
        self._view: TableView | None = None
        self._seen = threading.Lock()
        self._since = time.monotonic()
        self.gave_up = False

    def shown(self, view: TableView, _: Display) -> None:
        with self._seen:
            self._view = view

    def once(self, seen: Callable[[TableView], bool], does: Callable[[float], None]) -> None:
        self.steps.append((seen, does))

    def press(self, seen: Callable[[TableView], bool], *buttons: Button) -> None:
        for button in buttons:
            self.once(seen, partial(self.panel.press, button))
            seen = _whatever

    def act(self, now: float) -> bool:
        with self._seen:
            view = self._view
        if view is None or not self.steps or now - self._since < AT_REST:
            return bool(self.steps)
        seen, does = self.steps[0]
        if seen(view):
            del self.steps[0]
            self._since = now
            does(now)
        elif now - self._since > PATIENCE:
            self.gave_up = True
            return False
        return True


def _whatever(_: TableView) -> bool:
    return True


def asked(text: str) -> Callable[[TableView], bool]:
    return lambda view: (
        view.dialog.question is not None and view.dialog.question.text.startswith(text)
    )


def in_lobby(view: TableView) -> bool:
    return view.page.lobby is not None and view.dialog.question is None


def test_a_name_is_laid_read_taken_and_cleared_away() -> None:
    scene = household_table(7, variant=load_variant("classic", "en"))
    panel = ScriptedPanel()
    people = Household(scene, panel)
    squares, letters, name = [Square(7, 7 + n) for n in range(3)], "LEA", "Lea"

    def lay(_: float) -> None:
        """Over the start, where it could be a play."""
        for square, letter in zip(squares, letters, strict=True):
            scene.lay(square, letter)

    # TopWord was chosen before, whose board is another one: the one that lies there has to be read.
    people.press(in_lobby, Button.NEXT, Button.OK)
    people.press(asked("Which game"), Button.NEXT, Button.NEXT, Button.OK)
    people.press(in_lobby, Button.NEXT, Button.NEXT, Button.OK)
    people.press(asked("Who’s playing"), Button.SIDE_1)
    people.once(lambda view: view.page.naming is not None and view.page.naming.laid == "", lay)
    people.press(
        lambda v: v.page.naming is not None and v.page.naming.laid == name, Button.OK, Button.OK
    )
    people.press(asked("Who’s playing"), Button.UNDO, Button.UNDO)
    people.press(in_lobby, Button.OK)
    people.press(asked("Please take the name tiles off"), Button.NEXT, Button.OK)
    people.once(in_lobby, lambda _: scene.take(squares))

    def begin(now: float) -> None:
        panel.press(Button.OK, now)

    def again(view: TableView) -> bool:
        """The camera hasn't seen yet that they are gone: it is asked once more."""
        if view.dialog.question is not None:
            people.press(_whatever, Button.NEXT, Button.OK)
            people.once(in_lobby, begin)
            people.once(again, _nothing)
        return True

    people.once(in_lobby, _nothing)
    for _ in range(8):
        people.once(_whatever, _nothing)  # a moment for the camera
    people.once(in_lobby, begin)
    people.once(again, _nothing)
    people.once(lambda view: view.page.lobby is None and view.page.naming is None, _nothing)
    for _ in range(8):
        people.once(_whatever, _nothing)
    views: list[TableView] = []

    def on_shown(view: TableView, display: Display) -> None:
        views.append(view)
        people.shown(view, display)

    setup = Setup("topword", "en", ("A", "B"))
    end = run_table(
        Opening(setup.game(), offers=OFFERS, setup=setup),
        Equipment(panel, Display(headless=True), VirtualCamera(scene, people, seed=7)),
        Output(Texts("en"), lambda _: None, on_shown),
    ).game
    assert not people.gave_up, [view.text.state for view in views[-3:]]
    assert end.state.variant.name == "classic"
    assert end.state.sides == (name, "B")
    assert end.events == ()
    assert views[-1].play is None
    assert views[-1].page.lobby is None


def _nothing(_: float) -> None:
    pass
