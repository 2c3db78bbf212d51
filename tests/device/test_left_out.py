"""A game that was ended at the table with its racks left out: every sheet of it says that it is
over, and one that was only stopped for tonight says whose turn it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from answering import take
from click.testing import CliRunner
from standins import CLASSIC, Evening, board

import device.cli.play
from device.cli.main import main
from device.language.texts import Texts
from device.screen.drawing import Canvas, Written
from device.session.core.effects import CloseGame, Erase, ExitAction, Record, TableEnd
from device.session.core.state import Over
from device.simulator.named_texts import named_text
from device.storage.games import Keeper
from device.storage.journal import Journal
from device.views.table import view
from engine.events import Played
from hardware.panel.port import Button

LEFT_OUT = (
    "Tiles left on racks aren’t deducted.",
    named_text("the-game-is-over-tie", names="Ann, Ben"),
)


@pytest.fixture
def evening() -> Evening:
    """A table without a camera at which Ann has passed."""
    return take(Evening(camera=False).press(Button.NEXT), "Pass")


@pytest.fixture
def kept(evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Keeps what has happened there."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))

    def keep() -> None:
        journal = Journal(tmp_path / "games.sqlite", lambda: 0.0)
        keeper = Keeper.of(journal, CLASSIC, ("Ann", "Ben"), None)
        for effect in evening.effects:
            if isinstance(effect, Record | Erase | CloseGame):
                keeper.keep(effect)
        journal.close()

    return keep


def output_of(*arguments: object) -> str:
    result = CliRunner().invoke(main, [*map(str, arguments)])
    assert result.exit_code == 0, result.stderr
    return result.stdout


def leave_out(evening: Evening) -> None:
    take(evening.press(Button.END), named_text("end-the-game"))
    take(evening, named_text("leave-the-racks-out"), named_text("yes-leave-out"))
    assert isinstance(evening.state.phase, Over)


def test_every_sheet_says_that_it_is_over(
    evening: Evening,
    kept: Callable[[], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    leave_out(evening)
    kept()
    assert output_of("history").endswith("over\n")
    ending = "\n".join((*LEFT_OUT, ""))
    assert output_of("history", 1).endswith(ending)
    assert output_of("history", 1, "--to", "sheet").endswith(ending)
    listed = tmp_path / "games.jsonl"
    listed.write_text(output_of("history", "--json"))
    assert output_of("export", listed, "--to", "sheet").endswith(ending)
    for form in ("pdf", "png"):
        written: list[Written] = []
        monkeypatch.setattr(Canvas, "_note_text", lambda _, text, into=written: into.append(text))
        output_of("export", "--game", 1, "--to", form, "--output", tmp_path / form)
        lines = [text.text for text in written]
        assert set(LEFT_OUT) <= set(lines)
        assert not [line for line in lines if line.startswith("To play")]


def test_so_does_the_sheet_that_is_printed_as_the_table_closes(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_out(evening)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))

    def table(*_: object, **__: object) -> TableEnd:
        last = evening.state
        return TableEnd(last.game, ExitAction.NOTHING, finished=last.finished)

    monkeypatch.setattr(device.cli.play, "run_table", table)
    assert output_of("play", "--headless").endswith("\n".join((*LEFT_OUT, "")))


def test_where_undo_reopens_it_or_it_was_only_stopped_it_says_whose_turn_it_is(
    evening: Evening, kept: Callable[[], None]
) -> None:
    leave_out(evening)
    evening.press(Button.UNDO)
    take(evening.press(Button.NEXT), named_text("stop-for-tonight"))
    take(evening, named_text("yes-stop"))
    kept()
    assert output_of("history").endswith("unfinished\n")
    assert output_of("history", 1).splitlines()[-1] == f"To play: {evening.state.side}."


def test_the_end_says_that_undo_takes_back_the_end_and_not_the_play() -> None:
    evening = Evening().lay(board((7, 5, "across", "HOUSE"))).press(Button.SIDE_1)
    take(evening.press(Button.END), named_text("end-the-game"))
    take(evening.press(Button.END), named_text("yes-leave-out"))
    curve = view(evening.state, Texts("en")).page.curve
    assert curve is not None
    assert curve.hint.startswith("UNDO: undo the end")
    evening.press(Button.SIDE_1)
    assert evening.message == "The game is over. UNDO undoes the end."
    evening.press(Button.NEXT, Button.UNDO)  # closes the menu
    assert evening.message == "The game is over. UNDO undoes the end."
    evening.press(Button.UNDO)
    assert not isinstance(evening.state.phase, Over)
    assert [type(event) for event in evening.events] == [Played]
