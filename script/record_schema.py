"""Writes engine/data/game-record.schema.json from the types that decode a game record.

Called by script/build-record-schema.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import msgspec

from engine.records.record import SCHEMA, RecordForm


def anything(kind: type) -> dict[str, object]:
    """The schema of an option's value: a variant says what it may be."""
    if kind is not object:
        raise TypeError(f"no schema for {kind}")
    return {"description": "as the option of the variant takes it"}


(_,), parts = msgspec.json.schema_components([RecordForm], schema_hook=anything)
named = {name.removeprefix("_"): part for name, part in parts.items()}
for name, part in named.items():
    part["title"] = name
    part.pop("description", None)
schema = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A game of tilekeeper",
    "description": "docs/game-record.md says what each field means.",
    "$ref": "#/$defs/RecordForm",
    "$defs": named,
}
text = json.dumps(schema, indent=1, ensure_ascii=False).replace('"#/$defs/_', '"#/$defs/')
Path(str(SCHEMA)).write_text(text + "\n", encoding="utf-8")
print(f"{SCHEMA}: {len(named)} parts")
