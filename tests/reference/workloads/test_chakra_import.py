#!/usr/bin/python3
"""import-chakra beside rules written from the specification: drawn traces, what must come out of them, and what does.
More of them with DATELINE_WHOLE=1."""

import itertools
import json
import random
import re
import sys
import unittest
from fractions import Fraction
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "experiments"))

import chakra_files  # noqa: E402
from chakra_files import ChakraCase, attribute, delimited, field, varint  # noqa: E402
from chakra_rules import COLLECTIVE, HOST, NAMES, Node, Options, expect, files_order, order_difference, rank_graph  # noqa: E402
from drawn_traces import one_for_all, some_ranks  # noqa: E402
from plan_check import keyed  # noqa: E402
from schedule_lines import can_finish, matched, read  # noqa: E402
from support import WHOLE, sample  # noqa: E402

NOTE = re.compile(r"note: dependencies left out: (?:(?P<absent>\d+) on (?P<ids>\d+) ids? that no node has)?(?: and )?"
                  r"(?:(?P<own>\d+) of nodes on themselves)?")
FEMTOSECOND = Fraction(1, 10 ** 9)  # in microseconds: times are rounded up to whole ones


def encoded(node, chance):
    """Any kind of integers, packed and single dependencies; numbers that are 0 may be left out."""
    found = field(1, node.id) if node.id or chance.random() < 0.5 else b""
    found += field(2, "a name") + field(3, node.type)
    for number, ids in ((4, node.control), (5, node.data)):
        found += field(number, b"".join(map(varint, ids))) if chance.random() < 0.5 else b"".join(field(number, id_) for id_ in ids)
    if node.duration or chance.random() < 0.2:
        found += field(7, node.duration)
    for name, value in node.attributes.items():
        if name == "is_cpu_op":
            found += attribute(name, value, "bool")
        elif name == "ranks":
            as_list = field(10, field(1, name) + field(8, field(1, b"".join(map(varint, value)))))
            found += attribute(name, json.dumps(value)) if chance.random() < 0.5 else as_list
        elif isinstance(value, int):
            kinds = [kind for kind in chakra_files.INTEGERS if value < 1 << 31 and (value >= 0 or kind.startswith(("i", "s")))] or ["int64"]
            found += attribute(name, value, chance.choice(kinds))
        else:
            found += attribute(name, value)
    return found


def words(options, files):
    """Without those about collectives that the files do not have: these are refused."""
    found = ["--deps", options.deps, "--cpus", options.cpus]
    made = {NAMES[node.attributes["comm_type"]] for nodes in files for node in nodes if node.communicates()}
    for name, value, of in (("--all-reduce", options.all_reduce, {"all-reduce"}), ("--all-to-all", options.all_to_all, {"all-to-all"}),
                            ("--comm-size", options.comm_size, {"all-to-all", "all-gather", "gather"})):
        found += [name, value] if made & of else []
    for name, value in (("--replicate", options.replicate), ("--peak-tflops", options.peak), ("--memory-gbs", options.memory)):
        found += [name, str(value)] if value else []
    return found + ["--strict"] * options.strict + ["--groups", "groups"] * bool(options.groups)


class Imported(ChakraCase):
    def check(self, files, options, chance):
        """Compares; the schedule, or None where all agree that there is none."""
        for old in self.place.glob("t.*.et"):
            old.unlink()
        for rank, nodes in enumerate(files):
            first = chance.choice(([chakra_files.VERSION], [b""], [] if nodes else [b""]))
            (self.place / f"t.{rank}.et").write_bytes(b"".join(map(delimited, first + [encoded(node, chance) for node in nodes])))
        (self.place / "groups").write_text(json.dumps(options.groups))
        done, wanted = self.convert("t", *words(options, files)), expect(files, options)
        if wanted.refusals:
            self.assertEqual((done.returncode, done.stdout), (2, ""), (wanted.refusals, done.stderr))
            line = done.stderr.removeprefix("error: ").strip()
            self.assertTrue(any(re.search(why, line) for why in wanted.refusals.values()), (wanted.refusals, line))
            return None
        self.assertEqual(done.returncode, 0, done.stderr)
        self.notes(done.stderr, wanted)
        made = read(done.stdout)
        self.assertEqual(made.ranks, options.replicate or len(files))
        self.operations(made, wanted, options.replicate or len(files))
        self.collectives(made, wanted)
        return made

    def notes(self, text, wanted):
        left = NOTE.search(text)
        found = tuple(int(left[name] or 0) for name in ("absent", "ids", "own")) if left else (0, 0, 0)
        self.assertEqual(found, (wanted.absent, len(wanted.absent_ids), wanted.own), text)
        timeless = re.search(r"note: (\d+) of the computes have no duration", text)
        self.assertEqual(int(timeless[1]) if timeless else 0, wanted.timeless, text)
        self.assertEqual(text.count("\n"), bool(left) + bool(timeless), text)

    def operations(self, made, wanted, ranks):
        labels = [re.fullmatch(r"n(\d+)(?:\.(begin|\d+))?", each.label) for each in made.operations]
        parts = keyed([(each.rank, int(label[1]), *((each.kind, each.peer) if label[2] not in (None, "begin") else (label[2] or "",)))
                       for each, label in zip(made.operations, labels)])
        keys = [part if len(part) == 5 else part[:3] for part in parts]
        self.assertEqual(sorted(map(str, keys)), sorted(map(str, wanted.operations)))
        place = dict(zip(keys, range(len(keys))))
        partners = matched(made.operations)
        gpus = {}
        for key, want in wanted.operations.items():
            have = made.operations[place[key]]
            self.assertEqual((have.kind, have.bytes, have.peer, have.reduces), (want.kind, want.bytes, want.peer, want.reduces), key)
            self.assertTrue(want.time <= have.time < want.time + FEMTOSECOND, (key, want.time, have.time))
            if want.time:
                self.assertEqual((have.unit, have.cpu), ("us", want.cpu), key)
                gpus[have.cpu] = want.cpu % 2 != HOST
            if want.partner:
                self.assertEqual(keys[partners[place[key]]], want.partner, key)
        self.assertTrue(all((cpu in made.gpus) == gpu for cpu, gpu in gpus.items()), (gpus, made.gpus))
        as_in_file = files_order(wanted)
        for rank in range(ranks):
            have = {key: [keys[i] for i in made.operations[place[key]].after] for key in rank_graph(wanted, rank, [])}
            self.assertIsNone(order_difference(wanted, rank, have, as_in_file))

    def collectives(self, made, wanted):
        marked = {}
        for each in made.operations:
            if each.mark:
                marked.setdefault(each.mark[1], set()).add((each.rank, each.label, each.mark[0]))
        found = sorted((*made.collectives[name][:2], sorted(marks)) for name, marks in marked.items())
        self.assertEqual(found, sorted((type_, size, sorted(mark for rank, id_ in zip(members, ids)
                                                            for mark in ((rank, f"n{id_}.begin", "begins"), (rank, f"n{id_}", "ends"))))
                                       for type_, size, members, ids in wanted.collectives))
        self.assertEqual(set(marked), set(made.collectives))

    def draws(self, make, count):
        made = 0
        for seed in range(count):
            with self.subTest(seed=seed):
                chance = random.Random(seed)
                files, sure, options = make(chance)
                found = self.check(files, options, chance)
                made += found is not None
                self.assertTrue(found is None or not sure or can_finish(found), "the schedule cannot finish")
        self.assertGreater(made, count // 3)
        self.assertLess(made, count)

    def test_each_collective_by_each_way(self):
        for ranks in range(1, 25) if WHOLE else (3, 4, 8):
            side = next(k for k in range(int(ranks ** 0.5), 0, -1) if ranks % k == 0)
            for all_reduce, all_to_all, size in (("ring", "direct", 1001), ("recursive-doubling", "pairwise", 1001), ("halving-doubling", "xor", 6),
                                                 (f"torus:{side}x{ranks // side}", "direct", 6), (f"torus:{ranks // side}x{side}x1", "xor", 1001)):
                for comm_size in ("input", "generator"):
                    options = Options(replicate=ranks, all_reduce=all_reduce, all_to_all=all_to_all, comm_size=comm_size)
                    with self.subTest(options=options):
                        nodes = [Node(kind, COLLECTIVE, attributes={"comm_type": kind, "comm_size": size}) for kind in range(10)]
                        self.assertIsNotNone(self.check([nodes], options, random.Random(1)))

    def test_groups_of_one_file_for_all_ranks(self):
        found = {True: 0, False: 0}
        for ranks in (2, 4, 6, 8) if WHOLE else (2, 6):
            for count in range(1, ranks + 1):
                for members in itertools.permutations(range(ranks), count) if count < 3 else itertools.combinations(range(ranks), count):
                    with self.subTest(ranks=ranks, members=members):
                        nodes = [Node(1, COLLECTIVE, attributes={"comm_type": 5, "comm_size": 7, "pg_name": "g"})]
                        made = self.check([nodes], Options(replicate=ranks, groups={"g": list(members)}), random.Random(1))
                        found[made is not None] += 1
        self.assertGreater(min(found.values()), 10)

    def test_files_of_several_ranks(self):
        self.draws(some_ranks, sample(3000, 80))

    def test_one_file_for_all_ranks(self):
        self.draws(one_for_all, sample(3000, 60))


if __name__ == "__main__":
    unittest.main()
