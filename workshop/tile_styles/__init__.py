"""How tiles differ between households, fitted on drawn ones; for vision/household/own_tiles.py."""
