#!/usr/bin/python3
"""Attributes of nodes: those that say something about time, place or messages; the others are skipped.

Most attributes are few texts again and again, so what one means is remembered by its bytes.
"""

import json

from chakra.wire import I32, I64, LEN, NAMES, VARINT, Malformed, fields, packed, signed, zigzag

# Field -> wire type, value.
INTEGERS = {7: (VARINT, lambda v: signed(v, 32)), 9: (VARINT, lambda v: signed(v, 64)), 11: (VARINT, lambda v: v & 0xffffffff), 13: (VARINT, lambda v: v),
            15: (VARINT, lambda v: zigzag(v & 0xffffffff)), 17: (VARINT, zigzag), 19: (I32, lambda v: v), 21: (I64, lambda v: v),
            23: (I32, lambda v: signed(v, 32)), 25: (I64, lambda v: signed(v, 64))}
STRING, BOOLEAN = 29, 27
GROUP, CPU, RANKS = "pg_name", "is_cpu_op", "ranks"
NUMBERS = {b"comm_size", b"comm_src", b"comm_dst", b"comm_tag", b"comm_type", b"num_ops", b"tensor_size", b"tid"}
WANTED = NUMBERS | {GROUP.encode(), CPU.encode(), RANKS.encode()}
REMEMBERED = 1 << 14  # attributes


class Attributes:
    def __init__(self):
        self.known = {}  # bytes -> name and value

    def read(self, data, begin, end):
        """Name and value, the value None if it is of another kind than it needs; None of an attribute that says nothing here."""
        raw = data[begin:end]
        if raw in self.known:
            return self.known[raw]
        if len(raw) > 2 and raw[0] == 10 and raw[1] < 128 and raw[2:2 + raw[1]] not in WANTED:
            return None
        found = one(data, begin, end)
        if len(self.known) < REMEMBERED:
            self.known[raw] = found
        return found


def one(data, begin, end):
    name, values = None, []
    for number, kind, value in fields(data, begin, end):
        if number == 1:
            expect(begin, kind, LEN, "an attribute's name")
            name = data[value[0]:value[1]]
        else:
            values.append((number, kind, value))
    if name not in WANTED:
        return None
    label, found = name.decode(), None
    for number, kind, value in values:
        if number in INTEGERS and (name in NUMBERS or label == CPU):
            expect(0, kind, INTEGERS[number][0], label)
            found = INTEGERS[number][1](value)
        elif number == BOOLEAN and label == CPU:
            expect(0, kind, VARINT, label)
            found = value
        elif number == STRING and label in (GROUP, RANKS):
            expect(0, kind, LEN, label)
            found = text(data[value[0]:value[1]], label)
            if label == RANKS:
                found = list_of(found)
        elif label == RANKS and number - 1 in INTEGERS:
            expect(0, kind, LEN, label)
            found = integers(data, *value, INTEGERS[number - 1])
    return label, found


def integers(data, begin, end, how):
    """The values of a list message, packed or not."""
    found = []
    for number, kind, value in fields(data, begin, end):
        if number == 1 and kind == LEN and how[0] == VARINT:
            found += [how[1](each) for each in packed(data, *value)]
        elif number == 1 and kind == LEN:
            size = 4 if how[0] == I32 else 8
            found += [how[1](int.from_bytes(data[at:at + size], "little")) for at in range(*value, size)]
        elif number == 1:
            expect(0, kind, how[0], RANKS)
            found.append(how[1](value))
    return found


def list_of(found):
    """The list that a text in JSON says, an empty one of an empty text; None if it is none."""
    try:
        return json.loads(found) if found.strip() else []
    except (ValueError, RecursionError):
        return None


def expect(at, kind, wanted, name):
    if kind != wanted:
        raise Malformed(at, f"{name} is {NAMES[kind]}, not {NAMES[wanted]}")


def text(raw, label):
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise Malformed(0, f"{label} is not UTF-8") from None
