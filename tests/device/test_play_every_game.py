"""`tilekeeper play` with every game: which lobby a call leads to, and who sits there."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import device.cli.play
from device.cli.demo import command as demo
from device.cli.play import command
from device.session.core.effects import ExitAction, TableEnd
from device.session.core.state import Lobby, Rolling, Shaking, Thinking
from device.session.lobby.house_rules import lobby_of
from device.session.step import step
from device.table.opening import Opening
from engine.variants import GAMES
from hardware.panel.port import Button, Press

FOUR = '[game]\nsides = ["Ann", "Ben", "Cleo", "Dan"]\n[extras]\nside_clock = 25\n'


class Openings:
    """Stands in for the table: keeps how it would have begun."""

    def __init__(self) -> None:
        self.seen: list[Opening] = []

    def __call__(self, opening: Opening, *_devices: object, **_more: object) -> TableEnd:
        self.seen.append(opening)
        return TableEnd(opening.game, ExitAction.NOTHING)


@pytest.fixture
def openings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Openings:
    found = Openings()
    monkeypatch.setattr(device.cli.play, "run_table", found)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return found


def call(*arguments: object) -> Result:
    return CliRunner().invoke(command, ["--headless", *map(str, arguments)])


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_begun_by_name(openings: Openings, name: str) -> None:
    result = call("--variant", name, "--sides", "Ann,Ben")
    assert result.exit_code == 0, result.output
    state = openings.seen[-1].state(camera=True)
    assert isinstance(state.phase, Lobby)
    assert state.game.state.variant.name == name
    # A table is English by default, as its lobby is.
    assert state.game.state.variant.language == "en"
    begun, _ = step(state, Press(Button.OK, 1.0))
    assert isinstance(begun.phase, {"party": Rolling, "scramble": Shaking}.get(name, Thinking))


@pytest.mark.parametrize("name", ["junior", "party", "topword", "scramble", "nhl"])
@pytest.mark.parametrize("spoken", ["en", "fr", "de"])
def test_another_game_is_played_in_the_language_of_the_table_as_in_the_lobby(
    openings: Openings, tmp_path: Path, name: str, spoken: str
) -> None:
    config = tmp_path / "tilekeeper.toml"
    config.write_text(f'[game]\nvariant = "classic"\nlanguage = "{spoken}"\n', encoding="utf-8")
    result = call("--config", config, "--variant", name)
    assert result.exit_code == 0, result.output
    lobby = lobby_of(openings.seen[-1].state(camera=True))
    assert lobby is not None
    played = lobby.setup.playing("classic", spoken).playing(name)
    assert lobby.setup.language == played.language
    assert lobby.setup.game().state.variant.language == played.language


def test_a_household_of_four_plays_party_by_two(openings: Openings, tmp_path: Path) -> None:
    config = tmp_path / "tilekeeper.toml"
    config.write_text(FOUR, encoding="utf-8")
    result = call("--config", config, "--variant", "party", "--language", "en")
    assert result.exit_code == 0, result.output
    state = openings.seen[-1].state(camera=True)
    lobby = lobby_of(state)
    assert lobby is not None
    assert lobby.setup.sides == ("Ann", "Ben")
    assert lobby.setup.away == ("Cleo", "Dan")
    assert state.agreed.extras.side_clock == 0
    assert lobby.setup.extras.side_clock == 25
    assert state.clocks.turn is None


@pytest.mark.parametrize(
    ("game", "sides", "says"),
    [
        ("party", "Ann,Ben,Cleo", "party needs 2 players with different names"),
        ("party", "Ann", "party needs 2 players"),
        ("scramble", "A,B,C,D,E", "scramble needs 2 to 4 players"),
    ],
)
def test_who_is_named_must_have_a_seat(
    openings: Openings, game: str, sides: str, says: str
) -> None:
    result = call("--variant", game, "--sides", sides)
    assert result.exit_code == 2
    assert says in result.stderr
    assert openings.seen == []


@pytest.mark.parametrize("game", ["party", "scramble"])
@pytest.mark.parametrize("source", ["folder", "video"])
def test_a_recording_of_dice_or_clock_is_refused_before_anything_is_kept(
    openings: Openings, tmp_path: Path, game: str, source: str
) -> None:
    where, kept = tmp_path / "game", tmp_path / "kept.sqlite"
    result = call("--variant", game, "--camera", f"{source}:{where}", "--journal", kept)
    assert result.exit_code == 2
    assert f"{game} is played with dice or a clock" in result.stderr
    assert "or score its plays with `tilekeeper score`" in " ".join(result.stderr.split())
    assert "Traceback" not in result.output
    assert openings.seen == []
    assert not kept.exists()


def test_the_demo_names_its_lines_one_below_the_other() -> None:
    lines = CliRunner().invoke(demo, ["--lines"]).output.splitlines()
    starts = [line.split()[0] for line in lines if line.split() and not line.startswith(" ")]
    for word in ("game", "lay", "press", "challenge", "expect"):
        assert word in starts
