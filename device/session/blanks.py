"""Blanks whose letter only the players know (CLA-PLA-10): asked after the play, at leisure.

A blank counts 0 whatever it is (Q-13), so that a play counts without its letter and nobody waits;
named later, all since is counted again. The list only puts the likeliest letters first.
Tests: tests/device/test_blanks.py.
"""

from __future__ import annotations

from collections.abc import Iterable

from device.session.amending import put_right
from device.session.clock_states import Clearing, Counted, Rolling, Shaking
from device.session.committing import ask, go_on
from device.session.state import Act, Option, Question, Step, TableState, Thinking
from device.texts import Message
from engine.lexicon import SHIPPED, shipped_lexicon
from engine.scoring import JudgeWord
from engine.squares import Direction, Square
from engine.state import EntryKind, State
from engine.tiles import UNKNOWN_BLANK, Letter

SHORTEST_WORD = 2


def then_ask_letters(step: Step, squares: Iterable[Square]) -> Step:
    """The step, and then which letters the nameless blanks on these squares are, one by one."""
    after, effects = step
    position = after.game.state.position
    nameless = [square for square in sorted(squares) if position.at(square) == UNKNOWN_BLANK]
    if not nameless or not isinstance(
        after.phase, Thinking | Counted | Rolling | Shaking | Clearing
    ):
        return step
    asking, more = ask_letter(after, *nameless)
    return asking, (*effects, *more)


def ask_letter(state: TableState, square: Square, *others: Square) -> Step:
    """Asks which letter the blank on a square is, and once that is known those of the others."""

    def name(letter: Letter) -> Act:
        return lambda now: then_ask_letters(put_right(now, square, letter.lower()), others)

    options = [
        Option(Message("{letter}", {"letter": letter}), name(letter))
        for letter in likeliest_letters(state, square)
    ]
    # Last, and so a single step back from the first.
    options.append(Option(Message("Not now"), go_on))
    text = Message("Which letter is the blank on {square}?", {"square": square.name})
    return ask(state, Question(text, tuple(options), (square,), can_wait=True))


def likeliest_letters(state: TableState, square: Square) -> tuple[Letter, ...]:
    """All letters: first those with which all words there are good, the most frequent in the box
    before the others; then the rest as in the alphabet."""
    game = state.game.state
    tile_set, good = game.variant.tile_set, list_of_words(state)
    lines = _words_there(game, square)

    def fits(letter: Letter) -> bool:
        return good is not None and all(good(_text(game, line, square, letter)) for line in lines)

    letters = tile_set.letters
    likely = sorted(filter(fits, letters), key=lambda letter: -tile_set.counts.get(letter, 0))
    return (*likely, *(letter for letter in letters if letter not in likely))


def list_of_words(state: TableState) -> JudgeWord | None:
    """The list agreed on; where there is none, the one that the game's language has. None at a
    tournament, where nothing may hint at which words are good."""
    variant = state.game.state.variant
    if state.extras.tournament:
        return None
    if state.words is not None or variant.judge_word is not None:
        return state.words or variant.judge_word
    if state.offers is not None:
        return state.offers.lexicon(variant.language, None)
    if variant.language not in SHIPPED:
        return None
    return shipped_lexicon(variant.language).with_game_words(variant.extra_words)


def _words_there(game: State, square: Square) -> set[tuple[Square, ...]]:
    """The words that a tile is in: those that plays have formed, and those that lie there now."""
    played = (e.scored for e in game.entries if e.kind is EntryKind.PLAY and e.scored is not None)
    formed = {word.squares for play in played for word in play.words if square in word.squares}
    if square in game.position.tiles:
        formed |= {game.position.run(square, direction) for direction in Direction}
    return {line for line in formed if len(line) >= SHORTEST_WORD}


def _text(game: State, line: Iterable[Square], square: Square, letter: Letter) -> str:
    tiles = game.position.tiles
    return game.variant.tile_set.text(
        letter if s == square else tiles.get(s, UNKNOWN_BLANK) for s in line
    )
