"""What all rooms of the session stand on: state, inputs, effects, and where a game changes."""
