#!/usr/bin/python3
"""`dateline help statistics` has every key of the schema of simulate's result, with its unit and its definition."""
import json
import unittest

from program import ROOT, ProgramTest
from test_measured_tables import RUN


SCHEMA = json.loads((ROOT / "docs/schemas/simulate.json").read_text())


def whole(schema):
    """With what it refers to: "#/properties/latency"."""
    return {**SCHEMA["properties"][schema["$ref"].rpartition("/")[2]], **schema} if "$ref" in schema else schema


def keys_below(path, schema):
    if "items" in schema:
        yield from keys_below(path + "[]", schema["items"])
    for name, inner in schema.get("properties", {}).items():
        below = f"{path}.{name}" if path else name
        yield below, whole(inner)
        yield from keys_below(below, whole(inner))


def keys_of(value, path=""):
    """Of a result, as the help writes them; what `options` holds is the user's."""
    if isinstance(value, list):
        for item in value:
            yield from keys_of(item, path + "[]")
    if isinstance(value, dict) and path != "options":
        for name, inner in value.items():
            below = f"{path}.{name}" if path else name
            yield below
            yield from keys_of(inner, below)


class StatisticsHelp(ProgramTest):
    def lines(self):
        found = {}
        for line in self.good("help", "statistics").splitlines():
            if line.startswith("  "):
                key, rest = line.split(maxsplit=1)
                self.assertNotIn(key, found)
                found[key] = rest
        return found

    def test_it_has_every_key_of_the_schema_with_unit_and_definition(self):
        lines = self.lines()
        wanted = dict(keys_below("", SCHEMA))
        self.assertEqual(list(lines), list(wanted))
        for key, schema in wanted.items():
            self.assertTrue(lines[key].startswith(schema.get("unit", "-") + " "), key)
            self.assertIn(schema["description"], lines[key])
            number = {"number", "integer"} & set(schema["type"] if isinstance(schema["type"], list) else [schema["type"]])
            self.assertTrue(not number or "unit" in schema, key)

    def test_every_key_of_a_result_is_in_it(self):
        lines = self.lines()
        for more in (["--windows", "2"], ["--until-ci", "5%"], ["--warmup", "detect"], ["--routing", "sw-adaptive", "--faults", "nodes:1+links:4-5"]):
            result = json.loads(self.good(*RUN, *more, "--json", "-"))
            self.assertLessEqual(set(keys_of(result)), set(lines))

    def test_other_help_is_the_list_of_commands(self):
        self.assertEqual(self.good("help"), self.good("--help"))
        self.assertIn("help statistics", self.good("help"))


if __name__ == "__main__":
    unittest.main()
