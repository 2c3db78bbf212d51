"""The small network for tiles of several letters, fitted: run by script/fit-several-letters."""
