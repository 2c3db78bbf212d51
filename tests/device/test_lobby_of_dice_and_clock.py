"""The lobby of Party, Scramble and TopWord: begun with clock and dice, and what no sheet prints."""

from __future__ import annotations

import pytest
from answering import question_of
from lobby_presses import (
    ENGLISH,
    OFFERS,
    answer,
    find_list,
    line,
    more_sides,
    opened,
    setup_in,
    shown,
    take,
)
from lobby_presses import value_of as value
from standins import Evening, board

from device.clock_and_dice.zone_clock import Standing
from device.session.core.setup import NO_LIST, Extras, Offers, Setup
from device.session.core.state import Asking, Lobby, Rolling, Shaking, Thinking
from device.session.lobby import beginning, lobby
from device.session.lobby.lobby import LineKind, lines
from device.session.menu import open_menu
from device.simulator.named_texts import named_text
from engine.events import BeginnerNamed
from hardware.panel.port import Button

ALL = Extras(referee=True, side_clock=25, turn_seconds=60, hide_scores=True)
MAT = (".........",) * 4 + ("D...*...D",) + (".........",) * 4


def party(*sides: str, language: str = "en") -> Evening:
    return opened(Setup("party", language, sides or ("Ann", "Ben")))


def scramble() -> Evening:
    return opened(Setup("scramble", "en", ("Ann", "Ben")))


# Beginning


def test_party_begins_with_the_letter_die_and_a_clock_wound_up() -> None:
    evening = party().press(Button.SIDE_2, Button.OK)
    state = evening.state
    assert isinstance(state.phase, Rolling)
    assert state.side == "Ben"
    assert evening.message == "{side} starts: roll the letter die."
    assert state.clocks.turn is not None
    assert (state.clocks.turn.standing, state.clocks.turn.seconds_left(evening.now)) == (
        Standing.RESET,
        90,
    )
    assert (state.dice.throw, dict(state.dice.lying)) == (None, {})
    assert state.game.events == (BeginnerNamed("Ben"),)


def test_scramble_begins_with_the_dice_and_its_timer() -> None:
    evening = scramble().press(Button.OK)
    state = evening.state
    assert isinstance(state.phase, Shaking)
    assert evening.message == "{side} starts: roll the dice."
    assert state.clocks.turn is not None
    assert state.clocks.turn.seconds_left(evening.now) == 60
    assert state.board.followed.position.size == 9


def test_topword_begins_as_any_game_of_tiles() -> None:
    evening = opened(Setup("topword", "en", ("Ann", "Ben"))).press(Button.OK)
    assert isinstance(evening.state.phase, Thinking)
    assert evening.state.message is not None
    said = ENGLISH.say(evening.state.message)
    assert "Ann starts: lay tiles, then press your button." in said
    assert evening.state.clocks.turn is None


def test_without_a_list_it_is_reported_here_too() -> None:
    setup = Setup("party", "en", ("Ann", "Ben"), words=NO_LIST)
    evening = opened(setup).press(Button.OK)
    assert evening.state.message is not None
    text = ENGLISH.say(evening.state.message)
    assert text.startswith("Ann starts: roll the letter die. No word list")


def test_a_second_game_has_a_clock_of_its_own() -> None:
    evening = party().press(Button.OK)
    evening.state = lobby.enter(evening.state, Setup("classic", "en", ("Ann", "Ben")))
    assert (evening.state.clocks.turn, evening.state.dice.throw) == (None, None)
    evening.press(Button.OK)
    assert isinstance(evening.state.phase, Thinking)
    assert evening.state.clocks.turn is None
    evening.state = lobby.enter(evening.state, Setup("scramble", "en", ("Ann", "Ben")))
    evening.press(Button.OK)
    assert evening.state.clocks.turn is not None
    assert evening.state.clocks.turn.seconds_left(evening.now) == 60


@pytest.mark.parametrize("game", ["party", "scramble"])
def test_such_a_game_begins_on_an_empty_board_only(game: str) -> None:
    evening = opened(Setup(game, "en", ("Ann", "Ben"))).press(Button.OK)
    size = evening.state.game.state.position.size
    lies = board((4, 0, "across", "OZONE"), (0, 4, "down", "OZONES"), size=size)
    evening.lay(lies)
    assert "Continue from here" not in evening.asked
    assert not beginning.may_adopt(evening.state)
    menu, _ = open_menu(evening.state)
    assert isinstance(menu.phase, Asking)
    labels = [ENGLISH.say(option.label) for option in menu.phase.question.options]
    assert not [label for label in labels if label.startswith("Start from")]
    shown, effects = beginning.adopt(evening.state)
    assert shown.message is not None
    assert "start on an empty board" in ENGLISH.say(shown.message)
    assert effects == ()


# Sides and languages


@pytest.mark.rule("PAR-SET-01")
def test_party_is_for_two_and_the_others_keep_their_names() -> None:
    evening = opened(Setup(sides=("Ann", "Ben", "Cleo", "Dan"))).press(Button.SIDE_3)
    answer(take(evening, LineKind.GAME), "Party")
    assert value(evening, LineKind.SIDES) == "2: Ann, Ben"
    assert setup_in(evening).away == ("Cleo", "Dan")
    assert value(evening, LineKind.BEGIN) == "Ann starts"
    assert shown(take(evening, LineKind.SIDES))[:2] == ["Team A: Ann", "Team B: Ben"]
    evening.press(Button.UNDO)
    assert evening.press(Button.SIDE_3).message == named_text("nobody-plays-with-this-button")
    answer(take(evening, LineKind.GAME), "Classic")
    more_sides(evening, 2)
    assert value(evening, LineKind.SIDES) == "4: Ann, Ben, Cleo, Dan"


def test_scramble_has_no_more_sides_than_there_are_buttons() -> None:
    evening = more_sides(scramble(), 2)
    assert value(evening, LineKind.SIDES).startswith("4: ")
    assert value(more_sides(evening), LineKind.SIDES) == "2: Ann, Ben"


@pytest.mark.parametrize("game", ["party", "scramble", "topword"])
@pytest.mark.parametrize(("before", "after"), [("en", "en"), ("fr", "fr"), ("de", None)])
def test_a_game_is_played_in_the_language_of_the_table_if_it_has_it(
    game: str, before: str, after: str | None
) -> None:
    setup = Setup("classic", before).playing(game)
    of_the_sheet = {"party": "fr", "scramble": "en", "topword": "fr"}[game]
    assert setup.language == (after or of_the_sheet)
    evening = opened(setup)
    there = {"en": "English", "fr": "French"}
    assert value(evening, LineKind.LANGUAGE) == there[setup.language]
    other = {"en": "French", "fr": "English"}[setup.language]
    assert value(take(evening, LineKind.LANGUAGE), LineKind.LANGUAGE) == other


# The clock


@pytest.mark.rule("PAR-EQU-11")
def test_the_zones_of_the_clock_are_chosen_by_buttons() -> None:
    evening = party()
    assert value(evening, LineKind.CLOCK) == named_text("zones-of-seconds", zones="6", n="15")
    take(evening, LineKind.CLOCK)
    assert shown(evening)[:2] == ["All zones: 15 seconds", "Zone ×4: 15 seconds"]
    answer(evening, named_text("all-zones"))
    assert shown(evening)[:2] == ["All zones: 20 seconds", "Zone ×4: 20 seconds"]
    answer(evening, "Zone ×4")
    answer(evening, "Zone −5")
    assert shown(evening)[0] == "All zones: as below"
    answer(evening, "Done")
    assert value(evening, LineKind.CLOCK) == named_text(
        "zones-seconds", seconds="25, 20, 20, 20, 20, 25"
    )
    evening.press(Button.UNDO, Button.OK)
    clock = evening.state.clocks.turn
    assert clock is not None
    assert [clock.zone_seconds(n) for n in range(6)] == [25, 20, 20, 20, 20, 25]
    assert clock.seconds_left(evening.now) == 130


def test_unequal_zones_are_made_equal_again() -> None:
    options = {"clock_seconds": [20, 20, 15, 15, 10, 10]}
    evening = opened(Setup("party", "en", ("Ann", "Ben"), options=options))
    assert value(evening, LineKind.CLOCK) == named_text(
        "zones-seconds", seconds="20, 20, 15, 15, 10, 10"
    )
    answer(take(evening, LineKind.CLOCK), named_text("all-zones"))
    evening.press(Button.UNDO)
    assert value(evening, LineKind.CLOCK) == named_text("zones-of-seconds", zones="6", n="10")


def test_the_zones_lengths_go_round() -> None:
    evening = take(party(), LineKind.CLOCK)
    found = []
    for _ in range(6):
        answer(evening, named_text("all-zones"))
        clock = evening.state.game.state.variant.letter_clock
        assert clock is not None
        found.append(clock.zone_seconds)
    assert found == [(n,) * 6 for n in (20, 30, 45, 60, 10, 15)]


@pytest.mark.rule("SCR-EQU-03")
def test_the_timer_is_chosen_on_its_line() -> None:
    evening = scramble()
    seconds = []
    for _ in range(6):
        seconds.append(value(evening, LineKind.CLOCK))
        take(evening, LineKind.CLOCK)
    assert seconds == [f"timer: {n} seconds" for n in (60, 90, 120, 180, 30, 45)]
    take(evening, LineKind.CLOCK)
    evening.press(Button.UNDO, Button.OK)
    assert evening.state.clocks.turn is not None
    assert evening.state.clocks.turn.seconds_left(evening.now) == 90


@pytest.mark.parametrize("game", ["classic", "nhl", "junior", "topword"])
def test_games_without_a_clock_have_no_such_line(game: str) -> None:
    kinds = {one.kind for one in lines(opened(Setup().playing(game)).state)}
    assert LineKind.CLOCK not in kinds


# House rules


@pytest.mark.parametrize(
    ("game", "row", "option", "values"),
    [
        ("party", named_text("chance-die"), "chance_letter", ("in-words", "face")),
        ("party", "The star", "star_doubles", (False, True)),
        ("party", "Challenges", "challenge", ("none", "classic", "void", "resume")),
        ("scramble", "An extended word", "extension", ("stays", "clears")),
        ("scramble", "Unused dice", "hand_on", (True, False)),
        ("scramble", "All seven", "seven_bonus", (100, 0, 25, 50)),
        ("scramble", "First to", "target", (250, 300, 500, 100, 150, 200)),
        ("scramble", "Dice in the cup", "dice", (13, 14, 15, 16, 10, 11, 12)),
        ("scramble", "Challenges", "challenge", ("void", "none", "classic")),
        ("topword", "A letter shared", "shared_letter", ("each", "once")),
        ("topword", "A whole word", "cover_whole_word", (True, False)),
        ("topword", named_text("squares-a-side"), "size", (12, 8, 10)),
    ],
)
def test_a_house_rule_goes_round_all_its_ways(
    game: str, row: str, option: str, values: tuple[object, ...]
) -> None:
    evening = take(opened(Setup(game, "en", ("Ann", "Ben"))), LineKind.RULES)
    before = next(label for label in shown(evening) if label.startswith(row))
    found, labels = [], set()
    for _ in values:
        answer(evening, row)
        found.append(evening.state.game.state.variant.options[option])
        labels.add(next(label for label in shown(evening) if label.startswith(row)))
    assert tuple(found) == values
    assert len(labels) == len(values)
    assert before in labels
    answer(evening, "Done")
    assert value(evening, LineKind.RULES) == named_text("rules-as-on-the-sheet")


def test_a_board_of_another_size_is_the_one_that_is_played_on() -> None:
    evening = take(opened(Setup("topword", "en", ("Ann", "Ben"))), LineKind.RULES)
    answer(answer(evening, named_text("squares-a-side")), named_text("squares-a-side"))
    evening.press(Button.UNDO)
    assert value(evening, LineKind.RULES) == "changed: 1"
    evening.press(Button.UNDO, Button.OK)
    assert evening.state.board.followed.position.size == 8


def test_a_board_of_their_own_has_the_size_it_has() -> None:
    evening = opened(Setup("topword", "fr", ("Ann", "Ben")))
    take(evening, LineKind.BOARD)
    take(evening, LineKind.RULES)
    assert not [label for label in shown(evening) if label.startswith("Squares")]


# Extras


@pytest.mark.parametrize("game", ["party", "scramble"])
def test_clocks_and_a_referee_are_for_turns_without_dice_and_clock(game: str) -> None:
    evening = opened(Setup(game, "en", ("Ann", "Ben"), extras=ALL))
    assert evening.state.agreed.extras == Extras(hide_scores=True)
    assert value(evening, LineKind.EXTRAS) == "1 on"
    take(evening, LineKind.EXTRAS)
    assert shown(evening) == ["Points hidden until the end: on", "Done"]
    answer(evening, "Points hidden")
    assert evening.state.agreed.extras == Extras()
    evening.press(Button.UNDO)
    answer(take(evening, LineKind.GAME), "Classic")
    assert evening.state.agreed.extras == Extras(referee=True, side_clock=25, turn_seconds=60)


def test_a_referee_of_another_game_hinders_nothing_here() -> None:
    evening = opened(Setup("classic", "en", ("Ann", "Ben"), extras=Extras(referee=True)))
    answer(take(evening, LineKind.GAME), "Party")
    take(evening, LineKind.WORDS, 2)
    assert evening.state.agreed.words is None
    answer(take(evening, LineKind.RULES), "The star")
    assert evening.message == ""
    assert evening.state.game.state.variant.options["star_doubles"] is False


# What no sheet prints


def pages_of(evening: Evening) -> str:
    """All that is shown, page by page; the household agrees."""
    take(evening, LineKind.GAPS)
    pages = []
    while isinstance(evening.state.phase, Asking):
        pages.append(ENGLISH.say(evening.state.phase.question.text))
        evening.press(Button.OK)
    assert isinstance(evening.state.phase, Lobby)
    return " ".join(pages)


@pytest.mark.rule("PAR-EQU-08", "PAR-EQU-09", "PAR-EQU-11", "PAR-PLA-02")
def test_what_the_party_sheet_leaves_open_is_reported() -> None:
    message = pages_of(party())
    assert "Chance squares: D1, L1, A4, O4, H4, D8, L8, H12, A12, O12, D15, L15." in message
    assert "The star is light red: it doubles the first word." in message
    assert "The letter die on the screen has ABCDEFGHILMNOPRSTUWY." in message
    assert named_text("zones-last-seconds", value="15") in message
    assert "has ABCDEEFGHILMNOPRSTUV." in pages_of(party(language="fr"))


@pytest.mark.rule("SCR-EQU-03", "SCR-SCO-02")
def test_what_the_scramble_sheet_leaves_open_is_reported() -> None:
    message = pages_of(scramble())
    for sentence in (
        "The board has 9 squares per side.",
        "On the mat, only the middle square is a premium.",
        "Letters on dice are worth the same as on tiles.",
        "There are 12 dice.",
        "Playing all seven dice earns a 50-point bonus.",
        named_text("whoever-has-points-wins", value="200"),
        named_text("timer-runs-for-seconds", value="60"),
    ):
        assert sentence in message


@pytest.mark.rule("SCR-CLR-03", "SCR-CLR-01")
def test_what_another_print_says_is_reported_as_such_and_the_sheets_own_way_is_offered() -> None:
    evening = take(scramble(), LineKind.GAPS)
    while named_text("by-this-sheet-the-longer") not in shown(evening):
        answer(evening, named_text("we-play-it-so"))
    assert "Other edition: extending a word clears the mat." in (
        ENGLISH.say(question_of(evening).text)
    )
    answer(evening, "These rules: extended words stay")
    assert evening.state.game.state.variant.options["extension"] == "stays"
    assert named_text("a-word-only-made-longer") in ENGLISH.say(question_of(evening).text)
    assert named_text("by-this-sheet-the-longer") not in shown(evening)


def test_it_is_described_as_it_is_played_now() -> None:
    evening = scramble()
    take(evening, LineKind.CLOCK)
    take(evening, LineKind.RULES)
    for row in ("An extended word", "First to", "Unused dice"):
        answer(evening, row)
    evening.press(Button.UNDO)
    message = pages_of(evening)
    assert named_text("timer-runs-for-seconds", value="90") in message
    assert named_text("a-word-only-made-longer") in message
    assert named_text("whoever-has-points-wins", value="250") in message
    assert "Unused dice are passed on." in message
    clock = take(party(), LineKind.CLOCK)
    answer(clock, "Zone ×4").press(Button.UNDO)
    assert named_text("zones-last-seconds", value="20, 15, 15, 15, 15, 15") in pages_of(clock)


def test_a_board_of_their_own_is_reported_instead_of_ours() -> None:
    offers = Offers(find_list, {}, {"mat": MAT})
    evening = take(opened(Setup("scramble", "en", ("Ann", "Ben")), offers), LineKind.BOARD)
    message = pages_of(evening)
    assert "Squares count as on your own board." in message
    assert "On the mat, only the middle square is a premium" not in message


def test_from_what_is_shown_the_clock_and_the_rules_can_be_changed() -> None:
    evening = take(party(), LineKind.GAPS)
    assert shown(evening) == ["Agreed. What else?", "House rules…", "Clock…", "Back"]
    assert answer(evening, "Clock").asked == "The clock’s zones. OK: change one."
    evening.press(Button.UNDO)
    assert shown(evening)[0] == "Agreed. What else?"
    evening.press(Button.UNDO)
    take(evening, LineKind.GAPS).press(Button.OK)
    assert shown(evening)[0] == named_text("we-play-it-so")
    answer(evening, "Back")
    assert isinstance(evening.state.phase, Lobby)
    timer = take(scramble(), LineKind.GAPS)
    answer(timer, "Clock")
    assert value(timer, LineKind.CLOCK) == "timer: 90 seconds"


def test_every_line_has_words() -> None:
    for game in ("party", "scramble", "topword"):
        evening = opened(Setup(game, "fr", ("Ann", "Ben")), OFFERS)
        for kind in (LineKind.CLOCK, LineKind.BEGINS, LineKind.GAPS):
            if kind in {one.kind for one in lines(evening.state)}:
                assert ENGLISH.say(line(evening, kind).label)
