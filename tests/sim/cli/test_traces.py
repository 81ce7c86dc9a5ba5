#!/usr/bin/python3
"""Traces as a user runs them: recorded and replayed, of Netrace with their dependencies, placed, and what is refused."""
import bz2
import json
import pathlib
import re
import shlex
import struct
import sys
import unittest

from program import PROGRAM, ROOT, ProgramTest

PAIR = ["--topology", "hypercube:1", "--buffer-depth", "4"]
TORUS = ["--topology", "torus:4x4"]
HEADER = "cycle,source,destination,flits\n"


def netrace(packets, nodes=2):
    """`packets`: (cycle, id, type, source, destination, ids that wait for it)."""
    data = struct.pack("<If30sBBQQII8x", 0x484A5455, 1.0, b"made by hand", nodes, 0, 1000, len(packets), 7, 1) + b"a note\0" + struct.pack("<3Q", 0, 1000, len(packets))
    for cycle, number, kind, source, destination, *waiting in packets:
        data += struct.pack("<QII5B", cycle, number, 0xc0ffee, kind, source, destination, 0x13, len(waiting)) + struct.pack(f"<{len(waiting)}I", *waiting)
    return data


# With 8 bytes a flit: 9 flits, delivered in 10; 1 flit, generated in 11, delivered in 13; 1 flit in its own cycle, 50 to 52.
DEPENDENT = [(0, 10, 2, 0, 1, 30, 20), (4, 20, 1, 1, 0, 30), (50, 30, 13, 0, 1)]


class TraceTest(ProgramTest):
    def result(self, *arguments):
        return json.loads(self.good("simulate", *arguments, "--json", "-"))

    def text(self, name):
        return (self.folder / name).read_text()


class Replay(TraceTest):
    def test_rows_are_generated_in_their_cycles(self):
        trace = self.write("own.csv", HEADER + "0,0,1,4\n# later\n10,1,0,1\n100,0,0,3\n")
        result = self.result(*PAIR, "--workload", f"trace:{trace}")
        self.assertEqual(result["completion_cycle"], 100 + 3 + 1)
        self.assertEqual((result["packets"]["delivered"], result["packets"]["measured"], result["flit_hops"]), (3, 3, 5))
        self.assertEqual((result["latency"]["min"], result["latency"]["max"]), (3, 6))
        self.assertIn("3 packets of 8 flits, the last of cycle 100", self.good("simulate", *PAIR, "--workload", f"trace:{trace}"))
        for name in ("packet-length", "workload.flit-bytes"):
            self.assertNotIn(name, result["options"])

    def assert_replayed(self, network, *traffic, lost=False):
        """The same deliveries, as far as results show them; recorded again it is the same trace."""
        first = self.result(*network, *traffic, "--out", "record=once.csv", "--out", "channels=once.loads")
        again = self.result(*network, "--workload", "trace:once.csv", "--out", "record=twice.csv", "--out", "channels=twice.loads")
        self.assertEqual(self.text("once.csv"), self.text("twice.csv"))
        self.assertEqual(len(self.text("once.csv").splitlines()) - 1, first["packets"]["generated"])
        self.assertEqual(again["packets"]["delivered"] + again["packets"]["lost"], first["packets"]["generated"])
        self.assertEqual(again["packets"]["lost"] > 0, lost and "--retransmit" not in network)
        return first, again

    def test_workloads_are_replayed(self):
        networks = [TORUS, [*TORUS, "--routing", "romm", "--vcs", "8", "--seed", "7"],
                    [*TORUS, "--routing", "duato", "--router.crossbar", "per-port", "--router.ejection", "channel"],
                    [*TORUS, "--routing", "sw-adaptive", "--faults", "nodes:5", "--seed", "3"]]
        workloads = [["--workload", "permutation:transpose"], ["--workload", "all-to-all:pairwise,bytes=100", "--packet-length", "33"],
                     ["--workload", "all-reduce:ring,bytes=500,compute=9"]]
        for network in networks:
            for workload in workloads:
                if "--faults" in network and "permutation" not in workload[1]:
                    workload = [*workload, "--mapping", "random:2"]
                with self.subTest(network=network, workload=workload):
                    first, again = self.assert_replayed(network, *workload)
                    for key in ("latency", "network_latency", "hops", "flit_hops", "absorbed", "per_terminal"):
                        self.assertEqual(first[key], again[key], key)
                    self.assertEqual(self.text("once.loads"), self.text("twice.loads"))
                    last = self.text("once.csv").splitlines()[-1].split(",")[0]
                    self.assertGreater(again["completion_cycle"], int(last))

    def test_random_traffic_is_replayed_whole(self):
        for options in (["--cycles", "400"], ["--deliveries", "300"], ["--cycles", "300", "--injection", "bernoulli", "--traffic", "tornado"]):
            first, again = self.assert_replayed([*TORUS, "--seed", "5"], "--load", "0.3", "--packet-length", "6", *options)
            self.assertGreater(first["packets"]["generated"], first["packets"]["measured"])
            self.assertGreaterEqual(again["flit_hops"], first["flit_hops"])

    def test_runs_whose_network_changes_are_replayed(self):
        events = [*TORUS, "--routing", "sw-adaptive", "--seed", "4", "--fault-events", "fail@100:5,fail@200:0-1,repair@260:5,fail@300:10"]
        for again in ([], ["--retransmit", "30"]):
            first, replayed = self.assert_replayed([*events, *again], "--load", "0.4", "--cycles", "400", "--packet-length", "16", lost=True)
            self.assertGreater(first["packets"]["lost"] + first["packets"]["retransmitted"], 0)
            self.assertEqual(first["packets"]["lost"], replayed["packets"]["lost"])
            self.assertEqual(first["packets"]["retransmitted"], replayed["packets"]["retransmitted"])

    def test_a_row_whose_end_has_failed_in_its_cycle_is_not_sent(self):
        events = [*TORUS, "--routing", "sw-adaptive", "--fault-events", "fail@100:5,repair@260:5", "--workload", "trace:own.csv"]
        self.write("own.csv", HEADER + "99,0,5,40\n99,4,0,2\n100,4,5,1\n250,5,4,1\n259,5,5,1\n260,5,4,1\n300,4,5,1\n")
        result = json.loads(self.good("simulate", *events, "--json", "-"))
        self.assertEqual(result["trace"], {"not_sent": 3, "waiting": 0})
        packets = result["packets"]
        self.assertEqual((packets["generated"], packets["delivered"], packets["lost"]), (4, 3, 1))  # the first is on its way when node 5 fails
        self.assertIn("3 packets not sent, as an end had failed\n", self.good("simulate", *events))
        self.assertEqual(json.loads(self.good("simulate", *events, "--retransmit", "200", "--json", "-"))["packets"]["delivered"], 4)
        # What never works is refused with its line.
        self.refused("simulate", *TORUS, "--routing", "sw-adaptive", "--faults", "nodes:5", "--fault-events", "fail@100:6", "--workload", "trace:own.csv",
                     says=["own.csv line 2", "rank 5 sits at node 5, which has failed"])

    def test_a_trace_may_be_recorded_over_itself(self):
        rows = HEADER + "0,1,0,4\n0,0,1,4\n3,0,1,2\n"
        self.write("own.csv", rows)
        self.good("simulate", *PAIR, "--workload", "trace:own.csv", "--out", "record=own.csv")
        self.assertEqual(self.text("own.csv"), HEADER + "0,0,1,4\n0,1,0,4\n3,0,1,2\n")  # by cycle and source
        self.assertEqual(self.listing(), ["own.csv"])

    def test_a_record_may_go_to_standard_output(self):
        self.assertEqual(self.good("simulate", *PAIR, "--workload", "permutation:bit-complement", "--packet-length", "9", "--out", "record=-"),
                         HEADER + "0,0,1,9\n0,1,0,9\n")

    def test_recording_changes_no_result(self):
        run = [*TORUS, "--load", "0.2", "--cycles", "300"]
        self.assertEqual(self.result(*run, "--out", "record=x.csv"), self.result(*run))
        # Nor of requests whose replies are never sent, as a node that serves them fails.
        asks = [*TORUS, "--routing", "sw-adaptive", "--workload", "request-reply:window=2,request=2,reply=8,service=50", "--cycles", "400", "--warmup", "100",
                "--fault-events", "fail@200:5,fail@300:9,repair@420:5"]
        alone = self.result(*asks)
        self.assertGreater(alone["request_reply"]["unanswered"], 0)
        self.assertLess(alone["simulated_cycles"], 1000)  # not ten windows
        self.assertEqual(self.result(*asks, "--out", "record=x.csv"), alone)

    def test_a_result_makes_its_replay_again(self):
        self.write("own.csv", HEADER + "0,0,1,4\n")
        first = self.good("simulate", *PAIR, "--workload", "trace:own.csv", "--mapping", "random:3", "--json", "-")
        self.assertEqual(self.good("simulate", "--config", self.write("result.json", first), "--json", "-"), first)

    def test_ranks_are_placed(self):
        self.write("own.csv", HEADER + "0,0,1,4\n20,2,2,1\n")
        result = self.result(*TORUS, "--workload", "trace:own.csv", "--mapping", self.write("map.txt", "15\n5\n9\n"), "--out", "record=placed.csv")
        self.assertEqual(self.text("placed.csv"), HEADER + "0,15,5,4\n20,9,9,1\n")
        self.assertEqual(result["hops"]["max"], 4)
        self.refused("simulate", *TORUS, "--workload", "trace:own.csv", "--mapping", self.write("few.txt", "15\n5\n"), says=["own.csv line 3", "rank 2", "0..1"])

    def test_failed_nodes_neither_send_nor_receive(self):
        faults = [*TORUS, "--routing", "sw-adaptive", "--faults", "nodes:2"]
        self.write("good.csv", HEADER + "0,1,3,4\n")
        self.assertEqual(self.result(*faults, "--workload", "trace:good.csv")["packets"]["delivered"], 1)
        self.write("bad.csv", HEADER + "0,1,3,4\n9,0,2,4\n")
        self.refused("simulate", *faults, "--workload", "trace:bad.csv", says=["bad.csv line 3", "node 2", "failed"])


class Page(TraceTest):
    def test_the_example_is_what_is_recorded(self):
        page = (ROOT / "docs/guide/workloads/traces.md").read_text()
        commands, rows = re.search(r"# Traces of packets\n.*?```sh\n(.*?)```\n\n```\n(.*?)```", page, re.DOTALL).groups()
        record, replay = [shlex.split(line)[1:] for line in commands.splitlines()]
        self.good(*record)
        self.assertTrue(self.text("transpose.csv").startswith(rows))
        self.assertIn("the last of cycle", self.good(*replay))


class Netrace(TraceTest):
    def test_packets_wait_for_those_that_name_them(self):
        for name, data in (("x.tra", netrace(DEPENDENT)), ("x.tra.bz2", bz2.compress(netrace(DEPENDENT)))):
            self.write(name, data)
            result = self.result(*PAIR, "--workload", f"netrace:{name}", "--workload.flit-bytes", "8", "--out", "record=x.csv")
            self.assertEqual(result["completion_cycle"], 53)
            self.assertEqual(result["latency"]["max"], 11)
            self.assertEqual(result["options"]["workload.flit-bytes"], "8")
            self.assertEqual(self.text("x.csv"), "cycle,source,destination,flits,class\n0,0,1,9,2\n11,1,0,1,1\n50,0,1,1,13\n")

    def test_its_recorded_trace_is_open_loop(self):
        self.write("x.tra", netrace(DEPENDENT))
        first = self.result(*PAIR, "--workload", "netrace:x.tra", "--out", "record=x.csv")
        again = self.result(*PAIR, "--workload", "trace:x.csv", "--out", "record=y.csv")
        self.assertEqual(self.text("x.csv"), self.text("y.csv"))
        self.assertEqual((first["latency"], first["completion_cycle"]), (again["latency"], again["completion_cycle"]))

    def test_a_byte_a_flit_by_default(self):
        self.write("x.tra", netrace([(0, 1, 2, 0, 1), (200, 2, 1, 0, 1)]))
        result = self.result(*PAIR, "--workload", "netrace:x.tra")
        self.assertEqual((result["latency"]["max"], result["latency"]["min"]), (1 + 72 + 1, 1 + 8 + 1))

    def test_nodes_are_placed(self):
        self.write("x.tra", netrace([(0, 1, 1, 0, 3)], nodes=4))
        self.refused("simulate", *PAIR, "--workload", "netrace:x.tra", says=["x.tra byte 103", "rank 3", "0..1"])  # behind header, notes and region
        result = self.result(*PAIR, "--workload", "netrace:x.tra", "--mapping", self.write("map.txt", "1\n0\n0\n0\n"))
        self.assertEqual(result["per_terminal"][0]["offered"], 0)

    def test_damage_is_refused_with_its_byte(self):
        data = netrace(DEPENDENT)
        for content, says in ((data[:-1], "packet 3 of 3"), (data + b"x", "behind the last packet"), (b"x" + data, "byte 0"), (bz2.compress(data)[:-3], "too early")):
            self.write("x.tra", content)
            self.refused("simulate", *PAIR, "--workload", "netrace:x.tra", "--json", "x.json", says=["x.tra byte ", says])


class Refusals(TraceTest):
    def test_options_that_a_trace_leaves_no_use_for(self):
        self.write("x.csv", HEADER + "0,0,1,4\n")
        self.write("x.tra", netrace(DEPENDENT))
        for workload in ("trace:x.csv", "netrace:x.tra"):
            for option, value in (("packet-length", "9"), ("packet-length", "32"), ("workload.cycle-time", "2ns"), ("workload.send-overhead", "1"),
                                  ("workload.receive-overhead", "1"), ("fixed-points", "send"), ("load", "0.1"), ("load", "0.1pkt"),
                                  ("traffic", "uniform"), ("injection", "poisson"), ("cycles", "100"), ("warmup", "1"), ("deliveries", "5")):
                self.refused("simulate", *PAIR, "--workload", workload, f"--{option}", value, says=[f"{option}={value}"])
        self.refused("simulate", *PAIR, "--workload", "trace:x.csv", "--workload.flit-bytes", "8", says=["workload.flit-bytes=8", "workload=trace:x.csv"])
        self.refused("simulate", *PAIR, "--workload", "permutation:bit-complement", "--workload.flit-bytes", "8",
                     says=["workload.flit-bytes=8", "with workload=permutation:bit-complement"])
        for value in ("0", "1.5", "1000000001"):
            self.refused("simulate", *PAIR, "--workload", "netrace:x.tra", "--workload.flit-bytes", value, says=[f"workload.flit-bytes={value}"])

    def test_the_runner_leaves_out_the_same_options(self):
        sys.path.insert(0, str(ROOT / "experiments"))
        from runner.running.simulator import Simulator  # pylint: disable=import-outside-toplevel
        catalogue = Simulator(pathlib.Path(PROGRAM), ROOT).catalogue()
        sizes = {f"workload.{name}" for name in ("flit-bytes", "cycle-time", "send-overhead", "receive-overhead")}
        packets = {"packet-length", "fixed-points"}
        defaults = {name: value for name, value in catalogue.inputs("simulate").items() if name in sizes | packets | {"mapping"}}
        self.assertEqual(set(defaults), sizes | packets | {"mapping"})
        for workload, unused in (("trace:x", sizes | packets), ("netrace:x", sizes - {"workload.flit-bytes"} | packets), ("goal:x", {"fixed-points"}),
                                 ("permutation:x", sizes), (None, sizes), ("request-reply:x", sizes | {"mapping", "packet-length"})):
            self.assertEqual(catalogue.unused("simulate", {**defaults, "workload": workload}) - {"workload"}, unused, workload)

    def test_files_that_are_no_trace(self):
        (self.folder / "folder").mkdir()
        self.write("bad.csv", HEADER + "0,0,1,4\n0,0,1,0\n")
        for kind in ("trace", "netrace"):
            for name, says in (("", "file name"), ("missing", "cannot be read"), ("folder", "folder"), ("/dev/null", "pipe or a device")):
                self.refused("simulate", *PAIR, "--workload", f"{kind}:{name}", says=["workload=", says])
        self.refused("simulate", *PAIR, "--workload", "trace:bad.csv", "--out", "record=r.csv", "--json", "r.json", says=["bad.csv line 3", "flits '0'"])
        self.refused("simulate", *PAIR, "--workload", "traces:bad.csv", says=["workload=traces:bad.csv", "trace:FILE", "netrace:FILE"])

    def test_records_that_cannot_be_written(self):
        run = ["simulate", *TORUS, "--load", "0.3", "--cycles", "2000"]
        self.refused(*run, "--out", "record=missing/x.csv", says=["out=record=missing/x.csv", "cannot be written"])
        self.refused(*run, "--out", "record=x", "--json", "x", says=["out=record=x", "json"])
        self.refused(*run, "--out", "record=/dev/full", says=["out=record=/dev/full", "cannot be written"])


if __name__ == "__main__":
    unittest.main()
