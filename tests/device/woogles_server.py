"""A stand-in for Woogles' event API: answers over HTTP as its published messages say, and refuses
any request that isn't made of them.

The messages are described here as data, from `api/proto/omgwords_service/omgwords.proto` and
`api/proto/ipc/omgwords.proto`; what the calls do, from what its service is known to check.
"""

from __future__ import annotations

import base64
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ENUMS: dict[str, tuple[str, ...]] = {
    "EventType": ("TILE_PLACEMENT", "PASS", "EXCHANGE", "CHALLENGE_PLAY", "RESIGN"),
    "ChallengeRule": tuple(
        f"ChallengeRule_{name}"
        for name in ("VOID", "SINGLE", "DOUBLE", "FIVE_POINT", "TEN_POINT", "TRIPLE")
    ),
}
MESSAGES: dict[str, dict[str, str]] = {
    "PlayerInfo": {
        "userId": "string",
        "nickname": "string",
        "fullName": "string",
        "countryCode": "string",
        "rating": "string",
        "title": "string",
        "isBot": "bool",
        "first": "bool",
    },
    "GameRules": {
        "boardLayoutName": "string",
        "letterDistributionName": "string",
        "variantName": "string",
    },
    "CreateBroadcastGameRequest": {
        "playersInfo": "repeated PlayerInfo",
        "lexicon": "string",
        "rules": "GameRules",
        "challengeRule": "ChallengeRule",
        "public": "bool",
    },
    "ClientGameplayEvent": {
        "type": "EventType",
        "gameId": "string",
        "positionCoords": "string",
        "tiles": "string",
        "machineLetters": "bytes",
    },
    "AnnotatedGameEvent": {
        "event": "ClientGameplayEvent",
        "userId": "string",
        "eventNumber": "uint32",
        "amendment": "bool",
    },
    "GetGameDocumentRequest": {"gameId": "string"},
    "GetMyUnfinishedGamesRequest": {},
}
CALLS = {
    "CreateBroadcastGame": "CreateBroadcastGameRequest",
    "SendGameEvent": "AnnotatedGameEvent",
    "GetGameDocument": "GetGameDocumentRequest",
    "GetMyUnfinishedGames": "GetMyUnfinishedGamesRequest",
}
PLAIN = {"string": str, "bool": bool, "uint32": int}


class RefusedError(Exception):
    """An invalid argument."""


def check(message: object, kind: str) -> None:
    """RefusedError unless this JSON is a message of that kind."""
    if not isinstance(message, dict):
        raise RefusedError(f"{kind} is no message")
    for name, value in message.items():
        if name not in MESSAGES[kind]:
            raise RefusedError(f"{kind} has no {name}")
        repeated, _, of = MESSAGES[kind][name].rpartition(" ")
        for one in value if repeated else [value]:
            _check_value(one, of, f"{kind}.{name}")


def _check_value(value: object, of: str, name: str) -> None:
    if of in MESSAGES:
        check(value, of)
    elif of in ENUMS:
        if value not in ENUMS[of]:
            raise RefusedError(f"{name} isn't {value!r}")
    elif of == "bytes":
        base64.b64decode(str(value), validate=True)
    elif type(value) is not PLAIN[of]:
        raise RefusedError(f"{name} is a {of}")


class WooglesServer:
    """One server with one account, whose key is `key`. `bad`: words, as bytes, that its list hasn't
    got; `faults`: what becomes of the next calls: a status, or "lost" for a call that is carried
    out and whose answer never arrives; `create`: what it calls the call that creates."""

    def __init__(self, *bad: bytes, create: str = "CreateBroadcastGame") -> None:
        self.key, self.bad, self.create = "secret-key", bad, create
        self.games: dict[str, dict[str, Any]] = {}
        self.faults: list[int | str | None] = []
        self.calls: list[str] = []
        self.refused: list[str] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                server._answer(self)

            def log_message(self, *_: object) -> None:
                """Tests need no log."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}/api"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,))
        self._thread.start()

    def close(self) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def events(self, game: str = "game1") -> list[dict[str, Any]]:
        return list(self.games[game]["events"])

    def types(self, game: str = "game1") -> list[str]:
        return [one.get("type", "TILE_PLACEMENT_MOVE") for one in self.events(game)]

    def _answer(self, http: BaseHTTPRequestHandler) -> None:
        body = http.rfile.read(int(http.headers["Content-Length"]))
        service, method = http.path.rsplit("/", 2)[1:]
        self.calls.append(method)
        fault = self.faults.pop(0) if self.faults else None
        if isinstance(fault, int):
            return self._reply(http, fault, {"code": "internal", "message": "not now"})
        if http.headers["X-Api-Key"] != self.key:
            return self._reply(http, 401, {"code": "unauthenticated", "message": "who?"})
        call = "CreateBroadcastGame" if method == self.create else method
        known = service == "omgwords_service.GameEventService" and call in CALLS
        if not known or (call == "CreateBroadcastGame" and method != self.create):
            return self._reply(http, 404, {"code": "unimplemented", "message": "no such call"})
        try:
            message = json.loads(body)
            check(message, CALLS[call])
            carried_out = {
                "CreateBroadcastGame": self._create_broadcast_game,
                "SendGameEvent": self._send_game_event,
                "GetGameDocument": self._get_game_document,
                "GetMyUnfinishedGames": self._get_my_unfinished_games,
            }
            answer = carried_out[call](message)
        except RefusedError as error:
            self.refused.append(str(error))
            return self._reply(http, 400, {"code": "invalid_argument", "message": str(error)})
        if fault == "lost":
            http.close_connection = True
            http.connection.close()
            return None
        return self._reply(http, 200, answer)

    @staticmethod
    def _reply(http: BaseHTTPRequestHandler, status: int, answer: dict[str, Any]) -> None:
        body = json.dumps(answer).encode()
        http.send_response(status)
        http.send_header("Content-Type", "application/json")
        http.send_header("Content-Length", str(len(body)))
        http.end_headers()
        http.wfile.write(body)

    def _create_broadcast_game(self, message: dict[str, Any]) -> dict[str, Any]:
        players = message["playersInfo"]
        if len(players) != 2 or [one.get("first", False) for one in players] != [True, False]:
            raise RefusedError("only first player must be marked as first")
        if not message["lexicon"] or "rules" not in message:
            raise RefusedError("no rules")
        if any(not game["over"] for game in self.games.values()):
            raise RefusedError("please finish or delete your unfinished games")
        name = f"game{len(self.games) + 1}"
        named = [
            {"nickname": one["nickname"], "user_id": f"internal-{one['nickname']}"}
            for one in players
        ]
        self.games[name] = {"asked": message, "players": named, "events": [], "over": False}
        return {"game_id": name}

    def _get_my_unfinished_games(self, _: dict[str, Any]) -> dict[str, Any]:
        return {"games": [{"game_id": n} for n, game in self.games.items() if not game["over"]]}

    def _get_game_document(self, message: dict[str, Any]) -> dict[str, Any]:
        game = self._game(message["gameId"])
        return {"players": game["players"], "events": game["events"], "uid": message["gameId"]}

    def _game(self, name: str) -> dict[str, Any]:
        if name not in self.games:
            raise RefusedError("game document does not exist")
        return self.games[name]

    def _send_game_event(self, message: dict[str, Any]) -> dict[str, Any]:
        sent = message["event"]
        game = self._game(sent["gameId"])
        events = game["events"]
        users = [player["user_id"] for player in game["players"]]
        if message["userId"] not in users:
            raise RefusedError("player not in this game")
        player = users.index(message["userId"])
        event = self._event(sent, player, events)
        if message.get("amendment"):
            number = message.get("eventNumber", 0)
            if number >= len(events) or events[number].get("player_index", 0) != player:
                raise RefusedError("not on turn")
            events[number] = event
            return {}
        if game["over"]:
            raise RefusedError("game not active")
        if player != self._on_turn(events):
            raise RefusedError("not on turn")
        game["over"] = sent["type"] == "PASS" and game.get("final", False)
        events.append(event)
        return {}

    @staticmethod
    def _on_turn(events: list[dict[str, Any]]) -> int:
        """Whose move it is: challenges that took no turn are their answers' opposite."""
        if not events:
            return 0
        last = events[-1]
        return 1 - int(last.get("player_index", 0))

    def _event(
        self, sent: dict[str, Any], player: int, events: list[dict[str, Any]]
    ) -> dict[str, Any]:
        """The event of a document: what is zero is left out."""
        number = {"player_index": player} if player else {}
        if sent["type"] == "TILE_PLACEMENT":
            if not sent["positionCoords"] or not sent["machineLetters"]:
                raise RefusedError("no tiles")
            return {
                "position": sent["positionCoords"],
                "played_tiles": sent["machineLetters"],
                **number,
            }
        if sent["type"] == "CHALLENGE_PLAY":
            laid = base64.b64decode(events[-1]["played_tiles"])
            other = {"player_index": 1 - player} if not player else {}
            kind = "PHONY_TILES_RETURNED" if laid in self.bad else "CHALLENGE_BONUS"
            return {"type": kind, **other}
        return {"type": sent["type"], **number}
