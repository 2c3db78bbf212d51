"""A table in a hall, if the settings name a broker; if they no longer do, its retained messages are
removed from brokers.

Tests: tests/device/test_hall.py, tests/device/test_hall_taking_back.py.
"""

from __future__ import annotations

from contextlib import closing

from device.addons.hall import HALL_IDENTITY
from device.addons.hall.settings import HallSettings
from device.table.addons import NO_PARTS, AddOnParts, AddOnTable, AtTable


def _parts(table: AddOnTable) -> AddOnParts:
    wanted = table.settings.of(HallSettings)
    if not wanted.broker:
        if table.journal is not None and (table.journal.parent / HALL_IDENTITY).exists():
            from device.addons.hall.publisher import TakingBack

            table.at_the_end.enter_context(closing(TakingBack(table.journal.parent)))
        return NO_PARTS
    from device.addons.hall.passed_over import PassedOver
    from device.addons.hall.reachable import broker_checks

    passed = PassedOver()
    checks = (broker_checks(wanted, passed),)
    if table.journal is None:
        return AddOnParts(checks=checks)
    from device.addons.hall.next_pairing import LobbyEntered, PairingNews
    from device.addons.hall.publisher import publisher

    news = PairingNews()
    publishing = publisher(
        wanted, table.journal, table.texts, table.say, passed, paired=news.arrived
    )
    table.at_the_end.enter_context(closing(publishing))
    return AddOnParts(followers=(publishing, LobbyEntered(news)), running=(news,), checks=checks)


REGISTERS = AtTable(_parts)
