#!/usr/bin/python3
"""What a part expands to (plan.py): points, searches, and curves that grow."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Search:
    """What a part looks for: the highest load that every source sustains, all other options being fixed."""

    options: dict  # of its points, without the seed
    given: dict
    points: list  # runs of `saturate`, one a seed
    key: str  # names the search among others
    command: str = "saturate"


@dataclass
class PartPlan:
    part: object
    points: list = field(default_factory=list)  # all that run
    searches: list = field(default_factory=list)
    curves: list = field(default_factory=list)  # grow.Curve, with `refine` or `replicate`: points that results will add

    @property
    def cases(self):
        """What has a row in tables: points or searches."""
        return self.searches or self.points
