"""The schemas of docs/schemas/: what a result breaks of its own, and which keys and types of a schema results have shown."""
import json

import jsonschema

from program import ROOT

FOLDER = ROOT / "docs" / "schemas"
SCHEMAS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}
VALIDATORS = {name: jsonschema.Draft202012Validator(schema) for name, schema in SCHEMAS.items()}
TYPES = {type(None): "null", bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
ABSENT = "absent"


def name_of(result):
    """dateline.mesh-column/2 -> mesh-column."""
    return result["schema"].partition(".")[2].partition("/")[0]


def broken(result):
    """A line for everything that the result's schema does not allow."""
    return [f"{error.json_path}: {error.message}" for error in VALIDATORS[name_of(result)].iter_errors(result)]


def resolved(schema, place):
    """The schema at the end of a reference, its place, and whether null may stand there instead."""
    node, nullable = at(schema, place), False
    if "anyOf" in node:
        node, nullable = node["anyOf"][0], True
    return (node["$ref"][1:], nullable) if "$ref" in node else (place, nullable)


def at(schema, place):
    for key in place.split("/")[1:]:
        schema = schema[key]
    return schema


def inner(schema, place):
    """Key or pattern or "items" -> place of what it holds."""
    node = at(schema, place)
    kinds = [f"{kind}/{key}" for kind in ("properties", "patternProperties") for key in node.get(kind, {})] + ["items"] * ("items" in node)
    return {kind.partition("/")[2] or kind: f"{place}/{kind}" for kind in kinds}


def wanted(schema, place=""):
    """Every (place, type) that a result may show; ABSENT for keys that only some results have."""
    place, nullable = resolved(schema, place)
    node = at(schema, place)
    types = node["type"] if isinstance(node["type"], list) else [node["type"]]
    found = {(place, kind) for kind in types + ["null"] * nullable}
    for key, child in inner(schema, place).items():
        found |= wanted(schema, child)
        if key in node.get("properties", {}) and key not in node["required"]:
            found.add((child, ABSENT))
    return found


def shown(schema, value, place=""):
    """Those of `wanted` that this value shows. A whole number is a number where the schema says so."""
    place, _ = resolved(schema, place)
    node, kind = at(schema, place), TYPES[type(value)]
    if kind == "integer" and "number" in node["type"] and "integer" not in node["type"]:
        kind = "number"
    found = {(place, kind)}
    children = inner(schema, place)
    if isinstance(value, list):
        return found.union(*(shown(schema, item, children["items"]) for item in value))
    if isinstance(value, dict):
        for key, item in value.items():
            found |= shown(schema, item, children[key] if key in node.get("properties", {}) else next(iter(children.values())))
        found |= {(child, ABSENT) for key, child in children.items() if key in node.get("properties", {}) and key not in value}
    return found
