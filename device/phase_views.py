"""What a screen shows of the state a table is in: a lobby, a question, a challenge.

Each part is None in other states. Worked out from a table's state alone, in one language; knows no
screen. Tests: tests/device/test_views.py.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from device.faults import square_names
from device.score_sheet import tile_face
from device.session.beginning import who_begins
from device.session.lobby_lines import LineKind, lines
from device.session.state import Asking, Challenge, Lobby, Pointing, TableState
from device.shown_pictures import Crop
from device.texts import Message, Texts, Value
from engine.lexicon import AGREED, THE_GAME, THE_HOUSEHOLD, THIS_GAME, Verdict
from engine.state import State
from engine.tiles import UNKNOWN_BLANK, Tile, is_blank

LISTS = {
    THE_GAME: Message("the game's own words"),
    THIS_GAME: Message("words of this game"),
    THE_HOUSEHOLD: Message("the household's words"),
    AGREED: Message("the words agreed on"),
}
"""Words that stand above the list, whatever it says."""

LINE_HINTS = {
    LineKind.BEGIN: Message("OK: begin – arrows: change something – END: leave"),
    LineKind.LEAVE: Message("OK: leave – arrows: another line – UNDO: the first line"),
}
CHANGE_HINT = Message("OK: change this – arrows: another line – UNDO: the first line")
"""What the buttons do on a line of the lobby."""

FEW = 20
"""Tiles: so many that are unseen are listed one by one; more are no help to anybody."""


@dataclass(frozen=True)
class QuestionView:
    """A question with its options; `selected` is the place of the one that OK would take. `crop`:
    what the camera sees of the squares it is about."""

    text: str
    options: tuple[str, ...]
    selected: int
    crop: Crop | None = None


@dataclass(frozen=True)
class PointingView:
    """What a square is wanted for, and the one that is pointed at: the `place` it has `among` those
    to choose from, the tile that is thought to lie there and a `note` on it, and what the camera
    sees there. `blank`: it is a blank, whatever it stands for."""

    text: str
    square: str
    tile: str
    blank: bool
    note: str
    place: int
    among: int
    crop: Crop | None = None


@dataclass(frozen=True)
class LobbyLine:
    """A line of the lobby: what it is about, and how that is chosen now."""

    label: str
    value: str
    chosen: bool


@dataclass(frozen=True)
class LobbyView:
    """The lines of a lobby, from the top; who plays, and which of them begins; `hint` is a line on
    what the buttons do on the line that is chosen."""

    lines: tuple[LobbyLine, ...]
    sides: tuple[str, ...] = ()
    begins: str = ""
    hint: str = ""


@dataclass(frozen=True)
class JudgedWord:
    """A word that was challenged: whether it is good; `source`: who says so, where that isn't the
    list."""

    word: str
    good: bool
    source: str


@dataclass(frozen=True)
class ChallengeView:
    """A challenge that was judged: its words, the list that was asked, what it comes to (`good`:
    the play stands), and what is to be taken up, "" for nothing; `gone`: it has been."""

    words: tuple[JudgedWord, ...]
    source: str
    outcome: str
    lift: str
    gone: bool
    good: bool


def question_view(table: TableState, texts: Texts, crop: Crop | None = None) -> QuestionView | None:
    """The question that is open, with the crop of its squares."""
    if not isinstance(table.phase, Asking):
        return None
    question = table.phase.question
    options = tuple(texts.say(option.label) for option in question.options)
    return QuestionView(texts.say(question.text), options, table.phase.selected, crop)


def pointing_view(table: TableState, texts: Texts, crop: Crop | None = None) -> PointingView | None:
    """The square that somebody points at, with the crop of it."""
    phase = table.phase
    if not isinstance(phase, Pointing):
        return None
    state, square = table.game.state, phase.square
    there = state.position.at(square)
    return PointingView(
        text=texts.say(phase.text),
        square=square.name,
        tile="" if there is None else tile_face(state.variant.tile_set, there),
        blank=there is not None and is_blank(there),
        note=texts("A blank") if there is not None and is_blank(there) else "",
        place=phase.place + 1,
        among=len(phase.among),
        crop=crop,
    )


def lobby_view(table: TableState, texts: Texts) -> LobbyView | None:
    """The lobby, with the line that is chosen."""
    phase = table.where
    if not isinstance(phase, Lobby):
        return None
    found = lines(table)
    chosen = min(phase.line, len(found) - 1)
    return LobbyView(
        tuple(
            LobbyLine(texts.say(line.label), texts.say(line.value), number == chosen)
            for number, line in enumerate(found)
        ),
        phase.setup.sides,
        who_begins(table.game),
        texts.say(LINE_HINTS.get(found[chosen].kind, CHANGE_HINT)),
    )


def challenge_view(table: TableState, texts: Texts) -> ChallengeView | None:
    """What was judged last, while it is shown."""
    phase = table.where
    if not isinstance(phase, Challenge):
        return None
    stands = Message("The play stands.") if phase.good else Message("The play doesn't count.")
    lift = Message("{side}: take up {squares}.", _taken(phase))
    lists = [v.list for v in phase.verdicts if v.list and v.list not in LISTS]
    return ChallengeView(
        # At a tournament the play is judged as a whole.
        ()
        if table.extras.tournament
        else tuple(JudgedWord(v.word, v.good, _source(v, texts)) for v in phase.verdicts),
        texts("List: {name}", name=lists[0]) if lists else "",
        texts.say(stands),
        texts.say(lift) if phase.lift else "",
        phase.seen_gone,
        phase.good,
    )


def _taken(phase: Challenge) -> dict[str, Value]:
    return {"side": phase.of, "squares": square_names(phase.lift)}


def _source(verdict: Verdict, texts: Texts) -> str:
    named = LISTS.get(verdict.list)
    return "" if named is None else texts.say(named)


def unseen_line(state: State, texts: Texts) -> str:
    """The tiles that nobody has seen yet, once they are few; "" before."""
    unseen = Counter(state.unseen)
    countable = state.variant.counted and state.variant.holds_racks
    if not countable or not 0 < unseen.total() <= FEW:
        return ""
    return texts("Unseen: {tiles}", tiles=tiles_line(unseen, state))


def tiles_line(counts: Counter[Tile], state: State) -> str:
    """Letters in their order, blanks last, each with its number: "A×2 E ?"."""
    text = state.variant.tile_set.text
    pieces = sorted((p for p, n in counts.items() if n > 0), key=lambda p: (p == UNKNOWN_BLANK, p))
    return " ".join(text(p) if counts[p] == 1 else f"{text(p)}×{counts[p]}" for p in pieces) or "–"
