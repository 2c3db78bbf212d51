"""What can't be used as a table begins is said with its reason, in the language of the screen."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from device.language.texts import Message, Texts
from device.table.opening import (
    last_game_lost,
    not_kept,
    not_switched_off,
    settings_unused,
    was_damaged,
)


@pytest.mark.parametrize(
    "problem", [settings_unused, last_game_lost, not_kept, was_damaged, not_switched_off]
)
def test_a_problem_names_its_reason_in_each_language(problem: Callable[[str], Message]) -> None:
    english, french = (Texts(language).say(problem("pins.toml")) for language in ("en", "fr"))
    assert "pins.toml" in english
    assert "pins.toml" in french
    assert english != french


def test_a_state_folder_that_no_disk_can_hold_is_no_traceback() -> None:
    code = "from device.cli.main import main; main()"
    asked = subprocess.run(
        [sys.executable, "-c", code, "doctor"],
        env={**os.environ, "STATE_DIRECTORY": "[" * 5000},
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.returncode == 1
    assert "Traceback" not in asked.stderr
