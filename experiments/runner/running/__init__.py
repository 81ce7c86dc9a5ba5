"""Points are run, and their results stored."""
