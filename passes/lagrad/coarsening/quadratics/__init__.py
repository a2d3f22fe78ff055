"""Sums of squares of what is linear in points, and the same as quadratic forms."""
