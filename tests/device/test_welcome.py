"""The first start: a language, the camera's picture, the buttons; then the lobby, ever after."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from lobby_presses import OFFERS, TWO, answer, opened, shown, take, value_of
from service_moments import live
from standins import Evening, board
from touching import TouchScreen

from device.addons.backup.menu import FIND_BACKUPS, PUT_BACK, FoundBackup
from device.language.texts import OWN_NAMES, TEXT_LANGUAGES, Texts
from device.session.core.effects import (
    ExitAction,
    Finish,
    Job,
    KeepLanguage,
    LookCloser,
    SetUpBoard,
)
from device.session.core.inputs import (
    BoardInView,
    CameraFound,
    CameraLost,
    JobDone,
    KeyPressed,
    Touched,
)
from device.session.core.setup import Extras, Setup
from device.session.core.state import (
    TRIED,
    Aiming,
    Asking,
    Explaining,
    Lobby,
    Page,
    Thinking,
    Trying,
)
from device.session.lobby import lobby
from device.session.lobby.lobby import LineKind
from device.session.lobby.welcome import welcome
from device.settings.config import GameSettings, Settings
from device.simulator.named_texts import named_text
from device.storage.journal import Journal
from device.storage.screen_language import FILE, keep_language, kept_language
from device.table.opening import Opening, StartupReport, at_home
from device.views.crops import Finding
from device.views.table import view
from engine.game import Game
from engine.variants import load_variant
from hardware.panel.port import Button, Press

ENGLISH = Texts("en")


def first_start(*, camera: bool = True) -> Evening:
    """A table that has never been started before."""
    evening = Evening(camera=camera, sides=TWO.sides)
    evening.state = welcome(lobby.enter(replace(evening.state, offers=OFFERS), TWO, Page.START))
    return evening


def test_it_asks_the_language_in_all_languages_and_keeps_the_answer() -> None:
    evening = first_start()
    assert shown(evening) == ["English", "Français"]
    answer(evening, "Français")
    assert KeepLanguage("fr") in evening.effects
    assert evening.state.device.speaks(ENGLISH).language == "fr"


HAS_ONE = {"en": "I have a backup…", "fr": "J’ai une sauvegarde…"}


def with_a_backup(language: str) -> Evening:
    """A first start of a service, at which a backup is looked for."""
    evening = first_start()
    device = replace(evening.state.device, may_switch_off=True)
    opened = lobby.enter(replace(evening.state, device=device), TWO, Page.START)
    evening.state = welcome(opened)
    assert shown(evening) == ["English", "Français", *HAS_ONE.values()]
    return answer(evening, HAS_ONE[language])


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_somebody_with_a_backup_restores_it_in_place_of_all_that(language: str) -> None:
    evening = with_a_backup(language)
    assert evening.effects[-1] == Job(FIND_BACKUPS, repeatable=True)
    assert KeepLanguage(language) not in evening.effects, "the backup has its own"
    assert evening.state.device.texts == language
    evening.put(JobDone(FIND_BACKUPS, (FoundBackup("/boot/a.zip", "2026-03-07 23:12"),), 5.0))
    answer(evening, "2026-03-07 23:12").press(Button.NEXT, Button.OK)
    (finish,) = (effect for effect in evening.effects if isinstance(effect, Finish))
    assert finish == Finish(ExitAction.RESTART, Job(PUT_BACK, ("/boot/a.zip",)))


def test_somebody_whose_backup_is_not_found_can_go_on_without() -> None:
    evening = with_a_backup("en").put(JobDone(FIND_BACKUPS, (), 5.0))
    assert question_text(evening) == named_text("no-backup-is-on-a")
    answer(evening, "Back")
    assert shown(evening) == ["English", "Français", *HAS_ONE.values()]
    assert isinstance(answer(evening, "English").state.phase, Aiming)


def question_text(evening: Evening) -> str:
    phase = evening.state.phase
    assert isinstance(phase, Asking)
    return ENGLISH.say(phase.question.text)


def test_every_language_of_the_screen_has_a_name_of_its_own() -> None:
    assert set(OWN_NAMES) == set(TEXT_LANGUAGES)


def test_then_the_camera_is_aimed_and_the_buttons_tried_before_the_lobby() -> None:
    evening = answer(first_start(), "English")
    assert isinstance(evening.state.phase, Aiming)
    assert SetUpBoard() in evening.effects
    aim = view(evening.state, ENGLISH).page.aim
    assert aim is not None
    assert aim.leave == named_text("ok-go-on")
    evening.press(Button.OK)
    assert isinstance(evening.state.phase, Trying)
    evening.press(Button.OK, Button.SIDE_1, Button.UNDO)
    trying = view(evening.state, ENGLISH).page.trying
    assert trying is not None
    assert {tried.name for tried in trying.buttons if tried.answered} == {"1", "OK", "UNDO"}
    evening.press(Button.OK)
    assert isinstance(evening.state.phase, Explaining)
    evening.press(Button.END)
    phase = evening.state.phase
    assert isinstance(phase, Lobby)
    assert (phase.page, phase.line) == (Page.START, 0)


def test_without_a_camera_there_is_nothing_to_aim() -> None:
    evening = answer(first_start(camera=False), "English")
    assert isinstance(evening.state.phase, Trying)


def test_when_all_buttons_answer_one_ok_goes_on() -> None:
    evening = answer(first_start(camera=False), "English")
    there = (Button.SIDE_1, Button.SIDE_2, Button.OK, Button.UNDO)
    evening.state = replace(evening.state, device=replace(evening.state.device, buttons=there))
    evening.press(Button.SIDE_1, Button.SIDE_1)
    assert evening.message.startswith("That button works. Try another, or press OK to continue.")
    evening.press(Button.SIDE_2, Button.UNDO, Button.OK)
    assert isinstance(evening.state.phase, Explaining)


def test_a_touch_of_a_drawn_button_tries_nothing_and_there_is_a_place_to_go_on() -> None:
    evening = answer(first_start(camera=False), "English")
    evening.put(Touched(None, evening.now))
    screen = TouchScreen()
    for place in range(len(TRIED)):
        assert place in screen.targets(evening.state, evening.now)
        evening.put(Touched(place, evening.now))
        assert evening.message == "Press the button itself, not the screen."
    evening.put(Touched(Button.OK, evening.now))
    assert isinstance(evening.state.phase, Trying)
    assert evening.state.phase.answered == frozenset()
    evening.put(KeyPressed(Button.SIDE_1, evening.now, "1"))
    trying = view(evening.state, ENGLISH).page.trying
    assert trying is not None
    assert [tried.name for tried in trying.buttons if tried.answered] == ["1"], "a key stands in"
    assert len(TRIED) in screen.targets(evening.state, evening.now)
    evening.put(Touched(len(TRIED), evening.now))
    assert isinstance(evening.state.phase, Explaining)


def test_ok_pressed_once_too_often_begins_no_game() -> None:
    evening = answer(first_start(camera=False), "English").press(Button.OK)
    trying = view(evening.state, ENGLISH).page.trying
    assert trying is not None
    assert trying.hint == "Press OK once more to continue."
    evening.press(Button.OK, Button.END).put(Press(Button.OK, evening.now + 0.4))
    assert isinstance(evening.state.phase, Lobby)
    assert evening.press(Button.OK).events == ()
    assert isinstance(evening.state.phase, Thinking)


def test_the_first_game_of_a_household_takes_six_presses_one_of_which_skips_the_tour() -> None:
    evening = first_start().press(*[Button.OK] * 4, Button.END, Button.OK)
    assert isinstance(evening.state.phase, Thinking)


def test_the_language_can_be_chosen_again_in_the_lobby() -> None:
    evening = take(opened(), LineKind.SCREEN)
    assert value_of(evening, LineKind.SCREEN) == "Français"
    assert KeepLanguage("fr") in evening.effects
    evening.press(Button.OK)
    assert value_of(evening, LineKind.SCREEN) == "English"


CLASSIC = load_variant("classic", "en")


def opening(*, any_language: bool = True, first_start: bool = True) -> Opening:
    """A household's table as the program opens it."""
    game = Game.begin(CLASSIC, TWO.sides)
    return Opening(
        game, offers=OFFERS, setup=TWO, first_start=first_start, any_language=any_language
    )


def begun(opened: Opening, *, language: str | None = "Français") -> Evening:
    """The first game, begun by pressing OK; `language`: answered before, at a first start."""
    evening = Evening(sides=TWO.sides)
    evening.state = opened.state(camera=True)
    if language is not None:
        answer(evening, language).press(*[Button.OK] * 3, Button.END)
    return evening.press(Button.OK)


def test_the_language_chosen_first_is_that_of_the_tiles_and_the_words_too() -> None:
    evening = begun(opening())
    state = evening.state
    assert isinstance(state.phase, Thinking)
    assert state.game.state.variant.language == "fr"
    assert state.agreed.words is not None
    assert state.agreed.words.name == "the fr list"
    evening.lay(board()).lay(board((7, 5, "across", "MAISON"))).press(Button.SIDE_1)
    assert evening.totals["Ann"] == 14, "an M counts 2"
    assert begun(opening(), language="English").state.game.state.variant.language == "en"


def test_tiles_that_the_settings_or_a_last_game_name_stay_as_they_are() -> None:
    evening = begun(opening(any_language=False))
    assert evening.state.device.texts == "fr"
    assert evening.state.game.state.variant.language == "en"
    kept = opening(any_language=False, first_start=False).spoken("fr")
    assert begun(kept, language=None).state.game.state.variant.language == "en"


def test_switched_off_before_its_first_game_it_still_has_the_tiles_of_its_language() -> None:
    later = opening(first_start=False).spoken("fr")
    assert begun(later, language=None).state.game.state.variant.language == "fr"


@pytest.mark.parametrize(
    ("settings", "open_"),
    [
        (Settings(), True),
        (Settings(game=GameSettings(language="en")), False),
        (Settings(extras=Extras(word_list="family")), False),
    ],
)
def test_only_settings_without_a_language_or_a_list_leave_it_open(
    settings: Settings, open_: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    start = StartupReport(attended=True, say=print)
    for named in (False, True):
        at = at_home(
            settings, CLASSIC, None, start, print, new_game=False, named=named, seated=False
        )
        assert at.any_language == (open_ and not named)


def test_a_game_played_before_leaves_nothing_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr("device.table.opening.last_setup", lambda _: TWO)
    journal = Journal(tmp_path / "games.sqlite", lambda: 0.0)
    start = StartupReport(attended=True, say=print)
    at = at_home(
        Settings(), CLASSIC, journal, start, print, new_game=False, named=False, seated=False
    )
    journal.close()
    assert not at.any_language


@pytest.mark.parametrize("first", [True, False])
def test_a_table_asks_only_at_its_first_start(first: bool) -> None:
    game = Game.begin(load_variant("classic", "en"), ("A", "B"))
    opening = Opening(game, offers=OFFERS, setup=Setup(), first_start=first)
    phase = opening.state(camera=True).phase
    assert isinstance(phase, Asking) == first
    where = phase.back if isinstance(phase, Asking) else phase
    assert isinstance(where, Lobby)
    assert where.page is Page.START


def test_the_language_is_kept_next_to_the_games(tmp_path: Path) -> None:
    assert kept_language(tmp_path) is None
    keep_language(tmp_path, "fr")
    assert kept_language(tmp_path) == "fr"
    (tmp_path / FILE).write_text("tlh\n", encoding="utf-8")
    assert kept_language(tmp_path) is None
    (tmp_path / FILE).write_bytes(b"\xff")
    assert kept_language(tmp_path) is None
    keep_language(tmp_path / FILE, "fr")  # no folder: logged, and nothing breaks
    assert kept_language(tmp_path) is None


# The board is found


def seen(evening: Evening, *moments: float, found: bool = True) -> Evening:
    """What the camera sees was shown at these moments."""
    for at in moments:
        evening.put(BoardInView(found, at))
    return evening


def test_the_camera_s_picture_stays_until_somebody_has_read_that_the_board_is_found() -> None:
    evening = seen(answer(first_start(), "English"), 10.0, 60.0)
    assert isinstance(evening.state.phase, Aiming)
    assert isinstance(evening.press(Button.OK).state.phase, Trying)


def test_once_the_board_or_the_camera_is_lost_the_arrow_looks_again() -> None:
    evening = seen(seen(answer(first_start(), "English"), 10.0), 12.0, found=False)
    assert isinstance(evening.press(Button.NEXT).state.phase, Aiming)
    seen(evening, 14.0)
    evening.put(CameraLost("It was unplugged.", 15.0)).put(CameraFound(20.0))
    assert isinstance(evening.press(Button.NEXT).state.phase, Aiming)
    seen(evening, 30.0)
    assert isinstance(evening.press(Button.NEXT).state.phase, Trying)


def test_a_picture_that_was_opened_to_look_at_stays() -> None:
    evening = take(opened(), LineKind.DEVICE)
    answer(evening, named_text("what-camera-sees"))
    seen(evening, 10.0, 20.0, 30.0)
    assert isinstance(evening.state.phase, Aiming)
    shown = view(evening.state, ENGLISH, pictures=live(Finding.FOUND)).page.aim
    assert shown is not None
    assert shown.said == named_text("the-board-is-found")


def test_at_the_first_start_the_screen_says_that_it_is_found_and_any_press_goes_on() -> None:
    for button in set(Button) - {Button.POWER}:
        evening = seen(answer(first_start(), "English"), 10.0)
        shown = view(evening.state, ENGLISH, pictures=live(Finding.FOUND)).page.aim
        assert shown is not None
        assert shown.said == named_text("the-board-is-found")
        assert shown.advice == "Press OK to continue."
        evening.press(button)
        assert isinstance(evening.state.phase, Trying), button


def test_before_the_board_is_found_the_arrow_looks_once_more() -> None:
    evening = answer(first_start(), "English").press(Button.NEXT)
    assert isinstance(evening.state.phase, Aiming)
    assert LookCloser() in evening.effects


def test_who_nearly_switched_it_off_comes_back_to_the_picture() -> None:
    evening = seen(answer(first_start(), "English"), 10.0)
    device = replace(evening.state.device, may_switch_off=True)
    evening.state = replace(evening.state, device=device)
    assert not isinstance(evening.press(Button.POWER).state.phase, Aiming)
    assert isinstance(evening.press(Button.UNDO).state.phase, Aiming)
