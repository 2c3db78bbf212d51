"""The camera's own pictures as a screen shows them: a kept one, a crop of a square, the live one.

Between the loop and a view: what is wanted follows from the table's state, what there is from the
desks and the keeper. Images are small and immutable, so that views stay values.
Tests: tests/device/test_shown_pictures.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from device.keeper import Keeper
from device.play_pictures import PlayPictures
from device.session.state import TableState


@dataclass(frozen=True)
class Image:
    """A picture of `width` x `height` pixels; `rgb`: its rows from the top, three bytes a pixel."""

    width: int
    height: int
    rgb: bytes


@dataclass(frozen=True)
class ShownPictures:
    """What there is to be shown with a state. `kept`: the file of the kept picture that is looked
    at; `crop`: the squares that a question is about."""

    kept: Path | None = None
    crop: Image | None = None


NO_PICTURES = ShownPictures()


class PictureSource:
    """Finds the pictures that belong to a state."""

    def __init__(self, pictures: PlayPictures | None) -> None:
        self._pictures = pictures

    def of(self, state: TableState, keeper: Keeper) -> ShownPictures:
        """The pictures to be shown with this state."""
        return ShownPictures(kept=self._kept(state, keeper))

    def _kept(self, state: TableState, keeper: Keeper) -> Path | None:
        game, number = keeper.number, state.picture
        if game is None or number is None or self._pictures is None:
            return None
        return self._pictures.picture(game, number)
