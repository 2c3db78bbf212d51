"""What a table event does to a game: one file per family of turns, folded one after the other."""
