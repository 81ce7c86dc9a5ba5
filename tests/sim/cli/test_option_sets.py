#!/usr/bin/python3
"""Whatever the options are, simulate runs them or refuses them: status 0 or 2, or 1 with a cycle of waits; its JSON keeps its schema, and the
table of channels agrees with it. 60 sets are spread over the 6,000 that the whole draws.

The sets are drawn like the golden ones, from streams of their own. Golden sets are never refused; half of these take up to three options of
another set, or values that only some networks take or none does.
"""
import collections
import csv
import io
import json
import pathlib
import sys
import unittest

import schemas
from program import ROOT, WHOLE, ProgramTest, sample

sys.path.append(str(ROOT / "tests" / "golden"))
import files  # noqa: E402
from dice import Dice  # noqa: E402
from option_sets import COUNT, LENGTHS, STEPS, OptionSet  # noqa: E402

DRAWN = sample(6000, 40)
STRIDE = 1 if WHOLE else 101  # prime: a spread over all combinations of options
COLUMNS = "from,to,dimension,sign,packets,flits,utilisation,head_blocked,flit_blocked"
STRANGE = {
    "routing": ["west-first", "north-last", "negative-first", "odd-even", "o1turn", "rlb", "ival", "dor", "duato", "shortest"], "vcs": ["1", "2", "3", "16", "17", "auto"],
    "vc-policy": ["split", "shared", "relaxed", "loose"], "tie-rule": ["split", "plus", "parity", "union", "auto"],
    "router": ["dally1992", "onchip", "booksim", "garnet"], "router.source": ["interleaved", "one-at-a-time"],
    "router.pipeline": ["0", "1", "7", "65", "-1"], "router.credit-latency": ["1", "2", "9", "auto", "0"], "buffer-depth": ["1", "3", "0"],
    "router.switch-allocator": ["one-pass", "iterate:2", "wavefront", "iterate:0"], "fixed-points": ["send", "silent"],
    "load": ["0", "1", "2", "1e-3", "many", "0.01pkt", "1pkt", "pkt"],
    "traffic": ["uniform", "tornado", "transpose", "no-such", "permutation:none"], "seed": ["7", "-7", "18446744073709551616"],
    "packet-length": ["1", "2", "65536"], "warmup": ["0", "3"], "injection": ["bernoulli", "constant"], "cycles": ["1", "77", "0"],
    "deliveries": ["1", "20"], "workload": ["permutation:random:1", "uniform"], "prove": ["never", "always"], "router.vc-reuse": ["tail"],
    "topology": ["torus:4x4"],
}


def drawn(number):
    option_set = OptionSet(number % COUNT, f"property-{number // COUNT}")
    option_set.channels = "channels.csv"
    dice = Dice("strange", number)
    quick = option_set.style in ("steps", "large")  # the others would become long runs
    if quick and "workload" not in option_set.options and dice.one_in(4):  # all of the run is counted
        option_set.options.pop("cycles", None)
        option_set.options["warmup"] = "0"
        option_set.options.setdefault("deliveries", str(dice.between(1, 200)))
    if quick and dice.one_in(3):
        other = OptionSet(dice.below(len(STEPS) * len(LENGTHS)), "property-other")
        option_set.reads += other.reads
        for _ in range(dice.between(1, 3)):
            name = dice.pick(sorted(other.options))
            option_set.options[name] = other.options[name]
    if quick and dice.one_in(3):
        for _ in range(dice.between(1, 2)):
            name = dice.pick(sorted(STRANGE))
            option_set.options[name] = dice.pick(STRANGE[name])
    if option_set.config:  # names of options that stand in the file
        option_set.config = [name for name in option_set.config if name in option_set.options]
    return option_set


def total(rows, column):
    return sum(int(row[column]) for row in rows)


class OptionSets(ProgramTest):
    def test_each_is_run_or_refused_and_its_numbers_agree(self):
        counts = collections.Counter()
        for number in range(0, DRAWN * STRIDE, STRIDE):
            option_set = drawn(number)
            with self.subTest(number=number, arguments=" ".join(option_set.arguments("own"))):
                self.look_at(option_set, counts)
        for kind in ("refused", "run", "whole", "part", "drained", "deliveries"):  # that the rules were put to use
            self.assertGreater(counts[kind], DRAWN // 60, kind)

    def look_at(self, option_set, counts):
        own = pathlib.Path(self.folder, "own")
        own.mkdir(exist_ok=True)
        for path in own.iterdir():
            path.unlink()
        (own / "options.conf").write_text(option_set.config_file())
        files.write(self.folder, [name for name in option_set.reads if not (self.folder / name).exists()])
        done = self.run_program(option_set.arguments("own"))
        errors = done.stderr.decode()
        self.assertIn(done.returncode, (0, 1, 2), errors)
        if done.returncode == 2:
            counts["refused"] += 1
            self.assertEqual((done.stdout, [path.name for path in own.iterdir()]), (b"", ["options.conf"]))
            self.assertTrue(errors.startswith("dateline: ") and errors.count("\n") == 1 and errors.endswith("\n"), errors)
            return
        counts["run"] += 1
        result = json.loads(done.stdout if option_set.json == "-" else (own / option_set.json).read_text())
        self.assertEqual(schemas.broken(result), [])
        self.assertEqual(result["deadlock"] is not None, done.returncode == 1, errors)
        table = (own / option_set.channels).read_text()
        self.assertEqual(table.partition("\n")[0], COLUMNS)
        self.agrees(result, list(csv.DictReader(io.StringIO(table))), counts)

    def agrees(self, result, rows, counts):
        """`flits` are those of the window, `flit_hops` those of the whole run. The two are the same where the window is the whole run: always of a
        workload, else where there is no warm-up and the run ends with the window; there `cycles` is `simulated_cycles`. Elsewhere there are at
        most as many. `packets` are the measured ones, whenever they cross: all their hops, once all have arrived; in a run that ends at its
        deliveries they are those of the window, and the sum is of no use here."""
        options, packets, cycles = result["options"], result["packets"], result["cycles"]
        self.assertEqual(packets["generated"], packets["delivered"] + packets["in_flight"])
        self.assertLessEqual(packets["measured"], packets["delivered"])
        whole = "workload" in options or cycles == result["simulated_cycles"]
        counts["whole" if whole else "part"] += 1
        self.assertLessEqual(total(rows, "flits"), result["flit_hops"])
        if whole:
            self.assertEqual((total(rows, "flits"), cycles), (result["flit_hops"], result["simulated_cycles"]))
        for row in rows:
            self.assertLessEqual(int(row["flits"]), cycles)  # bandwidth 1
            self.assertLessEqual(int(row["flit_blocked"]), cycles)
            self.assertEqual(float(row["utilisation"]), int(row["flits"]) / cycles if cycles else 0.0)
        crossings = round((result["hops"]["mean"] or 0) * packets["measured"])
        self.assertLessEqual(crossings * int(options["packet-length"]), result["flit_hops"])
        if "deliveries" in options:
            counts["deliveries"] += 1
            return
        warmup = options.get("warmup", "0")
        begin = cycles // 10 if warmup == "auto" else int(warmup)
        drained = result["deadlock"] is None and ("workload" in options or result["simulated_cycles"] < begin + 11 * cycles)  # the cap of the drain
        counts["drained"] += drained
        self.assertGreaterEqual(total(rows, "packets"), crossings)
        if drained:
            self.assertEqual(total(rows, "packets"), crossings)


if __name__ == "__main__":
    unittest.main()
