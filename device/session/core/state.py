"""The values of a session: the states that a table can be in, its questions, and all that it knows.

Only shapes, no logic: device/session/presses.py says which button does what in which state, and the
file of each subject how one state leads to the next. A turn with dice and clock has its own states,
from the first roll to the last tile taken up. Tests: tests/device/test_session.py,
tests/device/test_against_clock.py, tests/device/test_clearing.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache, wraps
from types import MappingProxyType
from typing import Any, Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

from device.clock_and_dice.dice import Dice, Roll
from device.clock_and_dice.party_timer import PartyTimer
from device.clock_and_dice.zone_clock import ZoneClock
from device.doctor.checks import Check
from device.language.texts import Message, Texts
from device.score.statistics import Standing
from device.session.core.effects import Announce, Effect
from device.session.core.observation import JudgedReading, TurnReading
from device.session.core.setup import Extras, Offers, Setup, SideClocks
from engine.circumstances import Zone
from engine.events import Event, Side
from engine.game import Game
from engine.position import Position
from engine.scoring import ScoredPlay
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, Tile
from engine.words.lexicon import Lexicon, Verdict
from hardware.cameras.port import CameraStatus
from hardware.panel.port import SIDE_BUTTONS, Button
from vision.game.follow import Followed
from vision.game.reconstruct import Change

# --- states of a turn with dice and clock ---


@dataclass(frozen=True)
class Rolling:
    """The letter die or the chance die has to be rolled. The last roll may still be tumbling."""


@dataclass(frozen=True)
class Shaking:
    """The dice of a turn have to be rolled from the cup.

    `since`: when a player said that they lie on the mat, which is being read; `until`: when the
    players are asked what lies there, None until the first tick.
    """

    since: float | None = None
    until: float | None = None


@dataclass(frozen=True)
class Ready:
    """The turn's clock stands and has to be started: it is full, paused, or stopped in a zone.

    `by_itself`: it starts without a press, as soon as no dice tumble any more.
    """

    by_itself: bool = False


@dataclass(frozen=True)
class Running:
    """The turn's clock runs."""


@dataclass(frozen=True)
class Stopping:
    """The clock was stopped in that `zone`, or has run out: the table is looked at once more.

    `since`: when that was; `until`: when the players are asked what lies there, None until the
    first tick. `closer`: it has been read twice, since nothing was seen at first. `stood`: the
    clock as it stood then. `bare`: the squares that were certainly empty at the first reading.
    `lay`: the new tiles that certainly don't count, None where that isn't sure; `whole`: they are a
    word all the same. `asked`: since when the players have been asked what the stop was, None until
    the first tick; `runs_on`: the clock does meanwhile.
    """

    since: float
    zone: Zone | None = None
    dinged: bool = False
    until: float | None = None
    closer: bool = False
    stood: ZoneClock | None = None
    bare: frozenset[Square] | None = None
    lay: Mapping[Square, Tile] | None = None
    whole: bool = False
    asked: float | None = None
    runs_on: bool = False


@dataclass(frozen=True)
class Counted:
    """A word laid against the clock counts, and can still be accepted or challenged."""


@dataclass(frozen=True)
class Clearing:
    """Dice on the mat have to be picked up, or put back, before the next turn.

    `lift`: squares to be cleared; `put_back`: what belongs where. `seen`: the camera has confirmed
    it.
    """

    lift: frozenset[Square] = frozenset()
    put_back: Mapping[Square, Tile] = field(default_factory=lambda: MappingProxyType({}))
    seen: bool = False


AGAINST_CLOCK = (Rolling, Shaking, Ready, Running, Stopping, Counted, Clearing)
"""The states of a turn with dice and clock."""


P = ParamSpec("P")
Received = TypeVar("Received", contravariant=True)
Returned = TypeVar("Returned", covariant=True)

# --- questions ---

Act: TypeAlias = "Callable[[TableState], Step]"
"""What an answer does; it is given the state that the question was asked in."""


@dataclass(frozen=True, init=False)
class Do:
    """What an answer does, as a value: a function of the state and further arguments. So the
    answers of a question can be followed by name, and a question can be serialised."""

    function: Callable[..., Step]
    args: tuple[object, ...]
    named: Mapping[str, object]

    def __init__(
        self, function: Callable[Concatenate[TableState, P], Step], *args: P.args, **named: P.kwargs
    ) -> None:
        object.__setattr__(self, "function", function)
        object.__setattr__(self, "args", args)
        object.__setattr__(self, "named", MappingProxyType(named))

    def __call__(self, state: TableState) -> Step:
        return self.function(state, *self.args, **self.named)


@dataclass(frozen=True, init=False)
class Then(Generic[Received, Returned]):
    """A callback as a value: a function of the state, of a value that arrives later, and of further
    arguments."""

    function: Callable[..., Returned]
    args: tuple[object, ...]
    named: Mapping[str, object]

    def __init__(
        self,
        function: Callable[Concatenate[TableState, Received, P], Returned],
        *args: P.args,
        **named: P.kwargs,
    ) -> None:
        object.__setattr__(self, "function", function)
        object.__setattr__(self, "args", args)
        object.__setattr__(self, "named", MappingProxyType(named))

    def __call__(self, state: TableState, value: Received) -> Returned:
        return self.function(state, value, *self.args, **self.named)


@dataclass(frozen=True)
class Option:
    """One answer: how it is shown, and what it does. `button` takes it at once, if it has one;
    `again`: that button also asked the question, so it answers only once that could be read;
    `square`: the one that it is about, pointed at meanwhile; `lies`: what would lie on the board,
    drawn meanwhile; `picture`: the name of the game pictured, and `about` a line on it; `used_up`:
    it keeps its place though it can't be chosen now, and says why."""

    label: Message
    act: Act
    button: Button | None = None
    again: bool = False
    square: Square | None = None
    picture: str = ""
    about: Message | None = None
    lies: Position | None = None
    used_up: bool = False

    @property
    def typed_by(self) -> str:
        """The letter or digit that takes it, which it is; "?" where it is a blank."""
        label = self.label
        if label.text in ("A blank", "A blank…"):
            return UNKNOWN_BLANK
        value = str(label.values.get("letter", label.values.get("n", "")))
        is_it = label.text in ("{letter}", "{n}") and len(value) == 1
        return value.upper() if is_it else ""


@dataclass(frozen=True)
class Question:
    """A question, with the likeliest option first; `squares` are what it is about, `shown` those
    that may be shown with it though it is about nothing that lies there now.

    `can_wait`: play may go on before it is answered; the next turn button leaves it open.
    `rolled`: handles the roll of the device's dice that the question awaits, as an option's `act`
    does. `rolls`: the side that rolls them. `entry`: it is a step of a play that is entered by
    hand. `rack`: tiles that lie there meanwhile are a rack that is shown. `noted`: it is about what
    happened in the game, and its answer goes into the game's record. `code`: what is
    shown next to it for a phone, the rows of a QR code, "#" where it is dark; `standings`: the
    statistics shown next to it; `tips`: lines to read above its answers. `awaits`: the job whose
    result takes its place. `hint`: what else a button does. `abreast`: letters or numbers stand
    side by side, however few. `digits`: handles a digit that is typed.
    """

    text: Message
    options: tuple[Option, ...]
    squares: tuple[Square, ...] = ()
    can_wait: bool = False
    shown: tuple[Square, ...] = ()
    rolled: Callable[[TableState, Roll], Step] | None = None
    rolls: Side | None = None
    entry: Entry | None = None
    rack: bool = False
    noted: bool = False
    code: tuple[str, ...] = ()
    standings: tuple[Standing, ...] = ()
    tips: tuple[Tip, ...] = ()
    awaits: Awaited | None = None
    hint: Message | None = None
    abreast: bool = False
    digits: Callable[[TableState, str], Step] | None = None


@dataclass(frozen=True)
class Tip:
    """A line to read: what it is about, in a word or two, and what to know of it."""

    about: Message
    text: Message


@dataclass(frozen=True)
class Awaited:
    """The job that a question awaits by name, and the handler of its result. Like an answer, `then`
    goes on from the state that the question was asked in."""

    job: str
    then: Callable[[TableState, Any], Step]


@dataclass(frozen=True)
class Entry:
    """What a question about a play entered by hand shows and does besides its answers; `left`: what
    happens when the entry is left, None for nothing."""

    board: Position
    laid: frozenset[Square]
    typed: Callable[[TableState, str], Step]
    touched: Callable[[TableState, Square], Step]
    undone: Act | None = None
    left: Act | None = None


# --- states ---


class Page(StrEnum):
    """A page of the lobby: what to do, the game as it is chosen, its rarely changed settings, the
    device, and how to play."""

    START = "start"
    GAME = "game"
    MORE = "more"
    DEVICE = "device"
    HELP = "help"


@dataclass(frozen=True)
class Lobby:
    """Before a game: what to play is being chosen, and who plays. `line`: the line that is chosen,
    on this page; `since`: when a press opened it that was perhaps repeated."""

    setup: Setup
    line: int = 0
    page: Page = Page.GAME
    since: float = -math.inf


@dataclass(frozen=True)
class Naming:
    """Before a game, a side is given its name with buttons, or with tiles on the board.

    `lobby`: where that leads back to; `place`: the side's among the sides; `letters` so far, "?"
    where a blank's is still to be chosen; `wheel`: the letter that OK takes; `aside`: a name on the
    board already taken or passed over; `whole`: it was taken, and OK keeps it.
    """

    lobby: Lobby
    place: int
    letters: str = ""
    wheel: str = "A"
    aside: str = ""
    whole: bool = False


@dataclass(frozen=True)
class Timing:
    """Party's timer is used by itself: the players read their own board. `lobby`: where it leads
    back to."""

    lobby: Lobby
    timer: PartyTimer


TRIED = tuple(button for button in Button if button is not Button.POWER)
"""The buttons of a keyboard, and of a table's own panel unless it is known to differ."""


@dataclass(frozen=True)
class Trying:
    """At the first start, the buttons are tried; `answered`: those that have worked. `lobby`: what
    follows."""

    lobby: Lobby
    answered: frozenset[Button] = frozenset()


class Guide(StrEnum):
    """What explains the table: the tour in pictures, or the help in words."""

    TOUR = "tour"
    HELP = "help"


@dataclass(frozen=True)
class Explaining:
    """Before a game, the table is explained card by card. `lobby`: where that leads back to;
    `place`: the card's, from the first."""

    lobby: Lobby
    guide: Guide = Guide.TOUR
    place: int = 0


BEFORE_THE_GAME = (Lobby, Naming, Timing, Trying, Explaining)
"""The states in which no game is played here yet."""


@dataclass(frozen=True)
class Thinking:
    """A side is thinking or laying tiles."""


LOOK_FOR = 6.0
"""Seconds that the table may take to settle before the players are asked what lies there. The
watcher waits 3 s for an arm that rests at the edge."""


READ_FOR = 20.0
"""Seconds to wait while the table is still and its picture is being read, or about to be read once
more: the first one, in which the board has to be found, may take a slow machine more than six."""


@dataclass(frozen=True)
class Looking:
    """A turn button was pressed: the table is looked at once more before the turn is closed.

    `forgot`: the button was the next side's; it is that side's turn if something is counted first.
    """

    since: float
    forgot: bool = False


@dataclass(frozen=True)
class Asking:
    """A question is open; `selected` is the option that OK takes. `back`: the state that it was
    asked in, and that an answer goes on from. `since`: the moment of the press that asked it.
    `before`: the questions whose answers led here, from the first on: UNDO goes back through
    them."""

    question: Question
    selected: int = 0
    back: Phase = field(default_factory=Thinking)
    since: float = -math.inf
    before: tuple[Asking, ...] = ()


@dataclass(frozen=True)
class Challenge:
    """A challenge has been judged: the list's verdict on each word of the play `of` a side.

    `lift`: the tiles to take up now, and `seen_gone`: the camera has seen them go.
    """

    by: Side
    of: Side
    verdicts: tuple[Verdict, ...]
    lift: frozenset[Square] = frozenset()
    seen_gone: bool = False

    @property
    def good(self) -> bool:
        return all(verdict.good for verdict in self.verdicts)


@dataclass(frozen=True)
class Pointing:
    """A player points at a square with the arrows: at `square`, one of `among`."""

    text: Message
    among: tuple[Square, ...]
    place: int
    then: Callable[[TableState, Square], Step]

    @property
    def square(self) -> Square:
        return self.among[self.place]


@dataclass(frozen=True)
class Settling:
    """The game is over, and `side` shows or names what is left on its rack.

    `named`: the racks of the sides before it; `letters`: what was named of its own so far; `lying`:
    the tiles of the rack before it, until the camera has seen them go; `since`: its button was
    pressed then, and the table is being looked at once more.
    """

    side: Side
    named: tuple[tuple[Side, str], ...] = ()
    letters: str = ""
    lying: Mapping[Square, Tile] = field(default_factory=lambda: MappingProxyType({}))
    since: float | None = None


@dataclass(frozen=True)
class Paused:
    """The players are away, and what the camera sees is ignored."""


@dataclass(frozen=True)
class Aiming:
    """The camera's picture is shown, so that the camera can be aimed at the board.

    `back`: the state that it leads back to, None in a game that goes on, and `menu` the page of the
    menu there; `found`: at the first start, whether the board is in the picture.
    """

    back: Lobby | Trying | Over | None = None
    found: bool = False
    menu: Asking | None = None


@dataclass(frozen=True)
class Checking:
    """The device's parts are checked, and the results are shown.

    `report`: None until they are there; `line`: the check being looked at; `back`, `menu`: as in
    Aiming.
    """

    back: Lobby | Over | None = None
    report: tuple[Check, ...] | None = None
    line: int = 0
    menu: Asking | None = None


@dataclass(frozen=True)
class SwitchingOff:
    """The players are asked whether to switch the device off; `sure`: it is being switched off.

    `back`: the state that it was asked in, `said` the message there, `ran` the side whose clock
    ran. `since`: when a long press asked it.
    """

    back: Phase
    said: Message | None = None
    ran: Side | None = None
    since: float = -math.inf
    sure: bool = False


AWAY = (Paused, Aiming, Checking, SwitchingOff)
"""The states in which play stops: clocks stand, and what the camera sees belongs to no turn."""


@dataclass(frozen=True)
class Over:
    """The game is over. `disputed`: at a tournament, a side has said that the result isn't right,
    and the director is wanted."""

    disputed: bool = False


Phase: TypeAlias = (
    Lobby
    | Naming
    | Timing
    | Trying
    | Explaining
    | Thinking
    | Looking
    | Asking
    | Challenge
    | Pointing
    | Settling
    | Rolling
    | Shaking
    | Ready
    | Running
    | Stopping
    | Counted
    | Clearing
    | Paused
    | Aiming
    | Checking
    | SwitchingOff
    | Over
)


# --- everything a session knows ---


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """A point to undo to: the number of events, the board believed then, and what was left on the
    turn's clock, which stands."""

    events: int
    followed: Followed
    clock: ZoneClock | None = None


@dataclass(frozen=True)
class Throw:
    """What was rolled last, and when its dice began to tumble on the screen.

    `by`: the side that rolled, whose lamp is lit until they lie still; `aloud` and `message`:
    announced then and no sooner, the latter if it is still that `turn`.
    """

    what: Dice
    roll: Roll
    since: float
    by: Side | None = None
    aloud: tuple[Announce, ...] = ()
    message: Message | None = None
    turn: int = 0


@dataclass(frozen=True, eq=False)
class WatchedBoard:
    """What the camera has shown of the board in this turn.

    `followed`: the board believed at the turn's start, from the pictures that showed none of its
    tiles yet. `turn` changes whenever that does, so that a reading judged from an older one can be
    recognised. `sight`: the last reading of this turn. `begun`: tiles of this turn have been seen,
    so that the play before it can't be challenged any more (Q-02). `pressed`: its side has pressed
    with tiles there that couldn't count yet. `earlier`: plays seen for sure in this turn that are
    part of what lies there now. `orphaned`: tiles that may still lie there
    though they were taken out of the game; `name_tiles`: squares where tiles may still spell a
    side's name from before the game.
    """

    followed: Followed
    turn: int = 0
    sight: JudgedReading | None = None
    begun: bool = False
    pressed: bool = False
    earlier: tuple[TurnReading, ...] = ()
    orphaned: Mapping[Square, Tile] = field(default_factory=lambda: MappingProxyType({}))
    name_tiles: frozenset[Square] = frozenset()

    def moved_on(self, followed: Followed) -> WatchedBoard:
        """The board is now believed to be different; it hasn't been read since."""
        return replace(self, followed=followed, turn=self.turn + 1, sight=None)

    def next_turn(self, followed: Followed) -> WatchedBoard:
        """The same at the start of another turn: none of its tiles have been seen."""
        fresh = self.moved_on(followed)
        return replace(fresh, begun=False, pressed=False, earlier=(), orphaned=MappingProxyType({}))


@dataclass(frozen=True)
class FramesRead:
    """How far the camera's pictures have been read; times are monotonic seconds.

    `settled_at`, `read_at`: of the last settled picture, and of the last one read; `still_at`: when
    the table was last known to be still. `blind`: the last picture couldn't be read. `doubted`: it
    left a doubt, and the table is about to be read again.
    """

    settled_at: float = -math.inf
    read_at: float = -math.inf
    still_at: float = -math.inf
    blind: bool = False
    doubted: bool = False

    @property
    def being_read(self) -> bool:
        """Whether the table lies still, and its last picture hasn't been read yet."""
        return self.read_at < self.settled_at

    @property
    def patience(self) -> float:
        """Seconds from a press after which the players are asked what lies there."""
        return READ_FOR if self.being_read or self.doubted else LOOK_FOR

    def overdue(self, until: float, now: float) -> bool:
        """Whether that can't wait any longer, where the table has had `until` to settle."""
        return now - until > self.patience - LOOK_FOR

    def known_since(self, at: float) -> bool:
        """Whether the table has been read since then: every settled picture was read, and the last
        one as well as it can be."""
        read = not self.being_read and not self.blind and not self.doubted
        return read and self.still_at >= at


@dataclass(frozen=True)
class DiceAtTheTable:
    """`throw`: the dice on the screen; `lying`: which dice of the device's own cup lie where on the
    mat. `rolled_at`: where a roll's dice lay when they were read; `cleared`: the last play's
    leftovers have been taken off the mat."""

    throw: Throw | None = None
    lying: Mapping[Square, int] = field(default_factory=lambda: MappingProxyType({}))
    rolled_at: Mapping[Square, Tile] = field(default_factory=lambda: MappingProxyType({}))
    cleared: bool = False


NO_DICE = DiceAtTheTable()


@dataclass(frozen=True)
class Clocks:
    """`sides`: the sides' own clocks, where they have any; `turn`: that of a turn against time.
    `looked_at`: the moment up to which its ticks have been played, in monotonic seconds."""

    sides: SideClocks | None = None
    turn: ZoneClock | None = None
    looked_at: float = -math.inf

    def turn_stopped(self) -> Clocks:
        """The same with the turn's clock standing as at the last look."""
        return self if self.turn is None else replace(self, turn=self.turn.stopped(self.looked_at))


class Occasion(StrEnum):
    """What a play is celebrated for, the greatest first."""

    LAST_TILE = "last-tile"
    MANY_TILES = "many-tiles"
    BONUS_WORD = "bonus-word"
    LEAD = "lead"


@dataclass(frozen=True)
class Celebration:
    """A side's play that is celebrated, and what for, the greatest first. `since`: when it began,
    infinite until the step that counted the play is over."""

    side: Side
    scored: ScoredPlay
    occasions: tuple[Occasion, ...]
    since: float = math.inf


@dataclass(frozen=True)
class PlayingTime:
    """How long a game has been played, in seconds: `before`, plus the time `since` a monotonic
    moment; `since` is None while play stops."""

    before: float = 0.0
    since: float | None = None

    def stopped(self, at: float) -> PlayingTime:
        """The same with play stopped from that moment on."""
        passed = 0.0 if self.since is None else max(0.0, at - self.since)
        return PlayingTime(self.before + passed)


@dataclass(frozen=True)
class Agreed:
    """What the sides have agreed on. `words`: the list for challenges, if there is one; `extras`:
    what is done beyond the rules."""

    words: Lexicon | None = None
    extras: Extras = field(default_factory=Extras)


_texts = lru_cache(Texts)
"""A catalogue is loaded once."""


@dataclass(frozen=True)
class Speaking:
    """The add-on state of a table that is meant to speak."""


Own = TypeVar("Own")


def own_of(addons: tuple[object, ...], kind: type[Own]) -> Own | None:
    """The add-ons' value of this type, None if there is none."""
    return next((one for one in addons if isinstance(one, kind)), None)


@dataclass(frozen=True)
class DeviceState:
    """How the device itself is. `kept`: the game is being written down. `theme`: the screen's
    colours, `texts` its language, "" for those it has by itself. `may_switch_off`: it is the
    table's own, which may switch it off. `celebrates`: great plays are celebrated. `buttons`: those
    that exist. `cards`: sound cards that can be chosen; `card`: the one in use, "" for the `buzzer`
    that is wired, or else ALSA's default. `keyboard`: one stands in for the panel. `upright`: the
    screen is higher than wide. `touched`: it is used with a finger or a mouse. `addons`: the
    add-ons' own states, each a frozen value of its own type. `safe`: this is a safe start."""

    camera: CameraStatus = CameraStatus.SEES
    kept: bool = True
    volume: int = 2
    theme: str = ""
    texts: str = ""
    may_switch_off: bool = False
    celebrates: bool = True
    buttons: tuple[Button, ...] = TRIED
    cards: tuple[str, ...] = ()
    card: str = ""
    buzzer: bool = False
    keyboard: bool = False
    upright: bool = False
    touched: bool = False
    addons: tuple[object, ...] = ()
    safe: bool = False

    def speaks(self, usual: Texts) -> Texts:
        """The texts of the language chosen here, else the default ones."""
        return _texts(self.texts, usual.names) if self.texts else usual

    def of(self, kind: type[Own]) -> Own | None:
        """An add-on's state by its type; None if it isn't at this table."""
        return own_of(self.addons, kind)

    def having(self, own: object) -> DeviceState:
        """The same with this in place of that add-on's previous state."""
        others = tuple(one for one in self.addons if not isinstance(one, type(own)))
        return replace(self, addons=(*others, own))

    @property
    def sees(self) -> bool:
        """Whether there is a camera that gives pictures."""
        return self.camera is CameraStatus.SEES


@dataclass(frozen=True, eq=False)
class Undone:
    """What was undone and can be put back: the events from that number on, what was left on the
    turn's clock, and the dice on the mat."""

    number: int
    events: tuple[Event, ...]
    clock: ZoneClock | None = None
    dice: DiceAtTheTable = NO_DICE


@dataclass(frozen=True)
class TopPlay:
    """The play chosen to be laid on the board for everybody (duplicate): where it starts, its main
    word, points and tiles. `events`: how many the game had then."""

    events: int
    start: str
    word: str
    points: int
    tiles: Mapping[Square, Tile]


@dataclass(frozen=True, eq=False)
class TableState:
    """Everything that the session knows.

    `marks`: the points to undo to, one before each thing that happened; `undone`: what was undone,
    the latest last. `picture`: the game's event whose kept picture is on the screen. `finished`:
    the game is over, and its racks are counted off. `offers`: what a lobby can choose from, None at
    a table that has no lobby. `celebrated`: the last play, as long as it is being celebrated.
    `top`: the play chosen in duplicate, last.
    """

    game: Game
    board: WatchedBoard
    phase: Phase = Thinking()
    message: Message | None = None
    picture: int | None = None
    finished: bool = False
    marks: tuple[Checkpoint, ...] = ()
    undone: tuple[Undone, ...] = ()
    frames: FramesRead = FramesRead()
    dice: DiceAtTheTable = NO_DICE
    clocks: Clocks = Clocks()
    playing: PlayingTime = PlayingTime()
    agreed: Agreed = Agreed()
    offers: Offers | None = None
    device: DeviceState = DeviceState()
    celebrated: Celebration | None = None
    top: TopPlay | None = None

    @property
    def where(self) -> Phase:
        """The state that the table is in, even while something is asked in it, or while the device
        is looked after before or after a game."""
        phase = self.phase.back if isinstance(self.phase, Asking) else self.phase
        if isinstance(phase, SwitchingOff):
            back = replace(self, phase=phase.back).where
            return back if isinstance(back, (*BEFORE_THE_GAME, Over)) else phase
        if isinstance(phase, Aiming | Checking) and phase.back is not None:
            return phase.back
        return phase

    @property
    def seen(self) -> TurnReading | None:
        """The tiles seen in this turn, if they look like one play (perhaps with a fault)."""
        sight = self.board.sight
        if sight is None or sight.now.observed.change is not Change.PLAY:
            return None
        return sight.now

    @property
    def whole_play(self) -> TurnReading | None:
        """The last legal play that was seen in this turn: what lies beyond it may be the next
        side's."""
        if self.seen is not None and self.seen.play is not None:
            return self.seen
        return self.board.earlier[-1] if self.board.earlier else None

    @property
    def side(self) -> Side | None:
        return self.game.state.turn

    @property
    def game_sought(self) -> str | None:
        """The game whose board the camera looks for, by its name in GAMES; None once it has been
        read in this game: what lies there is its board."""
        believed = self.board.followed
        read = believed.bare is not None and not isinstance(self.where, BEFORE_THE_GAME)
        return None if believed.position.tiles or read else self.game.state.variant.name

    @property
    def may_challenge(self) -> bool:
        """Whether the last play can still be challenged: the next side hasn't begun (Q-02)."""
        return self.game.state.may_challenge and not self.board.begun and not self.judged_at_once

    @property
    def judged_at_once(self) -> bool:
        """Whether a play with a bad word can't count: there is a referee, or challenges are played
        that way here; never without a word list."""
        by_rule = self.game.state.variant.challenge.then.at_once
        return self.agreed.words is not None and (self.agreed.extras.referee or by_rule)

    def with_sight(self, sight: JudgedReading | None) -> TableState:
        """The same with another reading of this turn, or none."""
        return replace(self, board=replace(self.board, sight=sight))

    def with_clock(self, clock: ZoneClock | None) -> TableState:
        """The same with this clock of a turn against time, or none."""
        return replace(self, clocks=replace(self.clocks, turn=clock))

    def with_throw(self, throw: Throw | None) -> TableState:
        """The same with these dice on the screen, or none."""
        return replace(self, dice=replace(self.dice, throw=throw))

    def with_camera(self, camera: CameraStatus) -> TableState:
        """The same with a different message."""
        return replace(self, device=replace(self.device, camera=camera))


Step: TypeAlias = tuple[TableState, tuple[Effect, ...]]


# --- decorators that hand a handler what it needs ---

InPhase = TypeVar("InPhase", bound=Phase)


def in_phase(
    kind: type[InPhase],
) -> Callable[
    [Callable[Concatenate[TableState, InPhase, P], Step]],
    Callable[Concatenate[TableState, P], Step],
]:
    """Decorates a handler for one state alone, which is given that state; in any other, nothing
    happens."""

    def given(
        act: Callable[Concatenate[TableState, InPhase, P], Step],
    ) -> Callable[Concatenate[TableState, P], Step]:
        @wraps(act)
        def handler(state: TableState, /, *args: P.args, **more: P.kwargs) -> Step:
            phase = state.phase
            return act(state, phase, *args, **more) if isinstance(phase, kind) else (state, ())

        return handler

    return given


def for_side(
    act: Callable[Concatenate[TableState, Side, P], Step],
) -> Callable[Concatenate[TableState, P], Step]:
    """Decorates a handler that is given the side to move; if there is none, nothing happens."""

    @wraps(act)
    def handler(state: TableState, /, *args: P.args, **more: P.kwargs) -> Step:
        return (state, ()) if state.side is None else act(state, state.side, *args, **more)

    return handler


# --- which side is meant ---


def side_options(
    state: TableState, sides: Iterable[Side], act: Callable[[TableState, Side], Step]
) -> tuple[Option, ...]:
    """An option for each of these sides."""
    return tuple(_option(state, side, act) for side in sides)


def other_sides(state: TableState, side: Side) -> tuple[Side, ...]:
    """All sides but this one, in the order in which they play."""
    sides = state.game.state.sides
    place = sides.index(side)
    return (*sides[place + 1 :], *sides[:place])


def _option(state: TableState, side: Side, act: Callable[[TableState, Side], Step]) -> Option:
    button = SIDE_BUTTONS[state.game.state.sides.index(side)]
    return Option(Message("{side}", {"side": side}), Do(act, side), button)
