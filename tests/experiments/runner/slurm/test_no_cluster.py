#!/usr/bin/python3
"""What cannot go on a cluster is one line: no Slurm, one that refuses, nodes that cannot run what they are given; and profiles that ask for what there is not."""

import json
import pathlib
import re
import shlex
import shutil
import unittest

from slurm_case import SlurmCase
from support import SMALL, STANDIN
from runner.slurm import request

SHELL = "#!/bin/sh\n"
OTHER_PROCESSOR = bytes.fromhex("7f454c46020101000000000000000000" "0200b700010000000000000000000000") + bytes(32)  # ELF, AArch64


class Refusals(SlurmCase):
    def simulator(self, on_nodes):
        """One that is the stand-in here, and on nodes what a line of shell says."""
        file = self.place / "simulator"
        file.write_text(f'{SHELL}[ -z "$SLURM_ARRAY_TASK_ID" ] || {on_nodes}\nexec {STANDIN} "$@"\n')
        file.chmod(0o755)
        return file

    def refused(self, pattern, *words, status=3, **more):
        """The last line of stderr is the only one that is an error."""
        done = self.run_it(*(words or ("small", "--slurm")), **more)
        self.assertEqual(done.returncode, status, done.stderr)
        lines = done.stderr.splitlines()
        self.assertRegex(lines[-1], f"^error: {pattern}$")
        self.assertLess(len(lines[-1]), 500)
        self.assertEqual(sum(line.startswith("error") for line in lines), 1, done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        self.assertEqual((self.stored(), self.pending()), ([], []))
        return done

    def test_no_slurm(self):
        only = self.place / "only"
        only.mkdir()
        for name in ("sbatch", "squeue", "scancel"):
            self.refused(f"no {name}: Slurm is not installed here, or not on the PATH; without --slurm points run on this machine", PATH=str(only))
            (only / name).symlink_to(self.programs / name)

    def test_an_unknown_partition(self):
        self.define(SMALL + "slurm: {partition: nope}\n")
        self.refused(r"sbatch refuses the array: invalid partition specified: nope; Batch job submission failed: Invalid partition name specified "
                     r"\(partitions here: debug, long\)")

    def test_nodes_that_do_not_see_the_folder(self):
        for how in ("script", "output"):
            self.refused(rf"node n1 does not see {self.results}/small/\.slurm or \S+/runner/slurm: results and checkout must be on a file system that all nodes "
                         r"share, under the same path \(docs/guide/cluster\.md\)", FAKE_BLIND=how)
            self.assertFalse((self.results / "small/.slurm").exists())

    def test_a_binary_for_another_processor(self):
        fails = r": built for another processor, build it on the oldest of the partition \(docs/guide/cluster\.md\)"
        self.refused(rf"node \S+( \(.*\))? does not run \S+/simulator: no simulator: \S+ list --json - failed: signal SIGILL{fails}",
                     simulator=self.simulator("kill -ILL $$"))
        later = self.simulator('[ "$1" = list ] || kill -ILL $$')  # an instruction that not every run comes to
        self.refused(rf"node \S+ does not run \S+/simulator: signal SIGILL{fails}", simulator=later)
        other = self.place / "other"
        other.write_bytes(OTHER_PROCESSOR)
        other.chmod(0o755)
        simulator = self.simulator(":")
        self.refused(rf"node \S+( \(.*\))? does not run \S+/simulator: no simulator: \S+ does not run: Exec format error{fails}", simulator=simulator,
                     FAKE_BEFORE=f"cp {other} {simulator}.new; mv {simulator}.new {simulator}")

    def test_a_simulator_that_lacks_a_library_there_or_is_another(self):
        self.refused(r"node \S+( \(.*\))? does not run \S+/simulator: no simulator: \S+ list --json - failed: no libsystemc \(docs/guide/cluster\.md\)",
                     simulator=self.simulator("{ echo no libsystemc >&2; exit 127; }"))
        self.refused(r"node \S+( \(.*\))? does not run \S+/simulator: no simulator: \S+ has result version 7, not 1 \(docs/guide/cluster\.md\)",
                     simulator=self.simulator("export STANDIN_RESULT_VERSION=7"))

    def test_the_array_is_cancelled_when_a_node_is_of_no_use(self):
        self.refused(r"node .* signal SIGILL: .*", simulator=self.simulator("kill -ILL $$"), FAKE_HOLD="1.4")
        self.assertEqual(self.calls("scancel"), [["1"]])

    def test_options_that_do_not_go_together(self):
        for words, line in ((("small", "--detach"), "--detach goes with --slurm"), (("small", "--profile", "a.yaml"), "--profile goes with --slurm"),
                            (("status", "small", "--slurm"), "status runs nothing: --slurm has no meaning there"),
                            (("list", "--slurm"), "list runs nothing: --slurm has no meaning there"),
                            (("all", "--slurm", "--detach"), "--detach takes one experiment: each has its own results to collect"),
                            (("small", "--slurm", "--detach", "--dry-run"), "--detach and --dry-run do not go together: nothing is submitted"),
                            (("small", "--slurm", "--jobs", "0"), "--jobs 0: at least 1")):
            self.refused(line, *words, status=2)
        self.assertEqual(self.arrays(), [])


class Profiles(SlurmCase):
    def asked(self):
        """The options of the last submission that a profile decides."""
        ours = ("--requeue", "--open-mode", "--array", "--job-name", "--output", "--ntasks", "--cpus-per-task", "--parsable")
        return [word for word in self.calls("sbatch")[-1][:-1] if word.partition("=")[0] not in ours]

    def profile(self, text, name="config/dateline/slurm.yaml"):
        file = self.place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return str(file)

    def submitted(self, *words, **more):
        shutil.rmtree(self.results, ignore_errors=True)
        done = self.run_it("small", "--slurm", "--only", "load=0.5", *words, **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.asked()

    def test_the_users_profile_then_the_one_named_and_over_both_the_experiment(self):
        self.assertEqual(self.submitted(), [])
        self.profile("{time: 2h, mem: 2G, partition: long, account: mine, extra: --qos=low --exclude=n7}")
        all_of_it = ["--time=120", "--mem=2G", "--partition=long", "--account=mine", "--qos=low", "--exclude=n7"]
        self.assertEqual(self.submitted(), all_of_it)
        home = self.place / "home"
        self.profile("{mem: 500}", "home/.config/dateline/slurm.yaml")
        self.assertEqual(self.submitted(XDG_CONFIG_HOME="", HOME=str(home)), ["--mem=500"])
        self.assertEqual(self.submitted("--profile", self.profile('{time: "1-12:00:00"}', "other.yaml")), ["--time=2160"])
        self.define(SMALL + "slurm: {time: 30m, extra: --qos=high}\n")
        self.assertEqual(self.submitted(), ["--time=30", "--mem=2G", "--partition=long", "--account=mine", "--qos=high"])

    def test_a_profile_that_asks_for_what_there_is_not(self):
        options = "1: 'extra' is a text of options for sbatch"
        for text, line in (("{tiem: 2h}", r"1: unknown key 'tiem' \(nearest: time\)"),
                           ("time: 1:30:00", "1: 1:30:00 is 5400 to YAML: write that, or the text in quotes"),
                           ("time: 90", "1: 'time' is a time: 30m, 2h, 1d, or \"1-12:00:00\" in quotes"),
                           ("mem: 2GB", "1: 'mem' is an amount of memory: 500M, 2G"), ("mem: 2G\npartition: a b", "2: 'partition' is a name"),
                           ("extra: \"--comment='a\"", f"{options}: --qos=long --exclude=node7"), ("extra: [a]", f"{options}: .*"), ("chunk: 0.001", "1: 'chunk' is a number of minutes, 0.01 or more"),
                           ("tasks: 0", "1: 'tasks' is a whole number, at least 1"),
                           ("[1]", "1: a profile is a mapping of time, mem, partition, account, extra, chunk, tasks, cpus"), ("cpus: 0", "1: 'cpus' is a whole number, at least 1"), ("a: [", "1: not YAML: .*"),
                           (None, " No such file or directory")):
            file = self.profile(text, "bad.yaml") if text else str(self.place / "gone.yaml")
            done = self.run_it("small", "--slurm", "--profile", file)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertRegex(done.stderr, f"^error: {file}:{line}\n$")
        self.define(SMALL + "slurm: {mem: lots}\n")
        done = self.run_it("small")
        self.assertRegex(done.stderr, r"small\.yaml:11: 'mem' is an amount of memory: 500M, 2G\n$")
        self.assertEqual((done.returncode, self.calls("sbatch")), (2, []))

    def test_extra_runs_no_program_and_leads_to_no_file(self):
        """Each a way in which sbatch runs a program, preloads something, reads or writes a file, or does not do what the runner asks for."""
        for text, word in (("script.sh", "script.sh"), ("--qos=low script.sh", "script.sh"), ("--qos low", "--qos"), ("--wrap=id", "--wrap=id"), ("--wra=id", "--wra=id"),
                           ("--export=ALL,LD_PRELOAD=/tmp/a.so", "--export=ALL,LD_PRELOAD=/tmp/a.so"), ("--export-file=a", "--export-file=a"),
                           ("--output=/home/a", "--output=/home/a"), ("-o a", "-o"), ("--error=a", "--error=a"), ("--chdir=/tmp", "--chdir=/tmp"),
                           ("--get-user-env", "--get-user-env"), ("--task-epilog=a", "--task-epilog=a"), ("--bcast=a", "--bcast=a"), ("--bb=a", "--bb=a"),
                           ("--bbf=a", "--bbf=a"), ("--container=a", "--container=a"), ("--array=0-5", "--array=0-5"), ("-J mine", "-J"), ("--", "--"),
                           ("--uid=0", "--uid=0"), ("--exclusive=user", "--exclusive=user"), ("--nodelist=./nodes", "--nodelist=./nodes"),
                           ("--nodelist", "--nodelist"), ("--qos=", "--qos="), ("--comment='a\tb'", "--comment=a b")):
            self.define(SMALL + f"slurm: {{extra: {json.dumps(text)}}}\n")
            done = self.run_it("small", "--slurm")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn("small.yaml:11: 'extra' is a text of options for sbatch", done.stderr)
            self.assertIn(f"not {word}", done.stderr)
        self.assertEqual(self.calls("sbatch"), [])
        self.define(SMALL + "slurm: {extra: --qs=low}\n")
        self.assertIn("--qs=low (nearest: --qos)\n", self.run_it("small").stderr)

    def test_extra_chooses_nodes_and_times(self):
        wanted = ["--constraint=[rack1*2&rack2*4]", "--exclude=n[1-3],n7", "--begin=now+1hour", "--gres=gpu:a100:1", "--exclusive", "--dependency=afterok:20:21?afterany:23"]
        self.define(SMALL + f"slurm: {{extra: {json.dumps(shlex.join(wanted))}}}\n")
        self.assertEqual(self.submitted(), wanted)

    def test_the_profile_in_the_page_is_read(self):
        page = (pathlib.Path(__file__).resolve().parents[4] / "docs/guide/cluster.md").read_text()
        words = re.findall(r"--[a-z-]+", page.partition("`extra` takes options")[2].partition("All others")[0])
        self.assertEqual(sorted(set(words) - {"--"}), sorted((*request.FLAGS, *request.VALUED)))
        block = page.partition("```yaml\n")[2].partition("```")[0]
        self.assertEqual(self.submitted("--profile", self.profile(block, "page.yaml")),
                         ["--time=120", "--mem=2G", "--partition=long", "--account=networks", "--qos=normal", "--exclude=node7"])


if __name__ == "__main__":
    unittest.main()
