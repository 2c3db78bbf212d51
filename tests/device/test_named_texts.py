"""The texts that evenings, the people at the virtual table and several tests know by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from device.language.catalogues import EVENINGS, texts_in_program
from device.simulator import named_texts as module
from device.simulator.lines import EveningError, Expect, GiveAnswer
from device.simulator.named_texts import (
    NAME,
    fields_of,
    named_text,
    named_texts,
    shows,
    values_shown,
)
from device.simulator.script import parse_evening
from engine.sentences import Plural
from engine.tiles import load_tile_set

ROOT = Path(__file__).parents[2]


def forms(text: str) -> tuple[str, str, str]:
    return str.__str__(text), getattr(text, "plural", ""), getattr(text, "context", "")


def test_each_is_a_text_of_the_program_with_its_forms() -> None:
    program = {(one.text, one.plural, one.context) for one in texts_in_program()}
    strange = {name: text for name, text in named_texts().items() if forms(text) not in program}
    assert strange == {}, "the text has other words now: change device/data/evenings/texts.toml"


def test_names_are_no_texts_and_none_is_named_twice() -> None:
    assert [name for name in named_texts() if not NAME.fullmatch(name)] == []
    assert len({*map(forms, named_texts().values())}) == len(named_texts())


def test_no_evening_quotes_a_text_that_has_a_name() -> None:
    named = {text for text in named_texts().values() if not fields_of(text)}
    scripts = (*EVENINGS.glob("*.txt"), *(ROOT / "tests" / "data" / "evenings").glob("*.txt"))
    quoted = {
        (path.name, quote)
        for path in scripts
        for quote in re.findall(r'^(?:expect|answer).*"(.*)"', path.read_text("utf-8"), re.M)
    }
    assert {(file, quote) for file, quote in quoted if quote in named} == set()


def test_a_text_is_filled_in() -> None:
    assert named_text("play-stands") == "The play stands."
    assert named_text("own-turn-lost", side="Ann").startswith("Ann")
    assert named_text("sides-tiles", side="Reds") == "Reds" + named_text("sides-tiles", side="R")[1]
    with pytest.raises(KeyError):
        named_text("no-such-text")
    with pytest.raises(KeyError, match="also takes side"):
        named_text("own-turn-lost")
    with pytest.raises(KeyError, match="takes no square"):
        named_text("play-stands", square="H8")


def test_a_text_is_found_on_the_screen_with_some_of_its_values() -> None:
    shown = "Ann forgot to press. " + named_text(
        "real-letter-there", side="Ben", letter="D", square="H8"
    )
    assert shows(shown, "real-letter-there")
    assert shows(shown, "real-letter-there", side="Ben", square="H8")
    assert not shows(shown, "real-letter-there", square="H9")
    assert values_shown(shown, "real-letter-there", side="Ben") == {"letter": "D", "square": "H8"}
    assert values_shown(shown, "play-stands") is None
    assert values_shown(named_text("blank-asked", square="H8"), "blank-asked") == {"square": "H8"}
    so_far = named_text("rack-so-far", side="Ann", tiles="")
    assert values_shown(so_far, "rack-so-far", side="Ann") == {"tiles": ""}
    assert shows(named_text("sides-tiles", side="Reds"), "sides-tiles")


def test_what_is_counted_is_found_in_either_form(monkeypatch: pytest.MonkeyPatch) -> None:
    gains = Plural("{side} gains {n} point.", "{side} gains {n} points.")
    monkeypatch.setattr(module, "named_texts", lambda: {"side-gains": gains})
    assert named_text("side-gains", side="Ann", n=1) == "Ann gains 1 point."
    for shown in ("Ann gains 1 point.", "Ann gains 5 points."):
        assert shows(shown, "side-gains")
        assert shows(shown, "side-gains", side="Ann")
        assert not shows(shown, "side-gains", side="Ben")
    assert shows("Ann gains 5 points.", "side-gains", n=5)
    assert not shows("Ann gains 1 point.", "side-gains", n=5)


# --- in scripts ---


def steps(*lines: str) -> tuple[object, ...]:
    text = "\n".join(("pass A", *lines))
    return parse_evening(text, "test", 15, load_tile_set("en")).steps[1:]


def test_a_script_names_texts_and_gives_values() -> None:
    assert steps(
        "expect says play-stands",
        "expect asks blank-asked square=F9 # which one?",
        'expect says taken-back what="OPERA counts no longer"',
        "answer yes-end-it",
        "answer play-at word=SON start=5E",
        'answer "Done"',
    ) == (
        Expect("says", ("play-stands",), 2),
        Expect("asks", ("blank-asked", "square=F9"), 3),
        Expect("says", ("taken-back", "what=OPERA counts no longer"), 4),
        GiveAnswer(named_text("yes-end-it"), 5),
        GiveAnswer(named_text("play-at", word="SON", start="5E"), 6),
        GiveAnswer("Done", 7),
    )


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("expect says play-stnads", "no text is called play-stnads; see texts.toml"),
        ("expect says play-stands side=Ann", "play-stands takes nothing"),
        ("expect asks blank-asked F9", "F9 isn’t a value; write: n=2"),
        ("expect asks blank-asked place=F9", "blank-asked takes square"),
        ("answer play-at word=SON", "play-at takes start, word"),
        ("answer no-such", "no text is called no-such; see texts.toml"),
        ('answer "Done" now', 'write it as: answer "TEXT"'),
    ],
)
def test_a_slip_in_a_name_is_told_with_its_line(line: str, why: str) -> None:
    with pytest.raises(EveningError) as error:
        steps(line)
    assert str(error.value) == f"test, line 2: {why}"
