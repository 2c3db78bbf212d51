"""@@ game"""
