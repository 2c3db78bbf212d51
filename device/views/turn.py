"""What a screen shows of a turn: the sides with their times, the last play, the curve of scores.

A play is taken apart word by word and tile by tile as the engine counted it; while a clock still
runs the points of a word aren't known, and none are shown. Counts nothing itself; worked out from a
table's state and a time that is handed in, knows no clock and no screen.
Tests: tests/device/test_views.py, tests/device/test_counted_words.py,
tests/device/test_curve_views.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from device.clock_and_dice.views import time_text
from device.language.numbers import plain, signed
from device.language.texts import IN_A_ROW, N_, Message, Texts, TextValue
from device.language.wording import fault_message
from device.score.sheet import RARE_LETTER, extra_name, in_short, tile_letters, word_line
from device.session.core.celebration import BONUS_WORD
from device.session.core.commit import undo_takes_a_play
from device.session.core.observation import TurnReading
from device.session.core.signatures import missing_signatures, signatures_text
from device.session.core.state import (
    Clearing,
    Over,
    Ready,
    Rolling,
    Running,
    Settling,
    Shaking,
    Stopping,
    TableState,
)
from engine.course import (
    best_plays,
    is_on_track,
    leaders,
    many_tile_plays,
    pegs,
    places,
    totals_by_turn,
)
from engine.events import Side
from engine.scoring import CountedLetter, Reason, ScoredPlay, Word
from engine.sentences import Plural
from engine.squares import Square
from engine.state import Entry, EntryKind, LetterTurn, State, Took
from engine.tiles import TileSet, is_blank, letter_of, load_tile_set
from engine.turns.ending import winners
from engine.variants.party import CHANCE_TIMES, ROLLS, ZONE_POINTS, ZONE_TIMES

# --- sides ---


@dataclass(frozen=True)
class PegsView:
    """The holes of a side's pegs (TOP-EQU-07): 236 is 200, 30 and 6. `beyond`: they are at an end
    of the track and can't show the total; `label`: what these are, "" for no label."""

    hundreds: int
    tens: int
    units: int
    beyond: bool = False
    label: str = ""

    @property
    def holes(self) -> tuple[str, str, str]:
        """The three holes as a sum, which makes the points."""
        return str(self.hundreds), f"+ {self.tens}", f"+ {self.units}"


@dataclass(frozen=True)
class SideView:
    """A side's name and points (None: hidden until the end); `turn`: it is its turn; `won`: it has
    won, maybe with others; `target`: the points it plays to, if any; `pegs`: where its pegs stand,
    in a game with a score track.

    `clock`: the time it has left for the game, as text, "" without clocks; `clock_runs`: right
    now; `overtime`: it has none left.
    """

    name: str
    total: int | None
    turn: bool
    won: bool = False
    target: int | None = None
    clock: str = ""
    clock_runs: bool = False
    overtime: bool = False
    pegs: PegsView | None = None


@dataclass(frozen=True)
class CountdownView:
    """The time left of a turn, as text; `low`: its warning has been given."""

    left: str
    low: bool


def side_views(table: TableState, now: float, texts: Texts | None = None) -> tuple[SideView, ...]:
    """The sides in their order round the table; without `texts` their pegs have no label."""
    state, won, clocks = table.game.state, winners(table.game.state), table.clocks.sides
    targets: Mapping[Side, int] = {}
    if state.variant.targets is not None:
        targets = state.variant.targets.of(state.sides)
    hidden = table.agreed.extras.hide_scores and not table.finished
    turn = None if table.finished else _whose(table)
    label = "" if texts is None else texts("Pegs")

    def shown(side: Side, total: int) -> SideView:
        left = None if clocks is None else clocks.left_of(side, now)
        return SideView(
            side,
            None if hidden else total,
            turn=side == turn,
            won=side in won,
            target=targets.get(side),
            clock="" if left is None else time_text(left),
            clock_runs=clocks is not None and left is not None and clocks.runs == side,
            overtime=left is not None and left < 0,
            pegs=_pegs(total, label) if state.variant.score_track and not hidden else None,
        )

    return tuple(shown(side, total) for side, total in state.totals.items())


def countdown(table: TableState, now: float) -> CountdownView | None:
    """The time left of the turn whose clock runs, else of the turn of the side to move."""
    clocks = table.clocks.sides
    side = table.side if clocks is None or clocks.runs is None else clocks.runs
    if clocks is None or side is None or table.finished:
        return None
    left = clocks.turn_left_of(side, now)
    if left is None:
        return None
    warned = left <= table.agreed.extras.turn_warning < table.agreed.extras.turn_seconds
    return CountdownView(time_text(max(0.0, left)), warned or left <= 0)


def _pegs(total: int, label: str) -> PegsView:
    units, tens, hundreds = pegs(total)
    return PegsView(hundreds, tens, units, not is_on_track(total), label)


def _whose(table: TableState) -> Side | None:
    """The side that has something to do: usually the one to move."""
    phase = table.where
    return phase.side if isinstance(phase, Settling) else table.side


# --- a play's arithmetic ---

ALL_TILES = frozenset({"CLA-SCO-13", "NHL-PEE-02", "TOP-SCO-06"})
"""Rules that give points for laying many tiles at once."""

ALL_DICE = "SCR-SCO-08"
"""The same for dice."""

CLOCK_TIMES: Mapping[str, int] = MappingProxyType(
    {rule: times for times, rule in ZONE_TIMES.values()}
)
"""Rules by which the clock multiplies, and how many times."""

CHANCE = frozenset(rule for _, rule in CHANCE_TIMES.values())
"""Rules by which the chance die multiplies a letter."""

CLOCK_POINTS = frozenset(rule for _, rule in ZONE_POINTS.values())
"""The rules that deduct points."""


@dataclass(frozen=True)
class TileView:
    """A tile of a word: its face, its points, and how many times this word counts them (0: another
    word does); `new`: laid in this play; `blank`: it stands for its letter."""

    face: str
    points: int
    times: int = 1
    new: bool = False
    blank: bool = False


@dataclass(frozen=True)
class WordView:
    """A word: its tiles, how many times they all count, and its points; `line` says it as text."""

    tiles: tuple[TileView, ...]
    times: int
    points: int
    line: str


@dataclass(frozen=True)
class ExtraView:
    """Points beyond the words, with their reason; no points: a remark on the arithmetic. `has_sum`:
    it says what they come to."""

    what: str
    points: int = 0
    has_sum: bool = False

    @property
    def line(self) -> str:
        """Both as text, or the sum or the remark alone."""
        return (
            self.what if self.has_sum or not self.points else f"{self.what} {signed(self.points)}"
        )


def word_views(scored: ScoredPlay, tiles: TileSet) -> tuple[WordView, ...]:
    """The words of a play, the main word first."""
    return tuple(_word(word, scored, tiles) for word in scored.words)


def word_tiles(state: State, text: str) -> tuple[TileView, ...]:
    """A word of the last play with its blanks, as it was laid; any other with the set's tiles.
    Nothing of it says what it was worth."""
    tiles = state.variant.tile_set
    last = next((e.scored for e in reversed(state.entries) if e.scored is not None), None)
    for word in () if last is None else last.words:
        if last is not None and word.text == text:
            return tuple(replace(tile, times=1) for tile in _word(word, last, tiles).tiles)
    return tuple(
        TileView(tile_letters(tiles, tile), tiles.values.get(tile, 0))
        for tile in tiles.tokenized(text)
    )


def extra_views(scored: ScoredPlay, texts: Texts) -> tuple[ExtraView, ...]:
    """What the play earned or lost beyond its words, after what its main word leaves out."""
    laid = len(scored.tiles)
    return (
        *_counted_elsewhere(scored, texts),
        *(
            ExtraView(_what(extra, laid, texts), extra.points, CLOCK_TIMES.get(extra.rule, 1) > 1)
            for extra in scored.extras
            if extra.points
        ),
    )


def _counted_elsewhere(scored: ScoredPlay, texts: Texts) -> Iterator[ExtraView]:
    """Which letters of the main word another word counts (TOP-SCO-05)."""
    main, *others = scored.words
    shared = [letter for letter in main.letters if not letter.times]
    if len(shared) > 1:
        yield ExtraView(texts("shared letters: counted in other words"))
    for letter in shared if len(shared) == 1 else ():
        word = next(word for word in others if letter.square in word.squares)
        face = tile_letters(load_tile_set("topword"), letter.tile)
        yield ExtraView(texts("{letter}: counted in {word}", letter=face, word=word.text))


def _word(word: Word, scored: ScoredPlay, tiles: TileSet) -> WordView:
    shown = tuple(_tile(letter, scored, tiles) for letter in word.letters)
    return WordView(shown, word.times, word.points, word_line(word))


def _tile(letter: CountedLetter, scored: ScoredPlay, tiles: TileSet) -> TileView:
    return TileView(
        tile_letters(tiles, letter_of(letter.tile)),
        letter.value,
        letter.times,
        letter.square in scored.tiles,
        is_blank(letter.tile),
    )


def _what(extra: Reason, laid: int, texts: Texts) -> str:
    if extra.rule in ALL_TILES:
        return texts(Plural("{n} tile at once", "{n} tiles at once"), n=laid)
    if extra.rule == ALL_DICE:
        return texts(Plural("{n} die at once", "{n} dice at once"), n=laid)
    if extra.rule in CLOCK_TIMES:
        return _multiple(extra.points, CLOCK_TIMES[extra.rule], texts)
    if extra.rule in CLOCK_POINTS:
        return texts("clock")
    if extra.rule in CHANCE:
        return texts("chance die: {letter}", letter=extra.what)
    if extra.rule == RARE_LETTER:
        return texts("rare letter {letter}", letter=extra_name(extra))
    if extra.rule.startswith(BONUS_WORD):
        return texts("bonus word {word}", word=extra.what)
    return extra_name(extra)


def _multiple(more: int, times: int, texts: Texts) -> str:
    """What the clock makes of a turn's points, as the sheet's table of multiples has it
    (PAR-SCO-07); `more`: what that adds to them."""
    if times < 2:
        return texts("clock ×{n}", n=times)
    points = more // (times - 1)
    values = {"points": points, "n": times, "total": points * times}
    return texts("clock: {points} × {n} = {total}", **values)


# --- the last play ---

NO_PLAYS = (Settling, Shaking, Clearing)
"""States in which the tiles on the board are racks, newly rolled dice, or leftovers."""

IN_TIME = (Ready, Running, Stopping)
"""States in which a word has no value yet, and there is no time to look at another."""


@dataclass(frozen=True)
class PlayView:
    """A play: who laid it, a line for each word with its arithmetic, and the points (None while
    scores are hidden or not known yet); `counted`: whether it stands or has only been seen so far,
    and `note` a word for that where the points don't show it. `words` and `extras` hold the same
    arithmetic tile by tile, where points are shown; `word` is the main word by itself."""

    side: str
    lines: tuple[str, ...]
    points: int | None
    counted: bool
    note: str = ""
    words: tuple[WordView, ...] = ()
    extras: tuple[ExtraView, ...] = ()
    word: str = ""

    @property
    def in_short(self) -> TurnView:
        """The play among other turns, where there is no room for more of it."""
        return TurnView(self.side, self.word, "" if self.points is None else signed(self.points))


def seen_in_turn(table: TableState) -> TurnReading | None:
    """What was seen of this turn's play, in states where the tiles can be one; what was seen of it
    before, while more lies there than one play."""
    return None if isinstance(table.where, NO_PLAYS) else table.seen or table.whole_play


def shows_only_record(table: TableState) -> bool:
    """Whether the table is only a clock and a record as yet, and shows no words but on the
    board."""
    return table.agreed.extras.record_only and not table.finished


def last_play(table: TableState, texts: Texts) -> tuple[PlayView | None, frozenset[Square]]:
    """The play seen in this turn, else the last one counted, if words are shown; and its
    squares."""
    play, lit = _last_play(table, texts)
    return None if shows_only_record(table) else play, lit


def _last_play(table: TableState, texts: Texts) -> tuple[PlayView | None, frozenset[Square]]:
    seen = seen_in_turn(table)
    if seen is not None and table.side is not None:
        lit = frozenset(seen.observed.tiles)
        if seen.play is not None:
            return _seen_play(table, table.side, seen.play, texts), lit
        if seen.observed.faults and not table.agreed.extras.tournament:
            lines = (texts.say(fault_message(seen.observed.faults[0])),)
            return PlayView(table.side, lines, 0, counted=False), lit
    entry = _last_entry(table)
    if entry is None or entry.scored is None:
        return None, frozenset()
    lit = frozenset(entry.scored.tiles)
    if isinstance(table.where, IN_TIME):
        return None, lit
    return _play_view(table, entry.side, entry.scored, texts, counted=True), lit


def _seen_play(table: TableState, side: Side, scored: ScoredPlay, texts: Texts) -> PlayView:
    """A play on the board that doesn't count yet; with its points, if they depend only on the
    word, and not on a clock or on what was rolled."""
    helps = table.agreed.extras.tournament  # players may not try out what a play would earn
    if table.game.state.stage is None and not helps:
        return _play_view(table, side, scored, texts, counted=False)
    words = tuple(word.text for word in scored.words)
    return PlayView(side, words, None, counted=False, note=texts("seen"))


def _play_view(
    table: TableState, side: Side, scored: ScoredPlay, texts: Texts, *, counted: bool
) -> PlayView:
    if table.agreed.extras.hide_scores and not table.finished:
        named = tuple(word.text for word in scored.words)
        return PlayView(side, named, None, counted, word=named[0])
    words = word_views(scored, table.game.state.variant.tile_set)
    extras = extra_views(scored, texts)
    lines = (*(word.line for word in words), *(extra.line for extra in extras))
    word = scored.words[0].text
    return PlayView(side, lines, scored.points, counted, words=words, extras=extras, word=word)


def _last_entry(table: TableState) -> Entry | None:
    entries = table.game.state.entries
    return next((e for e in reversed(entries) if e.kind is EntryKind.PLAY), None)


# --- what happened in other turns ---

SHOWN_BEFORE = 3
"""The greatest number of turns shown from before the last play."""

ASIDE = frozenset({EntryKind.PENALTY, EntryKind.CHALLENGE_BONUS})
"""Kinds that take no turn but are as good as one to know of."""


@dataclass(frozen=True)
class TurnView:
    """A turn in a few words: whose, what happened, and its points as text, "" for none."""

    side: str
    what: str
    points: str = ""


def turns_since(table: TableState, texts: Texts) -> tuple[TurnView, ...]:
    """What has happened since the last play that counted, such as a pass or a lost turn; nothing
    once the next play is seen, nor where a clock matters more (`why_over`)."""
    if seen_in_turn(table) is not None or table.game.state.stage is not None:
        return ()
    found = []
    for entry in reversed(table.game.state.entries):
        if entry.kind is EntryKind.PLAY:
            break
        if entry.kind in ASIDE or entry.kind.took in (Took.TURN, Took.LOST_TURN):
            found.append(_turn(table, entry, texts))
    return tuple(reversed(found))


def turns_before(table: TableState, texts: Texts) -> tuple[TurnView, ...]:
    """The turns before the play that is shown, the latest first."""
    if shows_only_record(table):
        return ()
    turns = [e for e in table.game.state.entries if e.kind.took in (Took.TURN, Took.LOST_TURN)]
    if seen_in_turn(table) is None:
        while turns and turns.pop().kind is not EntryKind.PLAY:
            pass
    return tuple(_turn(table, entry, texts) for entry in turns[: -SHOWN_BEFORE - 1 : -1])


def _turn(table: TableState, entry: Entry, texts: Texts) -> TurnView:
    hidden = table.agreed.extras.hide_scores and not table.finished
    points = signed(entry.points) if entry.reasons and not hidden else ""
    if entry.kind is EntryKind.PLAY and entry.scored is not None:
        return TurnView(entry.side, entry.scored.words[0].text, points)
    said = AFTER_A_NAME.get(entry.kind)
    return TurnView(entry.side, in_short(entry, texts) if said is None else texts(said), points)


AFTER_A_NAME: Mapping[EntryKind, str] = MappingProxyType(
    {EntryKind.PASS: N_("passes"), EntryKind.LOST_TURN: N_("misses a turn")}
)
"""What the score sheet says as a noun, next to the name of who did it."""

INSTRUCTIONS = frozenset(
    {
        "Delay in Game: {word} costs {side} a turn.",
        "Not scored: it’s unclear what was laid: {squares}.",
        "Press again when all tiles are laid.",
        "Scored as the best guess: please check {squares}.",
        "The board has changed: press again when all tiles are laid.",
        "Then put back: {tiles}.",
        "There are new tiles: press your button to score them, or pick them up.",
        "Tiles from an earlier play are gone: please put them back.",
        "Tiles that don’t count are still there: pick up {squares}.",
        "Turn the board to {side}.",
        "Too Many Men costs {side} the turn. Pick up {squares}.",
        "{side} misses the next turn.",
        "{side}: pick up {squares}.",
        "{side}: put your new tiles back in the bag unseen, then pick up {squares}.",
        "{side}: put your new tiles back in the bag unseen, then take the top tiles off {squares}; "
        "leave those below.",
        "{side}: take the top tiles off {squares}; leave those below.",
    }
)
"""Sentences that say what to do now, or what a play costs: they are shown in large letters where
people look, and not at the screen's foot."""


def instructions(message: Message | None) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """The sentences of a message: those to act on, and the others."""
    said = () if message is None else tuple(_sentences(message))
    act = tuple(one for one in said if one.text in INSTRUCTIONS)
    return act, tuple(one for one in said if one.text not in INSTRUCTIONS)


def without(message: Message | None, said: tuple[Message, ...]) -> tuple[Message, ...]:
    """The sentences of a message that aren't said already."""
    texts = {one.text for one in said}
    sentences = () if message is None else tuple(_sentences(message))
    return tuple(one for one in sentences if one.text not in texts)


def _sentences(message: Message) -> Iterator[Message]:
    if message.text != IN_A_ROW:
        yield message
        return
    for part in message.values.values():
        if isinstance(part, Message):
            yield from _sentences(part)


WITHOUT_A_WORD: Mapping[EntryKind, tuple[str, str]] = MappingProxyType(
    {
        EntryKind.TIME_UP: (N_("{side} ran out of time."), N_("{side} ran out of time: {points}.")),
        EntryKind.PASS: (N_("{side} passes."), N_("{side} passes: {points}.")),
        EntryKind.LOST_TURN: (N_("{side} misses this turn."), N_("{side} misses this turn.")),
        EntryKind.NO_LETTER: (
            N_("{side} rolled three times in vain."),
            N_("{side} rolled three times in vain."),
        ),
    }
)
"""Sentences on a turn that ended without a word, without points and with them."""


def why_over(table: TableState) -> tuple[Message, ...]:
    """Why the last turn with dice is over, if without a word, and who then missed one: it stays in
    view until dice are rolled for the next."""
    state = table.game.state
    if not isinstance(table.phase, Rolling | Shaking) or state.chance_due:
        return ()
    if isinstance(state.stage, LetterTurn) and state.stage.rolls_left < ROLLS:
        return ()
    found: list[Message] = []
    for entry in reversed(state.entries):
        if entry.kind in ASIDE:
            continue
        if entry.kind not in WITHOUT_A_WORD:
            break
        plainly, with_points = WITHOUT_A_WORD[entry.kind]
        hidden = table.agreed.extras.hide_scores or not entry.points
        text = plainly if hidden else with_points
        found.insert(0, Message(text, {"side": entry.side, "points": signed(entry.points)}))
        if entry.kind is not EntryKind.LOST_TURN:
            break
    return tuple(found)


# --- the curve of scores ---


@dataclass(frozen=True)
class Curve:
    """A side's total: `points` are (number of its turn, total after it), from 0 at the start to the
    end of the game. `place`: 1 for the best, and for all that tie with it. `best`: its best play,
    `racks`: what the settlement added or took off, "" for none."""

    side: str
    points: tuple[tuple[int, int], ...]
    place: int
    won: bool
    best: str = ""
    racks: str = ""

    @property
    def total(self) -> int:
        """The side's final points."""
        return self.points[-1][1]


@dataclass(frozen=True)
class CurveView:
    """The curves, in the order of the sides round the table; all end at `last`.

    `settled`: the last step of each is the settlement. `order`: the numbers of the sides, best
    first. `axis` and `end` are the labels below the turns and the settlement. `remarks`: lines on
    the game, `time` how long it was. `ok` is what OK does, `hint` a line on the other buttons.
    `tie`: that nobody has won alone, where there is no room for the names; "" for no tie.
    """

    curves: tuple[Curve, ...]
    order: tuple[int, ...]
    last: int
    settled: bool
    axis: str
    end: str
    hint: str = ""
    ok: str = ""
    remarks: tuple[str, ...] = ()
    time: str = ""
    tie: str = ""


def curve_view(table: TableState, texts: Texts) -> CurveView | None:
    """The curves of a game that is over; None before."""
    if not table.finished or not isinstance(table.where, Over):
        return None
    state = table.game.state
    ahead = leaders(state)
    points = plain(state.totals[ahead[0]]) if ahead else ""
    return replace(
        game_curve(state, texts),
        hint=_what_undo_does(table, texts),
        ok=_what_ok_does(table, texts),
        time=how_long(table.playing.before, texts),
        tie=texts("A tie at {points}", points=points) if len(ahead) > 1 else "",
    )


def game_curve(state: State, texts: Texts) -> CurveView:
    """The curves of a game as it stands, without what a table adds to them."""
    settled = any(entry.kind is EntryKind.SETTLEMENT for entry in state.entries)
    steps = totals_by_turn(state)
    last = max(len(totals) for totals in steps.values()) - 1
    curves = _curves(state, steps, last, texts, settled=settled)
    order = sorted(range(len(curves)), key=lambda n: curves[n].place)
    return CurveView(
        curves,
        tuple(order),
        last + settled,
        settled,
        texts("Turns"),
        texts("end") if settled else "",
        remarks=tuple(map(texts.say, _remarks(state))),
    )


def _what_ok_does(table: TableState, texts: Texts) -> str:
    if missing_signatures(table):
        return texts("OK: sign")
    return texts("OK: leave") if table.offers is None else texts("OK: next game")


def _what_undo_does(table: TableState, texts: Texts) -> str:
    """A play that ended the game is undone with the end; otherwise only the end is taken back.
    Where results are signed, whose signature is missing instead."""
    if (signatures := signatures_text(table)) is not None:
        return texts.say(signatures)
    if undo_takes_a_play(table):
        if texts.keys:
            return texts("UNDO: take it back – arrows: more")  # the keys' names need room
        return texts("UNDO: take back the last play – arrows: more")
    return texts("UNDO: undo the end – arrows: more")


def _remarks(state: State) -> Iterator[Message]:
    """Who laid a whole rack at once."""
    many = many_tile_plays(state)
    if many:
        often = ", ".join(f"{side} {n}" for side, n in many.items())
        values: dict[str, TextValue] = {"n": state.variant.many_tiles or 0, "sides": often}
        yield Message(Plural("{n} tile at once: {sides}", "{n} tiles at once: {sides}"), values)


def how_long(seconds: float, texts: Texts) -> str:
    """Whole minutes, and hours if any; "" for less than a minute."""
    minutes = int(seconds) // 60
    if minutes >= 60:
        return texts("{h} h {n} min", h=minutes // 60, n=f"{minutes % 60:02}")
    return texts("{n} min", n=minutes) if minutes else ""


def _curves(
    state: State, steps: Mapping[Side, list[int]], last: int, texts: Texts, *, settled: bool
) -> tuple[Curve, ...]:
    """`last`: the most turns of any side. A side that had fewer keeps its total until then, so that
    settled points fall into the settlement's step alone."""
    won, totals, took = winners(state), state.totals, places(state)
    found = []
    for side in state.sides:
        points = tuple(enumerate(steps[side]))
        if settled and len(points) <= last:
            points = (*points, (last, points[-1][1]))
        if points[-1] != (last + settled, totals[side]):
            points = (*points, (last + settled, totals[side]))
        best = best_plays(state).get(side)
        said = "" if best is None else f"{best.word} {signed(best.points)}"
        racks = _by_racks(state, side, texts)
        found.append(Curve(side, points, took[side], side in won, said, racks))
    return tuple(found)


def _by_racks(state: State, side: Side, texts: Texts) -> str:
    """What the tiles left on racks changed, "" for nothing."""
    entries = (one for one in state.entries if one.kind is EntryKind.SETTLEMENT)
    points = sum(one.points for one in entries if one.side == side)
    return texts("racks {points}", points=signed(points)) if points else ""
