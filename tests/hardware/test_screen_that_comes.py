"""A screen that is switched on, or plugged in, after the start: the table shows itself on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from hardware import display as displays
from hardware.display import Display, Rotation


@pytest.fixture
def connector(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file in which the kernel says what is in a socket; nothing is, so there is no screen."""
    for name in displays.DESKTOPS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(displays, "UNSEEN_DRIVERS", frozenset())
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
    status = tmp_path / "card1-HDMI-A-1" / "status"
    status.parent.mkdir()
    status.write_text("disconnected\n", encoding="ascii")
    pygame.display.quit()
    yield status
    pygame.display.quit()


def comes(connector: Path, monkeypatch: pytest.MonkeyPatch, driver: str = "dummy") -> None:
    connector.write_text("connected\n", encoding="ascii")
    monkeypatch.setenv("SDL_VIDEODRIVER", driver)


@pytest.mark.parametrize("turn", Rotation)
def test_what_was_drawn_before_is_shown_and_drawing_goes_on(
    connector: Path, monkeypatch: pytest.MonkeyPatch, turn: Rotation
) -> None:
    display = Display((320, 240), turn=turn, connectors=connector.parents[1])
    assert display.missing is not None
    drawn = display.surface
    drawn.fill("red")
    assert not display.look_again()
    comes(connector, monkeypatch)
    assert display.look_again()
    assert display.visible
    assert display.surface is drawn
    screen = pygame.display.get_surface()
    assert tuple(screen.get_at((5, 5)))[:3] == (255, 0, 0)
    drawn.fill("blue")
    display.show([drawn.get_rect()])
    assert tuple(screen.get_at((5, 5)))[:3] == (0, 0, 255)
    assert not display.look_again()  # it is there
    display.close()


def test_a_screen_that_cant_be_used_is_tried_once(
    connector: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    display = Display((320, 240), connectors=connector.parents[1])
    comes(connector, monkeypatch, driver="kmsdrm")
    assert not display.look_again()
    assert not display.look_again()
    assert len(caplog.records) == 1
    connector.write_text("disconnected\n", encoding="ascii")
    assert not display.look_again()
    comes(connector, monkeypatch)
    assert display.look_again()
    display.close()


def test_where_nothing_is_to_be_seen_nothing_is_looked_for(
    connector: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    headless = Display((320, 240), headless=True, connectors=connector.parents[1])
    comes(connector, monkeypatch)
    assert not headless.look_again()
