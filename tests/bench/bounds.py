#!/usr/bin/python3
"""Processor time of whole `dateline bounds` runs of adaptive routings on hypercube:8, the fastest of several, beside the target. Usage: bounds.py DATELINE"""
import sys

from worst_case import timed

ROUTINGS = ("p-cube", "li-min", "li-min-b", "chiu", "mix-ab3", "mix-bb3")
PATTERNS = ("bit-reverse", "transpose", "reverse-flip")
TARGET = 10  # seconds
REPEATS = 3


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(f"{'bounds, hypercube:8':40}{'wall s':>10}{'cpu s':>10}{'target':>14}")
    missed = 0
    for routing in ROUTINGS:
        for pattern in PATTERNS:
            command = [sys.argv[1], "bounds", "--topology", "hypercube:8", "--vcs", "1", "--routing", routing, "--traffic", pattern]
            wall, cpu = (min(column) for column in zip(*(timed(command) for _ in range(REPEATS))))
            verdict = "ok" if cpu <= TARGET else "MISSED"
            missed += verdict == "MISSED"
            print(f"{routing + ' ' + pattern:40}{wall:10.2f}{cpu:10.2f}{f'{TARGET} s {verdict}':>14}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
