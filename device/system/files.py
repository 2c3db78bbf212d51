"""Files: replaced whole, read as TOML that people write, and the folders in which this device keeps
them.

A reader finds a file as it was or as it is, never half written. Files belong to their user alone,
or to a household that shares them with its table's service. Knows nothing about their contents.
Tests: tests/device/test_whole_files.py, tests/device/test_toml_files.py,
tests/device/test_places.py.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import stat
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO

import platformdirs

from engine.sentences import Sentence, with_stop, without_stop

# --- files replaced whole ---

log = logging.getLogger(__name__)

OWNER_ALONE = 0o600
FOR_ALL_TO_READ = 0o644
FOR_THE_GROUP = 0o060
FOLDER_ALONE, FOLDER_OF_GROUP, FOLDER_SHARED = 0o700, 0o770, 0o2770
SHARED = stat.S_ISGID | stat.S_IRWXG
"""A folder shared by a group, as a service shares one with its household: a file that one member
puts there the others must be able to read and replace."""


def replace_file(
    path: Path, data: bytes, mode: int = OWNER_ALONE, *, for_good: bool = True
) -> None:
    """Replaces a file with a whole new one, on disk when this returns (unless not `for_good`: then
    soon), creating its folder if need be. In a folder that a group shares the group may read and
    change it. OSError if it fails; then the old file is unchanged."""
    with whole_file(path, mode, for_good=for_good) as file:
        file.write(data)


@contextmanager
def whole_file(
    path: Path,
    mode: int = OWNER_ALONE,
    *,
    for_good: bool = True,
    rights: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Iterator[BinaryIO]:
    """The same for contents too large for memory: gives a file to write, which replaces the old one
    when the context ends. Any exception leaves the old one unchanged. `rights`: the permissions it
    is created and put in place with, while the context lasts."""
    with rights():
        make_folder(path.parent)
        if is_shared(path.parent):
            mode |= FOR_THE_GROUP
        number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}", suffix=".new")
    try:
        with os.fdopen(number, "w+b") as file:
            if mode != OWNER_ALONE:  # mkstemp's own; a stick may not support permissions
                with rights():
                    os.fchmod(file.fileno(), mode)
            yield file
            file.flush()
            if for_good:
                os.fsync(file.fileno())
        with rights():
            Path(name).replace(path)
    except BaseException:
        with rights():
            Path(name).unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Returns once whatever was created, renamed and removed in a folder is on the disk."""
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def begin_file(path: Path) -> None:
    """An empty file for its user alone; in a group's folder (setgid) the group may do with it what
    it may with the folder. An existing file in a user's own folder is made its owner's alone; a
    link stays as it is, and so does its target. OSError if it fails."""
    folder = path.parent.stat().st_mode
    mode = OWNER_ALONE | (folder & FOR_THE_GROUP if folder & stat.S_ISGID else 0)
    try:
        number = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, OWNER_ALONE)
    except FileExistsError:
        if not folder & stat.S_ISGID:
            keep_to_owner(path)
        return
    try:
        os.fchmod(number, mode)
    finally:
        os.close(number)


def open_itself(path: Path, flags: int, mode: int = OWNER_ALONE) -> int:
    """Opens the file at this path and returns its descriptor; OSError for a link, which anybody
    with write access to the folder can have made."""
    return os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC, mode)


def make_folder(folder: Path) -> None:
    """Creates the folder with its missing parents: for its user alone, or for the group that shares
    the folder above. OSError if it fails.

    Such a folder is its group's by the one above it, and only where the umask keeps the group out
    are its rights set: a service under systemd's RestrictSUIDSGID may not set them."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for one in reversed(missing):
        shared = is_shared(one.parent)
        one.mkdir(FOLDER_OF_GROUP if shared else FOLDER_ALONE, exist_ok=True)
        if shared and not is_shared(one):
            one.chmod(FOLDER_SHARED)
    if not missing and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))


def keep_to_owner(path: Path) -> None:
    """Takes other users' permissions off what belongs to this user, unless the folder gives a group
    access. Left alone are what doesn't exist, another user's files, files with a second name
    elsewhere, and anything that is neither a file nor a folder (everybody uses /dev/null; a link
    leads elsewhere)."""
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode):
            return
        if stat.S_ISREG(found.st_mode) and found.st_nlink > 1:
            return
        for_others = stat.S_IMODE(found.st_mode) & (stat.S_IRWXG | stat.S_IRWXO)
        if found.st_uid == os.geteuid() and for_others and not found.st_mode & stat.S_ISGID:
            number = open_itself(path, os.O_RDONLY | os.O_NONBLOCK)
            try:
                os.fchmod(number, stat.S_IMODE(found.st_mode) & stat.S_IRWXU)
            finally:
                os.close(number)
    except FileNotFoundError:
        return
    except OSError as error:
        log.warning("%s stays as open as it is (%s)", path, error.strerror or error)


def is_shared(folder: Path) -> bool:
    """Whether a group shares this folder."""
    return folder.stat().st_mode & SHARED == SHARED


# --- what a path holds ---


def is_there(path: Path) -> bool:
    """Whether the path exists. If a name is too long, or this user may not look, `exists`, `is_dir`
    and `is_file` of Path raise an OSError (up to Python 3.13): these three return False."""
    return os.path.exists(path)


def is_folder(path: Path) -> bool:
    """Whether the path is a folder; False as with `is_there`."""
    return os.path.isdir(path)


def is_file(path: Path) -> bool:
    """Whether the path is a regular file, not a device or a pipe; False as with `is_there`."""
    return os.path.isfile(path)


class NoSuchFileError(OSError):
    """The path isn't a file, or the file is larger than it can be."""


def check_is_file(path: Path) -> None:
    """FileNotFoundError if nothing is there, NoSuchFileError if it isn't a file: reading a pipe
    would wait for ever, and a device has no end."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise NoSuchFileError(errno.EINVAL, Sentence("it isn’t a file"), str(path))


def read_beginning(path: Path, most: int) -> bytes:
    """At most this many bytes of a file. NoSuchFileError if it isn't a file; OSError if it can't be
    read."""
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise NoSuchFileError(errno.EINVAL, Sentence("it isn’t a file"), str(path))
        with os.fdopen(number, "rb", closefd=False) as file:
            return file.read(most)
    finally:
        os.close(number)


def read_file(path: Path, most: int) -> bytes:
    """The contents of a file of at most this many bytes. NoSuchFileError also for a larger one."""
    data = read_beginning(path, most + 1)
    if len(data) > most:
        raise NoSuchFileError(
            errno.EFBIG, Sentence("it has more than {n} bytes", n=most), str(path)
        )
    return data


DATABASE_COMPANIONS = ("-wal", "-shm", "-journal")
"""The endings of SQLite's companion files."""


def check_database(path: Path) -> None:
    """NoSuchFileError if a database or one of SQLite's companion files isn't a regular file, since
    reading a pipe would wait for ever, and a device has no end; or if a companion is a hard link to
    another file, which SQLite would write over."""
    for ending in ("", *DATABASE_COMPANIONS):
        companion = path.with_name(path.name + ending)
        try:
            found = companion.stat()
        except FileNotFoundError:
            continue
        if not stat.S_ISREG(found.st_mode):
            raise NoSuchFileError(
                errno.EINVAL, Sentence("{name} isn’t a file", name=companion.name), str(companion)
            )
        if ending and found.st_nlink > 1:
            raise NoSuchFileError(
                errno.EMLINK,
                Sentence(
                    "{name} is a hard link to another file: put a copy in its place",
                    name=companion.name,
                ),
                str(companion),
            )


def unreadable(path: Path, error: Exception) -> str:
    """Why a file named by the user can't be read, as a sentence: missing, a folder, or another
    reason."""
    if isinstance(error, FileNotFoundError):
        return Sentence("{path} doesn’t exist: check the name.", path=path)
    if isinstance(error, IsADirectoryError):
        return Sentence("{file} is a folder: name a file in it.", file=path)
    why = (isinstance(error, OSError) and error.strerror) or str(error)
    return with_stop(Sentence("{path} can’t be read ({why})", path=path, why=why))


# --- TOML ---

LARGEST = 256 * 1024
"""Bytes; the longest settings have a few thousand."""
DEEPEST = 20
"""Nested tables and lists; ours go down to five."""
_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){40}""")
"""Matches a dotted key of 40 parts or more: tomllib's memory grows with the square of its length,
so such a key is refused unread."""
TOO_DEEP = Sentence("it’s nested too deeply")
_NO_KEY = ("Expected '=' after a key", "Invalid initial character for a key")
"""How tomllib's message about such a key begins."""


class TomlFileError(Exception):
    """A file that can't be read as TOML; the text is one sentence with its name."""


class TomlError(ValueError):
    """Text that isn't TOML; the message says why, without its full stop."""


def read_toml(path: Path) -> dict[str, object]:
    """Parses a file, with or without a byte order mark; TomlFileError if it can't be read."""
    try:
        if path.exists() and not path.is_file():
            raise TomlFileError(Sentence("{path} isn’t a file: name a TOML file", path=path))
        with path.open("rb") as opened:
            data = opened.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise TomlFileError(
                Sentence("{path} is far too large for TOML (256 KB at most)", path=path)
            )
        return toml_of(data.decode("utf-8-sig").replace("\r\n", "\n"))
    except FileNotFoundError as error:
        raise TomlFileError(
            without_stop(Sentence("{path} doesn’t exist: check the name.", path=path))
        ) from error
    except TomlError as error:
        raise TomlFileError(Sentence("{path} isn’t TOML: {why}", path=path, why=error)) from error
    except (OSError, ValueError) as error:  # also invalid UTF-8, or an impossible name
        raise TomlFileError(
            Sentence("{path} can’t be read ({why})", path=path, why=error)
        ) from error


def toml_of(text: str) -> dict[str, object]:
    """Parses a text; TomlError if it isn't TOML, or nested absurdly deep."""
    if _LONG_KEY.search(text):
        raise TomlError(TOO_DEEP)
    try:
        said = tomllib.loads(text)
    except RecursionError as error:
        raise TomlError(TOO_DEEP) from error
    except ValueError as error:  # also a number of more than 4300 digits
        if not str(error).startswith(_NO_KEY):
            raise TomlError(str(error)) from error
        raise TomlError(
            Sentence("{why}: a name with an accent or a space needs quotes", why=error)
        ) from error
    level: Iterable[object] = said.values()
    for _ in range(DEEPEST):
        level = [inner for one in level for inner in _inside(one)]
    if level:
        raise TomlError(TOO_DEEP)
    return said


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list) else ()


# --- where things are kept ---

PROGRAM = "tilekeeper"

SETTINGS_FILE = "tilekeeper.toml"
"""The household's settings, in the configuration directory."""


NOWHERE = Path("/proc/no-home")
"""Stands for all of a user's folders if there is no home: the kernel has no such folder, and
none can be made, so nothing is found below it and nothing can be stored there."""

NO_HOME = Sentence(
    "Nothing can be saved, as this user has no home: set "
    "STATE_DIRECTORY, XDG_STATE_HOME or HOME to a folder."
)


def state_directory() -> Path:
    """The state directory, for games, pictures, tables and words; NOWHERE for a user without a
    home."""
    return _given("STATE_DIRECTORY") or _of_user(platformdirs.user_state_dir) or NOWHERE


def configuration_directory() -> Path:
    """The configuration directory; NOWHERE for a user without a home."""
    return _given("CONFIGURATION_DIRECTORY") or _of_user(platformdirs.user_config_dir) or NOWHERE


def cache_directory() -> Path:
    """The cache directory, for what can be regenerated; NOWHERE for a user without a home."""
    return _given("CACHE_DIRECTORY") or _of_user(platformdirs.user_cache_dir) or NOWHERE


def is_nowhere(place: Path) -> bool:
    """Whether nothing can be stored here because the user has no home."""
    return place.is_relative_to(NOWHERE)


def runtime_directory() -> Path | None:
    """A service's runtime directory, which is emptied at shutdown; None outside a service."""
    return _given("RUNTIME_DIRECTORY")


def logs_directory() -> Path | None:
    """A service's log directory; None outside a service."""
    return _given("LOGS_DIRECTORY")


def settings_file() -> Path | None:
    """The household's settings: in the configuration directory, else at their former place in the
    state directory; None if there are none. A file that this user may not look at is returned too:
    reading it then reports why."""
    for folder in (configuration_directory(), state_directory()):
        file = folder / SETTINGS_FILE
        try:
            if stat.S_ISREG(file.stat().st_mode):
                return file
        except PermissionError:
            return file
        except OSError:
            continue
    return None


def found_in(folder: Path, pattern: str) -> list[Path]:
    """A folder's matching files, by name; none if the folder is missing or unreadable."""
    try:
        return sorted(folder.glob(pattern))
    except OSError as error:
        log.warning("%.200s", error)
        return []


def there(folder: Path) -> Path:
    """The folder, or its nearest existing parent: usually on the same disk."""
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    return folder


def _of_user(folder: Callable[[str], str]) -> Path | None:
    """This user's home; None if neither the environment nor the system names one."""
    try:
        place = folder(PROGRAM)
    except RuntimeError:  # newer releases of platformdirs
        return None
    return None if place.startswith("~") else Path(place)  # older ones leave the ~ as it is


def _given(name: str) -> Path | None:
    """The first of the folders named by systemd."""
    given = os.environ.get(name, "").split(":")[0]
    return Path(given) if given else None
