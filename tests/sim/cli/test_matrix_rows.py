#!/usr/bin/python3
"""Rows of a matrix that do not sum to 1: rounded ones are normalised and said, smaller ones send less, counts have a form of their own."""
import json
import unittest

from program import ProgramTest

RING = ["--topology", "torus:4"]
SILENT = "0 0 0 0\n"


class MatrixTest(ProgramTest):
    def loads(self, traffic):
        """The exact loads of the channels, and the notes."""
        done = self.run_program(["loads", *RING, "--traffic", traffic, "--json", "-"])
        self.assertEqual(done.returncode, 0, done.stderr)
        return [channel["load"] for channel in json.loads(done.stdout)["channels"]], done.stderr.decode().splitlines()


class MatrixRows(MatrixTest):
    def loads_of(self, content):
        return self.loads(f"matrix:{self.write('m.txt', content)}")

    def test_a_row_within_a_hundred_thousandth_of_1_is_normalised_exactly_and_said(self):
        thirds, _ = self.loads_of("0 1/3 1/3 1/3\n" + SILENT * 3)
        for entry, total in (("0.333334", "1.000002"), ("0.333333", "0.999999"), ("0.333332", "0.999996")):
            loads, notes = self.loads_of(f"0 {entry} {entry} {entry}\n" + SILENT * 3)
            self.assertEqual(loads, thirds, entry)
            self.assertEqual(len(notes), 1, notes)
            for part in ("dateline: note: matrix:m.txt", "1 of 4 rows", "source 0", total, "1e-5"):
                self.assertIn(part, notes[0])

    def test_several_rounded_rows_are_one_line_that_names_the_first(self):
        _, notes = self.loads_of("0 1 0 0\n0 0 1.000003 0\n" + "0 0.5 0.5 0\n" + "0.499999 0 0.499999 0\n")
        self.assertEqual(len(notes), 1, notes)
        self.assertIn("2 of 4 rows", notes[0])
        self.assertIn("source 1 with a sum of 1.000003", notes[0])

    def test_the_range_ends_at_a_hundred_thousandth_and_a_smaller_row_sends_less(self):
        whole = self.loads_of("0 1 0 0\n" + SILENT * 3)
        self.assertEqual(whole[1], [])
        for entry in ("1.00001", "0.99999"):
            loads, notes = self.loads_of(f"0 {entry} 0 0\n" + SILENT * 3)
            self.assertEqual((loads, len(notes)), (whole[0], 1), entry)
        for entry, load in (("0.99998", "49999/50000"), ("0.999989", "999989/1000000"), ("0.5", "1/2")):
            loads, notes = self.loads_of(f"0 {entry} 0 0\n" + SILENT * 3)
            self.assertEqual((max(loads, key=len), notes), (load, []), entry)

    def test_a_row_further_above_1_is_refused_with_its_sum_and_the_form_for_counts(self):
        for entry in ("1.000011", "1.5", "8"):
            name = self.write("m.txt", SILENT + f"0 {entry} 0 0\n" + SILENT * 2)
            for command in (["loads"], ["bounds"], ["simulate", "--load", "0.1"]):
                self.refused(command[0], *RING, *command[1:], "--traffic", f"matrix:{name}",
                             says=["m.txt", "line 2", f"sums to {entry};", "at most 1", "1.00001", "'matrix:FILE normalise'"])

    def test_every_reader_takes_a_rounded_row_as_its_exact_one_and_says_so(self):
        for command in (["loads"], ["bounds"], ["simulate", "--load", "0.2", "--cycles", "300"]):
            results = []
            for name, entry in (("exact.txt", "1/3"), ("rounded.txt", "0.333334")):
                self.write(name, f"0 {entry} {entry} {entry}\n" * 4)
                done = self.run_program([command[0], *RING, *command[1:], "--traffic", f"matrix:{name}", "--json", "-"])
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stderr.count(b"dateline: note: matrix:"), int(name == "rounded.txt"), done.stderr)
                result = json.loads(done.stdout)
                del result["options"]
                results.append(result)
            self.assertEqual(*results)

    def test_among_the_nodes_that_faults_leave_it_is_said_too(self):
        name = self.write("m.txt", "0 1.000002 0 0\n" + SILENT * 3)
        done = self.run_program(["loads", "--topology", "mesh:4", "--faults", "nodes:3", "--traffic", f"matrix:{name}"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"dateline: note: matrix:m.txt: 1 of 4 rows", done.stderr)

    def test_a_refused_run_says_nothing_of_its_rows(self):
        name = self.write("m.txt", "0 1.000002 0 0\n" + SILENT * 3)
        self.refused("simulate", *RING, "--traffic", f"matrix:{name}", "--load", "1e-20", "--deliveries", "1", says="deliveries=1")


class Counts(MatrixTest):
    COUNTS = "0 3 5 0\n700 0 0.5 0.5\n0 0 0 0\n0 0 0 1/7\n"
    SHARES = "0 3/8 5/8 0\n700/701 0 1/1402 1/1402\n0 0 0 0\n0 0 0 1\n"

    def test_counts_are_divided_by_the_sums_of_their_rows_and_rows_of_zeros_are_silent(self):
        shares = self.loads(f"matrix:{self.write('shares.txt', self.SHARES)}")
        self.assertEqual(self.loads(f"matrix:{self.write('counts.txt', self.COUNTS)} normalise"), shares)
        self.assertEqual(shares[1], [])  # asked for, so there is nothing to note
        self.assertEqual(self.loads(f"matrix:{self.write('rounded.txt', '0 1.000002 0 0' + chr(10) + SILENT * 3)} normalise")[1], [])

    def test_a_stored_result_replays_to_the_same_bytes(self):
        counts = self.write("counts.txt", self.COUNTS)
        for command in (["loads"], ["bounds"], ["simulate", "--load", "0.2", "--cycles", "300"]):
            stored = self.good(command[0], *RING, *command[1:], "--traffic", f"matrix:{counts} normalise", "--json", "-")
            self.assertEqual(json.loads(stored)["options"]["traffic"], "matrix:counts.txt normalise")
            self.assertEqual(self.good(command[0], "--config", self.write("stored.json", stored), "--json", "-"), stored)
        lines = self.write("run.cfg", f"topology=torus:4\ntraffic=matrix:{counts} normalise\n")
        self.assertEqual(self.good("loads", "--config", lines), self.good("loads", *RING, "--traffic", f"matrix:{counts} normalise"))

    def test_a_file_whose_own_name_ends_so_is_not_mistaken(self):
        self.write("m normalise", self.COUNTS)
        self.refused("loads", *RING, "--traffic", "matrix:m normalise", says=["matrix=m normalise", "another name"])
        self.assertEqual(self.loads("matrix:m normalise normalise"), self.loads(f"matrix:{self.write('shares.txt', self.SHARES)}"))
        self.refused("loads", *RING, "--traffic", "matrix:missing normalise", says=["matrix=missing", "cannot be read"])
        self.refused("loads", *RING, "--traffic", "matrix: normalise", says="file name")

    def test_what_is_no_count_names_the_line(self):
        name = self.write("m.txt", SILENT + "0 -3 0 0\n" + SILENT * 2)
        self.refused("loads", *RING, "--traffic", f"matrix:{name} normalise", says=["line 2", "'-3'", "not negative"])

    def test_sums_without_a_common_multiple_are_refused_at_the_line(self):
        # Row sums 10^59 + 2 i + 1, 197 bits each: some eleventh or later row passes 2,048 bits.
        rows = [" ".join(f"{10**59 + 2 * u}" if v == 0 else "1" if v == 1 else "0" for v in range(64)) for u in range(64)]
        name = self.write("m.txt", "\n".join(rows) + "\n")
        line = self.refused("loads", "--topology", "torus:8x8", "--traffic", f"matrix:{name} normalise",
                            says=["m.txt line 1", "common denominator", "2048 bits", "6 digits"])
        self.assertIn(int(line.split("m.txt line ")[1].split(":")[0]), range(11, 20))

    def test_help_and_list_name_the_form(self):
        self.assertIn("matrix:FILE normalise", self.good("list"))
        self.assertIn("matrix:FILE normalise", json.loads(self.good("list", "--json", "-"))["traffic"]["matrix:FILE"]["summary"])
        for command in ("simulate", "loads", "bounds"):
            self.assertIn("matrix:FILE normalise", self.good(command, "--help", "all"))


if __name__ == "__main__":
    unittest.main()
