"""Great plays are celebrated for two seconds: what for, with which tone, and what ends it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame
import pytest
from play_moments import play_moments, word
from standins import CLASSIC, Evening, board

from device.language.texts import Texts
from device.screen.drawing import NO_TARGET
from device.screen.scoreboard import COMES, Scoreboard
from device.session.core.celebration import LASTS, celebration_of
from device.session.core.effects import PlayTone
from device.session.core.inputs import KeyPressed, Tick, Touched
from device.session.core.setup import Extras
from device.session.core.state import Celebration, Occasion, TableState
from device.session.snapshot import snapshot
from device.session.step import step
from device.views.celebration import CelebrationView
from device.views.table import view
from engine.events import Event, Passed, Played, Side
from engine.game import Game
from engine.squares import Square
from engine.state import State
from engine.tiles import Tile
from engine.variants import Variant, load_variant
from hardware.panel.port import Button, Press, Tone

ENGLISH = Texts("en")
SEVEN = (7, 3, "across", "QUIETER")


def seven_tiles() -> Evening:
    """A first play of a whole rack."""
    return Evening().lay(board()).lay(board(SEVEN)).press(Button.SIDE_1)


def tones(evening: Evening) -> list[Tone]:
    return [effect.tone for effect in evening.effects if isinstance(effect, PlayTone)]


def shown(state: TableState) -> CelebrationView | None:
    return view(state, ENGLISH).celebration


def found(
    before: Sequence[Event],
    last: Event,
    *,
    sides: Sequence[Side] = ("Ann", "Ben"),
    totals: dict[Side, int] | None = None,
    variant: Variant = CLASSIC,
    extras: Extras = Extras(),  # noqa: B008
) -> tuple[Occasion, ...]:
    """What the last event is celebrated for, after the others."""
    start = State.start(variant, tuple(sides), totals=totals or {})
    game = Game.fold(start, before)
    assert not game.misfits
    evening = Evening(variant=variant, sides=sides)
    table = replace(evening.state, game=game, agreed=replace(evening.state.agreed, extras=extras))
    after = game.added(last)
    assert isinstance(after, Game)
    celebrated = celebration_of(table, after.state, [last])
    return () if celebrated is None else celebrated.occasions


def played(by: Side, text: str, row: int, column: int, *, down: bool = False) -> Played:
    tiles: dict[Square, Tile] = word(text, row, column, down=down)
    return Played(by, tiles)


# What is celebrated


def test_seven_tiles_at_once_are_celebrated_with_a_tone_in_place_of_the_plays() -> None:
    evening = seven_tiles()
    celebrated = evening.state.celebrated
    assert celebrated is not None
    assert (celebrated.side, celebrated.occasions) == ("Ann", (Occasion.MANY_TILES,))
    assert Tone.CHEER in tones(evening)
    assert Tone.PLAY not in tones(evening)
    seen = shown(evening.state)
    assert seen is not None
    assert (seen.title, seen.more, seen.side) == ("7 tiles at once!", (), "Ann")
    assert "".join(tile.face for tile in seen.tiles) == "QUIETER"
    assert seen.points == evening.totals["Ann"]


def test_six_tiles_and_a_pass_are_not() -> None:
    evening = Evening().lay(board()).lay(board((7, 3, "across", "QUIETE"))).press(Button.SIDE_1)
    assert evening.state.celebrated is None
    assert Tone.PLAY in tones(evening)
    assert found([], Passed("Ann")) == ()


def test_a_bonus_word_is() -> None:
    nhl = load_variant("nhl", "en")
    assert found([], played("Ann", "DEVILS", 7, 4), variant=nhl) == (Occasion.BONUS_WORD,)
    assert found([], played("Ann", "HOUSE", 7, 4), variant=nhl) == ()


def test_whoever_comes_past_a_leader_of_a_whole_round_is() -> None:
    past = played("Ben", "QUIZ", 7, 6)
    ahead = {"Ann": 12, "Ben": 0}
    first = [Passed("Ann"), Passed("Ben"), Passed("Ann")]
    assert found(first, past, totals=ahead) == (Occasion.LEAD,)
    assert found(first, past, totals={"Ann": 44, "Ben": 0}) == (), "level is not ahead"
    assert found(first, past, totals={"Ann": 5, "Ben": 6}) == (), "it was ahead before"
    assert found(first[:1], past, totals=ahead) == (), "its first turn"
    # Ann has only just come to the front herself.
    turns = [Passed("Ann"), Passed("Ben"), played("Ann", "AT", 7, 7)]
    assert found(turns, played("Ben", "QUIZ", 8, 7, down=True)) == ()


def test_past_one_of_two_is_no_lead() -> None:
    sides = ("Ann", "Ben", "Cleo")
    turns = [Passed(side) for side in (*sides, "Ann")]
    last = played("Ben", "QUIZ", 7, 6)
    assert found(turns, last, sides=sides, totals={"Ann": 12, "Ben": 0, "Cleo": 90}) == ()
    assert found(turns, last, sides=sides, totals={"Ann": 12, "Ben": 0, "Cleo": 9}) == (
        Occasion.LEAD,
    )


def test_a_lead_is_no_secret_given_away_where_points_are_hidden() -> None:
    hidden = Extras(hide_scores=True)
    turns = [Passed("Ann"), Passed("Ben"), Passed("Ann")]
    last = played("Ben", "QUIETER", 7, 3)
    ahead = {"Ann": 12, "Ben": 0}
    assert found(turns, last, totals=ahead) == (Occasion.MANY_TILES, Occasion.LEAD)
    assert found(turns, last, totals=ahead, extras=hidden) == (Occasion.MANY_TILES,)
    evening = Evening()
    evening.state = replace(evening.state, agreed=replace(evening.state.agreed, extras=hidden))
    evening.lay(board()).lay(board(SEVEN)).press(Button.SIDE_1)
    seen = shown(evening.state)
    assert seen is not None
    assert seen.points is None


def test_never_at_a_tournament_nor_where_the_household_wants_none() -> None:
    strict = Extras(tournament=True, side_clock=25)
    assert found([], played("Ann", "QUIETER", 7, 3), extras=strict) == ()
    evening = Evening()
    evening.state = replace(evening.state, device=replace(evening.state.device, celebrates=False))
    evening.lay(board()).lay(board(SEVEN)).press(Button.SIDE_1)
    assert evening.state.celebrated is None
    assert Tone.CHEER not in tones(evening)


def test_a_play_taken_back_and_put_back_is_not_celebrated_again() -> None:
    evening = seven_tiles().press(Button.UNDO)
    assert evening.state.celebrated is None


# What ends it


def test_it_lasts_two_seconds() -> None:
    evening = seven_tiles()
    celebrated = evening.state.celebrated
    assert celebrated is not None
    began = celebrated.since
    evening.put(Tick(began + LASTS - 0.01))
    assert shown(evening.state) is not None
    evening.put(Tick(began + LASTS))
    assert evening.state.celebrated is None
    assert shown(evening.state) is None


@pytest.mark.parametrize(
    "event",
    [
        Press(Button.SIDE_2, 60.0),
        Press(Button.NEXT, 60.0),
        KeyPressed(None, 60.0, "x", 0),
        Touched(NO_TARGET, 60.0),
    ],
    ids=str,
)
def test_any_press_ends_it_and_does_what_it_always_does(
    event: Press | KeyPressed | Touched,
) -> None:
    evening = seven_tiles()
    celebrated = evening.state.celebrated
    assert celebrated is not None
    event = replace(event, at=celebrated.since + 0.1)
    after, effects = step(evening.state, event)
    plain, plain_effects = step(replace(evening.state, celebrated=None), event)
    assert after.celebrated is None
    assert (after.phase, after.message) == (plain.phase, plain.message)
    assert effects == plain_effects


def test_it_is_over_after_a_power_cut() -> None:
    state = seven_tiles().state
    assert "celebrated" not in snapshot(state, None).values


# On the screen


def test_a_question_comes_before_it() -> None:
    state = seven_tiles().state
    asking = Evening()
    asking.state = state
    asking.press(Button.NEXT)
    later = replace(asking.state, celebrated=state.celebrated)
    assert view(later, ENGLISH).dialog.question is not None
    assert shown(later) is None


def test_the_word_comes_tile_by_tile_and_a_touch_anywhere_ends_it() -> None:
    moments = {name: state for name, state, _ in play_moments()}
    state = moments["celebrated"]
    surface = pygame.Surface((800, 480), depth=24)
    screen = Scoreboard(surface)
    screen.draw(view(replace(state, celebrated=None), ENGLISH, 10.0), 10.0)
    seen = view(state, ENGLISH, 10.0)
    looks = []
    now: float | None = 10.0
    while now is not None:
        screen.draw(seen, now)
        looks.append(pygame.image.tostring(surface, "RGB"))
        now = screen.due(now)
    assert len(set(looks)) > 5
    assert screen.due(10.0 + COMES) is None
    assert screen.touched((400, 300)) == NO_TARGET
    still = pygame.Surface((800, 480), depth=24)
    Scoreboard(still, motion=False).draw(seen, 10.0)
    assert pygame.image.tostring(still, "RGB") == looks[-1]


def test_the_clocks_go_on_above_it() -> None:
    moments = {name: state for name, state, _ in play_moments()}
    texts: list[str] = []
    surface = pygame.Surface((480, 320), depth=24)
    state = moments["celebrated, clocks of four"]
    Scoreboard(surface, on_text=lambda one: texts.append(one.text)).draw(view(state, ENGLISH))
    assert "25:00" in texts
    celebrated = state.celebrated
    assert isinstance(celebrated, Celebration)
    assert any(celebrated.side in text and "+" in text for text in texts)
