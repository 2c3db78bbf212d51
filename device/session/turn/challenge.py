"""Challenges: the last play's words judged by the list agreed on, and what follows from that.

If no list was agreed on, the players look the words up. Afterwards the table waits until the tiles
of a bad play have been taken up; those that stay are not part of any play.
Tests: tests/device/test_challenging.py, tests/device/test_orphaned_tiles.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from device.language.texts import Message, and_then
from device.language.wording import square_names
from device.session.core.commit import ask, commit, go_on, nothing_counted, notify, option, refuse
from device.session.core.effects import FollowAgain, PlayTone
from device.session.core.mat import mat_of, tiles_text
from device.session.core.observation import JudgedReading
from device.session.core.prompts import next_press, resting
from device.session.core.state import (
    Act,
    Challenge,
    Clearing,
    Do,
    Option,
    Question,
    Step,
    TableState,
    Thinking,
    in_phase,
    other_sides,
    side_options,
)
from device.session.turn import clearing, penalties
from device.session.turn.end_turn import close_turn
from device.session.turn.referee import bad_words
from device.session.turn.undo import undo
from engine.events import Challenged, Side
from engine.position import EMPTY
from engine.scoring import ScoredPlay
from engine.sentences import Sentence
from engine.squares import Square
from engine.state import Entry, EntryKind, LetterTurn, State
from engine.tiles import Tile, piece_of
from engine.variants import ChallengeRule, Variant
from engine.words.lexicon import Lexicon, Verdict
from hardware.panel.port import Press, Tone
from vision.game.follow import Followed
from vision.game.reconstruct import Change

# --- the challenge ---

CHALLENGE_SIGN = "!?"
"""The same in every language: on the last play as long as it can be challenged, and to touch."""

# The press


def challenge(state: TableState) -> Step:
    """Judges the last play, or calls a penalty. Asks who does if several sides may; says why if
    none may."""
    game = state.game.state
    if game.taken_up is not None:
        return penalties.call_penalty(state)
    last = game.provisional
    if last is not None and last.by in game.variant.unchallenged:
        return notify(
            state, Message("{side} is never challenged: the words stand.", {"side": last.by})
        )
    if state.judged_at_once:
        return notify(state, Message("Words are checked as you play: no challenges needed."))
    if game.variant.challenge is ChallengeRule.NONE:
        return notify(state, Message("This game has no challenges."))
    if isinstance(game.stage, LetterTurn) and game.stage.chance is not None:
        return notify(state, Message("Too late: the chance die has been rolled."))
    if last is None:
        return notify(state, Message("There’s no play to challenge."))
    if state.board.begun:
        return notify(state, Message("Too late: {side} has started.", {"side": state.side or ""}))
    by = other_sides(state, last.by)
    if len(by) == 1:
        return _challenged_by(state, by[0])
    options = (*side_options(state, by, _challenged_by), option("No challenge", go_on))
    return ask(state, Question(Message("Who challenges?"), options, noted=True))


def _challenged_by(state: TableState, by: Side) -> Step:
    """This side challenges: the list judges all words of the play, or else the players do."""
    scored = state.game.state.last_play
    if scored is None:
        return notify(state, Message("There’s no play to challenge."))
    words = tuple(word.text for word in scored.words)
    if state.game.state.variant.challenge.then.a_word and len(words) > 1:
        return _ask_which_words(state, by, words)
    return _challenges(state, by, words)


def _challenges(state: TableState, by: Side, words: tuple[str, ...]) -> Step:
    """The side challenges these words of the last play."""
    scored = state.game.state.last_play
    if scored is None:
        return notify(state, Message("There’s no play to challenge."))
    if state.agreed.words is None:
        return ask(state, whether_words_are_good(by, words, whole=state.agreed.extras.tournament))
    verdicts = _verdicts(state.game.state.variant, state.agreed.words, scored)
    return judge(state, by, tuple(v for v in verdicts if v.word in words))


def _ask_which_words(
    state: TableState, by: Side, words: tuple[str, ...], so_far: tuple[str, ...] = ()
) -> Step:
    return ask(state, _which_words(by, words, so_far))


def _which_words(by: Side, words: tuple[str, ...], so_far: tuple[str, ...] = ()) -> Question:
    """Asks which words of the last play are challenged, if each counts; `so_far`: those already
    named."""

    def challenged(named: tuple[str, ...]) -> Act:
        return Do(_challenges, by, named)

    def one_more(named: tuple[str, ...]) -> Act:
        return Do(_ask_which_words, by, words, named)

    rest = tuple(word for word in dict.fromkeys(words) if word not in so_far)
    if so_far:
        text = Message(
            "{side} challenges {words}. Others?", {"side": by, "words": ", ".join(so_far)}
        )
        options = [option("No others", challenged(so_far))]
    else:
        text = Message("{side} challenges: which words?", {"side": by})
        options = [option("All words", challenged(words))]
    for word in rest:
        named = tuple(one for one in words if one in (*so_far, word))
        last = len(rest) <= 2  # choosing all of them has its own answer
        options.append(option("{word}", (challenged if last else one_more)(named), word=word))
    return Question(text, (*options, option("No challenge", go_on)), noted=True)


def _verdicts(variant: Variant, agreed: Lexicon, scored: ScoredPlay) -> tuple[Verdict, ...]:
    """The list's verdict on each word; a nameless blank is any letter that makes all words good."""
    agreed = agreed.with_game_words(variant.extra_words)
    bad = bad_words(scored.play, agreed, variant.tile_set)
    verdicts = (agreed.judge(word.text) for word in scored.words)
    none = Sentence("no letter for the blank makes all of them words")
    return tuple(
        replace(verdict, good=False, why=none) if verdict.good and verdict.word in bad else verdict
        for verdict in verdicts
    )


def whether_words_are_good(by: Side, words: Iterable[str], *, whole: bool = False) -> Question:
    """The last play is challenged; the players look its words up. `whole`: they only decide whether
    the play stands, as at a tournament."""
    laid = tuple(words)
    values = {"side": by, "words": ", ".join(laid)}
    text = Message("{side} challenges {words}. All valid?", values)
    good = tuple(Verdict(word, True, "") for word in laid)
    if whole:
        falls = tuple(replace(verdict, good=False) for verdict in good)
        return Question(
            Message("{side} challenges {words}. Is the play valid?", values),
            (
                option("Valid", Do(judge, by, good)),
                option("Not valid", Do(judge, by, falls)),
                option("No challenge", go_on),
            ),
            noted=True,
        )
    return Question(
        text,
        (
            option("All valid", Do(judge, by, good)),
            *(_bad(by, word, laid) for word in laid),
            option("No challenge", go_on),
        ),
        noted=True,
    )


def _bad(by: Side, word: str, challenged: tuple[str, ...]) -> Option:
    verdict = Verdict(word, False, "")
    return option("{word} is not valid", Do(judge, by, (verdict,), challenged), word=word)


def judge(
    state: TableState, by: Side, verdicts: tuple[Verdict, ...], words: tuple[str, ...] = ()
) -> Step:
    """The outcome for the play (CLA-CHA-02): it stands or falls at once. `words`: those that were
    challenged, where there isn't a verdict on each."""
    game = state.game.state
    last, special = game.provisional, game.variant.special
    if last is None:
        return notify(state, Message("There’s no play to challenge."))
    good = all(verdict.good for verdict in verdicts)
    event = Challenged(by, good, _not_all(game, words or tuple(v.word for v in verdicts)))
    if good:
        lift, followed = frozenset[Square](), state.board.followed
        text = Message("The play stands.")
        if special.offsides:
            text = Message("No offsides: the play stands.")
    else:
        before = last.before.position
        lift = frozenset(game.position.tiles.keys() & _laid_last(game).keys())
        followed = replace(Followed.at(before), bare=state.board.followed.bare)
        why = _not_good(game, verdicts, whole=state.agreed.extras.tournament)
        text = and_then(why, _take_up(game, last.by, lift))
        if game.variant.letter_dice is not None:
            mat = clearing.after_a_fall(state, event)
            lift, mat_text = mat.lift, _mat_text(last.by, mat)
            text = why if mat_text is None else and_then(why, mat_text)
    tone = Tone.GOOD if good else Tone.BAD
    after, effects = commit(state, [event], followed, text, tone=tone)
    if nothing_counted(state, after):
        return after, effects
    whistle = (PlayTone(Tone.WHISTLE),) if special.offsides else ()
    phase = Challenge(by, last.by, verdicts, lift)
    return replace(after, phase=phase), (*whistle, *effects)


def _not_all(game: State, words: tuple[str, ...]) -> tuple[str, ...]:
    """The challenged words; none where they are all of the play's, or stand for all of them."""
    formed = () if game.last_play is None else tuple(w.text for w in game.last_play.words)
    all_of_them = set(words) == set(formed) or not game.variant.challenge.then.a_word
    return () if all_of_them else words


def _laid_last(game: State) -> Mapping[Square, Tile]:
    return {} if game.last_play is None else game.last_play.tiles


# While it is on the screen


@in_phase(Challenge)
def leave_challenge(state: TableState, phase: Challenge, _: Press) -> Step:
    """Goes on with the game; while tiles of a bad play are still there, only at the second
    press."""
    if _lies_there(state):
        still = Message(
            "Tiles are still on {squares}: pick them up, or press again to continue.",
            {"squares": square_names(phase.lift)},
        )
        if state.message != still:
            return refuse(state, still)
    after = clearing.after_challenge(state)
    after = replace(after, message=after.message or next_press(after))
    return after, (FollowAgain(),) if isinstance(after.phase, Clearing) else ()


def undo_challenge(state: TableState, _: Press) -> Step:
    """Takes the challenge back."""
    return undo(replace(state, phase=Thinking()))


@in_phase(Challenge)
def say_lift(state: TableState, phase: Challenge, press: Press) -> Step:
    """Says which tiles to take up; goes on if there are none."""
    if not phase.lift:
        return leave_challenge(state, press)
    values = {"side": phase.of, "squares": square_names(phase.lift)}
    if phase.lift & state.game.state.position.tiles.keys():
        text = Message("{side}: take the top tiles off {squares}. OK: next.", values)
        return notify(state, text)
    return notify(state, Message("{side}: pick up {squares}. OK: next.", values))


def say_judged(state: TableState, press: Press) -> Step:
    """Says that this play has been judged; goes on if there is nothing to take up."""
    text = Message("This play has been checked: no more challenges.")
    after, effects = say_lift(state, press)
    return replace(after, message=text), effects


def watch_lift(state: TableState, sight: JudgedReading) -> TableState:
    """After a challenge, goes on once the tiles of a bad play have been taken up, or the next side
    has begun after a good one."""
    phase, observed = state.phase, sight.now.observed
    if not isinstance(phase, Challenge):
        return state
    if state.game.state.variant.letter_dice is not None:
        return _saw_mat(state, phase, sight)
    if not phase.lift:
        if observed.change is Change.PLAY and observed.sure:
            after = replace(state.with_sight(None), phase=resting(state))
            return replace(after, message=next_press(after))
        return state.with_sight(sight)
    if not _taken_up(phase.lift, sight):
        return state.with_sight(sight)
    after = replace(state.with_sight(None), phase=resting(state))
    text = Message("Tiles picked up. It’s {side}’s turn.", {"side": state.side or ""})
    if (then := next_press(after)) is not None:
        text = Message("Tiles picked up. {then}", {"then": then})
    return replace(after, message=text)


def _saw_mat(state: TableState, phase: Challenge, sight: JudgedReading) -> TableState:
    """The same where dice come and go after every play: a bad play's dice are looked for square by
    square, before anything else is done about the mat."""
    mat = mat_of(sight, state.game.state.variant)
    after = state.with_sight(sight)
    if mat is None or not phase.lift or not all(map(mat.empty, phase.lift)):
        return after
    return clearing.after_challenge(after)


def _taken_up(lift: frozenset[Square], sight: JudgedReading) -> bool:
    """Whether a picture certainly shows none of these tiles any more."""
    observed = sight.now.observed
    if observed.change not in (Change.NONE, Change.PLAY) or not observed.sure:
        return False
    if lift & (sight.now.after.covered | observed.tiles.keys() | observed.withdrawn.keys()):
        return False
    before = sight.before.position
    return all(penalties.surely_shows(sight, s, before.at(s) or EMPTY) for s in lift)


def _lies_there(state: TableState) -> bool:
    """Whether the camera sees tiles where those of the bad play lay."""
    phase = state.phase
    if not isinstance(phase, Challenge) or not state.device.sees:
        return False
    if state.game.state.variant.letter_dice is not None:
        mat = mat_of(state.board.sight, state.game.state.variant)
        return mat is not None and any(map(mat.taken, phase.lift))
    return state.board.sight is not None and bool(
        phase.lift & state.board.sight.now.observed.tiles.keys()
    )


# After it


def next_side_begins(state: TableState, sight: JudgedReading) -> bool:
    """Whether a picture certainly shows tiles of the turn in progress, so that the play before it
    can't be challenged any more (Q-02). Tiles of a fallen play don't count, nor those left behind
    when others were taken up."""
    observed, before = sight.now.observed, state.seen
    if observed.change is not Change.PLAY or not observed.sure or observed.withdrawn:
        return False
    if are_orphans(state, observed.tiles):
        return False
    known = () if before is None or not before.observed.sure else before.observed.tiles
    return not observed.tiles.keys() <= set(known)


# --- what a bad play's message says ---


def _not_good(game: State, verdicts: Iterable[Verdict], *, whole: bool) -> Message:
    """What is wrong with a fallen play, unless it is judged as a `whole`."""
    words = ", ".join(verdict.word for verdict in verdicts if not verdict.good)
    first = Message("Not valid: {words}.", {"words": words})
    if game.variant.special.offsides:
        first = Message("Offsides! Not valid: {words}.", {"words": words})
    if whole:
        first = Message("The play comes off.")
        if game.variant.special.offsides:
            first = Message("Offsides! The play comes off.")
    return first


def _take_up(game: State, side: Side, lift: Iterable[Square]) -> Message:
    """What the side takes back of a fallen play (CLA-CHA-03, Q-03)."""
    values = {"side": side, "squares": square_names(lift)}
    then = Message("{side}: pick up {squares}.", values)
    if any(game.position.height(square) > 1 for square in lift):
        then = Message("{side}: take the top tiles off {squares}; leave those below.", values)
        if _has_drawn(game):
            then = Message(
                "{side}: put your new tiles back in the bag unseen, then take the "
                "top tiles off {squares}; leave those below.",
                values,
            )
    elif _has_drawn(game):
        then = Message(
            "{side}: put your new tiles back in the bag unseen, then pick up {squares}.",
            values,
        )
    return then


def _mat_text(side: Side, todo: Clearing) -> Message | None:
    """The same on a mat: only what is still to be done about it (Q-SCR-06)."""
    taken = Message(
        "{side}: pick up {squares}.", {"side": side, "squares": square_names(todo.lift)}
    )
    back = Message("Then put back: {tiles}.", {"tiles": tiles_text(todo.put_back)})
    if not todo.put_back:
        return taken if todo.lift else None
    return and_then(taken, back) if todo.lift else back


def _has_drawn(game: State) -> bool:
    """Whether tiles may have been drawn after the last play (Q-03)."""
    last = game.provisional
    return game.variant.holds_racks and last is not None and last.before.bag != 0


# --- tiles that no longer count ---


def are_orphans(state: TableState, tiles: Mapping[Square, Tile]) -> bool:
    """Whether these are the remaining tiles of a play that doesn't count; or all of it is among
    them."""
    left, last = orphans_among(state, tiles), _challenged_off(state.game.state)
    if not left:
        return False
    # A side that plays again at once may do so with fewer of them.
    fewer = left == tiles.keys() and (last is None or last.side != state.side)
    return fewer or left == _orphans(state).keys()


def orphans_among(state: TableState, tiles: Mapping[Square, Tile]) -> frozenset[Square]:
    """The squares of these where tiles of no play may still lie."""
    laid = _orphans(state).items()
    same = (s for s, t in laid if s in tiles and piece_of(tiles[s]) == piece_of(t))
    return frozenset(same)


def _orphans(state: TableState) -> Mapping[Square, Tile]:
    """The tiles of the play that has just fallen, or those taken out of the game otherwise."""
    last = _challenged_off(state.game.state)
    return state.board.orphaned if last is None or last.scored is None else last.scored.tiles


def _challenged_off(game: State) -> Entry | None:
    """The play that fell, if nothing has been played since."""
    last = game.last_turn
    return last if last is not None and last.kind is EntryKind.CHALLENGED_OFF else None


def close_without_orphans(state: TableState) -> Step:
    """Closes the turn, but asks if the play that was challenged off still lies there."""
    observed = None if state.board.sight is None else state.board.sight.now.observed
    several = observed is not None and observed.change is Change.GAP
    if observed and several and (left := orphans_among(state, observed.tiles)):
        # One of them fell: neither is counted before its tiles are gone.
        text = Message(
            "Tiles that don’t count are still there: pick up {squares}.",
            {"squares": square_names(left)},
        )
        return refuse(state, text)
    if state.seen is None or not are_orphans(state, state.seen.observed.tiles):
        return close_turn(state)
    challenged = _challenged_off(state.game.state) is not None
    return ask(state, _whether_played_again(state.seen.observed.tiles, challenged=challenged))


def _whether_played_again(squares: Iterable[Square], *, challenged: bool) -> Question:
    """Tiles lie where they lay at the challenge, or when their turn was taken back."""
    text = Message("Removed tiles are still on the board. Are you playing them now?")
    if challenged:
        text = Message("The play challenged off is still there. Is it being played again?")
    return Question(
        text,
        (option("No, we’ll take it off", go_on), option("Yes, count it", close_turn)),
        tuple(sorted(squares)),
        noted=True,
    )
