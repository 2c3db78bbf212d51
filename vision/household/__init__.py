"""@@ household"""
