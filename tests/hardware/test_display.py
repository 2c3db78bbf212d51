"""The display with a dummy driver, without one, and without any screen."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from hardware.display import (
    Display,
    KeyDown,
    Rotation,
    TouchDown,
    WindowClosed,
    turned_area,
)

STOPPED = """
import os, signal, time
from hardware.display import Display
display = Display()
def stop(number, frame):
    display.close()
    os.write(1, b"stopped in good order\\n")
    os._exit(0)
signal.signal(signal.SIGTERM, stop)
print("up", flush=True)
while True:
    display.events()
    time.sleep(0.01)
"""


@pytest.fixture
def dummy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def test_headless_draws_and_saves_without_sdls_screen(tmp_path: Path) -> None:
    display = Display((320, 240), headless=True)
    assert not display.visible
    assert display.driver == ""
    assert display.missing is None
    display.surface.fill((255, 0, 0))
    display.show()
    (tmp_path / "shot.png").write_bytes(display.png())
    assert pygame.image.load(str(tmp_path / "shot.png")).get_size() == (320, 240)
    assert display.events() == []
    display.close()


@pytest.mark.usefixtures("dummy")
@pytest.mark.usefixtures("dummy")
def test_a_headless_display_leaves_an_open_one_on_its_screen() -> None:
    """As in the demo, whose table has one of its own."""
    with closing(Display((480, 320))) as on_screen:
        Display(headless=True)
        assert on_screen.surface.get_size() == (480, 320)


def test_keys_and_the_window_closing_come_as_events() -> None:
    display = Display((320, 240), clock=lambda: 7.0)
    try:
        display.events()
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1))
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        assert display.events() == [KeyDown("1", 7.0), WindowClosed()]
        assert display.surface.get_size() == (320, 240)
        display.show()
    finally:
        display.close()


def key(event: int, key: int, types: str = "") -> None:
    pygame.event.post(pygame.event.Event(event, key=key, unicode=types))


@pytest.mark.usefixtures("dummy")
def test_enter_that_was_down_before_counts_once_it_was_let_go() -> None:
    display = Display((320, 240), clock=lambda: 7.0)
    try:
        display.events()
        display.enter_is_held()
        for kind in (pygame.KEYDOWN, pygame.KEYUP, pygame.KEYDOWN):
            key(kind, pygame.K_RETURN, "\r")
        assert display.events() == [KeyDown("return", 7.0)]
    finally:
        display.close()


def test_arrows_that_are_held_down_count_again_and_letters_do_not() -> None:
    display = Display((320, 240), clock=lambda: 7.0)
    try:
        display.events()
        for _ in range(3):
            key(pygame.KEYDOWN, pygame.K_RIGHT)
            key(pygame.KEYDOWN, pygame.K_u, "u")
        right, letter = KeyDown("right", 7.0), KeyDown("u", 7.0, "u")
        held = replace(right, again=True)
        assert display.events() == [right, letter, held, held]
        key(pygame.KEYUP, pygame.K_u)
        key(pygame.KEYDOWN, pygame.K_u, "U")
        assert display.events() == [KeyDown("u", 7.0, "U")]
        assert pygame.key.get_repeat() == (400, 70)
    finally:
        display.close()


@pytest.mark.usefixtures("dummy")
def test_keys_that_type_no_letter_type_nothing() -> None:
    display = Display((320, 240), clock=lambda: 7.0)
    try:
        display.events()
        key(pygame.KEYDOWN, pygame.K_RETURN, "\r")
        key(pygame.KEYDOWN, pygame.K_SPACE, " ")
        assert display.events() == [KeyDown("return", 7.0), KeyDown("space", 7.0, " ")]
    finally:
        display.close()


@pytest.mark.usefixtures("dummy")
@pytest.mark.parametrize("turn", Rotation)
def test_a_touch_is_where_the_picture_shows_it_however_the_screen_is_turned(
    turn: Rotation,
) -> None:
    display = Display((320, 240), turn=turn, clock=lambda: 7.0)
    try:
        display.events()
        seen = turned_area(pygame.Rect(10, 20, 1, 1), (320, 240), turn).topleft
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=seen, button=1))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=seen, button=3))
        assert display.events() == [TouchDown((10, 20), 7.0)]
    finally:
        display.close()


@pytest.mark.usefixtures("dummy")
@pytest.mark.parametrize("what", [pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED])
def test_a_window_that_was_covered_shows_all_of_it_again(
    what: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    display = Display((320, 240))
    try:
        display.events()
        shown: list[object] = []
        monkeypatch.setattr(pygame.display, "flip", lambda: shown.append("whole"))
        assert display.events() == []
        assert shown == []
        pygame.event.post(pygame.event.Event(what))
        assert display.events() == []
        assert shown == ["whole"]
    finally:
        display.close()


@pytest.mark.usefixtures("dummy")
def test_only_what_has_changed_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    display = Display((320, 240))
    try:
        shown: list[object] = []
        monkeypatch.setattr(pygame.display, "update", shown.append)
        display.show([])
        assert shown == []
        display.show([pygame.Rect(1, 2, 3, 4)])
        assert shown == [[pygame.Rect(1, 2, 3, 4)]]
    finally:
        display.close()


@pytest.mark.usefixtures("dummy")
def test_a_dummy_screen_is_reported() -> None:
    display = Display((320, 240))
    assert display.driver == "dummy"
    display.close()
    assert display.missing is not None
    assert "No screen" in display.missing


def test_no_screen_is_reported_and_drawing_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    display = Display((320, 240))
    assert display.missing is not None
    assert "No screen" in display.missing
    assert not display.visible
    display.surface.fill((0, 0, 0))
    display.show()
    display.close()


def test_sigterm_is_ours_even_after_sdl_is_up() -> None:
    running = subprocess.Popen(
        [sys.executable, "-c", STOPPED],
        stdout=subprocess.PIPE,
        text=True,
        env={"SDL_VIDEODRIVER": "dummy", "PATH": "/usr/bin", "PYTHONPATH": ":".join(sys.path)},
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "up\n"
    running.terminate()
    out, _ = running.communicate(timeout=10)
    assert out == "stopped in good order\n"
    assert running.returncode == 0


def test_pygame_is_imported_without_reading_all_that_is_installed() -> None:
    code = "import sys; from hardware.display import Display; print('pkg_resources' in sys.modules)"
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert output == "False\n"
