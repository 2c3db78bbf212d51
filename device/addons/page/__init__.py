"""The page for onlookers: what a table's screen shows, in the browsers of whoever looks on."""
