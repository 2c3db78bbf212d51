"""@@ simulator"""
