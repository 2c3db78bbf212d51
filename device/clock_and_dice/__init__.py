"""@@ clock_and_dice"""
