"""Which screen a view is shown on, and the parts that it is made of.

What is asked first of all comes first. Draws nothing itself: a screen is a file of its own that
gives its parts. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

import pygame

from device.screen.aim import aim_parts
from device.screen.board import BoardShown, draw_board
from device.screen.camera_lost import in_place_of_board
from device.screen.canvas import Canvas
from device.screen.challenge import challenge_parts
from device.screen.clocked import clocked_parts, needs_room
from device.screen.dice import dice_parts
from device.screen.doctor import doctor_parts
from device.screen.foot import Foot, draw_foot
from device.screen.layout import Layout
from device.screen.lobby import lobby_parts
from device.screen.motion import Arriving
from device.screen.naming import naming_parts
from device.screen.parts import AnyPart, Part
from device.screen.pause import pause_parts
from device.screen.pictures import draw_picture
from device.screen.pointing import pointing_parts
from device.screen.power import power_parts
from device.screen.question import question_parts
from device.screen.settling import settling_parts
from device.screen.sides import side_parts
from device.screen.slim_sides import slim_parts
from device.screen.turn import turn_parts
from device.screen.winner import winner_parts
from device.views import TableView


def parts_of(
    shown: TableView, layout: Layout, canvas: Canvas, arriving: Arriving = ()
) -> tuple[AnyPart, ...]:
    """The parts of the screen that shows this view; `arriving`: tiles on their way to the board."""
    if shown.picture is not None:
        return (Part(layout.screen, draw_picture, (shown.picture, shown.question)),)
    if shown.aim is not None:
        foot = Part(layout.foot, draw_foot, Foot(shown.message or shown.aim.leave, ""))
        return *aim_parts(shown.aim, layout, canvas), foot
    if shown.doctor is not None:
        foot = Part(layout.foot, draw_foot, Foot(shown.message or shown.doctor.leave, ""))
        return *doctor_parts(shown.doctor, layout, canvas), foot
    foot = Part(layout.foot, draw_foot, Foot(shown.message, shown.trouble))
    if shown.power is not None:
        return *power_parts(shown.power, layout), foot
    if shown.naming is not None:
        return *naming_parts(shown.naming, layout, canvas), foot
    if shown.lobby is not None and shown.dice is not None:
        return *dice_parts(layout.whole, shown.dice, canvas), foot
    if shown.lobby is not None:
        return *lobby_parts(shown.lobby, shown.state, shown.question, layout, canvas), foot
    if shown.curve is not None and shown.question is None and shown.pointed is None:
        return *winner_parts(shown, layout, canvas), foot
    if shown.paused is not None:
        return *pause_parts(shown, shown.paused, layout, canvas), foot
    if shown.question is not None:
        asked = question_parts(shown, shown.question, layout, canvas)
        return *in_place_of_board(asked, shown.lost, canvas), foot
    if shown.pointing is not None:
        return *pointing_parts(shown, shown.pointing, layout, canvas), foot
    sides, below = _sides(shown, layout, canvas)
    seen: AnyPart = Part(layout.board, draw_board, BoardShown.of(shown, arriving))
    board = in_place_of_board((seen,), shown.lost, canvas)
    if _clocked(shown):
        # A sentence on what comes next stands in the foot, unless another has to.
        foot = Part(layout.foot, draw_foot, Foot(shown.message or shown.hint, shown.trouble))
        return *board, *sides, *clocked_parts(below, shown, canvas), foot
    return *board, *sides, *_below(below, shown, canvas), foot


def _clocked(shown: TableView) -> bool:
    """Whether a turn with dice or clock goes on, and nothing is asked before it."""
    asked = shown.question or shown.challenge or shown.settling or shown.pointed
    return not asked and (shown.clock is not None or shown.dice is not None)


def _sides(
    shown: TableView, layout: Layout, canvas: Canvas
) -> tuple[tuple[AnyPart, ...], pygame.Rect]:
    """The sides, smaller where a clock needs the room; and the area left below them."""
    column = layout.column
    if shown.challenge or shown.settling:
        return slim_parts(column, shown.sides, canvas)
    if _clocked(shown) and (layout.upright or needs_room(shown)):
        return slim_parts(column, shown.sides, canvas)
    if shown.clock is None or shown.question is not None:
        return side_parts(column, shown.sides, canvas)
    room = pygame.Rect(column.left, column.top, column.width, column.height * 2 // 3)
    parts, below = side_parts(room, shown.sides, canvas)
    return parts, pygame.Rect(below.left, below.top, below.width, column.bottom - below.top)


def _below(area: pygame.Rect, shown: TableView, canvas: Canvas) -> tuple[AnyPart, ...]:
    """What goes on: what is asked first of all."""
    if shown.challenge is not None:
        return challenge_parts(area, shown.challenge, shown.state, canvas)
    if shown.settling is not None:
        return settling_parts(area, shown.settling, shown.state, canvas)
    return turn_parts(area, shown, canvas)
