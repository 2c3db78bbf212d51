"""A table in every state that a screen can meet, for the tests that draw it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from answering import take
from standins import CLASSIC, Evening, board, played_once

from device.addons.radio.menu import RADIO_SWITCHED, TableRadio
from device.language.texts import Message
from device.session.core.commit import ask, go_on, option
from device.session.core.inputs import CameraLost, JobDone, JournalFailed
from device.session.core.setup import Extras, Offers, Setup, with_left
from device.session.core.state import Challenge, Question, Settling, TableState
from device.session.lobby.lobby import enter as open_lobby
from device.session.turn.corrections import ask_to_point
from device.session.turn.penalties import pull_goalie
from device.simulator.named_texts import named_text
from engine.game import Game
from engine.position import Position
from engine.squares import Square
from engine.state import State
from engine.variants import load_variant
from engine.words.lexicon import THE_GAME, Verdict
from hardware.panel.port import Button
from vision.reading import Refusal

QUIZ = (7, 6, "across", "QUIZ")
EMPTY, ONE = board(), board(QUIZ)
TWO = board(QUIZ, (6, 9, "down", "OZONES"))
LONG = ("Maximiliane", "Bartholomew")


def evening(*sides: str) -> Evening:
    return Evening(sides=sides or LONG).lay(EMPTY)


@played_once
def moments() -> Iterator[tuple[str, TableState]]:
    """A table in every state that a scoreboard can meet."""
    yield "start", evening().state
    yield "seen", evening().lay(ONE).state
    yield "counted", evening().lay(ONE).press(Button.SIDE_1).state
    yield "fault", evening().lay(board((0, 0, "across", "QUIZ"))).press(Button.SIDE_1).state
    yield "nothing laid", evening().press(Button.SIDE_1).state
    yield "exchange", evening().press(Button.SIDE_1, Button.NEXT, Button.OK).state
    yield "forgotten", evening().lay(ONE).lay(TWO).state
    yield "dark", evening().lay(Refusal.TOO_DARK).state
    yield "cut off", evening().lay(Refusal.CUT_OFF).state
    yield "paused", evening().press(Button.PAUSE, Button.SIDE_1).state
    yield "undone", evening().lay(ONE).press(Button.SIDE_1, Button.UNDO).state
    doubt = {(7, 9): {"Z": 0.6, "N": 0.39}}
    yield "doubt", evening().lay(ONE, doubt).press(Button.SIDE_1).state
    blank = board((7, 6, "across", "QUIz"))
    yield "blank", evening().lay(blank).press(Button.SIDE_1, *[Button.NEXT] * 20).state
    taken = evening().lay(ONE).press(Button.SIDE_1).lay(EMPTY).press(Button.SIDE_2)
    yield "taken up", taken.state
    yield "challenge", evening().lay(ONE).press(Button.SIDE_1, Button.CHALLENGE).state
    yield "end?", evening().press(Button.END).state
    yield "over", evening().lay(ONE).press(Button.SIDE_1, Button.END, Button.NEXT, Button.OK).state
    yield "waiting", evening().press(Button.SIDE_2).state
    lost = evening().put(CameraLost("The camera was unplugged.", 1.0))
    yield "camera lost", lost.put(JournalFailed("disk full", 2.0)).press(Button.OK).state
    yield "no camera", Evening(camera=False, sides=LONG).state
    yield "four", evening(*LONG, "Clementine", "Dorothea").lay(ONE).press(Button.SIDE_1).state
    rich = evening()
    start = replace(rich.state.game.start, bag=0, racks={LONG[0]: 4, LONG[1]: 7})
    rich.state = replace(rich.state, game=Game.from_state(start))
    yield "won", rich.lay(ONE).press(Button.SIDE_1, Button.OK).state


def timed(table: Evening, ann: float, ben: float, used: float = 0.0) -> TableState:
    """The same with clocks: so many seconds left to the sides, so many used up of this turn."""
    extras = Extras(side_clock=25, turn_seconds=60)
    sides = table.state.game.state.sides
    left = dict(zip(sides, (ann, ben, 1500.0, 1500.0), strict=False))
    clocks = with_left(sides, extras, left).switched(table.state.side, NOW - used)
    return replace(
        table.state,
        agreed=replace(table.state.agreed, extras=extras),
        clocks=replace(table.state.clocks, sides=clocks),
    )


def professional(*sides: str) -> Evening:
    levels = dict.fromkeys(sides, "goal")
    return Evening(sides=sides, variant=load_variant("nhl-professional", "en", {"levels": levels}))


def in_the_lobby(setup: Setup) -> Evening:
    table = Evening(sides=setup.sides)
    table.state = open_lobby(replace(table.state, offers=Offers(lambda *_: None)), setup)
    return table


@played_once
def later_moments() -> Iterator[tuple[str, TableState]]:
    """States beyond a turn, and extras."""
    classic = Setup(sides=LONG, extras=Extras(side_clock=25, turn_seconds=60))
    yield "lobby", in_the_lobby(classic).state
    yield "lobby, last line", in_the_lobby(classic).press(Button.BACK).state
    yield "lobby, game", in_the_lobby(classic).press(Button.NEXT, Button.OK).state
    four = Setup("nhl-professional", "en", (*LONG, "Clementine", "Dorothea"))
    yield "lobby, four", in_the_lobby(four).state
    played = evening().lay(ONE).press(Button.SIDE_1)
    words = ("QUIZ", "AXE", "BE", "OZONES", "ANTIDISESTABLIS", "ZA")
    english = "a list of English words, 2026-03"
    good = (*(Verdict(word, True, english) for word in words[:-1]), Verdict("ZA", True, THE_GAME))
    bad = (*good[:2], Verdict("QZ", False, english, named_text("not-in-this-list")), *good[3:])
    lift = frozenset(Square(6 + i, 7) for i in range(4))
    yield "judged good", replace(played.state, phase=Challenge(LONG[1], LONG[0], good))
    fallen = Challenge(LONG[1], LONG[0], bad, lift)
    yield "judged bad", replace(played.state, phase=fallen)
    listed = replace(fallen, verdicts=tuple(v for v in bad if v.list == english))
    yield "judged bad, by the list", replace(played.state, phase=listed)
    yield "taken up again", replace(played.state, phase=replace(fallen, seen_gone=True))
    by_players = Challenge(LONG[1], LONG[0], (Verdict("QUIZ", False, ""),), lift)
    yield "judged by players", replace(played.state, phase=by_players)
    yield "settling", replace(played.state, phase=Settling(LONG[0]))
    late = Settling("Dorothea", ((LONG[0], "QQZJXAE"), (LONG[1], ""), ("Clementine", "E?")), "AEI")
    rest = board(*((r, 0, "across", "AEIOUNRSTLDGBCM") for r in range(5)))
    table = evening(*LONG, "Clementine", "Dorothea")
    start = State.start(CLASSIC, table.state.game.state.sides, position=Position.from_rows(rest))
    yield "settling, the last", replace(table.state, game=Game.from_state(start), phase=late)
    few = replace(start, bag=2, position=Position.from_rows(nearly_all()))
    yield "unseen", replace(table.state, game=Game.from_state(few))
    text = Message("Which square is to be corrected? {why}", {"why": "A long word. " * 4})
    pointing, _ = ask_to_point(played.state, text, [Square(9, 7)], pull_goalie)
    yield "pointing", pointing
    yield "menu", played.press(Button.NEXT).state
    more = evening().lay(ONE).press(Button.SIDE_1, Button.NEXT)
    yield "menu, more", take(more, named_text("lobby-more")).state
    yield "menu, the game", take(more, named_text("the-game")).state
    yield "menu, corrections", take(more, "Back", named_text("all-corrections")).state
    yield "clocks", timed(evening().lay(ONE), 1431.0, 59.0, 12.0)
    yield "overtime", timed(evening().lay(ONE).press(Button.SIDE_1), -61.0, 7.0, 55.0)
    yield "time and a question", timed(evening().press(Button.SIDE_1), 1431.0, 59.0, 60.5)
    yield "targets", professional(*LONG).lay(EMPTY).lay(ONE).press(Button.SIDE_1).state
    yield "targets and clocks", timed(professional(*LONG).lay(EMPTY).lay(ONE), 1500.0, 1500.0)
    many = professional(*LONG, "Clementine", "Dorothea").lay(EMPTY).lay(ONE).press(Button.SIDE_1)
    yield "targets and clocks of four", timed(many, -600.5, 7200.0, 3.0)
    hidden = evening()
    hidden.state = replace(
        hidden.state, agreed=replace(hidden.state.agreed, extras=Extras(hide_scores=True))
    )
    hidden.lay(ONE).press(Button.SIDE_1)
    yield "hidden", hidden.state
    asked, _ = ask(replace(hidden.state, picture=0), PICTURE)
    yield "no picture kept", asked
    yield "rated", rated(TableRadio(True, wanted_off=True))
    on = TableRadio(True, wanted_off=True, on=("wlan", "bluetooth"), why="Access denied")
    yield "rated, radio on", rated(on)


def rated(radio: TableRadio) -> TableState:
    """A tournament's table that is only a clock and a record, after a play."""
    table, wanted = evening(), Extras(tournament=True, record_only=True)
    agreed = replace(table.state.agreed, extras=wanted.in_force("en"))
    table.state = replace(table.state, agreed=agreed)
    table.lay(ONE).press(Button.SIDE_1).put(JobDone(RADIO_SWITCHED, radio, 9.0))
    return replace(timed(table, 1431.0, 1489.0), agreed=agreed)


def nearly_all() -> tuple[str, ...]:
    """A board with all but twenty tiles of the set, in no order."""
    tiles = "".join(tile * n for tile, n in sorted(CLASSIC.tile_set.counts.items()) if tile != "?")
    laid = tiles[: len(tiles) - 18].ljust(225, ".")
    return tuple(laid[row * 15 : row * 15 + 15] for row in range(15))


NOW = 1000.0
PICTURE = Question(
    Message("Maximiliane: QUIZ +44: the picture"),
    tuple(
        option(text, go_on)
        for text in ("Back", named_text("the-play-before"), named_text("the-play-after"), "More")
    ),
    can_wait=True,
)
MOMENTS = {**dict(moments()), **dict(later_moments())}
