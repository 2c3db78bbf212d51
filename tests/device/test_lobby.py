"""The lobby: lines that two arrows and OK change, and a game that could begin after any press."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from lobby_presses import (
    ENGLISH,
    OFF_THE_STAR,
    OFFERS,
    answer,
    find_list,
    go_to,
    more_sides,
    opened,
    setup_in,
    take,
    value_of,
)
from standins import Evening, board

from device.language.texts import Texts
from device.session.core.effects import Announce, FollowAgain, LookNow, OpenGame, PlayTone, Record
from device.session.core.setup import NO_LIST, Extras, Offers, Setup, SideClocks
from device.session.core.state import (
    Aiming,
    Asking,
    Checking,
    Explaining,
    Lobby,
    Naming,
    Over,
    Page,
    Rolling,
    Shaking,
    TableState,
    Thinking,
    Timing,
)
from device.session.lobby import lobby
from device.session.lobby.house_rules import lobby_of
from device.session.lobby.lobby import MOST_LINES, PAGES, LineKind, lines
from device.simulator.named_texts import named_text
from device.views.table import view
from engine.events import BeginnerNamed, Ended
from engine.game import Game
from engine.records.record import GameRecord
from engine.variants import GAMES
from hardware.panel.port import SIDE_BUTTONS, Button, Tone
from vision.game.changes import Bare

OZONE = (6, 9, "down", "OZONE")


# Beginning


def test_ok_on_the_first_line_begins_the_same_game_as_ever() -> None:
    evening = opened().press(Button.OK)
    state = evening.state
    assert isinstance(state.phase, Thinking)
    assert (state.side, state.marks, state.board.sight, state.board.begun) == (
        "Ann",
        (),
        None,
        False,
    )
    assert state.game.events == ()
    assert evening.message == "{side} starts: lay tiles, then press your button."
    assert state.agreed.words is not None
    assert state.agreed.words.name == "the en list"
    assert evening.effects[0] == OpenGame()
    for effect in (PlayTone(Tone.PLAY), LookNow(), FollowAgain()):
        assert effect in evening.effects
    assert any(isinstance(effect, Announce) for effect in evening.effects)


def test_a_new_game_knows_nothing_of_the_turn_before() -> None:
    evening = opened()
    before = evening.state.board.turn
    evening.state = replace(
        evening.state,
        picture=3,
        frames=replace(evening.state.frames, blind=True),
    )
    state = evening.press(Button.OK).state
    assert state.board.turn > before
    assert (state.picture, state.clocks.sides, state.frames.blind) == (None, None, False)


def test_a_table_that_keeps_nothing_says_so_in_its_next_game_too() -> None:
    evening = opened()
    evening.state = replace(evening.state, device=replace(evening.state.device, kept=False))
    state = evening.press(Button.OK).state
    assert not state.device.kept
    assert "isn’t being saved" in view(state, Texts("en")).text.trouble


def test_the_board_that_is_known_stays_known_as_long_as_it_is_the_same() -> None:
    bare = Bare.unknown(15)
    evening = opened()
    evening.state = replace(
        evening.state,
        board=replace(
            evening.state.board, followed=replace(evening.state.board.followed, bare=bare)
        ),
    )
    assert evening.press(Button.OK).state.board.followed.bare is bare
    evening = opened()
    evening.state = replace(
        evening.state,
        board=replace(
            evening.state.board, followed=replace(evening.state.board.followed, bare=bare)
        ),
    )
    answer(take(evening, LineKind.GAME), "Junior")
    evening.press(Button.UNDO, Button.OK)
    assert evening.state.board.followed.bare is None


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_chosen_and_begun(name: str) -> None:
    evening = take(opened(), LineKind.GAME)
    label = {"nhl": "NHL", "nhl-peewee": "NHL Pee", "nhl-professional": "NHL Pro"}.get(name)
    answer(evening, label or {"topword": "TopWord"}.get(name, name.capitalize()))
    assert setup_in(evening).variant == name
    assert evening.state.game.state.variant.name == name
    evening.press(Button.UNDO, Button.OK)
    state = evening.state
    phase = {"party": Rolling, "scramble": Shaking}.get(name, Thinking)
    assert isinstance(state.phase, phase)
    assert state.game.state.variant.name == name
    assert state.board.followed.position.size == state.game.state.variant.layout.size
    assert not state.board.followed.position.tiles


def test_without_a_list_it_is_reported_who_looks_words_up() -> None:
    evening = opened(Setup(sides=("Ann", "Ben"), words=NO_LIST)).press(Button.OK)
    assert evening.state.agreed.words is None
    assert evening.state.message is not None
    assert "look words up yourselves" in ENGLISH.say(evening.state.message)


def test_where_nobody_challenges_nothing_is_reported_of_words() -> None:
    options = {"challenge": "none"}
    evening = opened(Setup(words=NO_LIST, options=options)).press(Button.OK)
    assert evening.message == "{side} starts: lay tiles, then press your button."


def test_a_table_without_offers_has_no_lobby() -> None:
    evening = Evening()
    assert lobby.enter(evening.state, Setup()) is evening.state
    assert lines(evening.state) == ()


# Every line changes what it says


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (
            LineKind.LANGUAGE,
            (
                *("English", "French", "German", "Spanish", "Spanish with CH, LL, RR", "Polish"),
                *("Catalan", "Welsh", "Croatian", "Hungarian", "English"),
            ),
        ),
        (
            LineKind.WORDS,
            ("the en list", "family", named_text("we-look-them-up-ourselves"), "the en list"),
        ),
        (LineKind.BOARD, (named_text("the-games-own"), "kitchen", named_text("the-games-own"))),
    ],
)
def test_ok_takes_the_next_value(kind: LineKind, values: tuple[str, ...]) -> None:
    evening = go_to(opened(), kind)
    for now in values:
        assert value_of(evening, kind) == now
        evening.press(Button.OK)


def test_the_game_of_the_state_is_always_the_one_that_would_begin() -> None:
    evening = take(opened(), LineKind.LANGUAGE)
    assert evening.state.game.state.variant.language == "fr"
    assert evening.state.agreed.words is not None
    assert evening.state.agreed.words.name == "the fr list"
    more_sides(evening)
    assert evening.state.game.state.sides == ("Ann", "Ben", "C")
    take(evening, LineKind.BOARD)
    assert evening.state.game.state.variant.layout.rows == OFF_THE_STAR


def test_names_of_those_who_stay_away_are_kept() -> None:
    evening = opened(Setup(sides=("Ann", "Ben", "Cleo")))
    more_sides(evening, 2)
    assert evening.state.game.state.sides == ("Ann", "Ben")
    more_sides(evening)
    assert evening.state.game.state.sides == ("Ann", "Ben", "Cleo")


def test_no_two_sides_get_the_same_name() -> None:
    assert Setup(sides=("C", "A")).of_sides(4).sides == ("C", "A", "B", "D")


def test_another_language_drops_a_list_that_it_has_not_got() -> None:
    evening = take(opened(), LineKind.WORDS)
    assert setup_in(evening).words == "family"
    take(evening, LineKind.LANGUAGE)
    assert setup_in(evening).words is None
    assert value_of(evening, LineKind.WORDS) == "the fr list"


def test_a_language_without_any_list_says_so() -> None:
    evening = take(opened(), LineKind.LANGUAGE, 2)
    assert value_of(evening, LineKind.WORDS) == named_text("we-look-them-up-ourselves")
    take(evening, LineKind.WORDS)
    assert evening.message == "No word list for this language."


def test_who_looks_words_up_does_so_in_every_language() -> None:
    evening = take(opened(), LineKind.WORDS, 2)
    take(evening, LineKind.LANGUAGE)
    assert value_of(evening, LineKind.WORDS) == named_text("we-look-them-up-ourselves")


def test_the_list_has_the_words_of_the_game() -> None:
    evening = opened(Setup("nhl", "en"))
    assert evening.state.agreed.words is not None
    assert evening.state.agreed.words("NHL")
    answer(take(evening, LineKind.GAME), "Classic")
    assert evening.state.agreed.words is not None
    assert not evening.state.agreed.words("NHL")


def test_another_game_drops_what_does_not_fit_it() -> None:
    options = {"special_rules": {"trades": False}, "star_doubles": False}
    setup = Setup("nhl", "en", ("Ann", "Ben"), None, options, OFF_THE_STAR)
    assert setup.playing("nhl-peewee").options == options
    assert setup.playing("classic").options == {"star_doubles": False}
    assert setup.playing("classic").layout == OFF_THE_STAR
    other = setup.playing("topword")
    assert (other.options, other.layout, other.language) == ({}, (), "en")
    assert other.game().state.variant.layout.size == 10
    assert Setup("classic", "de").playing("junior").language == "fr"
    assert Setup(sides=("Ann", "Ben", "Cleo")).playing("party").sides == ("Ann", "Ben")


def test_only_boards_that_the_game_can_be_played_on_are_offered() -> None:
    assert LineKind.BOARD not in {one.kind for one in lines(opened(offers=Offers(find_list)).state)}
    evening = go_to(opened(Setup("topword", "fr")), LineKind.BOARD).press(Button.OK)
    assert value_of(evening, LineKind.BOARD) == "travel"
    assert evening.state.game.state.variant.layout.size == 4


def test_boards_are_offered_whatever_size_was_asked_for() -> None:
    rows = ("*" * 9,) * 9
    setup = Setup("topword", "fr", options={"size": 9}, layout=rows)
    evening = opened(setup, Offers(find_list))
    assert value_of(evening, LineKind.BOARD) == "your own"


def test_what_cannot_be_played_is_refused_and_nothing_is_changed() -> None:
    evening = opened(Setup(options={"values": {"Ä": 9}, "tiles": "de"}, language="de"))
    before = setup_in(evening)
    offers = replace(OFFERS, layouts={"odd": ("T",) * 15})
    evening.state = replace(evening.state, offers=offers)
    take(evening, LineKind.BOARD)
    assert evening.message == "That won’t work: {why}"
    assert setup_in(evening) == before


# Moving and leaving


def test_the_arrows_go_round_all_lines() -> None:
    evening = opened().press(Button.BACK)
    assert isinstance(evening.state.phase, Lobby)
    assert lines(evening.state)[evening.state.phase.line].kind is LineKind.MORE
    evening.press(Button.NEXT)
    assert evening.state.phase.line == 0
    evening.press(Button.NEXT, Button.NEXT, Button.UNDO)
    assert evening.state.phase.line == 0
    assert evening.message == ""
    assert evening.press(Button.UNDO).state.phase.page is Page.START
    assert evening.press(Button.UNDO).message.startswith("Choose with the arrows")


# Pages


def on_page(evening: Evening) -> tuple[Page, int]:
    phase = evening.state.phase
    assert isinstance(phase, Lobby)
    return phase.page, phase.line


@pytest.mark.parametrize("name", GAMES)
def test_no_page_of_any_game_has_more_than_six_lines(name: str) -> None:
    evening = opened(Setup(sides=("Ann", "Ben")).playing(name))
    found = {page: list(shown(evening.state, setup_in(evening))) for page, shown in PAGES.items()}
    assert all(0 < len(lines) <= MOST_LINES for lines in found.values())
    kinds = [line.kind for lines in found.values() for line in lines]
    assert len(set(kinds)) == len(kinds)


def test_three_choices_with_pictures_are_on_the_first_page_and_the_rarer_ones_below() -> None:
    evening = opened().press(Button.UNDO)
    assert [line.kind for line in lines(evening.state)] == [
        LineKind.AGAIN,
        LineKind.OTHER,
        LineKind.TIMER,
        LineKind.DEVICES,
        LineKind.HELP,
        LineKind.LEAVE,
    ]
    assert all(line.picture for line in lines(evening.state))
    assert value_of(evening, LineKind.AGAIN) == "Classic: Ann, Ben"


def test_again_begins_at_once_what_was_played_last() -> None:
    evening = opened().press(Button.UNDO, Button.OK)
    assert isinstance(evening.state.phase, Thinking)
    assert evening.state.game.state.variant.name == "classic"


def test_another_game_is_chosen_by_its_picture_and_can_be_begun_or_changed() -> None:
    evening = opened().press(Button.UNDO, Button.NEXT, Button.OK)
    assert isinstance(evening.state.phase, Asking)
    pictured = [one for one in evening.state.phase.question.options if one.picture]
    assert [one.picture for one in pictured] == list(GAMES)
    assert all(one.about is not None for one in pictured)
    answer(evening, "Party")
    assert on_page(evening) == (Page.GAME, 0)
    assert isinstance(evening.press(Button.OK).state.phase, Rolling)


def test_the_timer_is_three_presses_from_the_start() -> None:
    evening = opened().press(Button.UNDO, Button.NEXT, Button.NEXT, Button.OK)
    assert isinstance(evening.state.phase, Timing)
    assert on_page(evening.press(Button.END)) == (Page.START, 2)


def test_what_is_rarely_changed_is_one_step_behind_and_undo_leads_back_to_the_beginning() -> None:
    evening = opened().press(Button.BACK, Button.OK)
    assert on_page(evening) == (Page.MORE, 0)
    assert on_page(evening.press(Button.NEXT, Button.UNDO)) == (Page.GAME, 0)
    evening.press(Button.UNDO, *[Button.BACK] * 3, Button.OK)
    assert on_page(evening) == (Page.DEVICE, 0)
    assert on_page(evening.press(Button.UNDO)) == (Page.START, 0)


def test_sound_and_colours_are_changed_before_a_game_too() -> None:
    evening = take(opened(), LineKind.VOLUME)
    assert evening.state.device.volume == 3
    assert value_of(evening.press(Button.OK), LineKind.VOLUME) == "Mute"
    take(evening, LineKind.THEME)
    assert evening.state.device.theme == "light"
    assert value_of(evening, LineKind.THEME) == named_text("light-screen")


@pytest.mark.parametrize("button", [Button.CHALLENGE, Button.PAUSE])
def test_what_means_nothing_here_says_how_to_begin(button: Button) -> None:
    assert opened().press(button).message.startswith("Choose with the arrows")


def test_leaving_is_asked_about() -> None:
    evening = opened().press(Button.END)
    assert evening.asked == named_text("stop-tilekeeper")
    evening.press(Button.OK)
    assert isinstance(evening.state.phase, Lobby)
    assert not any(type(effect).__name__ == "Finish" for effect in evening.effects)
    take(evening, LineKind.LEAVE).press(Button.NEXT, Button.OK)
    assert type(evening.effects[-1]).__name__ == "Finish"


# Another game


def test_after_a_game_the_same_is_played_again_and_the_next_side_begins() -> None:
    setup = Setup(
        "nhl-professional",
        "fr",
        ("Ann", "Ben"),
        extras=Extras(turn_seconds=60),
        layout=OFF_THE_STAR,
    )
    evening = opened(setup).press(Button.OK)
    evening.lay(board()).lay(board((7, 6, "across", "QUIZ"))).press(Button.SIDE_1)
    assert evening.state.board.followed.position.tiles
    first = evening.state.game.state.variant
    for begins in ("Ben", "Ann"):
        evening.state = ended(evening)
        evening.press(Button.OK)
        state = evening.state
        assert isinstance(state.phase, Lobby)
        assert (state.finished, state.marks, state.board.sight, state.clocks.sides) == (
            False,
            (),
            None,
            None,
        )
        assert not state.board.followed.position.tiles
        assert state.game.state.turn == begins
        assert state.game.state.sides == ("Ann", "Ben")
        assert state.game.state.variant.name == first.name
        assert state.game.state.variant.targets == first.targets
        assert state.game.state.variant.layout == first.layout
        assert state.agreed.extras.turn_seconds == 60
        evening.press(Button.OK)
        assert isinstance(evening.state.phase, Thinking)
        assert evening.state.side == begins
    assert Record(0, BeginnerNamed("Ben")) in evening.effects


def ended(evening: Evening) -> TableState:
    game = evening.state.game.added(Ended({"Ann": "", "Ben": ""}))
    state = evening.state
    over = game if isinstance(game, Game) else state.game
    return replace(
        state.with_sight(None),
        game=over,
        phase=Over(),
        finished=True,
        clocks=replace(state.clocks, sides=SideClocks({"Ann": 5.0})),
    )


@pytest.mark.parametrize("words", [None, "family", NO_LIST])
def test_the_list_of_the_last_game_is_chosen_again(words: str | None) -> None:
    evening = opened(Setup(words=words)).press(Button.OK)
    evening.state = replace(evening.state, phase=Over(), finished=True)
    evening.press(Button.OK)
    assert setup_in(evening).words == words


def test_a_kept_game_gives_the_next_evenings_choices() -> None:
    record = GameRecord("nhl", "fr", ("Ann", "Ben"), {"star_doubles": False}, OFF_THE_STAR)
    extras = Extras(side_clock=25)
    setup = Setup.of(record, extras)
    assert (setup.variant, setup.language, setup.sides) == ("nhl", "fr", ("Ann", "Ben"))
    assert (setup.options, setup.layout) == ({"star_doubles": False}, OFF_THE_STAR)
    assert (setup.extras, setup.words) == (extras, None)
    assert setup.game().state.sides == ("Ann", "Ben")


# Whatever is pressed


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_pressed_there_is_a_game_that_could_begin(seed: int) -> None:
    chance = random.Random(seed)
    names = tuple(GAMES)
    evening = opened(Setup(sides=("Ann", "Ben")).playing(names[seed % len(names)]))
    buttons = (*Button, *[Button.OK] * 4, *[Button.NEXT] * 6)
    for _ in range(120):
        evening.press(chance.choice(buttons))
        found = lobby_of(evening.state)
        if isinstance(evening.state.phase, Naming | Timing | Explaining):
            found = evening.state.phase.lobby
        if found is None:
            assert isinstance(evening.state.phase, Thinking | Rolling | Shaking)
            evening.state = lobby.enter(evening.state, Setup().playing(chance.choice(names)))
            continue
        state, setup = evening.state, found.setup
        fresh = setup.game()
        assert state.game.start == fresh.start
        assert state.game.state.turn in setup.sides
        assert state.agreed.extras == setup.kept_extras
        assert (state.agreed.words is None) >= (setup.words == NO_LIST)
        assert state.agreed.extras.referee <= (state.agreed.words is not None)
        assert found.line >= 0
        assert isinstance(state.phase, Naming | Timing | Explaining) or found.line < len(
            lines(state)
        )
        for one in lines(state):
            assert ENGLISH.say(one.label)
            assert ENGLISH.say(one.value)
        before = Lobby | Naming | Timing | Explaining | Aiming | Checking | Asking
        assert isinstance(evening.state.phase, before)


def test_buttons_beyond_the_sides_belong_to_nobody() -> None:
    evening = opened().press(SIDE_BUTTONS[2])
    assert evening.message == named_text("nobody-plays-with-this-button")


def test_tiles_laid_while_something_is_asked_here_belong_to_no_game() -> None:
    evening = take(opened(), LineKind.RULES)
    question = evening.asked
    for rows in (board(), board((7, 6, "across", "QUIZ")), board((7, 6, "across", "QUIZ"), OZONE)):
        evening.lay(rows)
        assert evening.asked == question
    assert evening.state.game.events == ()
    assert not any(isinstance(effect, Record) for effect in evening.effects)
    evening.press(Button.UNDO)
    assert isinstance(evening.state.phase, Lobby)


@pytest.mark.rule("NHL-OPT-01", "NHL-PEE-01")
@pytest.mark.parametrize(("game", "drawn"), [("nhl", 8), ("nhl-peewee", 10)])
def test_in_pre_season_the_players_are_reminded_to_draw_one_more(game: str, drawn: int) -> None:
    evening = take(opened(Setup(game, "en", ("Ann", "Ben"))), LineKind.BEGIN)
    text = next(e.message for e in reversed(evening.effects) if isinstance(e, Announce))
    assert ENGLISH.say(text).startswith(
        f"Everyone draws {drawn} tiles and puts one back. Ann starts: lay tiles"
    )
    off = Setup(game, "en", ("Ann", "Ben")).with_option("special_rules", {"pre_season": False})
    evening = take(opened(off), LineKind.BEGIN)
    text = next(e.message for e in reversed(evening.effects) if isinstance(e, Announce))
    assert ENGLISH.say(text).startswith("Ann starts: lay tiles")
