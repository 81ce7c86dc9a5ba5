#!/usr/bin/python3
"""Runs that are stopped and resumed: the bytes of one that was not, whatever it measures and wherever it was stopped; what is refused; what a signal
and a kill leave."""
import fcntl
import functools
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path += [str(ROOT / "tests" / "support"), str(ROOT / "tests" / "golden")]
import resume  # noqa: E402
from option_sets import option_sets  # noqa: E402
from sample import WHOLE  # noqa: E402

DATELINE = os.environ.get("DATELINE") or ROOT / "build/release/dateline"
LONG = ["--topology", "torus:16x16", "--load", "0.3", "--cycles", "20000" if WHOLE else "8000", "--warmup", "2000", "--windows", "4"]
STOPPED = 75
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # checkpoints are waited for until they are on the disk, thousands of them here
SEEN = r"""#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <sys/stat.h>
int fsync(int file) {
  struct stat found;
  fstat(file, &found);
  fprintf(stderr, "seen fsync %lld\n", (long long)found.st_size);
  return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
}
int rename(const char* from, const char* to) {
  fprintf(stderr, "seen rename %s %s\n", from, to);
  return ((int (*)(const char*, const char*))dlsym(RTLD_NEXT, "rename"))(from, to);
}
"""


@functools.lru_cache
def long_run():
    """What it prints, run to its end."""
    return subprocess.run([str(DATELINE), "simulate", *LONG, "--json", "-"], capture_output=True, check=True).stdout


class Checkpoints(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir=MEMORY)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *words, status=0):
        done = subprocess.run([str(DATELINE), "simulate", "--progress", "never", *map(str, words)], cwd=self.folder, capture_output=True, check=False)
        if status is not None:
            self.assertEqual(done.returncode, status, done.stderr.decode()[-2000:])
        return done

    def refused(self, says, *words):
        done = self.run_program(*words, status=2)
        self.assertEqual(done.stderr.count(b"\n"), 1)
        self.assertIn(says, done.stderr.decode())

    def check_resumed(self, words, intervals):
        """Resumed from the last checkpoint of each interval, in cycles, the run ends as it did."""
        whole = self.run_program(*words, "--json", "-", status=None)
        self.assertIn(whole.returncode, (0, 1), whole.stderr.decode()[-2000:])
        resumed = 0
        for interval in intervals:
            with self.subTest(words=words, interval=interval):
                path = self.folder / "state"
                path.unlink(missing_ok=True)
                saved = self.run_program(*words, "--json", "-", "--checkpoint", path, "--checkpoint-every", f"{interval}cycles", status=None)
                self.assertEqual((saved.returncode, saved.stdout), (whole.returncode, whole.stdout))
                if path.exists():
                    again = self.run_program(*words, "--json", "-", "--resume", path, status=None)
                    self.assertEqual((again.returncode, again.stdout, again.stderr), (whole.returncode, whole.stdout, whole.stderr))
                    resumed += 1
        return resumed

    def test_golden_option_sets_go_on_to_the_same_bytes(self):
        """At two cycles each; in the whole one of thirty at every 97th cycle, and each at one that differs from set to set. tests/golden/resume.py has
        all of them at every 97th."""
        sets = option_sets()
        total = 0
        for some, every, most in [(sets[7::300], 97, 2)] if not WHOLE else [(sets[7::30], 97, 20), *((sets[k::19], 97 * (1 + k), 1) for k in range(19))]:
            resumed, problems = resume.check(DATELINE, some, self.folder, every, most)
            self.assertEqual(problems, [])
            total += resumed
        self.assertGreater(total, 2000 if WHOLE else 10)

    def test_every_kind_of_source_goes_on(self):
        (self.folder / "two.streams").write_text("one load=0.1 packet-length=4\ntwo load=0.05 traffic=transpose packet-length=16 injection=on-off:4,0.5\n")
        self.run_program("--topology", "torus:4x4", "--load", "0.1", "--cycles", "800", "--out", "record=packets.csv")
        small = ["--topology", "torus:4x4"]
        for words in (["--load", "0.3", "--cycles", "900", "--injection", "periodic"],
                      ["--load", "0.2", "--cycles", "900", "--injection", "on-off:4,0.5", "--packet-length", "4..20"],
                      ["--load", "0.2", "--cycles", "900", "--windows", "5", "--out", "channels=c.csv", "--out", "pair-latency=p.csv"],
                      ["--load", "0.9", "--deliveries", "3000", "--router", "booksim"],
                      ["--load", "0.7", "--deliveries", "3000", "--router", "booksim", "--router.vc-arbitration", "fcfs", "--router.vc-stage", "own",
                       "--router.switch-allocator", "islip:2", "--router.ejection-delay", "router"],
                      ["--load", "0.7", "--deliveries", "3000", "--router.routing-delay", "1", "--router.vc-allocator", "islip", "--router.vc-stage", "own"],
                      ["--load", "0.3", "--cycles", "auto"],
                      ["--traffic", "streams:two.streams", "--cycles", "900"],
                      ["--workload", "request-reply:window=4", "--cycles", "900"],
                      ["--workload", "all-reduce:ring,bytes=4096,repeat=3", "--packet-length", "17"],
                      ["--workload", "fft:256,butterfly=20"],
                      ["--workload", "permutation:transpose", "--packet-length", "300"],
                      ["--workload", "trace:packets.csv"],
                      ["--load", "0.2", "--cycles", "900", "--routing", "sw-adaptive", "--fault-events", "fail@300:5,repair@700:5", "--retransmit", "50"],
                      ["--traffic", "streams:two.streams", "--cycles", "900", "--routing", "sw-adaptive",
                       "--fault-events", "fail@50:5,fail@60:6,repair@450:5,fail@990:5"],
                      ["--load", "0.4", "--cycles", "900", "--routing", "sw-adaptive", "--fault-events", "fail@400:5,fail@800:9"],
                      ["--load", "0.4", "--cycles", "900", "--warmup", "400", "--windows", "9"],
                      ["--traffic", "streams:two.streams", "--cycles", "900", "--routing", "sw-adaptive", "--fault-events", "fail@300:5,fail@350:9,repair@700:5"]):
            self.assertGreater(self.check_resumed([*small, *words], (97, 400) if WHOLE else (97,)), 0, words)

    def test_a_checkpoint_between_two_parts_of_the_window_goes_on(self):
        """Flits that were handed over in the last cycle before it are counted once."""
        words = ["--topology", "torus:4x4", "--load", "0.5", "--packet-length", "8", "--cycles", "900", "--warmup", "100", "--windows", "9"]
        self.assertEqual(self.check_resumed(words, (100, 200, 300, 450)), 4)

    def test_several_tiles_go_on_to_the_bytes_of_one(self):
        (self.folder / "two.streams").write_text("one load=0.1 packet-length=4\ntwo load=0.05 traffic=transpose packet-length=16\n")
        for words in (["--topology", "torus:4x4", "--load", "0.3", "--windows", "3", "--out", "channels=c.csv"],
                      ["--topology", "torus:4x4", "--load", "0.2", "--routing", "duato", "--packet-length", "1..20"],
                      ["--topology", "torus:4x4", "--traffic", "streams:two.streams", "--router.channel-latency", "3"],
                      ["--topology", "dragonfly:2,4,2", "--routing", "ugal", "--load", "0.2", "--router.channel-latency", "local=1,global=10"],
                      ["--topology", "torus:4x4", "--load", "0.2", "--routing", "sw-adaptive", "--fault-events", "fail@300:5,repair@700:5",
                       "--retransmit", "50"]):
            words = [*words, "--cycles", "900", "--json", "-"]
            whole = self.run_program(*words).stdout
            for tiles, threads in ((2, 1), (3, 2)):
                for interval in (97, 400) if WHOLE else (97 if tiles == 2 else 400,):
                    self.run_program(*words, "--tiles", tiles, "--checkpoint", "state", "--checkpoint-every", f"{interval}cycles")
                    self.assertEqual(self.run_program(*words, "--tiles", tiles, "--threads", threads, "--resume", "state").stdout, whole)
        self.refused("is of a run with other options: option tiles=3 there, no such here", *words, "--resume", "state")
        self.refused("is of a run with other options: option tiles=3 there, option tiles=2 here", *words, "--tiles", "2", "--resume", "state")

    def stopped(self, number):
        """Stopped by the signal after a moment, and what was said; the run lasts for a second or two."""
        path = self.folder / "state"
        path.unlink(missing_ok=True)
        run = subprocess.Popen([str(DATELINE), "simulate", *LONG, "--json", "out.json", "--checkpoint", str(path), "--checkpoint-every", "500cycles"],
                               cwd=self.folder, stderr=subprocess.PIPE)
        while run.poll() is None and not path.exists():
            time.sleep(0.005)
        run.send_signal(number)
        said = run.communicate()[1].decode()
        return run.returncode, said, path

    def test_signals_write_and_end_with_75(self):
        for number in (signal.SIGTERM, signal.SIGUSR1):
            status, said, path = self.stopped(number)
            self.assertEqual(status, STOPPED)
            self.assertRegex(said, r"^dateline: stopped before cycle \d+; --resume .* goes on\n$")
            self.assertFalse((self.folder / "out.json").exists())
            if WHOLE or number == signal.SIGTERM:
                self.assertEqual(self.run_program(*LONG, "--json", "-", "--resume", path).stdout, long_run())

    @unittest.skipUnless(WHOLE, "a minute: tests/run --long; the next one kills runs too, and one of them goes on")
    def test_a_kill_leaves_a_whole_checkpoint(self):
        for _ in range(50):
            status, _, path = self.stopped(signal.SIGKILL)
            self.assertEqual(status, -signal.SIGKILL)
            self.assertEqual(self.run_program(*LONG, "--json", "-", "--resume", path).stdout, long_run())

    def left(self):
        return {path.name for path in self.folder.glob("*.tmp")}

    def test_what_a_kill_leaves_is_removed_by_the_next_run(self):
        """Whether it goes on or begins again: temporaries of the checkpoint, the result and its provenance."""
        for again in ([*LONG, "--resume", "state"], ["--topology", "torus:4x4", "--load", "0.2", "--cycles", "900"]):
            status, _, path = self.stopped(signal.SIGKILL)
            self.assertEqual(status, -signal.SIGKILL)
            self.assertTrue(any(name.startswith("out.json.") for name in self.left()), self.left())
            with subprocess.Popen([sys.executable, "-c", ""]) as ended:
                ended.wait()
            (self.folder / f"state.{socket.gethostname()}.{ended.pid}.tmp").write_text("half of one")
            self.run_program(*again, "--json", "out.json", "--checkpoint", path)
            self.assertEqual(self.left(), set())
            if "--resume" in again:
                self.assertEqual((self.folder / "out.json").read_bytes(), long_run())

    def test_what_is_of_a_run_that_is_not_over_stays(self):
        """Or may be: of another machine, of a number that runs, or under a lock, which the runs of another container have; and other names."""
        with subprocess.Popen([sys.executable, "-c", ""]) as ended:
            ended.wait()
        host = socket.gethostname()
        others = {f"state.{host}-two.{ended.pid}.tmp", f"state.{host}.{os.getpid()}.tmp", f"state.{host}.{ended.pid}", f"state.{host}.{ended.pid}x.tmp",
                  f"state.{host}..tmp", f"other.state.{host}.{ended.pid}.tmp"}
        locked = self.folder / f"state.{host}.{ended.pid}.tmp"
        for name in others | {locked.name}:
            (self.folder / name).write_text("")
        words = ["--topology", "torus:4x4", "--load", "0.2", "--cycles", "900", "--checkpoint", "state", "--checkpoint-every", "700cycles"]
        with open(locked, "w", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            self.run_program(*words)
            self.assertEqual({path.name for path in self.folder.iterdir()}, others | {locked.name, "state"})
        self.run_program(*words)
        self.assertEqual({path.name for path in self.folder.iterdir()}, others | {"state"})

    def test_a_run_has_a_lock_on_its_temporaries(self):
        """So that one that does not see its number leaves them alone."""
        run = subprocess.Popen([str(DATELINE), "simulate", *LONG, "--json", "out.json"], cwd=self.folder)
        try:
            while run.poll() is None and not self.left():
                time.sleep(0.005)
            for name in self.left():
                with open(self.folder / name, encoding="utf-8") as file, self.assertRaises(BlockingIOError):
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.assertIsNone(run.poll())
        finally:
            run.kill()
            run.wait()

    @unittest.skipIf(shutil.which("cc") is None, "no C compiler")
    def test_a_checkpoint_is_on_the_disk_before_it_takes_the_place_of_the_last_one(self):
        """A machine that fails has one of the two: content, name, and the name on the disk, in this order."""
        (self.folder / "seen.c").write_text(SEEN)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", "seen.so", "seen.c"], cwd=self.folder, check=True)
        words = ["--topology", "torus:4x4", "--load", "0.2", "--cycles", "900", "--checkpoint", "state", "--checkpoint-every", "700cycles"]
        with mock.patch.dict(os.environ, LD_PRELOAD=str(self.folder / "seen.so")):
            done = self.run_program(*words, status=None)
        if b"runtime does not come first" in done.stderr:
            self.skipTest("a sanitizer takes no other library before it")
        self.assertEqual(done.returncode, 0, done.stderr)
        seen = [line.split()[1:] for line in done.stderr.decode().splitlines() if line.startswith("seen ")]
        [first] = [i for i, line in enumerate(seen) if line[0] == "rename" and line[2].endswith("state")]
        size = (self.folder / "state").stat().st_size
        self.assertIn(["fsync", str(size)], seen[:first])
        self.assertEqual(seen[first + 1][0], "fsync")

    def test_files_that_are_counted_from_the_beginning_stay_the_same(self):
        words = ["--topology", "torus:4x4", "--load", "0.2", "--cycles", "900", "--json", "-"]
        for outs in ([], ["channels"], ["pair-latency"]):
            self.run_program(*words, *(f"--out={kind}=first.csv" for kind in outs), "--checkpoint", "state", "--checkpoint-every", "300cycles")
            for others in ([], ["channels"], ["pair-latency"], ["histogram"]):
                again = [*words, *(f"--out={kind}=second.csv" for kind in others), "--resume", "state"]
                if [kind for kind in others if kind != "histogram"] == outs:
                    self.run_program(*again)
                    continue
                names = {"channels": "counts=channels", "pair-latency": "out=pair-latency"}
                there, here = ([f"option {names[kind]}" for kind in kinds if kind in names] or ["no such"] for kinds in (outs, others))
                self.refused(f"is of a run with other options: {there[0]} there, {here[0]} here", *again)

    def test_a_transient_that_was_found_is_not_looked_for_again(self):
        words = ["--topology", "torus:4x4", "--load", "0.3", "--cycles", "3000", "--warmup", "detect", "--json", "-"]
        whole = self.run_program(*words, "--checkpoint", "state", "--checkpoint-every", "700cycles").stdout
        self.assertRegex((self.folder / "state").read_bytes(), rb"\nnote transient=[01] \d+ \d+ \d+\n")
        self.assertEqual(self.run_program(*words, "--resume", "state").stdout, whole)

    def test_a_file_that_has_changed_is_another_run(self):
        def schedule(cycles):
            (self.folder / "own.schedule").write_text(f"ranks 2\n0 compute {cycles}\n0 send 100 to 1 after 0\n1 recv 100 from 0\n")
        words = ["--topology", "torus:4x4", "--workload", "schedule:own.schedule", "--json", "-"]
        schedule(500)
        whole = self.run_program(*words, "--checkpoint", "state", "--checkpoint-every", "300cycles").stdout
        self.assertEqual(self.run_program(*words, "--resume", "state").stdout, whole)
        schedule(501)
        self.refused("is of a run with other options: option workload, digest of own.schedule=", *words, "--resume", "state")

    def test_what_is_not_its_own_is_refused_by_name(self):
        words = ["--topology", "torus:4x4", "--load", "0.2", "--cycles", "900"]
        self.run_program(*words, "--checkpoint", "state", "--checkpoint-every", "300cycles")
        content = (self.folder / "state").read_bytes()
        self.assertIn(b"option topology=torus:4x4\n", content)
        self.refused("is of a run with other options: option load=0.2 there, option load=0.3 here", *words[:3], "0.3", *words[4:], "--resume", "state")
        self.refused("resume=nothing cannot be read: no such file or directory", *words, "--resume", "nothing")
        (self.folder / "flipped").write_bytes(content[:-40] + bytes([content[-40] ^ 1]) + content[-39:])
        self.refused("resume=flipped is damaged", *words, "--resume", "flipped")
        (self.folder / "short").write_bytes(content[:len(content) // 2])
        self.refused("resume=short is damaged", *words, "--resume", "short")
        for length in (len("dateline checkpoint 3\n"), len("dateline checkpoint 3\nsimulate of result "), 60):
            (self.folder / "short").write_bytes(content[:length])
            self.refused("resume=short is damaged", *words, "--resume", "short")
        (self.folder / "longer").write_bytes(content + b"x")
        self.refused("resume=longer is damaged: more stands behind it", *words, "--resume", "longer")
        (self.folder / "other").write_text(json.dumps({}))
        self.refused("resume=other is no checkpoint", *words, "--resume", "other")
        self.refused("resume=/dev/zero is no checkpoint", *words, "--resume", "/dev/zero")
        (self.folder / "format").write_bytes(b"dateline checkpoint 2" + content[content.index(b"\n"):])
        self.refused("resume=format is a checkpoint of another format; this is dateline checkpoint 3", *words, "--resume", "format")
        (self.folder / "older").write_bytes(content.replace(b"result version ", b"result version 9", 1))
        self.refused("is a checkpoint of simulate of result version 9", *words, "--resume", "older")
        for places in (["--json", "state"], ["--out", "channels=./state"]):
            self.refused("checkpoint=state is the place of", *words, "--checkpoint", "state", *places)
        (self.folder / "own.csv").write_text("cycle,source,destination,flits\n1,0,5,4\n")
        self.refused("checkpoint=own.csv is the place of workload too", *words[:2], "--workload", "trace:own.csv", "--checkpoint", "own.csv")
        self.refused("has no meaning with external", *words, "--external", "3", "--checkpoint", "state")
        self.refused("has no meaning without checkpoint", *words, "--checkpoint-every", "30m")
        self.refused("checkpoint-every=30 has another unit", *words, "--checkpoint", "state", "--checkpoint-every", "30")
        self.refused("checkpoint=/nowhere/state", *words, "--checkpoint", "/nowhere/state")


if __name__ == "__main__":
    unittest.main()
