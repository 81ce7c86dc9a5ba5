#!/usr/bin/python3
"""The waveform of channels (--out vcd=FILE): by hand for one packet, against the trace of the same run for many, and what is refused."""
import csv
import io
import json
import unittest

import vcd
from program import ProgramTest, sample

RUN = ["simulate", "--topology", "torus:4x4", "--load", "0.2", "--packet-length", "3", "--cycles", "300"]
ONE = ["simulate", "--topology", "mesh:3", "--packet-length", "3", "--workload", "permutation:one.txt"]
ROOT = "SystemC.network."


class Vcd(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("one.txt", "2\n1\n0\n")  # 0 and 2 change places

    def crossings(self, values):
        """(channel, VC, source, sequence) of what crosses, of the values after a cycle."""
        found = set()
        for name, value in values.items():
            if name.endswith(".crossing") and value:
                place = name[:-len("crossing")]
                found.add((place[len(ROOT):-1], values[place + "source"], values[place + "sequence"]))
        return found

    def check_against_trace(self, *options, channels=None):
        """Every crossing of the trace is in the waveform, in its cycle, and no other."""
        chosen = "" if channels is None else f",channels={channels}"
        plain = json.loads(self.good(*options, "--json", "-"))
        text = self.good(*options, "--json", "result.json", "--out", "trace=t.csv", "--out", f"vcd=o.vcd{chosen}")
        self.assertEqual(json.loads((self.folder / "result.json").read_text()), plain)
        self.assertNotIn("Info", text)
        rows = list(csv.DictReader(io.StringIO((self.folder / "t.csv").read_text())))
        values = vcd.by_cycle((self.folder / "o.vcd").read_text(), plain["simulated_cycles"])
        there = {name[len(ROOT):].rsplit(".", 2)[0] for name in values[-1] if name.startswith(ROOT)}
        wanted = [set() for _ in values]
        for r in rows:
            if f"from_{r['from']}_to_{r['to']}" in there:
                wanted[int(r["cycle"])].add((f"from_{r['from']}_to_{r['to']}.vc{r['vc']}", int(r["source"]), int(r["sequence"])))
        self.assertGreater(sum(map(len, wanted)), 50)
        for cycle, (state, crossed) in enumerate(zip(values, wanted)):
            self.assertEqual(self.crossings(state), crossed, cycle)
        return plain, values, there

    def test_crossings_are_those_of_the_trace(self):
        plain, values, there = self.check_against_trace(*RUN)
        self.assertEqual(len(there), 64)  # all network channels of a torus:4x4
        self.assertEqual(sum(len(self.crossings(state)) for state in values), plain["flit_hops"])

    def test_over_longer_channels_and_for_single_flits(self):
        self.check_against_trace(*RUN, "--router.channel-latency", "3", "--router.vc-reuse", "tail", "--buffer-depth", "4")
        self.check_against_trace(*RUN[:5], "--packet-length", "1", "--cycles", "200", "--router.crossbar", "per-port")

    def test_cycles_in_which_nothing_happens_are_quiet(self):
        self.check_against_trace(*RUN[:3], "--load", "0.005", "--packet-length", "2", "--cycles", sample(3000, 1000), "--warmup", "0")

    def test_a_schedule(self):
        _, _, there = self.check_against_trace("simulate", "--topology", "hypercube:3", "--workload", "all-reduce:ring,bytes=64", channels="0-1+4-0+7-3")
        self.assertEqual(there, {"from_0_to_1", "from_4_to_0", "from_7_to_3"})

    def test_channels_of_terminals_and_by_port(self):
        channels = "t5-5+5-t5+3.0+5-t5"
        _, _, there = self.check_against_trace(*RUN, "--router.ejection", "channel", channels=channels)
        self.assertEqual(len(there), 3)
        self.assertLessEqual({"from_t5_to_5", "from_5_to_t5"}, there)

    def test_parallel_channels_are_told_by_their_port(self):
        names, _ = vcd.read(self.good("simulate", "--topology", "torus:2x4", "--load", "0.1", "--cycles", "50", "--out", "vcd=-,channels=0-1"))
        channels = {name.split(".")[2] for group in names.values() for name in group if name.startswith(ROOT)}
        self.assertEqual(len(channels), 2 if self.parallel() else 1)
        for channel in channels:
            self.assertTrue(channel.startswith("from_0_to_1"))

    def parallel(self):
        """Whether 0 and 1 of torus:2x4 are joined by two links: as --out channels=FILE has it."""
        self.good("simulate", "--topology", "torus:2x4", "--load", "0.1", "--cycles", "50", "--out", "channels=c.csv")
        rows = csv.DictReader(io.StringIO((self.folder / "c.csv").read_text()))
        return sum(r["from"] == "0" and r["to"] == "1" for r in rows) == 2

    def test_one_packet_by_hand(self):
        # Flit i crosses hop h in cycle h + i and leaves the buffer behind it in the next one; with the tail goes the VC.
        self.good(*ONE, "--out", "vcd=o.vcd,channels=t0-0+0-1+1-2")
        values = vcd.by_cycle((self.folder / "o.vcd").read_text(), 6)
        for hop, channel in enumerate(("from_t0_to_0", "from_0_to_1", "from_1_to_2")):
            for cycle, state in enumerate(values):
                busy = [name for name, value in state.items() if name.startswith(f"{ROOT}{channel}.") and name.endswith(".occupied") and value]
                within = hop <= cycle <= hop + 2
                self.assertEqual(len(busy), 1 if within else 0, (channel, cycle))
                buffers = sum(value for name, value in state.items() if name.startswith(f"{ROOT}{channel}.") and name.endswith(".buffer"))
                self.assertEqual(buffers, 1 if within else 0, (channel, cycle))
                for name in busy:
                    place = name[:-len("occupied")]
                    self.assertEqual((state[place + "source"], state[place + "sequence"]), (0, 0))

    def test_the_same_run_writes_the_same_bytes(self):
        first, second = (self.good(*RUN, "--out", "vcd=-,channels=0-1") for _ in range(2))
        self.assertEqual(first, second)
        self.assertFalse(list(self.folder.glob("*.vcd")))

    def test_a_buffer_holds_no_more_than_its_depth(self):
        self.good(*RUN[:3], "--load", "0.9", "--cycles", "200", "--buffer-depth", "3", "--out", "vcd=o.vcd")
        values = vcd.by_cycle((self.folder / "o.vcd").read_text(), 200)
        most = max(value for state in values for name, value in state.items() if name.endswith(".buffer"))
        self.assertEqual(most, 3)

    def test_what_is_refused(self):
        for channels, says in (("0-5", ["0-5", "no such channel"]), ("0", ["FROM-TO"]), ("99-1", ["99", "0..15"]), ("t3-4", ["terminal 3 is at node 3"]),
                               ("3-t3", ["ejection channel"]), ("3.9", ["9"]), ("0-1+", ["FROM-TO"]), ("+0-1", ["FROM-TO"]), ("t-1", [])):
            self.refused(*RUN, "--out", f"vcd=o.vcd,channels={channels}", says=["simulate: out, channels=", *says])
        self.refused(*RUN, "--out", "vcd=o.vcd,channels=", says=["out=vcd=o.vcd,channels=", "no value of channels"])
        self.refused(*RUN, "--out", "vcd=o.vcd,channels=0-1,channels=1-2", says=["out=vcd=o.vcd,channels=0-1,channels=1-2", "channels twice"])
        self.refused(*RUN, "--out", "vcd=o.vcd", "--out", "channels=c.csv", says=["out=vcd=o.vcd", "out=channels=c.csv"])
        self.refused(*RUN, "--out", "vcd=o.vcd", "--windows", "3", says=["out=vcd=o.vcd", "windows=3"])
        self.refused("simulate", "--topology", "torus:16x16x16", "--load", "0.1", "--out", "vcd=o.vcd", says=["vcd", "4096 VCs"])
        self.refused(*RUN, "--out", "vcd=no/such/folder/o.vcd", says="no/such/folder")
        self.assertFalse(list(self.folder.glob("*vcd*")))


if __name__ == "__main__":
    unittest.main()
