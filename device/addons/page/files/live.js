// What the table shows, as it changes: an event stream, or asking now and then where a browser has
// none. For browsers of the last ten years: no modules, no newer syntax.
(function () {
  "use strict";

  var ASK_EVERY = 3000;      // milliseconds, without event streams
  var SILENT = 50000;        // the table says something every 20 s

  // follow(path, nowPath, onChange, onLost): onChange(all, changed) is given everything and the names
  // of what is another now; onLost(true) when the table doesn't answer, onLost(false) when it does.
  // `worker`: a script that shares one stream among the pages of a browser, where there is one.
  window.follow = function (path, nowPath, onChange, onLost, worker) {
    var values = {}, lastHeard = Date.now(), lost = false, source = null;

    function heard() {
      lastHeard = Date.now();
      if (lost) { lost = false; onLost(false); }
    }
    function isLost() {
      if (!lost) { lost = true; onLost(true); }
    }
    function take(data, whole) {
      var name, part = JSON.parse(data), changed = {};
      heard();
      if (whole) { values = {}; }
      for (name in part) { values[name] = part[name]; changed[name] = true; }
      onChange(values, changed);
    }
    function ask() {
      var request = new XMLHttpRequest();
      request.open("GET", nowPath, true);
      request.timeout = 10000;
      request.onload = function () {
        if (request.status === 200) { take(request.responseText, true); } else { isLost(); }
      };
      request.onerror = request.ontimeout = isLost;
      request.send();
    }
    function share() {
      var shared = new SharedWorker(worker), whole = new URL(path, document.baseURI).href;
      shared.onerror = function () { open(); };
      shared.port.onmessage = function (event) {
        var kind = event.data.kind;
        if (kind === "error") { isLost(); } else if (kind === "open" || kind === "here") { heard(); }
        else { take(event.data.data, kind === "whole"); }
      };
      shared.port.postMessage(whole);
      window.addEventListener("pagehide", function () { shared.port.postMessage(""); });
      window.addEventListener("pageshow", function (event) {
        if (event.persisted) { shared.port.postMessage(whole); }
      });
    }
    function open() {
      source = new EventSource(path);
      source.addEventListener("whole", function (event) { take(event.data, true); });
      source.addEventListener("changed", function (event) { take(event.data, false); });
      source.addEventListener("here", heard);
      source.onopen = heard;
      source.onerror = function () {
        isLost();
        // A browser gives up after a refusal; the table may only be starting again.
        if (source.readyState === 2) { setTimeout(open, ASK_EVERY); }
      };
    }

    if (!window.EventSource) {
      ask();
      setInterval(function () { if (!document.hidden) { ask(); } }, ASK_EVERY);
      return;
    }
    if (worker && window.SharedWorker) { share(); } else { open(); }
    setInterval(function () {
      // A phone that slept may have a stream that is none any more.
      if (Date.now() - lastHeard > SILENT && !document.hidden) {
        lastHeard = Date.now();
        ask();
      }
    }, 10000);
    document.addEventListener("visibilitychange", function () {
      if (!document.hidden && source && source.readyState === 2) { open(); }
    });
  };

  window.fill = function (text, values) {
    return text.replace(/\{(\w+)\}/g, function (all, name) {
      return name in values ? values[name] : all;
    });
  };

  window.made = function (tag, kind, text) {
    var element = document.createElement(tag);
    if (kind) { element.className = kind; }
    if (text !== undefined && text !== null) { element.textContent = text; }
    return element;
  };

  window.emptied = function (element) {
    while (element.firstChild) { element.removeChild(element.firstChild); }
    return element;
  };

  // The same text again is no news: nothing is read aloud twice.
  window.say = function (id, text) {
    var element = document.getElementById(id);
    if (element.textContent !== text) { element.textContent = text; }
    return element;
  };
}());
