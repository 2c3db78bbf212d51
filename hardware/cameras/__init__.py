"""@@ cameras"""
