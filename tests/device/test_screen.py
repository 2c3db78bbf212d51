"""The scoreboard: what it draws, that nothing is cut in either language, and at every size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from standins import CLASSIC, Evening, board, reading_of

from device.extras import Extras
from device.inputs import CameraLost, JournalFailed
from device.screen import colours as palette
from device.screen import lettering
from device.screen.board import ASKED, LIT_FRAME, POINTED, PREMIUMS
from device.screen.challenge import mark
from device.screen.colours import GROUND, TURN
from device.screen.rows import draw_rows
from device.screen.scoreboard import Scoreboard
from device.screen.sides import HIDDEN
from device.session.committing import ask, go_on, option
from device.session.lobby import open as open_lobby
from device.session.pointing import point
from device.session.setup import Offers, Setup
from device.session.side_clocks import with_left
from device.session.state import Challenge, Question, Settling, TableState
from device.texts import LANGUAGES, Message, Texts
from device.views import TableView, view
from engine.game import Game
from engine.lexicon import THE_GAME, Verdict
from engine.position import Position
from engine.squares import Square
from engine.state import State
from engine.variants import load_variant
from hardware.panel import Button
from vision.reading import Refusal

QUIZ = (7, 6, "across", "QUIZ")
EMPTY, ONE = board(), board(QUIZ)
TWO = board(QUIZ, (6, 9, "down", "OZONES"))
LONG = ("Maximiliane", "Bartholomew")
SIZES = ((800, 480), (1280, 720), (1024, 600))


def evening(*sides: str) -> Evening:
    return Evening(sides=sides or LONG).lay(EMPTY)


def moments() -> Iterator[tuple[str, TableState]]:
    """A table in every state that a scoreboard can meet."""
    yield "start", evening().state
    yield "seen", evening().lay(ONE).state
    yield "counted", evening().lay(ONE).press(Button.SIDE_1).state
    yield "fault", evening().lay(board((0, 0, "across", "QUIZ"))).press(Button.SIDE_1).state
    yield "nothing laid", evening().press(Button.SIDE_1).state
    yield "exchange", evening().press(Button.SIDE_1, Button.NEXT, Button.OK).state
    yield "forgotten", evening().lay(ONE).lay(TWO).state
    yield "dark", evening().lay(Refusal.TOO_DARK).state
    yield "cut off", evening().lay(Refusal.CUT_OFF).state
    yield "paused", evening().press(Button.PAUSE, Button.SIDE_1).state
    yield "undone", evening().lay(ONE).press(Button.SIDE_1, Button.UNDO).state
    doubt = {(7, 9): {"Z": 0.6, "N": 0.39}}
    yield "doubt", evening().lay(ONE, doubt).press(Button.SIDE_1).state
    blank = board((7, 6, "across", "QUIz"))
    yield "blank", evening().lay(blank).press(Button.SIDE_1, *[Button.NEXT] * 20).state
    taken = evening().lay(ONE).press(Button.SIDE_1).lay(EMPTY).press(Button.SIDE_2)
    yield "taken up", taken.state
    yield "challenge", evening().lay(ONE).press(Button.SIDE_1, Button.CHALLENGE).state
    yield "end?", evening().press(Button.END).state
    yield "over", evening().lay(ONE).press(Button.SIDE_1, Button.END, Button.NEXT, Button.OK).state
    yield "waiting", evening().press(Button.SIDE_2).state
    lost = evening().put(CameraLost("The camera was unplugged.", 1.0))
    yield "camera lost", lost.put(JournalFailed("disk full", 2.0)).press(Button.OK).state
    yield "no camera", Evening(camera=False, sides=LONG).state
    yield "four", evening(*LONG, "Clementine", "Dorothea").lay(ONE).press(Button.SIDE_1).state
    rich = evening()
    start = replace(rich.state.game.start, bag=0, racks={LONG[0]: 4, LONG[1]: 7})
    rich.state = replace(rich.state, game=Game.from_state(start))
    yield "won", rich.lay(ONE).press(Button.SIDE_1, Button.OK).state


def timed(table: Evening, ann: float, ben: float, used: float = 0.0) -> TableState:
    """The same with clocks: so many seconds left to the sides, so many used up of this turn."""
    extras = Extras(side_clock=25, turn_seconds=60)
    sides = table.state.game.state.sides
    left = dict(zip(sides, (ann, ben, 1500.0, 1500.0), strict=False))
    clocks = with_left(sides, extras, left).switched(table.state.side, NOW - used)
    return replace(table.state, extras=extras, clocks=clocks)


def professional(*sides: str) -> Evening:
    levels = dict.fromkeys(sides, "goal")
    return Evening(sides=sides, variant=load_variant("nhl-professional", "en", {"levels": levels}))


def in_the_lobby(setup: Setup) -> Evening:
    table = Evening(sides=setup.sides)
    table.state = open_lobby(replace(table.state, offers=Offers(lambda *_: None)), setup)
    return table


def later_moments() -> Iterator[tuple[str, TableState]]:
    """States beyond a turn, and extras."""
    classic = Setup(sides=LONG, extras=Extras(side_clock=25, turn_seconds=60))
    yield "lobby", in_the_lobby(classic).state
    yield "lobby, last line", in_the_lobby(classic).press(Button.BACK).state
    yield "lobby, game", in_the_lobby(classic).press(Button.NEXT, Button.OK).state
    four = Setup("nhl-professional", "en", (*LONG, "Clementine", "Dorothea"))
    yield "lobby, four", in_the_lobby(four).state
    played = evening().lay(ONE).press(Button.SIDE_1)
    words = ("QUIZ", "AXE", "BE", "OZONES", "ANTIDISESTABLIS", "ZA")
    english = "a list of English words, 2026-03"
    good = (*(Verdict(word, True, english) for word in words[:-1]), Verdict("ZA", True, THE_GAME))
    bad = (*good[:2], Verdict("QZ", False, english, "not in this list"), *good[3:])
    lift = frozenset(Square(6 + i, 7) for i in range(4))
    yield "judged good", replace(played.state, phase=Challenge(LONG[1], LONG[0], good))
    fallen = Challenge(LONG[1], LONG[0], bad, lift)
    yield "judged bad", replace(played.state, phase=fallen)
    listed = replace(fallen, verdicts=tuple(v for v in bad if v.list == english))
    yield "judged bad, by the list", replace(played.state, phase=listed)
    yield "taken up again", replace(played.state, phase=replace(fallen, seen_gone=True))
    by_players = Challenge(LONG[1], LONG[0], (Verdict("QUIZ", False, ""),), lift)
    yield "judged by players", replace(played.state, phase=by_players)
    yield "settling", replace(played.state, phase=Settling(LONG[0]))
    late = Settling("Dorothea", ((LONG[0], "QQZJXAE"), (LONG[1], ""), ("Clementine", "E?")), "AEI")
    rest = board(*((r, 0, "across", "AEIOUNRSTLDGBCM") for r in range(5)))
    table = evening(*LONG, "Clementine", "Dorothea")
    start = State.start(CLASSIC, table.state.game.state.sides, position=Position.from_rows(rest))
    yield "settling, the last", replace(table.state, game=Game.from_state(start), phase=late)
    few = replace(start, bag=2, position=Position.from_rows(nearly_all()))
    yield "unseen", replace(table.state, game=Game.from_state(few))
    text = Message("Which square is to be corrected? {why}", {"why": "A long word. " * 4})
    pointing, _ = point(played.state, text, [Square(9, 7)], lambda state, _: (state, ()))
    yield "pointing", pointing
    yield "menu", played.press(Button.NEXT).state
    yield "clocks", timed(evening().lay(ONE), 1431.0, 59.0, 12.0)
    yield "overtime", timed(evening().lay(ONE).press(Button.SIDE_1), -61.0, 7.0, 55.0)
    yield "time and a question", timed(evening().press(Button.SIDE_1), 1431.0, 59.0, 60.5)
    yield "targets", professional(*LONG).lay(EMPTY).lay(ONE).press(Button.SIDE_1).state
    yield "targets and clocks", timed(professional(*LONG).lay(EMPTY).lay(ONE), 1500.0, 1500.0)
    many = professional(*LONG, "Clementine", "Dorothea").lay(EMPTY).lay(ONE).press(Button.SIDE_1)
    yield "targets and clocks of four", timed(many, -600.5, 7200.0, 3.0)
    hidden = evening().lay(ONE).press(Button.SIDE_1).state
    yield "hidden", replace(hidden, extras=Extras(hide_scores=True))
    asked, _ = ask(replace(hidden, picture=0), PICTURE)
    yield "no picture kept", asked


def nearly_all() -> tuple[str, ...]:
    """A board with all but twenty tiles of the set, in no order."""
    tiles = "".join(tile * n for tile, n in sorted(CLASSIC.tile_set.counts.items()) if tile != "?")
    laid = tiles[: len(tiles) - 18].ljust(225, ".")
    return tuple(laid[row * 15 : row * 15 + 15] for row in range(15))


NOW = 1000.0
BLACK: tuple[int, ...] = (0, 0, 0)
PICTURE = Question(
    Message("Maximiliane: QUIZ +44: the picture"),
    tuple(option(text, go_on) for text in ("Back", "The play before", "The play after", "More")),
    can_wait=True,
)
MOMENTS = {**dict(moments()), **dict(later_moments())}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_in_any_state(language: str, size: tuple[int, int], cut: list[str]) -> None:
    screen = Scoreboard(pygame.Surface(size))
    for state in MOMENTS.values():
        screen.draw(view(state, Texts(language), NOW))
    assert cut == []


def test_a_text_that_cannot_fit_is_noticed(cut: list[str]) -> None:
    shown = replace(view(MOMENTS["start"], Texts("en")), message="much too long " * 40)
    Scoreboard(pygame.Surface((800, 480))).draw(shown)
    assert len(cut) == 1


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that was written."""
    texts: list[str] = []
    fitted = lettering.fitted

    def watched(
        text: str, area: pygame.Rect, largest: int, bold: bool = False
    ) -> tuple[pygame.font.Font, list[str], bool]:
        texts.append(text)
        return fitted(text, area, largest, bold)

    monkeypatch.setattr(lettering, "fitted", watched)
    return texts


def draw(moment: str) -> pygame.Surface:
    surface = pygame.Surface((800, 480))
    Scoreboard(surface).draw(view(MOMENTS[moment], Texts("en"), NOW))
    return surface


def test_a_line_never_ends_before_a_mark_that_french_sets_apart() -> None:
    letters = lettering.font(20)
    said = "Qui commence\u00a0?  Ann"
    width = letters.size("Qui commence")[0]
    assert lettering.wrapped(said, letters, width) == ["Qui", "commence\u00a0?", "Ann"]
    assert lettering.wrapped("", letters, width) == []


def test_clocks_targets_and_the_seconds_of_a_turn_are_written(written: list[str]) -> None:
    draw("targets and clocks of four")
    assert {"-10:01", "119:57", "25:00", "/ 160", "0:57"} <= set(written)


def test_hidden_points_are_not_written(written: list[str]) -> None:
    draw("counted")
    assert "44" in written
    written.clear()
    draw("hidden")
    assert written.count(HIDDEN) == 2
    assert not {"44", "0"} & set(written)


def test_a_lobby_is_written_line_by_line_and_hides_no_board_behind_it(written: list[str]) -> None:
    surface = draw("lobby")
    assert "› Begin the game" in written
    assert {"Game", "Classic", "Language", "English"} <= set(written)
    assert PREMIUMS["T"] not in colours(surface)


def test_the_chosen_line_is_seen_however_many_there_are(written: list[str]) -> None:
    surface = pygame.Surface((300, 100))
    for chosen in range(40):
        written.clear()
        draw_rows(surface, surface.get_rect(), [(f"row {n}", "") for n in range(40)], chosen)
        assert f"› row {chosen}" in written
        assert len(written) == 3


def test_good_and_bad_words_differ_in_shape() -> None:
    def shape(good: bool) -> set[tuple[int, int]]:
        surface = pygame.Surface((28, 28))
        mark(surface, surface.get_rect(), good=good)
        return {
            (x, y)
            for x in range(28)
            for y in range(28)
            if tuple(surface.get_at((x, y)))[:3] != BLACK
        }

    tick, cross = shape(True), shape(False)
    assert len(tick) > 40
    assert len(tick ^ cross) > 40


def test_a_challenge_shows_its_words_and_frames_what_is_to_be_taken_up(written: list[str]) -> None:
    surface = draw("judged bad, by the list")
    assert {"QUIZ", "QZ", "The play doesn't count."} <= set(written)
    assert ASKED in colours(surface)
    assert ASKED not in colours(draw("taken up again"))


def test_the_square_pointed_at_is_framed_and_named(written: list[str]) -> None:
    assert POINTED in colours(draw("pointing"))
    assert POINTED not in colours(draw("counted"))
    assert "J8" in written


def looked_at(path: Path | None) -> TableView:
    return view(MOMENTS["no picture kept"], Texts("en"), NOW, picture=path)


def is_green(surface: pygame.Surface, x: int, y: int) -> bool:
    red, green, *_ = surface.get_at((x, y))
    return red < 40 and green > 100


@pytest.mark.parametrize("size", [(1600, 900), (300, 600), (40, 30)])
@pytest.mark.parametrize("bits", [8, 24])
def test_a_kept_picture_fills_the_screen_above_its_caption(
    size: tuple[int, int], bits: int, tmp_path: Path, written: list[str]
) -> None:
    picture = pygame.Surface(size, depth=bits)
    if bits == 8:
        picture.set_palette([(0, 128, 0)] * 256)
    picture.fill((0, 128, 0))
    path = tmp_path / "picture.png"
    pygame.image.save(picture, str(path))
    surface = pygame.Surface((800, 480))
    Scoreboard(surface).draw(looked_at(path))
    places = [(x, y) for x in range(800) for y in range(480) if is_green(surface, x, y)]
    (left, right), (top, bottom) = ((min(of), max(of)) for of in zip(*places, strict=True))
    assert right - left > 780 or bottom - top > 380
    assert bottom < 480 - 80 + 1
    assert "Maximiliane: QUIZ +44: the picture" in written
    assert written[-3:] == ["› Back", "The play before", "The play after"]


def test_a_picture_is_read_once_while_it_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "picture.png"
    reads: list[str] = []
    pygame.image.save(pygame.Surface((30, 30)), str(path))
    load = pygame.image.load

    def counted(name: str) -> pygame.Surface:
        reads.append(name)
        return load(name)

    monkeypatch.setattr(pygame.image, "load", counted)
    screen = Scoreboard(pygame.Surface((800, 480)))
    for _ in range(3):
        screen.draw(looked_at(path))
    assert reads == [str(path)]


def test_a_picture_that_cannot_be_shown_is_said(tmp_path: Path, written: list[str]) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    screen = Scoreboard(pygame.Surface((800, 480)))
    for path in (broken, tmp_path / "missing.jpg"):
        screen.draw(looked_at(path))
        assert f"This picture can't be shown: {path}" in written
    screen.draw(looked_at(None))
    assert "No picture of this play was kept." in written


def colours(surface: pygame.Surface) -> set[tuple[int, ...]]:
    width, height = surface.get_size()
    return {tuple(surface.get_at((x, y)))[:3] for x in range(0, width, 2) for y in range(height)}


def test_the_board_shows_premiums_and_the_last_tiles_lit() -> None:
    surface = pygame.Surface((800, 480))
    Scoreboard(surface).draw(view(MOMENTS["start"], Texts("en")))
    before = colours(surface)
    assert PREMIUMS["T"] in before
    assert LIT_FRAME not in before
    Scoreboard(surface).draw(view(MOMENTS["counted"], Texts("en")))
    assert LIT_FRAME in colours(surface)


def test_the_side_to_play_is_framed_and_has_an_arrow() -> None:
    surface = pygame.Surface((800, 480))
    Scoreboard(surface).draw(view(MOMENTS["start"], Texts("en")))
    first, second = pygame.Rect(8, 8, 176, 80), pygame.Rect(196, 8, 176, 80)
    assert TURN in colours(surface.subsurface(first))
    assert TURN not in colours(surface.subsurface(second))


def test_drawing_twice_is_the_same_picture() -> None:
    surface = pygame.Surface((800, 480))
    shown = view(MOMENTS["doubt"], Texts("fr"))
    Scoreboard(surface).draw(shown)
    once = pygame.image.tostring(surface, "RGB")
    surface.fill((1, 2, 3))
    Scoreboard(surface).draw(shown)
    assert pygame.image.tostring(surface, "RGB") == once


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """The contrast ratio of WCAG 2."""

    def light(colour: tuple[int, int, int]) -> float:
        parts = [c / 255 for c in colour]
        linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_texts_stand_out() -> None:
    from device.screen import board as squares

    pairs = [
        (palette.TEXT, GROUND),
        (palette.QUIET, GROUND),
        (palette.TURN, palette.PANEL),
        (palette.TROUBLE, GROUND),
        (palette.ON_CHOSEN, palette.CHOSEN),
        (squares.LETTER, squares.TILE),
        (squares.BLANK, squares.TILE),
        (squares.LABEL, GROUND),
    ]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


def test_a_view_is_complete_and_says_what_is_only_seen() -> None:
    shown: TableView = view(MOMENTS["seen"], Texts("en"))
    assert shown.play is not None
    assert not shown.play.counted
    assert shown.play.lines == ("QUIZ (10+1+1+10)×2 = 44",)
    assert [side.total for side in shown.sides] == [0, 0]
    assert view(MOMENTS["seen"], Texts("en")) == shown
    assert reading_of(ONE).size == len(shown.rows)
