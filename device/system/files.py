"""Files: replaced whole, as TOML that people write, and the folders that this device keeps them in.

Whoever reads a file finds it as it was or as it is, never half written. Files are their user's
alone, or a household's, shared with its table's service. Knows nothing of what is in them. Tests:
tests/device/test_whole_files.py, tests/device/test_toml_files.py, tests/device/test_places.py.
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
FOLDER_ALONE, FOLDER_SHARED = 0o700, 0o2770
SHARED = stat.S_ISGID | stat.S_IRWXG
"""A folder that a group shares, as a service does with its household: what one of them puts there
the others have to be able to read and to replace."""


def replace_file(
    path: Path, data: bytes, mode: int = OWNER_ALONE, *, for_good: bool = True
) -> None:
    """Puts a whole new file in the place of the old one, on disk when this returns (unless not
    `for_good`: then soon), with its folder if there is none. In a folder that a group shares the
    group may read and change it. OSError if it can't be; then the old one is as it was."""
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
    """The same for what is too large to be held: a file to write, in the place of the old one once
    this ends. Whatever is raised meanwhile leaves the old one as it was. `rights`: those with which
    it is made and put there, as long as what this gives lasts."""
    with rights():
        make_folder(path.parent)
        if is_shared(path.parent):
            mode |= FOR_THE_GROUP
        number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}", suffix=".new")
    try:
        with os.fdopen(number, "w+b") as file:
            if mode != OWNER_ALONE:  # mkstemp's own; a stick may know no rights
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
    """What was made, renamed and removed in a folder is on the disk when this returns."""
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def begin_file(path: Path) -> None:
    """An empty file that is its user's alone; where a folder is a group's (setgid), the group may
    do with it what it may with the folder. One that is there already, in a user's own folder, is
    made its owner's alone; a link there stays as it is, with what it leads to. OSError if it can't
    be."""
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
    """The number of an opened file that lies there itself; OSError for a link, which anybody who
    may write the folder can have laid."""
    return os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC, mode)


def make_folder(folder: Path) -> None:
    """The folder with all above it that aren't there: its user's alone, or the group's where one
    shares the folder above. OSError if it can't be made."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for one in reversed(missing):
        shared = is_shared(one.parent)
        one.mkdir(FOLDER_ALONE, exist_ok=True)
        if shared:
            one.chmod(FOLDER_SHARED)
    if not missing and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))


def keep_to_owner(path: Path) -> None:
    """Takes the rights of all others off what belongs to this user, unless a group has it by the
    folder's own rule; what isn't there, somebody else's, a file that has another name elsewhere, or
    neither a file nor a folder (all use /dev/null; a link leads elsewhere), stays as it is."""
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


# --- what lies at a path ---


def is_there(path: Path) -> bool:
    """Whether anything lies there. Where a name is too long, or this user may not look, `exists`,
    `is_dir` and `is_file` of Path raise an OSError (up to Python 3.13): these three say False."""
    return os.path.exists(path)


def is_folder(path: Path) -> bool:
    """Whether a folder does; False as with `is_there`."""
    return os.path.isdir(path)


def is_file(path: Path) -> bool:
    """Whether a file does, no device and no pipe; False as with `is_there`."""
    return os.path.isfile(path)


class NoSuchFileError(OSError):
    """What lies in a file's place is none, or larger than that file can be."""


def check_is_file(path: Path) -> None:
    """FileNotFoundError where nothing lies there, NoSuchFileError where it is no file: for a pipe
    one waits without end, and a device has none."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise NoSuchFileError(errno.EINVAL, Sentence("it is no file"), str(path))


def read_beginning(path: Path, most: int) -> bytes:
    """So many bytes of a file at most. NoSuchFileError for what is none; OSError if it can't be
    read."""
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise NoSuchFileError(errno.EINVAL, Sentence("it is no file"), str(path))
        with os.fdopen(number, "rb", closefd=False) as file:
            return file.read(most)
    finally:
        os.close(number)


def read_file(path: Path, most: int) -> bytes:
    """What a file of so many bytes at most holds. NoSuchFileError also for a larger one."""
    data = read_beginning(path, most + 1)
    if len(data) > most:
        raise NoSuchFileError(
            errno.EFBIG, Sentence("it has more than {n} bytes", n=most), str(path)
        )
    return data


BESIDE_A_DATABASE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file."""


def check_database(path: Path) -> None:
    """NoSuchFileError where anything but a file lies in the place of a database or of what SQLite
    keeps beside it: for a pipe it waits without end, and a device has none."""
    for ending in ("", *BESIDE_A_DATABASE):
        beside = path.with_name(path.name + ending)
        try:
            found = beside.stat()
        except FileNotFoundError:
            continue
        if not stat.S_ISREG(found.st_mode):
            raise NoSuchFileError(
                errno.EINVAL, Sentence("{name} is no file", name=beside.name), str(beside)
            )


def unreadable(path: Path, error: Exception) -> str:
    """Why a file that somebody named can't be read, as a sentence: not there, a folder, or else."""
    if isinstance(error, FileNotFoundError):
        return Sentence("{path} does not exist: check the name.", path=path)
    if isinstance(error, IsADirectoryError):
        return Sentence("{file} is a folder: name a file in it.", file=path)
    why = (isinstance(error, OSError) and error.strerror) or str(error)
    return with_stop(Sentence("{path} can't be read ({why})", path=path, why=why))


# --- TOML ---

LARGEST = 256 * 1024
"""Bytes; the longest settings have some thousand."""
DEEPEST = 20
"""Tables and lists inside each other; ours go down to five."""
_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){40}""")
"""A dotted key for which tomllib needs memory by the square of its length: refused unread."""
TOO_DEEP = Sentence("it is nested too deeply")
_NO_KEY = ("Expected '=' after a key", "Invalid initial character for a key")
"""How tomllib begins what it says of such a name."""


class TomlFileError(Exception):
    """A file that can't be read as TOML; the text is one sentence with its name."""


class TomlError(ValueError):
    """A text that is no TOML; the text says why, without its full stop."""


def read_toml(path: Path) -> dict[str, object]:
    """What the file says, with or without a byte order mark; TomlFileError if it can't be read."""
    try:
        if path.exists() and not path.is_file():
            raise TomlFileError(Sentence("{path} is no file: name one that holds TOML", path=path))
        with path.open("rb") as opened:
            data = opened.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise TomlFileError(
                Sentence("{path} is far too large for TOML (256 KB at most)", path=path)
            )
        return toml_of(data.decode("utf-8-sig").replace("\r\n", "\n"))
    except FileNotFoundError as error:
        raise TomlFileError(
            without_stop(Sentence("{path} does not exist: check the name.", path=path))
        ) from error
    except TomlError as error:
        raise TomlFileError(Sentence("{path} is no TOML: {why}", path=path, why=error)) from error
    except (OSError, ValueError) as error:  # also bytes that are no UTF-8, a name that is none
        raise TomlFileError(
            Sentence("{path} can't be read ({why})", path=path, why=error)
        ) from error


def toml_of(text: str) -> dict[str, object]:
    """What the text says; TomlError if it is no TOML, or nested so deeply that it is nonsense."""
    if _LONG_KEY.search(text):
        raise TomlError(TOO_DEEP)
    try:
        said = tomllib.loads(text)
    except RecursionError as error:
        raise TomlError(TOO_DEEP) from error
    except ValueError as error:  # also a number of more than 4300 figures
        if not str(error).startswith(_NO_KEY):
            raise TomlError(str(error)) from error
        raise TomlError(
            Sentence("{why}: a name with an accent or a space stands in quotes", why=error)
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
"""The place of all that is kept by a user without a home: the kernel has no such folder and lets
nobody make one, so nothing is found below it and nothing can be kept there."""

NO_HOME = Sentence(
    "Nothing can be kept, as this user has no home: set STATE_DIRECTORY,"
    " XDG_STATE_HOME or HOME to a folder."
)


def state_directory() -> Path:
    """Where games, pictures, tables and words are kept; NOWHERE for a user without a home."""
    return _given("STATE_DIRECTORY") or _of_user(platformdirs.user_state_dir) or NOWHERE


def configuration_directory() -> Path:
    """Where the household's settings lie; NOWHERE for a user without a home."""
    return _given("CONFIGURATION_DIRECTORY") or _of_user(platformdirs.user_config_dir) or NOWHERE


def cache_directory() -> Path:
    """Where lies what can be made again; NOWHERE for a user without a home."""
    return _given("CACHE_DIRECTORY") or _of_user(platformdirs.user_cache_dir) or NOWHERE


def is_nowhere(place: Path) -> bool:
    """Whether nothing can be kept at this place, as its user has no home."""
    return place.is_relative_to(NOWHERE)


def runtime_directory() -> Path | None:
    """Where a service leaves what ends with the machine's switching off; None outside a service."""
    return _given("RUNTIME_DIRECTORY")


def logs_directory() -> Path | None:
    """Where a service writes what it did; None outside a service."""
    return _given("LOGS_DIRECTORY")


def settings_file() -> Path | None:
    """The household's settings: in the configuration directory, else where they lay before there
    was one, in the state directory; None if there are none. Named too where this user may not
    look: whoever reads them says so."""
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
    """The files of a folder that match, by name; none where it isn't there, or can't be."""
    try:
        return sorted(folder.glob(pattern))
    except OSError as error:
        log.warning("%.200s", error)
        return []


def there(folder: Path) -> Path:
    """The folder, or the nearest above it that is there: it is on the same disk, mostly."""
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    return folder


def _of_user(folder: Callable[[str], str]) -> Path | None:
    """This user's own folder; None where neither the environment nor the system names a home."""
    try:
        place = folder(PROGRAM)
    except RuntimeError:  # newer releases of platformdirs
        return None
    return None if place.startswith("~") else Path(place)  # older ones leave the ~ as it is


def _given(name: str) -> Path | None:
    """The first of the folders that systemd named."""
    given = os.environ.get(name, "").split(":")[0]
    return Path(given) if given else None
