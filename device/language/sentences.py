"""What cameras, buttons, sounds and screens say of themselves, in the language of the players.

Hardware knows no language: it says its sentences in English. Each is found again here by its words,
with whatever stands between them, and said in another language from there; one that nobody has
foreseen stays as it is. Tests: tests/device/test_sentences.py.
"""

from __future__ import annotations

import re

from device.language.texts import N_, Message, TextValue

SENTENCES: tuple[str, ...] = (
    N_("No camera is there: plug one in by USB, or switch off and push the ribbon cable in."),
    N_("{sentence} (That needs the package python3-picamera2.)"),
    N_("Cameras on ribbon cables can't be listed: {why}."),
    N_(
        "There is no camera {number} on a ribbon cable: switch off, push the cable in at both"
        " ends, and start again."
    ),
    N_("The camera on the ribbon cable can't be opened ({why}): does another program use it?"),
    N_(
        "A camera on a ribbon cable needs picamera2 ({why}): sudo apt install"
        " --no-install-recommends python3-picamera2"
    ),
    N_("picamera2 doesn't fit the numpy that is installed: {why}."),
    N_(
        "The camera doesn't answer any more: switch off, and push its ribbon cable in at both ends."
    ),
    N_("The camera gives no pictures any more: {why}."),
    N_("No USB camera is there: is it plugged in?"),
    N_("{camera} is not there: is the camera plugged in?"),
    N_(
        "{camera} can't be opened as a camera: does another program use it, or is it something"
        " else?"
    ),
    N_("{camera} gives no pictures any more: is it unplugged?"),
    N_("{name} names no camera: use {kinds}."),
    N_("{folder} is no folder of pictures."),
    N_("{folder} holds no picture (.jpg or .png)."),
    N_("{folder} can't be looked into ({why})."),
    N_("{file} is not there, or no video file."),
    N_("{file} breaks off after {number} of {all} pictures: it is damaged."),
    N_("{file} is damaged: a picture can't be decoded."),
    N_("No button panel: the keyboard stands in for it."),
    N_("No button panel ({why}): the keyboard stands in for it."),
    N_("The panel goes on without a part of it: {why}."),
    N_("No sound ({why}): the game goes on without it."),
    N_("No screen: the game goes on without one."),
    N_("No screen ({why}): the game goes on without one."),
)
"""What is said by itself."""

PARTS: tuple[str, ...] = (
    N_("this machine has no GPIO pins"),
    N_("this is no Raspberry Pi: its chips are {chips}"),
    N_("this lgpio is an empty one: apt install python3-lgpio"),
    N_("no GPIO chip may be opened ({why}): join the group gpio"),
    N_("{chip} can't be opened ({why})"),
    N_("lgpio can't be used ({why}): apt install python3-lgpio"),
    N_("no button can be used: {why}"),
    N_("the buzzer failed and is silent from now on"),
    N_("the sound card failed and is silent from now on"),
    N_("the lamp {lamp} failed and stays as it is"),
)
"""What stands within another one."""

_PLACE = re.compile(r"\\\{(\w+)\\\}")


def as_message(sentence: str) -> Message:
    """The sentence, to be said in any language; also what is part of it."""
    for text, form in _FORMS.items():
        if (found := form.fullmatch(sentence)) is not None:
            values: dict[str, TextValue] = {
                name: as_message(part) if name in ("why", "sentence") else part
                for name, part in found.groupdict().items()
            }
            return Message(text, values)
    return Message("{sentence}", {"sentence": sentence})


def _form(text: str) -> re.Pattern[str]:
    return re.compile(_PLACE.sub(r"(?P<\1>.+)", re.escape(text)), re.DOTALL)


_FORMS = {text: _form(text) for text in (*SENTENCES, *PARTS)}
