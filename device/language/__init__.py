"""@@ language"""
