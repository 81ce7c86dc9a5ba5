#!/usr/bin/python3
"""External routers (docs/extend/router-systemc.md): whichever routers are SystemC modules of their own, every byte of a run stays. Of 8,000
drawn option sets 30 are tried by default, beside those written here: each with none external and by turns with one, one of three
random halves, or all. DATELINE_OPEN names the program of the runs with external routers, where it is another: tests/CMakeLists.txt has one whose
routers work at random times of a cycle; of the drawn sets that one runs 400, or 10."""
import collections
import itertools
import json
import os
import re
import unittest

from open_sets import LENGTHS, OpenSet
from program import PROGRAM, WHOLE, ProgramTest, sample

import files  # of tests/golden, where open_sets looks

LATE = "DATELINE_OPEN" in os.environ
# By default spread over all combinations of options, and so that every routing is drawn.
SETS = range(400 if LATE else 8000) if WHOLE else range(33, 33 + 10 * 758, 758) if LATE else range(32, 32 + 14 * 474, 474)
SUBSETS = ["0", "half:1", "half:2", "all"]
# Options one by one beside the reference router's defaults, and together; of router.* without that.
OPTIONS = [
    "crossbar per-port", "crossbar per-port switch-allocator iterate:3", "crossbar per-port switch-allocator wavefront",
    "crossbar per-port output-arbitration oldest", "output-arbitration oldest", "vc-arbitration round-robin", "vc-allocator islip",
    "crossbar per-port switch-allocator islip:1", "crossbar per-port switch-allocator islip:3", "vc-stage own routing-delay 1",
    "ejection channel ejection-delay router routing-delay 2 pipeline 1",
    "ejection channel", "vc-reuse tail", "vc-reuse tail --buffer-depth 1", "routing-delay 2", "pipeline 2",
    "pipeline 3 vc-reuse tail", "channel-latency 3", "credit-latency 4", "channel-latency 2 credit-latency 1",
    "vc-selection lowest", "vc-selection round-robin", "--buffer-depth 1", "--buffer-depth 7", "injection-vcs 1", "source one-at-a-time",
    "--vcs 6 injection-vcs 2",
    "crossbar per-port switch-allocator iterate:2 ejection channel vc-reuse tail vc-selection round-robin vc-arbitration round-robin",
    "crossbar per-port switch-allocator islip:1 vc-allocator islip vc-stage own routing-delay 2 pipeline 2 vc-reuse tail ejection channel ejection-delay router",
    "channel-latency 2 pipeline 1 vc-reuse tail ejection channel crossbar per-port switch-allocator wavefront",
    "routing-delay 3 channel-latency 2 credit-latency 5 vc-selection round-robin output-arbitration oldest",
]
ROUTINGS = ["torus:5x4 dor", "torus:4x4 dor --vc-policy shared", "torus:4x4 dor --vc-policy relaxed", "torus:4x4 duato --vcs 4",
            "torus:4x4 valiant --vcs 4", "torus:4x3 o1turn --vcs 4", "torus:4x4 romm --vcs 6", "torus:4x4 rlb --vcs 6", "mesh:4x4 dor", "mesh:4x4 west-first",
            "mesh:4x4 odd-even", "mesh:4x4 duato --vcs 2", "hypercube:4 dor", "hypercube:4 duato --vcs 2", "torus:4x4 updown", "mesh:4x3 duato-updown",
            "hyperx:3x3:t2 dor", "hyperx:3x3 min-adaptive", "hyperx:4x3 dim-war", "hyperx:3x3 omni-war:1 --vcs 4", "dragonfly:2,4,2 min",
            "dragonfly:1,2,2 valiant-group --vcs 3", "dragonfly:2,2,1 valiant --vcs 4", "fattree:2,3 nca", "fattree:2,3 nca-random",
            "clos:4,2,3 d-mod-k", "slimfly:3 min", "hyperx:3x3:t2 ugal", "dragonfly:2,2,1 par --vcs 4",
            "dragonfly:2,2,1 ugal --vcs 4 channel-latency global=5 --traffic adv:1", "slimfly:3 ugal channel-latency 2 --traffic adv:1",
            "hyperx:3x3:t2 ugal channel-latency 3 vc-reuse tail --buffer-depth 6 --traffic adv:1 --ugal-occupancy channel", "torus:4x4 2turn --vcs 4"]
FAULTS = ["torus:4x4 sw-deterministic --faults nodes:5", "torus:5x5 sw-adaptive --vcs 4 --faults nodes:7",
          "torus:4x4 sw-deterministic --faults nodes:5 --absorption.limit 2",
          "torus:4x4 sw-adaptive --vcs 4 --faults nodes:5,9 --absorption.limit 1 ejection channel",
          "torus:4x4 sw-deterministic --faults nodes:5 --absorption.delay 20 ejection channel",
          "torus:4x4 sw-deterministic --faults nodes:5 vc-reuse tail crossbar per-port"]
EVENTS = "--fault-events fail@150:5,fail@230:0-1,repair@320:5"


def options_of(text):
    """Words of a command line: option and value by turns."""
    words = text.split()
    return [f"--router.{word}" if i % 2 == 0 and not word.startswith("--") else word for i, word in enumerate(words)]


def some_of(number):
    return [SUBSETS[number % 3], "all"] if WHOLE else [SUBSETS[number % 4]]


class OpenRouters(ProgramTest):
    def run_of(self, arguments, *more):
        program = os.environ["DATELINE_OPEN"] if LATE and more else PROGRAM
        done = self.run_program([*arguments, "--out", "channels=loads.csv", "--json", "-", "--progress", "never", *more], program=program)
        csv = self.folder / "loads.csv"
        table = csv.read_text() if csv.exists() else None
        if table is not None:
            csv.unlink()
        return done.returncode, done.stdout, table, done.stderr

    def same(self, arguments, subsets=SUBSETS):
        core = self.run_of(arguments)
        self.assertIn(core[0], (0, 1), core[3])
        for subset in subsets:
            with self.subTest(command=" ".join(map(str, arguments)), external=subset):
                self.assertEqual(self.run_of(arguments, "--external", subset), core)
        return core[0]

    def test_every_option_alone_and_together(self):
        lengths = itertools.cycle(["1", "2", "3", "32"])
        loads = itertools.cycle(["0.3", "0.9"])
        for i, text in enumerate(OPTIONS):
            topology = ["torus:4x4", "mesh:3x4"][i % 2]
            self.same(["simulate", "--topology", topology, "--packet-length", next(lengths), "--load", next(loads), "--cycles", "300", *options_of(text)],
                      some_of(i))

    def test_every_routing(self):
        for i, text in sample(enumerate(ROUTINGS + FAULTS), 10):
            topology, routing, rest = (*text.split(maxsplit=2), "")[:3]
            self.same(["simulate", "--topology", topology, "--routing", routing, *options_of(rest), "--packet-length", "2" if i % 2 else "9", "--load", "0.6",
                       "--cycles", "300"], some_of(i))

    def test_faults_that_come_and_go(self):
        for i, text in enumerate(("", "vc-reuse tail", "channel-latency 3 pipeline 2", "ejection channel channel-latency 2",
                                  "vc-reuse tail channel-latency 3 credit-latency 2 pipeline 1 crossbar per-port", "--retransmit 50 --absorption.limit 2")):
            self.same(["simulate", "--topology", "torus:4x4", "--routing", "sw-deterministic", *EVENTS.split(), "--packet-length", "9", "--load", "0.7",
                       "--cycles", "500", "--warmup", "20", *options_of(text)], some_of(i))

    def test_deadlocks_are_told_in_the_same_words(self):
        self.write("ring.graph", "".join(f"{v} > {(v + 1) % 4}\n" for v in range(4)))
        self.write("ring.table", "".join(f"1: {s} " + " ".join(f"{(s + i) % 4}@0" for i in range(1, n + 1)) + "\n" for s in range(4) for n in (1, 2, 3)))
        for extra in ("", "vc-reuse tail", "channel-latency 3", "ejection channel crossbar per-port"):
            arguments = ["simulate", "--topology", "graph:ring.graph", "--routing", "table:ring.table", "--prove", "never", "--vcs", "1", "--load", "0.9",
                         "--cycles", "5000", *options_of(extra)]
            core = self.run_of(arguments)
            self.assertEqual(core[0], 1, core[3])
            self.assertIn(b"deadlock", core[3])
            self.same(arguments, ["0", "0,2", "1,3", "all"])

    def test_deadlocks_of_full_memories_are_told_in_the_same_words(self):
        arguments = ["simulate", "--topology", "torus:8x4", "--routing", "sw-deterministic", "--faults", "nodes:9", "--absorption.limit", "8", "--vcs", "3",
                     "--buffer-depth", "6", "--router.routing-delay", "4", "--router.injection-vcs", "2", "--traffic", "reverse-flip",
                     "--injection", "bernoulli", "--load", "68/3200pkt", "--cycles", "100", "--warmup", "0", "--router.credit-latency", "1"]
        self.assertIn(b"waits for a place in its memory", self.run_of(arguments)[1])
        self.same(arguments, ["0", "half:1", "all"])

    def test_workloads_and_streams(self):
        self.same(["simulate", "--topology", "torus:4x4", "--workload", "permutation:transpose", "--packet-length", "20"])
        self.same(["simulate", "--topology", "mesh:4x4", "--workload", "all-reduce:ring,bytes=1024"])
        self.same(["simulate", "--topology", "torus:4x4", "--deliveries", "400", "--load", "0.4"])

    def test_vc_sets_and_priorities(self):
        for name, priority in (("priority", " priority=1"), ("round-robin", "")):
            self.write(f"{name}.streams", f"control load=0.05 packet-length=2 vc-set=2{priority}\nbulk load=0.5 packet-length=16 vc-set=rest:4\n"
                                          "other load=0.1 vc-set=rest\n")
        for extra in ("", "ejection channel crossbar per-port", "crossbar per-port switch-allocator iterate:2",
                      "crossbar per-port switch-allocator wavefront vc-reuse tail"):
            for arbitration in ("priority", "round-robin"):
                self.same(["simulate", "--topology", "torus:4x4", "--traffic", f"streams:{arbitration}.streams", "--cycles", "600",
                           "--router.output-arbitration", arbitration, "--vcs", "6", *options_of(extra)], ["half:1", "all"])
        for workload in ("request-reply:window=3", "request-reply:window=3,vcs=shared"):
            self.same(["simulate", "--topology", "torus:4x4", "--workload", workload, "--cycles", "600", "--vcs", "4"], ["half:1", "all"])

    def test_traces_are_the_same(self):
        run = ["simulate", "--topology", "torus:4x4", "--load", "0.4", "--packet-length", "5", "--cycles", "200"]
        for more in ([], ["--router.channel-latency", "2", "--router.ejection", "channel"]):
            core = self.good(*run, *more, "--out", "trace=-")
            self.assertEqual(self.good(*run, *more, "--out", "trace=-", "--external", "half:1"), core)
            self.assertEqual(self.good(*run, *more, "--out", "trace=-", "--external", "all"), core)

    def test_drawn_sets(self):
        seen = collections.Counter()
        for i, s in enumerate(map(OpenSet, SETS)):
            files.write(self.folder, [name for name in s.reads if not (self.folder / name).exists()])
            for name, content in s.own.items():
                self.write(name, content)
            status = self.same(s.words(), [(s.subsets[0], s.subsets[1 + i % 3], "all")[i // 4 % 3]])
            protocol = next(name for name in ("workload", "deliveries", "cycles") if name in s.options)
            broken = [name for name in ("faults", "fault-events") if name in s.options]
            seen.update([s.options["routing"].partition(":")[0], f"{s.length} flits", f"latency {s.options['router.channel-latency']}", protocol,
                         f"load {s.options.get('load')}", f"status {status}", *broken])
        # That all of it was drawn; sets are of cubes and graphs, the routings of other topologies are in ROUTINGS, and 2turn.
        routings = json.loads(self.good("list", "--json", "-"))["routing"]
        registered = {name.partition(":")[0] for name, row in routings.items() if re.search("torus|mesh|hypercube|any topology", row["topologies"].replace("fullmesh", ""))} - {"2turn"}
        others = {name.partition(":")[0] for name in routings} - registered
        self.assertLessEqual(others, {text.split()[1].partition(":")[0] for text in ROUTINGS})
        wanted = {*registered, *(f"{length} flits" for length in LENGTHS), "latency 1", "latency 3", "load 1", "cycles", "deliveries", "workload", "faults",
                  "fault-events", "status 0", "status 1"}
        self.assertEqual(wanted - set(seen) if len(SETS) >= 80 else set(), set())

    def test_stdout_says_how_many_routers_are_external_and_what_they_forwarded(self):
        run = ["simulate", "--topology", "torus:4x4", "--workload", "permutation:transpose", "--packet-length", "20", "--out", "channels=loads.csv"]
        for subset, nodes in (("all", set(range(16))), ("3,5,7", {3, 5, 7}), ("6", {6})):
            text = self.good(*run, "--external", subset)
            rows = [line.split(",") for line in (self.folder / "loads.csv").read_text().splitlines()]
            at, flits = rows[0].index("from"), rows[0].index("flits")
            forwarded = sum(int(row[flits]) for row in rows[1:] if int(row[at]) in nodes)
            self.assertRegex(text, rf"external routers +{len(nodes)} of 16 forwarded {forwarded} flits\n")
        self.assertNotIn("external routers", self.good(*run))

    def test_what_waits_by_its_options_alone_is_no_stall(self):
        slow = ["simulate", "--topology", "torus:4x4", "--load", "0.05", "--cycles", "1000", "--packet-length", "3"]
        for text in ("channel-latency 64 routing-delay 64 pipeline 64", "credit-latency 64 --buffer-depth 1"):
            delayed = [*slow, *options_of(text), "--json", "-"]
            self.assertEqual(self.good(*delayed, "--external", "all,stall=1"), self.good(*delayed))

    def test_bad_nodes_are_refused(self):
        for text in ("16", "none", "half", "half:x", "3,", "", "1-2"):
            self.refused("simulate", "--topology", "torus:4x4", "--load", "0.1", "--cycles", "100", "--external", text, says="external")
        for text in ("none", "half", "halb:3", "ALL", "1-2", "3;4"):
            self.refused("simulate", "--topology", "torus:4x4", "--load", "0.1", "--cycles", "100", "--external", text,
                         says=[f"simulate: external={text} is unknown; allowed: all | half:SEED | ROUTER,ROUTER,..., and behind it stall=CYCLES"])
        for text in ("0", "x", "1e3", "-1"):
            self.refused("simulate", "--topology", "torus:4x4", "--load", "0.1", "--cycles", "100", "--external", f"all,stall={text}",
                         says=f"simulate: external, stall={text} ")
        run = ["simulate", "--topology", "torus:4x4", "--load", "0.1", "--cycles", "100", "--external"]
        for text in ("all,stall=", "stall=7,all", "all,stall=7,stall=8", "all,stall=7,3", "all,stal=7"):
            self.refused(*run, text, says=["simulate: external", "stall"])
        self.refused(*run, "stall=5000", says=["external=stall=5000", "routers"])


if __name__ == "__main__":
    unittest.main()
