"""How many tiles to draw after a play: only where the household asks for it, and there are any."""

from __future__ import annotations

from dataclasses import replace

import pytest
from play_moments import after, word
from standins import Evening, board

from device.language.texts import Texts
from device.session.core.setup import Extras
from device.session.core.state import TableState
from device.views.table import view
from engine.events import Passed, Played
from engine.game import Game
from engine.state import State
from engine.variants import load_variant
from hardware.panel.port import Button

ENGLISH, FRENCH = Texts("en"), Texts("fr")
HOUSE = Played("Ann", word("HOUSE", 7, 5))


def reminded(state: TableState, texts: Texts = ENGLISH, **extras: bool) -> tuple[str, ...]:
    on = Extras(remind_to_draw=True, **extras)
    return view(replace(state, agreed=replace(state.agreed, extras=on)), texts).text.notes


@pytest.mark.rule("CLA-TUR-02")
def test_as_many_are_drawn_as_were_laid_until_the_next_play() -> None:
    table = after([HOUSE])
    assert reminded(table.state) == ("Ann: draw 5 tiles",)
    assert reminded(table.state, FRENCH) == ("Ann\u00a0: piochez 5 jetons",)
    assert view(table.state, ENGLISH).text.notes == ()
    assert reminded(after([HOUSE, Passed("Ben")]).state) == ()
    assert reminded(after([HOUSE, Played("Ben", word("S", 7, 10))]).state) == ("Ben: draw 1 tile",)


def test_the_next_sides_tiles_end_it() -> None:
    table = after([HOUSE]).lay(board((7, 5, "across", "HOUSE")))
    assert reminded(table.state) == ("Ann: draw 5 tiles",)
    table.lay(board((7, 5, "across", "HOUSES"))).press(Button.SIDE_2)
    assert reminded(table.state) == ("Ben: draw 1 tile",)


@pytest.mark.parametrize(("bag", "said"), [(3, ("Ann: draw 3 tiles",)), (0, ())])
def test_no_more_are_drawn_than_the_bag_has(bag: int, said: tuple[str, ...]) -> None:
    table = after([])
    start = replace(table.state.game.start, bag=bag)
    game = Game.fold(start, [HOUSE])
    assert reminded(replace(table.state, game=game)) == said


def test_a_tournament_has_no_reminder_and_party_draws_nothing() -> None:
    assert reminded(after([HOUSE]).state, tournament=True) == ()
    party = Evening(variant=load_variant("party", "en"))
    assert not any("draw" in note for note in reminded(party.state))


@pytest.mark.rule("JUN-TUR-01")
def test_where_no_tiles_are_counted_it_says_up_to_how_many() -> None:
    junior = load_variant("junior", "en")
    game = Game.fold(State.start(junior, ("Ann", "Ben")), [Played("Ann", word("HOUSE", 7, 5))])
    assert game.state.bag is None
    table = Evening(variant=junior)
    assert reminded(replace(table.state, game=game)) == ("Ann: draw back up to 7",)
