"""The page for onlookers, switched on and off at the table, where its address and code are shown.

Nobody plays on it and it changes nothing; what it shows is told in device/page. Knows no network:
what came of switching it is brought in. Tests: tests/device/test_onlookers.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from device.language.texts import Message
from device.session.core.commit import ask, option
from device.session.core.effects import Announce, SwitchPage
from device.session.core.inputs import PageSwitched
from device.session.core.state import (
    Act,
    Asking,
    Do,
    OnlookersPage,
    Option,
    Question,
    Step,
    TableState,
)


def offer_page(state: TableState, back: Act) -> Iterator[Option]:
    """What leads to the page, where this table can have one."""
    if state.device.page is not None:
        yield option("Onlookers …", Do(ask_about_page, back))


def ask_about_page(state: TableState, back: Act) -> Step:
    """Shows where the page is, and asks whether it is to be switched on or off."""
    page = state.device.page or OnlookersPage()
    leave = option("Back", back)
    if page.addresses:
        text = Message("Onlookers: {addresses}", {"addresses": "\n".join(page.addresses)})
        options = (leave, option("Close the page", Do(_switch, back, on=False)))
    else:
        text = Message("Shall the game be seen on phones in this network?")
        if page.why is not None:
            text = page.why
        options = (option("Open the page", Do(_switch, back, on=True)), leave)
    return ask(state, Question(text, options, can_wait=True, onlookers=back))


def _switch(state: TableState, back: Act, *, on: bool) -> Step:
    """It is switched; meanwhile that is said, with the same way back."""
    text = Message("One moment …")
    after, effects = ask(
        state, Question(text, (option("Back", back),), can_wait=True, onlookers=back)
    )
    return after, (*effects, SwitchPage(on))


def _why(state: TableState) -> Message | None:
    return None if state.device.page is None else state.device.page.why


def page_switched(state: TableState, done: PageSwitched) -> Step:
    """The page is so now; whoever still looks at it sees that."""
    page = OnlookersPage(done.addresses, done.code, done.why)
    if page == state.device.page and page.why is None:
        return state, ()
    was_open = state.device.page is not None and bool(state.device.page.addresses)
    after = replace(state, device=replace(state.device, page=page))
    if not isinstance(state.phase, Asking) or state.phase.question.onlookers is None:
        if page.why is None or (page.why == _why(state) and not was_open):
            return after, ()
        # Nobody looks at it, and somebody may wait for it on a phone.
        return replace(after, message=state.message or page.why), (Announce(page.why),)
    asked, _ = ask_about_page(after, state.phase.question.onlookers)
    return asked, ()
