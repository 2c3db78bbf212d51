"""Hardware's errors keep the texts and the values of their sentences."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import TypeAlias

import pytest

from hardware.cameras.kinds import CameraNameError, open_camera
from hardware.cameras.port import CameraError
from hardware.sentences import Sentence, joined

Through: TypeAlias = Callable[[Exception], Exception]


def pickled(error: Exception) -> Exception:
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, Exception)
    return again


def test_an_error_carries_its_sentence() -> None:
    with pytest.raises(CameraNameError) as raised:
        open_camera("webcam", lambda: 0.0)
    said = str(raised.value)
    assert isinstance(said, Sentence)
    assert said.text == "{name} isn’t a camera: use {kinds}."
    assert said.values["name"] == "'webcam'"


@pytest.mark.parametrize("through", [copy.deepcopy, pickled])
def test_it_survives_copies_and_other_processes(through: Through) -> None:
    inner = Sentence("this device has no GPIO pins")
    error = CameraError(Sentence("No button panel ({why})", why=CameraError(inner)))
    said = str(through(error))
    assert said == "No button panel (this device has no GPIO pins)"
    assert isinstance(said, Sentence)
    assert isinstance(said.values["why"], Sentence)


def test_troubles_are_joined() -> None:
    troubles = [Sentence("the lamp {lamp} failed", lamp="A"), Sentence("the buzzer failed")]
    both = joined(troubles, "; ")
    assert both == "the lamp A failed; the buzzer failed"
    assert joined(["usb", "csi", "auto"], ", ", "or") == "usb, csi or auto"
    assert [type(value) for value in both.values.values()][-2:] == [Sentence, Sentence]
    assert joined(troubles[:1], "; ") == "the lamp A failed"
