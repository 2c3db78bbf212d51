"""What one household's tiles and empty board look like, learned from its own pictures."""
