#!/usr/bin/python3
"""The offered load of a point in flits/terminal/cycle: 0.2 as it stands, 0.01pkt times the mean length of a packet."""

from fractions import Fraction

from runner.exact import as_fraction

PACKETS = "pkt"  # behind a load in packets/terminal/cycle


def flits(options):
    """Exactly; None without a load, or of what is no number."""
    text = options.get("load")
    if not isinstance(text, str) or not text.endswith(PACKETS):
        return as_fraction(text)
    rate, length = as_fraction(text.removesuffix(PACKETS)), mean_length(options.get("packet-length"))
    return None if rate is None or length is None else rate * length


def mean_length(text):
    """Flits of a packet: 18 of 4..32, 4.2 of 1@0.8,17@0.2; None of what is no length."""
    shares = [part.partition("@") for part in str(text).split(",")]
    found = [(middle(length), as_fraction(share if at else 1)) for length, at, share in shares]
    if any(None in pair for pair in found) or not sum(share for _, share in found):
        return None
    return sum(length * share for length, share in found) / sum(share for _, share in found)


def middle(text):
    """Of 4..32, or the number itself."""
    ends = [as_fraction(end) for end in text.split("..")]
    return None if None in ends else Fraction(sum(ends), len(ends))


def value(options, name):
    """An option as expressions and axes have it: a load of packets is one of flits there."""
    text = options.get(name)
    return flits(options) if name == "load" and isinstance(text, str) and text.endswith(PACKETS) else text
