"""Where the board lies in a picture: `find_grid`, `locate_grid`, `verify_grid`; `layout_share`,
`halves_disagree` and `lead_of_place` to judge again once the squares are read;
`farthest_corner`, how far two grids lie apart.

Knows the layout, never a letter. Tests: tests/vision/test_find*.py.
"""

from vision.find.judge import Judgement, halves_disagree, layout_share
from vision.find.search import PLENTY, FoundGrid, find_grid, locate_grid
from vision.find.shifts import lead_of_place, verify_grid
from vision.find.snap import farthest_corner

__all__ = [
    "PLENTY",
    "FoundGrid",
    "Judgement",
    "farthest_corner",
    "find_grid",
    "halves_disagree",
    "layout_share",
    "lead_of_place",
    "locate_grid",
    "verify_grid",
]
