"""The sheet that a person reads: arithmetic, columns, and how a game ended."""

import pytest

from device.score.sheet import SWAPS, TEXTS, arithmetic, play_line, score_sheet
from device.simulator.named_texts import named_text
from engine.circumstances import ChanceFace, Circumstances, Zone
from engine.events import Challenged, Ended, Event, Exchanged, Passed, Played
from engine.game import Game
from engine.position import Position
from engine.scoring import ScoredPlay, judge_play
from engine.squares import Direction, Square
from engine.state import EntryKind, State
from engine.tiles import Tile
from engine.variants import load_variant


def laid(start: str, word: str, direction: Direction = Direction.ACROSS) -> dict[Square, Tile]:
    first = Square.parse(start)
    return {first.step(direction, n): tile for n, tile in enumerate(word)}


def game(*events: Event) -> Game:
    one = Game.begin(load_variant("nhl"), ["Ann", "Bob"])
    for event in events:
        following = one.added(event)
        assert isinstance(following, Game), following
        one = following
    return one


def test_arithmetic_shows_letters_before_words() -> None:
    scored = judge_play(load_variant("classic"), Position(15), laid("D8", "HORNS"))
    assert isinstance(scored, ScoredPlay)
    assert arithmetic(scored.words[0]) == "(4×2+1+1+1+1)×2"
    assert play_line(scored) == "8D HORNS (4×2+1+1+1+1)×2 = 24 · 24 points"


def test_a_letter_that_another_word_counts_is_nothing_in_this_one() -> None:
    game = load_variant("topword")
    before = Position(10).laid(laid("D5", "DUO"))
    scored = judge_play(game, before, laid("F6", "NAIN"))
    assert isinstance(scored, ScoredPlay)
    assert play_line(scored) == "6F NAIN 0+2+2+2 = 6 · ON 2+2 = 4 · 10 points"
    both = judge_play(game, Position(10).laid(laid("D5", "FAN")), laid("F6", "E"))
    assert isinstance(both, ScoredPlay)
    square = judge_play(game, both.after, laid("E6", "NU"))
    assert isinstance(square, ScoredPlay)
    assert [arithmetic(word) for word in square.words] == ["0+0", "2+2", "1+2"]


def test_dice_and_clock_stand_behind_the_words() -> None:
    now = Circumstances("P", ChanceFace.LETTER_X2, None, Zone.X3)
    scored = judge_play(load_variant("party"), Position(15), laid("H8", "PASSE"), now)
    assert isinstance(scored, ScoredPlay)
    assert play_line(scored) == ("8H PASSE (3+1+1+1+1)×2 = 14 · P ×2 +3 · clock ×3 +34 · 51 points")


def test_a_sheet_shows_the_whole_game() -> None:
    sheet = score_sheet(
        game(
            Played("Ann", laid("B8", "RETINAS")),
            Played("Bob", laid("H9", "O", Direction.DOWN)),
            Challenged("Ann", True),
            Passed("Bob"),
            Exchanged("Ann", 2),
            Played("Bob", laid("I9", "X")),
            Challenged("Ann", False),
            Ended({"Ann": "QI", "Bob": "E?"}),
        ).state
    )
    assert sheet == SHEET


SHEET = """\
             Ann         Bob
───────────────────────────────────────────────────────────────────
  1     +66   66               8B  RETINAS (1+1+1×2+1+1+1+1)×2 = 16
                                   7 tiles +50
  2                  +2    2   H8  SO 1+1 = 2
  3       0   66               missed turn
  4                   0    2   pass
  5       0   66               exchanges 2 tiles
  6                   0    2   9H  OX, challenged: taken off
  7     −11   55               tiles left: QI −11
  8                  −1    1   tiles left: E? −1
───────────────────────────────────────────────────────────────────
              55           1
The game is over. Ann won.
"""


@pytest.mark.parametrize(
    ("left", "ending"),
    [
        ({"Ann": "QI", "Bob": "E"}, named_text("the-game-is-over-won", side="Bob")),
        ({"Ann": "E", "Bob": "A"}, named_text("the-game-is-over-share", sides="Ann, Bob")),
    ],
)
def test_no_reason_is_given_where_the_players_just_ended_it(
    left: dict[str, str], ending: str
) -> None:
    assert score_sheet(game(Ended(left)).state).splitlines()[-1] == ending


def test_a_game_going_on_says_whose_turn_it_is() -> None:
    assert score_sheet(game().state).splitlines()[-1] == "To play: Ann."


@pytest.mark.rule("TOP-END-04")
def test_racks_that_nobody_saw_are_counted_in_words() -> None:
    start = State.start(load_variant("topword", "en"), ["Ann", "Bob"])
    over = Game.from_state(start).added(Ended({"Ann": "?" * 7, "Bob": "?"}))
    assert isinstance(over, Game)
    sheet = score_sheet(over.state)
    assert named_text("tiles-left", tiles="7 tiles −35") in sheet
    assert named_text("tiles-left", tiles="1 tile −5") in sheet
    assert "?" not in sheet


@pytest.mark.rule("TOP-EQU-02")
def test_the_tile_of_two_letters_has_both_on_the_sheet() -> None:
    scored = judge_play(load_variant("topword"), Position(10), laid("E5", "QOI"))
    assert isinstance(scored, ScoredPlay)
    assert play_line(scored) == "5E QUOI 2+2+2 = 6 · Qu +2 · 8 points"


def test_names_longer_than_a_column_widen_it() -> None:
    names = ["Maximiliane Mustermann", "Bo"]
    sheet = score_sheet(Game.begin(load_variant("classic"), names).state)
    assert sheet.splitlines()[0].split() == ["Maximiliane", "Mustermann", "Bo"]


def test_every_kind_of_line_has_its_words() -> None:
    with_words = {
        *(EntryKind.PLAY, EntryKind.CHALLENGED_OFF, EntryKind.MISFIT, EntryKind.SETTLEMENT),
        *(EntryKind.START, EntryKind.PENALTY, EntryKind.ADJUSTED),  # these give their reasons
        *SWAPS,
        *TEXTS,
    }
    assert with_words == {*EntryKind}
