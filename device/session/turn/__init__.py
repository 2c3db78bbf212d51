"""What players do in a turn, and what is asked about it."""
