"""How often a program may be restarted because its camera hangs."""

from __future__ import annotations

from pathlib import Path

from device.system.service import HUNG_STAMP, NOT_AGAIN_FOR, FreshStarts


def test_once_in_ten_minutes(tmp_path: Path) -> None:
    assert FreshStarts(tmp_path, lambda: 50.0).granted()
    # The next program, started at once, and the one after it.
    assert not FreshStarts(tmp_path, lambda: 60.0).granted()
    assert not FreshStarts(tmp_path, lambda: 49.9 + NOT_AGAIN_FOR).granted()
    assert FreshStarts(tmp_path, lambda: 50.0 + NOT_AGAIN_FOR).granted()


def test_never_where_nothing_would_start_it_again() -> None:
    assert not FreshStarts(None, lambda: 50.0).granted()


def test_never_where_no_stamp_can_be_left_or_read(tmp_path: Path) -> None:
    assert not FreshStarts(tmp_path / "gone", lambda: 50.0).granted()
    (tmp_path / HUNG_STAMP).write_text("yesterday")
    assert not FreshStarts(tmp_path, lambda: 5000.0).granted()
