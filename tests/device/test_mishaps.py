"""What else happens at the virtual table: how it is described, and that it is seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from device.simulator.camera import household_table
from device.simulator.hands import Hands, Pace, Present
from device.simulator.lines import MISHAPS, EveningError, Mishap, wrong_mishap
from device.simulator.mishaps import VirtualTable, happen
from device.simulator.scene import (
    BOARD_CORNERS,
    CALM,
    Around,
    Spot,
    cup,
    light_and_lens,
    stand_things,
)
from device.simulator.script import parse_evening
from engine.squares import Square
from engine.tiles import load_tile_set
from vision.reading import Picture

EN = load_tile_set("en")
H8, I8 = Square.parse("H8"), Square.parse("I8")


def setting() -> VirtualTable:
    scene, present = household_table(3), Present(Pace())
    scene.lay(H8, "H")
    scene.lay(I8, "O")
    return VirtualTable(scene, Hands(scene, present, 3), present, np.random.default_rng(1))


def act(table: VirtualTable, what: str, words: Sequence[str] = ()) -> list[Around]:
    """Lets a mishap happen to its end, ten frames a second; how it was in each frame."""
    seen, happening = [], happen(table, what, words)
    next(happening)
    for number in range(100):
        seen.append(table.scene.around)
        try:
            happening.send(number / 10)
        except StopIteration:
            return seen
    raise AssertionError(f"{what} never ends")


def seen(table: VirtualTable) -> Picture:
    around = table.scene.around
    return light_and_lens(stand_things(table.scene.picture, around), around)


@pytest.mark.parametrize("what", sorted(MISHAPS))
def test_every_mishap_has_words_and_happens(what: str) -> None:
    words = {
        "lamp": "0.3",
        "glare": "H8 2",
        "cup": "A15",
        "arm": "H8",
        "knock": "8 5 1",
        "push": "20 10 4",
        "turn": "1",
        "shake": "9 1",
        "defocus": "4",
        "worn": "H8 M",
    }.get(what, "H8" if MISHAPS[what] else "").split()
    evening = parse_evening(f"lay A 8H HO\nmishap {what} {' '.join(words)}", "test", 15, EN)
    assert evening.steps[1] == Mishap(what, tuple(words), 2)
    act(setting(), what, words)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("mishap", "say what happens"),
        ("mishap flood", "'flood' isn’t a mishap; there are lamp"),
        ("mishap lamp", "lamp takes a number"),
        ("mishap lamp low", "lamp takes a number"),
        ("mishap cup 8", "cup takes a square"),
        ("mishap calm down", "calm takes nothing"),
        ("mishap slipped A1", "slipped takes the square of a tile"),
    ],
)
def test_slips_are_named(line: str, why: str) -> None:
    with pytest.raises(EveningError, match=f"line 1: {why}"):
        parse_evening(line, "test", 15, EN)


def test_a_lamp_changes_the_light_everywhere() -> None:
    table = setting()
    before = seen(table)
    act(table, "lamp", ["0.5"])
    assert np.abs(seen(table) - 0.5 * before).max() <= 1.0


def test_a_shadow_comes_and_goes() -> None:
    table = setting()
    depths = [len(around.shadows) for around in act(table, "shadow")]
    assert depths[5] == 1
    assert table.scene.around == CALM


def test_glare_is_bright_where_it_is_and_nowhere_else() -> None:
    table = setting()
    before = seen(table).astype(int)
    act(table, "glare", ["H8", "1.5"])
    more = seen(table).astype(int) - before
    x, y = (round(v) for v in table.scene.where(H8))
    assert more[y, x].min() > 25
    assert more[:, : x - 100].max() == 0


def test_a_cup_covers_its_square() -> None:
    table = setting()
    act(table, "cup", ["H8"])
    x, y = (round(v) for v in table.scene.where(H8))
    assert np.allclose(seen(table)[y, x], (24, 38, 62), atol=12)
    act(table, "calm")
    assert np.array_equal(seen(table), table.scene.picture)


def test_a_pushed_board_takes_its_tiles_along() -> None:
    table = setting()
    was = np.array(table.scene.where(H8))
    act(table, "push", ["20", "-10", "0"])
    assert np.allclose(np.array(table.scene.where(H8)) - was, (20, -10), atol=0.5)
    assert table.scene.tiles == {H8: "H", I8: "O"}


def test_a_turned_board_lies_where_it_lay_the_other_way_up() -> None:
    table = setting()
    before = table.scene.grid
    act(table, "turn", ["1"])
    after = table.scene.grid
    assert np.allclose(after.corners, before.turned(1).corners)
    for _ in range(3):
        act(table, "turn", ["1"])
    assert np.allclose(table.scene.grid.corners, BOARD_CORNERS)


def test_a_tile_on_its_face_shows_no_letter_until_it_is_put_right() -> None:
    table = setting()
    act(table, "face-down", ["H8"])
    x, y = (round(v) for v in table.scene.where(H8))
    part = (slice(y - 12, y + 13), slice(x - 12, x + 13))
    assert table.scene.picture[part].min() > 90  # no ink
    act(table, "put-right", ["H8"])
    assert table.scene.picture[part].min() < 60


def test_a_lens_out_of_focus_and_a_shaking_camera_smear_edges() -> None:
    table = setting()
    sharp = np.abs(np.diff(seen(table).astype(int), axis=1)).mean()
    act(table, "defocus", ["4"])
    assert np.abs(np.diff(seen(table).astype(int), axis=1)).mean() < 0.6 * sharp
    smeared = light_and_lens(table.scene.picture, Around(smear=(15.0, 0.0)))
    assert np.abs(np.diff(smeared.astype(int), axis=1)).mean() < 0.6 * sharp


def test_a_picture_is_never_changed_in_place() -> None:
    picture = household_table(3).picture
    before = picture.copy()
    around = Around(0.5, (Spot((200.0, 200.0), 90.0, 0.5),), (), (cup((300.0, 300.0), 40.0),))
    light_and_lens(stand_things(picture, around), around)
    assert np.array_equal(picture, before)


def test_what_is_no_mishap_is_distinguished() -> None:
    assert wrong_mishap("calm", []) is None
    assert wrong_mishap("slipped", ["H8"], {H8}) is None
    assert wrong_mishap("slipped", ["H8"]) == "slipped takes the square of a tile"


def test_a_worn_tile_looks_like_another_however_often_it_is_put_straight() -> None:
    table, other = setting(), setting()
    before = seen(table).copy()
    act(table, "worn", ["H8", "M"])
    assert table.scene.tiles == other.scene.tiles
    assert not np.array_equal(seen(table), before)
    for either in (table, other):
        act(either, "put-right", ["H8"])
    differs = np.argwhere(np.abs(seen(table).astype(int) - seen(other)).max(axis=2) > 40)
    x, y = table.scene.where(H8)
    assert len(differs) > 20
    assert np.abs(differs - (y, x)).max() < 25
