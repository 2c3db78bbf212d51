"""The lobby: what is going to be played, chosen line by line; OK on the first line begins it.

Every choice leaves the table with a game that could begin at once (house_rules.py). Lines hold all
that screens show. Tests: tests/device/test_lobby.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from device.language.numbers import signed
from device.language.texts import Message, TextValue
from device.language.word_lists import list_name
from device.session.care.device import (
    READ_FIRST,
    ask_camera_or_check,
    ask_off,
    set_volume,
    sound_from,
    use_card,
)
from device.session.core.commit import ask, notify, option, say_unused, side_of
from device.session.core.effects import Finish
from device.session.core.setup import (
    NO_LIST,
    Offers,
    Setup,
    TileChoice,
    agreed_list,
    has_dice_or_clock,
    tiles_of,
)
from device.session.core.state import (
    NO_DICE,
    Do,
    Guide,
    Lobby,
    Option,
    Page,
    Question,
    Step,
    TableState,
    in_phase,
)
from device.session.lobby.beginning import (
    ask_who_begins,
    begin_game,
    first_words,
    name_beginner,
    who_begins,
    with_beginner,
)
from device.session.lobby.house_rules import (
    ask_extras,
    ask_gaps,
    ask_house_rules,
    change_lengths,
    changed_rules,
    choose,
    emptied,
    extras_on,
    gaps_of,
    house_rules,
    lengths_of,
    lengths_text,
    lists_of,
    lobby_of,
    next_of,
    stay,
    with_game,
    words_of,
)
from device.session.lobby.names import ask_who_plays, where_name_tiles_lie
from device.session.lobby.party_timer import open_timer
from device.session.lobby.rules import open_rules
from device.session.lobby.tour import explain
from device.session.lobby.welcome import language_name, next_language
from device.themes import DARK, THEMES
from engine.events import Drawn, Side
from engine.sentences import InContext
from engine.tiles import TILE_LANGUAGES, load_tile_set
from engine.variants import GAMES
from engine.variants.variant import Targets
from hardware.cameras.port import CameraStatus
from hardware.panel.port import LOUDEST, Press
from vision.game.follow import Followed

# --- the lines ---


class LineKind(StrEnum):
    """The subject of a line."""

    AGAIN = "again"
    OTHER = "other"
    TIMER = "timer"
    DEVICES = "devices"
    BEGIN = "begin"
    GAME = "game"
    SIDES = "sides"
    BEGINS = "begins"
    WORDS = "words"
    MORE = "more"
    LANGUAGE = "language"
    BOARD = "board"
    CLOCK = "clock"
    RULES = "rules"
    EXTRAS = "extras"
    GAPS = "gaps"
    SCREEN = "screen"
    VOLUME = "volume"
    CARD = "card"
    THEME = "theme"
    DEVICE = "device"
    HELP = "help"
    TOUR = "tour"
    GAME_RULES = "game rules"
    PARTS = "parts"
    TURN = "turn"
    QUESTIONS = "questions"
    LEAVE = "leave"


@dataclass(frozen=True)
class LobbyEntry:
    """A line as it is shown: its subject and its present value. `picture`: the name of a game's
    picture, or another, for a choice that has one."""

    label: Message
    value: Message
    kind: LineKind
    picture: str = ""


LARGE_CHOICES = 3
"""The start page's first lines, this many, are large: those that begin something. They stand side
by side, and the others side by side below them; on an upright screen all below each other."""

MOST_LINES = 6
"""No page has more: this many can be read from two metres."""


def lines(state: TableState) -> tuple[LobbyEntry, ...]:
    """All lines of the lobby's present page, the most needed first; none where there is no
    lobby."""
    lobby = lobby_of(state)
    return () if lobby is None else tuple(PAGES[lobby.page](state, lobby.setup))


def _start(state: TableState, setup: Setup) -> Iterator[LobbyEntry]:
    """The start page: three choices with pictures, the device, how to play, and the end of the
    evening."""
    played = state.offers is not None and state.offers.names
    label = Message("Play again") if played else Message("Play")
    values: dict[str, TextValue] = {
        "game": _game_name(setup.variant),
        "names": ", ".join(setup.sides),
    }
    yield LobbyEntry(label, Message("{game}: {names}", values), LineKind.AGAIN, setup.variant)
    other = Message("or other players")
    yield LobbyEntry(Message("Another game"), other, LineKind.OTHER, "other games")
    alone = Message("for your own board")
    yield LobbyEntry(Message("Timer and dice"), alone, LineKind.TIMER, "timer")
    device = Message("language, sound, camera")
    yield LobbyEntry(Message("The device"), device, LineKind.DEVICES, "device")
    learn = Message("a tour, and help")
    yield LobbyEntry(Message("How to play"), learn, LineKind.HELP, "help")
    off = Message("switch the device off")
    leave = off if state.device.may_switch_off else Message("stop tilekeeper")
    yield LobbyEntry(Message("Stop for tonight"), leave, LineKind.LEAVE, "tonight")


def _game(state: TableState, setup: Setup) -> Iterator[LobbyEntry]:
    """What to play, with whom and with which words; "Begin the game" first."""
    side = who_begins(state.game)
    begins = Message("{side} starts", {"side": side})
    if setup.is_duplicate:
        begins = Message("one rack for all")
    yield LobbyEntry(Message("Start the game"), begins, LineKind.BEGIN)
    yield LobbyEntry(Message("Game"), _game_name(setup.variant), LineKind.GAME)
    names = ", ".join(_with_points(setup, side) for side in setup.sides)
    sides = Message("{n}: {names}", {"n": len(setup.sides), "names": names})
    called = Message("Teams") if setup.in_teams else Message("Players")
    if setup.is_duplicate:
        yield LobbyEntry(Message("House rules"), Message("duplicate"), LineKind.RULES)
    else:
        yield LobbyEntry(called, sides, LineKind.SIDES)
        yield LobbyEntry(Message("Who starts"), _who(state, side), LineKind.BEGINS)
    yield LobbyEntry(Message("Words"), _words(state), LineKind.WORDS)
    more = Message("language, rules, extras")
    yield LobbyEntry(Message("More…"), more, LineKind.MORE)


def _with_points(setup: Setup, side: Side) -> str:
    """A side's name, and the points that it begins with."""
    points = setup.begin_points.get(side, 0)
    return f"{side} {signed(points)}" if points else side


def _more(state: TableState, setup: Setup) -> Iterator[LobbyEntry]:
    """The rarely changed settings of a game."""
    game = state.game.state
    yield LobbyEntry(Message("Language"), _tiles_name(setup.tiles), LineKind.LANGUAGE)
    if len(boards(setup, state.offers)) > 1:
        yield LobbyEntry(Message("Board"), _board(setup, state.offers), LineKind.BOARD)
    if lengths_of(game.variant):
        yield LobbyEntry(Message("Clock"), lengths_text(game.variant), LineKind.CLOCK)
    if house_rules(setup):
        yield LobbyEntry(Message("House rules"), _rules(setup, state), LineKind.RULES)
    yield LobbyEntry(Message("Extras"), _extras(setup), LineKind.EXTRAS)
    if gaps := gaps_of(game.variant):
        count = Message("our choice: {n}", {"n": len(gaps)})
        yield LobbyEntry(Message("Not in the rules"), count, LineKind.GAPS)


def _device(state: TableState, _: Setup) -> Iterator[LobbyEntry]:
    """Everything that isn't about a game."""
    yield LobbyEntry(Message("Language of the screen"), language_name(state), LineKind.SCREEN)
    volume = state.device.volume
    loud = Message("{n}", {"n": volume}) if volume else Message("Mute")
    yield LobbyEntry(Message("Volume"), loud, LineKind.VOLUME)
    if len(state.device.cards) + state.device.buzzer > 1:
        card = sound_from(state.device)
        yield LobbyEntry(Message("Sound comes from"), card, LineKind.CARD)
    theme = THEMES[state.device.theme or DARK.name]
    yield LobbyEntry(Message("Colours"), Message(theme.offer), LineKind.THEME)
    device = Message("view and test")
    if state.device.camera is CameraStatus.NONE:
        device = Message("no camera: you enter the plays")
    yield LobbyEntry(Message("Camera and device"), device, LineKind.DEVICE)


def _help(_: TableState, setup: Setup) -> Iterator[LobbyEntry]:
    """The tour, the rules of the game that is chosen, and each page of the help."""
    cards = Message("five cards")
    yield LobbyEntry(Message("Take the tour"), cards, LineKind.TOUR)
    game = _game_name(setup.variant)
    yield LobbyEntry(Message("Rules of the game"), game, LineKind.GAME_RULES)
    yield LobbyEntry(
        Message("What’s on the screen"), Message("board, points, arrow"), LineKind.PARTS
    )
    yield LobbyEntry(Message("A turn"), Message("words, blanks, passing"), LineKind.TURN)
    yield LobbyEntry(Message("When it asks"), Message("answers, corrections"), LineKind.QUESTIONS)


PAGES: Mapping[Page, Callable[[TableState, Setup], Iterator[LobbyEntry]]] = MappingProxyType(
    {
        Page.START: _start,
        Page.GAME: _game,
        Page.MORE: _more,
        Page.DEVICE: _device,
        Page.HELP: _help,
    }
)
"""The lines of each page, most needed first."""

TITLES: Mapping[Page, Message] = MappingProxyType(
    {
        **dict.fromkeys((Page.START, Page.GAME), Message("What are you playing?")),
        Page.MORE: Message("Game settings"),
        Page.DEVICE: Message("Settings"),
        Page.HELP: Message("How to play"),
    }
)


def boards(setup: Setup, offers: Offers | None) -> tuple[tuple[str, ...], ...]:
    """The boards that this game can be played on: its own (no rows), the household's, and the
    chosen one even if the household has since deleted it."""
    own = () if offers is None else tuple(offers.layouts.values())
    fitting = dict.fromkeys(((), *(rows for rows in own if setup.fits(rows)), setup.layout))
    return tuple(fitting)


FOR_WHOM: Mapping[str, Message] = MappingProxyType(
    {
        "classic": Message("2–4 players: seven tiles each and a bag. Start here."),
        "nhl": Message("2–4 players, 8+: Classic with bonus words and penalties."),
        "nhl-peewee": Message("2–4 children: NHL with nine tiles each."),
        "nhl-professional": Message("For experts: NHL with a target for each player."),
        "junior": Message("2–4 young children: every letter scores one point."),
        "party": Message("Two teams, 10+: dice, and words against the clock."),
        "scramble": Message("2+ players, 8+: letter dice against a sand timer."),
        "topword": Message("2–4 players, 8+: stack letters to change words."),
    }
)
"""Who a game is for, and what is special about it."""


def _game_name(variant: str) -> Message:
    """A game's name."""
    return Message(GAMES[variant].title)


def _tiles_name(tiles: TileChoice) -> Message:
    """A language's name, and what a further set of its tiles has besides."""
    language, further = tiles
    name = Message(TILE_LANGUAGES[language])
    several = ", ".join(() if further is None else sorted(load_tile_set(further).digraphs))
    if not several:
        return name
    return Message("{language} with {tiles}", {"language": name, "tiles": several})


def _words(state: TableState) -> Message:
    if state.agreed.words is None:
        return Message("we look them up ourselves")
    return list_name(state.agreed.words.name)


def _board(setup: Setup, offers: Offers | None) -> Message:
    if not setup.layout:
        return Message("the game’s own")
    for name, rows in ({} if offers is None else offers.layouts).items():
        if rows == setup.layout:
            return Message("{name}", {"name": name})
    return Message("your own")


def _who(state: TableState, side: Side) -> Message:
    if not any(isinstance(event, Drawn) for event in state.game.events):
        return Message("{side}", {"side": side})
    if has_dice_or_clock(state.game.state.variant):
        return Message("{side}, as rolled", {"side": side})
    return Message("{side}, as drawn", {"side": side})


def _rules(setup: Setup, state: TableState) -> Message:
    targets = state.game.state.variant.targets
    if isinstance(targets, Targets):
        points = ", ".join(f"{side} {n}" for side, n in targets.of(setup.sides).items())
        return Message("targets: {points}", {"points": points})
    changed = changed_rules(setup)
    return Message("changed: {n}", {"n": changed}) if changed else Message("as in the rules")


def _extras(setup: Setup) -> Message:
    number = extras_on(setup)
    return Message("{n} on", {"n": number}) if number else Message(InContext("extras", "none"))


# --- choosing and beginning ---


def enter(state: TableState, setup: Setup, page: Page = Page.GAME) -> TableState:
    """The table in the lobby with these choices, on this page; unchanged where it has no lobby.

    VariantError or ValueError if such a game can't exist.
    """
    if state.offers is None:
        return state
    game = setup.game()
    if words_of(setup, state.offers, game.state.variant) is None:
        setup = replace(setup, extras=replace(setup.extras, referee=False))
    board = state.board.next_turn(emptied(state.board.followed))
    return replace(
        with_game(state, setup, game),
        phase=Lobby(setup, page=page),
        board=replace(board, name_tiles=frozenset()),
        marks=(),
        undone=(),
        finished=False,
        clocks=replace(state.clocks, sides=None, turn=None),
        picture=None,
        dice=NO_DICE,
    )


def again(state: TableState) -> Step:
    """Back to the lobby after a game: the same game again, begun by the next side."""
    opened = enter(state, setup_of(state), Page.START)
    sides, began = state.game.state.sides, state.game.state.begins
    after = sides[(sides.index(began or sides[0]) + 1) % len(sides)]
    message = Message("OK: play again. {side} starts.", {"side": after})
    if state.offers is not None:
        names = tuple(dict.fromkeys((*sides, *state.offers.names)))  # they have played here now
        opened = replace(opened, offers=replace(state.offers, names=names))
    return replace(opened, game=with_beginner(opened.game, after), message=message), ()


def setup_of(state: TableState) -> Setup:
    """The choices that led to the game of this table."""
    variant, sides = state.game.state.variant, state.game.state.sides
    setup = Setup(
        variant.name,
        variant.language,
        sides,
        agreed_list(state.agreed.extras),
        variant.options,
        variant.own_layout,
        state.agreed.extras,
    )
    if setup.words in lists_of(setup, state.offers):
        return setup
    return replace(setup, words=None)


# What is pressed


def side_pressed(state: TableState, press: Press) -> Step:
    """Makes this side the one that begins."""
    side = side_of(state, press)
    return say_unused(state) if side is None else name_beginner(state, side)


@in_phase(Lobby)
def take_line(state: TableState, phase: Lobby, press: Press) -> Step:
    """On the first line, begins the game; on any other, changes or opens it."""
    if press.at - phase.since < READ_FIRST:
        return say_lobby(state, press)
    found = lines(state)
    line = found[min(phase.line, len(found) - 1)]
    return TAKEN[line.kind](replace(state, message=None))


def next_line(state: TableState, _: Press) -> Step:
    """Chooses the next line."""
    return _move(state, 1)


def line_before(state: TableState, _: Press) -> Step:
    """Chooses the previous line."""
    return _move(state, -1)


@in_phase(Lobby)
def line_by_rows(state: TableState, phase: Lobby, rows: int) -> Step:
    """Chooses the line below or above this one, as the page shows them."""
    if phase.page is not Page.START:
        return _move(state, rows)
    count, large = len(lines(state)), range(LARGE_CHOICES)
    shown = [[*large], [*range(LARGE_CHOICES, count)]]
    if state.device.upright:
        shown = [[place] for place in range(count)]
    here = next(number for number, row in enumerate(shown) if phase.line in row)
    there = shown[(here + rows) % len(shown)]
    place = shown[here].index(phase.line) * len(there) // len(shown[here])
    return _move(state, there[place] - phase.line)


@in_phase(Lobby)
def first_line(state: TableState, phase: Lobby, press: Press) -> Step:
    """Goes back to the first line of the page; from there, to the previous page."""
    before = BEFORE[phase.page]
    stays = phase.line > 0 and phase.page not in (Page.MORE, Page.HELP)
    if before is None and not stays:
        return say_lobby(state, press)
    return _turn_to(state, phase.page if stays or before is None else before)


def say_lobby(state: TableState, _: Press) -> Step:
    """Says how to begin, or how to leave a page of settings."""
    lobby = lobby_of(state)
    if lobby is not None and lobby.page in (Page.MORE, Page.DEVICE, Page.HELP):
        return notify(state, Message("Choose with the arrows, then OK. UNDO: back."))
    return notify(state, Message("Choose with the arrows. OK on the top line starts the game."))


BEFORE: Mapping[Page, Page | None] = MappingProxyType(
    {
        Page.START: None,
        Page.GAME: Page.START,
        Page.MORE: Page.GAME,
        Page.DEVICE: Page.START,
        Page.HELP: Page.START,
    }
)
"""The page that each leads back to; the rarely changed settings lead to the game's page."""


@in_phase(Lobby)
def _turn_to(state: TableState, phase: Lobby, page: Page) -> Step:
    return replace(state, phase=replace(phase, page=page, line=0), message=None), ()


def _opens(page: Page) -> Callable[[TableState], Step]:
    return Do(_turn_to, page)


@in_phase(Lobby)
def _move(state: TableState, phase: Lobby, by: int) -> Step:
    line = (phase.line + by) % len(lines(state))
    return replace(state, phase=replace(phase, line=line), message=None), ()


# What OK does on each line


def _begin(state: TableState) -> Step:
    if state.board.name_tiles:
        options = (option("Done: start", _begin_as_chosen), option("Not yet", stay))
        return ask(state, Question(where_name_tiles_lie(state), options))
    return _begin_as_chosen(state)


def _begin_as_chosen(state: TableState) -> Step:
    """The game begins as it is chosen."""
    state = replace(state, board=replace(state.board, name_tiles=frozenset()))
    game = state.game
    size, bare = game.state.position.size, state.board.followed.bare
    followed = Followed.start(size)
    if size == state.board.followed.position.size:
        followed = replace(followed, bare=bare)
    return begin_game(state, game, followed, first_words(state, game))


def _ask_game(state: TableState) -> Step:
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()

    def play(name: str) -> Option:
        return Option(_game_name(name), Do(_play, name), picture=name, about=FOR_WHOM.get(name))

    now, names = lobby.setup.variant, tuple(GAMES)
    options = (*map(play, names), option("Keep as it is", stay))
    return ask(state, Question(Message("Which game?"), options), names.index(now))


@in_phase(Lobby)
def _play(state: TableState, phase: Lobby, name: str) -> Step:
    """This game is played; its page is shown."""
    turned, _ = _turn_to(state, Page.GAME)
    line = phase.line if phase.page is Page.GAME else 0
    turned = replace(turned, phase=Lobby(phase.setup, line))
    return _change(turned, phase.setup.playing(name))


@in_phase(Lobby)
def _next_language(state: TableState, phase: Lobby) -> Step:
    setup = phase.setup
    return _change(state, setup.with_tiles(next_of(tiles_of(setup.variant), setup.tiles)))


def _next_list(state: TableState) -> Step:
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()
    names = lists_of(lobby.setup, state.offers)
    if names == (NO_LIST,):
        return notify(state, Message("No word list for this language."))
    now = lobby.setup.words if state.agreed.words is not None else NO_LIST
    return _change(state, replace(lobby.setup, words=next_of(names, now)))


@in_phase(Lobby)
def _next_board(state: TableState, phase: Lobby) -> Step:
    layout = next_of(boards(phase.setup, state.offers), phase.setup.layout)
    return _change(state, replace(phase.setup, layout=layout))


def _change(state: TableState, setup: Setup) -> Step:
    """These choices without those that don't fit: lists of another language, and a referee without
    a list."""
    offers = state.offers
    if setup.words is not None and setup.words not in lists_of(setup, offers):
        setup = replace(setup, words=None)
    after, effects = choose(state, setup)
    if after.agreed.words is not None or not after.agreed.extras.referee:
        return after, effects
    extras = replace(setup.extras, referee=False)
    after, effects = choose(state, replace(setup, extras=extras))
    message = Message("Without a word list there’s no referee.")
    return replace(after, message=message), effects


def ask_leave(state: TableState) -> Step:
    """Asks whether to stop tilekeeper or to switch the device off."""
    if state.device.may_switch_off:
        return ask_off(state)  # a stopped program couldn't be started again here
    options = (option("No", stay), option("Yes", finish))
    return ask(state, Question(Message("Stop tilekeeper?"), options))


def finish(state: TableState) -> Step:
    """tilekeeper stops."""
    return state, (Finish(),)


def _next_volume(state: TableState) -> Step:
    return set_volume(state, (state.device.volume + 1) % (LOUDEST + 1))


def _next_card(state: TableState) -> Step:
    return use_card(state, next_of(("", *state.device.cards), state.device.card))


def _next_theme(state: TableState) -> Step:
    theme = next_of(tuple(THEMES), state.device.theme or DARK.name)
    return replace(state, device=replace(state.device, theme=theme)), ()


TAKEN: Mapping[LineKind, Callable[[TableState], Step]] = MappingProxyType(
    {
        LineKind.AGAIN: _begin,
        LineKind.OTHER: _ask_game,
        LineKind.DEVICES: _opens(Page.DEVICE),
        LineKind.HELP: _opens(Page.HELP),
        LineKind.MORE: _opens(Page.MORE),
        LineKind.SCREEN: next_language,
        LineKind.VOLUME: _next_volume,
        LineKind.CARD: _next_card,
        LineKind.THEME: _next_theme,
        LineKind.BEGIN: _begin,
        LineKind.GAME: _ask_game,
        LineKind.LANGUAGE: _next_language,
        LineKind.SIDES: ask_who_plays,
        LineKind.WORDS: _next_list,
        LineKind.BOARD: _next_board,
        LineKind.CLOCK: change_lengths,
        LineKind.RULES: ask_house_rules,
        LineKind.EXTRAS: ask_extras,
        LineKind.BEGINS: ask_who_begins,
        LineKind.GAPS: ask_gaps,
        LineKind.TIMER: open_timer,
        LineKind.DEVICE: ask_camera_or_check,
        LineKind.TOUR: Do(explain, Guide.TOUR),
        LineKind.GAME_RULES: open_rules,
        LineKind.PARTS: Do(explain, Guide.HELP, 0),
        LineKind.TURN: Do(explain, Guide.HELP, 1),
        LineKind.QUESTIONS: Do(explain, Guide.HELP, 2),
        LineKind.LEAVE: ask_leave,
    }
)
"""The handler of OK on each line."""
