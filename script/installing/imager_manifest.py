"""The manifest of an image, with which Raspberry Pi Imager 2 offers it as one of its systems.

With a file that is merely opened Imager sets nothing; for a system of a manifest it asks for name,
user, Wi-Fi and SSH, and `init_format` says how it passes them on: here to cloud-init, as on the
Raspberry Pi OS that the image was made of. What a manifest has to hold is taken from
raspberrypi/rpi-imager: doc/json-schema/os-list-schema.json (commit 373c61d1), and for what a schema
can't say, doc/schema-notes.md there. Only Python's own library.
Tests: tests/test_imager_manifest.py.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import IO, Any, cast
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[2]
ICON = ROOT / "device/addons/page/files/icon.svg"

SYSTEM = {
    "name": str,
    "description": str,
    "icon": str,
    "url": str,
    "extract_size": int,
    "extract_sha256": str,
    "image_download_size": int,
    "release_date": str,
    "devices": list,
}
"""What Imager's schema requires of an entry of `os_list`."""

DEVICE = {"name": str, "description": str, "tags": list}
"""And of one of `imager.devices`."""

INIT_FORMATS = ("systemd", "cloudinit", "cloudinit-rpi", "none", "")

DEVICES = (
    ("Raspberry Pi 5", "5, 500 and Compute Module 5", "pi5-64bit"),
    ("Raspberry Pi 4", "4 B, 400 and Compute Module 4", "pi4-64bit"),
    ("Raspberry Pi Zero 2 W", "Zero 2 W and Zero 2 WH", "pi3-64bit"),
    ("Raspberry Pi 3", "3 B, 3 B+ and 3 A+", "pi3-64bit"),
)
"""Those that docs/build-one.md names, with the tags that Imager's own list has for their 64-bit
systems. A list of its own has to name devices, or Imager has none to choose."""

PIECE = 1 << 20


class ManifestError(Exception):
    """An image or a manifest that can't be used; the message is the sentence."""


def measured(image: Path) -> tuple[int, str]:
    """Size and SHA-256 of what is written to a card, of an image as it is or packed by xz."""
    size, digest = 0, hashlib.sha256()
    try:
        with _opened(image) as file:
            while piece := file.read(PIECE):
                size += len(piece)
                digest.update(piece)
    except (lzma.LZMAError, EOFError) as error:
        raise ManifestError(f"{image} is damaged or cut off: make it again ({error})") from error
    if size == 0:
        raise ManifestError(f"{image} is empty: make it again")
    return size, digest.hexdigest()


def _opened(image: Path) -> IO[bytes]:
    return lzma.open(image) if image.suffix == ".xz" else image.open("rb")


def manifest(image: Path, version: str, day: date, downloads: str | None) -> dict[str, Any]:
    """The manifest of an image. `downloads`: the address below which image and icon are published;
    None: they are used where they lie on this computer."""
    size, digest = measured(image)
    packed = hashlib.sha256()
    with image.open("rb") as file:
        while piece := file.read(PIECE):
            packed.update(piece)

    def place(path: Path, name: str) -> str:
        return path.resolve().as_uri() if downloads is None else f"{downloads.rstrip('/')}/{name}"

    system = {
        "name": f"tilekeeper {version}",
        "description": "Reads and scores word games on your own board, by a camera over it",
        "icon": place(ICON, icon_name(version)),
        "url": place(image, image.name),
        "extract_size": size,
        "extract_sha256": digest,
        "image_download_size": image.stat().st_size,
        "image_download_sha256": packed.hexdigest(),
        "release_date": day.isoformat(),
        "devices": sorted({tag for _, _, tag in DEVICES}, reverse=True),
        "init_format": "cloudinit-rpi",
        "architecture": "armv8",
        # I2C, SPI and 1-Wire would take pins from buttons and lamps: Imager doesn't offer them.
        "capabilities": [],
    }
    devices = [
        {"name": name, "description": which, "tags": [tag], "matching_type": "exclusive"}
        for name, which, tag in DEVICES
    ]
    return {"imager": {"devices": devices}, "os_list": [system]}


def icon_name(version: str) -> str:
    """What the icon is called among a release's files."""
    return f"tilekeeper-{version}-icon.svg"


def faults(found: object) -> Iterator[str]:
    """What Imager would not take of a manifest, a sentence each; and what it would take, but offer
    to nobody or refuse once it is written."""
    if not isinstance(found, dict) or not isinstance(found.get("os_list"), list):
        yield "it has no list “os_list”"
        return
    yield from (
        f"“{key}” isn’t known at its top" for key in sorted({*found} - {"imager", "os_list"})
    )
    imager = found.get("imager", {})
    devices = imager.get("devices", []) if isinstance(imager, dict) else None
    if not isinstance(devices, list):
        yield "“imager” has no list “devices”"
        return
    for device in devices:
        yield from _lacking("a device", DEVICE, device)
    offered = {
        tag for device in devices if isinstance(device, dict) for tag in device.get("tags", [])
    }
    if not found["os_list"]:
        yield "“os_list” is empty"
    for system in found["os_list"]:
        lacking = list(_lacking("a system", SYSTEM, system))
        yield from lacking or _unusable(system, offered)


def _lacking(what: str, fields: Mapping[str, type], entry: object) -> Iterator[str]:
    if not isinstance(entry, dict):
        yield f"{what} isn’t a JSON object"
        return
    for name, kind in fields.items():
        value = entry.get(name)
        if not isinstance(value, kind) or isinstance(value, bool):
            yield f"{what} needs “{name}” of the kind {kind.__name__}"


def _unusable(system: Mapping[str, Any], offered: set[str]) -> Iterator[str]:
    if urlsplit(system["url"]).scheme not in ("https", "http", "file"):
        yield f"“url” {system['url']!r} is no address: Imager takes a path for a host’s name"
    for name in ("extract_sha256", "image_download_sha256"):
        if not re.fullmatch("[0-9a-f]{64}", system.get(name, "0" * 64)):
            yield f"“{name}” isn’t a SHA-256"
    for name in ("extract_size", "image_download_size"):
        if system[name] <= 0:
            yield f"“{name}” isn’t a size"
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", system["release_date"]):
        yield "“release_date” isn’t YYYY-MM-DD"
    if system.get("init_format", "") not in INIT_FORMATS:
        yield f"“init_format” {system['init_format']!r} isn’t one that Imager knows"
    if not system["devices"] or (offered and not offered & set(system["devices"])):
        yield "no device that can be chosen has one of the tags in “devices”"


def checked(path: Path) -> dict[str, Any]:
    """A manifest that Imager takes, and whose image, if it lies on this computer, is as it says;
    ManifestError otherwise."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ManifestError(f"{path} isn’t JSON: make the manifest again ({error})") from error
    _refuse(path, found)
    for system in found["os_list"]:
        at = urlsplit(system["url"])
        if at.scheme != "file":
            continue
        image = Path(unquote(at.path))
        if not image.is_file():
            raise ManifestError(f"{path} names {image}, which isn’t there: correct “url” in it")
        if measured(image) != (system["extract_size"], system["extract_sha256"]):
            raise ManifestError(f"{image} isn’t the image that {path} describes: make it again")
    return cast(dict[str, Any], found)


def _refuse(path: Path, found: object) -> None:
    if found_fault := next(faults(found), None):
        raise ManifestError(f"{path} is no manifest for Raspberry Pi Imager: {found_fault}")


def write(path: Path, made: Mapping[str, Any]) -> None:
    """Whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
    part.replace(path)


def _version() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def _day() -> date:
    """That of the sources in a release, where SOURCE_DATE_EPOCH has it; else today."""
    if (epoch := os.environ.get("SOURCE_DATE_EPOCH")) is not None:
        return datetime.fromtimestamp(int(epoch), UTC).date()
    return datetime.now(UTC).date()


def main() -> None:
    """Writes or checks a manifest; exit status 1 with one sentence where that can't be done."""
    parser = argparse.ArgumentParser(prog="imager_manifest.py", description=__doc__.splitlines()[0])
    parser.add_argument("manifest", type=Path)
    parser.add_argument(
        "--image", type=Path, help="write it, for this .img or .img.xz; else check it"
    )
    parser.add_argument("--downloads", help="the address below which image and icon are published")
    asked = parser.parse_args()
    try:
        if asked.image is None:
            made = checked(asked.manifest)
        else:
            made = manifest(asked.image, _version(), _day(), asked.downloads)
            _refuse(asked.manifest, made)
            write(asked.manifest, made)
    except (ManifestError, OSError) as error:
        print(f"tilekeeper: {error}", file=sys.stderr)
        sys.exit(1)
    for system in made["os_list"]:
        print(f"{system['name']}, {system['extract_size'] >> 20} MB: {system['url']}")


if __name__ == "__main__":
    main()
