"""The page for onlookers at the table: where it is opened, what is shown of it, how it closes."""

from __future__ import annotations

import math
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pygame
import pytest
from lobby_presses import ENGLISH, answer, go_to, opened, shown
from standins import Evening, board

from device.addons.page.addresses import bound_sockets, code_of, urls
from device.addons.page.menu import SWITCH_PAGE, OnlookersPage
from device.language.texts import Message
from device.screen.scoreboard import Scoreboard
from device.session.core.effects import Job
from device.session.core.inputs import JobDone
from device.session.core.state import Asking, Lobby
from device.session.lobby.lobby import LineKind
from device.simulator.named_texts import named_text
from device.views.table import view
from hardware.panel.port import Button

ADDRESSES = ("http://192.168.1.20:8080", "http://table.local:8080")
CODE = ("#.#", ".#.", "##.")


def with_page(evening: Evening, page: OnlookersPage | None) -> Evening:
    device = evening.state.device
    device = replace(device, addons=()) if page is None else device.having(page)
    evening.state = replace(evening.state, device=device)
    return evening


def switched(evening: Evening, *page: Any) -> Evening:
    """The page is so now."""
    return evening.put(JobDone(SWITCH_PAGE, OnlookersPage(*page), evening.now))


def asked(evening: Evening) -> str:
    assert isinstance(evening.state.phase, Asking)
    return ENGLISH.say(evening.state.phase.question.text)


def in_a_game() -> Evening:
    evening = with_page(Evening(), OnlookersPage())
    evening.lay(board()).press(Button.NEXT)
    return answer(evening, named_text("onlookers-page"))


def test_a_table_that_can_have_none_offers_none() -> None:
    evening = with_page(go_to(opened(), LineKind.DEVICE), None).press(Button.OK)
    assert named_text("network-only") in shown(evening)
    assert named_text("onlookers-page") not in shown(answer(evening, named_text("network-only")))


def test_it_is_opened_from_the_menu_and_its_code_is_shown() -> None:
    evening = in_a_game()
    assert asked(evening) == named_text("page-may-be-seen")
    answer(evening, named_text("open-the-page"))
    assert Job(SWITCH_PAGE, (True,)) in evening.effects
    assert asked(evening) == "One moment…"
    switched(evening, ADDRESSES, CODE, None)
    assert asked(evening) == "Spectators: " + "\n".join(ADDRESSES)
    seen = view(evening.state, ENGLISH).dialog.question
    assert seen is not None
    assert seen.code == CODE
    answer(evening, "Back")
    assert asked(evening) == named_text("looking-at-the-network")
    assert evening.state.device.of(OnlookersPage) == OnlookersPage(ADDRESSES, CODE)


def test_what_comes_of_it_disturbs_nobody_who_has_left() -> None:
    evening = in_a_game()
    answer(evening, named_text("open-the-page"))
    answer(evening, "Back")
    before = evening.state.phase
    switched(evening, ADDRESSES, CODE, None)
    assert evening.state.phase is before
    assert evening.state.device.of(OnlookersPage) == OnlookersPage(ADDRESSES, CODE)


def test_why_it_cant_be_had_is_reported_and_it_can_be_tried_again() -> None:
    evening = answer(in_a_game(), named_text("open-the-page"))
    why = Message("The page can’t be opened: port {n} is taken.", {"n": 8080})
    switched(evening, (), (), why)
    assert asked(evening) == "The page can’t be opened: port 8080 is taken."
    assert shown(evening) == [named_text("open-the-page"), "Back"]


def test_in_the_lobby_it_is_closed_again() -> None:
    evening = with_page(go_to(opened(), LineKind.DEVICE), OnlookersPage(ADDRESSES, CODE))
    answer(evening.press(Button.OK), named_text("onlookers-page"))
    answer(evening, "Close the page")
    assert Job(SWITCH_PAGE, (False,)) in evening.effects
    switched(evening, (), (), None)
    assert asked(evening) == named_text("page-may-be-seen")
    answer(answer(answer(evening, "Back"), "Back"), "Back")
    assert isinstance(evening.state.phase, Lobby)


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (480, 800)])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_phone_can_read_the_code_on_every_screen(size: tuple[int, int], theme: str) -> None:
    evening = with_page(in_a_game(), OnlookersPage(ADDRESSES, code_of(ADDRESSES[0])))
    switched(evening, ADDRESSES, code_of(ADDRESSES[0]), None)
    device = replace(evening.state.device, theme=theme)
    surface = pygame.Surface(size, depth=24)
    Scoreboard(surface, motion=False).draw(
        view(replace(evening.state, device=device), ENGLISH), math.inf
    )
    picture = np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == ADDRESSES[0]


# Where it is found


def test_an_address_leads_there_everywhere_and_a_name_where_avahi_shows_it(tmp_path: Path) -> None:
    there = tmp_path / "pid"
    assert urls("192.168.1.20", 8080, avahi=there) == ("http://192.168.1.20:8080",)
    there.touch()
    name = f"http://{socket.gethostname().lower().partition('.')[0]}.local:8080"
    assert urls("192.168.1.20", 8080, avahi=there) == ("http://192.168.1.20:8080", name)
    assert urls("fe80::1", 80, avahi=there)[0] == "http://[fe80::1]:80"
    assert urls("127.0.0.1", 80, avahi=there) == ("http://127.0.0.1:80",)


def test_all_of_the_devices_addresses_have_one_port() -> None:
    found = bound_sockets("", 0)
    try:
        assert len({one.getsockname()[1] for one in found}) == 1
        assert found[0].getsockname()[0] == "0.0.0.0"
    finally:
        for one in found:
            one.close()
