"""@@ words"""
