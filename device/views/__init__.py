"""What a screen shows, as plain values: computed from a table's state, drawn in device/screen."""
