"""Which sound card is heard: chosen in the lobby, by setting, and kept for the next start."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from lobby_presses import ENGLISH, opened, take, value_of
from standins import Evening

from device.cli import doctor_trials
from device.cli.play import _with_card
from device.language.texts import Message
from device.session.care.device import card_name
from device.session.core.effects import PlayTone, UseSoundCard
from device.session.lobby.lobby import LineKind, lines
from device.settings.config import ConfigError, PanelSettings, Settings, settings_from
from device.simulator.named_texts import named_text
from device.storage.sound_card import FILE, keep_card, kept_card
from hardware.panel import speaker as speakers
from hardware.panel.port import Tone
from hardware.panel.speaker import CARD_SETTING, Speaker, name_card, open_card, use_card

CARDS = ("vc4hdmi0", "vc4hdmi1", "Headphones", "ABCDEF")


@pytest.fixture(autouse=True)
def _without_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CARD_SETTING, raising=False)


def with_cards(*cards: str) -> Evening:
    evening = opened()
    evening.state = replace(evening.state, device=replace(evening.state.device, cards=cards))
    return evening


def test_the_lobby_goes_from_card_to_card_and_a_tone_shows_which_is_heard() -> None:
    evening = with_cards("vc4hdmi0", "Headphones")
    assert value_of(evening, LineKind.CARD) == named_text("the-usual-one")
    take(evening, LineKind.CARD)
    assert value_of(evening, LineKind.CARD) == named_text("hdmi-socket", n="1")
    assert evening.state.message is not None
    assert ENGLISH.say(evening.state.message) == "Sound comes from: HDMI socket 1."
    assert evening.effects[-2:] == [UseSoundCard("vc4hdmi0"), PlayTone(Tone.PLAY)]
    take(evening, LineKind.CARD)
    assert value_of(evening, LineKind.CARD) == named_text("headphone-socket")
    take(evening, LineKind.CARD)
    assert value_of(evening, LineKind.CARD) == named_text("the-usual-one")


def test_one_card_leaves_nothing_to_choose() -> None:
    evening = with_cards("vc4hdmi0")
    take(evening, LineKind.VOLUME)
    assert LineKind.CARD not in {line.kind for line in lines(evening.state)}


def test_a_buzzer_is_one_to_choose_from() -> None:
    """Who has a speaker and no buzzer needn't know that the wiring names one."""
    evening = with_cards("vc4hdmi0")
    device = replace(evening.state.device, buzzer=True)
    evening.state = replace(evening.state, device=device)
    assert value_of(evening, LineKind.CARD) == named_text("the-buzzer")
    take(evening, LineKind.CARD)
    assert value_of(evening, LineKind.CARD) == named_text("hdmi-socket", n="1")
    assert evening.effects[-2:] == [UseSoundCard("vc4hdmi0"), PlayTone(Tone.PLAY)]
    take(evening, LineKind.CARD)
    assert value_of(evening, LineKind.CARD) == named_text("the-buzzer")


def test_every_card_has_a_name() -> None:
    names = [ENGLISH.say(card_name(card)) for card in ("", *CARDS)]
    assert names == [
        named_text("the-usual-one"),
        named_text("hdmi-socket", n="1"),
        named_text("hdmi-socket", n="2"),
        named_text("headphone-socket"),
        "ABCDEF",
    ]


def test_alsa_is_set_by_default_since_hdmi_takes_iec958_alone() -> None:
    name_card("vc4hdmi0")
    assert os.environ[CARD_SETTING] == "default:CARD=vc4hdmi0"
    name_card("")
    assert CARD_SETTING not in os.environ


def test_tones_go_on_from_the_card_that_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speaker = Speaker()
    speaker.sound(Tone.CLICK)
    before = speaker._sounds
    assert use_card("vc4hdmi0") is None
    speaker.sound(Tone.CLICK)
    assert speaker._sounds is not None
    assert speaker._sounds is not before
    assert speaker.missing is None
    speaker.close()


def test_the_channel_of_a_voice_stays_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    assert open_card() is None
    pygame.mixer.set_reserved(1)
    try:
        assert use_card("vc4hdmi0") is None
        speaker = Speaker()
        speaker.sound(Tone.WHISTLE)
        assert not pygame.mixer.Channel(0).get_busy()
        assert pygame.mixer.get_busy()
        speaker.close()
    finally:
        pygame.mixer.init()
        pygame.mixer.set_reserved(0)
        pygame.mixer.quit()


def test_a_card_that_cant_be_had_says_why_and_another_may_be_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speaker = Speaker()
    answers = iter(["no such device", "no such device", None])
    opens = speakers.open_card
    monkeypatch.setattr(speakers, "open_card", lambda: next(answers) or opens())
    assert use_card("vc4hdmi1") == "no such device"
    assert speaker.missing == "No sound (no such device): the game continues without it."
    use_card("vc4hdmi0")
    monkeypatch.setattr(speakers, "open_card", opens)
    assert speaker.missing is None
    speaker.close()


def test_the_chosen_card_is_kept_for_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.cli.play.sound_cards", lambda: CARDS)
    set_so = settings_from({"panel": {"sound_card": "Headphones"}}, "here")
    assert _with_card(set_so, tmp_path) == set_so
    keep_card(tmp_path, "vc4hdmi0")
    assert _with_card(set_so, tmp_path).panel.sound_card == "vc4hdmi0"
    keep_card(tmp_path, "")
    assert _with_card(set_so, tmp_path).panel.sound_card == ""
    keep_card(tmp_path, "gone")  # a USB speaker that isn't plugged in tonight
    assert _with_card(set_so, tmp_path) == set_so


def test_what_is_no_card_is_passed_over(tmp_path: Path) -> None:
    assert kept_card(tmp_path) is None
    (tmp_path / FILE).write_text("default:CARD=x; rm\n", encoding="utf-8")
    assert kept_card(tmp_path) is None
    keep_card(tmp_path / FILE, "vc4hdmi0")  # no folder: logged, and nothing breaks
    assert kept_card(tmp_path / FILE) is None


@pytest.mark.parametrize("card", ["plughw:CARD=vc4hdmi0", "a card", "x" * 16])
def test_a_setting_is_the_cards_name_alone(card: str) -> None:
    with pytest.raises(ConfigError, match=r"panel\.sound_card"):
        settings_from({"panel": {"sound_card": card}}, "here")


def test_alsas_own_is_what_ships() -> None:
    assert Settings().panel.sound_card == ""


def test_the_doctor_plays_a_tone_on_each_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(speakers, "sound_cards", lambda: ("vc4hdmi0", "Headphones"))
    used: list[str] = []
    use = speakers.use_card
    monkeypatch.setattr(speakers, "use_card", lambda card: used.append(card) or use(card))
    messages: list[str] = []

    def announce(message: Message) -> None:
        messages.append(ENGLISH.say(message))

    settings = PanelSettings(sound_card="Headphones")
    monkeypatch.setattr(doctor_trials, "TONES", {Tone.CLICK: Message("a button press")})
    (check,) = doctor_trials._try_speaker(settings, 3, announce, lambda _: None)
    assert used == ["vc4hdmi0", "Headphones", "Headphones"]
    assert messages[:2] == [
        named_text("listen-a-tone-from", card="HDMI socket 1", name="vc4hdmi0"),
        named_text("listen-a-tone-from", card="headphone socket", name="Headphones"),
    ]
    assert check.key == "speaker-played"
