"""The household's words on disk: written whole, read back, above the list, and damaged files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.storage.household import (
    HouseholdWordsError,
    OwnWords,
    forget_list,
    household_lexicon,
    import_list,
    keep_own_words,
    read_own_words,
    words_folder,
)

WORDS = st.frozensets(st.text("ABCXYZ", min_size=2, max_size=8), max_size=8)


@given(WORDS, WORDS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_kept_is_read_back(
    tmp_path: Path, plus: frozenset[str], minus: frozenset[str]
) -> None:
    own = OwnWords(plus, minus - plus)
    keep_own_words(tmp_path / "words", "en", own)
    assert read_own_words(tmp_path / "words", "en") == own


def test_a_word_is_added_or_struck_out_never_both() -> None:
    own = OwnWords().added(["CAT", "DOG"]).struck_out(["DOG", "COW"]).added(["COW"])
    assert own == OwnWords(frozenset({"CAT", "COW"}), frozenset({"DOG"}))


def test_the_file_may_be_written_by_hand(tmp_path: Path) -> None:
    text = "\ufeffNée # a remark\n\n# another\n- quiz\n-Dog\ndog\n"
    (tmp_path / "en.txt").write_text(text, encoding="utf-8")
    own = read_own_words(tmp_path, "en")
    assert own == OwnWords(frozenset({"NEE", "DOG"}), frozenset({"QUIZ"}))


def test_the_household_stands_above_the_list_that_ships(tmp_path: Path) -> None:
    keep_own_words(tmp_path, "en", OwnWords(frozenset({"VAXX"}), frozenset({"QUIZ"})))
    lexicon = household_lexicon(tmp_path, "en")
    assert [lexicon(word) for word in ("VAXX", "QUIZ", "CAT")] == [True, False, True]
    assert household_lexicon(tmp_path, "fr")("QUIZ")


def test_an_imported_list_takes_the_place_of_the_one_that_ships(tmp_path: Path) -> None:
    import_list(tmp_path, "fr", "ours", ["CHAT", "ZZ"], "2026-01-31")
    lexicon = household_lexicon(tmp_path, "fr")
    assert lexicon.judge("chat").list == "ours (imported 2026-01-31)"
    assert not lexicon("CHIEN")
    assert lexicon("ZZ")
    assert not lexicon("AI"), "two-letter words come from the imported list as well"
    assert household_lexicon(tmp_path, "fr", "fr")("CHIEN")
    assert forget_list(tmp_path, "fr")
    assert household_lexicon(tmp_path, "fr")("CHIEN")
    assert not forget_list(tmp_path, "fr")


def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        import_list(tmp_path, "fr", "ours", ["CHAT"], "2026-01-31")
        keep_own_words(tmp_path, "fr", OwnWords(frozenset({"CHATS"})))
    finally:
        os.umask(before)
    assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {
        "fr.dawg": 0o600,
        "fr.txt": 0o600,
    }


def test_a_list_imported_again_is_replaced_whole_while_it_is_read(tmp_path: Path) -> None:
    import_list(tmp_path, "fr", "one", ["CHAT", "CHATS"], "2026-01-31")
    reading = household_lexicon(tmp_path, "fr")
    import_list(tmp_path, "fr", "two", ["CHIEN"], "2026-02-01")
    assert reading("CHATS")
    assert list(household_lexicon(tmp_path, "fr").base) == ["CHIEN"]


def test_a_failed_write_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_own_words(tmp_path, "en", OwnWords(frozenset({"CAT"})))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(HouseholdWordsError, match=r"\(No space left on device\); it’s unchanged"):
        keep_own_words(tmp_path, "en", OwnWords(frozenset({"DOG"})))
    assert read_own_words(tmp_path, "en").plus == {"CAT"}
    assert [path.name for path in tmp_path.iterdir()] == ["en.txt"]


def test_a_damaged_imported_list_says_what_to_do(tmp_path: Path) -> None:
    import_list(tmp_path, "fr", "ours", ["CHAT", "CHATS"], "2026-01-31")
    path = tmp_path / "fr.dawg"
    path.write_bytes(path.read_bytes()[:-4])
    with pytest.raises(HouseholdWordsError, match="import it again, or go back with") as wrong:
        household_lexicon(tmp_path, "fr")
    assert "it isn’t as long as it says)" in str(wrong.value)


def test_own_words_in_another_encoding_are_one_clear_sentence(tmp_path: Path) -> None:
    (tmp_path / "fr.txt").write_bytes("été\n".encode("latin-1"))
    with pytest.raises(HouseholdWordsError, match=r"fr\.txt can’t be read"):
        household_lexicon(tmp_path, "fr")


def test_a_language_without_a_list_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(
        HouseholdWordsError, match=r"no German list is included.* words import FILE"
    ):
        household_lexicon(tmp_path, "de")
    import_list(tmp_path, "de", "ours", ["ÜBER"], "2026-01-31")
    assert household_lexicon(tmp_path, "de")("ÜBER")


def test_words_are_kept_in_the_state_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert words_folder() == tmp_path / "words"
