"""Neighbouring operations on buffers, for some rows or columns at a time."""
