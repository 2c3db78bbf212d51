"""What a household can choose from in the lobby, with what can't be used said and left out."""

from __future__ import annotations

from pathlib import Path

from device.storage.household import household_offers, keep_layout, layouts_folder
from engine.layouts import load_layout


def test_lists_and_boards_of_the_household_are_offered(tmp_path: Path) -> None:
    keep_layout(layouts_folder(tmp_path), "ours", load_layout("classic"), "Ours")
    messages: list[str] = []
    offers = household_offers(tmp_path, messages.append)
    assert offers.layouts == {"ours": load_layout("classic").rows}
    assert "en-everyday" in offers.lists["en"]
    assert offers.lists["fr"] == ()
    english = offers.lexicon("en", None)
    assert english is not None
    assert english("QUIZ")
    assert messages == []


def test_a_language_without_a_list_is_reported_to_have_none(tmp_path: Path) -> None:
    messages: list[str] = []
    assert household_offers(tmp_path, messages.append).lexicon("de", None) is None
    assert "German" in messages[0]


def test_the_household_s_own_words_count(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "en.txt").write_text("ZZYZX\n-QUIZ\n", encoding="utf-8")
    english = household_offers(tmp_path, print).lexicon("en", None)
    assert english is not None
    assert english("ZZYZX")
    assert not english("QUIZ")


def test_a_broken_board_is_reported_and_left_out(tmp_path: Path) -> None:
    folder = layouts_folder(tmp_path)
    folder.mkdir()
    (folder / "bent.toml").write_text('rows = ["..", "."]\n', encoding="utf-8")
    messages: list[str] = []
    assert household_offers(tmp_path, messages.append).layouts == {}
    assert "bent.toml" in messages[0]
