"""@@ views"""
