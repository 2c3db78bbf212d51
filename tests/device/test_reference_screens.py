"""Every screen is as it was when somebody last looked at it: against the images in screens/."""

from __future__ import annotations

from pathlib import Path

import pytest
from gallery import GALLERY, SIZES

from device.screen import drawing
from device.themes import DARK, LIGHT
from workshop.screen_pictures.palettes import as_png
from workshop.screen_pictures.references import (
    DRAWN_BY,
    DRAWN_IN,
    FOLDER,
    LOOKS,
    ROOT,
    Look,
    compare,
    drawn,
    missing_typefaces,
    reference_path,
    write,
)
from workshop.screen_pictures.sheets import HIGH, sheet, small

PAGE = ROOT / "docs/screens.md"
MOST_BYTES = 8_000_000
"""Of all together; none of them has more than 60 kB."""


@pytest.fixture
def typefaces() -> None:
    """Without its own letters no screen looks as it should: that is said, and nothing else."""
    if lacking := missing_typefaces():
        pytest.fail(lacking, pytrace=False)


@pytest.mark.usefixtures("typefaces")
@pytest.mark.parametrize("name", GALLERY)
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.name)
def test_a_screen_is_as_it_was(look: Look, name: str, tmp_path: Path) -> None:
    changed = compare(GALLERY[name], look)
    if changed is not None:
        pytest.fail(f"{changed} See {changed.save(tmp_path)}", pytrace=False)


def test_the_references_are_drawn_by_the_locked_pygame() -> None:
    locked = (ROOT / "requirements/pc.txt").read_text(encoding="utf-8")
    assert f"pygame=={DRAWN_BY} " in locked


def test_there_are_references_of_these_screens_and_no_others() -> None:
    wanted = {reference_path(screen, look) for screen in GALLERY.values() for look in LOOKS}
    assert {path.relative_to(FOLDER) for path in FOLDER.rglob("*.png")} == {
        path.relative_to(FOLDER) for path in wanted
    }
    assert sum(path.stat().st_size for path in wanted) < MOST_BYTES


def test_every_size_and_language_is_looked_at_and_one_in_the_light() -> None:
    dark = [(look.size, look.language) for look in LOOKS if look.theme is DARK]
    first, *further = DRAWN_IN
    assert dark == [(size, first) for size in SIZES] + [((480, 320), other) for other in further]
    assert [look.theme for look in LOOKS].count(LIGHT) == 1


def test_every_screen_is_named_on_its_page_and_no_other() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")]
    assert rows == list(GALLERY)
    for screen in GALLERY.values():
        assert f"| `{screen.name}` | {screen.about} |" in page
    for picture in ("en", "fr", "light", "film-party", "film-nhl"):
        assert f"](screens/{picture}.png)" in page


def test_what_has_changed_is_reported_and_shown(tmp_path: Path) -> None:
    look, folder = Look(SIZES[1], "en"), tmp_path / "references"
    path = reference_path(GALLERY["start"], look, folder)
    path.parent.mkdir(parents=True)
    lacking = compare(GALLERY["start"], look, folder)
    assert "has no reference: run script/draw-screens" in str(lacking)
    path.write_bytes(as_png(drawn(GALLERY["start"], look)))
    assert compare(GALLERY["start"], look, folder) is None
    path.write_bytes(as_png(drawn(GALLERY["counted"], look)))
    changed = compare(GALLERY["start"], look, folder)
    assert changed is not None
    assert "The screen start at 480x320-en-dark isn't as it was" in str(changed)
    assert "run script/draw-screens" in str(changed)
    shown = changed.save(tmp_path)
    assert shown.is_file()
    assert shown.name == "start-480x320-en-dark.png"


def test_missing_typefaces_are_named_with_their_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawing.FONTS.is_absolute()
    monkeypatch.setattr("workshop.screen_pictures.references.FONTS", Path("/nowhere"))
    missing = missing_typefaces()
    assert "/nowhere/paratype/PTS55F.ttf" in missing
    assert "fonts-paratype" in missing
    assert "fonts-roboto-unhinted" in missing


def test_references_are_written_alike_twice_and_old_ones_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = {name: GALLERY[name] for name in ("start", "lobby")}
    monkeypatch.setattr("workshop.screen_pictures.references.GALLERY", few)
    look = Look(SIZES[1], "fr")
    write(look, tmp_path)
    once = {path.name: path.read_bytes() for path in (tmp_path / look.name).iterdir()}
    old = tmp_path / look.name / "gone.png"
    old.write_bytes(b"")
    assert write(look, tmp_path) == sum(map(len, once.values()))
    assert {path.name: path.read_bytes() for path in (tmp_path / look.name).iterdir()} == once
    assert not old.exists()


def test_a_sheet_has_a_row_for_each_screen() -> None:
    picture = small(drawn(GALLERY["start"], LOOKS[0]))
    assert picture.shape[0] == HIGH
    one = sheet([[("start", picture)]])
    two = sheet([[("start", picture), ("again", picture)], [("below", picture)]])
    assert two.shape[0] - 12 == 2 * (one.shape[0] - 12)
    assert two.shape[1] - 12 == 2 * (one.shape[1] - 12)
