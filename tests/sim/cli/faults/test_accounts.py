#!/usr/bin/python3
"""What results count while faults take packets out: accepted flits, and what each failure took (docs/guide/faults.md)."""
import json
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program import WHOLE, ProgramTest, sample  # noqa: E402

TORUS = ["simulate", "--topology", "torus:4x4"]
FLAPPING = ",".join(f"fail@{t}:0-1,repair@{t + 1}:0-1" for t in range(100, 700, 60))


class Accounts(ProgramTest):
    def result(self, *arguments):
        return json.loads(self.good(*arguments, "--json", "-"))

    def pairs(self):
        """Terminals 0 and 1 send to each other, over one link."""
        return self.write("pairs", "1\n0\n" + "".join(f"{v}\n" for v in range(2, 16)))

    def test_a_network_accepts_no_more_than_it_delivers(self):
        """A packet that is handed over in part, taken out and sent again is accepted once."""
        for arguments, length in (
                ([*TORUS, "--routing", "sw-adaptive", "--fault-process", f"mtbf={sample(20, 60)},mttr=1,of=links", "--retransmit", "10", "--prove", "never"], 16),
                (["simulate", "--topology", "mesh:4x4", "--routing", "updown", "--fault-process", "mtbf=2000,mttr=20,of=links", "--reconfigure", "static", "--retransmit", "10"], 16),
                ([*TORUS, "--routing", "sw-deterministic", "--traffic", f"permutation:{self.pairs()}", "--retransmit", "1", "--fault-events", FLAPPING], 100)):
            for tiles in ("1", "3") if WHOLE or length == 100 else ("1",):
                result = self.result(*arguments, "--load", "0.2", "--packet-length", length, "--cycles", "2000", "--warmup", "200", "--tiles", tiles, "--windows", "4")
                self.assertGreater(result["packets"]["retransmitted"], 0)
                accepted = result["accepted"] * 16 * 2000
                # Of packets that are taken out behind the window some flits may have come in it.
                self.assertLessEqual(accepted, (result["packets"]["delivered"] + 4) * length)
                self.assertAlmostEqual(sum(part["accepted"] for part in result["windows"]) / 4 * 16 * 2000, accepted, places=6)

    def test_a_stream_accepts_nothing_of_what_was_taken_out(self):
        streams = self.write("one.streams", f"a load=0.3 packet-length=100 traffic=permutation:{self.pairs()}\n")
        result = self.result(*TORUS, "--routing", "sw-deterministic", "--traffic", f"streams:{streams}", "--warmup", "60", "--cycles", "200", "--fault-events", "fail@65:1")
        (stream,) = result["streams"]
        self.assertLessEqual(stream["accepted"] * 16 * 200, result["packets"]["delivered"] * 100)
        longer = self.result(*TORUS, "--routing", "sw-deterministic", "--traffic", f"streams:{streams}", "--warmup", "60", "--cycles", "600", "--retransmit", "1",
                             "--fault-events", FLAPPING)
        self.assertAlmostEqual(longer["streams"][0]["accepted"], longer["accepted"], places=9)

    def test_every_stream_closes_its_accounts(self):
        streams = self.write("two.streams", "a load=0.2 packet-length=4\nb load=0.1 packet-length=16 traffic=tornado\n")
        window = ["--traffic", f"streams:{streams}", "--cycles", "1500", "--warmup", "100"]
        faults = ["--routing", "sw-adaptive", "--vcs", "4", "--fault-events", "fail@300:5,fail@500:0-1,repair@700:5,fail@1590:9"]
        errors = ["--flit-error", "0.003", "--router.error-detection", "end-to-end"]
        beside = ["--workload", "halo:2d,bytes=40,repeat=40", "--workload.background", f"streams:{streams}"]
        for arguments in ([*window, *faults], [*window, *faults, "--retransmit", "100"], [*window, *errors], [*window, *errors, "--retransmit", "100"], [*beside, *faults]):
            result = json.loads(self.run_program([*TORUS, *arguments, "--json", "-"]).stdout)  # beside a workload ranks die, which is status 1
            alone = "--workload" not in arguments
            for stream in result["streams"]:
                packets = stream["packets"]
                self.assertEqual(packets["generated"], packets["delivered"] + packets["lost"] + packets["in_flight"])
            lost = sum(stream["packets"]["lost"] for stream in result["streams"])
            if "--retransmit" not in arguments:
                self.assertGreater(lost, 0)
            for key in ("generated", "delivered", "lost", "in_flight") if alone else ():
                self.assertEqual(sum(stream["packets"][key] for stream in result["streams"]), result["packets"][key])

    def test_a_failure_took_what_was_taken_out_when_it_was_known(self):
        run = ["simulate", "--topology", "mesh:4x4", "--routing", "updown", "--load", "0.3", "--packet-length", "8", "--cycles", "400", "--warmup", "0",
               "--fault-events", "fail@90:0-1", "--windows", "2"]
        for how in ("static", "drain"):
            for delay in ("0", "50"):
                result = self.result(*run, "--reconfigure", how, "--detect-delay", delay)
                (failure,) = result["fault_response"]["failures"]
                self.assertGreater(failure["lost"], 0)
                self.assertEqual(failure["lost"], result["packets"]["lost"])

    def test_nothing_is_during_a_failure_where_only_a_repair_comes(self):
        latency = self.result(*TORUS, "--routing", "sw-adaptive", "--load", "0.1", "--packet-length", "4", "--cycles", "400", "--faults", "links:0-1",
                              "--fault-events", "repair@100:0-1", "--windows", "2")["fault_response"]["latency"]
        self.assertIsNone(latency["during"]["mean"])
        self.assertIsNotNone(latency["after"]["mean"])


if __name__ == "__main__":
    unittest.main()
