"""Games sent from a journal to a hall over a way that loses, doubles and delays: the hall has what
the journal has."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from device.addons.hall.messages import NOTHING, Begun, GameMessage, Happened, Have, Length
from device.addons.hall.outbox import Outbox
from device.addons.hall.store import HALL_FILE, HallError, HallStore, Taken
from device.session.core.setup import Extras, write_extras
from device.storage.journal import Journal

TABLE = "t-1"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "games.sqlite", lambda: 5.0)
    yield journal
    journal.close()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[HallStore]:
    hall = HallStore(tmp_path / "hall")
    yield hall
    hall.close()


def messages_of(outbox: Outbox, most: int = 100) -> list[GameMessage]:
    found: list[GameMessage] = []
    while some := outbox.pending(most):
        found += some
    return found


def bodies(hall: HallStore, game: int) -> tuple[str, ...]:
    kept = hall.game(TABLE, game)
    return () if kept is None else kept.events


def event(number: int, salt: int = 0) -> str:
    return f'{{"n":{number},"salt":{salt}}}'


def test_a_game_is_reported_in_order_and_no_event_twice(journal: Journal) -> None:
    game = journal.begin("{}")
    outbox = Outbox(journal, 1)
    kinds = []
    for number in range(3):
        journal.append(game, number, event(number))
        kinds += [type(message) for message in messages_of(outbox)]
    journal.close_game(game)
    kinds += [type(message) for message in messages_of(outbox)]
    assert kinds == [Begun, Happened, Length, Happened, Happened, Length]
    assert messages_of(outbox) == []


def test_what_is_taken_back_is_taken_back_in_the_hall(journal: Journal, hall: HallStore) -> None:
    game, outbox = journal.begin("{}"), Outbox(journal, 1)
    for number in range(4):
        journal.append(game, number, event(number))
    for message in messages_of(outbox):
        hall.take(TABLE, message)
    journal.drop(game, 2)
    for message in messages_of(outbox):
        hall.take(TABLE, message)
    assert bodies(hall, game) == (event(0), event(1))
    journal.append(game, 2, event(2, salt=1))
    for message in messages_of(outbox):
        hall.take(TABLE, message)
    assert bodies(hall, game) == (event(0), event(1), event(2, salt=1))


def test_hidden_points_wait_for_the_end_of_their_game(journal: Journal) -> None:
    game = journal.begin("{}", write_extras(Extras(hide_scores=True)))
    outbox = Outbox(journal, 1)
    journal.append(game, 0, event(0))
    assert messages_of(outbox) == []
    journal.close_game(game)
    assert [type(message) for message in messages_of(outbox)] == [Begun, Happened, Length]


def test_games_from_before_the_hall_stay_private(journal: Journal) -> None:
    for _ in range(2):
        journal.append(journal.begin("{}"), 0, event(0))
    assert {message.game for message in messages_of(Outbox(journal, 2))} == {2}


def test_a_hall_that_says_what_it_has_gets_the_rest_alone(
    journal: Journal, hall: HallStore
) -> None:
    game = journal.begin("{}")
    for number in range(6):
        journal.append(game, number, event(number))
    for message in messages_of(Outbox(journal, 1))[:4]:
        hall.take(TABLE, message)
    outbox = Outbox(journal, 1)
    outbox.go_on_from(hall.has(TABLE))
    rest = [m.number for m in messages_of(outbox) if isinstance(m, Happened)]
    assert rest == [3, 4, 5]


def test_a_hall_asks_where_something_lies_between(hall: HallStore) -> None:
    raw = msgspec.Raw(b"{}")
    assert hall.take(TABLE, Happened(1, 0, raw, 0.0, "a", "b")) is Taken.GAP
    assert hall.take(TABLE, Begun(1, raw, 0.0, "a", None)) is Taken.NEW
    assert hall.take(TABLE, Happened(1, 1, raw, 0.0, "b", "c")) is Taken.GAP
    assert hall.take(TABLE, Happened(1, 0, raw, 0.0, "x", "b")) is Taken.GAP
    assert hall.take(TABLE, Happened(1, 0, raw, 0.0, "a", "b")) is Taken.NEW
    assert hall.take(TABLE, Happened(1, 0, raw, 0.0, "a", "b")) is Taken.KNOWN
    assert hall.take(TABLE, Length(1, 2, "c", True)) is Taken.GAP
    assert hall.has(TABLE) == Have(1, 1, "b", "")


def test_what_is_kept_is_there_when_the_hall_begins_again(tmp_path: Path) -> None:
    hall = HallStore(tmp_path / "hall")
    hall.take(TABLE, Begun(3, msgspec.Raw(b"{}"), 0.0, "a", None))
    hall.take(TABLE, Happened(3, 0, msgspec.Raw(b"{}"), 0.0, "a", "b"))
    hall.close()
    again = HallStore(tmp_path / "hall")
    assert again.has(TABLE) == Have(3, 1, "b", "")
    assert again.has("nobody") == NOTHING
    again.close()


def test_a_file_of_a_newer_version_is_refused_and_let_go(tmp_path: Path) -> None:
    folder = tmp_path / "hall"
    HallStore(folder).close()
    with closing(sqlite3.connect(folder / HALL_FILE)) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(HallError, match="written by a newer tilekeeper") as refused:
        HallStore(folder)
    # The error still holds its frames, and what they hold: nothing may be open for all that.
    held = [Path(os.path.realpath(each)) for each in Path("/proc/self/fd").iterdir()]
    assert refused.value is not None
    assert folder / HALL_FILE not in held


@pytest.mark.parametrize("seed", range(3))
def test_whatever_the_way_does_the_hall_comes_to_what_the_journal_has(
    seed: int, journal: Journal, hall: HallStore
) -> None:
    chance, outbox = random.Random(seed), Outbox(journal, 1)
    game = journal.begin("{}")
    count, answers = 0, [NOTHING]
    for turn in range(100):
        happens = chance.random()
        if happens < 0.06:
            journal.close_game(game)
            game, count = journal.begin("{}"), 0
        elif happens < 0.2 and count:
            count = chance.randrange(count)
            journal.drop(game, count)
        else:
            journal.append(game, count, event(count, salt=turn))
            count += 1
        if chance.random() < 0.6:
            sent = outbox.pending(chance.choice((1, 3, 100)))
            if chance.random() < 0.15:  # the broker dies: what it had is lost, or comes twice
                sent = sent[: chance.randrange(len(sent) + 1)] + sent[chance.randrange(2) :]
                outbox.go_on_from(chance.choice(answers[-3:]))
            for message in sent:
                if chance.random() < 0.03:
                    continue
                if hall.take(TABLE, message) is Taken.GAP:
                    outbox.go_on_from(hall.has(TABLE))
            answers.append(hall.has(TABLE))
        if chance.random() < 0.05:
            outbox = Outbox(journal, 1)  # the table is switched off and on
            outbox.go_on_from(answers[-1])
    outbox.go_on_from(hall.has(TABLE))
    for message in messages_of(outbox):
        assert hall.take(TABLE, message) is not Taken.GAP
    for row in journal.rows_from(1):
        kept = journal.game(row.game)
        assert kept is not None
        assert bodies(hall, row.game) == kept.events
