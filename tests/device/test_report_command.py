"""`tilekeeper report`: a wrong reading in a zip, and read again from there."""

from __future__ import annotations

import json
import os
import re
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from household_files import call
from PIL import Image
from test_history import keep, laid
from test_read import ROWS, save_board
from test_table_files import a_table

from device.addons.report.jobs import Reports
from device.addons.report.menu import PackedReport
from device.cli import play
from device.cli.main import main
from device.language.texts import Message
from device.simulator.named_texts import named_text
from device.storage.journal import Journal
from device.storage.tables import keep_table
from device.system.given_rows import rows_written
from device.table.opening import StartupReport
from engine.events import Exchanged, Passed, TileCorrected, Withdrawn
from engine.squares import Square

CAT = laid("Ann", "G8", "CAT")
WAS = [row.replace("CAT", "COT") for row in ROWS]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "etc"))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    monkeypatch.setenv("LANGUAGE", "en")
    (tmp_path / "state").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def report_in(path: Path) -> tuple[dict[str, object], set[str]]:
    with ZipFile(path) as archive:
        return json.loads(archive.read("report.json")), set(archive.namelist())


def test_a_photo_with_its_truth_is_read_again_from_the_zip(home: Path) -> None:
    photo = save_board(home / "Grandma.png", ROWS)
    (home / "truth.txt").write_text("\n".join(WAS))
    words = ["report", photo, "--truth", home / "truth.txt", "--output", home / "r.zip"]
    done = call(*words, "--yes", "--json")
    assert done.exit_code == 0, done.stderr
    data = json.loads(done.stdout)
    assert (data["rows"], data["wrong"]) == (ROWS, ["H8"])
    expected_text, names = report_in(home / "r.zip")
    assert names == {"report.json", "picture.jpg"}
    assert (expected_text["truth"], expected_text["truth_by"], expected_text["variant"]) == (
        WAS,
        "written",
        "classic",
    )
    assert {"computer", "release", "software"} <= {
        line["check"] for line in expected_text["checks"]
    }
    again = call("read", home / "r.zip", "--json")
    assert again.exit_code == 0
    line = json.loads(again.stdout)
    assert line["rows"] == ROWS
    assert (line["report"]["wrong"], line["report"]["asked"]) == (["H8"], [])
    assert line["report"]["then"]["rows"] == ROWS
    text = call("read", home / "r.zip").stdout
    expected_text = (
        "It reads exactly as it did when the report was made.\nH8: A was read, O was there\n"
    )
    assert text.endswith(expected_text)
    truth = [row.replace("COT", "OO.") for row in WAS]
    truth[0] = "X" + truth[0][1:]
    (home / "truth.txt").write_text("\n".join(truth))
    assert call(*words, "--yes").exit_code == 0
    text = call("read", home / "r.zip").stdout
    assert text.endswith(
        "A1: nothing was read, X was there\nG8: C was read, O was there\n"
        "H8: A was read, O was there\nI8: T was read, nothing was there\n"
    )
    (home / "truth.txt").write_text("\n".join(ROWS))
    done = call(*words, "--yes")
    assert "What you wrote down is just what was read" in done.stderr
    assert call("read", home / "r.zip").stdout.endswith("Every square is read as what was there.\n")


def test_nothing_private_goes_in(home: Path) -> None:
    """Neither where a photo was taken, nor its name, nor folders, tables and players."""
    photo = save_board(home / "Grandma.png", ROWS)
    exif = Image.Exif()
    exif[0x010E] = "at Grandma's"
    Image.open(photo).save(home / "Grandma.jpg", exif=exif, quality=95)
    keep_table(home / "state/tables", a_table("Kitchen"))
    table = ["--enrolled", "Kitchen"]
    done = call("report", home / "Grandma.jpg", *table, "--output", "r.zip", "--yes")
    assert done.exit_code == 0, done.stderr
    assert "tiles.table" in report_in(home / "r.zip")[1]
    whole = (home / "r.zip").read_bytes()
    for private in ("Grandma", "Kitchen", str(home)):
        assert private.encode() not in whole, private
    assert call("read", "r.zip").exit_code in (0, 1)


@pytest.mark.parametrize(("answer", "status"), [("n\n", 1), ("y\n", 0)])
def test_it_is_asked_whether_the_picture_may_go_in(home: Path, answer: str, status: int) -> None:
    photo = save_board(home / "board.png", ROWS)
    words = ["report", str(photo), "--output", "r.zip"]
    done = CliRunner().invoke(main, words, input=answer)
    assert done.exit_code == status
    assert "The report contains:\n  the picture’s pixels alone (" in done.output
    assert "was there" not in done.output, "nobody has said what"
    assert Path("r.zip").exists() == (status == 0)


def test_what_was_read_wrongly_is_reported_before_the_question(home: Path, game: int) -> None:
    (home / "truth.txt").write_text("\n".join(row.replace("CAT", "CO.") for row in ROWS))
    wrong = "H8: A was read, O was there\n"
    for words, lines in (
        (["cat.png", "--truth", "truth.txt"], wrong + "I8: T was read, nothing was there\n"),
        (["--game", str(game)], wrong),
    ):
        done = CliRunner().invoke(main, ["report", *words, "--output", "r.zip"], input="n\n")
        assert f"nothing from other games.\n{lines}Include the picture?" in done.output


@pytest.fixture
def game(home: Path) -> int:
    """A game in which an O was taken for an A, which the players put right after the next play."""
    with closing(Journal(home / "state/games.sqlite", lambda: 9.0)) as journal:
        corrected = TileCorrected(Square.parse("H8"), "O")
        later = laid("Ben", "G10", "DOG")
        number = keep(journal, CAT, later, corrected, Withdrawn("Ben"))
    board = cv2.imread(str(save_board(home / "cat.png", ROWS)))
    folder = home / f"state/pictures/{number:06}"
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "0000.jpg"), board, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return number


def test_a_turn_of_a_game_is_reported_with_what_it_was_in_the_end(home: Path, game: int) -> None:
    for words in ([], ["--game", game], ["--game", game, "--turn", 1]):
        done = call("report", *words, "--output", "r.zip", "--yes", "--json")
        assert done.exit_code == 0, done.stderr
        assert json.loads(done.stdout)["wrong"] == ["H8"]
    shown, _ = report_in(home / "r.zip")
    assert (shown["truth"], shown["truth_by"]) == (WAS, "game")
    with ZipFile(home / "r.zip") as archive:
        assert b"Ann" not in archive.read("report.json")


def test_a_table_reports_the_same_of_a_play_that_its_menu_shows(
    home: Path, game: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = home / "state/games.sqlite"
    keep_table(home / "state/tables", a_table("own"))

    def written(data: bytes, _: Path) -> Message:
        (home / "r.zip").write_bytes(data)
        return Message("Report written.")

    monkeypatch.setattr("device.addons.report.jobs.report_to_stick", written)
    reports = Reports(journal)
    assert reports.pack(game, 0) == PackedReport(tiles=True)
    assert reports.write(game, 0) == Message("Report written.")
    shown, names = report_in(home / "r.zip")
    assert names == {"report.json", "picture.jpg", "tiles.table"}
    assert (shown["truth"], shown["truth_by"]) == (WAS, "game")
    assert call("read", home / "r.zip").exit_code == 0
    for missing in ((game, 7), (77, 0)):
        assert reports.pack(*missing) == Message("No picture of this turn was saved.")


def test_a_picture_that_cannot_be_read_is_reported_too() -> None:
    cv2.imwrite("grey.png", np.full((600, 800, 3), 90, np.uint8))
    done = call("report", "grey.png", "--output", "r.zip", "--yes")
    assert done.exit_code == 0
    assert "\n  that nothing could be read (the board can’t be made out: " in done.stderr
    assert "what was read" not in done.stderr
    again = call("read", "r.zip", "--json")
    assert again.exit_code == 1
    line = json.loads(again.stdout)
    assert line["refused"] == line["report"]["then"]["refused"] is not None
    assert call("read", "r.zip").stdout.endswith(
        "It reads exactly as it did when the report was made.\n"
        "The report doesn’t say what was there.\n"
    )


def test_a_picture_whose_jpeg_looks_damaged_goes_in_without_loss() -> None:
    drawn = Path(__file__).parents[2] / "docs/pictures/screen.png"
    done = call("report", drawn, "--output", "r.zip", "--yes")
    assert done.exit_code == 0, done.stderr
    assert report_in(Path("r.zip"))[1] == {"report.json", "picture.png"}
    assert "It reads exactly as it did when the report was made." in call("read", "r.zip").stdout


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (["nowhere.jpg"], 1, "nowhere.jpg"),
        ([], 1, "no games saved there yet. `tilekeeper play` saves them; or name a photo."),
        (["a.jpg", "--game", "1"], 2, "Name a photo, or a turn of a game: not both."),
        (["--turn", "1"], 2, "--turn needs a game: add --game."),
        (["--variant", "nhl"], 2, "--variant needs a photo: name one."),
    ],
)
def test_a_bad_call_is_reported_in_a_sentence(words: list[str], status: int, sentence: str) -> None:
    done = call("report", *words, "--yes")
    assert done.exit_code == status
    assert sentence in done.stderr


def test_a_turn_without_a_picture_and_a_truth_of_another_board(home: Path, game: int) -> None:
    done = call("report", "--game", game, "--turn", 9, "--yes")
    text = f"Game {game} has 2 turns: `tilekeeper history {game}` shows its score sheet."
    assert text in done.stderr
    done = call("report", "--game", 77, "--yes")
    assert f"There’s no game 77 in {home}/state/games.sqlite: the newest is {game}." in done.stderr
    (home / "truth.txt").write_text("CAT\n")
    done = call("report", "--truth", "truth.txt", "--yes")
    assert (done.exit_code, "it has 1 row, but 15 are needed" in done.stderr) == (2, True)
    (home / "truth.txt").write_text("\n".join([*WAS[:14], "CAT"]))
    done = call("report", "--truth", "truth.txt", "--yes")
    assert (
        done.exit_code,
        named_text("row-has-signs", number="15", signs="3", size="15") in done.stderr,
    ) == (2, True)
    done = call("report", "--truth", "cat.png", "--yes")
    assert (done.exit_code, "what is there: it isn’t UTF-8 text." in done.stderr) == (2, True)


def test_a_truth_may_be_what_read_printed_with_all_that_stands_around_it(home: Path) -> None:
    photo, truth = save_board(home / "board.png", ROWS), home / "truth.txt"
    printed = call("read", photo, photo).stdout
    one = printed[: len(printed) // 2]
    assert one * 2 == printed
    words = ["report", photo, "--truth", truth, "--output", "r.zip", "--yes", "--json"]
    rows = one.partition("O\n")[2]
    for text in (one, rows, f"{one}  G8? C 98%, not quite sure\n"):
        truth.write_text(text.replace("C A T", "C O T"))
        done = call(*words)
        assert done.exit_code == 0, done.stderr
        assert report_in(home / "r.zip")[0]["truth"] == WAS
    for text, why in (
        (printed, "it has 2 boards, but one is needed"),
        (one.replace(" 14 .", "    ."), "it has 17 rows, but 15 are needed"),
        (
            one.replace("C A T", "C A"),
            named_text("row-has-signs", number="8", signs="14", size="15"),
        ),
    ):
        truth.write_text(text)
        done = call(*words)
        assert (done.exit_code, f"doesn’t say what is there: {why}." in done.output) == (2, True)


def test_a_row_that_is_the_alphabet_is_a_row() -> None:
    """As a board looks that `enrol` learns from."""
    rows = ["A B C D E F G H I J K L M N O", *(["." * 15] * 14)]
    assert rows_written("\n".join(rows), 15)[0] == "ABCDEFGHIJKLMNO"


def test_the_page_on_reports_shows_a_truth_that_can_be_used() -> None:
    page = (Path(__file__).parents[2] / "docs/report.md").read_text(encoding="utf-8")
    rows = re.findall(r"^    ([.A-Za-z#?]{15})$", page, re.MULTILINE)
    assert len(rows_written("\n".join(rows), 15)) == 15


def test_it_is_reported_which_picture_was_taken(home: Path, game: int) -> None:
    file = home / f"state/pictures/{game:06}/0000.jpg"
    text = f"Game {game}, turn 1, Ann: COT. The picture: {file}"
    for words in ([], ["--game", game, "--turn", 1]):
        done = call("report", *words, "--output", "r.zip", "--yes")
        assert done.stderr.splitlines()[0] == text
        data = json.loads(call("report", *words, "--output", "r.zip", "--yes", "--json").stdout)
        assert (data["game"], data["turn"], data["picture"]) == (game, 1, str(file))
    done = call("report", file, "--output", "r.zip", "--yes")
    assert done.stderr.splitlines()[0] == f"The picture: {file}"


def test_a_picture_of_a_play_that_was_taken_back_bears_no_turn(home: Path, game: int) -> None:
    folder = home / f"state/pictures/{game:06}"
    (folder / "0000.jpg").rename(folder / "0001.jpg")
    done = call("report", "--output", "r.zip", "--yes")
    assert done.stderr.splitlines()[0] == f"Game {game}. The picture: {folder}/0001.jpg"


def test_a_game_that_has_it_as_it_was_read_is_no_wrong_reading_yet(home: Path, game: int) -> None:
    """It is written all the same, since its reader may be asked about: but a message says so."""
    with closing(Journal(home / "state/games.sqlite", lambda: 9.0)) as journal:
        number = keep(journal, CAT, Passed("Ben"), Exchanged("Ann", 2))
    shown = home / f"state/pictures/{number:06}"
    (home / f"state/pictures/{game:06}").rename(shown)
    done = call("report", "--game", number, "--turn", 1, "--output", "r.zip", "--yes")
    assert done.exit_code == 0
    text = "The game has it exactly as it was read. If that’s wrong, correct the tile"
    assert text in done.stderr
    (home / "truth.txt").write_text("\n".join(WAS))
    words = ["--game", number, "--turn", 1, "--truth", "truth.txt", "--output", "r.zip", "--yes"]
    done = call("report", *words)
    assert (done.exit_code, "exactly as it was read" in done.stderr) == (0, False)
    answer, _ = report_in(home / "r.zip")
    assert (answer["truth"], answer["truth_by"]) == (WAS, "written")
    for turn, why in (
        (2, "was a pass: no picture is saved of one."),
        (3, "wasn’t a play: pictures are saved"),
    ):
        done = call("report", "--game", number, "--turn", turn, "--yes")
        assert (done.exit_code, f"Turn {turn} of game {number} {why}" in done.stderr) == (1, True)


@pytest.mark.parametrize("held", [b"\xff\xd8 as if", b"", b"PK as if"])
def test_what_is_no_report_is_never_replaced(home: Path, held: bytes) -> None:
    photo = save_board(home / "board.png", ROWS)
    target = home / "precious.jpg"
    target.write_bytes(held)
    target.chmod(0o444)
    done = call("report", photo, "--output", target, "--yes")
    text = f"{target} already exists, and is something else: name another file."
    assert (done.exit_code, text in done.stderr) == (2, True)
    assert target.read_bytes() == held


def test_an_older_report_is_replaced_and_that_is_reported(home: Path) -> None:
    photo = save_board(home / "board.png", ROWS)
    assert call("report", photo, "--output", "r.zip", "--yes").exit_code == 0
    day = str(report_in(home / "r.zip")[0]["made"])
    done = call("report", photo, "--output", "r.zip", "--yes")
    text = f"It replaces the report of {day[:16].replace('T', ' ')}."
    assert done.stdout.splitlines() == ["Saved: r.zip", text]


def test_a_name_that_is_far_too_long_is_reported_in_a_sentence(home: Path) -> None:
    photo = save_board(home / "board.png", ROWS)
    for target in (home / ("r" * 300), home / ("x" * 300) / "r.zip"):
        done = call("report", photo, "--output", target, "--yes")
        assert done.exit_code == 1
        assert f"Can’t write {target} (" in done.stderr
    journal = home / ("j" * 300) / "games.sqlite"
    done = call("report", "--journal", journal, "--yes")
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    start = StartupReport(attended=True, say=str)
    with closing(play._held(journal, start, service=False)) as held:
        assert "File name too long" in held.trouble


def test_the_end_of_the_input_is_a_no(home: Path) -> None:
    photo = save_board(home / "board.png", ROWS)
    done = CliRunner().invoke(main, ["report", str(photo), "--output", "r.zip"], input="")
    assert done.exit_code == 1
    assert "Aborted" not in done.output
    assert done.stderr.endswith(
        "\ntilekeeper: Nothing was saved: a report is useless without its picture.\n"
    )
    assert not Path("r.zip").exists()


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("truth", ["." * 14] * 15, "isn’t a misread report"),
        (
            "read",
            {"corners": None, "rows": ["A"], "doubts": [], "refused": None},
            "isn’t a misread",
        ),
        (
            "read",
            {"corners": None, "rows": None, "doubts": [], "refused": "tired"},
            "isn’t a misread",
        ),
        ("given", [[1.0, 2.0]] * 3, "isn’t a misread report"),
        ("given", [[0.0, 0.0]] * 4, "two corners are less than 60 pixels apart"),
        ("given", [[1e308, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]], "isn’t a misread report"),
        ("layout", ["." * 15] * 14, "isn’t a misread report"),
        ("variant", "chess", "r.zip can’t be read as it was: there’s no game 'chess'"),
    ],
)
def test_a_report_whose_fields_do_not_agree_is_reported_in_a_sentence(
    home: Path, field: str, value: object, sentence: str
) -> None:
    photo = save_board(home / "board.png", ROWS)
    assert call("report", photo, "--output", "r.zip", "--yes").exit_code == 0
    with ZipFile(home / "r.zip") as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    held["report.json"] = json.dumps({**json.loads(held["report.json"]), field: value}).encode()
    with ZipFile(home / "r.zip", "w") as archive:
        for name, data in held.items():
            archive.writestr(name, data)
    for words in ((), ("--json",)):
        done = call("read", "r.zip", *words)
        assert done.exit_code == 1
        assert sentence in done.output


@pytest.mark.parametrize(
    "what", ["no zip", "cut off", "no file", "another zip", "newer", "far too large"]
)
def test_a_zip_that_is_no_report_is_reported_in_a_sentence(home: Path, what: str) -> None:
    path, sentence = home / "r.zip", "isn’t a misread report: give a zip made by"
    if what == "no zip":
        path.write_text(named_text("a-letter"))
    elif what == "cut off":
        photo = save_board(home / "board.png", ROWS)
        assert call("report", photo, "--output", path, "--yes").exit_code == 0
        path.write_bytes(path.read_bytes()[:-40])
        sentence = "r.zip is cut off: copy it again from where it came from."
    elif what == "no file":
        os.mkfifo(path)
    else:
        head = {"format": "tilekeeper report", "version": 2}
        with ZipFile(path, "w", 8) as archive:
            if what == "newer":
                sentence = "was made by a newer tilekeeper (version 2, this one reads 1)"
                archive.writestr("report.json", json.dumps(head))
            elif what == "far too large":
                with archive.open("picture.png", "w") as opened:
                    for _ in range(65):
                        opened.write(bytes(1 << 20))
    done = call("read", path, "--json")
    assert done.exit_code == 1
    assert sentence in json.loads(done.stdout)["error"]
