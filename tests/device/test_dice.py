"""The dice: what they show, that they are fair, and that tumbling ends on what was rolled."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.clock_and_dice.dice import (
    CHANCE_DIE,
    FAIR,
    TUMBLES,
    Die,
    Roll,
    faces_shown,
    letter_dice,
    letter_die,
    lies_still,
    load_dice,
    next_face,
    rolled_die,
    rolled_from_cup,
)
from engine.circumstances import ChanceFace
from engine.shipped_data import Status
from engine.variants import load_variant

ROLLS = 60_000
PARTY = load_variant("party", "fr")
SCRAMBLE = load_variant("scramble", "en")
CUP = letter_dice(SCRAMBLE)


def party_die(language: str = "fr") -> Die:
    clock = load_variant("party", language).letter_clock
    assert clock is not None
    return letter_die(clock)


DICE = [party_die("fr"), party_die("en"), CHANCE_DIE, *CUP[:2]]


def chi_squared(die: Die, faces: Iterable[str]) -> float:
    """How far the faces that came up are from what a fair die would show on average."""
    counts, on_die = Counter(faces), Counter(die.faces)
    assert set(counts) <= set(on_die)
    total = counts.total()
    return sum(
        (counts[face] - total * n / len(die.faces)) ** 2 / (total * n / len(die.faces))
        for face, n in on_die.items()
    )


def bound(die: Die) -> float:
    """A fair die goes beyond it once in more than 10^9 tests: Wilson and Hilferty's formula at 6.1
    standard deviations."""
    k = len(set(die.faces)) - 1
    return float(k * (1 - 2 / (9 * k) + 6.1 * (2 / (9 * k)) ** 0.5) ** 3)


@pytest.mark.parametrize("source", [Random(20), FAIR], ids=["seeded", "system"])
@pytest.mark.parametrize("die", DICE, ids=lambda die: "".join(die.faces)[:8])
def test_every_face_comes_up_as_often_as_it_stands_on_the_die(die: Die, source: Random) -> None:
    ups = [rolled_die(die, source).up[0] for _ in range(ROLLS)]
    assert chi_squared(die, ups) < bound(die)


def test_a_loaded_die_would_be_found_out() -> None:
    loaded = [*"ABCDEFGHIJ" * (ROLLS // 10 - 300), *"A" * 3000]
    die = Die(tuple("ABCDEFGHIJ"))
    assert chi_squared(die, loaded) > bound(die)


def test_rolls_do_not_hang_together() -> None:
    die, source = CHANCE_DIE, Random(3)
    ups = [rolled_die(die, source).up[0] for _ in range(ROLLS + 1)]
    pairs = Die(tuple(f"{a} {b}" for a in die.faces for b in die.faces))
    following = [f"{a} {b}" for a, b in pairwise(ups)]
    assert chi_squared(pairs, following) < bound(pairs)


@pytest.mark.rule("PAR-EQU-09", "PAR-DIE-01")
def test_the_letter_die_has_twenty_faces_that_the_household_can_name() -> None:
    assert len(party_die().faces) == 20
    own = load_variant("party", "fr", {"letter_faces": "AAAAAAAAAAAAAAAAAAAB"}).letter_clock
    assert own is not None
    assert Counter(letter_die(own).faces) == {"A": 19, "B": 1}


@pytest.mark.rule("PAR-EQU-10")
def test_the_chance_die_has_the_six_printed_faces() -> None:
    assert set(CHANCE_DIE.faces) == set(ChanceFace)
    assert len(CHANCE_DIE.faces) == 6


@pytest.mark.parametrize("language", ["en", "fr"])
def test_letter_dice_have_every_letter_of_their_tiles_and_say_where_they_come_from(
    language: str,
) -> None:
    game = load_variant("scramble", language)
    dice = letter_dice(game)
    faces = Counter(face for die in dice for face in die.faces)
    assert all(len(die.faces) == len(set(die.faces)) == 6 for die in dice)
    assert set(faces) == {*game.tile_set.letters, "?"}
    tiles = sum(game.tile_set.counts.values())
    for face, count in faces.items():
        assert abs(count - game.tile_set.counts[face] * 72 / tiles) < 1.5
    assert all(2 <= sum(face in "AEIOU" for face in die.faces) <= 3 for die in dice)
    assert load_dice(language).status is Status.HOUSEHOLD
    assert load_dice(language).why


@pytest.mark.rule("SCR-EQU-03")
def test_a_game_of_another_number_of_dice_uses_the_set_again() -> None:
    assert len(CUP) == 12
    more = letter_dice(load_variant("scramble", "en", {"dice": 14}))
    assert more == CUP + CUP[:2]


def test_other_games_have_no_letter_dice() -> None:
    with pytest.raises(ValueError, match="classic is played without letter dice"):
        letter_dice(load_variant("classic", "en"))
    with pytest.raises(KeyError):
        load_dice("nowhere")


@pytest.mark.rule("SCR-TUR-01", "SCR-EQU-02")
@given(st.integers(0, 2**32))
def test_seven_different_dice_are_drawn_and_each_shows_a_face_of_its_own(seed: int) -> None:
    roll = rolled_from_cup(CUP, 7, Random(seed))
    assert len(roll.up) == len(roll.letters) == len(set(roll.numbers)) == 7
    for number, die, up in zip(roll.numbers, roll.dice, roll.up, strict=True):
        assert die == CUP[number]
        assert up in die.faces


@pytest.mark.rule("SCR-TUR-02")
def test_dice_that_lie_elsewhere_are_not_drawn_and_few_are_all_rolled() -> None:
    out = frozenset(range(8))
    roll = rolled_from_cup(CUP, 7, Random(1), out=out)
    assert sorted(roll.numbers) == [8, 9, 10, 11]


def test_every_die_is_drawn_equally_often() -> None:
    source = Random(5)
    cup = Die(tuple(map(str, range(12))))
    drawn = [str(rolled_from_cup(CUP, 1, source).numbers[0]) for _ in range(ROLLS)]
    assert chi_squared(cup, drawn) < bound(cup)


rolls = st.builds(lambda seed: rolled_from_cup(CUP, 7, Random(seed)), st.integers(0, 2**32))
times = st.floats(0, 1e6)


@given(rolls, times)
def test_tumbling_ends_on_what_was_rolled_and_shows_only_faces_of_the_dice(
    roll: Roll, since: float
) -> None:
    now, looks, before = since, 0, faces_shown(roll, since, since)
    while (due := next_face(roll, since, now)) is not None:
        assert due > now
        assert not lies_still(roll, since, now)
        now, looks = due, looks + 1
        showing = faces_shown(roll, since, now)
        assert showing != before
        assert all(face in die.faces for face, die in zip(showing, roll.dice, strict=True))
        before = showing
    assert looks >= len(TUMBLES)
    assert faces_shown(roll, since, now) == roll.up == faces_shown(roll, since, now + 1e9)
    assert lies_still(roll, since, now)


@given(rolls, times, st.floats(0, 3))
def test_looking_changes_nothing(roll: Roll, since: float, later: float) -> None:
    once = faces_shown(roll, since, since + later)
    faces_shown(roll, since, since + later / 2)
    assert faces_shown(roll, since, since + later) == once


def test_a_single_die_changes_its_face_at_every_tumble() -> None:
    roll = rolled_die(party_die(), Random(2))
    faces = [faces_shown(roll, 10.0, 10.0 + at)[0] for at in (0.0, *TUMBLES)]
    assert all(a != b for a, b in pairwise(faces))
    assert faces[-1] == roll.up[0]


@pytest.mark.parametrize(("language", "named"), [("en", "English"), ("fr", "French")])
def test_the_page_says_how_often_each_letter_is_on_the_dice(language: str, named: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "dice-and-clock.md").read_text(encoding="utf-8")
    line = page.partition(f"{named}: ")[2].partition("once")[0]
    *groups, once = line.split("; ")
    counts = dict.fromkeys(re.findall(r"\b[A-Z]\b", once), 1) | {"?": 1}
    for group in groups:
        letters, number = group.rsplit(" ", 1)
        counts |= dict.fromkeys(letters.split(", "), int(number))
    dice = letter_dice(load_variant("scramble", language))
    assert counts == Counter(face for die in dice for face in die.faces)
