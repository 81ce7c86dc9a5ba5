#!/usr/bin/python3
"""What `list` and `--help` name: every option with default and values, and examples that work."""
import json
import re
import unittest

from program import SIMULATE, WHOLE, JsonTest, ProgramTest

DESIGN_OPTIONS = """topology routing tie-rule vcs vc-policy buffer-depth router router.routing-delay router.channel-latency router.injection-vcs
router.ejection router.vc-selection router.crossbar router.vc-reuse router.vc-arbitration router.output-arbitration traffic injection load packet-length
cycles warmup deliveries seed workload out=channels out=permutation sample-paths all-channels random-permutations jobs permutation prove proof-store
progress json config""".split()

SHOWN = r"^[a-z ]{2,}(--out [a-z-]+=|--[a-z.-]+)"  # a kind of --out each, and the other options
LINES, COLUMNS = 24, 80  # of a screen


class List(JsonTest):
    def test_every_option_of_the_design_is_listed_with_default_and_values(self):
        result = self.json_of("list")
        self.assertLessEqual({"schema", "version", "result_version", "routing", "traffic", "commands"}, set(result))
        options = {}
        for command in result["commands"].values():
            for name, option in command.get("options", {}).items():
                self.assertLessEqual({"default", "values"}, set(option))
                self.assertTrue(option["values"])
                options[name] = option
        self.assertEqual(sorted(set(DESIGN_OPTIONS) - set(options)), [])
        self.assertEqual(options["tie-rule"]["default"], "auto")
        self.assertEqual(options["vc-policy"]["default"], "split")
        self.assertEqual(options["buffer-depth"]["default"], "2")
        self.assertIn("uniform-self", result["traffic"])
        self.assertIn("e-cube", result["routing"])

    def test_every_default_is_a_value_that_works(self):
        simulate = self.json_of("list")["commands"]["simulate"]["options"]
        def of_workloads(option):
            return any(other["option"] == "workload" for other in option["needs"])
        # Of schedules there are others; cycles are given.
        defaults = [part for name, option in simulate.items()
                    if option["default"] is not None and name != "cycles" and not of_workloads(option)
                    for part in ([f"--{name}={str(option['default']).lower()}"] if isinstance(option["default"], bool) else [f"--{name}", option["default"]])]
        explicit = json.loads(self.good(*SIMULATE, *defaults, "--json", "-"))
        self.assertEqual(explicit, self.json_of(*SIMULATE))
        ranks = ["simulate", "--topology", "torus:4x4", "--workload", "broadcast,bytes=9"]
        defaults = [part for name, option in simulate.items()
                    if option["default"] is not None and (of_workloads(option) or name in ("vcs", "router.vc-selection"))
                    for part in (f"--{name}", option["default"])]
        defaults += ["--packet-length", "65535"]  # of the longest
        self.assertGreater(len(defaults), 12)
        self.assertEqual(self.json_of(*ranks, *defaults), self.json_of(*ranks))

    def test_people_see_every_name(self):
        text = self.good("list")
        for name in ("torus", "mesh", "hypercube", "dor", "e-cube", "uniform", "tornado", "simulate", "verify"):
            self.assertIn(name, text)


class Help(ProgramTest):
    def test_help_and_version_succeed(self):
        for arguments in (["--help"], ["-h"], ["help"]):
            self.assertIn("usage", self.good(*arguments))
        self.assertRegex(self.good("--version"), r"^dateline \d+\.\d+\.\d+ \(commit ([0-9a-f]{12,40}\+?|unknown), results of version \d+\)\n$")

    def test_the_help_of_simulate_is_grouped(self):
        text = self.good("simulate", "--help", "all")
        titles = [line for line in text.splitlines() if line and not line.startswith((" ", "dateline", "usage", "example"))]
        self.assertEqual(titles, ["network", "router", "traffic", "workload", "measurement", "absorption", "table", "output", "out"])
        of = {}
        for line in text.splitlines():
            if line in titles:
                title = line
            elif line.startswith("  --"):
                of[line.split()[0]] = title
        self.assertEqual([of[name] for name in ("--topology", "--vcs", "--router.vc-selection", "--load", "--workload", "--seed", "--json")],
                         ["network", "network", "router", "traffic", "traffic", "measurement", "output"])

    def test_the_help_of_every_command_fits_a_screen_by_group_and_names_the_rest(self):
        self.fits(self.good("--help"))
        for command, entry in json.loads(self.good("list", "--json", "-"))["commands"].items():
            text = self.good(*command.split(), "--help")
            self.fits(text)
            groups = re.findall(r"^([a-z]+) +--", text, re.MULTILINE)
            self.assertEqual(len(groups), len(set(groups)), text)
            shown = {name.strip("-") for name in re.findall(SHOWN, text, re.MULTILINE)}
            whole = {option for option in entry["options"] if not option.startswith("out=")}
            self.assertLessEqual(shown - {"out"}, whole)
            for option in shown - {"out"}:
                self.assertIn(option, self.group_of(text, entry["options"][option]["group"]))
            more = re.search(r"^(\d+) more: --help (.*)all$", " ".join(text.split("\n\n")[-1].split()))
            kinds = [option for option in entry["options"] if option.startswith("out=")]
            hidden = sum(int(count) for _, count in re.findall(r"([a-z]+) \((\d+)\)", more[2])) if more else len(kinds)
            self.assertEqual(hidden, len(whole - shown) + len(kinds), command)
            if more:
                self.assertEqual(int(more[1]), hidden)

    def fits(self, text):
        self.assertLessEqual(len(text.splitlines()), LINES, text)
        self.assertLessEqual(max(map(len, text.splitlines())), COLUMNS, text)

    def group_of(self, text, group):
        """The options of a group in a short help."""
        lines = text.splitlines()
        first = next(i for i, line in enumerate(lines) if line.startswith(group + " "))
        end = next(i for i, line in enumerate(lines[first + 1:], first + 1) if not line.startswith("  "))
        return [name.strip("-") for name in re.findall(SHOWN, "\n".join(lines[first:end]), re.MULTILINE)]

    def test_the_help_of_simulate_has_the_options_most_used(self):
        shown = set(re.findall(SHOWN, self.good("simulate", "--help"), re.MULTILINE))
        self.assertLessEqual({"--topology", "--routing", "--load", "--vcs", "--traffic", "--cycles", "--seed", "--faults", "--json", "--out"}, shown)

    def test_help_has_a_page_for_every_command_table_group_option_and_name(self):
        listed = json.loads(self.good("list", "--json", "-"))
        every_option = {option for entry in listed["commands"].values() for option in entry["options"]}
        for number, (command, entry) in enumerate(listed["commands"].items()):
            page, own = self.good("help", *command.split()), self.good(*command.split(), "--help")
            self.assertTrue(page.startswith(own), command)
            if command not in [*listed, *every_option]:  # behind it stands a table of that name, or an option of other commands
                self.assertEqual(page, own)
            self.assertEqual(self.good("help", *command.split(), "all"), self.good(*command.split(), "--help", "all"))
            options = [option for option in entry["options"] if not option.startswith("out=")]
            for option in options if WHOLE else options[number % 7::7]:
                self.assertEqual(self.good("help", option).count(f"  --{option} "), 1)
        self.assertEqual(self.good("help", "simulate", "router"), self.good("simulate", "--help", "router"))
        for table in ("topology", "routing", "traffic"):
            text = self.good("help", table)
            self.assertIn(f"  --{table} ", text)
            for name, row in listed[table].items():
                self.assertIn(f"  {name} ", text)
                self.assertIn(row["summary"].partition("; on ")[0], text)  # of several rows of a name each has a line
        for name in ("duato", "xy", "torus", "hotspot", "uniform", "all-reduce:ring"):
            self.assertIn(name, self.good("help", name))
        self.assertIn("--router.crossbar", self.good("help", "router"))
        self.assertIn("run", self.good("help", "mesh"))

    def test_help_on_nothing_that_there_is_names_the_nearest(self):
        for word, nearest in (("simulte", "simulate"), ("routin", "routing"), ("topologie", "topology"), ("duatoo", "duato"), ("vc", "vcs")):
            said = self.refused("help", word, says=f"help={word} unknown; nearest: ")
            self.assertIn(nearest, said.partition("nearest: ")[2])
            self.assertTrue(said.startswith(f"dateline: help={word} "), said)

    def test_a_group_that_a_command_has_not_is_refused(self):
        self.refused("simulate", "--help", "routers", says=["simulate: help=routers unknown"])
        self.refused("verify", "--help", "mesh", says=["verify: help=mesh unknown"])

    def test_the_example_in_the_help_of_each_command_works(self):
        for command in json.loads(self.good("list", "--json", "-"))["commands"]:
            line = next(line for line in self.good(*command.split(), "--help").splitlines() if line.startswith("example: "))
            words = line.removeprefix("example: ").split()
            self.assertEqual(words[:len(command.split()) + 1], ["dateline", *command.split()])
            if WHOLE or command not in ("mesh run", "optimal", "throughput", "reliability", "average", "saturate"):  # they take a second and more
                self.assertTrue(self.good(*words[1:]))

    def test_the_help_of_each_command_names_each_of_its_options(self):
        commands = json.loads(self.good("list", "--json", "-"))["commands"]
        self.assertLessEqual({"simulate", "loads", "worst-case", "verify", "list"}, set(commands))
        every = self.good("--help")
        for command, entry in commands.items():
            words = command.split()
            text = self.good(*words, "--help", "all")
            self.assertEqual(self.good(*words, "-h", "all"), text)
            self.assertIn(command, every)
            for option in entry.get("options", {}):
                self.assertIn(f"--out {option[4:]}=FILE " if option.startswith("out=") else f"--{option} ", text)


if __name__ == "__main__":
    unittest.main()
