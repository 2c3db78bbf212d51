"""Dawg: a word list as a graph that is mapped, not loaded; it judges words and serves search.

Knows neither languages nor households, and nothing of how a list is made (engine/dawg_building.py).
Tests: tests/engine/test_dawg.py.

Reading it. A node is a plain int; `root` is the empty beginning of every word:

    dawg = Dawg.open(path)
    dawg.step(node, "Q")       the node after one more letter, or None: no word goes on so
    dawg.ends_word(node)       whether the letters up to here are a word
    dawg.children(node)        every (letter, node) that goes on, in the order of the alphabet

The same without a call a letter, for loops that must be fast. `table` holds a node as one entry
that says which letters go on, followed by one entry a letter, the child, in that order:

    entry = dawg.table[node]
    entry & ENDS_WORD          the letters up to here are a word
    entry & LETTERS            a bit a letter that goes on: 1 << alphabet.index(letter)
    allowed = entry & LETTERS & rack_bits & cross_bits
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
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

Node: TypeAlias = int
Table: TypeAlias = "array[int] | memoryview[int]"

ENDS_WORD = 1 << 31
LETTERS = ENDS_WORD - 1
MAGIC = b"TKWORDS1"
"""First bytes of a list's file; the digit is the version of the form.

Then a uint32, the length of a JSON object that describes the list ("alphabet" and "words" are
always in it) padded to whole entries, then the table; all numbers are little-endian uint32.
"""
ANY_LETTER = "?"


class WordFileError(ValueError):
    """A file that is no list in this form; the text is one sentence that says what is wrong."""


class Dawg:
    """A list as a minimal automaton; see the top of the file for reading it.

    `table` holds the entries (uint32), `about` what the file says of itself; `count` is
    the number of words.
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
            if size < len(MAGIC) + 4:
                raise WordFileError(f"{path} is no word list of this program: it is too short.")
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return cls.from_bytes(memoryview(mapped), str(path))

    @classmethod
    def from_bytes(cls, data: memoryview, name: str) -> Dawg:
        """The list in these bytes; `name` is what an error calls it."""
        if bytes(data[: len(MAGIC)]) != MAGIC:
            raise WordFileError(f"{name} is no word list of this program (version 1).")
        start = len(MAGIC) + 4
        end = start + int.from_bytes(data[len(MAGIC) : start], "little")
        try:
            about = json.loads(bytes(data[start:end]))
            alphabet, count, entries = about["alphabet"], int(about["words"]), int(about["entries"])
        except (ValueError, KeyError, TypeError) as error:
            raise WordFileError(f"{name} is damaged: its description can't be read.") from error
        if end % 4 or len(data) - end != 4 * entries:
            raise WordFileError(f"{name} is damaged: it is not as long as it says.")
        texts = {key: value for key, value in about.items() if isinstance(value, str)}
        return cls(_entries(data[end:]), str(alphabet), count, about=MappingProxyType(texts))

    def step(self, node: Node, letter: str) -> Node | None:
        """The node after one more letter; None if no word goes on so."""
        bit = self.bits.get(letter, 0)
        entry = self.table[node]
        if not entry & bit:
            return None
        return self.table[node + 1 + (entry & (bit - 1)).bit_count()]

    def ends_word(self, node: Node) -> bool:
        """Whether the letters that led here are a word."""
        return self.table[node] & ENDS_WORD != 0

    def children(self, node: Node) -> Iterator[tuple[str, Node]]:
        """Every letter that goes on, with the node it leads to, in the order of the alphabet."""
        rest = self.table[node] & LETTERS
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


def _entries(data: memoryview) -> Table:
    if sys.byteorder == "little":
        return data.cast("I")
    table = array("I", bytes(data))
    table.byteswap()
    return table


def as_file(table: Iterable[int], about: Mapping[str, str | int]) -> bytes:
    """A list's file: the same table and description give the same bytes."""
    entries = array("I", table)
    described = json.dumps({**about, "entries": len(entries)}, sort_keys=True).encode()
    described += b" " * (-len(described) % 4)
    if sys.byteorder != "little":
        entries.byteswap()
    return MAGIC + len(described).to_bytes(4, "little") + described + entries.tobytes()
