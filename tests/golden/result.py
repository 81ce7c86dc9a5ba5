"""What of a result is held: today's keys and columns, by name. Others may come; one of these that goes or changes is a difference."""
import csv
import hashlib
import io
import json

SUMMARY = dict.fromkeys(["mean", "stddev", "ci95", "ci95_low", "ci95_high", "min", "max", "p50", "p90", "p95", "p99", "p999"])
KEYS = {  # None: the value as it stands; a list: of what each item holds. Left out: options, version, bounds.model_latency
    **dict.fromkeys(["schema", "result_version", "seed", "offered", "accepted", "accepted_min", "overloaded", "verdict", "saturated", "overload_excluded", "cycles", "simulated_cycles"]),
    "packets": dict.fromkeys(["generated", "delivered", "measured", "lost", "retransmitted", "in_flight"]),
    "latency": SUMMARY,
    "network_latency": SUMMARY,
    "hops": SUMMARY,
    "flit_hops": None,
    "absorbed": dict.fromkeys(["total", "reverse", "orthogonal", "last_resort", "intermediate"]),
    "bounds": dict.fromkeys(["zero_load_latency", "zero_load_latency_exact", "ideal_throughput", "ideal_throughput_exact", "sustainable_exact", "limited_by"]),
    "proof": None,
    "completion_cycle": None,
    "deadlock": [dict.fromkeys(["source", "destination", "sequence", "at", "waits_for", "vcs", "text"])],
    "per_terminal": [dict.fromkeys(["offered", "accepted", "backlog"])],
}
COLUMNS = ["from", "to", "dimension", "sign", "packets", "flits", "utilisation"]
MISSING = "(missing)"


def kept(value, keys):
    if keys is None or value is None:
        return value
    if isinstance(keys, list):
        return [kept(item, keys[0]) for item in value]
    return {key: kept(value.get(key, MISSING), inner) for key, inner in keys.items()}


def held(status, text, table):
    """The parts of a run that must not change: exit status, and with 0 or 1 the JSON and CSV (None: not written), numbers as their text."""
    found = {"status": status}
    if status not in (0, 1):
        return found
    found["json"] = kept(json.loads(text, parse_int=str, parse_float=str), KEYS) if text else None
    if table is not None:
        rows = csv.DictReader(io.StringIO(table))
        found["csv"] = [[row.get(column, MISSING) for column in COLUMNS] for row in rows]
    return found


def digest(found):
    return hashlib.sha256(json.dumps(found, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]


def differences(one, other, where=""):
    """Lines "key: value, value" in the order of the result."""
    if one == other:
        return []
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(f"{where}.{key}" if where else key, one.get(key, MISSING), other.get(key, MISSING)) for key in {**one, **other}]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(f"{where}[{i}]", a, b) for i, (a, b) in enumerate(zip(one, other))]
    else:
        return [f"{where}: {json.dumps(one)}, {json.dumps(other)}"]
    return [line for inner, a, b in pairs for line in differences(a, b, inner)]
