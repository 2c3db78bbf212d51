"""Games as text: the record in JSON, with every event, and GCG for the classic game."""
