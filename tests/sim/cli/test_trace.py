#!/usr/bin/python3
"""The trace of a run's packets, flit by flit, and its timeline: by hand for one packet, and against the summary of the run for many."""
import collections
import csv
import io
import json
import unittest

from program import ProgramTest

RUN = ["simulate", "--topology", "torus:4x4", "--load", "0.2", "--packet-length", "3", "--cycles", "500"]
ONE = ["simulate", "--topology", "mesh:3", "--packet-length", "3", "--workload", "permutation:one.txt", "--router.channel-latency", "1"]


class Trace(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("one.txt", "2\n1\n0\n")  # 0 and 2 change places

    def rows(self, text):
        return list(csv.DictReader(io.StringIO(text)))

    def events(self, name):
        return json.loads((self.folder / name).read_text())["traceEvents"]

    def test_one_packet_by_hand(self):
        # A flit a cycle: the head flit crosses the injection channel in cycle 0, and a channel in each cycle after that.
        rows = self.rows(self.good(*ONE, "--out", "trace=-,packets=0"))
        self.assertEqual(list(rows[0]), ["cycle", "from", "to", "vc", "source", "sequence", "flit"])
        found = [(int(r["cycle"]), r["from"], r["to"], r["flit"]) for r in rows]
        wanted = [(cycle + hop, *way, flit) for hop, way in enumerate((("t0", "0"), ("0", "1"), ("1", "2")))
                  for cycle, flit in enumerate(("head", "body", "tail"))]
        self.assertEqual(sorted(found), sorted(wanted))
        self.assertEqual({(r["source"], r["sequence"]) for r in rows}, {("0", "0")})

    def test_its_journey(self):
        self.good(*ONE, "--out", "timeline=t.json,packets=0:0")
        events = [(e["ph"], e["name"].split(",")[0], e["ts"]) for e in self.events("t.json") if e["ph"] != "M"]
        # Latency h + M + 1 = 6: all of it, its wait, and where its head flit crosses.
        self.assertEqual(sorted(events), sorted([("b", "0:0 to 2", 0), ("b", "queued", 0), ("e", "queued", 0), ("e", "0:0 to 2", 6),
                                                 ("n", "t0 to 0", 0), ("n", "0 to 1", 1), ("n", "1 to 2", 2)]))

    def test_every_crossing_is_there_once_and_nothing_else_changes(self):
        plain = json.loads(self.good(*RUN, "--json", "-"))
        traced = json.loads(self.good(*RUN, "--json", "-", "--out", "trace=t.csv", "--out", "timeline=t.json"))
        self.assertEqual(plain, traced)
        rows = self.rows((self.folder / "t.csv").read_text())
        network = [r for r in rows if not (r["from"] + r["to"]).count("t")]
        self.assertEqual(len(network), plain["flit_hops"])
        by_channel = collections.defaultdict(list)
        for r in rows:
            by_channel[r["source"], r["sequence"], r["from"], r["to"]].append((int(r["cycle"]), r["flit"]))
        complete = [crossing for crossing in by_channel.values() if crossing[-1][1] == "tail"]
        self.assertGreater(len(complete), 100)
        for crossing in complete:
            self.assertEqual([flit for _, flit in crossing], ["head", "body", "tail"])
            self.assertEqual([cycle for cycle, _ in crossing], sorted({cycle for cycle, _ in crossing}))
        ends = [e for e in self.events("t.json") if e["ph"] == "e" and e["name"] != "queued"]
        self.assertEqual(len(ends), plain["packets"]["delivered"])

    def test_packets_of_one_flit_and_ejection_channels(self):
        rows = self.rows(self.good(*RUN[:5], "--packet-length", "1", "--cycles", "200", "--router.ejection", "channel", "--out", "trace=-"))
        self.assertEqual({r["flit"] for r in rows}, {"only"})
        self.assertTrue(any(r["to"].startswith("t") for r in rows))

    def test_only_the_packets_that_are_named(self):
        rows = self.rows(self.good(*RUN, "--out", "trace=-,packets=3:1..2+5:0+7"))
        named = {(int(r["source"]), int(r["sequence"])) for r in rows}
        self.assertLessEqual({(3, 1), (3, 2), (5, 0), (7, 0), (7, 1), (7, 2)}, named)
        self.assertEqual({source for source, _ in named}, {3, 5, 7})
        self.assertEqual({n for n in named if n[0] != 7}, {(3, 1), (3, 2), (5, 0)})
        everything = self.rows(self.good(*RUN, "--out", "trace=-"))
        self.assertEqual(rows, [r for r in everything if (int(r["source"]), int(r["sequence"])) in named])

    def test_what_ranks_do(self):
        self.write("two.txt", "ranks 2\n0 compute 10 as c\n0 send 8 to 1 after c\n1 recv 8 from 0 as r\n1 compute 5 after r\n")
        run = ["simulate", "--topology", "mesh:2", "--workload", "schedule:two.txt"]
        result = json.loads(self.good(*run, "--out", "timeline=t.json", "--json", "-"))
        spans = [e for e in self.events("t.json") if e["ph"] == "X"]
        for name in ("compute", "send"):
            for rank, times in enumerate(result["ranks"]):
                self.assertEqual(sum(e["dur"] for e in spans if e["tid"] == rank and e["name"] == name), times[name])
        self.assertIn(("compute", 0, 0, 10), [(e["name"], e["tid"], e["ts"], e["dur"]) for e in spans])

    def test_what_makes_no_sense_is_refused(self):
        for value in ("16", "x", "3:", "3:2..1", "3:1...2", "3++4", "3+", "+3", "3;4", "-1", "3:1..", "3:..2"):
            for file in ("trace=-", "timeline=t.json"):
                self.refused(*RUN, "--out", f"{file},packets={value}", says="simulate: out, packets=")
        self.refused(*RUN, "--out", "trace=-,packets=", says=["out=trace=-,packets=", "no value of packets"])
        self.refused(*RUN, "--out", "trace=-,packets=3,packets=4", says=["out=trace=-,packets=3,packets=4", "packets twice"])
        self.refused(*RUN, "--out", "trace=-", "--out", "channels=c.csv", says=["out=trace=-", "out=channels=c.csv"])
        self.refused(*RUN, "--out", "timeline=x.json", "--windows", "3", says=["out=timeline=x.json", "windows=3"])
        self.refused(*RUN, "--out", "timeline=x.json", "--out", "trace=x.json", says="x.json")


if __name__ == "__main__":
    unittest.main()
