"""What axe-core is asked about a page, and what it answers, in sentences.

Knows no browser. Tests: workshop/tests/test_hall_of_evenings.py.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

ALSO = ("target-size",)
"""Rules that axe knows but doesn't use unless it is asked: targets of 24 pixels, or as far apart
(WCAG 2.2, 2.5.8)."""

MOST_NAMED = 3
"""How many elements of a violation are named."""


def axe_call() -> str:
    """The script that runs axe in a page, and gives its violations to the waiting driver."""
    rules = json.dumps({"rules": {rule: {"enabled": True} for rule in ALSO}})
    return (
        "var done = arguments[0];"
        f"axe.run({rules}).then(function (found) {{ done(found.violations); }});"
    )


def violations(found: Sequence[Mapping[str, Any]], where: str) -> Iterator[str]:
    """A sentence for each violation on a page."""
    for one in found:
        nodes = one["nodes"]
        named = "; ".join(" ".join(map(str, node["target"])) for node in nodes[:MOST_NAMED])
        more = f"; {len(nodes) - MOST_NAMED} more" if len(nodes) > MOST_NAMED else ""
        yield f"axe, {where}: {one['id']} ({one['impact']}): {named}{more}"
