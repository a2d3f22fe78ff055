"""Loops: written out, their sums in front of the loop around them, their exits in closed form."""
