"""Faults and refusals of a picture in players' words, to be translated.

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
from engine.tiles import shown_letters
from engine.variants import GAMES
from vision.reading import Refusal

# --- faults ---


FAULTS: dict[FaultCode, str] = {
    FaultCode.NO_TILES: N_("No tile was laid."),
    FaultCode.UNKNOWN_TILE: N_("{squares}: not a tile of this set."),
    FaultCode.OFF_BOARD: N_("{squares}: off the board."),
    FaultCode.OCCUPIED: N_("{squares}: already taken."),
    FaultCode.TOO_MANY_TILES: N_("Too many tiles at once: {number}."),
    FaultCode.TOO_MANY_OF_A_TILE: N_("Too many {tiles} for this set: is one misread?"),
    FaultCode.STACK_TOO_HIGH: N_("The stack on {squares} is too high."),
    FaultCode.SAME_LETTER_STACKED: N_("{squares}: the same letter is already there."),
    FaultCode.NOT_IN_LINE: N_("{squares} aren’t in one line, as a play must be."),
    FaultCode.GAP_IN_LINE: N_("Gap at {squares}: is a tile missing?"),
    FaultCode.MISSES_START: Plural(
        "The first word must cover {squares}.",
        "The first word must cover one of {squares}.",
        by="count",
    ),
    FaultCode.TOO_SHORT: N_("The first word needs two letters."),
    FaultCode.NOT_CONNECTED: N_("{squares}: a word must touch one that is already there."),
    FaultCode.COVERS_WHOLE_WORD: N_("{words} can’t be covered whole in one play."),
    FaultCode.ONLY_PLURAL_S: N_("You can’t just add an S: use it in a new word."),
    FaultCode.NOT_A_WORD: N_("Not in the word list: {words}."),
    FaultCode.NOT_YOUR_TURN: N_("It’s someone else’s turn."),
    FaultCode.GAME_OVER: N_("The game is over."),
    FaultCode.TOO_LATE: N_("It’s too late for that play."),
    FaultCode.OWN_PLAY: N_("You can’t challenge your own play."),
    FaultCode.NO_CHALLENGE: N_("This game has no challenges."),
    FaultCode.NEVER_CHALLENGED: N_("That player’s words are never challenged: they stand."),
    FaultCode.BAG_TOO_SMALL: Plural(
        "{number} tile left in the bag.", "{number} tiles left in the bag.", by="number"
    ),
    FaultCode.EMPTY_EXCHANGE: N_("Exchange at least one tile."),
    FaultCode.NOTHING_TO_WITHDRAW: N_("It’s too late to take a play back."),
    FaultCode.NO_TILE_THERE: N_("No play laid a tile on {squares}."),
    FaultCode.UNKNOWN_SIDE: N_("That player isn’t in this game."),
    FaultCode.RACKS_DONT_FIT: N_("The tiles left don’t match what is missing on the board."),
    FaultCode.NOT_ON_RACK: N_("That rack can’t hold {tiles}: is one misread?"),
    FaultCode.ONE_TILE_ONLY: N_("You can exchange up to {number} at a time."),
    FaultCode.NO_EXCHANGE: N_("This game has no exchanges."),
    FaultCode.NO_TRADES: N_("This game has no trading."),
    FaultCode.TRADE_DEADLINE: Plural(
        "No more trades: a player has {number} point.",
        "No more trades: a player has {number} points.",
        by="number",
    ),
    FaultCode.NO_GOALIE: N_("Blanks can’t be swapped in this game."),
    FaultCode.NOT_A_BLANK: N_("{squares}: {tiles} isn’t a blank."),
    FaultCode.BLANK_UNNAMED: N_("{squares}: which letter does the blank stand for? Press OK."),
    FaultCode.NO_CALL: N_("There’s no penalty to call."),
    FaultCode.ROLLED_LETTER_MISSING: N_("{tiles} was rolled, but not laid."),
    FaultCode.JOKER_IS_ROLLED_LETTER: N_("A blank can’t stand for {tiles}, which was rolled."),
    FaultCode.CLOCK_NOT_STARTED: N_("Words count only once the clock runs."),
    FaultCode.CHANCE_DUE: N_("There’s a letter on a chance square: roll the chance die first."),
    FaultCode.ALREADY_DRAWN: N_("That player has already drawn."),
    FaultCode.NOT_IN_THIS_GAME: N_("This game doesn’t have that."),
    FaultCode.NO_RESULT: N_("There’s no result to sign yet."),
    FaultCode.ALREADY_SIGNED: N_("That player has already signed."),
}
"""A sentence for each fault, shorter than the engine's own, to fit a line of the screen."""

REFUSALS: dict[Refusal, str] = {
    Refusal.NO_BOARD: N_("Can’t make out the board: is it all in view, flat and well lit?"),
    Refusal.CUT_OFF: N_("The board is cut off: all four corners must be in the picture."),
    Refusal.BLURRED: N_("Can’t make out the letters: is it in focus, are the tiles straight?"),
    Refusal.TOO_DARK: N_("It’s too dark: more light, please."),
    Refusal.TOO_SMALL: N_("The board is too small in the picture: please move the camera nearer."),
    Refusal.COVERED: N_("Something’s in the way."),
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
            "tiles": ", ".join(map(shown_letters, fault.tiles)),
            "words": ", ".join(fault.words),
            "number": fault.number or 0,
            "count": len(fault.squares),
        },
    )


NOT_THIS_GAMES = N_("Can’t make out {game}’s board: is it the right one, in view, flat, well lit?")
"""No board was found, and none has been read in this game yet: another game's may lie there."""


def refusal_message(refusal: Refusal, game: str | None = None) -> Message:
    """Why a picture couldn't be read; `game`: the one whose board was looked for, by its name in
    GAMES, None where it is known to be that one."""
    if refusal is Refusal.NO_BOARD and game is not None:
        return Message(NOT_THIS_GAMES, {"game": Message(GAMES[game].title)})
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
            "the board can’t be made out: all of it must be in the picture, flat and well lit"
        ),
        Refusal.CUT_OFF: N_("the board is cut off: all four corners must be in the picture"),
        Refusal.BLURRED: N_(
            "the letters can’t be made out: hold the camera still, focus on the board, "
            "lay tiles straight"
        ),
        Refusal.TOO_DARK: N_("the picture is too dark: switch a lamp on"),
        Refusal.TOO_SMALL: N_("the board is too small in the picture: bring the camera nearer"),
        Refusal.COVERED: N_("something is over the board: clear the view"),
        Refusal.MIRRORED: N_(
            "the picture is mirrored: switch mirroring off in the camera, or read it with --mirror"
        ),
        Refusal.DAMAGED: N_("the picture is damaged: take or copy it again"),
    }
)
"""A sentence for every refusal, in English: what is wrong, and what to do."""
