#!/usr/bin/python3
"""A trace as the text of a schedule (docs/guide/workloads/chakra.md): node 7 of a rank ends with its operation n7.

A collective is named at the top; on each rank it is its rounds of sends and recvs, n7.0, n7.1, ..., between two computes of no time, n7.begin with which
it begins and n7 with which it ends.
"""

import re

from chakra.groups import name_of
from chakra.nodes import COLLECTIVE, RECV, SEND
from chakra.times import MOST_CPUS, Cpus
from runner.errors import UsageError

MOST_OPERATIONS = 1 << 30  # of a schedule


class Writer:
    """Counts what it writes: operations, messages."""

    def __init__(self, trace, groups, algorithms, times, by_thread=False):
        self.trace, self.groups, self.algorithms, self.times, self.by_thread = trace, groups, algorithms, times, by_thread
        self.operations = self.messages = 0
        ranks = trace[:1] if groups.replicated else trace  # replicated ranks are alike
        algorithms.check_use({node.collective for own in ranks for node in own if node.type == COLLECTIVE})
        for rank, own in enumerate(ranks):
            Cpus(by_thread).check(own, rank)
            for node in own:
                if node.type == COLLECTIVE:
                    algorithms.check(node.collective, len(groups.of(rank, node)[0]), name_of(node.group))

        count = self.count()
        if count > MOST_OPERATIONS:
            raise UsageError(f"the schedule would have {count} operations; a schedule has at most {MOST_OPERATIONS}")

    def count(self):
        """Operations that lines() has, without making them."""
        if self.groups.replicated:
            return sum(count * (len(self.trace) // members) for count, members, _ in (self.shared(0, node) for node in self.trace[0]))
        return sum(count for rank, own in enumerate(self.trace) for count, _, place in (self.shared(rank, node) for node in own) if place == 0)

    def shared(self, rank, node):
        """Operations of all members of a collective, their number, and the rank's place among them; of another node its one."""
        if node.type != COLLECTIVE:
            return 1, 1, 0
        members, place = self.groups.of(rank, node)
        return 2 * self.algorithms.messages(node.collective, len(members)) + 2 * len(members), len(members), place

    def lines(self):
        yield f"ranks {len(self.trace)}\n# a Chakra trace: {self.algorithms.text}\n"
        yield f"gpu {' '.join(map(str, range(1, MOST_CPUS, 2)))}\n" if self.by_thread else "gpu 1\n"
        yield from self.collectives()
        for rank, own in enumerate(self.trace):
            cpus = Cpus(self.by_thread)
            for node in own:
                for operation, after, label in self.operations_of(rank, node, cpus):
                    self.operations += 1
                    self.messages += operation.startswith("send")
                    waits = f" after {' '.join(after)}" if after else ""
                    yield f"{rank} {operation}{waits} as {label}\n"

    def collectives(self):
        """Each once, where the first member of its group meets it."""
        for rank, own in enumerate(self.trace):
            for node in own:
                if node.type == COLLECTIVE and self.groups.of(rank, node)[1] == 0:
                    members = len(self.groups.of(rank, node)[0])
                    group = f" group {re.sub(r'[^A-Za-z0-9_.:-]', '_', node.group)}" if node.group else ""
                    yield f"collective {self.name(rank, node)} {node.collective} {self.algorithms.buffer(node.collective, members, node.size)}{group}\n"

    def name(self, rank, node):
        base = self.groups.key(rank, node.group)[1]
        return f"c{node.tag}.{base}" if base else f"c{node.tag}"

    def operations_of(self, rank, node, cpus):
        """(operation, labels of those it waits for, its label)."""
        after = [f"n{other}" for other in node.after]
        if node.type == COLLECTIVE:
            yield from self.expanded(rank, node, after)
        elif node.type in (SEND, RECV):
            peer = (rank + node.peer) % len(self.trace) if self.groups.replicated else node.peer
            yield f"{'send' if node.type == SEND else 'recv'} {node.size} {'to' if node.type == SEND else 'from'} {peer} tag {node.tag}", after, f"n{node.id}"
        else:
            yield f"compute {self.times.text(node)}{cpus.text(node)}", after, f"n{node.id}"

    def expanded(self, rank, node, after):
        members, place = self.groups.of(rank, node)
        rounds = self.algorithms.rounds(node.collective, len(members), place, node.size)
        name = self.name(rank, node)
        yield "compute 0", after, f"n{node.id}.begin begins {name}"
        after = [f"n{node.id}.begin"]
        number = 0
        for steps in rounds:
            own = []
            for kind, other, size in steps:
                own.append(f"n{node.id}.{number}")
                if kind == "send":
                    yield f"send {size} to {members[other]} tag {node.tag}", after, own[-1]
                else:
                    yield f"recv {size} from {members[other]} tag {node.tag}{' reduces' * (kind == 'add')}", after, own[-1]
                number += 1
            after = own
        yield "compute 0", after, f"n{node.id} ends {name}"
