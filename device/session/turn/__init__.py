"""What players do in a turn, and the questions about it."""
