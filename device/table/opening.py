"""How a table begins: with its unfinished game, in its lobby, or with a recording to be scored.

With somebody at a keyboard, anything wrong with a call or a file ends the command with a message;
an appliance starts all the same, and shows the messages until they are answered. Only values;
device/table/run.py plugs the devices in. Tests: tests/device/test_play.py,
tests/device/test_appliance.py, tests/device/test_lost_cameras.py.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import click

from device.language.sentences import as_message
from device.language.texts import N_, Message, Texts
from device.registry import LeftOut
from device.session.core import side_clocks, turn_clock
from device.session.core.effects import Effect
from device.session.core.setup import (
    NO_EXTRAS,
    NO_LIST,
    ClocksError,
    Extras,
    Offers,
    Setup,
    agreed_list,
    has_dice_or_clock,
)
from device.session.core.signatures import missing_signatures, signatures_text
from device.session.core.state import DeviceState, Page, PlayingTime, TableState
from device.session.lobby import lobby
from device.session.lobby.beginning import startup_problems
from device.session.lobby.house_rules import words_of
from device.session.lobby.welcome import welcome
from device.session.step import begin
from device.settings.config import Settings
from device.settings.options import wanted_game
from device.storage.games import HouseholdGames, Resumed, last_setup, names_played, unfinished
from device.storage.household import household_offers
from device.storage.journal import Journal, JournalError
from device.storage.state_file import state_file
from device.system.files import state_directory
from device.table.snapshots import Snapshots, went_on
from engine.events import Side
from engine.game import Game
from engine.sentences import Sentence
from engine.turns.ending import unsigned
from engine.variants import Variant, VariantError
from engine.words.lexicon import Lexicon
from hardware.cameras.kinds import is_recording, kind_of, open_camera
from hardware.cameras.port import Camera, CameraError, CameraNameError, LateCamera
from hardware.panel.port import SIDE_BUTTONS

log = logging.getLogger(__name__)


USUAL_DEVICE = DeviceState()

COUNTED = 50
"""How many recent games the table's statistics cover: each has to be replayed once."""


@dataclass(frozen=True, eq=False)
class Opening:
    """A game, new or resumed, with its context.

    `number`: the game's in the journal, if it was recorded before; `clock`: the saved state of its
    clocks; `played`: how many seconds it had been played. `offers`: what a lobby can choose from,
    None at a table without a lobby; `setup`: the choices the lobby begins with, None if the game
    itself goes on at once. `device`: the device's state at the start, except for its camera.
    `troubles`: what can't be used, shown until acknowledged. `attended`: somebody sits at the table
    from the start, so a side's clock may run at once. `first_start`: no language has been chosen
    here yet and no game played. `any_language`: neither a game played nor the settings say whose
    tiles are used, so they are those of the screen's language.
    """

    game: Game
    extras: Extras = NO_EXTRAS
    words: Lexicon | None = None
    number: int | None = None
    clock: str = ""
    played: float = 0.0
    offers: Offers | None = None
    setup: Setup | None = None
    device: DeviceState = USUAL_DEVICE
    troubles: tuple[Message, ...] = ()
    attended: bool = True
    first_start: bool = False
    any_language: bool = False

    @classmethod
    def new(cls, variant: Variant, sides: Sequence[Side]) -> Opening:
        """A new game without a lobby; ValueError if it can't be played by these sides."""
        return cls(Game.begin(variant, sides))

    @classmethod
    def again(cls, resumed: Resumed) -> Opening:
        """A game resumed where it was left."""
        return cls(
            resumed.game,
            resumed.extras,
            number=resumed.number,
            clock=resumed.clock,
            played=resumed.played,
        )

    def spoken(self, language: str) -> Opening:
        """The same with the tiles of the screen's language, unless others were chosen."""
        if self.setup is None or not self.any_language:
            return self
        setup = self.setup.spoken(language)
        return replace(self, setup=setup, game=setup.game())

    def state(self, *, camera: bool) -> TableState:
        """The session's first state."""
        return self.as_left(Snapshots(None), 0.0, camera=camera)[0]

    def as_left(
        self, snapshots: Snapshots, now: float, *, camera: bool
    ) -> tuple[TableState, tuple[Effect, ...]]:
        """The same with what the table showed when it was left, and what has to be done about
        it."""
        begun = self._begun(camera=camera)
        if not self.attended:
            begun = side_clocks.waits_for_somebody(begun)
        begun, effects = snapshots.taken_up(begun, self.number, now)
        if not self.troubles:
            return begun, effects
        asking = startup_problems(begun, self.troubles)
        snapshots.wait_for(asking)
        return asking, effects

    def _begun(self, *, camera: bool) -> TableState:
        state = begin(
            self.game, camera=camera, words=self.words, extras=self.extras, offers=self.offers
        )
        device = replace(self.device, camera=state.device.camera)
        state = replace(state, device=device, playing=PlayingTime(self.played))
        if missing_signatures(state):
            state = replace(state, message=signatures_text(state))
        if self.setup is not None:
            opened = lobby.enter(state, self.setup, Page.START)
            return welcome(opened, tiles_too=self.any_language) if self.first_start else opened
        if state.clocks.turn is not None:
            return turn_clock.restored_turn_clock(state, self.clock)
        try:
            state = side_clocks.restored_side_clocks(state, self.clock)
        except ClocksError as error:
            log.warning("%s", error)
            lost = Message("The clock times were lost: all clocks have been reset.")
            state = replace(state, message=lost)
        return state


# --- the camera ---


def live_source(source: str) -> str:
    """Checks a camera's name; a usage error if there is no such camera, or if it is a recording:
    that ends, and its games aren't kept."""
    try:
        kind_of(source)
    except CameraNameError as error:
        raise click.UsageError(str(error)) from error
    if is_recording(source):
        raise click.UsageError(
            Sentence("{source} is a recording: an appliance needs a camera.", source=source)
        )
    return source


def camera_named(
    source: str, say: Callable[[str], None], texts: Texts, hertz: int = 0
) -> Camera | None:
    """The camera of that name, a live one not yet opened: the first screen doesn't wait for it, and
    a missing one is searched for. Without a camera the game goes on, and this is reported. `hertz`:
    of the mains, 0 for the frequency of the machine's country."""
    if not source:
        say(texts("No camera given (--camera): plays can’t be seen."))
        return None
    try:
        kind_of(source)
        if is_recording(source):
            return open_camera(source, time.monotonic)
    except CameraError as error:
        raise click.UsageError(str(error)) from error
    return LateCamera(lambda: open_camera(source, time.monotonic, hertz))


# --- what can't be used ---

T = TypeVar("T")


def settings_unused(why: str) -> Message:
    """The household's settings, or the game they name, can't be used."""
    return Message("The settings can’t be used, so defaults apply. {why}", {"why": why})


def last_game_lost(why: str) -> Message:
    """The unfinished game stays in the journal as it is."""
    return Message("The last game can’t be resumed. {why}", {"why": why})


def not_kept(why: str) -> Message:
    """There is no journal."""
    return Message("Games can’t be saved. {why}", {"why": why})


SAFE_START = Message(
    "Safe start, as OK was held down: default settings, no add-ons. The next start is as usual."
)
"""What was left out of it may be what keeps the usual one from starting."""


def was_damaged(why: str) -> Message:
    """The journal was damaged, and continues as far as it is intact."""
    return Message("Not all saved data can be read. {why}", {"why": why})


def not_switched_off(why: str) -> Message:
    """The previous run of the program was asked to."""
    return Message("The device couldn’t be switched off. {why}", {"why": why})


def addon_left_out(one: LeftOut) -> Message:
    """The message that an add-on can't be used."""
    values = {"name": one.addon, "why": one.why}
    return Message("The add-on {name} is left out: it can’t be used ({why}).", values)


def done_last(said: str) -> Message:
    """The outcome of the last job of the previous run, as it left it."""
    return as_message(said)


def no_log(why: str) -> Message:
    """Nothing that happens is being recorded."""
    return Message("Can’t write a log. {why}", {"why": why})


class StartupReport:
    """Problems found at the start of a table. `attended`: somebody is there to fix them; then they
    go to `say`, and nothing is shown."""

    def __init__(self, *, attended: bool, say: Callable[[str], None]) -> None:
        self.attended, self._say = attended, say
        self.troubles: tuple[Message, ...] = ()

    def report(self, trouble: Message) -> None:
        """Something is wrong with the device, and the table begins all the same."""
        self._say(Texts("en").say(trouble))
        self.show(trouble)

    def show(self, said: Message) -> None:
        """Shows what was reported already, unless somebody is there who has read it."""
        if not self.attended:
            self.troubles += (said,)

    def or_else(
        self, use: Callable[[], T], otherwise: Callable[[], T], message_of: Callable[[str], Message]
    ) -> T:
        """What `use` gives; if it fails, what `otherwise` gives, and the reason is reported. A
        ClickException if somebody is there to read it."""
        try:
            return use()
        except click.ClickException as error:
            if self.attended:
                raise
            self.report(message_of(error.message))
            return otherwise()


# --- at home ---


def at_home(
    settings: Settings,
    game: Variant,
    kept: Journal | None,
    start: StartupReport,
    say: Callable[[str], None],
    *,
    new_game: bool,
    named: bool,
    seated: bool,
) -> Opening:
    """The unfinished game, else the lobby, with what was played last or what the call or the
    settings name. `seated`: the call says who plays, so the number of sides is fixed."""
    offers = household_offers(state_directory(), say)
    if kept is not None:
        games = HouseholdGames(kept, COUNTED)
        offers = replace(offers, names=names_played(kept), outcomes=games.outcomes)
    resumed = None if kept is None or new_game else _unfinished(kept, start)
    if resumed is not None:
        if start.attended:
            texts = Texts(settings.screen.texts)
            said = N_("The unfinished game continues; --new would start another one.")
            if _waits_for_signatures(resumed):
                said = N_("The last result isn’t signed yet; --new would leave it so.")
            say(texts(said))
        opening = Opening.again(resumed)
        variant = opening.game.state.variant
        extras = opening.extras
        agreed = Setup(variant.name, variant.language, words=agreed_list(extras), extras=extras)
        return replace(opening, words=words_of(agreed, offers, variant), offers=offers)
    wanted = settings.game
    setup = Setup(
        game.name,
        game.language,
        wanted.sides,
        agreed_list(settings.extras),
        wanted.options,
        wanted.layout,
        settings.extras,
    )
    if not seated:
        setup = setup.of_sides(min(max(len(setup.sides), game.sides[0]), _most_sides(game)))
    checked_sides(setup.sides, game)
    last = None if named or kept is None else last_setup(kept)
    # A list that the settings name is in the language of the game's own tiles.
    unsaid = setup.words in (None, NO_LIST) and not (last or named or wanted.language)
    for one in filter(None, (last, setup)):
        try:
            return Opening(one.game(), one.extras, offers=offers, setup=one, any_language=unsaid)
        except (VariantError, ValueError) as error:
            log.info("the lobby can't begin with %s: %s", one, error)
    return Opening.new(game, setup.sides)


def checked_sides(sides: tuple[str, ...], game: Variant) -> tuple[str, ...]:
    """These sides; a usage error if they can't play the game."""
    fewest, most = game.sides[0], _most_sides(game)
    if not fewest <= len(sides) <= most or len(set(sides)) < len(sides) or not all(sides):
        number = str(fewest) if fewest == most else f"{fewest} to {most}"
        raise click.UsageError(
            Sentence(
                "{name} needs {number} players with different names, not {sides}: "
                "use --sides Ann,Ben",
                name=game.name,
                number=number,
                sides=repr(",".join(sides)),
            )
        )
    return sides


def hides_points(opening: Opening, kept: Journal | None) -> bool:
    """Whether the points of the last game played stay hidden until it is over."""
    last = None if kept is None else last_setup(kept)
    return (opening.extras if last is None else last.extras).hide_scores


def _most_sides(game: Variant) -> int:
    """A side needs a button of its own."""
    return min(game.sides[1], len(SIDE_BUTTONS))


def _waits_for_signatures(resumed: Resumed) -> bool:
    return resumed.extras.tournament and bool(unsigned(resumed.game.state))


def _unfinished(journal: Journal, start: StartupReport) -> Resumed | None:
    """The game to go on with. A result that the players left unsigned isn't asked about again."""
    try:
        resumed = unfinished(journal)
        if resumed is not None and _waits_for_signatures(resumed):
            return None if went_on(state_file(journal.path), resumed.number) else resumed
        return resumed
    except JournalError as error:
        if start.attended:
            raise click.ClickException(
                Sentence("{why} Use --new to start another game.", why=error)
            ) from error
        start.report(last_game_lost(str(error)))
        return None


# --- a recording ---


def recorded(settings: Settings) -> tuple[Variant, Opening]:
    """A recording begins with its game, if that can be scored from pictures."""
    game, sides = wanted_game(settings.game), settings.game.sides
    _check_countable(game, checked_sides(sides, game))
    return game, replace(Opening.new(game, sides), extras=settings.extras.in_force(game.language))


def _check_countable(game: Variant, sides: tuple[str, ...]) -> None:
    """A usage error if a recording can't be scored: pictures don't show everything, and there is
    nobody to ask."""
    if has_dice_or_clock(game):
        raise click.UsageError(
            Sentence(
                "{name} is played with dice or a clock, and pictures don’t show what "
                "was rolled and when the clock was stopped: play it at the table "
                "({option}), or score its plays with `tilekeeper score`",
                option="--camera v4l2:…",
                name=game.name,
            )
        )
    if game.targets is not None:
        try:
            game.targets.of(sides)
        except ValueError as error:
            raise click.UsageError(
                Sentence("{game} can’t be saved yet: {why}.", game=game.name, why=error)
            ) from error
