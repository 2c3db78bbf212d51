"""Turns against a clock, and what is rolled for them."""
