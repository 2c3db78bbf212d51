"""`tilekeeper history`: the games in the journal, the score sheet of any of them, and each in every
form in which games leave.

Reads while a service may be running, and writes nothing; sheets are drawn in device/score/sheet.py,
games are exported by device/cli/export.py. Tests: tests/device/test_history.py,
tests/device/test_forms.py.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import click

from device.cli.export import GameNumberParam, check_output, kept_game, running_game, write_form
from device.language.command_help import NumberParam
from device.language.numbers import plain
from device.language.texts import N_
from device.paper.forms import FORMS
from device.score.sheet import HIDDEN, one_line, score_sheet
from device.score.statistics import records
from device.storage.game_index import GameIndex, ListedGame, packed_record
from device.storage.games import (
    HouseholdGames,
    asked_for,
    events_of_plays,
    game_of,
    is_hidden,
    is_over,
    is_rated,
    pictures_of_plays,
    record_of,
)
from device.storage.journal import GameLine, Journal, JournalError, journal_file
from device.storage.pictures import pictures_folder, pictures_of_game
from device.system.given_files import FileParam, GameFileError
from device.system.terminal import (
    fail,
    need_a_place,
    printable,
    say_error,
    say_json,
    terminal_texts,
    translate,
)
from engine.game import Game
from engine.records.gcg_lines import GcgError
from engine.records.record import RecordError, write_record
from engine.sentences import Plural, Sentence, begun_small
from engine.state import Entry

A_PAGE = 100
"""Games in the list."""

COLUMNS = (N_("player"), N_("games"), N_("won"), N_("average"), N_("7 tiles"), N_("best play"))
"""The heads of the table of statistics."""


@click.command(name="history")
@click.argument("game", type=GameNumberParam(), required=False)
@click.option(
    "--pictures", is_flag=True, help="Name the picture of each play, below the score sheet."
)
@click.option("--statistics", is_flag=True, help="How each player is doing, game by game.")
@click.option(
    "--json", "as_json", is_flag=True, help="One line of JSON per game, or per entry of one game."
)
@click.option("--page", type=NumberParam(1, 9999), help="A page of the list: a hundred games.")
@click.option("--running", is_flag=True, help="The game being played, as it stands.")
@click.option("--to", "form", type=click.Choice(FORMS), help="Print the game in this form.")
@click.option("--output", type=FileParam(), help="The file to write [default: print it].")
@click.option("--journal", type=FileParam(), help="Its file, as for `play`.")
def command(
    game: int | None,
    pictures: bool,
    statistics: bool,
    as_json: bool,
    page: int | None,
    running: bool,
    form: str | None,
    output: Path | None,
    journal: Path | None,
) -> None:
    """List the games played here, show the score sheet of one, or print it whole.

    GAME is a number from the list; --page shows a hundred games, the newest on page 1. It works
    even during a game. --to has the forms of `export`; zip includes the pictures
    of the plays.
    """
    one = game is not None or running
    if pictures and not one:
        raise click.UsageError(Sentence("--pictures needs one game: give its number."))
    if statistics and one:
        raise click.UsageError(Sentence("--statistics covers all games: omit the game."))
    if page is not None and (one or statistics):
        raise click.UsageError(
            Sentence("--page is for the list of games: omit the game and --statistics.")
        )
    if game is not None and running:
        raise click.UsageError(Sentence("--running already picks a game: omit the number."))
    if form is not None and not one:
        raise click.UsageError(Sentence("--to needs one game: give its number."))
    if form is not None and (as_json or pictures):
        raise click.UsageError(Sentence("--to stands alone: omit --json and --pictures."))
    if output is not None and form is None:
        raise click.UsageError(Sentence("--output needs --to: which form do you want?"))
    if journal is None:
        need_a_place(as_json)
    path = journal_file(journal)
    if running:
        game = _running(path, as_json)
    if form is not None and game is not None:
        _give(path, game, form, output)
        return
    try:
        with closing(Journal.open_to_read(path)) as opened:
            damaged = bool(opened.trouble)
            if damaged:
                say_error(opened.trouble, as_json)
            if statistics:
                _say_statistics(opened, as_json)
                sys.exit(1 if damaged else 0)
            if game is None:
                sys.exit(0 if _list(opened, page, as_json) and not damaged else 1)
            kept = asked_for(opened, game)
            newest = opened.games()[0].number
        played = game_of(kept)
    except JournalError as error:
        fail(str(error), as_json)
    seen = pictures_of_plays(played, pictures_of_game(pictures_folder(journal), game))
    hidden = newest == game and is_hidden(kept, played)
    if as_json:
        _write_entries(game, played, seen, hidden=hidden)
        sys.exit(1 if damaged else 0)
    texts = terminal_texts()
    named = texts("Game {number}", number=game)
    click.echo(f"{named}, {_when(kept.wall):%Y-%m-%d %H:%M}: {_name(played)}\n")
    if hidden:
        click.echo(f"{translate(HIDDEN)}.")
    else:
        sheet = score_sheet(played.state, texts, closed=kept.over, rated=is_rated(kept))
        click.echo(sheet, nl=False)
    if pictures:
        click.echo("\n" + "\n".join(_picture_lines(played, seen, hidden=hidden)))
    if damaged:
        sys.exit(1)


def _running(path: Path, as_json: bool) -> int:
    try:
        return running_game(path)
    except JournalError as error:
        fail(str(error), as_json)


def _give(path: Path, number: int, form: str, output: Path | None) -> None:
    """Writes the game in that form, or prints it."""
    check_output(form, output, [path])
    try:
        leaving = kept_game(path, number)
        write_form(leaving, form, output)
    except (JournalError, GameFileError) as error:
        fail(str(error), as_json=False)
    except (GcgError, RecordError) as error:
        fail(Sentence("game {number}: {why}", number=number, why=error), as_json=False)
    if leaving.trouble:
        sys.exit(1)


def _list(journal: Journal, page: int | None, as_json: bool) -> bool:
    """Prints a line for each game at once; returns whether all of them could be replayed."""
    texts = terminal_texts()
    lines = journal.games()
    if not lines and not as_json:
        click.echo(texts("No games saved yet."), err=True)
    shown = lines if page is None else lines[(page - 1) * A_PAGE : page * A_PAGE]
    if lines and not shown:
        pages = -(-len(lines) // A_PAGE)
        fail(
            Sentence("There’s no page {page}: the last one is {pages}.", page=page, pages=pages),
            as_json,
        )
    width = len(str(lines[0].number)) if lines else 0
    sound, stamps = True, journal.stamps()
    with closing(GameIndex(journal.path)) as index:
        for line in shown:
            # The newest one may still be growing, and its points may have to stay hidden.
            stamp = None if line is lines[0] else stamps.get(line.number)
            try:
                listed = _listed(journal, line, index, stamp, as_json)
            except JournalError as error:
                sound = False
                sentence = (
                    str(error)
                    if as_json
                    else Sentence("game {number}: {why}", number=line.number, why=error)
                )
                _say_game_error(line.number, sentence, as_json)
                continue
            if listed is None:
                continue
            hidden = line is lines[0] and _hides(journal, line.number)
            if as_json:
                say_json(_summary(line, listed, hidden=hidden))
                continue
            totals = ", ".join(f"{side} {plain(total)}" for side, total in listed.totals.items())
            if hidden:
                totals = f"{', '.join(listed.sides)}: {begun_small(translate(HIDDEN))}"
            how = texts("over") if listed.over else texts("unfinished")
            when = f"{_when(line.wall):%Y-%m-%d %H:%M}"
            name = f"{listed.variant}, {listed.language}"
            click.echo(f"{line.number:>{width}}  {when}  {name}  {totals}  {how}")
        if page is None:
            index.keep_only(stamps.values())
    return sound


def _listed(
    journal: Journal, line: GameLine, index: GameIndex, stamp: str | None, with_record: bool
) -> ListedGame | None:
    """The list's entry for a game, out of the index if it is there; JournalError if it can't be
    replayed, None if it has gone meanwhile."""
    known = None if stamp is None else index.get(stamp, record=with_record)
    if known is not None:
        return known
    kept = journal.game(line.number)
    if kept is None:
        return None
    game = game_of(kept)
    state, over = game.state, is_over(kept, game)
    record = b""
    if with_record and over:
        record = packed_record(write_record(replace(record_of(kept), totals=state.totals)))
    listed = ListedGame(
        state.variant.name,
        state.variant.language,
        tuple(state.sides),
        dict(state.totals),
        over,
        len(kept.events),
        record,
    )
    if stamp is not None:
        index.put(stamp, listed)
    return listed


def _hides(journal: Journal, number: int) -> bool:
    kept = journal.game(number)
    return kept is not None and is_hidden(kept, game_of(kept))


def _say_statistics(journal: Journal, as_json: bool) -> None:
    """A line for each player, and one for each kind of game below it; unfinished games don't
    count."""
    texts = terminal_texts()
    found = records(HouseholdGames(journal).outcomes())
    if as_json:
        for one in found:
            say_json(
                {
                    "player": one.player,
                    "variant": one.variant or None,
                    "games": one.games,
                    "won": one.won,
                    "average": one.average,
                    "best": None if one.best is None else [one.best.word, one.best.points],
                    "sevens": one.sevens,
                }
            )
        return
    if not found:
        click.echo(texts("No finished games saved yet."), err=True)
        return
    names = [printable(one.player if not one.variant else f"  {one.variant}") for one in found]
    heads = [texts(head) for head in COLUMNS]
    widths = [max(len(head), 5) for head in heads]
    width = max(map(len, (*names, heads[0])))
    head = "  ".join(f"{one:>{wide}}" for one, wide in zip(heads[1:5], widths[1:5], strict=True))
    click.echo(f"{heads[0]:{width}}  {head}  {heads[5]}")
    for name, one in zip(names, found, strict=True):
        best = "–" if one.best is None else printable(f"{one.best.word} {one.best.points}")
        figures = (one.games, one.won, one.average, one.sevens)
        counts = "  ".join(f"{n:>{wide}}" for n, wide in zip(figures, widths[1:5], strict=True))
        click.echo(f"{name:{width}}  {counts}  {best}")


def _say_game_error(number: int, sentence: str, as_json: bool) -> None:
    if as_json:
        say_json({"game": number, "error": sentence})
    else:
        say_error(sentence, as_json)


def _summary(line: GameLine, listed: ListedGame, *, hidden: bool) -> dict[str, object]:
    """`record`: the whole game, as in docs/game-record.md: what `export` can read back."""
    return {
        "game": line.number,
        "began": _when(line.wall).isoformat(timespec="seconds"),
        "variant": listed.variant,
        "language": listed.language,
        "sides": list(listed.sides),
        "totals": None if hidden else listed.totals,
        "over": listed.over,
        "events": listed.events,
        "record": None if hidden else listed.whole_record(),
    }


def _write_entries(
    number: int, game: Game, seen: Mapping[int, Path], *, hidden: bool = False
) -> None:
    events = events_of_plays(game)
    totals = dict.fromkeys(game.state.sides, 0)
    for place, entry in enumerate(game.state.entries):
        totals[entry.side] += entry.points
        play = entry.scored
        start = "" if play is None else play.play.start
        say_json(
            {
                "game": number,
                "number": place + 1,
                "side": entry.side,
                "kind": entry.kind.value,
                "start": start or None,
                "words": []
                if play is None
                else [[w.text, None if hidden else w.points] for w in play.words],
                "points": None if hidden else entry.points,
                "total": None if hidden else totals[entry.side],
                "arithmetic": None if hidden else one_line(entry),
                "event": events.get(place),
                "picture": str(seen[place]) if place in seen else None,
            }
        )


def _picture_lines(game: Game, seen: Mapping[int, Path], *, hidden: bool) -> list[str]:
    """A line for each play, numbered as on the sheet: side, word, points unless they are hidden,
    and the picture's file."""
    texts = terminal_texts()
    if not seen:
        return [texts("No pictures of this game were saved.")]
    none = texts("no picture")
    return [
        f"{place + 1:>3} {entry.side}: {_laid(entry, hidden)}, {seen.get(place) or none}"
        for place, entry in enumerate(game.state.entries)
        if entry.scored is not None
    ]


def _laid(entry: Entry, hidden: bool) -> str:
    texts = terminal_texts()
    if entry.scored is None:
        return ""
    word, start = entry.scored.words[0].text, entry.scored.play.start
    if hidden:
        return f"{start} {word}"
    points = texts(Plural("{n} point", "{n} points"), n=entry.points)
    return f"{start} {word}, {points}"


def _name(game: Game) -> str:
    variant = game.state.variant
    return f"{variant.name}, {variant.language}"


def _when(wall: float) -> datetime:
    """In the local time zone."""
    return datetime.fromtimestamp(wall).astimezone()
