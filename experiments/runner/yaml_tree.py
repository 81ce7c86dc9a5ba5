#!/usr/bin/python3
"""YAML as a tree whose mappings know the line of each key, for messages that name it.

What a file may ask for is limited, so that reading it ends: its size, the length of a scalar, the depth, and the number of nodes with
every alias written out. A node that contains itself is refused.
"""

import re
import stat

from runner.errors import UsageError

LARGEST = 1 << 20  # bytes of a file
LONGEST = 4000  # characters of a scalar
LARGEST_INTEGER = 10 ** 300
DEEPEST = 50
MOST = 1_000_000  # nodes
DECIMAL = re.compile(r"-?[0-9]+\.[0-9]+")
OTHERWISE = re.compile(r"[-+]?(?:0[0-9_]+|0b[01_]+|[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?)")  # octal, binary or of base 60, as YAML 1.1 has it


class Map(dict):
    """A YAML mapping; `lines` holds the line of each key, `line` its own."""

    def __init__(self, line):
        super().__init__()
        self.line = line
        self.lines = {}

    def put(self, key, value, line):
        self[key] = value
        self.lines[key] = line


class Sequence(list):
    """A YAML list; `line` is where it begins."""

    def __init__(self, line):
        super().__init__()
        self.line = line


class Written(float):
    """A decimal, and the text that it was written as: 0.550 has three digits."""

    def __new__(cls, value, text):
        number = super().__new__(cls, value)
        number.text = text
        return number


def read(path, shown):
    """The text of a file; UsageError if it is none, or cannot be read."""
    try:
        kind = path.stat()
        if not stat.S_ISREG(kind.st_mode):
            raise UsageError(f"{shown}: not a regular file")
        if kind.st_size > LARGEST:
            raise UsageError(f"{shown}: {kind.st_size} bytes, at most {LARGEST}")
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{shown}:1: not UTF-8") from None
    except OSError as error:
        raise UsageError(f"{shown}: {error.strerror}") from None


def parse(text, file):
    """The tree of a YAML text as Map, Sequence and scalars; UsageError with its line for bad YAML and repeated keys."""
    import yaml
    try:
        kind = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml's parser reads a file in a tenth of the time
        shallow(yaml.parse(text, kind), file)
        loader = kind(text)
        node = loader.get_single_node()
        return Converter(loader, file).convert(node) if node is not None else Map(1)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = min(mark.line, text.count("\n")) + 1 if mark else 1  # libyaml ends every text with a line's end
        raise UsageError(f"{file}:{line}: not YAML: {one_line(error.problem)}") from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise UsageError(f"{file}:1: not YAML: {one_line(error)}") from None


def one_line(text):
    """Without control characters, and not too long."""
    text = " ".join(str(text).split())
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:200]


def shallow(events, file):
    """UsageError for what is nested too deeply, before anything recurses into it; for scalars that are too long, and too many nodes."""
    import yaml
    depth = 0
    for number, event in enumerate(events):
        line = event.start_mark.line + 1
        if isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
            depth += 1
        elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            depth -= 1
        elif isinstance(event, yaml.ScalarEvent) and len(event.value) > LONGEST:
            raise UsageError(f"{file}:{line}: a text of {len(event.value)} characters, at most {LONGEST}")
        if depth > DEEPEST:
            raise UsageError(f"{file}:{line}: nested deeper than {DEEPEST}")
        if number > 2 * MOST:
            raise UsageError(f"{file}:{line}: more than {MOST} values")


class Converter:
    """Of the nodes of one document."""

    def __init__(self, loader, file):
        self.loader = loader
        self.file = file
        self.open = set()  # ids of the nodes that are being converted
        self.count = 0

    def convert(self, node, depth=0):
        import yaml
        line = node.start_mark.line + 1
        self.count += 1
        if self.count > MOST:
            raise UsageError(f"{self.file}:{line}: more than {MOST} values, aliases written out")
        if depth > DEEPEST:
            raise UsageError(f"{self.file}:{line}: nested deeper than {DEEPEST}, aliases written out")
        if id(node) in self.open:
            raise UsageError(f"{self.file}:{line}: this contains itself, by an alias")
        if isinstance(node, yaml.ScalarNode):
            return self.scalar(node, line)
        self.open.add(id(node))
        result = self.sequence(node, line, depth) if isinstance(node, yaml.SequenceNode) else self.mapping(node, line, depth)
        self.open.discard(id(node))
        return result

    def scalar(self, node, line):
        try:
            value = self.loader.construct_object(node)
        except ValueError as error:  # 2026-13-45
            raise UsageError(f"{self.file}:{line}: not YAML: {one_line(error)}") from None
        except (KeyError, IndexError, AttributeError, TypeError):  # a tag that the text does not fit: !!bool foo
            raise UsageError(f"{self.file}:{line}: not YAML: {one_line(node.value) or 'an empty text'} is no {one_line(node.tag.rpartition(':')[2])}") from None
        if isinstance(value, (int, float)) and not isinstance(value, bool) and OTHERWISE.fullmatch(node.value):
            raise UsageError(f"{self.file}:{line}: {one_line(node.value)} is {value} to YAML: write that, or the text in quotes")
        if isinstance(value, float) and DECIMAL.fullmatch(node.value):
            value = Written(value, node.value)
        if value is not None and not isinstance(value, (str, bool, int, float)):
            value = node.value  # a date, say: as it stands
        if isinstance(value, int) and abs(value) > LARGEST_INTEGER:
            raise UsageError(f"{self.file}:{line}: a number of more than 300 digits")
        if isinstance(value, str) and not all(letter.isprintable() or letter in "\n\t" for letter in value):
            raise UsageError(f"{self.file}:{line}: a text with control characters: {one_line(value)}")
        return value

    def sequence(self, node, line, depth):
        result = Sequence(line)
        result.extend(self.convert(item, depth + 1) for item in node.value)
        return result

    def mapping(self, node, line, depth):
        import yaml
        result = Map(line)
        for key_node, value_node in node.value:
            key_line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                raise UsageError(f"{self.file}:{key_line}: a key is a name")
            key = str(key_node.value)
            if not key.isprintable():
                raise UsageError(f"{self.file}:{key_line}: a name with control characters: {one_line(key)}")
            if key in result:
                raise UsageError(f"{self.file}:{key_line}: '{one_line(key)}' stands here twice")
            result.put(key, self.convert(value_node, depth + 1), key_line)
        return result
