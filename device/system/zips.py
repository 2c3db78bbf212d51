"""Zips that come from elsewhere: what unpacking one may end in.

Tests: tests/device/test_bad_zips.py.
"""

from __future__ import annotations

import lzma
import zipfile
import zlib

UNPACKING_FAILS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    OSError,  # bzip2's, too
    ValueError,  # a place before the file's beginning, a name that is no text
    RuntimeError,  # it wants a password, or is packed in a way that nobody here knows
    EOFError,
    MemoryError,  # what lzma is told to take
)
"""What a zip that isn't whole ends in."""
