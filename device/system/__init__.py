"""@@ system"""
