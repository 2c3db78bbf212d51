"""Following a game: what was laid between two readings, and what is doubtful about it."""
