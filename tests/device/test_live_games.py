"""Games of a hall live on Woogles: what is sent, in which order, and never twice."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from test_hall import NoBroker
from test_settling import last_tiles
from woogles_server import WooglesServer

from device.addons.hall import live_games
from device.addons.hall.broker import Arrived, Connection
from device.addons.hall.hall import Hall
from device.addons.hall.live_checks import key_checks
from device.addons.hall.live_games import Calls, LiveGames
from device.addons.hall.messages import Presence, topic, written
from device.addons.hall.outbox import Outbox
from device.addons.hall.settings import HallSettings
from device.addons.hall.woogles import Json, NotShownError, creation, moves_of
from device.addons.hall.woogles_client import (
    KeyFileError,
    WooglesClient,
    check_server,
    read_key,
)
from device.doctor.checks import CheckGrade
from device.language.texts import Texts
from device.session.core.effects import Record
from device.settings.config import ConfigError, settings_from
from device.storage.games import Keeper
from device.storage.journal import Journal
from engine.events import (
    BeginnerNamed,
    Challenged,
    Ended,
    Event,
    Exchanged,
    Passed,
    Played,
    TileCorrected,
)
from engine.game import Game
from engine.squares import Square
from engine.turns.ending import is_settled
from engine.variants import load_variant

CLASSIC = load_variant("classic", "en")
FIVE = load_variant("classic", "en", {"challenge": "5-a-play"})


def laid(by: str, start: tuple[int, int], word: str, *, down: bool = False) -> Played:
    column, row = start
    step = (0, 1) if down else (1, 0)
    return Played(
        by,
        {
            Square(column + step[0] * n, row + step[1] * n): tile
            for n, tile in enumerate(word)
            if tile != "."
        },
    )


QUEEN = laid("Ann", (3, 7), "QUEEN")
NOSE = laid("Ben", (7, 8), "OSE", down=True)
PHONY = laid("Ben", (7, 8), "ZX", down=True)


def game(*events: Event, variant: object = CLASSIC) -> Game:
    played = Game.begin(variant, ("Ann", "Ben"))  # type: ignore[arg-type]
    for event in events:
        after = played.added(event)
        assert isinstance(after, Game), after
        played = after
    return played


@pytest.fixture
def server() -> Iterator[WooglesServer]:
    server = WooglesServer(bytes([0, 26, 24]))
    yield server
    server.close()


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "woogles.key"
    path.write_text("secret-key\n")
    path.chmod(0o600)
    return path


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_games, "TRY_AGAIN", 0.01)
    monkeypatch.setattr(live_games, "AT_MOST", 0.02)


@contextmanager
def shown(
    folder: Path,
    keys: Mapping[str, Path],
    server: WooglesServer,
    client: Callable[[str, Path], Calls] = WooglesClient,
) -> Iterator[LiveGames]:
    live = LiveGames(folder, keys, "CSW24", server.url, client)
    live.begin()
    try:
        yield live
    finally:
        live.close()


def wait_for(so: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not so():
        assert time.monotonic() < until
        time.sleep(0.01)


def follow(live: LiveGames, now: Game, *, number: int = 1, over: bool = False) -> None:
    live.follow("t-1", "Table 1", number, now, over=over)


def test_a_game_is_created_and_gets_every_move(
    tmp_path: Path, key: Path, server: WooglesServer
) -> None:
    turns = (QUEEN, NOSE, Exchanged("Ann", 3), Passed("Ben"))
    with shown(tmp_path, {"Table 1": key}, server) as live:
        for count in range(1, len(turns) + 1):
            follow(live, game(*turns[:count]))
            wait_for(lambda n=count: "game1" in server.games and len(server.events()) == n)
        line = "Table 1, live: https://woogles.io/anno/game1, turns sent: 4"
        wait_for(lambda: live.lines == (line,))
    asked = server.games["game1"]["asked"]
    assert [one["nickname"] for one in asked["playersInfo"]] == ["Ann", "Ben"]
    assert asked["lexicon"] == "CSW24"
    assert asked["challengeRule"] == "ChallengeRule_DOUBLE"
    assert asked["rules"]["letterDistributionName"] == "english"
    assert server.types() == ["TILE_PLACEMENT_MOVE", "TILE_PLACEMENT_MOVE", "PASS", "PASS"]
    first, second = server.events()[:2]
    assert (first["position"], second["position"]) == ("8D", "H8")
    assert second["played_tiles"] == "AA8TBQ=="  # through, O, S, E
    assert server.refused == []


def test_who_began_comes_first(tmp_path: Path, key: Path, server: WooglesServer) -> None:
    played = game(BeginnerNamed("Ben"), Played("Ben", QUEEN.tiles))
    with shown(tmp_path, {"Table 1": key}, server) as live:
        follow(live, played)
        wait_for(lambda: "game1" in server.games and bool(server.events()))
    assert [one["nickname"] for one in server.games["game1"]["players"]] == ["Ben", "Ann"]


def test_a_challenged_play_comes_off(tmp_path: Path, key: Path, server: WooglesServer) -> None:
    played = game(QUEEN, PHONY, Challenged("Ann", good=False), variant=FIVE)
    with shown(tmp_path, {"Table 1": key}, server) as live:
        follow(live, played)
        wait_for(lambda: "game1" in server.games and len(server.events()) == 3)
    assert server.types()[-1] == "PHONY_TILES_RETURNED"
    assert server.refused == []


def test_a_play_that_is_corrected_is_amended(
    tmp_path: Path, key: Path, server: WooglesServer
) -> None:
    with shown(tmp_path, {"Table 1": key}, server) as live:
        follow(live, game(QUEEN, NOSE))
        wait_for(lambda: "game1" in server.games and len(server.events()) == 2)
        corrected = game(QUEEN, NOSE, TileCorrected(Square(7, 10), "T"))
        follow(live, corrected)
        wait_for(lambda: server.events()[1]["played_tiles"] == "AA8TFA==")
    assert len(server.events()) == 2
    assert server.refused == []


@pytest.mark.parametrize("fault", [500, 503, 429, "lost"])
def test_nothing_is_lost_and_nothing_comes_twice(
    tmp_path: Path, key: Path, server: WooglesServer, fault: int | str
) -> None:
    turns = (QUEEN, NOSE, Passed("Ann"), Passed("Ben"))
    for at in range(9):  # each of the calls of a game goes wrong once
        server.games.clear()
        (tmp_path / "live.json").unlink(missing_ok=True)
        used = len(server.calls)
        server.faults = [*([None] * at), fault]
        with shown(tmp_path, {"Table 1": key}, server) as live:
            follow(live, game(*turns))
            wait_for(lambda: "game1" in server.games and len(server.events()) == 4)
            wait_for(lambda: bool(live.lines) and "turns sent: 4" in live.lines[0])
        assert list(server.games) == ["game1"]
        assert len(server.events()) == 4
        assert len(server.calls) > used
    assert server.refused == []


def test_a_hall_started_again_in_the_middle_goes_on(
    tmp_path: Path, key: Path, server: WooglesServer
) -> None:
    with shown(tmp_path, {"Table 1": key}, server) as live:
        follow(live, game(QUEEN))
        wait_for(lambda: "game1" in server.games and len(server.events()) == 1)
    with shown(tmp_path, {"Table 1": key}, server) as live:
        follow(live, game(QUEEN, NOSE, Passed("Ann")))
        wait_for(lambda: len(server.events()) == 3)
    assert list(server.games) == ["game1"]
    assert server.refused == []


@pytest.mark.parametrize("left", [b"", b"[]", b'{"t-1/1": "\xff"}'])
def test_where_it_cannot_read_which_games_are_its_own_it_asks_the_account(
    tmp_path: Path, key: Path, server: WooglesServer, left: bytes
) -> None:
    with shown(tmp_path, {"Table 1": key}, server) as live:
        follow(live, game(QUEEN))
        wait_for(lambda: "game1" in server.games and len(server.events()) == 1)
    (tmp_path / live_games.KNOWN_GAMES).write_bytes(left)
    with shown(tmp_path, {"Table 1": key}, server) as live:
        follow(live, game(QUEEN, NOSE))
        wait_for(lambda: len(server.events()) == 2)
    assert list(server.games) == ["game1"]


def test_a_lost_network_delays_neither_table_nor_hall(tmp_path: Path, key: Path) -> None:
    closed, tried = WooglesServer(), threading.Event()
    closed.close()

    class LongInVain(WooglesClient):
        def call(self, method: str, message: Json) -> Json:
            assert tried.wait(20)
            return super().call(method, message)

    with shown(tmp_path, {"Table 1": key}, closed, LongInVain) as live:
        for _ in range(1000):
            follow(live, game(QUEEN))
        for number in range(2, 40):
            follow(live, game(QUEEN), number=number)
        assert len(live._tables["table 1"].waiting) == live_games.MOST_WAITING
        assert not live.lines
        tried.set()
        wait_for(lambda: bool(live.lines))
        assert "can’t be reached" in live.lines[0]


def test_a_refused_key_is_named_and_works_once_it_is_right(
    tmp_path: Path, key: Path, server: WooglesServer
) -> None:
    key.write_text("an-old-key")
    with shown(tmp_path, {"Table 1": key}, server) as live:
        follow(live, game(QUEEN))
        wait_for(lambda: bool(live.lines))
        assert "doesn’t accept the key" in live.lines[0]
        assert "an-old-key" not in live.lines[0]
        key.write_text("secret-key")
        wait_for(lambda: "game1" in server.games and len(server.events()) == 1)


def test_an_account_with_another_unfinished_game_is_named(
    tmp_path: Path, key: Path, server: WooglesServer
) -> None:
    server.games["theirs"] = {"players": [], "events": [], "over": False}
    with shown(tmp_path, {"Table 1": key}, server) as live:
        follow(live, game(QUEEN))
        wait_for(lambda: bool(live.lines))
        assert "unfinished game: finish or delete https://woogles.io/anno/theirs" in live.lines[0]
        server.games["theirs"]["over"] = True
        wait_for(lambda: len(server.games) == 2)


def test_a_server_that_has_renamed_the_call_is_served_too(tmp_path: Path, key: Path) -> None:
    server = WooglesServer(create="CreateAnnotatedGame")
    with shown(tmp_path, {"Table 1": key}, server) as live:
        follow(live, game(QUEEN))
        wait_for(lambda: bool(server.games) and len(server.events()) == 1)
    server.close()


def test_other_tables_and_games_that_were_over_before_are_not_sent(
    tmp_path: Path, key: Path, server: WooglesServer
) -> None:
    with shown(tmp_path, {"Table 1": key}, server) as live:
        live.follow("t-2", "Table 2", 1, game(QUEEN), over=False)
        follow(live, game(QUEEN), over=True)
        live.follow("t-1", "Table 1", 2, game(QUEEN), over=False, old=True)
        time.sleep(0.1)
    assert server.calls == []


def test_a_game_that_woogles_has_not_got_is_named_and_not_sent(
    tmp_path: Path, key: Path, server: WooglesServer
) -> None:
    junior = Game.begin(load_variant("junior", "en"), ("Ann", "Ben"))
    with pytest.raises(NotShownError, match="classic"):
        creation(junior, "CSW24")
    with shown(tmp_path, {"Table 1": key}, server) as live:
        follow(live, junior)
        wait_for(lambda: bool(live.lines))
        assert "this game isn’t shown: it isn’t a classic game" in live.lines[0]
    assert server.calls == []


def test_the_pass_that_ends_a_game_is_sent_where_a_player_went_out() -> None:
    declared = game(QUEEN, Ended({"Ann": "A", "Ben": "E"}))
    assert [move.type for move in moves_of(declared)] == ["TILE_PLACEMENT"]
    out = last_tiles({"Ann": "S", "Ben": "QI"}).added(Played("Ann", {Square(9, 7): "S"}))
    assert isinstance(out, Game)
    assert is_settled(out.state)
    assert [(move.player, move.type) for move in moves_of(out)] == [
        (0, "TILE_PLACEMENT"),
        (1, "PASS"),
    ]


def test_a_hall_shows_its_tables_and_says_where(
    tmp_path: Path, key: Path, server: WooglesServer
) -> None:
    events = (QUEEN, NOSE)
    with closing(Journal(tmp_path / "games.sqlite", time.time)) as journal:
        keeper = Keeper.of(journal, CLASSIC, ("Ann", "Ben"), None)
        for number, event in enumerate(events):
            keeper.keep(Record(number, event))
        messages = Outbox(journal, 1).pending(100)
    hall, arrivals = tmp_path / "hall", list[Arrived]()
    live = LiveGames(tmp_path, {"Table 1": key}, "CSW24", server.url)

    def connect(
        _name: str, _topics: tuple[str, ...], arrived: Arrived, _connected: Callable[[], None]
    ) -> Connection:
        arrivals.append(arrived)
        return NoBroker()

    def stopped() -> bool:
        if not said:
            arrivals[0](topic("t-1", "presence"), written(Presence(True, "Table 1")))
            for message in messages:
                arrivals[0](topic("t-1", "game"), written(message))
            said.append(True)
        page = (hall / "index.html").read_text("utf-8")
        assert time.monotonic() < until
        return "turns sent: 2" in page

    said, until = list[bool](), time.monotonic() + 30
    running = Hall(hall, Texts("en"), connect, None, live)
    live.begin()
    running.run(stopped)
    assert len(server.events()) == 2
    (gcg,) = (hall / "games").rglob("*.gcg")
    assert (hall / "live" / "t-1.gcg").read_bytes() == gcg.read_bytes()


# --- keys ---


def test_a_key_that_others_can_read_is_refused(tmp_path: Path, key: Path) -> None:
    assert read_key(key) == "secret-key"
    for mode in (0o640, 0o604, 0o644):
        key.chmod(mode)
        with pytest.raises(KeyFileError, match="run chmod 600"):
            read_key(key)
    with pytest.raises(KeyFileError, match="can’t be read"):
        read_key(tmp_path / "none")
    key.chmod(0o600)
    key.write_text(" \n")
    with pytest.raises(KeyFileError, match="has no key"):
        read_key(key)


@pytest.mark.parametrize("server", ["http://woogles.io/api", "woogles.io", "ftp://x", "https://"])
def test_a_key_is_only_sent_over_tls(server: str) -> None:
    with pytest.raises(ValueError, match="https://"):
        check_server(server)


def test_the_settings_name_tables_and_the_word_list(key: Path) -> None:
    keys = {"Table 1": str(key)}
    hall = {"woogles_keys": keys, "woogles_lexicon": "CSW24"}
    assert settings_from({"hall": hall}, "here").of(HallSettings).live_keys == {"Table 1": key}
    assert settings_from({}, "here").of(HallSettings).live_keys == {}
    for wrong, name in (
        ({"woogles_keys": keys}, "woogles_lexicon"),
        ({**hall, "woogles_server": "http://woogles.io"}, "woogles_server"),
    ):
        with pytest.raises(ConfigError, match=name):
            settings_from({"hall": wrong}, "here")


def test_the_doctor_checks_the_keys(key: Path) -> None:
    wanted = HallSettings(woogles_keys={"Table 1": str(key)}, woogles_lexicon="CSW24")
    checks = key_checks(wanted)
    (good,) = checks(None)  # type: ignore[arg-type]
    assert good.verdict is CheckGrade.GOOD
    key.chmod(0o644)
    (bad,) = checks(None)  # type: ignore[arg-type]
    assert bad.verdict is CheckGrade.BAD


def test_threads_end(tmp_path: Path, key: Path, server: WooglesServer) -> None:
    with shown(tmp_path, {"Table 1": key}, server):
        assert any(one.name == "live games" for one in threading.enumerate())
    wait_for(lambda: not any(one.name == "live games" for one in threading.enumerate()))
