#!/usr/bin/python3
"""import-chakra on files that are no trace, or none that can run: one line that says where and why, exit status 2, nothing written."""

import bz2
import gzip
import io
import lzma
import os
import random
import struct
import tarfile
import unittest
import zipfile

from chakra_files import (COLLECTIVE, COMPUTE, METADATA, RECV, SEND, VERSION, ChakraCase, attribute, collective, delimited, field, node, varint)

BEFORE = delimited(VERSION)
AT = len(BEFORE) + 1  # where a first node of less than 128 bytes begins


def tag(number, kind):
    return varint(number << 3 | kind)


def after_metadata(content):
    return BEFORE + content


# The bytes of a file -> the end of its line.
WIRE = {
    b"": "byte 0: the file is empty; a GlobalMetadata or a node comes first",
    b"\x05\x0a\x03": "byte 0: a message of 5 bytes where the file has 2 more",
    b"\x80": "byte 0: a varint that does not end",
    after_metadata(b"\xff" * 9): f"byte {AT - 1}: a varint that does not end",
    after_metadata(b"\xff" * 10 + b"\x01"): f"byte {AT - 1}: a varint of more than 10 bytes",
    after_metadata(b"\x80" * 9 + b"\x02"): f"byte {AT - 1}: a varint of more than 64 bits",
    after_metadata(varint(1 << 62)): f"byte {AT - 1}: a message of {1 << 62} bytes where the file has 0 more",
    after_metadata(delimited(node(0, COMPUTE))[:-1]): f"byte {AT - 1}: a message of 6 bytes where the file has 5 more",
    after_metadata(delimited(b"\x08")): f"byte {AT + 1}: a varint that does not end",
    after_metadata(delimited(b"\x08\x80")): f"byte {AT + 1}: a varint that does not end",
    after_metadata(delimited(b"\x00\x01")): f"byte {AT}: field number 0 (allowed: 1..536870911)",
    after_metadata(delimited(tag(1 << 29, 0) + b"\x01")): f"byte {AT}: field number 536870912 (allowed: 1..536870911)",
    after_metadata(delimited(tag(9, 3))): f"byte {AT}: field 9 has wire type 3 (allowed: 0, 1, 2, 5)",
    after_metadata(delimited(tag(9, 7))): f"byte {AT}: field 9 has wire type 7 (allowed: 0, 1, 2, 5)",
    after_metadata(delimited(tag(9, 1) + bytes(7))): f"byte {AT}: field 9 is longer than its message",
    after_metadata(delimited(tag(9, 5) + bytes(3))): f"byte {AT}: field 9 is longer than its message",
    after_metadata(delimited(tag(2, 2) + b"\x05name")): f"byte {AT}: field 2 is longer than its message",
    after_metadata(delimited(tag(2, 2) + varint((1 << 64) - 1))): f"byte {AT}: field 2 is longer than its message",
    after_metadata(delimited(field(5, b"\x01\x80"))): f"byte {AT + 3}: a varint that does not end",
    after_metadata(delimited(field(10, field(1, "comm_size") + tag(9, 0)))): f"byte {AT + 14}: a varint that does not end",
    after_metadata(delimited(field(1, "0"))): f"byte {AT}: id is bytes, not varint",
    after_metadata(delimited(tag(3, 5) + bytes(4))): f"byte {AT}: type is 32 bits, not varint",
    after_metadata(delimited(tag(7, 1) + struct.pack("<d", 0.5))): f"byte {AT}: duration_micros is 64 bits, not varint",
    after_metadata(delimited(tag(4, 1) + bytes(8))): f"byte {AT}: ctrl_deps is 64 bits, not bytes",
    after_metadata(delimited(field(10, 5))): f"byte {AT}: attr is varint, not bytes",
    after_metadata(delimited(field(10, field(1, 5)))): f"byte {AT + 2}: an attribute's name is varint, not bytes",
    delimited(field(1, b"") + field(2, 7)): "byte 1: a field of GlobalMetadata is varint, not bytes",
    delimited(field(9, 3)): "byte 1: node 0: type 0 (allowed: 1..10)",
    delimited(field(1, 3)): "byte 1: node 3: type 0 (allowed: 1..10)",
}

GOOD_SEND = {"comm_size": 1, "comm_dst": 0}

# The nodes of rank 0 of 2 -> what its line has.
NODES = [
    ([node(4, 0)], "node 4: type 0 (allowed: 1..10)"),
    ([field(1, 4)], "node 4: type 0 (allowed: 1..10)"),
    ([node(4, 11)], "node 4: type 11 (allowed: 1..10)"),
    ([node(4, -1)], "node 4: type -1 (allowed: 1..10)"),
    ([node(4, COMPUTE, duration=-5)], "node 4: duration_micros -5 is negative"),
    ([node(4, COMPUTE, duration=1 << 63)], "node 4: duration_micros -9223372036854775808 is negative"),
    ([node(4, SEND, comm_dst=1)], "node 4: send without comm_size"),
    ([node(4, SEND, comm_size=1)], "node 4: send without comm_dst"),
    ([node(4, RECV, comm_size=1, comm_dst=0)], "node 4: recv without comm_src"),
    ([node(4, SEND, comm_size=1, comm_dst=2)], "node 4: comm_dst 2 (allowed: 0..1)"),
    ([node(4, RECV, comm_size=1, comm_src=-1)], "node 4: comm_src -1 (allowed: 0..1)"),
    ([node(4, SEND, comm_size=10 ** 15 + 1, comm_dst=1)], "node 4: comm_size 1000000000000001 (allowed: 0..1000000000000000)"),
    ([node(4, SEND, comm_size=1, comm_dst=1, comm_tag=-1)], "node 4: comm_tag -1 (allowed: 0..4294967294)"),
    ([node(4, SEND, comm_size=1, comm_dst=1, comm_tag=2 ** 32 - 1)], "node 4: comm_tag 4294967295 (allowed: 0..4294967294)"),
    ([node(4, SEND, comm_size=1, comm_src=1, comm_dst=1)], "node 4: comm_src of a send is 1, but the file is rank 0's"),
    ([node(4, RECV, comm_size=1, comm_src=1, comm_dst=1)], "node 4: comm_dst of a recv is 1, but the file is rank 0's"),
    ([node(4, SEND, comm_size="1", comm_dst=1)], "node 4: comm_size is no integer"),
    ([node(4, SEND, comm_dst=1, more=attribute("comm_size", 1.0, "double"))], "node 4: comm_size is no integer"),
    ([node(4, SEND, comm_dst=1, more=attribute("comm_size", 1, "bool"))], "node 4: comm_size is no integer"),
    ([node(4, SEND, comm_dst=1, more=field(10, field(1, "comm_size")))], "node 4: comm_size is no integer"),
    ([node(4, SEND, comm_size=1, comm_dst=1, more=attribute("comm_size", 2))], "comm_size is given twice, as 1 and 2"),
    ([node(4, SEND, comm_dst=1, more=field(10, field(1, "comm_size") + varint(9 << 3 | 5) + bytes(4)))], "comm_size is 32 bits, not varint"),
    ([node(4, COMPUTE, more=attribute("is_cpu_op", "yes"))], "node 4: is_cpu_op is no boolean"),
    ([node(4, COMPUTE, num_ops=-1)], "node 4: num_ops is no integer of 0 or more"),
    ([node(4, COMPUTE, more=attribute("tensor_size", 1.5, "double"))], "node 4: tensor_size is no integer of 0 or more"),
    ([collective(4, 10, 1)], "node 4: comm_type 10 (allowed: 0..9)"),
    ([collective(4, 0)], "node 4: all-reduce without comm_size"),
    ([collective(4, 2, -1)], "node 4: comm_size -1 (allowed: 0..1000000000000000)"),
    ([collective(4, 0, 1, pg_name=7)], "node 4: pg_name is no string"),
    ([collective(4, 0, 1, more=field(10, field(1, "pg_name") + field(29, b"\xff")))], "pg_name is not UTF-8"),
    ([node(4, METADATA, pg_name="g", ranks="[0, 1")], "node 4: ranks is no list"),
    ([node(4, METADATA, pg_name="g", ranks=7)], "node 4: ranks is no list"),
    ([node(4, COMPUTE), node(4, METADATA)], "two nodes have id 4"),
    ([node(1, COMPUTE, [4]), node(4, COMPUTE, [7]), node(7, COMPUTE, [9]), node(9, COMPUTE, [4])], "nodes wait for each other: 4 waits for 7 waits for 9 waits for 4"),
]

# What groups.json holds -> what the line has.
GROUPS = {
    b"": "groups.json: not JSON: Expecting value",
    b"\xff": "groups.json: not JSON: 'utf-8' codec",
    b"[" * 100000: "groups.json: not JSON: ",
    b"[[0, 1]]": "groups.json: expected an object",
    b'{"g": 1}': "group 'g': expected a list of ranks",
    b'{"g": []}': "group 'g': expected a list of ranks",
    b'{"g": [0, 2]}': "group 'g': member 2 (allowed: 0..1)",
    b'{"g": [0, -1]}': "group 'g': member -1 (allowed: 0..1)",
    b'{"g": [0, true]}': "group 'g': member true (allowed: 0..1)",
    b'{"g": [0, 1.0]}': "group 'g': member 1.0 (allowed: 0..1)",
    b'{"g": [0, 1, 0]}': "group 'g': member 0 is there twice",
    b'{"g": [0], "g": [1]}': "group 'g' is there twice",
    b'{"g": [' + b"9" * 5000 + b"]}": "groups.json",
    b'{"h": [0, 1]}': "rank 0, node 1: no members of group 'g' are known",
    b'{"g": [1]}': "rank 0, node 1: rank 0 is no member of group 'g'",
}


class Malformed(ChakraCase):
    def test_bytes_that_are_no_messages(self):
        for content, expected in WIRE.items():
            with self.subTest(expected=expected):
                self.trace(content)
                self.assertEqual(self.refused(), f"t.0.et: {expected}")

    def test_files_of_another_kind_are_called_what_they_are(self):
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w") as tar:
            tar.addfile(tarfile.TarInfo("t.0.et"))
        profiler = b'{\n  "schema": "1.0.2-chakra.0.0.4", "pid": 7,\n  "nodes": [\n    {"id": 2}]}\n'
        kinds = ((archive.getvalue(), "an archive (tar)"), (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n", "a pointer of Git LFS"),
                 (profiler, "JSON of PyTorch's profilers, not yet a Chakra trace"), (b'{"workload_graph": [{"Id": 216}]}', "JSON; a Chakra trace is protobuf"))
        zipped = io.BytesIO()
        with zipfile.ZipFile(zipped, "w") as file:
            file.writestr("t.0.et", profiler)
        kinds += ((zipped.getvalue(), "packed by zip; unpack it"), (lzma.compress(profiler), "packed by xz"), (bz2.compress(profiler), "packed by bzip2"),
                  (b"\x28\xb5\x2f\xfd\x04\x00", "packed by zstd"), (gzip.compress(gzip.compress(profiler)), "packed by gzip twice"))
        for content, expected in kinds:
            for packed in (content, gzip.compress(content)):
                with self.subTest(expected=expected):
                    self.trace(packed)
                    self.assertTrue(self.refused().startswith(f"t.0.et: {expected}"), self.refused())
        # A trace whose first bytes could begin JSON is one: 123 bytes of metadata, in a field 1 of 32 bytes that begins with a quotation mark.
        first = field(1, '"' + "x" * 31) + field(1, "x" * 87)
        self.assertEqual(delimited(first)[:4], b"{\n \"")
        self.trace(delimited(first) + delimited(node(0, COMPUTE, duration=1)))
        self.assertEqual(self.convert("t").returncode, 0)

    def test_nodes_that_cannot_be(self):
        for own, expected in NODES:
            with self.subTest(expected=expected):
                self.trace(own, [])
                line = self.refused()
                self.assertTrue(line.startswith("t.0.et: ") and line.endswith(expected), line)

    def test_files_of_groups(self):
        for content, expected in GROUPS.items():
            with self.subTest(expected=expected):
                self.trace([collective(1, 9, pg_name="g")], [collective(1, 9, pg_name="g")])
                (self.place / "groups.json").write_bytes(content)
                self.assertIn(expected, self.refused("t", "--groups", "groups.json"))

    def test_a_group_without_a_file(self):
        self.trace([collective(1, 9, pg_name="a\nb")])
        self.assertEqual(self.refused(), "rank 0, node 1: no members of group 'a?b' are known; name them in a file (--groups FILE)")

    def test_a_duration_may_be_negative_in_no_node(self):
        self.trace([node(3, SEND, duration=-1, **GOOD_SEND)])
        self.assertIn("duration_micros -1", self.refused())

    def test_collectives_that_do_not_fit_together(self):
        for one, other, expected in (
                ([collective(1, 9)], [], "the group of all ranks: 1 collectives on rank 0, 0 on rank 1"),
                ([], [collective(1, 9)], "the group of all ranks: 0 collectives on rank 0, 1 on rank 1"),
                ([collective(1, 0, 8)], [collective(2, 0, 9)], "node 1 of rank 0 is all-reduce of 8 bytes, node 2 of rank 1 all-reduce of 9 bytes"),
                ([collective(1, 0, 8), collective(3, 9)], [collective(3, 9), collective(1, 0, 8)], "node 1 of rank 0 is all-reduce of 8 bytes, node 3 of")):
            with self.subTest(expected=expected):
                self.trace(one, other)
                self.assertIn(expected, self.refused())

    def test_a_torus_of_another_number_of_members(self):
        self.trace([collective(1, 0, 8)], [collective(1, 0, 8)])
        self.assertIn("--all-reduce torus:2x2: 4 members, but the group of all ranks has 2", self.refused("t", "--all-reduce", "torus:2x2"))

    def test_files_that_are_missing_or_no_files(self):
        self.assertEqual(self.refused(), "t.0.et is missing")
        self.trace([], [], [])
        (self.place / "t.1.et").unlink()
        self.assertEqual(self.refused(), "t.1.et is missing, but there is t.2.et")
        (self.place / "t.1.et").mkdir()
        self.assertEqual(self.refused(), "t.1.et: not a regular file")
        (self.place / "t.1.et").rmdir()
        os.mkfifo(self.place / "t.1.et")
        self.assertEqual(self.refused(), "t.1.et: not a regular file")
        (self.place / "t.1.et").unlink()
        (self.place / "t.1.et").symlink_to("t.1.et")
        self.assertIn("t.1.et: Too many levels", self.refused())
        self.assertEqual(self.refused("no/t"), "no: No such file or directory")
        self.trace([])
        (self.place / "t.99999999999999999.et").write_bytes(b"")
        self.assertEqual(self.refused(), "t.1.et is missing, but there is t.99999999999999999.et")


class Damaged(ChakraCase):
    def test_a_trace_with_a_byte_changed_is_converted_or_refused_in_one_line(self):
        self.trace([node(0, COMPUTE, duration=300), node(1, SEND, [0], comm_size=100, comm_dst=1, comm_tag=3), collective(2, 0, 64, [1], pg_name="")],
                   [node(0, RECV, comm_size=100, comm_src=0, comm_tag=3), collective(7, 0, 64, [0])])
        file = self.place / "t.0.et"
        whole = file.read_bytes()
        self.assertEqual(self.convert("t").returncode, 0)
        draw = random.Random(1)
        ends = {0: 0, 2: 0}
        for _ in range(60):
            at = draw.randrange(len(whole))
            changed = whole[:at] if draw.random() < 0.3 else whole[:at] + bytes([draw.randrange(256)]) + whole[at + 1:]
            file.write_bytes(changed)
            done = self.convert("t")
            self.assertIn(done.returncode, ends, (changed, done.stderr))
            ends[done.returncode] += 1
            self.assertEqual(done.stderr.count("\n"), done.returncode // 2, (changed, done.stderr))
        self.assertGreater(min(ends.values()), 5)


if __name__ == "__main__":
    unittest.main()
