#!/usr/bin/python3
"""How long computes take, and on which processor: cpu 0 is the host's, cpu 1 the GPU's; by thread the even ones are the host's, the odd ones the GPU's."""

import re
from fractions import Fraction

from chakra.nodes import METADATA, TIMED
from runner.errors import UsageError

SMALLEST = 10 ** 9  # of them a microsecond: a time that is no decimal is rounded up to a femtosecond
RATE = re.compile(r"(?=.*[1-9])[0-9]{1,9}(\.[0-9]{1,9})?")
MOST_CPUS = 256


class Times:
    """`peak_tflops`, `memory_gbs`: as on the command line; None: not given."""

    def __init__(self, trace, peak_tflops=None, memory_gbs=None):
        """UsageError if computes have no time and none can be made."""
        self.operations = rate("--peak-tflops", peak_tflops, 10 ** 6)  # per microsecond
        self.bytes = rate("--memory-gbs", memory_gbs, 10 ** 3)
        computes = [node for own in trace for node in own if node.type in TIMED]
        untimed = [node for node in computes if node.duration == 0 and node.work]
        self.short = sum(node.duration == 0 and not node.work for node in computes)
        if self.short and not any(node.duration for node in computes):
            raise UsageError(f"{self.short} of the computes have no duration_micros, and neither num_ops nor tensor_size to make one of")
        missing = {}  # option -> what it would make times of
        for which, (name, option, value) in enumerate((("num_ops", "--peak-tflops", peak_tflops), ("tensor_size", "--memory-gbs", memory_gbs))):
            number = sum(node.work[which] > 0 for node in untimed)
            if number and value is None:
                missing[option] = f"{number} with {name}"
            if value is not None and not number:
                raise UsageError(f"{option} {value}: has no use, no compute without duration_micros has {name}")
        if missing:
            raise UsageError(f"computes without duration_micros: {', '.join(missing.values())}; say how fast the GPU is ({', '.join(missing)})")

    def note(self):
        return f"{self.short} of the computes have no duration_micros, where others have one: they take no time"

    def text(self, node):
        if node.duration:
            return "0" if node.type == METADATA else f"{node.duration}us"
        if node.work is None:
            return "0"
        time = max(Fraction(node.work[0]) / self.operations if node.work[0] else Fraction(0), Fraction(node.work[1]) / self.bytes if node.work[1] else Fraction(0))
        units = -(-time.numerator * SMALLEST // time.denominator)
        whole, rest = divmod(units, SMALLEST)
        return f"{whole}.{rest:09}".rstrip("0").rstrip(".") + "us"


def rate(option, text, unit):
    if text is None:
        return None
    if not RATE.fullmatch(text):
        raise UsageError(f"{option} {text}: expected a decimal above 0")
    return Fraction(text) * unit


class Cpus:
    """Of one rank. By thread: in the order in which their `tid` is first met."""

    def __init__(self, by_thread):
        self.by_thread, self.known, self.number = by_thread, {}, [0, 0]

    def check(self, own, rank):
        """UsageError if there are more threads than cpus."""
        for node in own:
            if self.by_thread and node.type in TIMED and self.of(node) >= MOST_CPUS:
                raise UsageError(f"rank {rank}: more than {MOST_CPUS // 2} values of tid for one side, the host's or the GPU's")

    def of(self, node):
        side = 0 if node.cpu else 1
        if not self.by_thread or node.tid is None:
            return side
        if (side, node.tid) not in self.known:
            self.known[side, node.tid] = 2 * self.number[side] + side
            self.number[side] += 1
        return self.known[side, node.tid]

    def text(self, node):
        cpu = self.of(node) if node.type in TIMED else 0
        return f" cpu {cpu}" if cpu else ""
