"""Lights a lamp for the player whose turn it is: an example of a plug-in for tilekeeper.

Without pins in the settings, it prints which lamp is lit: tilekeeper writes that into its log. To
try it without a table: python tilekeeper_lamp.py < evening.jsonl
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


class PrintedLamp:
    """A lamp that isn't there."""

    def __init__(self, place: int) -> None:
        self._name = f"lamp {place}"

    def on(self) -> None:
        print(f"{self._name} is on")

    def off(self) -> None:
        print(f"{self._name} is off")


def lamps_on(pins: Sequence[int]) -> list[Any]:
    """A lamp for each player's pin; printed ones without pins."""
    if not pins:
        return [PrintedLamp(place) for place in (1, 2, 3, 4)]
    from gpiozero import LED  # only where there are lamps

    return [LED(pin) for pin in pins]


def side_to_move(moment: Mapping[str, Any]) -> int | None:
    """The place of the player whose turn it is, counted from 0; None outside a game."""
    if moment["where"] != "game":
        return None
    turns = [side["turn"] for side in moment["sides"]]
    return turns.index(True) if True in turns else None


def lamp(moments: Iterable[Mapping[str, Any]]) -> None:
    """Called once; each moment is what spectators see at that time. Ends with the last one."""
    lamps: list[Any] = []
    lit = None
    for moment in moments:
        lamps = lamps or lamps_on(moment["options"].get("pins", ()))
        now = side_to_move(moment)
        if now != lit:
            switch(lamps, lit, on=False)
            switch(lamps, now, on=True)
            lit = now
    switch(lamps, lit, on=False)


def switch(lamps: list[Any], place: int | None, *, on: bool) -> None:
    """Switches a player's lamp, if there is one."""
    if place is not None and place < len(lamps):
        lamps[place].on() if on else lamps[place].off()


if __name__ == "__main__":
    lamp(json.loads(line) for line in sys.stdin)
