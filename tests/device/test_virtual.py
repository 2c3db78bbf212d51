"""The virtual table by itself: its scene, its light, its hands, its people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from device.simulator.answers import CAUTIOUS, ReadScreen, holding, true_answer
from device.simulator.camera import Sensor, Spoiling, VirtualCamera, household_table
from device.simulator.hands import SEATS, Reach, between, draw_reach
from device.simulator.lines import Lay, ShowRack
from device.simulator.named_texts import named_text
from device.simulator.players import LATE, Players
from device.simulator.run import TableTime
from device.simulator.scene import SIZE, Scene, SceneError, _draw_rack
from device.simulator.script import parse_evening
from engine.squares import Square
from engine.tiles import load_tile_set
from engine.variants import load_variant
from hardware.panel.port import Button
from vision.reading import Picture
from vision.square.warp import cut_squares
from vision.watch import Settled, Watcher

H8, I8 = Square.parse("H8"), Square.parse("I8")


class Unwatched:
    """Sits at the table for so many frames and does nothing."""

    reaches = ()

    def __init__(self, frames: int) -> None:
        self.frames = frames

    def act(self, _now: float) -> bool:
        self.frames -= 1
        return self.frames >= 0


def changed_squares(scene: Scene, before: Picture, after: Picture) -> set[str]:
    """Squares whose middle looks different."""
    crops = [cut_squares(picture, scene.grid).astype(int) for picture in (before, after)]
    middle = np.abs(crops[0] - crops[1])[:, 16:32, 16:32].mean(axis=(1, 2, 3))
    return {Square(int(n) % 15, int(n) // 15).name for n in np.flatnonzero(middle > 12)}


def test_a_tile_appears_where_it_was_laid_and_nowhere_else() -> None:
    scene = household_table(1)
    before = scene.picture.copy()
    scene.lay(H8, "Q")
    assert changed_squares(scene, before, scene.picture) == {"H8"}
    assert scene.tiles == {H8: "Q"}


def test_a_tile_taken_off_leaves_the_table_as_it_was() -> None:
    scene = household_table(1)
    scene.lay(H8, "Q")
    before = scene.picture.copy()
    scene.lay(I8, "i")
    scene.take([I8])
    assert np.array_equal(scene.picture, before)
    with pytest.raises(SceneError, match="nothing lies on I8"):
        scene.take([I8])


def test_a_tile_that_is_shoved_into_place_lies_differently() -> None:
    scene = household_table(1)
    scene.lay(H8, "E")
    before = scene.picture.copy()
    scene.straighten(H8)
    assert scene.tiles == {H8: "E"}
    assert not np.array_equal(scene.picture, before)
    assert changed_squares(scene, before, scene.picture) <= {"H8"}


def test_tiles_lie_askew_but_the_same_for_the_same_seed() -> None:
    pictures = []
    for seed in (1, 1, 2):
        scene = household_table(seed)
        scene.lay(H8, "E")
        scene.lay(I8, "E")
        pictures.append(scene.picture)
    first, again, other = pictures
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    crops = cut_squares(first, household_table(1).grid, squares=[H8, I8])
    assert np.abs(crops[0].astype(int) - crops[1]).mean() > 4


def test_a_square_that_is_taken_or_off_the_board_holds_no_tile() -> None:
    scene = household_table(1)
    scene.lay(H8, "E")
    for square in (H8, Square(15, 3), Square(-1, 0)):
        with pytest.raises(ValueError, match="can't be laid"):
            scene.lay(square, "A")


def test_a_blank_shows_no_letter() -> None:
    pictures = []
    for tile in ("a", "z"):
        scene = household_table(4)
        scene.lay(H8, tile)
        pictures.append(scene.picture)
    assert np.array_equal(*pictures)


@pytest.mark.parametrize("seat", range(4))
def test_a_hand_comes_from_its_side_and_covers_what_it_reaches(seat: int) -> None:
    scene = household_table(1)
    seen = scene.picture.copy()
    draw_reach(seen, Reach(scene.where(H8), SEATS[seat].elbow, seat))
    different = np.abs(seen.astype(int) - scene.picture).max(axis=2) > 25
    edges = (different[-1], different[0], different[:, -1], different[:, 0])
    assert edges[seat].sum() > 60  # the arm
    assert sum(edge.any() for edge in edges) == 1
    assert "H8" in changed_squares(scene, scene.picture, seen)
    assert 0.03 < different.mean() < 0.3


def test_a_hand_that_is_away_is_not_seen() -> None:
    scene = household_table(1)
    for seat, place in enumerate(SEATS):
        seen = scene.picture.copy()
        draw_reach(seen, Reach(place.away, place.elbow, seat))
        assert np.array_equal(seen, scene.picture)


def test_a_tile_is_carried_between_the_fingers() -> None:
    scene = household_table(1)
    empty, full = scene.picture.copy(), scene.picture.copy()
    draw_reach(empty, Reach((640, 480), SEATS[0].elbow))
    draw_reach(full, Reach((640, 480), SEATS[0].elbow, 0, scene.face("K", 42)))
    differs = np.argwhere(np.abs(empty.astype(int) - full).max(axis=2) > 25)
    assert len(differs) > 150
    assert np.abs(differs - (480, 640)).max() < 50


def test_hands_move_smoothly() -> None:
    assert between((0, 0), (10, 20), 0.0) == (0, 0)
    assert between((0, 0), (10, 20), 0.5) == (5, 10)
    assert between((0, 0), (10, 20), 7.0) == (10, 20)


def test_the_sensor_spoils_a_picture_a_little_and_never_the_scene() -> None:
    scene = household_table(1)
    kept = scene.picture.copy()
    sensor = Sensor(SIZE, Spoiling(), seed=3)
    still, later = sensor.expose(scene.picture, 0.0, False), sensor.expose(scene.picture, 0.1, True)
    assert np.array_equal(scene.picture, kept)
    assert not np.array_equal(still, later)
    assert np.abs(still.astype(int) - kept).mean() < 20
    brightness = [sensor.brightness(at) for at in range(120)]
    assert 0.05 < max(brightness) - min(brightness) < 0.2
    assert max(np.abs(np.diff(brightness))) < 0.02  # slowly


def test_an_unspoilt_picture_is_the_scene() -> None:
    scene = household_table(1)
    sensor = Sensor(SIZE, Spoiling(0.0, 0.0, 0.0, 0.0), seed=3)
    picture = sensor.expose(scene.picture, 5.0, True)
    assert np.array_equal(picture, scene.picture)
    picture[:] = 0
    assert scene.picture.any()


def test_the_camera_gives_frames_at_its_pace_until_the_people_leave() -> None:
    clock = TableTime(100.0)
    camera = VirtualCamera(
        household_table(1), Unwatched(5), seed=1, clock=clock, sleep=clock.sleep, frames_a_second=10
    )
    times = [frame.at for frame in camera.frames()]
    assert times == pytest.approx([100.0, 100.1, 100.2, 100.3, 100.4])
    assert camera.last is not None
    assert camera.last.shape == (960, 1280, 3)


def test_a_closed_camera_gives_no_more_frames() -> None:
    clock = TableTime(100.0)
    camera = VirtualCamera(
        household_table(1), Unwatched(50), seed=1, clock=clock, sleep=clock.sleep
    )
    seen = 0
    for _ in camera.frames():
        seen += 1
        if seen == 3:
            camera.close()
    assert seen == 3


class Panel:
    """Buttons that nothing can hold down."""

    def __init__(self, press: Callable[[Button, float], None]) -> None:
        self.press = press

    def hold(self, button: Button, at: float) -> None:
        raise AssertionError(f"{button} is held down at {at}")


class Bystander:
    """Stands in for the whole device: counts a turn at each press, whatever lies there."""

    def __init__(self, script: str) -> None:
        evening = parse_evening(script, "test", 15, load_tile_set("en"))
        self.scene, self.clock = household_table(6), TableTime(100.0)
        self.presses: list[tuple[Button, float]] = []
        self.screen = ReadScreen("A", (0, 0), over=False)
        self.players = Players(evening, self.scene, Panel(self.press), seed=6)
        self.players.saw(self.screen)
        self.camera = VirtualCamera(
            self.scene, self.players, seed=6, clock=self.clock, sleep=self.clock.sleep
        )

    def press(self, button: Button, at: float) -> None:
        self.presses.append((button, at))
        self.players.saw(ReadScreen("A", (len(self.presses), 0), over=False))


def test_hands_are_motion_and_each_turn_settles_once_with_all_its_tiles() -> None:
    table = Bystander("lay A 8G CAT\npress A\nwait 2\nlay B I8 TOY\npress B\nwait 2")
    watcher, settled = Watcher(), list[tuple[Settled, set[str]]]()
    for frame in table.camera.frames():
        watcher, found = watcher.see(frame.picture, frame.at)
        if found is not None:
            settled.append((found, {square.name for square in table.scene.tiles}))
    assert [tiles for _, tiles in settled] == [
        set(),
        {"G8", "H8", "I8"},
        {"G8", "H8", "I8", "I9", "I10"},
    ]


def test_players_press_their_own_buttons_after_their_hands_have_gone() -> None:
    table = Bystander("lay A 8G CAT\npress A\nlay B I8 TOY\npress B\npress pause")
    for _ in table.camera.frames():
        if len(table.presses) in (1, 2):
            assert table.scene.tiles
    assert [button for button, _ in table.presses] == [
        Button.SIDE_1,
        Button.SIDE_2,
        Button.PAUSE,
    ]
    assert table.players.stuck is None


def test_late_in_the_evening_people_hurry() -> None:
    def seconds(script: str) -> float:
        table = Bystander(script)
        now = 0.0
        while len(table.presses) < script.count("press"):
            now += 0.05
            assert table.players.act(now)
        return table.presses[-1][1] - table.presses[-2][1]

    early = seconds("press A\nlay A 8G CAT\npress A")
    late = seconds(f"wait {LATE}\npress A\nlay A 8G CAT\npress A")
    assert late < 0.6 * early


def test_players_whose_presses_have_no_effect_press_again_and_then_give_up() -> None:
    table = Bystander("lay A 8G CAT\npress A")
    table.players = Players(
        parse_evening("pass A", "test", 15, load_tile_set("en")),
        table.scene,
        Panel(lambda button, at: table.presses.append((button, at))),
        seed=1,
    )
    table.players.saw(
        ReadScreen("A", (0, 0), over=False, message=named_text("looking-at-the-board"))
    )
    now = 0.0
    while table.players.act(now):
        now += 0.5
    assert len(table.presses) > 2
    assert table.players.reaches == ()
    assert table.players.stuck is not None
    assert "line 1: A’s press had no effect" in table.players.stuck
    assert "Looking at the board" in table.players.stuck


def test_players_answer_what_they_know() -> None:
    evening = parse_evening("lay A 8G CAt\npress A", "test", 15, load_tile_set("en"))
    scene, presses = household_table(1), list[Button]()
    asking = ReadScreen(
        "A",
        (0, 0),
        False,
        named_text("blank-asked", square="I8"),
        (named_text("not-now"), "R", "S", "T"),
        0,
    )
    players = Players(evening, scene, Panel(lambda button, _: press(button)), seed=1)

    def press(button: Button) -> None:
        presses.append(button)
        match button:
            case Button.SIDE_1:
                players.saw(asking)
            case Button.NEXT | Button.BACK:
                step = 1 if button is Button.NEXT else -1
                turned = sum(1 if b is Button.NEXT else -1 for b in presses[1:])
                assert abs(step) == 1
                players.saw(
                    ReadScreen("A", (0, 0), False, asking.question, asking.options, turned % 4)
                )
            case Button.OK:
                players.saw(ReadScreen("B", (5, 0), False))
            case _:
                raise AssertionError(button)

    players.saw(ReadScreen("A", (0, 0), False))
    now = 0.0
    while players.act(now):
        now += 0.1
    assert presses == [Button.SIDE_1, Button.BACK, Button.OK]
    assert [(asked.line, asked.answer) for asked in players.asked] == [(2, "T")]
    assert players.stuck is None


@pytest.mark.parametrize(
    ("script", "question", "options", "answer"),
    [
        (
            "pass A",
            "A: no new tiles. What happened?",
            ("Pass", named_text("pressed-by-mistake")),
            "Pass",
        ),
        ("exchange A 2", "A: exchange how many tiles?", ("3", "2", "1", "None"), "2"),
        (
            "lay A 8G CAT\npress A",
            "A: no new tile?",
            ("Pass", named_text("pressed-by-mistake")),
            None,
        ),
        (
            "lay A 8G CAT\npress A",
            named_text("what-lies-on", square="H8"),
            ("O", "A", named_text("look-again")),
            "A",
        ),
        (
            "lay A 8G CaT\npress A",
            named_text("what-lies-on", square="H8"),
            ("A", named_text("a-blank"), named_text("look-again")),
            named_text("a-blank"),
        ),
        (
            "lay A 8G CAT\npress A",
            named_text("what-lies-on", square="F8"),
            ("E", "Nothing", named_text("look-again")),
            "Nothing",
        ),
        (
            "lay A 8G CAT\npress A",
            named_text("not-sure-about-what-was", squares="H8"),
            ("COT at 8G", "CAT at 8G", named_text("nothing-new-read"), named_text("look-again")),
            "CAT at 8G",
        ),
        ("lay A 8G CAT\npress A", "Is the game over?", (named_text("yes-game-over"), "No"), "Yes"),
        (
            "lay A 8G CAT\npress A",
            "Something moves.",
            (named_text("no-look-again"), named_text("yes-count-it")),
            None,
        ),
        (
            "end",
            named_text("stop-or-end"),
            (named_text("stop-for-tonight"), named_text("end-the-game")),
            named_text("end-the-game"),
        ),
        (
            "lay A 8G CAT\npress A\nchallenge B bad",
            "B challenges CAT. All valid?",
            (
                named_text("all-are-good"),
                named_text("is-not-good", word="CAT"),
                named_text("no-challenge"),
            ),
            named_text("is-not-good", word="CAT"),
        ),
        (
            "lay A 8G CAT\npress A\nchallenge B good",
            named_text("who-challenges"),
            ("C", "B", named_text("no-challenge")),
            "B",
        ),
        (
            "trade A C 2",
            "A: who do you trade with?",
            ("B", "C", named_text("several-sides"), named_text("no-trade")),
            "C",
        ),
        (
            "trade A C 2",
            "A trades with C: how many tiles?",
            ("1", "2", "3", named_text("no-trade")),
            "2",
        ),
        ("points B 57", "Change whose points?", ("A", "B", "Unwatched's"), "B"),
        (
            "points B 57",
            named_text("points-so-far-which-way", side="B", points="0"),
            (named_text("add-points"), named_text("take-points-off")),
            "Add",
        ),
        (
            "points B -7",
            named_text("points-so-far-which-way", side="B", points="0"),
            (named_text("add-points"), named_text("take-points-off")),
            named_text("take-points-off"),
        ),
        (
            "points B 57",
            named_text("how-many-more-points", side="B", points="0"),
            ("1", "2", "5", "10", "20", "50"),
            "50",
        ),
        (
            "points B 57",
            named_text("how-many-more-points", side="B", points="+50"),
            ("1", "2", "5", "10", "Done"),
            "5",
        ),
        (
            "points B -57",
            named_text("how-many-more-points", side="B", points="−57"),
            ("1", "2", "5", "10", "Done"),
            "Done",
        ),
        (
            "points B 57",
            "B: +57. What for?",
            (named_text("own-rule"), "Penalty"),
            named_text("own-rule"),
        ),
        (
            "lay A 8G CaT\ncorrect H8 e",
            "What’s really on H8?",
            ("E", named_text("a-blank-more")),
            named_text("a-blank"),
        ),
        ("lay A 8G CaT\ncorrect H8 e", named_text("blank-asked", square="H8"), ("A", "E"), "E"),
        ("rack A AB", "A has A, B left, worth 4. Right?", (named_text("yes-right"), "No"), "Yes"),
        ("rack A AB", "A has A left, worth 1. Right?", (named_text("yes-right"), "No"), "No"),
        ("rack A AB", "A has no tiles left. Right?", (named_text("yes-right"), "No"), "No"),
        ("rack A AB", "A: 2 tiles left. Right?", (named_text("yes-right"), "No"), "Yes"),
        ("rack A AB", "A: 5 tiles left. Right?", (named_text("yes-right"), "No"), "No"),
        ("rack A AB", "B has A, B left, worth 4. Right?", (named_text("yes-right"), "No"), "No"),
        (
            "rack A AB",
            named_text("rack-so-far", side="A", tiles="–"),
            ("A", named_text("not-now"), named_text("leave-the-racks-out")),
            None,
        ),
        ("by-hand A H7 TO", "A: in which row is the first letter?", ("Row 8", "Row 7"), "Row 7"),
        ("by-hand A H7 TO", "On which square is the first letter?", ("G7", "H7"), "H7"),
        ("by-hand A H7 TO", named_text("across-or-down", square="H7"), ("Across", "Down"), "Down"),
        (
            "by-hand A H7 To",
            named_text("which-letter-is-first", start="H7"),
            ("O", "T", named_text("a-blank-more")),
            "T",
        ),
        (
            "by-hand A H7 To",
            named_text("letter-after", start="H7", word="T"),
            ("O", "T", named_text("a-blank-more")),
            named_text("a-blank"),
        ),
        (
            "by-hand A H7 TO",
            named_text("letter-after", start="H7", word="TO"),
            ("Done", "O", "T"),
            "Done",
        ),
        (
            "press end",
            named_text("stop-or-end"),
            (named_text("stop-for-tonight"), named_text("end-the-game")),
            named_text("end-the-game"),
        ),
    ],
)
def test_players_answer_the_truth_or_nothing(
    script: str, question: str, options: tuple[str, ...], answer: str | None
) -> None:
    evening = parse_evening(script, "test", 15, load_tile_set("en"))
    step = evening.steps[-1]
    laid = evening.steps[0] if isinstance(evening.steps[0], Lay) else None
    screen = ReadScreen("A", (0, 0), False, question, options)
    chosen = options[true_answer(screen, step, laid, evening.position.tiles, last=True)]
    if answer is None:
        assert chosen in CAUTIOUS
    else:
        assert chosen.startswith(answer)


def test_an_answer_is_found_by_what_it_says() -> None:
    assert holding(("Pass", named_text("trade-tiles"), "Pause"), "Trade") == 1
    assert holding(("Pass", "Pause"), "Trade") is None


def test_players_answer_what_still_stands_there_before_they_press() -> None:
    """A blank's letter may be asked for while others play on."""
    evening = parse_evening("lay A 8G CAt\npress A", "test", 15, load_tile_set("en"))
    presses = list[Button]()
    asking = ReadScreen(
        "A", (0, 0), False, named_text("blank-asked", square="I8"), ("T", named_text("not-now"))
    )

    def press(button: Button, _: float) -> None:
        presses.append(button)
        points = 5 if button is Button.SIDE_1 else 0
        players.saw(ReadScreen("A", (points, 0), over=False))

    players = Players(evening, household_table(1), Panel(press), seed=1)
    players.saw(asking)
    now = 0.0
    while players.act(now):
        now += 0.1
    assert presses == [Button.OK, Button.SIDE_1]
    assert players.stuck is None


@pytest.mark.parametrize(
    ("question", "options", "answer"),
    [
        (
            named_text("rack-so-far", side="A", tiles="–"),
            ("B", "E", named_text("a-blank"), named_text("not-now")),
            named_text("a-blank"),
        ),
        (
            named_text("rack-so-far", side="A", tiles="?"),
            ("B", "E", named_text("take-the-last-one-back")),
            "B",
        ),
        (
            named_text("rack-so-far", side="A", tiles="B ?"),
            ("B", "E", named_text("take-the-last-one-back")),
            "E",
        ),
        (
            named_text("rack-so-far", side="A", tiles="B E ?"),
            ("B", named_text("that-is-all")),
            named_text("that-is-all"),
        ),
        (
            named_text("rack-so-far", side="B", tiles="–"),
            ("B", named_text("not-now"), named_text("leave-the-racks-out")),
            named_text("not-now"),
        ),
    ],
)
def test_a_rack_that_nobody_sees_is_named_letter_by_letter(
    question: str, options: tuple[str, ...], answer: str
) -> None:
    step = parse_evening("rack A BE?", "test", 15, load_tile_set("en")).steps[-1]
    assert isinstance(step, ShowRack)
    screen = ReadScreen("A", (0, 0), False, question, options)
    assert options[true_answer(screen, step, None, step.tiles, last=True)] == answer


@pytest.mark.parametrize(
    ("question", "options", "answer"),
    [
        (named_text("rack-so-far", side="A", tiles="–"), ("E", "QU", named_text("not-now")), "E"),
        (
            named_text("rack-so-far", side="A", tiles="E"),
            ("E", "QU", named_text("take-the-last-one-back")),
            "QU",
        ),
        (
            named_text("rack-so-far", side="A", tiles="E QU"),
            ("E", named_text("that-is-all")),
            named_text("that-is-all"),
        ),
        (
            "A has E, QU left, worth 5. Right?",
            (named_text("yes-right"), "No"),
            named_text("yes-right"),
        ),
        ("A has E left, worth 5. Right?", (named_text("yes-right"), "No"), "No"),
    ],
)
def test_a_tile_of_two_letters_on_a_rack_is_reported_as_it_reads(
    question: str, options: tuple[str, ...], answer: str
) -> None:
    step = parse_evening("rack A QE", "test", 10, load_tile_set("topword")).steps[-1]
    assert isinstance(step, ShowRack)
    screen = ReadScreen("A", (0, 0), False, question, options)
    assert options[true_answer(screen, step, None, step.tiles, last=True)] == answer


# What stands on the racks


@pytest.mark.parametrize("tiles", [7, 8, 9])
def test_a_rack_shows_the_back_of_every_tile_on_it(tiles: int) -> None:
    top = np.zeros((400, 1000, 3), np.uint8)
    _draw_rack(top, 5.0, 12.0, 40, tiles)
    backs = (top == (150, 190, 216)).all(axis=2).any(axis=0)
    assert int((np.diff(backs.astype(int)) == 1).sum()) == tiles


def test_a_table_has_racks_of_its_game() -> None:
    classic = load_variant("classic")
    seven, eight, none = (
        household_table(1, variant=replace(classic, rack_size=size)).picture for size in (7, 8, 0)
    )
    assert (seven == household_table(1).picture).all()
    assert (eight != seven).any()
    assert (none != seven).any()
