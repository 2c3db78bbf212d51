"""Tiles of several letters: one tile, one square and one letter of a word; read, counted, judged
and written as other programs write them."""

from __future__ import annotations

from pathlib import Path

import pytest
from gcg_readers import Macondo, Quackle, Woogles
from random_games import random_game

from engine.faults import FaultCode
from engine.position import Position
from engine.records.gcg import replay_gcg
from engine.records.gcg_lines import DISTRIBUTIONS
from engine.records.gcg_writing import write_gcg
from engine.records.record import GameRecord, read_record, write_record
from engine.records.replayed import Replayed
from engine.scoring import ScoredPlay, judge_play
from engine.search import all_plays
from engine.squares import Direction, Square
from engine.tiles import (
    DIGRAPHS,
    FURTHER_SETS,
    TILE_LANGUAGES,
    from_gcg,
    load_tile_set,
    to_gcg,
)
from engine.variants import Variant, load_variant
from engine.words.lexicon import Lexicon

HEAD = "#player1 ann Ann\n#player2 ben Ben\n"
SETS = ("ca", "cy", "es-digraphs", "hr", "hu")


def replayed(head: str, *lines: str) -> Replayed:
    return replay_gcg("\n".join((HEAD + head, *lines)).encode())


def sentences(game: Replayed) -> list[str]:
    return [str(fault) for fault in game.faults]


def laid(start: str, tiles: str) -> dict[Square, str]:
    first = Square.parse(start)
    return {first.step(Direction.ACROSS, n): tile for n, tile in enumerate(from_gcg(tiles))}


# --- the sets ---


def test_each_has_a_character_of_its_own_with_a_small_form() -> None:
    own = list(DIGRAPHS.values())
    assert len(set(own)) == len(own)
    for one in own:
        assert (len(one), one.lower().upper(), one.isupper()) == (1, one, True)
        assert one.lower().islower()
    sets = [load_tile_set(name) for name in (*TILE_LANGUAGES, *FURTHER_SETS, "topword")]
    shown = {one for tiles in sets for one in tiles.letters if one not in tiles.spellings}
    assert not shown & set(own)


def test_the_page_of_records_names_them_all() -> None:
    page = (Path(__file__).parents[2] / "docs" / "game-record.md").read_text(encoding="utf-8")
    assert [text for text, one in DIGRAPHS.items() if f"`{one}` {text}" not in page] == []


@pytest.mark.parametrize(
    ("name", "total", "shown"),
    [
        ("ca", 100, {"L·L": 10, "NY": 10, "QU": 8}),
        ("cy", 105, {"CH": 5, "DD": 1, "FF": 4, "LL": 5, "NG": 10, "RH": 10, "TH": 4}),
        ("es-digraphs", 100, {"CH": 5, "LL": 8, "RR": 8}),
        ("hr", 103, {"DŽ": 10, "LJ": 4, "NJ": 4}),
        ("hu", 100, {"CS": 7, "GY": 4, "LY": 8, "NY": 5, "SZ": 3, "TY": 10, "ZS": 8}),
    ],
)
def test_the_sets_have_their_tiles(name: str, total: int, shown: dict[str, int]) -> None:
    tiles = load_tile_set(name)
    assert tiles.total == total
    assert {text: tiles.values[one] for text, one in tiles.digraphs.items()} == shown


def test_spanish_has_them_as_a_further_set() -> None:
    assert {"ca", "cy", "hr", "hu"} <= set(TILE_LANGUAGES)
    assert not set(FURTHER_SETS) & set(TILE_LANGUAGES)
    assert (load_tile_set("es").total, load_tile_set("es-digraphs").total) == (97, 100)


def test_whole_sets_are_what_other_programs_mean_by_a_name() -> None:
    assert DISTRIBUTIONS["spanish"] == "es-digraphs"
    assert DISTRIBUTIONS["english_super"] == "en-super"
    assert {load_tile_set(name).language for name in DISTRIBUTIONS.values()} == set(TILE_LANGUAGES)


@pytest.mark.parametrize("text", ["[CH]O[rr]", "A[NY]S", "[l·l]A", "QUIZ", "C.A?"])
def test_what_is_written_is_read_again(text: str) -> None:
    assert to_gcg(from_gcg(text)) == text


def test_brackets_alone_put_letters_together() -> None:
    assert (len(from_gcg("CH")), len(from_gcg("[CH]"))) == (2, 1)
    assert from_gcg("[L-L]") == from_gcg("[L•L]") == from_gcg("[L·L]")
    for strange in ("[XY]", "[]", "Ƈ"):
        with pytest.raises(ValueError, match="isn’t on any tile of any set"):
            from_gcg(strange)


# --- plays and words ---


def spanish(**options: object) -> Variant:
    return load_variant("classic", "es", {"tiles": "es-digraphs", **options})


def test_such_a_tile_is_one_square_of_a_word_and_a_blank_counts_nothing() -> None:
    rules, empty = spanish(), Position(15)
    judged = judge_play(rules, empty, laid("H8", "[CH]O[ll]A"))
    assert isinstance(judged, ScoredPlay)
    assert (judged.points, judged.words[0].text) == ((5 + 1 + 0 + 1) * 2, "CHOLLA")
    twice = judge_play(rules, empty, laid("H8", "[CH]O[CH]A"))
    assert not isinstance(twice, ScoredPlay)
    assert (twice[0].code, "tiles [CH]" in twice[0].sentence) == (
        FaultCode.TOO_MANY_OF_A_TILE,
        True,
    )


def test_words_are_judged_by_their_tiles() -> None:
    rules = spanish(lexicon=["calle", "perro", "cho"])
    for tiles, good in (("CA[LL]E", True), ("CA[ll]E", True), ("CALLE", False), ("CHO", False)):
        judged = judge_play(rules, Position(15), laid("H8", tiles))
        assert isinstance(judged, ScoredPlay) == good, tiles


def test_two_tiles_where_one_has_both_letters_are_kept_apart_by_a_stroke() -> None:
    rules = load_variant("classic", "hr", {"lexicon": ["tan|jug", "konj"]})
    assert isinstance(judge_play(rules, Position(15), laid("H8", "KO[NJ]")), ScoredPlay)
    assert isinstance(judge_play(rules, Position(15), laid("H8", "TANJUG")), ScoredPlay)
    assert not isinstance(judge_play(rules, Position(15), laid("H8", "KONJ")), ScoredPlay)


def test_a_search_finds_words_by_their_tiles() -> None:
    rules = spanish(lexicon=["calle", "llaca", "chal"])
    assert isinstance(rules.judge_word, Lexicon)
    found = all_plays(rules, Position(15), from_gcg("CAA[LL]E?"), rules.judge_word)
    assert {play.words for play in found} == {("CALLE",), ("LLACA",)}
    assert all(len(play.path) < 6 for play in found)


def test_a_household_may_give_such_a_tile_another_value() -> None:
    assert spanish(values={"CH": 3}).tile_set.value(from_gcg("[CH]")) == 3


def test_a_list_may_have_every_letter_of_a_language_with_thirty_eight() -> None:
    rules = load_variant("classic", "hu", {"lexicon": ["gyász", "zseb", "asszony"]})
    assert isinstance(judge_play(rules, Position(15), laid("H8", "[GY]Á[SZ]")), ScoredPlay)
    letters = load_tile_set("hu").letters
    all_of_them = ["".join(letters[:19]), "".join(letters[19:])]
    lexicon = load_variant("classic", "hu", {"lexicon": all_of_them}).judge_word
    assert lexicon is not None
    assert all(map(lexicon, all_of_them))


@pytest.mark.parametrize(
    ("tiles", "text"),
    [
        ("[GY]Á[SZ]", "GYÁSZ"),
        ("AS[SZ]O[NY]", "ASSZONY"),
        ("EGÉ[SZ]SÉG", "EGÉSZSÉG"),
        ("KÖ[ZS]ÉG", "KÖZSÉG"),
        ("KÖZSÉG", "KÖZ|SÉG"),
        ("C[SZ]", "C|SZ"),
    ],
)
def test_a_word_of_tiles_is_written_as_it_is_laid_again(tiles: str, text: str) -> None:
    hungarian = load_tile_set("hu")
    assert hungarian.detokenized(from_gcg(tiles)) == text
    assert hungarian.tokenized(text) == from_gcg(tiles)
    assert load_tile_set("pl").detokenized("ŻÓŁĆ") == "ŻÓŁĆ"


# --- files ---


@pytest.mark.parametrize(
    ("head", "rack", "word", "points", "language"),
    [
        ("#lexicon FISE2", "[CH]AOZ", "[CH]OZA", 34, "es"),
        ("#tile-distribution spanish", "?AOZ", "[ch]OZA", 24, "es"),
        ("", "[CH]AOZ", "[CH]OZA", 34, "es"),
        ("#lexicon FISE09", "1AOZ", "1OZA", 34, "es"),
        ("#lexicon DISC2", "A[NY]S", "A[NY]S", 24, "ca"),
        ("#tile-distribution catalan", "[L·L]AC", "[L·L]AC", 26, "ca"),
        ("", "[L·L]AC", "[L·L]AC", 26, "ca"),
        ("#tile-distribution welsh", "[DD][NG]A", "[DD]A[NG]", 24, "cy"),
        ("#tile-distribution croatian", "[LJ]U[NJ]", "[LJ]U[NJ]", 18, "hr"),
        ("#tile-distribution hungarian", "[GY]Á[SZ]", "[GY]Á[SZ]", 16, "hu"),
    ],
)
def test_a_game_is_read_with_its_tiles(
    head: str, rack: str, word: str, points: int, language: str
) -> None:
    game = replayed(head, f">ann: {rack} 8H {word} +{points} {points}")
    assert (game.record.language, sentences(game)) == (language, [])
    assert len(game.game.state.position.tiles) == len(from_gcg(word))
    line = f"8H {as_and_written(word, language)} +{points} {points}"
    assert line in write_gcg(game.record, game.game)


def as_and_written(word: str, language: str) -> str:
    """A word with brackets, where a file had digits."""
    return word.replace("1", "[CH]") if language == "es" else word


def test_racks_exchanges_and_tiles_left_have_them_too() -> None:
    game = replayed(
        "#lexicon FISE2",
        ">ann: [CH]AOZ?EE 8H [CH]OZA +34 34",
        ">ben: [LL][RR]AEIOU -[LL][RR] +0 0",
        ">ann: [ll]E? -- +0 34",
    )
    assert game.record.remarks.racks[1] == from_gcg("[LL][RR]AEIOU")
    assert game.record.remarks.exchanged[1] == from_gcg("[LL][RR]")
    text = write_gcg(game.record, game.game)
    assert ">ben: [LL][RR]AEIOU -[LL][RR] +0 0" in text


@pytest.mark.parametrize(
    ("rack", "expected", "count"),
    [("2AEIOUS", "-2", 1), ("LAEIOUS", "-2", 2), ("12AEIOU", "-12", 2)],
)
def test_a_digit_is_a_tile_where_the_rack_has_it(rack: str, expected: str, count: int) -> None:
    game = replayed("#lexicon FISE2", f">ann: {rack} {expected} +0 0")
    assert game.game.state.entries[0].count == count


def test_a_rack_that_looks_like_a_place_is_a_rack() -> None:
    lines = (">ann: AS 8H AS +4 4", ">ben: 1A 9H 1A +8 8", ">ann: 2A - +0 4")
    game = replayed("#lexicon FISE2", *lines)
    assert [line for line in sentences(game) if "place" in line or "before" in line] == []
    assert game.turns == 3


@pytest.mark.parametrize(
    ("head", "word", "says"),
    [
        ("#lexicon CSW21", "[CH]OZ", "[CH] isn’t on any tile of the English set, with which this"),
        ("#lexicon FISE2", "[NY]OZ", "[NY] isn’t on any tile of the Spanish set, with which this"),
        ("#lexicon FISE2", "[XY]OZ", "[XY] isn’t on any tile of any set"),
        ("#lexicon FISE2", "ƇOZ", "Ƈ isn’t on any tile of any set"),
        ("#tile-distribution welsh", "QA", "Q isn’t on any tile of the Welsh set"),
    ],
)
def test_a_tile_that_the_set_hasnt_is_named(head: str, word: str, says: str) -> None:
    (text,) = sentences(replayed(head, f">ann:  8H {word} +50 50"))
    assert says in text


def test_the_spanish_set_of_a_table_is_no_other_when_it_comes_back() -> None:
    record = GameRecord("classic", "es", ("ann", "ben"))
    _, game = random_game(record, 5, turns=6)
    text = write_gcg(record, game)
    assert '"tiles": "es"' in text
    assert "#tile-distribution spanish\n" in text
    again = replay_gcg(text.encode())
    assert (again.game, again.record.options) == (game, {})


@pytest.mark.parametrize("name", SETS)
def test_any_game_comes_back(name: str) -> None:
    tiles = load_tile_set(name)
    options = {} if name == tiles.language else {"tiles": name}
    start = GameRecord("classic", tiles.language, ("ann", "ben"), options)
    record, game = random_game(start, len(name), turns=300)
    assert game.state.over is not None
    text = write_gcg(record, game)
    assert "[" in text
    assert "tilekeeper" not in text
    again = replay_gcg(text.encode())
    assert (again.faults, again.totals) == ((), game.state.totals)
    assert again.game == game
    assert again.record.remarks.racks == record.remarks.racks
    assert write_gcg(again.record, again.game) == text
    assert read_record(write_record(again.record)) == again.record
    if name in ("ca", "es-digraphs"):
        for reader in (Macondo, Woogles, Quackle):
            reader(text.encode())
