"""Correcting a tile that lies on the board: it is pointed at, and then named (CLA-PLA-09, OWN-01).

However many turns ago it was laid, all since is counted again and none of it is lost. A whole turn
that was another: correcting_turns.py. Tests: tests/device/test_correcting.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from device.session.amending import put_right
from device.session.blanks import ask_letter, likeliest_letters
from device.session.committing import ask, go_on, option, tell
from device.session.pointing import point
from device.session.state import Act, Option, Question, Step, TableState
from device.session.turns_so_far import turns_so_far
from device.texts import Message
from engine.events import Played
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, Tile, is_blank, letter_of, piece_of
from vision import evidence
from vision.doubt import candidates_of
from vision.look_alikes import TURNED


def tiles_to_correct(state: TableState) -> tuple[Square, ...]:
    """The squares whose tile a play of this game has laid: the last play's first."""
    position = state.game.state.position
    plays = [t.event.tiles for t in turns_so_far(state.game) if isinstance(t.event, Played)]
    laid = {square for tiles in plays for square in tiles if square in position.tiles}
    last = {square for square in laid if plays and square in plays[0]}
    return (*sorted(last, key=_as_read), *sorted(laid - last, key=_as_read))


def ask_which_square(state: TableState) -> Step:
    """Lets somebody point at the tile that is wrong."""
    squares = tiles_to_correct(state)
    if not squares:
        return tell(state, Message("No tile has been laid yet."))
    return point(state, Message("Which tile is wrong?"), squares, ask_what_lies)


def ask_what_lies(state: TableState, square: Square) -> Step:
    """Asks which tile really lies on a square, those that look like it first."""
    there = state.game.state.position.at(square)
    if there is None:
        return go_on(state)
    tile_set = state.game.state.variant.tile_set
    alike = _look_alikes(state, square, there)
    letters = [t for t in dict.fromkeys((*alike, *tile_set.letters)) if tile_set.knows(t)]
    options = [_letter(square, tile) for tile in letters if tile != there]
    if tile_set.knows(UNKNOWN_BLANK):
        blank = option("A blank …", _ask_blank(square, there))
        options.insert(0 if is_blank(there) or UNKNOWN_BLANK in alike else len(options), blank)
    values = {"square": square.name, "letter": letter_of(there)}
    text = Message("What lies on {square} really, not {letter}?", values)
    if is_blank(there):
        text = Message("What lies on {square} really?", values)
    # Without its square: the next side lays on meanwhile, and the question isn't about that.
    options.append(option("Leave it as it is", go_on))
    return ask(state, Question(text, tuple(options), shown=(square,)))


def _letter(square: Square, tile: Tile) -> Option:
    label = Message("{letter}", {"letter": tile})
    return Option(label, lambda state: put_right(state, square, tile))


def _ask_blank(square: Square, there: Tile) -> Act:
    """A blank, and the letter that it stands for."""

    def ask_blank(state: TableState) -> Step:
        if there == UNKNOWN_BLANK:
            return ask_letter(state, square)
        letters = (x for x in likeliest_letters(state, square) if x.lower() != there)
        options = [_blank(square, letter) for letter in letters]
        text = Message("Which letter is the blank on {square}?", {"square": square.name})
        options.append(option("Leave it as it is", go_on))
        return ask(state, Question(text, tuple(options), shown=(square,)))

    return ask_blank


def _blank(square: Square, letter: Tile) -> Option:
    label = Message("{letter}", {"letter": letter})
    return Option(label, lambda state: put_right(state, square, letter.lower()))


def _look_alikes(state: TableState, square: Square, there: Tile) -> Iterator[Tile]:
    """What the pictures could also have shown there, and what looks like it on its head."""
    known, at = state.followed.evidence, (square.row, square.column)
    if known[at].any():
        yield from _tiles(label for label, _ in candidates_of(evidence.probabilities(known)[at]))
    yield from _tiles(TURNED.get(piece_of(there), ""))


def _tiles(labels: Iterable[str]) -> Iterator[Tile]:
    return (label for label in labels if label.isalpha() or label == UNKNOWN_BLANK)


def _as_read(square: Square) -> tuple[int, int]:
    return square.row, square.column
