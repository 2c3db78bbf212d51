"""Showing what is left on a rack to the camera: what lies there, asked about as far as need be.

What becomes of the rack once it is known is handed in. Tests: tests/device/test_settling.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from device.session.committing import ask, option, refuse
from device.session.effects import FollowAgain, LookNow, Play, SayAloud
from device.session.naming_racks import Then
from device.session.racks import (
    how_many,
    only_counts,
    rack_told,
    shown,
    take_off,
    tile_told,
    why_not,
)
from device.session.state import (
    CameraStatus,
    Option,
    Question,
    Settling,
    Step,
    TableState,
)
from device.texts import Message
from engine.events import Side
from engine.squares import Square
from engine.tiles import Tile
from hardware.panel import Tone
from vision.doubt import Doubt

Told = Mapping[Square, Tile]
"""What the players said of squares that weren't read for sure."""


def ask_shown(state: TableState, told: Told, then: Then) -> Step:
    """Asks whether what lies there is the rack that is wanted, or says why it can't be."""
    phase, game = state.phase, state.game.state
    if not isinstance(phase, Settling):
        return state, ()
    there = shown(state, told)
    if there.doubts:
        return _ask_which(state, there.doubts[0], told, then)
    named, letters = dict(phase.named), there.letters
    if not letters and how_many(game, phase.side):
        text = Message("{side}: no tile is seen there yet.", {"side": phase.side})
        message = Message("{first} {then}", {"first": text, "then": how_shown(state)})
        return replace(state, message=message), (Play(Tone.WARN), SayAloud(message), LookNow())
    if (why := why_not(game, phase.side, named, letters)) is not None:
        return refuse(state, why)
    if phase.named and letters and sorted(phase.named[-1][1]) == sorted(letters):
        return _ask_still_there(state, phase.named[-1][0], phase.side, told, then)
    return _confirm(state, phase.side, told, then)


def how_shown(state: TableState) -> Message:
    """How the rack that is wanted is shown."""
    values = {"side": _wanted(state)}
    if state.camera is not CameraStatus.SEES:
        return Message("There is no camera. {side}: name what is left on your rack (OK).", values)
    if only_counts(state.game.state):
        return Message(
            "{side}: lay what is left in a row and press your button, or an arrow to say how many.",
            values,
        )
    return Message("{side}: lay what is left in a row, then press your button.", values)


def what_is_seen(state: TableState, letters: str) -> Message:
    """What lies there now, as it is said."""
    rack = rack_told(state.game.state, _wanted(state), letters, hidden=state.extras.hide_scores)
    return Message("{rack} Press your button when all lie there.", {"rack": rack})


def wait_for_rack(state: TableState) -> Step:
    """Nothing is taken yet."""
    return replace(state, message=how_shown(state)), (FollowAgain(),)


def _wanted(state: TableState) -> Side:
    return state.where.side if isinstance(state.where, Settling) else ""


def _ask_which(state: TableState, doubt: Doubt, told: Told, then: Then) -> Step:
    """Asks what lies on a square that wasn't read for sure, a blank's letter never."""
    square, game = doubt.square, state.game.state

    def named(tile: Tile) -> Option:
        label = tile_told(game, tile)
        return Option(label, lambda now: ask_shown(now, {**told, square: tile}, then))

    options = [named(tile) for tile, _ in doubt.candidates]
    text = Message("What lies on {square}?", {"square": square.name})
    return ask(state, Question(text, (*options, option("Look again", wait_for_rack)), (square,)))


def _ask_still_there(state: TableState, before: Side, side: Side, told: Told, then: Then) -> Step:
    """The same letters as the rack before: the same tiles, or others?"""
    text = Message("{other}'s rack had the same tiles. Whose tiles are these?", {"other": before})
    still = option("{side}'s", lambda now: refuse(now, take_off(before)), side=before)
    own = option("{side}'s", lambda now: _confirm(now, side, told, then), side=side)
    return ask(state, Question(text, (still, own)))


def _confirm(state: TableState, side: Side, told: Told, then: Then) -> Step:
    letters = shown(state, told).letters

    def right(now: TableState) -> Step:
        if shown(now, told).letters != letters:
            text = Message("The tiles have changed: press again when all of them are laid.")
            return refuse(now, text)
        return then(now, ((side, letters),))

    rack = rack_told(state.game.state, side, letters, hidden=state.extras.hide_scores)
    options = (option("Yes, that is right", right), option("No", wait_for_rack))
    return ask(state, Question(Message("{rack} Right?", {"rack": rack}), options))
