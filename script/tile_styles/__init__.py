"""How tiles differ from household to household: fitted on drawn ones, for vision/household/own_tiles.py."""
