"""The screen as lines of text, for a table in a terminal: who is on, the scores, the last play,
what is asked and what can be chosen.

`sections_of` takes a view apart; `Console` prints what has changed since the view before, line by
line, as a terminal does and a screen reader follows. Times run on without being printed. Draws
nothing itself and knows no state. Tests: tests/device/test_console.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from device.clock_and_dice.party_timer import TimerView
from device.clock_and_dice.views import ClockView, DiceView
from device.doctor.checks import CheckGrade
from device.language.texts import Texts
from device.screen.drawing import gain_text, points_text
from device.session.core.state import TableState
from device.views.dialogs import ChallengeView, NamingView, QuestionView, RackTile, SettlingView
from device.views.table import BoardView, PageView, TableView
from device.views.turn import PlayView, SideView
from engine.position import EMPTY
from engine.squares import Square
from engine.tiles import is_blank

CHOSEN, OTHER = "› ", "  "
"""Before a line that can be chosen, and before the chosen one."""

MOST_AT_ONCE = 7
"""Lines of a choice that are printed at once, around the chosen one."""

GOOD, BAD = "✓", "✗"


@dataclass(frozen=True)
class Section:
    """Lines on one subject. `key`: what makes it another one; times in the lines don't. `chosen`:
    the line that is chosen of those that can be; `in_a_row`: they are letters side by side."""

    name: str
    lines: tuple[str, ...]
    key: object = None
    chosen: int | None = None
    in_a_row: bool = False

    def differs(self, before: Section | None) -> bool:
        """Whether there is anything to be said of it."""
        return before is None or self._said != before._said or self.chosen != before.chosen

    @property
    def _said(self) -> object:
        return self.lines if self.key is None else self.key

    def printed(self, before: Section | None) -> tuple[str, ...]:
        """Its lines; only the chosen one if nothing else has changed."""
        if self.chosen is None:
            return self.lines
        if before is not None and before.chosen is not None and before._said == self._said:
            return (CHOSEN + self.lines[self.chosen],)
        if self.in_a_row:
            return (" ".join(self.lines), CHOSEN + self.lines[self.chosen])
        first = min(max(0, self.chosen - MOST_AT_ONCE // 2), len(self.lines) - MOST_AT_ONCE)
        last = max(0, first) + MOST_AT_ONCE
        return tuple(
            f"{CHOSEN if number == self.chosen else OTHER}{line}"
            for number, line in enumerate(self.lines[:last])
            if number >= first
        ) + ((f"{OTHER}…",) if last < len(self.lines) else ())


def sections_of(shown: TableView, texts: Texts) -> tuple[Section, ...]:
    """All that a view shows, in the order in which it is read; nothing without lines."""
    found = (one for one in _sections(shown, texts) if any(one.lines))
    return tuple(replace(one, lines=tuple(filter(None, one.lines))) for one in found)


def _sections(shown: TableView, texts: Texts) -> Iterator[Section]:
    page, dialog, text = shown.page, shown.dialog, shown.text
    if page.lobby is not None or page.naming is not None or _is_of_device(page):
        yield Section("title", (text.state,))
        yield from _before_a_game(page, dialog.question, texts)
    elif page.timer is not None:
        yield from _timer(page.timer, texts)
    else:
        if shown.play is not None:
            yield _play(shown.play, texts)
        if dialog.question is None or not dialog.question.on_board:
            yield _board(shown.board)
        yield _sides(shown.sides, texts)
        for turn in shown.since:
            yield Section(f"since {turn}", (_of(texts, turn.side, f"{turn.what} {turn.points}"),))
        if shown.celebration is not None:
            yield Section("celebration", (shown.celebration.title, *shown.celebration.more))
        yield from _clock_and_dice(shown.clock, shown.dice, texts)
        if shown.clock is None or shown.clock.state != text.state:
            yield Section("state", (text.state,))
    yield Section("said", (text.message, text.to_do))
    yield Section("open", (text.trouble, text.open, *text.notes, text.unseen))
    if dialog.challenge is not None:
        yield _challenge(dialog.challenge)
    if dialog.settling is not None and dialog.question is None:
        yield _settling(dialog.settling, texts)
    if (pointing := dialog.pointing) is not None:
        there = _of(texts, pointing.square, pointing.tile or "–")
        yield Section("pointing", (pointing.text, there, pointing.note, pointing.hint))
    if page.paused is not None:
        yield Section("paused", (page.paused.title, page.paused.whose, page.paused.how))
    if page.power is not None:
        yield Section("power", (page.power.title, page.power.game, page.power.how))
    if page.curve is not None:
        yield Section("result", (*page.curve.remarks, page.curve.ok, page.curve.hint))
    if dialog.question is not None and page.lobby is None:
        yield from _question(dialog.question)
    elif page.curve is None:
        yield Section("hint", (text.hint,))


def _of(texts: Texts, place: str, what: str) -> str:
    return texts("{place}: {what}", place=place, what=what.strip())


# --- a game ---


def _sides(sides: tuple[SideView, ...], texts: Texts) -> Section:
    def one(side: SideView) -> str:
        points = points_text(side.total)
        if side.target is not None:
            points = f"{points}/{side.target}"
        sign = CHOSEN if side.turn else "★ " if side.won else ""
        return f"{sign}{_of(texts, side.name, points)}{f' ({side.clock})' if side.clock else ''}"

    key = tuple(replace(side, clock="", clock_runs=False) for side in sides)
    return Section("sides", ("  |  ".join(map(one, sides)),), key)


def _board(board: BoardView) -> Section:
    """The tiles, blanks in small letters, with the names of columns and rows."""
    if not any(tile != EMPTY for row in board.rows for tile in row):
        return Section("board", ())
    faces, piles = dict(board.faces), dict(board.piles)
    wide = 3 if piles or any(len(face) > 1 for face in faces.values()) else 2

    def face(square: Square, tile: str) -> str:
        if tile == EMPTY:
            return "·"
        letter = faces.get(tile, tile)
        high = piles.get(square, 1)
        letter = letter.lower() if is_blank(tile) else letter
        return f"{letter}{high}" if high > 1 else letter

    heads = "".join(Square(n, 0).name[0].ljust(wide) for n in range(len(board.rows)))
    lines = [f"    {heads}".rstrip()]
    for row, tiles in enumerate(board.rows):
        shown = "".join(face(Square(n, row), t).ljust(wide) for n, t in enumerate(tiles))
        lines.append(f"{row + 1:>3} {shown}".rstrip())
    return Section("board", tuple(lines))


def _play(play: PlayView, texts: Texts) -> Section:
    points = "" if play.points is None else gain_text(play.points)
    mark = "" if play.counted else play.note or "?"
    return Section("play", (_of(texts, play.side, f"{points} {mark}"), *play.lines))


def _clock_and_dice(
    clock: ClockView | None, dice: DiceView | None, texts: Texts
) -> Iterator[Section]:
    if dice is not None and not any(die.tumbles for die in dice.dice):
        faces = " ".join(die.face for die in dice.dice)
        yield Section("dice", (_of(texts, dice.title, faces), dice.hint))
    if clock is not None:
        now = next((zone.label for zone in clock.zones if zone.now), "")
        line = f"{_of(texts, clock.state, now) if now else clock.state}  {clock.left}"
        # A minute less is worth a line, a second less isn't.
        yield Section("clock", (line,), (clock.state, now, clock.runs, clock.over))


def _challenge(shown: ChallengeView) -> Section:
    words = (f"{GOOD if word.good else BAD} {word.word}" for word in shown.words)
    return Section("challenge", (*words, shown.source, shown.outcome, shown.lift, shown.hint))


def _settling(shown: SettlingView, texts: Texts) -> Section:
    racks = (_of(texts, side, _tiles(tiles) or "–") for side, tiles in shown.racks)
    return Section("settling", (*racks, _tiles(shown.tiles), shown.unseen, shown.hint))


def _tiles(tiles: tuple[RackTile, ...]) -> str:
    return " ".join(f"{tile.face}×{tile.count}" if tile.count > 1 else tile.face for tile in tiles)


# --- what is asked ---


def _question(question: QuestionView) -> Iterator[Section]:
    table = question.standings
    rows = () if table is None else (("", *table.heads), *table.rows)
    yield Section("table", tuple("  ".join(row) for row in rows))
    yield Section("question", (question.text, question.about))
    yield Section("tips", tuple(f"  {about}: {text}" for about, text in question.tips))
    if question.letters:
        letters = question.options[: question.letters]
        lit = question.selected if question.selected < question.letters else None
        lines = letters if lit is not None else (" ".join(letters),)
        yield Section("letters", lines, (question.text, letters), lit, in_a_row=True)
    others = question.options[question.letters :]
    place = question.selected - question.letters
    key = question.text, others
    yield Section("options", others, key, place if place >= 0 else None)
    yield Section("hint", (question.hint,), (question.text, question.hint))


# --- before a game, and the device ---


def _is_of_device(page: PageView) -> bool:
    return page.trying is not None or page.aim is not None or page.doctor is not None


def _before_a_game(
    page: PageView, question: QuestionView | None, texts: Texts
) -> Iterator[Section]:
    if question is not None:
        yield from _question(question)
    elif page.lobby is not None:
        lines = page.lobby.lines
        chosen = next((n for n, line in enumerate(lines) if line.chosen), None)
        said = tuple(_of(texts, one.label, one.value) if one.value else one.label for one in lines)
        yield Section("options", said, chosen=chosen)
        yield Section("hint", (page.lobby.hint,))
    if page.naming is not None:
        yield _naming(page.naming)
    if page.trying is not None:
        buttons = (f"{GOOD if b.answered else OTHER} {b.name}" for b in page.trying.buttons)
        yield Section("trying", (page.trying.title, *buttons, page.trying.hint))
    if page.aim is not None:
        yield Section("aim", (page.aim.title, page.aim.said, page.aim.advice, page.aim.leave))
    if page.doctor is not None:
        checks = tuple(
            f"{GOOD if one.verdict is CheckGrade.GOOD else BAD} "
            f"{_of(texts, one.name, f'{one.value} {one.advice}')}"
            for one in page.doctor.lines
        )
        yield Section("summary", (page.doctor.title, page.doctor.summary))
        yield Section("options", checks, chosen=page.doctor.chosen if checks else None)
        yield Section("hint", (page.doctor.leave,))


def _naming(naming: NamingView) -> Section:
    return Section("naming", (naming.title, f"{naming.letters}_", naming.ok, *naming.others))


def _timer(timer: TimerView, texts: Texts) -> Iterator[Section]:
    names = (CHOSEN * (n == timer.turn) + side for n, side in enumerate(timer.sides))
    yield Section("sides", ("  |  ".join(names),))
    dice = (die for die in (timer.letter, timer.chance) if die is not None and not die.tumbles)
    yield Section("dice", (" ".join(die.face for die in dice),))
    yield from _clock_and_dice(timer.clock, None, texts)
    yield Section("hint", (timer.hint,))


# --- the terminal ---

STAYS = frozenset({"play", "board", "sides"})
"""What isn't printed again only because something else stood in its place for a while."""


class Console:
    """Prints on a terminal what a table shows; `say` also takes what it announces, which a view may
    repeat."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._before: dict[str, Section] = {}
        self._said: list[str] = []

    def say(self, sentence: str) -> None:
        """Prints an announcement."""
        self._said.append(sentence)
        self._write(sentence)

    def see(
        self, _state: TableState, view: TableView, language: str, _now: float, _game: int | None
    ) -> None:
        """Prints what has changed since the view before."""
        sections = sections_of(view, _texts(language))
        for section in sections:
            before = self._before.get(section.name)
            if section.differs(before):
                for line in section.printed(before):
                    if section.name != "said" or self._is_news(line):
                        self._write(line)
        self._said.clear()
        kept = {name: one for name, one in self._before.items() if name in STAYS}
        self._before = kept | {section.name: section for section in sections}

    def _is_news(self, line: str) -> bool:
        """Whether the line holds more than what has been announced since the view before."""
        if any(line in sentence for sentence in self._said):
            return False
        for sentence in sorted(self._said, key=len, reverse=True):
            line = line.replace(sentence, "")
        return bool(line.strip())


_texts = cache(Texts)
