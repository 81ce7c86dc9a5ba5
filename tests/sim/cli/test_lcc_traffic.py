#!/usr/bin/python3
"""`--traffic lcc:X`, `--workload lcc:X` and `--mapping` of patterns: the same as patterns by name, packets per channel, what is delivered, what is refused."""
import collections
import csv
import io
import json
import random
import unittest

from program import WHOLE, ProgramTest, sample

EXACT = ["--routing", "e-cube", "--vcs", "1", "--buffer-depth", "2", "--router.ejection", "channel", "--router.vc-selection", "lowest"]
CUBE = ["--topology", "hypercube:8"]
NAMES = {"transpose": "transpose", "bit-reverse": "bit-reverse", "reverse-flip": "reverse-flip", "shuffle:1": "shuffle"}
CASES, ONE_SHOTS = sample(200, 6), sample(40, 3)


def image(rows, b, x):
    return sum(((bin(row & x).count("1") ^ b >> i) & 1) << i for i, row in enumerate(rows))


def nonsingular(dice, n):
    """Rows of a random nonsingular matrix: as long as two points meet, it is drawn again."""
    while True:
        rows = [dice.randrange(1 << n) for _ in range(n)]
        if len({image(rows, 0, x) for x in range(1 << n)}) == 1 << n:
            return rows


def text_of(n, rows, b, scatter=False):
    digits = ["".join(str(row >> j & 1) for j in range(n)) for row in [*rows, b]]
    return ("scatter\n" if scatter else "") + "\n".join(digits[:-1]) + f"\n\n{digits[-1]}\n"


def most_packets(pairs, n):
    """The most packets on a channel of each dimension, e-cube ascending, way by way."""
    used = collections.Counter()
    for source, destination in pairs:
        at = source
        for i in range(n):
            if (at ^ destination) >> i & 1:
                used[at, i] += 1
                at ^= 1 << i
    return [max((count for (_, i), count in used.items() if i == dimension), default=0) for dimension in range(n)]


class LccTrafficTest(ProgramTest):
    def result(self, *arguments):
        return json.loads(self.good(*arguments, "--json", "-"))

    def unlabelled(self, *arguments):
        result = self.result(*arguments)
        for option in ("traffic", "workload"):
            result["options"].pop(option, None)
        return result

    def recorded(self, *arguments):
        return [tuple(map(int, row.split(","))) for row in self.good(*arguments, "--out", "record=-").splitlines()[1:]]

    def channels(self, *arguments):
        """Per dimension the most packets of a channel."""
        self.good(*arguments, "--out", "channels=channels.csv")
        most = collections.defaultdict(int)
        for row in csv.DictReader(io.StringIO((self.folder / "channels.csv").read_text(encoding="utf-8"))):
            most[int(row["dimension"])] = max(most[int(row["dimension"])], int(row["packets"]))
        return [most[dimension] for dimension in sorted(most)]


class SameAsByName(LccTrafficTest):
    def test_results_are_those_of_the_pattern_but_for_its_name(self):
        for number, (lcc, name) in enumerate(NAMES.items()):
            commands = (["simulate", *CUBE, "--load", "0.05", "--cycles", "600"], ["loads", *CUBE], ["bounds", *CUBE],
                        ["saturate", "--topology", "hypercube:4", "--search.resolution", "0.5"])
            for command in commands if WHOLE else [commands[number]]:
                self.assertEqual(self.unlabelled(*command, "--traffic", f"lcc:{lcc}"), self.unlabelled(*command, "--traffic", name), (lcc, command[0]))
            run = ["simulate", *CUBE, *EXACT, "--packet-length", "17"]
            self.assertEqual(self.unlabelled(*run, "--workload", f"lcc:{lcc}"), self.unlabelled(*run, "--workload", f"permutation:{name}"))

    def test_a_file_is_the_communication_that_it_writes_out(self):
        self.write("halves.lcc", "0010\n0001\n1000\n0100\n\n0000\n")
        loads = ["loads", "--topology", "hypercube:4", "--traffic"]
        self.assertEqual(self.unlabelled(*loads, "lcc:halves.lcc"), self.unlabelled(*loads, "transpose"))


class OneShot(LccTrafficTest):
    def test_one_packet_goes_to_every_image_and_to_every_copy(self):
        dice = random.Random(1)
        for case in range(ONE_SHOTS):
            n, scatter = dice.randint(1, 5), case % 2 == 1
            rows, b = [dice.randrange(1 << n) & dice.randrange(1 << n) for _ in range(n)], dice.randrange(1 << n)
            pairs = [(image(rows, b, end), end) if scatter else (end, image(rows, b, end)) for end in range(1 << n)]
            wanted = sorted((0, x, y, 5) for x, y in pairs if x != y)
            name = self.write("x.lcc", text_of(n, rows, b, scatter))
            run = ["simulate", "--topology", f"hypercube:{n}", *EXACT, "--workload", f"lcc:{name}", "--packet-length", "5"]
            self.assertEqual(sorted(self.recorded(*run)), wanted)
            result = self.result(*run)
            self.assertEqual((result["packets"]["generated"], result["packets"]["delivered"], result["packets"]["in_flight"]), (len(wanted), len(wanted), 0))
            self.assertEqual(result["completion_cycle"], result["latency"]["max"] if wanted else 0)

    def test_the_most_packets_of_a_channel_are_the_contention_mapped_and_not(self):
        dice = random.Random(2)
        for _ in range(CASES):
            n = dice.randint(2, 6)
            rows, b = nonsingular(dice, n), dice.randrange(1 << n)
            pairs = [(x, image(rows, b, x)) for x in range(1 << n)]
            name = self.write("x.lcc", text_of(n, rows, b))
            run = ["simulate", "--topology", f"hypercube:{n}", *EXACT, "--prove", "never", "--workload", f"lcc:{name}", "--packet-length", "2"]
            found = self.result("lcc", "mapping", "--lcc", name, "--out", "mapping=x.map")
            self.assertEqual(self.channels(*run), most_packets(pairs, n))
            self.assertEqual(found["before"]["per_dimension"], most_packets(pairs, n))
            places = [int(line) for line in (self.folder / "x.map").read_text(encoding="utf-8").split()]
            placed = most_packets([(places[x], places[y]) for x, y in pairs], n)
            self.assertEqual(self.channels(*run, "--mapping", "x.map"), placed)
            self.assertEqual((found["after"]["per_dimension"], max(placed)), (placed, 1 if any(x != y for x, y in pairs) else 0))

    def test_completions_of_the_expected_values(self):
        for length in (17, 65):  # k(B+2)+c of B = 16 and 64: 8, 5; 10, 5; 8, 5; mapped bit-reverse B+10
            run = ["simulate", *CUBE, *EXACT, "--packet-length", length, "--workload"]
            for name, cycles in (("bit-reverse", 8 * (length + 1) + 5), ("transpose", 10 * (length + 1) + 5), ("reverse-flip", 8 * (length + 1) + 5)):
                self.assertEqual(self.result(*run, f"lcc:{name}")["completion_cycle"], cycles)
            self.good("lcc", "mapping", "--lcc", "bit-reverse", "--dims", "8", "--out", "mapping=b.map")
            self.assertEqual(self.result(*run, "lcc:bit-reverse", "--mapping", "b.map")["completion_cycle"], length + 9)


class Mapped(LccTrafficTest):
    def test_mapped_and_unmapped_runs_send_the_same_virtual_packets(self):
        options = [], ["--packet-length", "2..9"], ["--injection", "on-off:3,0.9"], ["--deliveries", "150"]
        for number, traffic in enumerate(("lcc:scale", "transpose", "uniform", "hotspot:3@0.2", "lcc:rotate-180")):
            for more in options if WHOLE else [options[number % 4]]:
                length = [] if "--deliveries" in more else ["--cycles", "400"]
                run = ["simulate", "--topology", "hypercube:4", "--traffic", traffic, "--load", "0.2", *more, *length]
                self.check_same(run, "random:7")
        for workload in ("lcc:scale", "lcc:bit-reverse", "permutation:random:3"):
            self.check_same(["simulate", "--topology", "hypercube:4", "--workload", workload, "--packet-length", "3..8"], "random:8")

    def check_same(self, run, mapping):
        plain, placed = self.recorded(*run), self.recorded(*run, "--mapping", mapping)
        places = [int(row) for row in self.places(mapping)]
        self.assertNotEqual(places, list(range(16)))
        until = min(plain[-1][0], placed[-1][0])  # runs to a number of deliveries end in different cycles
        back = [(cycle, places.index(source), places.index(destination), flits) for cycle, source, destination, flits in placed]
        self.assertEqual(sorted(row for row in back if row[0] < until or until == 0), sorted(row for row in plain if row[0] < until or until == 0))
        self.assertGreater(len(plain), 10)

    def places(self, mapping):
        """The node of each rank, as a schedule on the same network has it."""
        ranks = self.result("simulate", "--topology", "hypercube:4", "--workload", "pipeline,bytes=1", "--mapping", mapping)["ranks"]
        return [rank["node"] for rank in ranks]

    def test_loads_are_those_of_the_physical_permutation(self):
        self.good("lcc", "mapping", "--lcc", "transpose", "--dims", "4", "--out", "mapping=t.map")
        places = [int(line) for line in (self.folder / "t.map").read_text(encoding="utf-8").split()]
        moved = {places[v]: places[v >> 2 | v % 4 << 2] for v in range(16)}
        self.write("moved.txt", "".join(f"{moved[node]}\n" for node in range(16)))
        for command in (["loads"], ["bounds"]):
            def found(*arguments):
                result = self.result(*command, "--topology", "hypercube:4", "--traffic", *arguments)
                del result["options"]
                return result
            self.assertEqual(found("transpose", "--mapping", "t.map"), found("permutation:moved.txt"))
            self.assertNotEqual(found("transpose", "--mapping", "t.map"), found("transpose"))

    def test_results_are_by_physical_node(self):
        self.write("turn.map", "".join(f"{(v + 5) % 16}\n" for v in range(16)))
        run = ["simulate", "--topology", "hypercube:4", "--traffic", "lcc:scale", "--load", "0.5", "--cycles", "4000", "--packet-length", "2"]
        plain, placed = self.result(*run)["per_terminal"], self.result(*run, "--mapping", "turn.map")["per_terminal"]
        self.assertEqual([plain[v]["offered"] for v in range(16)], [placed[(v + 5) % 16]["offered"] for v in range(16)])
        for node, share in enumerate((0.75, 1, 0, 0, 1, 1, *[0] * 10)):  # node 0 keeps one copy of four: 4 deviations
            self.assertAlmostEqual(plain[node]["offered"], 0.5 * share, delta=4 * (0.5 * share * 2 / 4000) ** 0.5)

    def test_saturation_changes_with_the_mapping(self):
        self.good("lcc", "mapping", "--lcc", "bit-reverse", "--dims", "6", "--out", "mapping=b.map")
        run = ["saturate", "--topology", "hypercube:6", *EXACT, "--traffic", "lcc:bit-reverse", "--search.resolution", "0.2"]
        self.assertGreater(self.result(*run, "--mapping", "b.map")["sustained"], 2 * self.result(*run)["sustained"])

    def test_faults_are_at_physical_nodes(self):
        run = ["simulate", "--topology", "torus:4x4", "--routing", "sw-adaptive", "--faults", "nodes:3", "--load", "0.1", "--cycles", "300", "--mapping", "random:2"]
        for traffic in ("uniform", "transpose"):
            self.assertNotIn(3, {row[i] for row in self.recorded(*run, "--traffic", traffic) for i in (1, 2)})


class Exchange(LccTrafficTest):
    def test_neighbours_change_places(self):
        for k in range(4):
            loads = ["loads", "--topology", "hypercube:4", "--traffic"]
            name = self.write("turn.txt", "".join(f"{node ^ 1 << k}\n" for node in range(16)))
            self.assertEqual(self.unlabelled(*loads, f"lcc:exchange:{k}"), self.unlabelled(*loads, f"permutation:{name}"))
        self.refused("loads", "--topology", "hypercube:4", "--traffic", "lcc:exchange:4", says=["exchange:K", "0..3"])


class Refused(LccTrafficTest):
    def test_communications(self):
        for run, key in ((["simulate", "--load", "0.1", "--traffic"], "traffic"), (["loads", "--traffic"], "traffic"), (["simulate", "--workload"], "workload")):
            self.refused(*run, "lcc:transpose", "--topology", "torus:4x4", says=[f"{key}=lcc:transpose", "needs a hypercube"])
            self.refused(*run, "lcc:transpose", "--topology", "hypercube:5", says=["lcc=transpose", "even", "5"])
            self.refused(*run, "lcc:transpose,scale", "--topology", "hypercube:4", says=["more than one"])
            self.write("two.lcc", "01\n10\n\n00\n")
            self.refused(*run, "lcc:two.lcc", "--topology", "hypercube:4", says=["lcc=two.lcc", "has 2 dimensions", "hypercube:4 has 4"])
            self.refused(*run, "lcc:transpose", "--topology", "hypercube:4", "--fixed-points", "send", says=["fixed-points=send", "only permutations"])
            for content, says in (("01\n1\n\n00\n", "line 2"), ("01\n12\n\n00\n", "line 2"), ("01\n10\n", "missing")):
                self.refused(*run, f"lcc:{self.write('bad.lcc', content)}", "--topology", "hypercube:2", says=["lcc=bad.lcc", says])
        self.write("zero.lcc", "00\n00\n\n01\n")
        self.refused("loads", "--topology", "hypercube:2", "--traffic", "permutation:lcc:zero.lcc", says="permutation=lcc:zero.lcc")

    def test_mappings(self):
        runs = [["simulate", "--topology", "hypercube:2", "--load", "0.1"], ["simulate", "--topology", "hypercube:2", "--workload", "lcc:transpose"],
                ["loads", "--topology", "hypercube:2"], ["bounds", "--topology", "hypercube:2"], ["saturate", "--topology", "hypercube:2"]]
        for run in runs if WHOLE else runs[1:3]:
            for content, says in (("0\n1\n2\n", ["3 lines", "4 nodes"]), ("0\n1\n2\n3\n0\n", ["5 lines", "4 nodes"]), ("0\n1\n2\n1\n", ["no bijection", "1 and 3", "node 1"]),
                                  ("0\n1\n2\n4\n", ["line 4", "'4'", "0..3"]), ("0 1\n", ["line 1", "several words"]), ("", ["holds no line"])):
                self.refused(*run, "--mapping", self.write("bad.map", content), says=["mapping=bad.map", *says])
            self.refused(*run, "--mapping", "random:x", says=["mapping=x"])
        self.write("two.streams", "one load=0.1\ntwo load=0.1\n")
        self.refused("simulate", "--topology", "hypercube:2", "--traffic", "streams:two.streams", "--mapping", "random:1", says=["mapping", "streams"])
        self.refused("simulate", "--topology", "hypercube:2", "--workload", "request-reply:window=2", "--mapping", "random:1", says=["mapping", "request-reply"])
        self.refused("loads", "--topology", "hypercube:2", "--traffic", "worst-case", "--mapping", "random:1", says=["mapping", "worst-case"])


if __name__ == "__main__":
    unittest.main()
