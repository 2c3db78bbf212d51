"""Before the first play: which game, by which rules, who plays."""
