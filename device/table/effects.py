"""Runs the effects that a step of the session asks for: journal, tones, camera, dice, the end.

The only place where an effect runs; device/session/core/effects.py lists them all. Jobs run
alongside (jobs.py). Knows no rule and no state by name.
Tests: tests/device/test_effects.py, tests/device/test_check_up.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from device.clock_and_dice.dice import rolled_from_cup
from device.doctor.checks import Report
from device.doctor.examination import Examined, MoreChecks, examine
from device.doctor.machine import this_machine
from device.doctor.panel import DrawnOn
from device.language.texts import SOURCE, Message, Texts
from device.registry import left_out
from device.session.care.device import CHECK_DEVICE
from device.session.core.effects import (
    Announce,
    CloseGame,
    DrawRack,
    Effect,
    Erase,
    ExitAction,
    Finish,
    FinishUnseen,
    FollowAgain,
    FromTable,
    Job,
    KeepClock,
    KeepLanguage,
    KeepPicture,
    Learn,
    LookCloser,
    LookNow,
    NoteAnswer,
    OpenGame,
    PlayTone,
    Record,
    RollDice,
    SetVolume,
    TurnBoard,
    UseSoundCard,
)
from device.session.core.inputs import (
    DiceRolled,
    Input,
    JournalFailed,
    JournalWritten,
    RackFound,
)
from device.session.core.state import Speaking, TableState
from device.session.core.turn_clock import due
from device.session.turn.duplicate import FIND_TOP, tops_of
from device.storage.journal import JournalError
from device.table.camera_thread import CameraPort
from device.table.equipment import Equipment, Output
from device.table.games import PlayedGames
from device.table.jobs import Answer, Jobs
from device.table.reading_thread import LastRead
from engine.common_rack import draw
from hardware.panel.port import Panel

_IN_RECORDS = Texts(SOURCE)
"""A game's record is in one language, whichever language its players use."""


TRY_AGAIN = 10.0
"""Seconds after which a failed write is retried if nothing else happens."""


class EffectRunner:
    """Runs effects at one table. `post` queues their results; `alive` is called after each, since
    many of them take long on a slow disk. `finished`: the table is to end; `then`, `last`: what
    follows, and the job before that."""

    def __init__(
        self,
        equipment: Equipment,
        camera_port: CameraPort,
        games: PlayedGames,
        check_up: CheckUp,
        output: Output,
        *,
        post: Callable[[Input], None],
        alive: Callable[[], None],
    ) -> None:
        self._panel, self._display = equipment.panel, equipment.display
        self._camera_port, self._games, self._check_up = camera_port, games, check_up
        self._texts, self._say = output.heard, output.say
        self._keep_language = output.keep_language
        known: dict[str, Callable[..., object]] = {
            CHECK_DEVICE: check_up.check,
            FIND_TOP: tops_of,
            **output.jobs,
            **output.addons.jobs,
        }
        self._jobs = Jobs(known, equipment.clock, waits=output.waits_for_jobs)
        self._use_card = output.use_card
        self._clock, self._chance = equipment.clock, equipment.chance
        self._post, self._alive = post, alive
        self._clock_kept = ""
        self._failed_at: float | None = None
        self.finished, self.then = False, ExitAction.NOTHING
        self.last: Job | None = None

    def run(self, effects: Iterable[Effect], state: TableState) -> None:
        """Runs them in order; `state` is the one they came with."""
        writable = True
        for effect in effects:
            if isinstance(effect, Record | Erase | CloseGame):
                writable = self._write_down(effect, writable=writable)
            else:
                self._run_one(effect, state)
            self._alive()

    def try_again(self, state: TableState) -> None:
        """Retries failed writes as far as it can, in case nothing else happens that would trigger a
        retry. Never while a clock runs: an attempt may take seconds."""
        failed_at = self._failed_at
        if failed_at is None or self._clock() - failed_at < TRY_AGAIN or due(state) is not None:
            return
        if self._games.keeper.waits:
            self._write(self._games.keeper.write_waiting)

    def begin_job(self, job: Job, state: TableState, answer: Answer) -> None:
        """Starts a job; `answer` is called with its result, maybe on another thread."""
        args = [self._known(one, state) if isinstance(one, FromTable) else one for one in job.args]
        self._jobs.begin(job, args, answer)

    def _known(self, what: FromTable, state: TableState) -> object:
        """The current value of this placeholder in a job's arguments."""
        match what:
            case FromTable.GAME_NUMBER:
                return self._games.keeper.number
            case FromTable.EXAMINED:
                parts = self._panel.missing, self._display.missing
                return self._check_up.examined(state, self._camera_port.last_read, *parts)
            case FromTable.GAME:
                return state.game.state
            case FromTable.WORDS:
                return state.agreed.words

    def _run_one(self, effect: Effect, state: TableState) -> None:
        match effect:
            case NoteAnswer(question, answer):
                self._games.keeper.note(_IN_RECORDS.say(question), _IN_RECORDS.say(answer))
            case KeepPicture(number):
                self._keep_picture(number)
            case KeepClock(body, in_background):
                if body != self._clock_kept or not in_background:
                    self._keep_clock(body, in_background=in_background or due(state) is not None)
                self._clock_kept = body
            case PlayTone(tone):
                self._panel.sound(tone)
            case Announce(message):
                self._say(state.device.speaks(self._texts).say(message))
            case FollowAgain():
                self._camera_port.follow_again()
            case TurnBoard(reading):
                self._camera_port.turn_board(reading)
            case LookNow():
                self._camera_port.look_now()
            case LookCloser() | OpenGame():
                self._camera_port.look_closer()
            case Learn(reading):
                if self._games.learner is not None:
                    self._games.learner.turn_ended(reading, state)
            case RollDice():
                self._roll(effect)
            case DrawRack():
                self._draw(effect)
            case Job():
                self.begin_job(effect, state, self._post)
            case KeepLanguage(language):
                self._keep_language(language)
            case UseSoundCard(card):
                if (why := self._use_card(card)) is not None:
                    silent = Message("No sound: {why}", {"why": why})
                    self._say(state.device.speaks(self._texts).say(silent))
            case SetVolume(level):
                self._panel.set_volume(level)
            case Finish(then, last):
                self.finished, self.then, self.last = True, then, last
            case FinishUnseen():
                self.finished = self.finished or not self._display.visible

    def _write_down(self, effect: Record | Erase | CloseGame, *, writable: bool) -> bool:
        """Whether it was written. If the previous write failed this one isn't tried: each attempt
        may take seconds, and all are retried with the next step."""
        keeper = self._games.keeper
        unkept = keeper.number is None
        if writable:
            writable = self._write(lambda alive: keeper.keep(effect, alive))
        else:
            keeper.later(effect)
        if isinstance(effect, Erase) or unkept:
            # A new journal counts its games from 1 again, and old pictures may lie there.
            self._forget_pictures(effect.number if isinstance(effect, Erase) else 0)
        return writable

    def _write(self, write: Callable[[Callable[[], None]], None]) -> bool:
        """Whether everything is written; posts the outcome."""
        try:
            write(self._alive)
        except JournalError as error:
            self._failed_at = self._clock()
            self._post(JournalFailed(str(error), self._failed_at))
            return False
        if self._failed_at is not None:
            self._failed_at = None
            self._post(JournalWritten(self._clock()))
        return True

    def _keep_clock(self, body: str, *, in_background: bool) -> None:
        try:
            self._games.keeper.keep_clock(body, in_background=in_background)
        except JournalError as error:
            self._failed_at = self._clock()
            self._post(JournalFailed(str(error), self._failed_at))

    def _roll(self, wanted: RollDice) -> None:
        roll = rolled_from_cup(wanted.dice, wanted.count, self._chance, out=wanted.out)
        self._post(DiceRolled(wanted.what, roll, self._clock(), wanted.turn))

    def _draw(self, wanted: DrawRack) -> None:
        unseen = dict(wanted.unseen)
        rack = draw(unseen, wanted.kept, wanted.number, wanted.size, self._chance)
        self._post(RackFound(rack, self._clock(), wanted.turn))

    def _keep_picture(self, number: int) -> None:
        picture, game = self._camera_port.last_picture, self._games.keeper.number
        if picture is not None and game is not None and self._games.pictures is not None:
            self._games.pictures.keep(game, number, picture)

    def _forget_pictures(self, number: int) -> None:
        game = self._games.keeper.number
        if game is not None and self._games.pictures is not None:
            self._games.pictures.drop(game, number)


# --- the check of the device ---


class CheckUp:
    """What a device check covers at one table, and the check itself. `folder`: where games are
    kept, None if they aren't; `panel`: the panel that reports its parts; `drawn`: the screen in
    use; `more`: additional checks."""

    def __init__(
        self,
        folder: Path | None,
        panel: Panel | None = None,
        drawn: DrawnOn | None = None,
        more: tuple[MoreChecks, ...] = (),
    ) -> None:
        self._folder, self._more = folder, more
        self._panel, self._drawn = panel, drawn

    def examined(
        self, state: TableState, last: LastRead | None, panel: str | None, screen: str | None
    ) -> Examined:
        """The current inputs of the check. `panel`, `screen`: what is missing from them; `last`:
        the last reading."""
        offers, language = state.offers, state.game.state.variant.language
        return Examined(
            camera=state.device.camera,
            picture=None if last is None else last[0].picture,
            reading=None if last is None else last[1],
            panel=panel,
            screen=screen,
            volume=state.device.volume,
            folder=self._folder,
            kept=state.device.kept,
            lexicon=None if offers is None else lambda of: offers.lexicon(of, None),
            language=language,
            parts=None if self._panel is None else self._panel.parts,
            drawn=self._drawn,
            speaks=state.device.of(Speaking) is not None,
            addons=state.device.addons,
            left_out=left_out(),
            game=state.game_sought,
        )

    def check(self, examined: Examined) -> Report:
        """The results of all its checks."""
        return examine(examined, this_machine(), self._more)
