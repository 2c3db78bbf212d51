"""How often lamps flicker: by the country of Wi-Fi or time zone, and what a ribbon camera makes of
it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from picamera2_standin import Pi

from hardware.cameras import kinds
from hardware.cameras.csi import CsiCamera, without_flicker
from hardware.cameras.kinds import open_camera
from hardware.cameras.mains import AT_60_HERTZ, country, mains_hertz, period_microseconds

ZONES = """# tzdata
DE\t+5230+01322\tEurope/Berlin\tmost of Germany
US\t+404251-0740023\tAmerica/New_York\tEastern (most areas)
BR\t-2332-04637\tAmerica/Sao_Paulo
"""


def machine(root: Path, **files: str) -> Path:
    names = {
        "cmdline": "proc/cmdline",
        "wifi": "sys/module/cfg80211/parameters/ieee80211_regdom",
        "zone": "etc/timezone",
    }
    for key, text in {**files}.items():
        file = root / names[key]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    table = root / "usr/share/zoneinfo/zone.tab"
    table.parent.mkdir(parents=True, exist_ok=True)
    table.write_text(ZONES, encoding="utf-8")
    return root


@pytest.mark.parametrize(
    ("files", "where", "hertz"),
    [
        ({"cmdline": "console=tty1 cfg80211.ieee80211_regdom=US rootwait\n"}, "US", 60),
        ({"cmdline": "cfg80211.ieee80211_regdom=FR", "zone": "America/New_York\n"}, "FR", 50),
        ({"cmdline": "console=tty1", "wifi": "BR\n"}, "BR", 60),
        ({"wifi": "00\n", "zone": "America/Sao_Paulo\n"}, "BR", 60),
        ({"zone": "Europe/Berlin\n"}, "DE", 50),
        ({"zone": "Etc/UTC\n"}, None, 50),
        ({}, None, 50),
    ],
)
def test_the_cards_country_says_it(
    tmp_path: Path, files: dict[str, str], where: str | None, hertz: int
) -> None:
    root = machine(tmp_path, **files)
    assert (country(root), mains_hertz(root)) == (where, hertz)


def test_trixie_names_the_zone_by_a_link_alone(tmp_path: Path) -> None:
    root = machine(tmp_path)
    (root / "etc").mkdir()
    (root / "etc/localtime").symlink_to("/usr/share/zoneinfo/America/New_York")
    assert mains_hertz(root) == 60


def test_countries_are_two_letters_and_those_with_both_are_left_out() -> None:
    assert all(len(one) == 2 and one.isupper() for one in AT_60_HERTZ)
    assert len(AT_60_HERTZ) == 42
    assert not AT_60_HERTZ & {"JP", "LR", "KP", "DE", "FR", "GB"}


@pytest.mark.parametrize(("hertz", "microseconds"), [(50, 10_000), (60, 8_333)])
def test_a_lamp_flickers_twice_a_period(hertz: int, microseconds: int) -> None:
    assert period_microseconds(hertz) == microseconds


@pytest.mark.parametrize(
    ("exposure", "gain", "steady"), [(19_987, 2.0, 16_666), (14_000, 1.0, 8_333), (300, 1.0, 300)]
)
def test_exposures_are_multiples_of_it(exposure: int, gain: float, steady: int) -> None:
    found, brighter = without_flicker(exposure, gain, 8_333)
    assert found == steady
    assert found * brighter == pytest.approx(exposure * gain)


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pi]:
    pi = Pi()
    monkeypatch.setitem(sys.modules, "picamera2", pi.module())
    yield pi
    for camera in pi.opened:
        camera.close()


@pytest.mark.parametrize(
    ("setting", "here", "expected"),
    [(0, 60, 8_333), (60, 50, 8_333), (50, 60, None), (0, 50, None)],
)
def test_a_ribbon_camera_is_reported(
    pi: Pi, monkeypatch: pytest.MonkeyPatch, setting: int, here: int, expected: int | None
) -> None:
    """It begins with 10 000 as it is configured."""
    monkeypatch.setattr(kinds, "mains_hertz", lambda: here)
    sent: list[dict[str, object]] = []
    camera = open_camera("csi", lambda: pi.now, setting)
    assert isinstance(camera, CsiCamera)
    monkeypatch.setattr(camera._device, "set_controls", sent.append)
    camera.under_mains(setting or here)
    assert sent == ([] if expected is None else [{"AeFlickerPeriod": expected}])
