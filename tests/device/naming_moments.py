"""A side that is given its name, in every state that a screen can meet, for the tests that draw it:
(name, table, time) as in clocked_moments.py."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lobby_presses import OFFERS, opened, take
from standins import Evening, board, played_once
from table_moments import LONG, NOW, QUIZ

from device.session.core.inputs import Touched
from device.session.core.setup import Extras, Setup
from device.session.core.state import Naming, TableState
from device.session.lobby.lobby import LineKind
from hardware.cameras.port import CameraStatus
from hardware.panel.port import SIDE_BUTTONS, Button
from vision.reading import Refusal

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ- ÄÇÉÈÊËÏÔÖÜ"
FOUR = ("A", "B", "C", "D")


def naming(place: int = 0, sides: tuple[str, ...] = FOUR, game: str = "classic") -> Evening:
    """An evening in which that side is about to get a name."""
    evening = take(opened(Setup(game, "fr" if game == "classic" else "en", sides)), LineKind.SIDES)
    return evening.press(SIDE_BUTTONS[place])


def spell(evening: Evening, letters: str) -> Evening:
    """Chooses these letters with the arrows, from the one that is chosen already."""
    for letter in letters.upper():
        naming = evening.state.phase
        assert isinstance(naming, Naming)
        steps = (LETTERS.index(letter) - LETTERS.index(naming.wheel)) % len(LETTERS)
        way = Button.NEXT if steps <= len(LETTERS) // 2 else Button.BACK
        evening.press(*[way] * min(steps, len(LETTERS) - steps), Button.OK)
    return evening


def _at_the_space(evening: Evening) -> Evening:
    return evening.press(*[Button.NEXT] * LETTERS.index(" "))


def laid(letters: str, row: int = 2, column: int = 3) -> tuple[str, ...]:
    """A board with a name on it; a small letter is a blank."""
    return board((row, column, "across", letters))


@played_once
def naming_moments() -> Iterator[tuple[str, TableState, float]]:
    """A name in every state."""
    yield "naming, nothing yet", naming().state, NOW
    yield "naming, letters", spell(naming(), "LÉA").state, NOW
    yield "naming, space", _at_the_space(spell(naming(1, (LONG[0], "B")), "JEAN")).state, NOW
    yield "naming, longest", spell(naming(), "MAXIMILIANE-").state, NOW
    yield "naming, too long", spell(naming(), "MAXIMILIANE-").press(Button.OK).state, NOW
    yield "naming, wide", spell(naming(), "WWWMMMWWWMMM").state, NOW
    yield "naming, empty", naming().press(Button.END).state, NOW
    yield "naming, twice", spell(naming(1, ("Lea", "B")), "LEA").press(Button.END).state, NOW
    for name, letters in (("nothing yet", ""), ("letters", "LÉA"), ("wide", "WWWMMMWWWMMM")):
        touched = spell(naming(), letters).put(Touched(None, NOW))
        yield f"naming, {name}, touched", touched.state, NOW
    yield "naming, laid", naming().lay(laid("LEA")).state, NOW
    yield "naming, laid long", naming().lay(laid("CLEMENTINEXY")).state, NOW
    blank = naming().lay(laid("LeA"))
    yield "naming, laid blank", blank.state, NOW
    yield "naming, blank", blank.press(Button.OK).state, NOW
    yield "naming, taken", naming().lay(laid("LEA")).press(Button.OK).state, NOW
    yield "naming, laid twice", naming(1, ("Lea", "B")).lay(laid("LEA")).state, NOW
    scattered = board((2, 3, "across", "LEA"), (9, 3, "across", "NO"))
    yield "naming, no row", naming().lay(scattered).state, NOW
    yield "naming, dark", naming().lay(Refusal.TOO_DARK).state, NOW
    blind = naming().state
    yield "naming, no camera", blind.with_camera(CameraStatus.NONE), NOW
    named = naming().lay(laid("LEA")).press(Button.OK, Button.SIDE_1)
    yield "who plays", named.state, NOW
    yield "name still there", named.press(Button.UNDO, Button.UNDO, Button.OK).state, NOW
    known = opened(Setup(sides=LONG), replace(OFFERS, names=("Clementine", "Dorothea", "Léa")))
    yield "known names", take(known, LineKind.SIDES).press(Button.SIDE_1).state, NOW
    listed = Setup(sides=LONG, extras=Extras(tournament=True))
    yield "tournament in the lobby", take(opened(listed), LineKind.EXTRAS).state, NOW
    yield "tournament, seen", tournament().lay(board(QUIZ)).state, NOW
    played = tournament().lay(board(QUIZ)).press(Button.SIDE_1)
    yield "tournament, counted", played.state, NOW
    yield (
        "tournament, challenged",
        played.press(Button.CHALLENGE, Button.NEXT).state,
        NOW,
    )
    fallen = played.press(Button.OK)
    yield "tournament, fallen", fallen.state, NOW


def tournament() -> Evening:
    """A tournament without a list of words."""
    evening = Evening(sides=LONG)
    evening.state = replace(
        evening.state,
        agreed=replace(evening.state.agreed, extras=Extras(tournament=True, side_clock=25)),
    )
    return evening.lay(board())
