"""@@ settings"""
