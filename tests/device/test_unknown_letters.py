"""Tiles with a letter that the reader was never taught are refused by name, whichever way they come
in: read with the rest of the alphabet alone, ĦOBŻ would be HOBŻ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from lobby_presses import TWO, opened, setup_in, take, value_of

import engine.tiles
import engine.variants
from device.cli.main import main
from device.language.texts import Texts
from device.session.core.setup import languages_of
from device.session.lobby.house_rules import choose
from device.session.lobby.lobby import LineKind
from engine.layouts import load_layout
from engine.sentences import begun_small
from engine.shipped_data import shipped_toml
from engine.tiles import FURTHER_SETS, TILE_LANGUAGES, load_tile_set
from vision.reader import BoardReader
from vision.reading import LABELS, UnknownLetterError, check_letters
from vision.square.classify import mask_letters

WHY = "The reader doesn’t know the letter Ħ of the tile set 'mt'"


@pytest.fixture(autouse=True)
def maltese(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Maltese tile set ships, in which the classic game can be played."""

    def data(folder: str, name: str) -> dict[str, Any]:
        if (folder, name) != ("tilesets", "mt"):
            return shipped_toml(folder, name)
        letters = dict(shipped_toml("tilesets", "en")["letters"])
        return {"language": "Maltese", "blanks": 2, "letters": {**letters, "Ħ": [8, 1]}}

    classic = engine.variants.GAMES["classic"]
    with_maltese = replace_kind(classic, (*classic.languages, "mt"))
    languages = MappingProxyType({**engine.tiles.TILE_LANGUAGES, "mt": "Maltese"})
    monkeypatch.setattr("engine.tiles.shipped_toml", data)
    monkeypatch.setattr("engine.variants.classic.TILE_LANGUAGES", languages)
    monkeypatch.setattr("device.session.lobby.lobby.TILE_LANGUAGES", languages)
    games = MappingProxyType({**engine.variants.GAMES, "classic": with_maltese})
    monkeypatch.setattr("engine.variants.GAMES", games)
    monkeypatch.setattr("device.session.core.setup.GAMES", games)
    load_tile_set.cache_clear()
    yield
    load_tile_set.cache_clear()


def replace_kind(
    kind: engine.variants.GameKind, languages: tuple[str, ...]
) -> engine.variants.GameKind:
    return kind._replace(languages=languages)


def test_the_sets_that_ship_can_all_be_read() -> None:
    for name in (*TILE_LANGUAGES, *FURTHER_SETS, "topword"):
        check_letters(load_tile_set(name))


def test_all_letters_that_lack_are_named() -> None:
    maltese = load_tile_set("mt")
    more = replace(maltese, values={**maltese.values, "Ġ": 3})
    with pytest.raises(UnknownLetterError, match=r"the letters Ħ, Ġ .* read them first"):
        check_letters(more)


def test_no_reader_is_made_for_them() -> None:
    with pytest.raises(UnknownLetterError, match=WHY):
        BoardReader(load_layout("classic"), load_tile_set("mt"))
    with pytest.raises(UnknownLetterError, match=WHY):
        mask_letters(np.full((1, len(LABELS)), 1 / len(LABELS), np.float32), load_tile_set("mt"))


@pytest.mark.parametrize(
    "call",
    [
        ["read", "board.jpg", "--language", "mt"],
        ["watch", "pictures", "--language", "mt"],
        ["calibrate", "board.jpg", "--language", "mt"],
        ["enrol", "board.jpg", "--language", "mt"],
        ["teach", "board.jpg", "--name", "ours", "--language", "mt"],
        ["doctor", "--language", "mt", "--photo", "board.jpg"],
        ["play", "--headless", "--language", "mt", "--journal", "games.db"],
        ["play", "--headless", "--language", "mt", "--camera", "folder:pictures"],
    ],
    ids=lambda call: " ".join(call[:3]),
)
def test_a_command_that_looks_at_a_board_says_so(
    call: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pictures").mkdir()
    (tmp_path / "board.jpg").touch()
    result = CliRunner().invoke(main, call)
    assert result.exit_code == 2
    assert WHY in " ".join(result.output.replace("│", "").split())


def test_a_game_in_another_language_with_such_tiles_is_refused_too(tmp_path: Path) -> None:
    settings = tmp_path / "tilekeeper.toml"
    settings.write_text('[game]\nlanguage = "en"\noptions = { tiles = "mt" }\n', encoding="utf-8")
    result = CliRunner().invoke(
        main, ["play", "--headless", "--config", str(settings), "--journal", str(tmp_path / "g.db")]
    )
    assert (result.exit_code, WHY in result.output) == (2, True)


def test_an_evening_with_such_tiles_is_refused(tmp_path: Path) -> None:
    evening = tmp_path / "evening.txt"
    evening.write_text("language mt\nlay A 8H CASA\nlay B I8 NO\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["demo", "--headless", "--evening", str(evening)])
    assert (result.exit_code, WHY in result.output) == (1, True)


def test_the_lobby_offers_no_language_that_cannot_be_read() -> None:
    assert languages_of("classic") == ("en", "fr", "de", "es", "pl", "ca", "cy", "hr", "hu")
    evening = opened()
    seen = []
    for _ in range(11):
        take(evening, LineKind.LANGUAGE)
        seen.append(value_of(evening, LineKind.LANGUAGE))
    assert seen[:5] == ["French", "German", "Spanish", "Spanish with CH, LL, RR", "Polish"]
    assert seen[5:] == ["Catalan", "Welsh", "Croatian", "Hungarian", "English", "French"]


def test_the_lobby_begins_no_game_with_such_tiles() -> None:
    evening = opened()
    state, _ = choose(evening.state, replace(setup_in(evening), language="mt"))
    assert state.message is not None
    assert f"That won’t work: {begun_small(WHY)}" in Texts("en").say(state.message)
    with pytest.raises(UnknownLetterError):
        replace(TWO, language="mt").game()
