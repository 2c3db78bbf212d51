"""Scripts of evenings: what they mean, and how slips are named."""

from __future__ import annotations

from importlib.resources import files

import pytest

from device.evening import parse_evening
from device.evening_lines import (
    WHAT_THERE_IS,
    Evening,
    EveningError,
    Lay,
    PassTurn,
    PressButton,
    PressTurn,
    Swap,
    TakeBack,
    Wait,
)
from device.evening_truth import game_laid
from engine.events import EndReason
from engine.squares import Square
from engine.state import EntryKind
from engine.tiles import is_blank, load_tile_set
from engine.variants import load_variant
from hardware.panel import Button

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
        Wait(1.5, 11),
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
        ("jump A", "line 1: 'jump' is nothing players do; there are lay, press"),
        ("lay A 8G", "line 1: write it as: lay SIDE START WORD"),
        ("\nlay A H16 CAT", "line 2: CAT runs off the board"),
        ("lay A 8N CAT", "line 1: CAT runs off the board"),
        ("lay A 88 CAT", "line 1: '88' is no start; write 8H for across, H8 for down"),
        ("lay A 8H C?T", "line 1: C?T: there is no tile '?' in the box"),
        ("lay A 8H CÄT", "there is no tile 'Ä' in the box"),
        ("lay A 8G CAT\nlay B G8 DOG", "line 2: G8 holds C, but DOG wants D there"),
        ("lay A 8G CAT\nlay B 8G CAT", "line 2: CAT lies there already"),
        ("lay A 8G JAZZ", "line 1: JAZZ needs Z number 2; the box has 1"),
        ("lay A 8G abc", "line 1: abc needs blank number 3; the box has 2"),
        ("take-back", "line 1: nothing was laid that could be taken back"),
        ("exchange A none", "line 1: 'none' is no number of tiles; write: exchange A 3"),
        ("exchange A 0", "line 1: '0' is no number of tiles"),
        ("wait long", "line 1: 'long' is no time; write seconds: wait 1.5"),
        ("wait nan", "line 1: 'nan' is no time"),
        (
            "pass A\npass B\npass C\npass D\npass E",
            "line 5: 'E' doesn't play; there are A, B, C, D",
        ),
        ("# nobody came\n", "test.txt: nothing happens in it"),
    ],
)
def test_slips_are_named_with_their_line(text: str, says: str) -> None:
    with pytest.raises(EveningError) as error:
        parse(text)
    assert says in str(error.value)
    assert str(error.value).startswith("test.txt")


def test_sides_that_are_given_are_the_only_ones() -> None:
    with pytest.raises(EveningError, match="'C' doesn't play; there are A, B"):
        parse_evening("pass C", "test.txt", 15, EN, ("A", "B"))


def test_all_that_can_be_written_is_explained() -> None:
    for what in ("lay", "press", "take-back", "pass", "exchange", "wait"):
        assert any(line.startswith(what) for line in WHAT_THERE_IS.splitlines())


def test_a_play_that_the_rules_forbid_is_named_too() -> None:
    evening = parse("lay A 1A CAT\npress A\npass B")
    with pytest.raises(EveningError, match=r"line 2: .*H8"):
        game_laid(evening, load_variant("classic", "en"))


def test_one_side_alone_is_no_game() -> None:
    with pytest.raises(EveningError, match="2 to 4 sides"):
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
