"""What every part of the session builds on: state, inputs, effects, and where a game changes."""
