"""What the players of a household have come to so far, shown at the table: a question a player.

Those playing now come first; counted in device/score/statistics.py. Tests:
tests/device/test_statistics.py.
"""

from __future__ import annotations

from functools import reduce

from device.language.texts import Message, TextValue, and_then
from device.score.statistics import PlayerRecord, records
from device.session.core.commit import ask, go_on, notify, option
from device.session.core.state import Do, Option, Question, Step, TableState
from engine.events import Side
from engine.sentences import Plural
from engine.variants import GAMES

MOST_PLAYERS = 6
"""At most this many are offered: those playing now, then the most frequent players."""


def ask_whose(state: TableState) -> Step:
    """Shows the statistics of the first player who is playing now and has finished a game
    before."""
    found = _found(state)
    players = [side for side in state.game.state.sides if side in found]
    players += [player for player in found if player not in players]
    if not players:
        return notify(state, Message("No finished games yet."))
    return _show(state, tuple(players[:MOST_PLAYERS]), players[0])


def _found(state: TableState) -> dict[Side, tuple[PlayerRecord, ...]]:
    found: dict[Side, tuple[PlayerRecord, ...]] = {}
    for record in records(() if state.offers is None else state.offers.outcomes()):
        found[record.player] = (*found.get(record.player, ()), record)
    return found


def _show(state: TableState, players: tuple[Side, ...], shown: Side) -> Step:
    whole, *kinds = _found(state)[shown]
    parts = [_whole(whole), *(map(_kind, kinds) if len(kinds) > 1 else ())]
    others = tuple(_player(players, player) for player in players if player != shown)
    text = reduce(and_then, parts[1:], parts[0])
    back = option("Back to the game", go_on)
    return ask(state, Question(text, (*others, back), can_wait=True), len(others))


def _player(players: tuple[Side, ...], player: Side) -> Option:
    return option("{name}", Do(_show, players, player), name=player)


def _whole(record: PlayerRecord) -> Message:
    values: dict[str, TextValue] = {
        "name": record.player,
        "games": record.games,
        "won": record.won,
        "average": record.average,
    }
    text = Message(
        Plural(
            "{name}: games {games}, won {won}, on average {average} point.",
            "{name}: games {games}, won {won}, on average {average} points.",
            by="average",
        ),
        values,
    )
    if record.best is not None:
        best: dict[str, TextValue] = {"word": record.best.word, "n": record.best.points}
        text = and_then(text, Message("Best play: {word} {n}.", best))
    if record.sevens:
        text = and_then(text, Message("Many tiles at once: {n}.", {"n": record.sevens}))
    return text


def _kind(record: PlayerRecord) -> Message:
    game = GAMES.get(record.variant)
    values: dict[str, TextValue] = {
        "game": record.variant if game is None else Message(game.title),
        "games": record.games,
        "won": record.won,
    }
    return Message("{game}: {games}, won {won}.", values)
