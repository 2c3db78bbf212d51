"""Recipes for the word lists that ship, run by script/build-words; no device needs them."""
