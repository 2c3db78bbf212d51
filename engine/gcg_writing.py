"""Games written as GCG, for the programs that read it; read back, they are the same games.

Writes the lines of the score sheet, so what was withdrawn or corrected stands as it finally was.
What GCG has no line for (a blank replaced, a board of one's own) is refused, never left out.
Tests: tests/engine/test_gcg_writing.py.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from engine.events import Side
from engine.game import Game
from engine.gcg import ENDINGS, FAMILY, THROUGH
from engine.gcg_lines import BY_HAND, DISTRIBUTIONS, GAME_PRAGMA, GcgError
from engine.record import GameRecord, Start
from engine.scoring import ScoredPlay
from engine.state import Entry, EntryKind
from engine.tiles import piece_of

BRACKETS = ("challenge", "time")
"""Points by hand that GCG has a word for."""
NO_LINE = MappingProxyType(
    {
        EntryKind.START: "begins with points",
        EntryKind.GOALIE: "has a blank replaced by its letter",
    }
)


def write_gcg(record: GameRecord, game: Game) -> str:
    """The game as GCG in UTF-8; GcgError with a sentence where the format can't hold it."""
    if record.variant not in FAMILY:
        raise GcgError(f"GCG is for the classic game; {record.variant} can be written as JSON.")
    if record.layout or record.start != Start():
        raise GcgError("GCG has no board of one's own and no start in mid-game: write JSON.")
    nicks = _nicks(record.sides)
    return "".join(f"{line}\n" for line in (*_head(record, nicks), *_lines(game, nicks)))


def _nicks(sides: tuple[Side, ...]) -> dict[Side, str]:
    """A name for each side that is one word without a colon."""
    nicks: dict[Side, str] = {}
    for number, side in enumerate(sides, 1):
        nick = "_".join(side.replace(":", " ").split()) or f"player{number}"
        nicks[side] = nick if nick not in nicks.values() else f"{nick}_{number}"
    return nicks


def _head(record: GameRecord, nicks: Mapping[Side, str]) -> Iterator[str]:
    yield "#character-encoding UTF-8"
    for number, side in enumerate(record.sides, 1):
        yield f"#player{number} {nicks[side]} {' '.join(side.split()) or nicks[side]}"
    distribution = {language: name for name, language in DISTRIBUTIONS.items()}
    yield f"#tile-distribution {distribution[record.language]}"
    if record.variant != "classic" or record.options:
        options = {name: _by_nick(value, nicks) for name, value in record.options.items()}
        game = {"variant": record.variant, "options": options}
        yield f"#{GAME_PRAGMA} {json.dumps(game, ensure_ascii=False)}"


def _by_nick(value: object, nicks: Mapping[Side, str]) -> object:
    """An option's value, its sides (of a table by sides) named as the file names them."""
    if not isinstance(value, Mapping) or not set(value) <= set(nicks):
        return value
    return {nicks[side]: inside for side, inside in value.items()}


def _lines(game: Game, nicks: Mapping[Side, str]) -> Iterator[str]:
    totals = dict.fromkeys(nicks, 0)
    racks = [entry for entry in game.state.entries if entry.kind is EntryKind.SETTLEMENT]
    by_hand = any(map(_is_ending, game.state.entries))
    for entry in game.state.entries:
        side, by = entry.side, f">{nicks[entry.side]}:"
        if entry.kind in NO_LINE:
            raise GcgError(f"GCG has no line for a game that {NO_LINE[entry.kind]}: write JSON.")
        if entry.kind is EntryKind.SETTLEMENT or _is_ending(entry):
            if _is_ending(entry) == by_hand:
                yield from _rack_lines(game, racks, nicks, totals)
                racks = []
            continue
        if entry.kind is EntryKind.CHALLENGED_OFF and entry.scored is not None:
            points = entry.scored.points
            yield f"{by} {_play(entry.scored)} {points:+} {totals[side] + points}"
            yield f"{by} {_rack(entry.scored)} -- {-points:+} {totals[side]}"
            continue
        totals[side] += entry.points
        yield f"{by} {_done(entry)} {entry.points:+} {totals[side]}"
        if note := _note(entry):
            yield f"#note {note}"


def _rack_lines(
    game: Game, racks: Sequence[Entry], nicks: Mapping[Side, str], totals: dict[Side, int]
) -> Iterator[str]:
    """The racks that were settled; no line for one that was empty or didn't count."""
    for entry in racks:
        side = entry.side
        tiles = "".join(reason.what for reason in entry.reasons)
        points = _settled(game, side)
        if tiles and (points or not entry.points):
            totals[side] += points
            own = tiles if entry.points <= 0 else ""
            yield f">{nicks[side]}: {own} ({tiles}) {points:+} {totals[side]}"


def _done(entry: Entry) -> str:
    """What a line of the score sheet is in GCG: with the rack where it is known."""
    match entry.kind:
        case EntryKind.PLAY if entry.scored is not None:
            return _play(entry.scored)
        case EntryKind.EXCHANGE:
            return f" -{entry.count}"
        case EntryKind.ADJUSTED:
            why = _why(entry)
            by_sign = BRACKETS[entry.points < 0]
            return f" ({why if why in BRACKETS else by_sign})"
    return " -"


def _note(entry: Entry) -> str | None:
    """What the line itself can't say."""
    if entry.kind is EntryKind.ADJUSTED:
        why = _why(entry)
        return None if why in BRACKETS else f"{BY_HAND}{' '.join(why.split())}"
    if entry.kind is EntryKind.MISFIT:
        return f"no longer fits: {entry.fault}"
    if entry.kind is EntryKind.TRADE:
        return f"trades {entry.count} with other players"
    return "turn lost" if entry.kind in (EntryKind.LOST_TURN, EntryKind.PENALTY) else None


def _why(entry: Entry) -> str:
    return entry.reasons[0].what


def _is_ending(entry: Entry) -> bool:
    return entry.kind is EntryKind.ADJUSTED and _why(entry) in ENDINGS


def _settled(game: Game, side: Side) -> int:
    """All that a side's and the others' racks have brought it."""
    return sum(
        entry.points
        for entry in game.state.entries
        if entry.side == side and (entry.kind is EntryKind.SETTLEMENT or _is_ending(entry))
    )


def _rack(scored: ScoredPlay) -> str:
    return "".join(sorted(map(piece_of, scored.tiles.values())))


def _play(scored: ScoredPlay) -> str:
    after, line = scored.play.after, scored.play.lines[0]
    word = "".join(after.tiles[s] if s in scored.tiles else THROUGH for s in line)
    return f"{_rack(scored)} {scored.play.start} {word}"
