"""A benchmark run for a moment, in a process of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import ParamSpec, TypeVar

ROOT = Path(__file__).parents[2]


Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def once(does: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """The first answer again and again."""
    answers: list[Answer] = []

    def answer(*given: Given.args, **named: Given.kwargs) -> Answer:
        if not answers:
            answers.append(does(*given, **named))
        return answers[0]

    return answer


HELP = {"islice": islice, "once": once}
"""What the Python of a moment may call by name."""


def run_for_a_moment(
    name: str,
    smaller: dict[str, str],
    arguments: list[str],
    environment: dict[str, str],
    output: Path,
) -> None:
    """Runs workshop/benchmarks/<name>.py as its command does, and leaves with its status.
    `smaller`: what some of its constants are, as Python (`b` is the benchmark). What it prints goes
    to `output`."""
    with output.open("wb") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    for unwanted in ("TILEKEEPER_SAMPLES", "DISPLAY"):
        os.environ.pop(unwanted, None)
    os.environ.update(environment, SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    benchmark = import_module(f"workshop.benchmarks.{name}")
    for constant, python in smaller.items():
        assert hasattr(benchmark, constant), constant
        setattr(benchmark, constant, eval(python, {"b": benchmark, **HELP}))
    sys.argv = [name, *arguments]
    sys.exit(benchmark.main())
