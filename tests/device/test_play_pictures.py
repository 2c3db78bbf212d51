"""Pictures of plays: whole or not there, the oldest games' go first, and none stops the play."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.storage import pictures as kept_pictures
from device.storage.pictures import (
    LONGEST_SIDE,
    MOST_WAITING,
    PlayPictures,
    encoded,
    pictures_folder,
)
from device.system.files import replace_file
from vision.reading import Picture

ENOUGH = 100_000_000
END_OF_JPEG = b"\xff\xd9"

WRITER = """
import sys, time
from pathlib import Path
import numpy as np
from device.storage.pictures import MOST_WAITING, PlayPictures
pictures = PlayPictures(Path(sys.argv[1]), 10**9, print)
noise = np.random.default_rng(1).integers(0, 256, (900, 1200, 3), np.uint8)
for event in range(10_000):
    pictures.keep(1, event, noise)
    while len(pictures._waiting) >= MOST_WAITING:
        time.sleep(0.001)
    print(event, flush=True)
"""


def grey(level: int = 128, size: tuple[int, int] = (60, 80)) -> Picture:
    return np.full((*size, 3), level, np.uint8)


def noise(seed: int) -> Picture:
    return np.random.default_rng(seed).integers(0, 256, (100, 100, 3), np.uint8)


def kept_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.glob("*/*"))


def keep(pictures: PlayPictures, game: int, event: int, picture: Picture) -> None:
    """Keeps it, and waits until it is the thread's to write."""
    pictures.keep(game, event, picture)
    while pictures._waiting:
        time.sleep(0.001)


class Messages(list[str]):
    """What was said aloud."""

    def __call__(self, sentence: str) -> None:
        self.append(sentence)


def test_each_picture_lies_next_to_its_game(tmp_path: Path) -> None:
    shown = Messages()
    pictures = PlayPictures(tmp_path / "pictures", ENOUGH, shown)
    pictures.keep(12, 7, grey())
    pictures.keep(12, 3, grey())
    pictures.keep(3, 0, grey())
    pictures.close()
    folder = tmp_path / "pictures"
    assert kept_in(folder) == ["000003/0000.jpg", "000012/0003.jpg", "000012/0007.jpg"]
    assert pictures.picture(12, 7) == folder / "000012" / "0007.jpg"
    assert pictures.picture(12, 6) is None
    assert [event for event, _ in pictures.pictures(12)] == [3, 7]
    assert pictures.pictures(99) == []
    assert shown == []


def test_events_beyond_four_figures_keep_their_order(tmp_path: Path) -> None:
    pictures = PlayPictures(tmp_path, ENOUGH, Messages())
    for event in (10_000, 9_999):
        pictures.keep(1, event, grey())
    pictures.close()
    assert [event for event, _ in pictures.pictures(1)] == [9_999, 10_000]


def test_a_picture_is_no_larger_than_it_need_be() -> None:
    shown = cv2.imdecode(np.frombuffer(encoded(grey(size=(2400, 3200))), np.uint8), 1)
    assert shown is not None
    assert shown.shape == (1200, LONGEST_SIDE, 3)


def test_a_small_picture_keeps_its_size_and_its_colours() -> None:
    blue = np.zeros((60, 80, 3), np.uint8)
    blue[..., 0] = 200
    shown = cv2.imdecode(np.frombuffer(encoded(blue), np.uint8), 1)
    assert shown is not None
    assert shown.shape == (60, 80, 3)
    assert np.abs(shown.astype(int) - blue).max() < 8


def test_a_newer_picture_of_an_event_takes_the_place_of_the_older(tmp_path: Path) -> None:
    pictures = PlayPictures(tmp_path, ENOUGH, Messages())
    pictures.keep(1, 0, grey(10))
    pictures.keep(1, 0, grey(240))
    pictures.close()
    shown = cv2.imread(str(tmp_path / "000001" / "0000.jpg"))
    assert shown is not None
    assert shown.mean() > 200


def test_undo_takes_pictures_back_from_that_event_on(tmp_path: Path) -> None:
    pictures = PlayPictures(tmp_path, ENOUGH, Messages())
    for game, event in ((1, 0), (1, 2), (1, 3), (1, 5), (2, 3)):
        keep(pictures, game, event, grey())
    pictures.drop(1, 3)
    pictures.keep(1, 4, grey())
    pictures.drop(9, 0)
    pictures.close()
    assert kept_in(tmp_path) == [
        "000001/0000.jpg",
        "000001/0002.jpg",
        "000001/0004.jpg",
        "000002/0003.jpg",
    ]


def test_the_oldest_games_make_room_first(tmp_path: Path) -> None:
    size = len(encoded(noise(0)))
    pictures = PlayPictures(tmp_path, int(4.5 * size), Messages())
    for game, event in ((2, 0), (10, 0), (10, 4), (11, 0), (11, 2), (11, 5)):
        keep(pictures, game, event, noise(0))
    pictures.close()
    assert kept_in(tmp_path) == [
        "000010/0004.jpg",
        "000011/0000.jpg",
        "000011/0002.jpg",
        "000011/0005.jpg",
    ]


def test_the_game_that_is_played_makes_room_last_even_with_a_low_number(tmp_path: Path) -> None:
    size = len(encoded(noise(0)))
    for event in (0, 1):
        path = tmp_path / "000005" / f"{event:04}.jpg"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(encoded(noise(0)))
    pictures = PlayPictures(tmp_path, int(2.5 * size), Messages())
    pictures.keep(1, 0, noise(0))
    pictures.keep(1, 1, noise(0))
    pictures.close()
    assert kept_in(tmp_path) == ["000001/0000.jpg", "000001/0001.jpg"]


def test_the_newest_picture_stays_even_where_it_is_too_large(tmp_path: Path) -> None:
    pictures = PlayPictures(tmp_path, 10, Messages())
    for event in range(3):
        pictures.keep(1, event, noise(event))
    pictures.close()
    assert kept_in(tmp_path) == ["000001/0002.jpg"]


def test_other_files_in_the_folder_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "000001").mkdir()
    others = [tmp_path / "notes.txt", tmp_path / "000001" / "best.jpg"]
    for path in others:
        path.write_bytes(b"x" * 1_000)
    pictures = PlayPictures(tmp_path, 10, Messages())
    pictures.keep(2, 0, grey())
    pictures.close()
    assert all(path.is_file() for path in others)
    assert pictures.pictures(1) == []


def test_no_room_is_no_picture_and_no_thread(tmp_path: Path) -> None:
    pictures = PlayPictures(tmp_path / "pictures", 0, Messages())
    pictures.keep(1, 0, grey())
    pictures.drop(1, 0)
    pictures.close()
    assert pictures._thread is None
    assert not (tmp_path / "pictures").exists()


def test_a_folder_that_cannot_be_written_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("a file where the folder should be")
    shown = Messages()
    pictures = PlayPictures(tmp_path / "pictures", ENOUGH, shown)
    for event in range(3):
        pictures.keep(1, event, grey())
    pictures.close()
    assert len(shown) == 1
    assert str(tmp_path / "pictures") in shown[0]
    assert shown[0].endswith("pictures of plays are missing, but the game is saved.")


def test_a_full_disk_is_reported_once_and_room_again_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = [True, True, False]

    def sometimes_full(path: Path, data: bytes) -> None:
        if full.pop(0):
            raise OSError(28, "No space left on device")
        replace_file(path, data)

    monkeypatch.setattr(kept_pictures, "replace_file", sometimes_full)
    shown = Messages()
    pictures = PlayPictures(tmp_path, ENOUGH, shown)
    for event in range(3):
        pictures.keep(1, event, grey())
    pictures.close()
    assert [sentence.partition(":")[0] for sentence in shown] == [
        f"Can’t write {tmp_path} (No space left on device)"
    ]
    assert kept_in(tmp_path) == ["000001/0002.jpg"]


def test_what_is_no_picture_ends_nothing(tmp_path: Path) -> None:
    shown = Messages()
    pictures = PlayPictures(tmp_path, ENOUGH, shown)
    pictures.keep(1, 0, np.zeros((2, 9_000, 3), np.uint8))
    pictures.keep(1, 1, grey())
    pictures.close()
    assert len(shown) == 1
    assert kept_in(tmp_path) == ["000001/0001.jpg"]


def test_keeping_never_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(path: Path, data: bytes) -> None:
        begun.set()
        assert go_on.wait(60)
        replace_file(path, data)

    monkeypatch.setattr(kept_pictures, "replace_file", slow)
    shown = Messages()
    pictures = PlayPictures(tmp_path, ENOUGH, shown)
    pictures.keep(1, 0, grey())
    assert begun.wait(60)
    for event in range(1, MOST_WAITING + 3):
        pictures.keep(1, event, grey())
    assert kept_in(tmp_path) == []
    go_on.set()
    pictures.close()
    # The oldest that waited gave way to the newest, and it was said.
    assert [event for event, _ in pictures.pictures(1)] == [0, 3, 4, 5, 6]
    assert len(shown) == 1
    assert shown[0].startswith(f"Writing {tmp_path} is too slow: ")


def test_after_the_end_nothing_is_kept(tmp_path: Path) -> None:
    pictures = PlayPictures(tmp_path, ENOUGH, Messages())
    pictures.close()
    pictures.keep(1, 0, grey())
    assert pictures._thread is None
    assert kept_in(tmp_path) == []


def test_no_picture_is_ever_half_there(tmp_path: Path) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    for line in writer.stdout:
        if int(line) >= 12:
            os.kill(writer.pid, signal.SIGKILL)
            break
    writer.stdout.read()
    writer.stdout.close()
    writer.wait()
    there = list((tmp_path / "000001").glob("*.jpg"))
    assert there
    assert all(path.read_bytes().endswith(END_OF_JPEG) for path in there)


def test_what_a_pulled_plug_left_half_written_is_removed(tmp_path: Path) -> None:
    torn = tmp_path / "000001" / ".0003.jpgabc.new"
    torn.parent.mkdir()
    torn.write_bytes(b"\xff\xd8 and no more")
    pictures = PlayPictures(tmp_path, ENOUGH, Messages())
    pictures.keep(2, 0, grey())
    pictures.close()
    assert kept_in(tmp_path) == ["000002/0000.jpg"]


def test_pictures_lie_in_the_state_directory_or_next_to_the_journal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/tilekeeper")
    assert pictures_folder() == Path("/var/lib/tilekeeper/pictures")
    own = Path("/var/lib/tilekeeper/games.sqlite")
    assert pictures_folder(own) == pictures_folder()  # named or not, it is the same journal
    assert pictures_folder(Path("club/monday.sqlite")) == Path("club/monday-pictures")
