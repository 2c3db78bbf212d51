import click
import pytest

from device.settings.config import CornersParam, format_corners, parse_corners

TEXT = "10,10.5,500,12,498,505,8,502"


def test_corners_come_back_as_they_were_printed():
    corners = parse_corners(TEXT)
    assert corners == ((10, 10.5), (500, 12), (498, 505), (8, 502))
    assert format_corners(corners) == TEXT


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1,2,3", "3 numbers"),
        ("10,10,500,12,498,505,8,x", "isn’t a number"),
        ("10,10,500,12,498,505,8,nan", "has an infinite number: give"),
        ("10,10,8,502,498,505,500,12", "wrong way"),
        ("10,10,498,505,500,12,8,502", "doesn’t make a board with four corners: give"),
        ("10,10,20,10,20,20,10,20", "60 pixels"),
        ("0,0,100,100,200,200,0,200", "doesn’t make a board with four corners: give"),
    ],
)
def test_what_is_no_board_is_refused_in_a_sentence(text, why):
    with pytest.raises(ValueError, match=why):
        parse_corners(text)


def test_option_gives_corners_or_a_usage_error():
    @click.command()
    @click.option("--corners", type=CornersParam())
    def command(corners):
        return corners

    value = command.main(["--corners", TEXT], standalone_mode=False)
    assert value == parse_corners(TEXT)
    with pytest.raises(click.BadParameter, match="3 numbers"):
        command.main(["--corners", "1,2,3"], standalone_mode=False)
