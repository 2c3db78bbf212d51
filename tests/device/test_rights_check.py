"""The check of a user's rights: what it may not use, with the command that changes it."""

from __future__ import annotations

from said_checks import BAD, GOOD, advised, found

from device.doctor.machine import rights_check
from device.simulator.named_texts import named_text
from hardware.machine import Rights


def test_one_who_may_use_what_is_here() -> None:
    check = rights_check(Rights("anna", ("gpio", "video"), ()), pi=True)
    assert found([check]) == {"rights": (GOOD, "access to: gpio, video")}
    nothing = rights_check(Rights("anna", (), ()), pi=False)
    assert found([nothing]) == {"rights": (GOOD, "nothing here needs any")}


def test_what_is_denied_is_reported_with_the_whole_command() -> None:
    check = rights_check(Rights("anna", ("video",), ("gpio", "input")), pi=True)
    assert found([check]) == {"rights": (BAD, named_text("may-not-use", names="gpio, input"))}
    command = "`sudo usermod -aG gpio,input anna`"
    assert advised([check])["rights"].startswith(f"Type {command}")


def test_on_a_desktop_only_cameras_and_sound_are_missed() -> None:
    denied = Rights("anna", (), ("gpio", "video", "render", "input"))
    assert found([rights_check(denied, pi=False)]) == {
        "rights": (BAD, named_text("may-not-use", names="video"))
    }
    fine = Rights("anna", ("video",), ("gpio", "input"))
    assert found([rights_check(fine, pi=False)]) == {"rights": (GOOD, "access to: video")}
