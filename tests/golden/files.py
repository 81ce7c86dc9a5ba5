"""Permutations, matrices and tables of paths that golden sets read, each made from its name alone."""
import functools

from dice import Dice
from networks import Network


def permutation_file(nodes, number):
    dice = Dice("permutation", nodes, number)
    fixed = dice.one_in(3)  # a third leaves some nodes silent
    order = dice.shuffled(range(nodes))
    if fixed:
        quiet = set(order[: nodes // 4])
        rest = [i for i in range(nodes) if i not in quiet]
        moved = dict(zip(rest, dice.shuffled(rest)))
        order = [moved.get(i, i) for i in range(nodes)]
    return "# node by node\n" + "".join(f"{i}\n" for i in order)


def matrix_file(nodes, number):
    """Rows that sum to 1 or less: a hot spot, a few partners, or a draw for everyone; one row in eight sends nothing."""
    dice = Dice("matrix", nodes, number)
    hot, lines = dice.below(nodes), []
    for _ in range(nodes):
        weights = [0] * nodes
        style = dice.below(8)
        if style >= 6:
            weights = [dice.below(4) for _ in range(nodes)]
        elif style:
            for _ in range(style):
                weights[dice.below(nodes)] += 1
            weights[hot] += style % 2
        total = max(sum(weights), 1) + dice.below(2)
        lines.append(" ".join(f"{w}/{total}" if w else "0" for w in weights))
    return "\n".join(lines) + "\n"


@functools.lru_cache(maxsize=None)
def links(text):
    network = Network(text)
    return [network.neighbours(node) for node in range(network.nodes)]


@functools.lru_cache(maxsize=None)
def distances(text, target):
    """Hops from each node to the target."""
    found, queue = {target: 0}, [target]
    for node in queue:  # grows meanwhile
        for before, after in enumerate(links(text)):
            if node in after and before not in found:
                found[before] = found[node] + 1
                queue.append(before)
    return found


def path(network, source, target, dice):
    """A shortest path, ties drawn."""
    away, nodes = distances(network.text, target), [source]
    while nodes[-1] != target:
        nodes.append(dice.pick([n for n in links(network.text)[nodes[-1]] if away[n] == away[nodes[-1]] - 1]))
    return nodes


def table_file(network, number):
    """Odd numbers: one shortest path a pair; even: up to three with weights, one of them by way of any node. Tori: relative every third."""
    dice = Dice("table", network.text, number)
    relative = network.kind == "torus" and number % 3 == 0
    lines = {}
    for source in [0] if relative else range(network.nodes):
        for target in range(network.nodes):
            if target == source:
                continue
            for draw in range(1 if number % 2 else dice.between(1, 3)):
                by = dice.below(network.nodes) if draw == 2 else source
                nodes = path(network, source, by, dice) + path(network, by, target, dice)[1:]
                lines[" ".join(map(str, nodes))] = dice.between(1, 5)
    return ("relative\n" if relative else "") + "".join(f"{weight}: {nodes}\n" for nodes, weight in lines.items())


def content(name):
    """The file of this name: permutation-16-1, matrix-16-2, graph-star, table-torus.4x4-3 (a colon is written as a dot)."""
    kind, _, rest = name.partition("-")
    if kind == "graph":
        return Network("graph:" + rest).graph_file()
    what, _, number = rest.rpartition("-")
    if kind == "table":
        return table_file(Network(what.replace(".", ":")), int(number))
    return {"permutation": permutation_file, "matrix": matrix_file}[kind](int(what), int(number))


def write(folder, names):
    for name in names:
        (folder / name).write_text(content(name))
