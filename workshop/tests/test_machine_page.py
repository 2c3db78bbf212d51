"""A machine's page says whether a game has begun."""

from __future__ import annotations

import pytest

from workshop.machine.hands import Ran
from workshop.machine.page import begun, inside, page_at


def test_a_page_that_isnt_there_says_nothing() -> None:
    assert page_at(9)() == {}
    assert not begun({})


def test_a_lobby_is_no_turn() -> None:
    said = {"p1_name": "Ann", "state": "What are you playing?"}
    assert not begun(said)
    assert begun(said | {"state": "Ann’s turn"})


@pytest.mark.parametrize(
    ("output", "said"), [('{"turn": "Ann"}\n', {"turn": "Ann"}), ("", {}), ("<html>", {})]
)
def test_a_machine_without_a_network_asks_its_own_page(output: str, said: object) -> None:
    ran = []

    def run(command: str) -> Ran:
        ran.append(command)
        return Ran(0, output)

    assert inside(run, "obs/now")() == said
    assert "http://127.0.0.1:8080/obs/now" in ran[0]
