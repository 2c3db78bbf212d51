"""The hall whose pages are looked at in a browser, and what axe is asked there."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from device.language.texts import TEXT_LANGUAGES, Texts
from workshop.axe import axe_call, violations
from workshop.hall_of_evenings import TABLES, write_hall


class Links(HTMLParser):
    """Where a page leads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if (tag, name) == ("a", "href")]


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_the_hall_has_every_kind_of_table_and_a_page_for_each(
    tmp_path: Path, language: str
) -> None:
    texts = Texts(language)
    pages = write_hall(tmp_path, texts)
    tables = [f"tables/table-{place}.html" for place in range(len(TABLES))]
    assert pages == ["index.html", "results.html", *tables]
    shown = {page: (tmp_path / page).read_text(encoding="utf-8") for page in pages}
    silent = sum(not table.there for table in TABLES)
    assert silent > 1
    assert shown["index.html"].count(texts("This table isn’t connected.")) == silent
    assert shown["index.html"].count("card gone") == silent
    assert texts("Messages skipped: {n}.", n=1) in shown["index.html"]
    assert "−1:01" in shown["tables/table-1.html"]
    assert "•••" in shown["index.html"]
    assert len(re.findall(r"\.json\b", shown["results.html"])) == 2, "two games are finished"
    assert sum("class=tiles" in shown[page] for page in tables) > 5, "last plays"


def test_each_of_its_links_leads_to_a_file(tmp_path: Path) -> None:
    for page in write_hall(tmp_path, Texts("en")):
        there = tmp_path / page
        for link in Links(there.read_text(encoding="utf-8")).found:
            assert (there.parent / link).is_file(), f"{page}: {link}"


def test_a_hall_without_tables_has_its_two_pages(tmp_path: Path) -> None:
    assert write_hall(tmp_path, Texts("en"), ()) == ["index.html", "results.html"]


def test_axe_is_asked_about_the_size_of_targets_too() -> None:
    assert '"target-size": {"enabled": true}' in axe_call()


def test_a_violation_is_a_sentence_that_names_its_first_elements() -> None:
    nodes = [{"target": [f"#n{number}", "a"]} for number in range(5)]
    found = [{"id": "target-size", "impact": "serious", "nodes": nodes}]
    assert [*violations(found, "index.html, phone, dark")] == [
        "axe, index.html, phone, dark: target-size (serious): #n0 a; #n1 a; #n2 a; 2 more"
    ]
    assert [*violations([], "index.html")] == []
