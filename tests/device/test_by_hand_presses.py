"""What is done by hand takes no more presses than it may, by buttons and by keyboard."""

from __future__ import annotations

import pytest

from workshop.benchmarks.by_hand_presses import DEEDS, Deed, table_of

BY_NAME = {deed.name: deed for deed in DEEDS}


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.name)
def test_a_deed_takes_no_more_presses_than_it_may(deed: Deed) -> None:
    assert deed.presses(keyboard=False) <= deed.most


@pytest.mark.parametrize(
    ("name", "presses"), [('name a side "Lea"', 9), ("enter QUIZ by hand", 10)]
)
def test_with_a_keyboard_names_and_words_are_typed(name: str, presses: int) -> None:
    assert BY_NAME[name].presses(keyboard=True) <= presses


def test_the_table_has_a_row_a_deed() -> None:
    assert [row[0] for row in table_of(DEEDS)] == list(BY_NAME)
