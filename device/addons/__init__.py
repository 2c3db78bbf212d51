"""What a table offers besides the game: self-registering folders (device/registry.py)."""
