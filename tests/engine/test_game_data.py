"""What the sheets leave open: every value says where it comes from, and the game plays by it."""

import pytest

from engine.shipped_data import GameData, Status, load_game_data
from engine.variants import GAMES, load_variant


@pytest.mark.parametrize("name", GAMES)
def test_whatever_was_filled_in_is_there_to_be_confirmed(name: str) -> None:
    filled = load_variant(name).filled
    assert filled
    assert all(one.why.endswith(".") and isinstance(one.status, Status) for one in filled)
    assert {one.status for one in filled} != {Status.PRINTED}


def test_a_game_without_a_file_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        load_game_data("chess")


@pytest.mark.parametrize("read", ["number", "flag", "text", "texts", "numbers", "table"])
def test_data_of_another_kind_is_named_with_its_file(read: str) -> None:
    party = load_game_data("party")
    wrong = "layout" if read not in ("text", "texts") else "star_doubles"
    with pytest.raises(ValueError, match=rf"data/games/party.toml: {wrong} should be "):
        getattr(GameData("party", party.entries), read)(wrong)


@pytest.mark.parametrize("name", ["classic", "nhl"])
def test_the_board_and_the_begin_letter_are_those_of_the_data(name: str) -> None:
    data, variant = load_game_data(name), load_variant(name)
    assert variant.begin_letter == data.text("begin_letter")
