"""Word lists: a compact graph of words, and what may be played by which list."""
