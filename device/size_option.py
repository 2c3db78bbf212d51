"""A screen's size on the command line, such as 480x320.

Tests: tests/device/test_demo.py.
"""

from __future__ import annotations

import re

import click


class SizeParam(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.4 on
    """Two numbers of pixels with an x between them, within these bounds: (480, 320)."""

    name = "WxH"

    def __init__(self, least: tuple[int, int], most: tuple[int, int]) -> None:
        self._least, self._most = least, most

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        found = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", str(value).strip())
        if found is None:
            self.fail(f"{value!r} is no size: write it like 480x320", param, ctx)
        size = int(found[1]), int(found[2])
        bounds = zip(size, self._least, self._most, strict=True)
        if any(not least <= pixels <= most for pixels, least, most in bounds):
            (least, most) = ("x".join(map(str, bound)) for bound in (self._least, self._most))
            self.fail(
                f"{value} is too small or too large: {least} to {most} are possible", param, ctx
            )
        return size
