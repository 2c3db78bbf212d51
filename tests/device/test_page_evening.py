"""A whole evening at the virtual table, and what a browser would get of it at every moment."""

from __future__ import annotations

import json

import msgspec
import pytest
from page_clients import Open, opened
from test_scripted_evenings import FRAMES_A_SECOND, SEED

from device.addons.page import gate, server
from device.cli.demo import shipped_evenings
from device.language.texts import Texts
from device.session.core.state import TableState
from device.simulator.hands import HURRIED
from device.simulator.run import TableTime, VirtualEvening
from device.simulator.script import read_evening
from device.views.payload import payload
from device.views.sheet import sheet_view
from device.views.table import TableView, view
from vision.reader import BoardReader


class Onlooker:
    """Asks for the page whenever the table shows something else."""

    def __init__(self, page: Open) -> None:
        self.page, self.seen = page, list[TableView]()
        self.wrong: list[str] = []

    def see(
        self, state: TableState, shown: TableView, language: str, now: float, game: int | None
    ) -> None:
        self.page.page.see(state, shown, language, now, game)
        if self.seen and shown == self.seen[-1]:
            return
        self.seen.append(shown)
        for wanted in ("en", "fr"):
            texts = Texts(wanted)
            seen = shown if wanted == language else view(state, texts, now)
            expected = msgspec.json.encode(payload(seen, sheet_view(state, texts, now)))
            if self.page.now(wanted) != json.loads(expected):
                self.wrong.append(f"{wanted}: {seen.text.state}")


def test_browsers_get_what_the_screen_shows_at_every_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gate, "OF_ONE_AT_ONCE", 1e6)
    monkeypatch.setattr(server, "REQUESTS_AT_ONCE", 1e6)
    path = shipped_evenings()["pee-wee"]
    evening, variant = read_evening(path.read_text(encoding="utf-8"), path.name)
    clock = TableTime(50.0)
    table = VirtualEvening(
        evening,
        variant,
        seed=SEED,
        pace=HURRIED,
        clock=clock,
        sleep=clock.sleep,
        frames_a_second=FRAMES_A_SECOND,
    )
    reader = BoardReader(variant.layout, variant.tile_set)
    with opened() as page:
        onlooker = Onlooker(page)
        outcome = table.play_in_its_own_time(
            lambda picture, last: reader.read(picture, last=last),
            lambda _: None,
            onlookers=(onlooker,),
        )
    assert outcome.stuck is None
    assert onlooker.wrong == []
    assert len(onlooker.seen) > 15
