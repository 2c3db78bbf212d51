"""The current game in a file that a broadcast can watch, kept up to date as GCG."""
