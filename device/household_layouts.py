"""The household's own boards: layouts as TOML files, taught once and then named by --layout.

The same form as the layouts that ship (engine/data/layouts). Knows no picture.
Tests: tests/device/test_household_layouts.py.
"""

from __future__ import annotations

from pathlib import Path

from device.toml_files import TomlFileError, read_toml
from device.whole_files import FOR_ALL_TO_READ, replace_file
from engine.layouts import Layout, load_layout

LONGEST_NAME = 40
"""Characters of a layout's name."""

HEAD = """\
# {}
# "." none, "d" double letter, "t" triple letter, "D" double word, "T" triple word, "*" start,
# "c" chance. Top row first, as the letters read.
"""


class HouseholdLayoutError(Exception):
    """A layout that can't be read or written; the message is one sentence that names its file."""


def layouts_folder(state: Path) -> Path:
    """Where a household's layouts lie below its state directory."""
    return state / "layouts"


def layout_file(folder: Path, name: str) -> Path:
    """The file of a layout by its name; HouseholdLayoutError if that is no name for one."""
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise HouseholdLayoutError(
            f"{name[:LONGEST_NAME]!r} is no name for a layout: use up to {LONGEST_NAME} letters and"
            " figures"
        )
    if any(sign in name for sign in "/\\") or name.startswith("."):
        raise HouseholdLayoutError(f"{name!r} is no name for a layout: use letters and figures")
    return folder / f"{name.removesuffix('.toml')}.toml"


def keep_layout(folder: Path, name: str, layout: Layout, remark: str) -> Path:
    """Write a layout, whole or not at all; the file it went to."""
    path = layout_file(folder, name)
    rows = "".join(f'    "{row}",\n' for row in layout.rows)
    try:
        text = f"{HEAD.format(remark)}rows = [\n{rows}]\n"
        replace_file(path, text.encode("utf-8", "replace"), FOR_ALL_TO_READ)
    except OSError as error:
        raise HouseholdLayoutError(
            f"{path} can't be written ({error.strerror or error}); nothing was kept"
        ) from error
    return path


def find_layout(folder: Path, name: str) -> Layout:
    """The layout of a file (a name with a slash or .toml in it), of that name in the household's
    folder, or that ships; HouseholdLayoutError if there is none or it can't be used."""
    if "/" in name or name.endswith(".toml"):
        return read_layout(Path(name))
    path = layout_file(folder, name)
    if path.is_file():
        return read_layout(path)
    try:
        return load_layout(name)
    except KeyError as error:
        known = sorted(path.stem for path in folder.glob("*.toml")) if folder.is_dir() else []
        others = ", ".join([*known, "classic"])
        raise HouseholdLayoutError(
            f"no layout {name!r} is known: there is {others}; `tilekeeper teach` makes one"
        ) from error


def read_layout(path: Path) -> Layout:
    """The layout of a file; HouseholdLayoutError with one sentence if it holds none."""
    try:
        data = read_toml(path)
    except TomlFileError as error:
        raise HouseholdLayoutError(str(error)) from error
    rows = data.get("rows")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise HouseholdLayoutError(f"{path} holds no layout: it should say rows = [ … ]")
    try:
        return Layout(tuple(rows))
    except ValueError as error:
        raise HouseholdLayoutError(f"{path}: {error}") from error
