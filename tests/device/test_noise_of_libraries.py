"""What a C library writes on standard error is kept from the terminal, and only meanwhile."""

from __future__ import annotations

import os

import pytest

from device.system.terminal import silent_libraries


def test_nothing_is_seen_meanwhile_and_everything_afterwards(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with silent_libraries():
        os.write(2, b"ALSA lib confmisc.c: cannot find card\n")
    os.write(2, b"seen\n")
    assert capfd.readouterr().err == "seen\n"


def test_an_error_meanwhile_is_not_kept(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ZeroDivisionError), silent_libraries():
        raise ZeroDivisionError
    os.write(2, b"seen\n")
    assert capfd.readouterr().err == "seen\n"
