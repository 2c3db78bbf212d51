"""A hall of tables: what a table tells over MQTT, and who keeps and shows what many tell."""

HALL_IDENTITY = "hall.json"
"""The file beside the journal: who a table is in its halls, and what it left at brokers."""
