"""On an upright screen, too, what everybody looks at is large: the last play next to what happened
since, who has won, a celebration's lines."""

from __future__ import annotations

import pygame
import pytest
from gallery import Moments, phases, turns

from device.language.texts import TEXT_LANGUAGES, Texts
from device.screen.drawing import Canvas, Face, Letters, Written, font
from device.screen.scoreboard import Scoreboard
from device.views.table import view

UPRIGHT = (480, 800)

languages = pytest.mark.parametrize("language", TEXT_LANGUAGES)


def written_of(moments: Moments, name: str, language: str) -> list[Written]:
    moment = moments[name]
    written: list[Written] = []
    shown = view(moment.state, Texts(language), moment.now)
    Scoreboard(pygame.Surface(UPRIGHT), on_text=written.append, motion=False).draw(shown)
    return written


def size_of(text: str, written: list[Written]) -> int:
    return next(one.size for one in written if text in one.text)


@languages
def test_a_turn_since_the_last_play_leaves_that_its_size(language: str) -> None:
    written = written_of(turns(), "exchanged", language)
    assert size_of("+5", written) >= Letters.HEAD


@languages
@pytest.mark.parametrize("name", ["over, another game", "over, four near each other"])
def test_the_winner_has_the_whole_line(name: str, language: str) -> None:
    written = written_of(phases(), name, language)
    (winner,) = {one for one in written if "Maximiliane" in one.text and "points" in one.text}
    wide = font(winner.size, Face.TITLE).size(winner.text)[0]
    assert winner.size > Letters.LINE
    assert winner.place[2] >= wide, "one line"
    said = [one.text.replace("\u00a0", " ").replace("\u202f", " ") for one in written]
    assert "1 h 12 min" in said, "a remark"


@languages
def test_no_line_of_a_celebration_begins_with_the_dot_between_two(language: str) -> None:
    lines: list[str] = []
    moment = turns()["celebrated, clocks of four"]
    write = Canvas.write

    with pytest.MonkeyPatch.context() as patch:

        def noted(canvas: Canvas, text: str, *given: object, **named: object) -> int:
            named.setdefault("each_line", lambda line, *_: lines.append(line))
            return write(canvas, text, *given, **named)  # type: ignore[arg-type]

        patch.setattr(Canvas, "write", noted)
        shown = view(moment.state, Texts(language), moment.now)
        Scoreboard(pygame.Surface(UPRIGHT), motion=False).draw(shown)
    assert any("·" in line for line in lines)
    assert [line for line in lines if line.lstrip().startswith("·")] == []
