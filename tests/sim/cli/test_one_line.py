#!/usr/bin/python3
"""An error is one printable line, whatever a name that it echoes holds; and it says what is missing without an empty value."""
import unittest

from program import SIMULATE, WHOLE, ProgramTest, sample

HOSTILE = ("1\n2", "\x1b[31mred", "\r", "\x7f", "\u202e1", "1\t2", "\b")
MESH = ("blumps:{},2,4", "blumps:{}", "lump:{},1,2", "lump:1,{},2", "lumponly:{},1,2", "affine:{},2", "affine:1,{}", "zonelump:{}", "random:{}",
        "permutation:{}", "{}", "random:1{}", "random:{}:{}")
SIMULATED = {"--topology": ("torus:{}", "torus:4x{}", "mesh:{}", "hypercube:{}", "graph:{}", "{}"),
             "--routing": ("table:{}", "dor:{}", "{}"),
             "--traffic": ("random:{}", "hotspot:{}", "matrix:{}", "permutation:{}", "worst-case:{}", "affine:{},1", "lump:{},1,2", "{}"),
             "--load": ("{}", "0.1{}"), "--vcs": ("{}",), "--seed": ("{}",), "--workload": ("permutation:{}", "{}"), "--vc-policy": ("{}",)}


def hostile(number):
    """All for every form, or one that changes from one form to the next."""
    return HOSTILE if WHOLE else [HOSTILE[number % len(HOSTILE)]]


class OneLine(ProgramTest):
    def test_names_of_permutations_are_echoed_printable(self):
        for number, form in enumerate(MESH):
            for text in hostile(number):
                self.refused("mesh", "run", "--side", "8", "--permutation", form.format(text, text))

    def test_values_of_options_are_echoed_printable(self):
        for number, (option, form) in enumerate((option, form) for option, forms in SIMULATED.items() for form in forms):
            for text in hostile(number):
                base = {"--topology": "torus:4x4", "--cycles": "100", "--load": "0.1"}
                if option == "--workload":
                    base = {"--topology": "torus:4x4"}
                base[option] = form.format(text)
                self.refused("simulate", *[word for pair in base.items() for word in pair])

    def test_an_error_names_the_option_that_was_given(self):
        wrong = ("blumps:9,1,1", "blumps:1", "lump:9,9,9", "lump:1,x,2", "affine:2,3", "affine:x,1", "random:x", "random:1:2", "zonelump:1", "zonelump:x")
        for number, name in enumerate(wrong):
            commands = ["simulate", "--load", "0.1"], ["loads"], ["bounds"]
            for command in commands if WHOLE else [commands[number % 3]]:
                for form in (name, f"permutation:{name}") if not name.startswith("zonelump") else (name,):
                    line = self.refused(command[0], "--topology", "torus:8x8", *command[1:], "--traffic", form, says=f"traffic={name}")
                    self.assertTrue(line.startswith("dateline: traffic: traffic="), line)
            if name != "zonelump:1":
                line = self.refused("mesh", "run", "--side", "8", "--permutation", name, says=f"permutation={name}")
                self.assertTrue(line.startswith("dateline: mesh run: permutation="), line)
        self.refused("loads", "--topology", "mesh:3x3", "--traffic", "bitrev", says="traffic=bitrev")

    def test_a_long_name_is_cut(self):
        for form in MESH:
            self.refused("mesh", "run", "--side", "8", "--permutation", form.format("9" * 5000, ""))

    def test_names_of_commands_options_and_files_are_echoed_printable(self):
        for text in sample(HOSTILE, 3):
            self.refused(text)
            self.refused(*SIMULATE, f"--{text}", "1")
            self.refused(*SIMULATE, text)
            self.refused("simulate", "--config", text)
            self.refused(*SIMULATE, "--json", f"missing/{text}")

    def test_an_empty_value_is_not_called_missing(self):
        network = ["simulate", "--topology", "torus:4x4"]
        self.assertIn("simulate: load is missing", self.refused(*network))
        self.assertIn("simulate: topology is missing", self.refused("simulate", "--load", "0.1"))
        self.assertIn("dateline: command is missing", self.refused())
        for name in ("load", "vcs", "seed", "cycles", "routing", "traffic", "topology", "tie-rule", "json"):
            options = {"topology": "torus:4x4", "load": "0.1", "cycles": "100", name: ""}
            line = self.refused("simulate", *[f"--{option}={value}" for option, value in options.items()])
            self.assertIn(f"{name}='' ", line)


if __name__ == "__main__":
    unittest.main()
