#!/usr/bin/python3
"""Files that users write: permutations, matrices, configurations, each damaged in every way once; the line is named."""
import os
import subprocess
import unittest

import failing_read
from program import HANGS, PROGRAM, SIMULATE, ProgramTest

LOADS = ["loads", "--topology", "torus:2x2"]  # four nodes
IDENTITY = "0\n1\n2\n3\n"


class Files:
    """What permutation and matrix files have in common: `kind`, and `row`, a line that is right."""

    def damaged(self, content, *says):
        name = self.write("input.txt", content)
        self.refused(*LOADS, "--traffic", f"{self.kind}:{name}", says=["input.txt", *says])

    def test_a_missing_file_or_a_folder_is_refused(self):
        (self.folder / "folder").mkdir()
        self.refused(*LOADS, "--traffic", f"{self.kind}:missing.txt", says=["missing.txt", "cannot be read: no such file or directory"])
        self.refused(*LOADS, "--traffic", f"{self.kind}:missing/x.txt", says="missing/x.txt")
        self.refused(*LOADS, "--traffic", f"{self.kind}:folder", says=["folder", "is a folder"])
        self.refused(*LOADS, "--traffic", f"{self.kind}:", says="file name")

    @unittest.skipIf(os.geteuid() == 0, "root may read anything")
    def test_an_unreadable_file_is_refused(self):
        (self.folder / "locked").write_text("0\n")
        (self.folder / "locked").chmod(0)
        self.refused(*LOADS, "--traffic", f"{self.kind}:locked", says="cannot be read: permission denied")

    def test_an_empty_file_is_refused(self):
        for content in ("", "\n\n", "# nothing\n", "   \n\t\n"):
            self.damaged(content, "ends after 0", "4 terminals")

    def test_a_truncated_file_is_refused(self):
        self.damaged(self.good_file[:self.good_file.rstrip("\n").rindex("\n")], "ends after 3", "4 terminals")

    def test_too_many_lines_are_refused_at_the_first(self):
        self.damaged(self.good_file + self.row + "\n", "line 5")
        self.damaged("# a comment\n\n" + self.good_file + self.row + "\n", "line 7")
        self.damaged(self.good_file + (self.row + "\n") * 500_000, "line 5")

    def test_an_endless_line_is_refused_before_it_is_read(self):
        self.damaged("0 " * 20_000_000, "line 1", "longer")
        self.damaged(self.good_file.splitlines()[0] + "\n" + "7" * 20_000_000, "line 2", "longer")
        self.damaged("# " + "x" * 20_000_000, "line 1", "longer")

    def test_a_device_without_end_is_refused(self):
        self.refused(*LOADS, "--traffic", f"{self.kind}:/dev/zero", says=["/dev/zero", "line 1"])

    def test_a_failed_read_is_not_the_end(self):
        # The first page of a process's memory is a regular file that opens and cannot be read.
        self.refused(*LOADS, "--traffic", f"{self.kind}:/proc/self/mem", says=["/proc/self/mem", "cannot be read"])

    def test_a_binary_file_is_refused(self):
        self.damaged(b"\x7fELF\x02\x01\x01\x00\x00", "line 1", "no text")
        self.damaged(self.good_file.splitlines()[0].encode() + b"\n\x00\x01\x02\n", "line 2", "no text")
        self.damaged(bytes(range(128, 256)) * 4, "line 1")

    def test_escape_sequences_are_not_echoed(self):
        self.damaged("\x1b[31m0\n", "line 1")
        self.damaged("\u202e0\u202c\n", "line 1")

    def test_comments_blank_lines_and_foreign_line_ends_are_read(self):
        lines = self.good_file.splitlines()
        expected = self.good(*LOADS, "--traffic", f"{self.kind}:{self.write('plain', self.good_file)}")
        for name, content in {"crlf": "\r\n".join(lines) + "\r\n", "comments": "# one\n\n" + "  # two\n".join(lines) + "#three", "open": "\n".join(lines),
                              "tabs": "".join(f"\t{line} \n" for line in lines)}.items():
            got = self.good(*LOADS, "--traffic", f"{self.kind}:{self.write(name, content)}")
            self.assertEqual(got.splitlines()[1:], expected.splitlines()[1:], name)


class PermutationFiles(Files, ProgramTest):
    kind = "permutation"
    good_file = "1\n0\n3\n2\n"
    row = "2"

    def test_a_file_that_is_no_permutation_names_the_line(self):
        self.damaged("1\n0\n1\n2\n", "line 3", "1")
        self.damaged("# c\n\n3\n3\n3\n3\n", "line 4", "3")

    def test_a_node_that_does_not_exist_names_the_line(self):
        for word in ("4", "99999999999999999999", "-1", "1.0", "x", "0x1", "+1", "1e0", "4294967296", "18446744073709551616"):
            self.damaged(f"1\n{word}\n0\n2\n", "line 2", f"'{word}'", "0..3")

    def test_two_words_on_a_line_name_the_line(self):
        self.damaged("1\n0 3\n2\n", "line 2")
        self.damaged("1 0 3 2\n", "line 1")
        self.damaged("1,\n0,\n3,\n2\n", "line 1", "'1,'")

    def test_a_bad_file_as_workload_is_refused(self):
        name = self.write("twice.txt", "1\n1\n0\n2\n")
        self.refused("simulate", "--topology", "torus:2x2", "--workload", f"permutation:{name}", "--json", "x.json", says=["twice.txt", "line 2"])

    def test_a_file_named_like_a_rule_is_the_rule(self):
        self.write("transpose", "garbage\n")
        self.good(*LOADS, "--traffic", "permutation:transpose")
        self.refused(*LOADS, "--traffic", "permutation:./transpose", says="line 1")

    def test_a_leading_zero_is_not_octal(self):
        self.good("loads", "--topology", "torus:10", "--traffic", f"permutation:{self.write('p', ''.join(f'0{9 - i}' + chr(10) for i in range(10)))}")


class MatrixFiles(Files, ProgramTest):
    kind = "matrix"
    good_file = "0 1/2 1/4 0.25\n0.5 0 0 0\n1e-1 0 0 .9\n0 0 0 0\n"
    row = "0 0 0 0"

    def test_a_line_of_the_wrong_length_names_the_line_and_its_length(self):
        self.damaged("0 0 0 0\n0 0 0\n0 0 0 0\n0 0 0 0\n", "line 2", "3", "4 terminals")
        self.damaged("0 0 0 0\n0 0 0 0\n0 0 0 0 0\n0 0 0 0\n", "line 3", "5", "4 terminals")
        self.damaged("0,0,0,0\n" * 4, "line 1")

    def test_what_is_no_number_names_the_line(self):
        for word in ("x", "-0.1", "nan", "inf", "1/0", "1/", "/3", "1/-3", "0x1", "0.1.2", "1e", "1e999", "--", ".", "1/3/5", "0,5", "9" * 65):
            self.damaged(f"0 0 0 0\n0 0 {word} 0\n0 0 0 0\n0 0 0 0\n", "line 2", f"'{word[:60]}")

    def test_a_row_above_one_names_the_line(self):
        self.damaged("0 0 0 0\n0 0 0 0\n0.5 0.5 0 0.0001\n0 0 0 0\n", "line 3", "at most 1")
        self.damaged("1 1 0 0\n" + "0 0 0 0\n" * 3, "line 1", "at most 1")
        self.damaged("1/3 1/3 1/3 1.01e-5\n" + "0 0 0 0\n" * 3, "line 1", "at most 1")

    def test_a_row_of_one_and_a_column_above_one_are_allowed(self):
        hot = self.write("hot.txt", "1 0 0 0\n" * 4)
        self.assertIn("largest load", self.good(*LOADS, "--traffic", f"matrix:{hot}"))
        thirds = self.write("thirds.txt", "0 1/3 1/3 1/3\n" + "0 0 0 0\n" * 3)
        self.assertIn("mean hops", self.good(*LOADS, "--traffic", f"matrix:{thirds}"))

    def test_a_silent_matrix_has_no_loads(self):
        for name, content in {"zero": "0 0 0 0\n" * 4, "diagonal": "1 0 0 0\n0 .5 0 0\n0 0 1/3 0\n0 0 0 0\n"}.items():
            self.assertIn("no channel carries anything", self.good(*LOADS, "--traffic", f"matrix:{self.write(name, content)}"))


class ConfigFiles(ProgramTest):
    def damaged(self, content, *says):
        self.refused("simulate", "--config", self.write("run.cfg", content), says=says)

    def test_a_missing_or_empty_file_or_a_folder_is_refused(self):
        (self.folder / "folder").mkdir()
        self.damaged("", "config=run.cfg", "empty")
        self.refused("simulate", "--config", "missing.cfg", says="config=missing.cfg")
        self.refused("simulate", "--config", "folder", says="config=folder")

    def test_an_unknown_key_is_refused_with_the_nearest_names(self):
        self.damaged("topology=torus:4x4\nload=0.1\ncycels=100\n", "cycels", "cycles")
        self.damaged("[network]\ntopology=torus:4x4\n", "network.topology")

    def test_a_repeated_key_is_refused(self):
        self.damaged("topology=torus:4x4\nload=0.1\nload=0.1\n", "load=0.1", "twice")

    def test_a_bad_value_is_refused_as_on_the_command_line(self):
        self.damaged("topology=torus:4x4\nload=0.1\nvcs=17\n", "vcs=17", "1..16")
        self.damaged("topology=torus:4x4\nload=0.1\nvcs=\n", "vcs=", "1..16")
        self.damaged("topology=torus:4x4\nload=0.1\nrouter.ejection=none\n", "router.ejection=none", "ideal")

    def test_a_key_of_another_command_is_refused(self):
        self.refused("verify", "--config", self.write("run.cfg", "topology=torus:4x4\nload=0.1\n"), says="load")

    def test_a_malformed_line_is_refused(self):
        self.damaged("topology=torus:4x4\nload 0.1\n", "load 0.1")
        self.damaged("topology=torus:4x4\nload=0.1\nseed\n", "seed")

    def test_a_malformed_line_names_the_file(self):
        self.damaged("topology=torus:4x4\nload 0.1\n", "run.cfg")

    def test_a_binary_or_endless_line_is_shown_as_short_text(self):
        self.damaged("\x1b[31mtopology\n")
        self.damaged(b"\x00\x01\xff\n")
        self.damaged("a" * 1_000_000)

    def test_a_pipe_or_device_is_refused_at_once(self):
        os.mkfifo(self.folder / "pipe")
        for name in ("pipe", "/dev/zero", "/dev/null"):
            self.refused("simulate", "--config", name, says=[f"config={name}", "not a file"])

    def test_a_line_has_a_limit_and_is_named(self):
        self.damaged("topology=torus:4x4\nload=0.1\n#" + "x" * 4096 + "\n", "config=run.cfg", "line 3", "4096")
        name = self.write("run.cfg", "topology=torus:4x4\nload=0.1\ncycles=200\n#" + "x" * 4095 + "\n")
        self.assertEqual(self.good("simulate", "--config", name), self.good(*SIMULATE))

    def test_a_file_has_a_limit(self):
        with open(self.folder / "large.cfg", "wb") as file:
            file.truncate(10**12)
        self.refused("simulate", "--config", "large.cfg", says=["config=large.cfg", "longer than"], memory=1_500_000_000)

    def test_a_failed_read_is_not_the_end(self):
        # The first page of a process's memory is a regular file that opens and cannot be read.
        self.refused("simulate", "--config", "/proc/self/mem", says=["config=/proc/self/mem", "cannot be read"])

    @unittest.skipUnless(failing_read.READ, "no filter of system calls for this processor")
    def test_a_read_that_fails_in_the_middle_is_not_the_end(self):
        # A first block of 64 KiB, which would make a run, is read; the read that asks for what is left of the second one fails.
        lines, more = "topology=torus:4x4\nload=0.1\ncycles=200\n", "seed=2\n"
        name, left = self.write("run.cfg", lines + "#\n" * ((65536 - len(lines)) // 2) + "\n" * (len(lines) % 2) + more), 65536 - len(more)
        self.assertEqual((self.folder / name).stat().st_size, 65536 + len(more))
        for fails, status in ((left + 1, 0), (left, 2)):
            done = subprocess.run([PROGRAM, "simulate", "--config", name], cwd=self.folder, capture_output=True, timeout=HANGS, check=False,
                                  preexec_fn=lambda fails=fails: failing_read.fail_reads_of(fails))
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertEqual(done.stdout == b"", status == 2)
        self.assertIn(b"config=run.cfg cannot be read", done.stderr)

    def test_a_config_within_a_config_is_refused(self):
        self.damaged("topology=torus:4x4\nload=0.1\ncycles=100\nconfig=other.cfg\n", "config")


if __name__ == "__main__":
    unittest.main()
