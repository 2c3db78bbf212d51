"""How to get tilekeeper, written into the pages from the address in pyproject.toml.

A page marks the place with `<!-- get: pc -->`, `<!-- get: pi -->` or `<!-- get: card -->`, and its
end with `<!-- got -->`. Without an address the lines work in the folder that somebody has already.
Tests: workshop/tests/test_name_repository.py.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT = "pyproject.toml"
PAGES = ("README.md", "docs/install.md", "docs/build-one.md")
PLACE = re.compile(r"( *)<!-- get: (\w+) -->\n.*?<!-- got -->\n", re.DOTALL)
ADDRESS = re.compile(r"(https://|ssh://|git@)[\w.@:/~+-]+")

CLONED = {
    "pc": """\
    git clone {address} tilekeeper
    cd tilekeeper
    script/demo
""",
    "pi": """\
On the Pi:

    sudo apt-get install -y git
    git clone {address} tilekeeper
    cd tilekeeper
""",
    "card": """\
Download `tilekeeper-…-card.zip` from <{page}/releases> and unpack it: it holds the folder
`tilekeeper` and the file `vendor-data`. Copy both to that drive.
""",
}
COPIED = {
    "pc": """\
Open a terminal in this folder (from `git clone` or the ZIP) and type:

    script/demo
""",
    "pi": """\
On the computer that has this folder, open a terminal in it. Replace `pi` and `raspberrypi` with
the names you gave the user and the Pi:

    tar -c --exclude='./.*' . | ssh pi@raspberrypi.local 'mkdir tilekeeper; tar -x -C tilekeeper'

Then on the Pi, in a terminal or over `ssh pi@raspberrypi.local`:

    cd tilekeeper
""",
    "card": """\
Copy two things to that drive: this whole folder, named `tilekeeper`, and next to it the file
`vendor-data`, which is in this folder under `script`, `installing`, `first-boot`.
""",
}
"""What stands at each kind of place: where there is an address, and where there is none."""


def address(project: str) -> str | None:
    """The repository's address in the text of a pyproject.toml."""
    found = tomllib.loads(project)["project"].get("urls", {}).get("Repository")
    return None if found is None else str(found)


def with_address(project: str, new: str) -> str:
    """The text of a pyproject.toml with this address; ValueError if it can be none."""
    if not ADDRESS.fullmatch(new):
        raise ValueError(f"{new!r} is no address that git clones: https://HOST/PATH")
    line = f'Repository = "{new}"\n'
    if address(project) is not None:
        return re.sub(r'^Repository = ".*"\n', line, project, flags=re.MULTILINE)
    return project.replace("[project.scripts]\n", f"[project.urls]\n{line}\n[project.scripts]\n")


def written(page: str, repository: str | None) -> str:
    """The text of a page with its places filled in, indented as its marks are."""

    def lines(place: re.Match[str]) -> str:
        indent, kind = place[1], place[2]
        text = COPIED[kind]
        if repository is not None:
            text = CLONED[kind].format(address=repository, page=repository.removesuffix(".git"))
        marked = f"<!-- get: {kind} -->\n\n{text}\n<!-- got -->\n"
        return "".join(indent * bool(one.strip()) + one for one in marked.splitlines(True))

    return PLACE.sub(lines, page)


def main(arguments: list[str]) -> int:
    """Writes the pages; 1 if the address that was given is none, 2 if the call is wrong."""
    project = ROOT / PROJECT
    if len(arguments) > 1 or arguments[:1] in (["-h"], ["--help"]):
        print("Usage: script/name-repository [ADDRESS]", file=sys.stderr)
        return 2
    if arguments:
        try:
            text = with_address(project.read_text(encoding="utf-8"), arguments[0])
        except ValueError as error:
            print(f"name-repository: {error}.", file=sys.stderr)
            return 1
        project.write_text(text, encoding="utf-8")
    repository = address(project.read_text(encoding="utf-8"))
    for name in PAGES:
        page = ROOT / name
        page.write_text(written(page.read_text(encoding="utf-8"), repository), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
