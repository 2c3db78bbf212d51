"""Clients of a table's page: `python -m workshop.benchmarks.soaked.clients PORT SECONDS SEED`.

Some are polite and some rude, as in onlookers.py; some come late and leave early. What
they met is printed as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from random import Random

from workshop.benchmarks.onlookers import Count, polite, rude


async def _come_and_go(port: int, seconds: float, chance: Random) -> Count:
    count, until = Count(), time.monotonic() + seconds
    numbers = range(chance.randint(1, 8)), range(chance.randint(0, 6))
    tasks = [asyncio.create_task(polite(port, n, count, until)) for n in numbers[0]]
    tasks += [
        asyncio.create_task(rude(port, chance.randrange(100), count, until)) for _ in numbers[1]
    ]
    while time.monotonic() < until:
        await asyncio.sleep(chance.uniform(0.2, 2.0))
        if chance.random() < 0.2:
            chance.choice(tasks).cancel()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return count


def main() -> None:
    port, seconds, seed = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    print(json.dumps(vars(asyncio.run(_come_and_go(port, seconds, Random(seed))))), flush=True)


if __name__ == "__main__":
    main()
