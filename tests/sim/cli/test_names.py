#!/usr/bin/python3
"""Names of other tools: aliases, notes where a name means something else elsewhere, and patterns that others have."""
import json
import unittest

from program import ProgramTest

TORUS = ["loads", "--topology", "torus:4x4"]


class Names(ProgramTest):
    def json_of(self, *arguments):
        return json.loads(self.good(*arguments, "--json", "-"))

    def notes(self, *arguments):
        done = self.run_program(arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [line.removeprefix("dateline: note: ") for line in done.stderr.decode().splitlines()]

    def loads(self, topology, traffic, routing="dor"):
        result = self.json_of("loads", "--topology", topology, "--traffic", traffic, "--routing", routing)
        return [channel["load"] for channel in result["channels"]]

    def test_an_alias_is_its_row(self):
        for option in ("routing", "traffic"):
            for row, entry in self.json_of("list")[option].items():
                for alias in entry["aliases"]:
                    kinds = entry.get("topologies", "")
                    topology = "mesh:4x4" if "mesh" in kinds else "hypercube:4" if kinds == "hypercube" else "torus:4x4"
                    base = ["verify"] if option == "routing" else ["loads"]
                    with self.subTest(alias=alias):
                        one, other = (self.json_of(*base, "--topology", topology, f"--{option}", name) for name in (row, alias))
                        self.assertEqual(one["options"].pop(option), row)
                        self.assertEqual(other["options"].pop(option), alias)
                        self.assertEqual(one, other)

    def test_the_names_of_other_tools_are_known(self):
        listed = self.json_of("list")
        for option, row, alias in (("routing", "dor", "xy"), ("routing", "dor", "dim_order"), ("traffic", "uniform", "uniform_random"),
                                   ("traffic", "bit-complement", "bit_complement"), ("traffic", "bit-reverse", "bit_reverse"),
                                   ("traffic", "neighbour", "neighbor")):
            self.assertIn(alias, listed[option][row]["aliases"])
        self.assertIn("(alias dim-order, dim_order, xy)", self.good("list"))

    def test_a_name_that_means_something_else_elsewhere_is_noted_where_it_does(self):
        for topology, traffic, says in (
                ("torus:4x4", "bitrev", ["each coordinate", "BookSim", "bit-reverse"]), ("torus:4x4", "permutation:bitrev", ["bit-reverse"]),
                ("torus:4x4", "tornado", ["dimension 0", "tornado:all"]), ("torus:8", "tornado", None), ("torus:4x4", "tornado:all", None),
                ("torus:4x4", "uniform", None), ("torus:4x4", "uniform_random", ["uniform-self"]), ("torus:8", "neighbor", None),
                ("torus:4x4", "neighbour", ["dimension 0"]), ("mesh:4x4", "transpose", None), ("mesh:4x4x4", "transpose", ["halves"]),
                ("hypercube:4", "transpose", None), ("torus:4x4", "shuffle", None), ("torus:4x4", "hotspot:1@0.5", None)):
            with self.subTest(topology=topology, traffic=traffic):
                notes = self.notes("loads", "--topology", topology, "--traffic", traffic)
                self.assertEqual(len(notes), 0 if says is None else 1, notes)
                for part in says or []:
                    self.assertIn(part, notes[0])
        self.assertEqual(self.notes("verify", "--topology", "mesh:4x4", "--routing", "xy"), [])
        self.assertEqual(len(self.notes("verify", "--topology", "mesh:2x2x2", "--routing", "xy")), 1)
        self.assertEqual(len(self.notes("simulate", "--topology", "torus:4x4", "--workload", "permutation:bitrev")), 1)
        self.assertEqual(self.notes("list"), [])

    def test_a_refusal_is_one_line_without_notes(self):
        self.refused(*TORUS, "--traffic", "bitrev", "--routing", "west-first", says="west-first")
        self.refused("loads", "--topology", "torus:3x3", "--traffic", "bitrev", says="power of two")

    def test_hot_spots_load_channels_as_their_matrix_does(self):
        # Hot 0 and 3 of four nodes, half of the packets: rows as docs/guide/traffic.md has them.
        rows = ["0 1/6 1/6 2/3", "5/12 0 1/6 5/12", "5/12 1/6 0 5/12", "2/3 1/6 1/6 0"]
        matrix = self.write("hot.txt", "\n".join(rows) + "\n")
        for routing in ("dor", "valiant"):
            self.assertEqual(self.loads("torus:4", "hotspot:0,3@0.5", routing), self.loads("torus:4", f"matrix:{matrix}", routing))

    def test_the_machine_sends_to_hot_spots_what_the_rows_say(self):
        # Node 5 of 16 gets from each other one 0.6/15 + 0.4 = 0.44 of 0.1: 15 x 0.044 = 0.66 flits a cycle; the others 0.1 (14 x 0.04 + 1/15).
        base = ["simulate", "--topology", "mesh:4x4", "--traffic", "hotspot:5@0.4", "--load", "0.1", "--packet-length", "1", "--cycles", "20000"]
        result = self.json_of(*base, "--out", "channels=flits.csv")
        self.assertFalse(result["saturated"])
        exact = self.json_of("loads", "--topology", "mesh:4x4", "--traffic", "hotspot:5@0.4")
        measured = [line.split(",") for line in (self.folder / "flits.csv").read_text().splitlines()]
        head, rows = measured[0], measured[1:]
        for row, channel in zip(rows, exact["channels"]):
            top, _, bottom = channel["load"].partition("/")
            wanted = 0.1 * int(top) / int(bottom or 1) * 20000
            self.assertLess(abs(float(row[head.index("flits")]) - wanted), 6 * (wanted ** 0.5 + 1), channel)

    def test_the_shuffle_is_a_permutation_for_every_reader(self):
        self.assertEqual(self.json_of("simulate", "--topology", "torus:4x4", "--workload", "permutation:shuffle")["packets"]["delivered"], 14)
        self.refused("loads", "--topology", "torus:3x4", "--traffic", "shuffle", says=["shuffle", "12", "power of two"])


if __name__ == "__main__":
    unittest.main()
