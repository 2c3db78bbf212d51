"""What a table offers besides the game: self-registering folders (device/registry.py)."""

WAYS_BACK = frozenset({"backup", "updates"})
"""Those that a safe start has: they lead back to an earlier state, or an earlier version."""
