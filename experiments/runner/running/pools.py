#!/usr/bin/python3
"""Where an experiment's points run: on this machine, or on a cluster."""

import sys

from runner.running.execute import Pool
from runner.slurm import cluster


def pool_of(job, work, progress):
    """A Pool, or with --slurm a Cluster, which has the same functions."""
    if job.chosen.slurm:
        return cluster.Cluster(job.simulator, job.store, job.settings, job.directory, job.costs(), progress, job.chosen.detach)
    under_way = cluster.status(job.directory)
    if under_way:
        print(f"{under_way[0]}; these points run here too (with --slurm the command goes on with that job)", file=sys.stderr, flush=True)
    return Pool(job.simulator, job.store, progress.interrupt)


def lost(failures):
    """How many of the outcomes are those of points that a cluster lost."""
    return sum(outcome.problem.startswith(cluster.LOST) for outcome in failures)
