// The page for onlookers: draws what the table shows, and computes no points of its own.
(function () {
  "use strict";

  var follow = window.follow, fill = window.fill, made = window.made;
  var emptied = window.emptied, say = window.say;
  var body = document.body, texts = JSON.parse(body.getAttribute("data-texts"));
  var language = body.getAttribute("data-language"), pictures = !!body.getAttribute("data-pictures");
  var SVG = "http://www.w3.org/2000/svg";
  var now = {};

  function byId(id) { return document.getElementById(id); }
  function show(id, there) { byId(id).hidden = !there; return there; }
  function minus(number) { return String(number).replace("-", "−"); }
  function signed(number) { return number > 0 ? "+" + number : minus(number); }

  // --- sides ---

  function drawSides() {
    var list = emptied(byId("sides"));
    list.className = "of-" + now.sides.length;
    now.sides.forEach(function (side, place) {
      var item = made("li", "side c" + place + (side.turn ? " turn" : "") + (side.won ? " won" : ""));
      var name = made("span", "name", side.name);
      item.appendChild(name);
      if (side.turn && now.where !== "lobby") { name.appendChild(made("span", "mark", texts.turn)); }
      if (side.won) { name.appendChild(made("span", "mark", texts.won)); }
      if (side.total !== null) {
        item.appendChild(made("span", "total", minus(side.total)));
      } else if (now.where !== "lobby" && now.where !== "timer") {
        var hidden = made("span", "total", "•••");
        hidden.setAttribute("aria-hidden", "true");
        item.appendChild(hidden);
        item.appendChild(made("span", "unseen", texts.hidden_points));
      }
      if (side.target !== null) {
        item.appendChild(made("span", "target", fill(texts.target, { n: side.target })));
      }
      if (side.clock) {
        var kind = "time" + (side.clock_runs ? " runs" : "") + (side.overtime ? " over" : "");
        var time = made("span", kind);
        time.appendChild(made("span", "unseen", texts.time + " "));
        time.appendChild(document.createTextNode(minus(side.clock)));
        item.appendChild(time);
      }
      if (side.turn && now.countdown) {
        item.appendChild(made("span", "count" + (now.countdown.low ? " low" : ""), now.countdown.left));
      }
      list.appendChild(item);
    });
  }

  // --- the board ---

  var cells = [];
  var KINDS = {
    d: "letter2", t: "letter3", q: "letter4", D: "word2", T: "word3", Q: "word4", "*": "start", c: "chance"
  };

  function makeBoard(size) {
    var table = byId("board"), head = made("tr"), group = made("tbody"), row, cell, x, y;
    [].slice.call(table.querySelectorAll("tbody, thead")).forEach(function (old) {
      table.removeChild(old);
    });
    cells = [];
    head.appendChild(made("td", "corner"));
    for (x = 0; x < size; x += 1) {
      cell = made("th", "", String.fromCharCode(65 + x));
      cell.scope = "col";
      head.appendChild(cell);
    }
    var top = made("thead");
    top.appendChild(head);
    table.appendChild(top);
    for (y = 0; y < size; y += 1) {
      row = made("tr");
      cell = made("th", "", y + 1);
      cell.scope = "row";
      row.appendChild(cell);
      for (x = 0; x < size; x += 1) {
        cell = made("td");
        cells.push(cell);
        row.appendChild(cell);
      }
      group.appendChild(row);
    }
    table.appendChild(group);
    fit();
  }

  function fit() {
    var table = byId("board"), size = Math.sqrt(cells.length);
    if (size) { table.style.fontSize = table.parentNode.clientWidth / (size + 0.7) / 2 + "px"; }
  }

  function squareName(place, size) {
    return String.fromCharCode(65 + place % size) + (Math.floor(place / size) + 1);
  }

  function drawBoard() {
    var board = now.board, size, place, x, y, name, kind, tile, blank, key, cell, high, letter, inner;
    if (!show("board-part", board)) { return; }
    size = board.rows.length;
    if (size * size !== cells.length) { makeBoard(size); }
    for (place = 0; place < cells.length; place += 1) {
      x = place % size;
      y = Math.floor(place / size);
      name = squareName(place, size);
      tile = board.rows[y].charAt(x);
      if (name in board.put_back) { tile = board.put_back[name]; }
      blank = tile !== tile.toUpperCase() || tile === "?";
      high = board.piles[name] || 1;
      kind = KINDS[board.premiums[y].charAt(x)] || "plain";
      if (tile !== ".") { kind += " tile" + (blank ? " blank" : ""); }
      if (board.lit.indexOf(name) >= 0) { kind += " lit"; }
      if (board.asked.indexOf(name) >= 0) { kind += " asked"; }
      if (board.lift.indexOf(name) >= 0) { kind += " lift"; }
      if (name in board.put_back) { kind += " back"; }
      key = kind + tile + high;
      cell = cells[place];
      if (cell.getAttribute("data-key") === key) { continue; }
      cell.setAttribute("data-key", key);
      cell.className = kind;
      emptied(cell);
      if (tile === ".") { continue; }
      letter = face(tile);
      inner = made("span", letter.length > 1 ? "letter long" : "letter", letter);
      inner.setAttribute("aria-hidden", "true");
      cell.appendChild(inner);
      if (valued() && !blank && board.values[tile] !== undefined) {
        inner = made("span", "value", board.values[tile]);
        inner.setAttribute("aria-hidden", "true");
        cell.appendChild(inner);
      }
      if (high > 1) {
        inner = made("span", "high", high);
        inner.setAttribute("aria-hidden", "true");
        cell.appendChild(inner);
      }
      cell.appendChild(made("span", "unseen", spoken(letter, blank, kind, high)));
    }
  }

  // Tiles show their points only where these differ.
  function valued() {
    var values = now.board ? now.board.values : {}, letters = Object.keys(values);
    return letters.some(function (one) { return values[one] !== values[letters[0]]; });
  }

  function face(tile) {
    var faces = now.board.faces;
    return faces[tile] || faces[tile.toUpperCase()] || tile.toUpperCase();
  }

  function spoken(letter, blank, kind, high) {
    var text = letter;
    if (blank) { text = fill(texts.blank, { letter: text }); }
    if (high > 1) { text = fill(texts.high, { letter: text, n: high }); }
    if (kind.indexOf(" lit") >= 0) { text = fill(texts["new"], { letter: text }); }
    return text;
  }

  // --- the last play ---

  function drawPlay() {
    var play = now.play, box = emptied(byId("play"));
    if (!show("play-part", play)) { return; }
    say("play-side", play.side);
    say("play-points", play.points !== null && play.counted ? signed(play.points)
      : play.points !== null ? minus(play.points) : play.note);
    show("may-challenge", now.may_challenge);
    play.words.forEach(function (word, place) {
      var line = made("p", "word"), tiles = made("span", "tiles");
      tiles.setAttribute("aria-hidden", "true");
      word.tiles.forEach(function (tile) {
        var chip = made("span", "chip" + (tile["new"] ? " new" : "") + (tile.blank ? " blank" : ""));
        chip.appendChild(made("b", "", tile.face));
        if (!tile.blank && valued()) { chip.appendChild(made("i", "", tile.points)); }
        tiles.appendChild(chip);
      });
      line.appendChild(tiles);
      line.appendChild(made("span", "sum", play.lines[place]));
      box.appendChild(line);
    });
    play.lines.slice(play.words.length).forEach(function (line) {
      box.appendChild(made("p", "extra", line));
    });
  }

  function drawChallenge() {
    var challenge = now.challenge, list = emptied(byId("judged"));
    if (!show("challenge-part", challenge)) { return; }
    challenge.words.forEach(function (word) {
      var item = made("li", word.good ? "good" : "bad");
      item.appendChild(made("strong", "", word.word));
      item.appendChild(document.createTextNode(" " + (word.good ? texts.good : texts.bad)
        + (word.source ? " (" + word.source + ")" : "")));
      list.appendChild(item);
    });
    say("outcome", challenge.outcome).className = "outcome " + (challenge.good ? "good" : "bad");
    say("list", challenge.source);
  }

  // --- clock and dice ---

  function drawClock() {
    var clock = now.clock, zones = emptied(byId("zones"));
    if (!show("clock-part", clock)) { return; }
    say("clock-left", clock.left).className = "big" + (clock.runs ? " runs" : "") + (clock.over ? " over" : "");
    // What the players of a clock alone have to do, and what is said above already, isn't for onlookers.
    say("clock-state", clock.state === now.state || (now.where === "timer" && clock.runs) ? "" : clock.state);
    clock.zones.forEach(function (zone) {
      var box = made("span", "zone " + zone.colour + (zone.now ? " now" : "") + (zone.ending ? " ending" : ""));
      var bar = made("span", "left");
      bar.style.width = 100 * zone.left + "%";
      box.appendChild(bar);
      box.appendChild(made("span", "label", zone.label || zone.length));
      zones.appendChild(box);
    });
  }

  function drawDice() {
    var dice = now.dice, box = emptied(byId("dice"));
    if (!show("dice-part", dice)) { return; }
    say("dice-name", dice.title);
    dice.dice.forEach(function (die) {
      box.appendChild(made("span", "die" + (die ? die.length > 2 ? " wide" : "" : " tumbles"), die || "·"));
    });
    say("dice-hint", dice.hint);
  }

  // --- how the game went ---

  function svg(tag, values, text) {
    var element = document.createElementNS(SVG, tag), name;
    for (name in values) { element.setAttribute(name, values[name]); }
    if (text !== undefined) { element.textContent = text; }
    return element;
  }

  // A round number, of which `most` at most fit into the span.
  function stepFor(span, most) {
    var power = 1, found = 0;
    function fits(step) { return span / step <= most; }
    while (!found) {
      found = [power, 2 * power, 5 * power].filter(fits)[0] || 0;
      power *= 10;
    }
    return found;
  }

  // Each side's mark, as on the table's screen: a disc, a square, a triangle, a diamond.
  function marker(x, y, place) {
    var kind = "at c" + place % 4, corners;
    if (place % 4 === 0) { return svg("circle", { cx: x, cy: y, r: 5.5, "class": kind }); }
    corners = [[], [-5, -5, 5, -5, 5, 5, -5, 5], [0, -6.5, 6.5, 5, -6.5, 5], [0, -7, 7, 0, 0, 7, -7, 0]][place % 4];
    return svg("polygon", {
      points: corners.map(function (c, n) { return c + (n % 2 ? y : x); }).join(" "), "class": kind
    });
  }

  // Places as near as possible to these, at least so far apart, between low and high.
  function spread(wanted, apart, low, high) {
    var places = wanted.slice(), least = low, most = high;
    var order = wanted.map(function (_, n) { return n; }).sort(function (a, b) { return wanted[a] - wanted[b]; });
    order.forEach(function (n) { places[n] = Math.max(places[n], least); least = places[n] + apart; });
    order.reverse().forEach(function (n) { places[n] = Math.min(places[n], most); most = places[n] - apart; });
    return places;
  }

  // Drawn in the pixels there are, so that its letters are as large as the page's.
  function drawCourse() {
    var courses = now.courses, all, low, high, most, box = emptied(byId("course")), picture, step, at, ends;
    var W, H = 230, LEFT = 48, TOP = 14, RIGHT, BOTTOM = 30, every, names;
    most = Math.max.apply(null, [0].concat(courses.map(function (one) { return one.length; })));
    if (!show("course-part", most > 1)) { return; }
    W = Math.max(260, box.clientWidth);
    names = now.sides.map(function (side) { return side.name.length > 12 ? side.name.slice(0, 11) + "…" : side.name; });
    RIGHT = Math.min(W * 0.36, 34 + 8 * Math.max.apply(null, names.map(function (name) { return name.length; })));
    all = [].concat.apply([0], courses);
    low = Math.min.apply(null, all);
    high = Math.max.apply(null, all.concat([10]));
    step = stepFor(high - low, 5);
    function x(turn) { return LEFT + (W - LEFT - RIGHT) * turn / Math.max(1, most - 1); }
    function y(points) { return TOP + (H - TOP - BOTTOM) * (high - points) / (high - low); }
    picture = svg("svg", { width: W, height: H, viewBox: "0 0 " + W + " " + H, role: "img", "aria-label": courseText() });
    for (at = Math.ceil(low / step) * step; at <= high; at += step) {
      picture.appendChild(svg("line", { x1: LEFT, x2: W - RIGHT, y1: y(at), y2: y(at), "class": at ? "grid" : "grid zero" }));
      picture.appendChild(svg("text", { x: LEFT - 10, y: y(at) + 5, "class": "tick right" }, minus(at)));
    }
    every = stepFor(most - 1, Math.max(2, (W - LEFT - RIGHT) / 45));
    for (at = every; at < most; at += every) {
      picture.appendChild(svg("text", { x: x(at), y: H - 6, "class": "tick middle" }, at));
    }
    ends = spread(courses.map(function (course) { return y(course[course.length - 1]); }), 18, TOP, H - BOTTOM);
    courses.forEach(function (course, place) {
      var points = course.map(function (total, turn) { return x(turn) + "," + y(total); });
      var last = course.length - 1, kind = "c" + place % 4;
      picture.appendChild(svg("polyline", { points: points.join(" "), "class": "curve " + kind }));
      picture.appendChild(marker(x(last), y(course[last]), place));
      picture.appendChild(marker(W - RIGHT + 18, ends[place], place));
      picture.appendChild(svg("text", { x: W - RIGHT + 29, y: ends[place] + 5, "class": "tick at " + kind }, names[place] || ""));
    });
    box.appendChild(picture);
  }

  function courseText() {
    return texts.course + ": " + now.courses.map(function (course, place) {
      return (now.sides[place] ? now.sides[place].name : "") + " " + course.join(", ");
    }).join("; ");
  }

  // The newest first: rows for new turns are put above those that are there.
  function drawTurns() {
    var lines = byId("lines"), number, row, old;
    show("sheet", now.turns.length);
    show("no-turns", !now.turns.length && now.where !== "lobby");
    show("turns", now.turns.length || now.where === "game");
    while (lines.childNodes.length > now.turns.length) { lines.removeChild(lines.firstChild); }
    for (number = 1; number <= now.turns.length; number += 1) {
      row = line(now.turns[number - 1], number);
      old = lines.childNodes[lines.childNodes.length - number];
      if (!old) {
        lines.insertBefore(row, lines.firstChild);
      } else if (old.getAttribute("data-key") !== row.getAttribute("data-key")) {
        lines.replaceChild(row, old);
      }
    }
  }

  function line(turn, place) {
    var row = made("tr"), number = made("th", "n", place), cell = made("td", "what"), did = made("div", "did"), link;
    row.setAttribute("data-key", JSON.stringify(turn));
    number.scope = "row";
    row.appendChild(number);
    cell.appendChild(made("span", "who", turn.side));
    if (turn.start) { did.appendChild(made("span", "start", turn.start)); }
    turn.lines.forEach(function (text) { did.appendChild(story(text)); });
    cell.appendChild(did);
    if (pictures && turn.event !== null) {
      link = made("a", "picture", texts.picture);
      link.href = "picture/" + turn.event;
      cell.appendChild(link);
    }
    row.appendChild(cell);
    row.appendChild(made("td", "n", turn.points === null ? "" : signed(turn.points)));
    row.appendChild(made("td", "n total", turn.total === null ? "" : minus(turn.total)));
    return row;
  }

  // A word stands out from its arithmetic: "QUIZ (10+1+1+10)×2 = 44".
  function story(text) {
    var box = made("span", "story"), parts = /^(\S+)( .* = [−\d]+)$/.exec(text);
    if (!parts) {
      box.textContent = text;
      return box;
    }
    box.appendChild(made("b", "said-word", parts[1]));
    box.appendChild(made("span", "sum", parts[2]));
    return box;
  }

  function list(id, lines) {
    var box = emptied(byId(id));
    lines.forEach(function (text) { box.appendChild(made("li", "", text)); });
    box.hidden = !lines.length;
  }

  // --- everything ---

  function draw(values, changed) {
    now = values;
    var any = function () {
      return [].some.call(arguments, function (name) { return changed[name]; });
    };
    if (any("game")) {
      say("game", now.game || texts.title);
      document.title = now.game ? now.game + " – " + texts.title : texts.title;
    }
    body.className = "where-" + now.where + (now.over ? " over" : "");
    say("state", now.where === "lobby" ? texts.soon
      : now.whose ? now.state + " – " + now.whose : now.state);
    if (show("trouble", now.trouble)) { say("trouble", now.trouble); }
    if (show("question-part", now.question)) { say("question", now.question); }
    say("bag", now.bag);
    say("unseen-tiles", now.unseen);
    if (any("sides", "countdown", "where")) { drawSides(); }
    if (any("board")) { drawBoard(); }
    if (any("play", "may_challenge")) { drawPlay(); }
    if (any("challenge")) { drawChallenge(); }
    if (any("clock", "state", "where")) { drawClock(); }
    if (any("dice")) { drawDice(); }
    if (any("notes")) { list("notes", now.notes); }
    if (any("courses", "sides")) { drawCourse(); }
    if (any("told")) { list("remarks", now.told); }
    if (any("turns", "where", "sides")) { drawTurns(); }
    body.setAttribute("data-drawn", (+body.getAttribute("data-drawn") || 0) + 1);
    window.shown = now;
  }

  window.addEventListener("resize", function () {
    fit();
    if (now.courses) { drawCourse(); }
  });
  follow("events?lang=" + language, "now?lang=" + language, draw, function (lost) {
    show("lost", lost);
  });
}());
