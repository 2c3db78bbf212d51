"""The device's words: texts in each language, and the wording of what the engine reports."""
