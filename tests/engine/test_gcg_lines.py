"""GCG files as lines, odd ones included."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.records.gcg_lines import (
    Broken,
    GcgError,
    GcgLine,
    HandPoints,
    LaidWord,
    LeftOver,
    Move,
    NoPlay,
    Swapped,
    TakenBack,
    read_gcg,
)
from engine.squares import Direction, Square

GAMES = Path(__file__).parent.parent / "data" / "gcg"
H8 = Square(7, 7)


def line(text: str) -> GcgLine:
    return read_gcg(f"#player1 a A\n{text}".encode()).lines[0]


@pytest.mark.parametrize(
    ("text", "rack", "move", "points", "total"),
    [
        (">a: QUIZSEA 8H QUIZ +48 48", "QUIZSEA", LaidWord(H8, Direction.ACROSS, "QUIZ"), 48, 48),
        (">a: ?UIZ h8 qUIZ 28 28", "?UIZ", LaidWord(H8, Direction.DOWN, "qUIZ"), 28, 28),
        ("> a : S 8h .S. +4 9 AS, remarks", "S", LaidWord(H8, Direction.ACROSS, ".S."), 4, 9),
        (">a: QUZ\t8H QU(I)Z +48 48", "QUZ", LaidWord(H8, Direction.ACROSS, "QUIZ"), 48, 48),
        (">a: 8H QUIZ +48 48", "", LaidWord(H8, Direction.ACROSS, "QUIZ"), 48, 48),
        (">a: QUIZSEA -QU +0 7", "QUIZSEA", Swapped(2, "QU"), 0, 7),
        (">a: QUIZSEA -4 0 7", "QUIZSEA", Swapped(4, None), 0, 7),
        (">a: QUIZSEA -  +0 7", "QUIZSEA", NoPlay(), 0, 7),
        (">a: QUIZSEA --  -48 0", "QUIZSEA", TakenBack(), -48, 0),
        (">a: ??????? (challenge) +5 53", "", HandPoints("challenge"), 5, 53),
        (">a: UNKNOWN (challenge) +5 53", "", HandPoints("challenge"), 5, 53),
        (">a: QUIZSEA 8H QUIZ +48", "QUIZSEA", LaidWord(H8, Direction.ACROSS, "QUIZ"), 48, None),
        (">a:  (TIME) -10 43", "", HandPoints("time"), -10, 43),
        (">a:  (QI?) +22 65", "", LeftOver("QI?"), 22, 65),
        (">a: QI (QI) +-11 -4", "QI", LeftOver("QI"), -11, -4),
    ],
)
def test_a_line_says_what_was_done(
    text: str, rack: str, move: Move, points: int, total: int | None
) -> None:
    assert line(text) == GcgLine(2, "a", rack, move, points, total)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (">a", "this line doesn’t start with a player’s name and a colon"),
        (">: QUIZ 8H QUIZ +48 48", "this line doesn’t start with a player’s name and a colon"),
        (">a:", "before it says what was done"),
        (">a: QUIZSEA", "before it says what was done"),
        (">a: QUIZSEA 8H", "before the word"),
        (">a: QUIZSEA 8H +48 48", "before the word"),
        (">a: QUIZSEA 8H QUIZ", "without its points and total"),
        (">a: QUIZSEA 8H [XY]OZ +48 48", "[XY] isn’t on any tile of any set"),
        (">a: QUIZSEA H QUIZ +48 48", "'H' isn’t a place on a board"),
        (">a: (QI +22 65", "in brackets"),
        (">a: () +0 65", "in brackets"),
    ],
)
def test_a_line_that_says_nothing_says_why(text: str, why: str) -> None:
    move = line(text).move
    assert isinstance(move, Broken)
    assert why in move.why


@pytest.mark.parametrize("cut", range(1, 26, 4))
def test_a_line_cut_in_the_middle_is_noticed(cut: int) -> None:
    whole = ">a: QUIZSEA 8H QUIZ +48 48"
    short = line(whole[:cut])
    assert isinstance(short.move, Broken) or short.total is None or cut == len(whole) - 1


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ("", "utf-8"),
        ("", "latin-1"),
        ("#character-encoding UTF-8\n", "utf-8"),
        ("#character-encoding UTF-8\n", "utf-8-sig"),
        ("#character-encoding ISO-8859-1\n", "latin-1"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_names_are_read_in_any_encoding(head: str, encoding: str, end: str) -> None:
    text = f"{head}#player1 zoé Zoé\n\n>zoé: Ü 8H ÜB +8 8\n".replace("\n", end)
    file = read_gcg(text.encode(encoding))
    assert file.sides[0] == file.lines[0].side == "zoé"
    assert file.lines[0].number == 3 + bool(head)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("#tile-distribution french\n", "fr"),
        ("#lexicon ODS8\n", "fr"),
        ("#lexicon\tODS8\n", "fr"),
        ("#\n#lexicon\n", "en"),
        ("#lexicon RD28\n", "de"),
        ("#lexicon CSW24\n", "en"),
        ("", "en"),
        (">a: ÄHRE 8H ÄHRE +18 18\n", "de"),
    ],
)
def test_the_language_is_what_the_file_says_or_shows(text: str, language: str) -> None:
    assert read_gcg(f"#player1 a A\n{text}".encode()).language == language


def test_sides_are_named_by_the_head_or_by_the_lines() -> None:
    assert read_gcg(b"#player2 b B\n#player1 a A\n").sides == ("a", "b")
    assert read_gcg(b">b: - +0 0\n>a: - +0 0\n").sides == ("b", "a")
    assert read_gcg(b">b: - +0 0\n").sides == ("b", "player2")


def test_notes_that_run_on_and_unknown_pragmas_are_no_moves() -> None:
    file = read_gcg((GAMES / "odd.gcg").read_bytes())
    assert [line.number for line in file.lines] == [6, *range(9, 14), *range(15, 26)]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no line starts with"),
        (b"Dear all,\nsee you on Friday.\n", "no line starts with"),
        (b"\x89PNG\r\n\x1a\n\0\0", "This isn’t a GCG file: it isn’t text"),
        (b"#player1 a A\n#player2 a B\n", "the same name"),
        (b"#player1 a A\n#tile-distribution klingon\n", "'klingon'"),
        (b"#player1 a A\n#tilekeeper-game nhl\n", "can’t be read"),
        (b"#player1 a A\n#tilekeeper-game [1]\n", "can’t be read"),
        (b"#player1 a A\n#tilekeeper-game " + b"[" * 50_000 + b"\n", "can’t be read"),
        (
            b'#player1 a A\n#tilekeeper-game {"variant": "nhl", "variant": "classic"}\n',
            "the key 'variant' appears twice",
        ),
        (b'#player1 a A\n#tilekeeper-game {"variant": 7}\n', "should name a variant"),
    ],
)
def test_what_is_no_gcg_is_refused_with_a_sentence(data: bytes, says: str) -> None:
    with pytest.raises(GcgError, match=says):
        read_gcg(data)
