"""A headless Chromium in which pages are looked at: in any size and either theme, by axe, and as
pictures.

Needs Debian's chromium and chromium-driver, and selenium. Tests: none; what it shows is one.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any, NamedTuple

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from workshop.axe import axe_call, violations

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


class Look(NamedTuple):
    """A width, a height and a theme in which a page is looked at."""

    name: str
    wide: int
    high: int
    dark: bool


LOOKS = tuple(
    Look(f"{name}, {'dark' if dark else 'light'}", wide, high, dark)
    for name, wide, high in (("phone", 360, 640), ("wide", 1920, 1080))
    for dark in (False, True)
)
"""What axe looks at: the narrowest phone, where lines break, and a screen on the wall."""


def browser(folder: str) -> webdriver.Chrome:
    """A browser that keeps its files in that folder."""
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for flag in (*FLAGS, f"--user-data-dir={folder}", "--window-size=1024,768"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    # The page's own policy lets nothing be put into it, and the proof has to put axe there.
    driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
    return driver


class Viewer:
    """Looks at the page in the driver's current window. `wrong`: what axe found in all of them."""

    def __init__(self, driver: webdriver.Chrome, axe: str) -> None:
        self.driver, self._axe = driver, axe
        self.wrong: list[str] = []
        self.looked = 0

    def run(self, script: str) -> Any:
        """What a script says in the page."""
        return self.driver.execute_script(script)  # type: ignore[no-untyped-call]

    def look(self, where: str, look: Look) -> None:
        """Runs axe on the page as it looks there, and sees whether it has to be moved sideways."""
        self.size(look.wide, look.high)
        self.colours(dark=look.dark)
        self.use_axe(f"{where}, {look.name}")
        # A phone's window grows with what doesn't fit, its page doesn't.
        if self.run("var all = document.documentElement; return all.scrollWidth > all.clientWidth"):
            self.wrong.append(f"{where}, {look.name}: wider than the window")

    def use_axe(self, where: str) -> None:
        """Runs axe on the page as it is."""
        self.run(self._axe)
        found = self.driver.execute_async_script(axe_call())  # type: ignore[no-untyped-call]
        self.wrong += violations(found, where)
        self.looked += 1

    def size(self, wide: int, high: int) -> None:
        """The window as large as a screen; the narrow ones are phones."""
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": wide < 600},
        )

    def own_size(self) -> None:
        """The window as the browser began."""
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def colours(self, *, dark: bool) -> None:
        """The theme that the browser's user likes best."""
        wanted = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [wanted]})

    def save(self, path: Path, *, whole: bool = True) -> None:
        """A picture of the page, or of the window over a stream's picture."""
        call: dict[str, Any] = {"format": "png"}
        if whole:
            wide, high = self.run(
                "var all = document.documentElement; return [all.clientWidth, all.scrollHeight];"
            )
            clip = {"x": 0, "y": 0, "width": wide, "height": high, "scale": 1}
            call |= {"captureBeyondViewport": True, "clip": clip}
        else:  # a stream's picture lies behind it
            self.driver.execute_cdp_cmd(
                "Emulation.setDefaultBackgroundColorOverride",
                {"color": {"r": 40, "g": 96, "b": 60, "a": 1}},
            )
        data = self.driver.execute_cdp_cmd("Page.captureScreenshot", call)["data"]
        path.write_bytes(base64.b64decode(data))
