#!/usr/bin/python3
"""Failures that are drawn, that routers do not know of at once, and routings that are reconfigured (docs/guide/faults.md)."""
import json
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program import WHOLE, ProgramTest, sample  # noqa: E402

PROCESS = ["--fault-process", "mtbf=6000,mttr=400,of=both", "--retransmit", "300"]
BASE = ["--load", "0.2", "--packet-length", "8", "--cycles", "3000", "--warmup", "500"]
TORUS = ["simulate", "--topology", "torus:4x4", *BASE]


class FaultRuns(ProgramTest):
    def result(self, *arguments, status=0):
        done = self.run_program([*arguments, "--json", "-"])
        self.assertEqual(done.returncode, status, done.stderr.decode())
        return json.loads(done.stdout)

    def closed(self, result):
        packets = result["packets"]
        self.assertEqual(packets["generated"], packets["delivered"] + packets["in_flight"] + packets["lost"])
        return result


class Process(FaultRuns):
    def test_the_record_of_a_process_replays_to_the_same_bytes(self):
        """Over topologies, routings, shapes and seeds; by the list of the result and by the file."""
        runs = 0
        for topology, routing, process in sample((
                ("torus:4x4", "sw-adaptive", "mtbf=3000,mttr=400,of=both"), ("torus:4x4", "sw-deterministic", "mtbf=4000,mttr=900,of=links"),
                ("mesh:4x4", "sw-deterministic", "mtbf=9000,mttr=300,of=nodes,shape=weibull:3"),
                ("torus:5x5", "sw-adaptive", "mtbf=20000,mttr=500,of=nodes,regions=bar2"), ("hypercube:4", "sw-adaptive", "mtbf=2000,mttr=100,of=links")), 2):
            some = 0
            for seed in range(1, 7 if WHOLE else 2):
                run = ["simulate", "--topology", topology, "--routing", routing, *BASE, "--seed", seed, "--windows", "4", "--retransmit", "300"]
                with self.subTest(topology=topology, seed=seed):
                    drawn = self.closed(self.result(*run, "--fault-process", process, "--out", "fault-events=drawn.txt"))
                    events = drawn.pop("fault_process")["events"]
                    if not events:  # as may happen to rare ones
                        continue
                    some += 1
                    again = [self.result(*run, "--fault-events", which) for which in (",".join(events), "drawn.txt")]
                    for result in (drawn, *again):
                        del result["options"]
                    for result in again:
                        self.assertEqual(json.dumps(drawn), json.dumps(result))
                    runs += len(drawn["fault_events"]) > 16
            self.assertGreater(some, 0, topology)
        self.assertGreater(runs, 0)  # more changes than are held against each other

    def test_a_process_that_draws_nothing_replays_too(self):
        run = [*TORUS, "--routing", "sw-adaptive"]
        drawn = self.result(*run, "--fault-process", "mtbf=1000000000000,mttr=9,of=links", "--out", "fault-events=none.txt")
        again = self.result(*run, "--fault-events", "none.txt")
        self.assertEqual(drawn.pop("fault_process")["events"], [])
        del drawn["options"], again["options"]
        self.assertEqual(json.dumps(drawn), json.dumps(again))

    def test_components_that_never_fail_are_up_for_all_of_the_window(self):
        for topology, of in (("torus:4x4", "both"), ("torus:7x7", "links"), ("torus:3x3", "nodes")):  # 48, 98 and 9 components
            up = self.result("simulate", "--topology", topology, "--routing", "sw-adaptive", "--vcs", "4", "--load", "0.01", "--cycles", "100",
                             "--fault-process", f"mtbf=1000000000000,mttr=1,of={of}")["fault_process"]["availability"]
            self.assertEqual((up["measured"], up["ci95_low"], up["ci95_high"]), (1, None, None))  # all alike: no interval
        self.refused("simulate", "--topology", "mesh:2x2", "--routing", "sw-deterministic", "--load", "0.1", "--cycles", "100", "--faults", "nodes:1,2,3",
                     "--fault-process", "mtbf=10,mttr=1,of=links", says=["of=links", "no such component"])

    def test_what_is_drawn_does_not_depend_on_the_run(self):
        whole = self.result(*TORUS, "--routing", "sw-adaptive", *PROCESS, "--prove", "never")
        other = self.result("simulate", "--topology", "torus:4x4", "--routing", "sw-deterministic", "--vcs", "6", "--load", "0.4", *BASE[2:], *PROCESS)["fault_process"]
        self.assertEqual(whole["fault_process"], other)
        self.assertEqual(whole, self.result(*TORUS, "--routing", "sw-adaptive", *PROCESS, "--prove", "never", "--tiles", "3"))

    def test_components_are_up_as_long_as_theory_says(self):
        run = ["simulate", "--topology", "torus:4x4", "--routing", "sw-deterministic", "--load", "0.01", "--packet-length", "2", "--cycles", "90000",
               "--warmup", "9000", "--fault-process", "mtbf=9000,mttr=1000,of=links", "--prove", "never"]
        found = self.closed(self.result(*run))["fault_process"]
        up = found["availability"]
        self.assertEqual((found["components"], up["long_run"], up["long_run_exact"]), (32, 0.9, "9/10"))
        self.assertAlmostEqual(up["expected"], 0.9, places=3)  # nine times mttr after the beginning
        self.assertTrue(up["ci95_low"] < up["measured"] < up["ci95_high"])
        self.assertAlmostEqual(up["measured"], 0.9, delta=0.03)
        # The same from the events: the cycles of the window that each link had failed.
        down, since = 0, {}
        for event in found["events"]:
            kind, rest = event.split("@")
            cycle, what = rest.split(":")
            if "." not in what:
                continue  # cut off
            if kind == "fail":
                since[what] = int(cycle)
            else:
                down += max(0, min(int(cycle), 99000) - max(since.pop(what), 9000))
        down += sum(99000 - max(cycle, 9000) for cycle in since.values())
        self.assertAlmostEqual(up["measured"], 1 - down / (32 * 90000), places=12)
        self.assertEqual(found["failures"] - found["repairs"], len(since))

    def test_what_no_run_comes_to_is_not_drawn(self):
        # A saturated run lasts ten windows behind its own: 12 x 500 cycles; 10^12 would be 10^11 failures.
        run = ["simulate", "--topology", "torus:3x3", "--routing", "sw-adaptive", "--load", "0.95", "--cycles", "500", "--warmup", "500", "--packet-length", "4",
               "--lanes", "1/40:dim0+dim1", "--prove", "never"]
        far, near = (self.result(*run, "--fault-process", f"mtbf=2000,mttr=300,of=links,until={until}") for until in (10 ** 12, 6000))
        self.assertEqual(far["simulated_cycles"], 6000)
        self.assertEqual((far["fault_process"].pop("until"), near["fault_process"].pop("until")), (10 ** 12, 6000))
        self.assertEqual(far["fault_process"], near["fault_process"])
        self.assertGreater(int(far["fault_process"]["events"][-1].split("@")[1].split(":")[0]), 5500)
        self.assertEqual((far["latency"], far["packets"]), (near["latency"], near["packets"]))

    def test_what_is_expected_does_not_ask_who_says_until_when(self):
        expected = [self.result(*TORUS, "--routing", "sw-adaptive", "--prove", "never", "--fault-process", f"mtbf=3000,mttr=400,of=links{until}")["fault_process"]["availability"]["expected"]
                    for until in ("", ",until=3500", ",until=4000", ",until=3499")]
        self.assertEqual(expected[:3], expected[:1] * 3)
        self.assertIsNone(expected[3])

    def test_a_network_that_falls_apart_goes_on_with_its_largest_part(self):
        result = self.closed(self.result("simulate", "--topology", "mesh:4", "--routing", "sw-deterministic", *BASE, "--fault-process", "mtbf=900,mttr=300,of=links"))
        self.assertGreater(result["fault_process"]["disconnections"], 0)
        self.assertGreater(result["packets"]["lost"], 0)
        for entry in result["fault_events"]:  # a link in the middle takes one half along: of nodes 0, 1 | 2, 3 the second
            if [1, 0] in entry["links"] and len(entry["links"]) == 1:
                self.assertEqual(entry["nodes"], [2, 3])

    def test_results_before_during_and_after_failures(self):
        events = ["--fault-events", "fail@1500:5,repair@2500:5"]
        busy = ["simulate", "--topology", "torus:4x4", "--load", "0.7", *BASE[2:]]
        result = self.result(*busy, "--routing", "sw-adaptive", *events, "--windows", "6", "--retransmit", "1500")
        response = result["fault_response"]
        counts = [response["latency"][phase]["mean"] is not None for phase in ("before", "during", "after")]
        self.assertEqual(counts, [True, True, True])
        (failure,) = response["failures"]
        self.assertEqual((failure["cycle"], failure["lost"] > 0), (1500, True))
        self.assertGreaterEqual(failure["recovered"], 1)
        self.assertEqual(response["recovery"]["recovered"], 1)
        self.assertNotIn("fault_response", self.result(*TORUS, "--routing", "sw-adaptive", *events))

    def test_a_checkpoint_goes_on_where_the_run_was(self):
        for more in sample((["--routing", "sw-adaptive", *PROCESS], ["--routing", "sw-adaptive", *PROCESS, "--detect-delay", "150"],
                     ["--routing", "sw-adaptive", "--fault-process", "mtbf=2000,mttr=80,of=links", "--retransmit", "5,backoff=3"],
                     ["--routing", "updown", "--fault-events", "fail@900:0-1,fail@980:5,repair@1800:5", "--reconfigure", "drain", "--detect-delay", "90"],
                     ["--routing", "updown", "--fault-events", "fail@900:5,repair@1800:5", "--reconfigure", "drain", "--retransmit", "50"]), 2):
            run = [*TORUS, *more, "--windows", "3", "--prove", "never"]
            whole = self.result(*run)
            self.result(*run, "--checkpoint", "state", "--checkpoint-every", "1000cycles")
            self.assertEqual(self.result(*run, "--resume", "state"), whole)

    def test_a_checkpoint_goes_on_with_the_failures_that_it_was_made_with(self):
        run = [*TORUS, "--routing", "sw-adaptive", "--fault-events", "events.txt"]
        self.write("events.txt", "fail 900 node 5\nrepair 1200 node 5\nfail 2000 node 6\nrepair 2900 node 6\n")
        self.result(*run, "--checkpoint", "state", "--checkpoint-every", "1500cycles")
        for other in ("fail 900 node 5\n", "fail 900 node 5\nrepair 1200 node 5\nfail 2000 node 7\nrepair 2900 node 7\n"):
            self.write("events.txt", other)
            self.refused(*run, "--resume", "state", says=["resume=state", "other options", "fault-events"])

    def test_streams_of_several_vc_sets_are_refused(self):
        self.write("two.streams", "a load=0.05 vc-set=3 packet-length=4\nb load=0.05 packet-length=4\n")
        run = ["simulate", "--topology", "torus:4x4", "--routing", "sw-adaptive", "--vcs", "6", "--traffic", "streams:two.streams", "--cycles", "600"]
        for faults in (["--fault-events", "fail@100:5"], ["--fault-process", "mtbf=900,mttr=9,of=links"]):
            self.refused(*run, *faults, says=[f"{faults[0][2:]}={faults[1]}", "VC sets", "--faults"])

    def test_beside_workloads_it_draws_until_it_is_told_to_end(self):
        self.write("own.trace", "cycle,source,destination,flits\n" + "".join(f"{10 * i},{i % 16},{(5 * i + 3) % 16},6\n" for i in range(300)))
        died = 0
        for workload in sample(("all-reduce:ring,bytes=4096", "request-reply:window=2", "request-reply:batch=5", "trace:own.trace", "permutation:transpose"), 2):
            for of in ("links",) if "trace" in workload or not WHOLE and "window" in workload else ("links", "nodes"):  # a trace's terminals must live
                window = ["--cycles", "2000"] if "window" in workload else []
                run = ["simulate", "--topology", "torus:4x4", "--routing", "sw-adaptive", "--workload", workload, *window, "--retransmit", "50"]
                process = f"mtbf=4000,mttr=300,of={of},until=1500"
                with self.subTest(workload=workload, of=of):
                    done = self.run_program([*run, "--fault-process", process, "--out", "fault-events=drawn.txt", "--json", "-"])
                    self.assertIn(done.returncode, (0, 1), done.stderr.decode())
                    drawn = self.closed(json.loads(done.stdout))
                    died += done.returncode
                    self.assertGreater(drawn.pop("fault_process")["failures"], 0)
                    again = self.result(*run, "--fault-events", "drawn.txt", status=done.returncode)
                    del drawn["options"], again["options"]
                    self.assertEqual(json.dumps(drawn), json.dumps(again))
                    if not window:
                        self.refused(*run, "--fault-process", process.replace(",until=1500", ""), says=["fault-process", "until=N", "workload"])
        self.assertGreater(died, 0)  # a rank that dies keeps others from ending

    def test_what_it_cannot_be_beside_is_refused(self):
        run = [*TORUS, "--routing", "sw-adaptive", *PROCESS]
        self.refused(*run, "--fault-events", "fail@9:3", says=["fault-process", "fault-events"])
        self.refused("simulate", "--topology", "torus:4x4", "--routing", "sw-adaptive", "--load", "0.1", "--deliveries", "90", *PROCESS, says=["fault-process", "deliveries"])
        self.refused("simulate", "--topology", "torus:4x4", "--routing", "sw-adaptive", "--load", "0.1", "--cycles", "auto", *PROCESS, says=["cycles=auto", "until"])
        self.refused(*TORUS, "--fault-process", "mtbf=9,mttr=3,of=everything", says=["everything"])
        self.refused(*TORUS, "--fault-process", "mtbf=9,mttr=3,of=nodes,regions=bar2:dims", says=["regions=bar2:dims", "is written NAME[:dimsAB]"])
        self.refused(*TORUS, "--fault-process", "mtbf=900,mttr=300,of=links", says=["dor", "faults"])


class Reconfiguration(FaultRuns):
    def test_a_failure_and_its_repair_under_load_lose_no_more_than_what_was_in_flight(self):
        for number, routing in enumerate(("updown", "layered", "duato-updown")):
            for how in ("drain", "static", "proved")[0 if WHOLE or number == 0 else number:3 if WHOLE or number == 0 else number + 1]:
                with self.subTest(routing=routing, how=how):
                    run = ["simulate", "--topology", "torus:4x4", "--routing", routing, "--vcs", "6", "--load", "0.15", "--packet-length", "8", "--cycles", "4000", "--warmup", "400",
                           "--fault-events", "fail@1500:0-1,repair@2500:0-1", "--reconfigure", how]
                    result = self.closed(self.result(*run, "--windows", "4"))
                    self.assertFalse(result["saturated"])
                    (failure,) = result["fault_response"]["failures"]
                    self.assertLessEqual(failure["lost"], failure["outstanding"])
                    fail, repair = result["reconfigurations"]
                    self.assertEqual((fail["cycle"], repair["cycle"]), (1500, 2500))
                    self.assertEqual(result["packets"]["lost"], fail["lost"] + repair["lost"])
                    at_once = self.result(*run, "--retransmit", "40")
                    self.assertEqual(at_once["packets"]["lost"], 0)  # no node fails
                    self.assertEqual(at_once["packets"]["retransmitted"], sum(change["lost"] for change in at_once["reconfigurations"]))
                    # At load 0.15 of 16 sources no more than some tens of packets are in the network.
                    self.assertLess(fail["lost"] + repair["lost"], 60)
                    if how == "drain":
                        self.assertEqual((fail["how"], repair["how"], repair["lost"]), ("drain", "drain", 0))
                        self.assertGreater(min(fail["took"], repair["took"]), 0)
                    if how == "static":
                        self.assertEqual((fail["how"], repair["how"], fail["took"], repair["took"]), ("flush", "flush", 0, 0))
                        self.assertGreater(min(fail["lost"], repair["lost"]), 0)

    def test_a_tiled_network_is_reconfigured_alike(self):
        for how in ("drain", "static"):
            run = [*TORUS, "--routing", "updown", "--fault-events", "fail@900:5,fail@1000:0-1,repair@1800:5", "--reconfigure", how, "--retransmit", "70"]
            self.assertEqual(self.result(*run), self.result(*run, "--tiles", "3"))

    def test_it_is_refused_where_it_has_no_use(self):
        self.refused(*TORUS, "--reconfigure", "drain", says=["reconfigure=drain", "fault-events"])
        self.refused(*TORUS, "--routing", "sw-adaptive", "--fault-events", "fail@900:5", "--reconfigure", "drain", says=["sw-adaptive", "reconfigure=drain"])
        self.refused(*TORUS, "--routing", "updown", "--fault-events", "fail@900:5", "--reconfigure", "proved", "--prove", "never", says=["prove=never"])


class Detection(FaultRuns):
    def test_no_delay_is_the_machine_as_it_was(self):
        run = [*TORUS, "--routing", "sw-adaptive", "--fault-events", "fail@900:5,fail@1000:0-1,repair@1800:5"]
        without, none = self.result(*run), self.result(*run, "--detect-delay", "0")
        self.assertEqual(none["options"].pop("detect-delay"), "0")
        self.assertEqual(json.dumps(without), json.dumps(none))

    def test_what_goes_over_a_channel_before_its_failure_is_known_is_lost(self):
        run = [*TORUS, "--routing", "sw-adaptive", "--fault-events", "fail@900:0-1,repair@2500:0-1"]
        at_once = self.closed(self.result(*run))
        before = 0
        for delay in (50, 400):
            late = self.closed(self.result(*run, "--detect-delay", delay))
            self.assertGreater(late["undetected"]["packets"], 0)
            self.assertGreaterEqual(late["undetected"]["flits"], late["undetected"]["packets"])
            self.assertGreaterEqual(late["undetected"]["packets"], before)
            before = late["undetected"]["packets"]
            # Two channels, four VCs each, two places a VC: no more can go there.
            self.assertLessEqual(late["undetected"]["flits"], 2 * 4 * 2)
            self.assertGreater(late["packets"]["lost"], at_once["packets"]["lost"])
            self.assertEqual(late["fault_events"], at_once["fault_events"])
            again = self.closed(self.result(*run, "--detect-delay", delay, "--retransmit", "100"))
            self.assertEqual(again["packets"]["lost"], 0)
            self.assertEqual(late, self.result(*run, "--detect-delay", delay, "--tiles", "2"))

    def test_nothing_recovers_before_its_failure_is_known(self):
        run = [*TORUS, "--routing", "sw-adaptive", "--windows", "3", "--fault-events"]
        (failure,) = (result := self.result(*run, "fail@900:0-1", "--detect-delay", "400"))["fault_response"]["failures"]
        self.assertGreater(failure["recovered"], 400)
        self.assertEqual(failure["lost"], result["packets"]["lost"])
        self.assertGreaterEqual(failure["lost"], result["undetected"]["packets"])
        two = self.result(*run, "fail@900:0-1,repair@1000:0-1,fail@1100:9", "--detect-delay", "200")
        self.assertEqual([f["cycle"] for f in two["fault_response"]["failures"]], [900, 1100])
        first, second = (f["recovered"] for f in two["fault_response"]["failures"])
        self.assertTrue(first > 100 and second > 200, (first, second))

    def test_a_failure_that_is_repaired_before_it_is_known_loses_what_went_into_it(self):
        run = [*TORUS, "--routing", "sw-deterministic", "--fault-events", "fail@900:0-1,repair@1000:0-1", "--detect-delay", "500"]
        result = self.closed(self.result(*run))
        self.assertGreater(result["undetected"]["packets"], 0)
        self.assertEqual(result["absorbed"]["total"], 0)  # no router ever knew

    def test_a_routing_is_reconfigured_when_the_failure_is_known(self):
        events = "fail@1500:0-1,fail@1700:5,repair@2500:0-1"
        for routing in sample(("updown", "duato-updown"), 1):
            for how in ("drain", "static", "proved"):
                with self.subTest(routing=routing, how=how):
                    run = [*TORUS, "--routing", routing, "--fault-events", events, "--reconfigure", how]
                    none = self.result(*run, "--detect-delay", "0")
                    none["options"].pop("detect-delay")
                    self.assertEqual(none, self.result(*run))
                    late = self.closed(self.result(*run, "--detect-delay", "300"))
                    # At 1500 and 1700 nothing is known, so the routing stays; it changes at 1800, 2000 and 2500.
                    self.assertEqual([change["cycle"] for change in late["reconfigurations"]], [1500, 1700, 1800, 2000, 2500])
                    self.assertEqual([late["reconfigurations"][i]["how"] for i in (0, 1)], ["at_once", "at_once"])
                    if how != "proved":
                        self.assertEqual({change["how"] for change in late["reconfigurations"][2:]}, {"drain" if how == "drain" else "flush"})
                    self.assertGreater(late["undetected"]["packets"], 0)
                    self.assertEqual(late, self.result(*run, "--detect-delay", "300", "--tiles", "3"))
                    again = self.closed(self.result(*run, "--detect-delay", "300", "--retransmit", "50"))
                    self.assertGreater(again["packets"]["retransmitted"], 0)

    def test_a_dead_node_is_silent_before_others_know(self):
        run = [*TORUS, "--routing", "sw-adaptive", "--fault-events", "fail@500:9", "--detect-delay", "1000"]
        result = self.closed(self.result(*run))
        self.assertIsNone(result["per_terminal"][9])  # dead in the whole window
        self.assertGreater(result["undetected"]["packets"], 0)

    def test_a_dead_router_sends_nothing_again_before_others_know(self):
        # Two terminals at each router: packets between those of router 0 cross no channel of the network.
        self.result("simulate", "--topology", "dragonfly:2,2,1", "--routing", "updown", "--load", "0.6", "--packet-length", "4", "--cycles", "900", "--warmup", "0",
                    "--fault-events", "fail@500:0", "--detect-delay", "300", "--retransmit", "5", "--prove", "never", "--out", "trace=trace.csv")
        rows = [row.split(",") for row in (self.folder / "trace.csv").read_text().splitlines()[1:]]
        last = {end: max(int(row[0]) for row in rows if row[1] == end) for end in ("t0", "t1", "t2")}
        self.assertLess(max(last["t0"], last["t1"]), 500)
        self.assertGreater(last["t2"], 800)


if __name__ == "__main__":
    unittest.main()
