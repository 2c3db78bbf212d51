"""The far end of an ssh connection: a program of ours on a Pi that is asked line by line on its
standard input, in board.py's words.

Runs on that Pi, by Python's own library alone. Tests: workshop/tests/test_machine_ssh.py.
"""

from __future__ import annotations

import json
import sys
from typing import BinaryIO

from workshop.machine.board import Answer, answered_by


def serve_pipe(
    answer: Answer, asked: BinaryIO = sys.stdin.buffer, said: BinaryIO = sys.stdout.buffer
) -> None:
    """Answers until the other end goes away."""
    for line in asked:
        said.write(json.dumps(answered_by(answer, line)).encode() + b"\n")
        said.flush()
