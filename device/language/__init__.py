"""What the device says: texts in each language, and the wording of what the engine reports."""
