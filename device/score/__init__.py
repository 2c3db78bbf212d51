"""@@ score"""
