"""What a table has next to the game, a folder each that registers itself (device/registry.py)."""
