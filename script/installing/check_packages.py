"""Whether an environment has all that tilekeeper requires: run by the environment's own Python,
`check_packages.py [EXTRA]`.

pip installs the lock without a look at what requires what, so this is where a lock that lags behind
pyproject.toml, or a Debian whose numpy is too old, is noticed. Prints a sentence for each package
that is missing or of another version, exit status 1 then. Tests: workshop/tests/test_lock.py.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement


def faults(project: str, extras: frozenset[str] = frozenset()) -> Iterator[str]:
    """What is wrong with what this project and its extras require, and with what those require."""
    waiting, seen = [(project, extras)], set[tuple[str, frozenset[str]]]()
    while waiting:
        name, wanted = waiting.pop()
        if (name, wanted) in seen:
            continue
        seen.add((name, wanted))
        for text in distribution(name).requires or ():
            requirement = Requirement(text)
            if not _is_for(requirement, wanted):
                continue
            try:
                found = distribution(requirement.name)
            except PackageNotFoundError:
                yield f"{requirement.name} is missing, and {name} requires it"
                continue
            if not requirement.specifier.contains(found.version, prereleases=True):
                yield f"{name} requires {requirement}, and {found.version} is here"
            elif _is_ours(found):
                waiting.append((requirement.name, frozenset(requirement.extras)))


def _is_for(requirement: Requirement, extras: frozenset[str]) -> bool:
    marker = requirement.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in {"", *extras})


def _is_ours(found: Distribution) -> bool:
    """Whether it lies in this environment: what Debian's own packages require is apt's affair."""
    return Path(sys.prefix).resolve() in Path(str(found.locate_file(""))).resolve().parents


if __name__ == "__main__":
    sentences = [*faults("tilekeeper", frozenset(sys.argv[1:]))]
    print("\n".join(sentences), end="\n" if sentences else "")
    sys.exit(1 if sentences else 0)
