"""The virtual table: scripted evenings with a drawn board, players, dice and mishaps."""
