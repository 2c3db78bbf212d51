"""Why a picture can't be read, in a sentence for a person who stands at the table.

Tests: tests/device/test_refusals.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vision.reading import Refusal

SENTENCES: Mapping[Refusal, str] = MappingProxyType(
    {
        Refusal.NO_BOARD: "no board is to be seen: point the camera at it, or give --corners",
        Refusal.CUT_OFF: "the board is cut off: all four corners must be in the picture",
        Refusal.BLURRED: "the picture is blurred: hold the camera still and focus on the board",
        Refusal.TOO_DARK: "the picture is too dark: put a lamp on",
        Refusal.TOO_SMALL: "the board is too small in the picture: bring the camera nearer",
        Refusal.COVERED: "something covers the board: clear the view",
        Refusal.MIRRORED: "the picture is mirrored: switch mirroring off in the camera, or read it"
        " with --mirror",
        Refusal.DAMAGED: "the picture is damaged: take or copy it again",
    }
)
"""A sentence for every refusal: what is wrong, and what to do."""
