"""What ships is found by its name, and a name is never a path."""

import pytest

from engine.shipped_data import shipped_toml


def test_what_ships_is_found_by_its_name():
    assert shipped_toml("tilesets", "en")["letters"]["Q"] == [10, 1]


@pytest.mark.parametrize("name", ["xx", "", "../tilesets/en", "A" * 4000, "en\0", "\udcff"])
def test_what_does_not_ship_is_a_key_error(name):
    with pytest.raises(KeyError):
        shipped_toml("tilesets", name)
