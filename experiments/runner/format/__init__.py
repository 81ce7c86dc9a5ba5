"""What an experiment file may say, and its reading."""
