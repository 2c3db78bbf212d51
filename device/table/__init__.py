"""A running table: the loop, its threads for camera and reading, and how it begins and ends."""
