#!/usr/bin/python3
"""import-chakra on traces as profilers write them: nodes that are missing, launches, host and GPU, one rank for all, groups, times from a roofline, gzip."""

import gzip
import random
import re
import unittest

from chakra_files import COMPUTE, METADATA, RECV, SEND, ChakraCase, Read, attribute, collective, delimited, field, node, operations, varint

HOST, GPU = attribute("is_cpu_op", 1, "bool"), attribute("is_cpu_op", 0, "bool")


def host(number, after=(), duration=3, more=b"", **attributes):
    return node(number, COMPUTE, after, HOST + more, duration=duration, **attributes)


def gpu(number, after=(), duration=5, more=b"", **attributes):
    return node(number, COMPUTE, after, GPU + more, duration=duration, **attributes)


def control(*ids):
    return field(4, b"".join(map(varint, ids)))


class ProfileCase(ChakraCase):
    def both(self, *words):
        """The lines of the schedule of t, and the notes."""
        done = self.convert("t", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return operations(done.stdout)[1:], done.stderr


class Dependencies(ProfileCase):
    def test_what_is_missing_and_waits_for_itself_is_left_out_with_a_count(self):
        # 3,664 nodes: 383 wait for themselves, and 1,277 dependencies are on 210 ids that no node has
        own, absent = [], 0
        for i in range(3664):
            ids = [i] if i < 383 else []
            if absent < 1277 and i % 2 == 0:
                ids.append(10000 + absent % 210)
                absent += 1
            own.append(host(i, [i - 1] if i else [], more=control(*ids)))
        self.trace(own)
        lines, notes = self.both()
        self.assertEqual(notes, "note: dependencies left out: 1277 on 210 ids that no node has and 383 of nodes on themselves (--strict refuses them)\n")
        self.assertEqual([line.partition(" after ")[2] for line in lines], [""] + [f"n{i - 1} as n{i}" for i in range(1, 3664)])
        self.assertEqual(self.refused("t", "--strict"), "t.0.et: node 0: ctrl_deps names itself")

    def test_strict_names_what_is_not_there(self):
        self.trace([gpu(4, [5])])
        self.assertEqual(self.refused("t", "--strict"), "t.0.et: node 4: data_deps names 5, which is no node of this rank")
        self.assertEqual(self.both("--deps", "ctrl")[0], ["0 compute 5us cpu 1 as n4"])

    def test_a_cycle_is_refused_with_the_dependencies_that_have_none(self):
        self.trace([host(1, more=control(2)), host(2, [1])])
        self.assertEqual(self.refused(), "t.0.et: nodes wait for each other: 1 waits for 2 waits for 1; --deps data has no such cycle")
        self.assertEqual(self.both("--deps", "data")[0], ["0 compute 3us as n1", "0 compute 3us after n1 as n2"])
        self.assertEqual(self.both("--deps", "ctrl")[0], ["0 compute 3us after n2 as n1", "0 compute 3us as n2"])
        self.trace([host(1, [2]), host(2, [1])])
        self.assertEqual(self.refused(), "t.0.et: nodes wait for each other: 1 waits for 2 waits for 1")
        self.trace([host(1, more=control(2)), host(2, more=control(1))])
        self.assertEqual(self.refused("t", "--deps", "ctrl"), "t.0.et: nodes wait for each other: 1 waits for 2 waits for 1; --deps data has no such cycle")

    def test_an_id_in_both_fields_counts_once(self):
        self.trace([host(1), host(2, [1], more=control(1))])
        self.assertEqual(self.both()[0][1], "0 compute 3us after n1 as n2")


class Metadata(ProfileCase):
    def test_a_file_without_metadata_begins_with_a_node(self):
        for first in (gpu(0), field(1, 0) + field(3, METADATA), field(3, METADATA)):
            self.trace(delimited(first) + delimited(gpu(7)))
            self.assertEqual(len(self.both()[0]), 2)

    def test_names_and_lists_of_fields_one_and_two_are_metadata(self):
        for first in (b"", field(1, "0.0.4") + field(2, field(1, "pid")), field(2, field(1, "pid"))):
            self.trace(delimited(first) + delimited(gpu(7)))
            self.assertEqual(self.both()[0], ["0 compute 5us cpu 1 as n7"])


class Processors(ProfileCase):
    def test_a_launch_is_work_of_the_host_and_only_the_kernel_communicates(self):
        launch, kernel = node(1, 7, [], HOST, duration=85), collective(2, 0, 12, [1], more=GPU)
        self.trace(*([launch, node(3, 7, [], HOST, duration=9, comm_type=0, comm_size=8), node(4, 7, [], duration=2), kernel] for _ in range(2)))
        lines, _ = self.both()
        self.assertEqual(lines[:4], ["0 compute 85us as n1", "0 compute 9us as n3", "0 compute 2us as n4", "0 compute 0 after n1 as n2.begin"])

    def test_host_and_gpu_are_two_and_by_thread_more(self):
        self.trace([host(0, tid=70), gpu(1, tid=7), host(2, tid=8), gpu(3, tid=9), host(4, tid=70), gpu(5)])
        self.assertEqual([re.sub(r" as .*|.*us", "", line) for line in self.both()[0]], ["", " cpu 1", "", " cpu 1", "", " cpu 1"])
        self.assertEqual([re.sub(r" as .*|.*us", "", line) for line in self.both("--cpus", "tid")[0]],
                         ["", " cpu 1", " cpu 2", " cpu 3", "", " cpu 1"])

    def test_more_threads_than_cpus_are_refused(self):
        self.trace([gpu(i, tid=i) for i in range(129)])
        self.assertEqual(self.refused("t", "--cpus", "tid"), "rank 0: more than 128 values of tid for one side, the host's or the GPU's")

    def test_collectives_of_a_group_run_one_at_a_time_in_an_order_their_dependencies_allow(self):
        (self.place / "groups").write_text('{"a": [0, 1]}')
        own = [collective(1, 9, after=[3]), collective(3, 9), collective(5, 9, pg_name="a"), collective(7, 9)]
        self.trace(own, own)
        lines = self.both("--groups", "groups")[0]
        waits = {line.split(" as n")[1]: line.partition(" after ")[2].split(" as ")[0] for line in lines if re.match(r"0 .*begin$", line)}
        self.assertEqual(waits, {"1.begin": "n3", "3.begin": "", "5.begin": "", "7.begin": "n1"})


    def begins(self, *words):
        """Label of each collective on each rank -> what it waits for."""
        lines = self.both(*words)[0]
        return {line[0] + " " + line.split(" as ")[1].split(".")[0]: line.partition(" after ")[2].split(" as ")[0] for line in lines if line.endswith(".begin")}

    def test_they_run_in_the_order_of_the_file_also_if_the_first_waits_for_a_later_node(self):
        self.trace([collective(1, 9, after=[3]), collective(2, 9), gpu(3)], [collective(1, 9), collective(2, 9)])
        self.assertEqual(self.begins(), {"0 n1": "n3", "0 n2": "n1", "1 n1": "", "1 n2": "n1"})

    def test_all_members_have_the_order_that_what_one_of_them_waits_for_allows(self):
        self.trace([collective(1, 9), collective(2, 9)], [collective(1, 9, after=[2]), collective(2, 9)])
        self.assertEqual(self.begins(), {"0 n1": "n2", "0 n2": "", "1 n1": "n2", "1 n2": ""})
        # rank 1 has the first when it has heard of the second
        self.trace([collective(1, 9), collective(2, 9), node(3, SEND, [2], comm_size=1, comm_dst=1)],
                   [node(3, RECV, comm_size=1, comm_src=0), collective(1, 9, after=[3]), collective(2, 9)])
        self.assertEqual(self.begins(), {"0 n1": "n2", "0 n2": "", "1 n1": "n3 n2", "1 n2": ""})

    def test_an_empty_name_and_0_are_the_same_group_unless_something_says_who_0_is(self):
        self.trace([collective(1, 9, pg_name="0"), collective(2, 9)], [collective(1, 9), collective(2, 9, pg_name="")])
        self.assertEqual(self.begins(), {"0 n1": "", "0 n2": "n1", "1 n1": "", "1 n2": "n1"})
        own = [node(0, METADATA, pg_name="0", ranks="[1, 0]"), collective(1, 9, pg_name="0"), collective(2, 9)]
        self.trace(own, own)
        self.assertEqual(self.begins(), {f"{rank} n{i}": "" for rank in (0, 1) for i in (1, 2)})


class Replicas(ProfileCase):
    def test_one_file_is_every_rank_and_peers_are_relative(self):
        self.trace([gpu(0), node(1, SEND, [0], comm_size=10, comm_src=2, comm_dst=3), node(2, RECV, comm_size=10, comm_src=1, comm_dst=2)])
        found = Read(self.converted("--replicate", "5"))
        self.assertEqual(found.ranks, 5)
        self.assertEqual([(each["rank"], each["peer"]) for each in found.operations if each["kind"] == "send"], [(str(r), str((r + 1) % 5)) for r in range(5)])

    def test_a_collective_is_one_on_all(self):
        self.trace([collective(4, 0, 64, pg_name="0")])
        found = Read(self.converted("--replicate", "4"))
        self.assertEqual((found.ranks, len(found.sends), found.bytes(), found.depth()), (4, 24, 6 * 64, 6))

    def groups_of(self, said, ranks, *words):
        self.trace([node(0, METADATA, pg_name="g", more=said), collective(4, 6, 8, pg_name="g")])
        found = Read(self.converted("--replicate", ranks, *words))
        members = {}
        for each in found.operations:
            if each["kind"] == "send":
                members.setdefault(int(each["rank"]), {int(each["rank"])}).add(int(each["peer"]))
        return members

    def test_groups_of_metadata_repeat_side_by_side(self):
        kinds = (attribute("ranks", "[0, 1]"), field(10, field(1, "ranks") + field(8, field(1, varint(0) + varint(1)))),
                 field(10, field(1, "ranks") + field(10, field(1, 0) + field(1, 1))))
        for said in kinds:
            self.assertEqual(self.groups_of(said, "4"), {0: {0, 1}, 1: {0, 1}, 2: {2, 3}, 3: {2, 3}})
        self.assertEqual(self.groups_of(attribute("ranks", "[0, 2]"), "8"), {r: {r & 5, r & 5 | 2} for r in range(8)})
        self.assertEqual(self.groups_of(attribute("ranks", "[]"), "2"), {0: {0, 1}, 1: {0, 1}})

    def test_groups_that_do_not_fit_are_refused(self):
        for said, ranks, expected in ((attribute("ranks", "[0, 1]"), "5", "group 'g': 2 members that are no regular part of 5 ranks"),
                                      (attribute("ranks", "[0, 1, 3]"), "8", "group 'g': 3 members that are no regular part of 8 ranks"),
                                      (attribute("ranks", "[1, 2]"), "4", "group 'g': 2 members that are no regular part of 4 ranks"),
                                      (attribute("ranks", "[0, 0]"), "4", "group 'g' of the metadata: member 0 is there twice"),
                                      (attribute("ranks", "[0"), "4", "ranks is no list")):
            self.trace([node(0, METADATA, pg_name="g", more=said), collective(4, 6, 8, pg_name="g")])
            self.assertIn(expected, self.refused("t", "--replicate", ranks))

    def test_wrong_numbers_of_ranks_and_files(self):
        self.trace([], [])
        self.assertEqual(self.refused("t", "--replicate", "4"), "--replicate 4: one file for all ranks, but t has 2")
        for wrong in ("0", "x", "-1", "16777217", "9" * 5000, ""):
            self.assertIn("expected 1..16777216 ranks", self.refused("t", "--replicate", wrong))

    def test_metadata_that_contradicts_itself(self):
        self.trace([node(0, METADATA, pg_name="g", ranks="[0]"), node(1, METADATA, pg_name="g", ranks="[1]")], [])
        self.assertEqual(self.refused(), "rank 0, node 1: group 'g' has other members than another node says")


class Times(ProfileCase):
    def test_a_roofline_is_the_longer_of_two_times_exactly_and_rounded_up(self):
        self.trace([gpu(0, duration=None, num_ops=7, tensor_size=1), gpu(1, duration=None, num_ops=10 ** 12, tensor_size=8),
                    gpu(2, duration=None, tensor_size=3 * 10 ** 9), gpu(3, duration=4, num_ops=5)])
        # 3 x 10^6 operations and 2,000 bytes a microsecond; a third is rounded up to a femtosecond
        self.assertEqual(self.both("--peak-tflops", "3", "--memory-gbs", "2")[0],
                         ["0 compute 0.0005us cpu 1 as n0", "0 compute 333333.333333334us cpu 1 as n1", "0 compute 1500000us cpu 1 as n2",
                          "0 compute 4us cpu 1 as n3"])

    def test_untimed_computes_are_refused_by_count(self):
        self.trace([gpu(0, duration=None, num_ops=7), gpu(1, duration=None, num_ops=7, tensor_size=1)])
        self.assertEqual(self.refused(), "computes without duration_micros: 2 with num_ops, 1 with tensor_size; say how fast the GPU is "
                                         "(--peak-tflops, --memory-gbs)")
        self.assertEqual(self.refused("t", "--peak-tflops", "1"), "computes without duration_micros: 1 with tensor_size; say how fast the GPU is (--memory-gbs)")
        self.assertEqual(self.refused("t", "--memory-gbs", "1"), "computes without duration_micros: 2 with num_ops; say how fast the GPU is (--peak-tflops)")
        self.trace([gpu(0, duration=None), gpu(1, duration=None)])
        self.assertEqual(self.refused(), "2 of the computes have no duration_micros, and neither num_ops nor tensor_size to make one of")

    def test_below_a_microsecond_is_no_time_where_others_have_one(self):
        self.trace([gpu(0, duration=None), gpu(1)])
        lines, notes = self.both()
        self.assertEqual(lines, ["0 compute 0 cpu 1 as n0", "0 compute 5us cpu 1 as n1"])
        self.assertEqual(notes, "note: 1 of the computes have no duration_micros, where others have one: they take no time\n")

    def test_rates_that_are_none_or_have_no_use(self):
        self.trace([gpu(0)])
        for wrong in ("0", "-1", "1e3", "x", "0.0", ""):
            self.assertIn("expected a decimal above 0", self.refused("t", "--peak-tflops", wrong))
        self.assertIn("has no use", self.refused("t", "--memory-gbs", "900"))


class Sizes(ProfileCase):
    def test_an_all_gather_is_of_what_each_rank_puts_in(self):
        self.trace(*([collective(0, 2, 1 << 20)] for _ in range(16)))
        found = Read(self.converted())
        self.assertEqual((len(found.sends), found.bytes()), (240, 240 << 20))
        self.assertEqual(Read(self.converted("--comm-size", "generator")).bytes(), 15 << 20)


class Named(ProfileCase):
    def lines(self, *words):
        return [line for line in self.convert("t", *words).stdout.splitlines() if re.search("^gpu|^collective|begins|ends", line)]

    def test_a_collective_has_a_name_and_begins_and_ends_on_each_member(self):
        own = [gpu(0), collective(4, 2, 100, [0], pg_name="data parallel")]
        (self.place / "groups").write_text('{"data parallel": [1, 0]}')
        self.trace(own, own)
        self.assertEqual(self.lines("--groups", "groups"),
                         ["gpu 1", "collective c1 all-gather 200 group data_parallel", "0 compute 0 after n0 as n4.begin begins c1",
                          "0 compute 0 after n4.0 n4.1 as n4 ends c1", "1 compute 0 after n0 as n4.begin begins c1", "1 compute 0 after n4.0 n4.1 as n4 ends c1"])

    def test_its_bytes_are_those_of_all_parts(self):
        for kind, size, words in ((0, 100, ()), (2, 300, ()), (6, 100, ()), (7, 100, ()), (2, 100, ("--comm-size", "generator")),
                                  (6, 300, ("--comm-size", "generator"))):
            self.trace(*([collective(4, kind, 100)] for _ in range(3)))
            self.assertEqual(self.lines(*words)[1].split()[3], str(size), (kind, words))

    def test_groups_side_by_side_have_names_of_their_own(self):
        self.trace([node(0, METADATA, pg_name="g", ranks="[0, 2]"), collective(4, 0, 8, pg_name="g")])
        self.assertEqual([line for line in self.lines("--replicate", "4") if line.startswith("c")],
                         ["collective c1 all-reduce 8 group g", "collective c1.1 all-reduce 8 group g"])


class Damaged(ProfileCase):
    def test_bytes_changed_anywhere_are_converted_or_refused_in_one_line(self):
        self.trace([node(9, METADATA, pg_name="g", ranks="[0, 2]"), node(10, METADATA, pg_name="h", more=field(10, field(1, "ranks") + field(8, field(1, 0)))),
                    host(0, tid=4), gpu(1, [0], duration=None, num_ops=7, tensor_size=100), collective(2, 0, 64, [1], pg_name="g"),
                    collective(3, 2, 64, [1, 2], pg_name="h", more=GPU), node(4, 7, [3], HOST, duration=5), node(5, SEND, [4], comm_size=10, comm_dst=1)])
        whole = (self.place / "t.0.et").read_bytes()
        words = ("t", "--replicate", "8", "--peak-tflops", "1", "--memory-gbs", "1")
        self.assertEqual(self.convert(*words).returncode, 0)
        draw, ends = random.Random(2), {0: 0, 2: 0}
        for _ in range(150):
            at = draw.randrange(len(whole))
            (self.place / "t.0.et").write_bytes(whole[:at] + bytes([draw.choice((0, 57, 91, 127, 128, 255))]) + whole[at + 1:])
            done = self.convert(*words, *draw.choice(((), ("--cpus", "tid"), ("--strict",), ("--deps", "data"))))
            ends[done.returncode] += 1
            if done.returncode == 2:
                self.assertRegex(done.stderr, r"\Aerror: [^\n]+\n\Z")
        self.assertGreater(min(ends.values()), 5)


class Files(ProfileCase):
    def test_gzip_a_folder_and_one_file(self):
        self.trace([gpu(0)])
        plain = self.converted()
        whole = (self.place / "t.0.et").read_bytes()
        self.assertEqual(operations(self.convert(str(self.place)).stdout), plain)
        (self.place / "t.0.et").unlink()
        (self.place / "kernel.et").write_bytes(whole)
        self.assertEqual(self.convert("kernel.et", "--replicate", "2").stdout.count("n0"), 2)
        self.assertEqual(self.convert(".", "--replicate", "2").stdout.count("n0"), 2)
        for name in ("t.0.et", "t.0.et.gz"):
            (self.place / name).write_bytes(gzip.compress(whole))
            self.assertEqual(self.converted(), plain)
            if name == "t.0.et":
                (self.place / name).unlink()
        (self.place / "t.0.et").write_bytes(whole)
        self.assertEqual(self.refused(), "t.0.et and t.0.et.gz are both there")

    def test_a_folder_without_a_trace_or_with_two(self):
        self.assertIn("no trace", self.refused("."))
        for name in ("a.0.et", "b.0.et"):
            (self.place / name).write_bytes(b"\0")
        self.assertEqual(self.refused("."), ".: several traces; name one of them: ./a, ./b")

    def test_damaged_gzip_is_one_line(self):
        self.trace([gpu(0)])
        whole = gzip.compress((self.place / "t.0.et").read_bytes())
        for content in (whole[:-9], whole[:-8] + bytes(8), b"\x1f\x8b", gzip.compress(varint(1 << 40))):
            (self.place / "t.0.et").write_bytes(content)
            self.assertRegex(self.refused(), r"^t\.0\.et: (gzip that cannot be read|byte 0: a message of 1099511627776 bytes \(allowed in gzip: )")


if __name__ == "__main__":
    unittest.main()
