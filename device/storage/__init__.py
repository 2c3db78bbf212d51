"""@@ storage"""
