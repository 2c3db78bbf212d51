"""Odd GCG files, as they are found: each is read, or refused with a sentence that names what is odd
about it, and what somebody wrote of a rack is held against no side."""

from __future__ import annotations

import pytest

from engine.records.gcg import replay_gcg
from engine.records.gcg_lines import GcgError, read_gcg
from engine.records.replayed import Replayed

HEAD = ("#player1 ann Ann Lee", "#player2 ben Ben Example")
QUIZ = ">ann: QUIZ 8H QUIZ +44 44"


def replayed(*lines: str) -> Replayed:
    return replay_gcg("\n".join((*HEAD, *lines)).encode())


def sentences(game: Replayed) -> list[str]:
    return [str(fault) for fault in game.faults]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("#lexicon Klingon1", "The lexicon 'Klingon1' isn’t known, so it’s unclear which tiles"),
        ("#tile-distribution klingon", "The tiles 'klingon' aren’t known; there are english"),
        ("#board-layout HyperCrosswordGame", "The board 'HyperCrosswordGame' isn’t known"),
        ("#game-type wordsmog", "The game 'wordsmog' isn’t known"),
        ("#note Variant: wordsmog", "The game 'wordsmog' isn’t known"),
        ("#note BoardLayout: HyperCrosswordGame", "The board 'HyperCrosswordGame' isn’t known"),
    ],
)
def test_what_isnt_played_here_is_refused_by_its_name(line: str, says: str) -> None:
    with pytest.raises(GcgError, match=says):
        replayed(line, QUIZ)


@pytest.mark.parametrize(
    "line", ["#board-layout CrosswordGame", "#game-type classic", "#lexicon NWL23", "#lexicon"]
)
def test_what_is_played_here_is_read(line: str) -> None:
    assert replayed(line, QUIZ).consistent


@pytest.mark.parametrize(
    ("head", "word", "points", "language"),
    [
        ((), "ŻÓŁW", 28, "pl"),
        (("#lexicon OSPS49",), "ZIMA", 10, "pl"),
        (("#tile-distribution polish",), "ZIMA", 10, "pl"),
        (("#note LetterDistribution: polish",), "ZIMA", 10, "pl"),
        (("#lexicon FISE2",), "AÑO", 20, "es"),
        ((), "AÑO", 20, "es"),
        ((), "ÖL", 20, "de"),
    ],
)
def test_a_game_is_read_with_its_own_tiles(
    head: tuple[str, ...], word: str, points: int, language: str
) -> None:
    game = replayed(*head, f">ann: {word} 8H {word} +{points} {points}")
    assert (game.record.language, sentences(game)) == (language, [])


def test_a_letter_that_the_set_hasnt_is_named_with_the_set() -> None:
    assert sentences(replayed("#lexicon CSW21", ">ann: ŻÓŁW 8H ŻÓŁW +28 28")) == [
        "Line 4: Ż isn’t on any tile of the English set, with which this file is read; a line"
        " #tile-distribution would name another."
    ]


def test_a_rack_that_disagrees_is_noted_and_the_game_goes_on() -> None:
    game = replayed(
        ">ann: QUIX 8H QUIZ +44 44", ">ben: AEI -OU +0 0", ">ann: S L8 S +24 68", ">ben: - +0 0"
    )
    assert sentences(game)[:2] == [
        "Line 3: Z of QUIZ isn’t on the rack QUIX.",
        "Line 4: OU of exchanged OU isn’t on the rack AEI.",
    ]
    assert (game.broken_off, game.turns, game.totals["ann"]) == (False, 4, 68)


def test_totals_that_a_file_never_gives_are_reckoned() -> None:
    game = replayed(">ann: QUIZ 8H QUIZ +44", ">ben: A 9I A +3", ">ann: S L8 S +24")
    assert (game.faults, game.totals) == ((), {"ann": 68, "ben": 3})


def test_a_missing_total_among_others_is_noticed() -> None:
    game = replayed(QUIZ, ">ben: A 9I A +3", ">ann: S L8 S +24 68")
    assert sentences(game) == ["Line 4: the line ends without its total."]
    assert not game.broken_off


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (HEAD, "Ann"),
        (HEAD, "Ann Lee"),
        (HEAD, "ANN_LEE"),
        (("#player1 Ann_Lee A L", "#player2 ben B"), "Ann Lee"),
        (("#player1 a:n:n A L", "#player2 ben B"), "a:n:n"),
    ],
)
def test_a_player_is_known_by_any_writing_of_the_name(head: tuple[str, ...], name: str) -> None:
    game = replay_gcg("\n".join((*head, f">{name}: QUIZ 8H QUIZ +44 44")).encode())
    assert (game.faults, list(game.totals.values())) == ((), [44, 0])


def test_a_name_of_several_words_is_one_name_as_well_as_a_short_one_and_another() -> None:
    game = replayed(
        "#player1 Ann Lee",
        "#player2 ben Benjamin de Vries",
        ">Ann Lee: CAT 8G CAT +10 10",
        ">Benjamin de Vries: - +0 0",
    )
    assert game.consistent
    assert game.game.state.totals == {"Ann": 10, "ben": 0}


@pytest.mark.parametrize("head", ["", "#character-encoding ISO-8859-1\n"])
def test_quotes_of_windows_are_quotes(head: str) -> None:
    text = f"{head}#player1 ann\n#player2 ben\n>ann: CAT 8G CAT +10 10\n#note “so” – she said…\n"
    noted = replay_gcg(text.encode("cp1252")).record.remarks.notes[0].text
    assert noted == "“so” – she said…"
    odd = b"#player1 ann\n#player2 ben\n>ann: CAT 8G CAT +10 10\n#note \x81\xe9\n"
    assert replay_gcg(odd).record.remarks.notes[0].text.endswith("é")


def test_who_is_none_of_the_players_is_named() -> None:
    assert sentences(replayed(QUIZ, ">eve: A 9I A +2 2")) == [
        "Line 4: eve isn’t one of the players ann and ben."
    ]


def test_a_play_taken_back_for_nothing_is_one_sentence() -> None:
    game = replayed(QUIZ, ">ann: QUIZ -- +0 0", ">ben: AB 8G BA +8 8")
    assert sentences(game) == ["Line 4: points taken back: it says 0, but it’s -44."]
    assert game.game.state.totals == {"ann": 0, "ben": 8}


def test_a_first_word_off_the_centre_is_one_sentence() -> None:
    assert sentences(replayed(">ann: QUIZ 1A QUIZ +48 48")) == [
        "Line 3: The first word must cover H8."
    ]


def test_notes_and_head_are_read_with_the_game() -> None:
    file = read_gcg(
        "\n".join(
            (*HEAD, "#title A final", "#note before", QUIZ, "#note why not", "QUIZ again", "", ">x")
        ).encode()
    )
    assert file.notes == ((0, "before"), (1, "why not\nQUIZ again"))
    assert (file.head["title"], file.names["ben"]) == ("A final", "Ben Example")
