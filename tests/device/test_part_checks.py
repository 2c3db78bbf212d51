"""The checks of what is heard and seen."""

from __future__ import annotations

import pytest
from said_checks import DOUBTFUL, GOOD, advised, found

from device.doctor.checks import CheckGrade
from device.doctor.panel import DrawnOn, Plugged, screen_check, sound_checks
from device.simulator.named_texts import named_text

CARDS = Plugged(("vc4hdmi0", "Headphones"), ())
NO_CARD = Plugged((), ())


@pytest.mark.parametrize("buzzer", [False, True])
def test_sound_cards_are_named(buzzer: bool) -> None:
    assert found(sound_checks(2, CARDS, buzzer=buzzer)) == {
        "sound": (GOOD, "volume 2"),
        "speaker": (GOOD, "sound cards: vc4hdmi0, Headphones"),
    }


def test_without_a_card_the_buzzer_is_enough_and_nothing_is_not() -> None:
    graded = found(sound_checks(2, NO_CARD, buzzer=True))
    assert graded["speaker"] == (GOOD, named_text("no-sound-card-tones-go"))
    assert found(sound_checks(2, NO_CARD, buzzer=False))["speaker"] == (DOUBTFUL, "no sound card")


@pytest.mark.parametrize(
    ("cards", "screens", "verdict"),
    [
        (("vc4hdmi0", "vc4hdmi1"), (), DOUBTFUL),
        (("vc4hdmi",), ("DSI-1",), DOUBTFUL),
        (("vc4hdmi0", "vc4hdmi1"), ("HDMI-A-1",), GOOD),
        (("vc4hdmi0", "Device"), (), GOOD),
    ],
)
def test_the_sound_of_hdmi_needs_a_screen_there(
    cards: tuple[str, ...], screens: tuple[str, ...], verdict: CheckGrade
) -> None:
    plugged = Plugged(cards, screens)
    assert found(sound_checks(2, plugged, buzzer=False))["speaker"][0] is verdict
    assert found(sound_checks(2, plugged, buzzer=True))["speaker"][0] is GOOD


def test_a_card_that_cannot_be_opened_is_reported_as_the_speaker_says_it() -> None:
    checks = list(sound_checks(2, CARDS, buzzer=False, lost="No sound (Host is down)."))
    assert found(checks)["speaker"] == (DOUBTFUL, "No sound (Host is down).")
    assert "USB speaker" in advised(checks)["speaker"]


def test_a_muted_table_is_reported_and_cards_only_where_they_were_looked_for() -> None:
    assert found(sound_checks(0, None, buzzer=False)) == {"sound": (DOUBTFUL, "muted")}


@pytest.mark.parametrize(
    ("drawn", "plugged", "expected"),
    [
        (None, None, named_text("all-there")),
        (None, Plugged((), ("DSI-1",)), "plugged in: DSI-1"),
        (DrawnOn("x11", 800, 480), NO_CARD, "800 × 480 pixels, x11"),
        (
            DrawnOn("KMSDRM", 1280, 720),
            Plugged((), ("HDMI-A-1", "DSI-1")),
            "1280 × 720 pixels, KMSDRM, HDMI-A-1, DSI-1",
        ),
    ],
)
def test_the_screen_is_reported_as_far_as_it_is_known(
    drawn: DrawnOn | None, plugged: Plugged | None, expected: str
) -> None:
    assert found([screen_check(None, drawn, plugged)]) == {"screen": (GOOD, expected)}


def test_an_invisible_screen_says_so_itself() -> None:
    check = screen_check("No screen here.", DrawnOn("dummy", 800, 480), NO_CARD)
    assert found([check]) == {"screen": (DOUBTFUL, "No screen here.")}
