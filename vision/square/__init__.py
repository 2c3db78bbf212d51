"""@@ square"""
