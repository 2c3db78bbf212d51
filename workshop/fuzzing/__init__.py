"""Bad inputs grown from good ones, for the real commands. Tests: workshop/tests/test_fuzz.py."""
