"""Every page leads where it says: relative links, images and headings are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def links(page: Path) -> list[str]:
    """What a page leads to inside this project."""
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    return [link for link in LINK.findall(text) if "://" not in link]


def headings(page: Path) -> set[str]:
    """The names by which a page's headings are led to: lower case, hyphens, no punctuation."""
    found = re.findall(r"^#+ +(.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


def broken(page: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for link in links(page):
        name, _, heading = link.partition("#")
        there = (page.parent / name).resolve() if name else page
        if not there.exists() or (heading and heading not in headings(there)):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    assert broken(page) == []


def test_broken_links_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# One page\n[here](#one-page) [gone](#two) ![no](no.svg) `[code](x.md)`\n"
        "[far](https://example.org/x)\n",
        encoding="utf-8",
    )
    assert broken(page) == ["#two", "no.svg"]


def test_the_readme_is_led_from() -> None:
    assert {"docs/build-one.md", "docs/README.md"} <= set(links(ROOT / "README.md"))
