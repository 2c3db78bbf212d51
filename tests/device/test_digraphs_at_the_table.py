"""Tiles of several letters at a table: chosen in the lobby, typed, corrected, kept and written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import in_english, labels, question_of, take
from lobby_presses import opened, setup_in, value_of
from lobby_presses import take as take_line
from standins import Evening

from device.session.core.inputs import KeyPressed
from device.session.core.setup import NO_EXTRAS, Setup
from device.session.core.state import Thinking
from device.session.lobby.lobby import LineKind
from device.session.turn.corrections import ask_which_square
from device.session.turn.questions import tile_name
from device.views.table import board_of
from engine.game import Game
from engine.records.gcg import replay_gcg
from engine.records.gcg_writing import write_gcg
from engine.records.record import GameRecord, read_record, write_record
from engine.squares import Square
from engine.tiles import DIGRAPHS, to_gcg
from engine.variants import Variant, load_variant
from hardware.panel.port import Button

CH, LL = DIGRAPHS["CH"], DIGRAPHS["LL"]
SPANISH = load_variant("classic", "es", {"tiles": "es-digraphs"})


def typing(text: str, variant: Variant = SPANISH) -> Evening:
    """An evening without a camera, at which a play is typed."""
    evening = Evening(camera=False, variant=variant)
    for key in text:
        evening.put(KeyPressed(None, evening.now, key, 0))
    return evening


def counted(evening: Evening) -> str:
    """The last play as other programs write it, with its points, once it is done."""
    take(evening, "Done")
    assert isinstance(evening.state.phase, Thinking)
    entry = evening.state.game.state.entries[-1]
    assert entry.scored is not None
    tiles = "".join(tile for _, tile in sorted(entry.scored.tiles.items()))
    return f"{to_gcg(tiles)} {entry.points}"


@pytest.mark.parametrize(
    ("text", "laid"),
    [
        ("8FCHOZA", "[CH]OZA 34"),
        ("8FC HOZA", "CHOZA 38"),
        ("8FCALLE", "CA[LL]E 26"),
        ("8H?CHE", "[ch]E 2"),
    ],
)
def test_two_letters_are_typed_for_one_tile_and_a_space_keeps_them_apart(
    text: str, laid: str
) -> None:
    evening = typing(text)
    assert counted(evening) == laid


@pytest.mark.parametrize(
    ("language", "text", "laid"),
    [
        ("ca", "8FCOL·LA", "CO[L·L]A"),
        ("ca", "8FCOL-LA", "CO[L·L]A"),
        ("ca", "8FCALLA", "CALLA"),
        ("ca", "8GQUE", "[QU]E"),
        ("hu", "8GSZO", "[SZ]O"),
        ("hr", "8FDŽEP", "[DŽ]EP"),
    ],
)
def test_the_tiles_of_every_language_can_be_typed(language: str, text: str, laid: str) -> None:
    evening = typing(text, load_variant("classic", language))
    assert counted(evening).split()[0] == laid


def test_a_second_one_that_the_set_lacks_is_laid_as_two_letters() -> None:
    evening = typing("8FCHOCHO")
    assert counted(evening).split()[0] == "[CH]OCHO"


def test_a_wrong_letter_is_corrected_to_one_by_presses() -> None:
    evening = typing("8FHOZA")
    take(evening, "Done")
    before = evening.state.game.state.totals["Ann"]
    evening.state, _ = ask_which_square(evening.state)
    evening.press(Button.OK)
    assert "CH" in labels(evening)
    assert not set(DIGRAPHS.values()) & set(labels(evening))
    take(evening, "CH")
    assert evening.state.game.state.position.at(Square.parse("F8")) == CH
    assert evening.state.game.state.totals["Ann"] == before + 2
    assert evening.state.message is not None
    assert in_english(evening.state.message).startswith("F8 is CH.")


def test_a_question_and_the_board_show_them_as_the_tile_does() -> None:
    assert in_english(tile_name(LL)) == "LL"
    evening = typing("8F")
    assert {"CH", "LL", "RR"} <= set(labels(evening))
    assert in_english(question_of(evening).text) == "8F: first letter?"
    assert dict(board_of(evening.state.game.state).faces)[CH] == "CH"


def test_spanish_is_offered_without_them_and_with_them() -> None:
    evening = opened()
    while value_of(evening, LineKind.LANGUAGE) != "Spanish":
        take_line(evening, LineKind.LANGUAGE)
    assert evening.state.game.state.variant.tile_set.total == 97
    take_line(evening, LineKind.LANGUAGE)
    assert value_of(evening, LineKind.LANGUAGE) == "Spanish with CH, LL, RR"
    assert evening.state.game.state.variant.tile_set.total == 100
    kept = setup_in(evening)
    record = GameRecord(kept.variant, kept.language, kept.sides, kept.options, kept.layout)
    assert Setup.of(record, NO_EXTRAS).tiles == ("es", "es-digraphs")
    take_line(evening, LineKind.LANGUAGE)
    assert value_of(evening, LineKind.LANGUAGE) == "Polish"
    assert "tiles" not in setup_in(evening).options


def test_a_language_chosen_on_the_first_start_does_not_keep_another_s_tiles() -> None:
    spanish = replace(Setup(), language="es").with_tiles(("es", "es-digraphs"))
    assert spanish.spoken("fr").options == {}
    assert spanish.spoken("fr").game().state.variant.tile_set.name == "fr"


def test_a_game_with_them_is_kept_and_written() -> None:
    evening = typing("8FCHOZA")
    take(evening, "Done")
    game = evening.state.game
    options = {"tiles": "es-digraphs"}
    record = GameRecord("classic", "es", ("Ann", "Ben"), options, events=tuple(game.events))
    again = read_record(write_record(record))
    assert (again.events, again.options) == (record.events, options)
    assert Game.fold(again.begin().start, again.events).state.bag == game.state.bag == 82
    text = write_gcg(again, game)
    assert "[CH]OZA" in text
    back = replay_gcg(text.encode())
    assert back.game.state.totals["Ann"] == game.state.totals["Ann"] == 34
    assert back.game.state.variant.tile_set.name == "es-digraphs"
