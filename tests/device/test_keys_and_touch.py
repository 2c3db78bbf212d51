"""What is typed and what is touched: letters where letters are wanted, else buttons."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from answering import in_english, labels, question_of, take
from lobby_presses import opened
from naming_moments import naming
from standins import CLASSIC, TOPWORD, Evening, board
from touching import targets_on

from device.language.button_names import KEY_NAMES
from device.language.texts import Texts
from device.screen.drawing import Target
from device.screen.scoreboard import Scoreboard
from device.session.core.commit import ask
from device.session.core.inputs import OWN_BUTTON, KeyPressed, Touched
from device.session.core.setup import Setup
from device.session.core.state import (
    Asking,
    Lobby,
    Naming,
    Page,
    Paused,
    Pointing,
    Step,
    TableState,
    Thinking,
)
from device.session.lobby.lobby import LineKind, lines
from device.session.turn.corrections import ask_which_square
from device.session.turn.questions import which_tile
from device.simulator.named_texts import named_text
from device.storage.games import Keeper
from device.table.equipment import Equipment, Output
from device.table.games import OneGame
from device.table.loop import Loop
from device.views.table import view
from engine.events import Exchanged, Passed, Played
from engine.game import Game
from engine.position import Position
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, Tile
from engine.variants import Variant
from engine.words.lexicon import word_list
from hardware.display import Display, DisplayEvent, TouchDown
from hardware.panel.port import KEYS, ROW_KEYS, Button, ScriptedPanel, Tone
from vision.game.doubt import Doubt

QUIZ = {Square(7 + i, 7): letter for i, letter in enumerate("QUIZ")}
NAMES = {" ": "space", "\n": "return", "<": "backspace", "^": "up", "_": "down", "!": "escape"}


def typing(evening: Evening, keys: str) -> Evening:
    """Types these keys: "<" for Backspace, "^" and "_" for up and down, "!" for Escape."""
    for key in keys:
        name = NAMES.get(key, key.lower())
        types = "" if key in NAMES and key != " " else key
        evening.now += 1.0
        evening.put(KeyPressed(KEYS.get(name), evening.now, types, ROW_KEYS.get(name, 0)))
    return evening


def touch(evening: Evening, what: int | Square | str) -> Evening:
    """Touches an answer by its words, a line or letter by its place, or a square."""
    place = labels(evening).index(what) if isinstance(what, str) else what
    evening.now += 1.0
    return evening.put(Touched(place, evening.now))


def letters_of(evening: Evening) -> str:
    assert isinstance(evening.state.phase, Naming)
    return evening.state.phase.letters


def entering() -> Evening:
    evening = Evening(camera=False).press(Button.SIDE_1)
    return take(evening, named_text("enter-play"))


# Names


def test_a_name_is_typed_and_enter_keeps_it() -> None:
    evening = typing(naming(), "paul")
    assert letters_of(evening) == "Paul"
    typing(evening, "\n")
    assert evening.state.game.state.sides[0] == "Paul"


@pytest.mark.parametrize(
    ("keys", "name"),
    [("cup", "Cup"), ("jean paul", "Jean Paul"), ("anne-lise", "Anne-Lise"), ("zoë", "Zoë")],
)
def test_no_letter_of_a_name_is_a_button(keys: str, name: str) -> None:
    assert letters_of(typing(naming(), keys)) == name


def test_backspace_takes_a_letter_back_and_escape_leaves_the_name_as_it_was() -> None:
    evening = typing(naming(), "leo<a")
    assert letters_of(evening) == "Lea"
    typing(evening, "!")
    assert isinstance(evening.state.phase, Asking)
    assert evening.state.game.state.sides[0] == "A"


def held_backspace(evening: Evening, times: int = 9) -> Evening:
    for number in range(times):
        evening.now += 0.07
        evening.put(KeyPressed(Button.UNDO, evening.now, again=number > 0))
    return evening


def test_a_held_backspace_takes_back_all_letters_and_stays_there() -> None:
    evening = held_backspace(typing(naming(), "leo"))
    assert letters_of(evening) == ""
    evening = held_backspace(typing(entering(), "8h quiz"))
    assert isinstance(evening.state.phase, Asking)
    typing(evening, "8h quiz\n")
    assert evening.events == (Played("Ann", QUIZ),)


def test_a_held_backspace_undoes_one_play() -> None:
    evening = typing(entering(), "8h quiz\n").press(Button.SIDE_2, Button.SIDE_2)
    assert len(evening.events) == 2
    assert len(held_backspace(evening).events) == 1


def test_up_and_down_go_from_row_to_row_of_the_letters() -> None:
    evening = typing(naming(), "_")
    assert isinstance(evening.state.phase, Naming)
    assert evening.state.phase.wheel == "K"
    typing(evening, "^")
    assert evening.state.phase.wheel == "A"
    evening.press(Button.CHALLENGE)
    assert evening.state.phase.wheel == "K"


# Plays


@pytest.mark.parametrize("keys", ["8h quiz\n", "8Hquiz\n", "8h quix<z\n", "9<8h quiz\n"])
def test_a_play_is_typed_as_records_write_it(keys: str) -> None:
    evening = typing(entering(), keys)
    assert evening.events == (Played("Ann", QUIZ),)


@pytest.mark.parametrize("keys", ["h8 at\n", "h8at\n"])
def test_the_column_first_is_down(keys: str) -> None:
    evening = typing(entering(), keys)
    assert evening.events == (Played("Ann", {Square(7, 7): "A", Square(7, 8): "T"}),)


def test_a_row_of_two_digits_is_waited_for() -> None:
    evening = typing(entering(), "h1")
    assert "H1…" in in_english(question_of(evening).text)
    typing(evening, "0")
    assert in_english(question_of(evening).text) == named_text("which-letter-is-first", start="H10")
    evening = typing(entering(), "h1 a")
    assert in_english(question_of(evening).text) == named_text("letter-after", start="H1", word="A")


def test_a_question_mark_is_a_blank() -> None:
    evening = typing(entering(), "8h qui?z\n")
    assert evening.events == (Played("Ann", QUIZ | {Square(10, 7): "z"}),)


@pytest.mark.parametrize("keys", ["16", "0", "8p", "p", "a16"])
def test_what_is_no_square_is_reported_and_typed_again(keys: str) -> None:
    evening = typing(entering(), keys)
    assert evening.state.message is not None
    assert in_english(evening.state.message).startswith("There’s no square")
    assert typing(evening, "8h quiz\n").events == (Played("Ann", QUIZ),)


def test_a_letter_that_is_used_up_stops_the_word_and_nothing_is_undone_or_paused() -> None:
    evening = typing(entering(), "8h qq")
    assert in_english(question_of(evening).text) == named_text(
        "typed-but-not", start="8H", word="Q", letters="Q"
    )
    assert evening.state.message is not None
    assert in_english(evening.state.message) == "No Q left: the only one is on the board."
    typing(evening, "cpu")
    assert in_english(question_of(evening).text) == named_text(
        "typed-but-not", start="8H", word="Q", letters="QCPU"
    )
    typing(evening, "<<<<cpu")
    assert in_english(question_of(evening).text) == named_text(
        "letter-after", start="8H", word="QCPU"
    )
    assert evening.state.message is None


def lying(*words: tuple[int, int, str, str], variant: Variant = CLASSIC) -> Evening:
    """Ann has to enter a play next to these words; no list is agreed on."""
    evening = Evening(camera=False, variant=variant)
    position = Position.from_rows(board(*words, size=variant.layout.size))
    start = replace(evening.state.game.start, position=position)
    evening.state = replace(evening.state, game=Game.from_state(start))
    return take(evening.press(Button.SIDE_1), named_text("enter-play"))


SMILE = (7, 7, "across", "SMILE")


@pytest.mark.rule("CLA-PLA-07")
@pytest.mark.parametrize(
    ("keys", "which", "tiles"),
    [
        ("h8 stone\n", "STONE at H8", {"H9": "T", "H10": "O", "H11": "N", "H12": "E"}),
        ("h8 stone\n", "SSTONE at H8", {"H9": "S", "H10": "T", "H11": "O", "H12": "N", "H13": "E"}),
    ],
)
def test_letters_that_lie_there_may_be_written_too_and_it_is_asked_which_word_was_laid(
    keys: str, which: str, tiles: dict[str, str]
) -> None:
    evening = typing(lying(SMILE), keys)
    assert evening.asked == "Which word was played?"
    assert labels(evening)[0] == "STONE at H8"
    assert take(evening, which).events == (
        Played("Ann", {Square.parse(name): tile for name, tile in tiles.items()}),
    )


@pytest.mark.rule("CLA-PLA-06", "CLA-PLA-07")
@pytest.mark.parametrize("keys", ["h8 stone\n", "h8 tone\n", "h9 tone\n"])
def test_where_one_of_both_words_is_in_the_list_it_is_that_one(keys: str) -> None:
    evening = lying(SMILE)
    agreed = replace(evening.state.agreed, words=word_list(["STONE"], CLASSIC.tile_set.letters))
    evening.state = replace(evening.state, agreed=agreed)
    typing(evening, keys)
    assert evening.events == (
        Played("Ann", {Square(7, 8 + n): letter for n, letter in enumerate("TONE")}),
    )


def test_the_word_through_a_tile_is_shown_as_it_is_typed() -> None:
    stone = lying(SMILE, (7, 7, "down", "STONE"))
    assert in_english(question_of(typing(stone, "10f broken")).text) == (
        named_text("letter-after", start="10F", word="BROKEN")
    )
    take(typing(stone, "\n"), "BROKEN at 10F")
    (played,) = stone.events
    assert isinstance(played, Played)
    assert stone.totals["Ann"] == 20
    assert sorted(square.name for square in played.tiles) == ["F10", "G10", "I10", "J10", "K10"]


def test_neither_word_leads_back_to_the_letters() -> None:
    evening = take(typing(lying(SMILE), "h8 stone\n"), "Neither")
    assert in_english(question_of(evening).text) == named_text(
        "letter-after", start="H8", word="STONE"
    )


@pytest.mark.rule("CLA-EQU-02")
def test_a_letter_that_could_not_be_laid_stops_enter_with_the_reason() -> None:
    evening = typing(lying((7, 7, "across", "MAMBA")), "a8 alum")
    for first in ("", *[" Remove M first."] * 2):
        assert in_english(question_of(evening).text) == named_text(
            "typed-but-not", start="A8", word="ALU", letters="M"
        )
        assert evening.state.message is not None
        assert in_english(evening.state.message) == f"No M left: all 2 are on the board.{first}"
        typing(evening, "\n")
    assert not evening.events
    typing(evening, "<s")
    assert in_english(question_of(evening).text) == named_text(
        "letter-after", start="A8", word="ALUS"
    )


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ("o8 é", named_text("there-is-no-letter-in", letter="É")),
        ("8n abc", "The word runs off the board."),
        ("a1???", "No blanks left: the set has 2."),
    ],
)
def test_what_cannot_be_laid_is_reported_with_the_reason(keys: str, why: str) -> None:
    evening = typing(lying(SMILE), keys.replace("???", "?a?b?"))
    assert evening.state.message is not None
    assert in_english(evening.state.message) == why


def test_what_is_no_letter_of_a_blank_is_reported_and_the_blank_waits() -> None:
    evening = typing(entering(), "8h qui?é")
    assert evening.state.message is not None
    assert in_english(evening.state.message) == named_text("there-is-no-letter-in", letter="É")
    typing(evening, "z\n")
    assert evening.events == (Played("Ann", QUIZ | {Square(10, 7): "z"}),)


@pytest.mark.rule("TOP-EQU-02", "TOP-SCO-04")
def test_the_qu_tile_is_written_out() -> None:
    evening = typing(lying(variant=TOPWORD), "5e quota\n")
    tiles = {Square(4 + n, 4): tile for n, tile in enumerate("QOTA")}
    assert evening.events == (Played("Ann", tiles),)
    assert evening.totals["Ann"] == 10


@pytest.mark.rule("TOP-PLA-04", "TOP-PLA-06")
def test_on_piles_a_letter_that_shows_there_is_left_as_it_is() -> None:
    evening = typing(lying((4, 3, "across", "MAIN"), variant=TOPWORD), "5d faim\n")
    tiles = {Square(3, 4): "F", Square(6, 4): "M"}
    assert evening.events == (Played("Ann", tiles),)
    assert evening.totals["Ann"] == 6


def test_the_sides_own_key_counts_the_play_and_another_figure_is_no_letter() -> None:
    evening = typing(entering(), "8h quiz2")
    assert not evening.events
    assert evening.state.message is not None
    assert in_english(evening.state.message) == "2 isn’t a letter."
    assert typing(evening, "1").events == (Played("Ann", QUIZ),)


def test_enter_without_a_letter_lays_none() -> None:
    evening = typing(entering(), "8h\n")
    assert not evening.events
    assert isinstance(evening.state.phase, Thinking)


def test_a_letter_that_is_asked_for_is_typed() -> None:
    evening = typing(entering(), "8h qui?")
    assert "Which letter is the blank" in evening.asked
    typing(evening, "z")
    assert in_english(question_of(evening).text) == named_text(
        "letter-after", start="8H", word="QUIZ"
    )


@pytest.mark.parametrize(
    ("keys", "named", "expected"),
    [("quiz?a", "Q U I Z ? A", None), ("???", "? ?", "There’s no other blank.")],
)
def test_a_question_mark_names_a_blank_of_a_rack_while_there_is_one(
    keys: str, named: str, expected: str | None
) -> None:
    evening = Evening(camera=False).press(Button.END, Button.NEXT, Button.OK, Button.NEXT)
    typing(evening, keys)
    assert in_english(question_of(evening).text) == f"Ann: tiles left? So far: {named}"
    assert (evening.state.message and in_english(evening.state.message)) == expected


def test_a_question_mark_takes_the_blank_that_may_lie_on_a_square() -> None:
    taken = []

    def name(state: TableState, tile: Tile) -> Step:
        taken.append(tile)
        return state, ()

    evening, h8 = Evening(), Square.parse("H8")
    doubt = Doubt(h8, (("E", 0.5), (UNKNOWN_BLANK, 0.4)))
    evening.state, _ = ask(evening.state, which_tile(doubt, name))
    typing(evening, "?")
    assert taken == [UNKNOWN_BLANK]


def test_a_number_that_is_asked_for_is_typed() -> None:
    evening = take(Evening(camera=False).press(Button.NEXT), named_text("exchange-tiles"))
    typing(evening, "3")
    assert evening.events == (Exchanged("Ann", 3),)


def test_elsewhere_keys_are_buttons() -> None:
    evening = typing(Evening(), "p")
    assert isinstance(evening.state.phase, Paused)
    evening = typing(Evening().lay(board()), "1")
    assert "no new tile" in evening.asked
    before = evening.state
    typing(evening, "x")
    assert evening.state.phase is before.phase


# A play where nothing sees the board


def unseen() -> Evening:
    """Ann's turn at a table without a camera."""
    return Evening(camera=False)


@pytest.mark.parametrize("keys", ["8h quiz\n", "h8 quiz\n", "\n8h quiz\n", "9<8h quiz\n"])
def test_without_a_camera_typing_begins_the_play(keys: str) -> None:
    (played,) = typing(unseen(), keys).events
    assert isinstance(played, Played)
    assert "".join(played.tiles.values()) == "QUIZ"


def test_a_column_whose_letter_is_a_button_is_typed_after_enter() -> None:
    evening = typing(unseen(), "\nc8 ")
    assert in_english(question_of(evening).text) == named_text("which-letter-is-first", start="C8")


@pytest.mark.parametrize("row", ["1", "2", "3", "4", "12"])
def test_the_rows_of_the_turn_keys_can_be_typed_first(row: str) -> None:
    evening = typing(unseen(), f"{row}a")
    assert in_english(question_of(evening).text) == named_text(
        "which-letter-is-first", start=f"{row}A"
    )


def test_other_keys_stay_buttons_where_a_play_is_typed() -> None:
    assert isinstance(typing(unseen(), "p").state.phase, Paused)
    assert typing(typing(unseen(), "8h quiz\n"), "u").events == ()
    assert typing(unseen(), "?").state.phase == Thinking()


def test_with_a_camera_digits_are_the_turn_buttons() -> None:
    evening = typing(Evening().lay(board()).lay(board((7, 7, "across", "QUIZ"))), "1")
    assert evening.totals["Ann"] == 44


@pytest.mark.parametrize("keys", ["8hquiz", "H8 quiz", "8 hquiz"])
def test_with_a_camera_too_typing_begins_the_play(keys: str) -> None:
    evening = typing(Evening().lay(board()), f"{keys}\n")
    assert isinstance(evening.events[-1], Played)
    assert evening.totals["Ann"] == 44


def test_with_a_camera_a_key_that_begins_no_square_says_how_a_play_is_typed() -> None:
    for key in ("s", "0"):
        evening = typing(Evening().lay(board()), key)
        assert isinstance(evening.state.phase, Thinking)
        assert evening.state.message is not None
        assert in_english(evening.state.message) == "Type your play: 8H SMILE"
    for key, phase in (("p", Paused), ("1", Asking)):
        assert isinstance(typing(Evening().lay(board()), key).state.phase, phase)


def test_without_a_camera_a_touched_square_begins_the_play() -> None:
    evening = touch(unseen(), Square.parse("G8"))
    assert in_english(question_of(evening).text) == named_text("across-or-down", square="G8")


@pytest.mark.parametrize("keyboard", [True, False])
def test_the_screen_says_how_a_play_is_entered_and_no_more_that_there_is_no_camera(
    keyboard: bool,
) -> None:
    evening = unseen()
    evening.state = replace(evening.state, device=replace(evening.state.device, keyboard=keyboard))
    text = view(evening.state, Texts("en")).text
    assert ("8H SMILE" in text.hint) == keyboard
    assert "enter your play" in text.hint or keyboard
    assert text.trouble == ""


def test_where_letters_are_typed_the_hint_names_no_key_that_is_a_letter() -> None:
    evening = typing(entering(), "8h at")
    question = view(evening.state, Texts("en", KEY_NAMES)).dialog.question
    assert question is not None
    assert question.hint == "Enter: done – Backspace: step back"
    typing(evening, "<<<")
    question = view(evening.state, Texts("en", KEY_NAMES)).dialog.question
    assert question is not None
    assert "(U)" not in question.hint


def test_after_a_letter_that_was_touched_the_hint_names_the_key_that_finishes() -> None:
    evening = touch(touch(entering(), Square.parse("H8")), "Across")
    touch(touch(evening, "A"), "T")
    question = view(evening.state, Texts("en", KEY_NAMES)).dialog.question
    assert question is not None
    assert question.hint == "Your button (1–4): done – Backspace: step back"
    evening.put(Touched(OWN_BUTTON, evening.now))
    assert evening.totals["Ann"] == 4


# Rows of pictures


@pytest.mark.parametrize(("upright", "ways"), [(False, [0, 3, 6, 0]), (True, [0, 2, 4, 6, 8, 0])])
def test_down_goes_down_among_the_games(upright: bool, ways: list[int]) -> None:
    evening = opened(Setup())
    evening.state = replace(evening.state, device=replace(evening.state.device, upright=upright))
    touch(evening, [line.kind for line in lines(evening.state)].index(LineKind.GAME))
    for place, next_place in pairwise(ways):
        assert isinstance(evening.state.phase, Asking)
        assert evening.state.phase.selected == place
        typing(evening, "_")
        assert isinstance(evening.state.phase, Asking)
        assert evening.state.phase.selected == next_place


@pytest.mark.parametrize(("upright", "ways"), [(False, [0, 3, 0]), (True, [0, 1, 2, 3, 4, 5, 0])])
def test_down_goes_down_on_the_lobbys_first_page(upright: bool, ways: list[int]) -> None:
    evening = opened(Setup())
    evening.state = replace(
        evening.state,
        device=replace(evening.state.device, upright=upright),
        phase=Lobby(Setup(), page=Page.START),
    )
    for place, next_place in pairwise(ways):
        assert isinstance(evening.state.phase, Lobby)
        assert evening.state.phase.line == place
        typing(evening, "_")
        assert isinstance(evening.state.phase, Lobby)
        assert evening.state.phase.line == next_place


# Touched


def test_an_answer_is_taken_by_touching_it() -> None:
    evening = Evening(camera=False).press(Button.NEXT)
    assert touch(evening, "Pass").events == (Passed("Ann"),)


def test_a_line_of_the_lobby_is_taken_by_touching_it() -> None:
    evening = opened(Setup(sides=("Ann", "Ben")))
    kinds = [line.kind for line in lines(evening.state)]
    touch(evening, kinds.index(LineKind.SIDES))
    assert evening.asked == named_text("who-plays")
    back = evening.press(Button.UNDO).state.phase
    assert isinstance(back, Lobby)
    assert back.line == kinds.index(LineKind.SIDES)


def test_letters_of_a_name_are_touched() -> None:
    evening = naming()
    for letter in "LEA":
        touch(evening, "ABCDEFGHIJKL".index(letter))
    assert letters_of(evening) == "Lea"


def test_a_square_is_pointed_at_by_touching_it_and_taken_by_touching_it_again() -> None:
    evening = Evening().lay(board()).lay(board((7, 7, "across", "QUIZ"))).press(Button.SIDE_1)
    evening.state, _ = ask_which_square(evening.state)
    touch(evening, Square.parse("I8"))
    assert isinstance(evening.state.phase, Pointing)
    assert evening.state.phase.square == Square.parse("I8")
    touch(evening, Square.parse("A1"))
    assert evening.state.message is not None
    assert in_english(evening.state.message) == "There’s nothing to choose on A1."
    touch(evening, Square.parse("I8"))
    assert in_english(question_of(evening).text) == named_text(
        "what-lies-on-really-not", square="I8", letter="U"
    )


def test_up_and_down_point_at_the_nearest_square_of_the_next_row() -> None:
    there = board((7, 7, "across", "QUIZ"), (8, 9, "down", "N"))
    evening = Evening().lay(board()).lay(board((7, 7, "across", "QUIZ"))).press(Button.SIDE_1)
    evening.lay(there).press(Button.SIDE_2)
    evening.state, _ = ask_which_square(evening.state)
    touch(evening, Square.parse("H8"))
    typing(evening, "_")
    assert isinstance(evening.state.phase, Pointing)
    assert evening.state.phase.square == Square.parse("J9")
    typing(evening, "^")
    assert isinstance(evening.state.phase, Pointing)
    assert evening.state.phase.square == Square.parse("J8")


def test_a_play_begins_where_the_board_is_touched() -> None:
    evening = touch(entering(), Square.parse("G8"))
    assert in_english(question_of(evening).text) == named_text("across-or-down", square="G8")
    touch(evening, "Across")
    for letter in "QUIZ":
        touch(evening, letter)
    touch(evening, Square.parse("A1"))
    assert in_english(question_of(evening).text) == named_text(
        "letter-after", start="8G", word="QUIZ"
    )
    touch(evening, "Done")
    assert evening.totals["Ann"] == 44


@pytest.mark.parametrize("what", [0, 5, 99, Square.parse("H8")])
def test_where_nothing_is_to_be_chosen_a_touch_does_nothing(what: int | Square) -> None:
    evening = Evening().lay(board())
    before = evening.state
    touch(evening, what)
    assert evening.state.phase is before.phase
    assert evening.events == ()


# Through the loop


class TouchedDisplay(Display):
    """An invisible display that is touched by a test."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(size, headless=True)
        self.done: list[DisplayEvent] = []

    def events(self) -> list[DisplayEvent]:
        found, self.done = self.done, []
        return found


class TouchedTable:
    """A table in a loop, touched where its screen shows something."""

    def __init__(self, evening: Evening, size: tuple[int, int] = (800, 480)) -> None:
        self.display, self.panel = TouchedDisplay(size), ScriptedPanel()
        variant, sides = evening.state.game.state.variant, evening.state.game.state.sides
        self.screen = Scoreboard(self.display.surface, motion=False)
        self.loop = Loop(
            evening.state,
            Equipment(self.panel, self.display, clock=lambda: 50.0),
            OneGame(Keeper.of(None, variant, sides, None)),
            Output(Texts("en"), lambda _: None),
            screen=self.screen,
        )
        self.loop.begin()

    def places(self, what: Target) -> list[tuple[int, int]]:
        """Where fingers reach that on the screen."""
        return targets_on(self.screen, self.display.surface.get_size()).get(what, [])

    def touch(self, *whats: Target) -> None:
        """Touches these, before anything of it is shown."""
        for what in whats:
            found = self.places(what)
            self.display.done.append(TouchDown(found[len(found) // 2], 50.0))
        self.loop.poll_window()
        self.loop.drain()


@pytest.mark.parametrize("size", [(800, 480), (480, 320), (1280, 720), (480, 800)])
def test_every_answer_that_is_seen_can_be_touched_and_the_marks_lead_to_the_others(
    size: tuple[int, int],
) -> None:
    table = TouchedTable(Evening(camera=False).press(Button.NEXT), size)
    phase = table.loop.state.phase
    assert isinstance(phase, Asking)
    for number in range(1, len(phase.question.options)):
        now = table.loop.state.phase
        assert isinstance(now, Asking)
        assert now.selected == number - 1
        assert table.places(number) or table.places(Button.NEXT)
        table.panel.press(Button.NEXT, 50.0)
        table.loop.drain()
        assert table.places(number)
    table.panel.press(Button.NEXT, 50.0)
    table.loop.drain()
    assert Tone.CLICK in table.panel.heard
    table.touch(1)
    phase = table.loop.state.phase
    assert isinstance(phase, Asking)
    assert "how many tiles" in in_english(phase.question.text)


def test_a_second_touch_on_what_is_no_longer_asked_does_nothing() -> None:
    evening = Evening(camera=False).press(Button.NEXT)
    table, passes = TouchedTable(evening), labels(evening).index("Pass")
    table.touch(passes, passes, passes)
    assert table.loop.state.game.events == (Passed("Ann"),)


@pytest.mark.parametrize("size", [(800, 480), (480, 320), (480, 800)])
def test_every_square_can_be_touched(size: tuple[int, int]) -> None:
    table = TouchedTable(entering(), size)
    for square in map(Square.parse, ("A1", "O15", "H8", "B14")):
        assert table.places(square)
    table.touch(Square.parse("G8"))
    phase = table.loop.state.phase
    assert isinstance(phase, Asking)
    assert in_english(phase.question.text) == named_text("across-or-down", square="G8")


def test_letters_of_a_name_and_lines_of_the_lobby_are_on_the_screen_to_be_touched() -> None:
    table = TouchedTable(naming())
    for letter in "LEA":
        table.touch("ABCDEFGHIJKL".index(letter))
    assert isinstance(table.loop.state.phase, Naming)
    assert table.loop.state.phase.letters == "Lea"
    table = TouchedTable(opened(Setup(sides=("Ann", "Ben"))))
    kinds = [line.kind for line in lines(table.loop.state)]
    table.touch(kinds.index(LineKind.SIDES))
    assert isinstance(table.loop.state.phase, Asking)
