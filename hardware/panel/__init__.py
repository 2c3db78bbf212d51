"""@@ panel"""
