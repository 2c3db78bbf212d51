"""The radio at a tournament: off while the tournament is switched on, and the table says so."""
