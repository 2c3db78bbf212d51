"""What happens at the tables of benchmarks/watch_frames.py: a short evening for every condition.

Two plays, the condition, two plays; some stand in the middle of a turn. The words only have to
cross: no list is asked.
"""

from __future__ import annotations

FIRST = """
lay A 8F HORSE
press A
lay B H7 FRAME
press B
"""
THIRD = """
lay A 11H ENTRY
"""
FOURTH = """
lay B L9 TOY
press B
"""
LAST = THIRD + "press A" + FOURTH

CONDITIONS: dict[str, str] = {
    "nothing else happens": FIRST + LAST,
    "hands pass, nothing is laid": FIRST + "mishap arm H9\nmishap arm-away\nwait 1\n" * 3 + LAST,
    "a hand rests on the board for 6 s": FIRST
    + THIRD
    + "mishap arm J10\nwait 6\nmishap arm-away\npress A"
    + FOURTH,
    "somebody's elbow lies on a corner all evening": "mishap arm A13\nwait 5" + FIRST + LAST,
    "somebody's elbow comes to lie beside the play": FIRST + "mishap arm D12\nwait 4" + LAST,
    "a cup stands on the board's edge": FIRST + "mishap cup O14\nwait 2" + LAST,
    "a cup stands on a tile": FIRST + "mishap cup F7\nwait 2" + LAST + "mishap calm\nwait 2",
    "a shadow passes": FIRST + "mishap shadow" + THIRD + "mishap shadow\npress A" + FOURTH,
    "glare appears on tiles": FIRST + "mishap glare H9 1.6\nwait 3" + LAST,
    "glare appears beside the tiles": FIRST + "mishap glare J12 2.5\nwait 3" + LAST,
    "glare on the new play": FIRST + THIRD + "mishap glare J11 1.5\npress A" + FOURTH,
    "a lamp is switched on": FIRST + "mishap lamp 1.6\nwait 2" + LAST,
    "a lamp is switched off": FIRST + "mishap lamp 0.4\nwait 2" + LAST,
    "a lamp goes off and on during a turn": FIRST
    + "mishap lamp 0.4\n"
    + THIRD
    + "mishap lamp 1.0\npress A"
    + FOURTH,
    "a quarter of the light": "mishap lamp 0.25" + FIRST + LAST,
    "an eighth of the light": "mishap lamp 0.125" + FIRST + LAST,
    "a sixteenth of the light": "mishap lamp 0.06" + FIRST + LAST,
    "the camera shakes for 3 s (9 px)": FIRST + THIRD + "mishap shake 9 3\npress A" + FOURTH,
    "the camera shakes all evening (5 px)": FIRST
    + "mishap shake 5 4"
    + THIRD
    + "mishap shake 5 8\npress A"
    + FOURTH,
    "out of focus for a while (sigma 5 px)": FIRST
    + THIRD
    + "mishap defocus 5\nwait 4\nmishap defocus 0\npress A"
    + FOURTH,
    "out of focus a little (sigma 1.5 px)": "mishap defocus 1.5" + FIRST + LAST,
    "a word half laid, then a pause of 5 s": FIRST
    + "lay A 11H EN\nwait 5\nlay A 11H ENTRY\npress A"
    + FOURTH,
    "laid, taken back, laid elsewhere": FIRST
    + "lay A 11H ENTRY\nwait 2\ntake-back\nlay A 9F OBA\npress A\nlay B 9F OBAT\npress B",
    "a play taken back after the press": FIRST
    + "lay A 11H ENTRY\npress A\ntake-back\nlay A 11H EAST\npress A",
    "a tile lies on its face": FIRST
    + THIRD
    + "mishap face-down J11\nwait 2\nmishap put-right J11\npress A"
    + FOURTH,
    "a tile lies on its face when they press": FIRST
    + THIRD
    + "mishap face-down J11\npress A"
    + FOURTH,
    "a tile lies on its head": FIRST + THIRD + "mishap upside-down K11\npress A" + FOURTH,
    "a tile slipped between squares": FIRST
    + THIRD
    + "mishap slipped L11\nwait 2\nmishap put-right L11\npress A"
    + FOURTH,
    "a second board in view": "mishap board" + FIRST + LAST,
    "a second board is put beside": FIRST + "mishap board\nwait 2" + LAST,
    "a knock against the camera's arm": FIRST + "mishap knock 18 -11 1.6\nwait 2" + LAST,
    "a knock during a turn": FIRST + THIRD + "mishap knock -9 7 -1.2\npress A" + FOURTH,
    "the board is pushed by an elbow": FIRST + "mishap push 26 -14 5\nwait 2" + LAST,
    "the board is pushed by less than a square": FIRST + "mishap push 9 7 0\nwait 1" + LAST,
    "the board is turned towards each player": """
lay A 8F HORSE
press A
mishap turn 1
lay B H7 FRAME
press B
mishap turn 1
lay A 11H ENTRY
press A
mishap turn 1
lay B L9 TOY
press B
mishap turn 1
lay A J6 THE
press A
""",
    "a press was forgotten": FIRST + THIRD + "wait 1.5" + FOURTH,
    "a press was forgotten, the board turned": FIRST + THIRD + "mishap turn 1\nwait 1" + FOURTH,
    "two plays before anything settles": FIRST + THIRD + FOURTH,
    "the camera gives the same picture again": FIRST
    + "mishap stuck"
    + THIRD
    + "wait 14\nmishap calm\npress A"
    + FOURTH,
    "the camera is unplugged during a turn": FIRST
    + "mishap unplugged"
    + THIRD
    + "wait 3\nmishap calm\nwait 2\npress A"
    + FOURTH,
}
