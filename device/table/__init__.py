"""@@ table"""
