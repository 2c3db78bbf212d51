"""A wrong reading in one zip, for whoever mends the reader: at the table and in a terminal."""
