"""The command line as a whole: every command loads, answers --help, and refuses what is wrong."""

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from device.cli.main import all_commands, main


@pytest.mark.parametrize("name", sorted(all_commands()))
def test_every_command_explains_itself(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0, result.output
    assert result.output.startswith("Usage:")


def test_help_lists_every_command_without_loading_one() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from device.cli.main import main;"
        "print(CliRunner().invoke(main, ['--help']).output);"
        "print([m for m in ('cv2', 'numpy', 'pygame') if m in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert all(name in shown.stdout for name in all_commands())
    assert shown.stdout.strip().endswith("[]")


def test_a_table_loads_late_what_its_first_screen_does_without() -> None:
    late = (
        "vision.reader",
        "vision.find.search",
        "engine.records.gcg",
        "importlib.metadata",
        "rich",
    )
    code = (
        "import gc, sys; from device.cli.main import main; from click import Context;"
        "main.get_command(Context(main), 'play');"
        f"print([m for m in {late!r} if m in sys.modules], gc.isenabled(), gc.get_freeze_count())"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded, searched, frozen = shown.stdout.rsplit(maxsplit=2)
    assert (loaded, searched) == ("[]", "True")
    assert int(frozen) > 10_000  # what was loaded isn't searched for garbage any more


AT_ONCE = ("doctor", "export", "history", "judge", "replay", "score", "words")
"""Commands that answer before a camera's, a screen's or a disk's libraries were loaded."""


def test_no_library_greets_those_who_ask() -> None:
    quiet = {name: text for name, text in os.environ.items() if "PYGAME" not in name}
    code = "from device.cli.main import main; main()"
    called = [sys.executable, "-c", code, "play", "--help"]
    result = subprocess.run(called, env=quiet, capture_output=True, text=True, check=True)
    assert result.stdout.startswith("Usage: ")
    assert result.stderr == ""


def test_commands_that_answer_at_once_load_nothing_heavy() -> None:
    code = (
        "import sys; from device.cli.main import main; from click import Context;"
        f"[main.get_command(Context(main), name) for name in {AT_ONCE!r}];"
        "print([m for m in ('cv2', 'numpy', 'pygame', 'gpiozero', 'rich') if m in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_the_device_needs_nothing_that_only_its_developers_have() -> None:
    modules = [one.module for one in all_commands().values()]
    code = (
        "import sys; from importlib import import_module;"
        f"[import_module(name) for name in {modules!r}];"
        "print([m for m in ('babel', 'hypothesis', 'onnx', 'pytest') if m in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip().endswith("[]")


@pytest.mark.parametrize("words", [["nonsense"], ["read", "--nonsense"], ["read"]])
def test_a_wrong_call_ends_with_status_2(words: list[str]) -> None:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_a_ctrl_c_while_it_ends_changes_nothing() -> None:
    """It came while Python was closing its log, and showed a trace."""
    program = (
        "import atexit, os, signal, sys;"
        "from device.cli.main import main;"
        "atexit.register(os.kill, os.getpid(), signal.SIGINT);"
        "sys.argv = ['tilekeeper', '--version'];"
        "main()"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
