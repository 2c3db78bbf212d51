"""Looking after the device from its own menu: the network shown, a backup put back, a wrong reading
reported, an update begun. The menu is walked by buttons, as at a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from lobby_presses import ENGLISH, answer, go_to, opened, shown
from standins import Evening, board
from test_service import in_a_game, in_a_lobby

from device.addons.backup.menu import BACK_UP, FIND_BACKUPS, PUT_BACK, FoundBackup
from device.addons.report.menu import PACK_REPORT, WRITE_REPORT, PackedReport
from device.addons.updates.menu import (
    BEGIN_UPDATE,
    GO_BACK,
    LOOK_FOR_UPDATE,
    UPDATE_ENDED,
    UPDATE_FOUND,
    Updatable,
)
from device.language.texts import Message
from device.session.care.device import CHECK_DEVICE, JOB_FAILED
from device.session.care.network import SEE_NETWORK
from device.session.core.effects import (
    ExitAction,
    Finish,
    FollowAgain,
    FromTable,
    Job,
    LookNow,
)
from device.session.core.inputs import JobDone, JobFailed
from device.session.core.state import Asking, Lobby, Thinking
from device.session.lobby.lobby import LineKind
from device.simulator.named_texts import named_text
from device.system.network import Network
from device.views.table import view
from engine.events import Played
from hardware.panel.port import Button

QUIZ = board((7, 6, "across", "QUIZ"))
HOME = Network("192.168.1.20", wifi=True, name="Home")
OLD = FoundBackup("/media/a/old.zip", "2026-03-07 23:12", games=(42, 7))
NEW = FoundBackup("/media/a/new.zip", "2026-11-07 22:01")


def asked(evening: Evening) -> str:
    assert isinstance(evening.state.phase, Asking)
    return ENGLISH.say(evening.state.phase.question.text)


def at_home(evening: Evening) -> Evening:
    """A table that is a service, which is restarted when it ends."""
    evening.state = replace(
        evening.state, device=replace(evening.state.device, may_switch_off=True)
    )
    return evening


def in_the_devices_menu(evening: Evening) -> Evening:
    return go_to(evening, LineKind.DEVICE).press(Button.OK)


def jobs(evening: Evening, name: str) -> list[tuple[object, ...]]:
    """With what a job was asked for."""
    return [one.args for one in evening.effects if isinstance(one, Job) and one.name == name]


def played() -> Evening:
    """A game in which Ann has laid QUIZ; its menu is open."""
    return Evening().lay(board()).lay(QUIZ).press(Button.SIDE_1, Button.NEXT)


# The network


@pytest.mark.parametrize("enter", [in_a_lobby, in_a_game], ids=["lobby", "game"])
def test_the_network_is_shown_as_soon_as_it_is_known(enter: Callable[[str], Evening]) -> None:
    evening = enter(named_text("network-only"))
    assert asked(evening) == named_text("looking-at-the-network")
    assert evening.effects[-1] == Job(SEE_NETWORK, repeatable=True)
    evening.effects.clear()
    evening.put(JobDone(SEE_NETWORK, HOME, 5.0))
    assert asked(evening) == "Wi-Fi: Home. This table: 192.168.1.20"
    assert evening.effects == [], "no tone: nothing new is asked"
    answer(evening, "Back")
    assert asked(evening) == named_text("camera-and-device-line")


def test_a_client_that_has_left_is_not_called_back() -> None:
    evening = answer(in_a_lobby(named_text("network-only")), "Back")
    before = evening.state
    assert evening.put(JobDone(SEE_NETWORK, HOME, 5.0)).state is before
    # Nor does an answer take the place of what another one is awaited for.
    evening = in_a_game(named_text("network-only"))
    before = evening.state
    assert evening.put(JobDone(FIND_BACKUPS, (OLD,), 5.0)).state is before


# A backup is put back


def looking_for_backups() -> Evening:
    return answer(in_the_devices_menu(at_home(opened())), named_text("put-backup-back"))


def test_a_backup_is_chosen_and_put_back_once_that_is_sure() -> None:
    evening = looking_for_backups()
    assert evening.effects[-1] == Job(FIND_BACKUPS, repeatable=True)
    evening.put(JobDone(FIND_BACKUPS, (NEW, OLD), 5.0))
    assert shown(evening) == [NEW.made, OLD.made, "Back"]
    answer(evening, OLD.made)
    assert "2026-03-07 23:12? Games in it: 42; games here: 7." in asked(evening)
    assert shown(evening)[0] == "No, change nothing"
    evening.effects.clear()
    evening.press(Button.OK)
    assert not [one for one in evening.effects if isinstance(one, Finish)]
    assert asked(evening) == named_text("stick-page")
    answer(
        answer(evening, named_text("put-backup-back")).put(JobDone(FIND_BACKUPS, (OLD,), 6.0)),
        OLD.made,
    )
    answer(evening, named_text("yes-put-it-back"))
    assert evening.effects[-1] == Finish(ExitAction.RESTART, Job(PUT_BACK, (OLD.path,)))
    assert evening.message == "Restoring the backup, then restarting…"


def test_without_a_stick_that_is_reported_and_all_stays() -> None:
    evening = looking_for_backups().put(JobDone(FIND_BACKUPS, (), 5.0))
    assert asked(evening) == named_text("no-backup-is-on-a")
    assert shown(evening) == ["Back"]


def test_no_backup_is_put_back_while_a_game_is_played_or_where_nothing_starts_the_table() -> None:
    assert shown(in_a_lobby(named_text("usb-stick"))) == [
        named_text("back-up-to-stick"),
        named_text("save-games-to-stick"),
        "Back",
    ]
    evening = at_home(Evening()).lay(board()).press(Button.NEXT)
    assert named_text("put-backup-back") not in shown(answer(evening, named_text("usb-stick")))


# A wrong reading is reported


def test_a_wrong_reading_is_shown_packed_looked_at_and_written() -> None:
    evening = answer(played(), named_text("report-wrong-reading"))
    number = next(
        n for n, event in enumerate(evening.state.game.events) if isinstance(event, Played)
    )
    assert asked(evening) == "Ann: QUIZ, +44: was this misread?"
    assert evening.state.picture == number
    answer(evening, named_text("report-this-picture"))
    assert evening.effects[-1] == Job(PACK_REPORT, (FromTable.GAME_NUMBER, number), repeatable=True)
    assert not jobs(evening, WRITE_REPORT)
    evening.put(JobDone(PACK_REPORT, PackedReport(tiles=False), 5.0))
    assert asked(evening).startswith("The report has this picture, what was read")
    answer(evening, "Look at the picture")
    assert asked(evening) == "Include this picture?"
    assert evening.state.picture == number
    assert not jobs(evening, WRITE_REPORT)
    answer(evening, named_text("yes-write-it"))
    assert jobs(evening, WRITE_REPORT) == [(FromTable.GAME_NUMBER, number)]
    assert evening.message == "Saving the report…"
    assert isinstance(evening.state.phase, Thinking)
    assert evening.state.picture is None
    written = JobDone(WRITE_REPORT, Message("Report written."), 6.0)
    assert evening.put(written).message == "Report written."


def test_what_is_known_of_the_tiles_is_named_and_a_no_writes_nothing() -> None:
    evening = answer(
        answer(played(), named_text("report-wrong-reading")), named_text("report-this-picture")
    )
    evening.put(JobDone(PACK_REPORT, PackedReport(tiles=True), 5.0))
    assert "how your tiles look" in asked(evening)
    answer(evening, "No")
    assert not jobs(evening, WRITE_REPORT)
    assert isinstance(evening.state.phase, Thinking)


def test_earlier_plays_are_a_step_away_and_one_without_a_picture_is_reported() -> None:
    evening = played().press(Button.UNDO)
    evening = Evening().lay(board()).lay(QUIZ).press(Button.SIDE_1)
    both = board((7, 6, "across", "QUIZ"), (8, 9, "down", "OO"))
    evening.lay(both).press(Button.SIDE_2, Button.NEXT)
    if named_text("what-is-to-be-done") not in asked(evening):
        evening.press(Button.OK)
    answer(evening, named_text("report-wrong-reading"))
    last = evening.state.picture
    answer(evening, named_text("the-play-before"))
    assert evening.state.picture != last
    answer(answer(evening, named_text("the-play-after")), named_text("report-this-picture"))
    evening.put(JobDone(PACK_REPORT, Message("No picture of this turn was saved."), 5.0))
    assert asked(evening) == "No picture of this turn was saved."
    answer(evening, "Back")
    assert asked(evening) == named_text("stick-page")
    assert evening.state.picture is None


def test_before_the_first_play_there_is_nothing_to_report() -> None:
    evening = Evening().lay(board()).press(Button.NEXT)
    assert shown(answer(evening, named_text("usb-stick"))) == [
        named_text("back-up-to-stick"),
        named_text("save-games-to-stick"),
        "Back",
    ]


# An update


FOUND = JobDone(UPDATE_FOUND, "1.1.0", 5.0)
VERSION = named_text("version-there", version="1.1.0")
LOOK = named_text("look-for-a-newer-version")


def test_a_newer_version_is_a_line_of_the_menu_and_nothing_else() -> None:
    evening = opened()
    before = view(evening.state, ENGLISH)
    evening.put(FOUND)
    assert view(evening.state, ENGLISH) == before
    assert evening.effects == []
    assert VERSION in shown(in_the_devices_menu(evening))


def updatable() -> Evening:
    """A table that an installer has put where newer versions can be had."""
    evening = opened()
    device = evening.state.device.having(Updatable())
    evening.state = replace(evening.state, device=device)
    return evening


NONE_NEWER = Message("You have the latest version.")


def test_nobody_is_asked_for_a_newer_version_before_a_press() -> None:
    evening = answer(in_the_devices_menu(updatable()), LOOK)
    assert evening.effects[-1] == Job(LOOK_FOR_UPDATE, repeatable=True)
    evening.put(JobDone(LOOK_FOR_UPDATE, NONE_NEWER, 5.0))
    assert evening.state.device.of(Updatable) == Updatable()
    assert asked(evening) == "You have the latest version."
    assert LOOK in shown(answer(evening, "Back"))


def test_what_was_looked_for_can_be_begun_at_once_or_later() -> None:
    evening = answer(in_the_devices_menu(updatable()), LOOK)
    evening.put(JobDone(LOOK_FOR_UPDATE, "1.1.0", 5.0))
    assert asked(evening).startswith("Update to version 1.1.0?")
    assert VERSION in shown(answer(evening, named_text("not-now")))
    answer(answer(evening, VERSION), named_text("update-now"))
    assert evening.effects[-1] == Job(BEGIN_UPDATE, ("1.1.0",))


def test_an_answer_that_comes_after_somebody_went_back_changes_nothing() -> None:
    evening = answer(answer(in_the_devices_menu(updatable()), LOOK), "Back")
    before = evening.state
    assert evening.put(JobDone(LOOK_FOR_UPDATE, "1.1.0", 5.0)).state is before


def test_a_table_that_cannot_update_itself_has_no_line_for_it() -> None:
    assert LOOK not in shown(in_the_devices_menu(opened()))


def test_while_a_game_is_played_there_is_no_word_of_it() -> None:
    evening = Evening().lay(board()).put(FOUND).press(Button.NEXT)
    assert VERSION not in shown(answer(evening, named_text("camera-and-device")))


def test_it_begins_with_a_press_alone() -> None:
    evening = in_the_devices_menu(opened().put(FOUND))
    answer(evening, VERSION)
    assert asked(evening).startswith("Update to version 1.1.0?")
    answer(evening, named_text("not-now"))
    assert not jobs(evening, BEGIN_UPDATE)
    answer(answer(evening, VERSION), named_text("update-now"))
    assert evening.effects[-1] == Job(BEGIN_UPDATE, ("1.1.0",))
    assert isinstance(evening.state.phase, Lobby)
    assert evening.message == "Updating: the device will restart by itself."
    why = Message("Version {version} can’t be used: nothing was changed.", {"version": "1.1.0"})
    assert evening.put(JobDone(UPDATE_ENDED, why, 6.0)).state.message == why
    before = evening.state
    assert evening.put(JobDone(BEGIN_UPDATE, "1.1.0", 7.0)).state is before, "it was said to"
    refused = Message("The update can’t start: {why}", {"why": "systemctl"})
    assert evening.put(JobDone(BEGIN_UPDATE, refused, 8.0)).state.message == refused


def test_the_version_before_is_behind_the_line_for_newer_ones() -> None:
    evening = updatable()
    device = evening.state.device.having(Updatable(before="0.9.0"))
    evening.state = replace(evening.state, device=device)
    answer(in_the_devices_menu(evening), LOOK)
    back = "Back to version 0.9.0…"
    assert back in shown(evening)
    evening.put(JobDone(LOOK_FOR_UPDATE, "1.1.0", 5.0))
    assert shown(evening) == ["Update now", back, "Not now"]
    answer(evening, back)
    assert asked(evening).startswith("Go back to version 0.9.0?")
    assert VERSION in shown(answer(evening, "No, change nothing"))
    answer(answer(answer(evening, VERSION), back), "Yes, go back")
    assert evening.effects[-1] == Job(GO_BACK, ("0.9.0",))
    assert evening.message == "Going back: the device will restart by itself."


def test_a_table_without_a_source_of_versions_offers_the_one_before_by_itself() -> None:
    evening = opened()
    known = Updatable(source=False, before="0.9.0")
    evening.state = replace(evening.state, device=evening.state.device.having(known))
    lines = shown(in_the_devices_menu(evening))
    assert "Back to version 0.9.0…" in lines
    assert LOOK not in lines


# What a table can't do, and what fails


def looking_at_the_network() -> Evening:
    return in_a_lobby(named_text("network-only"))


def looking_for_a_version() -> Evening:
    return answer(in_the_devices_menu(updatable()), LOOK)


def packing() -> Evening:
    return answer(
        answer(played(), named_text("report-wrong-reading")), named_text("report-this-picture")
    )


WAITED_FOR = {
    SEE_NETWORK: looking_at_the_network,
    FIND_BACKUPS: looking_for_backups,
    LOOK_FOR_UPDATE: looking_for_a_version,
    PACK_REPORT: packing,
}
"""How somebody comes to wait for a job."""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (SEE_NETWORK, named_text("this-table-is-in-no")),
        (FIND_BACKUPS, named_text("no-backup-is-on-a")),
        (LOOK_FOR_UPDATE, named_text("this-table-cant-update-itself")),
        (PACK_REPORT, "No pictures saved on this device: nothing to report."),
    ],
)
def test_what_this_table_cannot_do_is_reported_where_it_was_asked(name: str, expected: str) -> None:
    evening = WAITED_FOR[name]()
    assert [one.name for one in evening.effects if isinstance(one, Job)] == [name]
    evening.put(JobDone(name, None, 9.0))
    assert asked(evening) == expected
    assert shown(evening) == ["Back"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            BACK_UP,
            "This table’s games are saved elsewhere, or not at all: nothing was backed up.",
        ),
        (WRITE_REPORT, "Nothing was saved: please try again."),
        (BEGIN_UPDATE, named_text("this-table-cant-update-itself")),
    ],
)
def test_what_this_table_cannot_do_is_reported_though_nobody_waits(
    name: str, expected: str
) -> None:
    evening = opened()
    where = evening.state.phase
    assert evening.put(JobDone(name, None, 9.0)).message == expected
    assert evening.state.phase == where


@pytest.mark.parametrize("name", WAITED_FOR)
def test_a_job_that_failed_is_reported_and_the_question_is_gone(name: str) -> None:
    evening = WAITED_FOR[name]()
    assert isinstance(evening.state.phase, Asking)
    where = evening.state.phase.back
    evening.effects.clear()
    evening.put(JobDone(name, JobFailed("ZeroDivisionError('a bug')"), 9.0))
    looks = () if isinstance(where, Lobby) else (FollowAgain(), LookNow())
    assert tuple(evening.effects) == looks, "play goes on with what lies on the table"
    assert evening.state.message == JOB_FAILED
    assert evening.state.phase == where
    assert evening.state.picture is None
    before = evening.state
    again = evening.put(JobDone(name, JobFailed("once more"), 10.0)).state
    assert again is before, "nothing waits for it any more"


@pytest.mark.parametrize("name", [BACK_UP, BEGIN_UPDATE, WRITE_REPORT])
def test_a_job_that_failed_is_reported_though_nobody_waits(name: str) -> None:
    evening = opened()
    where = evening.state.phase
    assert evening.put(JobDone(name, JobFailed("a bug"), 9.0)).state.message == JOB_FAILED
    assert evening.state.phase == where


def test_a_check_that_failed_leads_back_to_where_it_was_asked_for() -> None:
    evening = in_a_lobby(named_text("check-device"))
    failed = JobDone(CHECK_DEVICE, JobFailed("a bug"), 9.0)
    assert isinstance(evening.put(failed).state.phase, Asking)
    assert evening.state.message == JOB_FAILED
    before = evening.state
    assert evening.put(failed).state is before
    evening = in_a_game(named_text("check-device")).put(failed)
    assert isinstance(evening.state.phase, Asking)
    assert evening.state.message == JOB_FAILED


def test_what_no_job_is_called_changes_nothing() -> None:
    evening = looking_at_the_network()
    before = evening.state
    assert evening.put(JobDone("make tea", "tea", 9.0)).state is before
