#!/usr/bin/python3
"""Nodes of a Chakra trace: what a rank does, as its file (et_def.proto of MLCommons) says it, checked as far as one node can be.

Field numbers are those of the schema, of its older versions too (there GlobalMetadata had its attributes in field 1). Node by node: a file may have
millions of them.
"""

from chakra.attributes import CPU, GROUP, Attributes
from chakra.wire import LEN, NAMES, VARINT, Malformed, fields, messages, packed, signed

INVALID, METADATA, LOAD, STORE, COMPUTE, SEND, RECV, COLLECTIVE, STORAGE, BATCH, CHECKPOINT = range(11)
TYPES = ("invalid", "metadata", "memory load", "memory store", "compute", "send", "recv", "collective", "storage", "batch", "checkpoint")
TIMED = (LOAD, STORE, COMPUTE, STORAGE, BATCH, CHECKPOINT)
COLLECTIVES = ("all-reduce", "reduce", "all-gather", "gather", "scatter", "broadcast", "all-to-all", "reduce-scatter", "reduce-scatter-block", "barrier")
MOST_BYTES = 10 ** 15  # of a message
LARGEST_TAG = (1 << 32) - 2
MOST_RANKS = 1 << 24

ID, TYPE, CONTROL, DATA, DURATION, ATTRIBUTE = 1, 3, 4, 5, 7, 10
DEPENDENCIES = {CONTROL: "ctrl_deps", DATA: "data_deps"}
SCALARS = {ID: "id", TYPE: "type", DURATION: "duration_micros"}
FIELDS = {ID: "id", TYPE: "type", DURATION: "duration"}


class Node:
    """`control`, `data`: ids of the nodes of the rank that end first; `after`: those that count (ranks.py). `work`: operations and bytes of a compute
    without a duration. The rest as the type needs it, else None. A launch of a collective is a compute of the CPU."""

    __slots__ = ("id", "type", "control", "data", "after", "duration", "cpu", "tid", "work", "size", "peer", "tag", "collective", "group", "members")

    def __init__(self):
        self.id = self.type = self.duration = 0
        self.control = self.data = self.after = ()
        self.cpu = False
        self.tid = self.work = self.size = self.peer = self.tag = self.collective = self.group = self.members = None


class Reader:
    """Of the files of a trace, `ranks` of them; None: of one file that stands for all ranks, whose messages go to ranks relative to its own."""

    def __init__(self, ranks):
        self.ranks, self.attributes = ranks, Attributes()

    def nodes(self, name, rank):
        """The nodes of a file, in its order; Malformed if it is none."""
        first = True
        for at, data in messages(name):
            try:
                if not first or is_node(data):
                    yield self.node_of(data, rank)
            except Malformed as error:
                raise Malformed(at + error.at, error.what) from None
            first = False
        if first:
            raise Malformed(0, "the file is empty; a GlobalMetadata or a node comes first")

    def node_of(self, data, rank):
        node, attributes = Node(), {}
        for number, kind, value in fields(data, 0, len(data)):
            if number == ATTRIBUTE:
                expect(kind, LEN, "attr")
                found = self.attributes.read(data, *value)
                if found and attributes.setdefault(*found) != found[1]:
                    raise Malformed(0, f"{found[0]} is given twice, as {attributes[found[0]]!r} and {found[1]!r}")
            elif number in SCALARS:
                expect(kind, VARINT, SCALARS[number])
                setattr(node, FIELDS[number], value)
            elif number in DEPENDENCIES:
                add_dependencies(node, number, (value,) if kind == VARINT else of_list(number, kind, data, value))
        node.type, node.duration = signed(node.type, 32), signed(node.duration, 64)
        wrong = check_type(node) or self.take(node, attributes, rank)
        if wrong:
            raise Malformed(0, f"node {node.id}: {wrong}")
        return node

    def take(self, node, attributes, rank):
        """Gives a node what its type needs of its attributes; what is wrong with it, or None."""
        node.cpu, node.tid = bool(attributes.get(CPU)), attributes.get("tid")
        if CPU in attributes and attributes[CPU] is None:
            return f"{CPU} is no boolean"
        if node.type == COLLECTIVE and (node.cpu or "comm_type" not in attributes):
            node.type, node.cpu = COMPUTE, True
        if node.type in TIMED:
            return None if node.duration > 0 else take_work(node, attributes)
        if node.type in (SEND, RECV, COLLECTIVE):
            for name, value in attributes.items():
                if value is None:
                    return f"{name} is no {'string' if name == GROUP else 'integer'}"
            return take_collective(node, attributes) if node.type == COLLECTIVE else self.take_message(node, attributes, rank)
        if "ranks" in attributes and attributes.get(GROUP):
            if attributes["ranks"] is None:
                return "ranks is no list"
            node.group, node.members = attributes[GROUP], attributes["ranks"]
        return None

    def take_message(self, node, attributes, rank):
        own, other = ("comm_src", "comm_dst") if node.type == SEND else ("comm_dst", "comm_src")
        what = TYPES[node.type]
        node.size, node.peer, node.tag = attributes.get("comm_size"), attributes.get(other), attributes.get("comm_tag", 0)
        found = (wrong(what, "comm_size", node.size, MOST_BYTES) or wrong(what, other, node.peer, (self.ranks or MOST_RANKS) - 1)
                 or wrong(what, "comm_tag", node.tag, LARGEST_TAG))
        if found:
            return found
        if self.ranks is None:
            node.peer -= attributes.get(own, 0)
            return wrong(what, own, attributes.get(own, 0), MOST_RANKS - 1)
        return f"{own} of a {what} is {attributes[own]}, but the file is rank {rank}'s" if attributes.get(own, rank) != rank else None


def is_node(data):
    """Whether the first message of a file is one: a GlobalMetadata has a version (1) and attributes (2), or, in older files, attributes (1) alone."""
    for number, kind, _ in fields(data, 0, len(data)):
        if number > 2 or (number == ID and kind == VARINT):
            return True
        expect(kind, LEN, "a field of GlobalMetadata")
    return False


def of_list(number, kind, data, value):
    expect(kind, LEN, DEPENDENCIES[number])
    return tuple(packed(data, *value))


def add_dependencies(node, number, ids):
    if number == CONTROL:
        node.control += ids
    else:
        node.data += ids


def expect(kind, wanted, name):
    if kind != wanted:
        raise Malformed(0, f"{name} is {NAMES[kind]}, not {NAMES[wanted]}")


def check_type(node):
    """What is wrong with a node's type or time; None if nothing is."""
    if not METADATA <= node.type <= CHECKPOINT:
        return f"type {node.type} (allowed: 1..{CHECKPOINT})"
    return f"duration_micros {node.duration} is negative" if node.duration < 0 else None


def take_work(node, attributes):
    """Of a compute without a duration: its operations and its bytes, of which a roofline makes a time."""
    work = [attributes.get(name, 0) for name in ("num_ops", "tensor_size")]
    for name, value in zip(("num_ops", "tensor_size"), work):
        if value is None or value < 0:
            return f"{name} is no integer of 0 or more"
    if any(work):
        node.work = tuple(work)
    return None


def take_collective(node, attributes):
    kind = attributes.get("comm_type")
    if found := wrong("collective", "comm_type", kind, len(COLLECTIVES) - 1):
        return found
    node.collective = COLLECTIVES[kind]
    node.group = attributes.get(GROUP) or None
    node.size = 0 if node.collective == "barrier" else attributes.get("comm_size")
    return wrong(node.collective, "comm_size", node.size, MOST_BYTES)


def wrong(what, name, value, largest):
    """What is wrong with an integer that has to be 0..largest; None if nothing is."""
    if value is None:
        return f"{what} without {name}"
    return None if 0 <= value <= largest else f"{name} {value} (allowed: 0..{largest})"
