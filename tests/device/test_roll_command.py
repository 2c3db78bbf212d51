"""`tilekeeper roll`: dice that tumble under a script, and dice as lines of text."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from alone import LeavingPanel, Script, Timed
from click.testing import CliRunner, Result

import device.cli.clock as clock_command
import device.cli.roll as roll_command
import hardware.display
from device.cli.main import main
from device.clock_and_dice.alone import DICE_HINT, TITLES, DiceAlone, PartyTimerAlone
from device.clock_and_dice.dice import (
    CHANCE_DIE,
    NEXT_DIE,
    TUMBLES,
    Dice,
    Roll,
    letter_dice,
    rolled_die,
    rolled_from_cup,
)
from device.clock_and_dice.party_timer import TimerView, timer_view
from device.clock_and_dice.views import DiceView
from device.language.texts import Texts
from device.simulator.named_texts import named_text
from engine.circumstances import ChanceFace
from engine.variants import load_variant
from hardware.display import Display, KeyDown, WindowClosed
from hardware.panel.port import Button, Tone

CUP = letter_dice(load_variant("scramble", "en"))


class Table:
    """A table of seven dice on a scripted panel: what was rolled, sent and drawn, and when."""

    def __init__(self, *presses: tuple[float, Button], end: float = 100.0) -> None:
        self.panel = Timed()
        self.script = Script(self.panel, [*presses, (end, Button.END)])
        self.drawn: list[tuple[float, DiceView]] = []
        self.sent: list[tuple[float, Roll]] = []
        self.made: list[tuple[float, Roll]] = []
        source = Random(4)

        def roll() -> Roll:
            self.made.append((self.panel.now, rolled_from_cup(CUP, 7, source)))
            return self.made[-1][1]

        table = DiceAlone(
            roll,
            TITLES[Dice.SCRAMBLE],
            panel=self.panel,
            draw=lambda view: self.drawn.append((self.panel.now, view)),
            texts=Texts("en"),
            report=lambda one: self.sent.append((self.panel.now, one)),
        )
        self.script.run(table)


LIES_STILL = TUMBLES[-1] + 6 * NEXT_DIE


@pytest.mark.rule("SCR-TUR-01")
def test_dice_are_rolled_at_once_tumble_and_show_what_was_rolled() -> None:
    table = Table()
    ((at, roll),) = table.made
    assert at == 0
    when, view = table.drawn[-1]
    assert when == pytest.approx(LIES_STILL, abs=1e-5)
    assert table.sent == [(when, roll)]
    assert tuple(die.face for die in view.dice) == roll.up
    assert (view.title, view.hint) == ("Letter dice", DICE_HINT.text)
    assert table.panel.times(Tone.PLAY) == [when]
    assert len(table.drawn) == len(table.panel.times(Tone.TICK)) + 1 > len(TUMBLES)


@pytest.mark.parametrize("button", [Button.OK, Button.SIDE_1, Button.SIDE_3])
def test_ok_or_a_turn_button_rolls_again_once_they_lie_still(button: Button) -> None:
    table = Table((10, button), (20, button))
    assert [at for at, _ in table.made] == [0, 10, 20]
    assert [roll for _, roll in table.sent] == [roll for _, roll in table.made]
    assert len({roll for _, roll in table.made}) == 3


def test_while_dice_tumble_a_press_changes_nothing() -> None:
    table = Table((0.2, Button.OK), (1.0, Button.SIDE_2))
    assert len(table.made) == 1
    assert table.drawn == Table().drawn


def test_other_buttons_click_and_do_nothing() -> None:
    table = Table((5, Button.UNDO), (6, Button.CHALLENGE), (7, Button.PAUSE))
    assert len(table.made) == len(table.sent) == 1
    assert len(table.panel.times(Tone.CLICK)) == 4


def test_a_client_that_leaves_early_is_logged_all_the_same() -> None:
    table = Table(end=0.3)
    assert table.sent == [(0.3, table.made[0][1])]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state directory of the test's own, and a machine without a screen."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    return tmp_path


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["roll", *arguments])


def lines(result: Result) -> list[dict[str, object]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.rule("PAR-DIE-01", "PAR-EQU-09")
def test_the_letter_die_rolls_one_of_its_letters() -> None:
    answers = lines(call("letter", "--json", "--times", "300"))
    assert {answer["dice"] for answer in answers} == {"letter"}
    seen = {"".join(map(str, rolled)) for a in answers if isinstance(rolled := a["rolled"], list)}
    assert len(seen) > 10
    assert seen <= set("ABCDEFGHILMNOPRSTUV")


def test_the_household_letters_are_those_of_its_die(state: Path) -> None:
    own = '[game]\nvariant = "party"\noptions = { letter_faces = "ZZZZZZZZZZZZZZZZZZZZ" }\n'
    (state / "tilekeeper.toml").write_text(own, encoding="utf-8")
    assert lines(call("letter", "--json")) == [{"dice": "letter", "rolled": ["Z"]}]


@pytest.mark.rule("PAR-EQU-10")
def test_the_chance_die_rolls_its_faces() -> None:
    answers = lines(call("chance", "--json", "--times", "200"))
    assert {str(face) for a in answers for face in [*_faces(a)]} == {*ChanceFace}


def _faces(answer: dict[str, object]) -> list[object]:
    rolled = answer["rolled"]
    assert isinstance(rolled, list)
    return rolled


@pytest.mark.rule("SCR-EQU-02")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_seven_letter_dice_are_rolled(language: str) -> None:
    (answer,) = lines(call("scramble", "--json", "--language", language))
    assert len(_faces(answer)) == 7


@pytest.mark.parametrize("words", [["--headless"], ["--times", "1"], []])
def test_people_get_a_line_and_without_a_screen_nobody_waits(words: list[str]) -> None:
    result = call("chance", *words)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Chance die: ")
    assert result.stdout.count("\n") == 1
    assert result.stdout.strip().removeprefix("Chance die: ") not in CHANCE_DIE.faces


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["letter", "--variant", "classic"],
            named_text("has-no-die-use-variant", game="classic", dice="letter"),
        ),
        (
            ["chance", "--variant", "nhl"],
            named_text("has-no-die-use-variant", game="nhl", dice="chance"),
        ),
        (["scramble", "--variant", "party"], "party has no letter dice: use --variant scramble"),
        (["letter", "--language", "de"], "party has no language 'de'"),
        (["letter", "--variant", "chess"], "chess"),
        (["letter", "--times", "0"], "--times"),
        (["coin"], "coin"),
        (["--json"], named_text("which-dice-say-letter-chance")),
        (["--times", "2"], named_text("which-dice-say-letter-chance")),
        (["letter", "--config", "/nowhere.toml"], "/nowhere.toml doesn’t exist"),
    ],
)
def test_a_bad_call_is_one_sentence_and_status_2(words: list[str], sentence: str) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert sentence in result.stderr.strip().splitlines()[-1]


class SeenDisplay(Display):
    """A display that counts as one that people look at; its window is closed, or a key is hit."""

    happens: KeyDown | WindowClosed = WindowClosed()
    shows = 0

    @property
    def visible(self) -> bool:
        return True

    def events(self) -> list[KeyDown | WindowClosed]:
        return [self.happens]

    def show(self, _changed: object = None) -> None:
        SeenDisplay.shows += 1


@pytest.mark.parametrize("happens", [WindowClosed(), KeyDown("escape", 1.0)])
def test_on_a_screen_dice_tumble_until_the_window_is_left(
    monkeypatch: pytest.MonkeyPatch, happens: KeyDown | WindowClosed
) -> None:
    monkeypatch.setattr(SeenDisplay, "happens", happens)
    monkeypatch.setattr(SeenDisplay, "shows", 0)
    monkeypatch.setattr(hardware.display, "Display", SeenDisplay)
    monkeypatch.setattr(roll_command, "own_panel", lambda _: Timed())
    result = call("scramble")
    assert result.exit_code == 0, result.output
    assert SeenDisplay.shows == 1
    assert result.stdout.startswith("Letter dice: ")


def test_a_panel_that_ends_it_at_once_still_shows_the_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SeenDisplay, "happens", KeyDown("x", 1.0))
    monkeypatch.setattr(hardware.display, "Display", SeenDisplay)
    monkeypatch.setattr(roll_command, "own_panel", lambda _: LeavingPanel())
    assert call("letter").stdout.startswith("Letter die: ")


def test_a_seeded_source_gives_the_same_rolls_again() -> None:
    one, other = (rolled_die(CHANCE_DIE, Random(9)) for _ in range(2))
    assert one == other


def test_without_a_word_it_is_the_timer_that_has_both_of_partys_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[TimerView] = []

    class Watched(PartyTimerAlone):
        def look(self, now: float) -> bool:
            shown.append(timer_view(self.timer, now, Texts("en")))
            return super().look(now)

    monkeypatch.setattr(clock_command, "own_panel", lambda _: LeavingPanel())
    monkeypatch.setattr(clock_command, "PartyTimerAlone", Watched)
    result = call("--headless")
    assert result.exit_code == 0, result.output
    assert {view.state for view in shown} == {named_text("roll-the-letter-die", side="A")}
    assert result.stdout == ""
