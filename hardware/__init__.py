"""What is plugged in: cameras, buttons, lamps, display; each a small port with its stand-in.

Knows no game. Tests: tests/hardware.
"""
