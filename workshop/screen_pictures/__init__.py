"""Pictures of all screens: references for the tests, sheets and film strips for docs/screens.md."""
