#!/usr/bin/python3
"""The times of the parallel FFT of 2^(n+2d) points on a hypercube:n (docs/guide/workloads/generators.md, fft:M), of a point of results that is one of its n + 1 communications: each processor
sends its 4^d points of 16 bytes in a packet of one head flit, of a flit a byte. In microseconds, exactly.

fft-computation    2d stages of 4^d / 2 butterflies, and n stages of half a butterfly a point
fft-communication  software of the message, and the cycles until the last one is there
"""

from fractions import Fraction

from runner.exact import as_fraction
from runner.network import nodes_of

POINT_BYTES = 16
NCUBE_2 = {"message": Fraction(164), "byte": Fraction("0.57"), "butterfly": Fraction("5.12"), "half-butterfly": Fraction("4.47")}


def log2(number):
    """Of a power of two; None of anything else."""
    return number.bit_length() - 1 if number > 0 and number & (number - 1) == 0 else None


def computation(row, times):
    length, nodes = as_fraction(row.options.get("packet-length")), nodes_of(row.options.get("topology"))
    points = None if length is None else (length - 1) / POINT_BYTES
    if points is None or nodes is None or points.denominator != 1:
        return None
    stages, dimensions = log2(int(points)), log2(int(nodes))  # 2d and n
    if stages is None or stages % 2 or dimensions is None:
        return None
    return stages * points / 2 * times["butterfly"] + dimensions * points * times["half-butterfly"]


def communication(row, times):
    cycles = as_fraction((row.result or {}).get("completion_cycle"))
    return None if cycles is None else times["message"] + times["byte"] * cycles


VALUES = {"fft-computation": computation, "fft-communication": communication}
