"""What random walks begin from: tables of every kind that the buttons know, and what may lie there.

Games, sides, cameras, lists, extras and lobbies; for each the readings of boards that can come.
Used by walking.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from standins import board, reading_of

from device.session.core.inputs import TurnedTo
from device.session.core.setup import NO_EXTRAS, Extras, Offers, Setup
from device.session.core.state import Page, TableState
from device.session.lobby import lobby
from device.session.lobby.names import give_name
from device.session.lobby.party_timer import open_timer
from device.session.lobby.welcome import welcome
from device.session.step import begin
from engine.events import ClockStarted, Played, Rolled
from engine.game import Game
from engine.squares import Square
from engine.variants import Variant, load_variant
from engine.words.lexicon import Lexicon, shipped_lexicon
from hardware.panel.port import Button
from vision.reading import Reading, Refusal

TWO_SIDES, FOUR_SIDES = ("Ann", "Ben"), ("Ann", "Ben", "Cleo", "Dan")
TOURNAMENT = Extras(tournament=True, side_clock=25, hide_scores=True)
ALL_EXTRAS = Extras(referee=True, side_clock=25, turn_seconds=60, hide_scores=True)
SHORT_CLOCK = {"clock_seconds": [4] * 6, "letter_faces": "IIIIIIIIIIIIUUUUUUQZ"}
"""Letters of the words below, so that turns are played."""
SPECIAL = dict.fromkeys(
    ("pre_season", "trades", "trade_deadline", "delay", "too_many_men", "goalie", "offsides"), True
)


@dataclass(frozen=True)
class Did:
    """One thing that happens in a walk: what, and which button, key, place, reading or seconds."""

    what: str
    which: Button | int | float | str | Square | TurnedTo | None = 0

    def __str__(self) -> str:
        return str(self.which) if self.what == "press" else f"{self.what}({self.which})"


@dataclass(frozen=True, eq=False)
class Beginning:
    """A table as a walk finds it, and the readings that may come, with the rows behind each (none
    for a refusal). `before`: what happens before each walk."""

    name: str
    state: TableState
    readings: tuple[Reading | Refusal, ...]
    rows: tuple[tuple[str, ...], ...]
    before: tuple[Did, ...] = ()

    def likely(self, state: TableState, next_play: bool) -> Sequence[int]:
        """Readings that may come now: any, or those with more than what lies on the board."""
        everything = range(len(self.readings))
        if not next_play:
            return everything
        lies = state.game.state.position.rows()
        more = [number for number in everything if _more(self.rows[number], lies)]
        return more or everything


@cache
def _more(rows: tuple[str, ...], than: tuple[str, ...]) -> bool:
    if len(rows) != len(than) or rows == than:
        return False
    pairs = zip("".join(than).upper(), "".join(rows).upper(), strict=True)
    return all(before in (".", "?", after) for before, after in pairs)


# What may lie there

QUIZ = (7, 6, "across", "QUIZ")
BLANK = (7, 6, "across", "QUIz")
OZONE = (6, 9, "down", "OZONE")
EIGHT = (10, 9, "across", "EIGHT")
ICING = (7, 8, "down", "ICING")
UNIT = (7, 7, "down", "UNIT")
UNITE = (7, 7, "across", "UNITE")
"""Its second E lies on one of Party's chance squares."""
TWO_BLANKS = (7, 5, "across", "pINk")
PLAYS: tuple[tuple[tuple[int, int, str, str], ...], ...] = (
    (),
    (QUIZ,),
    (QUIZ, OZONE),
    (QUIZ, OZONE, EIGHT),
    (QUIZ, OZONE, EIGHT, (10, 13, "down", "TEA")),
    (BLANK,),
    (BLANK, OZONE),
    (BLANK, OZONE, EIGHT),
    (QUIZ, (6, 9, "down", "OzONE")),
    (QUIZ, ICING),
    (QUIZ, UNIT),
    (QUIZ, UNIT, (10, 7, "across", "TIN")),
    (TWO_BLANKS,),
    ((7, 6, "across", "QUIZZES"),),
    ((7, 6, "across", "XQZV"),),
    ((7, 6, "across", "QU"),),
    ((7, 7, "across", "A"),),
    ((7, 6, "across", "QU"), (7, 9, "across", "Z")),
    ((0, 0, "across", "NO"),),
    (QUIZ, (0, 0, "across", "NO")),
    (QUIZ, (14, 2, "across", "AEI")),
    ((14, 2, "across", "AEI"),),
    (QUIZ, OZONE, EIGHT, (14, 0, "across", "S")),
    (UNITE,),
)
"""Good plays on one another, blanks, unknown words, half a play, gaps, faults, and racks laid at
the edge, for a board of 15 squares a side."""

DOUBTS: Mapping[tuple[int, int], Mapping[str, float]] = {(7, 9): {"Z": 0.9, "N": 0.09}}
FAINT: Mapping[tuple[int, int], Mapping[str, float]] = {(7, 9): {"Z": 0.6, ".": 0.39}}


@cache
def boards_of(size: int) -> tuple[tuple[Reading | Refusal, ...], tuple[tuple[str, ...], ...]]:
    """All readings of boards of this size, and their rows."""
    shift = (size - 15) // 2
    rows, readings = [], []
    for words in PLAYS:
        moved = [(r + shift, c + shift, way, word) for r, c, way, word in words]
        if all(_fits(word, size) for word in moved):
            rows.append(board(*moved, size=size))
            readings.append(reading_of(rows[-1]))
    for odds in (DOUBTS, FAINT):
        doubtful = {(r + shift, c + shift): dict(labels) for (r, c), labels in odds.items()}
        readings += [reading_of(lies, doubtful) for lies in rows[1:3]]
    rows += [*rows[1:3], *rows[1:3]]
    refusals = (Refusal.COVERED, Refusal.TOO_DARK, Refusal.NO_BOARD)
    return (*readings, *refusals), (*rows, *[()] * len(refusals))


def _fits(word: tuple[int, int, str, str], size: int) -> bool:
    row, column, way, letters = word
    last = (row, column + len(letters) - 1) if way == "across" else (row + len(letters) - 1, column)
    return row >= 0 and column >= 0 and max(last) < size


# Tables


def _words(language: str, name: str | None) -> Lexicon | None:
    return shipped_lexicon(language) if name is None and language in ("en", "fr") else None


OFFERS = Offers(_words, {"en": (), "fr": (), "de": ()}, names=("Quiz", "Cleo"))


def _table(
    name: str,
    variant: Variant,
    sides: Sequence[str] = TWO_SIDES,
    *,
    camera: bool = True,
    words: Lexicon | None = None,
    extras: Extras = NO_EXTRAS,
    offers: Offers | None = None,
    last: bool = False,
) -> Beginning:
    """A table with a game; `last`: whose bag is empty, with few tiles on each rack."""
    game = Game.begin(variant, sides)
    if last:
        racks = {side: 4 + number for number, side in enumerate(sides)}
        game = Game.from_state(replace(game.start, bag=0, racks=racks))
    state = begin(game, camera=camera, words=words, extras=extras, offers=offers)
    return Beginning(name, state, *boards_of(variant.layout.size))


FIRST_PLAY = (
    *(Did("lay", 0), Did("arrive", 1)),
    *(Did("lay", 1), Did("arrive", 1)),
    *(Did("press", Button.SIDE_1), Did("arrive", 3)),
)
"""The empty board is seen, QUIZ laid on it, and the turn closed."""


def _played(table: Beginning, what: str, *then: Did) -> Beginning:
    """The same table after its first play, and what comes then."""
    return replace(table, name=f"{table.name}: {what}", before=(*FIRST_PLAY, *then))


def _started(table: Beginning, what: str, *then: Did) -> Beginning:
    """The same Party table in its first turn, its clock started, and what comes then."""
    start = (
        *(Did("lay", 0), Did("arrive", 1), Did("press", Button.OK), Did("arrive", 1)),
        *(Did("later", 3.0), Did("press", Button.SIDE_2), Did("arrive", 2)),
    )
    return replace(table, name=f"{table.name}: {what}", before=(*start, *then))


def _mat(name: str, variant: Variant, *, camera: bool = True) -> Beginning:
    """A table with letter dice where QUIZ was laid, and OZONE after it: Q, U and I leave the
    mat."""
    game = Game.begin(variant, TWO_SIDES)
    quiz = {Square(3 + i, 4): letter for i, letter in enumerate("QUIZ")}
    ozone = {Square(6, 3): "O", Square(6, 5): "O", Square(6, 6): "N", Square(6, 7): "E"}
    for by, letters, tiles in (("Ann", "QUIZAEI", quiz), ("Ben", "OONEAEI", ozone)):
        for event in (Rolled(by, letters), ClockStarted(by), Played(by, tiles)):
            after = game.added(event)
            if not isinstance(after, Game):
                raise ValueError(f"{event}: {after}")
            game = after
    state = begin(game, camera=camera, words=shipped_lexicon("en"))
    return Beginning(name, state, *boards_of(variant.layout.size))


def _lobby(name: str, setup: Setup, *, camera: bool = True, page: Page = Page.GAME) -> Beginning:
    game = setup.game()
    state = lobby.enter(begin(game, camera=camera, offers=OFFERS), setup, page)
    return Beginning(name, state, *boards_of(game.state.position.size))


def _naming(name: str, setup: Setup, place: int, *then: Did) -> Beginning:
    """A lobby in which this side is about to get a name, and what comes then."""
    table = _lobby(name, setup)
    return replace(table, state=give_name(table.state, place)[0], before=then)


def _welcome(name: str, *, camera: bool = True) -> Beginning:
    """A table that is started for the first time."""
    table = _lobby(name, Setup(), camera=camera, page=Page.START)
    return replace(table, state=welcome(table.state))


def _timing(name: str, setup: Setup, *then: Did) -> Beginning:
    """A lobby in which Party's timer was opened, and what comes then."""
    table = _lobby(name, setup)
    return replace(table, state=open_timer(table.state)[0], before=then)


NEXT_TO_LAST = (*[Did("press", Button.BACK)] * 2, Did("press", Button.OK))
TO_DEVICE = (Did("press", Button.NEXT), *NEXT_TO_LAST, *NEXT_TO_LAST)
"""Through the menu and what is a step behind it to the question which of the two screens that look
after the device is wanted."""
AIM = (*TO_DEVICE, Did("press", Button.OK), Did("arrive", 2))
CHECK = (*TO_DEVICE, Did("press", Button.NEXT), Did("press", Button.OK), Did("arrive", 2))

TO_DEVICE_AT_THE_END = (
    *(Did("arrive", 2), Did("press", Button.NEXT), *NEXT_TO_LAST),
    *(Did("press", Button.NEXT), Did("press", Button.OK)),
    *(Did("press", Button.NEXT), Did("press", Button.OK)),
)


def _served() -> tuple[Beginning, ...]:
    """Tables at which a side is named, or the device looked after, and those at a tournament."""
    english = shipped_lexicon("en")
    classic, party = load_variant("classic", "en"), load_variant("party", "en", SHORT_CLOCK)
    scramble = load_variant("scramble", "en", {"timer_seconds": 40})
    pro = Setup("nhl-professional", "en", FOUR_SIDES, extras=Extras(hide_scores=True))
    contest = _table("a tournament", classic, words=english, extras=TOURNAMENT)
    unlisted = _table("a tournament without a list", classic, FOUR_SIDES, extras=TOURNAMENT)
    hidden = _table("Party, points hidden", party, words=english, extras=Extras(hide_scores=True))
    league = load_variant("nhl", "en", {"special_rules": SPECIAL})
    nhl = _table("NHL, points hidden", league, extras=TOURNAMENT, words=english)
    timed = _table("classic with all extras", classic, words=english, extras=ALL_EXTRAS)
    quiz = (Did("lay", 1), Did("arrive", 1), Did("press", Button.SIDE_1), Did("arrive", 3))
    ending = (Did("press", Button.END), Did("press", Button.NEXT), Did("press", Button.OK))
    return (
        _naming("a name", Setup(language="fr", sides=FOUR_SIDES), 1),
        _naming("a name in tiles", Setup(), 0, Did("lay", 1), Did("arrive", 2)),
        _naming("a name with a blank", Setup("topword", "en"), 1, Did("lay", 5), Did("arrive", 2)),
        _naming("a name for Party", Setup("party", "en"), 0),
        _naming("a name in the Professional League", pro, 3),
        _played(contest, "a play laid"),
        _played(contest, "challenged", Did("press", Button.CHALLENGE)),
        _played(unlisted, "a play laid"),
        _played(nhl, "a play laid"),
        _played(timed, "the camera aimed", *AIM),
        _played(timed, "the device checked", *CHECK),
        _played(contest, "over, the device checked", *ending, *ending, *TO_DEVICE_AT_THE_END),
        _started(hidden, "the camera aimed", *AIM),
        _started(hidden, "a word laid, the device checked", *quiz, *CHECK),
        _started(hidden, "a word laid", *quiz),
        replace(_mat("Scramble, the device checked", scramble), before=CHECK),
    )


def _beginnings() -> tuple[Beginning, ...]:
    english = shipped_lexicon("en")
    classic = load_variant("classic", "en")
    nhl = load_variant("nhl", "en", {"special_rules": SPECIAL})
    levels = {"Ann": "red", "Ben": "goal"}
    league = load_variant("nhl-professional", "en", {"levels": levels, "special_rules": SPECIAL})
    two = _table("classic, without a list", classic)
    listed = _table("classic with a list", classic, words=english)
    special = _table("NHL with all special rules", nhl, words=english)
    last = _table("classic, the last tiles", classic, words=english, last=True)
    party = _table("Party with a list", load_variant("party", "en", SHORT_CLOCK), words=english)
    unlisted = load_variant("party", "en", SHORT_CLOCK)
    scramble = load_variant("scramble", "en", {"timer_seconds": 40})
    void = load_variant("scramble", "en", {"timer_seconds": 40, "challenge": "void"})
    quiz = (Did("lay", 1), Did("arrive", 1), Did("press", Button.SIDE_1), Did("arrive", 3))
    early = (Did("press", Button.SIDE_1), Did("arrive", 4))
    unite = (Did("lay", 23), *quiz[1:])
    ending = (Did("press", Button.END), Did("press", Button.NEXT), Did("press", Button.OK))
    challenged = Did("press", Button.CHALLENGE)
    return (
        _lobby("a lobby", Setup()),
        _lobby("a lobby of four without a camera", Setup(sides=FOUR_SIDES), camera=False),
        _lobby("a lobby for NHL with all extras", Setup("nhl", "en", extras=ALL_EXTRAS)),
        two,
        _played(two, "a play laid"),
        _played(two, "ended", *ending),
        _played(listed, "challenged", challenged),
        _played(special, "a play laid"),
        _played(special, "challenged", challenged),
        _played(last, "out", Did("press", Button.OK)),
        replace(last, name=f"{last.name}: ended", before=ending),
        _table("classic of four with a list", classic, FOUR_SIDES, words=english),
        _table("classic with all extras", classic, words=english, extras=ALL_EXTRAS),
        _table("classic without a camera", classic, camera=False, words=english, offers=OFFERS),
        last,
        _table("classic, the last tiles, by lobby", classic, FOUR_SIDES, offers=OFFERS, last=True),
        _table("the last tiles without a camera", classic, camera=False, last=True),
        special,
        _table("NHL without a list", nhl, FOUR_SIDES, offers=OFFERS),
        _table("NHL, the last tiles", nhl, extras=ALL_EXTRAS, words=english, last=True),
        _table("the Professional League", league, words=english),
        _table("Junior", load_variant("junior", "en"), FOUR_SIDES),
        _table("Junior with a list", load_variant("junior", "fr"), words=shipped_lexicon("fr")),
        party,
        _started(party, "started"),
        _started(party, "stopped", *early[:1]),
        _started(party, "stopped too early", *early),
        _started(party, "a word laid", *quiz),
        _started(party, "a chance square", *unite),
        _started(party, "challenged", *quiz, challenged),
        _table("Party without a list", unlisted, offers=OFFERS),
        _table("Party without a camera", unlisted, camera=False, extras=ALL_EXTRAS),
        _table("Scramble", scramble, FOUR_SIDES, words=english),
        _mat("Scramble, the mat to be cleared", scramble),
        _mat("Scramble, the mat to be cleared, without a camera", scramble, camera=False),
        _mat("Scramble, bad plays cost no turn", void),
        _mat("Scramble, bad plays cost no turn, without a camera", void, camera=False),
        _table("Scramble without a camera", scramble, camera=False, offers=OFFERS),
        _lobby("a lobby's choices", Setup(), page=Page.START),
        _welcome("a first start"),
        _welcome("a first start without a camera", camera=False),
        _timing("the timer", Setup("party", "en")),
        _timing("the timer runs", Setup(sides=FOUR_SIDES), Did("press", Button.SIDE_2)),
    )


BEGINNINGS = (*_beginnings(), *_served())
