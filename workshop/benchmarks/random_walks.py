"""Twenty thousand random walks of the session: python -m workshop.benchmarks.random_walks [WALKS]

The walks of tests/device/walking.py: presses, keys and touches at random among readings, stillness
and mishaps, from tables of every kind. Says what was come through, the longest ways home by
buttons, by keys alone and by touch alone, and what went wrong, if anything did (then it ends
with 1).
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from pathlib import Path

from rich.progress import track

sys.path.insert(0, str(Path(__file__).parents[2] / "tests/device"))

from beginnings import BEGINNINGS
from walking import Looks, walked
from ways_home import HOME, Homes

WALKS = 20_000


def main() -> int:
    """Walks, and prints; 1 if anything went wrong."""
    walks = int(sys.argv[1]) if len(sys.argv) > 1 else WALKS
    looks, homes = Looks(), Homes()
    visited: Counter[str] = Counter()
    wrong: dict[str, str] = {}
    times: Counter[str] = Counter()
    began = time.perf_counter()
    for seed in track(range(walks), "walks", transient=True):
        try:
            visited += walked(seed, looks, homes).visited
        except AssertionError as error:
            what = str(error).partition("\n")[0]
            times[what] += 1
            print(error, flush=True)
            wrong[what] = min(wrong.get(what, str(error)), str(error), key=len)
    seconds = time.perf_counter() - began
    print(f"{walks} walks from {len(BEGINNINGS)} beginnings in {seconds:.0f} s", end="")
    print(f" (load {os.getloadavg()[0]:.1f}), {sum(visited.values())} states visited:")
    for kind, count in visited.most_common():
        print(f"  {count:7} {kind}; ways home sought from {homes.sought[kind]}")
    print(f"longest way home: {homes.worst} of {HOME} presses, from {homes.whence}")
    far = ", ".join(f"{means} {presses}" for means, presses in homes.far.items())
    print(f"longest by each means: {far}")
    print(f"walks that went wrong: {sum(times.values())}")
    for what, count in times.most_common():
        print(f"{count} times: {wrong[what]}")
    return 1 if times else 0


if __name__ == "__main__":
    sys.exit(main())
