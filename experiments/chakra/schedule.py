#!/usr/bin/python3
"""A trace as the text of a schedule (docs/guide/workloads/chakra.md): node 7 of a rank ends with its operation n7.

A collective is its rounds of sends and recvs, n7.0, n7.1, ..., and a compute of no time that joins the last round. Where several operations would wait for
several nodes, a compute of no time (n7.begin) waits for them once.
"""

from chakra.groups import name_of
from chakra.nodes import COLLECTIVE, METADATA, RECV, SEND


class Writer:
    """Counts what it writes: operations, messages."""

    def __init__(self, trace, groups, algorithms):
        self.trace, self.groups, self.algorithms = trace, groups, algorithms
        self.operations = self.messages = 0
        for node in (node for own in trace for node in own if node.type == COLLECTIVE):
            algorithms.check(node.collective, len(groups.members[node.group]), name_of(node.group))

    def lines(self):
        yield f"ranks {len(self.trace)}\n# a Chakra trace: {self.algorithms.text}\n"
        for rank, own in enumerate(self.trace):
            for node in own:
                for operation, after, label in self.operations_of(rank, node):
                    self.operations += 1
                    self.messages += operation.startswith("send")
                    waits = f" after {' '.join(after)}" if after else ""
                    yield f"{rank} {operation}{waits} as {label}\n"

    def operations_of(self, rank, node):
        """(operation, labels of those it waits for, its label)."""
        after = [f"n{other}" for other in node.after]
        if node.type == COLLECTIVE:
            yield from self.expanded(rank, node, after)
        elif node.type == SEND:
            yield f"send {node.size} to {node.peer} tag {node.tag}", after, f"n{node.id}"
        elif node.type == RECV:
            yield f"recv {node.size} from {node.peer} tag {node.tag}", after, f"n{node.id}"
        else:
            time = 0 if node.type == METADATA else node.duration
            yield f"compute {time}{'us' if time else ''}", after, f"n{node.id}"

    def expanded(self, rank, node, after):
        members = self.groups.members[node.group]
        rounds = self.algorithms.rounds(node.collective, len(members), self.groups.place[node.group][rank], node.size)
        if rounds and len(rounds[0]) > 1 and len(after) > 1:
            yield "compute 0", after, f"n{node.id}.begin"
            after = [f"n{node.id}.begin"]
        number = 0
        for steps in rounds:
            own = []
            for kind, other, size in steps:
                own.append(f"n{node.id}.{number}")
                yield f"{kind} {size} {'to' if kind == 'send' else 'from'} {members[other]} tag {node.tag}", after, own[-1]
                number += 1
            after = own
        yield "compute 0", after, f"n{node.id}"
