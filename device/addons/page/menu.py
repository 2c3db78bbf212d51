"""The page for onlookers, switched on and off at the table, where its address and code are shown.

Nobody plays on it and it changes nothing. Knows no network: what came of switching it is brought
in, and whatever else becomes of it. Tests: tests/device/test_onlookers.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType

from device.language.texts import Message
from device.session.core.commit import ask, option
from device.session.core.effects import Announce, Job
from device.session.core.offered import Heard, Menu, Place
from device.session.core.state import (
    Act,
    Awaited,
    Do,
    Option,
    Question,
    Step,
    TableState,
    Then,
)

SWITCH_PAGE = "switch page"
"""A job: opens the page, or closes it, and gives the OnlookersPage that it is then. What becomes of
an open one comes in under this name, too."""

FAILED = Message("The page has failed and is closed: the log says why.")


@dataclass(frozen=True)
class OnlookersPage:
    """The page for onlookers: the `addresses` under which it is found, none while it is off;
    `code`: the first of them as rows of a QR code, "#" where it is dark; `why`: why it can't be
    had."""

    addresses: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    why: Message | None = None


def _offer(state: TableState, back: Act, _stay: Act) -> Iterator[Option]:
    """What leads to the page, where this table can have one."""
    if state.device.of(OnlookersPage) is not None:
        yield option("Onlookers …", Do(ask_about_page, back))


def ask_about_page(state: TableState, back: Act) -> Step:
    """Shows where the page is, and asks whether it is to be switched on or off."""
    page = state.device.of(OnlookersPage) or OnlookersPage()
    leave = option("Back", back)
    if page.addresses:
        text = Message("Onlookers: {addresses}", {"addresses": "\n".join(page.addresses)})
        options = (leave, option("Close the page", Do(_switch, back, on=False)))
    else:
        text = Message("Shall the game be seen on phones in this network?")
        if page.why is not None:
            text = page.why
        options = (option("Open the page", Do(_switch, back, on=True)), leave)
    return ask(state, _question(text, options, page, back))


def _question(
    text: Message, options: tuple[Option, ...], page: OnlookersPage, back: Act
) -> Question:
    """Whoever still looks at it sees what becomes of the page."""
    awaits = Awaited(SWITCH_PAGE, Then(_shown, back))
    return Question(text, options, can_wait=True, code=page.code, awaits=awaits)


def _switch(state: TableState, back: Act, *, on: bool) -> Step:
    """It is switched; meanwhile that is said, with the same way back."""
    page = state.device.of(OnlookersPage) or OnlookersPage()
    text, leave = Message("One moment …"), option("Back", back)
    after, effects = ask(state, _question(text, (leave,), page, back))
    return after, (*effects, Job(SWITCH_PAGE, (on,)))


def _shown(state: TableState, page: OnlookersPage | None, back: Act) -> Step:
    after = replace(state, device=state.device.having(page or OnlookersPage()))
    return ask_about_page(after, back)[0], ()


def page_switched(state: TableState, page: OnlookersPage | None) -> Step:
    """The page is so now, and nobody looks at it."""
    if page is None:
        return state, ()
    before = state.device.of(OnlookersPage)
    if page == before and page.why is None:
        return state, ()
    after = replace(state, device=state.device.having(page))
    was_open = before is not None and bool(before.addresses)
    same = before is not None and page.why == before.why
    if page.why is None or (same and not was_open):
        return after, ()
    # Somebody may wait for it on a phone.
    return replace(after, message=state.message or page.why), (Announce(page.why),)


REGISTERS = Menu(
    MappingProxyType({Place.NETWORK: _offer}),
    MappingProxyType({SWITCH_PAGE: Heard(page_switched, failed=OnlookersPage(why=FAILED))}),
)
