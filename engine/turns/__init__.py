"""What a table event does to a game: a file a family of turns, folded one after the other."""
