"""Dawg: a word list as a graph that is mapped, not loaded; it judges words and serves search, and
is made here from a list, or from another graph with some words changed.

Knows neither languages nor households: words come in as they are laid, in the letters of an
alphabet. Tests: tests/engine/test_dawg.py.

Reading it. A node is a plain int; `root` is the empty beginning of every word:

    dawg = Dawg.open(path)
    dawg.step(node, "Q")       the node after one more letter, or None: no word goes on so
    dawg.ends_word(node)       whether the letters up to here are a word
    dawg.children(node)        every (letter, node) that goes on, in the order of the alphabet

The same without a call a letter, for loops that must be fast. `table` holds a node as one entry
that says which letters go on, followed by one entry a letter, the child, in that order:

    entry = dawg.table[node]
    entry & dawg.ends          the letters up to here are a word
    entry & (dawg.ends - 1)    a bit a letter that goes on: 1 << alphabet.index(letter)
    allowed = entry & rack_bits & cross_bits
    while allowed:
        bit = allowed & -allowed
        child = dawg.table[node + 1 + (entry & (bit - 1)).bit_count()]
        allowed ^= bit

`dawg.bits["Q"]` is a letter's bit, `dawg.letters[bit]` the letter of a bit. A child is never 0.
"""

from __future__ import annotations

import json
import mmap
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from engine.sentences import Plural, Sentence

Node: TypeAlias = int
Table: TypeAlias = "array[int] | memoryview[int]"

NARROW_ENTRIES, WIDE_ENTRIES = "I", "Q"
"""Entries of a table: uint32, or uint64 for an alphabet that has more letters than fit in there."""
MAGIC: Mapping[str, bytes] = MappingProxyType(
    {NARROW_ENTRIES: b"TKWORDS1", WIDE_ENTRIES: b"TKWORDS2"}
)
"""First bytes of a list's file, by its entries.

Then a uint32, the length of a JSON object that describes the list ("alphabet" and "words" are
always in it) padded to whole entries, then the table; all numbers are little-endian.
"""
MAGIC_SIZE = 8
ANY_LETTER = "?"

LARGEST_DESCRIPTION = 64 * 1024
"""Bytes of what a file says of itself; ours have some 200."""


class WordFileError(ValueError):
    """A file that is no list in this form; the text is one sentence that says what is wrong."""


class Dawg:
    """A list as a minimal automaton; see the top of the file for reading it.

    `table` holds the entries, `about` what the file says of itself; `count` is the number of words.
    `ends`: the bit of an entry that says that a word ends there, above those of all letters.
    """

    def __init__(
        self,
        table: Table,
        alphabet: str,
        count: int,
        root: Node = 0,
        about: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.table = table
        self.ends = _ends(table.itemsize)
        self.alphabet = alphabet
        self.count = count
        self.root = root
        self.about = about
        self.bits: Mapping[str, int] = {letter: 1 << n for n, letter in enumerate(alphabet)}
        self.letters: Mapping[int, str] = {bit: letter for letter, bit in self.bits.items()}

    @classmethod
    def open(cls, path: Path) -> Dawg:
        """The list in a file, mapped: pages are read when they are looked at.

        OSError if it can't be read, WordFileError if it is no such list. A file that is replaced
        (not written over) meanwhile does no harm.
        """
        with path.open("rb") as file:
            size = file.seek(0, 2)
            if size < MAGIC_SIZE + 4:
                raise WordFileError(
                    Sentence("{path} isn’t a word list of this program: it’s too short.", path=path)
                )
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return cls.from_bytes(memoryview(mapped), str(path))

    @classmethod
    def from_bytes(cls, data: memoryview, name: str) -> Dawg:
        """The list in these bytes; `name` is what an error calls it."""
        begins = bytes(data[:MAGIC_SIZE])
        entry = next((entry for entry, magic in MAGIC.items() if magic == begins), None)
        if entry is None:
            raise WordFileError(
                Sentence("{name} isn’t a word list of this program (version 1 or 2).", name=name)
            )
        start = MAGIC_SIZE + 4
        end = start + int.from_bytes(data[MAGIC_SIZE:start], "little")
        if end - start > LARGEST_DESCRIPTION:
            raise WordFileError(
                Sentence("{name} is damaged: its description can’t be read.", name=name)
            )
        try:
            about = json.loads(bytes(data[start:end]))
            alphabet, count, entries = about["alphabet"], int(about["words"]), int(about["entries"])
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise WordFileError(
                Sentence("{name} is damaged: its description can’t be read.", name=name)
            ) from error
        size = array(entry).itemsize
        if not isinstance(alphabet, str) or len(alphabet) > MOST_LETTERS[entry]:
            raise WordFileError(
                Sentence("{name} is damaged: its alphabet can’t be that of a list.", name=name)
            )
        if end % size or not entries or len(data) - end != size * entries:
            raise WordFileError(
                Sentence("{name} is damaged: it isn’t as long as it says.", name=name)
            )
        texts = {key: value for key, value in about.items() if isinstance(value, str)}
        table = _entries(data[end:], entry)
        return cls(table, alphabet, count, about=MappingProxyType(texts))

    def step(self, node: Node, letter: str) -> Node | None:
        """The node after one more letter; None if no word goes on so."""
        bit = self.bits.get(letter, 0)
        entry = self.table[node]
        if not entry & bit:
            return None
        return self.table[node + 1 + (entry & (bit - 1)).bit_count()]

    def ends_word(self, node: Node) -> bool:
        """Whether the letters that led here are a word."""
        return self.table[node] & self.ends != 0

    def children(self, node: Node) -> Iterator[tuple[str, Node]]:
        """Every letter that goes on, with the node it leads to, in the order of the alphabet."""
        rest = self.table[node] & (self.ends - 1)
        while rest:
            node += 1
            bit = rest & -rest
            yield self.letters[bit], self.table[node]
            rest ^= bit

    def follow(self, letters: str, node: Node | None = None) -> Node | None:
        """The node after several letters, from the root if no node is given; None as `step`."""
        table, bits = self.table, self.bits
        at = self.root if node is None else node
        for letter in letters:
            bit = bits.get(letter, 0)
            entry = table[at]
            if not entry & bit:
                return None
            at = table[at + 1 + (entry & (bit - 1)).bit_count()]
        return at

    def __contains__(self, word: object) -> bool:
        """Whether a word is in the list, letter by letter as it stands ("?" is no letter)."""
        if not isinstance(word, str):
            return False
        node = self.follow(word)
        return node is not None and self.ends_word(node)

    def matches(self, pattern: str) -> Iterator[str]:
        """The words that a pattern stands for; "?" is any one letter."""
        return self._matches(self.root, "", pattern)

    def _matches(self, node: Node, begun: str, pattern: str) -> Iterator[str]:
        if not pattern:
            if self.ends_word(node):
                yield begun
            return
        wanted, rest = pattern[0], pattern[1:]
        for letter, child in self.children(node):
            if wanted in (ANY_LETTER, letter):
                yield from self._matches(child, begun + letter, rest)

    def __iter__(self) -> Iterator[str]:
        """Every word, in the order of the alphabet."""
        waiting: list[tuple[str, Node]] = [("", self.root)]
        while waiting:
            begun, node = waiting.pop()
            if self.ends_word(node):
                yield begun
            onward = [(begun + letter, child) for letter, child in self.children(node)]
            waiting.extend(reversed(onward))

    def __len__(self) -> int:
        return self.count


def _ends(itemsize: int) -> int:
    """The highest bit of an entry of this many bytes."""
    return 1 << (8 * itemsize - 1)


def _entries(data: memoryview, entry: str) -> Table:
    if sys.byteorder == "little":
        return data.cast("I") if entry == NARROW_ENTRIES else data.cast("Q")
    table = array(entry, bytes(data))
    table.byteswap()
    return table


def check_graph(dawg: Dawg, longest: int) -> None:
    """WordFileError unless every word of a file's graph ends, after this many letters at most: each
    node lies before those that follow it, as `build_dawg` lays them."""
    table, size = dawg.table, len(dawg.table)
    all_letters = dawg.ends - 1
    letters = (1 << len(dawg.alphabet)) - 1
    depths = {0: 0}
    place = 0
    while place < size:
        entry, depth = table[place], depths.pop(place, None)
        children = (entry & all_letters).bit_count()
        end = place + 1 + children
        if depth is None or end > size or entry & all_letters & ~letters:
            raise WordFileError(Sentence("it’s damaged: its graph has no such node"))
        if children and depth >= longest:
            raise WordFileError(
                Sentence(
                    Plural(
                        "it’s damaged: a word has more than {longest} letter",
                        "it’s damaged: a word has more than {longest} letters",
                        by="longest",
                    ),
                    longest=longest,
                )
            )
        for at in range(place + 1, end):
            child = table[at]
            if not end <= child < size:
                raise WordFileError(Sentence("it’s damaged: its graph goes round, or nowhere"))
            if depths.get(child, -1) <= depth:
                depths[child] = depth + 1
        place = end
    if depths:
        raise WordFileError(Sentence("it’s damaged: its graph continues within a node"))


def as_file(table: Table, about: Mapping[str, str | int]) -> bytes:
    """A list's file: the same table and description give the same bytes."""
    entry = WIDE_ENTRIES if table.itemsize == array(WIDE_ENTRIES).itemsize else NARROW_ENTRIES
    entries = array(entry)
    entries.frombytes(memoryview(table).cast("B"))
    described = json.dumps({**about, "entries": len(entries)}, sort_keys=True).encode()
    described += b" " * (-(MAGIC_SIZE + 4 + len(described)) % entries.itemsize)
    if sys.byteorder != "little":
        entries.byteswap()
    return MAGIC[entry] + len(described).to_bytes(4, "little") + described + entries.tobytes()


# --- making one ---

MOST_LETTERS: Mapping[str, int] = MappingProxyType({NARROW_ENTRIES: 31, WIDE_ENTRIES: 63})
"""Bits of an entry apart from the one that ends a word."""


PROGRESS_EVERY = 1 << 12
"""Words between two reports of progress: some hundred reports a second."""
LONGEST_KNOWN_END = 6
"""Letters of an end of a word that is remembered whole; longer ones are seldom met again."""


def build_dawg(
    words: Iterable[str], alphabet: str, progress: Callable[[float], None] | None = None
) -> Dawg:
    """The smallest graph of these words (Daciuk and others, 2000, for sorted words).

    ValueError for a letter that the alphabet has not got. `progress` is called with the share of
    the work that is done, from 0 to 1.
    """
    entry = next((one for one, most in MOST_LETTERS.items() if len(alphabet) <= most), None)
    if entry is None:
        most = MOST_LETTERS[WIDE_ENTRIES]
        raise ValueError(f"an alphabet has {most} letters at most, not {len(alphabet)}")
    spelled = sorted(_spelled(words, alphabet))
    nodes, count = _frozen(spelled, _ends(array(entry).itemsize), progress)
    return Dawg(_table(nodes, entry), alphabet, count)


def _spelled(words: Iterable[str], alphabet: str) -> Iterator[bytes]:
    """Words as the places of their letters, a byte each: small, and sorted as the alphabet is."""
    places = {letter: bytes([place]) for place, letter in enumerate(alphabet)}
    try:
        for word in words:
            yield b"".join([places[letter] for letter in word])
    except KeyError as error:
        raise ValueError(f"the alphabet has no letter {error.args[0]!r}") from error


def dawg_file(dawg: Dawg, about: Mapping[str, str]) -> bytes:
    """The file of a graph that was built; the same words and description give the same bytes."""
    return as_file(dawg.table, {**about, "alphabet": dawg.alphabet, "words": dawg.count})


_Frozen = tuple[int, ...]
"""A finished node: its first entry, then the numbers of its children."""


def _frozen(
    words: list[bytes], ends_word: int, progress: Callable[[float], None] | None
) -> tuple[list[_Frozen], int]:
    """Every different node once, children before parents, the root last; and how many different
    words there are.

    Only where words part is a node kept open; from there on a word is an end of its own, and most
    ends are known already: that is three times as quick as letter by letter.
    """
    known: dict[_Frozen, int] = {}
    ends: dict[bytes, int] = {b"": known.setdefault((ends_word,), 0)} if any(words) else {}
    path: list[list[int]] = [[0]]
    count = shared = 0
    for place, word in enumerate(words):
        if progress is not None and place % PROGRESS_EVERY == 0:
            progress(place / len(words))
        last = place + 1 == len(words)
        after = b"" if last else words[place + 1]
        if word == after and not last:
            continue
        count += 1
        ahead = _shared(word, after)
        # Letters shared with the word before are open already, those shared with the next are now.
        path.extend([0] for _ in range(ahead - shared))
        if len(word) == len(path) - 1:
            path[-1][0] |= ends_word
        else:
            kept = len(path) - 1
            path[-1][0] |= 1 << word[kept]
            path[-1].append(_end(word[kept + 1 :], known, ends))
        while len(path) - 1 > ahead:
            number = known.setdefault(tuple(path.pop()), len(known))
            path[-1][0] |= 1 << word[len(path) - 1]
            path[-1].append(number)
        shared = ahead
    nodes = list(known)
    nodes.append(tuple(path[0]))
    return nodes, count


def _shared(one: bytes, other: bytes) -> int:
    """How many letters two words begin with alike."""
    shared = 0
    for letter, its in zip(one, other, strict=False):
        if letter != its:
            break
        shared += 1
    return shared


def _end(letters: bytes, known: dict[_Frozen, int], ends: dict[bytes, int]) -> int:
    """The number of the node from which these letters and nothing else go on."""
    number = ends.get(letters)
    if number is None:
        child = _end(letters[1:], known, ends)
        number = known.setdefault((1 << letters[0], child), len(known))
        if len(letters) <= LONGEST_KNOWN_END:
            ends[letters] = number
    return number


def _table(nodes: list[_Frozen], entry: str) -> array[int]:
    """The nodes in one table, the root first."""
    places = [0] * len(nodes)
    place = 0
    for number in range(len(nodes) - 1, -1, -1):
        places[number] = place
        place += len(nodes[number])
    table = array(entry)
    for first, *children in reversed(nodes):
        table.append(first)
        table.extend(places[child] for child in children)
    return table


def changed(dawg: Dawg, more: Iterable[str] = (), fewer: Iterable[str] = ()) -> Dawg:
    """The graph with some words more and some fewer; the given one stays as it is.

    The new graph is a copy in memory, with new nodes along the way of every word changed, so it
    is meant for hundreds of words, not for a list. ValueError as build_dawg.
    """
    table = array(
        WIDE_ENTRIES if dawg.ends == _ends(array(WIDE_ENTRIES).itemsize) else NARROW_ENTRIES
    )
    table.frombytes(memoryview(dawg.table).cast("B"))
    copy = _Changing(table, dawg.bits, dawg.ends)
    root, count = dawg.root, dawg.count
    for words, wanted in ((fewer, False), (more, True)):
        for word in words:
            if strange := [letter for letter in word if letter not in dawg.bits]:
                raise ValueError(f"the alphabet has no letter {strange[0]!r}")
            after = Dawg(table, dawg.alphabet, count, root)
            if (word in after) != wanted:
                root = copy.set(root, word, wanted)
                count += 1 if wanted else -1
    return Dawg(table, dawg.alphabet, count, root, dawg.about)


class _Changing:
    """Adds changed copies of nodes to a table; old nodes stay, they may be shared."""

    def __init__(self, table: array[int], bits: Mapping[str, int], ends: int) -> None:
        self._table = table
        self._bits = bits
        self._ends = ends

    def set(self, node: Node | None, word: str, wanted: bool) -> Node:
        """A copy of a node (None: a node without anything) from which `word` is one, or is not."""
        entry, children = self._read(node)
        if not word:
            return self._write(entry | self._ends if wanted else entry & ~self._ends, children)
        bit = self._bits[word[0]]
        place = (entry & (bit - 1)).bit_count()
        known = children[place] if entry & bit else None
        child = self.set(known, word[1:], wanted)
        alive = self._table[child] != 0
        children[place : place + (known is not None)] = [child] if alive else []
        return self._write(entry | bit if alive else entry & ~bit, children)

    def _read(self, node: Node | None) -> tuple[int, list[Node]]:
        if node is None:
            return 0, []
        entry = self._table[node]
        letters = (entry & ~self._ends).bit_count()
        return entry, list(self._table[node + 1 : node + 1 + letters])

    def _write(self, entry: int, children: list[Node]) -> Node:
        node = len(self._table)
        self._table.append(entry)
        self._table.extend(children)
        return node
