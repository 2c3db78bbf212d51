"""The rules of the games: immutable values and pure functions.

No clock, no randomness, no thread, no camera, no printing. Tests: tests/engine.
"""
