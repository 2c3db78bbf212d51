"""@@ records"""
