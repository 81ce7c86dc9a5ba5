"""From what an experiment file says to points."""
