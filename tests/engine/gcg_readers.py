"""How other programs read GCG, rewritten from what they publish: what each takes a line for, and
where it gives up. Nothing here knows our own reader.

- macondo: `gcgio/gcg.go` (patterns, tried one after the other; what no pattern takes ends the file)
  and `game/game.go`, `game/turn.go` (a rack must be drawable, a play on the rack and on the board),
  github.com/domino14/macondo.
- Woogles: `pkg/omgwords/service.go` (ImportGCG), `pkg/cwgame/api.go` (ReplayEvents, AssignRacks),
  `pkg/cwgame/game.go` (playMove), github.com/woogles-io/liwords: macondo's patterns, then every
  event is played with its rack dealt out of the bag.
- Quackle: `quackleio/gcgio.cpp` (GCGIO::read), github.com/quackle/quackle: words apart by spaces;
  a rack in brackets ends the game; names are not looked at, players take turns.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from engine.tiles import DIGRAPHS, TILE_LANGUAGES, TileSet, load_tile_set

RACK, LONGEST = 7, 128_000
SIZES = {"CrosswordGame": 15, "SuperCrosswordGame": 21}
SETS = {name.lower(): code for code, name in TILE_LANGUAGES.items()} | {
    "spanish": "es-digraphs",
    "catalan": "ca",
    "english_super": "en-super",
}
THROUGH = "."
WORD = r"(?P<nick>\S+):\s+"
TURN = rf">{WORD}(?P<rack>\S+)\s+"

MACONDO = {
    "player": r"^#player(?P<number>[1-2])\s+(?P<nick>\S+)\s+(?P<name>.+)",
    "title": r"^#title\s+.*",
    "description": r"^#description\s+.*",
    "id": r"^#id\s+\S+\s+\S+",
    "rack1": r"^#rack1\s+(?P<rack>\S+)",
    "rack2": r"^#rack2\s+(?P<rack>\S+)",
    "encoding": r"^#character-encoding\s+[!-~]+",
    "play": TURN + r"(?P<at>\w+)\s+(?P<word>\S+)\s+\+(?P<points>\d+)\s+(?P<total>\d+)",
    "note": r"^#note\s+(?P<note>.*)",
    "lexicon": r"^#lexicon\s+.+",
    "back": TURN + r"--\s+-(?P<points>\d+)\s+(?P<total>\d+)",
    "pass": TURN + r"-\s+\+0\s+(?P<total>\d+)",
    "challenge": rf">{WORD}(?P<rack>\S*)\s+\(challenge\)\s+\+(?P<points>\d+)\s+(?P<total>\d+)",
    "exchange": TURN + r"-(?P<given>\S+)\s+\+0\s+(?P<total>\d+)",
    "gain": rf">{WORD}\((?P<rack>\S+)\)\s+\+(?P<points>\d+)\s+(?P<total>-?\d+)",
    "time": r">(?P<nick>\S+):(?:\s+(?P<rack>\S*))?\s+\(time\)\s+\+?-(?P<points>\d+)\s+"
    r"(?P<total>-?\d+)",
    "loss": TURN + r"\((?P<left>\S+)\)\s+-(?P<points>\d+)\s+(?P<total>-?\d+)",
    "game-type": r"^#game-type\s+(?P<name>.*)",
    "tile-set": r"^#tile-set\s+.*",
    "game-board": r"^#game-board\s+.*",
    "beside": r"^#- .*",
    "layout": r"^#board-layout\s+(?P<name>.*)",
    "tiles": r"^#tile-distribution\s+(?P<name>.*)",
    "incomplete": r"^#incomplete.*",
    "tile": r"^#tile \S+\s+\S+",
}
PATTERNS = {kind: re.compile(pattern) for kind, pattern in MACONDO.items()}
HEAD = ("player", "title", "description", "id", "lexicon", "game-type", "layout", "tiles")
BEGINNING = ("play", "pass", "exchange", "rack1", "rack2")
EVENTS = ("play", "pass", "exchange", "back", "challenge", "gain", "time", "loss")
ACROSS = re.compile(r"([0-9]+)([A-Za-z])")
DOWN = re.compile(r"([A-Za-z])([0-9]+)")


def one_by_one(text: str) -> str:
    """Tiles as their alphabets hold them, a character each: those of several letters come in
    brackets (tilemapping.ToMachineLetters, github.com/domino14/word-golib)."""

    def one(match: re.Match[str]) -> str:
        tile = DIGRAPHS.get(match[1].upper())
        if tile is None:
            raise RefusedError(f"{match[0]} is no tile")
        return tile.lower() if match[1].islower() else tile

    return re.sub(r"\[(.*?)\]", one, text)


class RefusedError(Exception):
    """The file isn't opened; the line (from 1) and why."""


@dataclass
class Event:
    """An event as macondo keeps it."""

    kind: str
    nick: str
    rack: str
    points: int = 0
    total: int = 0
    at: str = ""
    word: str = ""
    given: str = ""
    notes: list[str] = field(default_factory=list)


@dataclass
class Table:
    """A board and a set of tiles: where a word would lie, and what can be drawn."""

    tiles: TileSet
    size: int
    board: dict[tuple[int, int], str] = field(default_factory=dict)

    def unseen(self) -> Counter[str]:
        laid = Counter("?" if tile.islower() else tile for tile in self.board.values())
        return Counter(self.tiles.counts) - laid

    def check_rack(self, rack: str) -> None:
        if any(tile not in self.tiles.counts for tile in rack):
            raise RefusedError(f"{rack} has a letter that isn't in the set")
        if missing := Counter(rack) - self.unseen():
            raise RefusedError(f"{''.join(missing)} of {rack} can't be drawn")

    def lay(self, at: str, word: str, rack: str, *, dots_only: bool) -> int:
        """Lays a word; how many tiles that takes."""
        if match := ACROSS.fullmatch(at):
            row, column, step = int(match[1]) - 1, ord(match[2].upper()) - 65, (0, 1)
        elif match := DOWN.fullmatch(at):
            row, column, step = int(match[2]) - 1, ord(match[1].upper()) - 65, (1, 0)
        else:
            raise RefusedError(f"{at} is no place")
        new: dict[tuple[int, int], str] = {}
        for number, tile in enumerate(word):
            square = (row + step[0] * number, column + step[1] * number)
            if not (0 <= square[0] < self.size and 0 <= square[1] < self.size):
                raise RefusedError(f"{word} leaves the board")
            there = self.board.get(square)
            if tile == THROUGH:
                if there is None:
                    raise RefusedError(f"{word} passes over nothing")
            elif there is not None:
                if dots_only or there.upper() != tile.upper():
                    raise RefusedError(f"{word} lies on another tile")
            elif tile.upper() not in self.tiles.values:
                raise RefusedError(f"{tile} isn't in the set")
            else:
                new[square] = tile
        pieces = Counter("?" if tile.islower() else tile for tile in new.values())
        if not new or pieces - Counter(rack):
            raise RefusedError(f"{word} isn't on the rack {rack}")
        adjacent = {(r + y, c + x) for r, c in new for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        if not (
            adjacent & set(self.board) if self.board else (self.size // 2, self.size // 2) in new
        ):
            raise RefusedError(f"{word} touches nothing")
        self.board |= new
        return len(new)


def decoded(data: bytes) -> list[str]:
    """The lines by the encoding that the first one names; Latin-1 where it names none."""
    first = data.split(b"\n", 1)[0].decode("latin-1")
    encoding = "latin-1"
    if named := re.match(r"#character-encoding\s+([!-~]+)", first):
        if named[1].lower() not in ("utf-8", "utf8"):
            raise RefusedError(f"line 1: {named[1]} isn't read")
        data, encoding = data.split(b"\n", 1)[1], "utf-8"
        return ["", *data.decode(encoding).split("\n")]
    return data.decode(encoding).split("\n")


class Macondo:
    """A file as macondo reads it: its events, with their notes."""

    def __init__(self, data: bytes) -> None:
        self.events: list[Event] = []
        self.players: list[str] = []
        self.table: Table | None = None
        self.distribution, self.layout = "english", "CrosswordGame"
        self._before: dict[tuple[int, int], str] = {}
        last = ""
        for number, raw in enumerate(decoded(data), 1):
            line = raw.strip()
            try:
                last = self._line(line, last)
            except RefusedError as error:
                raise RefusedError(f"line {number}: {error}") from error

    def _line(self, line: str, last: str) -> str:
        for kind, pattern in PATTERNS.items():
            if match := pattern.search(line):
                self._take(kind, match)
                return kind
        if last == "note" and not line.startswith(">"):  # such a line would be lost in the note
            self.events[-1].notes[-1] += f"\n{line}"
        elif line:
            raise RefusedError(f"no pattern takes {line!r}")
        return last

    def _take(self, kind: str, match: re.Match[str]) -> None:
        if kind in BEGINNING and self.table is None:
            if len(self.players) != 2:
                raise RefusedError("there aren't two players")
            if self.distribution not in SETS:
                raise RefusedError(f"no tiles {self.distribution}")
            self.table = Table(load_tile_set(SETS[self.distribution]), SIZES[self.layout])
        if kind in HEAD and self.table is not None:
            raise RefusedError(f"#{kind} after the first event")
        if kind == "encoding":
            raise RefusedError("the encoding isn't in the first line")
        if kind == "player":
            if match["nick"] in self.players:
                raise RefusedError("two players have one name")
            self.players.append(match["nick"])
        elif kind == "tiles":
            self.distribution = match["name"].strip()
        elif kind == "layout":
            self.layout = match["name"].strip()
            if self.layout not in SIZES:
                raise RefusedError("no such board")
        elif kind == "game-type" and match["name"].strip() not in ("classic", "wordsmog"):
            raise RefusedError("no such game")
        elif kind == "note":
            if not self.events:
                raise RefusedError("a note before the first event")
            self.events[-1].notes.append(match["note"].strip())
        elif kind in ("rack1", "rack2"):
            assert self.table is not None
            self.table.check_rack(one_by_one(match["rack"]))
        elif kind in EVENTS:
            self._event(kind, match.groupdict(default=""))

    def _event(self, kind: str, shown: dict[str, str]) -> None:
        table = self.table
        if table is None:
            raise RefusedError("no turn comes before this")
        if shown["nick"] not in self.players:
            raise RefusedError(f"nobody is called {shown['nick']}")
        event = Event(
            kind,
            shown["nick"],
            one_by_one(shown["rack"]),
            int(shown.get("points", 0)),
            int(shown["total"]),
            shown.get("at", ""),
            one_by_one(shown.get("word", "")),
        )
        if any(tile not in table.tiles.counts for tile in event.rack):
            raise RefusedError(f"{event.rack} has a letter that isn't in the set")
        if kind == "play":
            table.check_rack(event.rack)
            self._before = dict(table.board)
            table.lay(event.at, event.word, event.rack, dots_only=False)
        elif kind == "exchange":
            table.check_rack(event.rack)
            given = one_by_one(shown["given"])
            if given.isdecimal():
                if int(given) > len(event.rack):
                    raise RefusedError("more tiles are exchanged than are on the rack")
                given = event.rack[: int(given)]
            if Counter(given) - Counter(event.rack):
                raise RefusedError(f"{given} isn't on the rack {event.rack}")
            event.given = given
        elif kind == "back":
            if not self.events or self.events[-1].kind != "play":
                raise RefusedError("there is no play to take back")
            table.board = self._before
        elif kind == "loss" and event.rack != one_by_one(shown["left"]):
            raise RefusedError("the rack in brackets is another")
        self.events.append(event)


class Woogles:
    """A file as Woogles imports it; `over`: whether it finds the game finished."""

    def __init__(self, data: bytes) -> None:
        if len(data) > LONGEST:
            raise RefusedError("the file is too long")
        read = Macondo(data)
        self.over = self.waiting = False
        self.table = Table(load_tile_set(SETS[read.distribution]), SIZES[read.layout])
        self.racks = [0, 0]
        self.bag = self.table.unseen().total()
        self.zeros = 0
        events = _with_last_pass(read)
        for number, event in enumerate(events):
            try:
                following = events[number + 1].kind if number + 1 < len(events) else ""
                self._play(event, read.players.index(event.nick), following)
            except RefusedError as error:
                raise RefusedError(f"event {number + 1} ({event}): {error}") from error

    def _play(self, event: Event, side: int, following: str) -> None:
        if event.kind == "gain":
            return
        self._deal(side, event.rack)
        if event.kind not in ("play", "exchange", "pass"):
            return
        if event.kind == "play" and following == "back":
            return
        if self.over or (self.waiting and event.kind != "pass"):
            raise RefusedError("the game is over")
        if event.kind == "pass":
            self.over |= self.waiting
            self.zeros += 1
        elif event.kind == "exchange":
            if self.bag < RACK:
                raise RefusedError("too few tiles are in the bag")
            self.zeros += 1
        else:
            self.zeros = 0
            dealt = self.racks[side]
            laid = self.table.lay(event.at, event.word, event.rack, dots_only=True)
            self.racks[side] = len(event.rack) - laid
            if dealt != len(event.rack):
                raise RefusedError("tiles were dealt to this rack beside those it names")
            self._fill(side)
            self._fill(1 - side)
            self.waiting = not self.racks[side]
        self.over |= self.zeros == 6

    def _deal(self, side: int, rack: str) -> None:
        """A rack as it is said; both filled where the bag would be empty then."""
        self.table.check_rack(rack)
        unseen, other = self.table.unseen().total(), 1 - side
        if rack:
            self.racks[side] = len(rack)
            self.racks[other] = min(self.racks[other], unseen - len(rack))
        self.bag = unseen - sum(self.racks)
        empty = [other] if rack else [side, other]
        if self.bag <= RACK * len(empty):
            for one in (*empty, *([side] if rack else [])):
                self._fill(one)

    def _fill(self, side: int) -> None:
        drawn = max(0, min(RACK - self.racks[side], self.bag))
        self.racks[side] += drawn
        self.bag -= drawn


def _with_last_pass(read: Macondo) -> list[Event]:
    """Its events, with the pass that is put before the last racks."""
    events = list(read.events)
    for number in range(len(events) - 1, 0, -1):
        if events[number].kind == "gain":
            if events[number - 1].kind != "challenge":
                nick = next(nick for nick in read.players if nick != events[number].nick)
                events.insert(number, Event("pass", nick, events[number].rack))
            break
    return events


class Quackle:
    """A file as Quackle reads it. `turns`: by whom it holds each for, and who it says; `misread`:
    lines that it takes for something else though nothing after them is lost."""

    def __init__(self, data: bytes) -> None:
        self.players: list[str] = []
        self.turns: list[tuple[str, str]] = []
        self.misread: list[int] = []
        self._ended = 0
        for number, line in enumerate(decoded(data), 1):
            try:
                self._line(number, line)
            except RefusedError as error:
                raise RefusedError(f"line {number}: {error}") from error

    def _line(self, number: int, line: str) -> None:
        words = line.split()
        if line.startswith("#player"):
            if len(words) < 3:
                raise RefusedError("a player without short or long name")
            self.players.append(words[1])
        if not line.startswith(">"):
            return
        nick, shown = words[0][1:-1], words[1:]
        if len(shown) < 2:
            raise RefusedError("the line ends too early")
        if shown[0].startswith("(") and shown[0].endswith(")"):
            self._ended = number
            return
        move = shown[1]
        if move.startswith(("--", "(time)", "(challenge)")):
            return
        if move.startswith("("):
            self.misread.append(number)
            return
        if self._ended:
            raise RefusedError(f"the game ended in line {self._ended}")
        if not move.startswith("-"):
            if not (ACROSS.fullmatch(move) or DOWN.fullmatch(move)):
                raise RefusedError(f"{move} is no place")
            if len(shown) < 3:
                raise RefusedError("the line ends too early")
        self.turns.append((self.players[len(self.turns) % len(self.players)], nick))
