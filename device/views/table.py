"""Everything that a table shows at a moment, worked out once, frozen and complete.

`view` turns a table's state into a TableView in one language; screens draw it and compute nothing,
so a phone page can show the same. Knows no picture files and no pixels. Tests:
tests/device/test_views.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from device.clock_and_dice.party_timer import TimerView, timer_view
from device.clock_and_dice.views import ClockView, DiceView, TapView
from device.language.texts import Message, Texts
from device.score.sheet import tile_letters
from device.session.care.device import lamps
from device.session.core.celebration import celebrates
from device.session.core.observation import plain_tiles
from device.session.core.offered import notes_of_addons, troubles_of_addons
from device.session.core.state import (
    AGAINST_CLOCK,
    Aiming,
    Asking,
    Challenge,
    Checking,
    Clearing,
    Entry,
    Explaining,
    Lobby,
    Looking,
    Naming,
    Over,
    Page,
    Paused,
    Pointing,
    Ready,
    Rolling,
    Settling,
    Shaking,
    SwitchingOff,
    TableState,
    Thinking,
    Timing,
    Trying,
)
from device.session.lobby.lobby import TITLES
from device.session.turn.doubts import open_doubts
from device.session.turn.missing_tiles import LAY_AS_SHOWN, tiles_to_lay
from device.views.celebration import CelebrationView, celebration_view
from device.views.clocked import (
    ClearingView,
    as_it_lies,
    before_the_dice,
    clearing_view,
    hint,
    notes,
    question_countdown,
    rolling_line,
    state_line,
    turn_clock_view,
    turn_dice_view,
)
from device.views.crops import NO_PICTURES, ShownPictures
from device.views.device import (
    AimView,
    DoctorView,
    TryingView,
    aim_view,
    doctor_view,
    trying_view,
)
from device.views.dialogs import (
    ChallengeView,
    LobbyView,
    NamingView,
    PointingView,
    QuestionView,
    SettlingView,
    challenge_view,
    lobby_view,
    naming_title,
    naming_view,
    pointing_view,
    question_view,
    settling_view,
    unseen_line,
    would_lie,
)
from device.views.standing import (
    CAMERA_LOST,
    CameraLostView,
    PausedView,
    PowerView,
    camera_lost_view,
    paused_view,
    power_view,
)
from device.views.tap_bar import next_tap, tap_bar
from device.views.tour import CardView, HelpView, card_view, example_table, help_view
from device.views.turn import (
    CountdownView,
    CurveView,
    PlayView,
    SideView,
    TurnView,
    countdown,
    curve_view,
    instructions,
    last_play,
    shows_only_record,
    side_views,
    turns_before,
    turns_since,
    why_over,
    without,
)
from engine.course import leaders
from engine.position import Position
from engine.sentences import Plural
from engine.squares import Square
from engine.state import State
from engine.tiles import Tile
from engine.turns.ending import winners
from hardware.panel.port import Button, Lamp
from vision.game.reconstruct import Change

NOTHING_OPEN = (Challenge, Rolling, Shaking, Clearing)
"""States without a way to open questions; dice to be taken up or put back aren't questions."""

BEFORE_A_PLAY = (Thinking, Rolling, Shaking, Ready)
"""States in which there is time to lay what is missing."""


@dataclass(frozen=True)
class PictureView:
    """The kept picture on the screen; `unreadable`: the text if it can't be shown."""

    path: Path | None
    caption: str
    unreadable: str


@dataclass(frozen=True)
class BoardView:
    """The board. `rows` and `premiums`: top row first, in the codes of positions and layouts;
    `values`: what the tiles count; `faces`: tiles that show more than the letter in their code;
    `piles`: squares with more than one tile, and how many. `lit`: the squares laid last; `asked`:
    those that a question is about; `pointed`: the one pointed at; `clearing`: what to take up or
    put back; `lost`: shown in the board's place while the camera is lost."""

    rows: tuple[str, ...]
    premiums: tuple[str, ...]
    values: tuple[tuple[str, int], ...]
    faces: tuple[tuple[Tile, str], ...] = ()
    piles: tuple[tuple[Square, int], ...] = ()
    lit: frozenset[Square] = frozenset()
    asked: frozenset[Square] = frozenset()
    pointed: Square | None = None
    clearing: ClearingView | None = None
    lost: CameraLostView | None = None


@dataclass(frozen=True)
class TextView:
    """The lines of text, "" for none. `state`: what is going on; `message`: the last announcement,
    without the sentences of it that players are to act on: `to_do`; `trouble`: what is missing;
    `hint`: the next button, unless the message names it; `open`: questions that can wait; `notes`:
    lost turns and promises; `unseen`: the last tiles not seen yet."""

    state: str
    bag: str
    message: str = ""
    to_do: str = ""
    trouble: str = ""
    hint: str = ""
    open: str = ""
    notes: tuple[str, ...] = ()
    unseen: str = ""

    @property
    def announced(self) -> str:
        """All of the last announcement, wherever it stands."""
        return " ".join(filter(None, (self.message, self.to_do)))


@dataclass(frozen=True)
class DialogView:
    """What the players are asked, or decide; `picture`: the kept picture that a question is
    about."""

    question: QuestionView | None = None
    pointing: PointingView | None = None
    challenge: ChallengeView | None = None
    settling: SettlingView | None = None
    picture: PictureView | None = None


@dataclass(frozen=True)
class PageView:
    """What is shown in place of a game that goes on."""

    lobby: LobbyView | None = None
    naming: NamingView | None = None
    timer: TimerView | None = None
    trying: TryingView | None = None
    aim: AimView | None = None
    doctor: DoctorView | None = None
    paused: PausedView | None = None
    power: PowerView | None = None
    curve: CurveView | None = None
    card: CardView | None = None
    help: HelpView | None = None


@dataclass(frozen=True)
class TableView:
    """What a table shows. `play`: the play seen, or the last one; it can still be challenged if
    `may_challenge`. `since`: what has happened since it was counted; `before`: the turns before it,
    the latest first. `countdown`: the time left of a side's turn; `clock` and `dice`: those of a
    turn against time. `celebration`: what a play is celebrated for, over everything else. `taps`:
    what else can be touched, and `next_tap` what comes next, large. `flies`: a tile of a play may
    fly to its points. `theme`: the name of the colours chosen at the table, "" for the screen's
    default. `held`: buttons that are a long press of another one, each with that one. `example`:
    the table that is pictured on a card of the tour."""

    sides: tuple[SideView, ...]
    board: BoardView
    text: TextView
    play: PlayView | None = None
    since: tuple[TurnView, ...] = ()
    before: tuple[TurnView, ...] = ()
    may_challenge: bool = False
    countdown: CountdownView | None = None
    clock: ClockView | None = None
    dice: DiceView | None = None
    dialog: DialogView = DialogView()
    page: PageView = PageView()
    celebration: CelebrationView | None = None
    taps: tuple[TapView, ...] = ()
    next_tap: TapView | None = None
    over: bool = False
    flies: bool = False
    theme: str = ""
    held: tuple[tuple[Button, Button], ...] = ()
    example: TableView | None = None


def view(
    table: TableState,
    texts: Texts,
    now: float = -math.inf,
    pictures: ShownPictures = NO_PICTURES,
) -> TableView:
    """What this table shows, in the language of the texts.

    `now`: monotonic seconds, for clocks and dice; without it the sides' clocks are shown as they
    were when they began to run, a turn's clock and dice as they were last looked at. `pictures`:
    the camera's pictures for this state.
    """
    looked = max(now, table.clocks.looked_at)
    dice = turn_dice_view(table, texts, looked)
    tumbles = dice is not None and any(die.tumbles for die in dice.dice)
    table = before_the_dice(table, looked)
    left, clock = countdown(table, now), turn_clock_view(table, texts, looked)
    play, lit = last_play(table, texts)
    example = example_table(table, texts)
    return TableView(
        sides=side_views(table, now, texts),
        board=_board(table, texts, lit),
        text=_text(table, texts, tumbles=tumbles),
        play=play,
        since=turns_since(table, texts),
        before=turns_before(table, texts),
        may_challenge=Lamp.CHALLENGE in lamps(table)[0],
        countdown=left or question_countdown(table, clock),
        clock=clock,
        dice=dice,
        dialog=DialogView(
            question_view(table, texts, pictures.crop),
            pointing_view(table, texts, pictures.crop),
            challenge_view(table, texts),
            settling_view(table, texts),
            _picture(table, pictures.kept, texts),
        ),
        page=PageView(
            lobby_view(table, texts),
            naming_view(table, texts),
            _timer(table, texts, now),
            trying_view(table, texts),
            aim_view(table, pictures.live, texts),
            doctor_view(table, texts),
            paused_view(table, texts, clock, left),
            power_view(table, texts),
            curve_view(table, texts),
            card_view(table, texts),
            help_view(table, texts),
        ),
        celebration=celebration_view(table, texts),
        taps=tap_bar(table, texts),
        next_tap=next_tap(table, texts, tumbles=tumbles),
        over=table.finished,
        flies=celebrates(table) and not table.agreed.extras.hide_scores,
        theme=table.device.theme,
        held=texts.names.held,
        example=None if example is None else view(example, texts),
    )


def _timer(table: TableState, texts: Texts, now: float) -> TimerView | None:
    """Party's timer, where it is used without a game."""
    phase = table.phase
    if not isinstance(phase, Timing):
        return None
    return timer_view(phase.timer, now, texts, touched=table.device.touched)


def _board(table: TableState, texts: Texts, lit: frozenset[Square]) -> BoardView:
    variant, clearing, entry = table.game.state.variant, clearing_view(table), _entry(table)
    lies = None if entry is None else entry.board
    if entry is not None:
        lit = entry.laid
    elif (lies := would_lie(table)) is not None:
        lit = frozenset(lies.tiles.keys() - table.game.state.position.tiles.keys())
    return BoardView(
        rows=_rows(table, clearing) if lies is None else lies.rows(),
        premiums=tuple(variant.layout.rows),
        values=tuple(sorted(variant.tile_set.values.items())),
        faces=tuple((t, tile_letters(variant.tile_set, t)) for t in variant.tile_set.spellings),
        piles=_piles(_believed(table) if lies is None else lies),
        lit=lit,
        asked=_asked(table),
        pointed=_pointed(table),
        clearing=clearing,
        lost=None if entry is not None else camera_lost_view(table, texts),
    )


def board_of(state: State) -> BoardView:
    """The board of a game as it stands, without a table's marks on it."""
    variant, heights = state.variant, state.position.heights
    return BoardView(
        rows=state.position.rows(),
        premiums=tuple(variant.layout.rows),
        values=tuple(sorted(variant.tile_set.values.items())),
        faces=tuple((t, tile_letters(variant.tile_set, t)) for t in variant.tile_set.spellings),
        piles=tuple(sorted((square, n) for square, n in heights.items() if n > 1)),
    )


def _text(table: TableState, texts: Texts, *, tumbles: bool) -> TextView:
    """The lines; `tumbles`: dice are tumbling, and the next button isn't known yet."""
    state, said = table.game.state, None if tumbles else hint(table)
    to_do, message = instructions(table.message)
    if table.message is not None and not isinstance(table.phase, Thinking | Looking):
        to_do, message = (), (table.message,)
    if isinstance(table.phase, BEFORE_A_PLAY) and tiles_to_lay(table):
        to_do = (LAY_AS_SHOWN, *to_do)
    if not tumbles and (why := why_over(table)):
        to_do, message = why, without(table.message, why)
    hidden = table.finished or table.agreed.extras.tournament
    return TextView(
        state=texts.say(_rolling(table) if tumbles else _state(table)),
        bag=_bag(table, texts),
        message=" ".join(map(texts.say, message)),
        to_do=" ".join(map(texts.say, to_do)),
        trouble=_trouble(table, texts),
        hint="" if said is None else texts.say(said),
        open=_open(table, texts),
        notes=(*notes(table, texts), *map(texts.say, notes_of_addons(table))),
        unseen="" if hidden else unseen_line(state, texts),
    )


def _bag(table: TableState, texts: Texts) -> str:
    """How many tiles are in the bag."""
    if table.game.state.bag is None or shows_only_record(table):
        return ""
    return texts("Tiles in the bag: {n}", n=table.game.state.bag)


def _rows(table: TableState, clearing: ClearingView | None) -> tuple[str, ...]:
    """The tiles on the board, and those still to be taken up."""
    if clearing is not None:
        return as_it_lies(table, clearing)
    return _believed(table).rows()


def _entry(table: TableState) -> Entry | None:
    """The play being entered by hand."""
    return table.phase.question.entry if isinstance(table.phase, Asking) else None


def _pointed(table: TableState) -> Square | None:
    """The square being pointed at, or that the chosen answer is about."""
    match table.phase:
        case Pointing() as pointing:
            return pointing.square
        case Asking(question, selected):
            return question.options[selected].square
        case _:
            return None


def _believed(table: TableState) -> Position:
    """The tiles on the board, with those seen in this turn."""
    seen = None if isinstance(table.where, Shaking) else table.seen or table.whole_play
    return table.game.state.position if seen is None else seen.after.position


def _piles(position: Position) -> tuple[tuple[Square, int], ...]:
    """The squares on which more than one tile lies."""
    return tuple(sorted((square, n) for square, n in position.heights.items() if n > 1))


def _open(table: TableState, texts: Texts) -> str:
    """How many tiles are missing, or questions are open, if a button leads to them."""
    if table.finished or isinstance(table.where, NOTHING_OPEN):
        return ""
    missing, count = len(tiles_to_lay(table)), len(open_doubts(table))
    if missing and isinstance(table.where, AGAINST_CLOCK):
        return texts("Missing tiles: {n} (menu)", n=missing)
    if missing:
        return texts("Missing tiles: {n} (OK)", n=missing)
    if not count:
        return ""
    if isinstance(table.where, AGAINST_CLOCK):
        return texts("Questions waiting: {n} (menu)", n=count)
    return texts("Questions waiting: {n} (OK)", n=count)


def _asked(table: TableState) -> frozenset[Square]:
    """The squares that a question is about, or where a play has to be taken up."""
    phase = table.phase
    match phase:
        case Asking():
            return frozenset(phase.question.squares or phase.question.shown)
        case Challenge() if not phase.seen_gone:
            return phase.lift
        case _:
            return frozenset()


def _rolling(table: TableState) -> Message:
    """What goes on while dice tumble."""
    return _state(table) if isinstance(table.where, Lobby | Paused) else rolling_line(table)


def _state(table: TableState) -> Message:
    phase, state = table.where, table.game.state
    match phase:
        case Naming():
            return naming_title(phase)
        case Timing():
            return Message("Timer and dice")
        case Trying():
            return Message("Press each button once.")
        case Lobby(page=page):
            return TITLES[page]
        case Explaining():
            return TITLES[Page.HELP]
        case Pointing():
            return phase.text
        case Challenge():
            return Message("{side} challenged", {"side": phase.by})
        case Settling():
            return Message("{side}’s rack", {"side": phase.side})
        case Aiming() | Checking() | SwitchingOff():
            return Message("Game on hold")
        case Paused():
            return Message("Paused")
        case Over():
            return _result(state)
        case Looking():
            return Message("Looking at the board…")
        case _:
            return state_line(table) or Message("{side}’s turn", {"side": state.turn or ""})


def _result(state: State) -> Message:
    """Who has won, and by how much, or leads if the racks were left out of the score."""
    if state.variant.common_rack:
        total = {"n": sum(state.totals.values())}
        return Message(Plural("The top: {n} point", "The top: {n} points"), total)
    ahead, won = leaders(state), winners(state)
    names = {"names": ", ".join(ahead)}
    if len(ahead) > 1:
        return Message("A tie: {names}", names)
    if not won:
        return Message("Leading: {names}", names)
    others = [total for side, total in state.totals.items() if side not in won]
    margin = state.totals[won[0]] - max(others, default=state.totals[won[0]])
    if margin <= 0:
        return Message("{names} won", names)
    text = Plural("{names} won by {n} point", "{names} won by {n} points")
    return Message(text, {**names, "n": margin})


def _trouble(table: TableState, texts: Texts) -> str:
    troubles = []
    if table.device.camera.gone and camera_lost_view(table, texts) is None:
        troubles.append(texts.say(CAMERA_LOST))
    if not table.device.kept:
        troubles.append(texts("This game isn’t being saved."))
    troubles += map(texts.say, troubles_of_addons(table))
    sight = table.board.sight
    unclear = sight is not None and sight.now.observed.change is Change.UNCLEAR
    if unclear and sight is not None and plain_tiles(sight, table.game.state.variant):
        unclear = False  # what lies there is clear, though it is no play
    if tiles_to_lay(table):
        unclear = False  # it is clear, and said, what is missing
    rack = isinstance(table.phase, Asking) and table.phase.question.rack
    if unclear and not rack and not isinstance(table.where, Settling | Naming):
        troubles.append(texts("It’s not clear yet what’s on the board."))
    return " ".join(troubles)


def _picture(table: TableState, path: Path | None, texts: Texts) -> PictureView | None:
    """The picture that a question is about."""
    if table.picture is None or not isinstance(table.phase, Asking):
        return None
    unreadable = texts("No picture of this play was saved.")
    if path is not None:
        unreadable = texts("This picture can’t be shown: {path}", path=str(path))
    return PictureView(path, texts.say(table.phase.question.text), unreadable)
