"""The lines of an evening's script: what can be done, expected or happen, a frozen value each.

Only values and the words they take: script.py reads them, expected_game.py works out their game.
Tests: tests/device/test_evening.py, tests/device/test_evening_dice.py.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from device.session.core.setup import Extras
from device.simulator.named_texts import is_name, values_of, wrong_name
from engine.circumstances import ChanceFace, Zone
from engine.events import Side
from engine.position import Position
from engine.sentences import AND, Sentence, listed
from engine.squares import Square
from engine.tiles import Letter, Tile
from engine.variants import Variant, load_variant
from hardware.panel.port import Button, Lamp, Tone
from vision.reading import check_letters

# --- with dice and clock ---


@dataclass(frozen=True)
class RollLetter:
    """The side rolls the letter die. `by_hand`: its own die."""

    side: Side
    letter: Letter
    line: int
    by_hand: bool = False


@dataclass(frozen=True)
class Chance:
    """The side rolls the chance die; `square`: the letter to count more, None for the best."""

    side: Side
    face: ChanceFace
    line: int
    square: Square | None = None
    by_hand: bool = False


@dataclass(frozen=True)
class Rolls:
    """The side rolls the dice of its turn; `on_mat`: its own, and where they come to lie."""

    side: Side
    letters: str
    line: int
    on_mat: Mapping[Square, Tile] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Draws:
    """The referee of duplicate draws the rack on the screen, where the bag gives these letters;
    `by_hand`: from the real bag, and enters them."""

    letters: str
    line: int
    by_hand: bool = False


@dataclass(frozen=True)
class StartClock:
    """The side presses its button to start the clock."""

    side: Side
    line: int


@dataclass(frozen=True)
class StopClock:
    """The side presses its button once the clock is in that zone."""

    side: Side
    zone: Zone
    line: int


@dataclass(frozen=True)
class WaitForZone:
    """Everybody waits until the clock is in that zone."""

    zone: Zone
    line: int


@dataclass(frozen=True)
class TimeUp:
    """Everybody waits until the clock has run out."""

    line: int


@dataclass(frozen=True)
class Early:
    """The side says that the clock was started before the letter was found."""

    side: Side
    line: int


@dataclass(frozen=True)
class Accept:
    """The word that counts is accepted by all."""

    line: int


@dataclass(frozen=True)
class Lift:
    """Used dice are taken off the mat."""

    line: int


DiceStep: TypeAlias = (
    RollLetter
    | Chance
    | Rolls
    | Draws
    | StartClock
    | StopClock
    | WaitForZone
    | TimeUp
    | Early
    | Accept
    | Lift
)

FACES: Mapping[str, ChanceFace] = MappingProxyType({str(face): face for face in ChanceFace})
ZONES: Mapping[str, Zone] = MappingProxyType({str(zone): zone for zone in Zone})


# --- at any table ---


class EveningError(Exception):
    """A script that can't be played; the text names the line and what to do."""


@dataclass(frozen=True)
class EveningHeader:
    """The settings of an evening. `language`: None is the game's own; `words`: the list that the
    players agree on, None the one that ships; `lobby`: all this is chosen there first; `holder`:
    the letters in the holder, None for the whole set."""

    game: str = "classic"
    language: str | None = None
    sides: tuple[Side, ...] = ()
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    extras: Extras = Extras()  # noqa: RUF009  (frozen)
    words: tuple[str, ...] | None = None
    lobby: bool = False
    holder: str | None = None

    def variant(self) -> Variant:
        """The game; VariantError if it doesn't exist, UnknownLetterError if it has tiles that can't
        be read."""
        variant = load_variant(self.game, self.language, self.options)
        check_letters(variant.tile_set)
        return variant


@dataclass(frozen=True)
class Lay:
    """New tiles of one word, in the order in which they are laid. `start`: 8H across, H8 down."""

    side: Side
    start: str
    word: str
    tiles: Mapping[Square, Tile]
    line: int


@dataclass(frozen=True)
class EnterByHand:
    """A play is laid, and then entered by buttons; against a clock, once it is in that zone, if
    given."""

    play: Lay
    line: int
    zone: Zone | None = None


@dataclass(frozen=True)
class PressTurn:
    """The side presses its turn button. `later`: questions that can wait aren't answered now."""

    side: Side
    line: int
    later: bool = False


@dataclass(frozen=True)
class Try:
    """The side presses its turn button once, and that doesn't count."""

    side: Side
    line: int


@dataclass(frozen=True)
class Forget:
    """The side does not press."""

    side: Side
    line: int


@dataclass(frozen=True)
class PressButton:
    """A player presses another button; `later`: its question is left to the lines that follow."""

    button: Button
    line: int
    later: bool = False


@dataclass(frozen=True)
class HoldDown:
    """A player holds a button down for a long press."""

    button: Button
    line: int


@dataclass(frozen=True)
class GiveAnswer:
    """A player takes the answer that holds this text, or the text of this name."""

    text: str
    line: int


@dataclass(frozen=True)
class TakeBack:
    """The side that laid last takes these tiles up again; `counted`: it had pressed for them."""

    side: Side
    squares: tuple[Square, ...]
    counted: bool
    line: int


@dataclass(frozen=True)
class PassTurn:
    """The side presses without having laid anything, and means it. `clocked`: in a game against the
    clock, where a pass is made from the menu, in that `zone` if it runs; `by_button`: by stopping
    the clock after all. `later`: the questions once it counts are left to the lines that follow."""

    side: Side
    line: int
    zone: Zone | None = None
    clocked: bool = False
    by_button: bool = False
    later: bool = False


@dataclass(frozen=True)
class Swap:
    """The side exchanges this many tiles with the bag."""

    side: Side
    count: int
    line: int


@dataclass(frozen=True)
class Trade:
    """The side trades this many tiles with another."""

    side: Side
    partner: Side
    count: int
    line: int


@dataclass(frozen=True)
class CallChallenge:
    """The side challenges the last play, that of `of`; if it isn't `good`, `squares` are lifted.
    `words`: the challenged words of the play, if not all are."""

    side: Side
    of: Side
    good: bool
    squares: tuple[Square, ...]
    line: int
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Call:
    """The side calls a penalty for tiles that were laid and taken up again."""

    side: Side
    line: int


@dataclass(frozen=True)
class Goalie:
    """The side replaces a blank with the letter that it stood for."""

    side: Side
    square: Square
    letter: Tile
    line: int


@dataclass(frozen=True)
class Correct:
    """A player names the tile on a square; `renamed`: it had been named differently before."""

    square: Square
    tile: Tile
    renamed: bool
    line: int


@dataclass(frozen=True)
class GivePoints:
    """Points are given or taken by hand."""

    side: Side
    points: int
    line: int


@dataclass(frozen=True)
class IsOut:
    """A player answers that the side has laid all its tiles, in a game that doesn't count them."""

    side: Side
    line: int


@dataclass(frozen=True)
class Sign:
    """The game is over, and the side signs the result with its turn button."""

    side: Side
    line: int


@dataclass(frozen=True)
class ShowRack:
    """The side lays what it has left on these squares, presses, and takes it off again. `faces`:
    the text on those tiles, in the same order ("QU")."""

    side: Side
    tiles: Mapping[Square, Tile]
    faces: tuple[str, ...]
    line: int

    @property
    def letters(self) -> str:
        return "".join(self.tiles.values())


@dataclass(frozen=True)
class WaitSeconds:
    """Everybody waits for this many seconds of the table's clock."""

    seconds: float
    line: int


@dataclass(frozen=True)
class Mishap:
    """A mishap at the table: its name, and the words after it."""

    what: str
    words: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class Expect:
    """An expectation about this moment: its name, and the words after it."""

    what: str
    words: tuple[str, ...]
    line: int


ScriptStep: TypeAlias = (
    Lay
    | EnterByHand
    | PressTurn
    | Try
    | Forget
    | PressButton
    | HoldDown
    | GiveAnswer
    | TakeBack
    | PassTurn
    | Swap
    | Trade
    | CallChallenge
    | Call
    | Goalie
    | Correct
    | GivePoints
    | IsOut
    | ShowRack
    | Sign
    | WaitSeconds
    | Mishap
    | Expect
    | DiceStep
)


@dataclass(frozen=True)
class Evening:
    """The actions at a table, in order, and the sides in the order in which they sit down."""

    name: str
    sides: tuple[Side, ...]
    steps: tuple[ScriptStep, ...]
    position: Position
    header: EveningHeader = EveningHeader()


# --- expectations ---

_SIDE, _NUMBER, _LAMP, _TONE, _TEXT = (
    Sentence("a side"),
    Sentence("a number"),
    Sentence("a lamp"),
    Sentence("a tone"),
    Sentence("a text"),
)
_ZONE, _LETTER, _DOES = Sentence("a zone"), Sentence("a letter"), Sentence("runs or stands")

RUNS, STANDS = "runs", "stands"
"""The states of a clock."""

EXPECTATIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "turn": (_SIDE,),
        "points": (_SIDE, _NUMBER),
        "over": (),
        "won": (_SIDE,),
        "lamp": (_LAMP,),
        "dark": (_LAMP,),
        "zone": (_ZONE,),
        "clock": (_DOES,),
        "letter": (_LETTER,),
        "tone": (_TONE,),
        "says": (_TEXT,),
        "asks": (_TEXT,),
    }
)
"""The words that each takes."""


def wrong_expectation(what: str, words: Sequence[str], sides: Collection[Side]) -> str | None:
    """A sentence on why this can't be expected; None if it can. `sides`: who plays."""
    if what not in EXPECTATIONS:
        return Sentence(
            "{what} can’t be expected; there are {known}",
            what=repr(what),
            known=", ".join(EXPECTATIONS),
        )
    wanted = EXPECTATIONS[what]
    if wanted == (_TEXT,) and words and is_name(words[0]):
        try:
            return wrong_name(words[0], values_of(words[1:]), whole=False)
        except ValueError as error:
            return str(error)
    fits = len(words) == len(wanted) and all(
        _fits(kind, word, sides) for word, kind in zip(words, wanted, strict=True)
    )
    if fits:
        return None
    return Sentence(
        "{what} takes {wanted}",
        what=f"expect {what}",
        wanted=listed(wanted, AND) if wanted else Sentence("nothing"),
    )


def lamp_of(name: str, sides: Sequence[Side]) -> Lamp:
    """The lamp in a side's button, or the one of that name."""
    return Lamp(f"side-{sides.index(name) + 1}") if name in sides else Lamp(name)


def _fits(kind: str, word: str, sides: Collection[Side]) -> bool:
    if kind == _SIDE:
        return word in sides
    if kind == _NUMBER:
        return word.removeprefix("-").isdigit()
    if kind == _LAMP:
        return word in sides or word in tuple(Lamp)
    if kind == _ZONE:
        return word in ZONES
    if kind == _DOES:
        return word in (RUNS, STANDS)
    if kind == _LETTER:
        return len(word) == 1 and word.isupper()
    return kind == _TEXT or word in tuple(Tone)


# --- mishaps ---

_COUNT, _SQUARE, _TILE, _ONE_LETTER = (
    Sentence("a number"),
    Sentence("a square"),
    Sentence("the square of a tile"),
    Sentence("a letter"),
)

MISHAPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "lamp": (_COUNT,),
        "shadow": (),
        "glare": (_SQUARE, _COUNT),
        "cup": (_SQUARE,),
        "board": (),
        "arm": (_SQUARE,),
        "arm-away": (),
        "knock": (_COUNT, _COUNT, _COUNT),
        "push": (_COUNT, _COUNT, _COUNT),
        "turn": (_COUNT,),
        "shake": (_COUNT, _COUNT),
        "defocus": (_COUNT,),
        "face-down": (_TILE,),
        "upside-down": (_TILE,),
        "slipped": (_TILE,),
        "worn": (_TILE, _ONE_LETTER),
        "put-right": (_TILE,),
        "stuck": (),
        "unplugged": (),
        "calm": (),
    }
)
"""The words that each takes."""


def wrong_mishap(what: str, words: Sequence[str], lying: Collection[Square] = ()) -> str | None:
    """A sentence on why no table has such a mishap; None if it may happen. `lying`: the squares
    with tiles on them then."""
    if what not in MISHAPS:
        return Sentence(
            "{what} isn’t a mishap; there are {known}", what=repr(what), known=", ".join(MISHAPS)
        )
    wanted = MISHAPS[what]
    fits = len(words) == len(wanted) and all(
        _is(kind, word) for word, kind in zip(words, wanted, strict=True)
    )
    if not fits or (_TILE in wanted and Square.parse(words[0]) not in lying):
        kinds = listed(wanted) if wanted else Sentence("nothing")
        return Sentence("{what} takes {wanted}", what=what, wanted=kinds)
    return None


def _is(kind: str, word: str) -> bool:
    if kind == _ONE_LETTER:
        return len(word) == 1 and word.isalpha() and word.isupper()
    return _is_number(word) if kind == _COUNT else _is_square(word)


def _is_number(word: str) -> bool:
    try:
        return abs(float(word)) < 10_000
    except ValueError:
        return False


def _is_square(word: str) -> bool:
    try:
        Square.parse(word)
    except ValueError:
        return False
    return True
