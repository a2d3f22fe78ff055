"""Sizes of tensors as values: which are equal, and where those that a loop or a call decides are known."""
