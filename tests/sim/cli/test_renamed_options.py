#!/usr/bin/python3
"""Names of options and commands as they were before 0.2.0: the same results as today's, with a line that says what is now what; the files of --out;
and the presets of the router, which are its single options together."""
import json
import re
import unittest

import test_option_use
import test_replay
from program import ROOT, SIMULATE, WHOLE, ProgramTest, command_of, sample
from test_defaults import PRESETS
from test_option_use import RUN, TORUS

ALIASES = (ROOT / "sim/options/option_aliases.cpp").read_text(encoding="utf-8")
TEXT = r'"((?:[^"\\]|\\.)*)"'
# (old, now, before, behind): what stands around the old value in the new one.
OPTIONS = [tuple(re.findall(TEXT, row) + ["", ""])[:4] for row in re.findall(r"\n    (\{\"[^{}]*\}),", ALIASES)]
VALUES = re.findall(rf"\{{+{TEXT}, {TEXT}, {TEXT}\}}", ALIASES.partition("kValues = ")[2].partition(";\n")[0])
COMMANDS = re.findall(rf"\{{+{TEXT}, {TEXT}\}}", ALIASES.partition("kCommands = ")[2].partition(";\n")[0])
KINDS = [row for row in OPTIONS if row[1].startswith("out=")]
ALONE = [row for row in OPTIONS if row not in KINDS and not row[2].startswith(",")]
UNTIL = "understood until 0.3.0"

SHORT = ["simulate", *TORUS, "--load", "0.3", "--packet-length", "3", "--cycles", "100"]
MESH = ["mesh", "run", "--side", "8", "--permutation", "transpose", "--algorithm", "a0"]
# A run with each kind of file.
WRITING = {
    **{("simulate", f"out={kind}"): SHORT for kind in ("channels", "histogram", "pair-latency", "record", "trace", "timeline", "vcd")},
    ("loads", "out=channels"): ["loads", *TORUS], ("loads", "out=channel-pairs"): ["loads", *TORUS],
    ("worst-case", "out=permutation"): ["worst-case", *TORUS], ("worst-case", "out=weights"): ["worst-case", *TORUS],
    ("optimal", "out=table"): ["optimal", "--topology", "torus:3x3"],
    ("bounds", "out=certificate"): ["bounds", "--topology", "torus:3x3", "--routing", "duato"],
    ("reliability", "out=csv"): ["reliability", "--topology", "torus:3", "--routing", "dor"],
    ("schedule", "out=schedule"): ["schedule", "sweep,bytes=1", "--workload.ranks", "4"],
    ("lcc mapping", "out=mapping"): ["lcc", "mapping", "--lcc", "transpose", "--dims", "6"],
    ("mesh run", "out=frames"): MESH, ("mesh run", "out=trace"): MESH,
}
# Runs that end well, where those of test_option_use.py do not or are none.
OTHER_USES = {("simulate", "external"): (RUN, "half:1"), ("verify", "sample-pairs"): (["verify", "--topology", "mesh:256x256", "--routing", "o1turn"], "100"), ("optimal", "effort"): (["optimal", "--topology", "mesh:3x3"], "1000"),
              **{(command, "absorption.limit"): ([command, *test_option_use.AROUND, "--packet-length", "4", *more], "20")
                 for command, more in (("simulate", ["--load", "0.1", "--cycles", "500"]), ("saturate", ["--search.resolution", "0.5"]))}}
STATUS = {("verify", "sample-pairs"): 3, ("verify", "absorption.blocked-escape"): 1, ("verify", "router.vc-reuse"): 1}  # nothing is proved; a cycle
ARGUMENTS = {"trace-messages": "3,5:0..1", "vcd-channels": "0-1,t5-5", "vcd-nodes": "3,4", "frame-every": "3"}


def notes_of(*renamings):
    return f"dateline: note: old names are {UNTIL}: {', '.join(renamings)}\n"


class Renamed(ProgramTest):
    def outcome(self, *arguments, status=0):
        """(standard output, files written, standard error) of a run."""
        before = set(self.listing())
        done = self.run_program(arguments)
        self.assertEqual(done.returncode, status, done.stderr.decode())
        written = {name: (self.folder / name).read_bytes() for name in set(self.listing()) - before}
        for name in written:
            (self.folder / name).unlink()
        return done.stdout, written, done.stderr.decode()

    def check_same(self, old, new, *renamings, status=0):
        """Both command lines give the same result and files; the first a line of what is now what, the second none."""
        with self.subTest(old=" ".join(map(str, old))):
            now = self.outcome(*new, status=status)
            self.assertEqual(now[2], "")
            self.assertEqual(self.outcome(*old, status=status), (*now[:2], notes_of(*renamings)))


class OldOptions(Renamed):
    def uses(self):
        """(row of OPTIONS, base, new value) of every old option that is no file's, in every command."""
        self.write("classes.table", test_option_use.CLASSES)
        self.write("two.streams", "one load=0.1\ntwo load=0.1 traffic=transpose\n")
        for command, options in test_option_use.USES.items():
            for row in ALONE:
                _, now, before, behind = row
                uses = [options.get(now), *test_option_use.MORE_USES.get((command, now), []), OTHER_USES.get((command, now))]
                fitting = [(base, str(value)) for base, value in filter(None, uses) if str(value).startswith(before) and str(value).endswith(behind)]
                for base, value in fitting[-1:]:
                    yield row, base, value

    def test_every_old_option_is_the_new_one(self):
        """In full in every command that has it; by default every other of them in one."""
        seen = set()
        for row, base, value in self.uses():
            new = row not in seen
            seen.add(row)
            if not WHOLE and (not new or len(seen) % 2):
                continue
            old, now, before, behind = row
            around = f" {before}...{behind}" if before + behind else ""
            self.check_same([*base, f"--{old}", value[len(before):len(value) - len(behind)], "--json", "-"], [*base, f"--{now}", value, "--json", "-"],
                            f"--{old} is now --{now}{around}", status=STATUS.get((base[0], now), 0))
        self.assertEqual(seen, set(ALONE))

    def test_every_old_value_is_the_new_one(self):
        for option, old, now in VALUES:
            for name, notes in ((option, []), (option.partition(".")[2], [f"--{option.partition('.')[2]} is now --{option}"])):
                self.check_same([*SHORT, f"--{name}", old, "--json", "-"], [*SHORT, f"--{option}", now, "--json", "-"],
                                *sorted([*notes, f"--{option} {old} is now --{option} {now}"]))
        self.assertEqual(VALUES, [("router.vc-reuse", "at-tail", "tail")])

    def test_every_old_option_of_a_file_is_a_kind_of_out(self):
        self.assertEqual({row[1] for row in KINDS}, {kind for _, kind in WRITING})
        seen = set()
        for (command, kind), base in WRITING.items():
            for old, now, before, _ in KINDS:
                if now != kind or before or (old == "csv") != (command in ("loads", "reliability")) and now == "out=channels":
                    continue
                seen.add(old)
                name = kind.partition("=")[2]
                self.check_same([*base, f"--{old}", "written", "--json", "-"], [*base, "--out", f"{name}=written", "--json", "-"],
                                f"--{old} is now --out {name}=FILE")
        self.assertEqual(seen, {old for old, _, before, _ in KINDS if not before})

    def test_every_old_option_beside_a_file_is_an_argument_of_it(self):
        rows = [row for row in KINDS if row[2]]
        self.assertEqual({row[0] for row in rows}, set(ARGUMENTS))
        for old, now, before, _ in rows:
            name, value = now.partition("=")[2], ARGUMENTS[old]
            base = MESH if old == "frame-every" else SHORT
            new = [*base, "--out", f"{name}=written{before}{value.replace(',', '+')}"]
            renaming = f"--{old} is now --out {name}=FILE{before}..."
            self.check_same([*base, f"--{name}", "written", f"--{old}", value], new, *sorted([f"--{name} is now --out {name}=FILE", renaming]))
            self.check_same([*base, f"--{old}", value, "--out", f"{name}=written"], new, renaming)

    def test_one_old_list_of_packets_is_that_of_both_files(self):
        old = [*SHORT, "--trace", "t", "--timeline", "u", "--trace-messages", "3"]
        self.check_same(old, [*SHORT, "--out", "trace=t,packets=3", "--out", "timeline=u,packets=3"], "--timeline is now --out timeline=FILE",
                        "--trace is now --out trace=FILE", "--trace-messages is now --out timeline=FILE,packets=...",
                        "--trace-messages is now --out trace=FILE,packets=...")

    def test_the_old_limit_of_a_stall_is_that_of_the_external_routers(self):
        self.assertIn(("stall-limit", "external", ",stall=", ""), OPTIONS)
        self.check_same([*SHORT, "--stall-limit", "500", "--open", "3,4"], [*SHORT, "--external", "3,4,stall=500"], "--open is now --external",
                        "--stall-limit is now --external ...,stall=...")
        self.check_same([*SHORT, "--vcd", "w", "--vcd-nodes", "3", "--stall-limit", "500"], [*SHORT, "--out", "vcd=w,routers=3", "--external", "stall=500"],
                        "--stall-limit is now --external ...,stall=...", "--vcd is now --out vcd=FILE", "--vcd-nodes is now --out vcd=FILE,routers=...")

    def test_an_old_name_may_be_followed_by_an_equals_sign_or_stand_in_a_file(self):
        new = [*SIMULATE, "--router.crossbar", "per-port", "--json", "-"]
        self.check_same([*SIMULATE, "--crossbar=per-port", "--json=-"], new, "--crossbar is now --router.crossbar")
        self.write("run.cfg", "topology=torus:4x4\nload=0.1\ncycles=200\ncrossbar=per-port\nhistogram=h.csv\n")
        self.check_same(["simulate", "--config", "run.cfg", "--json", "-"], [*new, "--out", "histogram=h.csv"], "--crossbar is now --router.crossbar",
                        "--histogram is now --out histogram=FILE")

    def test_what_is_refused_is_said_of_the_new_name_in_one_line(self):
        for old, value, says in (("message-length", "0", "packet-length=0"), ("rate", "2", "load=2"), ("crossbar", "none", "router.crossbar=none"),
                                 ("streams", "none", "traffic="), ("open", "99", "external=99"), ("record", "missing/x", "out=record=missing/x"),
                                 ("verify", "perhaps", "prove=perhaps")):
            base = ["simulate", *TORUS, *([] if old in ("rate", "streams") else ["--load", "0.1"])]
            self.refused(*base, f"--{old}", value, says=f"simulate: {says}")
        for name, value in (("trace-messages", "3"), ("vcd-channels", "0-1"), ("vcd-nodes", "3")):
            self.refused(*SIMULATE, f"--{name}", value, says=[f"{name}={value}", "no meaning without"])
        self.refused(*MESH, "--frame-every", "2", says=["frame-every=2", "no meaning without"])
        self.refused(*SIMULATE, "--stall-limit", "5", says=["external=stall=5", "routers"])

    def test_an_old_name_beside_the_new_one_is_twice(self):
        self.refused(*SIMULATE, "--crossbar", "per-port", "--router.crossbar", "per-vc", says=["router.crossbar=per-vc", "twice"])
        self.refused(*SIMULATE, "--rate", "0.001", says=["load=0.001pkt", "twice"])
        self.refused(*SIMULATE, "--record", "a", "--out", "record=b", says=["out=record=b", "twice"])
        self.refused(*SIMULATE[:3], "--streams", "a.streams", "--traffic", "uniform", says=["traffic=uniform", "twice"])

    def test_a_command_without_the_new_option_has_not_the_old_one(self):
        for command, option in (("loads", "message-length"), ("verify", "crossbar"), ("verify", "verify"), ("saturate", "rate"), ("saturate", "open"),
                                ("bounds", "channel-loads"), ("loads", "certificate"), ("worst-case", "csv")):
            self.refused(command, *TORUS, f"--{option}", "8", says=[f"{command}: option=--{option}", "unknown"])
        self.refused(*MESH, "--vcd", "x", says=["mesh run: option=--vcd", "unknown"])

    def test_the_list_for_machines_has_what_they_are_now(self):
        listed = json.loads(self.good("list", "--json", "-"))["commands"]
        found = {(old, now) for command in listed.values() for old, now in command["renamed"].items()}
        wanted = set()
        for old, now, before, behind in OPTIONS:
            option = f"--out {now[4:]}=FILE" if now.startswith("out=") else f"--{now}"
            value = f"{before}...{behind}" if before + behind else ""
            apart = "" if now.startswith("out=") or not value else " ..." if before.startswith(",") else " "
            wanted.add((old, option + apart + value))
        self.assertEqual({old for old, _ in found}, {old for old, _ in wanted})
        self.assertLessEqual(found, wanted)

    def test_no_text_of_the_program_names_an_old_one(self):
        texts = [self.good("help", "man"), self.good("help", "bash-completion")]
        listed = json.loads(self.good("list", "--json", "-"))["commands"]
        texts += [self.good(*command.split(), "--help", "all") for command in listed]
        today = {name for command in listed.values() for name in command["options"]} | {"out"}
        for old in {row[0] for row in OPTIONS} - today:
            for text in texts:
                self.assertNotRegex(text.replace("\\-", "-"), rf"--{old}(?![\w.-])")


class OldFiles(Renamed):
    def test_streams_with_the_keys_of_before_are_those_of_today(self):
        def printed(text):
            out, _, errors = self.outcome("simulate", *TORUS, "--traffic", "streams:" + self.write("own.streams", text), "--cycles", "300", "--json", "-")
            self.assertEqual(errors, "")
            return out
        now = printed("a load=0.1 packet-length=4..9\nb load=0.01pkt packet-length=7 traffic=transpose\n")
        self.assertEqual(printed("a load=0.1 message-length=4..9\nb rate=0.01 message-length=7 traffic=transpose\n"), now)
        for text, says in (("a rate=0.01 load=0.1\n", "load stands twice"), ("a load=0.1 message-length=4 packet-length=4\n", "packet-length stands twice"),
                           ("a rate=x\n", "load=xpkt"), ("a load=0.1 message-length=0\n", "packet-length of own.streams line 1=0"),
                           ("a load=0.2pkt\n", "own.streams line 1")):
            self.refused("simulate", *TORUS, "--traffic", "streams:" + self.write("own.streams", text), says=says)


class OldCommands(Renamed):
    BASES = {"mesh run": MESH, "mesh row": ["mesh", "row", "--length", "9"], "mesh column": [*"mesh column --length 64 --queue 2 --attack 4,2,8,1".split()],
             "lcc contention": ["lcc", "contention", "--lcc", "transpose", "--dims", "6"], "lcc mapping": WRITING["lcc mapping", "out=mapping"]}

    def test_every_old_command_is_the_new_one(self):
        self.assertEqual({now for _, now in COMMANDS}, set(self.BASES))
        for old, now in COMMANDS:
            new = [*self.BASES[now], "--json", "-"]
            printed, _, errors = self.outcome(*new)
            self.assertEqual(errors, "")
            self.assertEqual(self.outcome(old, *new[2:]), (printed, {}, f"dateline: note: {old} is now {now}; the old name is {UNTIL}\n"))

    def test_a_mistake_is_said_of_the_new_command(self):
        self.refused("mesh", "--side", "1", "--permutation", "reverse", says="mesh run: side=1")
        self.refused("inverse-sort", "--window", "9", says="mesh row: ")
        self.refused("mesh-column", says="mesh column: ")
        self.refused("remap", "--lcc", "none", "--dims", "8", says="none")
        for words in (["mesh"], ["lcc"]):
            self.refused(*words, says=[f"{words[0]}: subject is missing"])
        self.refused("mesh", "sort", says=["mesh: subject=sort unknown", "run, row, column"])
        self.refused("lcc", "remap", says=["lcc: subject=remap unknown", "contention, mapping"])


class OldResults(Renamed):
    OLD_SCHEMAS = {"simulate": "simulate/1", "saturate": "saturate/2", **{now: f"{old}/1" for old, now in COMMANDS}}
    RUNS = [run for run in test_replay.RUNS if "--router" not in run]

    def as_before(self, command, result):
        """The result as the version before wrote it: schema, version, and the names of options."""
        options = dict(result["options"])
        options.pop("router", None)
        counted, of_schedule = "deliveries" in options, "workload.flit-bytes" in options
        before = {}
        for name, value in options.items():
            keep = name == "warmup" and not counted or name == "packet-length" and of_schedule or name in ("load", "traffic")
            keep = keep or name == "effort" and command == "throughput"  # a command that did not have a limit of time
            old = name if keep else next((row[0] for row in OPTIONS if row[1] == name and not row[2].startswith(",")), name)
            if name == "load" and value.endswith("pkt"):
                old, value = "rate", value[:-3]
            if old == "time-limit":
                value = value[:-3]
            if name == "traffic" and value.startswith("streams:"):
                old, value = "streams", value[8:]
            before[old] = value
        schema = self.OLD_SCHEMAS.get(command, f"{command}/1")
        return {**result, "schema": f"dateline.{schema}", "result_version": result["result_version"] - 1, "options": before}

    def test_a_result_of_the_version_before_makes_its_run_again(self):
        """In full the runs of test_replay.py; by default one for each command."""
        commands = [" ".join(command_of(run)) for run in self.RUNS]
        for number, run in enumerate(self.RUNS):
            if not WHOLE and commands[number] in commands[:number]:
                continue
            with self.subTest(run=run):
                now = self.good(*run, "--json", "-")
                old = self.as_before(commands[number], json.loads(now))
                self.write("old.json", json.dumps(old))
                done = self.run_program([*command_of(run), "--config", "old.json", "--json", "-"])
                self.assertEqual((done.returncode, done.stdout.decode()), (0, now), done.stderr)
                lines = done.stderr.decode().splitlines()
                self.assertIn(f"made by result version {old['result_version']}", lines[0])
                renamed = {name for name in old["options"] if name not in json.loads(now)["options"]}
                notes = [line for line in lines if UNTIL in line]
                self.assertEqual(len(notes), bool(renamed))
                for name in renamed:
                    self.assertIn(f"--{name} is now --", notes[0])

    def test_the_command_line_wins_over_an_old_result(self):
        old = self.as_before("simulate", json.loads(self.good("simulate", *TORUS, "--load", "0.01pkt", "--cycles", "200", "--json", "-")))
        self.assertEqual(old["options"]["rate"], "0.01")
        self.write("old.json", json.dumps(old))
        done = self.run_program(["simulate", "--config", "old.json", "--load", "0.1", "--packet-length", "8", "--json", "-"])
        self.assertEqual(done.stdout.decode(), self.good("simulate", *TORUS, "--load", "0.1", "--cycles", "200", "--packet-length", "8", "--json", "-"))


class Out(Renamed):
    def test_an_unknown_kind_is_refused_with_those_that_there_are(self):
        self.refused(*SIMULATE, "--out", "channel=x", says=["simulate: out=channel=x unknown", "channels"])
        self.refused(*SIMULATE, "--out", "certificate=x", says="simulate: out=certificate=x unknown")
        self.refused("loads", *TORUS, "--out", "histogram=x", says=["loads: out=histogram=x unknown", "channels", "channel-pairs"])
        self.refused(*SIMULATE, "--out", "x.csv", says="simulate: out=x.csv unknown")
        self.refused(*SIMULATE, "--config", self.write("run.cfg", "out=channel=x\n"), says=["out=channel=x unknown", "channels"])
        for command in ("verify", "faults", "saturate"):
            self.refused(command, *TORUS, "--out", "channels=x", says=[f"{command}: option=--out unknown"])

    def test_a_kind_without_a_file_is_refused(self):
        for text in ("trace", "trace=", "trace=,packets=3"):
            self.refused(*SIMULATE, "--out", text, says=[f"simulate: out={text} ", "names no file", "trace=FILE"])
        self.refused(*SIMULATE, "--out", "=x", says="simulate: out==x unknown")
        for words in (["--out"], ["--out="], ["--out", ""]):
            self.refused(*SIMULATE, *words, says=["out", "needs a value", "KIND=FILE"])

    def test_a_kind_given_twice_is_refused(self):
        self.refused(*SIMULATE, "--out", "record=a", "--out", "record=b", says=["simulate: out=record=b", "twice"])
        self.refused(*SIMULATE, "--out", "record=a", "--out", "record=a", says=["simulate: out=record=a", "twice"])
        self.refused(*SIMULATE, "--config", self.write("run.cfg", "out=record=a\nout=record=b\n"), says=["out=record=b", "twice"])

    def test_two_kinds_in_one_place_are_refused(self):
        for a, b in (("x", "x"), ("x", "./x"), ("-", "-"), ("-", "/dev/stdout")):
            self.refused(*SIMULATE, "--out", f"record={a}", "--out", f"histogram={b}", says=["record", "histogram", "is the place of"])

    def test_every_kind_may_stand_beside_the_others(self):
        kinds = ["channels", "histogram", "pair-latency", "record"]
        alone = {}
        for kind in kinds:
            alone.update(self.outcome(*SHORT, "--out", f"{kind}={kind}.csv")[1])
        together = self.outcome(*SHORT, *(word for kind in kinds for word in ("--out", f"{kind}={kind}.csv")))[1]
        self.assertEqual(together, alone)
        self.assertEqual(set(together), {f"{kind}.csv" for kind in kinds})
        text = self.write("run.cfg", "".join(f"out={kind}={kind}.csv\n" for kind in kinds))
        self.assertEqual(self.outcome(*SHORT, "--config", text)[1], alone)

    def test_the_command_line_wins_kind_by_kind(self):
        self.write("run.cfg", "out=record=a.csv\nout=histogram=b.csv\nout=trace=t.csv,packets=3\n")
        own = self.outcome(*SHORT, "--config", "run.cfg")[1]
        self.assertEqual(set(own), {"a.csv", "b.csv", "t.csv"})
        mixed = self.outcome(*SHORT, "--config", "run.cfg", "--out", "record=c.csv", "--out", "trace=t.csv")[1]
        self.assertEqual((mixed["c.csv"], mixed["b.csv"]), (own["a.csv"], own["b.csv"]))
        self.assertEqual(set(mixed), {"b.csv", "c.csv", "t.csv"})
        self.assertGreater(len(mixed["t.csv"]), len(own["t.csv"]))  # of all packets: arguments are the file's

    def test_names_of_files_may_hold_commas_and_equals_signs(self):
        for name in ("a,b.csv", "a=b.csv", ",", "packets", "a,b=3", "x,packets=3"):
            self.assertEqual(set(self.outcome(*SHORT, "--out", f"record={name}")[1]), {name})
        plain = self.outcome(*SHORT, "--out", "trace=t,packets=3")[1]["t"]
        for name in ("a,b.csv", "a=b", "a,b=3", "a,channels=0-1"):
            self.assertEqual(self.outcome(*SHORT, "--out", f"trace={name},packets=3")[1], {name: plain})

    def test_an_argument_that_is_malformed_twice_or_empty_is_refused(self):
        for text, says in (("trace=t,packets=", "no value of packets"), ("trace=t,packets=3,packets=4", "packets twice"),
                           ("vcd=w,routers=3,channels=", "no value of channels"), ("vcd=w,routers=3,channels=0-1,routers=3", "routers twice")):
            self.refused(*SIMULATE, "--out", text, says=[f"simulate: out={text} ", says])
        for text in ("trace=t.csv,packets=3,5", "timeline=t,packets=3,5:0..1", "vcd=w,channels=0-1,t5-5", "vcd=w,channels=0-1,routers=3,4"):
            self.refused(*SIMULATE, "--out", text, says=[f"simulate: out={text} ", "not joined by +"])
        for text, argument in (("trace=t,packets=x", "packets"), ("timeline=t,packets=99", "packets"), ("vcd=w,channels=0", "channels"),
                               ("vcd=w,channels=0-1,routers=99", "routers")):
            self.refused(*SIMULATE, "--out", text, says=f"simulate: out, {argument}=")

    def test_a_result_is_the_same_whatever_is_written_beside_it(self):
        plain = self.good(*SHORT, "--json", "-")
        for kind in ("channels", "record", "trace", "vcd"):
            printed, written, _ = self.outcome(*SHORT, "--out", f"{kind}=x", "--json", "-")
            self.assertEqual((printed.decode(), list(written)), (plain, ["x"]))
        self.assertNotIn("out", json.loads(plain)["options"])


class RouterPreset(ProgramTest):
    def result(self, *words):
        result = json.loads(self.good(*words, "--json", "-"))
        del result["options"]
        return result

    def by_hand(self, settings):
        return [word for name, value in settings.items() for word in (f"--{name}", value)]

    def test_a_preset_is_its_options_by_hand(self):
        bases = [["simulate", *TORUS, "--load", "0.5", "--cycles", "500", "--buffer-depth", "4"],
                 ["simulate", "--topology", "mesh:4x4", "--workload", "all-to-all:direct,bytes=20"],
                 ["saturate", *TORUS, "--packet-length", "8", "--search.resolution", "0.5"]]
        for base in bases:
            found = [self.result(*base)]
            self.assertEqual(self.result(*base, "--router", "dally1992"), found[0])
            for preset, settings in PRESETS.items():
                found.append(self.result(*base, "--router", preset))
                self.assertEqual(self.result(*base, *self.by_hand(settings)), found[-1])
            self.assertEqual([one in found[:i] for i, one in enumerate(found)], [False] * 3, base)

    def test_single_options_override_the_preset_wherever_they_stand(self):
        base = ["simulate", *TORUS, "--load", "0.5", "--cycles", "500", "--buffer-depth", "4"]
        others = {"router.crossbar": "per-vc", "router.ejection": "ideal", "router.pipeline": "1", "router.vc-selection": "lowest",
                  "router.credit-latency": "auto", "router.switch-allocator": "one-pass", "router.vc-reuse": "atomic", "router.routing-delay": "3"}
        for preset, settings in PRESETS.items():
            for name, value in sample(list(others.items()), 3):
                own = {**settings, name: value}
                if own.get("router.crossbar") == "per-vc":
                    own.pop("router.switch-allocator", None)  # of a per-port crossbar alone
                wanted = self.result(*base, *self.by_hand(own))
                more = ["--router.switch-allocator", "one-pass"] if name == "router.crossbar" and preset == "booksim" else []
                self.assertEqual(self.result(*base, "--router", preset, f"--{name}", value, *more), wanted, (preset, name))
                self.assertEqual(self.result(*base, f"--{name}", value, *more, "--router", preset), wanted, (preset, name))
                self.write("run.cfg", f"router={preset}\n")
                self.assertEqual(self.result(*base, f"--{name}", value, *more, "--config", "run.cfg"), wanted, (preset, name))

    def test_old_names_override_it_too(self):
        base = [*SIMULATE, "--router", "onchip", "--json", "-"]
        old = self.run_program([*base, "--crossbar", "per-vc"])
        self.assertEqual(old.stdout.decode(), self.good(*base, "--router.crossbar", "per-vc"))

    def test_an_unknown_preset_is_refused_with_those_that_there_are(self):
        self.refused(*SIMULATE, "--router", "garnet", says=["simulate: router=garnet", "dally1992, onchip, booksim"])
        self.refused("bounds", *TORUS, "--router", "onchip", says=["bounds: option=--router", "unknown"])


if __name__ == "__main__":
    unittest.main()
