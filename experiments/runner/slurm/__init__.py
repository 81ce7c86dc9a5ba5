"""Points on a cluster: arrays of Slurm, their plans, and the program that works through a plan on a node."""
