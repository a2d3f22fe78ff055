"""Whole-tensor arithmetic as linalg, and neighbours as one operation."""
