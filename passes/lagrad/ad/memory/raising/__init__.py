"""A function on memory, emitted as one on tensors."""
