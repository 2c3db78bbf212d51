"""Hands outside a machine: what they ask of its board for a press, and how they see lamps."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hardware.panel.debounce import Contact, Contacts, Edge
from hardware.panel.pins import load_pins
from hardware.panel.port import Button, Lamp
from workshop.machine.hands import BoardError, Hands

Answers = Callable[[dict[str, Any]], dict[str, Any]]


@contextmanager
def hands_at(answers: Answers) -> Iterator[tuple[Hands, list[dict[str, Any]]]]:
    """Hands at a board that answers so; what they asked."""
    ours, theirs = socket.socketpair()
    asked: list[dict[str, Any]] = []

    def board() -> None:
        with theirs, theirs.makefile("r") as lines:
            for line in lines:
                asked.append(request := json.loads(line))
                answer = {"number": request["number"]} | answers(request)
                theirs.sendall(json.dumps(answer).encode() + b"\n")

    thread = threading.Thread(target=board)
    thread.start()
    hands = Hands(ours)
    try:
        yield hands, asked
    finally:
        hands.close()
        thread.join()


def pressed(line: int, trace: list[tuple[bool, float]], hold: float | None) -> list[bool]:
    """What the panel makes of a trace: whether each press was a long one."""
    contacts, at, found = Contacts.of([Contact(line, hold)]), 10.0, list[bool]()
    for down, milliseconds in trace:
        contacts, more = contacts.after(Edge(line, down, at))
        found += [one.held for one in more]
        at += milliseconds / 1000
    _, more = contacts.until(at + 1)
    return found + [one.held for one in more]


@pytest.mark.parametrize("button", [Button.SIDE_1, Button.OK, Button.NEXT])
def test_a_press_bounces_and_is_one(button: Button) -> None:
    pins = load_pins()
    wired = next(one for one in pins.buttons if one.button is button)
    with hands_at(lambda _: {"good": None}) as (hands, asked):
        hands.press(button)
    (request,) = asked
    assert (request["do"], request["line"]) == ("trace", wired.pin)
    assert len(request["trace"]) > 4
    assert pressed(wired.pin, request["trace"], pins.hold_of(wired)) == [False]


def test_what_is_held_down_is_held_long_enough() -> None:
    pins = load_pins()
    wired = next(one for one in pins.buttons if one.held is Button.POWER)
    with hands_at(lambda _: {"good": None}) as (hands, asked):
        hands.press(Button.POWER)
    assert pressed(wired.pin, asked[0]["trace"], pins.hold_of(wired)) == [True]


def test_a_blinking_lamp_is_told_from_one_that_is_lit() -> None:
    pins = dict(load_pins().lamps)
    seen = {Lamp.SIDE_1: [True, True, True], Lamp.SIDE_2: [True, False, True]}

    def board(request: dict[str, Any]) -> dict[str, Any]:
        dark = {str(line): [False] * 3 for line in request["lines"]}
        return {"good": dark | {str(pins[lamp]): looks for lamp, looks in seen.items()}}

    with hands_at(board) as (hands, _):
        lamps = hands.lamps()
    assert lamps.lit == {Lamp.SIDE_1}
    assert lamps.blinking == {Lamp.SIDE_2}


def test_an_answer_for_others_is_passed_over() -> None:
    ours, theirs = socket.socketpair()
    theirs.sendall(b'{"number": "of others", "bad": "too late"}\n')
    with theirs:
        hands = Hands(ours)
        asking = threading.Thread(target=hands.press, args=(Button.OK,))
        asking.start()
        request = json.loads(theirs.makefile("r").readline())
        theirs.sendall(json.dumps({"number": request["number"], "good": None}).encode() + b"\n")
        asking.join(5)
        assert not asking.is_alive()
        hands.close()


def test_what_the_board_cant_do_is_raised() -> None:
    with hands_at(lambda _: {"bad": "no such line"}) as (hands, _), pytest.raises(BoardError):
        hands.run("true")


def test_the_time_is_the_machines() -> None:
    with hands_at(lambda request: {"good": 47.5 if request["do"] == "time" else None}) as (
        hands,
        _,
    ):
        assert hands.time() == 47.5
