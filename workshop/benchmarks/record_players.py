"""The people of a recorded game at a table: they lay its tiles, press, forget to, and answer.

What they do follows from the record alone; they take an answer only where the record says that it
is true. Tests: workshop/tests/test_recorded_evenings.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from device.language.texts import Message
from device.session.core.state import Challenge, Over, Settling, Thinking
from device.session.step import begin
from device.session.turn.points_by_hand import STEPS
from engine.events import (
    Adjusted,
    BeginnerNamed,
    Challenged,
    Ended,
    Event,
    Exchanged,
    Passed,
    Played,
    Side,
)
from engine.faults import Fault
from engine.game import Game
from engine.position import EMPTY
from engine.records.gcg import ENDINGS
from engine.records.replayed import Replayed
from engine.state import EntryKind
from engine.tiles import UNKNOWN_BLANK, Tile, letter_of
from engine.words.lexicon import Lexicon, word_list
from hardware.panel.port import SIDE_BUTTONS, Button
from workshop.benchmarks.table_presses import PressedTable, TableStuckError, in_english

FORGET_EVERY = 3
"""Every third play isn't closed by its own side, where the next side can close it."""

OWN, TILE, NEXT, BOTH = "own press", "next side's tile", "next side's press", "two plays, asked"
LATE = "not closed by next side's tiles"
MIXED = "closed with next side's tiles"
EXCHANGE, PASS, FELL, HELD = "exchange", "pass", "challenge, bad", "challenge, good"
POINTS, END = "points by hand", "end by buttons"
KINDS = (OWN, TILE, NEXT, BOTH, LATE, MIXED, EXCHANGE, PASS, FELL, HELD, POINTS, END)
"""How turns end; all but points by hand are turns of the record."""


def as_at_a_table(replayed: Replayed) -> tuple[Game, ...]:
    """The record as a table can have it, as the game before each event and at the end.

    The side that began sits first. A tournament's settlement is left to the sheet's own, and points
    for what came up after the end are given before the play that ended the game.
    """
    record = replayed.record
    events = [e for e in record.events if not isinstance(e, BeginnerNamed)]
    events = [e for e in events if not (isinstance(e, Adjusted) and e.why in ENDINGS)]
    first = next((e.side for e in record.events if isinstance(e, BeginnerNamed)), record.sides[0])
    place = record.sides.index(first)
    sides = (*record.sides[place:], *record.sides[:place])
    game = Game.begin(replayed.game.start.variant, sides)
    late: list[Event] = []
    games = [game]
    for event in events:
        if game.state.over is not None and isinstance(event, Adjusted):
            late.append(event)
            continue
        game = _added(game, event)
        games.append(game)
    if not late:
        return tuple(games)
    early = games[: _closing(games)]
    for moved in (*late, *game.events[len(early) - 1 :]):
        early.append(_added(early[-1], moved))
    return tuple(early)


def _closing(games: Sequence[Game]) -> int:
    """How many games there are before the event that ended it."""
    return next(n for n, game in enumerate(games) if game.state.over is not None)


def _added(game: Game, event: Event) -> Game:
    after = game.added(event)
    if isinstance(after, Fault):
        raise TableStuckError(f"{event} doesn't fit any more: {after.sentence}")
    return after


def agreed_words(games: Sequence[Game]) -> Lexicon:
    """A list with all words of the record but those that a challenge took off; of a play that
    fell those are bad that stand nowhere else, or all of its words where each stands elsewhere."""
    good: set[str] = set()
    fallen: list[set[str]] = []
    for before, after in pairwise(games):
        event = after.events[-1]
        last = next((e for e in reversed(before.state.entries) if e.scored is not None), None)
        if isinstance(event, Challenged) and last is not None and last.scored is not None:
            fallen.append({word.text for word in last.scored.words})
    for entry in games[-1].state.entries:
        if entry.kind is EntryKind.PLAY and entry.scored is not None:
            good |= {word.text for word in entry.scored.words}
    for words in fallen:
        good -= words - good or words
    letters = games[-1].state.variant.tile_set.letters
    return word_list(good, letters)


class RecordPlayers:
    """The people of one record, at one table. `ended_by`: how each turn was ended, with its
    presses; `stuck`: why they gave up, if they did; `mended`: what they had to put right."""

    def __init__(self, games: Sequence[Game]) -> None:
        self.games = games
        self.events = games[-1].events
        start = Game.begin(games[0].state.variant, games[0].state.sides)
        self.table = PressedTable(begin(start, words=agreed_words(games)))
        self.ended_by: list[tuple[str, int]] = []
        self.mended: list[str] = []
        self.stuck: str | None = None
        self._plays = self._done = 0

    def play(self) -> None:
        """Plays the record to its end, or until the table does something unexpected."""
        self.table.lay(self.games[0].state.position.rows())
        try:
            while self._done < len(self.events):
                at, presses = self._done, self.table.presses
                kind = self._take_turn(at, self.events[at])
                self._answer(at)
                self.ended_by.append((kind, self.table.presses - presses))
                self._done += 1
        except TableStuckError as error:
            self.stuck = f"event {self._done}: {error}"

    def _take_turn(self, at: int, event: Event) -> str:
        match event:
            case Played():
                return self._lay_and_close(at, event)
            case Challenged():
                self.table.press(Button.CHALLENGE)
                self._expect(isinstance(self.table.state.phase, Challenge))
                self.table.lay(self._rows(at + 1))
                self._expect(not isinstance(self.table.state.phase, Challenge))
                return FELL
            case Passed() if self._is_challenge(at):
                self.table.press(Button.CHALLENGE)
                self._expect(isinstance(self.table.state.phase, Challenge))
                if not isinstance(self._event(at + 1), Played):
                    self.table.press(Button.OK)
                return HELD
            case Passed(by=by):
                self._press(by)
                self.table.take("Pass")
                return PASS
            case Exchanged(by=by, count=count):
                self._press(by)
                self.table.take("Exchange tiles…")
                self.table.take(str(count))
                return EXCHANGE
            case Adjusted():
                self._change_points(event)
                return POINTS
            case Ended():
                self._end(event)
                return END
            case _:
                raise TableStuckError(f"it isn't known how to do {event}")

    # Plays

    def _lay_and_close(self, at: int, event: Played) -> str:
        self._plays += 1
        before = self.games[at].state.position
        if self._plays % 2 == 0 and len(event.tiles) > 1:
            some = list(event.tiles.items())[: len(event.tiles) // 2]
            self.table.lay(before.laid(dict(some)).rows())
        self.table.lay(self._rows(at + 1))
        following = self._event(at + 1)
        if self._plays % FORGET_EVERY or not self._can_forget(at):
            self._press(event.by)
            return OWN
        if isinstance(following, Played) and self._plays % (2 * FORGET_EVERY):
            return self._closed_by_tiles(at, event, following)
        self._press(self._next_side(following))
        all_of_it = f"It’s all {event.by}’s"
        if any(alike(offered, all_of_it) for offered in self.table.labels):
            self.table.take(all_of_it)
        self._expect(self._counted(event))
        return NEXT

    def _can_forget(self, at: int) -> bool:
        """Whether the next side goes on with tiles or a press of its own."""
        following, side = self._event(at + 1), self.games[at + 1].state.turn
        if self.games[at + 1].state.over is not None or self._is_challenge(at + 1):
            return False
        return isinstance(following, Played | Exchanged | Passed) and following.by == side

    def _closed_by_tiles(self, at: int, event: Played, following: Played) -> str:
        """The next side lays tile after tile, until the turn before is closed; else presses."""
        known, position = len(self.table.state.game.events), self.games[at + 1].state.position
        for square, tile in following.tiles.items():
            position = position.laid({square: tile})
            self.table.lay(position.rows())
            if len(self.table.state.game.events) > known:
                return TILE if self._counted(event) else self._mend(at, event, MIXED)
        self._press(following.by)
        if self.table.question is not None:
            both = _both(self.games[at + 1], self.games[at + 2])
            answer = next((o for o in self.table.labels if alike(o, both)), None)
            if answer is not None:
                self.table.take(answer)
                self._done += 1
                return BOTH
            self.table.press(Button.UNDO)  # none of it is true: the question is left
        return self._mend(at, event, LATE)

    def _mend(self, at: int, event: Played, kind: str) -> str:
        """The next side takes its tiles up, what was counted is undone, and the side presses."""
        self.mended.append(f"event {at}: {kind}: {self.table.shows}")
        while len(self.table.state.game.events) > 0 and not self._stands(at):
            self.table.press(Button.UNDO)
        self.table.lay(self._rows(at + 1))
        self._press(event.by)
        self._expect(self._counted(event))
        return kind

    def _stands(self, at: int) -> bool:
        """Whether the table knows as many plays as there were before this event."""
        kept = self.table.state.game.state.position.tiles.keys()
        return kept == self.games[at].state.position.tiles.keys()

    def _counted(self, event: Played) -> bool:
        """Whether these tiles, and no others, are the last play that was counted."""
        played = [e for e in self.table.state.game.events if isinstance(e, Played)]
        return (
            bool(played)
            and played[-1].by == event.by
            and played[-1].tiles.keys() == set(event.tiles)
        )

    # All else

    def _change_points(self, event: Adjusted) -> None:
        """Through the menu, up to what is missing, in steps as large as they come."""
        table, left = self.table, abs(event.points)
        if left == 0:
            return
        table.press(Button.NEXT)
        table.take("Change points…")
        table.take(event.side)
        table.take("Add another amount…" if event.points > 0 else "Deduct another amount…")
        for points in reversed(STEPS):
            while points <= left:
                table.take(str(points))
                left -= points
        table.take("Done")
        table.take("house rule")

    def _end(self, event: Ended) -> None:
        table = self.table
        if not isinstance(table.state.phase, Settling | Over):
            table.press(Button.END)
            table.take("End the game")
            if table.question is not None and "aren’t counted yet" in table.question.text.text:
                table.take("Yes, end it")
        if isinstance(table.state.phase, Settling):
            table.press(Button.NEXT)
        while (question := table.question) is not None:
            text, values = question.text.text, question.text.values
            if "Whose is this tile" in text:
                tile = values["tile"]
                letter = in_english(tile) if isinstance(tile, Message) else str(tile)
                owners = [
                    s
                    for s, rack in event.racks.items()
                    for t in rack
                    if _name(t) == letter.casefold()
                ]
                self._press(owners[int(str(values["n"])) - 1])
            elif "tiles left? So far" in text:
                so_far = str(values["tiles"]).replace("–", "").split()
                left = Counter(event.racks[str(values["side"])]) - Counter(so_far)
                table.take(_name(min(left)))
            else:
                table.take("Yes, that’s right")

    def _answer(self, at: int) -> None:
        """Answers what the table asks after a turn, by what the record knows."""
        table = self.table
        while (question := table.question) is not None:
            text = question.text.text
            if "Which letter is the blank" in text:
                tile = self.games[self._done + 1].state.position.at(question.squares[0])
                table.take(letter_of(tile or EMPTY))
            elif "laid the last tile" in text:
                over = self.games[at + 1].state.over is not None
                table.take("Yes, the game is over" if over else "No, look again")
            elif text == "Everyone passed. Is the game over?":
                over = isinstance(self._event(at + 1), Ended)
                table.take("Yes, end it" if over else "No, play on")
            else:
                raise TableStuckError(f"unexpected: {table.shows}")
        nameless = any(UNKNOWN_BLANK in row for row in table.state.game.state.position.rows())
        if nameless and isinstance(table.state.phase, Thinking):
            table.press(Button.OK)
            self._answer(at)

    def _is_challenge(self, at: int) -> bool:
        """Whether a pass is a challenge that failed: files say no more of it than that."""
        event, before = self._event(at), self._event(at - 1)
        if not isinstance(event, Passed) or not isinstance(before, Played):
            return False
        return self.games[at].state.bag != 0

    def _next_side(self, event: Event | None) -> Side:
        if not isinstance(event, Played | Exchanged | Passed):
            raise TableStuckError(f"no side is next: {event}")
        return event.by

    def _event(self, at: int) -> Event | None:
        return self.events[at] if 0 <= at < len(self.events) else None

    def _rows(self, at: int) -> tuple[str, ...]:
        return self.games[at].state.position.rows()

    def _press(self, side: Side) -> None:
        self.table.press(SIDE_BUTTONS[self.games[0].state.sides.index(side)])

    def _expect(self, so: bool) -> None:
        if not so:
            raise TableStuckError(f"it should be otherwise: {self.table.shows}")


def _name(tile: Tile) -> str:
    """A tile as the screen names it."""
    return "a blank" if tile == UNKNOWN_BLANK else tile.casefold()


def _both(first: Game, second: Game) -> str:
    """The last play of each of two games, in the screen's words."""
    plays = [next(e.scored for e in reversed(g.state.entries) if e.scored) for g in (first, second)]
    plays_at = [f"{play.words[0].text} at {play.play.start}" for play in plays if play is not None]
    return ", then ".join(plays_at)


def alike(kept: str, true: str) -> bool:
    """Whether two texts are equal where the first doesn't say "?" for a blank's letter."""
    return len(kept) == len(true) and all(
        a == b or (a == UNKNOWN_BLANK and b.isalpha()) for a, b in zip(kept, true, strict=True)
    )
