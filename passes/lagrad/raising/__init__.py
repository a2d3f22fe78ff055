"""Loops over elements become `linalg` on whole tensors."""
