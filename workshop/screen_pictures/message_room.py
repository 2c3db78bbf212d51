"""How much room every text of the program has, in the place where it stands, on every screen.

Fields are filled with the longest values that there may be; then the real screen is drawn with that
text in it. `script/draw-screens --measure` prints it. Tests: test_every_message_fits.py.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from string import Formatter
from types import MappingProxyType
from typing import Any

import pygame
from gallery import GALLERY, SIZES, Moment

from device.language.texts import TEXT_LANGUAGES, Message, Texts, TextValue
from device.screen.drawing import Written
from device.screen.scoreboard import Scoreboard
from device.views.table import TableView
from device.views.tap_bar import TapView
from hardware.panel.port import Button
from workshop.screen_pictures.message_places import Place, Text, rest, texts_in_program

SQUARES = ", ".join(f"{column}10" for column in "HIJKLMN")
MISFIT = Message(
    "{side}: {word}, {points}", {"side": "Maximiliane", "word": "Q" * 9, "points": "+72"}
)
FALLEN = Message(
    "{side}: {word} {points}.", {"side": "Maximiliane", "word": "QUIZ", "points": "+44"}
)
NEXT = Message("{side}: lay your word, then press your button.", {"side": "Bartholomew"})
CUT_OFF = Message("The board is cut off: all four corners must be in the picture.")

STOPPED = Message(
    "it stopped: {line}",
    {"line": "ModuleNotFoundError: No module named 'gpiozero.pins.lgpio'"},
)
PLUG_IN: Mapping[str, TextValue] = MappingProxyType(
    {"name": "w" * 12, "package": "tilekeeper-lamp-for-four-players 1.0.0", "python": "python3.11"}
)

LONGEST: Mapping[str, TextValue] = MappingProxyType(
    {
        **dict.fromkeys(("side", "name", "first_side"), "Maximiliane"),
        **dict.fromkeys(("other", "by"), "Bartholomew"),
        **dict.fromkeys(("others", "sides", "names", "who"), "Bartholomew, Clementine, Dorothea"),
        **dict.fromkeys(("word", "start_word"), "ANTIDISESTABLIS"),
        "words": "ANTIDISESTABLIS, UNCOPYRIGHTABLE",
        **dict.fromkeys(("n", "m", "of", "most", "number", "percent", "zones"), 100),
        **dict.fromkeys(("points", "value"), "−1234"),
        "total": "+500",
        **dict.fromkeys(("square", "start", "typed"), "M10"),
        "squares": SQUARES,
        **dict.fromkeys(("letter", "tile", "seat"), "W"),
        **dict.fromkeys(("letters", "tiles"), "A, E, J, O, Q, X, Z"),
        "racks": "Maximiliane −36, Bartholomew −24",
        "changes": "Maximiliane −1234, Bartholomew +1234",
        **dict.fromkeys(("why", "what", "sentence"), CUT_OFF),
        "first": FALLEN,
        **dict.fromkeys(("then", "second", "next"), NEXT),
        **dict.fromkeys(("turn", "play"), MISFIT),
        "sign": "!?",
        "rack": Message("{side} has no tiles left.", {"side": "Maximiliane"}),
        **dict.fromkeys(("zone", "left", "last"), "12:34"),
        "seconds": "60, 45, 30, 20, 15, 10",
        "level": Message("Goal"),
        "face": Message("Opponents: clock from ×1"),
        "gaps": 12,
        "list": Message("everyday English words"),
        **dict.fromkeys(("camera", "chip", "chips"), "/dev/video10"),
        **dict.fromkeys(("file", "all"), "evening.mp4"),
        "kinds": "auto, csi[:NUMBER], usb:PATH or folder:PATH",
        **dict.fromkeys(("lamp", "button"), "challenge"),
        "card": Message("headphone socket"),
        "owner": Message("the screen on the SPI bus"),
        "h": 12,
        **dict.fromkeys(("games", "won", "average", "there", "here"), 123),
        "game": Message("NHL Professional League"),
        "folder": "/home/pi/.local/state/tilekeeper",
        "command": "sudo usermod -aG gpio,video,render,input,audio tilekeeper",
        **dict.fromkeys(("now", "day"), "2026-12-24 20:15"),
        "version": "10.12.14",
        "how": Message("Wi-Fi: {name}, signal {percent}%", {"name": "W" * 20, "percent": 100}),
        "addresses": "http://192.168.178.123:8080\nhttp://tilekeeper.local:8080",
        "where": "KMSDRM, HDMI-A-1, HDMI-A-2",
        "path": "/home/pi/.local/state/tilekeeper/pictures/12/34.jpg",
    }
)
"""The longest values that there may be at a table, by the names of the fields."""

OF_FILES: Mapping[str, Mapping[str, TextValue]] = MappingProxyType(
    {
        "session/turn/questions.py": {"first": "OXENBARS", "second": "QUIZZING", "next": "M10"},
        "session/lobby/house_rules.py": {"points": 50, "value": "A"},
        "system/network.py": {"name": "W" * 20, "where": "192.168.178.123, tilekeeper.local"},
        "addons/hall/menu.py": {
            "first": "Maximiliane",
            "second": "Bartholomew",
            "round": 100,
            "table": "Wintergarten",
        },
        "addons/hall/live_checks.py": {"tables": "Table 1, Table 2, Table 3"},
        "session/core/signatures.py": {"names": "Maximiliane, Bartholomew"},
        "session/signing.py": {
            "result": "Maximiliane −1234, Bartholomew 1234",
            "names": "Maximiliane, Bartholomew",
        },
        "addons/backup/sticks.py": {"file": "tilekeeper-2026-03-07-2312.zip"},
        "addons/plugins/menu.py": {**PLUG_IN, "why": STOPPED},
        "addons/plugins/checks.py": {**PLUG_IN, "why": STOPPED},
        "addons/plugins/process.py": {"line": "w" * 60},
        "session/turn/duplicate.py": {
            "rack": "M N Q U W W ?",
            "second": "UNCOPYRIGHTABL(E)",
            "next": "M10",
        },
        "views/clocked.py": {"rack": "M N Q U W W ?"},
        "session/turn/undo.py": {"what": "ANTIDISESTABLIS counts no longer"},
        "session/lobby/lobby.py": {"language": Message("Spanish"), "tiles": "CH, LL, RR"},
        "session/lobby/rules.py": {
            "page": Message("Passing, challenging"),
            "targets": "Maximiliane 120, Bartholomew 95, Clementine 70, Dorothea 70",
            "tiles": 7,
            "points": "+50",
            "words": "OK +5, PUCK +10, HOCKEY +15, STANLEY +20",
        },
    }
)
"""The same where a field means something else in one file."""


@dataclass(frozen=True)
class Room:
    """A text in its place on a screen: how large its letters are, and whether all of it is seen."""

    text: Text
    place: Place
    language: str
    size: tuple[int, int]
    drawn: str
    letters: int
    fits: bool

    def __str__(self) -> str:
        width, height = self.size
        where = f"{self.text.file}:{self.text.line}"
        return f"{self.place} at {width} x {height}: {self.drawn!r} ({where})"


def filled_text(text: Text, language: str) -> str:
    """The text in a language, its fields filled with the longest values; KeyError for a field that
    no value is known of."""
    forms = text.text + getattr(text.text, "plural", "")
    fields = {name for _, name, _, _ in Formatter().parse(forms) if name}
    known = {**LONGEST, **OF_FILES.get(text.file, {})}
    return _texts(language).say(Message(text.text, {name: known[name] for name in fields}))


@cache
def _texts(language: str) -> Texts:
    return Texts(language)


def has_words(text: str) -> bool:
    """Whether there is anything in a text apart from its fields."""
    return any(any(map(str.isalpha, part)) for part, _, _, _ in Formatter().parse(text))


def placed() -> dict[Place, list[Text]]:
    """All texts that have words by their places, each once in a place."""
    by_place: defaultdict[Place, dict[str, Text]] = defaultdict(dict)
    for text in filter(lambda text: has_words(text.text), texts_in_program()):
        for place in rest(text):
            by_place[place].setdefault(text.text, text)
    return {place: list(found.values()) for place, found in by_place.items()}


def nowhere() -> list[str]:
    """The texts that have words of which it isn't known where they stand."""
    return [
        f"{text.file}:{text.line}: {text.text!r} stands in no known place: say where in "
        "workshop/screen_pictures/message_places.py"
        for text in texts_in_program()
        if has_words(text.text) and not rest(text)
    ]


Shows = Callable[[TableView, str], TableView]
"""Puts a text into its place in a view."""


def _option(shown: TableView, text: str) -> TableView:
    assert shown.dialog.question is not None
    first, *others = shown.dialog.question.options
    return replace(
        shown,
        dialog=replace(
            shown.dialog,
            question=replace(shown.dialog.question, options=(first, text, *others[1:])),
        ),
    )


def _label(shown: TableView, text: str) -> TableView:
    return _lobby_line(shown, "label", text)


def _value(shown: TableView, text: str) -> TableView:
    return _lobby_line(shown, "value", text)


def _lobby_line(shown: TableView, name: str, text: str) -> TableView:
    assert shown.page.lobby is not None
    first, second, *others = shown.page.lobby.lines
    second = replace(second, **{name: text})
    return replace(
        shown,
        page=replace(shown.page, lobby=replace(shown.page.lobby, lines=(first, second, *others))),
    )


def _die(shown: TableView, text: str) -> TableView:
    assert shown.dice is not None
    (die,) = shown.dice.dice
    return replace(shown, dice=replace(shown.dice, dice=(replace(die, face=text),)))


def _play_line(shown: TableView, text: str) -> TableView:
    assert shown.play is not None
    extras = tuple(replace(extra, what=text) for extra in shown.play.extras)
    lines = (*shown.play.lines[:-1], f"{text} +24")
    return replace(shown, play=replace(shown.play, extras=extras, lines=lines))


def _celebrated_more(shown: TableView, text: str) -> TableView:
    assert shown.celebration is not None
    return replace(shown, celebration=replace(shown.celebration, more=(text,)))


def _head(shown: TableView, text: str) -> TableView:
    """The text as the head of a figure, or if it is long below the curve."""
    question = shown.dialog.question
    assert question is not None
    table = question.standings
    assert table is not None
    assert table.curve is not None
    if " " in text:
        table = replace(table, curve=replace(table.curve, axis=text))
    else:
        table = replace(table, heads=(text, *table.heads[1:]))
    return replace(shown, dialog=replace(shown.dialog, question=replace(question, standings=table)))


def _note(shown: TableView, text: str) -> TableView:
    return replace(shown, text=replace(shown.text, notes=(text,)))


def _in_view(path: str) -> Shows:
    """Puts a text into a field of the view, whose name is "part.field" or "group.part.field"."""
    *parts, name = path.split(".")

    def put(view: Any, parts: Sequence[str], text: str) -> Any:
        if not parts:
            return replace(view, **{name: text})
        part, *rest = parts
        return replace(view, **{part: put(getattr(view, part), rest, text)})

    def shows(shown: TableView, text: str) -> TableView:
        changed: TableView = put(shown, parts, text)
        return changed

    return shows


QUESTION = _in_view("dialog.question.text")


def _with_line(shown: TableView, text: str) -> TableView:
    """The text in the first of the lines about a game."""
    assert shown.page.curve is not None
    lines = (text, *shown.page.curve.remarks[1:])
    return replace(shown, page=replace(shown.page, curve=replace(shown.page.curve, remarks=lines)))


def _check(name: str) -> Shows:
    def shows(shown: TableView, text: str) -> TableView:
        assert shown.page.doctor is not None
        chosen = shown.page.doctor.chosen
        lines = list(shown.page.doctor.lines)
        lines[chosen] = replace(lines[chosen], **{name: text})
        return replace(
            shown, page=replace(shown.page, doctor=replace(shown.page.doctor, lines=tuple(lines)))
        )

    return shows


def _tip(name: str) -> Shows:
    """The text in a line of help, at its left or as what to know."""

    def shows(shown: TableView, text: str) -> TableView:
        page = shown.page.help
        assert page is not None
        about, known = page.tips[0]
        tip = (text, known) if name == "about" else (about, text)
        page = replace(page, tips=(tip, *page.tips[1:]))
        return replace(shown, page=replace(shown.page, help=page))

    return shows


def _way_on(shown: TableView, text: str) -> TableView:
    card = shown.page.card
    assert card is not None
    first, *others = card.steps.taps
    steps = replace(card.steps, taps=(replace(first, label=text), *others))
    return replace(shown, page=replace(shown.page, card=replace(card, steps=steps)))


def _tap(shown: TableView, text: str) -> TableView:
    others = (TapView("!?", Button.CHALLENGE),) * 3
    return replace(shown, taps=(TapView(text, Button.NEXT), *others))


def _next_tap(shown: TableView, text: str) -> TableView:
    return replace(_tap(shown, "!?"), next_tap=TapView(text, Button.OK, lit=True))


SHOWN: Mapping[Place, tuple[tuple[str, Shows], ...]] = MappingProxyType(
    {
        Place.FOOT: (
            ("counted", _in_view("text.message")),
            ("clock-running", _in_view("text.message")),
        ),
        Place.STATE: (
            ("counted", _in_view("text.state")),
            ("clock-running", _in_view("text.state")),
        ),
        Place.HINT: (
            ("clock-running", _in_view("text.hint")),
            ("clock-ready", _in_view("text.hint")),
        ),
        Place.NOTE: (("clock-running", _note), ("counted", _in_view("text.bag"))),
        Place.QUESTION: (
            ("question", _in_view("dialog.question.text")),
            ("menu", _in_view("dialog.question.text")),
        ),
        Place.LOBBY_QUESTION: (("language", QUESTION),),
        Place.OPTION: (("question", _option), ("menu", _option)),
        Place.LOBBY_OPTION: (("language", _option),),
        Place.LABEL: (("lobby", _label),),
        Place.VALUE: (("lobby", _value),),
        Place.LOBBY_HINT: (("lobby", _in_view("page.lobby.hint")),),
        Place.DICE_TITLE: (("clock-ready", _in_view("dice.title")),),
        Place.DIE: (("die-chance", _die),),
        Place.TAP: (("counted", _tap), ("clock-running", _tap)),
        Place.NEXT_TAP: (("counted", _next_tap), ("clock-running", _next_tap)),
        Place.TRYING: (
            ("buttons", _in_view("page.trying.hint")),
            ("buttons", _in_view("page.trying.title")),
        ),
        Place.CARD_TITLE: (
            ("tour-turn", _in_view("page.card.title")),
            ("help-turn", _in_view("page.help.title")),
        ),
        Place.CARD: (("tour-turn", _in_view("page.card.text")),),
        Place.ABOUT_TIP: (("help-turn", _tip("about")),),
        Place.TIP: (("help-turn", _tip("text")),),
        Place.STEP: (("tour-turn", _in_view("page.card.steps.text")),),
        Place.WAY_ON: (("tour-turn", _way_on),),
        Place.ABOUT: (("lobby-choice", _in_view("dialog.question.about")),),
        Place.TIMER: (
            ("timer-four", _in_view("page.timer.state")),
            ("timer-chance", _in_view("page.timer.hint")),
        ),
        Place.PLAY_LINE: (("clock-counted", _play_line),),
        Place.CELEBRATION: (
            ("celebrated", _in_view("celebration.title")),
            ("celebrated", _celebrated_more),
        ),
        Place.TO_DO: (
            ("counted", _in_view("text.to_do")),
            ("four-sides", _in_view("text.to_do")),
            ("start", _in_view("text.to_do")),
        ),
        Place.OUTCOME: (("judged-bad", _in_view("dialog.challenge.outcome")),),
        Place.LIFT: (("judged-bad", _in_view("dialog.challenge.lift")),),
        Place.LIST: (("judged-bad", _in_view("dialog.challenge.source")),),
        Place.TROUBLE: (("counted", _in_view("text.trouble")),),
        Place.CURVE: (("won", _in_view("page.curve.hint")),),
        Place.CURVE_OK: (("won", _in_view("page.curve.ok")),),
        Place.CURVE_LINES: (("won", _with_line),),
        Place.FIGURES: (("statistics", _head),),
        Place.PICTURE: (("picture", _in_view("dialog.picture.unreadable")),),
        Place.NAMING: (
            ("naming", _in_view("page.naming.board")),
            ("naming", _in_view("page.naming.ok")),
        ),
        Place.STANDING: (("camera-lost", _in_view("board.lost.what_to_do")),),
        Place.SETTLING: (("settling", _in_view("dialog.settling.left_label")),),
        Place.AIM: (("aim-not-found", _in_view("page.aim.advice")),),
        Place.CHECK_NAME: (("check", _check("name")),),
        Place.CHECK_VALUE: (("check", _check("value")),),
        Place.CHECK_ADVICE: (("check", _check("advice")),),
    }
)
"""The screens on which a text of each place is drawn, and how it gets there."""

NOT_HERE = (Place.CLOCK_ALONE, Place.SAID, Place.PART)
"""Places of texts that stand on no table's screen (test_dice_screens.py draws them), that are only
heard, or that are filled into other texts."""


def measured(place: Place, language: str, size: tuple[int, int]) -> Iterator[Room]:
    """All texts of a place on a screen of that size."""
    heard: list[Written] = []
    for name, shows in SHOWN.get(place, ()):
        surface = pygame.Surface(size, depth=24)
        surface.set_clip((0, 0, 0, 0))  # never looked at: it reports where texts would stand
        screen = Scoreboard(surface, on_text=heard.append)
        shown = _view(name, language)
        screen.draw(shows(shown, "·"))
        for text in _placed().get(place, ()):
            heard.clear()
            filled = filled_text(text, language)
            screen.draw(shows(shown, filled))
            here = [each for each in heard if filled in each.text or not each.fits]
            letters = min((each.size for each in here), default=0)
            fits = bool(here) and all(each.fits for each in here)
            yield Room(text, place, language, size, filled, letters, fits)
            heard.clear()


@cache
def _placed() -> dict[Place, list[Text]]:
    return placed()


@cache
def _view(name: str, language: str) -> TableView:
    moment = GALLERY[name].draw
    assert isinstance(moment, Moment)
    return moment.view(language)


def table(languages: Iterable[str] = TEXT_LANGUAGES) -> str:
    """A line for each place: how many texts, the longest, and the smallest letters at each size."""
    lines = [f"{'place':26}{'texts':>6}  " + "".join(f"{w}x{h}".rjust(10) for w, h in SIZES)]
    for place in SHOWN:
        texts = _placed().get(place, ())
        if not texts:
            continue
        rooms = [r for size in SIZES for n in languages for r in measured(place, n, size)]
        smallest = [min(r.letters for r in rooms if r.size == size) for size in SIZES]
        cut = [sum(not r.fits for r in rooms if r.size == size) for size in SIZES]
        cells = [f"{n}{f' ({c} cut)' if c else ''}" for n, c in zip(smallest, cut, strict=True)]
        lines.append(f"{place:26}{len(texts):6}  " + "".join(cell.rjust(10) for cell in cells))
        longest = max(rooms, key=lambda room: len(room.drawn))
        lines.append(f"    {len(longest.drawn)} letters: {longest.drawn}")
    return "\n".join(lines)
