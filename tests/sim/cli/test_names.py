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


class Misspelt(ProgramTest):
    def nearest(self, *arguments):
        """The names that a refusal calls the nearest."""
        line = self.refused(*arguments, says="nearest: ")
        return line.partition("nearest: ")[2].partition(";")[0].split(", ")

    def test_a_topology_is_named_with_the_sizes_given(self):
        for text, meant in (("torsu:4x4", "torus:4x4"), ("Torus:8x8", "torus:8x8"), ("torus8x8", "torus:8x8"), ("torus 8x8", "torus:8x8"),
                            ("torus:8,8", "torus:8x8"), ("torus:8X8", "torus:8x8"), ("mesh:8*8*4", "mesh:8x8x4"), ("msh:5x7", "mesh:5x7"),
                            ("hypercub:6", "hypercube:6"), ("cube:4", "hypercube:4"), ("hypercube:2x2x2", "hypercube:3"), ("grahp:net.txt", "graph:net.txt")):
            self.assertEqual(self.nearest("verify", "--topology", text), [meant])
        self.assertEqual(self.nearest("verify", "--topology", "8x8"), ["torus:8x8", "mesh:8x8"])
        for text in ("ring:8", "butterfly:4", "torsu:0x4", "hypercub:99", "mehs:", ""):  # nothing is near, or it would be refused too
            argument = f"--topology={text or ' '}"
            self.assertNotIn("nearest", self.refused("verify", argument, says="known: torus:K0xK1x..."))

    def test_capitals_signs_and_parts_of_names_are_near(self):
        base = ["simulate", "--topology", "torus:4x4", "--load", "0.1"]
        for option, text, meant in (("routing", "DOR", "dor"), ("routing", "up-down", "updown"), ("routing", "valient", "valiant"),
                                    ("routing", "sw", "sw-deterministic"), ("traffic", "Uniform", "uniform"), ("traffic", "bitcomplement", "bit-complement"),
                                    ("traffic", "tornaod", "tornado")):
            self.assertEqual(self.nearest(*base, f"--{option}", text)[0], meant)
        for option, meant in (("vc", "vcs"), ("num-vcs", "vcs"), ("Load", "load"), ("bufferdepth", "buffer-depth"), ("crosbar", "router.crossbar"),
                              ("router.piepline", "router.pipeline")):
            self.assertEqual(self.nearest(*base, f"--{option}", "4")[0], meant)
        for command, meant in (("Simulate", "simulate"), ("sim", "simulate"), ("worst", "worst-case"), ("satruate", "saturate")):
            self.assertEqual(self.nearest(command, "--topology", "torus:4x4")[0], meant)

    def test_a_value_that_stands_alone_is_named_with_its_option(self):
        for word in ("torus:4x4", "topology=torus:4x4", "-topology=torus:4x4"):
            self.assertEqual(self.nearest("verify", word), ["--topology torus:4x4"])

    def test_a_number_in_another_notation_is_named_in_digits(self):
        base = ["simulate", "--topology", "torus:4x4", "--load", "0.1"]
        for option, text, digits in (("cycles", "2e4", "20000"), ("cycles", "1.5e3", "1500"), ("vcs", "4.0", "4"), ("packet-length", "32", None),
                                     ("cycles", "10k", None), ("vcs", "1e9", None), ("seed", "-1", None)):
            if digits:
                self.assertTrue(self.refused(*base, f"--{option}", text, says=f"{option}={text}").endswith(f"; write {digits}"))
            elif option != "packet-length":
                self.assertNotIn("write", self.refused(*base, f"--{option}", text, says=f"{option}={text}"))


class WhatServes(ProgramTest):
    NETWORKS = {"torus": "torus:4x4", "mesh": "mesh:4x4", "mesh of two dimensions": "mesh:4x4", "hypercube": "hypercube:4", "any topology": "torus:4x4",
                "hyperx": "hyperx:4x4", "dragonfly": "dragonfly:1,4,2", "dragonfly of three groups or more": "dragonfly:1,4,2", "fattree": "fattree:4,2",
                "slimfly": "slimfly:3"}

    def test_a_routing_that_faults_stop_is_refused_with_those_that_go_around_them(self):
        routings = {name: row for name, row in json.loads(self.good("list", "--json", "-"))["routing"].items() if ":" not in name}
        around = [name for name, row in routings.items() if row["around_faults"]]
        self.assertEqual(around, ["sw-deterministic", "sw-adaptive", "updown", "layered", "duato-updown"])
        for name, row in routings.items():
            network = self.NETWORKS[row["topologies"].split(", ")[0]]
            words = ["verify", "--topology", network, "--routing", name, "--faults", "nodes:5"]
            if row["around_faults"]:
                self.good(*words)
            else:
                there = [other for other in around if routings[other]["topologies"] == "any topology" or network.partition(":")[0] in
                         routings[other]["topologies"]]
                self.assertTrue(self.refused(*words).endswith(f"which has failed; around faults go: {', '.join(there)}"), name)
        graph = self.write("ring.graph", "0 1\n1 2\n2 3\n3 0\n")
        table = self.write("ring.table", "".join(f"1: {a} {b}\n" if (b - a) % 4 in (1, 3) else f"1: {a} {(a + 1) % 4} {b}\n"
                                                 for a in range(4) for b in range(4) if a != b))
        self.refused("verify", "--topology", f"graph:{graph}", "--routing", f"table:{table}", "--faults", "links:0-1",
                     says="; around faults go: updown, layered, duato-updown")

    def test_an_adaptive_routing_is_refused_with_the_oblivious_ones(self):
        line = self.refused("worst-case", "--topology", "mesh:4x4", "--routing", "west-first", says=["adaptive", "(dor, e-cube, o1turn, romm, "])
        listed = json.loads(self.good("list", "--json", "-"))["routing"]
        self.assertEqual(line.rpartition("(")[2].rstrip(")").split(", "), [name for name, row in listed.items() if not row["summary"].startswith("adaptive; ")])

    def test_a_file_that_cannot_be_read_or_written_is_refused_with_the_reason(self):
        (self.folder / "folder").mkdir()
        base = ["simulate", "--topology", "torus:4x4", "--load", "0.1", "--cycles", "50"]
        missing, folder, unwritten = "cannot be read: no such file or directory", "is a folder, not a file", "cannot be written: no such file or directory"
        for words, says in ((["--config", "none"], missing), (["--config", "folder"], folder), (["--mapping", "none"], missing),
                            (["--mapping", "folder"], folder), (["--traffic", "permutation:none"], missing), (["--routing", "table:none"], missing),
                            (["--traffic", "streams:none"], missing), (["--faults", "none.txt"], missing), (["--fault-events", "folder"], folder),
                            (["--json", "none/x"], unwritten), (["--json", "folder"], "cannot be written: it is a folder"),
                            (["--out", "trace=none/x"], unwritten), (["--out", "vcd=none/x"], unwritten),
                            (["--json", "x" * 300], "cannot be written: file name too long")):
            own = [word for word in base if not (words[1] == "streams:none" and word in ("--load", "0.1"))]
            self.refused(*own, *words, says=says)
        for words in (["--topology", "graph:none"], ["--topology", "torus:4x4", "--workload", "trace:none"]):
            self.refused("simulate", *words, says=missing)

if __name__ == "__main__":
    unittest.main()
