"""The loop end to end with stand-ins: pictures in, events kept, scores shown, lamps, tones."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from standins import ShownBoards, as_a_sensor_sees, board, reading_of

from device.language.texts import Texts
from device.storage.games import Resumed, unfinished
from device.storage.journal import Journal
from device.table.equipment import Equipment, Output, Storage
from device.table.opening import Opening
from device.table.run import run_table
from device.views.table import TableView
from engine.events import Challenged, Played
from engine.game import Game
from engine.variants import load_variant
from hardware.cameras.port import CameraError, Frame
from hardware.display import Display
from hardware.panel.port import Button, Lamp, ScriptedPanel, Tone
from vision.reading import Grid, Picture, Reading, Refusal

CLASSIC = load_variant("classic", "en")
NEW = Opening.new(CLASSIC, ("Ann", "Ben"))
YES_END = (Button.END, Button.NEXT, Button.OK)
"""The end, and once more: the racks are left out of the score."""
QUIZ = (7, 6, "across", "QUIZ")
OZONE = (6, 9, "down", "OZONE")
EIGHT = (10, 9, "across", "EIGHT")
BOARDS = [board(QUIZ), board(QUIZ, OZONE), board(QUIZ, OZONE, EIGHT)]


class Run:
    """One run of a table, and what it said, showed and lit."""

    def __init__(self, journal: Journal | None = None) -> None:
        self.messages: list[str] = []
        self.views: list[TableView] = []
        self.panel = ScriptedPanel()
        self.journal = journal
        self.resumed: Resumed | None = None

    def play(self, camera: ShownBoards | LiveTable, **more: object) -> Game:
        display = Display(headless=True)
        return run_table(
            Opening.again(self.resumed) if self.resumed else NEW,
            Equipment(
                self.panel,
                display,
                camera,
                read=camera.read,
                clock=getattr(camera, "clock", time.monotonic),
            ),
            Output(Texts("en"), self.messages.append, self._shown),
            Storage(self.journal),
            end_when_over=bool(more.get("end_when_over")),
        ).game

    def _shown(self, view: TableView, _display: Display) -> None:
        self.views.append(view)


class LiveTable:
    """A camera at 10 frames a second of its own time, over a table that changes on demand.

    `story` is a list of (board to show, buttons pressed once it has been shown): between boards a
    hand moves over the table. A press comes one second after its board lies there.
    """

    turn_by_turn = False

    def __init__(
        self, panel: ScriptedPanel, story: Sequence[tuple[Reading | Refusal, Sequence[Button]]]
    ) -> None:
        self._panel, self._story = panel, story
        self._now = 100.0
        self._closed = threading.Event()
        self._looks = 0
        self.shows = False

    def clock(self) -> float:
        self._looks += 1
        return self._now

    def frames(self) -> Iterator[Frame]:
        self.shows = True
        give_up = time.monotonic() + 20.0
        while self._panel._on_press is None and time.monotonic() < give_up:  # the loop begins
            time.sleep(0.001)
        for number, (_, buttons) in enumerate(self._story):
            for shade in (40, 90, 40):
                yield self._frame(number, shade)
            yield from self._rest(number, 10)
            for button in buttons:
                self._panel.press(button, self._now)
                self._let_the_loop_see_it()
                yield from self._rest(number, 15)

    def _let_the_loop_see_it(self) -> None:
        """Waits until the loop has looked at the clock twice, as it does with each input: on a busy
        machine all frames might be over by then."""
        enough, give_up = self._looks + 2, time.monotonic() + 2.0
        while self._looks < enough and not self._closed.is_set() and time.monotonic() < give_up:
            time.sleep(0.001)

    def _rest(self, number: int, frames: int) -> Iterator[Frame]:
        for _ in range(frames):
            if self._closed.is_set():
                return
            yield self._frame(number, 120)

    def _frame(self, number: int, shade: int) -> Frame:
        self._now += 0.1
        time.sleep(0.004)  # so that the reading thread comes in between, as at a real table
        picture = np.full((240, 320, 3), 120, dtype=np.uint8)
        picture[60:180, 80 : 100 + 20 * (number % 8)] = 200 if shade == 120 else shade
        picture[0, 0] = number
        return Frame(as_a_sensor_sees(picture, self._now), self._now)

    def read(self, picture: Picture, _last: Grid | None) -> Reading | Refusal:
        return self._story[int(picture[0, 0, 0])][0]

    def close(self) -> None:
        self._closed.set()


def test_a_recorded_folder_of_turns_becomes_a_game(tmp_path: Path) -> None:
    run = Run(Journal(tmp_path / "games.sqlite", time.time))
    game = run.play(ShownBoards([reading_of(rows) for rows in BOARDS]))
    assert [type(event) for event in game.events] == [Played] * 3
    assert game.state.totals == {"Ann": 62, "Ben": 16}
    assert run.views[-1].board.rows == BOARDS[-1]
    assert [side.total for side in run.views[-1].sides] == [62, 16]
    assert run.panel.lit[0] == frozenset({Lamp.SIDE_1})
    assert Tone.PLAY in run.panel.heard
    assert run.journal is not None
    kept = unfinished(run.journal)
    assert kept is not None
    assert kept.game.state.totals == game.state.totals
    run.journal.close()


def test_a_live_table_with_presses_becomes_the_same_game() -> None:
    run = Run()
    story = [
        (reading_of(board()), ()),
        (reading_of(board((7, 6, "across", "QU"))), ()),
        (reading_of(BOARDS[0]), [Button.SIDE_1]),
        (reading_of(BOARDS[1]), [Button.SIDE_2]),
        (reading_of(BOARDS[2]), [Button.SIDE_1]),
    ]
    game = run.play(LiveTable(run.panel, story))
    assert game.state.totals == {"Ann": 62, "Ben": 16}
    assert run.panel.lit[-1] == frozenset({Lamp.SIDE_2, Lamp.CHALLENGE})


def test_a_game_goes_on_where_the_plug_was_pulled(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    first = Run(Journal(path, time.time))
    story = [(reading_of(board()), ()), (reading_of(BOARDS[0]), [Button.SIDE_1])]
    first.play(LiveTable(first.panel, story))
    # Nothing is closed or flushed: what comes next finds the file as a power cut leaves it.
    second = Run(Journal(path, time.time))
    assert second.journal is not None
    second.resumed = unfinished(second.journal)
    story = [
        (reading_of(BOARDS[0]), ()),
        (reading_of(BOARDS[1]), [Button.SIDE_2]),
        (reading_of(BOARDS[2]), [Button.SIDE_1, Button.UNDO, Button.SIDE_1]),
    ]
    game = second.play(LiveTable(second.panel, story))
    assert game.state.totals == {"Ann": 62, "Ben": 16}
    again = unfinished(second.journal)
    assert again is not None
    assert again.game.events == game.events
    for run in (first, second):
        assert run.journal is not None
        run.journal.close()


def test_every_press_clicks_before_anything_else() -> None:
    run = Run()
    story = [(reading_of(board()), [Button.SIDE_2, Button.UNDO])]
    run.play(LiveTable(run.panel, story))
    assert run.panel.heard[:2] == [Tone.CLICK, Tone.CLICK]


def test_a_challenge_by_buttons_ends_as_expected() -> None:
    run = Run()
    story = [
        (reading_of(board()), ()),
        (reading_of(BOARDS[0]), [Button.SIDE_1, Button.CHALLENGE, Button.NEXT, Button.OK]),
        (reading_of(board()), ()),
    ]
    game = run.play(LiveTable(run.panel, story))
    assert game.events[-1] == Challenged("Ben", good=False)
    assert game.state.totals == {"Ann": 0, "Ben": 0}


def test_the_table_ends_by_itself_once_the_game_is_over() -> None:
    run = Run()
    story = [
        # Its end is asked about, and then what is left on the racks.
        (reading_of(board()), [*YES_END, *YES_END] * 2),
        (reading_of(BOARDS[0]), ()),
    ]
    game = run.play(LiveTable(run.panel, story), end_when_over=True)
    assert game.events == ()
    assert run.views[-1].over


class PulledCamera(LiveTable):
    """A table whose camera's cable is pulled at the end."""

    def frames(self) -> Iterator[Frame]:
        yield from super().frames()
        raise CameraError("The camera was unplugged.")


def test_a_pulled_camera_is_reported_and_play_goes_on_by_buttons() -> None:
    run = Run()
    story = [(reading_of(board()), ()), (reading_of(BOARDS[0]), [Button.SIDE_1])]
    camera = PulledCamera(run.panel, story)

    def press_on() -> None:
        until = time.monotonic() + 10.0
        while not any("unplugged" in shown for shown in run.messages) and time.monotonic() < until:
            time.sleep(0.01)
        end = (Button.END, Button.NEXT, Button.OK)
        # The question that names racks is left before the settlement is.
        for button in (Button.SIDE_2, *[Button.NEXT] * 2, Button.OK, *end, Button.UNDO, *end):
            run.panel.press(button, camera.clock())

    presser = threading.Thread(target=press_on)
    presser.start()
    game = run.play(camera, end_when_over=True)
    presser.join()
    assert game.state.totals["Ann"] == 44
    assert len(game.events) == 2
    assert "Camera lost" in run.views[-1].text.trouble


def test_a_camera_that_is_plugged_in_again_sees_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.table.camera_thread.REOPEN_SECONDS", 0.01)
    run = Run()
    first = PulledCamera(run.panel, [(reading_of(board()), ()), (reading_of(BOARDS[0]), ())])
    again = LiveTable(run.panel, [(reading_of(BOARDS[0]), [Button.SIDE_1])])
    tries = iter([CameraError("Not yet."), None])

    def reopen() -> LiveTable:
        if (error := next(tries)) is not None:
            raise error
        return again

    display = Display(headless=True)
    game = run_table(
        NEW,
        Equipment(
            run.panel,
            display,
            first,
            reopen,
            read=lambda picture, last: (again if again.shows else first).read(picture, last),
            clock=first.clock,
        ),
        Output(Texts("en"), run.messages.append),
    ).game
    assert any("unplugged" in shown for shown in run.messages)
    assert any("The camera is back" in shown for shown in run.messages)
    assert game.state.totals["Ann"] == 44


class BrokenReader(ShownBoards):
    """A reader with a bug."""

    def read(self, picture: Picture, _last: Grid | None) -> Reading | Refusal:
        raise ZeroDivisionError(f"a bug met a picture of {picture.shape}")


def test_a_bug_in_a_thread_ends_the_program_with_its_error() -> None:
    with pytest.raises(ZeroDivisionError):
        Run().play(BrokenReader([reading_of(BOARDS[0])]))


def test_what_is_missing_is_reported_once() -> None:
    run = Run()
    shown = ShownBoards([reading_of(BOARDS[0])])
    run_table(
        NEW,
        Equipment(_WithoutLamps(), Display(headless=True), shown, read=shown.read),
        Output(Texts("en"), run.messages.append),
    )
    assert [s for s in run.messages if "lamps" in s] == ["No lamps here."]


class _WithoutLamps(ScriptedPanel):
    @property
    def missing(self) -> str | None:  # type: ignore[override]
        return "No lamps here."


class _FailingPanel(ScriptedPanel):
    """Its buzzer fails at the first tone."""

    @property
    def missing(self) -> str | None:  # type: ignore[override]
        return "The buzzer is gone." if self.heard else None


class _TableThatGoesOn(LiveTable):
    """A table that lies there until something has happened, however long reading takes, and three
    of its seconds more."""

    def __init__(
        self,
        panel: ScriptedPanel,
        story: Sequence[tuple[Reading | Refusal, Sequence[Button]]],
        happened: Callable[[], bool],
    ) -> None:
        super().__init__(panel, story)
        self._last, self._happened = len(story) - 1, happened

    def frames(self) -> Iterator[Frame]:
        yield from super().frames()
        until = time.monotonic() + 10.0
        while not self._happened() and time.monotonic() < until:
            yield self._frame(self._last, 120)
        yield from self._rest(self._last, 30)


def test_a_part_that_fails_during_the_game_is_reported_once() -> None:
    run = Run()
    run.panel = _FailingPanel()
    story = [(reading_of(board()), ()), (reading_of(BOARDS[0]), ())]
    run.play(_TableThatGoesOn(run.panel, story, lambda: "The buzzer is gone." in run.messages))
    assert run.messages.count("The buzzer is gone.") == 1
