#!/usr/bin/python3
"""Several schedules side by side, and random traffic beside them: what each does alone it does where nothing is shared, and what is refused."""
import json
import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from program import ProgramTest  # noqa: E402

PAIR = "ranks 2\n0 compute 5\n0 send 3 to 1 after 0\n1 recv 3 from 0\n1 compute 3 after 0\n"  # 14 cycles over one hop (test_workloads.py)
TORUS = ["--topology", "torus:4x4", "--vcs", "4"]


class Jobs(ProgramTest):
    def result(self, workload, *more, network=TORUS, status=0):
        return json.loads(self.good("simulate", *network, "--workload", workload, *more, "--json", "-", status=status))

    def test_jobs_that_share_nothing_take_what_they_take_alone(self):
        # Dimension order keeps the rings of two rows apart.
        works = {"one": ("all-reduce:ring,bytes=256", [0, 1, 2, 3]), "two": ("all-reduce:ring,bytes=1000,repeat=3", [4, 5, 6, 7]),
                 "three": ("broadcast,bytes=64", [8, 9, 10])}
        alone = {}
        for name, (workload, nodes) in works.items():
            alone[name] = self.result(workload, "--mapping", self.write("own.map", "".join(f"{node}\n" for node in nodes)))
        self.write("three.jobs", "# three of them\n" + "".join(f"{name} {work} {','.join(map(str, nodes))}\n" for name, (work, nodes) in works.items()))
        together = self.result("jobs:three.jobs")
        self.assertEqual([job["name"] for job in together["jobs"]], list(works))
        for job, (name, (workload, nodes)) in zip(together["jobs"], works.items()):
            self.assertEqual((job["workload"], job["ranks"], job["completion_cycle"]), (workload, len(nodes), alone[name]["completion_cycle"]))
            self.assertEqual(job["critical_path"], alone[name]["bounds"]["completion_critical_path"])
            own = [{key: rank[key] for key in rank if key != "job"} for rank in together["ranks"] if rank["job"] == name]
            self.assertEqual(own, alone[name]["ranks"])
        self.assertEqual(together["completion_cycle"], max(one["completion_cycle"] for one in alone.values()))
        self.assertEqual(together["bounds"]["completion_bandwidth"], max(one["bounds"]["completion_bandwidth"] for one in alone.values()))
        self.assertEqual(together["packets"]["delivered"], sum(one["packets"]["delivered"] for one in alone.values()))
        line = self.result("+".join(f"{work}@{nodes[0]}-{nodes[-1]}" for work, nodes in works.values()))
        self.assertEqual([job["name"] for job in line["jobs"]], ["1", "2", "3"])
        self.assertEqual([job["completion_cycle"] for job in line["jobs"]], [job["completion_cycle"] for job in together["jobs"]])

    def test_the_places_of_a_job_are_those_of_the_mapping(self):
        own = self.write("own.txt", PAIR)
        swapped = self.write("swap.map", "3\n2\n1\n0\n")
        found = self.result(f"schedule:{own}@1,0+schedule:{own}@2-3", "--mapping", swapped, network=["--topology", "torus:4", "--vcs", "4"])
        self.assertEqual([rank["node"] for rank in found["ranks"]], [2, 3, 1, 0])
        self.assertEqual([job["completion_cycle"] for job in found["jobs"]], [14, 14])

    def test_jobs_that_share_channels_are_slower(self):
        work = "all-to-all:direct,bytes=200"
        alone = self.result(f"{work}@0,2,8,10")["completion_cycle"]
        both = self.result(f"{work}@0,2,8,10+{work}@1,3,9,11")
        self.assertGreater(max(job["completion_cycle"] for job in both["jobs"]), alone)
        for job in both["jobs"]:
            self.assertGreaterEqual(job["completion_cycle"], job["critical_path"])
        self.assertGreaterEqual(both["completion_cycle"], both["bounds"]["completion_bandwidth"])

    def test_background_slows_a_workload_and_is_measured_by_itself(self):
        work = "all-reduce:ring,bytes=16000,repeat=4"
        alone = self.result(work)
        found = self.result(work, "--workload.background", "uniform@0.3")
        self.assertGreater(found["completion_cycle"], alone["completion_cycle"])
        self.assertEqual(found["bounds"]["completion_critical_path"], alone["bounds"]["completion_critical_path"])
        (stream,) = found["streams"]
        self.assertEqual((stream["name"], stream["load"]), ("background", 0.3))
        # Some 600 packets a node: half a load is many standard deviations away.
        self.assertLess(abs(stream["offered"] - 0.3), 0.05)
        self.assertEqual(found["packets"]["generated"], stream["packets"]["generated"] + alone["packets"]["generated"])
        self.assertEqual(stream["packets"]["delivered"], stream["packets"]["generated"])
        lines = self.write("one.streams", "background load=0.3\n")
        same = self.result(work, "--workload.background", f"streams:{lines}")
        same["options"]["workload.background"] = "uniform@0.3"
        self.assertEqual(same, found)
        jobs = self.result(f"{work}@0-7+{work}@8-15", "--workload.background", "uniform@0.1")
        self.assertEqual((len(jobs["jobs"]), len(jobs["streams"])), (2, 1))

    def test_background_counts_until_the_workload_has_ended(self):
        # Bit-complement on mesh:4x4 offers each channel across the middle nearly twice what it carries: what waits there at the end takes about as long
        # again to arrive, and is neither in what is offered nor in what is accepted.
        own = self.write("own.txt", "ranks 1\n0 compute 20000\n")
        mesh = ["--topology", "mesh:4x4", "--vcs", "4"]
        (stream,) = self.result(f"schedule:{own}", "--workload.background", "bit-complement@0.9", network=mesh)["streams"]
        self.assertLess(abs(stream["offered"] - 0.9), 0.05)  # some 9,000 packets: five standard deviations
        self.assertLess(stream["accepted"], 0.5)  # theta
        self.assertGreater(stream["accepted"], 0.3)

    def test_costs_that_no_job_has_a_use_for_are_refused(self):
        noise, adds = ["--workload.noise", "exponential:5"], ["--workload.reduce-cost", "2"]
        own = self.write("own.txt", PAIR.replace("compute 5", "compute 0").replace("compute 3", "compute 0"))
        for workload in ("broadcast,bytes=8", "all-gather,bytes=64", f"schedule:{own}", "broadcast,bytes=8@0-3+all-gather,bytes=64@4-7"):
            with self.subTest(workload=workload):
                self.refused("simulate", *TORUS, "--workload", workload, *noise, says=["workload.noise=exponential:5 has no use", "no compute takes time"])
                self.refused("simulate", *TORUS, "--workload", workload, *adds, says=["workload.reduce-cost=2 has no use", "added up; allowed: 0"])
                self.good("simulate", *TORUS, "--workload", workload, "--workload.reduce-cost", "0")
        self.refused("simulate", *TORUS, "--workload", "all-reduce:ring,bytes=0", *adds, says="workload.reduce-cost=2")  # no byte is added up
        self.refused("simulate", *TORUS, "--workload", "all-reduce:ring,bytes=64", *noise, says="workload.noise")
        work = self.write("own.txt", "ranks 2\n0 compute 5\n")
        for option in ("send-overhead", "receive-overhead"):
            self.refused("simulate", *TORUS, "--workload", f"schedule:{work}", f"--workload.{option}", "3ns", says=[f"{option}=3ns has no use", "without messages"])
            self.good("simulate", *TORUS, "--workload", f"schedule:{work}@0-1+broadcast,bytes=8@2-3", f"--workload.{option}", "3ns")
        # One job that has a use for it is enough.
        self.good("simulate", *TORUS, "--workload", "all-reduce:ring,bytes=64,compute=3", *noise, *adds)
        self.good("simulate", *TORUS, "--workload", "broadcast,bytes=8@0-3+all-reduce:ring,bytes=64@4-7+pipeline,bytes=8,compute=3@8-11", *noise, *adds)

    def test_people_see_jobs_and_background(self):
        own = self.write("own.txt", PAIR)
        text = self.good("simulate", *TORUS, "--workload", f"schedule:{own}@0-1+schedule:{own}@2-3", "--workload.background", "tornado@0.01")
        self.assertRegex(text, r"(?m)^job +1: schedule:own.txt on 2 ranks: completion in 1[4-9] cycles; critical path 14$")
        self.assertRegex(text, r"(?m)^stream +background: ")

    def test_collectives_say_their_job(self):
        text = "ranks 2\ncollective c all-reduce 6\n" + "".join(
            f"{x} compute 0 as b begins c\n{x} send 3 to {1 - x} after b as s\n{x} recv 3 from {1 - x} after b as r\n{x} compute 0 after s r ends c\n" for x in (0, 1))
        own = self.write("own.txt", text)
        found = self.result(f"schedule:{own}@0-1+schedule:{own}@4-5", "--out", "collectives=own.csv", "--out", "timeline=own.json")
        self.assertEqual([(one["job"], one["name"], one["time"]) for one in found["collectives"]], [("1", "c", 6), ("2", "c", 6)])
        lines = pathlib.Path(self.folder, "own.csv").read_text().splitlines()
        self.assertEqual(lines[0], "job,name,type,group,members,bytes,start,end,skew,time,algbw,busbw,exposed")
        self.assertEqual(lines[1], "1,c,all-reduce,,2,6,0,6,0,6,1,1,6")
        events = json.loads(pathlib.Path(self.folder, "own.json").read_text())["traceEvents"]
        begins = [(event["name"], event["pid"], event["tid"], event["ts"]) for event in events if event.get("cat") == "collective" and event["ph"] == "b"]
        self.assertEqual(begins, [("1/c all-reduce", 2, 0, 0), ("1/c all-reduce", 3, 0, 0), ("1/c all-reduce", 3, 1, 0),
                                  ("2/c all-reduce", 2, 0, 0), ("2/c all-reduce", 3, 2, 0), ("2/c all-reduce", 3, 3, 0)])

    def test_what_does_not_fit_is_refused_in_one_line(self):
        work = "broadcast,bytes=3"
        own = self.write("own.txt", PAIR)
        for workload, *says in ((f"{work}@0-3+{work}@3-5", "place 3 twice", "job 1", "job 2"), (f"{work}@0-16", "'0-16'", "0..15"), (f"{work}@3-1", "'3-1'"),
                                (f"{work}@1,1", "place 1 twice"), (f"{work}@0-3+", "bytes=3@0-3+"), (f"schedule:{own}@5", "2 ranks", "places for 1"),
                                (f"{work}@0-3+permutation:transpose@4-7", "permutation:transpose"), ("jobs:none.jobs", "none.jobs"),
                                (f"all-reduce:torus,bytes=4@0-3", "4 ranks")):
            with self.subTest(workload=workload):
                self.refused("simulate", *TORUS, "--workload", workload, says=list(says))
        for text, *says in (("one broadcast,bytes=3\n", "line 1", "NAME SCHEDULE PLACES"), ("a broadcast,bytes=3 0-1\na broadcast,bytes=3 2\n", "line 2", "'a' again"),
                            ("# nothing\n", "names no job"), ("a broadcast,bytes=3 0-1\nb broadcast,bytes=3 1\n", "line 2", "place 1 twice"),
                            ("a uniform 0\n", "line 1", "'uniform'"), ("a jobs:bad.jobs 0\n", "line 1", "'jobs:bad.jobs' for a job"), ("a broadcast,bytes=3 0,x\n", "line 1", "'x'")):
            with self.subTest(text=text):
                self.refused("simulate", *TORUS, "--workload", f"jobs:{self.write('bad.jobs', text)}", says=["bad.jobs", *says])
        shared = self.write("shared.map", "0\n0\n1\n2\n")
        self.refused("simulate", *TORUS, "--workload", f"{work}@0+{work}@1-2", "--mapping", shared, says=["mapping", "jobs 1 and 2 at node 0"])
        for background, *says in (("uniform", "PATTERN@LOAD"), ("uniform@0", "above 0"), ("uniform@1.5", "at most nic-ports=1"), ("nonsense@0.1", "nonsense"),
                                  (f"streams:{self.write('set.streams', 'a load=0.1 vc-set=2')}", "vc-set")):
            with self.subTest(background=background):
                self.refused("simulate", *TORUS, "--workload", work, "--workload.background", background, says=["workload.background", *says])
        self.refused("simulate", *TORUS, "--load", "0.1", "--workload.background", "uniform@0.1", says="workload.background")
        self.refused("simulate", *TORUS, "--workload", "halo:2d,bytes=3", "--out", "collectives=c.csv", says=["collectives", "names no collectives"])


if __name__ == "__main__":
    unittest.main()
