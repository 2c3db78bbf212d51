"""A hall of tables: what a table tells over MQTT, and who keeps and shows what many tell."""
