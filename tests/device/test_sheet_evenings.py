"""Evenings that were written from the rule sheets alone, all totals by hand: played as they stand.

Each says in its second line which rules it shows. They are about rules: what lies on the virtual
table is taken for read, as test_scripted_evenings.py reads the pictures of every game.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from standins import taken_for_read
from test_one_means_alone import CLEAR, FRAMES_A_SECOND

from device.simulator.hands import HURRIED
from device.simulator.run import EveningOutcome, TableTime, VirtualEvening
from device.simulator.script import read_evening

EVENINGS = sorted((Path(__file__).parent.parent / "data" / "evenings").glob("*.txt"))
RULES = re.compile(r"\b[A-Z]{3}-[A-Z]{3}-[0-9]{2}\b")


def rules(path: Path) -> list[str]:
    first, second, *_ = path.read_text(encoding="utf-8").splitlines()
    assert first.startswith("# ")
    return RULES.findall(second)


def played(path: Path) -> object:
    return pytest.param(path, id=path.stem, marks=pytest.mark.rule(*rules(path)))


def play(script: str, name: str) -> EveningOutcome:
    evening, variant = read_evening(script, name)
    clock = TableTime(50.0)
    table = VirtualEvening(
        evening,
        variant,
        seed=20,
        pace=HURRIED,
        clock=clock,
        sleep=clock.sleep,
        frames_a_second=FRAMES_A_SECOND,
        spoiling=CLEAR,
    )
    scene, size = table.camera._scene, variant.layout.size
    return table.play_in_its_own_time(lambda *_: taken_for_read(scene.tiles, size), lambda _: None)


@pytest.mark.parametrize("path", [played(path) for path in EVENINGS])
def test_an_evening_comes_to_what_the_sheet_says(path: Path) -> None:
    outcome = play(path.read_text(encoding="utf-8"), path.name)
    assert outcome.stuck is None
    assert outcome.failed == ()
    assert outcome.differences == ()


def test_the_evenings_are_in_every_game() -> None:
    games = {re.findall(r"^game (\S+)", path.read_text("utf-8"), re.M)[0] for path in EVENINGS}
    assert len(games) == 8
