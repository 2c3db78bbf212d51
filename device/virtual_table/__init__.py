"""What the virtual table is made of: its scene, the hands over it, and its light."""
