"""Bad inputs grown from good ones, given to the real commands. Tests: tests/test_fuzz.py."""
