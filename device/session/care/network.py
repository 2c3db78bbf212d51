"""The network that the device is in, shown at the table, with what else is about it.

Knows no network itself: how it is comes from elsewhere. Tests: tests/device/test_care.py.
"""

from __future__ import annotations

from device.language.texts import Message
from device.session.care.onlookers import offer_page
from device.session.core.commit import ask, option
from device.session.core.effects import LookAtNetwork
from device.session.core.inputs import NetworkSeen
from device.session.core.state import Act, Awaited, Do, Question, Step, TableState, Then


def ask_network(state: TableState, back: Act) -> Step:
    """Shows how the network is as soon as that is known."""
    asked, effects = _ask(state, back, Message("Looking at the network …"))
    return asked, (*effects, LookAtNetwork())


def _ask(state: TableState, back: Act, text: Message) -> Step:
    options = (option("Back", back), *offer_page(state, Do(ask_network, back)))
    awaits = Awaited(NetworkSeen, Then(_show, back))
    return ask(state, Question(text, options, can_wait=True, awaits=awaits))


def _show(state: TableState, network: NetworkSeen, back: Act) -> Step:
    return _ask(state, back, network.said)[0], ()  # it asks nothing new
