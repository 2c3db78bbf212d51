"""The household's settings, and the options that several commands share."""
