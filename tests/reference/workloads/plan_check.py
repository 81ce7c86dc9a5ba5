"""Plans of collectives beside the schedule that a program made, and what they do with data."""

from collections import Counter, defaultdict

from schedule_lines import before, in_order, matched


def keyed(names):
    """Each name, in order, with how many of it stand before."""
    seen, found = Counter(), []
    for name in names:
        found.append((*name, seen[name]))
        seen[name] += 1
    return found


def operations_of(plan):
    """By rank: of each operation its key (rank, kind, peer, how many of these are before it), its message, and the keys
    it waits for directly."""
    found = [[] for _ in range(plan.members)]
    for rank, own in enumerate(found):
        flat = [(rank, kind, message.target if kind == "send" else message.source)
                for track in plan.tracks for stage in track.stages[rank] for kind, message in stage]
        keys, last = iter(keyed(flat)), []
        for track in plan.tracks:
            waits = [key for i in track.behind for key in last[i]]
            for stage in track.stages[rank]:
                new = [next(keys) for _ in stage]
                own += [(key, message, waits) for key, (_, message) in zip(new, stage)]
                waits = new
            last.append(waits)
    return found


def partners_in(plan):
    """Key of a recv -> key of its send. What a rank sends to another must be, in order, what the other has of it."""
    every = [(key, message) for own in operations_of(plan) for key, message, _ in own]
    sends = {(target, rank, k): (key, message) for key, message in every for rank, kind, target, k in [key] if kind == "send"}
    found = {}
    for key, message in every:
        if key[1] == "recv":
            other, sent = sends[key[0], key[2], key[3]]
            assert sent is message, "messages of the plan would be taken for each other"
            found[key] = other
    return found


def differences(plan, operations, through_messages=False):
    """The first of what is not as the plan says, None if all is. `operations`: of a schedule, those of ranks 0..P-1.
    What an operation waits for is compared with all that comes before that. With `through_messages` what comes before
    by way of messages counts too: where a recv is posted makes no difference then if its message cannot be there
    earlier."""
    place, ranks = {}, defaultdict(list)
    for i, each in enumerate(operations):
        ranks[each.rank].append(i)
    if set(ranks) - set(range(plan.members)):
        return f"ranks {sorted(ranks)} are more than {plan.members}"
    wanted, found = [], []  # graphs, one a rank
    for rank, expected in enumerate(operations_of(plan)):
        keys = keyed([(rank, operations[i].kind, operations[i].peer) for i in ranks[rank]])
        place.update(zip(ranks[rank], keys))
        alone = set(keys) ^ {key for key, _, _ in expected}
        if alone:
            return f"{min(alone)} is in one of both alone"
        by_key = dict(zip(keys, ranks[rank]))
        for key, message, _ in expected:
            each = operations[by_key[key]]
            if (each.bytes, each.reduces) != (message.bytes, key[1] == "recv" and message.adds):
                return f"{key} has {each.bytes} bytes{', added up' * each.reduces}, not {message.bytes}{', added up' * message.adds}"
        wanted.append({key: list(waits) for key, _, waits in expected})
        found.append({key: [place[i] for i in operations[by_key[key]].after] for key, _, _ in expected})
    partners = {place[recv]: place[send] for recv, send in matched(operations).items()}
    if partners != partners_in(plan):
        return "a recv belongs to another send"
    if through_messages:
        wanted, found = ([with_messages(graphs, partners)] for graphs in (wanted, found))
    return graph_difference(wanted, found)


def with_messages(graphs, partners):
    """One graph of all ranks, in which a recv waits for its send."""
    return {key: waits + ([partners[key]] if key in partners else []) for graph in graphs for key, waits in graph.items()}


def graph_difference(wanted, found):
    for want, have in zip(wanted, found):
        want, have = before(want), before(have)
        if have is None:
            return "operations wait for each other"
        for key, bits in want.items():
            if have[key] != bits:
                return f"{key} waits for others: {bits:b}, not {have[key]:b}"
    return None


def ends_in_order(plan):
    """(key of an operation, message, keys it waits for, key of the send if it is a recv), in an order in which they may
    end."""
    partners = partners_in(plan)
    every = {key: (message, waits) for own in operations_of(plan) for key, message, waits in own}
    order = in_order({key: waits + ([partners[key]] if key in partners else []) for key, (_, waits) in every.items()})
    assert order is not None, "the plan cannot finish"
    return [(key, *every[key], partners.get(key)) for key in order]


def depth(plan):
    """Most messages on a chain on which each waits for the one before."""
    chain = {}
    for key, _, waits, send in ends_in_order(plan):
        chain[key] = max((chain[other] for other in waits), default=0) + 1
        if send:
            chain[key] = max(chain[key], chain[send])
    return max(chain.values(), default=0)


def after_run(plan, first, checked=True):
    """By rank and block the set of contributions (bits) in the end; `first`: in the beginning. A message carries what
    its sender's operations before it have brought, no more. AssertionError where one adds what is there already, or
    takes the place of what it does not have (if `checked`)."""
    knows, last, brought = {}, [list(own) for own in first], {}
    for key, message, waits, send in ends_in_order(plan):
        stage = key[0], id(waits)  # what all operations of a stage wait for is one list
        if stage not in brought:
            brought[stage] = first[key[0]]
            for other in waits:
                brought[stage] = [a | b for a, b in zip(brought[stage], knows[other])]
        own = list(brought[stage])
        if send:
            for block in message.blocks:
                sent = knows[send][block]
                assert not checked or (own[block] & sent == 0 if message.adds else own[block] & ~sent == 0), (key, block)
                own[block] |= sent
        knows[key] = own
        last[key[0]] = [a | b for a, b in zip(last[key[0]], own)]
    return last
