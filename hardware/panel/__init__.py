"""The panel: buttons, lamps and tones behind one port, on pins or on a keyboard."""
