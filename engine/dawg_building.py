"""Makes word graphs (engine/dawg.py): a whole one from a list, or a changed one from another.

Knows no files and no languages: words come in as they are laid, in the letters of an alphabet.
Tests: tests/engine/test_dawg.py.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping

from engine.dawg import ENDS_WORD, LETTERS, Dawg, Node, as_file

MOST_LETTERS = 31
"""Bits of an entry beside the one that ends a word."""


def build_dawg(words: Iterable[str], alphabet: str) -> Dawg:
    """The smallest graph of these words (Daciuk and others, 2000, for sorted words).

    ValueError for a letter that the alphabet has not got.
    """
    if len(alphabet) > MOST_LETTERS:
        raise ValueError(f"an alphabet has {MOST_LETTERS} letters at most, not {len(alphabet)}")
    spelled = sorted(set(_spelled(words, alphabet)))
    return Dawg(_table(_frozen(spelled)), alphabet, len(spelled))


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


def _frozen(words: list[bytes]) -> list[_Frozen]:
    """Every different node once, children before parents, the root last."""
    known: dict[_Frozen, int] = {}
    path: list[list[int]] = [[0]]
    before = b""
    for word in words:
        shared = 0
        for one, other in zip(before, word, strict=False):
            if one != other:
                break
            shared += 1
        _close(path, before, shared, known)
        path.extend([0] for _ in range(len(word) - shared))
        path[-1][0] |= ENDS_WORD
        before = word
    _close(path, before, 0, known)
    nodes = list(known)
    nodes.append(tuple(path[0]))
    return nodes


def _close(path: list[list[int]], word: bytes, depth: int, known: dict[_Frozen, int]) -> None:
    """Finish the nodes deeper than `depth`; equal ones become one."""
    while len(path) - 1 > depth:
        node = tuple(path.pop())
        number = known.setdefault(node, len(known))
        parent = path[-1]
        parent[0] |= 1 << word[len(path) - 1]
        parent.append(number)


def _table(nodes: list[_Frozen]) -> array[int]:
    """The nodes in one table, the root first."""
    places = [0] * len(nodes)
    place = 0
    for number in range(len(nodes) - 1, -1, -1):
        places[number] = place
        place += len(nodes[number])
    table = array("I")
    for entry, *children in reversed(nodes):
        table.append(entry)
        table.extend(places[child] for child in children)
    return table


def changed(dawg: Dawg, more: Iterable[str] = (), fewer: Iterable[str] = ()) -> Dawg:
    """The graph with some words more and some fewer; the given one stays as it is.

    The new graph is a copy in memory, with new nodes along the way of every word changed, so it
    is meant for hundreds of words, not for a list. ValueError as build_dawg.
    """
    table = array("I")
    table.frombytes(memoryview(dawg.table).cast("B"))
    copy = _Changing(table, dawg.bits)
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

    def __init__(self, table: array[int], bits: Mapping[str, int]) -> None:
        self._table = table
        self._bits = bits

    def set(self, node: Node | None, word: str, wanted: bool) -> Node:
        """A copy of a node (None: a node without anything) from which `word` is one, or is not."""
        entry, children = self._read(node)
        if not word:
            return self._write(entry | ENDS_WORD if wanted else entry & LETTERS, children)
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
        return entry, list(self._table[node + 1 : node + 1 + (entry & LETTERS).bit_count()])

    def _write(self, entry: int, children: list[Node]) -> Node:
        node = len(self._table)
        self._table.append(entry)
        self._table.extend(children)
        return node
