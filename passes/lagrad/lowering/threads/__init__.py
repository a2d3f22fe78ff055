"""Loops that a team of threads shares."""
