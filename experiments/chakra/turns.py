#!/usr/bin/python3
"""Collectives of a group run one at a time on each rank, in the same order on all members: that of the files where what
nodes wait for, on whatever rank, lets them; else one that it allows."""

from chakra.nodes import COLLECTIVE, RECV, SEND
from chakra.ranks import in_order


def take_turns(trace, groups):
    """Lets each collective of a group wait for the one before."""
    ranks = trace[:1] if groups.replicated else trace
    chains = [chains_of(rank, own, groups) for rank, own in enumerate(ranks)]
    if any(len(chain) > 1 for own in chains for chain in own):
        put_in_turn(ranks, chains, among(len(trace)) if groups.replicated else between)
    for own in chains:
        for chain in own:
            for one, other in zip(chain, chain[1:]):
                if one.id not in other.after:
                    other.after += (one.id,)


def chains_of(rank, own, groups):
    """The collectives of each group, in the order of the file."""
    found = {}
    for node in own:
        if node.type == COLLECTIVE:
            found.setdefault(groups.key(rank, node.group), []).append(node)
    return list(found.values())


def put_in_turn(ranks, chains, way):
    """Sorts the chains. A collective is one event of all its members here; where nodes would wait for each other then,
    each rank has its own order."""
    numbers, waits = graph_of(ranks, way)
    chained = list(waits)
    for row, own in zip(numbers, chains):
        for chain in own:
            for one, other in zip(chain, chain[1:]):
                chained[row[other.id]] = [*chained[row[other.id]], row[one.id]]
    if in_order(chained)[0] is not None:
        return
    order, _ = in_order(waits)
    if order is not None:
        turn = {number: i for i, number in enumerate(order)}
        for row, own in zip(numbers, chains):
            for chain in own:
                chain.sort(key=lambda node, row=row: turn[row[node.id]])
    elif len(ranks) > 1:
        for own, its_chains in zip(ranks, chains):
            put_in_turn([own], [its_chains], None)


def graph_of(ranks, way):
    """Of each rank id -> number of the event; of each event the numbers of those that it waits for. A recv waits for
    its send, if there is a `way`."""
    numbers, waits, collectives = [], [], {}
    messages = {SEND: {}, RECV: {}}
    for rank, own in enumerate(ranks):
        row = {}
        for node in own:
            number = len(waits)
            if node.type == COLLECTIVE:
                number = collectives.setdefault(node.tag, number)
            elif way and node.type in (SEND, RECV):
                messages[node.type].setdefault((way(rank, node), node.tag), []).append(number)
            if number == len(waits):
                waits.append([])
            row[node.id] = number
        for node in own:
            waits[row[node.id]] += [row[other] for other in node.after]
        numbers.append(row)
    for name, recvs in messages[RECV].items():
        for send, recv in zip(messages[SEND].get(name, ()), recvs):
            waits[recv].append(send)
    return numbers, waits


def between(rank, node):
    """From whom to whom a message goes."""
    return (rank, node.peer) if node.type == SEND else (node.peer, rank)


def among(replicas):
    """How many ranks ahead, where so many do the same."""
    return lambda rank, node: (node.peer if node.type == SEND else -node.peer) % replicas
