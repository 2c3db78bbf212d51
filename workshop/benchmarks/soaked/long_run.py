"""One long run: evenings at one table, one after the other, with faults, and what becomes of them.

The people act on a thread of their own, which moves the table's clock; the loop runs on the main
thread, as at a table. What is printed of it is in workshop/benchmarks/soak.py.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import logging
import os
import subprocess
import time
import traceback
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from device.addons.hall.publisher import publisher
from device.addons.hall.settings import HallSettings
from device.addons.live.live_file import LiveFile
from device.addons.page.menu import SWITCH_PAGE, OnlookersPage
from device.addons.page.onlookers import Onlookers
from device.addons.page.settings import PageSettings
from device.language.texts import Texts
from device.screen.scoreboard import Scoreboard
from device.session.core.inputs import Stop
from device.session.core.setup import NO_LIST, Offers, Setup
from device.session.core.state import DeviceState, Page, TableState
from device.session.lobby import lobby
from device.simulator.answers import ReadScreen, read_screen
from device.simulator.camera import household_table
from device.simulator.dice_players import ScriptedDice
from device.simulator.expected_game import game_laid
from device.simulator.hands import BRISK, Pace
from device.simulator.panel import Onlooker
from device.simulator.run import EveningOutcome
from device.storage.journal import GAMES_FILE, Journal
from device.storage.pictures import PlayPictures
from device.storage.tables import LearnedTable, keep_table, read_table
from device.system.memory import give_memory_back
from device.table.addons import AddOnParts
from device.table.equipment import Equipment, Output, Storage
from device.table.learning import OwnTable
from device.table.opening import Opening
from device.table.snapshots import Snapshots
from device.views.table import TableView
from engine.game import Game
from engine.variants import Variant
from engine.words.lexicon import Lexicon, shipped_lexicon, word_list
from hardware.cameras.port import Frame
from hardware.display import Display
from vision.household.own_tiles import TableKnowledge
from vision.reading import Point
from vision.render.tiles import tile_face
from workshop.benchmarks.hall import Broker, start_hall
from workshop.benchmarks.soaked.evenings import Night, at_leisure, nights
from workshop.benchmarks.soaked.faults import Faults, World, end_process
from workshop.benchmarks.soaked.figures import EVERY, CountedLog, Figures, Sample
from workshop.benchmarks.soaked.people import BouncingPins, Fingers, Host, SoakPlayers
from workshop.benchmarks.soaked.table import (
    Clock,
    Pictures,
    SoakCamera,
    SoakError,
    Table,
    TonightsDice,
    Turnstile,
    Wall,
    Witness,
    kept_game,
    open_page,
    put_together,
    take_apart,
)

AT_REST, AT_WORK, ON_TIME = 1.0, 0.2, 0.1
"""Seconds between two frames while somebody thinks, while somebody acts, and while a clock
runs."""

STIRS = 3.0
"""Seconds after a press or another screen until nothing happens any more."""

PATIENCE = 400.0
"""Seconds for which people bear with a table at which something is wrong."""

PACE = Pace(reach=0.5, fetch=0.4, leave=0.5, think=0.6, press=0.3, settle_in=1.0)

FAULTLESS = 0.15
"""The share of evenings at which nothing goes wrong, and what a script expects must be so."""

AFTER_ALL = 12.0
"""Seconds of the table's time after the last fault until it has to have everything."""

TABLE = "soak"
"""What the household's table is called, and the table in its hall."""


class Soak:
    """One long run. `play` is for a thread of its own; the loop runs on the main one."""

    def __init__(self, options: argparse.Namespace, folder: Path, at_the_end: ExitStack) -> None:
        self.options, self.folder = options, folder
        self.ratio = options.table_hours * 60 / options.minutes
        self.figures = Figures()
        self.chance = Random(f"{options.seed} soak")
        self.clock = Clock()
        wall = Wall(self.clock)
        self.turnstile = Turnstile(self.clock)
        self.pictures = Pictures(options.seed)
        self.camera = SoakCamera()
        self.pins = BouncingPins(Random(f"{options.seed} contacts"))
        self.fingers = Fingers(self.pins, self.clock)
        self.dice = TonightsDice(options.seed)
        self.witness = Witness()
        self.screen: ReadScreen | None = None
        self.players: SoakPlayers | None = None
        self.words: Lexicon | None = None
        self.changed = 0.0
        self.drawn = self.unplugged = False
        self.steps = 0
        self.tonight: list[str] = []
        self.tips: tuple[Point, ...] = ()

        display = Display(headless=True)
        at_the_end.callback(display.close)
        self.journal = Journal(folder / GAMES_FILE, wall)
        at_the_end.callback(self.journal.close)
        broker = None if options.no_hall else Broker(folder)
        self.hall: subprocess.Popen[bytes] | None = None
        followers: list[object] = [self.witness]
        texts = Texts("en")
        if broker is not None:
            at_the_end.callback(lambda: end_process(broker.process))
            self.hall = start_hall(folder / "hall", broker.port, folder / "hall.log")
            at_the_end.callback(lambda: end_process(self.hall))  # type: ignore[arg-type]
            settings = HallSettings(broker=f"127.0.0.1:{broker.port}", table=TABLE)
            follower = publisher(settings, self.journal.path, texts, self._said)
            at_the_end.callback(follower.close)
            followers.append(follower)
        live = LiveFile(folder / "live.json", self._said)
        at_the_end.callback(live.close)
        followers.append(live)
        plays = PlayPictures(folder / "pictures", 20_000_000, self._said)
        page = Onlookers(PageSettings(address="127.0.0.1", port=0, pictures=True), plays)
        at_the_end.callback(page.close)
        port = open_page(page)
        setup = Setup(sides=("Ann", "Ben"), words=NO_LIST)
        opening = Opening(
            setup.game(),
            offers=Offers(self._lexicon),
            setup=setup,
            device=DeviceState(kept=True, addons=(OnlookersPage(),)),
        )
        equipment = Equipment(
            self.pins.panel,
            display,
            self.camera,
            self.camera.reopened,
            read=self.pictures.read,
            clock=self.clock,
            chance=self.dice,
        )
        output = Output(
            texts,
            self._said,
            self._shown,
            motion=False,
            addons=AddOnParts(
                jobs={SWITCH_PAGE: page.switch},
                followers=tuple(followers),  # type: ignore[arg-type]
                onlookers=(page,),
            ),
        )
        storage = Storage(
            self.journal,
            plays,
            self._own,
            snapshots=Snapshots(folder / "state.open", self._said),
        )
        self.table: Table = put_together(
            opening,
            equipment,
            output,
            storage,
            self.turnstile,
            self.ratio,
            Scoreboard(display.surface, motion=False),
        )
        at_the_end.callback(lambda: take_apart(self.table))
        world = World(
            self.clock,
            wall,
            self.turnstile,
            self.camera,
            self.pins,
            self.fingers,
            self.journal,
            broker,
            port,
            self.ratio,
        )
        self.faults = Faults(world, Random(f"{options.seed} faults"))
        self.log = CountedLog(self.faults.recent)
        logging.getLogger().addHandler(self.log)
        self.host = Host(self.fingers, lambda: self.screen, self.passes, lambda: self.clock.lived)
        self.begun = time.monotonic()
        self.table_begun = self.clock()
        self.reported_at = 0.0
        self.sampled_at = -1.0

    # What the table does

    def _said(self, sentence: str) -> None:
        if len(self.figures.messages) < 2000:
            self.figures.messages[sentence[:60]] += 1

    def _lexicon(self, language: str, _: str | None) -> Lexicon | None:
        return self.words or shipped_lexicon(language)

    def _own(self, variant: Variant) -> OwnTable:
        """The household's table as it is known so far, which learns on."""
        folder = self.folder / "tables"
        known = read_table(folder, TABLE)
        table = known or LearnedTable(TABLE, variant.name, variant.language, TableKnowledge())
        return OwnTable(table, partial(keep_table, folder))

    def _shown(self, view: TableView, _: Display) -> None:
        self.screen = read_screen(view)
        self.changed = self.clock.lived
        if self.players is not None:
            self.players.saw(self.screen)

    # Time

    @property
    def minutes(self) -> float:
        """Real minutes so far."""
        return (time.monotonic() - self.begun) / 60

    @property
    def hours(self) -> float:
        """Hours of the table's time so far, without leaps."""
        return (self.clock.lived - self.table_begun) / 3600

    def passes(self, seconds: float) -> None:
        """This many seconds of the table's time go by, in which nobody acts but the caller."""
        until = self.clock.lived + seconds
        while (left := until - self.clock.lived) > 1e-6:
            self._step(min(AT_WORK, left))

    def _step(self, seconds: float) -> None:
        self.steps += 1
        players = self.players
        scene = self.scene
        if players is not None:
            reaches = players.reaches
            picture = self.pictures.draw(scene, reaches, self.clock(), drawn=self.drawn)
            if not (scene.around.unplugged or scene.around.stuck):
                self.last = picture
            around_gone = scene.around.unplugged
            if around_gone != self.unplugged and "camera gone" not in self.faults.now:
                self.unplugged = around_gone
                self.camera.unplug(around_gone)
            frame = self.faults.frame(Frame(self.last, self.clock()))
            if frame is not None:
                self.camera.give(frame)
                self.table.reading.wait_until_idle()
        self.clock.now += seconds
        self.turnstile.step()
        if (ahead := self.hours * 3600 / self.ratio - 60 * self.minutes) > 0.002:
            time.sleep(ahead)
        self._sample()

    def _sample(self) -> None:
        minute = self.minutes
        if minute - self.sampled_at >= 1.0 and "disk full" not in self.faults.now:
            self.sampled_at = minute
            self.figures.samples.append(Sample.taken(minute))
        if minute - self.reported_at >= EVERY and "disk full" not in self.faults.now:
            self.reported_at = minute
            self.progress()

    # Evenings

    def play(self) -> None:
        """Plays evening after evening until the time is over, then ends the table."""
        try:
            self.turnstile.step()
            options = self.options
            for night in nights(options.seed, options.drawn_every, options.only):
                if self.figures.evenings and self.minutes >= options.minutes:
                    break
                try:
                    self._evening(night)
                except SoakError:
                    raise
                except Exception as error:  # noqa: BLE001  (reported, and the next evening begins)
                    self.figures.raised[f"people: {error!r}"[:200]] += 1
                    traceback.print_exc()
                    self.faults.heal_all()
        except BaseException as error:  # noqa: BLE001  (reported, and the run ends with 1)
            self.figures.raised[repr(error)[:200]] += 1
            traceback.print_exc()
            if isinstance(error, SoakError):
                faulthandler.dump_traceback()
        finally:
            self.faults.heal_all_quietly()
            self.table.loop.post(Stop(self.clock()))

    def _evening(self, night: Night) -> None:
        figures, chance = self.figures, self.chance
        faultless = self.options.no_faults or chance.random() < FAULTLESS
        night = at_leisure(night, chance)
        evening, variant = night.evening, night.variant
        laid = game_laid(evening, variant)
        seed = chance.randrange(10**6)
        self.drawn = night.drawn
        scene = household_table(seed, variant=variant)
        self.pins.forget()
        onlooker = Onlooker(evening.sides, self.pins)
        players = SoakPlayers(
            evening,
            scene,
            self.fingers,
            seed=seed,
            pace=BRISK if night.clocked else PACE,
            patience=PATIENCE,
            onlooker=onlooker,
        )
        self.words = None
        if evening.header.words is not None:
            words = word_list(evening.header.words, variant.tile_set.letters)
            self.words = words.with_game_words(variant.extra_words)
        self.pictures.of_game(variant)
        self.dice.tonight = ScriptedDice(evening.steps, variant, seed)
        self.players, self.scene, self.unplugged = None, scene, False
        self.turnstile.on_table(lambda: self._set_up(night))
        if self.screen is not None:
            players.saw(self.screen)
        self.players = players
        self.passes(2.0)
        if not evening.header.lobby and not self.host.begin():
            figures.left_open += 1
            figures.report(f"{evening.name} doesn't begin: {self.screen}")
            return
        spoiled = self._until_left(night, players, faultless=faultless)
        self.faults.heal_all()
        self.passes(AFTER_ALL)
        figures.evenings[variant.name] += 1
        figures.made_up += night.made_up
        figures.drawn += night.drawn
        figures.without_faults += faultless
        figures.questions += len(players.asked)
        for asked in players.asked:
            figures.asked["".join(c if not c.isdigit() else "0" for c in asked.question)[:50]] += 1
        self._judge(night, players, laid, onlooker, spoiled)
        self.players = None
        # A scene is large, and an evening's people hold each other, as what was drawn of its tiles
        # is held: the run's own, not the table's.
        del scene, players
        tile_face.cache_clear()
        gc.collect()
        give_memory_back()
        figures.rests.append(Sample.taken(self.minutes))

    def _set_up(self, night: Night) -> None:
        """What a dozen presses would choose in the lobby. On the loop's thread."""
        evening, variant, loop = night.evening, night.variant, self.table.loop
        header = evening.header
        if header.lobby:
            setup = Setup(sides=evening.sides[:2], away=evening.sides[2:])
        else:
            setup = Setup(
                variant.name,
                variant.language,
                evening.sides,
                NO_LIST if header.words is None else None,
                header.options,
                extras=header.extras,
            )
        state: TableState = lobby.enter(loop.state, setup, Page.START)
        if header.holder is not None:
            game = Game.begin(state.game.state.variant, evening.sides, pool=header.holder)
            state = replace(state, game=game)
        loop.state = self.table.games.set_up_board(
            replace(state, message=None, offers=Offers(self._lexicon))
        )

    def _until_left(self, night: Night, players: SoakPlayers, *, faultless: bool) -> str:
        """Until all have left or given up; why the evening can't be as it was laid, if so."""
        spoiled = ""
        self.tonight.clear()
        while self.fingers.waiting or players.act(self.clock.lived):
            screen = self.screen
            if not faultless:
                began = self.faults.act(timed=night.timed, thinking=players.thinking)
                if began is not None:
                    self.tonight.append(f"{began} at line {players.line}")
                if began == "panel pressed wildly":
                    spoiled = self._wild() or spoiled
            tips = tuple(reach.tip for reach in players.reaches)
            if tips != self.tips:
                self.tips, self.changed = tips, self.clock.lived
            still = self.clock.lived - max(self.changed, self.fingers.last) > STIRS
            if screen is not None and screen.runs:
                seconds = ON_TIME
            else:
                seconds = AT_REST if still else AT_WORK
            self._step(seconds)
            if self.fingers.waiting:
                self.clock.jumped += seconds
        return spoiled

    def _wild(self) -> str:
        """A child presses, and the host puts right what came of it; why that can't be, if so."""
        game = self.witness.game
        before = len(game.events)
        for button in self.faults.wild():
            self.fingers.press(button, self.clock.lived)
            self.passes(self.chance.uniform(0.1, 0.6))
        self.passes(1.0)
        if not self.host.put_right(lambda: len(self.witness.game.events), before):
            self.figures.unrepaired += 1
            return "wild presses"
        if self.witness.game.events != game.events:
            self.figures.unrepaired += 1
            return "wild presses"
        self.figures.repaired += 1
        return ""

    def _judge(
        self, night: Night, players: SoakPlayers, laid: Game, onlooker: Onlooker, spoiled: str
    ) -> None:
        """Compares what was laid, shown and kept, and goes on to the lobby."""
        figures, name = self.figures, night.evening.name
        kept = self.witness.game
        if players.stuck is not None:
            reason = players.stuck.partition(": ")[2]
            figures.given_up[reason[:120]] += 1
            figures.report(
                f"{self.minutes:.1f} min {name}: gave up at {players.stuck}; {spoiled or '-'};"
                f" faults {' | '.join(self.tonight)}; asked last"
                f" {[(q.question, q.answer) for q in players.asked[-3:]]}; shown"
                f" {None if self.screen is None else (self.screen.options, self.screen.text)}"
            )
        else:
            outcome = EveningOutcome(kept, laid, players.asked, None)
            if spoiled:
                figures.given_up[f"spoiled by {spoiled}"] += 1
            elif outcome.differences:
                how = "after faults" if self.tonight else "without faults"
                how += ", asked" if players.asked else ", nothing asked"
                figures.differing[how] += 1
                figures.report(
                    f"{self.minutes:.1f} min {name}: {'; '.join(outcome.differences)};"
                    f" faults {' | '.join(self.tonight)}; asked"
                    f" {[(q.line, q.question, q.answer) for q in players.asked]}"
                )
            figures.turns += len(kept.state.entries)
        for failed in onlooker.failed if not self.tonight else ():
            figures.failed += 1
            figures.report(f"{self.minutes:.1f} min {name}: {failed}")
        if self.screen is not None and self.screen.lines:
            self._hold_against_journal(name, ())  # the players have gone on to the lobby
            return
        if not self.host.end():
            figures.left_open += 1
            figures.report(f"{name}: the game can't be ended: {self.host.trail[-8:]}")
            return
        self.passes(1.0)
        self._hold_against_journal(name, () if self.screen is None else self.screen.totals)
        if not self.host.leave():
            figures.left_open += 1
            figures.report(f"{name}: no way to the lobby: {self.host.trail[-8:]}")
            return
        self.passes(1.0)

    def _hold_against_journal(self, name: str, shown: tuple[int | None, ...]) -> None:
        """The game that was played, and what was shown of it, against its journal."""
        figures, played = self.figures, self.witness.game
        number = self.table.games.keeper.number
        if number is None:
            if played.events:
                figures.lost += 1
                figures.report(f"{name}: nothing of it is in the journal")
            return
        kept, over = kept_game(self.journal.path, number)
        if kept.events != played.events or not over:
            figures.lost += 1
            figures.report(
                f"{name}: game {number}: {len(played.events)} events were shown,"
                f" {len(kept.events)} are kept{'' if over else ', and it is not over there'}"
            )
        totals = tuple(kept.state.totals[side] for side in kept.state.sides)
        if any(one is not None and one != two for one, two in zip(shown, totals, strict=False)):
            figures.wrong_points += 1
            figures.report(f"{name}: {shown} is shown, {totals} by the rules")

    # Reports

    def progress(self) -> None:
        """A line of how it goes, for people who wait."""
        figures, now = self.figures, Sample.taken(self.minutes)
        print(
            f"{self.minutes:6.1f} min {self.hours:6.2f} table h"
            f" ({self.hours * 60 / max(self.minutes, 1e-9):.1f}x)"
            f" evenings {sum(figures.evenings.values())} turns {figures.turns}"
            f" presses {self.fingers.presses} faults {sum(self.faults.counts.values())}"
            f" differing {sum(figures.differing.values())} lost {figures.lost}"
            f" wrong {figures.wrong_points}"
            f" given up {sum(figures.given_up.values())}"
            f" RSS {now.memory:.1f} MB own {now.own:.1f} threads {now.threads} files {now.files}"
            f" log {sum(self.log.counts.values())}/{sum(self.log.unexpected.values())}"
            f" load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
