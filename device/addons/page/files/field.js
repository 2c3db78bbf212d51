// One field for streams; ?color=, ?bg=, ?size=, ?align= and ?font= say how it looks.
(function () {
  "use strict";

  var body = document.body, field = body.getAttribute("data-field"), value = document.getElementById("value");
  var FONTS = { mono: "monospace", sans: "sans-serif", serif: "serif" };

  function wanted(name, pattern) {
    var found = new RegExp("[?&]" + name + "=([^&]*)").exec(window.location.search);
    var text = found ? decodeURIComponent(found[1]) : "";
    return pattern.test(text) ? text : "";
  }
  function colour(name) {
    var text = wanted(name, /^([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8}|[a-z]{3,20})$/);
    return /^[0-9a-fA-F]+$/.test(text) ? "#" + text : text;
  }

  value.style.color = colour("color");
  body.style.backgroundColor = colour("bg");
  value.style.textAlign = wanted("align", /^(left|center|right)$/);
  value.style.fontFamily = FONTS[wanted("font", /^(mono|sans|serif)$/)] || "";
  var size = wanted("size", /^[1-9][0-9]{0,2}$/);
  value.style.fontSize = size ? size + "px" : "";

  window.follow("events?lang=" + body.getAttribute("data-language"), "now", function (values) {
    if (field in values) { window.say("value", values[field]); }
  }, function () {}, "../files/shared.js");
}());
