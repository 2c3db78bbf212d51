"""The rules of a game for those who play it: a few cards, opened from the lobby and from the menu.

What players need at the table, as this household plays: every card follows from the game's
declaration, so an option that is switched shows. A card is a question whose answers turn the page:
play goes on meanwhile. Carries out no rule itself. Tests: tests/device/test_rules_shown.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from device.language.numbers import signed
from device.language.texts import Message, TextValue
from device.session.core.commit import ask, go_on, option
from device.session.core.state import Do, Lobby, Question, Step, TableState, Tip
from device.session.lobby.house_rules import stay
from engine.events import Side
from engine.layouts import Premium
from engine.scoring import CountTiles, CountWithPremiums, ManyTilesBonus
from engine.sentences import Plural
from engine.variants import GAMES, ChallengeRule, Variant, WhenAllPass
from engine.variants.nhl import BonusWords
from engine.variants.party import ChanceLetter, CountChance
from engine.variants.scramble import Extension, KeepNewWord
from engine.variants.topword import CountPiles, SharedLetter, covers_whole_word
from engine.variants.variant import SameTarget, Targets

MOST_TIPS = 5
"""Lines of a card: more can't be read from two metres."""


@dataclass(frozen=True)
class RulesCard:
    """A card: what it is about, and its lines from the top."""

    title: Message
    tips: tuple[Tip, ...]


def open_rules(state: TableState, place: int = 0) -> Step:
    """Shows the card at this place of those about the game that is chosen, or played."""
    game = state.game.state
    cards = rules_of(game.variant, game.sides)
    back = option("Back to the game", go_on)
    if isinstance(state.where, Lobby):
        back = option("Done", stay)
    options = [back]
    if place + 1 < len(cards):
        options.insert(0, option("Next page", Do(open_rules, place + 1)))
    if place > 0:
        options.append(option("Previous page", Do(open_rules, place - 1)))
    values: dict[str, TextValue] = {
        "game": Message(GAMES[game.variant.name].title),
        "page": cards[place].title,
        "n": place + 1,
        "of": len(cards),
    }
    text = Message("{game}, {n} of {of}: {page}", values)
    tips = cards[place].tips
    return ask(state, Question(text, tuple(options), can_wait=True, tips=tips))


def rules_of(variant: Variant, sides: Sequence[Side]) -> tuple[RulesCard, ...]:
    """All cards of a game, as these sides play it."""
    points, extra = tuple(_points(variant)), tuple(_extra_points(variant))
    if len(points) + len(extra) <= MOST_TIPS:
        points, extra = (*points, *extra), ()
    cards = (
        RulesCard(Message("A turn"), tuple(_turn(variant, sides))),
        RulesCard(Message("The clock"), tuple(_clock(variant))),
        RulesCard(Message("The mat"), tuple(_mat(variant))),
        RulesCard(Message("Stacking"), tuple(_stacking(variant))),
        RulesCard(Message("Points"), points),
        RulesCard(Message("Extra points"), extra),
        RulesCard(Message("Passing, challenging"), tuple(_instead(variant))),
        RulesCard(Message("Special rules"), tuple(_special(variant))),
        RulesCard(Message("The end"), tuple(_end(variant))),
    )
    return tuple(card for card in cards if card.tips)


# --- a turn ---


def _turn(variant: Variant, sides: Sequence[Side]) -> Iterator[Tip]:
    yield Tip(Message("Aim"), _aim(variant, sides))
    yield Tip(Message("Who starts"), _start(variant))
    if variant.letter_clock is not None:
        yield from _letter_die(variant.letter_clock.rolls)
        return
    if (dice := variant.letter_dice) is not None:
        values: dict[str, TextValue] = {"most": dice.most, "n": dice.number}
        text = Message("Roll {most} of the {n} dice, or those left in the cup.", values)
        yield Tip(Message("Dice"), text)
    elif variant.special.pre_season:
        values = {"first": variant.first_draw, "n": variant.rack_size}
        text = Message("Draw {first}, put one back. After a play, draw back to {n}.", values)
        yield Tip(Message("Tiles"), text)
    else:
        text = Message("Draw {n}. After a play, draw back to {n}.", {"n": variant.rack_size})
        yield Tip(Message("Tiles"), text)
    yield Tip(Message("First word"), _first_word(variant))
    yield Tip(Message("Then"), _then(variant))


def _aim(variant: Variant, sides: Sequence[Side]) -> Message:
    if variant.letter_clock is not None:
        return Message("Two teams, words against the clock. The most points win.")
    match variant.targets:
        case SameTarget(points):
            text = Plural(
                "Make words. First to {n} point wins.", "Make words. First to {n} points wins."
            )
            return Message(text, {"n": points})
        case Targets() as targets:
            of = ", ".join(f"{side} {points}" for side, points in targets.of(sides).items())
            return Message("Be first to reach your points: {targets}.", {"targets": of})
    return Message("Make words on the board. The most points win.")


def _start(variant: Variant) -> Message:
    letter = {"letter": variant.begin_letter or ""}
    if not letter["letter"]:
        return Message("Agree who starts. Then it goes round clockwise.")
    if variant.letter_clock is not None:
        return Message("Both teams roll the letter die: nearest to {letter} starts.", letter)
    if variant.letter_dice is not None:
        return Message(
            "Everyone rolls a die: nearest to {letter} starts. A blank beats all.", letter
        )
    if variant.highest_pile > 1:
        return Message("Everyone draws a tile: nearest to {letter} starts.", letter)
    return Message("Everyone draws a tile: nearest to {letter} starts. A blank beats all.", letter)


def _first_word(variant: Variant) -> Message:
    if len(variant.layout.starts) > 1:
        return Message("Two letters or more, at least one on a start square.")
    return Message("Two letters or more, one of them on the middle square.")


def _then(variant: Variant) -> Message:
    if variant.letter_dice is not None:
        return Message("In one line, using at least one letter on the mat.")
    if variant.highest_pile > 1:
        return Message("In one line, joined to letters or on top of them.")
    return Message("In one line, joined to the board. Every word made must be valid.")


def _letter_die(rolls: int) -> Iterator[Tip]:
    yield Tip(Message("Letters"), Message("All face up in the holder, for both teams."))
    text = Message("Roll it: you must lay that letter from the holder, not a blank for it.")
    yield Tip(Message("Letter die"), text)
    again = Plural(
        "Roll again. After {n} roll in vain, it’s the others’ turn.",
        "Roll again. After {n} rolls in vain, it’s the others’ turn.",
    )
    yield Tip(Message("Used up?"), Message(again, {"n": rolls}))


# --- what only some games have ---


def _clock(variant: Variant) -> Iterator[Tip]:
    if variant.letter_clock is None:
        return
    text = Message("The opponents start it, once they’ve found your letter.")
    yield Tip(Message("Start"), text)
    yield Tip(Message("Stop"), Message("You stop it, once your word is on the board."))
    text = Message("×4, ×3, ×2 or ×1 for the whole play; later 1 or 5 points less.")
    yield Tip(Message("It counts"), text)
    yield Tip(Message("The bell"), Message("No word by then: 5 points less."))
    text = Message("Started before the letter is found, or stopped without a word: miss a turn.")
    yield Tip(Message("Too early"), text)


def _mat(variant: Variant) -> Iterator[Tip]:
    dice = variant.letter_dice
    if dice is None:
        return
    text = Message(
        Plural("{n} second from the roll.", "{n} seconds from the roll."), {"n": dice.seconds}
    )
    yield Tip(Message("Timer"), text)
    yield Tip(Message("Too late"), Message("No word when it ends: that costs the turn."))
    yield Tip(Message("It stays"), Message("Only the new word stays. All other dice come off."))
    clear = variant.clear
    if isinstance(clear, KeepNewWord) and clear.extension is Extension.CLEARS:
        text = Message("If the old word is only made longer, all dice come off.")
        yield Tip(Message("Longer"), text)
    unused = Message("Dice you didn’t use go back into the cup.")
    if dice.hand_on:
        unused = Message("The next player gets the dice you didn’t use, as they are.")
    yield Tip(Message("Unused"), unused)


def _stacking(variant: Variant) -> Iterator[Tip]:
    if variant.highest_pile <= 1:
        return
    text = Message("Put letters on a word to change it: FAN becomes FIN.")
    yield Tip(Message("On top"), text)
    text = Message("At most {most} letters high.", {"most": variant.highest_pile})
    yield Tip(Message("Height"), text)
    same = Message("Never a letter on the same letter, nor over a whole word.")
    if covers_whole_word not in variant.own_faults:
        same = Message("Never a letter on the same letter. A whole word may be covered.")
    yield Tip(Message("Not allowed"), same)
    text = Message("Not just an S behind a word: it must be part of a new word, too.")
    yield Tip(Message("A plural"), text)


# --- points ---


def _points(variant: Variant) -> Iterator[Tip]:
    count = variant.count_words
    if isinstance(count, CountPiles):
        yield from _points_of_piles(count)
        return
    if isinstance(count, CountTiles):
        text = Message("Every tile of every word you make or change scores 1, a blank too.")
        yield Tip(Message("Words"), text)
        yield ALLOWED
        return
    text = Message("Every word you make or change scores the points on its letters.")
    yield Tip(Message("Words"), text)
    yield ALLOWED
    blank = Message("Any letter you like, for 0 points. It keeps that letter.")
    if variant.letter_clock is not None:
        blank = Message("Any letter but the one rolled, for 0 points.")
    yield Tip(Message("A blank"), blank)
    if _has(variant, *LETTER_SQUARES, *WORD_SQUARES):
        text = Message("They double or triple a letter or a word on the turn that covers them.")
        yield Tip(Message("Coloured squares"), text)
    if isinstance(count, CountWithPremiums) and count.start_times > 1:
        yield Tip(Message("Middle square"), Message("Doubles the first word laid on it."))


ALLOWED = Tip(
    Message("Allowed"),
    Message("Words in your dictionary: no names, abbreviations, hyphens or apostrophes."),
)
LETTER_SQUARES = (Premium.DOUBLE_LETTER, Premium.TRIPLE_LETTER)
WORD_SQUARES = (Premium.DOUBLE_WORD, Premium.TRIPLE_WORD)


def _has(variant: Variant, *premiums: Premium) -> bool:
    codes = {premium.value for premium in premiums}
    return any(codes & set(row) for row in variant.layout.rows)


def _points_of_piles(count: CountPiles) -> Iterator[Tip]:
    text = Message("A word that is flat: 2 points a letter.")
    yield Tip(Message("Flat"), text)
    text = Message("A word with a stack: 1 point for each of its tiles, covered ones too.")
    yield Tip(Message("With a stack"), text)
    shared = Message("Every new word counts; a letter in two of them counts once.")
    if count.shared is SharedLetter.EACH:
        shared = Message("Every new word counts; a letter in two of them counts twice.")
    yield Tip(Message("Several words"), shared)
    yield ALLOWED


def _extra_points(variant: Variant) -> Iterator[Tip]:
    if variant.highest_pile > 1:
        yield Tip(Message("J, Qu, V, X, Z"), Message("2 extra points each, when laid."))
    for extra in variant.extras:
        match extra:
            case ManyTilesBonus(tiles=tiles, points=points) if points:
                values: dict[str, TextValue] = {"tiles": tiles, "points": signed(points)}
                text = Message("{tiles} in one turn: {points}.", values)
                if variant.rack_size > tiles:
                    text = Message("{tiles} or more in one turn: {points}.", values)
                yield Tip(Message("Many letters"), text)
            case BonusWords(points=words) if words:
                text = Message("Always allowed. They add points, such as {words}.", _samples(words))
                yield Tip(Message("Bonus words"), text)
            case CountChance(reading=reading):
                yield from _chance(reading)
    if variant.begin_points:
        of = ", ".join(f"{side} {signed(n)}" for side, n in variant.begin_points.items())
        yield Tip(Message("Head start"), Message("{points}", {"points": of}))


def _samples(words: Mapping[str, int]) -> dict[str, TextValue]:
    """The shortest word of each number of points: those that players learn first."""
    found = {
        points: min((len(word), word) for word, its in words.items() if its == points)[1]
        for points in sorted(set(words.values()))
    }
    return {"words": ", ".join(f"{word} {signed(points)}" for points, word in found.items())}


def _chance(reading: ChanceLetter) -> Iterator[Tip]:
    text = Message("A letter on one: roll the chance die after the turn.")
    yield Tip(Message("Chance squares"), text)
    text = Message("×3 or ×2: a new letter of your choice, once.")
    if reading is ChanceLetter.IN_WORDS:
        text = Message("×3 or ×2: a new letter of your choice, in each of its words.")
    yield Tip(Message("Chance die"), text)
    text = Message(
        "Play again; no letter die next turn; or the opponents’ next clock starts at ×1 or ×2."
    )
    yield Tip(Message("Its other faces"), text)


# --- what else a turn may be ---


def _instead(variant: Variant) -> Iterator[Tip]:
    if variant.letter_clock is not None:
        text = Message("Stop the clock and say so: 0 points, in its last zones 1 or 5 less.")
        yield Tip(Message("Pass"), text)
    elif variant.letter_dice is not None:
        yield Tip(Message("Pass"), Message("Let the time run out."))
    else:
        yield Tip(Message("Pass"), Message("For 0 points; it’s the next player’s turn."))
    if variant.most_exchanged is None:
        text = Message("Any number of your tiles for as many from the bag. It costs the turn.")
        yield Tip(Message("Exchange"), text)
    elif variant.most_exchanged:
        text = Message("One of your tiles for one from the bag. It costs the turn.")
        yield Tip(Message("Exchange"), text)
    special = variant.special
    if special.trades and special.trade_deadline and variant.targets is None:
        values = {"n": special.trade_deadline}
        until = Plural(
            "With other players, instead of a play, until someone has {n} point.",
            "With other players, instead of a play, until someone has {n} points.",
        )
        yield Tip(Message("Trade"), Message(until, values))
    elif special.trades:
        yield Tip(Message("Trade"), Message("With other players, instead of a play."))
    if variant.challenge is ChallengeRule.NONE:
        yield Tip(Message("Challenge"), Message("Not in this game."))
        return
    if variant.letter_clock is None and not variant.challenge.then.at_once:
        text = Message("The last play, until the next one starts. It’s called “offsides”.")
        if not special.offsides:
            text = Message("The last play, until the next one starts.")
        yield Tip(Message("Challenge"), text)
    elif variant.letter_clock is not None:
        text = Message("The word, once the clock has stopped and before the next turn.")
        yield Tip(Message("Challenge"), text)
    yield Tip(Message("Its cost"), _cost(variant.challenge))


def _cost(rule: ChallengeRule) -> Message:
    if rule in COSTS:
        return COSTS[rule]
    values = {"n": rule.then.points}
    if rule.then.a_word:
        return Message(
            "Invalid: it costs the turn. Valid: the player gets {n} more per word.", values
        )
    return Message("Invalid: it costs the turn. Valid: the player gets {n} more.", values)


COSTS: Mapping[ChallengeRule, Message] = MappingProxyType(
    {
        ChallengeRule.CLASSIC: Message(
            "Invalid: it costs the turn. Valid: the challenger misses a turn."
        ),
        ChallengeRule.SINGLE: Message("Invalid: it costs the turn. Valid: it costs nothing."),
        ChallengeRule.VOID: Message("Invalid: try again. Valid: it costs nothing."),
        ChallengeRule.JUDGED: Message("Every play is checked at once. Invalid: try again."),
        ChallengeRule.RESUME: Message(
            "Invalid: try again, the clock keeps running. Valid: it costs nothing."
        ),
    }
)


def _special(variant: Variant) -> Iterator[Tip]:
    """NHL-OPT, as far as they are switched on and no other card has them."""
    if variant.delay_words:
        text = Message(
            "These words cost the next player a turn: {words}.",
            {"words": ", ".join(sorted(variant.delay_words))},
        )
        yield Tip(Message("Delay in Game"), text)
    if variant.special.too_many_men:
        text = Message(
            "Tiles laid and picked up again: if another player calls it, it costs the turn."
        )
        yield Tip(Message("Too Many Men"), text)
    if variant.special.goalie:
        text = Message("Before you play, swap a blank on the board for the letter it stands for.")
        yield Tip(Message("Pulling the Goalie"), text)


# --- the end ---


def _end(variant: Variant) -> Iterator[Tip]:
    if isinstance(variant.targets, Targets):
        text = Message("The first to reach their points, at once: tiles left don’t count.")
        yield Tip(Message("The winner"), text)
        text = Message("The bag and a rack are empty: the largest share of one’s points wins.")
        yield Tip(Message("No one there?"), text)
    elif isinstance(variant.targets, SameTarget):
        first = Plural(
            "The first to have {n} point, at once.", "The first to have {n} points, at once."
        )
        yield Tip(Message("The winner"), Message(first, {"n": variant.targets.points}))
    if variant.letter_clock is not None:
        over = Plural(
            "No letters left, no room for a word, or {n} roll in vain by both teams.",
            "No letters left, no room for a word, or {n} rolls in vain by both teams.",
        )
        yield Tip(Message("It’s over"), Message(over, {"n": variant.letter_clock.rolls}))
    elif variant.targets is None:
        yield Tip(Message("It’s over"), _over(variant))
    if variant.settlement is not None:
        each = variant.settlement.each
        cost = Message("You lose their points.")
        if each is not None:
            cost = Message(Plural("{n} point less each.", "{n} points less each."), {"n": each})
        yield Tip(Message("Tiles left"), cost)
        if variant.settlement.gained_by:
            text = Message("You gain the points of everyone else’s tiles.")
            yield Tip(Message("None left?"), text)
    if variant.targets is None:
        tie = Message("A shared win.")
        if variant.settlement is not None and variant.settlement.breaks_ties:
            tie = Message("Tiles left aren’t counted then. Still a tie: a shared win.")
        yield Tip(Message("A tie"), tie)


def _over(variant: Variant) -> Message:
    if variant.when_all_pass is WhenAllPass.ENDS:
        return Message("The bag and a rack are empty, no play is possible, or all pass in a row.")
    return Message("The bag and a rack are empty, or no play is possible.")
