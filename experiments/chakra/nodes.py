#!/usr/bin/python3
"""Nodes of a Chakra trace: what a rank does, as its file (et_def.proto of MLCommons) says it, checked as far as one node can be.

Field numbers are those of the schema, of its older versions too (there GlobalMetadata had its attributes in field 1).
"""

from chakra.wire import I32, I64, LEN, NAMES, VARINT, Malformed, fields, messages, packed, signed, zigzag

INVALID, METADATA, LOAD, STORE, COMPUTE, SEND, RECV, COLLECTIVE, STORAGE, BATCH, CHECKPOINT = range(11)
TYPES = ("invalid", "metadata", "memory load", "memory store", "compute", "send", "recv", "collective", "storage", "batch", "checkpoint")
TIMED = (LOAD, STORE, COMPUTE, STORAGE, BATCH, CHECKPOINT)
COLLECTIVES = ("all-reduce", "reduce", "all-gather", "gather", "scatter", "broadcast", "all-to-all", "reduce-scatter", "reduce-scatter-block", "barrier")
MOST_BYTES = 10 ** 15  # of a message
LARGEST_TAG = (1 << 32) - 2

ID, TYPE, CONTROL, DATA, DURATION, ATTRIBUTE = 1, 3, 4, 5, 7, 10
DEPENDENCIES = {CONTROL: "ctrl_deps", DATA: "data_deps"}
SCALARS = {ID: "id", TYPE: "type", DURATION: "duration_micros"}

# Of an attribute: field -> wire type, value.
INTEGERS = {7: (VARINT, lambda v: signed(v, 32)), 9: (VARINT, lambda v: signed(v, 64)), 11: (VARINT, lambda v: v & 0xffffffff), 13: (VARINT, lambda v: v),
            15: (VARINT, lambda v: zigzag(v & 0xffffffff)), 17: (VARINT, zigzag), 19: (I32, lambda v: v), 21: (I64, lambda v: v),
            23: (I32, lambda v: signed(v, 32)), 25: (I64, lambda v: signed(v, 64))}
STRING = 29
NUMBERS = {b"comm_size", b"comm_src", b"comm_dst", b"comm_tag", b"comm_type"}
GROUP = b"pg_name"


class Node:
    """`after`: ids of the nodes of the rank that end first, each once. The rest as the type needs it, else None."""

    __slots__ = ("id", "type", "after", "duration", "size", "peer", "tag", "collective", "group")

    def __init__(self):
        self.id = self.type = self.duration = 0
        self.after = {}  # id -> the field that names it, in order
        self.size = self.peer = self.tag = self.collective = self.group = None


def read(data, rank, ranks):
    """The nodes of a file, in its order; Malformed if it is none."""
    found = []
    for number, (begin, end) in enumerate(messages(data)):
        if number == 0:
            check_metadata(data, begin, end)
        else:
            found.append(node_of(data, begin, end, rank, ranks))
    if not data:
        raise Malformed(0, "the file is empty; a GlobalMetadata comes first")
    return found


def check_metadata(data, begin, end):
    """A version (1) and attributes (2), or, in older files, attributes (1) alone."""
    for number, kind, _ in fields(data, begin, end):
        if number in (1, 2) and kind != LEN:
            raise Malformed(begin, "the first message is no GlobalMetadata")


def node_of(data, begin, end, rank, ranks):
    node, attributes = Node(), {}
    scalars = dict.fromkeys(SCALARS, 0)
    for number, kind, value in fields(data, begin, end):
        if number in SCALARS:
            expect(begin, kind, VARINT, SCALARS[number])
            scalars[number] = value
        elif number in DEPENDENCIES:
            if kind != VARINT:
                expect(begin, kind, LEN, DEPENDENCIES[number])
            for other in (value,) if kind == VARINT else packed(data, *value):
                node.after.setdefault(other, DEPENDENCIES[number])
        elif number == ATTRIBUTE:
            expect(begin, kind, LEN, "attr")
            add_attribute(data, *value, attributes)
    node.id, node.type, node.duration = scalars[ID], signed(scalars[TYPE], 32), signed(scalars[DURATION], 64)
    wrong = check_type(node) or take_attributes(node, attributes, rank, ranks)
    if wrong:
        raise Malformed(begin, f"node {node.id}: {wrong}")
    return node


def expect(at, kind, wanted, name):
    if kind != wanted:
        raise Malformed(at, f"{name} is {NAMES[kind]}, not {NAMES[wanted]}")


def add_attribute(data, begin, end, attributes):
    """Reads one attribute; only those that say something about messages are kept: name -> value, None for one of another kind than it needs."""
    name, found = None, []
    for number, kind, value in fields(data, begin, end):
        if number == 1:
            expect(begin, kind, LEN, "an attribute's name")
            name = data[value[0]:value[1]]
        else:
            found.append((number, kind, value))
    if name not in NUMBERS and name != GROUP:
        return
    label, own = name.decode(), None
    for number, kind, value in found:
        if name in NUMBERS and number in INTEGERS:
            expect(begin, kind, INTEGERS[number][0], label)
            own = INTEGERS[number][1](value)
        elif name == GROUP and number == STRING:
            expect(begin, kind, LEN, label)
            own = text(begin, data[value[0]:value[1]], label)
    if attributes.setdefault(label, own) != own:
        raise Malformed(begin, f"{label} is given twice, as {attributes[label]!r} and {own!r}")


def text(at, raw, label):
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise Malformed(at, f"{label} is not UTF-8") from None


def check_type(node):
    """What is wrong with a node's type or time; None if nothing is."""
    if not METADATA <= node.type <= CHECKPOINT:
        return f"type {node.type} (allowed: 1..{CHECKPOINT})"
    return f"duration_micros {node.duration} is negative" if node.duration < 0 else None


def take_attributes(node, attributes, rank, ranks):
    """Gives a send, a recv or a collective what it needs; what is wrong with it, or None."""
    if node.type not in (SEND, RECV, COLLECTIVE):
        return None
    for name, value in attributes.items():
        if value is None:
            return f"{name} is no {'string' if name == GROUP.decode() else 'integer'}"
    return take_collective(node, attributes) if node.type == COLLECTIVE else take_message(node, attributes, rank, ranks)


def take_message(node, attributes, rank, ranks):
    own, other = ("comm_src", "comm_dst") if node.type == SEND else ("comm_dst", "comm_src")
    node.size, node.peer, node.tag = attributes.get("comm_size"), attributes.get(other), attributes.get("comm_tag", 0)
    return (wrong(TYPES[node.type], "comm_size", node.size, MOST_BYTES) or wrong(TYPES[node.type], other, node.peer, ranks - 1)
            or wrong(TYPES[node.type], "comm_tag", node.tag, LARGEST_TAG)
            or (f"{own} of a {TYPES[node.type]} is {attributes[own]}, but the file is rank {rank}'s" if attributes.get(own, rank) != rank else None))


def take_collective(node, attributes):
    kind = attributes.get("comm_type")
    if found := wrong("collective", "comm_type", kind, len(COLLECTIVES) - 1):
        return found
    node.collective = COLLECTIVES[kind]
    node.group = attributes.get("pg_name") or None
    node.size = 0 if node.collective == "barrier" else attributes.get("comm_size")
    return wrong(node.collective, "comm_size", node.size, MOST_BYTES)


def wrong(what, name, value, largest):
    """What is wrong with an integer that has to be 0..largest; None if nothing is."""
    if value is None:
        return f"{what} without {name}"
    return None if 0 <= value <= largest else f"{name} {value} (allowed: 0..{largest})"
