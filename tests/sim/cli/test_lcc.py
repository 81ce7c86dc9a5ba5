#!/usr/bin/python3
"""`dateline lcc contention` and `dateline lcc mapping`: expected values, files, weights, mappings, what is refused."""
import json
import unittest

from program import ROOT, ProgramTest, sample

EXPECTED = json.loads((ROOT / "tests/data/hypercube-mapping.json").read_text(encoding="utf-8"))
OBJECTIVES = {"max-max": "maxmax", "max-sum": "maxsum", "sum-sum": "sumsum"}
HALVES = "0010\n0001\n1000\n0100\n\n0000\n"


class LccTest(ProgramTest):
    def file(self, name, lcc):
        first = "scatter\n" if lcc["kind"] == "lcs" else ""
        return self.write(name, first + "".join(f"{row}\n" for row in lcc["A"]) + f"\n{lcc['b']}\n")

    def result(self, *arguments):
        return json.loads(self.good(*arguments, "--json", "-"))

    def mapping(self, *arguments):
        self.good("lcc", "mapping", *arguments, "--out", "mapping=made.map")
        return [int(line) for line in (self.folder / "made.map").read_text().splitlines()]


class Contention(LccTest):
    def test_files_have_their_expected_values_by_formula_and_by_count(self):
        cases = [*EXPECTED["singles"].values(), *EXPECTED["traps"], *EXPECTED["random_singles"]]
        for case in sample(cases, 12):
            result = self.result("lcc", "contention", "--lcc", self.file("x.lcc", case), "--count")
            one = result["communications"][0]
            self.assertEqual((result["per_dimension"], result["contention"]), (case["T_identity"], max(case["T_identity"])))
            self.assertEqual(result["counted"], {"contention": result["contention"], "per_dimension": result["per_dimension"]})
            self.assertEqual((one["a"], one["b"], one["rank"], result["dimensions"]), (case["A"], case["b"], case["rank"], case["n"]))
            kind = "scatter" if case["kind"] == "lcs" else "permutation" if case["rank"] == case["n"] else "gather"
            self.assertEqual(one["kind"], kind)

    def test_a_set_says_each_and_the_largest(self):
        result = self.result("lcc", "contention", "--lcc", "transpose,scale*2", "--dims", "8")
        self.assertEqual([(c["name"], c["weight"], c["contention"]) for c in result["communications"]], [("transpose", 1, 8), ("scale", 2, 2)])
        self.assertEqual(result["per_dimension"], [2, 2, 4, 8, 8, 4, 2, 1])
        self.assertIsNone(result["counted"])

    def test_comments_and_blanks_in_a_file_are_no_digits(self):
        spaced = self.write("spaced.lcc", "# halves\n0 0 1 0\n0 0 0 1  # second\n\n1 0 0 0\n0100\n\n0000\n")
        plain = self.write("plain.lcc", HALVES)
        self.assertEqual(self.result("lcc", "contention", "--lcc", spaced)["communications"][0]["a"],
                         self.result("lcc", "contention", "--lcc", plain)["communications"][0]["a"])

    def test_a_name_takes_the_dimensions_of_a_file_beside_it(self):
        self.assertEqual(self.result("lcc", "contention", "--lcc", f"bit-reverse,{self.write('x.lcc', HALVES)}")["dimensions"], 4)

    def test_what_is_above_2_53_is_text(self):
        result = self.result("lcc", "contention", "--lcc", self.write("all.lcc", ("0" * 64 + "\n") * 65))
        self.assertEqual(result["per_dimension"][52:55], [2**52, 2**53, str(2**54)])
        self.assertEqual(result["contention"], str(2**63))

    def test_every_name_is_listed_and_taken(self):
        listed = json.loads(self.good("list", "--json", "-"))["communications"]
        self.assertIn("communications (--lcc)", self.good("list"))
        for name, entry in listed.items():
            for form in (name, *entry["aliases"]):
                result = self.result("lcc", "contention", "--lcc", form.replace(":K", ":3"), "--dims", "6", "--count")
                self.assertEqual(result["dimensions"], 6)


class Remap(LccTest):
    def test_one_communication_has_its_expected_optimum(self):
        for case in sample([*EXPECTED["singles"].values(), *EXPECTED["traps"], *EXPECTED["random_singles"]], 12):
            result = self.result("lcc", "mapping", "--lcc", self.file("x.lcc", case))
            self.assertEqual((result["value"], result["after"]["contention"], result["before"]["per_dimension"]),
                             (case["optimal"], case["optimal"], case["T_identity"]))
            self.assertTrue(result["path_counted"])

    def test_sets_have_their_expected_values(self):
        for case in [EXPECTED["zero_rule_trap"], *EXPECTED["sets"], *EXPECTED["random_sets"]]:
            names = ",".join(self.file(f"x{i}.lcc", lcc) for i, lcc in enumerate(case["lccs"]))
            for objective, key in OBJECTIVES.items():
                result = self.result("lcc", "mapping", "--lcc", names, "--objective", objective)
                self.assertEqual((result["value"], result["before"]["value"]), (case["expected"][key]["value"], case["expected"][key]["identity_value"]))

    def test_new_matrices_orders_and_q_belong_together(self):
        result = self.result("lcc", "mapping", "--lcc", "transpose,scale", "--dims", "8")
        order, old = result["order"], self.result("lcc", "contention", "--lcc", "transpose,scale", "--dims", "8")
        self.assertEqual([row.index("1") for row in result["q"]], order)
        self.assertEqual({row.count("1") for row in result["q"]}, {1})
        for new, given in zip(result["communications"], old["communications"]):
            self.assertEqual(new["a"], ["".join(given["a"][i][j] for j in order) for i in order])
            again = {"kind": "lcs" if new["kind"] == "scatter" else "map", "A": new["a"], "b": new["b"]}
            self.assertEqual(self.result("lcc", "contention", "--lcc", self.file("new.lcc", again), "--count")["per_dimension"], new["after"]["per_dimension"])

    def test_a_mapping_file_puts_every_virtual_node_at_q_v(self):
        nodes = self.mapping("--lcc", "transpose,bit-reverse", "--dims", "8")
        order = self.result("lcc", "mapping", "--lcc", "transpose,bit-reverse", "--dims", "8")["order"]
        self.assertEqual(nodes, [sum((v >> order[k] & 1) << k for k in range(8)) for v in range(256)])
        self.assertEqual(sorted(nodes), list(range(256)))
        self.assertEqual(self.good("lcc", "mapping", "--lcc", "transpose,bit-reverse", "--dims", "8", "--out", "mapping=-"), "".join(f"{q}\n" for q in nodes))

    def test_a_mapping_file_is_one_for_the_ranks_of_a_workload(self):
        self.mapping("--lcc", "transpose", "--dims", "4")
        run = ["simulate", "--topology", "hypercube:4", "--workload", "all-to-all:xor,bytes=4"]
        self.assertGreater(self.result(*run, "--mapping", "made.map")["completion_cycle"], 0)

    def test_weights_multiply_the_sums_alone(self):
        def value(lcc, objective):
            return self.result("lcc", "mapping", "--lcc", lcc, "--dims", "8", "--objective", objective)["value"]
        for objective in ("max-sum", "sum-sum"):
            self.assertEqual(value("transpose*3,bit-reverse", objective), value("transpose,transpose,transpose,bit-reverse", objective))
            self.assertEqual(value("scale*5", objective), 5 * value("scale", objective))
        self.assertEqual(value("transpose*3,bit-reverse", "max-max"), 2)

    def test_64_dimensions_of_one_communication_are_mapped(self):
        result = self.result("lcc", "mapping", "--lcc", "transpose", "--dims", "64")
        self.assertEqual((result["before"]["contention"], result["after"]["contention"], result["path_counted"]), (2**31, 1, False))

    def test_an_order_that_nothing_improves_stays_ascending(self):
        for lcc in ("identity", "scale", "rotate-180", "identity,rotate-180"):
            self.assertEqual(self.result("lcc", "mapping", "--lcc", lcc, "--dims", "8")["order"], list(range(8)), lcc)


class Refused(LccTest):
    def test_dimensions(self):
        for command in ("contention", "remap"):
            self.refused(command, "--lcc", "transpose", says=["dims is missing", "transpose"])
            for dims in ("0", "65", "x", "-1"):
                self.refused(command, "--lcc", "transpose", "--dims", dims, says=[f"dims={dims}", "1..64"])
            self.refused(command, "--lcc", "transpose", "--dims", "7", says=["lcc=transpose", "even", "7"])
            self.refused(command, "--lcc", self.write("x.lcc", HALVES), "--dims", "8", says=["lcc=x.lcc", "has 4 dimensions", "dims has 8"])
            self.refused(command, "--dims", "8", says=["lcc is missing"])
        self.write("two.lcc", "01\n10\n\n00\n")
        self.refused("lcc", "mapping", "--lcc", "x.lcc,transpose,two.lcc", says=["lcc=two.lcc", "has 2 dimensions", "x.lcc has 4"])
        self.refused("lcc", "contention", "--lcc", "transpose", "--dims", "22", "--count", says=["count", "20 dimensions", "22"])
        self.refused("lcc", "mapping", "--lcc", "transpose", "--dims", "26", "--out", "mapping=x", says=["out=mapping=x", "24 dimensions", "26"])

    def test_names_and_weights(self):
        for lcc, says in (("transpos", "nearest: transpose"), ("shuffle", "shuffle:K"), ("shuffle:8", "0..7"), ("shuffle:x", "0..7"), ("transpose:1", "transpose"),
                          ("", "is empty"), ("transpose,", "names no communication"), ("*3", "names no communication"),
                          ("transpose*0", "1..1000000"), ("transpose*1000001", "1..1000000"), ("transpose*", "1..1000000"), ("transpose*-1", "1..1000000"),
                          ("transpose*x", "1..1000000"), ("./missing", "cannot be read"), ("/", "folder"), ("\x1b[31m", "lcc="),
                          (",".join(["transpose"] * 1001), "at most 1000")):
            self.refused("lcc", "mapping", "--lcc", lcc, "--dims", "8", says=says)
        self.refused("lcc", "mapping", "--lcc", "transpose", "--lcc", "scale", "--dims", "8", says=["lcc=scale", "twice"])
        self.refused("lcc", "mapping", "--lcc", "transpose", "--dims", "8", "--objective", "max", says=["objective=max", "max-max, max-sum, sum-sum"])

    def test_files(self):
        for content, says in (("010\n10\n", ["line 2", "2 digits", "first row 3"]), ("01\n12\n\n00\n", ["line 2", "'12'", "0 and 1"]),
                              ("01\n\n10\n# b\n0\n", ["line 5", "1 digits"]), ("01\n10\n", ["b", "missing"]), ("01\n", ["missing"]),
                              ("01\n10\n\n00\n\n11\n", ["line 6", "one too many"]), ("", ["no row", "1..64"]), ("scatter\n", ["no row"]),
                              ("gather\n01\n10\n\n00\n", ["line 1", "'gather'"]), ("01\nscatter\n10\n\n00\n", ["line 2", "'scatter'"]),
                              ("0" * 65 + "\n", ["line 1", "65 columns", "1..64"]), (b"\x00\x01\n", ["line 1", "no text"]),
                              ("0" * 2000 + "\n", ["line 1", "longer than"])):
            self.refused("lcc", "contention", "--lcc", self.write("bad.lcc", content), says=["lcc=bad.lcc", *([says] if isinstance(says, str) else says)])

    def test_sets_of_too_many_dimensions_name_what_they_would_need(self):
        self.refused("lcc", "mapping", "--lcc", "transpose,bit-reverse", "--dims", "26",
                     says=["2 communications of 26 dimensions", "GB of memory", " s are needed", "24"])
        self.refused("lcc", "mapping", "--lcc", "transpose,bit-reverse", "--dims", "64", says=["GB of memory", "24"])
        self.refused("lcc", "mapping", "--lcc", "transpose", "--dims", "26", "--objective", "sum-sum", says=["GB of memory", "24"])

    def test_files_that_cannot_be_written(self):
        self.refused("lcc", "mapping", "--lcc", "transpose", "--dims", "8", "--out", "mapping=missing/x", says=["out=mapping=missing/x", "cannot be written"])
        self.refused("lcc", "mapping", "--lcc", "transpose", "--dims", "8", "--out", "mapping=/dev/full", says=["out=mapping=/dev/full", "cannot be written"])
        self.refused("lcc", "mapping", "--lcc", "transpose", "--dims", "8", "--out", "mapping=-", "--json", "-", says="is the place of")


if __name__ == "__main__":
    unittest.main()
