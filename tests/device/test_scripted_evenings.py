"""Whole evenings from end to end: camera, panel and session against what was really played.

Each script is played on the virtual table, on one thread and in the table's own time: nothing here
depends on how fast this machine is.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from spoken import TRANSCRIPTS, Listener

from device.cli.demo import shipped_evenings
from device.language.texts import Texts
from device.simulator.hands import HURRIED
from device.simulator.panel import MockPins
from device.simulator.run import EveningOutcome, TableTime, VirtualEvening
from device.simulator.script import read_evening
from device.storage.journal import Journal
from device.table.addons import Follower
from hardware.panel.port import Button, Lamp, Press, Tone
from vision.reader import BoardReader
from vision.reading import Grid, Picture, Reading, Refusal

SEED = 20
FRAMES_A_SECOND = 4.0
"""As few as a table can be watched with: drawing them takes most of the time."""

EVENINGS: dict[str, tuple[str, ...]] = {
    "pee-wee": ("NHL-PEE-01", "NHL-PEE-02", "NHL-BON-03"),
    "forgotten-presses": (),
    "classic-challenges": ("CLA-CHA-01", "CLA-CHA-02", "CLA-CHA-03", "CLA-CHA-04", "CLA-EXC-01"),
    "nhl-house-rules": (
        "NHL-BON-01",
        "NHL-BON-02",
        "NHL-OPT-02",
        "NHL-OPT-04",
        "NHL-OPT-05",
        "NHL-OPT-06",
        "NHL-OPT-07",
        "OWN-01",
    ),
    "professional-levels": ("NHL-PRO-01", "NHL-PRO-02", "NHL-PRO-03"),
    "junior": ("JUN-SCO-01", "JUN-SCO-02", "JUN-CHA-01", "JUN-EXC-01", "JUN-END-02"),
    "four-sides": ("CLA-EQU-04", "CLA-END-02", "CLA-END-03", "CLA-WIN-01"),
    "correction-ten-back": ("CLA-PLA-10",),
    "referee": ("CLA-WRD-01",),
    "spanish-digraphs": (),
    "duplicate": ("CLA-PLA-01", "CLA-SCO-02"),
    "duplicate-french": ("CLA-EQU-03", "CLA-SCO-02"),
    "from-the-lobby": ("NHL-BON-01",),
    "party-chance": (
        "PAR-CHN-01",
        "PAR-CHN-02",
        "PAR-CHN-04",
        "PAR-CHN-05",
        "PAR-CHN-06",
        "PAR-CHN-07",
        "PAR-CLK-01",
        "PAR-CLK-02",
        "PAR-CLK-03",
        "PAR-CLK-04",
        "PAR-CLK-07",
        "PAR-CLK-08",
        "PAR-CLK-09",
        "PAR-DIE-01",
        "PAR-EXC-02",
    ),
    "party-clock": (
        "PAR-CHN-03",
        "PAR-CLK-05",
        "PAR-CLK-06",
        "PAR-CLK-10",
        "PAR-CLK-11",
        "PAR-CLK-12",
        "PAR-CHA-01",
        "PAR-CHA-03",
        "PAR-CHA-04",
        "PAR-EXC-02",
    ),
    "party-mishaps": ("PAR-CLK-01", "PAR-CLK-03", "PAR-CLK-09", "PAR-CHA-01"),
    "party-holder": ("PAR-DIE-05", "PAR-END-01", "PAR-CHA-01", "PAR-WIN-01"),
    "party-misses": ("PAR-DIE-05", "PAR-DIE-06", "PAR-END-02", "PAR-WIN-01"),
    "scramble-clears": (
        "SCR-TUR-01",
        "SCR-TUR-02",
        "SCR-TUR-03",
        "SCR-TUR-04",
        "SCR-CLR-01",
        "SCR-CLR-02",
        "SCR-CLR-03",
        "SCR-CHA-03",
        "SCR-END-01",
    ),
    "scramble-mat": (
        "SCR-TUR-01",
        "SCR-TUR-02",
        "SCR-TUR-05",
        "SCR-CLR-01",
        "SCR-CLR-03",
        "SCR-SCO-08",
    ),
    "topword-stacks": (
        "TOP-PLA-04",
        "TOP-PLA-05",
        "TOP-PLA-07",
        "TOP-SCO-01",
        "TOP-SCO-02",
        "TOP-SCO-04",
        "TOP-EXC-02",
        "TOP-CHA-01",
        "TOP-END-03",
        "TOP-END-04",
    ),
    "nhl-open-blank": (
        "NHL-OPT-04",
        "NHL-OPT-06",
        "NHL-OPT-07",
        "NHL-BON-01",
        "CLA-PLA-10",
        "CLA-SCO-11",
        "CLA-CHA-04",
        "CLA-CHA-03",
        "CLA-END-02",
        "CLA-END-03",
    ),
    "professional-french": (
        "NHL-EQU-02",
        "NHL-BON-01",
        "NHL-WRD-01",
        "NHL-OPT-02",
        "NHL-PRO-01",
        "NHL-PRO-02",
        "NHL-PRO-03",
        "CLA-SCO-13",
        "CLA-CHA-03",
        "CLA-CHA-04",
        "OWN-01",
    ),
    "junior-out": (
        "JUN-PLA-01",
        "JUN-PLA-03",
        "JUN-PLA-04",
        "JUN-PLA-05",
        "JUN-SCO-01",
        "JUN-SCO-02",
        "JUN-EXC-01",
        "JUN-CHA-01",
        "JUN-END-01",
        "JUN-END-02",
        "JUN-WIN-01",
    ),
    "junior-shared-win": (
        "JUN-PLA-01",
        "JUN-PLA-02",
        "JUN-PLA-03",
        "JUN-PLA-04",
        "JUN-SCO-01",
        "JUN-SCO-02",
        "JUN-EXC-01",
        "JUN-END-01",
        "JUN-END-02",
        "JUN-WIN-01",
        "OWN-01",
    ),
    "party-three-ways-down": (
        "PAR-EXC-02",
        "PAR-CLK-11",
        "PAR-CLK-12",
        "PAR-CHA-01",
        "PAR-CHA-03",
        "PAR-CHA-04",
        "PAR-EQU-03",
        "PAR-SCO-04",
        "PAR-SCO-05",
        "PAR-PLA-10",
        "PAR-EXC-01",
        "PAR-WIN-01",
    ),
    "party-what-is-owed": (
        "PAR-CLK-05",
        "PAR-CLK-07",
        "PAR-CLK-10",
        "PAR-CLK-12",
        "PAR-CHN-01",
        "PAR-CHN-04",
        "PAR-CHN-05",
        "PAR-CHN-06",
        "PAR-CHA-04",
        "PAR-EXC-01",
        "PAR-EQU-03",
        "PAR-SCO-01",
    ),
    "scramble-put-back": (
        "SCR-TUR-02",
        "SCR-TUR-04",
        "SCR-PLA-02",
        "SCR-CLR-01",
        "SCR-CLR-02",
        "SCR-CLR-03",
        "SCR-SCO-05",
        "SCR-SCO-08",
        "SCR-CHA-01",
        "SCR-CHA-03",
        "SCR-CHA-04",
        "SCR-END-01",
    ),
    "scramble-stays": (
        "SCR-TUR-02",
        "SCR-TUR-04",
        "SCR-TUR-05",
        "SCR-PLA-02",
        "SCR-CLR-01",
        "SCR-CLR-02",
        "SCR-SCO-01",
        "SCR-SCO-05",
        "SCR-CHA-02",
        "SCR-CHA-03",
        "SCR-CHA-04",
    ),
    "topword-all-pass": (
        "TOP-PLA-01",
        "TOP-PLA-04",
        "TOP-SCO-01",
        "TOP-SCO-02",
        "TOP-SCO-04",
        "TOP-SCO-05",
        "TOP-SCO-06",
        "TOP-EXC-01",
        "TOP-EXC-02",
        "TOP-END-03",
        "TOP-END-04",
        "TOP-WIN-01",
    ),
    "topword-household": (
        "TOP-PLA-04",
        "TOP-PLA-07",
        "TOP-PLA-08",
        "TOP-SCO-01",
        "TOP-SCO-02",
        "TOP-SCO-03",
        "TOP-SCO-04",
        "TOP-EXC-02",
        "TOP-CHA-01",
        "TOP-END-04",
        "TOP-WIN-01",
    ),
    "topword-which-way-up": ("TOP-PLA-01", "TOP-SCO-01", "TOP-SCO-02"),
}
"""The rules that each evening shows from end to end."""


def play(
    script: str,
    name: str = "test",
    journal: Journal | None = None,
    *,
    clock: TableTime | None = None,
    followers: Sequence[Follower] = (),
) -> EveningOutcome:
    evening, variant = read_evening(script, name)
    clock = clock or TableTime(50.0)
    table = VirtualEvening(
        evening,
        variant,
        seed=SEED,
        pace=HURRIED,
        clock=clock,
        sleep=clock.sleep,
        frames_a_second=FRAMES_A_SECOND,
    )
    piles = variant.highest_pile
    reader = BoardReader(variant.layout, variant.tile_set, highest_pile=piles)

    def read(picture: Picture, last: Grid | None) -> Reading | Refusal:
        return reader.read(picture, last=last)

    return table.play_in_its_own_time(
        read, lambda _: None, journal=journal, followers=tuple(followers)
    )


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.rule(*rules)] if rules else [])
        for name, rules in EVENINGS.items()
    ],
)
def test_an_evening_is_kept_as_it_was_played(name: str) -> None:
    path = shipped_evenings()[name]
    transcripts = {p: Listener(Texts(p.suffixes[0][1:])) for p in TRANSCRIPTS.glob(f"{name}.*.txt")}
    outcome = play(path.read_text(encoding="utf-8"), path.name, followers=[*transcripts.values()])
    assert outcome.stuck is None
    assert outcome.failed == ()
    assert outcome.differences == ()
    for transcript, listener in transcripts.items():
        assert "\n".join(listener.messages) + "\n" == transcript.read_text(encoding="utf-8")


def test_every_transcript_is_of_an_evening_in_both_languages() -> None:
    spoken = {(p.name.split(".")[0], p.suffixes[0]) for p in TRANSCRIPTS.glob("*.txt")}
    names = {name for name, _ in spoken}
    assert names <= EVENINGS.keys()
    assert len(names) >= 3
    assert spoken == {(name, language) for name in names for language in (".en", ".fr")}


def test_every_evening_that_ships_is_played_in_the_tests() -> None:
    # first-light takes minutes: it is the demo, and its own test is in test_evening.py.
    assert shipped_evenings().keys() - {"first-light"} == EVENINGS.keys()


def test_a_goalie_with_a_play_right_behind_it_is_the_side_s_that_pulled_it() -> None:
    outcome = play(
        """
        game nhl
        sides Ann Ben Cleo
        words GOAL PLANET TEN
        lay Ann 8E GOAl
        press Ann
        goalie Ben H8
        lay Ben G6 PLANET
        press Ben
        lay Cleo 11G TEN
        press Cleo
        """
    )
    assert outcome.stuck is None
    assert outcome.differences == ()
    reported = [(entry.side, str(entry.kind)) for entry in outcome.kept.state.entries]
    assert reported == [("Ann", "play"), ("Ben", "goalie"), ("Ben", "play"), ("Cleo", "play")]


def test_a_lengthened_word_whose_dice_are_lifted_can_be_challenged_off() -> None:
    outcome = play(
        """
        game scramble
        sides Ann Ben
        option timer_seconds 30
        words TRAIN
        rolls Ann TRAINUE
        lay Ann 5C TRAIN
        press Ann
        rolls Ben STILERA
        lay Ben 5C TRAINS
        press Ben
        lift
        challenge Ann bad
        expect tone bad
        lift                        # the old word is put back
        expect turn Ann
        rolls Ann SAETODU
        """
    )
    assert outcome.stuck is None
    assert outcome.failed == ()
    assert outcome.differences == ()
    assert outcome.kept.state.position.rows()[4] == "..TRAIN.."


def test_players_who_find_nothing_where_the_script_sends_their_hands_say_so() -> None:
    outcome = play(
        """
        game scramble
        sides Ann Ben
        option timer_seconds 3
        rolls Ann TRAINUE on-mat
        lift                        # once the timer has run out
        lay Ann 5C TRAIN
        press Ann
        """
    )
    assert outcome.stuck is not None
    assert outcome.stuck.startswith("line 7: nothing lies on ")


def test_what_should_be_so_and_isnt_is_reported_with_its_line() -> None:
    outcome = play(
        """
        sides Ann Ben
        lay Ann 8H TEA
        press Ann
        expect points Ann 99
        expect lamp Ann
        expect tone end
        expect says "thank you"
        expect asks "Why"
        expect turn Ann
        expect over
        expect won Ben
        pass Ben
        """
    )
    assert outcome.stuck is None
    assert outcome.differences == ()
    assert [failed.partition(";")[0] for failed in outcome.failed] == [
        "line 5: not true: points Ann 99",
        "line 6: not true: lamp Ann",
        "line 7: not true: tone end",
        "line 8: not true: says thank you",
        "line 9: not true: asks Why",
        "line 10: not true: turn Ann",
        "line 11: not true: over",
        "line 12: not true: won Ben",
    ]
    text = "\n".join(outcome.failed)
    assert "the points are 6, 0" in text
    assert "it’s Ben’s turn" in text


def test_what_dice_and_clock_do_not_show_is_reported_and_a_zone_that_has_gone_by_ends_it() -> None:
    outcome = play(
        """
        game party
        sides Reds Blues
        option clock_seconds 3
        roll Reds E
        expect letter Q
        expect clock runs
        start Blues
        expect zone x1
        stop Reds x4
        """
    )
    assert [failed.partition(";")[0] for failed in outcome.failed] == [
        "line 6: not true: letter Q",
        "line 7: not true: clock runs",
        "line 9: not true: zone x1",
    ]
    text = "\n".join(outcome.failed)
    assert "the dice show E" in text
    assert "it’s stopped" in text
    assert outcome.stuck is not None
    assert "line 10: the clock is in x3, not in x4" in outcome.stuck


def test_the_pins_are_pressed_and_held_and_read() -> None:
    pins, pressed = MockPins(), list[Press]()
    pins.panel.start(pressed.append)
    try:
        pins.press(Button.SIDE_2, 10.0)
        pins.press(Button.OK, 10.0)
        pins.hold(Button.OK, 20.0)
        pins.press(Button.END, 30.0)
        assert [press.button for press in pressed] == [
            Button.SIDE_2,
            Button.OK,
            Button.PAUSE,
            Button.END,
        ]
        assert [press.at for press in pressed[:2]] == pytest.approx([10.0, 10.1])
        pins.panel.light(frozenset({Lamp.SIDE_1, Lamp.CHALLENGE}))
        assert pins.lit() == {Lamp.SIDE_1, Lamp.CHALLENGE}
        pins.panel.sound(Tone.WHISTLE)
        pins.panel.set_volume(0)
        pins.panel.sound(Tone.BAD)
        assert pins.heard == [Tone.WHISTLE]
    finally:
        pins.panel.close()
