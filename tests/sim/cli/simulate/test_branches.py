#!/usr/bin/python3
"""Runs that branch from the checkpoint of another: with equal options the bytes of the run that was never stopped; with others what their definition
says, packet by packet, by the replay of a trace that is put together by hand; what is refused."""
import csv
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[4]
DATELINE = os.environ.get("DATELINE") or ROOT / "build/release/dateline"
STOPPED = 75
WARMUP, CYCLES = 300, 600
MESH = ["--topology", "mesh:4x4", "--packet-length", "4", "--router.vc-selection", "lowest"]  # nothing is drawn but the traffic
WINDOW = ["--warmup", WARMUP, "--cycles", CYCLES]
TORUS = ["--topology", "torus:4x4", "--load", "0.2", *WINDOW]
OF_VERDICT = {"verdict", "saturated", "overload_excluded", "decides_after", "no_interval"}


def once(words):
    """Of an option that is given twice the last value; --out is for several files."""
    found, words = {}, list(map(str, words))
    while words:
        name = words.pop(0)
        value = [words.pop(0)] if words and not words[0].startswith("--") else []
        found[name if name != "--out" else (name, *value)] = [name, *value]
    return [word for own in found.values() for word in own]


class Branches(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *words, status=0):
        done = subprocess.run([str(DATELINE), "simulate", *once(words)], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, (words, done.stderr[-2000:]))
        return done

    def whole(self, *words):
        return json.loads(self.run_program(*words, "--json", "-").stdout)

    def checkpoint(self, *words, at="warmup"):
        done = self.run_program(*words, "--checkpoint", "state", "--checkpoint-at", at, "--json", "none.json", status=STOPPED)
        self.assertFalse((self.folder / "none.json").exists())
        return done.stderr

    def branch(self, *words):
        """(the result without what says that it is one, that)"""
        result = self.whole(*words, "--resume", "state", "--branch")
        return result, result.pop("branch")

    def refused(self, says, *words):
        done = self.run_program(*words, status=2)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(says, done.stderr)


class Equal(Branches):
    """A branch of equal options is the run itself."""

    def same(self, *words, at="warmup"):
        whole = self.run_program(*words, "--json", "-").stdout
        self.checkpoint(*words, at=at)
        self.assertEqual(self.run_program(*words, "--resume", "state", "--json", "-").stdout, whole)
        result, said = self.branch(*words)
        self.assertEqual(json.dumps(result), json.dumps(json.loads(whole)), words)
        self.assertEqual(said["options"], {})
        return said["cycle"]

    def test_at_the_end_of_the_warm_up(self):
        (self.folder / "two.streams").write_text("one load=0.1 packet-length=4\ntwo load=0.05 traffic=transpose packet-length=1..16 injection=on-off:4,0.5\n")
        small = ["--topology", "torus:4x4", *WINDOW]
        for words in (["--load", "0.3"], ["--load", "0.9"], ["--load", "0.002"],
                      ["--load", "0.2", "--injection", "periodic", "--windows", "3"],
                      ["--load", "0.2", "--injection", "on-off:4,0.5", "--packet-length", "4..20", "--out", "channels=c.csv"],
                      ["--load", "0.3", "--routing", "duato", "--traffic", "transpose", "--until-ci", "20%"],
                      ["--traffic", "streams:two.streams"],
                      ["--load", "0.2", "--routing", "sw-adaptive", "--fault-events", "fail@100:5,fail@200:9,repair@700:5", "--retransmit", "50"],
                      ["--traffic", "streams:two.streams", "--routing", "sw-adaptive", "--fault-events", "fail@100:5,fail@200:9,repair@700:5"],
                      ["--load", "0.2", "--tiles", "3", "--threads", "2"]):
            self.assertEqual(self.same(*small, *words), WARMUP)
        self.assertEqual(self.same("--topology", "torus:4x4", "--load", "0.3", "--cycles", "auto"), 1000)

    def test_at_a_cycle_before_the_window_and_in_it(self):
        for at in (1, 150, WARMUP, WARMUP + 1, 700):
            self.assertEqual(self.same(*TORUS, at=at), at)
            self.assertEqual(self.same(*MESH, *WINDOW, "--load", "0.003", at=at), at)  # nothing happens in most cycles

    def test_of_deliveries_and_of_workloads(self):
        self.same("--topology", "torus:4x4", "--load", "0.3", "--deliveries", "2000")
        for workload in ("all-reduce:ring,bytes=4096,repeat=3", "request-reply:window=4"):
            self.same("--topology", "torus:4x4", "--workload", workload, *(WINDOW if "request" in workload else []), at=400)


class ByDefinition(Branches):
    """The state at that cycle; from then on what a run of the branch's options sends."""

    def recorded(self, name, *words):
        self.run_program(*MESH, *words, "--warmup", "0", "--cycles", WARMUP + CYCLES + 1500, "--out", f"record={name}")
        with open(self.folder / name, newline="") as file:
            return [(int(row["cycle"]), row["source"], row["destination"], row["flits"]) for row in csv.DictReader(file)]

    def latencies(self, rows, begin, end):
        """Of the packets that are generated from `begin` to before `end`, when these rows are sent: the tail of one is ejected in the cycle after it
        crosses its last channel."""
        (self.folder / "merged.csv").write_text("cycle,source,destination,flits\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
        self.run_program(*[word for word in MESH if word not in ("--packet-length", "4")], "--workload", "trace:merged.csv", "--out", "trace=crossings.csv")
        generated, count = {}, {}
        for cycle, source, *_ in rows:
            generated[source, count.setdefault(source, 0)] = cycle
            count[source] += 1
        last = {}
        with open(self.folder / "crossings.csv", newline="") as file:
            for row in csv.DictReader(file):
                if row["flit"] == "tail":
                    key = row["source"], int(row["sequence"])
                    last[key] = max(last.get(key, 0), int(row["cycle"]))
        return [last[key] + 2 - cycle for key, cycle in generated.items() if begin <= cycle < end]

    def check(self, before, after, at, warmup=WARMUP):
        there, here = self.recorded("before.csv", *before), self.recorded("after.csv", *after)
        wanted = self.latencies([row for row in there if row[0] < at] + [row for row in here if row[0] >= at], warmup, warmup + CYCLES)
        self.checkpoint(*MESH, *WINDOW, *before, at="warmup" if at == WARMUP else at)
        result, said = self.branch(*MESH, "--cycles", CYCLES, "--warmup", warmup, *after)
        latency = result["latency"]
        self.assertEqual((result["packets"]["measured"], latency["min"], latency["max"]), (len(wanted), min(wanted), max(wanted)))
        self.assertAlmostEqual(latency["mean"], statistics.fmean(wanted), 9)
        return said, latency["mean"]

    def test_another_seed(self):
        said, _ = self.check(["--load", "0.3"], ["--load", "0.3", "--seed", "2"], WARMUP)
        self.assertEqual(said, {"cycle": WARMUP, "options": {"seed": "1"}})

    def test_errors_of_links_are_drawn_by_the_own_seed(self):
        # Nothing is sent before cycle 1, so the branch is the run of its seed.
        for errors in (["--flit-error", "0.02"], ["--flit-error", "0.005", "--router.error-detection", "end-to-end"]):
            words = ["--topology", "torus:4x4", "--load", "0.01", "--warmup", "300", "--cycles", "3000", *errors]
            self.checkpoint(*words, at=1)
            result, _ = self.branch(*words, "--seed", "2")
            self.assertEqual(result, self.whole(*words, "--seed", "2"))
            self.assertNotEqual(result["link_errors"], self.whole(*words)["link_errors"])

    def test_what_was_thrown_away_before_is_sent_again_as_before(self):
        words = [*TORUS, "--flit-error", "0.005", "--router.error-detection", "end-to-end"]
        self.checkpoint(*words, "--retransmit", "500")
        self.refused("thrown away before", *words, "--retransmit", "20", "--resume", "state", "--branch")

    def test_another_load(self):
        for load in ("0.1", "0.5"):
            said, _ = self.check(["--load", "0.3"], ["--load", load, "--seed", "3"], WARMUP)
            self.assertEqual(said["options"], {"load": "0.3", "seed": "1"})

    def test_another_load_with_time_to_become_warm_again(self):
        said, _ = self.check(["--load", "0.1"], ["--load", "0.5"], WARMUP, warmup=700)
        self.assertEqual(said["options"], {"load": "0.1", "warmup": str(WARMUP)})
        self.check(["--load", "0.1"], ["--load", "0.5"], 120)

    def test_the_mean_over_branches_is_that_of_runs_put_together_by_hand(self):
        there = self.recorded("before.csv", "--load", "0.4")
        self.checkpoint(*MESH, *WINDOW, "--load", "0.4")
        found, wanted = [], []
        for seed in (5, 6, 7):
            here = self.recorded("after.csv", "--load", "0.4", "--seed", seed)
            rows = [row for row in there if row[0] < WARMUP] + [row for row in here if row[0] >= WARMUP]
            wanted.append(statistics.fmean(self.latencies(rows, WARMUP, WARMUP + CYCLES)))
            found.append(self.branch(*MESH, *WINDOW, "--load", "0.4", "--seed", seed)[0]["latency"]["mean"])
        self.assertEqual(len(set(found)), 3)
        self.assertAlmostEqual(statistics.fmean(found), statistics.fmean(wanted), 9)

    def test_equal_seeds_agree_and_others_differ(self):
        self.checkpoint(*TORUS)
        texts = [self.run_program(*TORUS, "--seed", seed, "--resume", "state", "--branch", "--json", "-").stdout for seed in (2, 2, 3)]
        self.assertEqual(texts[0], texts[1])
        self.assertNotEqual(json.loads(texts[1])["latency"], json.loads(texts[2])["latency"])

    def test_what_acts_later_only_gives_the_run_that_had_it_from_the_beginning(self):
        base = ["--topology", "torus:4x4", "--routing", "sw-adaptive", "--load", "0.2", *WINDOW]
        early = ["--fault-events", "fail@100:9"]
        for there, here in (([], ["--fault-events", "fail@400:5,repair@600:5", "--retransmit", "50"]), ([], ["--fault-events", "fail@301:5"]),
                            (early, ["--fault-events", "fail@100:9,fail@500:5"]), (["--fault-events", "fail@500:5"], [])):
            self.checkpoint(*base, *there)
            result, said = self.branch(*base, *here)
            self.assertEqual(result, self.whole(*base, *here))
            self.assertEqual(said["options"].get("fault-events"), there[1] if there else None)

    def test_another_window_is_that_of_the_run_but_for_the_verdict(self):
        self.checkpoint(*TORUS, "--windows", "2")  # which counts channels
        for more in (["--windows", "1", "--cycles", "900"], ["--windows", "3", "--warmup", "450"], ["--windows", "4"], ["--out", "channels=c.csv", "--until-ci", "50%", "--cycles", "5000"]):
            result, _ = self.branch(*TORUS, *more)
            whole = self.whole(*TORUS, *more)
            for key in OF_VERDICT:
                result.pop(key), whole.pop(key)
            for each in (result, whole):  # the interval depends on the verdict
                for name in ("latency", "network_latency", "hops"):
                    each[name] = {key: value for key, value in each[name].items() if not key.startswith("ci95")}
            self.assertEqual(result, whole, more)

    def test_an_overload_is_seen_by_what_comes_after(self):
        self.checkpoint(*MESH, "--load", "0.1", "--warmup", "500", "--cycles", "20000")
        result, _ = self.branch(*MESH, "--load", "0.95", "--warmup", "500", "--cycles", "20000")
        self.assertEqual((result["verdict"], result["saturated"]), ("saturated", True))
        result, _ = self.branch(*MESH, "--load", "0.05", "--warmup", "500", "--cycles", "20000")
        self.assertEqual(result["verdict"], "sustained")


class Files(Branches):
    def test_a_branch_that_is_stopped_goes_on_to_its_own_bytes(self):
        self.checkpoint(*TORUS)
        words = [*TORUS, "--seed", "2", "--json", "-"]
        wanted = self.run_program(*words, "--resume", "state", "--branch").stdout
        again = self.run_program(*words, "--resume", "state", "--branch", "--checkpoint", "own", "--checkpoint-every", "400cycles").stdout
        self.assertEqual(again, wanted)
        self.assertIn(b"\nnote branch=300\nnote branch-option=seed=1\n", (self.folder / "own").read_bytes())
        self.assertEqual(self.run_program(*words, "--resume", "own").stdout, wanted)
        self.assertEqual(json.loads(wanted)["branch"], {"cycle": WARMUP, "options": {"seed": "1"}})

    def test_the_summary_says_that_it_is_a_branch(self):
        self.checkpoint(*TORUS)
        self.assertRegex(self.run_program(*TORUS, "--seed", "2", "--resume", "state", "--branch").stdout, "\nbranch +from cycle 300 on, of a run with seed 1\n")
        self.assertRegex(self.run_program(*TORUS, "--resume", "state", "--branch").stdout, "\nbranch +from cycle 300 on, of a run with the same options\n")

    def test_what_was_not_counted_is_refused(self):
        """Channels are counted from the beginning, or not at all."""
        self.run_program(*TORUS, "--checkpoint", "plain", "--checkpoint-every", "400cycles")
        self.refused("is of a run with other options: no such there, option counts=channels here", *TORUS, "--resume", "plain", "--out", "channels=c.csv")

    def test_where_a_checkpoint_is_asked_for(self):
        self.assertIn("stopped before cycle 300; --resume state goes on", self.checkpoint(*TORUS))
        self.assertIn("stopped before cycle 123; --resume state goes on", self.checkpoint(*TORUS, at=123))
        self.assertIn(b"\nnote at=123\nnote measured=no\ncycle 123\n", (self.folder / "state").read_bytes())
        asked = ["--checkpoint", "other", "--checkpoint-at"]
        self.refused("has no meaning without checkpoint", *TORUS, "--checkpoint-at", "warmup")
        self.refused("checkpoint-at=warmup is a warm-up that there is not", *TORUS, "--warmup", "0", *asked, "warmup")
        self.refused("checkpoint-at=warmup is a warm-up that there is not", "--topology", "torus:4x4", "--workload", "permutation:transpose", *asked, "warmup")
        self.refused("checkpoint-at=99999 does not come: the run has ended after", *TORUS, *asked, "99999")
        self.refused("checkpoint-at=100 has passed; the next cycle is", *TORUS, "--resume", "state", *asked, "100")

    def test_a_branch_differs_in_what_acts_from_then_on_alone(self):
        self.checkpoint(*TORUS)
        branch = ["--resume", "state", "--branch"]
        self.refused("has no meaning without resume", *TORUS, "--branch")
        self.refused("is of a run with packet-length=32 there, packet-length=16 here: a branch may differ in seed, load, cycles, warmup, until-ci, windows, "
                     "fault-events, retransmit, detect-delay", *TORUS, "--packet-length", "16", *branch)
        self.refused("is of a run with no tiles there, tiles=2 here", *TORUS, "--tiles", "2", *branch)
        self.refused("warmup=100 is over after 100 cycles, and the branch begins at cycle 300; allowed: 300..", *TORUS, "--warmup", "100", *branch)
        self.run_program(*TORUS, "--checkpoint", "plain", "--checkpoint-every", "100cycles")
        self.refused("resume=plain is no checkpoint of --checkpoint-at", *TORUS, "--resume", "plain", "--branch")
        self.run_program(*TORUS, "--seed", "2", *branch, "--checkpoint", "own", "--checkpoint-at", "500", status=STOPPED)
        self.refused("resume=own is of a branch itself", *TORUS, "--seed", "2", "--resume", "own", "--branch")
        self.checkpoint(*TORUS, at=200)
        self.refused("warmup=200 is over after 200 cycles, and the branch begins at cycle 200; allowed: 201..", *TORUS, "--warmup", "200", *branch)
        self.checkpoint(*TORUS, at=500)
        self.assertEqual(self.branch(*TORUS, "--seed", "2")[1], {"cycle": 500, "options": {"seed": "1"}})
        self.refused("the window has begun there", *TORUS, "--load", "0.3", *branch)

    def test_what_is_drawn_by_the_seed_before_is_no_branch_of_another(self):
        for words, why in ((["--faults", "random:1"], "faults are drawn by it"), (["--fault-process", "mtbf=400,mttr=100,of=nodes"], "fault-process draws by it")):
            words = [*TORUS, "--routing", "sw-adaptive", *words]
            self.checkpoint(*words)
            self.refused(f"is of a run with seed=1 there, seed=2 here: {why}", *words, "--seed", "2", "--resume", "state", "--branch")

    def test_faults_before_it_are_the_same(self):
        words = [*TORUS, "--routing", "sw-adaptive"]
        self.checkpoint(*words, "--fault-events", "fail@100:5")
        for events in ("fail@100:6", "fail@99:5", "fail@100:5,fail@200:9", "fail@100:5,fail@300:9"):
            self.refused("what fails up to cycle 300 is not the same", *words, "--fault-events", events, "--resume", "state", "--branch")
        self.refused("checkpoint-at=warmup is cycle 300, before which the network changes", *words, "--fault-events", "fail@300:5", "--checkpoint", "other",
                     "--checkpoint-at", "warmup")
        self.refused("something has failed before", *words, "--fault-events", "fail@100:5", "--retransmit", "9", "--resume", "state", "--branch")

    def test_a_workload_has_the_same_options(self):
        words = ["--topology", "torus:4x4", "--workload", "all-reduce:ring,bytes=4096"]
        self.checkpoint(*words, at=200)
        self.refused("with a workload a branch has the same options", *words, "--seed", "2", "--resume", "state", "--branch")


if __name__ == "__main__":
    unittest.main()
