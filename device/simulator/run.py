"""Plays an evening at the virtual table through the same `run_table` as a Pi, and judges it.

The game really played is worked out from the script alone and compared only at the end; until then
only pictures and presses go in. An evening may also be played in its own time, on one thread, and
pictures of it saved. Tests: tests/device/test_virtual_evening.py,
tests/device/test_scripted_evenings.py, tests/device/test_demo.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2

from device.clock_and_dice.on_time import wait_for
from device.language.texts import Texts
from device.session.core.inputs import Input, RecordingEnded
from device.session.core.setup import Offers, Setup
from device.session.core.state import DeviceState, TableState
from device.simulator.answers import PATIENCE, Buttons, Fingers, QuestionMet, read_screen
from device.simulator.camera import FRAMES_A_SECOND, Spoiling, VirtualCamera, household_table
from device.simulator.dice_players import ScriptedDice
from device.simulator.expected_game import game_laid
from device.simulator.hands import Pace
from device.simulator.lines import Evening
from device.simulator.panel import MockPins, Onlooker
from device.simulator.players import Players
from device.storage.games import Keeper
from device.storage.journal import Journal
from device.system.given_files import write_output
from device.table.addons import AddOnParts, Follower
from device.table.camera_thread import CameraThread
from device.table.display import LookedOn, NoScreen, OnShown, Screen
from device.table.equipment import Equipment, Output, Storage
from device.table.games import OneGame
from device.table.loop import Loop, WaitForInput
from device.table.opening import Opening
from device.table.reading_thread import Context, ReadingThread, ReadsBoard
from device.table.run import run_table
from device.views.table import TableView
from engine.game import Game
from engine.sentences import Plural, Sentence, located
from engine.squares import Square
from engine.state import Entry
from engine.tiles import UNKNOWN_BLANK
from engine.variants import Variant
from engine.words.lexicon import Lexicon, shipped_lexicon, word_list
from hardware.cameras.port import CameraError, MonotonicClock
from hardware.display import Display
from vision.reading import Picture
from vision.render.look import Look

# --- an evening ---

_ROUNDS = 3  # a reading may close a turn, and the next one is then judged from the same picture


@dataclass(frozen=True)
class EveningOutcome:
    """How an evening went. `kept`: the game as the device kept it; `laid`: as it was played;
    `asked`: the questions it took; `stuck`: why the players gave up, if they did; `failed`: the
    script's expectations that weren't met; `stopped`: it was ended early."""

    kept: Game
    laid: Game
    asked: tuple[QuestionMet, ...]
    stuck: str | None
    failed: tuple[str, ...] = ()
    stopped: bool = False

    @property
    def differences(self) -> tuple[str, ...]:
        """Sentences on all differences between the kept game and the one that was played, except
        for blanks left without a name."""
        return differences(self.kept, self.laid)

    @property
    def nameless(self) -> tuple[Square, ...]:
        """Blanks kept without the letter they stand for."""
        tiles = self.kept.state.position.tiles
        return tuple(sorted(s for s, tile in tiles.items() if tile == UNKNOWN_BLANK))


@dataclass(frozen=True, eq=False)
class Means:
    """What the players do everything with. `fingers` press these `buttons`; `display` and `screen`:
    what they see and may touch."""

    buttons: Buttons
    fingers: type[Fingers]
    display: Display
    screen: Screen = field(default_factory=NoScreen)


class VirtualEvening:
    """One evening at one table, ready to be played once. `camera` shows what it sees; `opening`:
    how the table begins, if not with the game of the evening; `pins`: those of its panel; `means`:
    what its players use in place of that."""

    def __init__(
        self,
        evening: Evening,
        variant: Variant,
        *,
        seed: int,
        pace: Pace = Pace(),  # noqa: B008  (frozen)
        spoiling: Spoiling = Spoiling(),  # noqa: B008  (frozen)
        clock: MonotonicClock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        frames_a_second: float = FRAMES_A_SECOND,
        patience: float = PATIENCE,
        look: Look | None = None,
        opening: Opening | None = None,
        pins: MockPins | None = None,
        means: Means | None = None,
    ) -> None:
        self._evening, self._variant, self._clock = evening, variant, clock
        self._begins = opening
        self._laid = game_laid(evening, variant)
        self._sleep = sleep
        self._reading_thread: ReadingThread | None = None
        self._while_nothing_comes: Callable[[], None] = lambda: None
        self._pins = pins or MockPins()
        self._means = means or Means(self._pins, Fingers, Display(headless=True))
        self._onlooker = Onlooker(evening.sides, self._pins)
        scene = household_table(seed, look, variant=variant)
        self._chance = ScriptedDice(evening.steps, variant)
        self._players = Players(
            evening,
            scene,
            self._means.buttons,
            seed=seed,
            pace=pace,
            patience=patience,
            onlooker=self._onlooker,
            fingers=self._means.fingers,
        )
        self.camera = VirtualCamera(
            scene,
            self._players,
            seed=seed,
            spoiling=spoiling,
            clock=clock,
            sleep=self._rest,
            frames_a_second=frames_a_second,
        )

    def play(
        self,
        display: Display,
        *,
        say: Callable[[str], None],
        journal: Journal | None = None,
        on_shown: OnShown | None = None,
        read: ReadsBoard | None = None,
        theme: str = "",
        aloud: Texts | None = None,
        wait: WaitForInput = wait_for,
        onlookers: tuple[LookedOn, ...] = (),
    ) -> EveningOutcome:
        """Plays it to its end. Call it on the main thread; the arguments are `run_table`'s, and the
        name of the screen's colours. The screen is in English, in which scripts quote it; `aloud`:
        speech in another language; `onlookers` are given every view of the screen."""

        def shown(view: TableView, display: Display) -> None:
            self.players_see(view)
            if on_shown is not None:
                on_shown(view, display)

        end = run_table(
            replace(self._opening(), device=DeviceState(theme=theme)),
            Equipment(
                self._pins.panel,
                display,
                self.camera,
                lambda: self.camera,
                read=read,
                clock=self._clock,
                chance=self._chance,
            ),
            Output(Texts("en"), say, shown, aloud=aloud, addons=AddOnParts(onlookers=onlookers)),
            Storage(journal),
            wait=wait,
        )
        return replace(self._outcome(end.game), stopped=end.stopped)

    def play_in_its_own_time(
        self,
        read: ReadsBoard,
        on_input: Callable[[Input], None],
        on_view: Callable[[TableView], None] = lambda _: None,
        *,
        journal: Journal | None = None,
        onlookers: tuple[LookedOn, ...] = (),
        followers: tuple[Follower, ...] = (),
        seen_elsewhere: bool = False,
        texts: Texts | None = None,
    ) -> EveningOutcome:
        """Plays it to its end, in turns: camera, reading and loop on this thread, which waits for
        jobs; the table's clock (that it was made with) stands still while they work.

        `on_input` is given everything that reaches the loop but presses, `on_view` every view;
        `seen_elsewhere`: the players look at another screen, and see what `players_see` is given;
        `texts`: in place of plain English; `journal` keeps the game, if there is one; `followers`
        are given every step, and `onlookers` every view.
        """
        variant, sides = self._variant, self._evening.sides
        state = self._opening().state(camera=True)

        def shown(view: TableView, _: Display) -> None:
            if not seen_elsewhere:
                self.players_see(view)
            on_view(view)

        loop = Loop(
            state,
            Equipment(
                self._pins.panel, self._means.display, clock=self._clock, chance=self._chance
            ),
            OneGame(
                Keeper.of(journal, variant, sides, None),
                lambda opened: self._opened(opened, read),
            ),
            Output(
                texts or Texts("en"),
                lambda _: None,
                shown,
                waits_for_jobs=True,
                addons=AddOnParts(followers=followers, onlookers=onlookers),
            ),
            screen=self._means.screen,
        )

        def post(event: Input) -> None:
            on_input(event)
            loop.post(event)

        def listen() -> None:
            loop.poll_window()
            loop.drain()

        # Presses count while the camera is unplugged as well.
        self._while_nothing_comes = listen
        reading_thread = ReadingThread(read, variant, Context.of(state), post)
        camera_thread = CameraThread(self.camera, reading_thread, post, self._clock)
        loop.connect(reading_thread, camera_thread)
        self._reading_thread = reading_thread
        loop.begin()

        def drain() -> None:
            for _ in range(_ROUNDS):
                reading_thread.drain()
                listen()

        plugged = False
        while not plugged:
            try:
                for frame in self.camera.frames():
                    camera_thread.take_frame(frame)
                    drain()
                plugged = True
            except CameraError as error:
                camera_thread.lost(error)
                drain()
        post(RecordingEnded(self._clock()))
        loop.drain()
        self._pins.panel.close()
        return self._outcome(loop.state.game)

    def players_see(self, view: TableView) -> None:
        """The screen that the players look at shows this."""
        self._players.saw(read_screen(view))

    def players_wait(self, behind: bool) -> None:
        """Whether the screen that the players look at is known to be behind: they go on waiting
        for what it shows, however long it takes."""
        self._players.wait_for_screen(behind)

    def _rest(self, seconds: float) -> None:
        self._sleep(seconds)
        self._while_nothing_comes()

    def _opening(self) -> Opening:
        evening, variant = self._evening, self._variant
        if self._begins is not None:
            return self._begins
        words = agreed_words(evening, variant)
        if evening.header.lobby:
            setup = Setup(sides=evening.sides[:2], away=evening.sides[2:])
            offers = Offers(lambda language, _: words or shipped_lexicon(language))
            return Opening(setup.game(), offers=offers, setup=setup)
        game = Game.begin(variant, evening.sides, pool=evening.header.holder)
        return Opening(game, extras=evening.header.extras, words=words)

    def _opened(self, state: TableState, read: ReadsBoard) -> TableState:
        """The game that was chosen in the lobby begins."""
        context = Context.of(state)
        if self._reading_thread is not None:
            self._reading_thread.begin_game(read, state.game.state.variant, context)
        return state

    def _outcome(self, kept: Game) -> EveningOutcome:
        asked, failed = self._players.asked, tuple(self._onlooker.failed)
        return EveningOutcome(kept, self._laid, asked, self._players.stuck, failed)


def agreed_words(evening: Evening, variant: Variant) -> Lexicon | None:
    """The list that the players agreed on, with the words that the game itself allows."""
    words = evening.header.words
    if words is None:
        return None
    laid = map(variant.tile_set.tokenized, words)
    return word_list(laid, variant.tile_set.letters).with_game_words(variant.extra_words)


def differences(kept: Game, laid: Game) -> tuple[str, ...]:
    """Sentences on all differences between a kept game and the one that was played."""
    found = []
    ours, theirs = kept.state.entries, laid.state.entries
    for number, (was, is_) in enumerate(zip(theirs, ours, strict=False), 1):
        if not _same(_in_words(was), _in_words(is_)):
            found.append(
                Sentence(
                    "turn {n}: {was} was played, {kept} was saved",
                    n=number,
                    was=_in_words(was),
                    kept=_in_words(is_),
                )
            )
    if len(ours) != len(theirs):
        found.append(
            Sentence(
                Plural("{n} turn was played, {m} saved", "{n} turns were played, {m} saved"),
                n=len(theirs),
                m=len(ours),
            )
        )
    boards = ["".join(game.state.position.rows()) for game in (laid, kept)]
    if not _same(*boards):
        found.append(Sentence("what’s on the board isn’t what was saved"))
    for side, total in laid.state.totals.items():
        # A table that got stuck in the lobby may have other sides.
        was_kept = kept.state.totals.get(side, 0)
        if was_kept != total:
            found.append(
                Sentence(
                    Plural(
                        "{side} has {n} point, {m} were saved",
                        "{side} has {n} points, {m} were saved",
                    ),
                    side=side,
                    n=total,
                    m=was_kept,
                )
            )
    signed, was_signed = kept.state.signed, laid.state.signed
    if signed != was_signed:
        by, said = ", ".join(was_signed) or "–", ", ".join(signed) or "–"
        found.append(Sentence("signed: {by}, saved: {said}", by=by, said=said))
    return tuple(found)


def _same(was: str, is_: str) -> bool:
    """Whether two texts are equal, ignoring letters for which the second has "?"."""
    return len(was) == len(is_) and all(
        a == b or (b == UNKNOWN_BLANK and a.isalpha()) for a, b in zip(was, is_, strict=True)
    )


def _in_words(entry: Entry) -> str:
    """An entry in a few words: side, what, points."""
    what = str(entry.kind) if entry.scored is None else entry.scored.words[0].text
    return f"{entry.side} {what} {entry.points}"


# --- pictures of an evening ---

EARLY = 3
"""The number of turns before the early picture."""


class ScreenshotError(Exception):
    """A picture that can't be saved; the text is one sentence with its file."""


class Screenshots:
    """Saves PNG files into a folder: the lobby, early, in the middle, a question, a challenge, a
    square being pointed at, a rack that is wanted, the end, and with the middle one the camera's
    picture. `saved` are the files so far."""

    def __init__(self, folder: Path, turns: int, camera: Callable[[], Picture | None]) -> None:
        self._folder, self._camera = folder, camera
        self._middle = max(EARLY + 1, turns // 2)
        self._turn: str | None = None
        self._turns = 0
        self.saved: list[Path] = []

    def shown(self, view: TableView, display: Display) -> None:
        """The display shows this view now."""
        turn = next((side.name for side in view.sides if side.turn), None)
        if self._turn is not None and turn != self._turn:
            self._turns += 1
        self._turn = turn
        if view.over:
            self._save("end", display)
        elif view.dialog.question is not None:
            self._save("question", display)
        elif (name := _special(view)) is not None:
            self._save(name, display)
        elif self._turns == self._middle:
            if self._save("middle", display):
                self._save_camera()
        elif self._turns == EARLY:
            self._save("early", display)

    def _save(self, name: str, display: Display) -> bool:
        """Whether this was the first picture of that name."""
        path = self._folder / f"{name}.png"
        if path in self.saved:
            return False
        self._write(path, display.png())
        return True

    def _save_camera(self) -> None:
        picture = self._camera()
        if picture is None:
            return
        path = self._folder / "camera.png"
        done, data = cv2.imencode(".png", picture)
        if not done:
            raise ScreenshotError(
                located(path, Sentence("the camera’s picture can’t be written as PNG"))
            )
        self._write(path, data.tobytes())

    def _write(self, path: Path, data: bytes) -> None:
        try:
            write_output(path, data)
        except OSError as error:
            raise ScreenshotError(
                Sentence(
                    "can’t write {path} ({why}): make room, or name another folder with --output",
                    path=path,
                    why=error.strerror or error,
                )
            ) from error
        self.saved.append(path)


def _special(view: TableView) -> str | None:
    """The name of a screen that isn't the board of a turn in progress."""
    screens = {
        "lobby": view.page.lobby,
        "challenge": view.dialog.challenge,
        "pointing": view.board.pointed,
        "settling": view.dialog.settling,
    }
    return next((name for name, shown in screens.items() if shown is not None), None)


# --- time that passes only while the camera waits ---


class TableTime:
    """A clock in seconds; only `sleep` takes any time."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        """Advances by this many seconds at once."""
        self.now += seconds
