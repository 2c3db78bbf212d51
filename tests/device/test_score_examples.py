"""The worked examples of the rule sheets, as lines of `tilekeeper score`.

Each names the rules that it shows, where it comes from and why; `out` is what must come back of
the line `in` (extras summed by rule, lists in any order).
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from device.score.json_lines import OutgoingLine, Scored, answer, score_line
from engine.variants import GAMES

FOLDER = Path(__file__).parent.parent / "data" / "examples"
EXAMPLES = [
    pytest.param(one["in"], one["out"], id=one["id"], marks=pytest.mark.rule(*one["rules"]))
    for file in sorted(FOLDER.glob("score-*.json"))
    for one in json.loads(file.read_text(encoding="utf-8"))
]


def test_every_game_has_examples() -> None:
    games = {file.stem.removeprefix("score-") for file in FOLDER.glob("score-*.json")}
    assert games == {*GAMES}
    assert len(EXAMPLES) == 220


@pytest.mark.parametrize(("line", "out"), EXAMPLES)
def test_the_example_comes_out(line: dict[str, object], out: dict[str, object]) -> None:
    scored = score_line(json.dumps(line).encode())
    assert isinstance(scored, Scored), scored
    got = _comparable(answer(scored))
    assert {field: got[field] for field in out} == _normal(out)


def _comparable(got: OutgoingLine) -> dict[str, object]:
    words = [{"word": word.word, "score": word.score} for word in got.words]
    extras = [{"rule": extra.rule, "score": extra.score} for extra in got.extras]
    after = None if got.after is None else list(got.after)
    return _normal(
        {
            "legal": got.legal,
            "score": got.score,
            "words": words,
            "extras": extras,
            "faults": got.faults,
            "after": after,
        }
    )


def _normal(fields: dict[str, object]) -> dict[str, object]:
    """The fields with lists in one order and extras summed by rule, those of 0 left out."""
    normal = dict(fields)
    for name in ("words", "faults"):
        if isinstance(found := fields.get(name), list):
            normal[name] = sorted(found, key=json.dumps)
    if isinstance(extras := fields.get("extras"), list):
        total: Counter[str] = Counter()
        for extra in extras:
            total[extra["rule"]] += extra["score"]
        normal["extras"] = {rule: points for rule, points in total.items() if points}
    return normal
