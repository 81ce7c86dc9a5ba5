#!/usr/bin/python3
"""The wire format of protobuf, read without generated code: varints, fields, and messages that each follow their length.

A field is its number, its wire type and its value: an integer for VARINT, I64 and I32 (bits as they stand there, unsigned), for LEN the pair (begin, end)
of its bytes in the file. Groups, which proto3 does not have, are refused. Positions in errors are bytes of the file.
"""

VARINT, I64, LEN, I32 = 0, 1, 2, 5
NAMES = {VARINT: "varint", I64: "64 bits", LEN: "bytes", I32: "32 bits"}
FIXED = {I64: 8, I32: 4}
LARGEST_FIELD = (1 << 29) - 1


class Malformed(Exception):
    """Bytes that are no message of the schema: where, and what is wrong."""

    def __init__(self, at, what):
        super().__init__(f"byte {at}: {what}")


def varint(data, at, end):
    """An unsigned integer of at most 64 bits, and the position behind it."""
    value = shift = 0
    for position in range(at, min(end, at + 10)):
        byte = data[position]
        value |= (byte & 127) << shift
        if byte < 128:
            if value >> 64:
                raise Malformed(at, "a varint of more than 64 bits")
            return value, position + 1
        shift += 7
    raise Malformed(at, "a varint of more than 10 bytes" if end - at >= 10 else "a varint that does not end")


def fields(data, at, end):
    """The fields of a message, one after the other: number, wire type, value."""
    while at < end:
        begin = at
        tag, at = varint(data, at, end)
        number, kind = tag >> 3, tag & 7
        if not 1 <= number <= LARGEST_FIELD:
            raise Malformed(begin, f"field number {number} (allowed: 1..{LARGEST_FIELD})")
        if kind == VARINT:
            value, at = varint(data, at, end)
        elif kind == LEN:
            size, at = varint(data, at, end)
            value = (at, at + size)
            at += size
        elif kind in FIXED:
            value = int.from_bytes(data[at:at + FIXED[kind]], "little")
            at += FIXED[kind]
        else:
            raise Malformed(begin, f"field {number} has wire type {kind} (allowed: 0, 1, 2, 5)")
        if at > end:
            raise Malformed(begin, f"field {number} is longer than its message")
        yield number, kind, value


def messages(data):
    """(begin, end) of each of the messages that follow their lengths in a file."""
    at = 0
    while at < len(data):
        begin = at
        size, at = varint(data, at, len(data))
        if size > len(data) - at:
            raise Malformed(begin, f"a message of {size} bytes where the file has {len(data) - at} more")
        yield at, at + size
        at += size


def packed(data, begin, end):
    """The varints of a packed repeated field."""
    while begin < end:
        value, begin = varint(data, begin, end)
        yield value


def signed(value, bits):
    """Two's complement of the lowest bits."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def zigzag(value):
    return (value >> 1) ^ -(value & 1)
