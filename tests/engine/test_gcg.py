"""GCG files played again: right ones to the point, wrong ones to their line."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from engine.events import EndReason
from engine.records.gcg import MOST_LINES, replay_gcg
from engine.records.gcg_lines import GcgError
from engine.records.replayed import LineFault, Replayed
from engine.state import EntryKind

GAMES = Path(__file__).parent.parent / "data" / "gcg"
TOURNAMENT = (GAMES / "tournament-end.gcg").read_text(encoding="utf-8")


ADJUSTED = EntryKind.ADJUSTED


def replayed(text: str) -> Replayed:
    return replay_gcg(text.encode())


def changed(old: str, new: str, text: str = TOURNAMENT) -> Replayed:
    """The tournament game with one place of it changed."""
    assert text.count(old) == 1
    return replayed(text.replace(old, new))


def begun(*lines: str) -> Replayed:
    """A game of ann and ben that begins so."""
    return replayed("\n".join(("#player1 ann", "#player2 ben", *lines)))


def sentence(game: Replayed) -> str:
    return str(game.faults[0])


@pytest.mark.parametrize(
    ("file", "language", "turns", "totals"),
    [
        ("two-sided-end.gcg", "en", 27, {"ann": 489, "ben": 325}),
        ("tournament-end.gcg", "en", 27, {"ann": 490, "ben": 316}),
        ("not-finished.gcg", "en", 16, {"ann": 278, "ben": 228}),
        ("french.gcg", "fr", 27, {"zoé": 393, "éric": 332}),
        ("french-latin-1.gcg", "fr", 27, {"zoé": 393, "éric": 332}),
        ("german.gcg", "de", 2, {"jo": 28, "kim": 8}),
        ("odd.gcg", "en", 12, {"ann": 31, "ben": -9}),
    ],
)
def test_games_come_out_to_the_point(
    file: str, language: str, turns: int, totals: dict[str, int]
) -> None:
    game = replay_gcg((GAMES / file).read_bytes())
    assert game.faults == ()
    assert (game.record.language, game.turns, game.totals) == (language, turns, totals)
    assert game.game.state.totals == totals
    assert game.record.play_again() == game.game


@pytest.mark.rule("CLA-END-03", "CLA-END-04")
def test_at_a_two_sided_end_the_rack_goes_from_one_to_the_other() -> None:
    state = replay_gcg((GAMES / "two-sided-end.gcg").read_bytes()).game.state
    settled = {e.side: e.points for e in state.entries if e.kind is EntryKind.SETTLEMENT}
    assert (state.over, settled) == (EndReason.OUT, {"ann": 1, "ben": -1})


@pytest.mark.rule("OWN-01")
def test_what_tournaments_count_otherwise_stays_visible_as_points_by_hand() -> None:
    entries = replayed(TOURNAMENT).game.state.entries
    by_hand = [
        (e.side, e.reasons[0].what, e.points) for e in entries if e.kind is EntryKind.ADJUSTED
    ]
    assert by_hand == [
        ("ann", "challenge", 5),
        ("ann", "challenge", 5),
        ("ann", "tiles left count twice", 1),
        ("ben", "tiles left cost nothing", 1),
        ("ben", "time", -10),
    ]


@pytest.mark.rule("CLA-END-03", "OWN-01")
def test_a_league_that_only_deducts_does_not_count_twice() -> None:
    lines = (GAMES / "two-sided-end.gcg").read_text(encoding="utf-8").splitlines()
    (gain,) = (line for line in lines if line.startswith(">ann:  (U)"))
    deducted = "\n".join(line for line in lines if line != gain)
    entries = replayed(deducted).game.state.entries
    by_hand = [(e.side, e.reasons[0].what, e.points) for e in entries if e.kind is ADJUSTED]
    others = [("ann", "challenge", 5)] * 2
    assert by_hand == [*others, ("ann", "tiles left of others gain nothing", -1)]


@pytest.mark.rule("OWN-01")
def test_points_for_words_that_the_play_does_not_form_are_no_challenge_of_it() -> None:
    rule = '#- tilekeeper-game {"variant": "classic", "options": {"challenge": "5-a-word"}}'
    for named, kind in (("QUIZ", EntryKind.CHALLENGE_BONUS), ("ZEBRA", ADJUSTED)):
        lines = (">ann: QUIZ 8G QUIZ +44 44", ">ann:  (challenge) +5 49")
        game = begun(rule, *lines, f"#note challenged: {named}")
        assert game.game.state.entries[-1].kind is kind


@pytest.mark.rule("CLA-CHA-03")
def test_a_play_taken_back_has_cost_its_turn() -> None:
    game = begun(">ann: QUIZ 8H QUZI +44 44", ">ann: QUIZ -- -44 0", ">ben: AB 8G BA +8 8")
    kinds = [entry.kind for entry in game.game.state.entries]
    assert game.consistent
    assert kinds == [EntryKind.CHALLENGED_OFF, EntryKind.PLAY]
    assert game.game.state.totals == {"ann": 0, "ben": 8}


@pytest.mark.rule("CLA-END-03")
def test_nobody_out_each_loses_its_own_rack() -> None:
    ends = (">ann: QUIZ (QUIZ) -22 -22", ">ben: A? (A?) -1 -1")
    game = begun(">ann: - +0 0", ">ben: - +0 0", *ends)
    assert (game.consistent, game.game.state.over) == (True, EndReason.NO_PLAYS)
    assert game.totals == {"ann": -22, "ben": -1}
    assert sentence(begun(ends[0].replace("-22", "-20"), ends[1])) == (
        "Line 3: points for ann: it says -20, but it’s -22."
    )


def test_one_rack_alone_counts_though_the_other_is_unknown() -> None:
    game = begun(">ann: - +0 0", ">ben: QI (QI) -11 -11")
    assert (game.consistent, game.totals) == (True, {"ann": 0, "ben": -11})
    assert sentence(begun(">ben: QQ (QQ) -20 -20")) == "Line 3: Q can’t be left."


def test_who_has_the_first_turn_begins_whatever_points_came_before() -> None:
    game = begun(">ann: (time) -5 -5", ">ben: - +0 0", ">ann: - +0 -5")
    assert (game.consistent, game.game.state.turn) == (True, "ben")


def test_a_pass_after_the_last_tile_is_a_turn_but_no_event() -> None:
    game = changed(">ann:  (U) +2 490", ">ben: U - +0 326\n>ann:  (U) +2 490")
    assert (game.consistent, game.turns) == (True, 28)
    assert game.game == replayed(TOURNAMENT).game


def test_a_file_that_stops_before_the_racks_counts_none() -> None:
    game = replayed(TOURNAMENT.split(">ann:  (U)")[0])
    assert (game.consistent, game.totals) == (True, {"ann": 488, "ben": 326})


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("+31 31", "+32 32", LineFault(7, "points for ben", 32, 31)),
        ("+31 31", "+31 32", LineFault(7, "total for ben", 32, 31)),
        ("(U) +2 490", "(U) +1 489", LineFault(35, "points for ann", 1, 2)),
        ("(U) +2 490", "(E) +2 490", LineFault(35, "the tiles left are U")),
        ("AKO 7G", "AKU 7G", LineFault(7, "O of KOA isn’t on the rack AKU")),
        ("CHIM D4 CHIM.", "CHIM D4 CHIMS", LineFault(13, "CHIMS needs S on D8, which has P")),
        ("NU 13D NU", "NU 15A NU", LineFault(17, "A15 and B15 don’t touch any other tile")),
        ("EE N7 EE", "EE N14 EEE", LineFault(34, "E of EEE isn’t on the rack EE")),
        (
            "AFRT 6H RAFT",
            "AFRT 6H .RAFT",
            LineFault(8, ".RAFT passes over H6, which is empty"),
        ),
        ("HIU 15H HUI", "HIU 15N HUI", LineFault(19, "P15 isn’t on the board")),
        (">ben: AERV M2", ">ann: AERV M2", LineFault(11, "It’s ben’s turn, not ann’s")),
    ],
)
def test_a_line_that_disagrees_is_named(old: str, new: str, fault: LineFault) -> None:
    faults = changed(old, new).faults
    assert faults[0] == fault


def test_points_that_disagree_are_all_named_and_the_game_goes_on() -> None:
    text = TOURNAMENT.replace("+31 31", "+30 30").replace("+23 54", "+23 53")
    wrong = replayed(text.replace("+36 137", "+37 138").replace("+32 169", "+32 170"))
    assert [fault.line for fault in wrong.faults] == [7, 10, 11, 14]
    assert len(wrong.game.state.entries) == len(replayed(TOURNAMENT).game.state.entries)


def test_a_faulty_file_has_the_totals_that_it_claims() -> None:
    assert changed("+31 31", "+32 32").totals == {"ann": 490, "ben": 316}


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ((">ann: QUIZ -- -48 0",), "ann has no play to take back"),
        ((">ann: QUIZ 8H QUIZ +44 44", ">ann: QUIZ -- -42 2"), "it says -42, but it’s -44"),
        ((">ann: AEIOU -QU +0 0",), "Q of exchanged QU isn’t on the rack AEIOU"),
        ((">ann: AEIOU -9 +0 0",), "7 tiles to give, not 9"),
        ((">ann: ZZ 8H ZZ +40 40",), "2 tiles Z on the board, but the set has 1"),
        ((">ann: QUIZ 1A QUIZ +48 48",), "must cover H8"),
        ((">ann: QUIZ 8H",), "Line 3: the line ends before the word"),
        ((">ann: ÅU 8H ÅU +4 4",), "Å isn’t on any tile of the English set"),
    ],
)
def test_what_cant_have_happened_is_reported_in_a_sentence(
    lines: tuple[str, ...], says: str
) -> None:
    assert says in sentence(begun(*lines))


@pytest.mark.parametrize("name", ["tournament-end.gcg", "odd.gcg", "french-latin-1.gcg"])
def test_a_file_cut_anywhere_or_scribbled_over_never_raises(name: str) -> None:
    whole, luck = (GAMES / name).read_bytes(), Random(5)
    for _ in range(60):
        data = bytearray(whole[: luck.randrange(len(whole))])
        for _ in range(luck.randrange(4)):
            data.insert(luck.randrange(len(data) + 1), luck.choice(b"> #:()-+.?0915AZz\xfc\n"))
        with suppress(GcgError):  # of a head without its two players
            game = replay_gcg(bytes(data))
            assert game.faults or game.totals == game.game.state.totals


@pytest.mark.parametrize(
    ("pragma", "says"),
    [
        ('{"variant": "party"}', "can’t hold a game of party"),
        ('{"variant": "chess"}', "can’t hold a game of chess"),
        ('{"variant": "nhl", "options": {"colour": 1}}', "no option 'colour'"),
    ],
)
def test_a_game_that_gcg_cant_hold_is_refused(pragma: str, says: str) -> None:
    with pytest.raises(GcgError, match=says):
        begun(f"#tilekeeper-game {pragma}", ">ann: - +0 0")


def test_a_file_of_more_turns_than_any_game_has_is_none() -> None:
    turns = "".join(
        f">{'Ann' if n % 2 else 'Ben'}: ABCDEFG - +0 0\n" for n in range(MOST_LINES + 1)
    )
    with pytest.raises(GcgError, match=r"it has 5001 turns, 5000 at most\.$"):
        replay_gcg(f"#player1 Ben Ben\n#player2 Ann Ann\n{turns}".encode())
