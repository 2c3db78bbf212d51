"""What the table learns of the board from readings in which nothing of the turn lies there yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from answering import take
from standins import CLASSIC, Evening, ShownBoards, board, reading_of

from device.language.texts import Texts
from device.session.core.inputs import ReadingDone
from device.session.core.observation import judged_reading, untouched
from device.simulator.named_texts import named_text
from device.table.equipment import Equipment, Output
from device.table.opening import Opening
from device.table.run import run_table
from engine.events import Played
from engine.squares import Square
from hardware.display import Display
from hardware.panel.port import Button, ScriptedPanel
from vision.game.follow import Followed
from vision.reading import Reading

QUIZ = (7, 6, "across", "QUIZ")
EMPTY, ONE = board(), board(QUIZ)
GREEN, CREAM, INK = (0.35, 0.5, 0.4), (0.65, 0.8, 0.9), (0.1, 0.1, 0.1)
K8 = Square(10, 7)
GLARE = {(K8.row, K8.column): {"?": 0.85, ".": 0.15}}
H8 = Square(7, 7)


def coloured(
    rows: tuple[str, ...],
    doubts: Mapping[tuple[int, int], Mapping[str, float]] | None = None,
    washed: frozenset[Square] = frozenset(),
) -> Reading:
    """A reading of a green board with cream tiles, of which a reflection has washed squares out."""
    colours = np.zeros((15, 15, 2, 3))
    for row, text in enumerate(rows):
        for column, tile in enumerate(text):
            for part, colour in enumerate((GREEN, GREEN) if tile == "." else (INK, CREAM)):
                share = 0.6 if Square(column, row) in washed else 0.0
                colours[row, column, part] = np.array(colour) * (1 - share) + share
    noise = np.exp(np.random.default_rng(1).normal(0, 0.01, colours.shape))
    seen = np.clip(colours * noise, 0, 1).astype(np.float32)
    return replace(reading_of(rows, doubts), colours=seen)


def shown(evening: Evening, reading: Reading) -> Evening:
    sight = judged_reading(reading, evening.state.board.followed, None, CLASSIC)
    return evening.put(ReadingDone(sight, 1.0, evening.state.board.turn))


def test_the_empty_board_is_known_before_anything_is_laid() -> None:
    evening = shown(Evening(), coloured(EMPTY))
    bare = evening.state.board.followed.bare
    assert bare is not None
    assert bare.known.all()
    assert evening.state.board.turn == 0
    # And a play that is only seen teaches nothing of this turn's beginning.
    before = evening.state.board.followed
    assert shown(evening, coloured(ONE)).state.board.followed is before


def test_a_tile_alone_on_the_start_is_not_learned_as_print() -> None:
    start = Followed.start(15)
    alone = judged_reading(coloured(EMPTY, {(7, 7): {"U": 0.7, ".": 0.3}}), start, None, CLASSIC)
    known = untouched(judged_reading(coloured(EMPTY), start, None, CLASSIC), CLASSIC)
    assert known is not None
    assert untouched(alone, CLASSIC) is not None
    assert untouched(replace(alone, before=known), CLASSIC) is None


def test_a_doubt_is_no_picture_to_learn_from() -> None:
    evening = Evening()
    before = evening.state.board.followed
    strange = reading_of(EMPTY, {(2, 3): {"?": 0.99}})
    assert judged_reading(strange, before, None, CLASSIC).now.observed.doubts
    assert shown(evening, strange).state.board.followed is before


def test_a_reflection_that_lay_on_the_bare_board_is_no_blank_of_the_first_play() -> None:
    bare, laid = (coloured(rows, GLARE, frozenset({K8})) for rows in (EMPTY, ONE))
    for boards, tiles in (([bare, laid], 4), ([laid], 0)):
        camera = ShownBoards(boards)
        game = run_table(
            Opening.new(CLASSIC, ("Ann", "Ben")),
            Equipment(ScriptedPanel(), Display(headless=True), camera, read=camera.read),
            Output(Texts("en"), lambda _: None),
        ).game
        laid_tiles = [len(e.tiles) for e in game.events if isinstance(e, Played)]
        assert laid_tiles == ([tiles] if tiles else [])


def test_what_was_reported_last_stays_while_the_same_table_is_judged_again() -> None:
    evening = Evening().lay(board()).lay(ONE).press(Button.NEXT)
    take(evening, named_text("change-points"))
    evening.press(Button.SIDE_1)
    take(evening, named_text("add-points"), "5", "Done", named_text("own-rule"))
    assert evening.state.seen is not None
    assert evening.message == "{side}: {points}, {why}."
    evening.lay(board((7, 6, "across", "QUI")))
    assert evening.message == ""
