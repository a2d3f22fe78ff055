"""Several iterations of a loop at once, one in each lane of a vector."""
