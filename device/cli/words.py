"""`tilekeeper words`: the household's own words and lists, and what ships.

Files are read in device/storage/household.py and kept in device/storage/household.py.
Tests: tests/device/test_words.py.
"""

from __future__ import annotations

import datetime
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click

from device.language.command_help import GroupOfCommands
from device.language.texts import N_, Message
from device.storage.household import (
    HouseholdWordsError,
    NoWordListError,
    OwnWords,
    forget_list,
    household_lexicon,
    import_list,
    keep_own_words,
    laid_with,
    name_of_list,
    read_own_words,
    read_words,
    words_folder,
)
from device.system.terminal import (
    fail,
    need_a_place,
    say_error,
    say_json,
    terminal_behind,
    terminal_texts,
)
from engine.sentences import Plural, Sentence
from engine.tiles import TILE_LANGUAGES, load_tile_set
from engine.words.lexicon import LISTS, SHIPPED_LISTS, shipped_lexicon

LICENCES = ("README.md", "scowl-copyright.txt", "MPL-2.0.txt")

SHOWN_AFTER = 2.0
"""Seconds; anything quicker needs no progress bar."""

OwnWordsChange = Callable[[OwnWords, frozenset[str]], OwnWords]

language_option = click.option(
    "--language",
    type=click.Choice(sorted(TILE_LANGUAGES)),
    default="en",
    show_default=True,
    help="The language of the words.",
)
# A list in the wrong language would replace a good one, so nothing is assumed here.
language_required = click.option(
    "--language",
    type=click.Choice(sorted(TILE_LANGUAGES)),
    required=True,
    help="The language of the list.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON Lines.")


@click.group(name="words", cls=GroupOfCommands)
def command() -> None:
    """Manage your own words, which come before every list."""


@command.command()
@click.argument("words", nargs=-1, required=True, metavar="WORD.../FILE...")
@language_option
@json_option
def add(words: tuple[str, ...], language: str, as_json: bool) -> None:
    """Allow each WORD, or every word in a FILE, whatever a list says.

    A name with a dot or a slash in it is a file: one word per line, UTF-8 or Latin-1.
    """
    _change(words, language, as_json, "added", OwnWords.added)


@command.command()
@click.argument("words", nargs=-1, required=True, metavar="WORD.../FILE...")
@language_option
@json_option
def remove(words: tuple[str, ...], language: str, as_json: bool) -> None:
    """Strike out each WORD, or every word in a FILE, whatever a list says.

    A name with a dot or a slash in it is a file: one word per line, UTF-8 or Latin-1.
    """
    _change(words, language, as_json, "removed", OwnWords.struck_out)


def _change(
    given: Sequence[str], language: str, as_json: bool, done: str, change: OwnWordsChange
) -> None:
    need_a_place(as_json)
    problems: list[tuple[str, str]] = []
    words: set[str] = set()
    for one in given:
        try:
            words |= _words_of(one, language)
        except NoWordListError as error:
            problems.append((one, str(error)))
    folder = words_folder()
    try:
        own = read_own_words(folder, language)
        after = change(own, frozenset(words))
        if after != own:
            keep_own_words(folder, language, after)
    except HouseholdWordsError as error:
        fail(str(error), as_json)
    changed = (after.plus ^ own.plus) | (after.minus ^ own.minus)
    if as_json:
        for word in sorted(words):
            line = {
                "word": load_tile_set(language).detokenized(word),
                "language": language,
                "change": done if word in changed else "none",
            }
            say_json(line)
    elif words:
        click.echo(_changes(done, words, changed, language))
    for one, sentence in problems:
        say_error(sentence, as_json, word=one)
    if problems:
        sys.exit(1)


FEW = 5
"""So many words are named; of more the number is enough."""


def _changes(done: str, words: set[str], changed: frozenset[str], language: str) -> str:
    """What `add` or `remove` did, in a sentence or two."""
    texts, said = terminal_texts(), []
    spelled = texts(TILE_LANGUAGES[language])
    if changed:
        named = ", ".join(map(load_tile_set(language).detokenized, sorted(changed)))
        shown = named if len(changed) <= FEW else _counted(len(changed))
        text = N_("Added {words} to your {language} words.")
        if done != "added":
            text = N_("No longer valid in {language}: {words}.")
        said.append(texts(text, words=shown, language=spelled))
    if same := len(words - changed):
        text = N_("Already in your {language} words: {n}.")
        if done != "added":
            text = N_("Already removed from {language}: {n}.")
        said.append(texts(text, n=same, language=spelled))
    return " ".join(said)


def _words_of(given: str, language: str) -> frozenset[str]:
    tiles = load_tile_set(language)
    if "." in given or "/" in given:
        return read_words(Path(given), tiles).words
    word = laid_with(tiles, given.strip())
    if len(word) < 2 or not all(letter in tiles.values for letter in word):
        raise NoWordListError(
            Sentence(
                "{given} can’t be laid with the tiles: a word has two or more "
                "letters, and nothing else.",
                given=repr(given),
            )
        )
    return frozenset([word])


@command.command("list")
@click.option(
    "--licences", is_flag=True, help="Print where the lists come from, and on what terms."
)
@click.option(
    "--print",
    "printed",
    type=click.Choice(sorted(SHIPPED_LISTS)),
    help="Print the words of an included list.",
)
@json_option
def list_words(licences: bool, printed: str | None, as_json: bool) -> None:
    """Show the lists used to check words, and your own words."""
    if licences:
        for name in LICENCES:
            click.echo((LISTS / "licences" / name).read_text(encoding="utf-8"))
        return
    if printed is not None:
        click.echo("\n".join(shipped_lexicon(printed).base))
        return
    failed = False
    for language in TILE_LANGUAGES:
        try:
            failed |= not _show(language, as_json)
        except HouseholdWordsError as error:
            failed = True
            say_error(str(error), as_json, language=language)
    if failed:
        sys.exit(1)
    if not as_json:
        others = ", ".join(sorted(set(SHIPPED_LISTS) - set(TILE_LANGUAGES)))
        ships = Message("Also included: {lists}.", {"lists": others})
        click.echo(f"{terminal_texts().say(ships)} tilekeeper words list --licences")


def _show(language: str, as_json: bool) -> bool:
    folder = words_folder()
    own = read_own_words(folder, language)
    imported = (folder / f"{language}.dawg").exists()
    ships = language in SHIPPED_LISTS
    lexicon = household_lexicon(folder, language) if imported or ships else None
    name = None if lexicon is None else lexicon.name
    count = 0 if lexicon is None else lexicon.base.count
    spelled = load_tile_set(language).detokenized
    if as_json:
        line = {
            "language": language,
            "list": name,
            "words": count,
            "imported": imported,
            "added": sorted(map(spelled, own.plus)),
            "removed": sorted(map(spelled, own.minus)),
        }
        say_json(line)
        return True
    texts = terminal_texts()
    there = (
        texts(Plural("{list}, {n} word", "{list}, {n} words"), list=name, n=count)
        if name
        else texts("no list")
    )
    click.echo(texts("{place}: {what}", place=texts(TILE_LANGUAGES[language]), what=there))
    for what, words in ((N_("added"), own.plus), (N_("struck out"), own.minus)):
        if words:
            shown = " ".join(sorted(map(spelled, words)))
            click.echo(f"  {texts('{place}: {what}', place=texts(what), what=shown)}")
    return True


@command.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@language_required
@click.option("--name", required=True, metavar="NAME", help="The list’s name in answers.")
@json_option
def import_file(file: Path, language: str, name: str, as_json: bool) -> None:
    """Use a list of your own instead of the included one.

    FILE holds one word per line (anything after it is ignored), as UTF-8 or Latin-1 text or
    as the only .txt in a zip: 64 MB and five million words at most. It’s saved on this device, for
    its owner only.
    """
    need_a_place(as_json)
    try:
        called = name_of_list(name)
        with _progress(Message("Reading")) as progress:
            read = read_words(file, load_tile_set(language), progress)
        today = datetime.date.today().isoformat()
        with _progress(
            Message(Plural("Sorting {n} word", "Sorting {n} words"), {"n": len(read.words)})
        ) as progress:
            lexicon = import_list(words_folder(), language, called, read.words, today, progress)
    except (NoWordListError, HouseholdWordsError) as error:
        fail(str(error), as_json)
    if as_json:
        line = {
            "language": language,
            "list": lexicon.name,
            "words": lexicon.base.count,
            "left_out": read.left_out,
        }
        say_json(line)
    else:
        texts = terminal_texts()
        judged = texts(
            "{language}: words are checked against {list} from now on: {words}.",
            language=texts(TILE_LANGUAGES[language]),
            list=lexicon.name,
            words=_counted(lexicon.base.count),
        )
        out = texts("Lines left out: {n}.", n=read.left_out) if read.left_out else ""
        click.echo(f"{judged} {out}".rstrip())


@command.command()
@language_required
@json_option
def forget(language: str, as_json: bool) -> None:
    """Forget the imported list of a language: use the included one again."""
    try:
        was_there = forget_list(words_folder(), language)
    except HouseholdWordsError as error:
        fail(str(error), as_json)
    if as_json:
        say_json({"language": language, "forgotten": was_there})
    else:
        texts = terminal_texts()
        none = Message("No list imported: {language}.", {"language": TILE_LANGUAGES[language]})
        click.echo(texts("Forgotten.") if was_there else texts.say(none))


@contextmanager
def _progress(what: Message) -> Iterator[Callable[[float], None] | None]:
    """A progress bar on a terminal, once the work has taken a while; None without a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with ExitStack() as shown:
        bar = Progress(console=Console(file=terminal_behind(sys.stderr)), transient=True)
        task = bar.add_task(f"{terminal_texts().say(what)} …", total=1.0)
        begun = time.monotonic()

        def progress(part: float) -> None:
            if not bar.live.is_started and time.monotonic() - begun > SHOWN_AFTER:
                shown.enter_context(bar)
            bar.update(task, completed=part)

        yield progress


def _counted(words: int) -> str:
    texts = terminal_texts()
    return texts(Plural("{n} word", "{n} words"), n=words)
