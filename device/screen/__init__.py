"""Screens: each draws a view and computes nothing. Tests: tests/device/test_screen.py."""
