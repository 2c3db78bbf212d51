"""Word graphs: what goes in comes out, changed graphs, files, and files that are none."""

from __future__ import annotations

import string
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.words import dawg
from engine.words.dawg import (
    Dawg,
    Node,
    WordFileError,
    build_dawg,
    changed,
    dawg_file,
)

GERMAN = string.ascii_uppercase + "ÄÖÜ"
WIDE = string.ascii_uppercase + string.ascii_lowercase[:11] + "Ü"
"""More letters than 31, in the order of their code points."""
both = pytest.mark.parametrize("letters", [GERMAN, WIDE])
WORDS = st.sets(st.text("ABCÜ", max_size=6), max_size=40)


@both
@given(words=WORDS)
def test_the_words_that_went_in_come_out_in_order(letters: str, words: set[str]) -> None:
    dawg = build_dawg(words, letters)
    assert list(dawg) == sorted(words)
    assert len(dawg) == len(words)


@both
@given(words=WORDS, other=st.text("ABCÜ", max_size=6))
def test_exactly_the_words_are_in_it(letters: str, words: set[str], other: str) -> None:
    dawg = build_dawg(words, letters)
    assert all(word in dawg for word in words)
    assert (other in dawg) == (other in words)


@both
@given(words=WORDS, more=WORDS, fewer=WORDS)
def test_a_changed_graph_has_the_words_changed_and_the_old_one_stays(
    letters: str, words: set[str], more: set[str], fewer: set[str]
) -> None:
    dawg = build_dawg(words, letters)
    after = changed(dawg, more, fewer)
    wanted = (words - fewer) | more
    assert list(after) == sorted(wanted)
    assert len(after) == len(wanted)
    assert list(dawg) == sorted(words)
    assert no_way_leads_nowhere(after)


def no_way_leads_nowhere(dawg: Dawg) -> bool:
    """Whether every letter that goes on leads to a word in the end, as search relies on."""
    waiting = [child for _, child in dawg.children(dawg.root)]
    while waiting:
        node = waiting.pop()
        if not dawg.table[node]:
            return False
        waiting.extend(child for _, child in dawg.children(node))
    return True


@given(WORDS, st.text("ABCÜ?", max_size=5))
def test_a_question_mark_stands_for_any_one_letter(words: set[str], pattern: str) -> None:
    expected = [
        word
        for word in sorted(words)
        if len(word) == len(pattern)
        and all(p in ("?", letter) for p, letter in zip(pattern, word, strict=True))
    ]
    assert list(build_dawg(words, GERMAN).matches(pattern)) == expected


@both
@given(words=WORDS)
def test_the_three_ways_to_read_a_node_agree(letters: str, words: set[str]) -> None:
    dawg = build_dawg(words, letters)
    waiting: list[Node] = [dawg.root]
    while waiting:
        node = waiting.pop()
        children = dict(dawg.children(node))
        for letter in dawg.alphabet:
            assert dawg.step(node, letter) == children.get(letter)
            assert dawg.follow(letter, node) == children.get(letter)
        entry = dawg.table[node]
        assert [dawg.letters[b] for b in dawg.letters if entry & b] == list(children)
        assert dawg.ends_word(node) == bool(entry & dawg.ends)
        for letter, child in children.items():
            place = (entry & (dawg.bits[letter] - 1)).bit_count()
            assert dawg.table[node + 1 + place] == child != 0
        waiting.extend(children.values())


def test_a_word_is_only_what_ends_there() -> None:
    dawg = build_dawg(["CATS", "DOG"], string.ascii_uppercase)
    assert "CAT" not in dawg
    assert "" not in dawg
    assert "CATSS" not in dawg
    assert "Ö" not in dawg
    assert "C?TS" not in dawg
    assert 7 not in dawg
    assert dawg.step(dawg.root, "?") is None


def test_words_with_the_same_endings_share_them() -> None:
    stems = [a + b for a in string.ascii_uppercase for b in string.ascii_uppercase]
    dawg = build_dawg([stem + end for stem in stems for end in ("", "S", "ING")], GERMAN)
    assert len(dawg.table) == 27 + 27 + 3 + 2 + 2 + 1


def test_a_letter_outside_the_alphabet_is_refused() -> None:
    with pytest.raises(ValueError, match="the alphabet has no letter 'Ü'"):
        build_dawg(["ÜBER"], string.ascii_uppercase)
    with pytest.raises(ValueError, match="the alphabet has no letter 'é'"):
        changed(build_dawg([], GERMAN), more=["NÖé"])
    with pytest.raises(ValueError, match="63 letters at most, not 64"):
        build_dawg([], "".join(map(chr, range(65, 129))))


@pytest.mark.parametrize(("letters", "begins"), [(GERMAN, b"TKWORDS1"), (WIDE, b"TKWORDS2")])
def test_a_file_holds_the_words_and_what_it_says_of_itself(
    tmp_path: Path, letters: str, begins: bytes
) -> None:
    words = ["ÜBER", "CAT", "CATS"]
    data = dawg_file(build_dawg(words, letters), {"list": "ours 1"})
    assert data.startswith(begins)
    (tmp_path / "x.dawg").write_bytes(data)
    dawg = Dawg.open(tmp_path / "x.dawg")
    assert list(dawg) == sorted(words)
    assert (dawg.count, dawg.alphabet, dawg.about["list"]) == (3, letters, "ours 1")
    assert "CATSUP" in changed(dawg, more=["CATSUP"])


def test_the_same_words_in_any_order_give_the_same_bytes() -> None:
    words = ["".join(pair) for pair in pairwise("THEQUICKBROWNFOX")]
    one = dawg_file(build_dawg(words, GERMAN), {"list": "x", "language": "de"})
    other = dawg_file(build_dawg([*words[::-1], "TH"], GERMAN), {"language": "de", "list": "x"})
    assert one == other


GOOD = dawg_file(build_dawg(["CAT", "CATS"], GERMAN), {"list": "x"})


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "too short"),
        (b"TKWORDS", "too short"),
        (b"CAT\nCATS\nDOG\n", "isn’t a word list of this program"),
        (
            GOOD.replace(b"TKWORDS1", b"TKWORDS3"),
            "isn’t a word list of this program .version 1 or 2",
        ),
        (GOOD[:-4], "is damaged: it isn’t as long as it says"),
        (GOOD + b"\0\0\0\0", "is damaged: it isn’t as long as it says"),
        (GOOD[:30], "is damaged: its description can’t be read"),
        (GOOD.replace(b'"alphabet"', b'"alphabat"'), "is damaged: its description can’t be read"),
        (GOOD[:8] + b"\xff\xff\xff\xff" + GOOD[12:], "is damaged: its description can’t be read"),
        (GOOD[:12] + b"\x80" + GOOD[13:], "is damaged: its description can’t be read"),
    ],
)
def test_a_file_that_is_no_list_is_one_clear_sentence(
    tmp_path: Path, data: bytes, expected: str
) -> None:
    path = tmp_path / "x.dawg"
    path.write_bytes(data)
    with pytest.raises(WordFileError, match=expected) as wrong:
        Dawg.open(path)
    assert str(path) in str(wrong.value)


@given(words=st.lists(st.text("ABC", max_size=5)))
def test_it_is_the_smallest_graph_of_just_these_words(words: list[str]) -> None:
    dawg = build_dawg(words, GERMAN)
    assert list(dawg) == sorted(set(words))
    assert dawg.count == len(set(words))
    ends = {frozenset(w[n:] for w in words if w.startswith(b)) for b, n in beginnings(words)}
    nodes, waiting = set[int](), [dawg.root]
    while waiting:
        node = waiting.pop()
        nodes.add(node)
        waiting.extend(child for _, child in dawg.children(node))
    assert len(nodes) == max(len(ends), 1)


def beginnings(words: list[str]) -> set[tuple[str, int]]:
    return {(word[:n], n) for word in words for n in range(len(word) + 1)}


def test_it_is_reported_how_far_the_building_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dawg, "PROGRESS_EVERY", 2)
    parts: list[float] = []
    build_dawg(["A", "B", "C", "AA"], GERMAN, parts.append)
    assert parts == [0, 0.5]
