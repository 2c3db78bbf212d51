"""A table on which something is asked about squares, with what its camera sees of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

import numpy as np
from answering import take
from standins import CLASSIC, board, played_once, reading_of
from table_moments import LONG, NOW, ONE, PICTURE, TWO, evening, timed

from device.language.texts import Message
from device.language.wording import square_names
from device.score.statistics import Outcome
from device.session.core.commit import ask, go_on, option
from device.session.core.setup import NO_EXTRAS, Offers
from device.session.core.state import Question, TableState, Thinking
from device.session.lobby.household import ask_whose
from device.session.lobby.rules import open_rules
from device.session.step import begin
from device.session.turn.corrections import ask_to_point, ask_which_square, take_square
from device.session.turn.penalties import pull_goalie
from device.simulator.named_texts import named_text
from device.storage.games import Keeper
from device.table.display import PictureSource
from device.table.reading_thread import LookedAt
from device.views.crops import NO_PICTURES, ShownPictures
from engine.course import BestPlay
from engine.game import Game
from engine.layouts import Premium
from engine.position import Position
from engine.squares import Square
from engine.variants import load_variant
from hardware.panel.port import Button, Press
from vision.reading import Grid, Picture
from vision.render.board import flat_grid, render_board
from vision.render.look import Look, household_look
from workshop.rendered.photograph import (
    Light,
    Shot,
    Stance,
    lean_of,
    photograph,
    photographed_grid,
    shot_homography,
    spread_of,
)

ACROSS = tuple(Square(6 + place, 7) for place in range(4))
CELL, LINES = (186, 196, 202), (232, 236, 240)
PREMIUMS = (
    (Premium.DOUBLE_LETTER, (206, 196, 170)),
    (Premium.TRIPLE_LETTER, (196, 176, 140)),
    (Premium.DOUBLE_WORD, (176, 188, 214)),
    (Premium.TRIPLE_WORD, (150, 164, 202)),
    (Premium.START, (176, 188, 214)),
)
"""The colours of the board, blue first."""

DOWN = tuple(Square(9, 6 + place) for place in range(6))


class QuestionMoment(NamedTuple):
    """A state, the pictures that there are, and when it is looked at."""

    name: str
    state: TableState
    pictures: ShownPictures = NO_PICTURES
    now: float = NOW


@cache
def plain_look() -> Look:
    """A board in plain colours with nothing printed on it, and wooden tiles."""
    look = household_look(CLASSIC.layout, CLASSIC.tile_set)
    plain = replace(
        look.board,
        cell=CELL,
        line=LINES,
        frame=(96, 104, 110),
        premium=PREMIUMS,
        printed=(),
        star="",
    )
    return replace(look, board=plain)


@cache
def camera_picture(rows: tuple[str, ...]) -> tuple[Picture, Grid]:
    """What a camera next to the table sees of a board with these rows, and where it lies."""
    look = plain_look()
    stance = Stance(tilt=24.0, azimuth=70.0, roll=4.0)
    flat = render_board(
        Position.from_rows(rows),
        look,
        48,
        np.random.default_rng(4),
        lean_of(stance),
        spread_of(stance, 15),
    )
    shot = Shot(1280, 960, stance, Light(brightness=0.6, warmth=0.2))
    height, width = flat.shape[:2]
    grid = photographed_grid(flat_grid(15, 48), shot_homography(shot, width, height))
    return photograph(flat, shot, np.random.default_rng(4)), grid


@dataclass(frozen=True, eq=False)
class Looking:
    """A desk at which one picture has been read."""

    looked_at: LookedAt


def seen(state: TableState, rows: Sequence[str]) -> ShownPictures:
    """The crop that belongs to a state, of a table on which these rows lie."""
    picture, grid = camera_picture(tuple(rows))
    source = PictureSource(None)
    source.connect(Looking(LookedAt(picture, replace(reading_of(rows), grid=grid))), None)
    return source.of(state.with_sight(None), Keeper(None, None, "", NO_EXTRAS))


def everyones_games(players: Sequence[str], games: int = 12) -> TableState:
    """A table that shows the statistics of these players, who have had as many games."""
    found = tuple(
        Outcome(
            player,
            "classic",
            200 + 37 * ((game * 5 + place * 3) % 7),
            (game + place) % len(players) == 0,
            BestPlay(player, "ANTIDISESTABLIS", 128 + place),
            1,
        )
        for game in range(games)
        for place, player in enumerate(players)
    )
    table = evening(*LONG[:2]).lay(ONE).press(Button.SIDE_1)
    offers = Offers(lambda *_: None, outcomes=lambda: found)
    state, _ = ask_whose(replace(table.state, offers=offers))
    return state


@played_once
def question_moments() -> Iterator[QuestionMoment]:
    """Questions about one square, several, all letters; pointing; a picture; without a camera."""
    doubt = {(7, 9): {"Z": 0.6, "N": 0.39}}
    one = evening().lay(ONE, doubt).press(Button.SIDE_1).state
    yield QuestionMoment("one square", one, seen(one, ONE))
    yield QuestionMoment("one square, no camera", one)
    many = evening(*LONG, "Clementine", "Dorothea").lay(ONE, doubt).press(Button.SIDE_1).state
    yield QuestionMoment("one square, four sides", many, seen(many, ONE))
    late = timed(evening().lay(ONE, doubt).press(Button.SIDE_1), 1431.0, 59.0, 55.0)
    yield QuestionMoment("one square, a turn's clock", late, seen(late, ONE))
    pairs = zip((6, 7, 8, 9), "QUIZ", "OVLN", strict=True)
    unsure = {(7, c): {tile: 0.55, other: 0.44} for c, tile, other in pairs}
    word = evening().lay(ONE, unsure).press(Button.SIDE_1).state
    yield QuestionMoment("a word across", word, seen(word, ONE))
    down = evening().lay(ONE).press(Button.SIDE_1)
    pairs = zip((8, 9, 10, 11), "ONES", "DMFB", strict=True)
    below = {(r, 9): {tile: 0.55, other: 0.44} for r, tile, other in pairs}
    asked = down.lay(TWO, below).press(Button.SIDE_2).state
    yield QuestionMoment("further down", asked, seen(asked, TWO))
    words = ("QUIZ at 8G", "QUIT at 8G", "SQUIZ at 8F", named_text("nothing-new-read"))
    for name, squares in (("what was laid, across", ACROSS), ("what was laid, down", DOWN)):
        values = {"squares": square_names(squares)}
        text = Message("Not sure about {squares}. What did you lay?", values)
        question = Question(text, tuple(option(word, go_on) for word in words), squares)
        several, _ = ask(replace(one, phase=Thinking()), question)
        yield QuestionMoment(name, several, seen(several, TWO))
    yield QuestionMoment("two plays", evening().lay(TWO).press(Button.SIDE_1).state)
    blank = board((7, 6, "across", "QUIz"))
    for name, steps in (("which letter", 0), ("which letter, far on", 17), ("not now", 26)):
        state = evening().lay(blank).press(Button.SIDE_1, *[Button.NEXT] * steps).state
        yield QuestionMoment(name, state, seen(state, blank))
    state = evening().lay(blank).press(Button.SIDE_1).state
    yield QuestionMoment("which letter, no camera", state)
    yield from correcting_moments()
    yield from entering_moments()
    yield QuestionMoment("statistics", everyones_games((*LONG, "Émile", "Zoé")))
    nhl = begin(Game.begin(load_variant("nhl"), LONG[:2]))
    yield QuestionMoment("rules", open_rules(nhl, 4)[0])
    yield QuestionMoment("statistics, one game", everyones_games(LONG[:1], games=1))
    asked, _ = ask(replace(one, picture=0, phase=Thinking()), PICTURE)
    yield QuestionMoment("no picture kept", asked)


def entering_moments() -> Iterator[QuestionMoment]:
    """A play is entered by hand: where it begins, its first letter, and half of it."""
    begun = evening().lay(ONE).press(Button.SIDE_1, Button.NEXT)
    entering = take(begun, named_text("enter-play"))
    yield QuestionMoment("by hand, the row", entering.state)
    yield QuestionMoment("by hand, the square", take(entering, "Row 9").state)
    yield QuestionMoment("by hand, the way", take(entering, "J9").state)
    yield QuestionMoment("by hand, the first letter", take(entering, "Down").state)
    yield QuestionMoment("by hand, letters", take(entering, *"OMB").state)


def correcting_moments() -> Iterator[QuestionMoment]:
    """A tile is pointed at and named."""
    played = evening().lay(ONE).press(Button.SIDE_1).lay(TWO).press(Button.SIDE_2).state
    pointing, _ = ask_which_square(replace(played, message=None))
    yield QuestionMoment("pointing", pointing, seen(pointing, TWO))
    yield QuestionMoment("pointing, no camera", pointing)
    asking, _ = take_square(pointing, Press(Button.OK, 0.0))
    yield QuestionMoment("what lies there really", asking, seen(asking, TWO))
    blank = evening().lay(board((7, 6, "across", "QUIz"))).press(Button.SIDE_1, Button.OK).state
    among = (Square(9, 7), *(Square(6 + place, 7) for place in range(3)))
    text = Message("Which tile is wrong?")
    on_blank, _ = ask_to_point(blank, text, among, pull_goalie)
    yield QuestionMoment("pointing at a blank", on_blank, seen(on_blank, ONE))
