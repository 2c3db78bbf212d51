"""A hall of tables: what a table publishes over MQTT, and the program that stores and shows it
all."""

HALL_IDENTITY = "hall.json"
"""The file with the journal: a table's identity in its halls, and what it left on brokers."""
