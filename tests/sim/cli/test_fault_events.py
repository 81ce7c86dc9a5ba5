#!/usr/bin/python3
"""Faults that come and go in a run (docs/guide/faults.md): what is refused, what is lost, sent again and measured."""
import json
import unittest

from program import WHOLE, ProgramTest

TORUS = ["--topology", "torus:8x8", "--routing", "sw-deterministic"]
RUN = ["simulate", *TORUS, "--load", "0.3", "--cycles", "3000", "--warmup", "500"]


class FaultEvents(ProgramTest):
    def result(self, *arguments, status=0):
        done = self.run_program([*arguments, "--json", "-"])
        self.assertEqual(done.returncode, status, done.stderr.decode())
        return json.loads(done.stdout)

    def test_bad_events_are_refused_with_the_event(self):
        for events, *says in (
                ("fail@100:64", "fail@100:64", "0..63"), ("fail@100:0-5", "0-5", "no link"), ("fail@100:0.9", "0.9"), ("fail@:3", "fail@:3"),
                ("break@100:3", "break@100:3", "fail@CYCLE"), ("fail@100", "fail@100"), ("fail@200:3,fail@100:4", "fail@100:4", "order"),
                ("fail@100:3,fail@200:3", "fail@200:3", "has failed"), ("repair@100:3", "repair@100:3", "works"),
                ("fail@100:0-1,repair@200:1.0", "repair@200:1.0", "works"), ("fail@1e3:3", "fail@1e3:3"),
                ("fail@100:1,fail@100:7,fail@100:8,fail@100:56", "fail@100:56", "disconnects"), ("", "fault-events")):
            with self.subTest(events=events):
                self.refused(*RUN, "--fault-events", events, says=list(says))
        self.refused(*RUN, "--faults", "nodes:3", "--fault-events", "fail@100:3", says=["fail@100:3", "has failed"])
        self.refused(*RUN, "--retransmit", "9", says=["retransmit=9", "fault-events"])
        self.refused(*RUN, "--fault-events", "no-such-file", says=["no-such-file"])
        self.refused("simulate", "--topology", "torus:2", "--routing", "sw-deterministic", "--load", "0.1", "--cycles", "9",
                     "--fault-events", "fail@1:0,fail@2:1", says=["fail@2:1", "no node"])

    def test_files_say_the_same(self):
        self.write("events.txt", "# in order\nfail 700 node 17\nfail 900 link 3 4\nfail 900 link 8.2\n\nrepair 1500 node 17  # again\n")
        file = self.result(*RUN, "--fault-events", "events.txt")
        line = self.result(*RUN, "--fault-events", "fail@700:17,fail@900:3-4,fail@900:8.2,repair@1500:17")
        del file["options"], line["options"]
        self.assertEqual(file, line)
        self.assertEqual(file["fault_events"], [{"cycle": 700, "nodes": [17], "links": []}, {"cycle": 900, "nodes": [17], "links": [[3, 0], [8, 2]]},
                                                {"cycle": 1500, "nodes": [], "links": [[3, 0], [8, 2]]}])
        for text, *says in (("fail 700 node\n", "line 1"), ("fail 700 node 17\nmend 800 node 17\n", "line 2"), ("fail 700 link 3\n", "line 1"),
                            ("fail x node 3\n", "line 1"), ("", "is empty"), ("fail 700 node 17\nfail 600 node 18\n", "line 2", "order")):
            self.write("events.txt", text)
            self.refused(*RUN, "--fault-events", "events.txt", says=["events.txt", *says])

    def test_a_file_may_say_that_nothing_happens(self):
        self.write("none.txt", "# fail or repair, cycle, node or link\n")
        plain, none = (self.result(*RUN[:-4], "--cycles", "300", *more) for more in ([], ["--fault-events", "none.txt", "--retransmit", "9"]))
        del plain["options"], none["options"]
        self.assertEqual(plain, none)

    def test_a_routing_that_cannot_go_around_a_later_fault_is_refused_before_the_first_cycle(self):
        self.refused("simulate", "--topology", "torus:8x8", "--load", "0.1", "--cycles", "100", "--fault-events", "fail@50:0-1", "--prove", "never",
                     says=["routing=dor", "faults"])

    def test_what_fails_in_cycle_0_has_failed_from_the_beginning(self):
        """Byte for byte, but for the options: no relation of the whole network comes before that of what is left."""
        for topology, routing, faults, events in (
                ("torus:4x4", "updown", "nodes:5", "fail@0:5"), ("torus:4x4", "updown", "nodes:0+links:3-7", "fail@0:0,fail@0:3-7"),
                ("mesh:4x4", "layered", "links:5-6", "fail@0:5-6"), ("hypercube:4", "duato-updown", "nodes:3,9", "fail@0:3,fail@0:9"),
                ("torus:4x4", "sw-deterministic", "nodes:5", "fail@0:5"), ("torus:4x4", "sw-adaptive", "nodes:5,6", "fail@0:5,fail@0:7,fail@0:6,repair@0:7"),
                ("torus:3", "dor", "nodes:0", "fail@0:0"))[::1 if WHOLE else 2]:
            network = ["--topology", topology, "--routing", routing, "--vcs", "8"]
            for command in (["simulate", *network, "--load", "0.1", "--cycles", "400"], ["verify", *network]):
                with self.subTest(command=command, events=events):
                    texts = [self.good(*command, *what, "--json", "-") for what in (["--faults", faults], ["--fault-events", events])]
                    static, at_once = map(json.loads, texts)
                    self.assertEqual(static["options"].pop("faults"), faults)
                    self.assertEqual(at_once["options"].pop("fault-events"), events)
                    self.assertEqual(at_once["options"].pop("faults", "none"), "none")
                    self.assertEqual(json.dumps(static), json.dumps(at_once))
                    self.assertNotIn("fault_events", static)
                    if WHOLE or topology.startswith("torus:4x4"):
                        read = [self.good(*command, *what) for what in (["--faults", faults], ["--fault-events", events])]
                        self.assertEqual(*read)
        later = self.result(*RUN, "--fault-events", "fail@0:9,fail@900:17,repair@1500:9")
        self.assertEqual(later["faults"]["nodes"], [9])
        self.assertEqual([(entry["cycle"], entry["nodes"]) for entry in later["fault_events"]], [(900, [9, 17]), (1500, [17])])

    def test_events_after_the_end_change_nothing(self):
        plain, later = self.result(*RUN), self.result(*RUN, "--fault-events", "fail@900000:3")
        self.assertEqual(later.pop("fault_events")[0]["cycle"], 900000)
        before, after = later.pop("bounds_by_map")
        before["bounds"]["network_throughput"] = plain["bounds"]["network_throughput"]  # of the run alone
        self.assertEqual((before["bounds"], before["from"], before["to"], after["from"], after["to"]), (plain["bounds"], 0, 900000, 900000, None))
        for result in (plain, later):
            del result["options"], result["proof"]
        self.assertEqual(plain, later)

    def test_a_run_that_ends_before_its_events_says_so(self):
        run = ["simulate", "--topology", "torus:4x4", "--routing", "sw-adaptive", "--load", "0.1", "--cycles", "300", "--fault-events"]
        for events, note in (("fail@100:3,repair@200:3", b""),
                             ("fail@100:3,repair@7000:3", b"before 1 of 2 changes of the network, the first of them in cycle 7000"),
                             ("fail@5000:3,fail@5000:4,repair@7000:3", b"before 2 of 2 changes of the network, the first of them in cycle 5000")):
            done = self.run_program([*run, events])
            self.assertEqual((done.returncode, done.stderr.count(b"\n")), (0, 1 if note else 0), done.stderr)
            self.assertIn(note, done.stderr)
            self.assertTrue(done.stderr.startswith(b"dateline: note: fault-events: " if note else b""), done.stderr)

    def test_some_terminal_must_live(self):
        # Terminals at nodes 0 and 1 alone: what is left of the network is connected, and nothing sends.
        self.write("ring.txt", "0 1\n1 2\n2 0\n2 3\n3 0\nterminals 2 0\nterminals 3 0\n")
        network = ["--topology", "graph:ring.txt", "--routing", "updown"]
        for command in (["simulate", "--load", "0.1"], ["saturate"], ["bounds"], ["loads"], ["worst-case"], ["verify"]):
            self.refused(*command, *network, "--faults", "nodes:0,1", says=["faults=nodes:0,1", "leaves no terminal alive"])
        events = ["--fault-events", "fail@20:0,fail@30:1"]
        self.refused("simulate", "--load", "0.1", *network, *events, "--reconfigure", "drain", says=["fail@30:1", "leaves no terminal alive"])
        self.refused("simulate", "--load", "0.1", "--cycles", "900", *network, "--reconfigure", "drain", "--fault-process", "mtbf=100,mttr=900,of=nodes",
                     says=["fault-process=mtbf=100,mttr=900", "leaves no terminal alive in cycle"])
        self.assertIn("connected", self.good("faults", *network[:2], "--faults", "nodes:0,1"))  # shown all the same
        drawn = json.loads(self.good("bounds", *network, "--faults", "random:2", "--json", "-"))
        self.assertNotEqual(drawn["faults"]["nodes"], [0, 1])

    def test_what_is_lost_leaves_the_measured_set_and_what_is_sent_again_stays(self):
        events = ["--fault-events", "fail@1000:9,fail@1000:3-4,repair@2000:9"]
        for routing in ("sw-deterministic", "sw-adaptive"):
            run = ["simulate", "--topology", "torus:8x8", "--routing", routing, "--load", "0.3", "--cycles", "3000", "--warmup", "500", *events]
            without = self.result(*run)
            lost = without["packets"]
            self.assertGreater(lost["lost"], 0)
            self.assertEqual(lost["retransmitted"], 0)
            again = self.result(*run, "--retransmit", "1200")  # node 9 lives again by then
            self.assertEqual(again["packets"]["lost"], 0)
            self.assertEqual(again["packets"]["retransmitted"], lost["lost"])
            for result in (without, again):
                packets = result["packets"]
                self.assertFalse(result["saturated"])
                self.assertEqual(packets["generated"], packets["delivered"] + packets["in_flight"] + packets["lost"])
            self.assertGreater(again["packets"]["measured"], lost["measured"])
            self.assertGreater(again["latency"]["max"], 1200)  # a packet sent again is as old as it is
            early = self.result(*run, "--retransmit", "10")["packets"]  # those to and from node 9 are given up
            self.assertGreater(early["lost"], 0)
            self.assertEqual(early["lost"] + early["retransmitted"], lost["lost"])

    def test_a_source_waits_longer_after_each_further_loss(self):
        # 0 to 2 and back on a ring of 8, 20 flits: alone they arrive 2 + 20 cycles after they are sent, and cross 1-2 in between.
        self.write("pair.txt", "2\n1\n0\n3\n4\n5\n6\n7\n")
        run = ["simulate", "--topology", "torus:8", "--routing", "sw-deterministic", "--workload", "permutation:pair.txt", "--packet-length", "20",
               "--fault-events", "fail@5:1-2,repair@10:1-2,fail@20:1-2,repair@25:1-2", "--retransmit"]
        for rule, sent in (("10", 30), ("10,backoff=2", 40), ("10,backoff=3", 50), ("10,backoff=3,limit=16", 36)):
            result = self.result(*run, rule)
            self.assertEqual((result["completion_cycle"], result["packets"]["retransmitted"]), (sent + 23, 4), rule)
        for wrong, *says in (("0,backoff=2", "0", "1..1000000"), ("10,backoff=1", "backoff=1", "2..16"), ("10,backoff=17", "2..16"), ("10,limit=20", "10,limit=20", "backoff=2..16"),
                             ("10,backoff=2,limit=9", "limit=9", "10..1000000"), ("10,backoff=2,limit=20,", "is not written"), ("10,", "is not written"), ("x", "retransmit=x")):
            self.refused(*run, wrong, says=["retransmit", *says])

    def test_a_failed_source_is_silent_until_it_is_repaired(self):
        run = [*RUN, "--fault-events", "fail@500:9,repair@2000:9"]
        result = self.result(*run)
        dead, others = result["per_terminal"][9], [s for i, s in enumerate(result["per_terminal"]) if i != 9]
        mean = sum(s["offered"] for s in others) / len(others)
        self.assertAlmostEqual(dead["offered"] / mean, 1, delta=0.25)  # in the half of the window that it lives
        self.assertEqual(self.result(*run), result)

    def test_rates_are_over_the_cycles_that_terminals_live(self):
        # 64 terminals, 14 of them dead from cycle 1500 to 3000; the window is [500, 3500).
        self.write("dead.txt", "".join(f"fail 1500 node {node}\n" for node in range(14)) + "".join(f"repair 3000 node {node}\n" for node in range(14)))
        run = ["simulate", *TORUS, "--load", "0.05", "--packet-length", "4", "--cycles", "3000", "--warmup", "500",
               "--windows", "6", "--fault-events", "dead.txt"]
        result = self.result(*run, "--out", "record=trace.csv")
        generated = [0] * 64
        parts = [0] * 6
        with open(self.folder / "trace.csv", encoding="utf-8") as rows:
            for row in rows.read().splitlines()[1:]:
                cycle, source = (int(value) for value in row.split(",")[:2])
                if 500 <= cycle < 3500:
                    generated[source] += 4
                    parts[(cycle - 500) // 500] += 4
        lived = [1500] * 14 + [3000] * 50
        self.assertAlmostEqual(result["offered"], sum(generated) / sum(lived), places=12)
        for source, flits, cycles in zip(result["per_terminal"], generated, lived):
            self.assertAlmostEqual(source["offered"], flits / cycles, places=12)
        # What is accepted is the same flits, however they are counted.
        self.assertAlmostEqual(result["accepted"] * sum(lived), sum(s["accepted"] * cycles for s, cycles in zip(result["per_terminal"], lived)), places=6)
        self.assertAlmostEqual(result["accepted_min"], min(s["accepted"] for s in result["per_terminal"][14:]), places=12)
        terminals = [64, 64, 50, 50, 50, 64]
        for part, flits, living in zip(result["windows"], parts, terminals):
            self.assertAlmostEqual(part["offered"], flits / (500 * living), places=12)
        self.assertAlmostEqual(sum(part["accepted"] * 500 * living for part, living in zip(result["windows"], terminals)), result["accepted"] * sum(lived), places=6)

    def test_a_node_that_is_dead_through_the_window_has_no_rates(self):
        run = ["simulate", *TORUS, "--load", "0.1", "--packet-length", "4", "--cycles", "1000", "--warmup", "500", "--fault-events"]
        per_terminal = self.result(*run, "fail@400:9,fail@1000:10,repair@1490:9")["per_terminal"]
        self.assertNotIn(None, per_terminal)
        gone = self.result(*run, "fail@400:9,fail@1000:10,repair@1500:9")
        self.assertEqual([node for node, source in enumerate(gone["per_terminal"]) if source is None], [9])
        self.assertAlmostEqual(gone["accepted"] * (62 * 1000 + 500), sum(s["accepted"] * (500 if node == 10 else 1000)
                                                                      for node, s in enumerate(gone["per_terminal"]) if s), places=6)
        self.assertGreater(gone["accepted_min"], 0.02)

    def test_every_map_has_the_bounds_of_a_run_that_begins_with_it(self):
        network = TORUS if WHOLE else ["--topology", "torus:5x5", *TORUS[2:]]
        run = ["simulate", *network, "--packet-length", "8", "--load", "0.1", "--cycles", "1000"]
        result = self.result(*run, "--fault-events", "fail@300:9,fail@600:3-4,repair@900:9")
        self.assertIsNone(result["bounds"])
        maps = result["bounds_by_map"]
        self.assertEqual([(m["from"], m["to"]) for m in maps], [(0, 300), (300, 600), (600, 900), (900, None)])
        for entry, faults in zip(maps, ("none", "nodes:9", "nodes:9+links:3-4", "links:3-4")):
            alone = self.result("bounds", *network, "--packet-length", "8", "--faults", faults)
            for key in ("zero_load_latency_exact", "ideal_throughput_exact"):
                self.assertEqual(entry["bounds"][key], alone[key], faults)
            self.assertEqual({key: entry[key] for key in ("nodes", "links")}, {key: alone["faults"][key] for key in ("nodes", "links")})
        self.assertLess(maps[1]["bounds"]["ideal_throughput"], maps[0]["bounds"]["ideal_throughput"] / 2)
        text = self.good(*run, "--fault-events", "fail@300:9,fail@600:3-4,repair@900:9")
        lines = [line for line in text.splitlines() if line.startswith("bound")]
        self.assertEqual([line[18:].split(":")[0] for line in lines], ["from 0 to 299", "from 300 to 599", "from 600 to 899", "from 900 on"])
        self.assertIn(f"ideal throughput {maps[1]['bounds']['ideal_throughput']:.5f} flits/terminal/cycle", lines[1])
        many = ",".join(f"{what}@{100 * i + 100}:9" for i, what in enumerate(["fail", "repair"] * 5))
        self.assertIn("of 3 more maps in --json", self.good(*run, "--fault-events", many))

    def test_the_run_of_the_page(self):
        topology, thousand = ("torus:8x8x8", 1000) if WHOLE else ("torus:4x4x4", 100)  # by default smaller and a tenth as long
        result = self.result("simulate", "--topology", topology, "--routing", "sw-adaptive", "--vcs", "10", "--load", "0.007pkt",
                             "--deliveries", 60 * thousand, "--warmup", 6 * thousand, "--retransmit", "100", "--prove", "never",
                             "--fault-events", f"fail@{5 * thousand}:0-1,repair@{15 * thousand}:0-1")
        self.assertEqual(result["packets"]["lost"], 0)
        self.assertGreater(result["absorbed"]["total"], 0)

    def test_a_proof_for_memories_without_limit_is_not_said_of_others(self):
        run = ["simulate", *TORUS, "--faults", "nodes:9", "--load", "0.1", "--cycles", "500"]
        self.assertTrue(self.result(*run)["proof"].startswith("deadlock-free"))
        self.assertTrue(self.result(*run, "--absorption.limit", "3")["proof"].startswith("not of memories with a limit"))

    def test_very_many_maps_are_held_against_each_other_from_the_first_on(self):
        # A star of 64 leaves, and a link between two of them that no packet takes: it fails and is repaired 16 times.
        self.write("star.txt", "".join(f"0 {leaf}\n" for leaf in range(1, 65)) + "1 2\n")
        ways = [f"1: {a} {b}" if 0 in (a, b) else f"1: {a} 0 {b}" for a in range(65) for b in range(65) if a != b]
        self.write("star.table", "\n".join(ways))
        run = ["simulate", "--topology", "graph:star.txt", "--routing", "table:star.table", "--load", "0.01", "--packet-length", "2", "--cycles", "100", "--fault-events"]
        events = [f"{what}@{10 * i + at}:1-2" for i in range(16) for what, at in (("fail", 1), ("repair", 6))]
        self.assertTrue(self.result(*run, ",".join(events))["proof"].startswith("not made: no cycle in the first 16 of 33 routings together"))
        self.assertTrue(self.result(*run, ",".join(events[:16]))["proof"].startswith("deadlock-free, also between faults"))
        # up*/down* has a cycle with the first map already.
        done = self.run_program(["simulate", "--topology", "torus:4x4", "--routing", "updown", "--load", "0.1", "--fault-events", ",".join(e.replace("1-2", "0-1") for e in events)])
        self.assertEqual(done.returncode, 1)
        self.assertIn("updown on torus:4x4 is not safe: between its faults", done.stderr.decode())

    def test_verify_proves_all_maps_and_the_changes_between_them(self):
        events = ["--fault-events", "fail@100:27,fail@200:3-4,repair@300:27"]
        for routing in ("sw-deterministic", "sw-adaptive"):
            result = self.result("verify", "--topology", "torus:6x6", "--routing", routing, *events)
            self.assertTrue(result["deadlock_free"])
            self.assertEqual(result["undelivered_later"], 0)
            self.assertEqual(len(result["fault_events"]), 3)
        waits = self.result("verify", "--topology", "torus:6x6", "--routing", "sw-adaptive", "--absorption.blocked-escape", "wait", *events, status=1)
        self.assertFalse(waits["deadlock_free"])


if __name__ == "__main__":
    unittest.main()
