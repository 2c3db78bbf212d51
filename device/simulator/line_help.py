"""What can be written in an evening's script, explained for its authors.

The words of the lines themselves stay as they are in every language; script.py reads them.
Tests: tests/device/test_evening.py, tests/device/test_terminal_language.py.
"""

from __future__ import annotations

from device.language.texts import N_, Texts
from engine.tiles import TILE_LANGUAGES

WHAT_IS_PLAYED = N_("""\
First, if need be, what is played:
game NAME                classic, nhl, nhl-peewee, nhl-professional, junior, …
language CODE            {languages}
sides NAME NAME …        in the order in which they sit; else as they first do something
option NAME VALUE        a game's option as in TOML: option special_rules.goalie false
extra NAME VALUE         what the device offers beyond the rules: extra side_clock 25
words WORD …             the list that is agreed on, in place of the one that ships
lobby                    the evening begins in the lobby, where two sides are going to play classic:
                         what is told above has to be chosen there, by answers
""")

WHAT_IS_DONE = N_("""\
Then what is done:
lay SIDE START WORD      lay a word's new tiles one by one: lay A 8H QUIz (8H across, H8 down; lower
                         case a blank; letters that lie there already are written too)
press SIDE               press the side's turn button and wait until the screen shows that it counts
press SIDE later         the same, and leave a question open that can wait; press BUTTON later too
try SIDE                 press it once, and it doesn't count
forget SIDE              forget to press: whoever plays next just lays
press BUTTON             press another button: ok, back, next, undo, challenge, pause, end; a play
                         that is undone lies there still
hold BUTTON              hold a button down: ok is a pause, undo the end
pause / resume / end     the same in words
answer "TEXT"            take the answer, or in the lobby the line, that holds this text
by-hand SIDE START WORD  lay it where the camera can't see it, and enter it by the menu; in Party
                         with the zone in which that stops the clock: by-hand A 8H QUIZ x4
take-back                take the tiles laid last up again; if they were counted, whose turn it
                         is now presses, and answers that they were taken back
pass SIDE                press with nothing laid, and answer that it is a pass
pass SIDE later          the same, and leave a question open that comes of it
exchange SIDE NUMBER     press with nothing laid, and answer how many tiles are exchanged
trade SIDE WITH NUMBER   trade so many tiles with another side in place of a play
challenge SIDE good|bad  challenge the last play; good or bad is what the list says. A bad play's
                         tiles are taken up
challenge SIDE good WORD no more than that word of it, or those words
call SIDE                call the penalty for tiles laid and taken up again
goalie SIDE SQUARE       lay the letter itself in the place of a blank
correct SQUARE LETTER    say what really lies there, by the menu; lower case a blank
points SIDE NUMBER       give or take points by hand, by the menu: points A -5
out SIDE                 answer, where that is asked at the end, that this side has laid all tiles
rack SIDE LETTERS        the game is over: lay what is left in a row, press, take it off; ? a blank
wait SECONDS             sit and think
mishap WHAT …            what else happens at a table: lamp 0.3, shadow, glare H8 2, cup A15,
                         board, arm H8, arm-away, knock 8 5 1, push 20 10 4, turn 1, shake 9 3,
                         defocus 4, face-down H8, upside-down H8, slipped H8, worn H8 F,
                         put-right H8, stuck, unplugged, calm
""")

WITH_DICE_AND_CLOCK = N_("""\
With dice and clock, besides:
roll SIDE LETTER         roll the letter die: the device's shows that letter. At the end of a turn
                         the press goes on with the game as well
roll SIDE LETTER by-hand roll a die of their own, and enter what it shows
start SIDE               press the button that starts the clock, also too early
stop SIDE ZONE           wait until the clock is in a zone (x4, x3, x2, x1, minus1, minus5), then
                         press the button; with nothing laid that is too early
wait until ZONE          look at the lamps until the clock is in that zone
time-up                  wait until it dings, and until the screen shows what that means
pass SIDE ZONE           wait until the clock is in a zone, and pass there by the menu
pass SIDE ZONE by-button wait for the zone, press the side's own button with nothing laid, and
                         answer that it is a pass
early SIDE               call that the others have started the clock too early
chance SIDE FACE         roll the chance die: letter-x3, letter-x2, no-letter-die, play-again,
                         adversary-x1, adversary-x2; the letter that earns most counts more
chance SIDE FACE SQUARE  choose the letter on that square instead; by-hand as above
rolls SIDE LETTERS       roll the dice of a turn on the screen; ? a blank
rolls SIDE LETTERS on-mat
                         the same with dice that come to lie on the mat and are read there
accept                   all are content with the word: press OK
lift                     take the dice up that the screen says, or put back those
                         that were taken up last
""")

WHAT_MUST_BE_SO = N_("""\
And what must then be so:
expect turn SIDE         expect points SIDE NUMBER         expect over      expect won SIDE
expect lamp SIDE         expect dark SIDE                  (or challenge, zone-1 …)
expect zone ZONE         expect clock runs|stands          expect letter LETTER (the die shows it)
expect tone NAME         click, play, ask, warn, end, whistle, good, bad, … heard since the last one
expect says "TEXT"       the screen says it, or has said it since the step before
expect asks "TEXT"       it is asked now
# anything               a remark, also at the end of a line
""")

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
