"""@@ turns"""
