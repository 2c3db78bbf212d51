"""The network that the device is in, shown at the table, with what else is about it.

Looks at no network itself: how it is comes from elsewhere. Tests: tests/device/test_care.py.
"""

from __future__ import annotations

from device.language.texts import Message
from device.session.core.commit import ask, option
from device.session.core.effects import Job
from device.session.core.offered import Place, offered
from device.session.core.state import Act, Awaited, Do, Question, Step, TableState, Then
from device.system.network import Network, network_message

SEE_NETWORK = "see network"
"""A job: finds out which Network the device is in and returns it."""


def ask_network(state: TableState, back: Act) -> Step:
    """Shows the state of the network as soon as it is known."""
    asked, effects = _ask(state, back, Message("Checking the network…"))
    return asked, (*effects, Job(SEE_NETWORK, repeatable=True))


def _ask(state: TableState, back: Act, text: Message) -> Step:
    again = Do(ask_network, back)
    options = (*offered(Place.NETWORK, state, again, back), option("Back", back))
    awaits = Awaited(SEE_NETWORK, Then(_show, back))
    return ask(state, Question(text, options, can_wait=True, awaits=awaits))


def _show(state: TableState, network: Network | None, back: Act) -> Step:
    return _ask(state, back, network_message(network or Network(None)))[
        0
    ], ()  # this asks nothing new
