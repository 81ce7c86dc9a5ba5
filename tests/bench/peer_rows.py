"""The workloads of `tests/bench/run peers`: configurations of BookSim 2, which the importer makes options of dateline of.

Loads are 15% to 60% of where the network saturates. BookSim may end a run when three samples agree; of four samples the
first is the warm-up, so that all runs have the same length. MESHES are Noxim's: one VC, dimension order, uniform
traffic, and packets no shorter than a buffer (peer_programs.py says why).
"""
from dataclasses import dataclass

SAMPLES = {"warmup_periods": 1, "max_samples": 4, "seed": 1, "injection_rate_uses_flits": 1, "routing_function": "dim_order"}


@dataclass(frozen=True)
class Workload:
    name: str
    settings: dict


def workload(network, vcs, depth, length, traffic, load, period):
    """Of 'torus 8x8' and the like; `period` is the number of cycles of a sample."""
    topology, size = network.split()
    radices = size.split("x")
    return Workload(f"{network}, V {vcs}, depth {depth}, M {length}, {traffic} {load}", {
        **SAMPLES, "topology": topology, "k": int(radices[0]), "n": len(radices), "num_vcs": vcs, "vc_buf_size": depth, "packet_size": length,
        "traffic": traffic, "injection_rate": load, "sample_period": period})


BOTH = workload("mesh 8x8", 1, 4, 8, "uniform", 0.07, 16000)
WORKLOADS = [
    workload("torus 8x8", 4, 4, 32, "uniform", 0.2, 5000),
    BOTH,
    workload("mesh 16x16", 2, 8, 5, "transpose", 0.03, 4000),
    workload("mesh 4x4", 8, 8, 1, "shuffle", 0.2, 20000),
    workload("torus 4x4x4", 8, 4, 4, "uniform", 0.45, 2500),
    workload("torus 16x16", 4, 8, 16, "bitcomp", 0.04, 3000),
]
MESHES = [
    BOTH,
    workload("mesh 8x8", 1, 4, 4, "uniform", 0.1, 16000),
    workload("mesh 16x16", 1, 4, 4, "uniform", 0.04, 5000),
]
