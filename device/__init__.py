"""The appliance: session, loop, journal, screens and commands.

Tests: tests/device.
"""
