"""A play's arithmetic as it is shown, tile by tile: it adds up to what the engine has counted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from standins import Evening, board

from device.language.texts import Texts
from device.session.core.setup import Extras
from device.simulator.named_texts import named_text
from device.views.table import view
from device.views.turn import ExtraView, PlayView, TileView, extra_views, word_views
from engine.circumstances import ChanceFace, Circumstances, Zone
from engine.game import Game
from engine.position import Position
from engine.records.record import read_record
from engine.scoring import ScoredPlay, judge_play
from engine.squares import Direction, Square
from engine.tiles import TileSet
from engine.variants import GAMES, Variant, load_variant
from hardware.panel.port import Button

RECORDS = sorted((Path(__file__).parent.parent / "data" / "records").glob("*.json"))
ENGLISH = Texts("en")
LETTERS = "AEIOUSTRNLQXJVZae"


def adds_up(scored: ScoredPlay, tiles: TileSet) -> None:
    """What is shown of a play is its points, to the last one."""
    words, extras = word_views(scored, tiles), extra_views(scored, ENGLISH)
    for word in words:
        assert sum(tile.points * tile.times for tile in word.tiles) * word.times == word.points
        assert word.line.endswith(f"= {word.points}")
    shown = sum(word.points for word in words) + sum(extra.points for extra in extras)
    assert shown == scored.points
    main = words[0].tiles
    assert sum(tile.new for tile in main) == len(scored.tiles)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_play_of_a_recorded_game_adds_up(path: Path) -> None:
    game = read_record(path.read_text(encoding="utf-8")).play_again()
    assert isinstance(game, Game)
    plays = [entry.scored for entry in game.state.entries if entry.scored is not None]
    assert plays
    for scored in plays:
        adds_up(scored, game.state.variant.tile_set)


def plays(game: Variant, chance: random.Random) -> Iterator[ScoredPlay]:
    """Plays of random letters, each on the board that the one before has left."""
    middle = game.layout.starts[0]
    word = {middle.step(Direction.ACROSS, n - 1): t for n, t in enumerate("PART")}
    position = begun = Position(game.layout.size).laid(word)
    for _ in range(400):
        direction = chance.choice([*Direction])
        square = chance.choice(sorted(position.tiles)).step(direction, chance.randint(-3, 1))
        tiles: dict[Square, str] = {}
        for _ in range(chance.randint(1, 7)):
            while game.highest_pile == 1 and square in position.tiles:
                square = square.step(direction)
            tiles[square] = chance.choice(LETTERS)
            square = square.step(direction)
        now = Circumstances()
        if game.letter_clock is not None:
            now = Circumstances(None, chance.choice([None, *ChanceFace]), None, Zone.X3)
        if not all(game.tile_set.knows(tile) for tile in tiles.values()):
            continue
        judged = judge_play(game, position, tiles, now)
        if isinstance(judged, ScoredPlay):
            yield judged
            position = judged.after if judged.after.tiles else begun


@pytest.mark.parametrize("name", GAMES)
def test_random_plays_of_every_game_add_up(name: str) -> None:
    game = load_variant(name)
    played = [*plays(game, random.Random(1207))]
    assert len(played) > 3
    for scored in played:
        adds_up(scored, game.tile_set)
    assert name == "scramble" or any(len(scored.words) > 1 for scored in played)


def shown(evening: Evening) -> PlayView:
    play = view(evening.state, ENGLISH).play
    assert play is not None
    return play


@pytest.mark.rule("CLA-SCO-03", "CLA-SCO-05", "CLA-SCO-11", "CLA-SCO-13")
def test_each_tile_says_what_it_is_worth_and_how_often_it_counts() -> None:
    game = load_variant("classic")
    tiles = {Square(3 + n, 7): tile for n, tile in enumerate("STRaNGE")}
    judged = judge_play(game, Position(game.layout.size), tiles)
    assert isinstance(judged, ScoredPlay)
    (word,) = word_views(judged, game.tile_set)
    assert "".join(tile.face for tile in word.tiles) == "STRANGE"
    assert word.tiles[0] == TileView("S", 1, 2, new=True)
    assert word.tiles[3] == TileView("A", 0, 1, new=True, blank=True)
    assert word.times == 2
    assert extra_views(judged, ENGLISH) == (ExtraView(named_text("tiles-at-once", n="7"), 50),)
    lines = shown(Evening().lay(board()).lay(board((7, 3, "across", "STRANGE")))).lines
    assert lines[1] == "7 tiles at once +50"


@pytest.mark.rule("CLA-SCO-10")
def test_tiles_that_lay_there_differ_from_new_ones() -> None:
    evening = Evening().lay(board()).lay(board((7, 6, "across", "QUIZ"))).press(Button.SIDE_1)
    evening.lay(board((7, 6, "across", "QUIZ"), (6, 9, "down", "OZONES")))
    (word,) = shown(evening).words
    assert [tile.new for tile in word.tiles] == [True, False, True, True, True, True]
    assert word.tiles[1] == TileView("Z", 10)


@pytest.mark.rule("TOP-SCO-05", "TOP-EQU-02")
def test_a_letter_that_another_word_counts_counts_no_times_here() -> None:
    game = load_variant("topword", "fr")
    across = {Square(3 + n, 4): tile for n, tile in enumerate("QI")}
    position = Position(game.layout.size).laid({Square(5, n): t for n, t in enumerate("SAC", 1)})
    judged = judge_play(game, position, {**across, Square(5, 4): "S"})
    assert isinstance(judged, ScoredPlay)
    main, cross = word_views(judged, game.tile_set)
    assert main.tiles[0].face == "Qu"
    assert [tile.times for tile in main.tiles] == [1, 1, 0]
    assert [tile.times for tile in cross.tiles] == [1, 1, 1, 1]
    assert main.line == "QUIS 2+2+0 = 4"
    shared, rare = extra_views(judged, ENGLISH)
    assert shared.line == "S: counted in SACS"
    assert rare == ExtraView(named_text("rare-letter", letter="Qu"), 2)


@pytest.mark.rule("TOP-SCO-05")
def test_several_shared_letters_have_one_remark() -> None:
    game = load_variant("topword", "fr")
    position = Position(game.layout.size).laid({Square(3 + n, 4): t for n, t in enumerate("SAC")})
    judged = judge_play(game, position, {Square(4 + n, 5): t for n, t in enumerate("IL")})
    assert isinstance(judged, ScoredPlay)
    assert [word.text for word in judged.words] == ["IL", "AI", "CL"]
    assert judged.words[0].points == 0
    assert [extra.line for extra in extra_views(judged, ENGLISH)] == [
        "shared letters: counted in other words"
    ]


@pytest.mark.rule("NHL-BON-04", "PAR-CHN-02")
def test_what_comes_on_top_says_what_it_is_for() -> None:
    nhl, party = load_variant("nhl"), load_variant("party")
    laid = {Square(6 + n, 7): tile for n, tile in enumerate("PUCK")}
    bonus = judge_play(nhl, Position(15), laid)
    assert isinstance(bonus, ScoredPlay)
    assert extra_views(bonus, ENGLISH) == (ExtraView(named_text("bonus-word", word="PUCK"), 5),)
    now = Circumstances(None, ChanceFace.LETTER_X3, Square(9, 7), Zone.X2)
    chance = judge_play(party, Position(15), laid, now)
    assert isinstance(chance, ScoredPlay)
    assert [extra.what for extra in extra_views(chance, ENGLISH)] == [
        "chance die: K ×3",
        "clock: 54 × 2 = 108",
    ]


@pytest.mark.rule("PAR-SCO-07")
@pytest.mark.parametrize(("zone", "said"), [(Zone.X4, "10 × 4 = 40"), (Zone.X3, "10 × 3 = 30")])
def test_the_clock_names_the_multiple_of_the_turns_points(zone: Zone, said: str) -> None:
    laid = {Square(7, 7 + n): tile for n, tile in enumerate("FA")}
    play = judge_play(load_variant("party"), Position(15), laid, Circumstances(zone=zone))
    assert isinstance(play, ScoredPlay)
    (extra,) = extra_views(play, ENGLISH)
    assert extra.what == f"clock: {said}"
    assert f"= {play.points}" in said


def test_hidden_points_hide_how_they_come_about() -> None:
    evening = Evening().lay(board()).lay(board((7, 6, "across", "QUIZ")))
    evening.state = replace(
        evening.state, agreed=replace(evening.state.agreed, extras=Extras(hide_scores=True))
    )
    play = shown(evening)
    assert play.words == ()
    assert play.extras == ()
    assert play.lines == ("QUIZ",)
