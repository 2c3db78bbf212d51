"""Python loads this before the installed program where fuzzing calls it: it is watched from then.

The package isn't on the path there, so the watching is loaded from its file.
Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import os
import runpy
from pathlib import Path

if "FUZZING_WATCHED" in os.environ:
    INTO, FOLDER = os.environ.pop("FUZZING_WATCHED"), os.environ.pop("FUZZING_FOLDER")
    del os.environ["PYTHONPATH"]
    runpy.run_path(str(Path(__file__).parents[1] / "watching.py"))["watch"](INTO, FOLDER)
