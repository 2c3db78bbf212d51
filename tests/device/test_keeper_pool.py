"""A game whose box isn't whole is taken up again with the letters that it began with."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.session.core.effects import Record
from device.storage.games import Keeper, start_of, unfinished
from device.storage.journal import Journal
from engine.events import Rolled
from engine.game import Game
from engine.variants import load_variant


@pytest.mark.rule("PAR-END-01")
def test_the_letters_of_the_holder_are_kept(tmp_path: Path) -> None:
    game = Game.begin(load_variant("party", "en"), ("Reds", "Blues"), pool="CATRODS")
    journal = Journal(tmp_path / "games.sqlite", lambda: 0.0)
    keeper = Keeper.of(journal, game.state.variant, game.state.sides, None, start=start_of(game))
    keeper.keep(Record(0, Rolled("Reds", "A")))
    again = unfinished(journal)
    journal.close()
    assert again is not None
    assert again.game.state.unseen == dict.fromkeys("ACDORST", 1)
