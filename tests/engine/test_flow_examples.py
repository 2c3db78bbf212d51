"""The worked examples of the rule sheets on turns, ends and questions of the rules.

Each names the rules that it shows, where it comes from and why; they are read in examples.py.
"""

import pytest

from examples import READ, Fields, examples, looked_up, outcome_of

FLOW, END, LOOKUP = list(examples("flow")), list(examples("end")), list(examples("lookup"))


def test_none_is_missing() -> None:
    assert (len(FLOW), len(END), len(LOOKUP)) == (107, 30, 34)


@pytest.mark.parametrize(("given", "out"), FLOW + END)
def test_the_game_goes_as_the_example_says(given: Fields, out: Fields) -> None:
    outcome = outcome_of(given)
    assert {name: READ[name](outcome) for name in out} == out
    if "refused" not in out:
        assert outcome.refused == []


@pytest.mark.parametrize(("given", "out"), LOOKUP)
def test_the_rules_answer_as_the_example_says(given: Fields, out: Fields) -> None:
    assert looked_up(given, tuple(out)) == out
