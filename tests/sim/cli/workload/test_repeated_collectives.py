#!/usr/bin/python3
"""Collectives that a generator repeats: cases by hand, and against the same schedule written out, each repetition as a collective with a name."""
import csv
import json
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from program import ProgramTest  # noqa: E402

MOST = 10_000  # repetitions with a row each


def written_out(text, times, kind, size):
    """A schedule of one repetition, `times` of it: a rank begins one when all of its operations of the one before have ended."""
    lines = text.splitlines()
    ranks = int(lines[0].split()[1])
    own = {rank: [line.split()[1:] for line in lines[1:] if line.split()[0] == str(rank)] for rank in range(ranks)}
    out = [f"ranks {ranks}"] + [f"collective c{k} {kind} {size}" for k in range(times)]
    for rank, operations in own.items():
        for k in range(times):
            out.append(f"{rank} compute 0" + (f" after e{k - 1}" if k else "") + f" as b{k} begins c{k}")
            for number, words in enumerate(operations):
                # What an operation waits for is named by numbers: of this repetition, and it waits for its beginning.
                at = words.index("after") if "after" in words else len(words)
                before = [f"o{k}.{name}" for name in words[at + 1:]]
                out.append(" ".join([str(rank), *words[:at], "after", f"b{k}", *before, "as", f"o{k}.{number}"]))
            out.append(f"{rank} compute 0 after b{k} " + " ".join(f"o{k}.{number}" for number in range(len(operations))) + f" as e{k} ends c{k}")
    return "\n".join(out) + "\n"


class RepeatedCollectives(ProgramTest):
    def result(self, topology, workload, *more):
        return json.loads(self.good("simulate", "--topology", topology, "--vcs", "4", "--buffer-depth", "8", "--workload", workload, *more, "--json", "-"))

    def test_a_ring_takes_as_long_each_time(self):
        once = 2 * 3 * (65 + 2)  # 1024 bytes in flits of 16, and the head flit
        found = self.result("torus:4", "all-reduce:ring,bytes=4096,repeat=3", "--workload.flit-bytes", "16", "--out", "collectives=c.csv")
        self.assertEqual(found["completion_cycle"], 3 * once)
        self.assertEqual(found["collectives"], [
            {"name": f"all-reduce:ring#{k + 1}", "type": "all-reduce", "group": "", "members": 4, "bytes": 4096, "start": k * once, "end": (k + 1) * once, "skew": 0,
             "time": once, "algbw": 4096 / once, "busbw": 4096 / once * 1.5, "exposed": once} for k in range(3)])
        with open(self.folder / "c.csv", encoding="ascii") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["name"], int(row["start"]), int(row["end"])) for row in rows], [(f"all-reduce:ring#{k + 1}", k * once, (k + 1) * once) for k in range(3)])

    def test_ranks_that_are_ahead_begin_early(self):
        # Rank 0 sends 5 flits, which take 7 cycles, and begins again in the cycle after the tail has left.
        found = self.result("fullmesh:2", "broadcast,bytes=4,repeat=3", "--out", "timeline=t.json")
        self.assertEqual([(one["start"], one["end"], one["skew"], one["exposed"]) for one in found["collectives"]], [(0, 7, 0, 7), (5, 12, 2, 5), (10, 17, 2, 5)])
        events = [e for e in json.loads((self.folder / "t.json").read_text())["traceEvents"] if e.get("cat") == "collective"]
        spans = {(e["id"], e["ph"]): e["ts"] for e in events}
        for k, (first, last, zero, one) in enumerate(((0, 7, (0, 5), (0, 7)), (5, 12, (5, 10), (7, 12)), (10, 17, (10, 15), (12, 17)))):
            name = f"broadcast#{k + 1}"
            self.assertEqual((spans[name, "b"], spans[name, "e"]), (first, last))
            self.assertEqual((spans[f"{name}:0", "b"], spans[f"{name}:0", "e"]), zero)
            self.assertEqual((spans[f"{name}:1", "b"], spans[f"{name}:1", "e"]), one)
        self.assertEqual(len(spans), 3 * 3 * 2)

    def test_as_the_same_schedule_written_out(self):
        for topology, ranks, name, rest, kind, size, more in (
                ("torus:8", 8, "all-reduce:ring,bytes=900", "compute=7", "all-reduce", 900, []),
                ("torus:8", 8, "all-reduce:double-tree,bytes=300", "", "all-reduce", 300, ["--workload.reduce-cost", "0.3ns"]),
                ("mesh:5", 5, "reduce,bytes=40", "compute=30", "reduce", 40, ["--workload.send-overhead", "4"]),
                ("torus:4x2", 8, "all-to-all:direct,bytes=20", "", "all-to-all", 160, ["--workload.receive-overhead", "9"]),
                ("hypercube:3", 7, "all-reduce:halving-doubling,bytes=100", "compute=11,chunks=3,active=2", "all-reduce", 100, [])):
            with self.subTest(name=name):
                text = self.good("schedule", ",".join(filter(None, (name, rest))), "--workload.ranks", str(ranks), "--out", "schedule=-")
                own = self.write("own.txt", written_out(text, 4, kind, size))
                expected = self.result(topology, f"schedule:{own}", *more)
                mapping = self.write("map.txt", "".join(f"{x}\n" for x in range(ranks)))
                found = self.result(topology, ",".join(filter(None, (name, rest, "repeat=4"))), *more, "--mapping", mapping)
                self.assertEqual(found["completion_cycle"], expected["completion_cycle"])
                for one, other in zip(found["collectives"], expected["collectives"], strict=True):
                    self.assertEqual({**one, "name": other["name"]}, other)
                self.assertEqual([rank["use"] for rank in found["ranks"]], [rank["use"] for rank in expected["ranks"]])

    def test_too_many_to_have_a_row_each_are_refused_with_the_reason(self):
        work = "barrier:dissemination,repeat="
        self.assertEqual(len(self.result("torus:2", f"{work}{MOST}", "--out", "collectives=c.csv")["collectives"]), MOST)
        self.assertNotIn("collectives", self.result("torus:2", f"{work}{MOST + 1}"))
        for workload in (f"{work}{MOST + 1}", f"{work}{MOST + 1}@0-1+all-gather,bytes=8@2-3"):
            line = self.refused("simulate", "--topology", "torus:2x2", "--workload", workload, "--out", "collectives=d.csv",
                                says=["a row for each repetition", str(MOST + 1), f"at most {MOST} are allowed"])
            self.assertNotIn("names no collectives", line)
        self.refused("simulate", "--topology", "torus:2x2", "--workload", "halo:2d,bytes=8,repeat=2", "--out", "collectives=d.csv", says="names no collectives")

    def test_jobs_and_lone_ranks(self):
        found = self.result("torus:4x4", "all-gather,bytes=64,repeat=2@0-3+broadcast,bytes=9@4-7+reduce,bytes=5,repeat=2@8")
        self.assertEqual([(one["job"], one["name"]) for one in found["collectives"]],
                         [("1", "all-gather#1"), ("1", "all-gather#2"), ("2", "broadcast"), ("3", "reduce#1"), ("3", "reduce#2")])
        self.assertEqual([(one["start"], one["end"], one["busbw"]) for one in found["collectives"][3:]], [(0, 0, None)] * 2)

    def test_a_run_that_goes_on_from_a_checkpoint_has_the_same(self):
        run = ["simulate", "--topology", "torus:4", "--workload", "all-reduce:ring,bytes=4096,compute=9,repeat=5"]
        whole = self.good(*run, "--json", "-")
        self.good(*run, "--checkpoint", "run.state", "--checkpoint-every", "3000cycles", "--json", "-")
        self.assertEqual(self.good(*run, "--resume", "run.state", "--json", "-"), whole)


if __name__ == "__main__":
    unittest.main()
