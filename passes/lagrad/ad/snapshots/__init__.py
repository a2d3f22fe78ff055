"""Loops that compute their own states again: which states are kept meanwhile."""
