"""The names of the sound cards, as ALSA lists them."""

from __future__ import annotations

from pathlib import Path

from hardware.panel.speaker import sound_cards

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
