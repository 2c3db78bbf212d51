"""What is heard in a recording: every tone, whatever the card's rate and volume."""

from __future__ import annotations

import struct
import wave as wav
from pathlib import Path

import numpy as np
import pytest

from hardware.panel.port import Tone
from hardware.panel.speaker import LOUDNESS, RATE, wave
from hardware.panel.tones import duration
from workshop.machine.sound import NoRecordingError, Recording, Samples, heard, read_recording


def played(
    *tones: tuple[Tone, float], rate: int = RATE, volume: float = 1.0, noise: float = 0.0
) -> Samples:
    """These tones, each from so many seconds on, by a card of that rate."""
    end = max((at + duration(tone) for tone, at in tones), default=0.0) + 1
    sound = np.random.default_rng(1).normal(0, noise, round(end * rate))
    for tone, at in tones:
        own = wave(tone) / 32768 * volume
        there = np.arange(round(len(own) * rate / RATE)) * RATE / rate
        first = round(at * rate)
        sound[first : first + len(there)] += np.interp(there, np.arange(len(own)), own)
    return sound


def write(file: Path, sound: Samples, rate: int, channels: int = 2) -> Path:
    """Into a WAV file, the same on each channel."""
    with wav.open(str(file), "wb") as opened:
        opened.setnchannels(channels)
        opened.setsampwidth(2)
        opened.setframerate(rate)
        samples = (np.clip(sound, -1, 1) * 32767).astype("<i2")
        opened.writeframes(np.repeat(samples, channels).tobytes())
    return file


def names(sound: Samples, rate: int = RATE) -> list[Tone]:
    return [one.tone for one in heard(Recording(sound, rate))]


@pytest.mark.parametrize("rate", [22050, 48000])
@pytest.mark.parametrize("tone", Tone)
def test_each_tone_is_known_at_any_rate_and_volume(tmp_path: Path, tone: Tone, rate: int) -> None:
    quietest = min(level for level in LOUDNESS if level)
    for volume in (1.0, quietest / 5):
        sound = played((tone, 0.5), rate=rate, volume=volume)
        (one,) = heard(read_recording(write(tmp_path / "sound.wav", sound, rate)))
        assert one.tone is tone
        assert one.at == pytest.approx(0.5, abs=0.015)


@pytest.mark.parametrize("tone", Tone)
def test_a_room_makes_noise(tone: Tone) -> None:
    assert names(played((tone, 0.5), noise=0.02)) == [tone]


@pytest.mark.parametrize("first", Tone)
def test_one_after_the_other(first: Tone) -> None:
    for second in (Tone.CLICK, Tone.PLAY, Tone.GOOD, Tone.DING):
        begins = (0.2, 0.2 + duration(first) + 0.04)
        found = heard(Recording(played((first, begins[0]), (second, begins[1])), RATE))
        assert [one.tone for one in found] == [first, second]
        assert [one.at for one in found] == pytest.approx(begins, abs=0.015)


def test_a_click_just_before_its_answer_is_heard() -> None:
    for answer in (Tone.PLAY, Tone.ASK, Tone.WARN, Tone.WHISTLE):
        assert names(played((Tone.CLICK, 0.2), (answer, 0.22))) == [Tone.CLICK, answer]


@pytest.mark.parametrize("tone", Tone)
def test_what_is_cut_off_isnt_named(tone: Tone) -> None:
    for share in (0.3, 0.6):
        own = wave(tone) / 32768
        cut = np.concatenate([np.zeros(RATE), own[: round(len(own) * share)], np.zeros(RATE)])
        assert names(cut) == []


def test_noise_silence_and_a_hum_are_nothing() -> None:
    noise = np.random.default_rng(2).normal(0, 0.2, 5 * RATE)
    hum = 0.3 * np.sin(2 * np.pi * 2000 * np.arange(5 * RATE) / RATE)
    for sound in (noise, np.zeros(5 * RATE), hum, np.zeros(3)):
        assert names(sound) == []


def test_a_card_whose_clock_is_off_is_understood() -> None:
    faster = 1.004
    for tone in Tone:
        assert names(played((tone, 0.5)), round(RATE * faster)) == [tone]


def unfinished(data: bytes) -> bytes:
    """As QEMU leaves a file that it is writing: its header says that there is nothing in it."""
    form = struct.pack("<HHIIHH", 1, 2, RATE, RATE * 4, 4, 16)
    return b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0" + form + b"data\0\0\0\0" + data


def test_a_file_that_is_being_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "sound.wav"
    file.write_bytes(b"")
    assert read_recording(file).end == 0
    file.write_bytes(unfinished(b""))
    assert read_recording(file).end == 0
    sound = played((Tone.CLICK, 0.2), (Tone.PLAY, 1.0))
    data = np.repeat((sound * 32767).astype("<i2"), 2).tobytes()
    file.write_bytes(unfinished(data[:-3]))  # in the middle of a sample
    assert [one.tone for one in heard(read_recording(file))] == [Tone.CLICK, Tone.PLAY]
    later = read_recording(file, since=0.7)
    assert later.end == pytest.approx(len(sound) / RATE, abs=0.001)
    (one,) = heard(later)
    assert one.tone is Tone.PLAY
    assert one.at == pytest.approx(1.0, abs=0.015)
    assert heard(read_recording(file, since=60)) == []


def test_what_isnt_a_recording_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "sound.wav"
    file.write_bytes(b"OggS" * 20)
    with pytest.raises(NoRecordingError, match="no WAV file"):
        read_recording(file)
    with wav.open(str(file), "wb") as opened:
        opened.setparams((1, 1, RATE, 0, "NONE", ""))
        opened.writeframes(bytes(100))
    with pytest.raises(NoRecordingError, match="8 bits"):
        read_recording(file)
