"""Functions that C can call, what they promise, and what they report."""
