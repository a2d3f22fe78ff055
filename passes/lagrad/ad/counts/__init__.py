"""Loops whose iterations another loop counts, and one loop that does both."""
