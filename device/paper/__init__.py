"""A game on paper: its score sheet as pages, and its final board as a picture."""
