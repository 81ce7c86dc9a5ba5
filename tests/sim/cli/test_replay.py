#!/usr/bin/python3
"""A result's recorded options make the same run again: as --config RESULT.json, and as lines name=value."""
import json
import unittest

from program import WHOLE, ProgramTest, command_of

TORUS = ["--topology", "torus:4x4"]
RUN = ["simulate", *TORUS, "--load", "0.3", "--packet-length", "4"]
RUNS = [
    [*RUN, "--cycles", "300"], [*RUN, "--cycles", "300", "--warmup", "7", "--seed", "18446744073709551615", "--vc-policy", "shared"],
    [*RUN, "--cycles", "300", "--windows", "7"], [*RUN, "--cycles", "30000", "--until-ci", "5%"], [*RUN, "--cycles", "3000", "--warmup", "detect"],
    ["saturate", *TORUS, "--search.resolution", "0.1"],
    [*RUN, "--deliveries", "100"], [*RUN, "--deliveries", "100", "--warmup", "3"],
    ["simulate", *TORUS, "--load", "1/40pkt", "--cycles", "200", "--traffic", "transpose", "--fixed-points", "send"],
    ["simulate", *TORUS, "--workload", "permutation:transpose", "--tie-rule", "parity"],
    ["simulate", "--topology", "hypercube:4", "--workload", "lcc:scale", "--mapping", "random:2"],
    ["loads", "--topology", "hypercube:4", "--traffic", "lcc:scale", "--mapping", "random:2"],
    ["simulate", *TORUS, "--workload", "sweep,bytes=100,compute=1us", "--mapping", "random:2", "--workload.flit-bytes", "4", "--packet-length", "9",
     "--workload.cycle-time", "0.5ns", "--workload.send-overhead", "3ns", "--workload.receive-overhead", "2"],
    ["simulate", *TORUS, "--workload", "request-reply:window=3,request=2,reply=5,service=9", "--cycles", "300", "--traffic", "transpose", "--fixed-points", "send"],
    ["simulate", *TORUS, "--workload", "request-reply:batch=9,window=2,request=3"],
    ["simulate", *TORUS, "--load", "0.3", "--packet-length", "1@0.8,17@0.2", "--injection", "on-off:5,1", "--cycles", "300"],
    ["simulate", *TORUS, "--load", "1/50pkt", "--packet-length", "4..9", "--injection", "periodic", "--cycles", "300"],
    ["simulate", "--topology", "mesh:4x4", "--routing", "west-first", "--load", "1/7", "--cycles", "200"],
    ["topology", *TORUS], ["topology", "hyperx:3x4:t2", "--router.channel-latency", "2"],
    ["loads", *TORUS, "--traffic", "tornado"], ["loads", *TORUS, "--sample-paths", "10", "--seed", "4"],
    ["worst-case", *TORUS, "--routing", "romm"], ["worst-case", *TORUS, "--routing", "valiant", "--random-permutations", "10", "--fixed-points", "send"],
    ["worst-case", *TORUS, "--all-channels"], ["optimal", "--topology", "torus:3x3"], ["optimal", "--topology", "torus:3x3", "--points", "3"],
    ["optimal", "--topology", "torus:3x3", "--gamma-limit", "0.8"], ["optimal", "--topology", "torus:4", "--minimal-only"],
    ["throughput", *TORUS, "--traffic", "transpose"], ["throughput", *TORUS, "--traffic", "tornado", "--effort", "400"],
    ["throughput", "--topology", "torus:3x3", "--worst", "--starts", "2"], ["worst-case", *TORUS, "--senders", "even", "--within", "3"],
    ["average", *TORUS, "--routing", "dor,romm", "--samples", "30", "--seed", "3"], ["average", "--topology", "torus:3x2", "--enumerate"],
    ["average", *TORUS, "--measure", "birkhoff:4", "--samples", "9"], ["optimal", "--topology", "torus:3x3", "--paths", "2turn", "--average", "9"],
    ["optimal", "--topology", "torus:3x3", "--competitive"], ["worst-case", "--topology", "torus:3x3", "--against-optimum"],
    ["bounds", *TORUS, "--load", "0.1"], ["verify", *TORUS, "--routing", "romm"], ["verify", "--topology", "mesh:3x3", "--routing", "odd-even"],
    ["faults", "--topology", "torus:8x8", "--faults", "region:U5@3,3+random:2", "--seed", "5"], ["faults", *TORUS],
    ["verify", "--topology", "torus:3", "--faults", "random:1", "--seed", "9"],
    ["simulate", "--topology", "torus:3", "--faults", "random:1", "--load", "0.2", "--cycles", "300", "--seed", "4"],
    ["reliability", "--topology", "torus:4x4", "--routing", "sw-deterministic,dor", "--counts", "1,2", "--lifetime", "3"],
    ["simulate", *TORUS, "--routing", "sw-adaptive", "--load", "0.3", "--cycles", "300", "--fault-events", "fail@100:5,repair@200:5", "--retransmit", "9,backoff=2"],
    [*RUN, "--cycles", "300", "--router", "booksim", "--router.pipeline", "1"],
    ["schedule", "all-reduce:torus,bytes=99", *TORUS],
    ["schedule", "pipeline,bytes=5,compute=2us,repeat=3", "--workload.ranks", "5", "--workload.cycle-time", "0.57us"],
    ["lcc", "contention", "--lcc", "transpose*3,shuffle:2", "--dims", "6", "--count"], ["lcc", "contention", "--lcc", "scale", "--dims", "6"],
    ["lcc", "contention", "--lcc", "transpose", "--dims", "4", "--routing", "p-cube"], ["bounds", "--topology", "mesh:4x4", "--routing", "odd-even"],
    ["lcc", "mapping", "--lcc", "transpose*3,bit-reverse", "--dims", "6", "--objective", "max-sum"], ["lcc", "mapping", "--lcc", "rotate-180", "--dims", "6"],
    ["mesh", "run", "--side", "8", "--permutation", "reverse"], ["mesh", "run", "--side", "8", "--permutation", "reverse", "--algorithm", "ff"],
    ["mesh", "row", "--length", "9", "--window", "4"], ["mesh", "row", "--sequence", "d1,a1,b1,a2"],
    ["mesh", "column", "--length", "64", "--queue", "2", "--attack", "4,2,8,1"],
]


class Replay(ProgramTest):
    def test_every_command_gives_the_same_bytes_again(self):
        for number, run in enumerate(RUNS):
            with self.subTest(run=run):
                first = self.good(*run, "--json", "-")
                recorded = self.write("result.json", first)
                lines = self.write("run.cfg", "".join(f"{name}={value}\n" for name, value in json.loads(first)["options"].items()))
                for config in (recorded, lines) if WHOLE else [(recorded, lines)[number % 2]]:
                    self.assertEqual(self.good(*command_of(run), "--config", config, "--json", "-"), first)

    def test_every_command_is_replayed(self):
        listed = json.loads(self.good("list", "--json", "-"))["commands"]
        self.assertEqual({" ".join(command_of(run)) for run in RUNS} | {"list"}, set(listed))

    def test_what_a_run_did_not_use_is_not_recorded(self):
        options = json.loads(self.good(*RUN, "--deliveries", "50", "--json", "-"))["options"]
        self.assertEqual(set(options) & {"cycles", "warmup", "deliveries"}, {"deliveries", "warmup"})
        options = json.loads(self.good(*RUN, "--cycles", "50", "--json", "-"))["options"]
        self.assertEqual(set(options) & {"cycles", "warmup", "deliveries"}, {"cycles", "warmup"})
        result = json.loads(self.good("loads", *TORUS, "--json", "-"))
        self.assertNotIn("seed", {**result, **result["options"]})

    def test_the_command_line_wins(self):
        recorded = self.write("result.json", self.good(*RUN, "--cycles", "300", "--json", "-"))
        again = json.loads(self.good("simulate", "--config", recorded, "--cycles", "100", "--json", "-"))
        self.assertEqual((again["options"]["cycles"], again["cycles"]), ("100", 100))
        self.refused("simulate", "--config", recorded, "--deliveries", "9", says=["cycles=300", "deliveries=9"])

    def test_what_is_no_result_of_the_command_is_refused(self):
        loads = self.write("loads.json", self.good("loads", *TORUS, "--json", "-"))
        self.refused("simulate", "--config", loads, says=["config=loads.json", "dateline loads"])
        row = self.write("row.json", self.good("mesh", "row", "--length", "9", "--json", "-"))
        self.refused("mesh", "run", "--config", row, says=["mesh run: config=row.json", "dateline mesh row"])
        for content, says in (("{", "neither JSON"), ("{}", "no result"), ('{"options": {}}', "no result"), ('{"schema": "x", "options": {}}', "no result"),
                              ('{"schema": "dateline.simulate/2", "options": []}', "no result"), ('{"schema": 1, "options": {}}', "no result"),
                              ('{"schema": "dateline.simulate/2", "options": {"load": 1}}', "load"),
                              ('{"schema": "dateline.simulate/2", "options": {"laod": "1"}}', "laod"),
                              ('{"schema": "dateline.simulate/2", "options": {"config": "x"}}', "config")):
            self.refused("simulate", "--config", self.write("bad.json", content), says=says)

    def test_a_result_of_another_version_is_named(self):
        result = json.loads(self.good("verify", *TORUS, "--json", "-"))
        result["result_version"] -= 1
        done = self.run_program(["verify", "--config", self.write("old.json", json.dumps(result))])
        self.assertEqual(done.returncode, 0)
        self.assertIn(f"made by result version {result['result_version']}", done.stderr.decode())


if __name__ == "__main__":
    unittest.main()
