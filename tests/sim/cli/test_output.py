#!/usr/bin/python3
"""Where results go: full devices, pipes, streams that are open or closed already, signals in the middle of a run."""
import resource
import signal
import subprocess
import time
import unittest

from program import HANGS, PROGRAM, SIMULATE, WHOLE, ProgramTest

COMMANDS = [["--help"], ["--version"], ["simulate", "--help"], SIMULATE, [*SIMULATE, "--json", "-"], ["list"], ["list", "--json", "-"],
            ["topology", "torus:4x4"], ["topology", "torus:4x4", "--out", "graph=-"],
            ["loads", "--topology", "torus:4x4"], ["loads", "--topology", "torus:4x4", "--out", "channels=-"], ["worst-case", "--topology", "torus:4x4"],
            ["optimal", "--topology", "torus:3x3", "--points", "2"], ["bounds", "--topology", "torus:4x4"], ["verify", "--topology", "torus:4x4"],
            ["schedule", "sweep,bytes=1", "--workload.ranks", "9"], ["schedule", "sweep,bytes=1", "--workload.ranks", "9", "--out", "schedule=-"],
            ["bounds", "--topology", "torus:4x4", "--routing", "duato", "--out", "certificate=-"],
            ["lcc", "contention", "--lcc", "transpose", "--dims", "8"], ["lcc", "contention", "--lcc", "transpose", "--dims", "4", "--routing", "p-cube"],
            ["lcc", "mapping", "--lcc", "transpose", "--dims", "8"],
            ["lcc", "mapping", "--lcc", "transpose", "--dims", "8", "--out", "mapping=-"],
            ["mesh", "run", "--side", "8", "--permutation", "transpose"], ["mesh", "row", "--length", "20"],
            ["mesh", "column", "--length", "64", "--queue", "2", "--attack", "4,2,8,1"]]
ENDLESS = ["simulate", "--topology", "torus:8x8", "--load", "0.1", "--cycles", "100000000", "--json", "x.json", "--out", "channels=x.csv"]
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU, signal.SIGPIPE)


class Output(ProgramTest):
    def shell(self, script, *arguments):
        """The script sees the program and its arguments as "$@"."""
        done = subprocess.run(["bash", "-c", script, "bash", PROGRAM, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=HANGS, check=False)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_a_full_or_closed_standard_output_is_an_error_of_every_command(self):
        for number, arguments in enumerate(COMMANDS):
            self.good(*arguments)
            streams = "> /dev/full", ">&-"
            for stream in streams if WHOLE else [streams[number % 2]]:
                status, out, err = self.shell(f'"$@" {stream}', *arguments)
                self.assertEqual((status, out), (2, ""), f"{arguments} {stream}: {err}")
                self.assertRegex(err, r"\Adateline: [^\n]*cannot be written\n\Z", f"{arguments} {stream}")
        self.assertEqual(self.listing(), [])

    def test_a_full_device_as_file_is_an_error(self):
        self.refused(*SIMULATE, "--json", "/dev/full", says=["json=/dev/full", "cannot be written"])
        self.refused("loads", "--topology", "torus:4x4", "--out", "channels=/dev/full", says=["out=channels=/dev/full", "cannot be written"])

    def test_a_closed_standard_error_changes_no_status(self):
        self.assertEqual(self.shell('"$@" 2>&-', *SIMULATE)[::2], (0, ""))
        self.assertEqual(self.shell('"$@" 2>&-', *SIMULATE, "--vcs", "0"), (2, "", ""))
        self.assertEqual(self.shell('"$@" 2>/dev/full', *SIMULATE, "--vcs", "0"), (2, "", ""))
        self.assertEqual(self.shell('"$@" >&- 2>&-', *SIMULATE), (2, "", ""))
        self.assertEqual(self.shell('"$@" <&- 2>&- --json x.json --progress always', *SIMULATE)[0], 0)
        self.assertEqual((self.folder / "x.json").read_text(), self.good(*SIMULATE, "--json", "-"))

    def test_pipes_and_open_streams_are_written_to(self):
        printed = self.good(*SIMULATE, "--json", "-")
        for script in ('"$@" --json /dev/stdout | cat', '"$@" --json /dev/fd/1', '"$@" --json /proc/self/fd/1 | cat', '"$@" --json /dev/fd/3 3>&1 >/dev/null | cat',
                       '{ "$@" --json >(cat >&3) >/dev/null; } 3>&1 | cat', 'ln -s /dev/stdout link; "$@" --json link | cat',
                       'mkfifo f; cat f & "$@" --json f >/dev/null; wait'):
            self.assertEqual(self.shell(script, *SIMULATE), (0, printed, ""), script)
        loads = ["loads", "--topology", "torus:4x4"]
        self.assertEqual(self.shell('"$@" --out channels=/dev/stdout | cat', *loads), (0, self.good(*loads, "--out", "channels=-"), ""))
        self.assertEqual(self.listing(), ["f", "link"])

    def test_a_file_that_is_open_already_keeps_what_it_holds(self):
        printed = self.good(*SIMULATE, "--json", "-")
        for redirection in ("--json /dev/stdout >> f", "--json - >> f", "--json /dev/fd/3 3>> f >/dev/null"):
            self.write("f", "first\n")
            self.assertEqual(self.shell(f'"$@" {redirection}', *SIMULATE), (0, "", ""), redirection)
            self.assertEqual((self.folder / "f").read_text(), "first\n" + printed, redirection)
        self.assertEqual(self.listing(), ["f"])

    def test_two_outputs_in_one_stream_are_refused(self):
        loads = ["loads", "--topology", "torus:4x4"]
        for first, second in (("-", "/dev/stdout"), ("/dev/stdout", "-"), ("/dev/stdout", "/dev/fd/1"), ("x", "./x")):
            self.refused(*loads, "--json", first, "--out", f"channels={second}", says="is the place of")
        whole = "until [ -e j.whole -a -e c.whole ]; do sleep 0.01; done"
        self.assertEqual(self.shell(f'"$@" --json >(cat >j; touch j.whole) --out channels=>(cat >c; touch c.whole) >/dev/null; {whole}', *loads)[::2], (0, ""))
        self.assertEqual((self.folder / "j").read_text(), self.good(*loads, "--json", "-"))
        self.assertEqual((self.folder / "c").read_text(), self.good(*loads, "--out", "channels=-"))

    def test_no_two_outputs_share_a_place_and_none_that_of_the_provenance(self):
        for kind in ("vcd", "record", "histogram", "pair-latency", "trace", "timeline"):
            self.refused(*SIMULATE, "--json", "x", "--out", f"{kind}=./x", says=[f"out={kind}=./x", "is the place of json too"])
            self.refused(*SIMULATE, "--json", "x", "--out", f"{kind}=x.provenance.json", says="is the place of the provenance of json too")
            self.refused(*SIMULATE, "--json", "-", "--out", f"{kind}=-", says="is the place of json too")
        self.refused(*SIMULATE, "--out", "trace=x", "--out", "vcd=x", says=["trace", "vcd", "is the place of"])
        self.refused(*SIMULATE, "--out", "vcd=q.vcd,router=3", says=["out=vcd=q.vcd,router=3", "has router behind its file", "channels, routers"])
        self.assertFalse((self.folder / "q.vcd,router=3").exists())
        adaptive = ["bounds", "--topology", "torus:3x3", "--routing", "duato"]
        self.refused(*adaptive, "--json", "x", "--out", "certificate=x", says="is the place of json too")
        self.assertEqual(self.listing(), [])

    def test_an_output_in_the_place_of_an_input_is_refused(self):
        self.write("own.streams", "a load=0.1\n")
        self.write("net.graph", "0 1\n1 2\n")
        self.write("swap.txt", "1\n0\n2\n")
        graph = ["simulate", "--topology", "graph:net.graph", "--routing", "updown", "--cycles", "50"]
        for option, kind in (("--json", ""), ("--out", "record="), ("--out", "vcd="), ("--out", "histogram=")):
            self.refused(*SIMULATE[:3], "--traffic", "streams:own.streams", option, f"{kind}./own.streams", says="is the place of traffic too")
            self.refused(*graph, "--load", "0.1", option, f"{kind}net.graph", says="is the place of topology too")
            self.refused(*graph, "--load", "0.1", "--traffic", "permutation:swap.txt", option, f"{kind}swap.txt", says="is the place of traffic too")
        self.write("counts.txt", "0 3 0\n1 0 1\n0 0 7\n")
        counts = ["loads", "--topology", "torus:3", "--traffic", "matrix:counts.txt normalise"]
        self.refused(*counts, "--json", "counts.txt", says="is the place of traffic too")
        self.write("own.schedule", "ranks 2\n0 send 3 to 1\n1 recv 3 from 0\n")
        jobs = "broadcast,bytes=3@4-5+schedule:own.schedule@0-1"
        self.refused(*SIMULATE[:3], "--workload", jobs, "--json", "own.schedule", says="is the place of workload too")
        self.write("own.table", "1: 0 1\n1: 1 0\n")
        self.refused("average", "--topology", "mesh:2", "--routing", "dor,table:own.table", "--json", "own.table", says="is the place of routing too")
        result = self.good(*graph, "--load", "0.1", "--json", "-")
        self.write("again.json", result)
        self.good("simulate", "--config", "again.json", "--json", "again.json")
        self.assertEqual((self.folder / "again.json").read_text(), result)

    def start(self, ignored=None):
        def dispositions():  # whatever these tests were started with: nohup ignores SIGHUP
            for number in SIGNALS:
                signal.signal(number, signal.SIG_IGN if number == ignored else signal.SIG_DFL)
        run = subprocess.Popen([PROGRAM, *ENDLESS], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               preexec_fn=dispositions)
        self.addCleanup(run.stderr.close)
        self.addCleanup(run.kill)
        until = time.monotonic() + HANGS
        while len(self.listing()) < 3 and time.monotonic() < until:
            time.sleep(0.01)
        self.assertEqual([name.endswith(".tmp") for name in self.listing()], [True] * 3)  # result, provenance, channel loads
        return run

    def test_a_signal_leaves_no_temporary_file(self):
        for number in SIGNALS:
            run = self.start()
            run.send_signal(number)
            self.assertEqual(run.wait(HANGS), -number)
            self.assertEqual(self.listing(), [], number)

    def test_an_ignored_hangup_stays_ignored(self):
        run = self.start(ignored=signal.SIGHUP)
        run.send_signal(signal.SIGHUP)
        time.sleep(0.2)
        self.assertIsNone(run.poll())
        run.terminate()
        run.wait(HANGS)

    def within(self, size, *arguments):
        """A run whose files may have `size` bytes at most."""
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=HANGS, check=False,
                              preexec_fn=limit)

    def check_unwritten(self, done):
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"cannot be written", done.stderr)
        self.assertEqual(self.listing(), [])

    def test_a_limit_of_the_files_size_is_an_error_of_writing(self):
        self.check_unwritten(self.within(100, *SIMULATE, "--json", "x.json"))
        # What SystemC writes first is a file of its own; the line names the user's, however the disk runs full.
        for size in (1000, 20000, 60000):
            done = self.within(size, *SIMULATE, "--out", "vcd=x.vcd")
            self.check_unwritten(done)
            self.assertRegex(done.stderr, rb"\Adateline: simulate: out=vcd=x\.vcd cannot be written(: file too large)?\n\Z")

    def test_a_waveform_is_whole_or_an_error(self):
        whole = self.good(*SIMULATE, "--out", "vcd=-")
        for size in (100, 5000, len(whole) // 2, len(whole) - 100):  # what SystemC writes has a date before it
            for place in ("x.vcd", "-"):
                self.check_unwritten(self.within(size, *SIMULATE, "--out", f"vcd={place}"))
        self.assertEqual(self.within(len(whole) + 1000, *SIMULATE, "--out", "vcd=-").stdout.decode(), whole)


if __name__ == "__main__":
    unittest.main()
