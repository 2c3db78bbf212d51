"""The last play on the screen: its tiles with what multiplies them, in whatever room there is."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from play_moments import LONG, NOW, play_moments
from screen_texts import TextsWritten

from device.language.texts import Texts
from device.screen.drawing import Canvas
from device.screen.turn import LastPlay, draw_play
from device.simulator.named_texts import named_text
from device.themes import DARK, LIGHT, Theme
from device.views.table import view
from device.views.turn import ALL_DICE, ALL_TILES, ExtraView, PlayView, TileView, WordView
from engine.scoring import ManyTilesBonus
from engine.variants import GAMES, load_variant, usual_language

PLAYED = {name: state for name, state, _ in play_moments() if name != "taken off"}


def play(moment: str) -> PlayView:
    shown = view(PLAYED[moment], Texts("en"), NOW).play
    assert shown is not None
    return shown


def draw(
    shown: PlayView,
    room: tuple[int, int] = (336, 160),
    *,
    may_challenge: bool = False,
    theme: Theme = DARK,
) -> pygame.Surface:
    surface = pygame.Surface(room)
    canvas = Canvas(surface, theme)
    # Lengths as on a screen whose column is so wide.
    canvas.unit = room[0] / 336
    surface.fill(theme.ground)
    draw_play(canvas, surface.get_rect(), LastPlay(shown, may_challenge))
    return surface


def test_a_word_is_a_row_of_tiles_with_what_multiplies_it_and_its_points(
    written: list[str],
) -> None:
    draw(play("seven tiles"))
    assert written == [
        "+120",
        LONG[0],
        "×2",
        "= 70",
        "×2",
        "+50",
        named_text("tiles-at-once", n="7"),
    ]


def test_only_a_play_that_counts_is_shown_as_one_to_challenge(written: list[str]) -> None:
    shown = play("seven tiles")
    draw(shown, may_challenge=True)
    assert "!?" in written
    written.clear()
    draw(replace(shown, counted=False), may_challenge=True)
    assert "!?" not in written
    assert "+120  ?" in written


@pytest.mark.rule("NHL-BON-04")
def test_a_bonus_word_is_a_line_of_its_own(written: list[str]) -> None:
    draw(play("bonus word"))
    assert {"+30", "= 20", named_text("bonus-word", word="DEVILS"), "+10"} <= set(written)


def test_further_words_are_smaller_or_text_where_there_is_less_room(written: list[str]) -> None:
    shown = play("many words")
    assert len(shown.words) == 8
    draw(shown, (336, 480))
    assert [text for text in written if text.startswith("= ")] == [
        f"= {word.points}" for word in shown.words
    ]
    written.clear()
    draw(shown, (336, 140))
    assert f"= {shown.words[0].points}" in written
    assert any(shown.words[5].line in text for text in written)
    written.clear()
    draw(shown, (336, 90))
    assert not [text for text in written if text.startswith("= ")]
    assert any(all(line in text for line in shown.lines) for text in written)


@pytest.mark.parametrize("moment", PLAYED)
@pytest.mark.parametrize("room", [(336, 110), (336, 200), (228, 90), (544, 200), (464, 110)])
def test_no_play_is_cut_or_overlaps(
    moment: str, room: tuple[int, int], texts_written: TextsWritten
) -> None:
    draw(play(moment), room, may_challenge=True)
    assert texts_written.cut == []
    places = [pygame.Rect(text.place).inflate(0, -4) for text in texts_written.placed]
    for number, place in enumerate(places):
        assert place.collidelist(places[:number]) < 0


def grey(surface: pygame.Surface) -> list[int]:
    width, height = surface.get_size()
    return [sum(surface.get_at((x, y))[:3]) // 3 for x in range(width) for y in range(height)]


def word(*tiles: TileView) -> PlayView:
    counted = WordView(tiles, 1, 4, "AT 1+3 = 4")
    return PlayView("Ann", (counted.line,), 4, counted=True, words=(counted,))


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_new_tiles_blanks_and_what_multiplies_them_are_reported_without_colour(
    theme: Theme,
) -> None:
    plain = TileView("A", 1)
    looks = (
        plain,
        replace(plain, new=True),
        replace(plain, points=0, blank=True),
        replace(plain, times=3, new=True),
        replace(plain, times=2, new=True),
        replace(plain, times=0),
    )
    drawn = [grey(draw(word(look, plain), theme=theme)) for look in looks]
    for number, one in enumerate(drawn):
        for other in drawn[number + 1 :]:
            assert sum(abs(a - b) > 40 for a, b in zip(one, other, strict=True)) >= 8


def test_what_can_be_challenged_has_a_badge(written: list[str]) -> None:
    draw(play("seven tiles"), may_challenge=True)
    assert "!?" in written
    written.clear()
    draw(play("seven tiles"))
    assert "!?" not in written


def test_what_is_only_seen_has_a_question_mark(written: list[str]) -> None:
    draw(replace(play("seven tiles"), counted=False))
    assert "+120  ?" in written
    written.clear()
    draw(replace(play("seven tiles"), counted=False, points=None, note="seen", words=(), extras=()))
    assert "seen" in written
    assert not [text for text in written if text.startswith("+")]


def test_points_that_are_taken_off_are_a_line_too(written: list[str]) -> None:
    shown = replace(word(TileView("A", 4)), points=-1, extras=(ExtraView("clock", -5),))
    draw(shown)
    assert {"−1", "= 4", "clock", "−5"} <= set(written)


@pytest.mark.parametrize("game", GAMES)
def test_a_bonus_for_many_tiles_has_its_words_in_every_game(game: str) -> None:
    extras = load_variant(game, usual_language(game)).extras
    rules = {extra.rule for extra in extras if isinstance(extra, ManyTilesBonus)}
    assert rules <= ALL_TILES | {ALL_DICE}
