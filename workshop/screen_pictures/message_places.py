"""Where each text of the program stands on a screen, found out from the source itself.

A text's place follows from the call that it is given to, in the function that it is written in; for
the rest there is a small table. Knows no screen. Tests: tests/device/test_every_message_fits.py.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType

from device.language.catalogues import texts_in_registries
from device.views.turn import INSTRUCTIONS
from engine.sentences import InContext, Plural, plural_in

ROOT = Path(__file__).resolve().parents[2]
ROOTS = ("engine", "vision", "hardware", "device")

TERMINAL = (
    "cli/",
    "data/evenings",
    "addons/backup/backup_command.py",
    "addons/backup/commands.py",
    "addons/backup/restore_command.py",
    "addons/duplicate/commands.py",
    "addons/duplicate/slips.py",
    "addons/duplicate/slips_command.py",
    "addons/hall/commands.py",
    "addons/hall/discovery.py",
    "addons/hall/hall_command.py",
    "addons/hall/pages.py",
    "addons/hall/reachable.py",
    "addons/page/labels.py",
    "addons/report/commands.py",
    "addons/report/report_command.py",
    "language/command_help.py",
    "language/sentences.py",
    "paper/",
    "score/",
    "simulator/line_help.py",
    "system/photo_files.py",
    "system/terminal.py",
)
"""Folders and files whose texts stand in a terminal, on paper or on a page, and on no screen."""

MAKERS = frozenset({"Message", "N_", "texts", "option", "Plural", "InContext", "plural_in"})
"""What a text is made with, as device/language/texts.py knows it too."""


def in_terminals(file: str) -> bool:
    """Whether the texts of this file of the device stand on no screen."""
    return file.startswith(TERMINAL)


ON_SCREENS = (
    "hardware/cameras/",
    "hardware/display.py",
    "hardware/panel/buzzer.py",
    "hardware/panel/gpio.py",
    "hardware/panel/port.py",
    "hardware/panel/speaker.py",
    "hardware/speech.py",
    "device/hall/broker.py",
    "device/hall/publisher.py",
)
"""Folders and files whose errors are shown at the table; those of all others are in terminals."""


class Place(StrEnum):
    """Where a text can stand."""

    FOOT = "foot"
    STATE = "state"
    HINT = "hint"
    NOTE = "note"
    QUESTION = "question"
    OPTION = "option"
    LABEL = "lobby label"
    VALUE = "lobby value"
    LOBBY_QUESTION = "question in the lobby"
    LOBBY_OPTION = "answer in the lobby"
    LOBBY_HINT = "lobby hint"
    DICE_TITLE = "dice title"
    DIE = "die"
    CLOCK_ALONE = "clock alone"
    TIMER = "Party's timer"
    ABOUT = "for whom a game is"
    TRYING = "trying the buttons"
    CARD_TITLE = "title of a card"
    CARD = "card of the tour"
    ABOUT_TIP = "what a line of help is about"
    TIP = "line of help"
    STEP = "step of the tour"
    WAY_ON = "way on from a card"
    PLAY_LINE = "line of a play"
    CELEBRATION = "what is celebrated"
    TO_DO = "what is to be done"
    OUTCOME = "outcome of a challenge"
    LIFT = "tiles to take up"
    LIST = "name of a list"
    TROUBLE = "what is missing"
    SETTLING = "what is left"
    FIGURES = "head of a figure in the statistics"
    PICTURE = "caption of a picture"
    CURVE = "end of a game"
    CURVE_OK = "what OK does at the end"
    CURVE_LINES = "the lines about a game"
    STANDING = "pause, camera gone"
    NAMING = "naming a side"
    AIM = "what the camera sees"
    CHECK_NAME = "check of the device"
    CHECK_VALUE = "how it went"
    CHECK_ADVICE = "what to do about it"
    SAID = "said aloud, and written nowhere"
    TAP = "what a finger touches"
    NEXT_TAP = "what a finger touches next"
    PART = "part of another text"


CALLS: Mapping[tuple[str, int | str | None], Place] = MappingProxyType(
    {
        ("notify", 1): Place.FOOT,
        ("refuse", 1): Place.FOOT,
        ("commit", 3): Place.FOOT,
        ("count_again", 3): Place.FOOT,
        ("replace", "message"): Place.FOOT,
        ("said_meanwhile", 2): Place.FOOT,
        ("Announce", 0): Place.FOOT,
        ("and_then", 1): Place.FOOT,
        ("Question", 0): Place.QUESTION,
        ("Pointing", 0): Place.QUESTION,
        ("ask_to_point", 1): Place.QUESTION,
        ("option", 0): Place.OPTION,
        ("Option", 0): Place.OPTION,
        ("OwnSubject", 1): Place.CHECK_NAME,
        ("LobbyEntry", 0): Place.LABEL,
        ("LobbyEntry", 1): Place.VALUE,
        ("TextView", "state"): Place.STATE,
        ("TextView", "hint"): Place.HINT,
        ("TextView", "bag"): Place.NOTE,
        ("Card", 0): Place.CARD_TITLE,
        ("Card", 1): Place.CARD,
        ("HelpPage", 0): Place.CARD_TITLE,
        ("RulesCard", 0): Place.PART,
        ("Tip", 0): Place.ABOUT_TIP,
        ("Tip", 1): Place.TIP,
        ("TapView", 0): Place.WAY_ON,
        ("StepsView", 0): Place.STEP,
        ("DiceView", 0): Place.DICE_TITLE,
        ("DiceView", 2): Place.NOTE,
        ("ChallengeView", 1): Place.LIST,
        ("ChallengeView", 2): Place.OUTCOME,
        ("ChallengeView", 3): Place.LIFT,
        **{(kind, 1): Place.CHECK_VALUE for kind in ("good", "doubtful", "bad")},
        **{(kind, 2): Place.CHECK_ADVICE for kind in ("good", "doubtful", "bad")},
        ("CurveView", "hint"): Place.CURVE,
        ("CurveView", 4): Place.PART,
        ("CurveView", 5): Place.PART,
        ("CurveView", 6): Place.CURVE,
        ("CurveView", 7): Place.CURVE_OK,
        ("LobbyView", "hint"): Place.LOBBY_HINT,
    }
)
"""What a call's argument is, by its place or its name."""


@dataclass(frozen=True)
class Text:
    """A text of the program: where it is written, in which function (or under which name outside of
    any), and where it stands."""

    text: str
    file: str
    line: int
    function: str
    places: frozenset[Place] = field(default_factory=frozenset)


@cache
def texts_in_program(root: Path = ROOT / "device") -> tuple[Text, ...]:
    """Every text, as often as it is written; and what things are called in their registries."""
    written = [
        text
        for path in sorted(root.rglob("*.py"))
        if not in_terminals(str(path.relative_to(root)))
        for text in Source(path.read_text("utf-8"), str(path.relative_to(root))).texts()
    ]
    written += [text for text in sentences() if text.places]
    kept = ((text, where) for text, where in texts_in_registries() if not in_terminals(where))
    return (*written, *(Text(text, where, 0, "") for text, where in kept))


@cache
def sentences() -> tuple[Text, ...]:
    """Every sentence of an error; those shown at a table stand at the foot of its screen, or in
    another sentence there, if they begin with a small letter. All others stand in terminals."""
    found = []
    for path in sorted(file for root in ROOTS for file in (ROOT / root).rglob("*.py")):
        file, code = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        for node in ast.walk(ast.parse(code)) if "Sentence(" in code else ():
            match node:
                case ast.Call(ast.Name("Sentence"), args=[given, *_]) if text := written_text(
                    given
                ):
                    place = Place.PART if text[0].islower() else Place.FOOT
                    places = frozenset({place} if file.startswith(ON_SCREENS) else ())
                    found.append(Text(text, file, node.lineno, "", places))
    return tuple(found)


class Source:
    """One file of the program."""

    def __init__(self, code: str, file: str) -> None:
        self._file, self._tree = file, ast.parse(code)
        self._above: dict[ast.AST, ast.AST] = {}
        todo: list[ast.AST] = [self._tree]
        for node in todo:
            below = list(ast.iter_child_nodes(node))
            self._above.update(dict.fromkeys(below, node))
            todo += below

    def texts(self) -> Iterator[Text]:
        for node in (self._tree, *self._above):
            match node:
                case ast.Call(args=[given, *_]) if (
                    _called(node) in MAKERS
                    and (text := written_text(node) or written_text(given))
                    and not text.startswith("-")
                    and _called(given) not in MAKERS
                    and _called(self._above.get(node)) != "Sentence"
                ):
                    name = self._written_in(node)
                    found = frozenset(self._places(node, set()))
                    yield Text(text, self._file, node.lineno, name, found)

    def _places(self, node: ast.AST, seen: set[ast.AST]) -> Iterator[Place]:
        """Where what this expression gives is handed on to, within its function."""
        if node in seen:
            return
        seen.add(node)
        if isinstance(node, ast.Call) and _called(node) == "option":
            yield Place.OPTION
            return
        below, above = node, self._above.get(node)
        while above is not None and not isinstance(above, ast.stmt):
            if isinstance(above, ast.Call):
                given = (_called(above), _argument(above, below))
                if given in CALLS:
                    yield CALLS[given]
                    return
            elif isinstance(above, ast.keyword):
                call = self._above[above]
                given = (_called(call), above.arg)
                if given in CALLS:
                    yield CALLS[given]
                    return
            elif isinstance(above, ast.Dict) and self._values_of_a_text(above):
                yield Place.PART
                return
            below, above = above, self._above.get(above)
        match above:
            case ast.Assign(targets=[target, *_]) | ast.AnnAssign(target=target):
                names = {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
                scope = self._function(above) or self._tree
                for use in ast.walk(scope):
                    match use:
                        case ast.Name(id, ast.Load()) if id in names:
                            yield from self._places(use, seen)

    def _values_of_a_text(self, values: ast.Dict) -> bool:
        call = self._above.get(values)
        return isinstance(call, ast.Call) and _called(call) in MAKERS

    def _written_in(self, node: ast.AST) -> str:
        """The function that something is written in, or the name that it gets outside of any."""
        name, above = "", self._above.get(node)
        while above is not None:
            match above:
                case ast.FunctionDef(name):
                    return name
                case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)):
                    pass
            above = self._above.get(above)
        return name

    def _function(self, node: ast.AST) -> ast.AST | None:
        above = self._above.get(node)
        while above is not None and not isinstance(above, ast.FunctionDef):
            above = self._above.get(above)
        return above


def written_text(node: ast.expr) -> str:
    """The text that this expression is, in one form, in two or in a context; "" if it is none."""
    match node:
        case ast.Constant(str() as text):
            return text
        case ast.Call(ast.Name("Plural"), [ast.Constant(one), ast.Constant(many)], by):
            return Plural(str(one), str(many), *(ast.literal_eval(k.value) for k in by))
        case ast.Call(ast.Name("plural_in"), [ast.Constant(), ast.Constant(), ast.Constant()], by):
            context, one, many = map(ast.literal_eval, node.args)
            return plural_in(context, one, many, *(ast.literal_eval(k.value) for k in by))
        case ast.Call(ast.Name("InContext"), [ast.Constant(context), ast.Constant(text)]):
            return InContext(str(context), str(text))
    return ""


def _called(call: ast.AST | None) -> str:
    match call:
        case ast.Call(ast.Name(name) | ast.Attribute(attr=name)):
            return name
    return ""


def _argument(call: ast.Call, below: ast.AST) -> int | None:
    return next((place for place, each in enumerate(call.args) if each is below), None)


def rest(text: Text) -> frozenset[Place]:
    """Where a text stands: as its call says, else as the tables below do; nowhere if none knows."""
    where = ((text.file, text.function), (text.file, ""))
    if text.text in INSTRUCTIONS:
        return frozenset({Place.TO_DO, Place.FOOT})
    if text.places:
        lobby = any(known in IN_THE_LOBBY for known in where)
        return frozenset(OVER_THE_LOBBY.get(p, p) if lobby else p for p in text.places)
    return next((frozenset({REST[known]}) for known in where if known in REST), frozenset())


def _in(place: Place, *where: str) -> dict[tuple[str, str], Place]:
    """Files, or functions of files (`file:function`), whose texts stand in one place."""
    split = (each.partition(":") for each in where)
    return {(file, function): place for file, _, function in split}


IN_THE_LOBBY = frozenset(
    {
        ("addons/hall/menu.py", "_ask"),
        ("session/lobby/handicap.py", ""),
        ("session/lobby/house_rules.py", ""),
        ("session/lobby/lobby.py", ""),
        ("session/lobby/names.py", "_ask_which"),
        ("session/lobby/names.py", "_how_many"),
        ("session/lobby/names.py", "_side"),
        ("session/lobby/names.py", "ask_who_plays"),
        ("session/lobby/names.py", "called"),
    }
)
"""Files, or functions of files, whose questions are asked in the lobby, over its whole width."""

OVER_THE_LOBBY = MappingProxyType(
    {Place.QUESTION: Place.LOBBY_QUESTION, Place.OPTION: Place.LOBBY_OPTION}
)

REST: Mapping[tuple[str, str], Place] = MappingProxyType(
    {
        **_in(
            Place.STATE,
            "views/clocked.py:rolling_line",
            "views/clocked.py:_rack_line",
            "views/clocked.py:state_line",
            "views/clocked.py:turn_clock_view",
            "views/table.py:_result",
            "views/table.py:_state",
        ),
        **_in(Place.HINT, "views/clocked.py:_button", "session/turn/by_hand.py:how_to_type"),
        **_in(
            Place.NOTE,
            "addons/radio/menu.py:_notes",
            "views/clocked.py:_to_draw",
            "views/clocked.py:_rolls",
            "views/clocked.py:_promised",
            "views/clocked.py:_owed",
            "views/dialogs.py:unseen_line",
            "views/table.py:_bag",
            "views/table.py:_open",
        ),
        **_in(Place.DICE_TITLE, "clock_and_dice/alone.py", "views/clocked.py:turn_dice_view"),
        **_in(Place.DIE, "clock_and_dice/views.py"),
        **_in(
            Place.CLOCK_ALONE,
            "clock_and_dice/alone.py:clock_state",
            "clock_and_dice/alone.py:TIMER_HINT",
        ),
        **_in(
            Place.TRYING,
            "views/device.py:NAMES",
            "views/device.py:trying_view",
        ),
        **_in(Place.LOBBY_QUESTION, "session/lobby/welcome.py:WHICH"),
        **_in(
            Place.CARD,
            "session/lobby/tour.py:_how_to_play",
            "session/lobby/tour.py:_how_to_answer",
            "session/lobby/tour.py:_how_to_put_right",
            "session/lobby/tour.py:_the_rest",
        ),
        **_in(Place.TIP, "session/lobby/rules.py", "session/lobby/tour.py:_parts_of_the_screen"),
        **_in(Place.ABOUT, "session/lobby/lobby.py:FOR_WHOM"),
        **_in(Place.TIMER, "clock_and_dice/party_timer.py"),
        **_in(Place.PLAY_LINE, "views/turn.py"),
        **_in(Place.CELEBRATION, "views/celebration.py"),
        **_in(Place.CURVE_LINES, "views/turn.py:_remarks"),
        **_in(Place.CURVE, "views/turn.py:_what_undo_does", "session/core/signatures.py"),
        **_in(Place.LOBBY_HINT, "views/dialogs.py", "session/snapshot.py"),
        **_in(
            Place.FOOT,
            "session/turn/by_hand.py:_touch",
            "session/turn/by_hand.py:_type_letter",
            "session/turn/by_hand.py:_why_not",
            "session/turn/by_hand.py:_not_yet",
            "views/dialogs.py:_question_hint",
        ),
        **_in(
            Place.FOOT,
            "addons/backup/sticks.py",
            "addons/export/games_on_stick.py",
            "storage/sticks.py",
            "table/effects.py",
            "addons/plugins/menu.py:cut_off",
            "addons/report/jobs.py",
            "addons/radio/menu.py:_news",
            "addons/updates/watch.py",
        ),
        **_in(Place.TROUBLE, "addons/radio/menu.py:_troubles", "views/table.py:_trouble"),
        **_in(Place.TO_DO, "session/turn/missing_tiles.py:LAY_AS_SHOWN"),
        **_in(Place.SETTLING, "views/dialogs.py:settling_view"),
        **_in(Place.PICTURE, "views/table.py:_picture"),
        **_in(Place.FIGURES, "views/dialogs.py:standings_view"),
        **_in(Place.STANDING, "views/standing.py"),
        **_in(Place.LOBBY_QUESTION, "table/opening.py"),
        **_in(
            Place.NAMING,
            "views/dialogs.py:naming_title",
            "views/dialogs.py:_ok",
            "views/dialogs.py:_others",
            "views/dialogs.py:_board",
        ),
        **_in(Place.AIM, "views/device.py"),
        **_in(Place.TAP, "views/tap_bar.py"),
        **_in(Place.NEXT_TAP, "views/tap_bar.py:_next"),
        **_in(Place.CHECK_NAME, "doctor/checks.py"),
        **_in(Place.CHECK_ADVICE, "doctor/sight.py:ADVICE"),
        **_in(Place.CHECK_VALUE, "views/device.py:_summary", "views/device.py:doctor_view"),
        **_in(Place.SAID, "addons/voice/saying.py", "addons/voice/spelling.py"),
        **_in(
            Place.PART,
            "addons/radio/switch.py:STILL_ON",
            "addons/plugins/chosen.py",
            "addons/plugins/plug_ins.py",
            "addons/plugins/process.py",
            "language/texts.py",
            "language/wording.py:square_names",
            "screen/button_hints.py",
            "views/turn.py:how_long",
            "session/turn/doubts.py:_with_misfits",
            "session/turn/racks.py:tile_label",
            "session/signing.py:_call_director",
            "session/signing.py:_leave_unsigned",
            "session/turn/undo.py:NAMED",
            "session/turn/undo.py:_news",
            "session/turn/undo.py:_what",
        ),
        **_in(
            Place.VALUE,
            "engine/data/tilesets",
            "engine/variants",
            "language/word_lists.py:TITLES",
            "language/word_lists.py:list_name",
            "session/care/device.py:card_name",
            "session/care/device.py:sound_from",
            "session/lobby/house_rules.py:lengths_text",
            "session/lobby/lobby.py",
        ),
        **_in(
            Place.OPTION,
            "session/lobby/beginning.py:_letter_of_blank",
            "session/lobby/beginning.py:_ask_letter",
            "session/turn/by_hand.py:_letters",
            "session/turn/corrections.py:text",
            "session/clocked/letter_die.py:_choice",
            "session/menu.py",
            "session/turn/questions.py",
            "themes",
            "views/dialogs.py:pointing_view",
        ),
        **_in(
            Place.LOBBY_OPTION,
            "engine/variants/challenge_rules.py",
            "session/lobby/challenge_choice.py",
            "session/lobby/handicap.py",
            "session/lobby/house_rules.py",
        ),
        **_in(
            Place.LOBBY_QUESTION,
            "session/lobby/challenge_choice.py:_ask",
            "session/lobby/handicap.py:_ask_handicaps",
            "session/lobby/house_rules.py:change_lengths",
            "session/lobby/house_rules.py:ask_house_rules",
            "session/lobby/house_rules.py:ask_extras",
        ),
        **_in(
            Place.QUESTION,
            "addons/page/menu.py",
            "addons/page/onlookers.py",
            "addons/plugins/menu.py",
            "addons/report/menu.py",
            "session/care/network.py",
            "addons/backup/menu.py",
            "system/network.py",
            "session/lobby/beginning.py:_drawn_letter",
            "session/turn/by_hand.py:_asked_of",
            "session/turn/end_turn.py:_lies_wrong",
            "session/turn/end_turn.py:_more_than_a_rack",
            "session/turn/end_turn.py:_several_text",
            "session/turn/ending.py:all_passed",
            "session/turn/ending.py:end_of_game",
            "session/turn/hints.py",
            "session/lobby/household.py:_kind",
            "session/lobby/household.py:ask_whose",
            "session/lobby/household.py:_whole",
            "session/clocked/letter_dice.py",
            "session/turn/racks.py:_whose",
            "session/clocked/timed_turn.py",
        ),
        **_in(
            Place.FOOT,
            "language/wording.py",
            *(
                f"session/{name}.py"
                for name in (
                    "clocked/cup",
                    "clocked/letter_die",
                    "clocked/timed_word",
                    "core/commit",
                    "core/mat",
                    "core/prompts",
                    "core/side_clocks",
                    "core/turn_clock",
                    "lobby/beginning",
                    "lobby/names",
                    "turn/challenge",
                    "turn/clearing",
                    "turn/corrections",
                    "turn/doubts",
                    "turn/end_turn",
                    "turn/ending",
                    "turn/pass_exchange",
                    "turn/racks",
                    "turn/undo",
                    "step",
                    "turn_buttons",
                )
            ),
            "session/clocked/timed_turn.py:_time_is_up",
        ),
    }
)
"""Texts that are given on by the function that they are written in: by file and function (or name
outside of any), or by file for all others of it."""
