"""A hall's pages in headless Chromium: can they be used by everybody, on a phone and on a wall?

Every page of a hall in the middle of an evening (hall_of_evenings.py), and of one without tables,
in each language, width and theme: axe finds nothing, and no page is wider than its window. Called
by watch_evenings.py. Tests: none; it is one.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from selenium import webdriver

from device.language.texts import TEXT_LANGUAGES, Texts
from workshop.browsing import LOOKS, Viewer
from workshop.hall_of_evenings import write_hall


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and logs nothing."""

    def do_GET(self) -> None:
        if self.path == "/favicon.ico":  # browsers ask for one by themselves, and a hall has none
            self.send_response(HTTPStatus.NO_CONTENT)
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder that a web server of this machine serves meanwhile."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def watch_hall(driver: webdriver.Chrome, axe: str, output: Path) -> tuple[str, list[str]]:
    """How much was looked at, and what was wrong."""
    viewer, number = Viewer(driver, axe), 0
    for language in TEXT_LANGUAGES:
        with tempfile.TemporaryDirectory() as made:
            halls = Path(made)
            pages = write_hall(halls / "hall", Texts(language))
            empty = write_hall(halls / "empty-hall", Texts(language), ())
            with served(halls) as address:
                for page in [f"hall/{name}" for name in pages] + [f"empty-hall/{n}" for n in empty]:
                    number += 1
                    _look_at(viewer, f"{address}/{page}", f"{page}, {language}", output)
    for entry in driver.get_log("browser"):  # type: ignore[no-untyped-call]
        if entry["level"] == "SEVERE":
            viewer.wrong.append(f"hall: the browser says {entry['message']}")
    return f"{number} pages, axe on {viewer.looked} looks of them", viewer.wrong


def _look_at(viewer: Viewer, url: str, where: str, output: Path) -> None:
    name = where.replace("/", "-").replace(".html, ", "-")
    for look in LOOKS:
        viewer.size(look.wide, look.high)
        viewer.driver.get(url)
        viewer.look(where, look)
        viewer.save(output / f"{name}-{look.name.replace(', ', '-')}.png")
