"""The check of this user's rights: may it use the devices that are here?

Takes what the system said (hardware/rights.py). Tests: tests/device/test_rights_check.py.
"""

from __future__ import annotations

from device.doctor.checks import Check, bad, good
from device.doctor.subjects import Subject
from device.texts import Message
from hardware.rights import Rights

ANYWHERE = frozenset({"video", "audio"})
"""Groups that are needed on every machine; the rest only where pins and a bare screen are, and
elsewhere a desktop does without them."""


def rights_check(rights: Rights, *, pi: bool) -> Check:
    """`pi`: whether this is a Raspberry Pi."""
    subject = Subject.RIGHTS
    denied = [group for group in rights.denied if pi or group in ANYWHERE]
    if denied:
        groups = {"names": ", ".join(denied)}
        command = f"sudo usermod -aG {','.join(denied)} {rights.user}"
        advice = Message("Type `{command}`, then start the machine again.", {"command": command})
        return bad(subject, Message("may not use: {names}", groups), advice)
    if not rights.allowed:
        return good(subject, Message("nothing is here that needs any"))
    return good(subject, Message("may use: {names}", {"names": ", ".join(rights.allowed)}))
