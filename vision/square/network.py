"""A network of an ONNX file, ready to run: by ONNX Runtime on a PC, by OpenCV everywhere else.

ONNX Runtime takes two fifths of OpenCV's time on a PC and 20 MB more, and the answers are the same
to the fourth decimal. On a Raspberry Pi it isn't used: some of its releases end the whole program
there with an illegal instruction (microsoft/onnxruntime, issues 23957 and 24112), and nothing
catches that. Knows nothing of squares. Tests: tests/vision/test_network.py.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sentences import Sentence

Values: TypeAlias = NDArray[np.float32]

Run: TypeAlias = Callable[[Values], Sequence[Values]]
"""float32 [n, 3, side, side] to the outputs that were asked for, [n, ...] each, in their order."""

PROCESSORS = ("x86_64", "AMD64")
"""Where ONNX Runtime is used, as `platform.machine` calls them."""


class BrokenReaderError(RuntimeError):
    """The reader's files are missing or don't belong together: install tilekeeper again."""


def open_network(onnx: bytes, outputs: Sequence[str], name: str, sparing: bool = False) -> Run:
    """The network by whatever runs it fastest here, or with the least memory if it is to be
    `sparing`; one thread owns it. BrokenReaderError if it can't be used; `name` says there which it
    is.

    All outputs are declared in the file and all must be asked for: OpenCV 5 hands out no others,
    and no fewer."""
    open_it = by_onnx_runtime if not sparing and _has_onnx_runtime() else by_opencv
    try:
        return open_it(onnx, outputs)
    except (cv2.error, ValueError) as bad:
        raise BrokenReaderError(
            Sentence("{name} can’t be used ({why})", name=name, why=bad)
        ) from bad


def by_opencv(onnx: bytes, outputs: Sequence[str]) -> Run:
    """The network in OpenCV; in OpenCV 5 by its classic engine, which is the faster one."""
    read: Callable[..., cv2.dnn.Net] = cv2.dnn.readNetFromONNX
    engine = [cv2.dnn.ENGINE_CLASSIC] if hasattr(cv2.dnn, "ENGINE_CLASSIC") else []
    net, wanted = read(np.frombuffer(onnx, np.uint8), *engine), list(outputs)

    def run(values: Values) -> Sequence[Values]:
        net.setInput(values)
        # OpenCV may hand out its own memory, in which the next answer will stand.
        return [np.array(each, dtype=np.float32) for each in net.forward(wanted)]

    return run


def by_onnx_runtime(onnx: bytes, outputs: Sequence[str]) -> Run:
    """The network in ONNX Runtime, on as many threads as OpenCV takes; ValueError if it is none."""
    runtime = _onnx_runtime()
    state = runtime.capi.onnxruntime_pybind11_state
    no_network = (state.InvalidProtobuf, state.InvalidGraph, state.InvalidArgument, state.Fail)
    options = runtime.SessionOptions()
    options.intra_op_num_threads = max(1, cv2.getNumThreads())
    # Threads that wait for work would take a core each; memory that is kept is a third more.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_cpu_mem_arena = False
    try:
        session = runtime.InferenceSession(onnx, options, providers=["CPUExecutionProvider"])
    except no_network as bad:  # exceptions of its own, with no base in common
        raise ValueError(str(bad)) from bad
    (given,), wanted = session.get_inputs(), list(outputs)

    def run(values: Values) -> Sequence[Values]:
        came: Sequence[Values] = session.run(wanted, {given.name: values})
        return came

    return run


def _has_onnx_runtime() -> bool:
    if platform.machine() not in PROCESSORS:
        return False
    try:
        _onnx_runtime()
    except ImportError:
        return False
    return True


def _onnx_runtime() -> Any:
    # From 1.32 on it would keep a number of this machine in the home, and report use to its maker.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime  # late: what reads no picture does without it

    return onnxruntime
