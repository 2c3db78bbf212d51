"""What a screen shows while something is asked: lobby, question, challenge, settlement, a name.

Each part is None in other states. Worked out from a table's state alone, in one language; knows no
screen. Tests: tests/device/test_views.py, tests/device/test_phase_screens.py,
tests/device/test_naming_screen.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from device.clock_and_dice.views import TapView
from device.language.numbers import plain
from device.language.texts import Message, Texts, TextValue
from device.language.word_lists import ABOVE_LISTS, list_name
from device.language.wording import square_names
from device.score.sheet import tile_letters
from device.score.statistics import Standing
from device.session.core.setup import SEAT_LETTERS
from device.session.core.state import (
    Asking,
    Challenge,
    Explaining,
    Lobby,
    Naming,
    Pointing,
    Question,
    Settling,
    TableState,
)
from device.session.lobby.beginning import who_begins
from device.session.lobby.lobby import LARGE_CHOICES, LineKind, lines
from device.session.lobby.names import (
    ACROSS as NAME_LETTERS_ACROSS,
)
from device.session.lobby.names import (
    MOST_LETTERS,
    PARTS,
    WHEEL,
    name_offered,
    name_on_board,
    takes,
)
from device.session.turn.by_hand import how_to_type
from device.session.turn.questions import ACROSS, across, letters_offered, takes_letters
from device.session.turn.racks import number_left, still_lying, tiles_shown
from device.views.crops import Crop
from device.views.turn import Curve, CurveView, TileView, word_tiles
from engine.position import Position
from engine.state import State
from engine.tiles import UNKNOWN_BLANK, Tile, is_blank
from engine.words.lexicon import Verdict
from hardware.panel.port import SIDE_BUTTONS, Button

# --- questions, the lobby, challenges ---

LINE_HINTS = {
    LineKind.AGAIN: Message("OK: start – arrows: another choice – END: leave"),
    **dict.fromkeys(
        (LineKind.OTHER, LineKind.TIMER, LineKind.DEVICES, LineKind.HELP),
        Message("OK: open – arrows: another choice – END: leave"),
    ),
    LineKind.LEAVE: Message("OK or END: leave – arrows: another choice"),
    **dict.fromkeys(
        (
            *(LineKind.MORE, LineKind.TOUR, LineKind.GAME_RULES, LineKind.PARTS, LineKind.TURN),
            LineKind.QUESTIONS,
        ),
        Message("OK: open – arrows: another line – UNDO: back"),
    ),
    **dict.fromkeys(
        (
            *(LineKind.LANGUAGE, LineKind.BOARD, LineKind.CLOCK, LineKind.RULES, LineKind.EXTRAS),
            *(LineKind.GAPS, LineKind.SCREEN, LineKind.VOLUME, LineKind.CARD, LineKind.THEME),
            LineKind.DEVICE,
        ),
        Message("OK: change this – arrows: another line – UNDO: back"),
    ),
    LineKind.BEGIN: Message("OK: start – arrows: change something – UNDO: back"),
    LineKind.GAPS: Message("The rules leave these open. OK: see our choices – UNDO: back"),
}
CHANGE_HINT = Message("OK: change this – arrows: another line – UNDO: top line")
"""The hints at the buttons for a line of the lobby."""

FEW = 20
"""Tiles: once this few are unseen they are listed one by one; a longer list is no help."""


@dataclass(frozen=True)
class StandingsView:
    """Statistics as a table: the heads of its figures, a row for each player with its name first,
    and the curve of the last games of the rows that are `marked`, if any has several."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marked: tuple[int, ...] = ()
    curve: CurveView | None = None


@dataclass(frozen=True)
class QuestionView:
    """A question with its options; `selected` is the place of the one that OK would take. `crop`:
    the camera's view of the squares it is about. `letters`: the number of options, from the first
    on, that stand side by side, `across` of them in a row. `on_board`: the selected option is shown
    on the board; `hint`: what else buttons do. `pictures`: the game pictured on each option, "" for
    none, and `about` a line on the selected one. `code`: rows of a QR code, "#" where it is dark.
    `noted`: it is about the game, not a menu. `standings`: the statistics shown in its place;
    `used_up`: the places of letters of which none is left; `tips`: lines to read, each with what
    it is about."""

    text: str
    options: tuple[str, ...]
    selected: int
    crop: Crop | None = None
    letters: int = 0
    across: int = ACROSS
    on_board: bool = False
    hint: str = ""
    pictures: tuple[str, ...] = ()
    about: str = ""
    code: tuple[str, ...] = ()
    noted: bool = False
    standings: StandingsView | None = None
    used_up: frozenset[int] = frozenset()
    tips: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class PointingView:
    """What a square is wanted for, and the one pointed at: its `place` among the `among` choices,
    the tile believed to lie there with a `note` on it, and the camera's view of it. `blank`: it is
    a blank, whatever letter it stands for. `hint`: what the buttons do."""

    text: str
    square: str
    tile: str
    blank: bool
    note: str
    place: int
    among: int
    crop: Crop | None = None
    hint: str = ""


@dataclass(frozen=True)
class LobbyLine:
    """A line of the lobby: its subject and its present value. `picture`: the name of one, "" for a
    line without."""

    label: str
    value: str
    chosen: bool
    picture: str = ""


@dataclass(frozen=True)
class LobbyView:
    """The lines of a lobby, from the top; who plays, and which of them begins; `hint`: what the
    buttons do on the chosen line; `large`: how many lines, from the first on, are large where they
    have pictures."""

    lines: tuple[LobbyLine, ...]
    sides: tuple[str, ...] = ()
    begins: str = ""
    hint: str = ""
    large: int = LARGE_CHOICES


@dataclass(frozen=True)
class JudgedWord:
    """A word that was challenged: whether it is good; `source`: who decided, if that wasn't the
    list. `tiles`: the word as it lies."""

    word: str
    good: bool
    source: str
    tiles: tuple[TileView, ...] = ()


@dataclass(frozen=True)
class ChallengeView:
    """A judged challenge: its words, the list consulted, the outcome (`good`: the play stands), and
    what has to be taken up, "" for nothing; `gone`: it has been taken up; `hint`: what the buttons
    do."""

    words: tuple[JudgedWord, ...]
    source: str
    outcome: str
    lift: str
    gone: bool
    good: bool
    hint: str = ""


def question_view(table: TableState, texts: Texts, crop: Crop | None = None) -> QuestionView | None:
    """The question that is open, with the crop of its squares."""
    if not isinstance(table.phase, Asking):
        return None
    question = table.phase.question
    options = tuple(texts.say(option.label) for option in question.options)
    hint = _typing_hint(table, table.phase) if texts.keys else _question_hint(question)
    pictures = tuple(option.picture for option in question.options)
    about = question.options[table.phase.selected].about
    return QuestionView(
        texts.say(question.text),
        options,
        table.phase.selected,
        crop,
        letters_offered(question),
        across(question),
        on_board=question.entry is not None or would_lie(table) is not None,
        hint="" if hint is None else texts.say(hint),
        pictures=pictures if any(pictures) else (),
        about="" if about is None else texts.say(about),
        standings=standings_view(question.standings, texts),
        code=question.code,
        tips=tuple((texts.say(tip.about), texts.say(tip.text)) for tip in question.tips),
        noted=question.noted,
        used_up=frozenset(n for n, one in enumerate(question.options) if one.used_up),
    )


def would_lie(table: TableState) -> Position | None:
    """The tiles that the selected answer would put on the board, or the first answer with any."""
    if not isinstance(table.phase, Asking):
        return None
    options = table.phase.question.options
    ways = (one.lies for one in (options[table.phase.selected], *options))
    return next((lies for lies in ways if lies is not None), None)


def _question_hint(question: Question) -> Message | None:
    """The hint at buttons with no other sign on the screen."""
    if question.hint is not None:
        return question.hint
    rows = letters_offered(question) > 0 and not question.can_wait
    back = question.entry is not None and question.entry.undone is not None
    done = question.entry is not None and any(one.button for one in question.options)
    if rows and done:
        return Message("Your button: done – CHALLENGE: next row – UNDO: step back")
    if rows and (back or question.digits is not None):
        return Message("CHALLENGE: next row – UNDO: step back")
    if rows and letters_offered(question) > across(question):
        return Message("CHALLENGE: next row of letters")
    return Message("UNDO: step back") if back else None


MOST_CURVES = 4
"""Themes have colours for so many lines."""


def standings_view(found: tuple[Standing, ...], texts: Texts) -> StandingsView | None:
    """The statistics as a table, with a curve of the last games of the first players; None where
    there are none."""
    if not found:
        return None
    heads = texts("Games"), texts("Won"), texts("Average"), texts("Best")
    rows = tuple(
        (
            one.record.player,
            str(one.record.games),
            str(one.record.won),
            plain(one.record.average),
            "–" if one.record.best is None else str(one.record.best.points),
        )
        for one in found
    )
    drawn = found[:MOST_CURVES]
    last = max(len(one.lately) for one in drawn) - 1
    if last < 1:
        return StandingsView(heads, rows)
    curves = tuple(
        # All end at the right, with the latest game.
        Curve(
            one.record.player,
            tuple(enumerate(one.lately, last + 1 - len(one.lately))),
            place=1,
            won=False,
        )
        for one in drawn
    )
    order = tuple(range(len(curves)))
    curve = CurveView(
        curves, order, last, settled=False, axis=texts("The last games"), end="", hint=""
    )
    return StandingsView(heads, rows, order, curve)


KEYS_FOR_ANSWERS = Message("OK: this one – arrows: another – UNDO: back")
KEYS_FOR_LETTERS = Message("Type it, or choose: arrows, Enter – Backspace: back")
KEYS_FOR_NUMBERS = Message("Type the number, then Enter – Backspace: back")
"""What a keyboard's keys do where one of some answers is chosen, or one of some letters, whose keys
are no buttons then, or where a number is typed."""


def _typing_hint(table: TableState, asking: Asking) -> Message | None:
    """The same for a keyboard: where a play is typed, the keys of buttons are letters. Enter takes
    a letter that arrows or a finger have selected; the side's own key always finishes."""
    question = asking.question
    if question.hint is not None:
        return question.hint
    if question.digits is not None:
        return KEYS_FOR_NUMBERS
    if question.entry is None:
        return KEYS_FOR_LETTERS if takes_letters(question) else KEYS_FOR_ANSWERS
    if question.options[asking.selected].button:
        return Message("Enter: done – Backspace: step back")
    if any(one.button for one in question.options):
        return Message("Your button: done – Backspace: step back")
    if question.entry.undone is not None:
        return Message("Backspace: step back")
    return how_to_type(table)


def pointing_view(table: TableState, texts: Texts, crop: Crop | None = None) -> PointingView | None:
    """The square being pointed at, with its crop."""
    phase = table.phase
    if not isinstance(phase, Pointing):
        return None
    state, square = table.game.state, phase.square
    there = state.position.at(square)
    return PointingView(
        text=texts.say(phase.text),
        square=square.name,
        tile="" if there is None else tile_letters(state.variant.tile_set, there),
        blank=there is not None and is_blank(there),
        note=texts("A blank") if there is not None and is_blank(there) else "",
        place=phase.place + 1,
        among=len(phase.among),
        crop=crop,
        hint=texts("OK: this square – arrows: another – UNDO: back"),
    )


def lobby_view(table: TableState, texts: Texts) -> LobbyView | None:
    """The lobby, with the line that is chosen; also the one that an explanation leads back to."""
    phase = table.where
    if isinstance(phase, Explaining):
        return lobby_view(replace(table, phase=phase.lobby), texts)
    if not isinstance(phase, Lobby):
        return None
    found = lines(table)
    chosen = min(phase.line, len(found) - 1)
    return LobbyView(
        tuple(
            LobbyLine(texts.say(line.label), texts.say(line.value), number == chosen, line.picture)
            for number, line in enumerate(found)
        ),
        phase.setup.sides,
        who_begins(table.game),
        texts.say(LINE_HINTS.get(found[chosen].kind, CHANGE_HINT)),
    )


def challenge_view(table: TableState, texts: Texts) -> ChallengeView | None:
    """The last verdict, while it is shown."""
    phase = table.where
    if not isinstance(phase, Challenge):
        return None
    stands = Message("The play stands.") if phase.good else Message("The play doesn’t count.")
    taken = _taken(phase)
    lift = Message("{side}: pick up {squares}.", taken)
    game = table.game.state
    if game.variant.highest_pile > 1 and phase.lift & game.position.tiles.keys():
        lift = Message("{side}: take the top tiles off {squares}.", taken)
    lists = [v.list for v in phase.verdicts if v.list and v.list not in ABOVE_LISTS]
    return ChallengeView(
        # At a tournament the play is judged as a whole.
        ()
        if table.agreed.extras.tournament
        else tuple(
            JudgedWord(v.word, v.good, _source(v, texts), word_tiles(game, v.word))
            for v in phase.verdicts
        ),
        texts("List: {name}", name=list_name(lists[0])) if lists else "",
        texts.say(stands),
        texts.say(lift) if phase.lift else "",
        phase.seen_gone,
        phase.good,
        texts("OK: continue – UNDO: undo the challenge"),
    )


def _taken(phase: Challenge) -> dict[str, TextValue]:
    return {"side": phase.of, "squares": square_names(phase.lift)}


def _source(verdict: Verdict, texts: Texts) -> str:
    return texts.say(list_name(verdict.list)) if verdict.list in ABOVE_LISTS else ""


def unseen_line(state: State, texts: Texts) -> str:
    """The tiles not seen yet, once they are few; "" before."""
    unseen = Counter(state.unseen)
    countable = state.variant.counted and state.variant.holds_racks
    if not countable or not 0 < unseen.total() <= FEW:
        return ""
    return texts("Unseen: {tiles}", tiles=tiles_line(unseen, state))


def tiles_line(counts: Counter[Tile], state: State) -> str:
    """Letters in their order, blanks last, each with its count: "A×2 E ?"."""
    text = state.variant.tile_set.text
    pieces = in_order(piece for piece, count in counts.items() if count > 0)
    return " ".join(text(p) if counts[p] == 1 else f"{text(p)}×{counts[p]}" for p in pieces) or "–"


def in_order(tiles: Iterable[Tile]) -> list[Tile]:
    """Letters in their order, blanks last."""
    return sorted(tiles, key=lambda tile: (tile == UNKNOWN_BLANK, tile))


# --- the settlement ---


@dataclass(frozen=True)
class RackTile:
    """A tile on a rack: its face, its points, whether it is a blank, and how many of it there
    are."""

    face: str
    points: int
    blank: bool = False
    count: int = 1


@dataclass(frozen=True)
class SettlingView:
    """`tiles`: those named so far on the rack that is wanted, or seen on the board; `places`: how
    many it holds, None if that can't be known. `racks`: those named before it, each with its side.
    `left`: the tiles still to be found, `left_label` their title, and `unseen` both as one line;
    `hint`: how to end the game without them."""

    tiles: tuple[RackTile, ...]
    places: int | None
    racks: tuple[tuple[str, tuple[RackTile, ...]], ...]
    left: tuple[RackTile, ...]
    left_label: str
    unseen: str
    hint: str = ""


def settling_view(table: TableState, texts: Texts) -> SettlingView | None:
    """The rack that is wanted."""
    phase, state = table.where, table.game.state
    if not isinstance(phase, Settling):
        return None
    known = "".join(letters for _, letters in phase.named) + phase.letters
    left = Counter(state.unseen)
    left.subtract(Counter(known))
    return SettlingView(
        tuple(_tile(tile, state) for tile in phase.letters or _laid_out(table, phase)),
        number_left(state, phase.side),
        tuple((side, tuple(_tile(t, state) for t in letters)) for side, letters in phase.named),
        tuple(_tile(tile, state, left[tile]) for tile in in_order(left) if left[tile] > 0),
        texts("Tiles left"),
        texts("Tiles left: {tiles}", tiles=tiles_line(left, state)),
        texts("END: leave the racks out"),
    )


def _laid_out(table: TableState, phase: Settling) -> str:
    """What the camera sees of the wanted rack; "" while the one before still lies there."""
    there = tiles_shown(table, {})
    return "" if still_lying(phase, there) else there.letters


def _tile(tile: Tile, state: State, count: int = 1) -> RackTile:
    tile_set = state.variant.tile_set
    return RackTile(
        tile_letters(tile_set, tile), tile_set.value(tile), tile == UNKNOWN_BLANK, count
    )


# --- giving a side its name ---

IN_WORDS = {" ": Message("the space"), "-": Message("the hyphen")}
"""Letters that are clearer by name."""


@dataclass(frozen=True)
class NamingView:
    """A name being given to a side. `title`: which side; `letters`: so far, "?" where one is still
    to be chosen; `wheel`: those to choose from, and `chosen`: the place of the one that OK takes,
    if it takes one; `laid`: the name on the board that OK takes instead, "" for none. `ok`: what OK
    does, `others` what the other buttons do, `board` what can be done with tiles; `across`: letters
    of the wheel in a row. `taps`: where a finger saves the name and takes a letter back, in place
    of `ok`."""

    title: str
    letters: str
    wheel: tuple[str, ...]
    chosen: int | None
    laid: str
    ok: str
    others: tuple[str, ...]
    board: str
    across: int = NAME_LETTERS_ACROSS
    taps: tuple[TapView, ...] = ()


def naming_view(table: TableState, texts: Texts) -> NamingView | None:
    """The name being given."""
    naming = table.phase
    if not isinstance(naming, Naming):
        return None
    name, board = name_offered(table), _board(table, naming, keys=texts.keys)
    ok, others = _ok(naming, name), _others(naming, name, keys=texts.keys)
    taps = tuple(_name_taps(naming, name, texts)) if table.device.touched else ()
    if taps:
        other = others[0] if naming.letters else others[-1]
        others = (other,) if _is_full(naming) else (ok, other)
    return NamingView(
        texts.say(naming_title(naming)),
        naming.letters,
        tuple(WHEEL),
        None if naming.whole or _is_full(naming) else WHEEL.index(naming.wheel),
        name,
        texts.say(ok),
        tuple(map(texts.say, others)),
        "" if board is None else texts.say(board),
        taps=taps,
    )


def _name_taps(naming: Naming, laid_name: str, texts: Texts) -> Iterator[TapView]:
    """What a finger does with the name, unless OK takes all of it, or a blank has to be named."""
    if laid_name or naming.whole or UNKNOWN_BLANK in naming.letters:
        return
    if name := naming.letters.rstrip(PARTS):
        save = texts("Save {name}", name=name)
        yield TapView(save, SIDE_BUTTONS[naming.place], lit=True)
        yield TapView(texts("Delete a letter"), Button.UNDO)
    else:
        yield TapView(texts("Keep as it is"), Button.PAUSE)


def naming_title(naming: Naming) -> Message:
    """Which side is being named, and its name so far."""
    seat, before = SEAT_LETTERS[naming.place], naming.lobby.setup.sides[naming.place]
    values = {"seat": seat, "name": before}
    if naming.lobby.setup.in_teams:
        if before == seat:
            return Message("Name for team {seat}", values)
        return Message("New name for team {seat} (now {name})", values)
    if before == seat:
        return Message("Name for player {seat}", values)
    return Message("New name for player {seat} (now {name})", values)


def _ok(naming: Naming, laid_name: str) -> Message:
    if laid_name:
        return takes(laid_name)
    if naming.whole:
        return Message("OK: save {name}", {"name": naming.letters})
    if _is_full(naming):
        values = {"seat": SEAT_LETTERS[naming.place]}
        if naming.lobby.setup.in_teams:
            return Message("That’s the limit: team {seat}’s button saves it", values)
        return Message("That’s the limit: player {seat}’s button saves it", values)
    letter = IN_WORDS.get(naming.wheel) or Message("{letter}", {"letter": naming.wheel})
    if UNKNOWN_BLANK in naming.letters and naming.wheel not in PARTS:
        return Message("OK: blank is {letter}", {"letter": letter})
    return Message("OK: add {letter}", {"letter": letter})


def _is_full(naming: Naming) -> bool:
    return len(naming.letters) >= MOST_LETTERS and UNKNOWN_BLANK not in naming.letters


def _others(naming: Naming, laid_name: str, *, keys: bool) -> tuple[Message, ...]:
    """What other buttons do; where letters are typed, no letter's `keys` stand in for them."""
    values = {"seat": SEAT_LETTERS[naming.place]}
    if laid_name:
        return (Message("Arrows: choose letters instead"),)
    if keys and not naming.letters:
        return Message("Type it, or choose: arrows"), Message("Esc: leave the name as it is")
    if keys:
        return (Message("Backspace: remove the last letter"),)
    if naming.whole:
        return Message("Arrows: more letters"), Message("UNDO: remove the last letter")
    if not naming.letters:
        row = Message("CHALLENGE: next row")
        return Message("Arrows: choose"), row, Message("UNDO: leave the name as it is")
    keeps = Message("Player {seat}’s button: save name", values)
    if naming.lobby.setup.in_teams:
        keeps = Message("Team {seat}’s button: save name", values)
    return keeps, Message("UNDO: remove the last letter")


def _board(table: TableState, naming: Naming, *, keys: bool) -> Message | None:
    """What the players can do with tiles, or why those on the board are no name."""
    if not table.device.sees:
        return None
    if table.frames.blind:
        return Message("The board is hard to see: you can still choose letters.")
    there = name_on_board(table)
    if not there.squares:
        return Message("Or spell the name in tiles, in a row on the empty board.")
    if not there.name:
        return Message("That isn’t a name: lay one row of 2 to 12 tiles.")
    values = {"name": there.name}
    if there.name == naming.aside:
        return Message("{name} is on the board.", values)
    if not name_offered(table):
        return Message("{name} is on the board, but it’s already taken.", values)
    if keys:
        return Message("Misread? Accept it, then fix it with Backspace and the arrows.")
    return Message("Misread? Accept it, then fix it with UNDO and the arrows.")
