"""The end of a game: racks shown to the camera or named by buttons, counted, or left out."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import pytest
from answering import labels
from standins import CLASSIC, NHL, Evening, board, picture_of

from device.language.texts import Texts
from device.session.core.effects import CloseGame, Finish, Learn, LookNow, PlayTone
from device.session.core.inputs import CameraLost, PictureSettled, Tick, Touched
from device.session.core.state import LOOK_FOR, Asking, Over, Settling, Thinking
from device.session.step import begin, step
from device.simulator.named_texts import named_text
from device.views.table import view
from engine.events import Ended, EndReason, Played
from engine.game import Game
from engine.position import Position
from engine.squares import Square
from engine.state import State
from engine.turns.ending import winners
from engine.variants import Variant, load_variant
from hardware.panel.port import SIDE_BUTTONS, Button, Press, Tone
from vision.reading import Refusal

JUNIOR = load_variant("junior", "en")
SAY = Texts("en").say
OK, NEXT, UNDO, END = Button.OK, Button.NEXT, Button.UNDO, Button.END
ANN, BEN, CAT, DAN = SIDE_BUTTONS
RACK_ROW = 10
CAT_AT = {Square(6, 7): "C", Square(7, 7): "A", Square(8, 7): "T"}


def last_tiles(left: Mapping[str, str], variant: Variant = CLASSIC) -> Game:
    """A board with all tiles on it but for these racks; a side with an S can lay it after CAT."""
    box = dict(variant.tile_set.counts)
    for tile in "CAT" + "".join(left.values()):
        box[tile] -= 1
    rest = [tile for tile, count in box.items() for _ in range(count)]
    squares = [Square(column, row) for row in (0, 1, 2, 3, 4, 14, 13) for column in range(15)]
    position = Position(15).laid(dict(zip(squares, rest, strict=False)) | CAT_AT)
    state = State.start(variant, list(left), position=position, bag=0)
    return Game.from_state(replace(state, racks={side: len(t) for side, t in left.items()}))


def table(game: Game, *, camera: bool = True) -> Evening:
    evening = Evening(camera=camera, sides=game.state.sides, variant=game.state.variant)
    evening.state = begin(game, camera=camera)
    return lay(evening) if camera else evening


def lay(
    evening: Evening, tiles: str = "", odds: dict[int, dict[str, float]] | None = None
) -> Evening:
    """The table with these tiles in a row of their own; `odds` for the tile at that place in it."""
    rows = list(evening.state.game.state.position.rows())
    line = list(rows[RACK_ROW])
    line[2 : 2 + len(tiles)] = tiles
    rows[RACK_ROW] = "".join(line)
    return evening.lay(rows, {(RACK_ROW, 2 + place): o for place, o in (odds or {}).items()})


def ended(left: Mapping[str, str], *, camera: bool = True) -> Evening:
    """The players say that no play is possible any more."""
    return table(last_tiles(left), camera=camera).press(END, NEXT, OK)


def asked(evening: Evening) -> str:
    phase = evening.state.phase
    return SAY(phase.question.text) if isinstance(phase, Asking) else ""


def options(evening: Evening) -> list[str]:
    phase = evening.state.phase
    return [SAY(o.label) for o in phase.question.options] if isinstance(phase, Asking) else []


def message_of(evening: Evening) -> str:
    message = evening.state.message
    return "" if message is None else SAY(message)


def choose(evening: Evening, label: str) -> Evening:
    """Takes the option with this label by arrows and OK."""
    phase = evening.state.phase
    assert isinstance(phase, Asking)
    steps = (options(evening).index(label) - phase.selected) % len(phase.question.options)
    return evening.press(*[NEXT] * steps, OK)


def wanting(side: str, before: str, tiles: str) -> Settling:
    """The state after that side's tiles were taken: they are still there."""
    lying = {Square(2 + place, RACK_ROW): tile for place, tile in enumerate(tiles)}
    return Settling(side, ((before, tiles),), lying=MappingProxyType(lying))


def racks_of(evening: Evening) -> dict[str, str]:
    """The racks of the last event, their letters in order."""
    event = evening.events[-1]
    assert isinstance(event, Ended)
    return {side: "".join(sorted(tiles)) for side, tiles in event.racks.items()}


# How to show a rack

LAY = "Ann: lay your last tiles in a row on the board, then press your button."
NAME = "No camera. Ann: name the tiles left on your rack (OK)."


@pytest.mark.parametrize(
    ("camera", "asking", "said"),
    [
        (True, (NEXT,), LAY),
        (True, (END,), LAY),
        (False, (), NAME),
        (False, (OK, UNDO), NAME),
        (False, (UNDO, END), NAME),
    ],
)
def test_a_question_left_with_undo_says_again_how_to_show_the_rack(
    camera: bool, asking: tuple[Button, ...], said: str
) -> None:
    evening = ended({"Ann": "S", "Ben": "QED", "Cat": "XY"}, camera=camera).press(*asking)
    assert isinstance(evening.state.phase, Asking)
    evening.press(UNDO)
    assert isinstance(evening.state.phase, Settling)
    assert message_of(evening) == said


def test_tiles_that_undo_did_not_take_are_still_wanted() -> None:
    evening = lay(ended({"Ann": "S", "Ben": "QED", "Cat": "XY"}), "S").press(ANN)
    assert asked(evening).endswith("Right?")
    assert message_of(evening.press(UNDO)) == LAY


def test_where_the_screen_is_touched_a_rack_is_taken_with_done() -> None:
    evening = ended({"Ann": "S", "Ben": "QED", "Cat": "XY"})
    evening.put(Touched(None, evening.now)).press(NEXT, UNDO)
    assert message_of(evening) == "Ann: lay your last tiles in a row on the board, then “Done”."
    lay(evening, "S")
    assert message_of(evening) == "Ann has S left, worth 1. Touch “Done” when all are down."
    (done,) = (tap for tap in view(evening.state, Texts("en")).taps if tap.label == "Done")
    evening.put(Touched(done.button, evening.now))
    assert asked(evening) == "Ann has S left, worth 1. Right?"


def test_the_rack_on_the_screen_fills_with_what_is_laid_out() -> None:
    evening = ended({"Ann": "SE", "Ben": "QED", "Cat": "XY"})

    def on_the_rack() -> str:
        shown = view(evening.state, Texts("en")).dialog.settling
        assert shown is not None
        return "".join(tile.face for tile in shown.tiles)

    assert on_the_rack() == ""
    lay(evening, "S")
    assert on_the_rack() == "S"
    lay(evening, "SE")
    assert on_the_rack() == "SE"
    evening.press(ANN, OK)
    assert on_the_rack() == "", "Ann’s tiles lie there, and Ben’s are wanted"


def test_without_a_camera_nobody_is_sent_to_the_board() -> None:
    evening = ended({"Ann": "S", "Ben": "QED", "Cat": "XY"}, camera=False)
    assert message_of(choose(evening, "Not now")) == NAME


# Who is out


@pytest.mark.rule("CLA-END-01", "CLA-END-03", "CLA-END-04", "CLA-WIN-01")
def test_two_sides_are_settled_as_soon_as_one_is_out() -> None:
    evening = table(last_tiles({"Ann": "S", "Ben": "QI"}))
    rows = list(evening.state.game.state.position.rows())
    rows[7] = rows[7][:9] + "S" + rows[7][10:]
    evening.lay(rows).press(ANN)
    assert asked(evening) == "Ann laid the last tile. Is the game over?"
    evening.press(OK)
    assert isinstance(evening.state.phase, Over)
    assert evening.state.finished
    assert evening.totals["Ben"] == -11
    assert message_of(evening).endswith(named_text("the-game-is-over-won", side="Ann"))


@pytest.mark.rule("CLA-END-03", "CLA-END-04")
def test_of_three_sides_one_shows_its_rack_and_the_last_follows() -> None:
    evening = table(last_tiles({"Ann": "S", "Ben": "QI", "Cat": "E"}))
    rows = list(evening.state.game.state.position.rows())
    rows[7] = rows[7][:9] + "S" + rows[7][10:]
    evening.lay(rows).press(ANN, OK)
    assert evening.state.phase == Settling("Ben")
    assert message_of(evening).endswith(named_text("lay-what-is-left-in", side="Ben"))
    before = evening.totals["Ann"]
    lay(evening, "QI").press(BEN)
    assert asked(evening) == "Ben has Q, I left, worth 11. Right?"
    evening.press(OK)
    assert isinstance(evening.state.phase, Over)
    assert racks_of(evening) == {"Ben": "IQ"}
    assert evening.totals == {"Ann": before + 12, "Ben": -11, "Cat": -1}


@pytest.mark.rule("NHL-PRO-01", "NHL-PRO-02")
def test_a_target_is_reached_and_nothing_is_settled() -> None:
    levels = {"levels": {"Ann": "red", "Ben": "red"}}
    game = load_variant("nhl-professional", "en", levels)
    start = State.start(game, ["Ann", "Ben"], totals={"Ann": 69, "Ben": 0})
    evening = Evening(variant=CLASSIC)
    evening.state = begin(Game.from_state(start))
    evening.lay(board()).lay(board((7, 5, "across", "GOAL"))).press(ANN)
    assert asked(evening) == "Ann reached the target. Is the game over?"
    evening.press(OK)
    assert isinstance(evening.state.phase, Over)
    assert winners(evening.state.game.state) == ("Ann",)
    assert CloseGame() in evening.effects


@pytest.mark.rule("NHL-PRO-05")
def test_nobody_at_the_target_racks_are_settled() -> None:
    levels = {"levels": {"Ann": "red", "Ben": "red"}}
    evening = table(
        last_tiles({"Ann": "E", "Ben": "QI"}, load_variant("nhl-professional", "en", levels))
    )
    evening.press(END, NEXT, OK)
    lay(evening, "E").press(ANN, OK)
    assert evening.totals == {"Ann": -1, "Ben": -11}
    assert winners(evening.state.game.state) == ("Ann",)


# Shown to the camera


@pytest.mark.rule("CLA-END-02", "CLA-END-03")
def test_no_play_is_left_and_each_loses_its_own() -> None:
    evening = ended({"Ann": "VE", "Ben": "ZI"})
    assert evening.state.phase == Settling("Ann")
    lay(evening, "EV")
    assert message_of(evening) == "Ann has E, V left, worth 5. Press your button when all are down."
    evening.press(ANN, OK)
    assert racks_of(evening) == {"Ann": "EV"}
    assert evening.totals == {"Ann": -5, "Ben": -11}
    assert evening.state.game.state.over is EndReason.NO_PLAYS


@pytest.mark.rule("CLA-END-03")
def test_four_sides_show_three_racks_one_after_the_other() -> None:
    evening = ended({"Ann": "VE", "Ben": "ZI", "Cat": "N", "Dan": "O"})
    lay(evening, "EV").press(ANN, OK)
    assert evening.state.phase == wanting("Ben", "Ann", "EV")
    assert message_of(evening).startswith("Ann: pick up your tiles again.")
    lay(evening, "ZI").press(BEN, OK)
    lay(evening, "N").press(CAT, OK)
    assert evening.totals == {"Ann": -5, "Ben": -11, "Cat": -1, "Dan": -1}


def test_a_shared_win_names_all_who_share_it() -> None:
    evening = ended({"Ann": "E", "Ben": "I"})
    lay(evening, "E").press(ANN, OK)
    assert message_of(evening) == named_text("the-game-is-over-share", sides="Ann, Ben")


@pytest.mark.rule("CLA-EQU-03")
def test_a_blank_on_a_rack_is_worth_nothing_and_has_no_letter() -> None:
    evening = ended({"Ann": "Q?", "Ben": "I"})
    lay(evening, "Q?").press(ANN)
    assert asked(evening) == "Ann has Q, ? left, worth 10. Right?"
    evening.press(OK)
    assert evening.totals == {"Ann": -10, "Ben": -1}


def test_a_tile_that_is_not_read_for_sure_is_asked_about() -> None:
    evening = ended({"Ann": "VE", "Ben": "ZI"})
    lay(evening, "EV", {1: {"Y": 0.6, "V": 0.39}}).press(ANN)
    assert asked(evening) == named_text("what-lies-on", square="D11")
    choose(evening, "V")
    assert asked(evening) == "Ann has E, V left, worth 5. Right?"
    evening.press(OK)
    assert racks_of(evening) == {"Ann": "EV"}


def test_what_looks_like_a_tile_may_be_nothing() -> None:
    evening = ended({"Ann": "VE", "Ben": "ZI"})
    lay(evening, "EVX", {2: {"?": 0.6, ".": 0.39}}).press(ANN)
    choose(evening, "Nothing")
    evening.press(OK)
    assert racks_of(evening) == {"Ann": "EV"}


@pytest.mark.parametrize(
    ("tiles", "why"),
    [
        ("EQ", "Ann can’t have Q: that’s too many."),
        ("EVI", named_text("the-number-of-tiles-left", side="Ann", n="2", m="3")),
        ("E", named_text("the-number-of-tiles-left", side="Ann", n="2", m="1")),
        (
            "",
            "Ann: no tiles seen there yet. Ann: lay your last tiles in a row on the board, "
            "then press your button.",
        ),
    ],
)
@pytest.mark.rule("CLA-END-03")
def test_what_cannot_be_left_is_reported_and_nothing_counts(tiles: str, why: str) -> None:
    evening = lay(ended({"Ann": "VE", "Ben": "ZI"}), tiles).press(ANN)
    assert message_of(evening) == why
    assert evening.state.phase == Settling("Ann")
    lay(evening, "VE").press(ANN, OK)
    assert evening.totals == {"Ann": -5, "Ben": -11}


def test_a_rack_that_still_lies_there_is_not_counted_again() -> None:
    evening = ended({"Ann": "VE", "Ben": "ZI", "Cat": "N"})
    lay(evening, "VE").press(ANN, OK, BEN)
    assert message_of(evening) == named_text("tiles-still-lie-there-take", side="Ann")
    lay(evening, "VEZI").press(BEN)
    assert message_of(evening) == named_text("tiles-still-lie-there-take", side="Ann")
    lay(evening, "ZI").press(BEN, OK)
    assert evening.totals == {"Ann": -5, "Ben": -11, "Cat": -1}


def test_the_rack_before_is_waited_for_until_it_is_gone() -> None:
    evening = ended({"Ann": "VE", "Ben": "ZI", "Cat": "N"})
    lay(evening, "VE").press(ANN, OK)
    still = named_text("tiles-still-lie-there-take", side="Ann")
    for tiles in ("VEZ", "V", "VEZI"):
        lay(evening, tiles)
        assert message_of(evening) == still
    lay(evening)
    assert message_of(evening) == named_text("lay-what-is-left-in", side="Ben")
    lay(evening, "ZI")
    assert message_of(evening).startswith("Ben has Z, I left")
    evening.press(BEN, OK)
    assert evening.totals == {"Ann": -5, "Ben": -11, "Cat": -1}


@pytest.mark.parametrize("theirs", [True, False])
def test_a_tile_where_the_rack_before_had_the_same_one_is_asked_about(theirs: bool) -> None:
    evening = ended({"Ann": "VE", "Ben": "ZE", "Cat": "N"})
    lay(evening, "VE").press(ANN, OK)
    lay(evening, "ZE").press(BEN)  # no picture showed the board without Ann's tiles
    assert asked(evening) == "D11: are these still Ann’s tiles?"
    choose(evening, "No, they’re Ben’s" if theirs else "Yes, we’ll take them off")
    if not theirs:
        assert message_of(evening) == named_text("tiles-still-lie-there-take", side="Ann")
        return
    assert asked(evening) == "Ben has Z, E left, worth 11. Right?"
    evening.press(OK)
    assert evening.totals == {"Ann": -5, "Ben": -11, "Cat": -1}


def test_the_same_tiles_once_more_may_be_the_next_sides() -> None:
    evening = ended({"Ann": "E", "Ben": "E", "Cat": "N"})
    lay(evening, "E").press(ANN, OK, BEN)
    assert asked(evening) == "Ann’s rack had the same tiles. Whose tiles are these?"
    evening.press(OK)
    assert "take them off" in message_of(evening)
    evening.press(BEN)
    choose(evening, "Ben’s").press(OK)
    assert racks_of(evening) == {"Ann": "E", "Ben": "E"}


def test_tiles_that_change_under_the_question_are_looked_at_again() -> None:
    evening = ended({"Ann": "VE", "Ben": "ZI"})
    lay(evening, "VE").press(ANN)
    lay(evening, "ZI").press(OK)
    assert message_of(evening).startswith("The tiles have changed")
    assert evening.state.phase == Settling("Ann")


def test_the_last_picture_of_a_rack_teaches_nothing() -> None:
    evening = lay(ended({"Ann": "VE", "Ben": "ZI"}), "VE").press(ANN, OK)
    assert not any(isinstance(effect, Learn) for effect in evening.effects)


def test_ok_takes_the_rack_like_the_sides_own_button_and_another_side_waits() -> None:
    evening = lay(ended({"Ann": "VE", "Ben": "ZI"}), "VE").press(BEN)
    assert message_of(evening) == "Show Ann’s tiles first."
    evening.press(CAT)
    assert message_of(evening) == named_text("nobody-plays-with-this-button")
    evening.press(OK, OK)
    assert isinstance(evening.state.phase, Over)


def test_a_rack_in_a_picture_that_is_not_read_yet_is_waited_for() -> None:
    evening = ended({"Ann": "VE", "Ben": "ZI"})
    evening.put(PictureSettled(picture_of(0), 90.0)).press(ANN)
    assert message_of(evening) == "Looking at the board…"
    lay(evening, "VE").press(OK)
    assert isinstance(evening.state.phase, Over)


def pressed(evening: Evening, button: Button) -> Evening:
    """A press, before the camera has given another picture."""
    evening.now += 0.5
    evening.state, effects = step(evening.state, Press(button, evening.now))
    assert effects == (LookNow(),)
    return evening


@pytest.mark.rule("JUN-END-01")
def test_tiles_laid_just_before_the_press_are_of_the_rack() -> None:
    evening = pressed(junior(), ANN)
    assert asked(evening) == ""
    assert asked(lay(evening, "EQ")) == "Ann: 2 tiles left. Right?"
    lay(evening.press(OK), "EQ")
    lay(pressed(evening, BEN))  # Ann's have just been picked up
    assert asked(evening) == "Ben has no tiles left. Right?"
    assert evening.press(OK).totals == {"Ann": -2, "Ben": 0}


def test_a_press_waits_for_a_rack_no_longer_than_for_a_play() -> None:
    evening = pressed(junior(), ANN)
    evening.put(Tick(evening.now + LOOK_FOR))
    assert message_of(evening) == "Looking at the board…"
    evening.put(Tick(evening.now + LOOK_FOR + 0.1))
    assert "The board is hard to see" in message_of(evening)
    assert asked(lay(evening, "EQ")) == ""


def test_who_names_a_rack_by_buttons_no_longer_waits_for_the_camera() -> None:
    evening = pressed(junior(), ANN).press(NEXT)
    assert asked(evening) == "Ann: how many tiles are left?"
    assert asked(lay(choose(evening, "Not now"), "EQ")) == ""


def test_a_board_that_cannot_be_seen_is_reported() -> None:
    evening = ended({"Ann": "VE", "Ben": "ZI"}).lay(Refusal.COVERED).press(ANN)
    assert "The board is hard to see" in message_of(evening)
    assert evening.state.phase == Settling("Ann")


@pytest.mark.rule("CLA-END-02", "CLA-END-03")
def test_with_tiles_in_the_bag_every_side_shows_its_own() -> None:
    evening = Evening().lay(board()).press(END, NEXT, OK)
    lay(evening, "AEIOUST").press(ANN, OK)
    assert evening.state.phase == wanting("Ben", "Ann", "AEIOUST")
    lay(evening, "QZABCDE").press(BEN, OK)
    assert evening.totals == {"Ann": -7, "Ben": -30}


# By buttons


@pytest.mark.rule("CLA-END-03")
def test_whose_each_tile_is_takes_one_press_a_tile() -> None:
    evening = ended({"Ann": "VE", "Ben": "ZE", "Cat": "N"}).press(NEXT)
    assert asked(evening) == "Whose is this tile: E (1 of 2)?"
    assert options(evening) == [
        "Ann",
        "Ben",
        "Cat",
        named_text("leave-the-racks-out"),
        named_text("not-now"),
    ]
    evening.press(ANN)
    back = named_text("take-the-last-one-back")
    assert options(evening) == ["Ann", "Ben", "Cat", back, named_text("not-now")]
    evening.press(BEN, CAT)
    assert asked(evening) == named_text("whose-is-this-tile", tile="V")
    assert "Cat" not in options(evening)
    evening.press(ANN)
    assert asked(evening) == (
        "Ann has E, V left, worth 5. Ben has E, Z left, worth 11. Cat has N left, worth 1. Right?"
    )
    evening.press(OK)
    assert racks_of(evening) == {"Ann": "EV", "Ben": "EZ", "Cat": "N"}
    assert evening.totals == {"Ann": -5, "Ben": -11, "Cat": -1}


def test_a_tile_given_to_the_wrong_side_is_taken_back() -> None:
    evening = ended({"Ann": "V", "Ben": "Z"}).press(NEXT, BEN)
    choose(evening, named_text("take-the-last-one-back"))
    assert asked(evening) == named_text("whose-is-this-tile", tile="V")
    evening.press(ANN, OK)
    assert racks_of(evening) == {"Ann": "V", "Ben": "Z"}


@pytest.mark.rule("CLA-END-03")
def test_with_tiles_in_the_bag_letters_are_named_until_the_rack_is_full() -> None:
    evening = Evening().lay(board()).press(END, NEXT, OK, NEXT)
    for letter in "EEIZ":
        choose(evening, letter)
    choose(evening, named_text("take-the-last-one-back"))
    assert asked(evening) == named_text("rack-so-far", side="Ann", tiles="E E I")
    # The question may be left, and is taken up again where it was.
    evening.press(UNDO, NEXT)
    for letter in ("Q", "U", "A", named_text("a-blank")):
        choose(evening, letter)
    assert asked(evening) == "Ann has E, E, I, Q, U, A, ? left, worth 15. Right?"
    evening.press(OK)
    assert "Q" not in options(evening)
    for letter in "AAAOOOO":
        choose(evening, letter)
    evening.press(OK)
    assert evening.totals == {"Ann": -15, "Ben": -7}


@pytest.mark.rule("CLA-END-03")
def test_tiles_of_two_letters_are_named_as_they_read() -> None:
    evening = Evening(variant=load_variant("classic", "ca")).lay(board())
    evening.press(END, NEXT, OK, NEXT)
    for letter in ("L·L", "QU", "E"):
        choose(evening, letter)
    assert asked(evening) == named_text("rack-so-far", side="Ann", tiles="L·L QU E")


@pytest.mark.rule("CLA-END-03")
def test_without_a_camera_the_tiles_are_named_at_once() -> None:
    evening = ended({"Ann": "V", "Ben": "Z"}, camera=False)
    assert asked(evening) == named_text("whose-is-this-tile", tile="V")
    evening.press(ANN, OK)
    assert evening.totals == {"Ann": -4, "Ben": -10}


def test_a_camera_lost_on_the_way_leaves_the_buttons() -> None:
    evening = ended({"Ann": "V", "Ben": "Z"}).put(CameraLost("unplugged", 50.0))
    evening.press(Button.PAUSE)
    assert message_of(evening).startswith("No camera. Ann: name the tiles left")
    evening.press(ANN)
    assert asked(evening) == named_text("whose-is-this-tile", tile="V")


# Junior


def junior(sides: Sequence[str] = ("Ann", "Ben"), *, camera: bool = True) -> Evening:
    return table(Game.begin(JUNIOR, sides), camera=camera).press(END, NEXT, OK)


@pytest.mark.rule("JUN-END-01", "JUN-END-02")
def test_in_junior_a_row_counts_a_point_a_tile_and_an_empty_rack_nothing() -> None:
    evening = lay(junior(), "EQ", {1: {"Q": 0.6, "O": 0.4}}).press(ANN)
    assert asked(evening) == "Ann: 2 tiles left. Right?"
    lay(evening.press(OK)).press(BEN)
    assert asked(evening) == "Ben has no tiles left. Right?"
    evening.press(OK)
    assert evening.totals == {"Ann": -2, "Ben": 0}
    assert evening.state.game.state.over is EndReason.OUT
    assert winners(evening.state.game.state) == ("Ben",)


@pytest.mark.rule("JUN-END-01", "JUN-END-02")
def test_in_junior_the_number_of_tiles_is_chosen_by_buttons() -> None:
    evening = junior(("Ann", "Ben", "Cat"), camera=False)
    for number, side in (("3", "Ann"), ("1", "Ben"), ("7", "Cat")):
        assert asked(evening) == f"{side}: how many tiles are left?"
        choose(evening, number)
    assert evening.totals == {"Ann": -3, "Ben": -1, "Cat": -7}
    assert evening.state.game.state.over is EndReason.NO_PLAYS


@pytest.mark.rule("JUN-END-01", "JUN-END-02")
def test_in_junior_who_may_have_laid_all_tiles_is_asked_about_first() -> None:
    evening = table(Game.begin(JUNIOR, ("Ann", "Ben")), camera=True)
    evening.lay(board((7, 4, "across", "TRICORNE"[:7]))).press(ANN)
    evening.press(END)
    assert labels(evening) == [
        named_text("stop-for-tonight"),
        "Ann went out",
        named_text("end-the-game"),
        named_text("no-play-on"),
    ]
    choose(evening, "Ann went out")
    assert evening.state.phase == Settling("Ben", (("Ann", ""),))
    evening.press(NEXT)
    choose(evening, "3")
    assert evening.totals == {"Ann": 7, "Ben": -3}
    assert evening.state.game.state.over is EndReason.OUT


def test_a_rack_that_reads_as_a_word_is_no_play() -> None:
    evening = junior().lay(board((7, 6, "across", "QUIZ"))).press(ANN)
    assert asked(evening) == "Ann: 4 tiles left. Right?"
    evening.lay(board((7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE")))
    evening.lay(board()).lay(board((7, 6, "across", "QUIZ"))).press(OK)
    assert evening.events == ()
    assert isinstance(evening.state.phase, Settling)
    assert evening.state.phase.named == (("Ann", "QUIZ"),)
    lay(evening, "E").press(BEN, OK)
    assert [type(event) for event in evening.events] == [Ended]
    assert evening.totals == {"Ann": -4, "Ben": -1}


# Ways out


def test_the_racks_may_be_left_out_of_the_score() -> None:
    evening = ended({"Ann": "VE", "Ben": "ZI"}).press(END)
    assert options(evening) == ["No, count them", named_text("yes-leave-out")]
    evening.press(OK)
    assert evening.state.phase == Settling("Ann")
    evening.press(END, NEXT, OK)
    assert isinstance(evening.state.phase, Over)
    assert evening.state.finished
    assert CloseGame() in evening.effects
    assert "aren’t deducted" in message_of(evening)
    assert evening.totals == {"Ann": 0, "Ben": 0}


def test_by_buttons_a_visible_answer_leaves_the_racks_out_and_undo_takes_that_back() -> None:
    evening = ended({"Ann": "VE", "Ben": "ZI"}, camera=False)
    assert options(evening)[-2:] == [named_text("leave-the-racks-out"), named_text("not-now")]
    evening.press(Button.BACK, Button.BACK, OK)
    assert options(evening) == ["No, count them", named_text("yes-leave-out")]
    evening.press(NEXT, OK)
    assert isinstance(evening.state.phase, Over)
    assert evening.state.finished
    assert evening.effects.count(PlayTone(Tone.END)) == 1
    assert message_of(evening).endswith(named_text("the-game-is-over-tie", names="Ann, Ben"))
    evening.press(UNDO)
    assert not evening.state.finished


def test_the_fanfare_sounds_once_and_only_when_the_winner_is_known() -> None:
    evening = ended({"Ann": "VE", "Ben": "ZI"}, camera=False)
    assert PlayTone(Tone.END) not in evening.effects
    while isinstance(evening.state.phase, Asking):
        evening.press(OK)
    assert evening.state.finished
    assert evening.effects.count(PlayTone(Tone.END)) == 1


def test_undo_takes_the_last_rack_back_and_then_reopens_the_game() -> None:
    evening = ended({"Ann": "VE", "Ben": "ZI", "Cat": "N"})
    lay(evening, "VE").press(ANN, OK, UNDO)
    assert evening.state.phase == Settling("Ann")
    assert message_of(evening).startswith("Ann’s rack: start again.")
    evening.press(UNDO)
    assert isinstance(evening.state.phase, Thinking)
    assert evening.state.side == "Ann"


def test_undo_takes_back_the_play_that_ended_the_game() -> None:
    evening = table(last_tiles({"Ann": "S", "Ben": "QI", "Cat": "E"}))
    rows = list(evening.state.game.state.position.rows())
    rows[7] = rows[7][:9] + "S" + rows[7][10:]
    evening.lay(rows).press(ANN, OK)
    assert [type(event) for event in evening.events] == [Played]
    evening.press(UNDO)
    assert isinstance(evening.state.phase, Thinking)
    assert evening.events == ()


@pytest.mark.rule("CLA-END-04")
def test_a_settlement_that_is_undone_is_wanted_again() -> None:
    evening = table(last_tiles({"Ann": "S", "Ben": "QI", "Cat": "E"}))
    rows = list(evening.state.game.state.position.rows())
    rows[7] = rows[7][:9] + "S" + rows[7][10:]
    evening.lay(rows).press(ANN, OK)
    lay(evening, "QI").press(BEN, OK)
    assert isinstance(evening.state.phase, Over)
    evening.press(UNDO)
    assert evening.state.phase == Settling("Ben")
    assert [type(event) for event in evening.events] == [Played]
    lay(evening, "QI").press(BEN, OK)
    assert evening.totals["Ben"] == -11


def test_racks_that_cannot_be_true_still_let_the_game_end() -> None:
    game = last_tiles({"Ann": "V", "Ben": "Z"})
    held = replace(game.state, held={"Ann": "Q"})
    evening = table(Game.from_state(held)).press(END, NEXT, OK)
    assert "Leave the racks out of the score?" in asked(evening)
    evening.press(OK)
    assert isinstance(evening.state.phase, Thinking)
    evening.press(END, NEXT, OK, NEXT, OK)
    assert isinstance(evening.state.phase, Over)


GAMES = (
    lambda: last_tiles({"Ann": "VE", "Ben": "ZI"}),
    lambda: last_tiles({"Ann": "VE", "Ben": "ZI", "Cat": "E", "Dan": "EO?"}),
    lambda: Game.begin(NHL, ("Ann", "Ben", "Cat")),
    lambda: Game.begin(JUNIOR, ("Ann", "Ben")),
)


@pytest.mark.parametrize("seed", range(16))
def test_from_any_press_the_settlement_is_left_within_eight(seed: int) -> None:
    chance = random.Random(seed)
    camera = seed % 3 > 0
    evening = table(GAMES[seed % 4](), camera=camera).press(END, NEXT, OK)
    for _ in range(60):
        if camera and chance.random() < 0.3:
            lay(evening, chance.choice(("", "VE", "EV", "ZI", "E", "EO?", "AEIOUST")))
        else:
            before = evening.state
            evening.press(chance.choice(tuple(Button)))
            after = evening.state
            assert after.message is not None or after.phase != before.phase
        if Finish() in evening.effects:
            break
        if isinstance(evening.state.phase, Over | Thinking):
            evening.press(END, NEXT, OK)
            if Finish() in evening.effects:
                break
        assert _leaves(evening), evening.state.phase


def _leaves(evening: Evening) -> bool:
    """Eight presses at most lead out of a settlement, on a table of its own."""
    other = Evening(camera=False)
    other.state, other.now = evening.state, evening.now
    for _ in range(8):
        if not isinstance(other.state.phase, Settling | Asking):
            return True
        other.press(UNDO)
    return False


def test_ending_the_game_names_tiles_that_are_not_counted_yet() -> None:
    evening = Evening().lay(board()).lay(board((7, 6, "across", "QUIZ"))).press(Button.END)
    assert evening.asked == named_text("stop-or-end")
    choose(evening, named_text("end-the-game"))
    assert evening.asked == "{side}’s tiles aren’t counted yet. End the game anyway?"
    evening = Evening().lay(board()).press(Button.END)
    assert evening.asked == named_text("stop-or-end")
    choose(evening, named_text("end-the-game"))
    assert isinstance(evening.state.phase, Settling), "and nothing is asked twice"
