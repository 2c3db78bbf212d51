"""Questions: what is asked when a turn can't simply be closed, likeliest answer first.

Builds questions from what was seen; what an answer does is told in device/turn_end.py.
Tests: tests/device/test_questions.py.
"""

from __future__ import annotations

from collections.abc import Iterable

from device.faults import square_names
from device.states import (
    Answer,
    AskExchange,
    Choose,
    ChooseTwo,
    CountAsSeen,
    EndGame,
    Exchange,
    GoOn,
    GoOut,
    Judge,
    NameOlder,
    NameTile,
    Option,
    PassTurn,
    PullGoalie,
    Question,
    TakeBack,
)
from device.texts import Message
from device.two_plays import TwoPlays
from engine.events import Side
from engine.plays import Play, place
from engine.position import EMPTY, Position
from engine.scoring import PlayRules
from engine.tiles import UNKNOWN_BLANK, TileSet
from vision.doubt import Doubt, DoubtKind
from vision.reconstruct import Candidate, Change

MOST_EXPLANATIONS = 4
"""So many ways to explain a picture are offered; more don't fit and aren't likely."""


def nothing_laid(side: Side, may_exchange: bool) -> Question:
    """The turn button was pressed, and no tile is new."""
    options = [_option("Pass", PassTurn())]
    if may_exchange:
        options.append(_option("Exchange tiles …", AskExchange()))
    options.append(_option("Pressed by mistake", GoOn()))
    return Question(Message("{side}: no new tile. What is it?", {"side": side}), tuple(options))


def how_many(side: Side, most: int) -> Question:
    """How many tiles are exchanged."""
    counts = tuple(Option(Message("{n}", {"n": n}), Exchange(n)) for n in range(most, 0, -1))
    return Question(
        Message("{side}: how many tiles are exchanged?", {"side": side}),
        (*counts, _option("None", GoOn())),
    )


def which_tile(doubt: Doubt, tile_set: TileSet, *, older: bool = False) -> Question:
    """What lies on a square that was not read for sure; `older`: an earlier turn laid it."""
    name = doubt.square.name
    named = NameOlder if older else NameTile
    if doubt.kind is DoubtKind.BLANK_LETTER:
        letters = tuple(
            Option(Message("{letter}", {"letter": letter}), named(doubt.square, letter.lower()))
            for letter in tile_set.letters
        )
        later = _option("Not now", GoOn() if older else NameTile(doubt.square, UNKNOWN_BLANK))
        text = Message("Which letter is the blank on {square}?", {"square": name})
        return Question(text, (later, *letters), (doubt.square,))
    options = tuple(
        Option(_tile_name(label), named(doubt.square, label))
        for label, _ in doubt.candidates
        # A tile of an earlier turn that isn't there is no other tile: undo takes plays back.
        if not (older and label == EMPTY)
    )
    return Question(
        Message("What lies on {square}?", {"square": name}),
        (*options, _option("Look again", GoOn())),
        (doubt.square,),
    )


def what_happened(
    candidates: Iterable[Candidate], doubts: Iterable[Doubt], before: Position, rules: PlayRules
) -> Question:
    """Which of the likeliest explanations is true, where no one of them stands out."""
    options: list[Option] = []
    for candidate in candidates:
        label = _explanation(candidate, before, rules)
        if label is not None and len(options) < MOST_EXPLANATIONS:
            options.append(Option(label, Choose(candidate)))
    squares = tuple(sorted(doubt.square for doubt in doubts))
    text = Message("Not sure about {squares}. What was laid?", {"squares": square_names(squares)})
    return Question(text, (*options, _option("Look again", GoOn())), squares)


def which_came_first(ways: Iterable[TwoPlays]) -> Question:
    """Two plays were first seen together."""
    options = tuple(
        Option(
            Message(
                "{first} at {start}, then {second} at {next}",
                {
                    "first": way.first.words[0].text,
                    "start": way.first.play.start,
                    "second": way.second.words[0].text,
                    "next": way.second.play.start,
                },
            ),
            ChooseTwo(way),
        )
        for way in ways
    )
    return Question(
        Message("Two plays lie there. Which came first?"),
        (*options[:MOST_EXPLANATIONS], _option("Look again", GoOn())),
    )


def taken_up(by: Side) -> Question:
    """The last play's tiles are gone from the board."""
    return Question(
        Message("{side}'s last play is off the board. Taken back?", {"side": by}),
        (_option("Yes, taken back", TakeBack()), _option("No, look again", GoOn())),
    )


def is_out(side: Side) -> Question:
    """The play about to be counted empties the rack, and the bag is empty."""
    return Question(
        Message("{side} has laid the last tile. Is the game over?", {"side": side}),
        (_option("Yes, the game is over", GoOut()), _option("No, look again", GoOn())),
    )


def not_seen(side: Side) -> Question:
    """Since the turn button was pressed something has moved or lain over the board."""
    return Question(
        Message("The board can't be seen well. Is {side}'s turn over as shown?", {"side": side}),
        (_option("No, look again", GoOn()), _option("Yes, count it", CountAsSeen())),
    )


def goalie(doubt: Doubt) -> Question:
    """A named blank reads as its letter, in a game in which that may have taken its place."""
    values = {"letter": doubt.candidates[0][0], "square": doubt.square.name}
    return Question(
        Message("Has the real {letter} taken the blank's place on {square}?", values),
        (
            _option("Yes", PullGoalie(doubt.square, pulled=True)),
            _option("No, it is the blank", PullGoalie(doubt.square, pulled=False)),
        ),
        (doubt.square,),
    )


def challenged(by: Side, words: Iterable[str]) -> Question:
    """The last play is challenged; the players look its words up."""
    text = Message(
        "{side} challenges {words}. Are all words good?", {"side": by, "words": ", ".join(words)}
    )
    return Question(
        text,
        (
            _option("All are good", Judge(good=True)),
            _option("Not good", Judge(good=False)),
            _option("No challenge", GoOn()),
        ),
    )


def all_passed() -> Question:
    """Everybody has passed, one after the other: are there no plays left?"""
    return Question(
        Message("All have passed. Is the game over?"),
        (_option("No, play on", GoOn()), _option("Yes, end it", EndGame())),
    )


def end_of_game() -> Question:
    """Somebody wants to end the game before anyone is out."""
    return Question(
        Message("End the game as it stands?"),
        (_option("No, play on", GoOn()), _option("Yes, end it", EndGame())),
    )


def _option(text: str, answer: Answer) -> Option:
    return Option(Message(text), answer)


def _tile_name(label: str) -> Message:
    if label == EMPTY:
        return Message("nothing")
    if label == UNKNOWN_BLANK:
        return Message("a blank")
    return Message("{letter}", {"letter": label})


def _explanation(candidate: Candidate, before: Position, rules: PlayRules) -> Message | None:
    """A candidate in words; None for one that no single answer can mean."""
    match candidate.change:
        case Change.NONE:
            return Message("nothing new")
        case Change.WITHDRAWN:
            return Message("the last play taken back")
        case Change.PLAY:
            play = place(rules, candidate.played_on(before), candidate.tiles)
            if not isinstance(play, Play):
                return None
            return Message("{word} at {start}", {"word": play.words[0], "start": play.start})
        case _:
            return None
