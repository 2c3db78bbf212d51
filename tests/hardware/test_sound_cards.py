"""The names of the sound cards, as ALSA lists them."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.panel.speaker import LIBASOUND, hush_alsa, sound_cards

LISTED = """\
 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
10 [ABCDEFGHIJKLMNO]: USB-Audio - USB Audio [long]
                      Generic USB Audio at usb-0000:01:00.0-1.3, full speed
"""


def test_cards_are_named_as_a_player_of_sound_wants_them(tmp_path: Path) -> None:
    cards = tmp_path / "cards"
    cards.write_text(LISTED, encoding="utf-8")
    assert sound_cards(cards) == ("vc4hdmi0", "Headphones", "ABCDEFGHIJKLMNO")


def test_none_is_no_error(tmp_path: Path) -> None:
    cards = tmp_path / "cards"
    assert sound_cards(cards) == ()
    cards.write_text("--- no soundcards ---\n", encoding="utf-8")
    assert sound_cards(cards) == ()


# What ALSA's library has to say of a machine without a card

WITHOUT_A_CARD = """
from hardware.panel.speaker import open_card
print(open_card())
"""

LISTED_AS_LOADED = """\
7f30-7f40 r-xp 00000000 08:01 131 /usr/lib/aarch64-linux-gnu/libasound.so.2.0.0
7f50-7f60 r-xp 00000000 08:01 132 /opt/a b/pygame.libs/libasound-d80805e8.so.2.0.0
7f70-7f80 r-xp 00000000 08:01 133 /usr/lib/aarch64-linux-gnu/libasound_module_pcm_pulse.so
7f90-7fa0 r-xp 00000000 08:01 134 /usr/lib/aarch64-linux-gnu/libc.so.6
"""


def test_a_missing_card_is_reported_by_its_error_alone(tmp_path: Path) -> None:
    settings = tmp_path / "asound.conf"
    settings.write_text("# nothing is called default\n")
    environment = os.environ | {"SDL_AUDIODRIVER": "alsa", "ALSA_CONFIG_PATH": str(settings)}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_A_CARD],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
        env=environment,
    )
    assert done.stdout.startswith("ALSA")
    assert done.stderr == ""


def test_the_library_that_is_loaded_is_known_by_its_name() -> None:
    found = LIBASOUND.findall(LISTED_AS_LOADED)
    assert [Path(name).name for name in found] == [
        "libasound.so.2.0.0",
        "libasound-d80805e8.so.2.0.0",
    ]


def test_a_library_that_cant_be_loaded_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str | None) -> None:
        raise OSError(f"{name}: no such library")

    monkeypatch.setattr(ctypes, "CDLL", missing)
    hush_alsa(tmp_path / "none")
