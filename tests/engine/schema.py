"""Whether a value is what the schema of game records says, as far as ours uses that language."""

from __future__ import annotations

import json
import re

from engine.records.record import SCHEMA

SHIPPED = json.loads(SCHEMA.read_text(encoding="utf-8"))
KINDS = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}


def assert_fits(value: object, ref: str = SHIPPED["$ref"]) -> None:
    """Fails where a value isn't what the part of the schema that ships says."""
    part = SHIPPED["$defs"][ref.rpartition("/")[2]]
    _check(value, part)


def _check(value: object, part: dict) -> None:
    if ref := part.get("$ref"):
        return assert_fits(value, ref)
    if choices := part.get("anyOf"):
        return _check_any(value, choices)
    if part.get("type") == "null":
        assert value is None
        return None
    if kind := part.get("type"):
        assert isinstance(value, KINDS[kind]), (value, part)
    if allowed := part.get("enum"):
        assert value in allowed
    if isinstance(value, int):
        assert part.get("minimum", value) <= value <= part.get("maximum", value)
    if isinstance(value, list):
        assert len(value) >= part.get("minItems", 0)
        for item in value:
            _check(item, part.get("items", {}))
    if isinstance(value, dict):
        _check_object(value, part)
    return None


def _check_object(value: dict[str, object], part: dict) -> None:
    fields, others = part.get("properties", {}), part.get("additionalProperties", {})
    assert set(part.get("required", ())) <= set(value)
    for name, inside in value.items():
        assert name in fields or others is not False, f"{name} is no field of {part}"
        if pattern := part.get("propertyNames", {}).get("pattern"):
            assert re.search(pattern, name)
        _check(inside, fields.get(name, others))


def _check_any(value: object, choices: list[dict]) -> None:
    wrong = []
    for choice in choices:
        try:
            return _check(value, choice)
        except AssertionError as error:
            wrong.append(error)
    raise AssertionError(f"{value} is none of {choices}: {wrong}")
