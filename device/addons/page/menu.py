"""Switches the page for onlookers on and off at the table, and shows its address and code.

The page is read-only. Knows no network: the result of switching comes in as an event, and so does
anything that happens to the page later. Tests: tests/device/test_onlookers.py.
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
"""A job: opens or closes the page, and returns its OnlookersPage. Later changes of an open page
come in under this name, too."""

FAILED = Message("The page has failed and is closed: the log says why.")


@dataclass(frozen=True)
class OnlookersPage:
    """The page for onlookers: its `addresses`, none while it is off; `code`: the first of them as
    rows of a QR code, "#" for dark; `why`: why it isn't available."""

    addresses: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    why: Message | None = None


def _offer(state: TableState, back: Act, _stay: Act) -> Iterator[Option]:
    """The menu's line for the page, if this table can have one."""
    if state.device.of(OnlookersPage) is not None:
        yield option("Spectators…", Do(ask_about_page, back))


def ask_about_page(state: TableState, back: Act) -> Step:
    """Shows the page's address, and asks whether to switch it on or off."""
    page = state.device.of(OnlookersPage) or OnlookersPage()
    leave = option("Back", back)
    if page.addresses:
        text = Message("Spectators: {addresses}", {"addresses": "\n".join(page.addresses)})
        options = (option("Close the page", Do(_switch, back, on=False)), leave)
    else:
        text = Message("Let phones on this network follow the game?")
        if page.why is not None:
            text = page.why
        options = (option("Open the page", Do(_switch, back, on=True)), leave)
    lit = options.index(leave) if page.addresses else 0
    return ask(state, _question(text, options, page, back), lit)


def _question(
    text: Message, options: tuple[Option, ...], page: OnlookersPage, back: Act
) -> Question:
    """A change of the page is shown if its question is still on the screen."""
    awaits = Awaited(SWITCH_PAGE, Then(_shown, back))
    return Question(text, options, can_wait=True, code=page.code, awaits=awaits)


def _switch(state: TableState, back: Act, *, on: bool) -> Step:
    """Switches the page; shows that meanwhile, with the same way back."""
    page = state.device.of(OnlookersPage) or OnlookersPage()
    text, leave = Message("One moment…"), option("Back", back)
    after, effects = ask(state, _question(text, (leave,), page, back))
    return after, (*effects, Job(SWITCH_PAGE, (on,)))


def _shown(state: TableState, page: OnlookersPage | None, back: Act) -> Step:
    after = replace(state, device=state.device.having(page or OnlookersPage()))
    return ask_about_page(after, back)[0], ()


def page_switched(state: TableState, page: OnlookersPage | None) -> Step:
    """The page has changed while its question isn't on the screen."""
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
    # Somebody may be waiting for it on a phone.
    return replace(after, message=state.message or page.why), (Announce(page.why),)


REGISTERS = Menu(
    MappingProxyType({Place.NETWORK: _offer, Place.TURNS: _offer}),
    MappingProxyType({SWITCH_PAGE: Heard(page_switched, failed=OnlookersPage(why=FAILED))}),
)
