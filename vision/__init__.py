"""A picture becomes a reading, two readings become a play with doubts.

No camera, no game in progress, no screen. Tests: tests/vision.
"""
