"""The device looks after itself: checks of all its parts, each with what to do about it."""
