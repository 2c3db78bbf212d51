"""The slips of a game of duplicate, counted: who has how many points, and how much of the top."""
