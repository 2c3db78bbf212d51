"""One square of the board: cut out of a picture, classified, and looked at again if unsure."""
