#!/usr/bin/python3
"""import-chakra: each kind of node against the schedule it has by the specification, dependencies, files in and out."""

import json
import os
import resource
import subprocess
import unittest

from chakra_files import (BATCH, CHECKPOINT, COMPUTE, INTEGERS, KINDS, LOAD, METADATA, RECV, SEND, STORAGE, STORE, ChakraCase, attribute,
                          collective, field, node, varint)
from support import HANGS, TOP


class Nodes(ChakraCase):
    def test_a_compute_takes_its_microseconds_exactly(self):
        self.trace([node(0, COMPUTE, duration=12), node(1, METADATA), node(2, COMPUTE, duration=(1 << 53) + 1)])
        self.assertEqual(self.converted(), ["ranks 1", "0 compute 12us cpu 1 as n0", "0 compute 0 as n1", "0 compute 9007199254740993us cpu 1 as n2"])

    def test_memory_storage_batch_and_checkpoint_nodes_are_computes(self):
        for kind in (LOAD, STORE, COMPUTE, STORAGE, BATCH, CHECKPOINT):
            with self.subTest(type=kind):
                self.trace([node(3, kind, duration=7)])
                self.assertEqual(self.converted(), ["ranks 1", "0 compute 7us cpu 1 as n3"])

    def test_metadata_takes_no_time_even_if_it_says_so(self):
        self.trace([node(3, METADATA, duration=7)])
        self.assertEqual(self.converted(), ["ranks 1", "0 compute 0 as n3"])

    def test_sends_and_recvs_keep_bytes_peers_and_tags(self):
        self.trace([node(0, SEND, comm_size=100, comm_src=0, comm_dst=1, comm_tag=5), node(1, SEND, comm_size=0, comm_dst=1)],
                   [node(8, RECV, comm_size=100, comm_src=0, comm_dst=1, comm_tag=5, duration=3), node(9, RECV, comm_size=0, comm_src=0)])
        self.assertEqual(self.converted(), ["ranks 2", "0 send 100 to 1 tag 5 as n0", "0 send 0 to 1 tag 0 as n1",
                                            "1 recv 100 from 0 tag 5 as n8", "1 recv 0 from 0 tag 0 as n9"])

    def test_any_kind_of_integer_is_an_integer(self):
        for kind in INTEGERS:
            with self.subTest(kind=kind):
                sizes = (0, 1, 300, (1 << 31) - 1)
                self.trace([node(i, SEND, more=attribute("comm_size", size, kind) + attribute("comm_dst", 0, kind)) for i, size in enumerate(sizes)]
                           + [node(i + 4, RECV, more=attribute("comm_size", size, kind) + attribute("comm_src", 0, kind)) for i, size in enumerate(sizes)])
                self.assertEqual(self.converted()[1:5], [f"0 send {size} to 0 tag 0 as n{i}" for i, size in enumerate(sizes)])

    def test_negative_numbers_are_read_as_such(self):
        for kind in ("int32", "int64", "sint32", "sint64", "sfixed32", "sfixed64"):
            with self.subTest(kind=kind):
                self.trace([node(0, SEND, comm_dst=0, more=attribute("comm_size", -7, kind))])
                self.assertEqual(self.refused(), "t.0.et: byte 19: node 0: comm_size -7 (allowed: 0..1000000000000000)")

    def test_other_attributes_and_unknown_fields_are_skipped(self):
        more = (field(8, b"inputs") + field(11, field(1, 2)) + field(500, 1 << 63) + varint(600 << 3 | 1) + bytes(8) + varint(601 << 3 | 5) + bytes(4)
                + b"".join(attribute(f"is_{kind}", "x" if kind == "string" else 1, kind) for kind in KINDS) + field(10, field(1, "list") + field(10, b"\x0a\x01\x05"))
                + field(10, field(2, "no name")))
        self.trace([node(0, COMPUTE, duration=1, more=more, name="aten::mm\n# as")])
        self.assertEqual(self.converted(), ["ranks 1", "0 compute 1us cpu 1 as n0"])

    def test_an_older_files_metadata_and_a_bare_one(self):
        for metadata in (field(1, field(1, "schema") + KINDS["string"]("1.0")), b"", field(1, "1")):
            self.trace([node(0, COMPUTE, duration=1)], metadata=metadata)
            self.assertEqual(self.converted(), ["ranks 1", "0 compute 1us cpu 1 as n0"])

    def test_attributes_of_a_node_that_does_not_need_them_may_be_anything(self):
        self.trace([node(0, COMPUTE, duration=1, comm_size=-1, comm_tag="x")])
        self.assertEqual(self.converted(), ["ranks 1", "0 compute 1us cpu 1 as n0"])

    def test_ranks_may_be_idle(self):
        self.trace([], [node(0, COMPUTE, duration=1)], [])
        self.assertEqual(self.converted(), ["ranks 3", "1 compute 1us cpu 1 as n0"])


class Dependencies(ChakraCase):
    def test_control_and_data_packed_and_not_each_once_in_the_order_of_the_file(self):
        control = field(4, varint(300) + varint(2))
        self.trace([node(2, METADATA), node(300, METADATA), node(4, METADATA), node(1 << 63, METADATA, more=control + field(5, 4) + field(5, 2))])
        self.assertEqual(self.converted()[4], f"0 compute 0 after n300 n2 n4 as n{1 << 63}")

    def test_a_node_may_wait_for_a_later_one(self):
        self.trace([node(1, COMPUTE, [7], duration=1), node(7, COMPUTE, duration=2)])
        self.assertEqual(self.converted()[1:], ["0 compute 1us cpu 1 after n7 as n1", "0 compute 2us cpu 1 as n7"])

    def test_ten_thousand_nodes_in_a_row_are_no_cycle(self):
        self.trace([node(i, METADATA, [i + 1] if i < 9999 else []) for i in range(10000)])
        self.assertEqual(len(self.converted()), 10001)


class Collectives(ChakraCase):
    def test_a_ring_waits_round_by_round_and_is_joined(self):
        self.trace(*([node(0, COMPUTE, duration=1), collective(5, 0, 10, [0]), node(6, COMPUTE, [5], duration=2)] for _ in range(3)))
        # chunks of 10 bytes: 4, 3, 3; round t: x sends chunk x - t; then all-gather
        self.assertEqual(self.converted()[1:14], [
            "0 compute 1us cpu 1 as n0", "0 compute 0 after n0 as n5.begin",
            "0 send 4 to 1 tag 1 after n5.begin as n5.0", "0 recv 3 from 2 tag 1 reduces after n5.begin as n5.1",
            "0 send 3 to 1 tag 1 after n5.0 n5.1 as n5.2", "0 recv 3 from 2 tag 1 reduces after n5.0 n5.1 as n5.3",
            "0 send 3 to 1 tag 1 after n5.2 n5.3 as n5.4", "0 recv 4 from 2 tag 1 after n5.2 n5.3 as n5.5",
            "0 send 4 to 1 tag 1 after n5.4 n5.5 as n5.6", "0 recv 3 from 2 tag 1 after n5.4 n5.5 as n5.7",
            "0 compute 0 after n5.6 n5.7 as n5",
            "0 compute 2us cpu 1 after n5 as n6",
            "1 compute 1us cpu 1 as n0"])

    def test_several_operations_wait_for_several_nodes_through_the_one_with_which_a_collective_begins(self):
        self.trace(*([node(0, METADATA), node(1, METADATA), collective(2, 9, after=[0, 1])] for _ in range(2)))
        self.assertEqual(self.converted()[3:7], ["0 compute 0 after n0 n1 as n2.begin", "0 send 0 to 1 tag 1 after n2.begin as n2.0",
                                                 "0 recv 0 from 1 tag 1 after n2.begin as n2.1", "0 compute 0 after n2.0 n2.1 as n2"])

    def test_the_kth_of_a_group_is_one_on_all_members_whatever_stands_between(self):
        (self.place / "groups").write_text(json.dumps({"left": [0, 1], "unused": [2]}))
        one, two = collective(1, 9, pg_name="left"), collective(2, 9)
        self.trace([one, two], [two, collective(7, 9, pg_name="left")], [two])
        lines = self.converted("--groups", "groups")
        tags = {line.split(" as ")[1].split(".")[0]: line.split("tag ")[1].split()[0] for line in lines if "tag" in line}
        self.assertEqual(tags, {"n1": "1", "n7": "1", "n2": "2"})
        self.assertIn("1 send 0 to 0 tag 1 after n7.begin as n7.0", lines)

    def test_tags_of_messages_between_two_ranks_are_left_free(self):
        self.trace([node(0, SEND, comm_size=1, comm_dst=1, comm_tag=1), collective(1, 9), collective(2, 9)],
                   [node(0, RECV, comm_size=1, comm_src=0, comm_tag=1), node(3, SEND, comm_size=1, comm_dst=1, comm_tag=3),
                    node(4, RECV, comm_size=1, comm_src=1, comm_tag=3), collective(1, 9), collective(2, 9)])
        own = [line.split("tag ")[1].split()[0] for line in self.converted() if "tag" in line and (" as n1." in line or " as n2." in line)]
        self.assertEqual(own, ["2", "2", "4", "4"] * 2)

    def test_the_order_of_members_is_theirs_in_the_file_of_groups(self):
        (self.place / "groups").write_text('{"g": [2, 0, 3]}')
        own = collective(1, 5, 8, pg_name="g")
        self.trace([own], [], [own], [own])
        self.assertEqual(self.converted("--groups", "groups")[1:], [
            "0 compute 0 as n1.begin", "0 recv 8 from 2 tag 1 after n1.begin as n1.0", "0 compute 0 after n1.0 as n1",
            "2 compute 0 as n1.begin", "2 send 8 to 0 tag 1 after n1.begin as n1.0", "2 send 8 to 3 tag 1 after n1.begin as n1.1",
            "2 compute 0 after n1.0 n1.1 as n1", "3 compute 0 as n1.begin", "3 recv 8 from 2 tag 1 after n1.begin as n1.0", "3 compute 0 after n1.0 as n1"])

    def test_an_empty_name_is_the_group_of_all_and_one_member_needs_no_message(self):
        self.trace([node(0, METADATA), collective(1, 0, 8, [0], pg_name="")])
        self.assertEqual(self.converted(), ["ranks 1", "0 compute 0 as n0", "0 compute 0 after n0 as n1.begin", "0 compute 0 after n1.begin as n1"])

    def test_a_barrier_needs_no_size_and_ignores_one(self):
        self.trace([collective(1, 9)], [collective(1, 9, 77)])
        self.assertEqual(self.converted()[2], "0 send 0 to 1 tag 1 after n1.begin as n1.0")


class Files(ChakraCase):
    def setUp(self):
        super().setUp()
        self.trace([node(0, SEND, comm_size=1, comm_dst=0), node(1, RECV, comm_size=1, comm_src=0)])
        self.text = self.convert("t").stdout

    def names(self):
        return sorted(os.listdir(self.place))

    def test_out_writes_the_same_says_how_much_and_leaves_nothing_else(self):
        done = self.convert("t", "--out", "schedule")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "1 ranks, 2 operations, 1 messages\n", ""))
        self.assertEqual((self.place / "schedule").read_text(), self.text)
        self.assertEqual(self.names(), ["schedule", "t.0.et"])
        self.assertEqual(self.convert("t", "--out", "-").stdout, self.text)

    def test_the_prefix_may_have_folders_and_dots(self):
        (self.place / "a.b").mkdir()
        (self.place / "t.0.et").rename(self.place / "a.b/c.d.0.et")
        self.assertEqual(self.convert("a.b/c.d").stdout, self.text)
        self.assertEqual(self.convert(str(self.place / "a.b/c.d")).stdout, self.text)

    def test_files_of_other_prefixes_do_not_count(self):
        for name in ("t.1.et.bak", "t2.1.et", "t.x.1.et", "t.01.et", "t.-1.et", "t.1.json"):
            (self.place / name).write_bytes(b"\xff")
        self.assertEqual(self.convert("t").stdout, self.text)

    def test_a_refused_trace_leaves_what_was_there(self):
        (self.place / "schedule").write_text("old")
        (self.place / "t.0.et").write_bytes(b"")
        self.refused("t", "--out", "schedule")
        self.assertEqual((self.place / "schedule").read_text(), "old")
        self.assertEqual(self.names(), ["schedule", "t.0.et"])

    def test_what_cannot_be_written_is_one_line_and_leaves_nothing(self):
        (self.place / "folder").mkdir()
        self.assertIn("folder", self.refused("t", "--out", "folder"))
        self.assertIn("no/schedule: No such file", self.refused("t", "--out", "no/schedule"))
        self.assertIn("/dev/full: No space left", self.refused("t", "--out", "/dev/full"))
        self.assertEqual(self.names(), ["folder", "t.0.et"])

    def test_a_file_that_cannot_be_finished_is_not_left_half_written(self):
        (self.place / "schedule").write_text("old")
        done = self.convert("t", "--out", "schedule", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10)))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", "error: schedule: File too large\n"))
        self.assertEqual((self.place / "schedule").read_text(), "old")
        self.assertEqual(self.names(), ["schedule", "t.0.et"])

    def test_a_link_stays_one_and_a_device_is_written_to(self):
        (self.place / "link").symlink_to("schedule")
        self.assertEqual(self.convert("t", "--out", "link").returncode, 0)
        self.assertTrue((self.place / "link").is_symlink())
        self.assertEqual((self.place / "schedule").read_text(), self.text)
        self.assertEqual(self.convert("t", "--out", "/dev/stdout", check=False).stdout[:len(self.text)], self.text)

    def test_a_full_standard_output_is_an_error_and_a_closed_pipe_is_not_a_traceback(self):
        with open("/dev/full", "w") as full:
            done = self.full_or_not(full)
        self.assertEqual((done.returncode, done.stderr), (2, "error: standard output: No space left on device\n"))
        read, write = os.pipe()
        os.close(read)
        done = self.full_or_not(write)
        os.close(write)
        self.assertEqual((done.returncode, done.stderr), (141, ""))

    def full_or_not(self, stdout):
        return subprocess.run([TOP / "experiments/import-chakra", "t"], cwd=self.place, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=HANGS)

    def test_help_names_every_option(self):
        done = self.convert("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for option in ("--out", "--groups", "--all-reduce", "--all-to-all", "--comm-size"):
            self.assertIn(option, done.stdout)

    def test_wrong_command_lines_are_one_line(self):
        for words, expected in (([], "PREFIX"), (["t", "u"], "PREFIX"), (["t", "--otu", "x"], "nearest: --out"), (["t", "--out"], "--out"),
                                (["t", "--out", ""], "empty"), ([""], "empty"), (["t", "--all-reduce", "rings"], "nearest: ring"),
                                (["t", "--all-to-all", "1"], "direct, pairwise, xor"), (["t", "--comm-size", "12"], "input, generator"),
                                (["t", "--all-reduce", "torus:4x"], "torus:AxB"), (["t", "--all-reduce", "torus:0x4"], "torus:AxB"),
                                (["t", "--groups", "no"], "no: No such file")):
            with self.subTest(words=words):
                self.assertIn(expected, self.refused(*words) if words else self.refused("--out", "x"))


if __name__ == "__main__":
    unittest.main()
