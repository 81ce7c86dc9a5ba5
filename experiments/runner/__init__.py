"""Plans, runs, collects and draws experiments; see experiments/README.md."""
