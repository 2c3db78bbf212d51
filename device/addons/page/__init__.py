"""The page for onlookers: what a table's screen shows, in their browsers."""
