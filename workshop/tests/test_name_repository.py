"""The pages say how to get tilekeeper from one address, or from the folder where there is none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
from workshop.name_repository import PAGES, PROJECT, address, with_address, written  # noqa: E402

TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in (PROJECT, *PAGES)}


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_as_the_script_writes_them(name: str) -> None:
    assert written(TEXTS[name], address(TEXTS[PROJECT])) == TEXTS[name]


@pytest.mark.parametrize("name", PAGES)
def test_an_address_comes_and_goes(name: str) -> None:
    here = "https://example.org/tilekeeper.git"
    named = written(TEXTS[name], here)
    card = "<https://example.org/tilekeeper/releases>"
    assert (card if "<!-- get: card -->" in named else f"git clone {here} tilekeeper") in named
    assert written(named, address(TEXTS[PROJECT])) == TEXTS[name]


def test_no_page_has_an_address_of_its_own() -> None:
    named = address(TEXTS[PROJECT])
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        cloned = re.findall(r"git clone ((?:https?|ssh)\S+)", page.read_text(encoding="utf-8"))
        assert set(cloned) <= {named}, page


def test_the_address_stands_in_one_place() -> None:
    first = with_address(TEXTS[PROJECT], "https://example.org/one")
    second = with_address(first, "git@example.org:two.git")
    assert address(second) == "git@example.org:two.git"
    assert "one" not in re.findall(r"Repository = .*", second)[0]
    assert second.count("Repository =") == 1


@pytest.mark.parametrize("wrong", ["", "example", "https://a b", 'https://a"b', "file:///x"])
def test_what_can_be_no_address_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="is no address"):
        with_address(TEXTS[PROJECT], wrong)
