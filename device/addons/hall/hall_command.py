"""`tilekeeper hall`: stores what tables publish on a broker, and writes it as pages, results and
games.

What is stored and written is decided in device/addons/hall. Tests: tests/device/test_hall.py.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.addons.hall.address import BrokerAddress, broker_address
from device.addons.hall.broker import Arrived, BrokerError, Connection
from device.addons.hall.settings import HallSettings
from device.settings.config import own_settings
from device.system.privileges import as_caller, work_as_owner_of
from device.system.process import stopped_by_signals
from device.system.service import log_to_stderr
from device.system.terminal import fail, remark, terminal_texts
from engine.sentences import Sentence, with_stop

if TYPE_CHECKING:
    from device.addons.hall.live_games import LiveGames


@click.command()
@click.option(
    "--broker", metavar="ADDRESS", help="The broker’s address, as under [hall] in the settings."
)
@click.option("--user", metavar="NAME", help="The name by which the broker knows this hall.")
@click.option("--password-file", metavar="FILE", help="The file with its password.")
@click.option("--ca-file", metavar="FILE", help="Certificate authorities for the broker.")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="Where everything is saved; index.html is its first page.",
)
@click.option(
    "--pairings",
    type=click.Path(path_type=Path, dir_okay=False),
    multiple=True,
    metavar="FILE",
    help="A tournament’s pairings: tsh’s tourney.js or .t, or a CSV; again for another division.",
)
@click.option(
    "--results",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="FOLDER",
    help="Where its results are written; without it, in the folder above.",
)
@click.option(
    "--since",
    type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"]),
    metavar="DATE",
    help="When it started; without it, today. Earlier games don’t count.",
)
@click.option("--config", type=click.Path(path_type=Path), help="Your settings (TOML).")
@click.option("--verbose", is_flag=True, help="Log what happens to standard error.")
def command(
    broker: str | None,
    user: str | None,
    password_file: str | None,
    ca_file: str | None,
    folder: Path,
    pairings: tuple[Path, ...],
    results: Path | None,
    since: datetime | None,
    config: Path | None,
    verbose: bool,
) -> None:
    """Record the games of a hall’s tables, from the broker that they send them to.

    Writes pages of all tables, results and every game (JSON, and GCG where that can hold it) to
    the folder, each file whole, until it’s stopped. Started again, it has lost nothing. The broker
    is the one that [hall] in the settings names, unless you name another.

    With --pairings, each table shows who plays there next, and the results of every round are
    written as tsh’s .t and tourney.js, as .tou and as a club’s book (CSV) as soon as they arrive.
    The pairings are read again whenever they change.
    """
    log_to_stderr(verbose=verbose)
    wanted = own_settings(config).of(HallSettings)
    named = broker or wanted.broker
    if not named:
        raise click.UsageError(
            Sentence("Name a broker with --broker, or under [hall] in the settings.")
        )
    try:
        address = broker_address(
            named,
            wanted.user if user is None else user,
            wanted.password_file if password_file is None else password_file,
            wanted.ca_file if ca_file is None else ca_file,
        )
    except ValueError as error:
        raise click.UsageError(with_stop(str(error))) from error
    if (results or since) and not pairings:
        raise click.UsageError(
            Sentence("--results and --since are about a tournament: name its --pairings too.")
        )
    began = (since or _evening_began(datetime.now())).astimezone()
    _keep(address, folder, _Event(pairings, results or folder, began), wanted)


NIGHT_ENDS = timedelta(hours=6)
"""A hall that is started again after midnight is still at the evening before."""


def _evening_began(now: datetime) -> datetime:
    """The beginning of the day, as a club's evening has it."""
    return (now - NIGHT_ENDS).replace(hour=0, minute=0, second=0, microsecond=0)


@dataclass(frozen=True)
class _Event:
    """A tournament: the files of its pairings, none if there is no tournament; the folder of its
    results; and when it began."""

    pairings: tuple[Path, ...]
    results: Path
    began: datetime


def _live(folder: Path, wanted: HallSettings) -> LiveGames | None:
    """What shows games on Woogles, if the settings name a table; HallError for a key that can't be
    used."""
    if not wanted.woogles_keys:
        return None
    from device.addons.hall.live_games import LiveGames
    from device.addons.hall.store import HallError
    from device.addons.hall.woogles_client import KeyFileError, read_key

    try:
        for file in wanted.live_keys.values():
            read_key(file)
    except KeyFileError as error:
        raise HallError(error.args[0]) from error
    return LiveGames(folder, wanted.live_keys, wanted.woogles_lexicon, wanted.woogles_server)


def _keep(address: BrokerAddress, folder: Path, event: _Event, wanted: HallSettings) -> None:
    # So that --help doesn't wait for these imports.
    from device.addons.hall.broker import PahoConnection
    from device.addons.hall.director import Director
    from device.addons.hall.hall import Hall
    from device.addons.hall.pairings import PairingsError
    from device.addons.hall.store import HallError

    def connect(
        name: str, topics: tuple[str, ...], arrived: Arrived, connected: Callable[[], None]
    ) -> Connection:
        with as_caller():  # the file with the password belongs to the user who called
            return PahoConnection(
                address, name, subscribed=topics, arrived=arrived, connected=connected
            )

    work_as_owner_of(folder)  # other users may have put links there
    stop = threading.Event()
    with stopped_by_signals(stop.set):
        try:
            texts = terminal_texts()
            director = None
            if event.pairings:
                director = Director(event.pairings, event.results, event.began, as_caller)
            live = _live(folder, wanted)
            hall = Hall(folder, texts, connect, director, live)
            if live is not None:
                live.begin()
                tables = ", ".join(wanted.woogles_keys)
                remark(
                    texts(
                        "Shown live on {server}: {tables}.",
                        server=wanted.woogles_server,
                        tables=tables,
                    )
                )
            values = {"broker": str(address), "folder": str(folder)}
            remark(texts("Saving in {folder} what is sent to {broker}.", **values))
            if director is not None:
                when = f"{event.began:%Y-%m-%d %H:%M}"
                said = texts(
                    "Results of games since {when} go to {folder}.",
                    when=when,
                    folder=str(event.results),
                )
                remark(said)
            hall.run(stop.is_set)
        except sqlite3.Error as error:
            fail(
                Sentence("{path}: games can’t be saved there ({why}).", path=folder, why=error),
                as_json=False,
            )
        except (HallError, BrokerError, PairingsError, OSError) as error:
            fail(str(error), as_json=False)
