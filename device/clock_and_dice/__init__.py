"""Party's clock and the dice: their values, their views, and the table that has only them."""
