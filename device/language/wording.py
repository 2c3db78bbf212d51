"""Faults, refusals of a picture and word lists in players' words, to be translated.

The engine and vision report problems as data; here they become messages.
Tests: tests/device/test_texts.py, tests/device/test_refusals.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from device.language.texts import N_, Message, TextValue
from engine.faults import Fault, FaultCode
from engine.sentences import Plural
from engine.squares import Square
from vision.reading import Refusal

# --- word lists ---

TITLES: Mapping[str, str] = MappingProxyType(
    {
        "scowl-80": N_("large English list"),
        "scowl-60": N_("everyday English words"),
        "dicollecte-toutes-variantes": N_("large French list"),
    }
)
"""The names of the lists that ship, by the prefixes of their ids."""

NORTH_AMERICA = "(en-north-america)"
"""The suffix of a list's id if its two-letter words are North America's."""


def list_name(name: str) -> Message:
    """A word list's name for people; one of the household's own keeps the name it was given."""
    title = TITLES.get(name.partition(" ")[0])
    if title is None:
        return Message("{name}", {"name": name})
    if name.endswith(NORTH_AMERICA):
        return Message("{list}, North American", {"list": Message(title)})
    return Message(title)


# --- faults ---


FAULTS: dict[FaultCode, str] = {
    FaultCode.NO_TILES: N_("No tile was laid."),
    FaultCode.UNKNOWN_TILE: N_("{squares}: no tile of this set."),
    FaultCode.OFF_BOARD: N_("{squares}: off the board."),
    FaultCode.OCCUPIED: N_("{squares}: taken already."),
    FaultCode.TOO_MANY_TILES: N_("{number} at once are too many."),
    FaultCode.TOO_MANY_OF_A_TILE: N_("More of {tiles} than the set has: is a tile misread?"),
    FaultCode.STACK_TOO_HIGH: N_("The pile on {squares} is too high."),
    FaultCode.SAME_LETTER_STACKED: N_("{squares}: the same letter lies there already."),
    FaultCode.NOT_IN_LINE: N_("{squares} are on no common line: is a tile missing?"),
    FaultCode.GAP_IN_LINE: N_("Nothing lies on {squares}: is a tile missing?"),
    FaultCode.MISSES_START: N_("The first word must cover {squares}."),
    FaultCode.TOO_SHORT: N_("The first word needs two letters."),
    FaultCode.NOT_CONNECTED: N_("{squares}: touches no tile on the board."),
    FaultCode.COVERS_WHOLE_WORD: N_("{words} can't be covered whole in one play."),
    FaultCode.ONLY_PLURAL_S: N_("An S alone behind a word is no play: use it in a new word."),
    FaultCode.NOT_A_WORD: N_("Not in the word list: {words}."),
    FaultCode.NOT_YOUR_TURN: N_("It is another side's turn."),
    FaultCode.GAME_OVER: N_("The game is over."),
    FaultCode.TOO_LATE: N_("It is too late for that play."),
    FaultCode.OWN_PLAY: N_("Nobody challenges a play of one's own."),
    FaultCode.NO_CHALLENGE: N_("Plays are not challenged in this game."),
    FaultCode.NEVER_CHALLENGED: N_("The words of that side are never challenged: they stand."),
    FaultCode.BAG_TOO_SMALL: Plural(
        "Tiles left in the bag: {number}.", "Tiles left in the bag: {number}.", by="number"
    ),
    FaultCode.EMPTY_EXCHANGE: N_("An exchange takes one tile at least."),
    FaultCode.NOTHING_TO_WITHDRAW: N_("No play can be taken back any more."),
    FaultCode.NO_TILE_THERE: N_("No play laid a tile on {squares}."),
    FaultCode.UNKNOWN_SIDE: N_("That side is not at this table."),
    FaultCode.RACKS_DONT_FIT: N_("The tiles left over don't match what is missing on the board."),
    FaultCode.NOT_ON_RACK: N_("{tiles} can't be on that rack: is a tile misread?"),
    FaultCode.ONE_TILE_ONLY: N_("Tiles that can be exchanged at a time: {number}."),
    FaultCode.NO_EXCHANGE: N_("Nothing is exchanged in this game."),
    FaultCode.NO_TRADES: N_("Tiles are not traded in this game."),
    FaultCode.TRADE_DEADLINE: Plural(
        "No more trades: somebody has {number} point.",
        "No more trades: somebody has {number} points.",
        by="number",
    ),
    FaultCode.NO_GOALIE: N_("Blanks stay where they are in this game."),
    FaultCode.NOT_A_BLANK: N_("{squares}: {tiles} is no blank."),
    FaultCode.BLANK_UNNAMED: N_("{squares}: which letter does the blank stand for? Press OK."),
    FaultCode.NO_CALL: N_("There is no penalty to call."),
    FaultCode.ROLLED_LETTER_MISSING: N_("{tiles} was rolled, but not laid."),
    FaultCode.JOKER_IS_ROLLED_LETTER: N_("A joker can't stand for {tiles}, which was rolled."),
    FaultCode.CLOCK_NOT_STARTED: N_("No word counts before the clock runs."),
    FaultCode.CHANCE_DUE: N_("A letter lies on a chance square: roll the chance die first."),
    FaultCode.ALREADY_DRAWN: N_("That side has drawn already."),
    FaultCode.NOT_IN_THIS_GAME: N_("There is no such thing in this game."),
}
"""A sentence for each fault, shorter than the engine's own, to fit a line of the screen."""

REFUSALS: dict[Refusal, str] = {
    Refusal.NO_BOARD: N_("The camera sees no whole board."),
    Refusal.CUT_OFF: N_("The board is cut off: all four corners must be in the picture."),
    Refusal.BLURRED: N_("The picture is blurred."),
    Refusal.TOO_DARK: N_("It is too dark: more light, please."),
    Refusal.TOO_SMALL: N_("The board is too small in the picture: camera nearer, please."),
    Refusal.COVERED: N_("Something covers the board."),
    Refusal.MIRRORED: N_("The picture is mirrored: switch that off in the camera."),
    Refusal.DAMAGED: N_("The picture is damaged."),
}

MOST_NAMED = 5
"""How many squares are named one by one: "and 1 more" would be no shorter."""


def fault_message(fault: Fault) -> Message:
    """A fault as a message; the engine's own sentence if there is no shorter one."""
    text = FAULTS.get(fault.code)
    if text is None:
        return Message("{sentence}", {"sentence": fault.sentence})
    return Message(
        text,
        {
            "squares": square_names(fault.squares),
            "tiles": ", ".join(fault.tiles),
            "words": ", ".join(fault.words),
            "number": fault.number or 0,
        },
    )


def refusal_message(refusal: Refusal) -> Message:
    """Why a picture couldn't be read."""
    return Message(REFUSALS[refusal])


def square_names(squares: Iterable[Square]) -> str | Message:
    """The squares' names; if there are many the first four, and how many more there are."""
    names = [square.name for square in sorted(squares)]
    if len(names) <= MOST_NAMED:
        return ", ".join(names)
    first = names[: MOST_NAMED - 1]
    values: dict[str, TextValue] = {"squares": ", ".join(first), "n": len(names) - len(first)}
    return Message(Plural("{squares} and {n} more", "{squares} and {n} more"), values)


# --- refusals ---

REFUSAL_SENTENCES: Mapping[Refusal, str] = MappingProxyType(
    {
        Refusal.NO_BOARD: N_(
            "no whole board is to be seen: the board with its four corners must be in the picture"
        ),
        Refusal.CUT_OFF: N_("the board is cut off: all four corners must be in the picture"),
        Refusal.BLURRED: N_("the picture is blurred: hold the camera still and focus on the board"),
        Refusal.TOO_DARK: N_("the picture is too dark: put a lamp on"),
        Refusal.TOO_SMALL: N_("the board is too small in the picture: bring the camera nearer"),
        Refusal.COVERED: N_("something covers the board: clear the view"),
        Refusal.MIRRORED: N_(
            "the picture is mirrored: switch mirroring off in the camera, or read it with --mirror"
        ),
        Refusal.DAMAGED: N_("the picture is damaged: take or copy it again"),
    }
)
"""A sentence for every refusal, in English: what is wrong, and what to do."""
