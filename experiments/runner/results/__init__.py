"""What results say, and what is made of them to read."""
