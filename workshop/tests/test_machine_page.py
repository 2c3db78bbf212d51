"""A machine's page says whether a game has begun."""

from __future__ import annotations

from workshop.machine.page import begun, page_at


def test_a_page_that_isnt_there_says_nothing() -> None:
    assert page_at(9)() == {}
    assert not begun({})


def test_a_lobby_is_no_turn() -> None:
    said = {"p1_name": "Ann", "state": "What are you playing?"}
    assert not begun(said)
    assert begun(said | {"state": "Ann’s turn"})
