"""TopWord's pegs: where they stand next to a side's points, and the message beyond the track."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from answering import in_english, take
from standins import CLASSIC, TOPWORD, Evening, board

from device.language.texts import Message, Texts
from device.screen.drawing import Canvas
from device.screen.sides import draw_pegs, side_parts
from device.session.core.commit import consequences
from device.session.core.effects import Announce
from device.session.core.setup import Extras
from device.views.turn import PegsView, SideView, side_views
from engine.events import Adjusted
from engine.game import Game
from engine.state import State
from engine.variants import Variant
from hardware.panel.port import Button

POINTS = {"Ann": 236, "Ben": 0}
FAN = board((4, 4, "across", "FAN"), size=10)


def evening_at(totals: dict[str, int], variant: Variant = TOPWORD) -> Evening:
    """An evening in which the sides have so many points already."""
    evening = Evening(variant=variant)
    start = State.start(variant, tuple(totals), totals=totals)
    evening.state = replace(evening.state, game=Game.from_state(start))
    return evening


def pegs_of(evening: Evening) -> list[PegsView | None]:
    return [side.pegs for side in side_views(evening.state, 0.0)]


@pytest.mark.rule("TOP-EQU-07")
def test_the_pegs_stand_next_to_each_sides_points() -> None:
    assert pegs_of(evening_at({"Ann": 236, "Ben": 0})) == [
        PegsView(200, 30, 6),
        PegsView(0, 0, 0),
    ]


@pytest.mark.rule("TOP-EQU-07")
def test_beyond_the_track_they_stand_at_its_ends() -> None:
    assert pegs_of(evening_at({"Ann": 400, "Ben": -5})) == [
        PegsView(300, 90, 9, beyond=True),
        PegsView(0, 0, 0, beyond=True),
    ]


def test_other_games_have_none() -> None:
    assert pegs_of(evening_at({"Ann": 236, "Ben": 0}, CLASSIC)) == [None, None]


def test_hidden_points_have_hidden_pegs_until_the_end() -> None:
    evening = evening_at({"Ann": 236, "Ben": 0})
    evening.state = replace(
        evening.state, agreed=replace(evening.state.agreed, extras=Extras(hide_scores=True))
    )
    assert pegs_of(evening) == [None, None]
    evening.state = replace(evening.state, finished=True)
    assert pegs_of(evening) == [PegsView(200, 30, 6), PegsView(0, 0, 0)]


@pytest.mark.rule("TOP-EQU-07")
def test_leaving_the_track_is_reported_once_with_the_play_that_does_it() -> None:
    evening = evening_at({"Ann": 396, "Ben": 0}).lay(FAN).press(Button.SIDE_1)
    words = "Ann has 402: the pegs can’t show it, the device keeps count."
    assert in_english(evening.state.message or Message("")) == f"Ann: FAN +6. {words}"
    aloud = [in_english(e.message) for e in evening.effects if isinstance(e, Announce)]
    assert len([text for text in aloud if words in text]) == 1
    take(evening.lay(FAN).press(Button.SIDE_2), "Pass")
    evening.lay(board((4, 4, "across", "FANE"), size=10)).press(Button.SIDE_1)
    assert in_english(evening.state.message or Message("")) == "Ann: FANE +8."


@pytest.mark.rule("TOP-EQU-07")
def test_below_nothing_the_pegs_show_nothing_either() -> None:
    game = evening_at({"Ann": 3, "Ben": 0}).state.game
    message = consequences(game, [Adjusted("Ann", -5, "by hand")], Message("Changed."))
    assert in_english(message) == (
        "Changed. Ann has −2: the pegs can’t show it, the device keeps count."
    )


def test_nothing_is_reported_of_points_that_are_hidden() -> None:
    game = evening_at({"Ann": 3, "Ben": 0}).state.game
    event = Adjusted("Ann", -5, "by hand")
    assert consequences(game, [event], Message("Changed."), hidden=True) == Message("Changed.")


# On the screen


def drawn(side: SideView, width: int, height: int) -> pygame.Surface:
    surface = pygame.Surface((width, height))
    canvas = Canvas(surface)
    parts, _ = side_parts(surface.get_rect(), (side, replace(side, name="Ben")), canvas)
    for part in parts:
        part.draw(canvas, part.area, part.shows)
    return surface


@pytest.mark.parametrize("size", [(330, 400), (330, 200), (500, 700)])
def test_they_are_drawn_in_small_and_in_large_boxes(size: tuple[int, int]) -> None:
    bare = SideView("Ann", 236, turn=True)
    pegs = PegsView(200, 30, 6)
    plain, pegged = drawn(bare, *size), drawn(replace(bare, pegs=pegs), *size)
    assert pygame.image.tostring(plain, "RGB") != pygame.image.tostring(pegged, "RGB")
    moved = drawn(replace(bare, pegs=PegsView(200, 30, 7)), *size)
    assert pygame.image.tostring(moved, "RGB") != pygame.image.tostring(pegged, "RGB")


@pytest.mark.parametrize("area", [(120, 24), (80, 90)])
def test_what_the_pegs_cannot_show_has_a_sign_as_well_as_its_colour(area: tuple[int, int]) -> None:
    shapes = []
    for beyond in (False, True):
        surface = pygame.Surface(area)
        draw_pegs(Canvas(surface), surface.get_rect(), PegsView(300, 90, 9, beyond))
        shapes.append(
            {
                (x, y)
                for x in range(area[0])
                for y in range(area[1])
                if any(surface.get_at((x, y))[:3])
            }
        )
    assert len(shapes[0] ^ shapes[1]) > 40


@pytest.mark.parametrize("area", [(90, 18), (60, 60)])
def test_the_largest_numbers_fit(area: tuple[int, int], cut: list[str]) -> None:
    canvas = Canvas(pygame.Surface(area))
    draw_pegs(canvas, canvas.surface.get_rect(), PegsView(300, 90, 9, beyond=True))
    assert cut == []


def test_the_pegs_are_named_and_add_up_to_the_points(monkeypatch: pytest.MonkeyPatch) -> None:
    (ann, _) = (side.pegs for side in side_views(evening_at(POINTS).state, 0.0, Texts("fr")))
    assert ann is not None
    assert written(ann, (300, 30), monkeypatch) == ["Chevilles 200 + 30 + 6"]
    assert written(ann, (70, 14), monkeypatch) == ["200 + 30 + 6"], "points need the room"
    assert written(ann, (60, 60), monkeypatch) == ["200", "+ 30", "+ 6"]


def written(pegs: PegsView, area: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts on pegs drawn in an area of this size."""
    canvas, heard = Canvas(pygame.Surface(area)), list[str]()
    monkeypatch.setattr(canvas, "write", lambda text, *_, **__: heard.append(text))
    draw_pegs(canvas, canvas.surface.get_rect(), pegs)
    return heard
