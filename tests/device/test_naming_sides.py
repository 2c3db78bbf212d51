"""A side gets its name: by letters, or with tiles that are read; nothing without a press."""

from __future__ import annotations

import random

import pytest
from lobby_presses import ENGLISH, OFFERS, answer, line, opened, setup_in, shown, take, value_of
from naming_moments import FOUR, laid, naming, spell
from standins import CLASSIC, Evening, board
from ways_home import presses_home

from device.session.core.effects import Announce
from device.session.core.setup import Setup
from device.session.core.state import Asking, Lobby, Naming, Thinking
from device.session.lobby.lobby import LineKind
from device.session.lobby.names import WHEEL
from device.simulator.named_texts import named_text
from device.views.dialogs import naming_title
from engine.events import BeginnerNamed, Drawn
from hardware.panel.port import SIDE_BUTTONS, SIDE_LAMPS, Button
from vision.reading import Refusal


def letters_of(evening: Evening) -> str:
    phase = evening.state.phase
    assert isinstance(phase, Naming)
    return phase.letters


def message_of(evening: Evening) -> str:
    message = evening.state.message
    return "" if message is None else ENGLISH.say(message)


def sides_of(evening: Evening) -> tuple[str, ...]:
    return setup_in(evening).sides


# By letters


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        ("LEA", "Lea"),
        ("LÉA", "Léa"),
        ("ANNE-LISE", "Anne-Lise"),
        ("JEAN PAUL", "Jean Paul"),
        ("ÉLOÏSE", "Éloïse"),
        ("ZOË", "Zoë"),
        ("FRANÇOIS", "François"),
        ("JÜRGEN", "Jürgen"),
        ("O", "O"),
        ("MAXIMILIANEX", "Maximilianex"),
        ("ANN-", "Ann"),
        ("ANN ", "Ann"),
    ],
)
def test_a_name_is_spelled_and_kept(spelled: str, name: str) -> None:
    evening = spell(naming(), spelled).press(Button.SIDE_1)
    assert sides_of(evening)[0] == name
    assert evening.state.game.state.sides[0] == name
    assert message_of(evening) == f"Player A is now {name}."


def test_the_end_button_keeps_the_name_as_well() -> None:
    assert sides_of(spell(naming(2), "CLEO").press(Button.END)) == ("A", "B", "Cleo", "D")


def test_after_a_name_the_next_side_is_lit() -> None:
    evening = spell(naming(), "LEA").press(Button.SIDE_1, Button.OK)
    assert isinstance(evening.state.phase, Naming)
    spell(evening, "TOM").press(Button.SIDE_2)
    assert sides_of(evening)[:2] == ("Lea", "Tom")


def test_after_the_last_name_done_is_lit() -> None:
    evening = spell(naming(1, ("Lea", "B")), "TOM").press(Button.SIDE_2)
    phase = evening.state.phase
    assert isinstance(phase, Asking)
    assert shown(evening)[phase.selected] == "Done"
    assert isinstance(evening.press(Button.OK).state.phase, Lobby)


def test_both_arrows_go_round_all_letters() -> None:
    evening = naming()
    for letter in (*WHEEL[1:], WHEEL[0]):
        evening.press(Button.NEXT)
        assert isinstance(evening.state.phase, Naming)
        assert evening.state.phase.wheel == letter
    assert evening.press(Button.BACK).state.phase.wheel == WHEEL[-1]  # type: ignore[union-attr]


def test_undo_takes_letters_back_and_then_leaves() -> None:
    evening = spell(naming(1, ("Ann", "Ben")), "LEA").press(Button.UNDO)
    assert letters_of(evening) == "Le"
    evening.press(Button.UNDO, Button.UNDO)
    assert letters_of(evening) == ""
    evening.press(Button.UNDO)
    assert isinstance(evening.state.phase, Asking)
    assert sides_of(evening) == ("Ann", "Ben")


def test_a_name_can_be_left_as_it_was_at_any_time() -> None:
    evening = spell(naming(1, ("Ann", "Ben")), "LEA").press(Button.PAUSE)
    assert sides_of(evening) == ("Ann", "Ben")


def test_a_name_has_at_most_twelve_letters() -> None:
    evening = spell(naming(), "BARTHOLOMEWS").press(Button.OK)
    assert letters_of(evening) == "Bartholomews"
    assert message_of(evening) == "At most 12 letters in a name."


@pytest.mark.parametrize("spelled", ["", " ", "-"])
def test_no_name_is_empty(spelled: str) -> None:
    evening = spell(naming(), spelled).press(Button.SIDE_1)
    assert isinstance(evening.state.phase, Naming)
    assert message_of(evening) == "A name needs at least one letter."


def test_parts_of_a_name_stand_one_space_apart() -> None:
    evening = spell(naming(), "A  ")
    assert letters_of(evening) == "A "
    assert message_of(evening) == "Start with a letter."


@pytest.mark.parametrize("spelled", ["LEA", "LEA "])
def test_no_two_sides_have_the_same_name(spelled: str) -> None:
    evening = spell(naming(1, ("LEA", "Ben")), spelled).press(Button.SIDE_2)
    assert isinstance(evening.state.phase, Naming)
    assert message_of(evening) == "Lea is already taken."


def test_names_of_the_same_letters_are_two_names() -> None:
    evening = spell(naming(1, ("Lea", "B")), "ALE").press(Button.SIDE_2)
    assert sides_of(evening) == ("Lea", "Ale")
    accent = spell(naming(1, ("Lea", "B")), "LÉA").press(Button.SIDE_2)
    assert sides_of(accent) == ("Lea", "Léa")


def test_a_side_may_keep_its_own_name() -> None:
    evening = spell(naming(0, ("LEA", "Ben")), "LEA").press(Button.SIDE_1)
    assert sides_of(evening) == ("Lea", "Ben")
    again = spell(naming(0, ("Lea", "Ben")), "LEA").press(Button.SIDE_1)
    assert message_of(again) == named_text("side-is-called", seat="A", name="Lea")
    assert again.asked == named_text("who-plays")


def test_a_button_of_another_side_only_says_which_one_keeps_the_name() -> None:
    evening = spell(naming(1, ("Ann", "Ben")), "LEA").press(Button.SIDE_1)
    assert letters_of(evening) == "Lea"
    assert message_of(evening) == "Player B’s button saves the name."


def test_the_lamp_of_the_side_blinks() -> None:
    from device.session.care.device import lamps

    assert lamps(naming(2).state) == (frozenset(), frozenset({SIDE_LAMPS[2]}))


# With tiles


def test_a_name_in_tiles_is_offered_taken_and_kept() -> None:
    evening = naming().lay(laid("LEA"))
    assert letters_of(evening) == ""
    evening.press(Button.OK)
    assert letters_of(evening) == "Lea"
    evening.press(Button.OK)
    assert sides_of(evening)[0] == "Lea"
    assert message_of(evening) == (
        "Player A is now Lea. Take its tiles off the board before the game starts."
    )


@pytest.mark.parametrize(
    ("lies", "name"),
    [
        (board((0, 0, "across", "NO")), "No"),
        (board((3, 14, "down", "MAXIMILIANEX")), "Maximilianex"),
        (board((7, 7, "across", "LEA")), "Lea"),
        (board((7, 7, "across", "L")), ""),
        (board((2, 2, "across", "LE"), (2, 6, "across", "A")), ""),
        (board((2, 2, "across", "LEA"), (3, 2, "down", "E")), ""),
        (board((1, 1, "across", "MAXIMILIANEXY")), ""),
        (board(), ""),
    ],
)
def test_a_name_is_one_straight_row_anywhere(lies: tuple[str, ...], name: str) -> None:
    evening = naming().lay(lies).press(Button.OK)
    assert letters_of(evening) == (name or "A")


def test_a_name_in_tiles_is_spoken_as_well() -> None:
    evening = naming().lay(laid("LEA"))
    aloud = [ENGLISH.say(e.message) for e in evening.effects if isinstance(e, Announce)]
    assert aloud == [named_text("ok-takes-it", name="Lea")]


def test_a_blank_in_a_name_is_chosen_with_the_arrows() -> None:
    evening = naming().lay(laid("LeA")).press(Button.OK)
    assert letters_of(evening) == "L?a"
    evening.press(Button.SIDE_1)
    assert message_of(evening) == "Which letter is the blank? Choose it with the arrows, then OK."
    spell(evening, "É")
    assert letters_of(evening) == "Léa"
    assert sides_of(evening.press(Button.OK))[0] == "Léa"


def test_a_doubtful_letter_is_shown_and_can_be_put_right() -> None:
    evening = naming().lay(laid("LEA"), {(2, 5): {"A": 0.55, "R": 0.44}})
    evening.press(Button.OK, Button.UNDO)
    assert letters_of(evening) == "Le"
    assert sides_of(spell(evening, "R").press(Button.SIDE_1))[0] == "Ler"


def test_the_own_button_keeps_the_name_that_everybody_sees() -> None:
    evening = naming().lay(laid("LEA")).press(Button.SIDE_1)
    assert sides_of(evening)[0] == "Lea"


def test_who_turns_the_wheel_does_not_want_the_tiles() -> None:
    evening = naming().lay(laid("LEA")).press(Button.NEXT, Button.OK)
    assert letters_of(evening) == "B"


def test_the_tiles_of_the_side_before_are_no_name_of_the_next() -> None:
    evening = naming().lay(laid("LEA")).press(Button.OK, Button.OK, Button.OK)
    evening.lay(laid("LEA")).press(Button.OK)
    assert letters_of(evening) == "A"
    evening.lay(board()).lay(laid("TOM")).press(Button.OK)
    assert letters_of(evening) == "Tom"


def test_a_picture_that_cannot_be_read_is_in_the_way_of_nothing() -> None:
    evening = naming().lay(Refusal.TOO_DARK)
    assert sides_of(spell(evening, "LEA").press(Button.SIDE_1))[0] == "Lea"


# Before the game begins


def named_with_tiles(row: int = 7, column: int = 7) -> Evening:
    evening = naming(0, ("A", "B")).lay(laid("LEA", row, column))
    return evening.press(Button.OK, Button.OK, Button.UNDO, Button.UNDO)


def test_tiles_of_a_name_are_taken_off_before_the_game_begins() -> None:
    evening = named_with_tiles()
    assert isinstance(evening.state.phase, Lobby)
    evening.press(Button.OK)
    assert evening.asked == "Please take the name tiles off {squares}."
    answer(evening, named_text("not-yet"))
    assert isinstance(evening.state.phase, Lobby)
    evening.lay(board()).press(Button.OK)
    assert isinstance(evening.state.phase, Thinking)
    assert evening.state.board.name_tiles == frozenset()


def test_a_game_begins_without_the_camera_too_once_the_players_say_so() -> None:
    answer(evening := named_with_tiles().press(Button.OK), "Done: start")
    assert isinstance(evening.state.phase, Thinking)
    evening.lay(board((7, 7, "across", "NO"))).press(Button.SIDE_1)
    assert evening.state.game.state.totals["Lea"] > 0


def test_the_tiles_of_the_game_before_are_no_name() -> None:
    lies = board((7, 3, "across", "QUIZZING"), (8, 3, "across", "OTHER"), (9, 3, "across", "EVA"))
    evening = spell(naming(0, ("A", "B")).lay(lies), "LEA").press(Button.SIDE_1)
    assert evening.state.board.name_tiles == frozenset()
    evening.press(Button.UNDO, Button.UNDO, Button.OK)
    assert not isinstance(evening.state.where, Lobby)


@pytest.mark.parametrize("leaves", [Button.SIDE_1, Button.PAUSE])
def test_a_hand_over_a_name_takes_nothing_off(leaves: Button) -> None:
    evening = naming(0, ("A", "B")).lay(laid("LEA")).press(Button.OK)
    evening.lay(Refusal.COVERED).press(leaves, Button.UNDO, Button.UNDO, Button.OK)
    assert evening.asked == "Please take the name tiles off {squares}."


def test_half_a_name_still_lies_there() -> None:
    evening = named_with_tiles().lay(board((7, 8, "across", "EA"))).press(Button.OK)
    assert isinstance(evening.state.phase, Asking)
    answer(evening, named_text("not-yet")).lay(board()).press(Button.OK)
    assert isinstance(evening.state.phase, Thinking)


def test_tiles_are_looked_for_while_a_question_is_open() -> None:
    evening = naming(0, ("A", "B")).lay(laid("LEA")).press(Button.OK, Button.OK).lay(board())
    assert isinstance(evening.state.phase, Asking)
    assert evening.state.board.name_tiles == frozenset()


def test_another_board_is_chosen_while_a_name_lies_there() -> None:
    evening = named_with_tiles()
    answer(take(evening, LineKind.GAME), "TopWord")
    evening.press(Button.UNDO)
    evening.lay(board()).press(Button.OK)
    assert isinstance(evening.state.phase, Asking)  # it was read as another board: not known
    evening.reading = None
    answer(evening, "Done: start")
    assert isinstance(evening.state.phase, Thinking)


# What goes with a name


@pytest.mark.rule("JUN-SET-01")
def test_who_begins_begins_under_the_new_name_as_well() -> None:
    evening = opened(Setup(sides=("Ann", "Ben"))).press(Button.SIDE_2)
    take(evening, LineKind.SIDES).press(Button.SIDE_2)
    spell(evening, "LEA").press(Button.SIDE_2)
    assert evening.state.game.events == (BeginnerNamed("Lea"),)
    assert evening.state.side == "Lea"


@pytest.mark.rule("CLA-SET-02")
def test_what_was_drawn_stays_drawn() -> None:
    evening = answer(take(opened(), LineKind.BEGINS), "Draw tiles")
    answer(answer(evening, "Q"), "D")
    take(evening, LineKind.SIDES).press(Button.SIDE_1)
    spell(evening, "LEA").press(Button.SIDE_1)
    assert evening.state.game.events == (Drawn("Lea", "Q"), Drawn("Ben", "D"))


@pytest.mark.rule("NHL-PRO-03")
def test_a_level_stays_with_its_side() -> None:
    options = {"levels": {"Ann": "goal", "Ben": "blue"}}
    evening = opened(Setup("nhl-professional", "en", ("Ann", "Ben"), options=options))
    take(evening, LineKind.SIDES).press(Button.SIDE_1)
    spell(evening, "LEA").press(Button.SIDE_1)
    assert setup_in(evening).options["levels"] == {"Lea": "goal", "Ben": "blue"}
    targets = evening.state.game.state.variant.targets
    assert targets is not None
    assert set(targets.of(sides_of(evening))) == {"Lea", "Ben"}


@pytest.mark.rule("NHL-PRO-03")
@pytest.mark.parametrize("names", [("Ann", "Cleo"), ("Cleo", "Ann")])
def test_who_comes_back_has_the_level_of_before(names: tuple[str, str]) -> None:
    levels = {name: {"Ann": "blue", "Cleo": "goal"}[name] for name in names}
    three = Setup("nhl-professional", "en", ("Ann", "Ben", "Cleo"), options={"levels": levels})
    back = three.of_sides(2).named(0, "Cleo")
    assert back.options["levels"] == {"Cleo": "goal"}


@pytest.mark.parametrize("game", ["party", "scramble", "topword", "junior", "nhl"])
def test_names_are_given_before_every_game(game: str) -> None:
    sides = ("A", "B")
    evening = spell(naming(0, sides, game), "LEA").press(Button.SIDE_1)
    assert sides_of(evening) == ("Lea", "B")
    assert evening.state.clocks.turn is None
    evening.press(Button.UNDO, Button.UNDO, Button.OK)
    assert evening.state.game.state.sides == ("Lea", "B")


# How many, and names that are known


def test_how_many_sides_there_are_goes_round() -> None:
    evening = take(opened(), LineKind.SIDES)
    for number in (3, 4, 2):
        evening.press(Button.OK)
        assert len(sides_of(evening)) == number
        assert shown(evening)[0] == f"Players: {number}"
    answer(evening, "Done")
    assert value_of(evening, LineKind.SIDES) == "2: Ann, Ben"


def test_a_game_for_two_asks_only_for_names() -> None:
    evening = take(opened(Setup("party", sides=("A", "Ben"))), LineKind.SIDES)
    assert shown(evening) == [
        "Team A: enter a name",
        "Team B: Ben",
        named_text("handicap-and-hints", who="no one"),
        "Done",
    ]


def test_names_that_the_household_knows_are_offered() -> None:
    from dataclasses import replace

    offers = replace(OFFERS, names=("Ann", "Cleo", "Dan", "D", "Ben"))
    evening = take(opened(Setup(sides=("Ann", "B"), away=("Eve", "C")), offers), LineKind.SIDES)
    evening.press(Button.SIDE_2)
    assert shown(evening) == [
        "Eve",
        "Cleo",
        "Dan",
        "Ben",
        "A new name…",
        named_text("leave-it-as-it-is"),
    ]
    answer(evening, "Dan")
    assert sides_of(evening) == ("Ann", "Dan")
    evening.press(Button.SIDE_2)
    answer(evening, "Keep as it is")
    evening.press(Button.SIDE_2)
    answer(evening, "A new name")
    assert isinstance(evening.state.phase, Naming)
    spell(evening, "EVE").press(Button.SIDE_2)
    assert sides_of(evening) == ("Ann", "Eve")
    assert "Eve" not in setup_in(evening).away


def test_names_stay_for_the_next_game_at_the_table() -> None:
    evening = spell(naming(0, ("A", "B")), "LEA").press(Button.SIDE_1)
    evening.press(Button.UNDO, Button.UNDO, Button.OK)
    evening.press(Button.END, Button.NEXT, Button.OK, Button.END, Button.NEXT, Button.OK)
    evening.press(Button.OK)
    assert sides_of(evening) == ("Lea", "B")
    take(evening, LineKind.SIDES).press(Button.SIDE_1)
    spell(evening, "TOM").press(Button.SIDE_1, Button.SIDE_2)
    assert shown(evening)[0] == "Lea"  # who played here a moment ago is one press away


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_pressed_and_laid_a_lobby_can_be_begun(seed: int) -> None:
    chance = random.Random(seed)
    evening = naming(chance.randrange(4))
    boards = [board(), laid("LEA"), laid("LeA"), laid("TOM", 7, 7), board((1, 1, "down", "EVA"))]
    buttons = [*Button]
    for number in range(80):
        if number % 9 == 0:
            assert presses_home(evening.state, evening.now) is not None
        if not isinstance(evening.state.where, Lobby | Naming):
            break
        if chance.random() < 0.15:
            evening.lay(chance.choice(boards))
        else:
            evening.press(chance.choice(buttons))
        if isinstance(evening.state.where, Lobby | Naming):
            game = evening.state.game.state
            assert len({side.casefold() for side in game.sides}) == len(game.sides)
            assert all(1 <= len(side) <= 12 and side == side.strip() for side in game.sides)
            assert "?" not in "".join(game.sides)
    if isinstance(evening.state.phase, Naming):
        evening.press(Button.PAUSE)
    if isinstance(evening.state.where, Lobby):
        evening.press(Button.UNDO, Button.UNDO)
        assert isinstance(evening.state.phase, Lobby)


def test_buttons_and_seats_belong_together() -> None:
    assert len(SIDE_BUTTONS) == len(FOUR)
    assert CLASSIC.sides[1] == len(FOUR)


@pytest.mark.rule("PAR-SET-01")
def test_where_teams_play_it_asks_for_the_teams_names() -> None:
    evening = opened(Setup(variant="party", language="fr"))
    assert ENGLISH.say(line(evening, LineKind.SIDES).label) == "Teams"
    assert ENGLISH.say(line(opened(), LineKind.SIDES).label) == "Players"
    take(evening, LineKind.SIDES)
    assert shown(evening)[:2] == ["Team A: enter a name", "Team B: enter a name"]
    evening.press(Button.SIDE_1)
    assert isinstance(evening.state.phase, Naming)
    assert ENGLISH.say(naming_title(evening.state.phase)) == "Name for team A"
    evening.press(Button.SIDE_2)
    assert message_of(evening) == "Team A’s button saves the name."
    spell(evening, "REDS").press(Button.SIDE_1)
    assert message_of(evening) == "Team A is now Reds."
