#!/usr/bin/python3
"""YAML as a tree whose mappings know the line of each key, for messages that name it."""

from runner.errors import UsageError


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


def parse(text, file):
    """The tree of a YAML text as Map, Sequence and scalars; UsageError with its line for bad YAML and repeated keys."""
    import yaml

    def convert(node):
        line = node.start_mark.line + 1
        if isinstance(node, yaml.SequenceNode):
            result = Sequence(line)
            result.extend(convert(item) for item in node.value)
            return result
        if not isinstance(node, yaml.MappingNode):
            return loader.construct_object(node)
        result = Map(line)
        for key_node, value_node in node.value:
            key, key_line = str(key_node.value), key_node.start_mark.line + 1
            if key in result:
                raise UsageError(f"{file}:{key_line}: '{key}' stands here twice")
            result.put(key, convert(value_node), key_line)
        return result

    try:
        loader = yaml.SafeLoader(text)
        node = loader.get_single_node()
        return convert(node) if node is not None else Map(1)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise UsageError(f"{file}:{mark.line + 1 if mark else 1}: not YAML: {error.problem}") from None
    except (yaml.YAMLError, ValueError) as error:
        raise UsageError(f"{file}:1: not YAML: {' '.join(str(error).split())}") from None
