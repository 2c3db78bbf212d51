"""What is counted after a power cut: a turn that was shown and isn't there again is found."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine.events import Played
from engine.game import Game
from engine.squares import Direction, Square
from workshop.machine import crashed_disks
from workshop.machine.losing_disk import Cached
from workshop.machine.power_cuts import (
    Back,
    Cut,
    Ending,
    Moment,
    PowerCuts,
    Typists,
    back_after,
    begin_game,
    judged,
    points_part,
)
from workshop.machine.qemu import Machine
from workshop.machine.trial import FailedError
from workshop.machine.typed_game import begun_by, keys_of, next_play, says, shown_of

BLACK = np.zeros((800, 1280, 3), np.uint8)


def games(plays: int) -> list[Game]:
    """A game before its first play, after it, and so on."""
    chance, made = random.Random(1), [begun_by(("Ann", "Ben"))]
    for _ in range(plays):
        made.append(next_play(made[-1], chance).game)
    return made


def test_plays_are_typed_as_new_tiles_alone_until_the_bag_is_empty() -> None:
    chance, game = random.Random(2), begun_by(("Ann", "Ben"))
    while game.state.bag:
        typed = next_play(game, chance)
        played = typed.game.events[-1]
        assert isinstance(played, Played)
        start, _, letters = typed.keys.partition(" ")
        assert not set(played.tiles) & set(game.state.position.tiles)
        assert letters.upper() == "".join(played.tiles[square] for square in sorted(played.tiles))
        assert start.upper() in {
            f"{min(played.tiles).row + 1}{min(played.tiles).name[0]}",
            min(played.tiles).name,
        }
        game = typed.game
    assert len(game.events) > 40
    assert keys_of("h8 at") == ["h", "8", "spc", "a", "t", "ret"]


def test_what_was_shown_and_is_gone_is_lost_and_what_never_was_is_wrong() -> None:
    one, two, three = games(3)[1:]
    cut = Cut(Moment.SEEN, two, None, BLACK, BLACK)
    assert judged(cut, shown_of(two)).ending is Ending.AS_SHOWN
    assert judged(cut, shown_of(one)) == Back(Ending.LOST, shown_of(one), one)
    assert judged(cut, shown_of(three)).ending is Ending.WRONG
    assert judged(cut, shown_of(two) | {"turn": "Nobody"}).ending is Ending.WRONG


def test_a_key_in_the_air_may_have_counted_or_not() -> None:
    one, two = games(2)[1:]
    cut = Cut(Moment.LATER, one, two, BLACK, BLACK)
    assert [judged(cut, shown_of(game)).game for game in (one, two)] == [one, two]


class StandIn:
    """A table whose points part changes when a play counts, and whose page says the game."""

    def __init__(self, game: Game, *, counts: bool = True) -> None:
        self.game, self._counts, self._keys = game, counts, list[str]()
        self._now = 0.0
        self.cuts = self.left = 0
        self.screen = SimpleNamespace(keys=self._key)
        self.hands = SimpleNamespace(time=self._time)

    def cut(self) -> None:
        self.cuts += 1

    def _time(self) -> float:
        self._now += 1
        return self._now

    def half_type(self) -> None:
        """Some keys were pressed before the cut."""
        self._keys = ["half"]

    def _key(self, keys: list[str]) -> None:
        if keys == ["esc"]:
            self._keys = []
            self.left += 1
            return
        self._keys += keys
        if keys == ["ret"] and self._keys[0] == "half":
            return  # it asks what that should mean
        if keys == ["ret"] and self._counts:
            typed = "".join({"spc": " "}.get(key, key) for key in self._keys[:-1])
            start, _, letters = typed.upper().partition(" ")
            across = start[0].isdigit()
            square = Square.parse(start[-1] + start[:-1] if across else start)
            way = Direction.ACROSS if across else Direction.DOWN
            tiles = {square.step(way, number): letter for number, letter in enumerate(letters)}
            after = self.game.added(Played(self.game.state.turn or "", tiles))
            assert isinstance(after, Game)
            self.game, self._keys = after, []

    def seen(self) -> Any:
        picture = BLACK.copy()
        part = points_part(picture)
        part[:] = 120 if self._keys else 20  # where a play is typed, all of it is something else
        part[: 10 + len(self.game.events), :100] = 200
        return picture

    def page(self) -> dict[str, str]:
        return shown_of(self.game)


def typists(table: Any) -> Typists:
    return Typists(table, table.page, random.Random(4), table.cut, lambda _: None)


@pytest.mark.parametrize("moment", [Moment.SEEN, Moment.SAID, Moment.LATER])
def test_what_is_seen_when_the_plug_is_pulled_was_shown(moment: Moment) -> None:
    (before,) = games(0)
    table = StandIn(before)
    cut = typists(table).play_until_cut(before, moment)
    assert table.cuts == 1
    assert cut.shown == table.game
    assert cut.next is None


def test_what_isnt_seen_to_count_by_then_may_come_back_either_way() -> None:
    (before,) = games(0)
    cut = typists(StandIn(before, counts=False)).play_until_cut(before, Moment.LATER)
    assert cut.shown == before
    assert cut.next is not None
    typing = typists(table := StandIn(before)).play_until_cut(before, Moment.TYPING)
    assert (typing.shown, typing.next) == (before, None)
    assert table.game == before


def test_a_play_that_never_counts_is_said() -> None:
    (before,) = games(0)
    with pytest.raises(FailedError, match="doesn't count"):
        typists(StandIn(before, counts=False)).play(before)


def test_a_play_that_was_half_typed_at_the_cut_is_left() -> None:
    (before,) = games(0)
    table = StandIn(before)
    cut = Cut(Moment.TYPING, before, None, BLACK, points_part(table.seen()))
    typists(table).leave_half_typed(cut)
    assert table.left == 0, "it would ask whether to stop for tonight"
    table.half_type()
    typists(table).leave_half_typed(cut)
    assert table.left == 1
    assert typists(table).play(before) == table.game


def test_only_keys_of_a_play_that_isnt_there_are_half_a_play() -> None:
    one, two = games(2)[1:]
    assert Cut(Moment.LATER, one, two, BLACK, BLACK).left_half_typed(one)
    assert not Cut(Moment.LATER, one, two, BLACK, BLACK).left_half_typed(two)
    assert not Cut(Moment.SEEN, two, None, BLACK, BLACK).left_half_typed(two)
    assert Cut(Moment.TYPING, two, None, BLACK, BLACK).left_half_typed(two)


def test_a_table_that_never_comes_back_is_counted() -> None:
    (before,) = games(0)
    back = back_after(
        StandIn(before),  # type: ignore[arg-type]
        Cut(Moment.SEEN, before, None, BLACK, BLACK),
        dict,
        lambda _: None,
    )
    assert back.ending is Ending.OFF


def test_the_sum_counts_what_was_missing(tmp_path: Path) -> None:
    said: list[str] = []
    cuts = PowerCuts(Machine("amd64", tmp_path), 3, 1, dict, said.append)
    (game,) = games(0)
    backs = [
        Back(Ending.AS_SHOWN, {}, game, 50),
        Back(Ending.LOST, {}, game, 61),
        Back(Ending.WRONG, {}),
    ]
    assert cuts._sum(backs) == 2
    assert said == [
        "3 power cuts: 1 lost, 1 wrong, 0 never back; back after 50 to 61 s of the machine's time"
    ]
    assert says(game, shown_of(game))


def test_a_view_of_the_program_is_put_as_the_page_says_it() -> None:
    (game,) = games(1)[1:]
    sides = [[side, total] for side, total in game.state.totals.items()]
    turns = ", ".join(f"SideView(turn={side == game.state.turn})" for side, _ in sides)
    text = f"TextView(state='', bag='Tiles in the bag: {game.state.bag}')"
    view = {"sides": sides, "all": {"sides": turns, "text": text}}
    assert says(game, crashed_disks.as_fields(view))
    assert not says(game, crashed_disks.as_fields(view | {"sides": [["Ann", 1], ["Ben", 2]]}))


def test_each_crashed_disk_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    image = tmp_path / "disk.img"
    image.write_bytes(bytes(4096))
    before, after = games(1)
    cut = Cut(Moment.SEEN, after, None, BLACK, BLACK)
    found: list[Any] = [shown_of(after), shown_of(before), crashed_disks.BrokenError("no root")]

    def shown_from(_: Cached) -> Any:
        if isinstance(one := found.pop(0), Exception):
            raise one
        return one

    said: list[str] = []
    disks = crashed_disks.CrashedDisks(Machine("amd64", tmp_path), 3, 1, dict, said.append)
    evening = [(cut, Cached(image)) for _ in range(3)]
    monkeypatch.setattr(disks, "_evening", lambda _: evening)
    monkeypatch.setattr(crashed_disks, "shown_from", shown_from)
    assert disks.run() == 2
    assert said[-1] == "3 crashed disks: 1 lost, 0 wrong, 1 with a broken file system"
    assert "no root" in said[2]


def test_a_first_start_is_led_to_the_first_turn_and_not_past_it() -> None:
    pressed: list[list[str]] = []
    clock = iter(range(10_000))

    def page() -> dict[str, str]:
        begun = len(pressed) == 4
        return {"p1_name": "A", "state": "A’s turn" if begun else "What are you playing?"}

    table: Any = SimpleNamespace(
        screen=SimpleNamespace(keys=pressed.append),
        hands=SimpleNamespace(time=lambda: next(clock)),
    )
    assert begin_game(table, page, lambda _: None) == begun_by(("A", "B"))
    assert pressed == [["ret"]] * 4
    with pytest.raises(FailedError, match="doesn't come up"):
        begin_game(table, dict, lambda _: None)
