"""Zeros that a type or the data promise: triangular matrices, and weights of zero."""
