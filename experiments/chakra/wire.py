#!/usr/bin/python3
"""The wire format of protobuf, read without generated code: varints, fields, and messages that each follow their length.

A field is its number, its wire type and its value: an integer for VARINT, I64 and I32 (bits as they stand there, unsigned), for LEN the pair (begin, end)
of its bytes in the data. Groups, which proto3 does not have, are refused. A file is read message by message; gzip is recognised by its first two bytes.
"""

import gzip
import os
import re
import stat
import zlib

from runner.errors import UsageError

VARINT, I64, LEN, I32 = 0, 1, 2, 5
NAMES = {VARINT: "varint", I64: "64 bits", LEN: "bytes", I32: "32 bits"}
FIXED = {I64: 8, I32: 4}
LARGEST_FIELD = (1 << 29) - 1
PACKED = {b"PK\x03\x04": "zip", b"\x28\xb5\x2f\xfd": "zstd", b"\xfd7zXZ\0": "xz", b"BZh": "bzip2", b"\x1f\x8b": "gzip twice"}  # by how such files begin
LARGEST_COMPRESSED = 1 << 28  # bytes of a message in gzip, whose end is not known before it is read


class Malformed(Exception):
    """Bytes that are no message of the schema: where, and what is wrong."""

    def __init__(self, at, what):
        super().__init__(f"byte {at}: {what}")
        self.at, self.what = at, what


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
        tag = data[at]
        if tag < 128:
            at += 1
        else:
            tag, at = varint(data, at, end)
        number, kind = tag >> 3, tag & 7
        if not 1 <= number <= LARGEST_FIELD:
            raise Malformed(begin, f"field number {number} (allowed: 1..{LARGEST_FIELD})")
        if kind == VARINT or kind == LEN:
            if at < end and data[at] < 128:  # most are so short
                value = data[at]
                at += 1
            else:
                value, at = varint(data, at, end)
            if kind == LEN:
                value = (at, at + value)
                at = value[1]
        elif kind in FIXED:
            value = int.from_bytes(data[at:at + FIXED[kind]], "little")
            at += FIXED[kind]
        else:
            raise Malformed(begin, f"field {number} has wire type {kind} (allowed: 0, 1, 2, 5)")
        if at > end:
            raise Malformed(begin, f"field {number} is longer than its message")
        yield number, kind, value


def regular(name):
    """A regular file, open: a pipe would wait for ever."""
    if not stat.S_ISREG(os.stat(name).st_mode):
        raise UsageError(f"{name}: not a regular file")
    return open(name, "rb")


def messages(name):
    """(position, bytes) of each of the messages that follow their lengths in a file. One is in memory at a time."""
    with regular(name) as file:
        packed_file = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        try:
            yield from delimited(gzip.GzipFile(fileobj=file) if packed_file else file, None if packed_file else os.fstat(file.fileno()).st_size)
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise UsageError(f"{name}: gzip that cannot be read: {error}") from None


def other_kind(name):
    """What a file that is no trace is instead, and what makes one of it; None: that is not known."""
    with regular(name) as file:
        head = file.read(4096)
        if head.startswith(b"\x1f\x8b"):
            file.seek(0)
            try:
                head = gzip.GzipFile(fileobj=file).read(4096)
            except (OSError, EOFError, zlib.error):
                return None
    if head.startswith(b"version https://git-lfs"):
        return "a pointer of Git LFS, not the trace itself (git lfs pull)"
    if head[257:262] == b"ustar":
        return "an archive (tar); unpack it, and name the trace in it"
    for first, packed in PACKED.items():
        if head.startswith(first):
            return f"packed by {packed}; unpack it, and name the trace in it"
    if not re.match(rb"\s*[{\[]\s*[\"{\[]", head):
        return None
    if b'"schema"' in head and b'"nodes"' in head or b'"traceEvents"' in head or b'"deviceProperties"' in head:
        return "JSON of PyTorch's profilers, not yet a Chakra trace (chakra_trace_link and chakra_converter make one of it)"
    return "JSON; a Chakra trace is protobuf, in files *.et"


def delimited(file, size):
    """`size`: bytes of the file, None if that is not known."""
    at = 0
    while prefix := length_prefix(file):
        begin = at
        try:
            wanted = varint(prefix, 0, len(prefix))[0]
        except Malformed as error:
            raise Malformed(begin, error.what) from None
        at += len(prefix)
        if wanted > (LARGEST_COMPRESSED if size is None else size - at):
            raise Malformed(begin, f"a message of {wanted} bytes " + (f"(allowed in gzip: {LARGEST_COMPRESSED})" if size is None else
                                                                      f"where the file has {size - at} more"))
        data = file.read(wanted)
        if len(data) < wanted:
            raise Malformed(begin, f"a message of {wanted} bytes where the file has {len(data)} more")
        yield at, data
        at += wanted


def length_prefix(file):
    """The bytes of a varint; fewer where the file ends."""
    found = file.read(1)
    while found and found[-1] > 127 and len(found) < 10:
        more = file.read(1)
        if not more:
            break
        found += more
    return found


def packed(data, begin, end):
    """The varints of a packed repeated field: a node may wait for hundreds of others."""
    found, value, shift = [], 0, 0
    for byte in data[begin:end]:
        if byte < 128:
            found.append(value | byte << shift)
            value = shift = 0
        else:
            value |= (byte & 127) << shift
            shift += 7
    if shift or (found and max(found) >> 63):  # the last does not end, or one is too long: the slow way says which
        found = []
        while begin < end:
            value, begin = varint(data, begin, end)
            found.append(value)
    return found


def signed(value, bits):
    """Two's complement of the lowest bits."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def zigzag(value):
    return (value >> 1) ^ -(value & 1)
