"""Vectors of fixed size as tensors: what is differentiated has none."""
