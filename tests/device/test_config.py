"""Settings: defaults, bounds, and errors that name the key and the nearest known one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pygame
import pytest

from device.language.texts import TEXT_LANGUAGES
from device.session.core.setup import Extras
from device.settings.config import ConfigError, Settings, keys_of, load_settings, own_display
from device.themes import THEMES
from engine.tiles import TILE_LANGUAGES
from engine.variants import GAMES
from hardware.panel.port import LOUDEST

DOCS = Path(__file__).parents[2] / "docs" / "config.md"


def load(tmp_path: Path, text: str) -> Settings:
    path = tmp_path / "tilekeeper.toml"
    path.write_text(text, encoding="utf-8")
    return load_settings(path)


def test_without_a_file_the_defaults_hold() -> None:
    settings = load_settings(None)
    assert settings.game.variant == "classic"
    assert (settings.screen.width, settings.screen.height) == (800, 480)


def test_house_rules_and_an_own_board_are_the_games_to_check(tmp_path: Path) -> None:
    rows = ["..*..", *["....."] * 4]
    text = f"[game]\nlayout = {rows}\n[game.options]\nstar_doubles = false\n"
    settings = load(tmp_path, text)
    assert settings.game.options == {"star_doubles": False}
    assert list(settings.game.layout) == rows


def test_a_household_changes_what_it_names(tmp_path: Path) -> None:
    settings = load(tmp_path, '[game]\nsides = ["Ann", "Ben", "Zoë"]\n[screen]\ntexts = "fr"\n')
    assert settings.game.sides == ("Ann", "Ben", "Zoë")
    assert settings.screen.texts == "fr"
    assert settings.game.variant == "classic"


def test_what_the_device_offers_is_off_until_it_is_asked_for(tmp_path: Path) -> None:
    assert load_settings(None).extras == Extras()
    settings = load(tmp_path, "[extras]\nside_clock = 25\nhide_scores = true\n")
    assert settings.extras == Extras(side_clock=25, hide_scores=True)


def test_pictures_and_the_panel_have_their_tables(tmp_path: Path) -> None:
    settings = load(tmp_path, '[pictures]\nmegabytes = 3\n[panel]\npins = "own.toml"\nvolume = 0\n')
    assert settings.pictures.most_bytes == 3_000_000
    assert (settings.panel.pins, settings.panel.volume) == ("own.toml", 0)
    assert settings.panel.speaker


def test_the_screen_has_colours_a_turn_and_motion(tmp_path: Path) -> None:
    screen = load(tmp_path, '[screen]\ntheme = "light"\nrotate = 270\nmotion = false\n').screen
    assert (screen.theme, screen.rotate, screen.motion) == ("light", 270, False)
    for theme in THEMES:
        assert load(tmp_path, f'[screen]\ntheme = "{theme}"\n').screen.theme == theme


def test_a_panel_mounted_upright_gets_the_picture_as_it_was_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    screen = load(tmp_path, "[screen]\nwidth = 480\nheight = 800\nrotate = 90\n").screen
    display = own_display(screen)
    try:
        assert display.surface.get_size() == (480, 800)
        assert pygame.display.get_surface().get_size() == (800, 480)
    finally:
        display.close()


def test_the_loudest_volume_is_the_panels_own(tmp_path: Path) -> None:
    assert load(tmp_path, f"[panel]\nvolume = {LOUDEST}\n").panel.volume == LOUDEST
    with pytest.raises(ConfigError, match=r"panel\.volume"):
        load(tmp_path, f"[panel]\nvolume = {LOUDEST + 1}\n")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[screen]\nwidht = 800", r"screen\.widht is known; did you mean screen\.width"),
        ("[gmae]\nvariant = 'nhl'", r"\[gmae\] is known; did you mean game"),
        ("variant = 'nhl'", "variant"),
        ("game = 3", r"write \[game\]"),
        ("[screen]\nwidth = 10", "screen.width: .*>= 320"),
        ("[screen]\nwidth = 'wide'", "screen.width: "),
        (
            "[screen]\ntexts = 'xx'",
            f"screen.texts: there’s no 'xx'; there are {', '.join(TEXT_LANGUAGES)}",
        ),
        ("[screen]\ntheme = 'grey'", "screen.theme: .*'grey'"),
        ("[screen]\nrotate = 45", "screen.rotate: .*45"),
        ("[screen]\nmotion = 'slow'", "screen.motion: Expected `bool`"),
        ("[game]\nsides = []", "game.sides: "),
        ("[camera]\ncorners = '1,2,3'", "3 numbers"),
        ("[game\n", "isn’t TOML"),
        ("[game]\noptions = " + "{a = " * 1000 + "1" + "}" * 1000, "nested too deeply"),
        ("[game]\noptions." + "a." * 1000 + "a = 1", "nested too deeply"),
        ('[table]\nname = "own\\n"', "table.name: "),
        ("[extras]\nrefree = true", r"extras\.refree is known; did you mean extras\.referee"),
        ("[extras]\nreferee = 1", "extras.referee: Expected `bool`"),
        ("[extras]\nside_clock = 121", "extras.side_clock: .*<= 120"),
        ("[extras]\novertime_points = -1", "extras.overtime_points: .*>= 0"),
        ("[extras]\nturn_seconds = 601", "extras.turn_seconds: .*<= 600"),
        ("[extras]\nturn_warning = 61", "extras.turn_warning: .*<= 60"),
        ("[pictures]\nmegabytes = -1", "pictures.megabytes: .*>= 0"),
        ("[panel]\nvolume = 4", "panel.volume: .*<= 3"),
        ("[panel]\nspeaker = 'on'", "panel.speaker: Expected `bool`"),
    ],
)
def test_a_bad_key_or_value_is_named(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says) as error:
        load(tmp_path, text)
    assert "tilekeeper.toml" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="doesn’t exist"):
        load_settings(tmp_path / "nowhere.toml")


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    assert load(tmp_path, "\ufeff[screen]\nwidth = 640\n").screen.width == 640


def test_every_key_is_documented() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for table in msgspec.structs.fields(Settings):
        assert f"[{table.name}]" in text
        own = text.partition(f"\n[{table.name}]\n")[2].partition("\n\n")[0]
        for key in keys_of(table.type):
            assert re.search(rf"^{key} = ", own, re.MULTILINE), f"{table.name}.{key}"


def test_the_documented_file_is_one_that_loads(tmp_path: Path) -> None:
    block = re.search(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    assert load(tmp_path, block[1]) == load_settings(None)


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("variant", GAMES),
        ("language", TILE_LANGUAGES),
        ("texts", TEXT_LANGUAGES),
        ("theme", THEMES),
    ],
    ids=("variant", "language", "texts", "theme"),
)
def test_the_page_of_settings_names_all_that_can_be_chosen(key: str, names: Iterable[str]) -> None:
    line = next(
        line
        for line in DOCS.read_text(encoding="utf-8").splitlines()
        if line.startswith(f"{key} = ")
    )
    assert [name for name in names if name not in re.findall(r"[\w-]+", line)] == []
