"""Points as text: the score sheet, and plays scored line by line."""
