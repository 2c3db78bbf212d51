"""The reference images: every screen at every size in English, in French at one, as PNG files.

Writes them and compares with them; which screens there are is the gallery's business.
Tests: tests/device/test_reference_screens.py.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import pygame

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/device"))
from gallery import GALLERY, SIZES, Screen  # noqa: E402

from device.screen.drawing import FONTS, Face  # noqa: E402
from device.themes import DARK, LIGHT, Theme  # noqa: E402
from workshop.screen_pictures.likeness import Difference, Picture, differences, explained  # noqa: E402
from workshop.screen_pictures.palettes import as_png, from_png, picture_of, read_png  # noqa: E402

FOLDER = ROOT / "tests/device/screens"
COMMAND = "script/draw-screens"
DRAWN_BY = "2.6.1"
"""The pygame that draws the references, as requirements/pc.txt has it up to Python 3.13 ..."""
DRAWN_ON = (2, 28, 4)
"""... and its SDL: Debian's pygame of that version draws slanting lines with another."""
DRAWN_IN = ("en", "fr")
"""The languages of the references. Texts in any other must fit as well, and other tests say so."""


@dataclass(frozen=True)
class Look:
    """A way in which screens are drawn."""

    size: tuple[int, int]
    language: str
    theme: Theme = DARK

    @property
    def name(self) -> str:
        """As its folder is called."""
        width, height = self.size
        return f"{width}x{height}-{self.language}-{self.theme.name}"


SMALLEST = min(SIZES)

LOOKS = (
    *(Look(size, DRAWN_IN[0]) for size in SIZES),
    *(Look(SMALLEST, language) for language in DRAWN_IN[1:]),
    Look(SIZES[0], DRAWN_IN[0], LIGHT),
)
"""All looks that there are references of: a further language where its words have least room."""


@dataclass(frozen=True)
class Changed:
    """A screen that isn't as its reference; `found`: where, empty if there is no reference."""

    screen: Screen
    look: Look
    new: Picture
    reference: Picture | None
    found: tuple[Difference, ...]

    def __str__(self) -> str:
        where = f"The screen {self.screen.name} at {self.look.name}"
        if self.reference is None:
            return f"{where} has no reference: run {COMMAND} and look at what it draws."
        box = self.found[0]
        return (
            f"{where} isn't as it was, first at {box.left}, {box.top} ({box.width} x {box.height} "
            f"pixels, {len(self.found)} places): if that is meant, run {COMMAND}."
        )

    def save(self, folder: Path) -> Path:
        """Writes the new picture, the reference and the difference, on one sheet; its file."""
        path = folder / f"{self.screen.name}-{self.look.name}.png"
        picture = self.new
        if self.reference is not None:
            picture = explained(self.new, self.reference, self.found)
        path.write_bytes(as_png(picture))
        return path


def drawn(screen: Screen, look: Look) -> Picture:
    """The screen as it looks now."""
    return picture_of(screen.drawn(look.size, look.theme, look.language))


def reference_path(screen: Screen, look: Look, folder: Path = FOLDER) -> Path:
    return folder / look.name / f"{screen.name}.png"


def compare(screen: Screen, look: Look, folder: Path = FOLDER) -> Changed | None:
    """The screen as it is now against its reference; None if it is the same."""
    new, path = drawn(screen, look), reference_path(screen, look, folder)
    if not path.is_file():
        return Changed(screen, look, new, None, ())
    reference = read_png(path)
    version, sdl = pygame.version.ver, pygame.version.SDL
    same = (version, sdl) == (DRAWN_BY, DRAWN_ON) and not hasattr(pygame, "IS_CE")
    found = differences(new, reference, same_build=same)
    if found:
        # Photographs have more colours than a reference keeps: both with as few.
        found = differences(from_png(as_png(new)), reference, same_build=same)
    return Changed(screen, look, new, reference, found) if found else None


def write(look: Look, folder: Path = FOLDER) -> int:
    """Writes the references of a look, and drops those of screens that are gone; their bytes."""
    wanted = {reference_path(screen, look, folder): screen for screen in GALLERY.values()}
    (folder / look.name).mkdir(parents=True, exist_ok=True)
    for path in (folder / look.name).glob("*.png"):
        if path not in wanted:
            path.unlink()
    size = 0
    for path, screen in wanted.items():
        size += path.write_bytes(as_png(drawn(screen, look)))
    return size


def missing_typefaces() -> str:
    """What to do about typefaces that aren't installed; empty if all are."""
    missing = [str(FONTS / face.value) for face in Face if not (FONTS / face.value).is_file()]
    if not missing:
        return ""
    return (
        f"These typefaces are missing: {', '.join(missing)}. Install Debian's packages "
        "fonts-paratype and fonts-roboto-unhinted (script/set-up does): screens look different "
        "without them."
    )
