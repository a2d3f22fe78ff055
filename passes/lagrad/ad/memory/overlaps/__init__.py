"""Buffers that overlap, or are found apart, when a function runs."""
