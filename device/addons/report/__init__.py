"""A wrong reading in one zip for the reader's developers: at the table and in a terminal."""
