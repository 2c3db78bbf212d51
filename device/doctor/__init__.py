"""The device's self-check: all its parts, each with what to do about a problem."""
