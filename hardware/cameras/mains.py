"""How often lamps flicker here: by the country that the machine was given, twice its mains' hertz.

A card is given its country for Wi-Fi (Raspberry Pi Imager, raspi-config) and always a time zone.
Knows no camera. Tests: tests/hardware/test_mains.py.
"""

from __future__ import annotations

import re
from pathlib import Path

# fmt: off
AT_60_HERTZ = frozenset({
    "AG", "AI", "AS", "AW", "BM", "BR", "BS", "BZ", "CA", "CO", "CR", "CU", "DO", "EC", "FM", "GT",
    "GU", "GY", "HN", "HT", "KN", "KR", "KY", "MF", "MS", "MX", "NI", "PA", "PE", "PH", "PR", "PW",
    "SA", "SR", "SV", "TC", "TT", "TW", "US", "VE", "VG", "VI",
})
# fmt: on
"""Countries (ISO 3166) whose mains are of 60 Hz alone, by IEC's World Plugs (iec.ch/world-plugs, as
tabled in github.com/benjiao/world-plugs). Japan, Liberia and North Korea have both: 50 Hz is taken
there, and the setting says otherwise."""

USUAL_HERTZ = 50


def period_microseconds(hertz: int) -> int:
    """How long a lamp takes from bright to bright: it flickers twice in each period of the mains.
    10 000 at 50 Hz, 8 333 at 60 Hz."""
    return round(1_000_000 / (2 * hertz))


def mains_hertz(root: Path = Path("/")) -> int:
    """The mains' hertz in the country that this machine was given; 50 where none is known."""
    return 60 if country(root) in AT_60_HERTZ else USUAL_HERTZ


def country(root: Path = Path("/")) -> str | None:
    """The country (ISO 3166) of this machine's Wi-Fi, else that of its time zone."""
    return _of_wifi(root) or _of_time_zone(root)


def _of_wifi(root: Path) -> str | None:
    """The country set in cmdline.txt or by raspi-config; "00" stands for the world."""
    found = re.search(r"cfg80211\.ieee80211_regdom=([A-Z]{2})\b", _text(root / "proc/cmdline"))
    if found is not None:
        return found[1]
    country = _text(root / "sys/module/cfg80211/parameters/ieee80211_regdom").strip()
    return country if re.fullmatch(r"[A-Z]{2}", country) else None


def _of_time_zone(root: Path) -> str | None:
    """By tzdata's table of zones and their countries."""
    zone = _text(root / "etc/timezone").strip()
    if not zone:
        try:
            zone = (root / "etc/localtime").readlink().as_posix().partition("zoneinfo/")[2]
        except OSError:
            return None
    for line in _text(root / "usr/share/zoneinfo/zone.tab").splitlines():
        columns = line.split("\t")
        if not line.startswith("#") and len(columns) > 2 and columns[2] == zone:
            return columns[0]
    return None


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except OSError:
        return ""
