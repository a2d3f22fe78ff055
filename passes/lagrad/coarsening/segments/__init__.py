"""Segments: which operations make one, what its formula is worth, and the functions that it becomes."""
