"""Tables outside a turn: a challenge, a settlement, a pause, the end, a camera that is gone.

Each with the time at which it is looked at. Nothing here asserts anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from clocked_moments import PartyNight, scramble_moments
from standins import TOPWORD, Evening, played_once
from table_moments import (
    EMPTY,
    LONG,
    NOW,
    ONE,
    evening,
    in_the_lobby,
    nearly_all,
    professional,
    timed,
)

from device.session.core.setup import Extras, Offers, Setup
from device.session.core.state import (
    Challenge,
    Guide,
    Over,
    Paused,
    PlayingTime,
    Settling,
    TableState,
)
from device.session.lobby.tour import cards_of, explain
from device.session.lobby.welcome import welcome
from device.session.step import begin
from device.simulator.named_texts import named_text
from engine.events import EndReason, Side
from engine.game import Game
from engine.position import Position
from engine.records.gcg import replay_gcg
from engine.scoring import Reason
from engine.squares import Square
from engine.state import Entry, EntryKind, State
from engine.words.lexicon import THE_GAME, THE_HOUSEHOLD, Verdict
from hardware.cameras.port import CameraStatus
from hardware.panel.port import Button

GAMES = Path(__file__).parent.parent / "data" / "gcg"
FOUR = (*LONG, "Clementine", "Dorothea")
ENGLISH = "a list of English words, 2026-03"
ANY_NUMBER = replace(TOPWORD, sides=(1, 4))
Moment = tuple[str, TableState, float]


@played_once
def phase_moments() -> Iterator[Moment]:
    """All of them."""
    yield from lobby_moments()
    yield from welcome_moments()
    yield from tour_moments()
    yield from challenge_moments()
    yield from settling_moments()
    yield from paused_moments()
    yield from power_moments()
    yield from lost_moments()
    yield from finished_moments()


# Lobbies


def lobby_moments() -> Iterator[Moment]:
    """Lobbies on their first line, another and the last, and with something asked."""
    full = Setup(sides=LONG, extras=Extras(side_clock=25, turn_seconds=60))
    yield "lobby, two sides", in_the_lobby(full).state, NOW
    yield "lobby, start", in_the_lobby(full).press(Button.UNDO).state, NOW
    last = in_the_lobby(full).press(Button.UNDO, Button.BACK)
    yield "lobby, to leave", last.state, NOW
    yield "lobby, start, the device", last.press(Button.BACK, Button.BACK).state, NOW
    yield "lobby, a line to change", in_the_lobby(full).press(*[Button.NEXT] * 2).state, NOW
    yield "lobby, more", in_the_lobby(full).press(Button.BACK, Button.OK).state, NOW
    device = in_the_lobby(full).press(Button.UNDO, *[Button.BACK] * 3, Button.OK)
    yield "lobby, the device", device.state, NOW
    learn = in_the_lobby(full).press(Button.UNDO, *[Button.BACK] * 2, Button.OK)
    yield "lobby, help", learn.state, NOW
    yield "lobby, which game?", in_the_lobby(full).press(Button.NEXT, Button.OK).state, NOW
    yield "lobby, leave?", in_the_lobby(full).press(Button.END).state, NOW
    levels = Setup("nhl-professional", "en", FOUR)
    yield "lobby, four with targets", in_the_lobby(levels).state, NOW
    party = Setup("party", "en", LONG)
    yield "lobby, dice and clock", in_the_lobby(party).press(Button.SIDE_2).state, NOW


# The first start


def welcome_moments() -> Iterator[Moment]:
    """A language is chosen, and the buttons are tried."""
    start = replace(in_the_lobby(Setup(sides=LONG)).state)
    asked = Evening(camera=False, sides=LONG)
    asked.state = welcome(start.with_camera(CameraStatus.NONE))
    yield "welcome, language?", asked.state, NOW
    tried = asked.press(Button.OK, Button.OK, Button.SIDE_2, Button.NEXT)
    yield "welcome, buttons", tried.state, NOW
    tried.state = replace(
        tried.state, device=replace(tried.state.device, buttons=(Button.SIDE_2, Button.OK))
    )
    yield "welcome, all answer", tried.state, NOW


# The tour, and help


def tour_moments() -> Iterator[Moment]:
    """Each card of the tour, the one that differs without a camera, and each page of help."""
    start = in_the_lobby(Setup(sides=LONG)).state
    for guide in Guide:
        for place in range(len(cards_of(guide, start.device))):
            yield f"{guide} {place + 1}", explain(start, guide, place)[0], NOW
    device = replace(start.device, camera=CameraStatus.NONE, keyboard=True)
    yield "tour, typed", explain(replace(start, device=device), Guide.TOUR, 1)[0], NOW
    touched = replace(start, device=replace(device, touched=True))
    yield "tour, touched", explain(touched, Guide.TOUR, 4)[0], NOW


# Challenges


def challenge_moments() -> Iterator[Moment]:
    """Challenges that were judged, of one word and of eight."""
    played = evening().lay(ONE).press(Button.SIDE_1).state
    eight = ("QUIZ", "AXE", "BE", "OZONES", "ANTIDISESTABLIS", "ZA", "QI", "JEUX")
    lift = frozenset(Square(6 + i, 7) for i in range(4))
    one = Challenge(LONG[1], LONG[0], (Verdict("QUIZ", True, ENGLISH),))
    yield "judged, one good word", replace(played, phase=one), NOW
    by_us = Challenge(LONG[1], LONG[0], (Verdict("QUIZ", False, ""),), lift)
    yield "judged, by ourselves", replace(played, phase=by_us), NOW
    good = tuple(Verdict(word, True, ENGLISH) for word in eight)
    yield "judged, eight good words", replace(played, phase=replace(one, verdicts=good)), NOW
    bad = (*good[:3], Verdict("OZONEZ", False, ENGLISH, named_text("not-in-this-list")), *good[4:])
    fallen = Challenge(LONG[1], LONG[0], bad, lift)
    yield "judged, eight words with a bad one", replace(played, phase=fallen), NOW
    gone = replace(fallen, seen_gone=True)
    yield "judged, and taken up", replace(played, phase=gone), NOW
    named = (*bad[:-2], Verdict("QI", True, THE_GAME), Verdict("JEUX", True, THE_HOUSEHOLD))
    four = evening(*FOUR).lay(ONE).press(Button.SIDE_1).state
    yield "judged, by several lists", replace(four, phase=replace(fallen, verdicts=named)), NOW


# Settlements


def settling_moments() -> Iterator[Moment]:
    """Racks that are counted off."""
    played = evening().lay(ONE).press(Button.SIDE_1).state
    yield "settling, the first", replace(played, phase=Settling(LONG[0])), NOW
    yield "settling, some named", replace(played, phase=Settling(LONG[0], (), "AE?Q")), NOW
    table = evening(*FOUR).state
    start = replace(table.game.start, bag=0, position=Position.from_rows(nearly_all()))
    racks = {LONG[0]: 5, LONG[1]: 0, "Clementine": 2, "Dorothea": 4}
    late = replace(table, game=Game.from_state(replace(start, racks=racks)))
    named = ((LONG[0], "ZYXWV"), (LONG[1], ""), ("Clementine", "E?"))
    yield "settling, few left", replace(late, phase=Settling("Dorothea", named, "WV")), NOW
    topword = Evening(sides=LONG, variant=TOPWORD).state
    yield "settling, Qu", replace(topword, phase=Settling(LONG[0], (), "QQA")), NOW


# Pauses


def paused_moments() -> Iterator[Moment]:
    """Pauses, with and without clocks."""
    plain = Evening(sides=LONG).lay(EMPTY).lay(ONE).press(Button.SIDE_1)
    yield "pause", plain.press(Button.PAUSE).state, NOW
    yield "pause, a button pressed", plain.press(Button.SIDE_1).state, NOW
    hidden = replace(
        plain.state, agreed=replace(plain.state.agreed, extras=Extras(hide_scores=True))
    )
    yield "pause, hidden scores", hidden, NOW
    yield "pause, end?", plain.press(Button.END).state, NOW
    clocks = timed(evening().lay(ONE), 1431.0, -59.0, 12.0)
    yield "pause, clocks", replace(clocks, phase=Paused()), NOW
    four = timed(professional(*FOUR).lay(EMPTY).lay(ONE), -600.5, 7200.0, 3.0)
    yield "pause, clocks of four", replace(four.with_camera(CameraStatus.LOST), phase=Paused()), NOW
    party = PartyNight(LONG).runs(17.0)
    party.press(Button.PAUSE)
    yield "pause, party", party.state, party.now
    for name, state, now in scramble_moments():
        if name in ("timer runs", "dice counted"):
            yield f"pause, {name}", replace(state, phase=Paused()), now


# Switched off


def power_moments() -> Iterator[Moment]:
    """The device is to be switched off, and is."""
    played = Evening(sides=LONG).lay(EMPTY).lay(ONE).press(Button.SIDE_1)
    played.state = replace(played.state, device=replace(played.state.device, may_switch_off=True))
    yield "power?", played.press(Button.POWER).state, NOW
    yield "power?, a long press more", played.press(Button.POWER).state, NOW
    unkept = replace(
        played.state, device=replace(played.state.device, kept=False, camera=CameraStatus.LOST)
    )
    yield "power?, not kept, no camera", unkept, NOW
    yield "power off", played.press(Button.OK).state, NOW


# Cameras gone


def lost_moments() -> Iterator[Moment]:
    """Tables whose camera is gone."""

    def gone(state: TableState) -> TableState:
        return state.with_camera(CameraStatus.LOST)

    played = evening(*FOUR).lay(ONE).press(Button.SIDE_1)
    yield "lost", gone(played.state), NOW
    yield (
        "lost, not kept either",
        gone(replace(played.state, device=replace(played.state.device, kept=False))),
        NOW,
    )
    ribbon = played.state.with_camera(CameraStatus.CABLE)
    yield "lost, ribbon cable", ribbon, NOW
    yield "lost, menu", gone(played.press(Button.NEXT).state), NOW
    yield "lost, clocks", gone(timed(evening().lay(ONE), 1431.0, 59.0, 12.0)), NOW
    party = PartyNight(LONG).runs(17.0)
    yield "lost, party", gone(party.state), party.now
    yield "lost, settling", gone(replace(played.state, phase=Settling(LONG[0]))), NOW
    yield "lost, in the lobby", gone(in_the_lobby(Setup(sides=LONG)).state), NOW
    yield "lost, over", gone(over(long_game(LONG, 9))), NOW


# Games that are over


def finished_moments() -> Iterator[Moment]:
    """Games that are over, with their curves."""
    for name in ("two-sided-end", "french", "odd"):
        yield f"over, {name}", over(replay_gcg((GAMES / f"{name}.gcg").read_bytes()).game), NOW
    yield "over, a hundred turns", over(long_game(LONG, 100)), NOW
    yield "over, four near each other", over(long_game(FOUR, 12, apart=2)), NOW
    yield "over, three, one below nought", over(long_game(FOUR[:3], 7, apart=120)), NOW
    yield "over, one", over(long_game(LONG[:1], 9)), NOW
    yield "over, four share it", over(long_game(FOUR, 5, apart=0)), NOW
    yield "over at once", over(long_game(LONG, 0)), NOW
    hidden = over(long_game(LONG, 20, apart=3))
    yield (
        "over, hidden till now",
        replace(hidden, agreed=replace(hidden.agreed, extras=Extras(hide_scores=True))),
        NOW,
    )
    played = (GAMES / "two-sided-end.gcg").read_bytes()
    for short, long in zip((b"ann", b"ben"), LONG, strict=True):
        played = played.replace(short, long.encode())
    offered = replace(over(replay_gcg(played).game), offers=Offers(lambda *_: None))
    yield "over, another game", offered, NOW
    yield "over, racks left out", left_out().state, NOW
    asked = Evening(sides=LONG)
    asked.state = offered
    yield "over, menu", asked.press(Button.NEXT).state, NOW


def left_out() -> Evening:
    """A game that was ended without counting off what is left on the racks."""
    ends = evening().lay(ONE).press(Button.SIDE_1, Button.END, Button.NEXT, Button.OK)
    return ends.press(Button.END, Button.NEXT, Button.OK)


def long_game(sides: tuple[Side, ...], turns: int, *, apart: int = 20) -> Game:
    """A game that is over after so many turns of each side, which are so far apart in the end."""
    start = State.start(ANY_NUMBER, sides)
    entries = tuple(
        Entry(side, EntryKind.EXCHANGE, (Reason("TOP-SCO-01", "as played", points),), count=1)
        for turn in range(turns)
        for number, side in enumerate(sides)
        for points in (6 + (turn * 7 + number * 5) % 17,)
    )
    level = replace(start, entries=entries).totals
    settled = tuple(
        Entry(side, EntryKind.SETTLEMENT, (Reason("TOP-END-04", "as left", points),))
        for number, side in enumerate(sides)
        for points in (max(level.values()) - level[side] - 10 - apart * number,)
    )
    ended = replace(start, entries=(*entries, *settled), over=EndReason.NO_PLAYS, turn=None)
    return Game.from_state(ended)


def over(game: Game) -> TableState:
    """A table at which this game is over."""
    played = PlayingTime(4351.0)
    return replace(begin(game), phase=Over(), finished=True, playing=played)
