"""Sums of products: split, skipped in part, or made products of matrices."""
