"""Contacts that chatter, lines that catch interference, and buttons that are held: what was
pressed, decided from edges with times.

A press counts once its contact has been closed for a few milliseconds, with the time of its first
edge: a spike closes nothing for so long. Pure: it knows no pins' names, no clock and no thread;
the caller that reads the edges also wakes it when something is due.
Tests: tests/hardware/test_debounce.py, tests/hardware/test_contact_traces.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

CLOSED = 0.003
"""Seconds that a contact is closed until it counts. A wire next to mains cables, or a static spark,
closes a line for microseconds (at most a millisecond); the quickest tap lasts for twenty
milliseconds."""

OPENED = 0.010
"""Seconds that a contact is open until it counts as let go, or until a closing that came to nothing
is over. Between two edges of a contact that bounces pass 6.2 ms at most (16 switches: ganssle.com,
"A Guide to Debouncing")."""

CHATTER = 0.030
"""Seconds from a press on in which nothing is another one."""

CLOSED_IF_RESTLESS = 0.012
"""Seconds that a restless contact is closed until it counts: longer than half a period of mains,
10 ms at 50 Hz, for which hum may hold a line down."""

RESTLESS = 0.5
"""Seconds for which a contact is restless after a closing that came to nothing."""

RESTLESS_AFTER_PRESS = 0.02
"""Seconds for which it is restless after it was let go: a worn contact chatters then, too."""

NEVER = float("-inf")


@dataclass(frozen=True)
class Edge:
    """A contact closed (down) or opened at a monotonic time."""

    pin: int
    down: bool
    at: float


@dataclass(frozen=True)
class ContactPress:
    """A button was pressed: when it went down, or, if `held`, when it had been down long enough."""

    pin: int
    held: bool
    at: float


@dataclass(frozen=True)
class Contact:
    """One contact: what was seen of it last, and what it is taken for.

    `hold` is how many seconds down mean something else, None if they never do. `first`: the first
    edge of a change that isn't decided yet, None if none is under way; `changed_for`: how long it
    has been otherwise than it is taken for, less the time for which it wasn't, up to `seen_since`.
    Until `quiet_until` it isn't let go, until `restless_until` it must be closed for longer.
    `undecided` is when it went down, while that may still become a long press.
    """

    pin: int
    hold: float | None = None
    seen: bool = False
    seen_since: float = NEVER
    taken: bool = False
    first: float | None = None
    changed_for: float = 0.0
    quiet_until: float = NEVER
    restless_until: float = NEVER
    undecided: float | None = None

    @property
    def due(self) -> float | None:
        """When something happens if no edge comes; None if nothing does."""
        times = [t for t in (self.decided_at, self._held_at) if t is not None]
        return min(times, default=None)

    @property
    def decided_at(self) -> float | None:
        """When the change under way counts, or has come to nothing; None if there is none."""
        if self.first is None:
            return None
        if self.seen == self.taken:
            return self.seen_since + OPENED
        return max(self.seen_since + self._needed - self.changed_for, self.quiet_until)

    @property
    def begun(self) -> float | None:
        """When a press began that will carry that time if it counts; None if none has. One
        of a restless contact is no reason to wait."""
        waits = self.hold is None and not self.taken and self.first is not None
        return self.first if waits and not self._restless else None

    @property
    def _needed(self) -> float:
        if self.taken:
            return OPENED
        return CLOSED_IF_RESTLESS if self._restless else CLOSED

    @property
    def _restless(self) -> bool:
        return self.first is not None and self.first < self.restless_until

    @property
    def _held_at(self) -> float | None:
        # Being let go just before its time is no long press, though that is decided after it.
        if self.undecided is None or self.hold is None or self.first is not None:
            return None
        return self.undecided + self.hold

    def after(self, down: bool, at: float) -> tuple[Contact, tuple[ContactPress, ...]]:
        """The contact after an edge, and what was pressed until then."""
        # An edge may be read late, after its time was passed over: it is seen all the same.
        at = max(at, self.seen_since)
        now, pressed = self.until(at)
        return (now if down == now.seen else now._seen(down, at)), pressed

    def corrected(self, down: bool, at: float) -> Contact:
        """The contact as its pin is, where an edge was lost or is still under way: since when isn't
        known, so the time since the last edge counts for nothing."""
        if down == self.seen:
            return self
        return replace(self, seen_since=at)._seen(down, at)

    def until(self, at: float) -> tuple[Contact, tuple[ContactPress, ...]]:
        """The contact when a time has come without an edge, and what was pressed until then."""
        now: Contact = self
        pressed: tuple[ContactPress, ...] = ()
        while (due := now.due) is not None and due <= at:
            if due == now._held_at:
                pressed += (ContactPress(now.pin, True, due),)
                now = replace(now, undecided=None)
            elif now.seen == now.taken:
                now = now._calmed(due)
            else:
                now, more = now._changed(due)
                pressed += more
        return now, pressed

    def _seen(self, down: bool, at: float) -> Contact:
        since = at - self.seen_since if self.first is not None else 0.0
        grown = self.changed_for + (since if self.seen != self.taken else -since)
        first = self.first
        if first is None and down != self.taken:
            first = at
        return replace(self, seen=down, seen_since=at, first=first, changed_for=max(0.0, grown))

    def _calmed(self, at: float) -> Contact:
        """The change under way came to nothing."""
        until = self.restless_until if self.taken else max(self.restless_until, at + RESTLESS)
        return replace(self, first=None, changed_for=0.0, restless_until=until)

    def _changed(self, at: float) -> tuple[Contact, tuple[ContactPress, ...]]:
        """Take what is seen for what is so."""
        first = at if self.first is None else self.first
        now = replace(self, taken=self.seen, first=None, changed_for=0.0)
        if now.taken:
            now = replace(now, quiet_until=first + CHATTER)
            if now.hold is None:
                return now, (ContactPress(now.pin, False, first),)
            return replace(now, undecided=first), ()
        now = replace(now, restless_until=max(now.restless_until, at + RESTLESS_AFTER_PRESS))
        if now.undecided is not None:
            return replace(now, undecided=None), (ContactPress(now.pin, False, now.undecided),)
        return now, ()


@dataclass(frozen=True)
class Contacts:
    """All contacts of a panel, by pin; edges go in in the order of their times. `waiting`: presses
    that count, while another contact may still have been pressed before them."""

    by_pin: Mapping[int, Contact] = field(default_factory=dict)
    waiting: tuple[ContactPress, ...] = ()

    @classmethod
    def of(cls, contacts: Iterable[Contact]) -> Contacts:
        return cls(MappingProxyType({contact.pin: contact for contact in contacts}))

    @property
    def due(self) -> float | None:
        """When the next thing happens if no edge comes."""
        times = [contact.due for contact in self.by_pin.values()]
        return min((time for time in times if time is not None), default=None)

    def decided_by(self, at: float) -> tuple[int, ...]:
        """The pins on which something is decided by a time: worth checking against their
        last edge."""
        return tuple(
            pin
            for pin, contact in self.by_pin.items()
            if (due := contact.decided_at) is not None and due <= at
        )

    def corrected(self, pin: int, down: bool, at: float) -> Contacts:
        """The contacts with one as its pin is at this time."""
        return self._with(self.by_pin[pin].corrected(down, at))

    def after(self, edge: Edge) -> tuple[Contacts, tuple[ContactPress, ...]]:
        """The contacts after an edge; what was pressed until then, in order. KeyError for a pin
        that none of them is on."""
        now, pressed = self.until(edge.at)
        contact, more = now.by_pin[edge.pin].after(edge.down, edge.at)
        now, in_order = now._with(contact)._in_order(more)
        return now, pressed + in_order

    def until(self, at: float) -> tuple[Contacts, tuple[ContactPress, ...]]:
        """The contacts when a time has come; what was pressed until then, in order."""
        now: Contacts = self
        pressed: tuple[ContactPress, ...] = ()
        while (due := now.due) is not None and due <= at:
            steps = [contact.until(due) for contact in now.by_pin.values()]
            contacts = {contact.pin: contact for contact, _ in steps}
            now = replace(now, by_pin=MappingProxyType(contacts))
            now, more = now._in_order(tuple(one for _, some in steps for one in some))
            pressed += more
        return now, pressed

    def _with(self, contact: Contact) -> Contacts:
        return replace(self, by_pin=MappingProxyType(dict(self.by_pin) | {contact.pin: contact}))

    def _in_order(
        self, more: tuple[ContactPress, ...]
    ) -> tuple[Contacts, tuple[ContactPress, ...]]:
        """These with what waits, as far as nothing that was before them is undecided."""
        begun = [one.begun for one in self.by_pin.values()]
        earliest = min((at for at in begun if at is not None), default=float("inf"))
        presses = sorted((*self.waiting, *more), key=lambda one: one.at)
        due = tuple(one for one in presses if one.at <= earliest)
        return replace(self, waiting=tuple(presses[len(due) :])), due
