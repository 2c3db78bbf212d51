"""The voice at a table, if the settings enable it. Tests: tests/device/test_voice.py,
tests/device/test_play.py.
"""

from __future__ import annotations

from contextlib import closing

from device.addons.voice.settings import VoiceSettings
from device.language.sentences import as_message
from device.session.core.state import Speaking
from device.table.addons import NO_PARTS, AddOnParts, AddOnTable, AtTable


def _parts(table: AddOnTable) -> AddOnParts:
    if not table.settings.of(VoiceSettings).enabled:
        return NO_PARTS
    from hardware.speech import Espeak

    speech = Espeak(volume=table.settings.panel.volume)
    if speech.missing is not None:
        table.say(table.texts.say(as_message(speech.missing)))
        return AddOnParts(state=(Speaking(),))
    from device.addons.voice.voice import Voice

    # It finishes its sentence while everything else is closed.
    voice = table.at_the_end.enter_context(closing(Voice(speech, table.texts, table.say)))
    return AddOnParts(followers=(voice,), state=(Speaking(),))


REGISTERS = AtTable(_parts)
