"""Plays an evening at the virtual table through the same `run_table` as a Pi, and judges it.

What was really laid is worked out from the script alone and compared only when all is over; until
then nothing but pictures and presses goes in. Tests: tests/device/test_virtual_evening.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

from device.evening import Evening, EveningError, Lay, PassTurn, PressTurn, Swap, TakeBack
from device.inputs import Input, RecordingEnded
from device.journal import Journal
from device.keeper import Keeper
from device.loop import Loop, OnShown
from device.reading_desk import CameraDesk, Context, ReadBoard, ReadingDesk
from device.session.step import begin
from device.table import run_table
from device.texts import Texts
from device.views import TableView
from device.virtual import FRAMES_A_SECOND, VirtualCamera, household_table
from device.virtual_table.answers import read_screen
from device.virtual_table.light import Spoiling
from device.virtual_table.motion import Pace
from device.virtual_table.players import PATIENCE, Asked, Players
from engine.events import Exchanged, Passed, Played, TableEvent, Withdrawn
from engine.faults import Fault
from engine.game import Game
from engine.squares import Square
from engine.state import Entry
from engine.tiles import UNKNOWN_BLANK
from engine.variants import Variant
from hardware.camera import CameraError, Clock
from hardware.display import Display
from hardware.panel import ScriptedPanel
from vision.render.look import Look

_ROUNDS = 3  # a reading may close a turn, and the next one is then judged from the same picture


@dataclass(frozen=True)
class Outcome:
    """How an evening went. `kept`: the game as the device kept it; `laid`: as it was played;
    `asked`: the questions it took; `stuck`: why the players gave up, if they did."""

    kept: Game
    laid: Game
    asked: tuple[Asked, ...]
    stuck: str | None

    @property
    def differences(self) -> tuple[str, ...]:
        """Sentences on everything in which the kept game isn't the one that was played, but for
        blanks that were left without a name."""
        return _differences(self.kept, self.laid)

    @property
    def nameless(self) -> tuple[Square, ...]:
        """Blanks that were kept without the letter they stand for."""
        tiles = self.kept.state.position.tiles
        return tuple(sorted(s for s, tile in tiles.items() if tile == UNKNOWN_BLANK))


class VirtualEvening:
    """One evening at one table, ready to be played once. `camera` shows what it sees."""

    def __init__(
        self,
        evening: Evening,
        variant: Variant,
        *,
        seed: int,
        pace: Pace = Pace(),  # noqa: B008  (frozen)
        spoiling: Spoiling = Spoiling(),  # noqa: B008  (frozen)
        clock: Clock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        frames_a_second: float = FRAMES_A_SECOND,
        patience: float = PATIENCE,
        look: Look | None = None,
    ) -> None:
        self._evening, self._variant, self._clock = evening, variant, clock
        self._laid = game_laid(evening, variant)
        self._panel = ScriptedPanel()
        scene = household_table(seed, look)
        self._players = Players(
            evening, scene, self._panel.press, seed=seed, pace=pace, patience=patience
        )
        self.camera = VirtualCamera(
            scene,
            self._players,
            seed=seed,
            spoiling=spoiling,
            clock=clock,
            sleep=sleep,
            frames_a_second=frames_a_second,
        )

    def play(
        self,
        display: Display,
        *,
        say: Callable[[str], None],
        journal: Journal | None = None,
        on_shown: OnShown | None = None,
        read: ReadBoard | None = None,
    ) -> Outcome:
        """Plays it to its end. Call it on the main thread; the arguments are `run_table`'s."""

        def shown(view: TableView, display: Display) -> None:
            self._players.saw(read_screen(view))
            if on_shown is not None:
                on_shown(view, display)

        kept = run_table(
            self._variant,
            self._evening.sides,
            camera=self.camera,
            panel=self._panel,
            display=display,
            journal=journal,
            texts=Texts("en"),
            say=say,
            read=read,
            clock=self._clock,
            on_shown=shown,
            end_when_over=True,
        )
        return Outcome(kept, self._laid, tuple(self._players.asked), self._players.stuck)

    @property
    def hands_away(self) -> bool:
        """Whether no hand is over the table now."""
        return not self._players.reaches

    def play_in_its_own_time(self, read: ReadBoard, on_input: Callable[[Input], None]) -> Outcome:
        """Plays it to its end on this thread alone: camera, desk and loop take turns, and the
        table's clock (that it was made with) stands still while they work.

        `on_input` is given everything that reaches the loop but presses.
        """
        variant, sides = self._variant, self._evening.sides
        display = Display(headless=True)
        state = begin(Game.begin(variant, sides), camera=True)
        loop = Loop(
            state,
            panel=self._panel,
            display=display,
            draw=lambda _: None,
            texts=Texts("en"),
            keeper=Keeper.of(None, variant, sides, None),
            say=lambda _: None,
            clock=self._clock,
            on_shown=lambda view, _: self._players.saw(read_screen(view)),
            end_when_over=True,
        )

        def post(event: Input) -> None:
            on_input(event)
            loop.post(event)

        desk = ReadingDesk(read, variant, Context(state.turn, state.followed, None), post)
        eyes = CameraDesk(self.camera, desk, post, self._clock)
        loop.connect(desk, eyes)
        loop.begin()

        def work_off() -> None:
            for _ in range(_ROUNDS):
                desk.work_off()
                loop.work_off()

        plugged = False
        while not plugged:
            try:
                for frame in self.camera.frames():
                    eyes.saw(frame)
                    work_off()
                plugged = True
            except CameraError as error:
                eyes.lost(error)
                work_off()
        post(RecordingEnded(self._clock()))
        loop.work_off()
        return Outcome(loop.state.game, self._laid, tuple(self._players.asked), self._players.stuck)


def game_laid(evening: Evening, variant: Variant) -> Game:
    """The game that an evening plays; EveningError if the rules don't allow it."""
    try:
        game = Game.begin(variant, evening.sides)
    except ValueError as error:
        raise EveningError(f"{evening.name}: {error}") from error
    laid: Played | None = None
    for step in evening.steps:
        event: TableEvent | None = None
        match step:
            case Lay(side=side, tiles=tiles) if laid is not None and laid.by == side:
                laid = Played(side, MappingProxyType({**laid.tiles, **tiles}))
            case Lay(side=side, tiles=tiles):
                # Whoever lays now has seen that the turn before was over, pressed or not.
                event, laid = laid, Played(side, tiles)
            case PressTurn() if laid is not None:
                event, laid = laid, None
            case TakeBack(side=side, counted=True):
                event = Withdrawn(side)
            case TakeBack(squares=squares) if laid is not None:
                left = {s: tile for s, tile in laid.tiles.items() if s not in squares}
                laid = Played(laid.by, MappingProxyType(left)) if left else None
            case PassTurn(side=side):
                event = Passed(side)
            case Swap(side=side, count=count):
                event = Exchanged(side, count)
        if event is not None:
            after = game.added(event)
            if isinstance(after, Fault):
                raise EveningError(f"{evening.name}, line {step.line}: {after.sentence}")
            game = after
    return game


def _differences(kept: Game, laid: Game) -> tuple[str, ...]:
    found = []
    ours, theirs = kept.state.entries, laid.state.entries
    for number, (was, is_) in enumerate(zip(theirs, ours, strict=False), 1):
        if not _same(_told(was), _told(is_)):
            found.append(f"turn {number}: {_told(was)} was played, {_told(is_)} was kept")
    if len(ours) != len(theirs):
        found.append(f"{len(theirs)} turns were played, {len(ours)} were kept")
    boards = ["".join(game.state.position.rows()) for game in (laid, kept)]
    if not _same(*boards):
        found.append("what lies on the board isn't what was kept")
    for side, total in laid.state.totals.items():
        if kept.state.totals[side] != total:
            found.append(f"{side} has {total} points, {kept.state.totals[side]} were kept")
    return tuple(found)


def _same(was: str, is_: str) -> bool:
    """Whether two texts are equal where the second doesn't say "?" for a letter."""
    return len(was) == len(is_) and all(
        a == b or (b == UNKNOWN_BLANK and a.isalpha()) for a, b in zip(was, is_, strict=True)
    )


def _told(entry: Entry) -> str:
    """An entry in a few words: side, what, points."""
    what = str(entry.kind) if entry.scored is None else entry.scored.words[0].text
    return f"{entry.side} {what} {entry.points}"
