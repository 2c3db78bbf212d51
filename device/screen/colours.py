"""The colours of the screens, and the gap between their parts.

Only values; texts stand out from their grounds by 4.5 to 1. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

from device.screen.lettering import Colour

GROUND: Colour = (16, 20, 26)
PANEL: Colour = (34, 40, 50)
TEXT: Colour = (244, 244, 238)
QUIET: Colour = (184, 192, 200)
TURN: Colour = (255, 190, 60)
TROUBLE: Colour = (255, 120, 100)
GOOD: Colour = (120, 210, 120)
CHOSEN: Colour = (255, 190, 60)
ON_CHOSEN: Colour = (16, 20, 26)
GAP = 8
