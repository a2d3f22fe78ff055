"""Compiled code on NumPy's arrays."""
