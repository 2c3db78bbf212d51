"""Writes engine/data/game-record.schema.json from the types that decode a game record, and
device/data/hall-messages.schema.json from those of what tables and halls write to each other.

Called by script/build-record-schema.
"""

from __future__ import annotations

import json
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec

from device.addons.hall import messages
from engine.records import record


def anything(kind: type) -> dict[str, object]:
    """The schema of an option's value: a variant says what it may be."""
    if kind is not object:
        raise TypeError(f"no schema for {kind}")
    return {"description": "as the option of the variant takes it"}


def nulls_last(schema: Any) -> Any:
    """The schema with what may be null said in one order: each msgspec has its own."""
    if isinstance(schema, list):
        parts = [nulls_last(part) for part in schema]
        return sorted(parts, key=lambda part: part == {"type": "null"})
    if isinstance(schema, dict):
        return {name: nulls_last(part) for name, part in schema.items()}
    return schema


def write(path: object, title: str, page: str, kinds: list[object]) -> None:
    """A schema of these types; one of them alone is what a file is."""
    refs, parts = msgspec.json.schema_components(kinds, schema_hook=anything)
    named = {name.removeprefix("_"): part for name, part in parts.items()}
    for name, part in named.items():
        part["title"] = name
        if "description" in part:  # a docstring, which Python 3.13 and later take without indents
            part["description"] = cleandoc(part["description"])
        if len(kinds) == 1:
            part.pop("description", None)
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": f"{page} says what each field means.",
        **(refs[0] if len(kinds) == 1 else {"anyOf": list(refs)}),
        "$defs": named,
    }
    text = json.dumps(nulls_last(schema), indent=1, ensure_ascii=False).replace(
        '"#/$defs/_', '"#/$defs/'
    )
    Path(str(path)).write_text(text + "\n", encoding="utf-8")
    print(f"{path}: {len(named)} parts")


write(record.SCHEMA, "A game of tilekeeper", "docs/game-record.md", [record.RecordForm])
write(
    messages.SCHEMA,
    "What tables of tilekeeper and halls write to each other",
    "docs/hall.md",
    [messages.Presence, messages.TableStatus, messages.GameMessage, messages.Have],
)
