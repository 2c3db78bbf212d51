// The overlay for streams: names, points, clocks, whose turn it is and the last play.
(function () {
  "use strict";

  var made = window.made, emptied = window.emptied, say = window.say;
  var body = document.body, language = body.getAttribute("data-language");
  var texts = JSON.parse(body.getAttribute("data-texts"));

  function minus(number) { return String(number).replace("-", "−"); }

  function draw(now) {
    var list = emptied(document.getElementById("sides"));
    now.sides.forEach(function (side, place) {
      var item = made("li", "side c" + place + (side.turn ? " turn" : "") + (side.won ? " won" : ""));
      var name = made("span", "name", side.name);
      if (side.turn) { name.appendChild(made("span", "unseen", " " + texts.turn)); }
      item.appendChild(name);
      if (side.clock) { item.appendChild(made("span", "time" + (side.overtime ? " over" : ""), minus(side.clock))); }
      if (side.total !== null) { item.appendChild(made("span", "total", minus(side.total))); }
      list.appendChild(item);
    });
    say("state", now.state);
    var clock = document.getElementById("clock"), zone;
    clock.hidden = !now.clock && !now.countdown;
    if (now.clock) {
      zone = now.clock.zones.filter(function (one) { return one.now; })[0];
      say("clock", now.clock.left + (zone && zone.label ? "  " + zone.label : ""));
    } else if (now.countdown) {
      say("clock", now.countdown.left);
    }
    say("play", lastPlay(now));
    body.setAttribute("data-drawn", (+body.getAttribute("data-drawn") || 0) + 1);
    window.shown = now;
  }

  function lastPlay(now) {
    var play = now.play, word;
    if (now.challenge) { return now.challenge.outcome; }
    if (!play) { return ""; }
    word = play.lines.map(function (line) { return line.split(" ")[0]; })[0] || "";
    return play.side + ": " + word + (play.points !== null ? " " + (play.points > 0 ? "+" : "") + minus(play.points) : "");
  }

  window.follow("events?lang=" + language, "now?lang=" + language, draw, function () {});
}());
