"""How tiles differ from household to household: fitted on drawn ones, for vision/own_tiles.py."""
