"""What else happens at a table: lamps, shadows, glare, cups, elbows, knocks, tiles that fall over.

Each mishap has a name and a few numbers, for use in an evening's script; scene.py draws it. Knows
no rules and no screen. Tests: tests/device/test_mishaps.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

import numpy as np

from device.simulator.hands import Acting, Hands, Present
from device.simulator.scene import CALM, SIZE, Scene, Spot, Thing, cup
from engine.layouts import load_layout
from engine.position import Position
from engine.squares import Square
from vision.render.board import render_board
from vision.render.look import Look

SHADOW_SECONDS = 3.0
"""Seconds that a shadow takes to wander across the table."""

RESTING_SEAT = 3
"""The arm that rests on the board comes from the left."""

_SHADOW_RADIUS = 420.0
_SHADOW_DEPTH = 0.45
_GLARE_STEPS = 190.0  # of 255: tiles under it are nearly white
_CUP_SQUARES = 0.85  # radius
_OTHER_BOARD = ((24.0, 330.0), (240.0, 322.0), (246.0, 560.0), (20.0, 566.0))


@dataclass(frozen=True, eq=False)
class VirtualTable:
    """The part of the virtual table that a mishap can change."""

    scene: Scene
    hands: Hands
    present: Present
    rng: np.random.Generator


Happening: TypeAlias = Callable[[VirtualTable, Sequence[str]], Acting]


def _lamp(table: VirtualTable, words: Sequence[str]) -> Acting:
    table.scene.around = replace(table.scene.around, lamp=float(words[0]))
    yield from table.present.frame()


def _shadow(table: VirtualTable, _: Sequence[str]) -> Acting:
    begun, around = table.present.now, table.scene.around
    far = SIZE[0] + 2 * _SHADOW_RADIUS
    while (share := (table.present.now - begun) / SHADOW_SECONDS) < 1.0:
        at = (far * share - _SHADOW_RADIUS, 0.45 * SIZE[1])
        shadow = Spot(at, _SHADOW_RADIUS, _SHADOW_DEPTH)
        table.scene.around = replace(around, shadows=(shadow,))
        yield from table.present.frame()
    table.scene.around = around


def _glare(table: VirtualTable, words: Sequence[str]) -> Acting:
    radius = float(words[1]) * table.scene.square_pixels()
    spot = Spot(table.scene.where(Square.parse(words[0])), radius, _GLARE_STEPS)
    table.scene.around = replace(table.scene.around, glare=(*table.scene.around.glare, spot))
    yield from table.present.frame()


def _cup(table: VirtualTable, words: Sequence[str]) -> Acting:
    radius = _CUP_SQUARES * table.scene.square_pixels()
    thing = cup(table.scene.where(Square.parse(words[0])), radius)
    table.scene.around = replace(table.scene.around, things=(*table.scene.around.things, thing))
    yield from table.present.frame()


def _other_board(table: VirtualTable, _: Sequence[str]) -> Acting:
    look = Look(load_layout("classic"), ())
    face = render_board(Position(look.layout.size), look, 16, np.random.default_rng(5))
    thing = Thing(face, np.full(face.shape[:2], 255, np.uint8), _OTHER_BOARD)
    table.scene.around = replace(table.scene.around, things=(*table.scene.around.things, thing))
    yield from table.present.frame()


def _arm(table: VirtualTable, words: Sequence[str]) -> Acting:
    yield from table.hands.rest(RESTING_SEAT, Square.parse(words[0]))


def _arm_away(table: VirtualTable, _: Sequence[str]) -> Acting:
    yield from table.hands.withdraw(RESTING_SEAT)


def _knock(table: VirtualTable, words: Sequence[str]) -> Acting:
    right, down, degrees = (float(word) for word in words)
    pose = table.scene.around.pose
    after = (pose[0] + right, pose[1] + down, pose[2] + degrees)
    table.scene.around = replace(table.scene.around, pose=after)
    yield from table.present.frame()


def _push(table: VirtualTable, words: Sequence[str]) -> Acting:
    right, down, degrees = (float(word) for word in words)
    table.scene.push(right, down, degrees)
    yield from table.present.frame()


def _turn(table: VirtualTable, words: Sequence[str]) -> Acting:
    """On a turning base: halfway round for a moment, then at rest again."""
    quarters = int(words[0])
    table.scene.push(0, 0, 40.0)
    yield from table.present.sit(0.2)
    table.scene.push(0, 0, -40.0)
    table.scene.turn(quarters)
    yield from table.present.frame()


def _shake(table: VirtualTable, words: Sequence[str]) -> Acting:
    """Footsteps on a soft floor: the camera swings, and every picture is smeared."""
    pixels, seconds = (float(word) for word in words)
    begun, around = table.present.now, table.scene.around
    while table.present.now - begun < seconds:
        angle = float(table.rng.uniform(0, np.pi))
        smear = (pixels * float(np.cos(angle)), pixels * float(np.sin(angle)))
        table.scene.around = replace(around, smear=smear)
        yield from table.present.frame()
    table.scene.around = around


def _defocus(table: VirtualTable, words: Sequence[str]) -> Acting:
    table.scene.around = replace(table.scene.around, defocus=float(words[0]))
    yield from table.present.frame()


def _face_down(table: VirtualTable, words: Sequence[str]) -> Acting:
    table.scene.upset(Square.parse(words[0]), face_down=True, turn=8.0, shift=(0.1, -0.08))
    yield from table.present.frame()


def _upside_down(table: VirtualTable, words: Sequence[str]) -> Acting:
    table.scene.upset(Square.parse(words[0]), turn=178.0)
    yield from table.present.frame()


def _slipped(table: VirtualTable, words: Sequence[str]) -> Acting:
    table.scene.upset(Square.parse(words[0]), turn=24.0, shift=(0.42, 0.3))
    yield from table.present.frame()


def _worn(table: VirtualTable, words: Sequence[str]) -> Acting:
    """Its print has worn off so that it looks like another letter."""
    table.scene.upset(Square.parse(words[0]), looks=words[1])
    yield from table.present.frame()


def _put_right(table: VirtualTable, words: Sequence[str]) -> Acting:
    yield from table.hands.straighten(0, [Square.parse(words[0])])


def _stuck(table: VirtualTable, _: Sequence[str]) -> Acting:
    table.scene.around = replace(table.scene.around, stuck=True)
    yield from table.present.frame()


def _unplugged(table: VirtualTable, _: Sequence[str]) -> Acting:
    table.scene.around = replace(table.scene.around, unplugged=True)
    yield from table.present.frame()


def _calm(table: VirtualTable, _: Sequence[str]) -> Acting:
    """Resets everything about the table except where the camera hangs."""
    table.scene.around = replace(CALM, pose=table.scene.around.pose)
    yield from table.present.frame()


_HAPPENINGS: Mapping[str, Happening] = MappingProxyType(
    {
        "lamp": _lamp,
        "shadow": _shadow,
        "glare": _glare,
        "cup": _cup,
        "board": _other_board,
        "arm": _arm,
        "arm-away": _arm_away,
        "knock": _knock,
        "push": _push,
        "turn": _turn,
        "shake": _shake,
        "defocus": _defocus,
        "face-down": _face_down,
        "upside-down": _upside_down,
        "slipped": _slipped,
        "worn": _worn,
        "put-right": _put_right,
        "stuck": _stuck,
        "unplugged": _unplugged,
        "calm": _calm,
    }
)


def happen(table: VirtualTable, what: str, words: Sequence[str]) -> Acting:
    """A mishap that passed `wrong_mishap`."""
    yield from _HAPPENINGS[what](table, words)
