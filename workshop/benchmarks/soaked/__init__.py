"""The parts of soak.py: evenings, a table and its people, faults, and figures."""
