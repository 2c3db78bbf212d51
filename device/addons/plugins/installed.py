"""The plug-ins that are installed, by the metadata of their packages: none of their code is loaded.

On a table that script/install-pi or the Debian package made they have an environment of their own,
so that they outlive an update and can't change the program's own packages; elsewhere they are
installed next to the program. Tests: tests/device/test_plugins.py.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from device.system.installation import is_debian_package
from device.system.terminal import printable

log = logging.getLogger(__name__)

GROUP = "tilekeeper.plugins"
"""The entry points of packages that hold a plug-in."""

NAME = r"[a-z][a-z0-9-]{0,11}"
"""A plug-in's name: it stands in the settings, and on a small screen."""

MOST_AT_ONCE = 3
"""A Zero 2 W has memory for no more."""

FOLDER = "plug-ins"

OF_THE_PACKAGE = Path("/opt/tilekeeper") / FOLDER
"""Where they are if apt has installed the program: the same folder as with script/install-pi."""

LONGEST_PACKAGE = 40


@dataclass(frozen=True)
class InstalledPlugIn:
    """A plug-in by its `name`, the `package` it came in with its version, the function that it is
    ("module:function"), and the interpreter that has its packages."""

    name: str
    package: str
    function: str
    python: Path


@dataclass(frozen=True)
class PlugInEnvironment:
    """Where plug-ins are installed: an interpreter, and the folders of its packages."""

    python: Path
    folders: tuple[Path, ...]


def plug_in_folder(prefix: Path = Path(sys.prefix)) -> Path | None:
    """The environment of an installed table's plug-ins, whether it is there or not; None without an
    installer."""
    if is_debian_package(prefix):
        return OF_THE_PACKAGE
    release = prefix.resolve()
    return release.parent.parent / FOLDER if release.parent.name == "releases" else None


def own_environment(prefix: Path = Path(sys.prefix)) -> PlugInEnvironment:
    """The environment in which this program's plug-ins are."""
    folder = plug_in_folder(prefix)
    if folder is None:
        return PlugInEnvironment(Path(sys.executable), tuple(Path(one) for one in sys.path if one))
    return PlugInEnvironment(folder / "bin/python", (_packages(folder),))


def of_another_python(prefix: Path = Path(sys.prefix)) -> str | None:
    """The Python ("python3.11") that the plug-ins' environment was made for, if it isn't this one:
    none of them is found then."""
    folder = plug_in_folder(prefix)
    if folder is None or _packages(folder).is_dir():
        return None
    others = sorted(one.name for one in folder.glob("lib/python3*"))
    return others[-1] if others else None


def installed_plug_ins(environment: PlugInEnvironment) -> dict[str, InstalledPlugIn]:
    """By name, in alphabetical order; the first of two with the same name. Reads a file of every
    package, which takes a while on a slow card."""
    if not any(folder.is_dir() for folder in environment.folders):
        return {}
    found: dict[str, InstalledPlugIn] = {}
    for one in _found(environment):
        if not re.fullmatch(NAME, one.name):
            log.warning("%s calls a plug-in %r: not a name for one", one.package, one.name)
        elif one.name in found:
            log.warning("%s and %s are both %s", found[one.name].package, one.package, one.name)
        else:
            found[one.name] = one
    return dict(sorted(found.items()))


def _found(environment: PlugInEnvironment) -> Iterator[InstalledPlugIn]:
    # Slow to load, and a table loads this file before its first screen.
    from importlib.metadata import distributions

    for package in distributions(path=[str(folder) for folder in environment.folders]):
        try:
            for point in package.entry_points.select(group=GROUP):
                label = printable(f"{package.name} {package.version}")[:LONGEST_PACKAGE]
                yield InstalledPlugIn(point.name, label, point.value, environment.python)
        except Exception as error:  # noqa: BLE001  (metadata can be broken in any way; logged)
            log.warning("a package's metadata can't be read: %s: %s", type(error).__name__, error)


def _packages(folder: Path) -> Path:
    return folder / f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
