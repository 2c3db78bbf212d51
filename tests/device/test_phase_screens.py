"""Lobby, challenge, settlement, pause, end and a camera that is gone: all fits, and is seen."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from drawn_pixels import colours
from phase_moments import FOUR, long_game, over, phase_moments
from screen_texts import ROOMY, SIZES, TextsWritten, longer
from table_moments import LONG, NOW

from device.language.texts import TEXT_LANGUAGES, Texts
from device.screen.challenge import challenge_parts
from device.screen.drawing import HIDDEN_MARK, Canvas, Written, draw_changed
from device.screen.result import HEAD
from device.screen.scoreboard import Scoreboard
from device.session.core.state import TableState
from device.simulator.named_texts import named_text
from device.themes import DARK, THEMES
from device.views.dialogs import ChallengeView, JudgedWord
from device.views.table import TableView, view

MOMENTS = {name: (state, now) for name, state, now in phase_moments()}
OWN = {name for name in MOMENTS if not name.endswith("?") and "menu" not in name}
"""Moments without a question, whose screen is tested elsewhere."""


def shown(moment: str, language: str = "en") -> TableView:
    state, now = MOMENTS[moment]
    return view(state, Texts(language), now)


def draw(moment: str, size: tuple[int, int] = (800, 480), theme: str = "dark") -> pygame.Surface:
    surface = pygame.Surface(size)
    Scoreboard(surface, THEMES[theme]).draw(shown(moment))
    return surface


# Everything


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_nothing_is_cut(language: str, size: tuple[int, int], cut: list[str]) -> None:
    screen = Scoreboard(pygame.Surface(size))
    for moment in MOMENTS:
        screen.draw(shown(moment, language))
    assert cut == []


@pytest.mark.parametrize("size", ROOMY)
def test_there_is_room_for_texts_a_third_longer(size: tuple[int, int], cut: list[str]) -> None:
    screen = Scoreboard(pygame.Surface(size))
    for moment in OWN:
        screen.draw(lengthened(shown(moment)))
    assert cut == []


def lengthened(one: TableView) -> TableView:
    """The same with all that these screens say a third longer."""
    if one.page.lobby is not None:
        one = replace(
            one,
            page=replace(one.page, lobby=replace(one.page.lobby, hint=longer(one.page.lobby.hint))),
        )
    if one.dialog.challenge is not None:
        longer_view = one.dialog.challenge
        outcome, lift = longer(longer_view.outcome), longer(longer_view.lift)
        longer_view = replace(
            longer_view, outcome=outcome, lift=lift, source=longer(longer_view.source)
        )
        one = replace(one, dialog=replace(one.dialog, challenge=longer_view))
    if one.dialog.settling is not None:
        settling = replace(one.dialog.settling, left_label=longer(one.dialog.settling.left_label))
        one = replace(one, dialog=replace(one.dialog, settling=settling))
    if one.page.paused is not None:
        paused = one.page.paused
        whose, how, clock = longer(paused.whose), longer(paused.how), longer(paused.clock)
        one = replace(
            one, page=replace(one.page, paused=replace(paused, whose=whose, how=how, clock=clock))
        )
    if one.board.lost is not None:
        texts = {name: longer(text) for name, text in vars(one.board.lost).items()}
        one = replace(one, board=replace(one.board, lost=type(one.board.lost)(**texts)))
    if one.page.curve is not None:
        was = one.page.curve
        texts = {name: longer(getattr(was, name)) for name in ("hint", "axis", "end", "ok", "time")}
        curve = replace(was, **texts, remarks=tuple(map(longer, was.remarks)))
        one = replace(one, page=replace(one.page, curve=curve))
    return replace(one, text=replace(one.text, state=longer(one.text.state)))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_no_text_lies_on_another_or_leaves_the_screen(
    language: str, size: tuple[int, int], texts_written: TextsWritten
) -> None:
    surface = pygame.Surface(size)
    for moment in OWN:
        texts_written.clear()
        Scoreboard(surface).draw(shown(moment, language))
        assert texts_written.misplaced(surface) == [], moment


@pytest.mark.parametrize("moment", sorted(OWN))
def test_what_does_not_change_is_not_drawn_again(moment: str) -> None:
    screen = Scoreboard(pygame.Surface((800, 480)))
    assert screen.draw(shown(moment))
    assert screen.draw(shown(moment)) == []


# The lobby


def test_a_lobby_says_who_plays_who_begins_and_what_is_pressed(written: list[str]) -> None:
    draw("lobby, dice and clock")
    assert {*LONG, "Bartholomew starts"} <= set(written)
    assert "OK: start – arrows: change something – UNDO: back" in written
    written.clear()
    draw("lobby, a line to change")
    assert "OK: change this – arrows: another line – UNDO: top line" in written


def test_lines_that_do_not_fit_are_reported_by_a_mark(written: list[str]) -> None:
    draw("lobby, four with targets")
    assert "› Start the game" in written
    assert named_text("stop-for-tonight-line") not in written
    written.clear()
    draw("lobby, to leave", (480, 320))
    assert "› Stop for tonight" in written


# The challenge


def test_bad_words_differ_from_good_ones_by_a_sign_and_in_colour() -> None:
    assert DARK.trouble in colours(draw("judged, eight words with a bad one"))
    assert DARK.trouble not in colours(draw("judged, eight good words"))
    assert DARK.good in colours(draw("judged, eight good words"))


@pytest.mark.parametrize("size", SIZES)
def test_all_eight_words_are_seen_with_who_says_so(
    size: tuple[int, int], written: list[str]
) -> None:
    draw("judged, by several lists", size)
    words = {"QUIZ", "AXE", "BE", "OZONEZ", "ANTIDISESTABLIS", "ZA", "QI", "JEUX"}
    assert words <= set(written)
    text = " ".join(written)
    assert "QI – the game’s own words · JEUX – your words" in text
    assert named_text("the-play-doesnt-count") in written


def test_words_are_as_large_as_they_can_be(texts_written: TextsWritten) -> None:
    def size_of(count: int) -> int:
        texts_written.clear()
        canvas = Canvas(pygame.Surface((800, 480)))
        words = tuple(JudgedWord("QUIZ", good=True, source="") for _ in range(count))
        judged = ChallengeView(words, "", named_text("play-stands"), "", gone=False, good=True)
        area = pygame.Rect(8, 60, 300, 240)
        draw_changed(
            canvas,
            (),
            challenge_parts(area, judged, named_text("side-challenged", side="Ben"), canvas),
        )
        return next(text.size for text in texts_written.placed if text.text == "QUIZ")

    sizes = [size_of(count) for count in (1, 4, 8)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1] > 20


@pytest.mark.parametrize("size", SIZES)
def test_a_verdict_of_one_word_is_seen_from_afar(
    size: tuple[int, int], texts_written: TextsWritten
) -> None:
    """Its sign is at least a sixth of the screen's shorter side, its word's tiles a tenth."""
    for moment, colour in (
        ("judged, one good word", DARK.good),
        ("judged, by ourselves", DARK.trouble),
    ):
        texts_written.clear()
        surface = draw(moment, size)
        spots = [
            y
            for y in range(size[1] * 2 // 3)
            for x in range(0, size[0] // 2, 3)
            if tuple(surface.get_at((x, y)))[:3] == colour
        ]
        tall = max(spots) - min(spots)
        (tiles,) = (text for text in texts_written.placed if text.text == "QUIZ")
        assert tall * 6 > min(size), (moment, tall)
        assert tiles.place[3] * 10 > min(size), (moment, tiles)


# The settlement


def test_places_on_a_rack_are_drawn_where_their_number_is_known() -> None:
    def light(moment: str) -> int:
        surface = draw(moment)
        x, y, width, height = 8, 100, 344, 100
        spots = ((x + a, y + b) for a in range(width) for b in range(height))
        return sum(tuple(surface.get_at(spot))[:3] == DARK.line for spot in spots)

    assert light("settling, the first") > light("settling, some named") > 0
    assert light("settling, Qu") == 0


def test_tiles_are_drawn_as_tiles() -> None:
    assert DARK.tile in colours(draw("settling, few left").subsurface((8, 100, 344, 300)))


# Pauses


@pytest.mark.parametrize("size", SIZES)
def test_a_pause_says_whose_turn_it_is_and_what_the_clocks_say(
    size: tuple[int, int], written: list[str]
) -> None:
    draw("pause, clocks", size)
    assert {"Paused", "Maximiliane’s turn", "23:39", "−0:59", "0:48"} <= set(written)
    assert named_text("ok-resumes") in written
    written.clear()
    draw("pause, party", size)
    assert {"Clock stopped  ×3", "1:12", "Maximiliane", "0"} <= set(written)


def test_a_pause_keeps_hidden_points_hidden(written: list[str]) -> None:
    draw("pause")
    assert "44" in written
    written.clear()
    draw("pause, hidden scores")
    assert written.count(HIDDEN_MARK) == 2
    assert not {"44", "0"} & set(written)


def test_what_is_asked_in_a_pause_is_seen_with_the_board(written: list[str]) -> None:
    draw("pause, end?")
    assert named_text("stop-or-end") in written


# A camera that is gone


@pytest.mark.parametrize("moment", ["lost", "lost, clocks", "lost, party", "lost, settling"])
@pytest.mark.parametrize("size", SIZES)
def test_a_camera_that_is_gone_is_reported_once_in_place_of_the_board(
    size: tuple[int, int], moment: str, written: list[str]
) -> None:
    draw(moment, size)
    assert named_text("the-camera-is-gone") in written
    assert [text for text in written if "plays can’t be seen" in text] == []
    assert "Maximiliane" in written


@pytest.mark.parametrize("moment", ["lost, in the lobby", "lost, over"])
def test_without_a_board_it_is_reported_in_the_foot(moment: str, written: list[str]) -> None:
    draw(moment)
    assert named_text("the-camera-is-gone") not in written
    assert named_text("the-camera-is-gone-plays") in written


def test_a_question_has_the_screen_and_a_clock_stays_next_to_it(written: list[str]) -> None:
    draw("lost, menu")
    assert {named_text("the-camera-is-gone-plays"), named_text("what-is-to-be-done")} <= set(
        written
    )
    written.clear()
    draw("lost, party")
    assert {named_text("the-camera-is-gone"), "1:13"} <= set(written)


# The end


@pytest.mark.parametrize("size", SIZES)
def test_the_end_says_who_won_and_everyones_points(
    size: tuple[int, int], written: list[str]
) -> None:
    draw("over, three, one below nought", size)
    assert {"Maximiliane won by 120 points", "95", "−25", "−145"} <= set(written)
    names = [text for text in written if text in (*LONG, "Clementine")]
    assert sorted(names) == sorted([*LONG, "Clementine"] * 2)
    assert {"OK: leave", "UNDO: undo the end – arrows: more", "1 h 12 min"} <= set(written)


@pytest.mark.parametrize("size", SIZES)
def test_the_end_shows_of_the_best_word_and_of_seven_tiles(
    size: tuple[int, int], written: list[str]
) -> None:
    draw("over, another game", size)
    best = {"PATIBLE +78 · racks +1", "VARE +41 · racks −1"}
    assert {*best, "7 tiles at once: Maximiliane 2"} <= set(written)
    assert "OK: next game" in written


@pytest.mark.parametrize("size", SIZES)
def test_a_side_without_points_for_a_play_sees_what_its_rack_cost(
    size: tuple[int, int], written: list[str]
) -> None:
    table = shown("over, another game")
    assert table.page.curve is not None
    curves = tuple(replace(one, best="") for one in table.page.curve.curves)
    page = replace(table.page, curve=replace(table.page.curve, curves=curves))
    Scoreboard(pygame.Surface(size)).draw(replace(table, page=page))
    assert {"racks +1", "racks −1"} <= set(written)


@pytest.mark.parametrize("size", SIZES)
def test_racks_that_were_left_out_leave_a_leader(size: tuple[int, int], written: list[str]) -> None:
    draw("over, racks left out", size)
    assert named_text("in-the-lead", names="Maximiliane") in written


@pytest.mark.parametrize("size", SIZES)
def test_a_line_says_how_the_racks_are_left_out(size: tuple[int, int], written: list[str]) -> None:
    for moment in ("settling, some named", "settling, few left"):
        draw(moment, size)
        assert "END: leave the racks out" in written
        written.clear()


def test_points_that_were_hidden_are_shown_at_the_end(written: list[str]) -> None:
    draw("over, hidden till now")
    assert {"267", "264"} <= set(written)
    assert HIDDEN_MARK not in written


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_each_side_has_a_line_of_its_own_colour(theme: str) -> None:
    found = colours(draw("over, four share it", theme=theme))
    assert set(THEMES[theme].lines) <= found


def test_the_final_board_is_shown_where_its_letters_can_be_read() -> None:
    assert DARK.tile in colours(draw("over, french", (1280, 720)))
    assert DARK.tile in colours(draw("over, french", (720, 1280)))
    assert DARK.tile in colours(draw("over, french", (480, 320)))
    assert DARK.tile not in colours(draw("over, french", (320, 240)))


def test_a_game_that_goes_on_after_all_has_its_board_again(written: list[str]) -> None:
    screen = Scoreboard(pygame.Surface((800, 480)))
    screen.draw(shown("over, two-sided-end"))
    assert "ann won by 164 points" in written
    written.clear()
    screen.draw(shown("lost, menu"))
    assert "ann won by 164 points" not in written
    assert named_text("what-is-to-be-done") in written


@pytest.mark.parametrize("turns", [0, 1, 2, 100])
@pytest.mark.parametrize("sides", [LONG[:1], LONG])
def test_games_of_any_length_are_drawn(sides: tuple[str, ...], turns: int, cut: list[str]) -> None:
    surface = pygame.Surface((800, 480))
    Scoreboard(surface).draw(view(over(long_game(sides, turns)), Texts("en"), NOW))
    assert cut == []


@pytest.mark.parametrize("size", [*SIZES, (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_a_tie_is_as_large_as_a_winner(language: str, size: tuple[int, int]) -> None:
    won = sizes_written(over(long_game(("Ann", "Ben"), 5)), language, size)
    for sides in (("Ann", "Ben"), FOUR):
        tie = sizes_written(over(long_game(sides, 5, apart=0)), language, size)
        assert max(tie.values()) >= max(won.values())
        (title,) = (text for text in tie if text.startswith(TIE[language]))
        assert tie[title] == max(tie.values())


TIE = {"en": "A tie", "fr": "Égalité"}


def sizes_written(state: TableState, language: str, size: tuple[int, int]) -> dict[str, int]:
    """The texts in the title's line, and the sizes of their letters."""
    written: list[Written] = []
    surface = pygame.Surface(size)
    Scoreboard(surface, on_text=written.append).draw(view(state, Texts(language), NOW))
    top = Canvas(surface).px(HEAD)
    return {text.text: text.size for text in written if text.place[1] < top}
