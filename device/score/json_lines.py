"""The lines of `tilekeeper score`: a position and a play in JSON in, points and faults out.

Only decoding, checking and encoding: the engine does the scoring. A line that can't be scored
becomes an error line of one sentence. Tests: tests/device/test_score_lines.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

import msgspec

from engine.circumstances import ChanceFace, Circumstances, Zone
from engine.faults import Fault
from engine.layouts import Layout
from engine.position import EMPTY, Position
from engine.records.json_texts import JsonTextError, NestedTooDeeplyError, check_json
from engine.scoring import ScoredPlay, judge_play
from engine.sentences import Plural, Sentence, located, with_stop
from engine.squares import Square
from engine.tiles import Tile, from_gcg, to_gcg
from engine.variants import Variant, VariantError, load_variant
from engine.variants.household import LARGEST_BOARD

Ident: TypeAlias = str | int | float | None


class LineError(Exception):
    """A line that can't be scored; the text is one sentence that names the field."""


class Identified(msgspec.Struct):
    """The one field that an error line still needs."""

    id: Ident = None


class PartyRoll(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The rolls (Party): the letter die, the chance die, and the letter chosen for it."""

    letter: str | None = None
    chance: ChanceFace | None = None
    chance_square: str | None = None


class StoppedClock(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The zone in which the clock stopped (Party)."""

    zone: Zone | None = None


PartOfTurn = TypeVar("PartOfTurn", PartyRoll, StoppedClock)


class IncomingLine(msgspec.Struct, kw_only=True):
    """An input line; without `rows` the board is empty, without `layout` it is the game's own. A
    tile of several letters is in brackets in `rows`: "[CH]OZA"."""

    id: Ident = None
    variant: str
    tiles: dict[str, str]
    language: str | None = None
    options: dict[str, object] = {}
    rows: list[str] | None = None
    heights: list[str] | None = None
    layout: list[str] | None = None
    roll: dict[str, object] | None = None
    clock: dict[str, object] | None = None


class WordPoints(msgspec.Struct):
    word: str
    score: int


class ExtraPoints(msgspec.Struct):
    rule: str
    score: int


class OutgoingLine(msgspec.Struct, kw_only=True, omit_defaults=False):
    """An output line. `why` has a sentence for each fault; `ignored` names input fields that this
    game doesn't use; `after_heights` is present if tiles can be piled."""

    id: Ident
    legal: bool
    score: int | None
    words: list[WordPoints]
    extras: list[ExtraPoints]
    faults: list[str]
    after: tuple[str, ...] | None
    after_heights: tuple[str, ...] | None
    why: list[str]
    ignored: list[str]


class ErrorAnswer(msgspec.Struct):
    id: Ident
    error: str


@dataclass(frozen=True)
class Scored:
    """A judged line: the variant, and the play or its faults."""

    ident: Ident
    variant: Variant
    judged: ScoredPlay | tuple[Fault, ...]
    ignored: tuple[str, ...]


_FIELDS = frozenset(IncomingLine.__struct_fields__)


def score_line(line: bytes) -> Scored | ErrorAnswer:
    """Scores one line of JSON; an error line for any mistake in it."""
    try:
        return _score(line)
    except (LineError, VariantError) as error:
        return ErrorAnswer(_ident(line), str(error))


def answer(scored: Scored) -> OutgoingLine:
    """The contract's answer for a judged line."""
    judged = scored.judged
    if isinstance(judged, ScoredPlay):
        return OutgoingLine(
            id=scored.ident,
            legal=True,
            score=judged.points,
            words=[WordPoints(word.text, word.points) for word in judged.words],
            extras=[ExtraPoints(reason.rule, reason.points) for reason in judged.extras],
            faults=[],
            after=tuple(map(to_gcg, judged.after.rows())),
            after_heights=(judged.after.height_rows() if scored.variant.highest_pile > 1 else None),
            why=[],
            ignored=list(scored.ignored),
        )
    return OutgoingLine(
        id=scored.ident,
        legal=False,
        score=None,
        words=[],
        extras=[],
        faults=sorted({fault.code.value for fault in judged}),
        after=None,
        after_heights=None,
        why=[fault.sentence for fault in judged],
        ignored=list(scored.ignored),
    )


def _ident(line: bytes) -> Ident:
    try:
        return msgspec.json.decode(line, type=Identified).id
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None


def _score(line: bytes) -> Scored:
    decoded, strange = _decode(line)
    layout = _layout(decoded.layout)
    size = _size(decoded.rows)
    variant = load_variant(decoded.variant, decoded.language, decoded.options, layout, size)
    position = _position(variant, decoded)
    tiles = _tiles(variant, decoded.tiles)
    if variant.letter_clock is not None:
        judged = judge_play(variant, position, tiles, _circumstances(variant, decoded))
        return Scored(decoded.id, variant, judged, tuple(strange))
    unused = [name for name in ("roll", "clock") if getattr(decoded, name) is not None]
    return Scored(decoded.id, variant, judge_play(variant, position, tiles), (*strange, *unused))


def _decode(line: bytes) -> tuple[IncomingLine, list[str]]:
    """Parses a line; also the names of its unknown fields."""
    try:
        line.decode()  # msgspec skips unknown fields, whatever bytes they hold
        check_json(line)
        fields = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
        return msgspec.json.decode(line, type=IncomingLine), sorted(set(fields) - _FIELDS)
    except NestedTooDeeplyError as error:
        raise LineError(Sentence("This line is nested too deeply.")) from error
    except JsonTextError as error:
        raise LineError(with_stop(str(error))) from error
    except msgspec.ValidationError as error:
        raise LineError(with_stop(_field(error))) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise LineError(Sentence("This line isn’t JSON ({why}).", why=error)) from error


def _field(error: msgspec.ValidationError, part: str | None = None) -> str:
    """msgspec's message with the field first: "rows: expected `array`, got `str`".

    `part`: the field that it is inside of.
    """
    message, _, place = str(error).partition(" - at `$")
    name = place.rstrip("`").lstrip(".")
    if "missing required field" in message:
        return Sentence(
            "the field {name} is missing", name=repr(message.rpartition(" ")[2].strip("`"))
        )
    if not place and part is None:
        return Sentence("Each line must be one JSON object: {why}", why=message)
    where = ".".join(filter(None, (part, name)))
    return f"{where or 'the line'}: {message[0].lower()}{message[1:]}"


def _layout(rows: list[str] | None) -> Layout | None:
    if rows is None:
        return None
    if not 1 <= len(rows) <= LARGEST_BOARD:
        raise LineError(
            Sentence(
                Plural(
                    "layout has {rows} row; a board has 1 to {largest_board}.",
                    "layout has {rows} rows; a board has 1 to {largest_board}.",
                    by="rows",
                ),
                rows=len(rows),
                largest_board=LARGEST_BOARD,
            )
        )
    try:
        return Layout(tuple(rows))
    except ValueError as error:
        raise LineError(with_stop(located("layout", error))) from error


def _size(rows: list[str] | None) -> int | None:
    """Squares along a side of the given board; None if it was left out."""
    if not rows:
        return None
    if len(rows) > LARGEST_BOARD:
        raise LineError(
            Sentence(
                Plural(
                    "rows has {rows} row; a board has 1 to {largest_board}.",
                    "rows has {rows} rows; a board has 1 to {largest_board}.",
                    by="rows",
                ),
                rows=len(rows),
                largest_board=LARGEST_BOARD,
            )
        )
    return len(rows)


def _position(variant: Variant, line: IncomingLine) -> Position:
    size = variant.layout.size
    if not line.rows:
        if line.heights:
            raise LineError(Sentence("heights came without rows."))
        return Position(size)
    if len(line.rows) != size:
        where = "layout" if line.layout is not None else f"the board of {variant.name}"
        raise LineError(
            Sentence(
                Plural(
                    "rows has {rows} row, but {where} has {size}.",
                    "rows has {rows} rows, but {where} has {size}.",
                    by="rows",
                ),
                rows=len(line.rows),
                where=where,
                size=size,
            )
        )
    rows = _rows(variant, line.rows)
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise LineError(
                Sentence(
                    Plural(
                        "rows: row {number} has {row} square, but the board {size}.",
                        "rows: row {number} has {row} squares, but the board {size}.",
                        by="row",
                    ),
                    number=number,
                    row=len(row),
                    size=size,
                )
            )
        for column, tile in enumerate(row):
            if tile != EMPTY and not variant.tile_set.knows(tile):
                name = Square(column, number - 1).name
                raise LineError(
                    Sentence(
                        "rows: {tile} on {name} isn’t a tile of the set {tile_set}.",
                        tile=repr(to_gcg(tile)),
                        name=name,
                        tile_set=repr(variant.tile_set.name),
                    )
                )
    position = Position.from_rows(rows, _heights(line, rows))
    for square in position.heights:
        if position.height(square) > variant.highest_pile:
            raise LineError(
                Sentence(
                    Plural(
                        "heights: {square} tile on {square2}, but {variant} has {highest_pile}"
                        " at most.",
                        "heights: {square} tiles on {square2}, but {variant} has {highest_pile}"
                        " at most.",
                        by="square",
                    ),
                    square=position.height(square),
                    square2=square.name,
                    variant=variant.name,
                    highest_pile=variant.highest_pile,
                )
            )
    return position


def _rows(variant: Variant, rows: list[str]) -> list[str]:
    """The rows with one character per tile."""
    if not variant.tile_set.digraphs:
        return rows
    try:
        return [from_gcg(row) for row in rows]
    except ValueError as error:
        raise LineError(with_stop(located("rows", error))) from error


def _heights(line: IncomingLine, rows: list[str]) -> list[str] | None:
    heights = line.heights
    if not heights:
        return None
    if len(heights) != len(rows):
        raise LineError(
            Sentence(
                Plural(
                    "heights has {heights} row, but rows has {rows}.",
                    "heights has {heights} rows, but rows has {rows}.",
                    by="heights",
                ),
                heights=len(heights),
                rows=len(rows),
            )
        )
    for number, (digits, row) in enumerate(zip(heights, rows, strict=True), 1):
        if len(digits) != len(row):
            raise LineError(
                Sentence(
                    Plural(
                        "heights: row {number} has {digits} square, but the board {row}.",
                        "heights: row {number} has {digits} squares, but the board {row}.",
                        by="digits",
                    ),
                    number=number,
                    digits=len(digits),
                    row=len(row),
                )
            )
        if not digits.isascii() or not digits.isdigit():
            raise LineError(
                Sentence(
                    "heights: row {number} is {digits}; it should be digits.",
                    number=number,
                    digits=repr(digits),
                )
            )
        if any((d == "0") != (t == EMPTY) for d, t in zip(digits, row, strict=True)):
            raise LineError(
                Sentence("heights: row {number} and rows disagree on what is empty.", number=number)
            )
    return heights


def _circumstances(variant: Variant, line: IncomingLine) -> Circumstances:
    roll = _part("roll", line.roll, PartyRoll)
    rolled = None if roll.letter is None else roll.letter.upper()
    if rolled is not None and rolled not in variant.tile_set.letters:
        raise LineError(
            Sentence(
                "roll.letter is {letter}, which isn’t a letter of the set.",
                letter=repr(roll.letter),
            )
        )
    square = None
    if roll.chance_square is not None:
        try:
            square = Square.parse(roll.chance_square)
        except ValueError as error:
            raise LineError(with_stop(located("roll.chance_square", error))) from error
    zone = _part("clock", line.clock, StoppedClock).zone
    return Circumstances(rolled, roll.chance, square, zone)


def _part(name: str, given: dict[str, object] | None, kind: type[PartOfTurn]) -> PartOfTurn:
    """A field of the line that only some games use."""
    try:
        return msgspec.convert(given or {}, kind)
    except msgspec.ValidationError as error:
        raise LineError(with_stop(_field(error, name))) from error


def _tiles(variant: Variant, named: dict[str, str]) -> dict[Square, Tile]:
    if not named:
        raise LineError(Sentence("tiles is empty: a play lays one tile or more."))
    try:
        tile_of = variant.tile_set.parse_tile
        return {Square.parse(name): tile_of(tile) for name, tile in named.items()}
    except ValueError as error:
        raise LineError(with_stop(located("tiles", error))) from error


def encode(answers: Iterable[OutgoingLine | ErrorAnswer]) -> Iterable[bytes]:
    """Each answer as a line of JSON."""
    for one in answers:
        yield msgspec.json.encode(one, enc_hook=str.__str__) + b"\n"
