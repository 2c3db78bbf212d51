"""Where the board lies in a picture: `find_grid`, `verify_grid`, and `layout_share` to judge again
once the squares are read.

Knows the layout, never a letter. Tests: tests/vision/test_find*.py.
"""

from vision.find.judge import Judgement, layout_share
from vision.find.search import PLENTY, FoundGrid, find_grid
from vision.find.shifts import verify_grid

__all__ = ["PLENTY", "FoundGrid", "Judgement", "find_grid", "layout_share", "verify_grid"]
