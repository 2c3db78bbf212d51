"""A game as Woogles' event API has it: how it is created, its moves, and what a server still lacks.

Pure: knows no network and no thread. Names and types are those of the published messages
(`api/proto/omgwords_service/omgwords.proto` and `api/proto/ipc/omgwords.proto` of Woogles), in the
lower camel case that every reader of protobuf's JSON takes. Tests: tests/device/test_live_games.py.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from engine.events import EndReason, Side
from engine.game import Game
from engine.sentences import Sentence
from engine.state import Entry, EntryKind, State
from engine.tiles import is_blank, letter_of
from engine.turns.ending import is_settled
from engine.variants import ChallengeRule

Json: TypeAlias = Mapping[str, Any]

DISTRIBUTIONS = MappingProxyType({"en": "english", "fr": "french"})
"""Letter distributions by the language of the tiles: those whose letters are A to Z, which are 1 to
26 there, and a blank as that letter with the highest bit. Other alphabets have an order of their
own."""

BLANK_BIT = 0x80

RULES = MappingProxyType(
    {
        ChallengeRule.CLASSIC: "ChallengeRule_DOUBLE",
        ChallengeRule.SINGLE: "ChallengeRule_SINGLE",
        ChallengeRule.JUDGED: "ChallengeRule_VOID",
        ChallengeRule.VOID: "ChallengeRule_VOID",
        ChallengeRule.FIVE_A_PLAY: "ChallengeRule_FIVE_POINT",
        ChallengeRule.FIVE_A_WORD: "ChallengeRule_FIVE_POINT",
        ChallengeRule.TEN_A_PLAY: "ChallengeRule_TEN_POINT",
        ChallengeRule.TEN_A_WORD: "ChallengeRule_TEN_POINT",
        ChallengeRule.NONE: "ChallengeRule_SINGLE",
    }
)
PLACED, PASS, CHALLENGE = "TILE_PLACEMENT", "PASS", "CHALLENGE_PLAY"
VOID = "ChallengeRule_VOID"


class NotShownError(Exception):
    """A game that Woogles can't show; the message is a sentence."""


@dataclass(frozen=True)
class Move:
    """What a player did: `player` is 0 for who began. `at`, `letters`: where tiles were laid, and
    the word in numbers, 0 for a tile that was there."""

    player: int
    type: str
    at: str = ""
    letters: bytes = b""


def players_of(game: Game) -> tuple[Side, ...]:
    """The sides, the one that began first."""
    sides = game.state.sides
    first = sides.index(game.state.begins or sides[0])
    return (*sides[first:], *sides[:first])


def creation(game: Game, lexicon: str) -> Json:
    """The request that creates the game (CreateBroadcastGameRequest); NotShownError if Woogles
    hasn't got such a game."""
    variant, players = game.start.variant, players_of(game)
    if variant.name != "classic" or variant.own_layout or len(players) != 2:
        raise NotShownError(Sentence("it isn’t a classic game of two on the usual board"))
    if variant.language not in DISTRIBUTIONS or game.start.position.tiles:
        raise NotShownError(Sentence("only whole games with English or French tiles are sent"))
    if variant.challenge not in RULES:
        raise NotShownError(Sentence("it has a challenge rule that Woogles hasn’t got"))
    return {
        "playersInfo": [
            {"nickname": side, "fullName": side, "first": place == 0}
            for place, side in enumerate(players)
        ],
        "lexicon": lexicon,
        "rules": {
            "boardLayoutName": "CrosswordGame",
            "letterDistributionName": DISTRIBUTIONS[variant.language],
            "variantName": "classic",
        },
        "challengeRule": RULES[variant.challenge],
        "public": False,
    }


def moves_of(game: Game) -> tuple[Move, ...]:
    """What the players have done so far, with all corrections worked in. Points by hand and
    overtime have no message there; tiles that were exchanged aren't known, and an exchange is sent
    as the pass that it is for the points."""
    state, players = game.state, players_of(game)
    moves: list[Move] = []
    for entry in state.entries:
        moves += _moves(state, entry, players.index(entry.side))
    if state.over is EndReason.OUT and is_settled(state) and RULES[state.variant.challenge] != VOID:
        # Where plays can be challenged, the other player's pass is what ends a game.
        out = next((move.player for move in reversed(moves) if move.type == PLACED), 0)
        moves.append(Move(1 - out, PASS))
    return tuple(moves)


def _moves(state: State, entry: Entry, player: int) -> list[Move]:
    match entry.kind:
        case EntryKind.PLAY:
            return [_placed(entry, player)]
        case EntryKind.CHALLENGED_OFF if RULES[state.variant.challenge] != VOID:
            return [_placed(entry, player), Move(1 - player, CHALLENGE)]
        case EntryKind.CHALLENGE_BONUS:
            return [Move(1 - player, CHALLENGE)]
        case EntryKind.LOST_TURN:  # a challenge in vain, which costs the turn there too
            return [Move(player, CHALLENGE)]
        case EntryKind.PASS | EntryKind.EXCHANGE | EntryKind.TIME_UP | EntryKind.MISFIT:
            return [Move(player, PASS)]
        case _:
            return []


def _placed(entry: Entry, player: int) -> Move:
    scored = entry.scored
    if scored is None:
        raise NotShownError(Sentence("it has a play that isn’t known"))
    letters = bytes(
        _number(one.tile) if one.square in scored.tiles else 0 for one in scored.words[0].letters
    )
    return Move(player, PLACED, scored.play.start, letters)


def _number(tile: str) -> int:
    number = ord(letter_of(tile)) - ord("A") + 1
    if not 1 <= number <= 26:
        raise NotShownError(Sentence("it has a tile whose letter isn’t known yet"))
    return number | BLANK_BIT if is_blank(tile) else number


# --- what a server has ---


@dataclass(frozen=True)
class Document:
    """A game as the server has it. `moves`, and the number of each one's event, by which it is
    amended; `users`: by what the players are called when they move."""

    moves: tuple[Move, ...]
    numbers: tuple[int, ...]
    users: tuple[str, ...]
    nicknames: tuple[str, ...]
    scores: tuple[int, ...] = ()


_TYPES = MappingProxyType(
    {
        "TILE_PLACEMENT_MOVE": PLACED,
        "PASS": PASS,
        "EXCHANGE": PASS,
        # The server's answers to a challenge: it decides by its own list.
        "PHONY_TILES_RETURNED": CHALLENGE,
        "CHALLENGE_BONUS": CHALLENGE,
        "UNSUCCESSFUL_CHALLENGE_TURN_LOSS": CHALLENGE,
    }
)


def document_of(answer: Json) -> Document:
    """A GameDocument; ValueError if it can't be one. Fields may have either kind of name, and those
    that are zero are left out, as in protobuf's JSON."""
    moves, numbers = list[Move](), list[int]()
    for number, event in enumerate(_list(answer, "events")):
        kind = str(_field(event, "type", "TILE_PLACEMENT_MOVE"))
        if kind not in _TYPES:
            continue
        player = int(_field(event, "playerIndex", 0))
        if kind in ("PHONY_TILES_RETURNED", "CHALLENGE_BONUS"):
            player = 1 - player  # they are the challenged player's, not the challenger's
        moves.append(_move_of(event, _TYPES[kind], player))
        numbers.append(number)
    players = _list(answer, "players")
    users = tuple(str(_field(player, "userId", "")) for player in players)
    names = tuple(str(_field(player, "nickname", "")) for player in players)
    scores = tuple(int(points) for points in _field(answer, "currentScores", []))
    return Document(tuple(moves), tuple(numbers), users, names, scores)


def _move_of(event: Json, kind: str, player: int) -> Move:
    if kind != PLACED:
        return Move(player, kind)
    letters = base64.b64decode(str(_field(event, "playedTiles", "")))
    return Move(player, kind, str(_field(event, "position", "")), letters)


def _list(of: Json, name: str) -> Sequence[Json]:
    found = _field(of, name, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise ValueError(f"{name} is no list of messages")
    return found


def _field(of: Json, name: str, usual: Any) -> Any:
    snake = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
    return of.get(name, of.get(snake, usual))


def id_in(answer: Json) -> str:
    """The game's id in an answer, "" if there is none."""
    return str(_field(answer, "gameId", ""))


@dataclass(frozen=True)
class Next:
    """What to send next: a move, as an amendment of that event's number or, None, as a new one."""

    move: Move
    amends: int | None


def next_to_send(ours: Sequence[Move], server: Document) -> Next | None:
    """The first move that the server lacks or has otherwise; None if there is none. More moves
    there than here were undone at the table: they stay until the next one takes their place, since
    no message takes a move back."""
    for place, move in enumerate(ours):
        if place >= len(server.moves):
            return Next(move, None)
        if server.moves[place] != move:
            return Next(move, server.numbers[place])
    return None


def event_of(game_id: str, send: Next, server: Document) -> Json:
    """The request with this move (AnnotatedGameEvent)."""
    move = send.move
    event: dict[str, object] = {"type": move.type, "gameId": game_id}
    if move.type == PLACED:
        event["positionCoords"] = move.at
        event["machineLetters"] = base64.b64encode(move.letters).decode()
    user = server.users[move.player] if move.player < len(server.users) else ""
    request: dict[str, object] = {"event": event, "userId": user}
    if send.amends is not None:
        request |= {"eventNumber": send.amends, "amendment": True}
    return request
