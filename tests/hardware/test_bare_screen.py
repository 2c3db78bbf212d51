"""A bare screen: which card SDL is pointed at, and that a desktop is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.display import (
    BUFFERS,
    KMS_CARD,
    SMOOTH,
    VSYNC,
    Display,
    card_with_screen,
    screens_plugged_in,
    settings_for_sdl,
    window_flags,
)
from hardware.sdl import pygame

ALWAYS = {BUFFERS: "1", VSYNC: "1", SMOOTH: "linear"}
"""What a bare screen is given, whichever card it's on."""


def connectors(folder: Path, **status: str) -> Path:
    """The kernel's list of connectors, with these in it."""
    for name, text in status.items():
        place = folder / name.replace("_", "-")
        place.mkdir()
        (place / "status").write_text(f"{text}\n", encoding="ascii")
    (folder / "card0").mkdir()
    (folder / "version").write_text("drm 1.1.0\n", encoding="ascii")
    return folder


def test_the_card_that_has_a_screen_is_named(tmp_path: Path) -> None:
    cards = connectors(
        tmp_path, card0_HDMI_A_1="disconnected", card2_DSI_1="connected", card1_HDMI_A_2="unknown"
    )
    assert card_with_screen(cards) == 2
    assert settings_for_sdl({}, cards) == {KMS_CARD: "2"} | ALWAYS


def test_of_two_screens_the_first_is_taken(tmp_path: Path) -> None:
    cards = connectors(tmp_path, card10_DSI_1="connected", card2_HDMI_A_1="connected")
    assert card_with_screen(cards) == 2


def test_without_a_screen_sdl_looks_for_itself(tmp_path: Path) -> None:
    assert settings_for_sdl({}, connectors(tmp_path)) == ALWAYS
    assert card_with_screen(tmp_path / "nowhere") is None


@pytest.mark.parametrize(
    "settings",
    [{"DISPLAY": ":0"}, {"WAYLAND_DISPLAY": "wayland-0"}, {"SDL_VIDEODRIVER": "dummy"}],
)
def test_a_desktop_is_left_alone(tmp_path: Path, settings: dict[str, str]) -> None:
    cards = connectors(tmp_path, card1_DSI_1="connected")
    assert settings_for_sdl(settings, cards) == {}


def test_what_is_set_already_stays(tmp_path: Path) -> None:
    cards = connectors(tmp_path, card1_DSI_1="connected")
    settings = {"DISPLAY": ":0", "SDL_VIDEODRIVER": "KMSDRM", KMS_CARD: "0", VSYNC: "0"}
    assert settings_for_sdl(settings, cards) == {BUFFERS: "1", SMOOTH: "linear"}


def test_a_bare_screen_keeps_its_own_size_and_a_window_may_be_any() -> None:
    bare, window = window_flags("KMSDRM"), window_flags("x11")
    assert bare & pygame.FULLSCREEN
    assert not bare & pygame.RESIZABLE
    assert window & pygame.RESIZABLE
    assert not window & pygame.FULLSCREEN
    assert bare & window & pygame.SCALED
    assert window_flags("dummy") == window_flags("offscreen") == 0


def test_where_pictures_cant_wait_for_the_screen_they_are_shown_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VSYNC, "1")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    display = Display((320, 240))
    display.surface.fill("red")
    display.show()
    assert display.driver == "dummy"
    assert tuple(display.surface.get_at((0, 0)))[:3] == (255, 0, 0)
    display.close()


def test_every_connector_with_a_screen_is_named(tmp_path: Path) -> None:
    cards = connectors(
        tmp_path,
        card1_HDMI_A_2="connected",
        card1_HDMI_A_1="connected",
        card0_DSI_1="connected",
        card1_Composite_1="unknown",
        card1_DP_1="disconnected",
    )
    assert screens_plugged_in(cards) == ("DSI-1", "HDMI-A-1", "HDMI-A-2")
    assert screens_plugged_in(tmp_path / "nowhere") == ()
