"""Writes the evening that the example of a plug-in can be tried with: python -m
workshop.example_moments

A short game at the virtual table, as a plug-in is sent it. Run it after changing what spectators
may know (device/views/payload.py). Tests: tests/device/test_plugins.py says when.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from device.addons.plugins.plug_ins import line_of, public_moment
from device.cli.demo import shipped_evenings
from device.session.core.state import TableState
from device.simulator.hands import HURRIED
from device.simulator.run import TableTime, VirtualEvening
from device.simulator.script import read_evening
from device.views.payload import ShownMoment
from device.views.table import TableView
from vision.reader import BoardReader

EVENING = "pee-wee"
PLACE = Path(__file__).parents[1] / "examples/tilekeeper-lamp/evening.jsonl"


class Moments:
    """Keeps every moment at which something else is said of the game: not every tick of a clock."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self._last: object = None

    def see(
        self, state: TableState, view: TableView, language: str, now: float, game: int | None
    ) -> None:
        """The table shows this now."""
        line = line_of(public_moment(ShownMoment(state, view, language, now, game)), {})
        moment = msgspec.json.decode(line)
        what = moment["where"], moment["state"], moment["sides"], moment["turns"]
        if what != self._last:
            self._last = what
            self.lines.append(line)


def main() -> None:
    path = shipped_evenings()[EVENING]
    evening, variant = read_evening(path.read_text(encoding="utf-8"), path.name)
    clock = TableTime(50.0)
    table = VirtualEvening(
        evening, variant, seed=1, pace=HURRIED, clock=clock, sleep=clock.sleep, frames_a_second=4
    )
    reader, moments = BoardReader(variant.layout, variant.tile_set), Moments()
    outcome = table.play_in_its_own_time(
        lambda picture, last: reader.read(picture, last=last),
        lambda _: None,
        onlookers=(moments,),
    )
    if outcome.stuck is not None:
        raise SystemExit(f"the evening got stuck: {outcome.stuck}")
    PLACE.write_bytes(b"".join(moments.lines))
    print(f"{PLACE.relative_to(Path.cwd())}: {len(moments.lines)} moments")


if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    main()
