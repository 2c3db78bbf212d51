"""A table's voice: which sentences it speaks, how they are spelled, and when."""
