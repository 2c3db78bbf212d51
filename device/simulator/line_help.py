"""What can be written in an evening's script, explained for its authors.

The words of the lines themselves stay as they are in every language; script.py reads them.
Tests: tests/device/test_evening.py, tests/device/test_terminal_language.py.
"""

from __future__ import annotations

from device.language.texts import N_, Texts
from engine.tiles import TILE_LANGUAGES

WHAT_IS_PLAYED = N_(
    "First, if needed, what is being played:\n"
    "game NAME                classic, nhl, nhl-peewee, nhl-professional, junior, …\n"
    "language CODE            {languages}\n"
    "sides NAME NAME …        in seating order; otherwise in the order in which they first do\n"
    "                         something\n"
    "option NAME VALUE        a game’s option as in TOML: option special_rules.goalie false\n"
    "extra NAME VALUE         what the device adds to the rules: extra side_clock 25\n"
    "words WORD …             the agreed list, instead of the included one\n"
    "lobby                    the evening starts in the lobby, with two players about to play\n"
    "                         classic: what is set above must be chosen there, by answers\n"
)

WHAT_IS_DONE = N_(
    "Then what happens:\n"
    "lay SIDE START WORD      lay a word’s new tiles one by one: lay A 8H QUIz (8H across, H8\n"
    "                         down; lower case a blank; include letters already on the board)\n"
    "press SIDE               press the side’s turn button and wait until the screen shows that\n"
    "                         it counts\n"
    "press SIDE later         the same, and leave a question that can wait unanswered; press\n"
    "                         BUTTON later too\n"
    "try SIDE                 press it once, and it doesn’t count\n"
    "forget SIDE              forget to press: the next player just lays\n"
    "press BUTTON             press another button: ok, back, next, undo, challenge, pause, end;\n"
    "                         a play that is undone is still there\n"
    "hold BUTTON              hold a button down: ok is a pause, undo the end\n"
    "pause / resume / end     the same in words\n"
    'answer "TEXT"            take the answer, or in the lobby the line, that holds this text\n'
    "by-hand SIDE START WORD  lay it where the camera can’t see it, and enter it by the menu; in\n"
    "                         Party with the zone in which that stops the clock: by-hand A 8H\n"
    "                         QUIZ x4\n"
    "take-back                pick up the tiles laid last; if they were scored, the side to\n"
    "                         play presses, and answers that they were taken back\n"
    "pass SIDE                press with nothing laid, and answer that it’s a pass\n"
    "pass SIDE later          the same, and leave a question that follows unanswered\n"
    "exchange SIDE NUMBER     press with nothing laid, and answer how many tiles to exchange\n"
    "trade SIDE WITH NUMBER   trade that many tiles with another side instead of a play\n"
    "challenge SIDE good|bad  challenge the last play; good or bad is what the list says. With\n"
    "                         bad, its tiles come off\n"
    "challenge SIDE good WORD only that word of it, or those words\n"
    "call SIDE                call the penalty for tiles laid and picked up again\n"
    "goalie SIDE SQUARE       lay the real letter in place of a blank\n"
    "correct SQUARE LETTER    say what is really there, by the menu; lower case a blank\n"
    "points SIDE NUMBER       give or take points by hand, by the menu: points A -5\n"
    "out SIDE                 answer, if asked at the end, that this side has laid all its tiles\n"
    "draws LETTERS            duplicate: the referee draws the rack, and the bag gives these\n"
    "                         letters in addition to those left; ? a blank\n"
    "draws LETTERS by-hand    the same from the real bag, and enters them\n"
    "rack SIDE LETTERS        the game is over: lay the tiles left in a row, press, pick them\n"
    "                         up; ? a blank\n"
    "sign SIDE                sign the result at a tournament, once the game is over\n"
    "wait SECONDS             sit and think\n"
    "mishap WHAT …            what else happens at a table: lamp 0.3, shadow, glare H8 2, cup\n"
    "                         A15, board, arm H8, arm-away, knock 8 5 1, push 20 10 4, turn 1,\n"
    "                         shake 9 3, defocus 4, face-down H8, upside-down H8, slipped H8,\n"
    "                         worn H8 F, put-right H8, stuck, unplugged, calm\n"
)

WITH_DICE_AND_CLOCK = N_(
    "With dice and a clock, also:\n"
    "roll SIDE LETTER         roll the letter die: the device’s shows that letter. At the end of\n"
    "                         a turn the press also continues the game\n"
    "roll SIDE LETTER by-hand roll a die of their own, and enter what it shows\n"
    "start SIDE               press the button that starts the clock; before the roll that does\n"
    "                         nothing\n"
    "stop SIDE ZONE           wait until the clock is in a zone (x4, x3, x2, x1, minus1,\n"
    "                         minus5), then press the button; with nothing laid, that’s too early\n"
    "wait until ZONE          look at the lamps until the clock is in that zone\n"
    "time-up                  wait until it dings, and until the screen shows what that means\n"
    "pass SIDE ZONE           wait until the clock is in a zone, and pass there by the menu\n"
    "pass SIDE ZONE by-button wait for the zone, press the side’s own button with nothing laid,\n"
    "                         and answer that it’s a pass\n"
    "early SIDE               call that the others have started the clock too early\n"
    "chance SIDE FACE         roll the chance die: letter-x3, letter-x2, no-letter-die,\n"
    "                         play-again, adversary-x1, adversary-x2; the letter that earns most\n"
    "                         is multiplied\n"
    "chance SIDE FACE SQUARE  choose the letter on that square instead; by-hand as above\n"
    "rolls SIDE LETTERS       roll the dice of a turn on the screen; ? a blank\n"
    "rolls SIDE LETTERS on-mat\n"
    "                         the same with dice that land on the mat and are read there\n"
    "accept                   everyone accepts the word: press OK\n"
    "lift                     pick up the dice that the screen names, or put back those\n"
    "                         that were picked up last\n"
)

WHAT_MUST_BE_SO = N_(
    "And what must then be true:\n"
    "expect turn SIDE         expect points SIDE NUMBER         expect over      expect won SIDE\n"
    "expect lamp SIDE         expect dark SIDE                  (or challenge, zone-1 …)\n"
    "expect zone ZONE         expect clock runs|stands          expect letter LETTER (the die\n"
    "                         shows it)\n"
    "expect tone NAME         click, play, ask, warn, end, whistle, good, bad, … heard since the\n"
    "                         last event\n"
    'expect says "TEXT"       the screen says it, or has said it since the last step\n'
    'expect asks "TEXT"       it’s being asked now\n'
    "# anything               a remark, also at the end of a line\n"
)

PARAGRAPHS = (WHAT_IS_PLAYED, WHAT_IS_DONE, WITH_DICE_AND_CLOCK, WHAT_MUST_BE_SO)

WHAT_THERE_IS = "\n".join(PARAGRAPHS)
"""Every line of a script and what it does, in English."""


def all_lines(texts: Texts) -> str:
    """Every line of a script, explained in this language."""
    *first, last = TILE_LANGUAGES
    languages = f"{', '.join(first)} {texts('or')} {last}"
    return "\n".join(texts(one, languages=languages) for one in PARAGRAPHS)


def usage_of(what: str) -> str:
    """The syntax of a line that begins like this; the word alone if nothing explains it."""
    usages = (line.partition("  ")[0] for line in WHAT_THERE_IS.splitlines())
    return next((usage for usage in usages if usage.startswith(f"{what} ")), what)
