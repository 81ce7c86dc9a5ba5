"""Names in Python are identifiers: each dot and dash of a name of the program's is an underscore."""

from __future__ import annotations

import functools
import re
from typing import Dict, Iterable, List

SEPARATORS = re.compile(r"[._-]+")


@functools.lru_cache(maxsize=4096)
def name_of(text: str) -> str:
    """`latency_mean` of latency.mean, `router_vc_reuse` of router.vc-reuse and of router__vc_reuse."""
    return SEPARATORS.sub("_", text)


def option_of(keyword: str) -> str:
    """The option of a keyword: buffer-depth of `buffer_depth`, router.vc-reuse of `router__vc_reuse`."""
    return keyword.rstrip("_").replace("__", ".").replace("_", "-")


def names_of(columns: Iterable[str]) -> Dict[str, str]:
    """Column of results.csv -> its name in Python.

    Names of numbers have no dash: of a number and an option that would have one name, the option is `options_NAME`."""
    found: Dict[str, List[str]] = {}
    for column in columns:
        found.setdefault(name_of(column), []).append(column)
    shared = {name for name, own in found.items() if len(own) > 1}
    return {column: f"options_{name}" if name in shared and "-" in column else name
            for name, own in found.items() for column in own}
