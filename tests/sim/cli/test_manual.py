#!/usr/bin/python3
"""`dateline help man` and `help bash-completion` have every command and option of the table."""
import json
import shutil
import subprocess
import unittest

from program import HANGS, ProgramTest

# What bash does at the end of the words: the completion as it would be installed, and the function that it names.
COMPLETE = 'eval "$COMPLETION"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _dateline; printf "%s\\n" "${COMPREPLY[@]}"'


class Manual(ProgramTest):
    def setUp(self):
        super().setUp()
        self.commands = json.loads(self.good("list", "--json", "-"))["commands"]

    def complete(self, *words):
        completion = self.good("help", "bash-completion")
        done = subprocess.run(["bash", "-c", COMPLETE, "bash", "dateline", *words], env={"COMPLETION": completion}, capture_output=True, text=True,
                              timeout=HANGS, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return set(done.stdout.split())

    def test_the_page_has_every_option_of_every_command_with_its_default(self):
        sections = self.good("help", "man").split("\n.SS dateline ")
        self.assertEqual([section.split("\n")[0].replace("\\-", "-") for section in sections[1:]], list(self.commands))
        for section, (name, command) in zip(sections[1:], self.commands.items()):
            page = section.replace("\\-", "-").replace("\\(ti", "~").replace("\\(ha", "^").replace("\\&", "").replace("\\:", "") + "\n"
            self.assertIn(command["summary"], page, name)
            for option, about in command["options"].items():
                written = f"out {option[4:]}=FILE" if option.startswith("out=") else option
                self.assertIn(f".TP\n.B --{written}\n{about['help']}.\nValues: {about['values'].rstrip('.')}.\n", page, f"{name} {option}")
            self.assertEqual(page.count("\n.B --"), len(command["options"]), name)

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_groff_has_no_complaint(self):
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-P-cbou"], input=self.good("help", "man"), capture_output=True, text=True, timeout=HANGS, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("COMMANDS", done.stdout)

    def test_commands_are_completed(self):
        self.assertEqual(self.complete("ver"), {"verify"})
        self.assertEqual(self.complete(""), {*(command.split()[0] for command in self.commands), "help", "--help", "--version"})
        self.assertEqual(self.complete("mesh", ""), {"run", "row", "column"})
        self.assertEqual(self.complete("lcc", "m"), {"mapping"})
        self.assertEqual(self.complete("help", "st"), {"statistics"})
        self.assertLessEqual({"simulate", "routing", "topology", "traffic", "man", "router"}, self.complete("help", ""))

    def test_options_of_the_command_are_completed(self):
        for name, command in self.commands.items():
            wanted = {"--" + option.partition("=")[0] for option in command["options"]} | {"--help"}
            self.assertEqual(self.complete(*name.split(), "--"), wanted, name)
            kinds = {option[4:] + "=" for option in command["options"] if option.startswith("out=")}
            self.assertEqual(self.complete(*name.split(), "--out", "") if kinds else kinds, kinds, name)

    def test_values_are_completed_where_they_are_a_closed_set(self):
        self.assertEqual(self.complete("simulate", "--router.source", ""), set(self.commands["simulate"]["options"]["router.source"]["values"].split(" | ")))
        self.assertIn("west-first", self.complete("verify", "--routing", "west"))
        self.assertEqual(self.complete("simulate", "--load", ""), set())  # any number; bash completes names of files


if __name__ == "__main__":
    unittest.main()
