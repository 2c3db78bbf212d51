"""Scripts of evenings: what they mean, and how slips are named."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from device.simulator.expected_game import game_laid
from device.simulator.line_help import WHAT_THERE_IS
from device.simulator.lines import (
    EXPECTATIONS,
    Call,
    CallChallenge,
    Correct,
    EnterByHand,
    Evening,
    EveningError,
    Expect,
    Forget,
    GiveAnswer,
    GivePoints,
    Goalie,
    HoldDown,
    IsOut,
    Lay,
    PassTurn,
    PressButton,
    PressTurn,
    ShowRack,
    Swap,
    TakeBack,
    Trade,
    Try,
    WaitSeconds,
)
from device.simulator.script import parse_evening, read_evening
from engine.events import EndReason
from engine.squares import Square
from engine.state import EntryKind
from engine.tiles import is_blank, load_tile_set
from engine.variants import load_variant
from hardware.panel.port import Button

EN = load_tile_set("en")


def parse(text: str) -> Evening:
    return parse_evening(text, "test.txt", 15, EN)


def shipped() -> Evening:
    path = files("device") / "data" / "evenings" / "first-light.txt"
    return parse_evening(path.read_text(encoding="utf-8"), "first-light.txt", 15, EN)


def test_every_kind_of_line() -> None:
    evening = parse(
        """
        # two friends
        lay Ann 8G CAt      # a blank
        press Ann
        take-back
        lay Ann G8 COW
        take-back
        pass Ben
        exchange Ann 3
        press challenge
        wait 1.5
        """
    )
    assert evening.sides == ("Ann", "Ben")
    g8, h8, i8 = (Square.parse(name) for name in ("G8", "H8", "I8"))
    g9, g10 = Square.parse("G9"), Square.parse("G10")
    assert evening.steps == (
        Lay("Ann", "8G", "CAt", {g8: "C", h8: "A", i8: "t"}, 3),
        PressTurn("Ann", 4),
        TakeBack("Ann", (g8, h8, i8), True, 5),
        Lay("Ann", "G8", "COW", {g8: "C", g9: "O", g10: "W"}, 6),
        TakeBack("Ann", (g8, g9, g10), False, 7),
        PassTurn("Ben", 8),
        Swap("Ann", 3, 9),
        PressButton(Button.CHALLENGE, 10),
        WaitSeconds(1.5, 11),
    )


def test_letters_that_lie_there_are_not_laid_again() -> None:
    evening = parse("lay A 8G CAt\nlay B I7 ATE")
    lay = evening.steps[1]
    assert isinstance(lay, Lay)
    assert lay.tiles == {Square.parse("I7"): "A", Square.parse("I9"): "E"}
    assert evening.position.rows()[6:9] == ("........A......", "......CAt......", "........E......")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("jump A", "line 1: 'jump' isn’t something players do; there are lay, by-hand, press"),
        ("lay A 8G", "line 1: write it as: lay SIDE START WORD"),
        ("resume now", "line 1: write it as: resume"),
        ("press", "line 1: write it as: press SIDE"),
        ("\nlay A H16 CAT", "line 2: CAT runs off the board"),
        ("lay A 8N CAT", "line 1: CAT runs off the board"),
        ("lay A 88 CAT", "line 1: '88' isn’t a start; write 8H for across, H8 for down"),
        ("lay A 8H C?T", "line 1: C?T: there’s no tile '?' in the box"),
        ("lay A 8H CÄT", "there’s no tile 'Ä' in the box"),
        ("lay A 8G CAT\nlay B G8 DOG", "line 2: G8 has C, but DOG needs D there"),
        ("lay A 8G CAT\nlay B 8G CAT", "line 2: CAT is already there"),
        ("lay A 8G JAZZ", "line 1: JAZZ needs Z number 2; the box has 1"),
        ("lay A 8G abc", "line 1: abc needs blank number 3; the box has 2"),
        ("take-back", "line 1: there’s no play to take back; lay something"),
        ("exchange A none", "line 1: 'none' isn’t a number of tiles; write: exchange A 3"),
        ("exchange A 0", "line 1: '0' isn’t a number of tiles"),
        ("wait long", "line 1: 'long' isn’t a time; write seconds: wait 1.5"),
        ("wait nan", "line 1: 'nan' isn’t a time"),
        (
            "pass A\npass B\npass C\npass D\npass E",
            "line 5: 'E' doesn’t play; there are A, B, C, D",
        ),
        ("# nobody came\n", "test.txt: nothing happens in it"),
        ("hold side-1", "line 1: 'side-1' isn’t a button; there are ok, back"),
        ("press A now", "line 1: 'now' can’t be done then; write: press A later"),
        ("challenge A good", "line 1: there’s no play to challenge; lay something"),
        ("lay A 8G CAT\npress A\nchallenge B maybe", "line 3: 'maybe' isn’t a verdict"),
        ("lay A 8G CAT\ngoalie A G8", "line 2: C is on G8, not a blank"),
        ("goalie A G8", "line 1: there’s nothing on G8 then"),
        ("goalie A 8G8", "line 1: '8G8' isn’t a square; write H8"),
        ("lay A 8G CAT\ncorrect G8 D", "line 2: C is on G8; correct it to that"),
        ("lay A 8G CAT\ncorrect G8 c", "line 2: C is on G8, and can’t be 'c'"),
        ("points A lots", "line 1: 'lots' isn’t a number of points; write: points A -5"),
        ("points A 0", "line 1: '0' isn’t a number of points"),
        ("rack A aB", "line 1: there’s no tile 'a' in the box; write ? for a blank"),
        (f"rack A {16 * 'A'}", "there’s no free row for"),
        ("trade A B some", "line 1: 'some' isn’t a number of tiles; write: trade A B 2"),
        ("expect", "line 1: say what must be true"),
        ("expect sunshine", "line 1: 'sunshine' can’t be expected; there are turn, points"),
        ("pass A\nexpect turn B", "line 2: expect turn takes a side"),
        ("pass A\nexpect points A many", "line 2: expect points takes a side and a number"),
        ("expect tone ouch", "line 1: expect tone takes a tone"),
        ("expect lamp moon", "line 1: expect lamp takes a lamp"),
        ("pass A\ngame nhl", "line 2: game must come first, before anything is done"),
        ("game", "line 1: write something after game"),
        ("game a b", "line 1: game takes one word"),
        ("option size", "line 1: option takes a name and a value"),
        ("option special_rules.goalie off", "line 1: off isn’t a value: write true, 25"),
        (
            "extra sauce 3",
            "line 1: 'sauce' isn’t an extra; there are hide_scores, learners, overtime_points",
        ),
        ("extra side_clock 500", "line 1: impossible: "),
        ("sides A B\npass C", "line 2: 'C' doesn’t play; there are A, B"),
    ],
)
def test_slips_are_named_with_their_line(text: str, says: str) -> None:
    with pytest.raises(EveningError) as error:
        parse(text)
    assert says in str(error.value)
    assert str(error.value).startswith("test.txt")


def test_a_play_that_breaks_a_rule_is_named_with_the_line_where_it_was_laid() -> None:
    with pytest.raises(EveningError, match=r"test\.txt, line 3: "):
        game_laid(
            parse("pass A\npass B\nlay A 2A CAT\nwait 1\npress A"), load_variant("classic", "en")
        )


def test_every_kind_of_line_that_is_rarer() -> None:
    evening = parse(
        """
        sides Ann Ben Cleo
        lay Ann 8G CAt
        press Ann later
        try Ben
        challenge Ben good
        goalie Cleo I8
        by-hand Cleo G8 COW
        forget Cleo
        call Ben
        trade Ann Ben 2
        points Ben -5       # for singing
        hold ok
        resume
        answer "Yes, end it # really"
        rack Ben AB?
        expect says "two words"
        expect lamp zone-1
        pass Cleo later
        out Cleo
        """
    )
    g8, h8, i8 = (Square.parse(name) for name in ("G8", "H8", "I8"))
    g9, g10 = Square.parse("G9"), Square.parse("G10")
    a15, b15, c15 = (Square.parse(name) for name in ("A15", "B15", "C15"))
    assert evening.sides == ("Ann", "Ben", "Cleo")
    assert evening.steps[1:] == (
        PressTurn("Ann", 4, later=True),
        Try("Ben", 5),
        CallChallenge("Ben", "Ann", True, (g8, h8, i8), 6),
        Goalie("Cleo", i8, "T", 7),
        EnterByHand(Lay("Cleo", "G8", "COW", {g9: "O", g10: "W"}, 8), 8),
        Forget("Cleo", 9),
        Call("Ben", 10),
        Trade("Ann", "Ben", 2, 11),
        GivePoints("Ben", -5, 12),
        HoldDown(Button.OK, 13),
        PressButton(Button.OK, 14),
        GiveAnswer("Yes, end it # really", 15),
        ShowRack("Ben", {a15: "A", b15: "B", c15: "?"}, ("A", "B", "?"), 16),
        Expect("says", ("two words",), 17),
        Expect("lamp", ("zone-1",), 18),
        PassTurn("Cleo", 19, later=True),
        IsOut("Cleo", 20),
    )
    rack = evening.steps[-5]
    assert isinstance(rack, ShowRack)
    assert rack.letters == "AB?"
    assert evening.position.rows()[7] == "......CAT......"


def test_a_bad_play_is_off_the_board_afterwards_and_a_blank_may_get_another_name() -> None:
    evening = parse("lay A 8G CAt\npress A\ncorrect I8 r\nlay B G8 COW\npress B\nchallenge A bad")
    assert evening.position.rows()[7] == "......CAr......"
    assert evening.position.at(Square.parse("G9")) is None
    assert evening.steps[2] == Correct(Square.parse("I8"), "r", True, 3)


def test_dice_that_were_lifted_are_not_taken_up_once_more() -> None:
    script = """
        game scramble
        sides Ann Ben
        rolls Ann TRAINUE
        lay Ann 5C TRAIN
        press Ann
        rolls Ben STILERA
        lay Ben 5C TRAINS
        press Ben
        lift
        """
    bad, _ = read_evening(script + "challenge Ann bad", "test.txt")
    assert bad.steps[-1] == CallChallenge("Ann", "Ben", False, (), 11)
    assert bad.position.rows()[4] == "..TRAIN.."
    back, _ = read_evening(script + "take-back", "test.txt")
    assert back.steps[-1] == TakeBack("Ben", (), True, 11)
    good, _ = read_evening(script + "challenge Ann good", "test.txt")
    assert good.steps[-1] == CallChallenge("Ann", "Ben", True, (Square.parse("H5"),), 11)


@pytest.mark.parametrize("seed", range(8))
def test_lines_in_any_order_are_an_evening_or_one_sentence(seed: int) -> None:
    random = Random(seed)
    shipped = sorted(
        Path(str(file)) for file in files("device").joinpath("data", "evenings").iterdir()
    )
    played, shown = 0, list[str]()
    for _ in range(40):
        lines = random.choice(shipped).read_text(encoding="utf-8").splitlines()
        for _ in range(random.choice([1, 1, 2, 8])):
            at, other = random.randrange(len(lines)), random.randrange(len(lines))
            match random.randrange(4):
                case 0:
                    lines.insert(other, lines[at])
                case 1:
                    lines[at], lines[other] = lines[other], lines[at]
                case 2:
                    lines[at] = " ".join(lines[at].split()[:-1])
                case _:
                    lines[at] = f"{lines[at].partition('#')[0]} {random.choice('A8?')}"
        try:
            game_laid(*read_evening("\n".join(lines), "test.txt"))
            played += 1
        except EveningError as error:
            shown.append(str(error))
    assert played
    assert shown
    assert all(one.startswith("test.txt") and "\n" not in one for one in shown)


def test_a_rack_is_laid_where_it_touches_nothing() -> None:
    evening = parse("lay A 8G CAT\nlay B G8 CONCERTS\nrack A ABCDEFG\nrack B ABC")
    racks = [step for step in evening.steps if isinstance(step, ShowRack)]
    assert [next(iter(rack.tiles)).name for rack in racks] == ["I15", "A15"]


def test_what_is_played_is_reported_first() -> None:
    evening, variant = read_evening(
        """
        game nhl-professional
        language fr
        sides Ann Ben
        option levels {Ann = "red", Ben = "goal"}   # Ben is the better one
        option special_rules.goalie false
        option special_rules.delay false
        extra side_clock 25
        extra referee true
        words CHAT chien
        words Été
        lobby
        pass Ann
        """,
        "test.txt",
    )
    header = evening.header
    assert (variant.name, variant.language) == ("nhl-professional", "fr")
    assert variant.targets is not None
    assert variant.targets.of(("Ann", "Ben")) == {"Ann": 70, "Ben": 200}
    assert not variant.special.goalie
    assert variant.special.trades
    assert header.extras.side_clock == 25
    assert header.extras.referee
    assert header.words == ("CHAT", "chien", "Été")
    assert header.lobby
    assert evening.steps == (PassTurn("Ann", 13),)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game chess\npass A", "test.txt: There’s no game 'chess'"),
        ("game junior\nlanguage de\npass A", "test.txt: junior has no language 'de'"),
        ("game nhl\noption colour 3\npass A", "test.txt: "),
    ],
)
def test_a_game_that_cant_be_is_named(text: str, says: str) -> None:
    with pytest.raises(EveningError) as error:
        read_evening(text, "test.txt")
    assert str(error.value).startswith(says)


def failures_of(script: str) -> list[str]:
    """What was really played, as the sheet has it."""
    evening, variant = read_evening(script, "test.txt")
    entries = game_laid(evening, variant).state.entries
    return [f"{entry.side} {entry.kind} {entry.points}" for entry in entries]


def test_what_was_really_played_follows_from_the_script() -> None:
    assert failures_of(
        """
        game nhl
        sides Ann Ben Cleo
        lay Ann 8G CAt
        press Ann
        lay Ben G8 COW
        take-back
        call Cleo                   # Ben loses his turn
        goalie Cleo I8
        lay Cleo I8 TOE
        forget Cleo
        lay Ann 10I ETHIC
        press Ann
        challenge Cleo bad
        trade Ben Ann 2
        points Ann -5
        """
    ) == [
        "Ann play 8",
        "Ben penalty 0",
        "Cleo goalie 0",
        "Cleo play 4",
        "Ann challenged-off 0",
        "Ben trade 0",
        "Ann adjusted -5",
    ]


def test_a_play_by_hand_and_a_blank_that_was_named_wrongly_are_played_as_they_are() -> None:
    evening, variant = read_evening("lay A 8G CAt\npress A\nby-hand B G8 COW\ncorrect I8 r", "t")
    game = game_laid(evening, variant)
    assert [entry.scored and entry.scored.words[0].text for entry in game.state.entries] == [
        "CAR",
        "COW",
    ]
    assert game.state.totals == {"A": 8, "B": 9}


def test_a_play_that_is_undone_lies_there_still_and_is_played_on() -> None:
    script = "lay A 8G CAT\npress A\npress undo\nlay A 8G CATS\npress A\npass B\npress undo\npass B"
    assert failures_of(script) == ["A play 12", "B pass 0"]
    evening, _ = read_evening("lay A 8G CAT\npress A\npress undo\ntake-back", "t")
    taken = evening.steps[-1]
    assert isinstance(taken, TakeBack)
    assert not taken.counted


def test_racks_are_counted_off_when_the_game_is_ended() -> None:
    ended = "lay A 8G CAT\npress A\nlay B G8 COW\npress B\nend\n"
    assert failures_of(ended + "rack A AEIO\nrack B ZE")[2:] == [
        "A settlement -4",
        "B settlement -11",
    ]
    # Where they aren't named, they stay open, as at the table.
    assert len(failures_of(ended)) == 2
    with pytest.raises(EveningError, match=r"test.txt: .* Z "):
        failures_of(ended + "rack A Z\nrack B Z")
    junior = "game junior\nlanguage en\n" + ended.replace("end\n", "press end later\n")
    assert failures_of(junior + "out B\nrack A AEIO")[2:] == ["A settlement -4", "B settlement 0"]


def test_the_guide_explains_every_line_and_its_example_can_be_played() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "evenings.md").read_text(encoding="utf-8")
    for line in WHAT_THERE_IS.splitlines():
        if line[:1].isalpha() and line[0].islower():
            what = line.split()[0]
            assert f"`{what}" in guide, what
    for what in EXPECTATIONS:
        assert f"`expect {what}" in guide, what
    part = guide.partition("## One to start with")[2].partition("Everything is written")[0]
    script = "\n".join(line.removeprefix("    ") for line in part.splitlines())
    evening, variant = read_evening(script, "guide")
    game = game_laid(evening, variant)
    assert game.state.totals == {"Ann": 13, "Ben": 0, "Cleo": 0}
    assert game.state.turn == "Cleo"


def test_sides_that_are_given_are_the_only_ones() -> None:
    with pytest.raises(EveningError, match="'C' doesn’t play; there are A, B"):
        parse_evening("pass C", "test.txt", 15, EN, ("A", "B"))


def test_all_that_can_be_written_is_explained() -> None:
    for what in ("lay", "press", "take-back", "pass", "exchange", "wait"):
        assert any(line.startswith(what) for line in WHAT_THERE_IS.splitlines())


def test_a_play_that_the_rules_forbid_is_named_too() -> None:
    evening = parse("lay A 1A CAT\npress A\npass B")
    with pytest.raises(EveningError, match=r"line 1: .*H8"):
        game_laid(evening, load_variant("classic", "en"))


def test_one_side_alone_is_no_game() -> None:
    with pytest.raises(EveningError, match="2 to 4 players"):
        game_laid(parse("lay A 8G CAT\npress A"), load_variant("classic", "en"))


def test_the_evening_that_ships_is_a_whole_game() -> None:
    evening = shipped()
    game = game_laid(evening, load_variant("classic", "en"))
    state = game.state
    assert state.over is EndReason.OUT
    plays = [entry for entry in state.entries if entry.kind is EntryKind.PLAY]
    assert 20 <= len(plays) <= 28
    assert sum(is_blank(tile) for tile in state.position.tiles.values()) == 2
    assert any(entry.scored is not None and len(entry.scored.tiles) == 7 for entry in plays)
    assert any(entry.kind is EntryKind.EXCHANGE for entry in state.entries)
    assert any(isinstance(step, TakeBack) and step.counted for step in evening.steps)
    assert state.totals == {"A": 370, "B": 302}
