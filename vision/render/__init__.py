"""Boards drawn from straight above: for the virtual table and the trial of a device.

What only training, figures and tests draw is in workshop/rendered. Tests:
tests/vision/test_render.py.
"""
