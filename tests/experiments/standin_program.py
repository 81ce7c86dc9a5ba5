#!/usr/bin/python3 -IS
"""The stand-in for the simulator as a program: its modules are then compiled once, not at every start."""

import sys

sys.path.append(__file__.rpartition("/")[0])
import standin  # noqa: E402

if __name__ == "__main__":
    sys.exit(standin.main(sys.argv[1:]))
