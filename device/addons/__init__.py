"""What a table offers besides the game: a folder each that registers itself
(device/registry.py)."""
