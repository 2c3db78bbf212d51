// One event stream for all the fields that a browser shows: it opens six connections to a table at
// most, and a scene may have thirty fields.
(function () {
  "use strict";

  var OPEN_AGAIN = 3000;     // milliseconds, after a refusal
  var streams = {};

  function send(stream, message) {
    stream.ports.forEach(function (port) { port.postMessage(message); });
  }

  function open(stream, path) {
    var source = new EventSource(path);
    ["whole", "changed", "here"].forEach(function (kind) {
      source.addEventListener(kind, function (event) {
        var part = kind === "here" ? {} : JSON.parse(event.data), name;
        if (kind === "whole") { stream.values = {}; }
        for (name in part) { stream.values[name] = part[name]; }
        send(stream, { kind: kind, data: event.data });
      });
    });
    source.onopen = function () { send(stream, { kind: "open" }); };
    source.onerror = function () {
      send(stream, { kind: "error" });
      if (source.readyState === 2) { setTimeout(function () { open(stream, path); }, OPEN_AGAIN); }
    };
  }

  // A page sends the address of its stream, and "" when it goes.
  self.onconnect = function (event) {
    var port = event.ports[0], stream = null;
    port.onmessage = function (message) {
      var path = message.data;
      if (stream) { stream.ports.splice(stream.ports.indexOf(port), 1); stream = null; }
      if (!path) { return; }
      stream = streams[path];
      if (!stream) {
        stream = streams[path] = { ports: [], values: null };
        open(stream, path);
      }
      stream.ports.push(port);
      if (stream.values) { port.postMessage({ kind: "whole", data: JSON.stringify(stream.values) }); }
    };
  };
}());
