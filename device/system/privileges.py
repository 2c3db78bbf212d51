"""Root's privileges: dropped before a command touches what other users may write to, and regained
for files that root itself named.

In a folder that a group can write to, any name may be a link, and any file a stranger's: work there
is done with the rights of the folder's owner, and no more. Knows neither commands nor files.
Tests: tests/device/test_privileges.py.
"""

from __future__ import annotations

import os
import pwd
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from device.system.files import NOWHERE
from engine.sentences import Sentence

ROOT = 0

NEEDED = (os.__file__, __file__)
"""What is still to be read of this program: its library and its own files."""


class PrivilegesError(Exception):
    """Root's privileges can't be dropped; the message is one sentence."""


def work_as_owner_of(place: Path) -> None:
    """If root has called it, this process continues as the user who owns `place`, or will own it;
    nothing happens for any other caller. Where root owns it, it stays root, and others may write to
    nothing that it makes. PrivilegesError if it fails, or if they may write there already."""
    if os.geteuid() != ROOT:
        return
    owner = _owner_on_the_way(place)
    if owner is None:
        _refuse_shared(place)
        os.umask(os.umask(0) | stat.S_IWOTH)  # or the next command refuses what this one makes
        return
    user, group, groups, home = _user(*owner)
    try:
        os.setgroups(groups)
        _become(user, group)
    except OSError as error:
        raise PrivilegesError(
            Sentence(
                "{folder} belongs to user {number}, and nothing is done there as "
                "root ({why}): run this as that user.",
                folder=place,
                number=user,
                why=error.strerror,
            )
        ) from error
    if not all(os.access(file, os.R_OK) for file in NEEDED):
        raise PrivilegesError(
            Sentence(
                "{folder} belongs to user {number}, who can’t read this program "
                "({program}), and nothing is done there as root: install it where "
                "everyone can read it.",
                folder=place,
                number=user,
                program=sys.prefix,
            )
        )
    if "STATE_DIRECTORY" in os.environ:  # otherwise the home determines the place
        os.environ["HOME"] = home


@contextmanager
def as_caller(folder: Path | None = None) -> Iterator[None]:
    """Regains root's privileges for a while if root has called this program, to read what root has
    named. When writing into a `folder` that root has named, its owner's instead: others may have
    put links there."""
    user, _, saved = os.getresuid()
    if user == ROOT or saved != ROOT:
        yield
        return
    group = os.getegid()
    os.seteuid(ROOT)
    try:
        owner = None if folder is None else _owner_on_the_way(folder)
        there = (ROOT, ROOT) if owner is None else _user(*owner)[:2]
        _become(*there)
        yield
    finally:
        os.seteuid(ROOT)
        _become(user, group)


def _refuse_shared(place: Path) -> None:
    """PrivilegesError if others may write in root's folder `place`, or in one below it: anything
    there may be a link of theirs, and there is no other owner to work as."""
    for folder, _, _ in os.walk(place):
        try:
            found = os.stat(folder)  # `place` may be root's own link; none below is followed
        except FileNotFoundError:
            continue
        by_group = found.st_mode & stat.S_IWGRP and found.st_gid != ROOT
        if found.st_uid != ROOT or by_group or found.st_mode & stat.S_IWOTH:
            raise PrivilegesError(
                Sentence(
                    "{place} belongs to root, but other users can write to {folder}, so nothing is "
                    "done there as root: give {place} to the user whose games these are "
                    "(chown -R), or take that right from the others (chmod -R go-w).",
                    place=place,
                    folder=folder,
                )
            )


def _become(user: int, group: int) -> None:
    """Also sets the real ids, which os.access and shells check; root's stay saved."""
    os.setresgid(group, group, ROOT)
    os.setresuid(user, user, ROOT)


def _owner_on_the_way(place: Path) -> tuple[int, int] | None:
    """User and group of the folder, or of its nearest existing parent; if that is root's, of
    whatever leads to it, as a link may; None if all of it is root's."""
    place = Path(os.path.abspath(place))
    way = [*reversed(place.parents), place]
    there = [one for one in way if os.path.lexists(one)]
    for one in reversed(there):
        try:
            last = one.stat()
        except OSError:
            continue  # a link that leads nowhere, or to itself
        if last.st_uid != ROOT:
            return last.st_uid, last.st_gid
        break
    for one in there:
        found = one.lstat()
        if found.st_uid != ROOT:
            return found.st_uid, found.st_gid
    return None


def _user(user: int, group: int) -> tuple[int, int, list[int], str]:
    """The user with its groups and its home; one without a name has the folder's group alone."""
    try:
        known = pwd.getpwuid(user)
    except KeyError:
        return user, group, [group], str(NOWHERE)
    return user, known.pw_gid, os.getgrouplist(known.pw_name, known.pw_gid), known.pw_dir
