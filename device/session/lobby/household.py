"""What the players of a household have come to so far, shown at the table: everybody's figures next
to a question, and for each player one of its own.

Those playing now come first; counted in device/score/statistics.py. Tests:
tests/device/test_statistics.py.
"""

from __future__ import annotations

from functools import reduce

from device.language.texts import Message, TextValue, and_then
from device.score.statistics import PlayerRecord, Standing, records, standings
from device.session.core.commit import ask, go_on, notify, option
from device.session.core.state import Do, Option, Question, Step, TableState
from engine.events import Side
from engine.sentences import Plural
from engine.variants import GAMES

MOST_PLAYERS = 6
"""At most this many are offered: those playing now, then the most frequent players."""


def ask_whose(state: TableState) -> Step:
    """Shows everybody's statistics, and whose can be looked at more closely."""
    found = _found(state)
    players = [side for side in state.game.state.sides if side in found]
    players += [player for player in found if player not in players]
    if not players:
        return notify(state, Message("No finished games yet."))
    chosen = tuple(players[:MOST_PLAYERS])
    return _asked(state, chosen, Message("Everyone’s games so far"))


def _asked(state: TableState, players: tuple[Side, ...], text: Message, shown: Side = "") -> Step:
    """This text next to the table of these players; any other than the one shown can be chosen."""
    others = tuple(_player(players, player) for player in players if player != shown)
    options = (*others, option("Back to the game", go_on))
    question = Question(text, options, can_wait=True, standings=_table(state, players))
    return ask(state, question, len(others))


def _table(state: TableState, players: tuple[Side, ...]) -> tuple[Standing, ...]:
    """The standings of these players, in this order."""
    found = standings(() if state.offers is None else state.offers.outcomes())
    by_player = {standing.record.player: standing for standing in found}
    return tuple(by_player[player] for player in players)


def _found(state: TableState) -> dict[Side, tuple[PlayerRecord, ...]]:
    found: dict[Side, tuple[PlayerRecord, ...]] = {}
    for record in records(() if state.offers is None else state.offers.outcomes()):
        found[record.player] = (*found.get(record.player, ()), record)
    return found


def _show(state: TableState, players: tuple[Side, ...], shown: Side) -> Step:
    whole, *kinds = _found(state)[shown]
    parts = [_whole(whole), *(map(_kind, kinds) if len(kinds) > 1 else ())]
    text = reduce(and_then, parts[1:], parts[0])
    return _asked(state, players, text, shown)


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
