"""Contacts that chatter, and buttons that are held: what was pressed, told from edges with times.

Pure: it knows no pins' names, no clock and no thread; whoever reads the edges also wakes it when
something is due. The first edge down counts at once. Tests: tests/hardware/test_debounce.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

CHATTER = 0.030
"""Seconds in which a contact that changed may chatter: twice what poor push buttons do."""

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

    `hold` is how many seconds down mean something else, None if they never do. Until `quiet_until`
    it may chatter: what is seen is kept, and only what is left at the end is taken. `undecided` is
    when it went down, while that may still become a long press.
    """

    pin: int
    hold: float | None = None
    seen: bool = False
    seen_since: float = NEVER
    taken: bool = False
    quiet_until: float = NEVER
    undecided: float | None = None

    @property
    def due(self) -> float | None:
        """When something happens if no edge comes; None if nothing does."""
        times = [t for t in (self._settles_at, self._held_at) if t is not None]
        return min(times, default=None)

    @property
    def _settles_at(self) -> float | None:
        return self.quiet_until if self.seen != self.taken else None

    @property
    def _held_at(self) -> float | None:
        if self.undecided is None or self.hold is None:
            return None
        return self.undecided + self.hold

    def after(self, down: bool, at: float) -> tuple[Contact, tuple[ContactPress, ...]]:
        """The contact after an edge, and what was pressed until then."""
        # An edge may be read late, after its time was passed over: it is seen all the same.
        at = max(at, self.seen_since)
        now, pressed = self.until(at)
        if down == now.seen:
            return now, pressed
        now = replace(now, seen=down, seen_since=at)
        if at < now.quiet_until:
            return now, pressed
        now, more = now._take()
        return now, pressed + more

    def until(self, at: float) -> tuple[Contact, tuple[ContactPress, ...]]:
        """The contact when a time has come without an edge, and what was pressed until then."""
        now: Contact = self
        pressed: tuple[ContactPress, ...] = ()
        while (due := now.due) is not None and due <= at:
            if due == now._held_at:
                pressed += (ContactPress(now.pin, True, due),)
                now = replace(now, undecided=None)
            else:
                now, more = now._take()
                pressed += more
        return now, pressed

    def _take(self) -> tuple[Contact, tuple[ContactPress, ...]]:
        """Take what is seen for what is so."""
        now = replace(self, taken=self.seen, quiet_until=self.seen_since + CHATTER)
        if now.taken:
            if now.hold is None:
                return now, (ContactPress(now.pin, False, now.seen_since),)
            return replace(now, undecided=now.seen_since), ()
        if now.undecided is not None:
            return replace(now, undecided=None), (ContactPress(now.pin, False, now.undecided),)
        return now, ()


@dataclass(frozen=True)
class Contacts:
    """All contacts of a panel, by pin; edges go in in the order of their times."""

    by_pin: Mapping[int, Contact] = field(default_factory=dict)

    @classmethod
    def of(cls, contacts: Iterable[Contact]) -> Contacts:
        return cls(MappingProxyType({contact.pin: contact for contact in contacts}))

    @property
    def due(self) -> float | None:
        """When the next thing happens if no edge comes."""
        times = [contact.due for contact in self.by_pin.values()]
        return min((time for time in times if time is not None), default=None)

    def after(self, edge: Edge) -> tuple[Contacts, tuple[ContactPress, ...]]:
        """The contacts after an edge; what was pressed until then, in order. KeyError for a pin
        that none of them is on."""
        others, pressed = self.until(edge.at)
        contact, more = others.by_pin[edge.pin].after(edge.down, edge.at)
        return Contacts.of((dict(others.by_pin) | {edge.pin: contact}).values()), pressed + more

    def until(self, at: float) -> tuple[Contacts, tuple[ContactPress, ...]]:
        """The contacts when a time has come; what was pressed until then, in order."""
        steps = [contact.until(at) for contact in self.by_pin.values()]
        pressed = sorted((one for _, more in steps for one in more), key=lambda one: one.at)
        return Contacts.of(contact for contact, _ in steps), tuple(pressed)
