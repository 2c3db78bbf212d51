"""Rendered photographs: random looks, hands, light and lenses; for training, figures and tests."""
