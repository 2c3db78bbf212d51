"""Makes word graphs (engine/dawg.py): a whole one from a list, or a changed one from another.

Knows no files and no languages: words come in as they are laid, in the letters of an alphabet.
Tests: tests/engine/test_dawg.py.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping

from engine.dawg import ENDS_WORD, LETTERS, Dawg, Node, as_file

MOST_LETTERS = 31
"""Bits of an entry beside the one that ends a word."""


TOLD_EVERY = 1 << 12
"""Words after which it is told how far the building is: some hundred times a second."""
LONGEST_KNOWN_END = 6
"""Letters of an end of a word that is remembered whole; longer ones are seldom met again."""


def build_dawg(
    words: Iterable[str], alphabet: str, tell: Callable[[float], None] | None = None
) -> Dawg:
    """The smallest graph of these words (Daciuk and others, 2000, for sorted words).

    ValueError for a letter that the alphabet has not got. `tell` is told which part of the work is
    done, from 0 to 1.
    """
    if len(alphabet) > MOST_LETTERS:
        raise ValueError(f"an alphabet has {MOST_LETTERS} letters at most, not {len(alphabet)}")
    spelled = sorted(_spelled(words, alphabet))
    nodes, count = _frozen(spelled, tell)
    return Dawg(_table(nodes), alphabet, count)


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


def _frozen(words: list[bytes], tell: Callable[[float], None] | None) -> tuple[list[_Frozen], int]:
    """Every different node once, children before parents, the root last; and how many different
    words there are.

    Only where words part is a node kept open; from there on a word is an end of its own, and most
    ends are known already: that is three times as quick as letter by letter.
    """
    known: dict[_Frozen, int] = {}
    ends: dict[bytes, int] = {b"": known.setdefault((ENDS_WORD,), 0)} if any(words) else {}
    path: list[list[int]] = [[0]]
    count = shared = 0
    for place, word in enumerate(words):
        if tell is not None and place % TOLD_EVERY == 0:
            tell(place / len(words))
        last = place + 1 == len(words)
        after = b"" if last else words[place + 1]
        if word == after and not last:
            continue
        count += 1
        ahead = _shared(word, after)
        # Letters shared with the word before are open already, those shared with the next are now.
        path.extend([0] for _ in range(ahead - shared))
        if len(word) == len(path) - 1:
            path[-1][0] |= ENDS_WORD
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
