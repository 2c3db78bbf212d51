"""The voice as it sounds: what espeak-ng makes is measured, and the card plays it."""

from __future__ import annotations

import io
import threading
import wave
from pathlib import Path

import numpy as np
import pygame
import pytest

from hardware.panel.speaker import RATE
from hardware.speech import Espeak, SpeechError, at_rate

TEXTS = {
    "en": ("quiz.", "Ann: quiz, 48 points. Ann has 120 points. It’s Ben’s turn."),
    "fr": ("quiz.", "Ann : quiz, 48 points. Ann a 120 points. C’est à Ben de jouer."),
}


def seconds(made: bytes) -> float:
    return len(at_rate(made)) / RATE


@pytest.mark.parametrize("language", TEXTS)
def test_a_sentence_is_heard_and_lasts_as_long_as_it_takes(language: str) -> None:
    speech = Espeak()
    word, sentences = (speech.made(text, language) for text in TEXTS[language])
    assert 0.2 < seconds(word) < 1.5
    assert 3.0 < seconds(sentences) < 9.0
    heard = at_rate(sentences).astype(float)
    assert 1_000 < np.sqrt(np.mean(heard**2)) < 12_000, "neither silent nor distorted"
    assert np.mean(np.abs(heard) > 32_000) < 0.001


def test_each_language_has_its_own_voice() -> None:
    speech = Espeak()
    assert speech.made("71 points", "en") != speech.made("71 points", "fr")


def test_a_wave_is_brought_to_the_cards_rate() -> None:
    rate, hertz = 22_050, 440
    tone = np.sin(2 * np.pi * hertz * np.arange(rate) / rate) * 20_000
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(rate)
        written.writeframes(tone.astype("<i2").tobytes())
    samples = at_rate(file.getvalue())
    assert len(samples) == RATE
    loudest = int(np.argmax(np.abs(np.fft.rfft(samples))))
    assert loudest == hertz


def test_what_is_hushed_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speech, hush = Espeak(), threading.Event()
    assert speech.missing is None
    hush.set()
    speech.say(TEXTS["en"][1], "en", hush)
    threading.Timer(0.2, hush.set).start()
    hush.clear()
    speech.say(TEXTS["en"][1] * 20, "en", hush)
    speech.close()
    pygame.mixer.quit()


def test_nothing_is_made_where_it_is_mute() -> None:
    speech = Espeak("no-such-program")
    speech.set_volume(0)
    speech.say("quiz", "en", threading.Event())


def test_without_espeak_a_sentence_says_what_to_do() -> None:
    speech = Espeak("no-such-program")
    assert speech.missing == (
        "No voice (espeak-ng is missing: sudo apt install espeak-ng): the "
        "game continues without it."
    )


def test_a_program_that_fails_is_one_sentence(tmp_path: Path) -> None:
    program = tmp_path / "espeak"
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)
    with pytest.raises(SpeechError, match=r"^No voice \(.*status 3.*\): the game continues"):
        Espeak(str(program)).made("quiz", "en")
