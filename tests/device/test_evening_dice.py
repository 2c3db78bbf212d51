"""The lines of dice and clock in scripts of evenings: read, worked out by the rules, and rolled."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from device.clock_and_dice.dice import letter_dice, letter_die, rolled_die, rolled_from_cup
from device.simulator.dice_players import ScriptedDice
from device.simulator.expected_game import game_laid
from device.simulator.lines import (
    Accept,
    Chance,
    Early,
    Evening,
    EveningError,
    Lay,
    Lift,
    PassTurn,
    RollLetter,
    Rolls,
    ScriptStep,
    StartClock,
    StopClock,
    TimeUp,
    WaitForZone,
)
from device.simulator.script import read_evening
from engine.circumstances import ChanceFace, Zone
from engine.events import EndReason
from engine.game import Game
from engine.squares import Square
from engine.state import LetterTurn
from engine.variants import load_variant

PARTY = "game party\nlanguage en\nsides Reds Blues\n"
SCRAMBLE = "game scramble\nlanguage en\nsides Ann Ben\n"
TOPWORD = "game topword\nlanguage en\nsides Ann Ben\n"


def read(text: str) -> Evening:
    return read_evening(text, "test")[0]


def truth(text: str) -> Game:
    return game_laid(*read_evening(text, "test"))


def lines_of(game: Game) -> list[str]:
    return [f"{entry.side} {entry.kind} {entry.points}" for entry in game.state.entries]


def test_every_line_of_dice_and_clock() -> None:
    d8 = Square.parse("D8")
    evening = read(
        PARTY
        + """roll Reds H
        roll Reds H by-hand
        start Blues
        lay Reds 8D HORSE
        wait until x3
        wait 2
        stop Reds minus1
        chance Reds letter-x3 D8
        chance Reds play-again by-hand
        chance Reds letter-x2 D8 by-hand
        accept
        early Reds
        time-up
        pass Reds minus5
        pass Reds
        pass Reds x2 by-button
        """
    )
    assert [step for step in evening.steps if not isinstance(step, Lay)][:4] == [
        RollLetter("Reds", "H", 4),
        RollLetter("Reds", "H", 5, by_hand=True),
        StartClock("Blues", 6),
        WaitForZone(Zone.X3, 8),
    ]
    assert evening.steps[6:] == (
        StopClock("Reds", Zone.MINUS_1, 10),
        Chance("Reds", ChanceFace.LETTER_X3, 11, d8),
        Chance("Reds", ChanceFace.PLAY_AGAIN, 12, by_hand=True),
        Chance("Reds", ChanceFace.LETTER_X2, 13, d8, by_hand=True),
        Accept(14),
        Early("Reds", 15),
        TimeUp(16),
        PassTurn("Reds", 17, Zone.MINUS_5, clocked=True),
        PassTurn("Reds", 18, clocked=True),
        PassTurn("Reds", 19, Zone.X2, clocked=True, by_button=True),
    )
    scramble = read(SCRAMBLE + "rolls Ann TRAINU?\nlay Ann 5C TRAIN\nlift")
    assert scramble.steps[0] == Rolls("Ann", "TRAINU?", 4)
    assert scramble.steps[2] == Lift(6)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("roll Reds 7", "line 4: '7' isn’t a letter; write: roll Reds E"),
        ("roll Reds E quickly", "line 4: 'quickly' can’t be done then; write by-hand"),
        ("roll Reds", "line 4: write it as: roll SIDE LETTER"),
        ("start Nobody", "line 4: 'Nobody' doesn’t play"),
        ("stop Reds x9", "line 4: 'x9' isn’t a zone of the clock; there are x4, x3"),
        ("wait until dawn", "line 4: 'dawn' isn’t a zone of the clock"),
        ("chance Reds luck", "line 4: 'luck' isn’t on any chance die; there are letter-x3"),
        ("chance Reds letter-x3 H8", "line 4: there’s nothing on H8 then"),
        ("pass Reds x2 by-luck", "line 4: 'by-luck' can’t be done then; write by-button"),
        ("lift", "line 4: nothing is taken off the board in this game"),
        ("rolls Reds AB loudly", "line 4: 'loudly' can’t be done then; write on-mat"),
        ("rolls Reds AB1", "line 4: no die has '1'; write ? for a blank"),
    ],
)
def test_slips_are_named_with_their_line(line: str, says: str) -> None:
    with pytest.raises(EveningError) as slip:
        read(PARTY + line)
    assert says in str(slip.value)


@pytest.mark.parametrize("line", ["expect zone x9", "expect clock jumps", "expect letter EE"])
def test_what_dice_and_clock_can_not_be_expected_to_do(line: str) -> None:
    with pytest.raises(EveningError, match=r"line 4: expect .* takes "):
        read(PARTY + line)


@pytest.mark.rule("PAR-CLK-10")
@pytest.mark.rule("PAR-CLK-11")
def test_what_comes_of_presses_too_early_is_worked_out_from_the_script() -> None:
    game = truth(
        PARTY
        + """start Blues
        roll Reds E
        start Blues
        early Reds
        start Blues
        early Reds
        start Blues
        stop Reds x4
        lay Reds 8G EAT
        stop Reds x2
        """
    )
    assert lines_of(game) == [
        "Blues penalty 0",
        "Blues penalty 0",
        "Reds penalty 0",
        "Reds play 12",
    ]
    assert game.state.owes == {"Blues": 2, "Reds": 1}


@pytest.mark.rule("PAR-CHA-04")
def test_after_a_word_that_falls_the_clock_is_started_where_it_stopped() -> None:
    fallen = (
        PARTY + "roll Reds E\nstart Blues\nlay Reds 8G ERT\nstop Reds x3\nchallenge Blues bad\n"
    )
    with pytest.raises(EveningError, match="line 11"):
        truth(fallen + "start Blues\nlay Reds 8G EAT\nstop Reds x4")  # that zone has gone by
    game = truth(fallen + "start Blues\nlay Reds 8G EAT\nstop Reds x2")
    assert lines_of(game) == ["Reds challenged-off 0", "Reds play 12"]


@pytest.mark.rule("PAR-CLK-12")
def test_the_clock_runs_out_on_a_word_or_on_none() -> None:
    begun = PARTY + "roll Reds E\nstart Blues\n"
    assert lines_of(truth(begun + "time-up")) == ["Reds time-up -5"]
    assert lines_of(truth(begun + "lay Reds 8G EAT\ntime-up")) == ["Reds play 1"]
    assert lines_of(truth(begun + "pass Reds minus1")) == ["Reds pass -1"]


def test_letters_in_vain_end_the_game() -> None:
    vain = "".join(f"roll {side} Q\n" * 3 for side in ("Blues", "Reds"))
    begun = PARTY + "roll Reds Q\nstart Blues\nlay Reds 8G QUIT\nstop Reds x4\n"
    assert truth(begun + vain).state.over is EndReason.THREE_ROLLS


def test_promises_of_the_chance_die_need_no_roll() -> None:
    game = truth(
        PARTY
        + """roll Reds H
        start Blues
        lay Reds 8D HORSE
        stop Reds x4
        chance Reds no-letter-die
        roll Blues T
        start Reds
        time-up
        start Blues
        """
    )
    stage = game.state.stage
    assert isinstance(stage, LetterTurn)
    assert not stage.letter_die
    assert game.state.turn == "Reds"


@pytest.mark.rule("SCR-CLR-01")
@pytest.mark.rule("SCR-CLR-03")
def test_dice_that_were_lifted_lie_there_no_more() -> None:
    begun = SCRAMBLE + "rolls Ann TRAINUE\nlay Ann 5C TRAIN\npress Ann\n"
    crossed = begun + "rolls Ben OSELADU\nlay Ben G5 NOSE\npress Ben\nlift\n"
    evening, variant = read_evening(crossed, "test")
    assert "".join(sorted(evening.position.tiles.values())) == "ENOS"
    assert game_laid(evening, variant).state.position == evening.position
    longer = read(crossed + "rolls Ann DATEIRA\nlay Ann G5 NOSED\npress Ann\nlift\n")
    assert not longer.position.tiles
    fallen = read(crossed + "challenge Ann bad\nlift\n")
    assert "".join(sorted(fallen.position.tiles.values())) == "AINRT"
    assert lines_of(truth(begun + "rolls Ben OSELADU\ntime-up"))[-1] == "Ben time-up 0"


def test_dice_that_are_rolled_onto_the_mat_lie_apart_and_are_laid_from_there() -> None:
    first, lay, second = read(
        SCRAMBLE + "rolls Ann URANI?E on-mat\nlay Ann 5A URANItE\nrolls Ben OSELA on-mat"
    ).steps
    assert isinstance(first, Rolls)
    assert isinstance(lay, Lay)
    assert isinstance(second, Rolls)
    assert list(first.on_mat.values()) == list("URANI?E")
    assert first.on_mat.keys() & lay.tiles.keys()  # all were taken up before any was laid
    for square in second.on_mat:
        near = {square, *square.neighbours()}
        assert not near & lay.tiles.keys()
        assert near & second.on_mat.keys() == {square}
    with pytest.raises(EveningError, match="line 5: a die has been on E5 since it was rolled"):
        read(SCRAMBLE + f"rolls Ann TEN{'A' * 10} on-mat\nlay Ann 5D TEN")
    with pytest.raises(EveningError, match="line 4: there’s no room to roll"):
        read(SCRAMBLE + f"rolls Ann {'E' * 26} on-mat")


@pytest.mark.rule("TOP-PLA-04")
@pytest.mark.rule("TOP-PLA-05")
def test_a_letter_is_laid_on_another_where_there_are_piles() -> None:
    piled = TOPWORD + "lay Ann 5E FAN\npress Ann\nlay Ben 5E FIN\npress Ben\n"
    evening = read(piled)
    f5 = Square.parse("F5")
    assert evening.position.height(f5) == 2
    step = evening.steps[2]
    assert isinstance(step, Lay)
    assert step.tiles == {f5: "I"}
    up = "".join(f"lay Ann 5E F{letter}N\npress Ann\n" for letter in "UEA")
    with pytest.raises(EveningError, match="there are 5 tiles on F5"):
        read(piled + up + "lay Ben 5E FUN")
    # As many of a letter as there may be: they aren't counted there, and one taken up comes back.
    assert read(piled + "take-back").position.at(f5) == "A"


def test_a_tile_of_two_letters_is_written_with_both() -> None:
    (step,) = read(TOPWORD + "lay Ann 5E QUIT").steps
    assert isinstance(step, Lay)
    assert list(step.tiles.values()) == ["Q", "I", "T"]


def test_the_example_in_the_guide_can_be_played() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "evenings.md").read_text(encoding="utf-8")
    part = guide.partition("### With dice and clock")[2].partition("The device’s own dice")[0]
    script = "\n".join(line.strip() for line in part.splitlines() if line.startswith("    "))
    assert truth(script).state.totals == {"Reds": 47, "Blues": 0}
    assert script.endswith("expect points Reds 47")


# The device's dice


def test_the_dice_show_what_the_script_says_and_then_anything() -> None:
    steps: list[ScriptStep] = [
        RollLetter("Reds", "H", 1),
        RollLetter("Reds", "A", 2, by_hand=True),
        RollLetter("Reds", "W", 3),
    ]
    party = load_variant("party", "en")
    chance, clock = ScriptedDice(steps, party), party.letter_clock
    assert clock is not None
    die = letter_die(clock)
    assert [rolled_die(die, chance).letters for _ in range(2)] == ["H", "W"]
    assert rolled_die(die, chance).letters in die.faces


def test_dice_out_of_a_cup_are_such_as_have_the_letters() -> None:
    scramble = load_variant("scramble", "en")
    dice = letter_dice(scramble)
    chance = ScriptedDice([Rolls("Ann", "TRAINUE", 1), Rolls("Ben", "OSE", 2)], scramble)
    roll = rolled_from_cup(dice, 7, chance)
    assert roll.letters == "TRAINUE"
    assert len(set(roll.numbers)) == 7
    assert all(face in dice[n].faces for face, n in zip(roll.up, roll.numbers, strict=True))
    assert rolled_from_cup(dice, 3, chance, out=frozenset(roll.numbers[:5])).letters == "OSE"


def test_letters_that_no_dice_have_together_are_not_shown() -> None:
    scramble = load_variant("scramble", "en")
    chance: Random = ScriptedDice([Rolls("Ann", "QQ", 1)], scramble)
    assert rolled_from_cup(letter_dice(scramble), 2, chance).letters != "QQ"
