"""Evenings on the virtual table, watched in headless Chromium: does the page show what the screen
does, can it be used by everybody, and what does it look like?

Started by script/watch-evenings. What the browser shows is read out of its document and compared
with the screen's own view, in English and in French, after every view that is another one. Knows
nothing of how the page gets its data. A hall's pages are looked at too (watch_hall.py). Tests:
none; it is one.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from selenium import webdriver

from device.addons.page import server
from device.addons.page.onlookers import Onlookers
from device.addons.page.settings import PageSettings
from device.cli.demo import shipped_evenings
from device.language.numbers import plain
from device.language.texts import Texts
from device.session.core.state import TableState
from device.simulator.hands import HURRIED
from device.simulator.run import TableTime, VirtualEvening
from device.simulator.script import read_evening
from device.views.sheet import SheetView, sheet_view
from device.views.table import TableView, view
from vision.reader import BoardReader
from workshop.browsing import LOOKS, Viewer, browser
from workshop.watch_hall import watch_hall

SEED = 20
FRAMES_A_SECOND = 4.0
PATIENCE = 8.0
"""Seconds that a browser may take to show what the table shows."""

OF_EACH_GAME = (
    *("first-light", "four-sides", "from-the-lobby", "nhl-house-rules", "pee-wee"),
    *("professional-levels", "junior", "party-chance", "scramble-clears", "topword-stacks"),
)
"""An evening of each game, with clocks, dice, challenges, corrections and a lobby among them."""

READ = """
var by = function (id) { return document.getElementById(id); };
var text = function (node) { return node ? node.textContent.trim() : ""; };
var seen = function (id) { var n = by(id); return n && n.offsetParent !== null ? text(n) : ""; };
var all = function (selector, of) {
  return [].slice.call((of || document).querySelectorAll(selector));
};
var own = function (node) { return text(node.childNodes[0]); };
return JSON.stringify({
  sides: all("#sides > li").map(function (li) {
    var total = li.querySelector(".total"), time = li.querySelector(".time");
    return {name: own(li.querySelector(".name")), total: total ? text(total) : null,
      turn: li.classList.contains("turn"), won: li.classList.contains("won"),
      clock: time ? text(time.lastChild) : "", count: text(li.querySelector(".count"))};
  }),
  state: text(by("state")), trouble: seen("trouble"),
  question: seen("question"), bag: text(by("bag")), unseen: text(by("unseen-tiles")),
  board: by("board-part").hidden ? null : all("#board tbody tr").map(function (tr) {
    return all("td", tr).map(function (td) {
      if (!td.classList.contains("tile")) { return "."; }
      return text(td.querySelector(".letter")) + (td.classList.contains("blank") ? "?" : "");
    });
  }),
  lit: all("#board tbody td").reduce(function (found, td, place) {
    return td.classList.contains("lit") ? found.concat(place) : found; }, []),
  play: by("play-part").hidden ? null : {
    side: text(by("play-side")), points: text(by("play-points")),
    lines: all("#play .sum, #play .extra").map(text), open: !by("may-challenge").hidden},
  challenge: by("challenge-part").hidden ? null : {outcome: text(by("outcome")),
    words: all("#judged li").map(function (li) { return text(li.querySelector("strong")); })},
  clock: by("clock-part").hidden ? null :
    {left: text(by("clock-left")), zones: all(".zone").length},
  dice: by("dice-part").hidden ? null : all("#dice .die").map(text),
  turns: all("#lines tr").reverse().map(function (tr) {
    var did = [text(tr.querySelector(".who")), text(tr.querySelector(".did"))];
    return did.concat(all("td.n", tr).map(text));
  }),
  curves: by("course-part").hidden ? 0 : all("#course polyline").length,
  wide: document.documentElement.scrollWidth > window.innerWidth + 1
});
"""


# --- what is to be seen ---


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else plain(number)


def expected(seen: TableView, sheet: SheetView, texts: Texts) -> dict[str, Any]:
    """What a page has to show of this view, in the form of READ."""
    page, text = seen.page, seen.text
    lobby = page.lobby is not None or page.naming is not None or bool(page.trying)
    lost, asked, challenge = seen.board.lost, seen.dialog.question, seen.dialog.challenge
    state = text.state
    if lobby:
        state = texts("No game is being played yet.")
    if page.paused is not None:
        state = " – ".join(filter(None, (page.paused.title, page.paused.whose)))
    rows = None if lobby or page.timer is not None else _rows(seen)
    play = seen.play
    return {
        "state": state,
        "trouble": (text.trouble if lost is None else lost.title).strip(),
        "question": asked.text if asked is not None and asked.noted else "",
        "bag": text.bag,
        "unseen": text.unseen,
        "sides": None if lobby else [*_sides(seen)],
        "board": rows,
        "lit": [] if rows is None else sorted(s.row * len(rows) + s.column for s in seen.board.lit),
        "play": None
        if play is None
        else {
            "side": play.side,
            "points": play.note
            if play.points is None
            else signed(play.points)
            if play.counted
            else plain(play.points),
            "lines": list(play.lines),
            "open": seen.may_challenge,
        },
        "challenge": None
        if challenge is None
        else {"outcome": challenge.outcome, "words": [word.word for word in challenge.words]},
        "clock": None
        if seen.clock is None
        else {"left": seen.clock.left, "zones": len(seen.clock.zones)},
        "dice": None
        if seen.dice is None
        else ["·" if die.tumbles else die.face for die in seen.dice.dice],
        "turns": [
            [
                turn.side,
                turn.start + "".join(turn.lines),
                "" if turn.points is None else signed(turn.points),
                "" if turn.total is None else plain(turn.total),
            ]
            for turn in sheet.turns
        ],
        "curves": len(sheet.courses) if max(map(len, sheet.courses), default=0) > 1 else 0,
        "wide": False,
    }


def _sides(seen: TableView) -> Iterator[Mapping[str, Any]]:
    for side in seen.sides:
        count = "" if seen.countdown is None or not side.turn else seen.countdown.left
        yield {
            "name": side.name,
            "total": "•••" if side.total is None else plain(side.total),
            "turn": side.turn,
            "won": side.won,
            "clock": side.clock.replace("-", "−"),
            "count": count,
        }


def _rows(seen: TableView) -> list[list[str]]:
    faces = dict(seen.board.faces)
    put_back = {} if seen.board.clearing is None else dict(seen.board.clearing.put_back)
    places = {(square.row, square.column): tile for square, tile in put_back.items()}

    def shown(tile: str) -> str:
        if tile == ".":
            return tile
        blank = tile == "?" or tile != tile.upper()
        return faces.get(tile, faces.get(tile.upper(), tile.upper())) + ("?" if blank else "")

    return [
        [shown(places.get((y, x), tile)) for x, tile in enumerate(row)]
        for y, row in enumerate(seen.board.rows)
    ]


# --- watching ---


class Watched:
    """Hands on to the page what the table shows, and looks what the browsers show then."""

    wanted = False

    def __init__(self, page: Onlookers, look: Callable[[TableView, SheetView, str], None]) -> None:
        self._page, self._look = page, look
        self._before: TableView | None = None
        self.views = 0

    def see(
        self, state: TableState, shown: TableView, language: str, now: float, game: int | None
    ) -> None:
        self._page.see(state, shown, language, now, game)
        if shown == self._before:
            return
        self._before = shown
        self.views += 1
        wanted = "fr" if self.views % 2 else "en"
        texts = Texts(wanted)
        seen = shown if wanted == language else view(state, texts, now)
        self._look(seen, sheet_view(state, texts, now), wanted)


class Browsers:
    """A window in each language, which are compared in turn, and looked at as pictures."""

    def __init__(self, driver: webdriver.Chrome, url: str, axe: str, output: Path) -> None:
        self.driver, self._url, self._output = driver, url, output
        self.viewer = Viewer(driver, axe)
        self._windows: dict[str, str] = {}
        for language in ("en", "fr"):
            driver.switch_to.new_window("tab")
            driver.get(f"{url}/?lang={language}")
            self._windows[language] = driver.current_window_handle
        self.wrong = self.viewer.wrong
        self._axed: set[tuple[str, str]] = set()

    def look(self, name: str, seen: TableView, sheet: SheetView, language: str) -> None:
        """Waits until the window shows this view; what it shows instead is wrong."""
        self.driver.switch_to.window(self._windows[language])
        wanted, until = expected(seen, sheet, Texts(language)), time.monotonic() + PATIENCE
        shown: dict[str, Any] = {}
        while True:
            shown = json.loads(self.driver.execute_script(READ))  # type: ignore[no-untyped-call]
            if wanted["sides"] is None:
                shown["sides"] = None
            if shown == wanted:
                break
            if time.monotonic() > until:
                other = {k: (shown.get(k), v) for k, v in wanted.items() if shown.get(k) != v}
                self.wrong.append(f"{name}: {other}")
                break
            time.sleep(0.005)
        kind = next(
            (
                kind
                for kind, there in (
                    ("challenge", seen.dialog.challenge),
                    ("question", seen.dialog.question),
                    ("clock", seen.clock),
                    ("dice", seen.dice),
                    ("over", seen.over),
                    ("lobby", seen.page.lobby),
                    ("turn", seen.play),
                    ("begin", True),
                )
                if there
            ),
            "",
        )
        if (kind, language) not in self._axed:
            self._axed.add((kind, language))
            for look in LOOKS:
                self.viewer.look(f"{name}, {kind}, {language}", look)
            self.viewer.own_size()

    def pictures(self, name: str) -> None:
        """The page on a phone and on a tablet, light and dark, and the overlay."""
        for kind, path, (wide, high), dark in (
            ("phone-light", "/?lang=en", (390, 844), False),
            ("phone-dark", "/?lang=fr", (360, 640), True),
            ("tablet-light", "/?lang=fr", (1024, 768), False),
            ("tablet-dark", "/?lang=en", (1024, 768), True),
            ("overlay", "/overlay?lang=en", (900, 140), False),
        ):
            self.driver.switch_to.new_window("tab")
            self.viewer.size(wide, high)
            self.viewer.colours(dark=dark)
            self.driver.get(f"{self._url}{path}")
            until = time.monotonic() + PATIENCE
            while not self.driver.execute_script("return document.body.dataset.drawn"):  # type: ignore[no-untyped-call]
                if time.monotonic() > until:
                    self.wrong.append(f"{name}: {path} draws nothing")
                    break
                time.sleep(0.02)
            if kind == "overlay":
                self.viewer.use_axe(f"{name}, overlay")
            self.viewer.save(self._output / f"{name}-{kind}.png", whole=kind != "overlay")
            self.driver.close()
            self.driver.switch_to.window(self._windows["en"])


def opened(page: Onlookers) -> str:
    found = page.switch(True)
    if not found.addresses:
        raise SystemExit(f"the page can't be opened: {found.why}")
    return found.addresses[0]


def watch(name: str, driver: webdriver.Chrome, axe: str, output: Path) -> tuple[str, list[str]]:
    """Plays an evening; how much was looked at, and what was wrong."""
    path = shipped_evenings()[name]
    evening, variant = read_evening(path.read_text(encoding="utf-8"), path.name)
    clock = TableTime(50.0)
    table = VirtualEvening(
        evening,
        variant,
        seed=SEED,
        pace=HURRIED,
        clock=clock,
        sleep=clock.sleep,
        frames_a_second=FRAMES_A_SECOND,
    )
    reader = BoardReader(variant.layout, variant.tile_set, highest_pile=variant.highest_pile)
    page = Onlookers(PageSettings(enabled=True, address="127.0.0.1", port=0))
    browsers = Browsers(driver, opened(page), axe, output)
    shot: list[int] = []

    def look(seen: TableView, sheet: SheetView, language: str) -> None:
        browsers.look(name, seen, sheet, language)
        if len(sheet.turns) == 5 and not shot:
            shot.append(1)
            browsers.pictures(f"{name}-early")

    watched = Watched(page, look)
    outcome = table.play_in_its_own_time(
        lambda picture, last: reader.read(picture, last=last), lambda _: None, onlookers=(watched,)
    )
    browsers.pictures(f"{name}-end")
    for entry in driver.get_log("browser"):  # type: ignore[no-untyped-call]
        if entry["level"] == "SEVERE":
            browsers.wrong.append(f"{name}: the browser says {entry['message']}")
    if outcome.stuck or outcome.differences:
        browsers.wrong.append(f"{name}: the evening itself: {outcome.stuck} {outcome.differences}")
    page.close()
    looked = f"{watched.views} views compared, axe on {browsers.viewer.looked}"
    return looked, browsers.wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("evenings", nargs="*", default=OF_EACH_GAME, metavar="EVENING")
    parser.add_argument("--output", type=Path, default=Path("browser/pictures"))
    parser.add_argument("--axe", type=Path, required=True, help="axe-core's axe.min.js")
    parser.add_argument("--hall", action="store_true", help="only the hall's pages")
    options = parser.parse_args()
    if unknown := [name for name in options.evenings if name not in shipped_evenings()]:
        named = "; ".join(map(repr, unknown))
        parser.error(f"there’s no evening {named}: tilekeeper demo --list names them")
    server.BETWEEN = 0.0  # the proof waits for every view; people needn't
    options.output.mkdir(parents=True, exist_ok=True)
    axe = options.axe.read_text(encoding="utf-8")
    bad = report("hall", lambda driver: watch_hall(driver, axe, options.output))
    for name in () if options.hall else options.evenings:
        bad += report(name, lambda driver, name=name: watch(name, driver, axe, options.output))
    return 1 if bad else 0


def report(name: str, look: Callable[[webdriver.Chrome], tuple[str, list[str]]]) -> int:
    """Prints what was seen in a browser of its own; how much of it was wrong."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        driver = browser(folder)
        try:
            looked, wrong = look(driver)
        finally:
            driver.quit()
    took = time.monotonic() - began
    print(f"{name}: {looked} in {took:.0f} s, {len(wrong)} wrong", flush=True)
    for one in wrong[:20]:
        print(f"  {one}", flush=True)
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main())
