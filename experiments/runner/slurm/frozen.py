#!/usr/bin/python3
"""A chunk as a file: all that a node needs to know of its points, as JSON."""

import json
from pathlib import Path

from runner.point import Options, Point, Reference
from runner.running.simulator import Simulator
from runner.running.store import Store, write


def freeze(file, points, simulator, store, origin, slots=1):
    """`origin`: (commit, whether files were changed) of the checkout that submits; `slots`: processors of the task."""
    numbers = {}  # id of defaults, which points share -> place in the list
    for point in points:
        numbers.setdefault(id(point.options.defaults), (len(numbers), point.options.defaults))
    content = {"simulator": str(simulator.path), "top": str(simulator.top), "proofs": simulator.proofs and str(simulator.proofs),
               "results": str(store.directory.parent), "result_version": store.result_version, "origin": origin, "slots": slots,
               "defaults": [dict(defaults) for _, defaults in numbers.values()],
               "points": [{**frozen(point), "defaults": numbers[id(point.options.defaults)][0]} for point in points]}
    write(file, json.dumps(content) + "\n")


def frozen(point):
    given = {name: {"prefix": value.prefix, "key": value.key, "output": value.output, "called": value.called} if isinstance(value, Reference) else value
             for name, value in point.given.items()}
    return {"command": point.command, "key": point.key, "given": given, "outputs": point.outputs, "timeout": point.timeout, "repeat": point.repeat,
            "checkpoint": point.checkpoint, "inert": point.inert, "warms": point.warms, "warm_up": point.warm_up and point.warm_up.key}


def thaw(file):
    """(points, simulator, store, origin, slots)"""
    content = json.loads(file.read_bytes())
    proofs = content["proofs"] and Path(content["proofs"])
    simulator = Simulator(Path(content["simulator"]), Path(content["top"]), proofs)
    points = [thawed(own, content["defaults"][own["defaults"]]) for own in content["points"]]
    return points, simulator, Store(Path(content["results"]), content["result_version"]), tuple(content["origin"]), content["slots"]


def thawed(own, defaults):
    given = {name: Reference(**value) if isinstance(value, dict) else value for name, value in own["given"].items()}
    return Point(own["command"], given, Options(given, defaults), own["key"], tuple(own["outputs"]), own["timeout"], own["repeat"], own["checkpoint"],
                 tuple(own["inert"]), own["warms"], own["warm_up"] and Point("simulate", {}, Options({}, {}), own["warm_up"], warms=True))
