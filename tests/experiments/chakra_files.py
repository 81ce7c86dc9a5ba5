#!/usr/bin/python3
"""Chakra traces made field by field from the numbers of the schema, import-chakra, and schedules read back."""

import os
import re
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import HANGS, TOP, call
from chakra.main import main as chakra

METADATA, LOAD, STORE, COMPUTE, SEND, RECV, COLLECTIVE, STORAGE, BATCH, CHECKPOINT = range(1, 11)


def varint(value):
    value &= (1 << 64) - 1
    found = b""
    while value > 127:
        found += bytes([value & 127 | 128])
        value >>= 7
    return found + bytes([value])


def field(number, value):
    """A varint, or the bytes of a string or a message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def delimited(message):
    return varint(len(message)) + message


def zigzag(value):
    return value * 2 if value >= 0 else -value * 2 - 1


# Kind of an attribute -> the field with its value.
KINDS = {
    "double": lambda v: varint(3 << 3 | 1) + struct.pack("<d", v),
    "float": lambda v: varint(5 << 3 | 5) + struct.pack("<f", v),
    "int32": lambda v: field(7, v),
    "int64": lambda v: field(9, v),
    "uint32": lambda v: field(11, v),
    "uint64": lambda v: field(13, v),
    "sint32": lambda v: field(15, zigzag(v)),
    "sint64": lambda v: field(17, zigzag(v)),
    "fixed32": lambda v: varint(19 << 3 | 5) + struct.pack("<I", v),
    "fixed64": lambda v: varint(21 << 3 | 1) + struct.pack("<Q", v),
    "sfixed32": lambda v: varint(23 << 3 | 5) + struct.pack("<i", v),
    "sfixed64": lambda v: varint(25 << 3 | 1) + struct.pack("<q", v),
    "bool": lambda v: field(27, int(v)),
    "string": lambda v: field(29, v),
}
INTEGERS = ("int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32", "sfixed64")


def attribute(name, value, kind=None):
    return field(10, field(1, name) + KINDS[kind or ("string" if isinstance(value, str) else "int64")](value))


def node(number, type_, after=(), more=b"", name="", duration=None, **attributes):
    """`after`: data dependencies, packed."""
    found = field(1, number) + field(2, name) + field(3, type_)
    if after:
        found += field(5, b"".join(map(varint, after)))
    if duration is not None:
        found += field(7, duration)
    return found + b"".join(attribute(name, value) for name, value in attributes.items()) + more


def collective(number, kind, size=None, after=(), **attributes):
    size = {} if size is None else {"comm_size": size}
    return node(number, COLLECTIVE, after, comm_type=kind, **size, **attributes)


VERSION = field(1, "0.0.4") + field(2, field(1, "schema"))


class ChakraCase(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = Path(place.name).resolve()

    def trace(self, *ranks, metadata=VERSION):
        """Files t.0.et, t.1.et, ... and no others; each a list of nodes, or the bytes of the file."""
        for old in self.place.glob("t.*.et"):
            old.unlink()
        for rank, own in enumerate(ranks):
            content = own if isinstance(own, bytes) else b"".join(map(delimited, (metadata, *own)))
            (self.place / f"t.{rank}.et").write_bytes(content)

    def convert(self, *words, **more):
        """Run in the folder of the trace; in a process of its own where `more` is said of it."""
        if not more:
            return call(words, self.place, os.environ, chakra)
        return subprocess.run([TOP / "experiments/import-chakra", *words], cwd=self.place, text=True, capture_output=True, timeout=HANGS, **more)

    def converted(self, *words):
        """The lines of the schedule of t, without comments and without what says which operations are a collective."""
        done = self.convert("t", *words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return operations(done.stdout)

    def refused(self, *words):
        """The one line of an error of the user's."""
        done = self.convert(*(words or ("t",)))
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertRegex(done.stderr, r"\Aerror: [^\n]+\n\Z")
        return done.stderr.strip().removeprefix("error: ")


def operations(text):
    return [re.sub(r" (begins|ends) \S+$", "", line) for line in text.splitlines() if not re.match("#|gpu |collective ", line)]


OPERATION = re.compile(r"(?P<rank>\d+) (?:compute (?P<time>\d+(?:us)?)(?: cpu \d+)?|(?P<kind>send|recv) (?P<size>\d+) (?P<word>to|from) (?P<peer>\d+) tag (?P<tag>\d+)(?P<adds> reduces)?)"
                       r"(?: after (?P<after>[^ ]+(?: [^ ]+)*))? as (?P<label>[a-zA-Z][a-zA-Z0-9_.-]*)")


class Read:
    """A schedule read back: operations with what they wait for, sends matched with recvs in the order of the file. `only`: of one node alone."""

    def __init__(self, lines, only=None):
        first, *rest = lines
        if only is not None:
            rest = [line for line in rest if re.search(rf" as n{only}(\.|$)", line)]
        self.ranks = int(re.fullmatch(r"ranks (\d+)", first)[1])
        self.operations = [OPERATION.fullmatch(line) for line in rest]
        assert all(self.operations), next(line for line, found in zip(rest, self.operations) if not found)
        self.by_label = {(each["rank"], each["label"]): i for i, each in enumerate(self.operations)}
        assert len(self.by_label) == len(self.operations), "a label is there twice"
        self.after = [[self.by_label[each["rank"], name] for name in (each["after"] or "").split() if only is None or (each["rank"], name) in self.by_label]
                      for each in self.operations]
        self.sends = [i for i, each in enumerate(self.operations) if each["kind"] == "send"]
        self.partner = self.match()

    def match(self):
        """recv -> its send; AssertionError if one has none or sizes differ."""
        waiting = {}
        for i in self.sends:
            each = self.operations[i]
            assert each["word"] == "to" and int(each["peer"]) < self.ranks
            waiting.setdefault((each["rank"], each["peer"], each["tag"]), []).append(i)
        found = {}
        for i, each in enumerate(self.operations):
            if each["kind"] == "recv":
                assert each["word"] == "from"
                found[i] = waiting[each["peer"], each["rank"], each["tag"]].pop(0)
                assert self.operations[found[i]]["size"] == each["size"], "a send and its recv differ in size"
        assert not any(waiting.values()), "a send without its recv"
        return found

    def bytes(self):
        return sum(int(self.operations[i]["size"]) for i in self.sends)

    def depth(self):
        """Most messages on a chain on which each waits for the one before, at its source or at its destination."""
        depths, open_ = {}, list(range(len(self.operations)))
        while open_:
            left = []
            for i in open_:
                before = self.after[i] + ([self.partner[i]] if i in self.partner else [])
                if all(other in depths for other in before):
                    depths[i] = max([depths[other] for other in self.after[i]] + [0])
                    if i in self.partner:
                        depths[i] = max(depths[i], depths[self.partner[i]])
                    elif self.operations[i]["kind"] == "send":
                        depths[i] += 1
                else:
                    left.append(i)
            assert len(left) < len(open_), "operations wait for each other"
            open_ = left
        return max(depths.values(), default=0)
