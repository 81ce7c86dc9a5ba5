"""MLCommons Chakra execution traces (.et) to a schedule for `dateline simulate --workload schedule:FILE`; see docs/guide/workloads/chakra.md."""
